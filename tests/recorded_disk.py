"""A disk that writes down all that is done to a log's files, and what a power cut could leave of it.

SQLite runs through apsw with a VFS of ours, so that each write, sync, truncation and deletion of `log.db`, its WAL and
its journal is recorded; what `events/scrub.py` does to the WAL by itself is recorded too. All else of the code is as it
is: `schema.connect` is handed the engine below in place of the module `sqlite3`.

The model of a power cut: what was synced is there. Of each write since, every 512-byte sector is there or not; each
truncation, each deletion and each creation of a file is there or not as a whole. Deletions and creations are sure once
the folder was synced, which SQLite does with the first sync of a journal or WAL that it may have made.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import apsw

from awhm.events import schema, scrub

SECTOR = 512
_NAME = "awhm-recorded"
_JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


@dataclass(frozen=True)
class Write:
    file: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    file: str
    size: int


@dataclass(frozen=True)
class Delete:
    file: str


@dataclass(frozen=True)
class Sync:
    """All that was done to a file is on the disk."""

    file: str


@dataclass(frozen=True)
class SyncFolder:
    """All deletions so far are on the disk, and all files that were made are there, if empty."""


@dataclass(frozen=True)
class Mark:
    """Something that was told to somebody at this moment."""

    said: Any


Change = Write | Truncate | Delete
Step = Change | Sync | SyncFolder | Mark


@dataclass
class Recorder:
    """What was done to the disk, in order."""

    steps: list[Step] = field(default_factory=list[Step])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, step: Step) -> None:
        with self._lock:
            self.steps.append(step)


@dataclass
class _File:
    """One file: what is surely on the disk (None: it is not there), and what was done since."""

    synced: bytearray | None = None
    since: list[Change] = field(default_factory=list[Change])

    def do(self, step: Change | Sync) -> None:
        if not isinstance(step, Sync):
            self.since.append(step)
            return
        for change in self.since:
            self.synced = _done(self.synced, change)
        self.since.clear()

    def name(self) -> None:
        """Its folder is synced."""
        gone = max((number for number, one in enumerate(self.since, 1) if isinstance(one, Delete)), default=0)
        if gone:
            self.synced = None
            del self.since[:gone]
        if self.since and self.synced is None:
            self.synced = bytearray()

    def cut(self, chance: Random, keep: float) -> bytes | None:
        """What a power cut leaves of it, if each thing that was not synced is kept with this probability."""
        left = None if self.synced is None else bytearray(self.synced)
        for change in self.since:
            if isinstance(change, Write):
                if left is None and chance.random() >= keep:
                    return None  # it was never made, so nothing was written to it either
                for part in _sectors(change):
                    if chance.random() < keep:
                        left = _done(left, part)
                left = bytearray() if left is None else left
            elif chance.random() < keep:
                left = _done(left, change)
            elif isinstance(change, Delete):
                break  # the old file is still there, and what came after was another file of that name
        return None if left is None else bytes(left)


def _sectors(write: Write) -> Iterator[Write]:
    start, end = write.offset, write.offset + len(write.data)
    while start < end:
        stop = min((start // SECTOR + 1) * SECTOR, end)
        yield Write(write.file, start, write.data[start - write.offset : stop - write.offset])
        start = stop


def _done(image: bytearray | None, change: Change) -> bytearray | None:
    if isinstance(change, Delete):
        return None
    image = bytearray() if image is None else image
    if isinstance(change, Truncate):
        del image[change.size :]
        return image
    if len(image) < change.offset:
        image.extend(bytes(change.offset - len(image)))
    image[change.offset : change.offset + len(change.data)] = change.data
    return image


def cuts(steps: Sequence[Step], places: Iterable[int], chance: Random) -> Iterator[tuple[int, dict[str, bytes]]]:
    """For each place (how many steps were done, ascending) the files that a power cut there leaves."""
    files: dict[str, _File] = {}
    done = 0
    for place in places:
        for step in steps[done:place]:
            if isinstance(step, SyncFolder):
                for one in files.values():
                    one.name()
            elif not isinstance(step, Mark):
                files.setdefault(step.file, _File()).do(step)
        done = place
        keep = chance.choice((0.0, 0.05, 0.3, 0.5, 0.7, 0.95, 1.0))
        left = {name: one.cut(chance, keep) for name, one in files.items()}
        yield place, {name: data for name, data in left.items() if data is not None}


class _RecordedFile(apsw.VFSFile):
    def __init__(self, recorder: Recorder, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._recorder = recorder
        self._file = os.path.basename(path or "")  # a temporary file of SQLite's own has none
        # As in os_unix.c: whoever may have made a journal or WAL syncs the folder with its first sync.
        self._folder_too = bool(flags[0] & apsw.SQLITE_OPEN_CREATE and flags[0] & _JOURNALS)

    def _note(self, step: Step) -> None:
        if self._file:
            self._recorder.note(step)

    # Noted before it is done: what another thread does after this has returned comes later in the record.
    def xWrite(self, data: bytes, offset: int) -> None:
        self._note(Write(self._file, offset, bytes(data)))
        written: Any = super()  # the stubs name a type that Python 3.11 has not
        written.xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._note(Truncate(self._file, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._note(Sync(self._file))
        if self._folder_too:
            self._recorder.note(SyncFolder())
            self._folder_too = False


class _RecordedFiles(apsw.VFS):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(_NAME, "")
        self._recorder = recorder

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _RecordedFile:
        return _RecordedFile(self._recorder, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self._recorder.note(Delete(os.path.basename(filename)))
        super().xDelete(filename, syncdir)
        if syncdir:
            self._recorder.note(SyncFolder())


class _System:
    """The module `os` for `events/scrub.py`: what it writes to a file is recorded."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._names: dict[int, str] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: str, flags: int) -> int:
        descriptor = os.open(path, flags)
        self._names[descriptor] = os.path.basename(path)
        return descriptor

    def pwrite(self, descriptor: int, data: bytes, offset: int) -> int:
        written = os.pwrite(descriptor, data, offset)
        self._recorder.note(Write(self._names[descriptor], offset, bytes(data[:written])))
        return written

    def fsync(self, descriptor: int) -> None:
        os.fsync(descriptor)
        self._recorder.note(Sync(self._names[descriptor]))


