"""Opening a source and cutting it into lines: plain or gzip, on `\\n` alone, whatever the bytes are."""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

import orjson

from awhm.errors import Refused
from awhm.jobs.importers.item import name

MAX_LINE = 64 << 20  # bytes; a longer line is left, and never held in memory
MAX_WHOLE = 512 << 20  # bytes of a file that is one JSON value
UTF8_BOM = b"\xef\xbb\xbf"
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89abAB]|\\u[dD][c-fC-F]")


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that is read: as the user named it, its bare name, and an id for what names itself by nothing.

    The id is the absolute path: two unnamed conversations in files of the same name must not be taken
    for one another. A source that names itself never uses it.
    """

    file: str
    stem: str
    id: str

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> Origin:
        """The origin of a path; `.gz` and one more suffix are not part of the bare name."""
        named = Path(path)
        bare = Path(named.stem) if named.suffix.lower() == ".gz" else named
        stem = name(bare.stem) or "import"
        return cls(name(os.fspath(path)), stem, name(f"file:{named.absolute()}"))


@dataclass(frozen=True, slots=True)
class Line:
    """One line with its number, from 1. `fault` says why it could not be read, "" if it could."""

    number: int
    data: bytes
    fault: str = ""


def open_source(path: str | os.PathLike[str]) -> BinaryIO:
    """The file's content as a stream, unpacked if it is gzip (told by its first bytes, not its name).

    Raises Refused (code "unreadable") if it cannot be opened.
    """
    try:
        plain = open(path, "rb")  # noqa: SIM115 - the caller closes it
        packed = plain.peek(2)[:2] == b"\x1f\x8b"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unreadable(os.fspath(path), reason) from error
    return cast("BinaryIO", _Unzipped(plain)) if packed else plain


class _Unzipped(gzip.GzipFile):
    """A gzip stream that closes the file beneath it."""

    def __init__(self, packed: BinaryIO) -> None:
        super().__init__(fileobj=packed, mode="rb")
        self._packed = packed

    def close(self) -> None:
        """Close the stream and the file beneath it."""
        super().close()
        self._packed.close()


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


def whole(stream: BinaryIO, head: bytes, origin: Origin) -> bytes:
    """The head that was read already and all that follows it.

    Raises Refused (code "unreadable") if it breaks off or is larger than `MAX_WHOLE`.
    """
    try:
        rest = stream.read(MAX_WHOLE + 1 - len(head))
    except (OSError, EOFError, zlib.error) as error:
        raise unreadable(origin.file, broken(error)) from error
    if len(head) + len(rest) > MAX_WHOLE:
        raise unreadable(origin.file, f"one JSON value larger than {MAX_WHOLE >> 20} MiB")
    return head + rest


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
