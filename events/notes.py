"""Signed checkpoints as files in a folder, each named by its size and never changed once it is there."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from hashlib import sha256

from awhm.errors import Refused
from awhm.events.checkpoint import MOST_BYTES, Checkpoint, read
from awhm.events.folders import make_folder, sync_folder

ASIDE = "set-aside"  # where notes go that somebody decided no longer count; they stay as evidence
_NAMED = re.compile(r"([0-9]{20})\.note")
_LEFT = re.compile(r"\..+\.[0-9a-f]{8}\.tmp")


class Notes:
    """The notes in one folder, which is made with the first. `keep` of them stay, the newest."""

    def __init__(self, folder: str, keep: int) -> None:
        self.folder = folder
        self._keep = keep

    def sizes(self) -> list[int]:
        """The sizes that there are notes of, rising, by their names alone; none where the folder cannot be read."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return []
        return sorted(int(found[1]) for found in map(_NAMED.fullmatch, names) if found)

    def path(self, size: int) -> str:
        """The file of the note of a size."""
        return os.path.join(self.folder, f"{size:020d}.note")

    def data(self, size: int) -> bytes | None:
        """The note of a size; None if there is none, or none that can be read."""
        return read_small(self.path(size))

    def checkpoint(self, size: int) -> Checkpoint | None:
        """What the note of a size says, unverified; None if it cannot be read, or is of another size."""
        data = self.data(size)
        try:
            found = None if data is None else read(data)
        except Refused:
            return None
        return found if found is not None and found.size == size else None

    def newest(self) -> Checkpoint | None:
        """The one of the greatest size that can be read; None if there is none."""
        for size in reversed(self.sizes()):
            found = self.checkpoint(size)
            if found is not None:
                return found
        return None

    def add(self, size: int, note: bytes) -> None:
        """Keep a note, and let the oldest go. Raises OSError."""
        write_whole(self.path(size), note)
        for old in self.sizes()[: -self._keep]:
            with contextlib.suppress(FileNotFoundError):  # another process lets it go too
                os.unlink(self.path(old))

    def set_aside(self, size: int) -> None:
        """Move a note out of the way, under a name that tells it from others of its size. Raises OSError."""
        data = self.data(size) or b""
        aside = os.path.join(self.folder, ASIDE)
        make_folder(aside)
        with contextlib.suppress(FileNotFoundError):
            os.rename(self.path(size), os.path.join(aside, f"{size:020d}-{sha256(data).hexdigest()[:16]}.note"))
        sync_folder(self.folder)

    def left_behind(self) -> list[str]:
        """Files that an interrupted write left; nothing needs them."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return []
        return [os.path.join(self.folder, name) for name in sorted(names) if _LEFT.fullmatch(name)]


def read_small(path: str) -> bytes | None:
    """The bytes of a regular file of at most 64 KiB; None for all else, a named pipe included, without waiting."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            return None
        return os.read(descriptor, MOST_BYTES + 1)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def write_whole(path: str, data: bytes, *, mode: int = 0o600, make: bool = True) -> None:
    """Write a file that is there whole or not at all; its folder is made if need be, with `make`. Raises OSError."""
    folder, name = os.path.split(os.path.abspath(path))
    if make:
        make_folder(folder)
    temporary = os.path.join(folder, f".{name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        # Before this rename a crash leaves what was there; after it the new file, whole.
        os.rename(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(folder)


def write_once(path: str, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all; one that is there stays. Raises OSError.

    Of two that start at once the first one's is everybody's, and its name is on the disk for both when this returns.
    """
    unnamed = f"{path}.{secrets.token_hex(4)}"
    write_whole(unnamed, data)
    try:
        with contextlib.suppress(FileExistsError):
            os.link(unnamed, path)  # unlike a rename it fails where there is one
    finally:
        os.unlink(unnamed)
    sync_folder(os.path.dirname(os.path.abspath(path)))
