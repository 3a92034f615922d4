"""A saved view on disk: one manifest, renamed into place, over files that are never changed once written.

    views/<name>.json          the manifest: fold, version, log, position, chain hash there, parts
    views/<name>-<random>.bin  arrays and byte strings, 64-byte aligned, as many as one save had to write; a large
                               array has a file of its own, so that it need not be written again with small ones

A crash before the rename leaves the old manifest and its files; after it, the new ones. Files that the
manifest does not name are swept at the next save.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, BinaryIO
from zlib import crc32

import numpy as np
import orjson

from awhm.events.fold import Array, Parts

LAYOUT = 1
ALIGN = 64
LARGE = 1 << 20  # bytes from which on an array has a file of its own
LOCK = "save.lock"  # beside the views; whoever saves holds it
_FIRST_LINE = re.compile(rb"[0-9]+ [0-9a-f]{8}\n")  # of a manifest


@dataclass(frozen=True)
class Stamp:
    """What a saved view was made from. It may be used only where all of this still holds."""

    name: str
    version: str
    log_id: str
    position: int
    chain: str


Place = dict[str, Any]  # file, offset, bytes, crc, dtype and shape (null for a byte string)


class SavedView:
    """One view's files. `load` remembers where each array came from, so that `save` need not write it again."""

    def __init__(self, folder: str, name: str) -> None:
        self._folder = folder
        self._name = name
        self._manifest = os.path.join(folder, f"{name}.json")
        # Exactly: the view "a" must not sweep the files of "a-b".
        self._ours = re.compile(re.escape(name) + r"(-[0-9a-f]{16}\.bin|\.json\.[0-9a-f]{8}\.tmp)")
        self._places: dict[int, tuple[Array, Place]] = {}  # by id of the array, which is kept alive here

    def read_stamp(self) -> Stamp | None:
        """The stamp of what is saved; None if nothing is, or the manifest cannot be understood."""
        manifest = self._read()
        try:
            return Stamp(**manifest["stamp"]) if manifest else None
        except (KeyError, TypeError):
            return None

    def _read(self) -> dict[str, Any] | None:
        try:
            with open(self._manifest, "rb") as file:
                line, _, body = file.read().partition(b"\n")
            if line != b"%d %08x" % (LAYOUT, crc32(body)):
                return None
            manifest: dict[str, Any] = orjson.loads(body)
        except (OSError, ValueError):
            return None
        return manifest

    def load(self, *, check: bool = False) -> tuple[Stamp, Parts] | None:
        """Stamp and parts, arrays memory-mapped and read-only; None if anything does not fit.

        Byte strings are always checked against their CRC; arrays only with `check`, as that reads them all.
        """
        manifest = self._read()
        while manifest is not None:
            found = self._load(manifest, check=check)
            # Another process may have saved in between and swept the files that this manifest names.
            if found is not None or (again := self._read()) == manifest:
                return found
            manifest = again
        return None

    def _load(self, manifest: dict[str, Any], *, check: bool) -> tuple[Stamp, Parts] | None:
        self._places.clear()
        maps: dict[str, mmap.mmap | bytes] = {}
        parts: dict[str, Array | bytes] = {}
        try:
            for part, place in manifest["parts"].items():
                file = place["file"]
                if file not in maps:
                    maps[file] = _map(os.path.join(self._folder, file))
                parts[part] = self._part(maps[file], place, check=check)
            return Stamp(**manifest["stamp"]), parts
        except (AttributeError, KeyError, TypeError, ValueError, OSError):
            self._places.clear()
            return None

    def _part(self, source: mmap.mmap | bytes, place: Place, *, check: bool) -> Array | bytes:
        start, size = place["offset"], place["bytes"]
        if place["dtype"] is None or check:
            raw = source[start : start + size]
            if len(raw) != size or crc32(raw) != place["crc"]:
                raise ValueError("a part of a saved view is damaged")
            if place["dtype"] is None:
                return raw
        dtype = _dtype(place["dtype"])
        count = size // dtype.itemsize if dtype.itemsize else 0
        flat: Array = np.frombuffer(source, dtype, count, start) if count else np.empty(0, dtype)
        array = flat.reshape(place["shape"])
        self._places[id(array)] = (array, place)
        return array

    def save(self, stamp: Stamp, parts: Parts, *, purge: bool = False) -> None:
        """Write what is new and publish it. Raises OSError if the disk will not have it; then nothing changed.

        A file stays while a part in it is named, with all that it held before. With `purge` it stays only if it holds
        nothing else: no byte of what these parts are not is left in any file of the view.
        """
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        made: list[str] = []
        try:
            places = self._write(made, parts, self._kept(parts, purge=purge))
            body = orjson.dumps({"stamp": vars(stamp), "parts": places}, option=orjson.OPT_SORT_KEYS)
            self._publish(b"%d %08x\n" % (LAYOUT, crc32(body)) + body)
        except OSError:
            for file in made:
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self._folder, file))
            raise
        self._sweep({place["file"] for place in places.values()})

    def _kept(self, parts: Parts, *, purge: bool) -> dict[str, Place]:
        """The parts that need not be written again, and where they are."""
        there = set(os.listdir(self._folder))
        found: dict[str, Place] = {}
        for part, value in parts.items():
            known = self._places.get(id(value))
            # Still ours and still there: a save from another lineage may have swept it while we had it mapped.
            if known is not None and known[0] is value and known[1]["file"] in there:
                found[part] = known[1]
        if not purge:
            return found
        files: dict[str, set[tuple[int, int]]] = {}
        for place in found.values():
            files.setdefault(place["file"], set()).add((place["offset"], place["bytes"]))
        full = {file for file, stretches in files.items() if self._filled(file, stretches)}
        return {part: place for part, place in found.items() if place["file"] in full}

    def _filled(self, file: str, stretches: set[tuple[int, int]]) -> bool:
        """Whether a file holds these stretches and nothing else."""
        end = 0
        for offset, size in sorted(stretches):
            if offset != end + -end % ALIGN:
                return False
            end = offset + size
        return os.stat(os.path.join(self._folder, file)).st_size == end

    def _write(self, made: list[str], parts: Parts, kept: dict[str, Place]) -> dict[str, Place]:
        """Write the parts that are not kept, the small ones into one file; `made` gets the names of the files."""
        fresh = {part: value for part, value in parts.items() if part not in kept}
        large = [part for part, value in fresh.items() if not isinstance(value, bytes) and value.nbytes >= LARGE]
        packs = [[part for part in fresh if part not in large], *([part] for part in large)]
        places: dict[str, Place] = {}
        for pack in filter(None, packs):
            made.append(f"{self._name}-{secrets.token_hex(8)}.bin")
            path = os.path.join(self._folder, made[-1])
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                for part in pack:
                    out.write(bytes(-out.tell() % ALIGN))
                    places[part] = _put(out, made[-1], fresh[part])
                out.flush()
                os.fsync(out.fileno())
        return {part: kept[part] if part in kept else places[part] for part in parts}

    def _publish(self, content: bytes) -> None:
        temporary = f"{self._manifest}.{secrets.token_hex(4)}.tmp"
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        # Before this rename a crash leaves the old view; after it the new one, whole.
        os.rename(temporary, self._manifest)
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _sweep(self, live: set[str]) -> None:
        """Remove files of this view that no manifest names. Readers that have them mapped keep them."""
        for name in os.listdir(self._folder):
            if self._ours.fullmatch(name) and name not in live:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(os.path.join(self._folder, name))

    def files(self) -> set[str]:
        """The names of the files that hold what is saved; none if nothing is."""
        manifest = self._read()
        return {place["file"] for place in manifest["parts"].values()} | {f"{self._name}.json"} if manifest else set()

    def discard(self) -> None:
        """Forget what is saved; the view is rebuilt when it is next asked for."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._manifest)
        if os.path.isdir(self._folder):
            self._sweep(set())
        self._places.clear()


def sweep(folder: str, keep: Collection[str] = ()) -> None:
    """Remove all files of a folder of saved views but these and the lock. The caller holds the lock."""
    for name in set(os.listdir(folder)) - {LOCK, LOCK + ".queue", *keep}:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, name))


def saved_in(folder: str, names: Collection[str]) -> list[str]:
    """The paths of all files of saved views of these names that lie in a folder, and of the lock that goes with them.

    A file is ours only if it is named as we name files and, where others might name one so too, begins as a manifest.
    """
    known = "|".join(map(re.escape, names))
    parts = r"-[0-9a-f]{16}\.bin|\.json\.[0-9a-f]{8}\.tmp|(?P<manifest>\.json)"
    ours = re.compile(rf"({known})({parts})|{re.escape(LOCK)}(\.queue)?")
    found: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            named = ours.fullmatch(entry.name)
            if named is None or not entry.is_file(follow_symlinks=False):
                continue
            if named["manifest"] is not None:
                with open(entry.path, "rb") as file:
                    if not _FIRST_LINE.fullmatch(file.readline(100)):
                        continue
            found.append(entry.path)
    return found


def _put(out: BinaryIO, file: str, value: Array | bytes) -> Place:
    """Write one part, and say where it is."""
    place: Place = {"file": file, "offset": out.tell(), "dtype": None, "shape": None}
    raw: bytes | memoryview
    if isinstance(value, bytes):
        raw = value
    else:
        place |= {"dtype": _described(value.dtype), "shape": list(value.shape)}
        raw = np.ascontiguousarray(value).view(np.uint8).reshape(-1).data if value.nbytes else b""
    out.write(raw)
    return place | {"bytes": len(raw), "crc": crc32(raw)}


def _described(dtype: np.dtype[Any]) -> Any:
    description = dtype.descr if dtype.fields else dtype.str
    if _dtype(description) != dtype:
        raise ValueError(f"an array of {dtype} cannot be saved")
    return description


def _dtype(description: Any) -> np.dtype[Any]:
    if isinstance(description, str):
        return np.dtype(description)
    return np.dtype([(name, kind, *map(tuple, shape)) for name, kind, *shape in description])


def _map(path: str) -> mmap.mmap | bytes:
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
