"""A saved view on disk: one manifest, renamed into place, over files that are never changed once written.

    views/<name>.json          the manifest: fold, version, log, position, chain hash there, parts
    views/<name>-<random>.bin  arrays and byte strings, 64-byte aligned, of those that one save had to write: chunks of
                               one number together ("row.what.0003", "row.session.0003"), a larger array by itself

So a row is in few files, and to forget it is to write few small ones.

A crash before the rename leaves the old manifest and its files; after it, the new ones. Files that the
manifest does not name are swept at the next save.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO
from zlib import crc32

import numpy as np
import orjson

from awhm.events.fold import Array, Parts
from awhm.events.folders import sync_folder
from awhm.language.regex import regex

LAYOUT = 1
ALIGN = 64
LARGE = 1 << 20  # bytes from which on an array has a file of its own
AT_ONCE = 32  # files that are written before they are synced: one sync makes the next ones cheap
LOCK = "save.lock"  # beside the views; whoever saves holds it
_NUMBERED = regex(r"\.([0-9]{4,})\Z")  # the number of a chunk in the name of a part
_FIRST_LINE = regex(rb"[0-9]+ [0-9a-f]{8}\n")  # of a manifest


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
        self._texts: dict[str, tuple[bytes, Place]] = {}  # of byte strings, by part
        self._sizes: dict[str, int] = {}  # bytes of each file: nobody changes one
        self._manifest_read: tuple[object, dict[str, Any]] | None = None  # and of which file

    def read_stamp(self) -> Stamp | None:
        """The stamp of what is saved; None if nothing is, or the manifest cannot be understood."""
        manifest = self._read()
        try:
            return Stamp(**manifest["stamp"]) if manifest else None
        except (KeyError, TypeError):
            return None

    def _read(self) -> dict[str, Any] | None:
        try:
            if self._manifest_read is not None and self._manifest_read[0] == _which(os.stat(self._manifest)):
                return self._manifest_read[1]
            with open(self._manifest, "rb") as file:
                which = _which(os.fstat(file.fileno()))
                line, _, body = file.read().partition(b"\n")
            if line != b"%d %08x" % (LAYOUT, crc32(body)):
                return None
            manifest: dict[str, Any] = orjson.loads(body)
        except (OSError, ValueError):
            return None
        self._manifest_read = (which, manifest)
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
        self._forget()
        try:
            return Stamp(**manifest["stamp"]), self._mapped(manifest["parts"], check=check)
        except (AttributeError, KeyError, TypeError, ValueError, OSError):
            self._forget()
            return None

    def _forget(self) -> None:
        self._places.clear()
        self._texts.clear()
        self._sizes.clear()

    def _mapped(self, places: Mapping[str, Place], *, check: bool) -> dict[str, Array | bytes]:
        """These parts from their files; where they are is noted. Raises what a wrong place or file raises."""
        maps: dict[str, mmap.mmap | bytes] = {}
        parts: dict[str, Array | bytes] = {}
        for part, place in places.items():
            file = place["file"]
            if file not in maps:
                maps[file] = _map(os.path.join(self._folder, file))
            value = parts[part] = self._part(maps[file], place, check=check)
            if isinstance(value, bytes):
                self._texts[part] = (value, place)
            else:
                self._places[id(value)] = (value, place)
        return parts

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
        shape: list[int] = place["shape"]
        return flat if len(shape) == 1 and shape[0] == count else flat.reshape(shape)

    def save(self, stamp: Stamp, parts: Parts, *, purge: bool = False) -> Parts:
        """Write what is new and publish it; the parts again, what was written now as memory maps of its files.

        A file stays while a part in it is named, with all that it held before. With `purge` it stays only if it holds
        nothing else: no byte of what these parts are not is left in any file of the view. Where that is so already,
        nothing is written. The parts are given back as they are, and the caller syncs the folder and sweeps it.
        Raises OSError if the disk will not have it; then nothing changed.
        """
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        made: list[str] = []
        try:
            kept = self._kept(parts, purge=purge)
            there = self._read()
            if purge and len(kept) == len(parts) and there is not None and there["parts"] == kept:
                return parts
            before = set[str]() if there is None else _files(there)
            places = self._write(made, parts, kept)
            body = orjson.dumps({"stamp": vars(stamp), "parts": places}, option=orjson.OPT_SORT_KEYS)
            self._publish(b"%d %08x\n" % (LAYOUT, crc32(body)) + body)
            if not purge:
                sync_folder(self._folder)
            self._manifest_read = (_which(os.stat(self._manifest)), {"stamp": vars(stamp), "parts": places})
        except OSError:
            for file in made:
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self._folder, file))
            raise
        live = {place["file"] for place in places.values()}
        if purge:
            self._remove(before - live)
        else:
            self._sweep(live)
        return self._taken_on(parts, places, parts if purge else kept)

    def _taken_on(self, parts: Parts, places: Mapping[str, Place], kept: Collection[str]) -> Parts:
        """What is kept as it is, and the rest from its files: mapped, and shared with other processes."""
        there = [(part, value, places[part]) for part, value in parts.items() if part in kept]
        live = {place["file"] for place in places.values()}
        sizes = {file: size for file, size in self._sizes.items() if file in live}
        self._forget()
        self._sizes = sizes
        for part, value, place in there:
            if isinstance(value, bytes):
                self._texts[part] = (value, place)
            else:
                self._places[id(value)] = (value, place)
        fresh = self._mapped({part: place for part, place in places.items() if part not in kept}, check=False)
        return {part: fresh.get(part, value) for part, value in parts.items()} if fresh else parts

    def _kept(self, parts: Parts, *, purge: bool) -> dict[str, Place]:
        """The parts that need not be written again, and where they are."""
        manifest = self._read()
        there = _files(manifest) if manifest is not None else set[str]()
        found: dict[str, Place] = {}
        for part, value in parts.items():
            known = self._texts.get(part) if isinstance(value, bytes) else self._places.get(id(value))
            if isinstance(value, bytes):
                known = known if known is not None and known[0] == value else None
            # Still ours and still named: a save from another lineage may have swept it while we had it mapped.
            if known is not None and (known[0] is value or isinstance(value, bytes)) and known[1]["file"] in there:
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
        if file not in self._sizes:
            self._sizes[file] = os.stat(os.path.join(self._folder, file)).st_size
        return self._sizes[file] == end

    def _write(self, made: list[str], parts: Parts, kept: dict[str, Place]) -> dict[str, Place]:
        """Write the parts that are not kept, those of one pack into one file; `made` gets the names of the files."""
        places: dict[str, Place] = {}
        with contextlib.ExitStack() as opened:
            waiting: list[BinaryIO] = []
            for pack in _packs({part: value for part, value in parts.items() if part not in kept}):
                made.append(f"{self._name}-{secrets.token_hex(8)}.bin")
                path = os.path.join(self._folder, made[-1])
                out = opened.enter_context(open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"))
                for part in pack:
                    out.write(bytes(-out.tell() % ALIGN))
                    places[part] = _put(out, made[-1], parts[part])
                self._sizes[made[-1]] = out.tell()
                out.flush()
                waiting.append(out)
                if len(waiting) == AT_ONCE:
                    _sync(waiting)
            _sync(waiting)
        return {part: kept[part] if part in kept else places[part] for part in parts}

    def _publish(self, content: bytes) -> None:
        temporary = f"{self._manifest}.{secrets.token_hex(4)}.tmp"
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        # Before this rename a crash leaves the old view; after it the new one, whole.
        os.rename(temporary, self._manifest)

    def _sweep(self, live: set[str]) -> None:
        """Remove files of this view that no manifest names. Readers that have them mapped keep them."""
        self._remove(name for name in os.listdir(self._folder) if self._ours.fullmatch(name) and name not in live)

    def _remove(self, names: Iterable[str]) -> None:
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(self._folder, name))

    def files(self) -> set[str]:
        """The names of the files that hold what is saved; none if nothing is."""
        manifest = self._read()
        return _files(manifest) | {f"{self._name}.json"} if manifest else set()

    def discard(self) -> None:
        """Forget what is saved; the view is rebuilt when it is next asked for."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._manifest)
        if os.path.isdir(self._folder):
            self._sweep(set())
        self._forget()


def _files(manifest: Mapping[str, Any]) -> set[str]:
    """The files that a manifest names."""
    return {place["file"] for place in manifest["parts"].values()}


def _which(found: os.stat_result) -> object:
    """What tells one file from another that takes its name: nobody changes one in place."""
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _packs(parts: Parts) -> list[list[str]]:
    """Which parts share a file: chunks of one number, and all that has none. A large array has one of its own."""
    packs: dict[str, list[str]] = {}
    for part, value in parts.items():
        number = None if isinstance(value, bytes) else _NUMBERED.search(part)
        large = not isinstance(value, bytes) and value.nbytes >= LARGE
        packs.setdefault(f"own {part}" if large else number[1] if number else "", []).append(part)
    return list(packs.values())


def _sync(files: list[BinaryIO]) -> None:
    """Bring what was written to the disk, and close the files."""
    for file in files:
        os.fsync(file.fileno())
        file.close()
    files.clear()


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
