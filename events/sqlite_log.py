"""The log on disk: one SQLite file in WAL mode, every write and every checkpoint behind one lock."""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain as flatten
from socket import socket
from typing import Any

from awhm.errors import AwhmError, Conflict, Damaged, Refused
from awhm.events import append_raw, chain, schema
from awhm.events.append_raw import Draft
from awhm.events.doorbell import Doorbell
from awhm.events.filesystem import NETWORKED, filesystem_of
from awhm.events.lock import Busy, Lock
from awhm.events.log import Appended, Drafting, Head, Lost, Row, Stored
from awhm.events.scrub import rewrite, scrub
from awhm.events.several import committed, several
from awhm.events.sizes import refuse_sizes

FILE = "log.db"
BATCH = 1024  # rows a read holds at once; no read transaction outlives one batch


class SqliteLog:
    """The log of one data directory. Safe to use from several threads; other processes may write beside it."""

    def __init__(
        self,
        folder: str,
        *,
        lock_timeout: float = 30.0,
        create: bool = True,
        readonly: bool = False,
        filesystem: Callable[[str], str] = filesystem_of,
    ) -> None:
        """Open the log in a folder (created with mode 0700 unless `create` is false).

        `readonly` opens it where nothing can be written, to read alone. Raises Refused: a network file
        system, a read-only folder, a foreign or newer file, no log there and `create` is false or
        `readonly` true. Raises Damaged if the file is ours but broken, Conflict if it stays locked.
        """
        self.folder = os.path.abspath(folder)
        self.path = os.path.join(self.folder, FILE)
        self._threads = threading.RLock()
        # Called with the number of events before each write, outside the lock; what it raises stops the write.
        self.before: Callable[[int], None] | None = None
        # Called with what was written after each write, outside the lock, when it is on the disk.
        self.after: Callable[[Appended], None] | None = None
        self._ear: socket | None = None
        self._silencing: weakref.finalize[..., Any] | None = None
        self._bell = Doorbell(os.path.join(self.folder, "bells"))
        _refuse_network(self.folder, filesystem)
        if (readonly or not create) and not os.path.exists(self.path):
            raise self._no_store()
        self._readonly = readonly
        self._lock = _open_lock(self.folder, readonly=readonly)
        if self._lock is not None:
            self._lock.timeout = lock_timeout
        try:
            with self._explained():
                self._connection = self._open(create=create)
        except BaseException:
            if self._lock is not None:
                self._lock.close()
            raise
        # The last connection to close checkpoints and removes the WAL, which must happen under the lock:
        # also when a program forgets to close, and at interpreter exit.
        self._closing = weakref.finalize(self, _close, self._connection, self._lock)

    def _open(self, *, create: bool) -> sqlite3.Connection:
        schema.refuse_lost(self.path)
        if self._readonly:
            connection = schema.connect_to_read(self.path)
        else:
            if create:
                _create_file(self.path)
            connection = schema.connect(self.path)
        try:
            if schema.is_blank(connection):
                if self._readonly or not create:
                    raise self._no_store()
                with self._locked():
                    if schema.is_blank(connection):
                        schema.create(connection)
            self.log_id, self.key = schema.read_meta(connection, self.path)
            if not self._readonly:
                schema.refuse_other_mode(connection, self.path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _no_store(self) -> Refused:
        return Refused("no_store", f"there is no AWHM store in {self.folder}", "Log or import something first.")

    def _explained(self) -> _Explained:
        return _Explained(self.path)

    @contextmanager
    def _locked(self) -> Generator[None]:
        if self._lock is None or self._readonly:
            raise Refused("read_only", f"{self.path} was opened for reading alone", "Open it for writing.")
        try:
            with self._lock:
                yield
        except Busy:
            raise Conflict(
                "locked",
                f"{self.path} was locked for {self._lock.timeout:g} s by another process",
                "Try again; `awhm status` shows the store.",
            ) from None

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        """See `Log.append`."""
        if not drafts:
            return Appended([], [])
        refuse_sizes(drafts)
        salted = append_raw.salt(drafts)
        return self._written(
            lambda: append_raw.append(self._connection, self.log_id, drafts, expected or {}, salted), len(drafts)
        )

    def erase(
        self, drafts: Drafting, positions: Sequence[int], expected: Mapping[bytes, int] | None = None
    ) -> Appended | Lost:
        """See `Log.erase`."""

        def made(last: int) -> Sequence[Draft]:
            found = drafts(last)
            refuse_sizes(found)
            return found

        return self._written(
            lambda: append_raw.erase(self._connection, self.log_id, made, positions, expected or {}), 1
        )

    def _written(self, write: Callable[[], append_raw.Outcome], count: int) -> Appended | Lost:
        if self.before is not None:
            self.before(count)
        with self._threads, self._explained(), self._locked():
            try:
                first, second = write()
            except ValueError as error:
                raise Refused("source_erased", f"{error}; nothing may be derived from it") from error
            except sqlite3.IntegrityError as error:
                raise Damaged("index", f"{self.path}: an index disagrees with its table ({error})") from error
        if isinstance(first, bytes):
            assert isinstance(second, int)
            return Lost(first, second)
        assert isinstance(second, list)
        self._bell.ring()
        if self.after is not None:
            self.after(Appended(first, second))
        return Appended(first, second)

    def rewrite(self) -> None:
        """See `Log.rewrite`."""
        with self._threads, self._explained(), self._locked():
            rewrite(self._connection)

    def scrub(self, timeout: float = 10.0) -> None:
        """See `Log.scrub`."""
        deadline = time.monotonic() + timeout
        while True:
            # The lock is let go of between two looks: writers need not wait for somebody else's reader.
            with self._threads, self._explained(), self._locked():
                if scrub(self._connection, self.path):
                    return
            if time.monotonic() >= deadline:
                text = f"another program still reads what {self.path} held before"
                raise Conflict("pages_in_use", text, "Close it; the erasure is completed at the next start.")
            time.sleep(0.05)

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """See `Log.read`."""
        sql = (
            "SELECT e.seq, e.hdr, p.body FROM events e LEFT JOIN payloads p ON p.seq=e.seq"
            " WHERE e.seq>? AND e.seq<=? ORDER BY e.seq LIMIT ?"
        )
        return flatten.from_iterable(self._batches(sql, after, until))

    def links(self, after: int = 0, until: int | None = None, *, payloads: bool = True) -> Iterator[list[Stored]]:
        """See `Log.links`."""
        columns, join = "e.seq, e.hdr, e.chain, ", "LEFT JOIN payloads p ON p.seq=e.seq"
        columns, join = (columns + "p.salt, p.body", join) if payloads else (columns + "NULL, NULL", "")
        sql = f"SELECT {columns} FROM events e {join} WHERE e.seq>? AND e.seq<=? ORDER BY e.seq LIMIT ?"
        return self._batches(sql, after, until)

    def _batches(self, sql: str, after: int, until: int | None) -> Iterator[list[Any]]:
        last = (1 << 62) if until is None else until
        while after < last:
            rows = self._rows(sql, (after, last, BATCH))
            if not rows:
                return
            yield rows
            if not isinstance(rows[-1][0], int) or rows[-1][0] <= after:
                raise Damaged("order", f"{self.path}: the events are out of order", position=after + 1)
            after = rows[-1][0]

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with self._threads, self._explained():
            return self._connection.execute(sql, values).fetchall()

    def payload(self, position: int) -> bytes | None:
        """See `Log.payload`."""
        header = self.header(position)
        rows = self._rows("SELECT salt, body FROM payloads WHERE seq=?", (position,))
        return committed(position, header, *rows[0]) if rows else None

    def payloads(self, positions: Sequence[int]) -> dict[int, bytes | None]:
        """See `Log.payloads`."""
        return {position: payload for position, _, payload in several(self._rows, positions)}

    def header(self, position: int) -> bytes:
        """See `Log.header`."""
        rows = self._rows("SELECT hdr FROM events WHERE seq=?", (position,)) if 0 < position < 1 << 63 else []
        if rows:
            return _header(position, rows[0][0])
        last = self.head().position
        if 0 < position <= last:
            raise Damaged("missing", f"event {position} is missing", position=position)
        raise Refused("no_such_event", f"this log has no event {position}; its head is {last}")

    def head(self) -> Head:
        """See `Log.head`."""
        rows = self._rows("SELECT seq, chain, hdr FROM events ORDER BY seq DESC LIMIT 1")
        if not rows:
            return Head(0, chain.first(self.log_id), 0)
        position, link, header = rows[0]
        return Head(position, _link(position, link), chain.recorded_of(_header(position, header)))

    def chain_at(self, position: int) -> bytes | None:
        """See `Log.chain_at`."""
        if position == 0:
            return chain.first(self.log_id)
        rows = self._rows("SELECT chain FROM events WHERE seq=?", (position,)) if 0 < position < 1 << 63 else []
        return _link(position, rows[0][0]) if rows else None

    def position_of(self, event_id: bytes) -> int | None:
        """See `Log.position_of`."""
        with self._threads, self._explained():
            return append_raw.position_of(self._connection, event_id)

    def position_at(self, recorded: int) -> int:
        """See `Log.position_at`. Bisection: recorded time never falls along the log."""
        low, high = 0, self.head().position
        while low < high:
            middle = (low + high + 1) // 2
            if chain.recorded_of(self.header(middle)) <= recorded:
                low = middle
            else:
                high = middle - 1
        return low

    def version_of(self, stream: bytes) -> int:
        """See `Log.version_of`."""
        with self._threads, self._explained():
            return append_raw.version_of(self._connection, stream)

    def positions_of(self, stream: bytes) -> list[int]:
        """See `Log.positions_of`."""
        sql = "SELECT seq FROM events WHERE substr(hdr,49,24) BETWEEN ? AND ? ORDER BY seq"
        return [row[0] for row in self._rows(sql, (stream + bytes(8), stream + b"\xff" * 8))]

    def wait(self, after: int, timeout: float) -> bool:
        """See `Log.wait`. Woken by the writer's doorbell; looks for itself once a second in case it was lost."""
        if self._ear is None:
            self._ear = self._bell.listen()
            if self._ear is not None:
                self._silencing = weakref.finalize(self, Doorbell.close, self._ear)
        deadline = time.monotonic() + timeout
        while self.head().position <= after:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if self._ear is None:
                time.sleep(min(left, 0.05))
            else:
                Doorbell.drain(self._ear, min(left, 1.0))
        return True

    def check_pages(self) -> list[str]:
        """What SQLite's own integrity check finds wrong with pages, tables and indexes; empty when all is well."""
        try:
            found = [bytes(line).decode("utf-8", "replace") for (line,) in self._rows("PRAGMA integrity_check")]
        except AwhmError as error:
            return [str(error)]
        return [] if found == ["ok"] else found

    def stray_payloads(self) -> list[int]:
        """Positions that have a payload but no event."""
        sql = "SELECT seq FROM payloads WHERE seq NOT IN (SELECT seq FROM events) ORDER BY seq"
        return [row[0] for row in self._rows(sql)]

    def close(self) -> None:
        """See `Log.close`."""
        with self._threads:
            if self._silencing is not None:
                self._silencing()
            self._closing()


class _Explained:
    """Errors of the engine and the system become ours, with their cause named.

    A class, because every read and append passes through it and a generator costs four times as much.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        if isinstance(error, sqlite3.Error):
            raise schema.explain(error, self._path) from error
        if isinstance(error, UnicodeDecodeError):  # SQLite's own message quotes damaged bytes, which Python cannot read
            raise Damaged("sqlite", f"{self._path} holds text that is not text") from error
        if isinstance(error, PermissionError):
            raise Refused("read_only", f"{error.filename} cannot be written", "Check its permissions.") from error
        if isinstance(error, OSError):
            raise Refused("system", f"{self._path}: {error.strerror}", "Check the disk and the path.") from error


def _refuse_network(folder: str, filesystem: Callable[[str], str]) -> None:
    kind = filesystem(folder)
    if kind in NETWORKED:
        raise Refused(
            "network_filesystem",
            f"{folder} is on a network file system ({kind}), where SQLite's WAL can be corrupted",
            "Choose a --data-dir on a local disk.",
        )


def _open_lock(folder: str, *, readonly: bool) -> Lock | None:
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        return Lock(os.path.join(folder, "log.lock"))
    except OSError as error:
        if readonly:
            return None
        text = f"{error.filename or folder}: {error.strerror}"
        if error.errno == errno.ENOSPC:
            raise Refused("disk_full", text, "Free some space.") from error
        code = "read_only" if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) else "cannot_open"
        raise Refused(code, text, "Choose a --data-dir that you may write to.") from error


def _create_file(path: str) -> None:
    """SQLite gives the WAL and its index the mode of the main file, so that is made first.

    Never open a log's file in any other way: closing it drops the locks that this process has on it through
    SQLite (POSIX locks are like that), and another process could then remove a WAL that we still write to.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        if not os.access(path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path) from None


def _header(position: int, value: object) -> bytes:
    if type(value) is not bytes or len(value) < chain.FIXED:
        raise Damaged("header", f"event {position}: the header is not {chain.FIXED} bytes or more", position=position)
    return value


def _link(position: int, value: object) -> bytes:
    if type(value) is not bytes or len(value) != chain.HASH:
        raise Damaged("chain", f"event {position}: the chain hash is not 32 bytes", position=position)
    return value


def _close(connection: sqlite3.Connection, lock: Lock | None) -> None:
    if lock is None:  # a read-only store: there is nothing that this close could write
        connection.close()
        return
    try:
        with lock:
            connection.close()
    except Busy:
        # Someone holds the lock for long, so someone else has the file open: this close is not the last
        # and checkpoints nothing.
        connection.close()
    finally:
        lock.close()
