"""Recognising a file by what is in it, never by its name, and reading it in its format."""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from awhm.errors import Refused
from awhm.jobs.importers import claude_code, corpus, jsonl
from awhm.jobs.importers.item import Item, Left
from awhm.jobs.importers.lines import Line, Origin, decode, numbered, open_source, unreadable, whole
from awhm.language.text import is_list, is_object

ACCEPTED = (
    'Accepted, plain or gzip: a corpus ({"sessions": [{"id", "messages": [...]}]}), JSON Lines or a JSON '
    "array of {role, content, timestamp}, and Claude Code transcripts (.jsonl), all in UTF-8."
)
KNOWN_SCHEMA = 1  # the newest `schema_version` of a header line that this version reads
SAMPLE = 1000  # lines that are looked at before a file is given up
_UNDECODED = object()
Reader = Callable[[Iterable[Line], Origin], Iterator[Item]]


def parse(path: str | os.PathLike[str]) -> Iterator[Item]:
    """Every message of a file in its order, and a `Left` for whatever is not taken.

    Raises Refused, when the first item is asked for and before anything is yielded: "unreadable",
    "unknown_format", or "newer_format" for a header line of a version this one does not know. A file
    of nothing but blanks yields nothing.
    """
    origin = Origin.of(path)
    with open_source(path) as stream:
        yield from _items(stream, origin)


def _items(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """The items of a stream: as one JSON value if its first line says so, else line by line."""
    lines = numbered(stream)
    head: list[Line] = []
    for line in lines:
        head.append(line)
        if line.fault and not line.data:
            raise unreadable(origin.file, line.fault)
        if line.data.strip():
            break
    if not head or not head[-1].data.strip():
        return
    first = head[-1].data
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Refused("unknown_format", f"{origin.file} is UTF-16.", "Save it as UTF-8 and import it again.")
    value = _decoded(head[-1])
    if corpus.is_corpus(value) or is_list(value):
        yield from _value(value, origin)
        yield from _after(lines, origin)
        return
    if value is _UNDECODED and first.lstrip()[:1] in (b"{", b"["):
        data = whole(stream, b"".join(line.data for line in head), origin)
        value = _whole_value(data)
        if value is not _UNDECODED:
            yield from _value(value, origin)
            return
        head, lines = [], numbered(io.BytesIO(data))
    yield from _by_line(head, lines, origin)


def _by_line(head: list[Line], lines: Iterator[Line], origin: Origin) -> Iterator[Item]:
    """The items of a file of lines, in the format of the first line that is recognised."""
    looked_at: list[Line] = []
    for line in itertools.islice(itertools.chain(head, lines), SAMPLE):
        looked_at.append(line)
        reader = _reader(_decoded(line), origin)
        if reader is not None:
            # `looked_at` holds what was consumed of the chain; `lines` has the rest, as `head` comes first.
            rest = itertools.chain(looked_at, head[len(looked_at) :], lines)
            yield from reader(rest, origin)
            return
    raise _unknown(origin)


def _reader(value: Any, origin: Origin) -> Reader | None:
    """The reader for a file with this line; None if the line tells nothing."""
    if not is_object(value):
        return None
    if jsonl.is_record(value):
        return jsonl.from_lines
    if claude_code.is_record(value):
        return claude_code.from_lines
    record = value
    version = record.get("schema_version")
    if record.get("type") == "header" and isinstance(version, int) and version > KNOWN_SCHEMA:
        raise Refused(
            "newer_format",
            f"{origin.file} has format version {version}; this version reads up to {KNOWN_SCHEMA}.",
            "Update AWHM and import it again; nothing was taken.",
        )
    return None


def _value(value: Any, origin: Origin) -> Iterator[Item]:
    """The items of a file that is one JSON value. Raises Refused if it is of no known shape."""
    if corpus.is_corpus(value):
        return corpus.items(value, origin)
    if is_list(value):
        values = value
        if not values or any(jsonl.is_record(element) for element in values):
            return jsonl.from_array(values, origin)
    raise _unknown(origin)


def _after(lines: Iterator[Line], origin: Origin) -> Iterator[Item]:
    """What stands after the one value of a file: nothing that could be taken."""
    for line in lines:
        if line.fault or line.data.strip():
            reason = line.fault or "stands after the end of the file's one value"
            yield Left(origin.file, line.number, "", reason, "damaged")


def _decoded(line: Line) -> Any:
    if line.fault:
        return _UNDECODED
    try:
        return decode(line.data)
    except ValueError:
        return _UNDECODED


def _whole_value(data: bytes) -> Any:
    try:
        return decode(data)
    except ValueError:
        return _UNDECODED


def _unknown(origin: Origin) -> Refused:
    return Refused("unknown_format", f"{origin.file} is in no format that can be imported.", ACCEPTED)
