"""The log's tables, the settings each connection must have, and what is wrong with a file that is not ours."""

from __future__ import annotations

import os
import sqlite3
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from awhm.errors import AwhmError, Conflict, Damaged, Refused

APPLICATION_ID = 0x4157484D  # "AWHM"
FORMAT = 1
# The system said no to a write: the request failed, the store is as it was.
_NOT_WRITTEN = ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC", "SQLITE_IOERR_TRUNCATE",
                "SQLITE_IOERR_SHM", "SQLITE_IOERR_LOCK", "SQLITE_IOERR_CLOSE", "SQLITE_NOLFS")  # fmt: skip
SMALLEST = 512  # bytes; the smallest page that SQLite has

# No column repeats a field of the header: the indexes are over the header's own bytes, so there is
# nothing that could disagree with it (docs/decisions/0002).
TABLES = (
    "CREATE TABLE events(seq INTEGER PRIMARY KEY, hdr BLOB NOT NULL CHECK(length(hdr)>=152),"
    " chain BLOB NOT NULL CHECK(length(chain)=32)) STRICT",
    "CREATE UNIQUE INDEX events_id ON events(substr(hdr,33,16))",
    "CREATE UNIQUE INDEX events_stream ON events(substr(hdr,49,24))",
    "CREATE TABLE payloads(seq INTEGER PRIMARY KEY, salt BLOB NOT NULL CHECK(length(salt)=32),"
    " body BLOB NOT NULL) STRICT",
    "CREATE TABLE meta(k TEXT PRIMARY KEY, v BLOB NOT NULL) STRICT",
    "CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END",
    "CREATE TRIGGER payloads_are_never_changed BEFORE UPDATE ON payloads"
    " BEGIN SELECT RAISE(ABORT, 'payloads are never changed'); END",
)


def connect(path: str, *, parameters: str = "") -> sqlite3.Connection:
    """A connection with its settings, to a file that is there; `parameters` are those of SQLite's file URI."""
    uri = f"file:{quote(path)}?{parameters or 'mode=rw'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    try:
        _configure(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: str) -> sqlite3.Connection:
    """A connection that never writes to the log, also where nothing at all can be written.

    Raises Refused where the last events are in a WAL that cannot be read without writing beside it.
    """
    connection = None
    try:
        connection = connect(path, parameters="mode=ro")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        if not error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise
        if _size(path + "-wal"):
            raise Refused(
                "read_only",
                f"the last events of {path} are still in its WAL, which cannot be read from a read-only folder",
                "Open the store once from where it may be written, or copy the folder.",
            ) from error
        # No WAL and no right to make one: nothing changes this file while we read, as far as we can know.
        return connect(path, parameters="mode=ro&immutable=1")
    return connection


def is_blank(connection: sqlite3.Connection) -> bool:
    """Whether nothing has been laid out: a file of no bytes, or what a crash in `create` leaves."""
    numbers = [_pragma(connection, name) for name in ("page_count", "application_id", "user_version")]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return numbers[0] <= 1 and not any(numbers[1:]) and tables == 0


def refuse_lost(path: str) -> None:
    """Raises Damaged where SQLite would take a file for a new one and lay another log over it.

    That is an empty file beside a WAL that is not, and one shorter than any database.
    """
    if 0 < _size(path) < SMALLEST:
        raise Damaged("truncated", f"{path} is cut short: {_size(path)} bytes", "Copy the folder; restore a backup.")
    if _size(path + "-wal") and not _size(path):  # in this order: a log is never laid out after its WAL
        raise Damaged("truncated", f"{path} is empty, but its WAL is not", "Copy the folder; restore a backup.")


def create(connection: sqlite3.Connection, identity: tuple[bytes, bytes] | None = None) -> None:
    """Lay an empty log into an empty database: a new one, or that of an id and key. The caller holds the lock.

    A crash before the COMMIT leaves a blank file, which the next opener lays out again.
    """
    connection.execute("PRAGMA page_size=4096")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES:
        connection.execute(statement)
    log_id, key = identity or (os.urandom(16), os.urandom(32))
    meta = {"format": b"%d" % FORMAT, "key": key, "log_id": log_id}
    meta["check"] = _check(meta)
    connection.executemany("INSERT INTO meta VALUES (?,?)", sorted(meta.items()))
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={FORMAT}")
    connection.execute("COMMIT")


