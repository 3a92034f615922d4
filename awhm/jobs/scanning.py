"""Every file of a folder searched for needles, in a process of its own.

It imports no more than numpy, so that the process is there at once. See `awhm.jobs.residue` for why there is one.
"""

from __future__ import annotations

import gzip
import json
import os
import stat
import sys
import zlib
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np

from awhm.jobs.needles import AROUND, WINDOW, Found, Needles, Places, Search, in_text, stands

CHUNK = 4 << 20  # bytes read at once
THREADS = 4  # at most; more would wait for memory and for the disk
_NEEDLES, _TEXTS = b"N", b"T"  # the two kinds of requests
IN_NAME = 1 << 62  # offsets from here on are in a file's name


@dataclass
class Searched:
    """What the search of a folder came to: by file, relative to it, what was met; and what could not be read."""

    files: int = 0
    size: int = 0
    found: dict[str, Found] = field(default_factory=dict[str, "Found"])
    unread: dict[str, str] = field(default_factory=dict[str, str])


def search_folder(folder: str, needles: Needles, threads: int | None = None) -> Searched:
    """Look into every regular file below a folder, and at its name. Links are followed, each file is read once.

    A file that goes away meanwhile holds nothing any more; one that cannot be read is named with the reason.
    Never call this in a process that has a log in the folder open: see `awhm.jobs.residue`.
    """
    outcome = Searched()
    with ThreadPoolExecutor(threads or min(os.cpu_count() or 1, THREADS)) as pool:
        for path in files_below(folder, outcome.unread):
            name = os.path.relpath(path, folder)
            search = Search(needles)
            search.look(os.fsencode(name), 0, len(os.fsencode(name)), IN_NAME)
            try:
                outcome.size += _search_file(path, search, pool)
            except FileNotFoundError:
                continue
            except OSError as error:
                outcome.unread[name] = error.strerror or str(error)
            outcome.files += 1
            if len(search.found):
                outcome.found[name] = search.found
    return outcome