class _Rows:
    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self._rows = iter(rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self._rows

    def fetchone(self) -> tuple[Any, ...] | None:
        return next(self._rows, None)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return list(self._rows)


@contextmanager
def _as_sqlite3() -> Generator[None]:
    """apsw's errors as those of the module that it stands in for."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    except apsw.Error as error:
        said = sqlite3.OperationalError(str(error))
        said.sqlite_errorname = str(apsw.mapping_extended_result_codes.get(getattr(error, "extendedresult", 0), ""))
        raise said from error


class Connection:
    """As much of `sqlite3.Connection` as the log uses, over apsw and the recorded files."""

    text_factory: type = bytes

    def __init__(self, uri: str) -> None:
        flags = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE
        with _as_sqlite3():
            self.apsw: Any = apsw.Connection(uri, flags=flags, vfs=_NAME)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> _Rows:
        with _as_sqlite3():
            rows = list(self.apsw.execute(sql, tuple(values)))
        return _Rows([tuple(one.encode() if isinstance(one, str) else one for one in row) for row in rows])

    def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        with _as_sqlite3():
            self.apsw.executemany(sql, [tuple(one) for one in values])

    @property
    def in_transaction(self) -> bool:
        return bool(self.apsw.in_transaction)

    def close(self) -> None:
        with _as_sqlite3():
            self.apsw.close()


class _Engine:
    """The module `sqlite3` for `events/schema.py`: it opens connections to recorded files."""

    def __init__(self, settings: Sequence[str]) -> None:
        self._settings = settings

    def __getattr__(self, name: str) -> Any:
        return getattr(sqlite3, name)

    def connect(self, name: str, **_: Any) -> Connection:
        return _Set(name, self._settings)


class _Set(Connection):
    """A connection to which other settings are given once ours are set: `busy_timeout` is the last of those."""

    def __init__(self, uri: str, settings: Sequence[str]) -> None:
        super().__init__(uri)
        self._settings = list(settings)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> _Rows:
        rows = super().execute(sql, values)
        if sql == "PRAGMA busy_timeout":
            for pragma in self._settings:
                self.apsw.execute(pragma)
            self._settings.clear()
        return rows


@contextmanager
def recorded(settings: Sequence[str] = ()) -> Generator[Recorder]:
    """Whatever opens a log in here has it on the recorded disk, with these further PRAGMAs for each connection."""
    recorder = Recorder()
    files = _RecordedFiles(recorder)
    tables: Any = schema
    wal: Any = scrub
    before = tables.sqlite3, wal.os
    tables.sqlite3, wal.os = _Engine(settings), _System(recorder)
    try:
        yield recorder
    finally:
        tables.sqlite3, wal.os = before
        files.unregister()
