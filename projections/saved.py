"""A saved view on disk: one manifest, renamed into place, over files that are never changed once written.

    views/<name>.json          the manifest: fold, version, log, position, chain hash there, parts
    views/<name>-<random>.bin  arrays and byte strings, 64-byte aligned, as many as one save had to write

A crash before the rename leaves the old manifest and its files; after it, the new ones. Files that the
manifest does not name are swept at the next save.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import secrets
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
import orjson

from awhm.events.fold import Array, Parts

LAYOUT = 1
ALIGN = 64


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

    def save(self, stamp: Stamp, parts: Parts) -> None:
        """Write what is new and publish it. Raises OSError if the disk will not have it; then nothing changed."""
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        file = f"{self._name}-{secrets.token_hex(8)}.bin"
        path = os.path.join(self._folder, file)
        try:
            places = self._write(file, path, parts)
            body = orjson.dumps({"stamp": vars(stamp), "parts": places}, option=orjson.OPT_SORT_KEYS)
            self._publish(b"%d %08x\n" % (LAYOUT, crc32(body)) + body)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise
        self._sweep({place["file"] for place in places.values()})

    def _write(self, file: str, path: str, parts: Parts) -> dict[str, Place]:
        places: dict[str, Place] = {}
        there: set[str] = set(os.listdir(self._folder))
        offset = 0
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            for part, value in parts.items():
                known = self._places.get(id(value))
                # Still ours and still there: a save from another lineage may have swept it while we had it mapped.
                if known is not None and known[0] is value and known[1]["file"] in there:
                    places[part] = known[1]
                    continue
                raw = value if isinstance(value, bytes) else np.ascontiguousarray(value).tobytes()
                out.write(bytes(-offset % ALIGN))
                offset += -offset % ALIGN
                places[part] = {
                    "file": file, "offset": offset, "bytes": len(raw), "crc": crc32(raw),
                    "dtype": None if isinstance(value, bytes) else _described(value.dtype),
                    "shape": None if isinstance(value, bytes) else list(value.shape),
                }  # fmt: skip
                out.write(raw)
                offset += len(raw)
            out.flush()
            os.fsync(out.fileno())
        return places

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

    def discard(self) -> None:
        """Forget what is saved; the view is rebuilt when it is next asked for."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._manifest)
        if os.path.isdir(self._folder):
            self._sweep(set())
        self._places.clear()


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
