"""Overwriting what a deletion leaves in the WAL of the log: old pages, which hold what was deleted from them.

The only place that asks for a checkpoint. The caller holds the log's lock: see `events/lock.py`.
"""

from __future__ import annotations

import os
import sqlite3

HEADER = 32  # bytes of a WAL's header; without it all the rest is void
PIECE = 1 << 20  # bytes of zeros written at a time
PATIENCE = 100  # ms that SQLite waits for readers before it says that they are there


def scrub(connection: sqlite3.Connection, path: str) -> bool:
    """Move what the WAL holds to the file, zero the WAL and cut it off. False, and nothing lost, if readers are in it.

    Once true, no byte of the WAL is left. Raises sqlite3.Error and OSError.
    """
    wait = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute(f"PRAGMA busy_timeout={PATIENCE}")
    try:
        # After this nobody reads from the WAL: who comes now finds all of it in the file, and reads there.
        if not _checkpointed(connection, "RESTART"):
            return False
        connection.execute("BEGIN IMMEDIATE")  # no writer, not even one that knows nothing of our lock
        try:
            zero(path + "-wal")
        finally:
            connection.execute("ROLLBACK")
        return _checkpointed(connection, "TRUNCATE")
    finally:
        connection.execute(f"PRAGMA busy_timeout={wait}")


def rewrite(connection: sqlite3.Connection) -> None:
    """Write the whole file anew, through the WAL: then nothing is between the rows, whatever was moved about there.

    Takes time and memory for all that the log holds. Raises sqlite3.Error; then the file is as it was.
    """
    connection.execute("PRAGMA temp_store=MEMORY")  # or SQLite would put a copy of the rows into a temporary file
    connection.execute("VACUUM")


def _checkpointed(connection: sqlite3.Connection, mode: str) -> bool:
    """Whether a checkpoint came to its end; SQLite says in its first number that it did not, and raises nothing."""
    return not connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()[0]


def zero(path: str) -> None:
    """Overwrite a WAL that nobody needs any more, header first. Nothing where there is none.

    SQLite's own locks are on the main file and on the "-shm", so opening and closing this one drops none.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        size = os.fstat(descriptor).st_size
        # If we crash before this is on the disk, the WAL is whole, and its pages are those of the file already. Once
        # it is, the WAL is void, however much of the rest is zeroed: a valid header before zeroed frames would have
        # the last commits forgotten.
        _write(descriptor, 0, min(HEADER, size))
        os.fsync(descriptor)
        for start in range(HEADER, size, PIECE):
            _write(descriptor, start, min(PIECE, size - start))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write(descriptor: int, start: int, count: int) -> None:
    while count:
        written = os.pwrite(descriptor, bytes(count), start)
        start, count = start + written, count - written