def _configure(connection: sqlite3.Connection) -> None:
    """Set what every connection must have, and read it back: a setting that did not take is an error."""
    connection.text_factory = bytes  # a damaged byte must never become a decoding traceback
    for name, wanted in (
        ("synchronous", 2),
        ("secure_delete", 1),
        ("trusted_schema", 0),
        ("mmap_size", 0),
        ("cell_size_check", 1),
        ("busy_timeout", 5000),
    ):
        connection.execute(f"PRAGMA {name}={wanted}")
        got = connection.execute(f"PRAGMA {name}").fetchone()
        if got is not None and got[0] != wanted:
            raise Refused("sqlite", f"this SQLite does not honour PRAGMA {name}={wanted} (it says {got[0]})")


def read_meta(connection: sqlite3.Connection, path: str) -> tuple[bytes, bytes]:
    """(log id, key) of a log of ours. Raises Refused for a foreign or newer file, Damaged for a broken one."""
    application, version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    schema = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}
    ours = {statement.encode() for statement in TABLES}
    if application != APPLICATION_ID:
        if schema & ours:
            raise Damaged("file_header", f"{path}: the tables are AWHM's, the application id is not")
        raise Refused(
            "not_a_log",
            f"{path} is an SQLite file of another program",
            "Choose another --data-dir; AWHM does not touch files that are not its own.",
        )
    meta = _meta(connection) if schema == ours else {}
    if version > FORMAT and meta.get("format") != b"%d" % FORMAT:
        raise Refused(
            "newer_format",
            f"{path} has log format {version}; this version of AWHM reads up to {FORMAT}",
            "Upgrade AWHM.",
        )
    if version != FORMAT:
        raise Damaged("file_header", f"{path}: the format number reads {version}, not {FORMAT}")
    if schema != ours:
        raise Damaged("schema", f"{path}: the tables are not those of log format {FORMAT}")
    if sorted(meta) != ["check", "format", "key", "log_id"] or meta["check"] != _check(meta):
        raise Damaged("meta", f"{path}: the log's id and key do not match their check")
    return meta["log_id"], meta["key"]


def refuse_other_mode(connection: sqlite3.Connection, path: str) -> None:
    """Raises Damaged if the file is not in WAL mode, which its header says: SQLite would pass over a WAL."""
    mode = _pragma(connection, "journal_mode")
    if mode != b"wal":
        raise Damaged("file_header", f"{path}: the journal mode reads {mode!r}, not WAL")


def _meta(connection: sqlite3.Connection) -> dict[str, bytes]:
    rows = connection.execute("SELECT k, v FROM meta").fetchall()
    return {k.decode("ascii", "replace"): v for k, v in rows if type(k) is bytes and type(v) is bytes}


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def _check(meta: dict[str, bytes]) -> bytes:
    parts = [meta[name] for name in ("format", "key", "log_id")]
    return sha256(b"awhm/meta" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def explain(error: sqlite3.Error, path: str) -> AwhmError:
    """What an error of SQLite means to a person, as one of ours."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return Refused("closed", f"{path} has been closed", "Open the store again.")
    if name.startswith("SQLITE_FULL") or (name.startswith("SQLITE_IOERR") and _disk_is_full(path)):
        return Refused("disk_full", f"the disk that holds {path} is full; nothing was written", "Free some space.")
    if name.startswith(_NOT_WRITTEN):
        return Refused("system", f"the system would not write {path} ({name})", "Check the disk, quotas and limits.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return Refused("read_only", f"{path} cannot be written", "Check the permissions of the file and its folder.")
    if name.startswith("SQLITE_CANTOPEN"):
        return Refused("cannot_open", f"{path} cannot be opened", "Check the permissions of its folder.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Conflict("locked", f"{path} is in use by another program", "Try again.")
    if name.startswith("SQLITE_NOTADB"):
        return Damaged("not_a_database", f"{path} is not an SQLite database, or its first page is damaged")
    return Damaged("sqlite", f"{path}: {error}" + (f" ({name})" if name else ""))


def _disk_is_full(path: str) -> bool:
    try:
        usage = os.statvfs(os.path.dirname(path) or ".")
    except OSError:
        return False
    return usage.f_bavail * usage.f_frsize < 1 << 16
