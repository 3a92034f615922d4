"""Rows that come from another log as they are: the same headers, chain, salts and payloads. And whole files of them.

Every write here holds the log's lock, like those of `SqliteLog`; the bytes are verified by who hands them in.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from urllib.parse import quote

from awhm.errors import Conflict, Refused
from awhm.events import chain, schema
from awhm.events.doorbell import Doorbell
from awhm.events.lock import Busy, Lock
from awhm.events.log import Link
from awhm.events.sqlite_log import FILE

PAGES = 2048  # copied in one step: 8 MiB
PATIENCE = 2000  # ms that somebody who has the file open is waited for


def plant(folder: str, log_id: bytes, key: bytes, *, timeout: float = 30.0) -> None:
    """Make an empty log with this id and key in a folder that has none. Raises Refused (`exists`), Conflict."""
    path = os.path.join(folder, FILE)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    with _locked(folder, timeout), _explained(path):
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        connection = schema.connect(path)
        try:
            if not schema.is_blank(connection):
                raise Refused("exists", f"there is a log in {folder} already", "Choose an empty folder.")
            # A crash before its COMMIT leaves a blank file, which the next one who comes lays out.
            schema.create(connection, (log_id, key))
        finally:
            connection.close()


class Graft:
    """A log that grows by rows of another one. Others may use it meanwhile; if they write, the rows do not fit."""

    def __init__(self, folder: str, *, timeout: float = 30.0) -> None:
        """Open the log in a folder. Raises Refused, Damaged."""
        self._folder, self._path, self._timeout = folder, os.path.join(folder, FILE), timeout
        self._bell = Doorbell(os.path.join(folder, "bells"))
        with _explained(self._path):
            self._connection = schema.connect(self._path)

    def add(self, rows: Sequence[Link], erased: Sequence[int] = ()) -> None:
        """Append rows, and delete the payloads that their tombstones name, in one transaction.

        Raises Conflict (`overtaken`) if the log's end is not the one that they follow.
        """
        with _locked(self._folder, self._timeout), _explained(self._path):
            write = self._connection.execute
            write("BEGIN IMMEDIATE")
            try:
                self._refuse_other_end(rows[0])
                events = [(position, header, link) for position, header, link, _, _ in rows]
                payloads = [(row[0], row[3], row[4]) for row in rows if row[4] is not None]
                self._connection.executemany("INSERT INTO events VALUES (?,?,?)", events)
                self._connection.executemany("INSERT INTO payloads VALUES (?,?,?)", payloads)
                self._connection.executemany("DELETE FROM payloads WHERE seq=?", [(one,) for one in erased])
                # If we crash before this COMMIT returns, all of these rows are there or none; the log is in order
                # either way, only shorter, and the same import goes on from its end.
                write("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    write("ROLLBACK")
                raise
        self._bell.ring()

    def _refuse_other_end(self, row: Link) -> None:
        position, header, link, _, _ = row
        last = self._connection.execute("SELECT seq, chain FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        if last is None:
            log_id, _ = schema.read_meta(self._connection, self._path)
            last = 0, chain.first(log_id)
        if last[0] != position - 1 or chain.link(last[1], header) != link:
            raise Conflict("overtaken", f"{self._path} has got other events meanwhile", "Try again.")

    def close(self) -> None:
        """Let go of the file; under the lock, as the last to close writes what is in the WAL to the file."""
        with _locked(self._folder, self._timeout):
            self._connection.close()


def copy(path: str, target: str, progress: Callable[[int, int], None] | None = None) -> None:
    """Copy a log, which may be written to meanwhile, to a new file as it is at one moment.

    By SQLite's online backup: the caller has the log open. `progress` is told the pages copied and all of them.
    Raises Refused (`disk_full`, ...), Damaged.
    """
    with _explained(path):
        source = schema.connect(path, parameters="mode=ro")
    try:
        with _explained(target):
            os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            into = sqlite3.connect(f"file:{quote(target)}?mode=rw", uri=True, isolation_level=None)
            try:
                # One read transaction for all steps, so that no writer makes it begin again.
                source.execute("BEGIN")
                source.execute("SELECT count(*) FROM meta").fetchone()
                _copied(source, into, progress)
            finally:
                into.close()
    finally:
        source.close()


def overwrite(folder: str, source: str, *, timeout: float = 30.0) -> None:
    """Put the content of another log's file in the place of the log in a folder, in one transaction.

    Nobody else may have the log open: whoever went on from what was there would be lost. Raises Conflict (`in_use`,
    `locked`), Refused, Damaged if what is there is no database any more.
    """
    path = os.path.join(folder, FILE)
    with _locked(folder, timeout):
        into = sqlite3.connect(f"file:{quote(path)}?mode=rw", uri=True, isolation_level=None)
        try:
            # Before anything is read: only then SQLite takes the file for itself alone, and says so if it cannot.
            into.execute("PRAGMA locking_mode=EXCLUSIVE")
            into.execute(f"PRAGMA busy_timeout={PATIENCE}")
            with _explained(path):
                _take(into, folder)
                into.execute("PRAGMA secure_delete=1")
                into.execute("PRAGMA synchronous=2")
                origin = schema.connect(source, parameters="mode=ro")
                try:
                    # If we crash on the way, it is the old log or the new one at the next opening, and nothing between.
                    _copied(origin, into, None)
                finally:
                    origin.close()
        finally:
            into.close()


def _take(into: sqlite3.Connection, folder: str) -> None:
    try:
        into.execute("BEGIN IMMEDIATE")
        into.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if not error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise
        text = f"another program has the store in {folder} open, and would go on with what is replaced"
        raise Conflict("in_use", text, "End it (a session, a server, `awhm log follow`), then try again.") from error


def _copied(source: sqlite3.Connection, into: sqlite3.Connection, progress: Callable[[int, int], None] | None) -> None:
    def tell(_: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    source.backup(into, pages=PAGES, progress=tell)


@contextmanager
def _locked(folder: str, timeout: float) -> Generator[None]:
    lock = Lock(os.path.join(folder, "log.lock"))
    lock.timeout = timeout
    try:
        with lock:
            yield
    except Busy:
        text = f"the log in {folder} was locked for {timeout:g} s by another process"
        raise Conflict("locked", text, "Try again; `awhm status` shows the store.") from None
    finally:
        lock.close()


@contextmanager
def _explained(path: str) -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise schema.explain(error, path) from error
    except OSError as error:
        raise Refused("system", f"{path}: {error.strerror}", "Check the disk and the path.") from error
