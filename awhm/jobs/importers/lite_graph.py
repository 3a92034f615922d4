"""Memories of AWHM Lite's graph, as JSON or in SQLite, and the buffer that it calls a WAL.

A memory there was made from messages. Where the log still has its words it says nothing new and is left, as
it is made again from them; where the log is gone, or a model worded it, it is taken as the user's words of
the time it was made. What it superseded and was superseded by follows from the times. Entities and edges are
made anew and named, not taken.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from awhm.events.event import Role
from awhm.jobs.importers.elements import Element, element_value
from awhm.jobs.importers.item import Item, Left, Message, Unfit, content_id, name
from awhm.jobs.importers.lines import Origin
from awhm.jobs.importers.turn import storable, text_of, time_of
from awhm.language.text import is_list, is_object

_KEPT = ("canonical_key", "status", "valid_from", "valid_to", "confidence", "supersedes")


@dataclass(frozen=True, slots=True)
class Node:
    """A memory of the graph as far as it matters here. `sessions` are those that it was made from."""

    id: str
    text: str
    created: Any
    sessions: tuple[str, ...]
    marks: dict[str, Any]

    def message(self) -> Message:
        """It as a message. Raises Unfit."""
        session = self.sessions[0] if self.sessions else "awhm-lite"
        moment = time_of(self.created)
        metadata = storable({"memory": True} | self.marks)
        return Message(
            name(session),
            Role.USER,
            text_of(self.text),
            *moment,
            None,
            name(f"node/{self.id}"),
            "awhm-lite",
            0,
            metadata,
        )


def is_node(value: Any) -> bool:
    """Whether a JSON value looks like a node of the graph."""
    return is_object(value) and "content" in value and "source_sessions" in value and "type" in value


def node_of(ident: str, value: Any) -> Node:
    """A node. Raises Unfit for what is none, and for an entity."""
    if not is_node(value):
        raise Unfit("not a memory")
    if value.get("entity_type"):
        raise Unfit("an entity, which is read anew from the messages", "skipped")
    if not isinstance(value["content"], str):
        raise Unfit("the content is not text")
    named = value["source_sessions"]
    found = [one for one in named if isinstance(one, str)] if is_list(named) else []
    refs = value.get("source_refs")
    for ref in refs if is_list(refs) else []:
        if is_object(ref) and isinstance(session := ref.get("session_id"), str) and session not in found:
            found.append(session)
    marks = {key: value[key] for key in _KEPT if value.get(key)}
    return Node(ident, value["content"], value.get("created_at"), tuple(found), marks)


def from_elements(elements: Iterable[Element], origin: Origin) -> Iterator[Item]:
    """The messages of a graph file that is imported alone, without its logs. Raises nothing."""
    for item in nodes_of(elements, origin):
        if isinstance(item, Left):
            yield item
            continue
        try:
            yield item.message()
        except Unfit as error:
            yield Left(origin.file, None, f"memory {name(item.id)}", error.reason, error.kind)


def nodes_of(elements: Iterable[Element], origin: Origin) -> Iterator[Node | Left]:
    """The memories of a graph in JSON, and what is left of it. Raises nothing."""
    for element in elements:
        if element.opens and not element.fault:
            continue
        if element.member != "nodes":
            if element.fault or element.member not in ("edges", "version"):
                yield Left(origin.file, None, element.member, element.fault or "no part of a graph", "damaged")
            continue
        where = f"memory {element.number}"
        try:
            ((ident, value),) = element_value(element).items()
            yield node_of(ident, value)
        except Unfit as error:
            yield Left(origin.file, None, where, error.reason, error.kind)
        except (AttributeError, ValueError):
            yield Left(origin.file, None, where, "not a memory", "damaged")


def nodes_in(path: Path, origin: Origin) -> Iterator[Node | Left]:
    """The memories of a graph in SQLite, which is read and never written. Raises nothing."""
    # Without a WAL beside it, it is opened so that not even a lock file is made.
    alone = "" if os.path.exists(f"{path}-wal") else "&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{alone}", uri=True)) as database:
            for number, row in enumerate(database.execute("SELECT * FROM nodes"), 1):
                yield from _row(row, number, origin)
    except sqlite3.Error as error:
        yield Left(origin.file, None, "", f"the graph cannot be read: {error}", "damaged")


def _row(row: tuple[Any, ...], number: int, origin: Origin) -> Iterator[Node | Left]:
    """A row holds the id and, in one of its columns, the rest as JSON."""
    where = f"memory {number}"
    try:
        text = next((value for value in row[1:] if isinstance(value, str) and value.lstrip()[:1] == "{"), None)
        if text is None or not isinstance(row[0], str):
            raise Unfit("not a memory")
        yield node_of(row[0], orjson.loads(text))
    except Unfit as error:
        yield Left(origin.file, None, where, error.reason, error.kind)
    except orjson.JSONDecodeError:
        yield Left(origin.file, None, where, "not JSON", "damaged")


def buffered(value: Any, session: str) -> Node:
    """One entry of a buffer as a memory of its session. Raises Unfit."""
    if not is_object(value) or not isinstance(text := value.get("content"), str):
        raise Unfit("not an entry of the buffer")
    moment = time_of(value.get("timestamp"))
    ident = content_id(f"buffer/{session}/{moment.ms}", text)
    return Node(ident, text, value.get("timestamp"), (session,), {})
