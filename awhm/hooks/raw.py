"""The log as a hook opens it: to append a message or two by `append_raw`, without importing the rest.

The bytes are the same as those of `commands.handle` (a test compares them), the lock is the same, and an event that
is there by its id is not written again. Standard-library C modules only.
"""

from __future__ import annotations

import os
from _sqlite3 import Error as SqliteError
from _sqlite3 import connect

from awhm.events import append_raw, chain
from awhm.events.append_raw import Draft
from awhm.events.ids import opaque, recognisable
from awhm.events.lock import Lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from sqlite3 import Connection

    from awhm.hooks.options import Options

SESSION_STARTED, SESSION_ENDED, MESSAGE_LOGGED, MEMORIES_RECALLED = 1, 2, 3, 40
APPLICATION_ID, FORMAT = 0x4157484D, 1
FILE = "log.db"
NO_CONTENT = (50, 51, 60, 61, 62, 63)  # kinds that are not sealed in an encrypted log either
# As `schema.connect` sets them.
PRAGMAS = ("synchronous=2", "secure_delete=1", "trusted_schema=0", "mmap_size=0", "cell_size_check=1",
           "busy_timeout=1000")  # fmt: skip


class Unfit(Exception):
    """This log is not to be written to raw: there is none, it is sealed, or it is not as we know it."""


class Sealed(Unfit):
    """The log is encrypted: nothing of it may lie anywhere in plain."""


class Last:
    """The last event of a session: its kind, how many events the session has, its payload (None once erased).

    What was shown to a model is passed over: between two calls of one hook, made twice by its host, nothing was said.
    """

    def __init__(self, kind: int, version: int, payload: bytes | None) -> None:
        self.kind = kind
        self.version = version
        self.payload = payload


def last_of(newest_first: Iterable[tuple[int, bytes]], payload: Callable[[int], bytes | None]) -> Last | None:
    """The last event of a session, given the positions and headers of its events; None where it has none.

    No more of them are taken than are needed.
    """
    version = 0
    for position, header in newest_first:
        version = version or chain.stream_version_of(header)
        if chain.kind_of(header) != MEMORIES_RECALLED:
            return Last(chain.kind_of(header), version, payload(position))
    return Last(MEMORIES_RECALLED, version, None) if version else None


class Drafting:
    """Events of sessions made ready to append, for one scope and actor of one log, by its key."""

    def __init__(self, key: bytes, scope: str, actor: str) -> None:
        self.key = key
        self.scope = opaque(key, "scope", scope)
        self.actor = opaque(key, "actor", actor)
        self._own_scope = scope

    def session_id(self, session: str) -> bytes:
        """The opaque id of a session, which is also its stream."""
        return opaque(self.key, "session", session)

    def recognisable(self, milliseconds: int, identity: bytes) -> bytes:
        """As `Writer.recognisable`: the event id of something that may be sent again."""
        if self._own_scope != "user":
            identity = b"scope\x00" + self._own_scope.encode("utf-8", "surrogatepass") + b"\x00" + identity
        return recognisable(self.key, milliseconds, identity)

    def draft(self, kind: int, event_id: bytes, session: str, payload: bytes) -> Draft:
        """An event of a session, ready to append."""
        stream = self.session_id(session)
        return Draft(kind, event_id, stream, payload, session=stream, scope=self.scope, actor=self.actor)


