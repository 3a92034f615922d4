"""Packed files: how far they may unpack, and what is inside a zip. A bomb is refused, whatever it is called."""

from __future__ import annotations

import errno
import io
import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from awhm.errors import Refused
from awhm.jobs.importers.encodings import as_utf8

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
FREE = 256 << 20  # bytes that anything may unpack to
MOST_TIMES = 100  # beyond that, so many times its packed size; JSON packs some 5 to 20 times
_BROKEN = (OSError, EOFError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error)
MOST_MEMBERS = 100_000  # files in one zip


def is_zip(path: str | os.PathLike[str]) -> bool:
    """Whether the file begins as a zip does. What cannot be opened is none: whoever opens it says why."""
    try:
        with open(path, "rb") as file:
            return file.read(4) == ZIP
    except (OSError, ValueError):
        return False


@contextmanager
def to_be_read_twice(path: str | os.PathLike[str]) -> Generator[str | os.PathLike[str]]:
    """The path of a file, or of a copy of what comes out of a pipe, which is gone once it was looked at.

    The copy can be read by its user alone, and goes when the block ends. Raises OSError.
    """
    try:
        kind = os.stat(path).st_mode
    except (OSError, ValueError):
        kind = stat.S_IFREG  # whoever opens it says why it cannot be
    if not (stat.S_ISFIFO(kind) or stat.S_ISCHR(kind) or stat.S_ISSOCK(kind)):
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="awhm-import-") as copy:
        with open(path, "rb") as pipe:
            shutil.copyfileobj(pipe, copy)
        copy.flush()
        yield copy.name


def bounded(stream: BinaryIO, packed: int, beneath: BinaryIO | None = None) -> BinaryIO:
    """The stream, which ends in an OSError when more comes out of it than `packed` bytes are allowed to hold.

    Closing it closes both.
    """
    most = max(FREE, MOST_TIMES * packed)
    return cast("BinaryIO", io.BufferedReader(_Bounded(stream, most, beneath), 1 << 18))


class _Bounded(io.RawIOBase):
    def __init__(self, stream: BinaryIO, most: int, beneath: BinaryIO | None) -> None:
        super().__init__()
        self._stream = stream
        self._left = most
        self._beneath = beneath

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """As the stream; raises OSError once it was too much."""
        try:
            data = cast("Any", self._stream).read1(len(buffer))  # what is whole, before what is not
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            raise OSError(errno.EIO, "the zip file is damaged, or packed in a way that is not known") from error
        self._left -= len(data)
        if self._left < 0:
            raise OSError(errno.EFBIG, f"it unpacks to more than {MOST_TIMES} times its size")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the streams beneath, too."""
        super().close()
        self._stream.close()
        if self._beneath is not None:
            self._beneath.close()


class Zip:
    """The files inside a zip, to be read one after another."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises Refused ("unreadable") for one that is damaged, or whose list of files is a bomb of its own."""
        self._path = os.fspath(path)
        try:
            self._zip = zipfile.ZipFile(path)
        except _BROKEN as error:
            raise self._refused("it is no whole zip file") from error
        self.members = [info for info in self._zip.infolist() if not info.is_dir()]
        if len(self.members) > MOST_MEMBERS:
            raise self._refused(f"it holds more than {MOST_MEMBERS} files")
        packed, whole = os.path.getsize(path), sum(info.file_size for info in self.members)
        if whole > max(FREE, MOST_TIMES * packed):
            raise self._refused(f"it says that it unpacks to more than {MOST_TIMES} times its size")

    def open(self, info: zipfile.ZipInfo) -> BinaryIO:
        """One file's content. Raises Refused."""
        if info.flag_bits & 0x1:
            raise self._refused(f"{info.filename} is encrypted")
        try:
            return as_utf8(bounded(cast("BinaryIO", self._zip.open(info)), info.compress_size))
        except (*_BROKEN, RuntimeError) as error:
            raise self._refused(f"{info.filename} is damaged") from error

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def _refused(self, reason: str) -> Refused:
        return Refused("unreadable", f"{self._path} cannot be read: {reason}.", "Unpack it and import what is inside.")
