"""Opening a source and cutting it into lines: plain or gzip, on `\\n` alone, whatever the bytes are."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, NoReturn, cast

import orjson

from awhm.errors import Refused
from awhm.jobs.importers.encodings import as_utf8
from awhm.jobs.importers.item import Unfit, name
from awhm.jobs.importers.packed import GZIP, bounded

MAX_LINE = 64 << 20  # bytes; a longer line is left, and never held in memory
BUFFER = 1 << 18  # bytes that are read at a time
UTF8_BOM = b"\xef\xbb\xbf"
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89abAB]|\\u[dD][c-fC-F]")


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that is read: as the user named it, its bare name, and an id for what names itself by nothing.

    The id is the absolute path: two unnamed conversations in files of the same name must not be taken
    for one another. A source that names itself never uses it. `place` is the path from the folder that is
    imported, that folder's name included, in normal form C: file systems spell one name in several ways, and
    a folder may be moved. `changed` is when the file was written, in ms since 1970 UTC, None where nobody knows.
    `branches` says to take what stands on branches that were left, too. `me` says who the user is in exports of
    other memory systems, `names` are names that the user goes by anyway, all casefolded; with `unbelieved` nothing in
    such exports is the user's words.
    """

    file: str
    stem: str
    id: str
    place: str = ""
    changed: int | None = None
    branches: bool = False
    me: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    unbelieved: bool = False

    @classmethod
    def of(
        cls,
        path: str | os.PathLike[str],
        roots: Sequence[str] = (),
        *,
        branches: bool = False,
        me: Iterable[str] = (),
        names: Iterable[str] = (),
        unbelieved: bool = False,
    ) -> Origin:
        """The origin of a path; `.gz` and one more suffix are not part of the bare name."""
        named = Path(path)
        bare = Path(named.stem) if named.suffix.lower() == ".gz" else named
        stem = name(bare.stem) or "import"
        try:
            changed = round(os.stat(path).st_mtime_ns / 1_000_000)
        except (OSError, ValueError):
            changed = None
        place = _place(named.absolute(), roots)
        who, known = (frozenset(one.strip().casefold() for one in some) for some in (me, names))
        file, ident = name(os.fspath(path)), name(f"file:{named.absolute()}")
        return cls(file, stem, ident, place, changed, branches, who, known, unbelieved)

    def member(self, inside: str) -> Origin:
        """The origin of a file inside this one."""
        path = PurePosixPath(inside)
        stem = name(path.stem) or "import"
        place = name(unicodedata.normalize("NFC", f"{self.place}/{inside}"))
        file, ident = name(f"{self.file}:{inside}"), name(f"{self.id}:{inside}")
        return replace(self, file=file, stem=stem, id=ident, place=place, changed=None)


def _place(path: Path, roots: Sequence[str]) -> str:
    """The path as seen from the deepest of these folders that holds it, else from the folder it is in."""
    above = [root for root in map(_absolute, roots) if root in path.parents]
    root = max(above, key=lambda one: len(one.parts), default=path.parent)
    return name(unicodedata.normalize("NFC", "/".join((root.name or "root", *path.relative_to(root).parts))))


def _absolute(path: str) -> Path:
    return Path(os.path.abspath(path))


@dataclass(frozen=True, slots=True)
class Line:
    """One line with its number, from 1. `fault` says why it could not be read, "" if it could."""

    number: int
    data: bytes
    fault: str = ""


def open_source(path: str | os.PathLike[str], called: str | None = None) -> BinaryIO:
    """The file's content as a stream of UTF-8, unpacked if it is gzip and recoded if it is UTF-16 or UTF-32.

    All three are told by the first bytes, not by the name. Raises Refused (code "unreadable", of the file as
    it is `called`) if it cannot be opened.
    """
    called = os.fspath(path) if called is None else called
    try:
        plain = io.BufferedReader(io.FileIO(path), BUFFER)
        packed = plain.peek(2)[:2] == GZIP
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unreadable(called, reason) from error
    beneath = cast("BinaryIO", plain)
    if not packed:
        return as_utf8(beneath)
    size = os.fstat(plain.fileno()).st_size
    try:
        return as_utf8(bounded(cast("BinaryIO", gzip.GzipFile(fileobj=plain, mode="rb")), size, beneath))
    except (OSError, EOFError, zlib.error) as error:
        plain.close()
        raise unreadable(called, broken(error)) from error


def numbered(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, split on `\\n` only, a byte-order mark at the start removed.

    A line above `MAX_LINE` comes with a fault and its beginning; what remains of it is passed over when
    the next line is asked for. A packed file that breaks off yields one last line with a fault.
    """
    number = 0
    while True:
        number += 1
        try:
            data = stream.readline(MAX_LINE + 1)
        except (OSError, EOFError, zlib.error) as error:
            yield Line(number, b"", broken(error))
            return
        if not data:
            return
        if number == 1:
            data = data.removeprefix(UTF8_BOM)
        if len(data) > MAX_LINE and not data.endswith(b"\n"):
            yield Line(number, data, f"longer than {MAX_LINE >> 20} MiB")
            try:
                while (more := stream.readline(1 << 20)) and not more.endswith(b"\n"):
                    pass
            except (OSError, EOFError, zlib.error):
                continue  # the next readline meets it again and reports it
            continue
        yield Line(number, data)


def whole(stream: BinaryIO, origin: Origin, most: int) -> bytes:
    """All that a stream holds. Raises Refused (code "unreadable") if it breaks off or is larger than `most`."""
    try:
        data = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise unreadable(origin.file, broken(error)) from error
    if len(data) > most:
        raise unreadable(origin.file, f"larger than {most >> 20} MiB")
    return data


def json_value(line: Line) -> Any:
    """The JSON value of a line. Raises Unfit saying what is wrong with it."""
    if line.fault:
        raise Unfit(line.fault)
    try:
        return decode(line.data)
    except ValueError as error:
        fault = error
    # A disk that lost power leaves NULs where nothing was written yet; what was written stands beside them.
    data = line.data.strip(b"\0\r\n\t ")
    if not data:
        raise Unfit("NUL bytes")
    if len(data) < len(line.data.strip()):
        try:
            return decode(data)
        except ValueError:
            pass
    if data[:1] == b"{" and not line.data.endswith(b"\n"):
        raise Unfit("cut off: the file ends in the middle of it") from fault
    raise Unfit(str(fault)) from fault


def decode(data: bytes) -> Any:
    """A JSON value from UTF-8 bytes. Raises ValueError saying what is wrong, fit to be shown.

    Escapes for half a surrogate pair are let through (`clean` mends them); orjson alone refuses them.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        pass
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8") from error
    if _SURROGATE_ESCAPE.search(data):
        try:
            return json.loads(text, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            pass
    raise ValueError("not JSON")


def broken(error: Exception) -> str:
    """Why reading stopped, in words."""
    if isinstance(error, EOFError):
        return "the compressed file breaks off"
    if isinstance(error, zlib.error | gzip.BadGzipFile):
        return "the compressed file is damaged"
    return getattr(error, "strerror", None) or "it cannot be read"


def unreadable(file: str, reason: str) -> Refused:
    """The refusal of a file that cannot be read at all."""
    return Refused("unreadable", f"{file} cannot be read: {reason}.", "Check the path and the permissions.")


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