class RawLog:
    """One open log. The caller leaves by `os._exit`: closing would checkpoint, which takes longer than the append."""

    def __init__(self, options: Options) -> None:
        """Raises Unfit; OSError and sqlite3.Error from the system."""
        self._folder = options.data_dir
        path = os.path.join(self._folder, FILE)
        if not options.plain or not os.path.exists(path):
            raise Unfit
        self._lock = Lock(os.path.join(self._folder, "log.lock"))
        self._lock.timeout = options.lock_timeout
        self._connection = _connected(path, "rw")
        for pragma in PRAGMAS:
            self._connection.execute("PRAGMA " + pragma)
        self.log_id, key = self._meta()
        self.drafting = Drafting(key, options.scope, options.actor)

    def close(self) -> None:
        """Let go of it, in a process that goes on. Under the lock: the last one to close writes. Raises `lock.Busy`."""
        with self._lock:
            self._connection.close()
        self._lock.close()

    def _one(self, sql: str, values: tuple[object, ...] = ()) -> tuple[object, ...] | None:
        row: tuple[object, ...] | None = self._connection.execute(sql, values).fetchone()
        return row

    def _meta(self) -> tuple[bytes, bytes]:
        """The log's id and key. Whatever is not as expected is left to those who can explain it."""
        for pragma, wanted in (("application_id", APPLICATION_ID), ("user_version", FORMAT), ("journal_mode", b"wal"),
                               ("synchronous", 2), ("secure_delete", 1)):  # fmt: skip
            if self._one("PRAGMA " + pragma) != (wanted,):
                raise Unfit
        meta = dict(self._connection.execute("SELECT k, v FROM meta").fetchall())
        if not {b"log_id", b"key", b"format"} <= meta.keys() or meta[b"format"] != b"%d" % FORMAT:
            raise Unfit
        sealed = _sealed(self._connection)
        if sealed is None:
            raise Unfit  # nothing in it tells yet whether it is sealed
        if sealed:
            raise Sealed
        return meta[b"log_id"], meta[b"key"]

    def last(self, session: str) -> Last | None:
        """The last event of a session; None where it has none yet."""
        stream = self.drafting.session_id(session)
        rows = self._connection.execute(
            "SELECT seq, hdr FROM events WHERE substr(hdr,49,24) BETWEEN ? AND ? ORDER BY substr(hdr,49,24) DESC",
            (stream + bytes(8), stream + b"\xff" * 8),
        )
        try:
            return last_of(rows, self._payload)
        finally:
            rows.close()

    def _payload(self, position: int) -> bytes | None:
        body = self._one("SELECT body FROM payloads WHERE seq=?", (position,))
        return body[0] if body is not None and isinstance(body[0], bytes) else None

    def write(self, make: Callable[[], list[Draft]]) -> list[int]:
        """Append what `make` gives, which is called under the lock; the positions, none where it gives nothing.

        Raises `lock.Busy` if the lock is not to be had in time, OSError and sqlite3.Error with nothing written.
        """
        with self._lock:
            drafts = make()
            if not drafts:
                return []
            outcome = append_raw.append(self._connection, self.log_id, drafts, {}, append_raw.salt(drafts))
        self._ring()
        positions = outcome[0]
        assert isinstance(positions, list)
        return positions

    def _ring(self) -> None:
        bells = os.path.join(self._folder, "bells")
        try:
            heard = os.listdir(bells)
        except OSError:
            return
        if heard:
            from awhm.events.doorbell import Doorbell  # a follower is rare, and sockets are not cheap to import

            Doorbell(bells).ring()


def _connected(path: str, mode: str) -> Connection:
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = connect(f"file:{quoted}?mode={mode}", uri=True, isolation_level=None)
    connection.text_factory = bytes
    return connection


def _sealed(connection: Connection) -> bool | None:
    """Whether the first event with content is sealed; None where there is no such event yet."""
    for (header,) in connection.execute("SELECT hdr FROM events ORDER BY seq LIMIT 64"):
        if chain.kind_of(header) not in NO_CONTENT:
            return bool(header[1] & chain.FLAG_SEALED)
    return None


def may_be_sealed(folder: str) -> bool:
    """Whether the log of a data directory is encrypted, whatever the settings say; also where that cannot be told."""
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        return False
    try:
        connection = _connected(path, "ro")
        sealed = _sealed(connection)
        connection.close()
    except (SqliteError, IndexError, TypeError):  # it cannot be read now, or is no log
        return True
    return bool(sealed)


__all__ = [
    "MESSAGE_LOGGED",
    "SESSION_ENDED",
    "SESSION_STARTED",
    "Drafting",
    "Last",
    "RawLog",
    "Sealed",
    "SqliteError",
    "Unfit",
    "may_be_sealed",
]
