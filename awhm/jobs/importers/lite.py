"""The data directory of AWHM Lite: its logs are the messages; all else there was made from them.

    logs/<session>.jsonl     the messages, in the form that jsonl.py reads, taken under the same identity
    graph/memory_graph.*     memories whose words no message of their sessions has; see lite_graph.py
    wal/<session>.wal        the same for what was captured and never consolidated
    meta/deletion_*.jsonl    what was erased there stays erased: see below
    meta/consolidated_*, snapshots/   named, not taken: consolidation starts anew, a snapshot repeats the graph

A tombstone has the id of the memory and up to 64 characters of its text in lower case. Lite deleted by line
numbers, which shift, so that what was to go may still be there (W2, W6, W7 of its list of faults). So here
a message or memory is left if its words are the erased ones or begin with them, and, in the sessions that
the tombstone names, if they hold them as whole words. Nothing is ever written into the directory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from awhm.errors import Refused
from awhm.jobs.importers import jsonl
from awhm.jobs.importers.elements import Cutter, element_value
from awhm.jobs.importers.item import Item, Left, Message, Unfit, name
from awhm.jobs.importers.lines import Line, Origin, json_value, numbered, open_source
from awhm.jobs.importers.lite_graph import Node, buffered, nodes_in, nodes_of
from awhm.jobs.lite_folder import GRAPH, META
from awhm.language.text import is_list, is_object

ERASED = "erased in AWHM Lite"
HINT = 64  # characters of a text that a tombstone keeps
FEWEST = 3  # characters of an erased text that are looked for inside others


@dataclass
class Erasures:
    """What was erased: ids of memories, and texts with the sessions that they were said in."""

    ids: set[str] = field(default_factory=set[str])
    texts: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    def add(self, tombstone: dict[str, Any]) -> None:
        """One more tombstone."""
        if isinstance(ident := tombstone.get("node_id"), str):
            self.ids.add(ident)
        text, sessions = tombstone.get("content_hash_hint"), tombstone.get("affected_sessions")
        if isinstance(text, str) and (text := _normal(text)):
            there = self.texts.setdefault(text, set())
            there.update(one for one in (sessions if is_list(sessions) else []) if isinstance(one, str))

    def hold(self, text: str, sessions: Iterable[str]) -> bool:
        """Whether these words, of these sessions, were erased."""
        if not self.texts:
            return False
        said, here = _normal(text), set(sessions)
        for erased, there in self.texts.items():
            if said == erased or (len(erased) >= HINT and said.startswith(erased)):
                return True
            inside = len(erased) >= FEWEST and erased in said and not there.isdisjoint(here)
            if inside and re.search(rf"(?<!\w){re.escape(erased)}(?!\w)", said):
                return True
        return False


@dataclass
class _Unsaid:
    """Memories of which no message has the words so far, by the sessions that they come from."""

    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    by_session: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])

    def add(self, node: Node) -> None:
        self.nodes.setdefault(node.id, node)
        for session in node.sessions:
            self.by_session.setdefault(session, {})[node.id] = _normal(node.text)

    def said(self, message: Message) -> None:
        """A message: whose words it has need not be taken."""
        for session in {message.session, _sanitised(message.session)}:
            waiting = self.by_session.get(session)
            if not waiting:
                continue
            text = _normal(message.content)
            for ident in [ident for ident, words in waiting.items() if words in text]:
                del waiting[ident]
                self.nodes.pop(ident, None)


def items(folder: str, origin: Origin) -> Iterator[Item]:
    """Every message, and a `Left` for all that is not taken. Raises nothing for what is in the folder."""
    erasures, unsaid = Erasures(), _Unsaid()
    home = Path(folder)
    yield from _tombstones(home, origin, erasures)
    yield from _derived(home, origin, erasures, unsaid)
    for path in sorted(home.glob("logs/*.jsonl")):
        yield from _log(path, origin, erasures, unsaid)
    for node in unsaid.nodes.values():
        try:
            yield node.message()
        except Unfit as error:
            yield Left(origin.file, None, f"memory {name(node.id)}", error.reason, error.kind)
    for pattern, reason in (
        ("meta/consolidated_sessions.json", "how far AWHM Lite had consolidated"),
        ("meta/deletion_ledger.jsonl", "what AWHM Lite noted about erasures"),
        ("snapshots/snapshot_*.json", "a snapshot, which repeats the graph of its time"),
    ):
        for path in sorted(home.glob(pattern)):
            yield Left(name(str(path)), None, "", reason, "skipped")


def without_erased(found: Iterable[Item], folder: str, origin: Origin) -> Iterator[Item]:
    """The items of one file of that folder that is imported alone, without what was erased there."""
    erasures = Erasures()
    yield from _tombstones(Path(folder), origin, erasures)
    for item in found:
        if not isinstance(item, Left):
            erased = item.source_id.removeprefix("node/") in erasures.ids
            if erased or erasures.hold(item.content, (item.session,)):
                item = Left(origin.file, None, "", ERASED, "skipped")
        yield item


def _of(path: Path, origin: Origin) -> Origin:
    stem = name(unquote(path.stem)) or "import"
    return replace(origin, file=name(str(path)), stem=stem, id=name(f"file:{path.absolute()}"), changed=None)


def _lines(path: Path, origin: Origin) -> Iterator[Line | Left]:
    try:
        with open_source(path) as stream:
            yield from numbered(stream)
    except Refused as error:
        yield Left(origin.file, None, "", str(error), "damaged")


def _tombstones(home: Path, origin: Origin, erasures: Erasures) -> Iterator[Item]:
    path = home / META / "deletion_tombstones.jsonl"
    if not os.path.lexists(path):
        return
    here = _of(path, origin)
    for line in _lines(path, here):
        if isinstance(line, Left):
            yield line
        elif line.fault or line.data.strip():
            try:
                value = json_value(line)
                if not is_object(value):
                    raise Unfit("not a tombstone")
                erasures.add(value)
            except Unfit as error:
                yield Left(here.file, line.number, "", f"a tombstone that cannot be read: {error.reason}", "damaged")


def _derived(home: Path, origin: Origin, erasures: Erasures, unsaid: _Unsaid) -> Iterator[Left]:
    """Collect what the graph and the buffers hold."""
    for found in _memories(home, origin):
        if isinstance(found, Left):
            yield found
        elif found.id in erasures.ids or erasures.hold(found.text, found.sessions):
            yield Left(origin.file, None, f"memory {name(found.id)}", ERASED, "skipped")
        else:
            unsaid.add(found)


def _memories(home: Path, origin: Origin) -> Iterator[Node | Left]:
    database = home / GRAPH / "memory_graph.sqlite"
    if os.path.isfile(database):
        yield from nodes_in(database, _of(database, origin))
    for path, read in ((home / GRAPH / "memory_graph.json", _graph), *((one, _buffer) for one in _buffers(home))):
        if os.path.isfile(path):
            here = _of(path, origin)
            try:
                with open_source(path) as stream:
                    yield from read(Cutter(stream), here)
            except Refused as error:
                yield Left(here.file, None, "", str(error), "damaged")


def _buffers(home: Path) -> list[Path]:
    return sorted(home.glob("wal/*.wal"))


def _graph(cutter: Cutter, here: Origin) -> Iterator[Node | Left]:
    yield from nodes_of(cutter, here)


def _buffer(cutter: Cutter, here: Origin) -> Iterator[Node | Left]:
    for element in cutter:
        try:
            yield buffered(element_value(element), here.stem)
        except Unfit as error:
            yield Left(here.file, None, f"entry {element.number}", error.reason, error.kind)


def _log(path: Path, origin: Origin, erasures: Erasures, unsaid: _Unsaid) -> Iterator[Item]:
    here = _of(path, origin)
    try:
        with open_source(path) as stream:
            for item in jsonl.from_lines(_telling(numbered(stream), now := [0]), here):
                if isinstance(item, Message):
                    if erasures.hold(item.content, (item.session,)):
                        item = Left(here.file, now[0], "", ERASED, "skipped")
                    else:
                        unsaid.said(item)
                yield item
    except Refused as error:
        yield Left(here.file, None, "", str(error), "damaged")


def _telling(lines: Iterable[Line], now: list[int]) -> Iterator[Line]:
    """The lines, and the number of the one that is being read."""
    for line in lines:
        now[0] = line.number
        yield line


def _normal(text: str) -> str:
    return " ".join(text.lower().split())


def _sanitised(session: str) -> str:
    """A session's name as Lite calls the file of its buffer."""
    return re.sub(r"[^0-9A-Za-z\-_.]", "_", session)
