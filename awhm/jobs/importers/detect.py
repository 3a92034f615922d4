"""Recognising a file by what is in it, never by its name, and reading it in its format."""

from __future__ import annotations

import itertools
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import Any, BinaryIO, cast

from awhm.errors import Refused
from awhm.jobs.importers import claude_code, codex, jsonl, lite, mcp_memory, mempalace, notes, one_value
from awhm.jobs.importers.item import Item, Left
from awhm.jobs.importers.lines import Line, Origin, broken, decode, numbered, open_source, unreadable
from awhm.jobs.importers.packed import GZIP, ZIP, Zip, is_zip, to_be_read_twice
from awhm.jobs.lite_folder import home_of, is_lite, names_lite
from awhm.language.text import is_object

ACCEPTED = (
    "Accepted, plain, gzip or zip: transcripts of Claude Code and Codex, exports of Claude and ChatGPT, JSON Lines or "
    'a JSON array of {role, content, timestamp}, a corpus ({"sessions": [{"id", "messages": [...]}]}), Markdown notes, '
    "exports of mem0 and MemPalace, the MCP memory server's file, and the folder of AWHM Lite."
)
KNOWN_SCHEMA = 1  # the newest `schema_version` of a header line that this version reads
SAMPLE = 1000  # lines that are looked at before a file is given up
HEAD = 1 << 16  # bytes that are looked at to tell a note
LARGE = 1 << 20  # bytes of a first line that is rather one whole value than one of many lines
_BLANK = b"\xef\xbb\xbf\x00 \r\n\t"
Opener = Callable[[], BinaryIO]
Reader = Callable[[Iterable[Line], Origin], Iterator[Item]]


def parse(
    path: str | os.PathLike[str],
    roots: Iterable[str] = (),
    *,
    branches: bool = False,
    me: Iterable[str] = (),
    names: Iterable[str] = (),
    unbelieved: bool = False,
) -> Iterator[Item]:
    """Every message of a file in its order, and a `Left` for whatever is not taken.

    `roots` are the folders that are imported as a whole; `branches` takes what stands on branches that were left;
    `me`, `names` and `unbelieved` are about other memory systems (`Origin`).
    Raises Refused, when the first item is asked for and before anything is yielded: "unreadable",
    "unknown_format", or "newer_format" for a header line of a version this one does not know. A file
    of nothing but blanks yields nothing.
    """
    origin = Origin.of(path, tuple(roots), branches=branches, me=me, names=names, unbelieved=unbelieved)
    if is_lite(path):
        yield from lite.items(os.fspath(path), origin)
        return
    with _readable(path, origin) as file:
        if is_zip(file):
            with closing(Zip(file)) as packed:
                yield from _members(packed, origin)
            return
        items = _items(partial(open_source, file, origin.file), origin)
        home = home_of(path)
        yield from items if home is None else lite.without_erased(items, home, origin)


@contextmanager
def _readable(path: str | os.PathLike[str], origin: Origin) -> Generator[str | os.PathLike[str]]:
    with ExitStack() as stack:
        try:
            file = stack.enter_context(to_be_read_twice(path))
        except OSError as error:
            raise unreadable(origin.file, broken(error)) from error
        yield file


def _members(packed: Zip, origin: Origin) -> Iterator[Item]:
    """The items of all files in a zip; what is in no known format is named. Raises Refused if nothing is."""
    if names_lite([info.filename for info in packed.members]):
        reason = "it holds a folder of AWHM Lite, whose files are to be read together"
        raise Refused("unknown_format", f"{origin.file}: {reason}.", "Unpack it and import the folder.")
    taken = False
    passed_over: list[Left] = []
    for info in packed.members:
        inner = origin.member(info.filename)
        items = _items(partial(packed.open, info), inner)
        try:
            for item in items:
                taken = True
                yield item
        except Refused as error:
            unknown = Left(inner.file, None, "", "in no format that can be imported", "skipped")
            broken_one = Left(inner.file, None, "", str(error), "damaged")
            passed_over.append(unknown if error.code == "unknown_format" else broken_one)
    if not taken and passed_over:
        raise _unknown(origin)
    yield from passed_over


def _items(opened: Opener, origin: Origin) -> Iterator[Item]:
    """The items of a file: as one JSON value or line by line, as its first characters say, else as a note."""
    head = _head(opened, origin)
    if head.startswith((GZIP, ZIP)):  # packed inside what was unpacked
        raise _unknown(origin)
    first = head.lstrip(_BLANK)[:1]
    if not first:
        return
    if first == b"[" and (items := one_value.items(opened, origin)) is not None:
        yield from items
        return
    if first != b"[":
        with opened() as stream:
            lines = numbered(stream)
            looked_at: list[Line] = []
            for line in itertools.islice(lines, SAMPLE):
                looked_at.append(line)
                reader = None if len(line.data) > LARGE else _reader(_decoded(line), origin)
                if reader is None and first == b"{" and (line.fault or line.data.strip(_BLANK)):
                    first = b""  # it is asked once
                    if (items := one_value.items(opened, origin)) is not None:
                        yield from items
                        return
                reader = reader or _reader(_decoded(line), origin)
                if reader is not None:
                    yield from reader(itertools.chain(looked_at, lines), origin)
                    return
            if looked_at[-1].fault and not looked_at[-1].data:  # it broke off before anything was recognised
                raise unreadable(origin.file, looked_at[-1].fault)
    yield from _text(opened, head, origin)


def _head(opened: Opener, origin: Origin) -> bytes:
    """The first bytes that are not blank, and some that follow. Raises Refused if there is nothing to be read."""
    data = b""
    with opened() as stream:
        try:
            while not data.strip(_BLANK) and (more := cast("Any", stream).read1(HEAD)):
                data = more
        except (OSError, EOFError, zlib.error) as error:
            if not data.strip(_BLANK):
                raise unreadable(origin.file, broken(error)) from error
    return data


def _text(opened: Opener, head: bytes, origin: Origin) -> Iterator[Item]:
    """The items of a file of no JSON. Raises Refused if it is no text of ours either."""
    rows = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").split("\n")[:100]
    said = [row for row in rows if row.strip()]
    if said and mempalace.is_index(said[0]):
        yield Left(origin.file, None, "", "a list of rooms, which are files of their own", "skipped")
    elif mempalace.is_room(rows):
        with opened() as stream:
            yield from mempalace.from_lines(numbered(stream), origin)
    elif notes.is_note(head, origin.file):
        with opened() as stream:
            yield from notes.items(stream, origin)
    else:
        raise _unknown(origin)


def _reader(value: Any, origin: Origin) -> Reader | None:
    """The reader for a file with this line; None if the line tells nothing."""
    if not is_object(value):
        return None
    if codex.is_record(value):  # whose bare items have a role, too
        return codex.from_lines
    if jsonl.is_record(value):
        return jsonl.from_lines
    if mcp_memory.is_record(value) and value.get("type") in ("entity", "relation"):
        return mcp_memory.from_lines
    if claude_code.is_record(value):
        return claude_code.from_lines
    version = value.get("schema_version")
    if value.get("type") == "header" and isinstance(version, int) and version > KNOWN_SCHEMA:
        raise Refused(
            "newer_format",
            f"{origin.file} has format version {version}; this version reads up to {KNOWN_SCHEMA}.",
            "Update AWHM and import it again; nothing was taken.",
        )
    return None


def _decoded(line: Line) -> Any:
    try:
        return None if line.fault else decode(line.data)
    except ValueError:
        return None


def _unknown(origin: Origin) -> Refused:
    return Refused("unknown_format", f"{origin.file} is in no format that can be imported.", ACCEPTED)