def files_below(folder: str, unread: dict[str, str]) -> Iterator[str]:
    """Every regular file below a folder, each once, in the order of their names; links are followed."""

    def note(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            unread[os.path.relpath(error.filename, folder)] = error.strerror or str(error)

    seen: set[tuple[int, int]] = set()
    for place, folders, files in os.walk(folder, onerror=note, followlinks=True):
        known = os.stat(place)
        if (known.st_dev, known.st_ino) in seen:
            folders.clear()
            continue
        seen.add((known.st_dev, known.st_ino))
        folders.sort()
        for name in sorted(files):
            path = os.path.join(place, name)
            try:
                known = os.stat(path)
            except OSError as error:
                note(error)
                continue
            # Not a socket or a pipe: opening one may wait for ever, and it holds nothing.
            if stat.S_ISREG(known.st_mode) and (known.st_dev, known.st_ino) not in seen:
                seen.add((known.st_dev, known.st_ino))
                yield path


def _search_file(path: str, search: Search, pool: ThreadPoolExecutor) -> int:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        size = os.fstat(descriptor).st_size

        def one(base: int) -> None:
            before = min(base, AROUND)
            data = os.pread(descriptor, before + CHUNK + WINDOW + AROUND, base - before)
            search.look(data, before, min(before + CHUNK, len(data)), base - before)

        list(pool.map(one, range(0, size, CHUNK)))
    finally:
        os.close(descriptor)
    return size


# Whole texts ------------------------------------------------------------------------------------------


class Pattern(NamedTuple):
    """One way in which a text may be written: told by `how`. `folded` means its ASCII letters in small ones.

    Of one with `listed` each part must end a line of the file, as terms in an index of words do, wherever.
    """

    how: str
    parts: tuple[bytes, ...]
    folded: bool = False
    listed: bool = False


def search_texts(paths: Sequence[str], patterns: Sequence[Pattern]) -> Searched:
    """Look for whole texts in files, and in all files of folders; gzip files are unpacked. Found is by path.

    `found` has for each file the numbers of the patterns that are in it, and where: in `Found.words`.
    """
    outcome = Searched()
    longest = max((len(part) for pattern in patterns for part in pattern.parts), default=1)
    for given in paths:
        for path in files_below(given, outcome.unread) if os.path.isdir(given) else [given]:
            try:
                places = _texts_in(path, patterns, longest + AROUND)
            except FileNotFoundError:
                continue
            except (OSError, EOFError, zlib.error) as error:
                outcome.unread[path] = getattr(error, "strerror", None) or str(error)
                continue
            outcome.files += 1
            if any(place >= 0 for place in places):
                outcome.found[path] = Found(np.empty(0, np.int64), np.array(places, np.int64))
    return outcome


def _texts_in(path: str, patterns: Sequence[Pattern], around: int) -> list[int]:
    """Where each pattern is first met, of one with several parts where its last is; -1 for never."""
    parts = [[-1] * len(pattern.parts) for pattern in patterns]
    base, data = 0, b""
    with _unpacked(path) as source:
        ahead = source.read(CHUNK)
        while ahead:
            kept = data[-2 * around :]
            base += len(data) - len(kept)
            data, ahead = kept + ahead, source.read(CHUNK)
            lowered = data.lower()
            stop = len(data) - around if ahead else len(data)  # what lies behind tells whether a word ends there
            for pattern, places in zip(patterns, parts, strict=True):
                for number, part in enumerate(pattern.parts):
                    if places[number] < 0:
                        where = lowered if pattern.folded else data
                        found = _first(where, data, part, stop, listed=pattern.listed)
                        places[number] = found if found < 0 else base + found
    return [max(places) if places and min(places) >= 0 else -1 for places in parts]


def _first(searched: bytes, data: bytes, part: bytes, stop: int, *, listed: bool) -> int:
    """Where a part is first met before `stop` and is no chance: a short one counts in text alone."""
    at = searched.find(part)
    while 0 <= at < stop:
        end = at + len(part)
        ends_line = data[end : end + 1] == b"\n" and stands(data, at, end)
        if ends_line if listed else len(part) >= WINDOW or in_text(data, at, end):
            return at
        at = searched.find(part, at + 1)
    return -1


@contextmanager
def _unpacked(path: str) -> Generator[BinaryIO]:
    with open(path, "rb", buffering=0) as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        if packed:
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield cast("BinaryIO", unpacked)
        else:
            yield cast("BinaryIO", file)


# The wire between the process that knows what to look for and the one that reads -----------------------


def pack(folder: str, needles: Needles) -> bytes:
    """A request: a letter, three lengths, the folder, the windows, the lengths of the words, the words."""
    place = os.fsencode(folder)
    windows = needles.windows.astype("<u8").tobytes()
    sizes = bytes(map(len, needles.words))
    lengths = b"".join(len(part).to_bytes(8, "little") for part in (place, windows, sizes))
    return b"".join([_NEEDLES, lengths, place, windows, sizes, *needles.words])


def unpack(request: bytes) -> tuple[str, Needles]:
    """The folder and the needles of a request."""
    lengths = [int.from_bytes(request[at : at + 8], "little") for at in (1, 9, 17)]
    ends = list(accumulate([25, *lengths]))
    place, windows, sizes = (request[start:end] for start, end in pairwise(ends))
    words = [request[start:end] for start, end in pairwise(accumulate(sizes, initial=ends[-1]))]
    return os.fsdecode(place), Needles(np.frombuffer(windows, "<u8").astype(np.uint64), words)


def pack_texts(paths: Sequence[str], patterns: Sequence[Pattern]) -> bytes:
    """A request for whole texts: JSON."""
    plain = [(one.how, [part.hex() for part in one.parts], one.folded, one.listed) for one in patterns]
    return _TEXTS + json.dumps([list(paths), plain]).encode()


def _unpack_texts(request: bytes) -> tuple[list[str], list[Pattern]]:
    paths, plain = json.loads(request[1:])
    return paths, [Pattern(how, tuple(map(bytes.fromhex, parts)), *rest) for how, parts, *rest in plain]


def answer(request: bytes) -> dict[str, Any]:
    """Carry out a request, of either kind. The answer names needles by their numbers: pairs of number and offset."""
    outcome = search_texts(*_unpack_texts(request)) if request[:1] == _TEXTS else search_folder(*unpack(request))
    found = {name: [_pairs(one.windows), _pairs(one.words)] for name, one in outcome.found.items()}
    return {"files": outcome.files, "size": outcome.size, "found": found, "unread": outcome.unread}


def _pairs(offsets: Places) -> list[list[int]]:
    rows = np.flatnonzero(offsets >= 0)
    return [list(pair) for pair in zip(rows.tolist(), offsets[rows].tolist(), strict=True)]


def main() -> None:
    """Read a request from stdin, print the answer as JSON (escaped, so that any file's name is text)."""
    sys.stdout.write(json.dumps(answer(sys.stdin.buffer.read())))
