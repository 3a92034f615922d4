"""The last step of every write: extend the chain by some drafts, under the lock, in one transaction.

Standard-library C modules only, so that a hook can append the same bytes without importing the rest.
That is why `Draft` is a plain class and the annotations are strings.
"""

from __future__ import annotations

import os
import time
from _sqlite3 import DatabaseError, IntegrityError  # those of sqlite3, whose import costs a hook two milliseconds more
from hashlib import sha256

from awhm.events import chain

TYPE_CHECKING = False
if TYPE_CHECKING:  # not typing.TYPE_CHECKING: that import alone costs a hook ten milliseconds
    from collections.abc import Callable, Mapping, Sequence
    from sqlite3 import Connection

    Row = tuple[int, bytes, bytes, bytes, bytes]  # position, header, chain, salt, payload
    Outcome = tuple[list[int], list[bool]] | tuple[bytes, int]
    Drafting = Callable[[int], Sequence["Draft"]]  # the drafts to append, given the position that they follow

MOST_IN_A_BATCH = 65_535  # the batch fields of a header are 16 bits wide
MOST_SOURCES = 65_535
NO_ONE = bytes(16)
# What `chain.commit` and `chain.link` begin with. They are only ever copied, which is cheaper than a new hash.
_COMMITMENT = sha256(b"\x02")
_LINK = sha256(b"\x03")


class Draft:
    """An event before it has a place: all of its header that the writer knows, and its payload."""

    __slots__ = (
        "actor", "event_id", "flags", "key_id", "kind", "payload", "schema", "scope", "session",
        "sources", "stream",
    )  # fmt: skip

    def __init__(
        self,
        kind: int,
        event_id: bytes,
        stream: bytes,
        payload: bytes,
        *,
        schema: int = 1,
        session: bytes = NO_ONE,
        scope: bytes = NO_ONE,
        actor: bytes = NO_ONE,
        sources: tuple[int, ...] = (),
        flags: int = 0,
        key_id: int = 0,
    ) -> None:
        """Ids are 16 opaque bytes; `sources` are positions; `payload` is stored and hashed as it is."""
        self.kind = kind
        self.event_id = event_id
        self.stream = stream
        self.payload = payload
        self.schema = schema
        self.session = session
        self.scope = scope
        self.actor = actor
        self.sources = sources
        self.flags = flags
        self.key_id = key_id

    def sealed(self, payload: bytes, key_id: int) -> Draft:
        """The same event with its payload sealed by the key of a number."""
        made = object.__new__(Draft)  # each field by hand: half the time that naming them all to `__init__` takes
        made.kind = self.kind
        made.event_id = self.event_id
        made.stream = self.stream
        made.payload = payload
        made.schema = self.schema
        made.session = self.session
        made.scope = self.scope
        made.actor = self.actor
        made.sources = self.sources
        made.flags = self.flags | chain.FLAG_SEALED
        made.key_id = key_id
        return made


def clock() -> int:
    """The clock, in ms since 1970 UTC."""
    return time.time_ns() // 1_000_000


def new_id(milliseconds: int | None = None, rest: bytes | None = None) -> bytes:
    """A UUIDv7 (RFC 9562, 5.7): 48 bits of time, then 74 random bits, or those of `rest` (10 bytes)."""
    now = clock() if milliseconds is None else milliseconds
    tail = bytearray(os.urandom(10) if rest is None else rest)
    tail[0] = tail[0] & 0x0F | 0x70  # the version, 7
    tail[2] = tail[2] & 0x3F | 0x80  # the variant
    return (now & 0xFFFF_FFFF_FFFF).to_bytes(6, "big") + bytes(tail)


def salt(drafts: Sequence[Draft]) -> list[tuple[bytes, bytes]]:
    """A fresh salt and the commitment for each payload; done before the lock is taken."""
    noise = os.urandom(chain.SALT * len(drafts))
    salted: list[tuple[bytes, bytes]] = []
    at = 0
    for draft in drafts:
        grain = noise[at : at + 32]
        at += 32
        digest = _COMMITMENT.copy()
        digest.update(grain)
        digest.update(draft.payload)
        salted.append((grain, digest.digest()))
    return salted


def extend(
    tail: tuple[int, bytes, int],
    versions: dict[bytes, int],
    drafts: Sequence[Draft],
    salted: Sequence[tuple[bytes, bytes]],
    now: int,
) -> list[Row]:
    """The rows that follow `tail` (position, chain, recorded ms). Pure.

    `versions` holds the last version of each stream and is moved on. The recorded time is the clock,
    but never earlier than the event before, so that time travel by time is a bisection.
    """
    position, link, recorded = tail
    recorded = max(recorded, now)
    size = len(drafts)
    pack = chain.LAYOUT.pack
    rows: list[Row] = []
    for index, (draft, (grain, commitment)) in enumerate(zip(drafts, salted, strict=True)):
        position += 1
        stream = draft.stream
        version = versions[stream] = versions[stream] + 1
        sources = draft.sources
        header = pack(
            chain.VERSION, draft.flags, draft.kind, draft.schema, index, size, len(sources), draft.key_id,
            position, recorded, draft.event_id, stream, version, draft.session, draft.scope, draft.actor,
            commitment,
        )  # fmt: skip
        if sources:
            header += b"".join([source.to_bytes(8, "big") for source in sources])
        digest = _LINK.copy()
        digest.update(link)
        digest.update(header)
        link = digest.digest()
        rows.append((position, header, link, grain, draft.payload))
    return rows


def append(connection: Connection, log_id: bytes, drafts: Sequence[Draft], expected: Mapping[bytes, int],
           salted: Sequence[tuple[bytes, bytes]]) -> Outcome:  # fmt: skip
    """Append in one transaction. The caller holds the lock.

    Returns the positions, and for each whether it is new; an id that the log has keeps its old position.
    Returns (stream, version) instead when a stream has moved past its expected version: a lost race.
    Raises ValueError when a source was erased; sqlite3.Error from the engine, with nothing written.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        try:
            outcome = _append(connection, log_id, drafts, expected, salted)
        except IntegrityError:
            # An id is already there: a retry. We start over rather than set a savepoint before each insert,
            # which would make SQLite keep a copy of every page that it is about to change.
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            outcome = _append_missing(connection, log_id, drafts, salted)
        # If we crash before this COMMIT returns, the events are all there or none is, and a retry with
        # the same ids finds out which. Once it has returned they are on the disk (synchronous=FULL).
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcome


def erase(connection: Connection, log_id: bytes, make: Drafting, positions: Sequence[int],
          expected: Mapping[bytes, int]) -> Outcome:  # fmt: skip
    """Append what `make` gives and delete the payloads at `positions` in one transaction. The caller holds the lock.

    `make` is called with the last position: the events may name each other by theirs. Returns what `append` does;
    events that the log has already keep their places, and the payloads are gone. Raises ValueError when a payload is
    gone before, or when an event has a source that is gone or goes with it; sqlite3.Error with nothing written.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcome = _erase(connection, log_id, make, positions, expected)
        # If we crash before this COMMIT returns, either all of it has happened or nothing: no tombstone without its
        # deletion, no deletion without its tombstone. What views, WAL and other files hold goes in further steps.
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcome


def _erase(connection: Connection, log_id: bytes, make: Drafting, positions: Sequence[int],
           expected: Mapping[bytes, int]) -> Outcome:  # fmt: skip
    tail, versions = _tail(connection, log_id)
    drafts = make(tail[0])
    if known(connection, drafts):
        connection.executemany("DELETE FROM payloads WHERE seq=?", [(position,) for position in positions])
        return [position_of(connection, draft.event_id) or 0 for draft in drafts], [False] * len(drafts)
    for stream in {draft.stream for draft in drafts} | set(expected):
        if stream not in versions:
            versions[stream] = version_of(connection, stream)
    for stream, version in expected.items():
        if versions[stream] != version:
            return stream, versions[stream]
    refuse_sources(drafts, tail[0], positions)
    _refuse_erased(connection, tuple(positions))
    for draft in drafts:
        _refuse_erased(connection, tuple(source for source in draft.sources if source <= tail[0]))
    rows = extend(tail, versions, drafts, salt(drafts), clock())
    _insert(connection, rows)
    connection.executemany("DELETE FROM payloads WHERE seq=?", [(position,) for position in positions])
    return [row[0] for row in rows], [True] * len(rows)


def refuse_sources(drafts: Sequence[Draft], last: int, positions: Sequence[int]) -> None:
    """Raises ValueError if an event behind `last` has a source that does not come before it, or that goes with it."""
    gone = set(positions)
    for place, draft in enumerate(drafts, last + 1):
        for source in draft.sources:
            if source in gone or source >= place:
                raise ValueError(f"event {source} is erased or unknown")


def _append(connection: Connection, log_id: bytes, drafts: Sequence[Draft], expected: Mapping[bytes, int],
            salted: Sequence[tuple[bytes, bytes]]) -> Outcome:  # fmt: skip
    tail, versions = _tail(connection, log_id)
    for stream in {draft.stream for draft in drafts} | set(expected):
        if stream not in versions:
            versions[stream] = version_of(connection, stream)
    for stream, version in expected.items():
        if versions[stream] != version and not known(connection, drafts):
            return stream, versions[stream]
    for draft in drafts:
        if draft.sources:
            _refuse_erased(connection, draft.sources)
    rows = extend(tail, versions, drafts, salted, clock())
    _insert(connection, rows)
    return [row[0] for row in rows], [True] * len(rows)


def _append_missing(connection: Connection, log_id: bytes, drafts: Sequence[Draft],
                    salted: Sequence[tuple[bytes, bytes]]) -> Outcome:  # fmt: skip
    """Events whose ids the log has keep their places; of several with one id the first is written."""
    tail, _ = _tail(connection, log_id)
    places = {draft.event_id: position_of(connection, draft.event_id) for draft in drafts}
    first = {draft.event_id: index for index, draft in reversed(list(enumerate(drafts)))}
    missing = [index for index, d in enumerate(drafts) if places[d.event_id] is None and first[d.event_id] == index]
    versions = {stream: version_of(connection, stream) for stream in {drafts[index].stream for index in missing}}
    rows = extend(tail, versions, [drafts[i] for i in missing], [salted[i] for i in missing], clock())
    _insert(connection, rows)
    places |= {drafts[index].event_id: row[0] for index, row in zip(missing, rows, strict=True)}
    new = set(missing)
    return [places[draft.event_id] or 0 for draft in drafts], [index in new for index in range(len(drafts))]


def _tail(connection: Connection, log_id: bytes) -> tuple[tuple[int, bytes, int], dict[bytes, int]]:
    """Position, chain and recorded ms of the last event; and the version of its stream, mostly the next event's too."""
    row = connection.execute("SELECT seq, chain, hdr FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    if row is None:
        return (0, chain.first(log_id), 0), {}
    position, link, header = row
    if type(link) is not bytes or len(link) != chain.HASH or type(header) is not bytes or len(header) < chain.FIXED:
        raise DatabaseError(f"event {position}, the last one, is damaged")
    version = chain.stream_version_of(header)
    return (position, link, chain.recorded_of(header)), {header[chain.STREAM]: version}


def _insert(connection: Connection, rows: Sequence[Row]) -> None:
    # As bytearrays: for `bytes` the sqlite3 module first looks for an adapter, and before Python 3.12 it raises
    # and swallows an exception each time, a tenth of the whole append.
    events = [(position, bytearray(header), bytearray(link)) for position, header, link, _, _ in rows]
    payloads = [(position, bytearray(grain), bytearray(payload)) for position, _, _, grain, payload in rows]
    connection.executemany("INSERT INTO events VALUES (?,?,?)", events)
    connection.executemany("INSERT INTO payloads VALUES (?,?,?)", payloads)


def known(connection: Connection, drafts: Sequence[Draft]) -> bool:
    """Whether every id is in the log already: then this is a retry, whatever has happened since."""
    return bool(drafts) and all(position_of(connection, draft.event_id) is not None for draft in drafts)


def position_of(connection: Connection, event_id: bytes) -> int | None:
    """The position of the event with this id, if the log has it."""
    row = connection.execute("SELECT seq, hdr FROM events WHERE substr(hdr,33,16)=?", (event_id,)).fetchone()
    if row is None:
        return None
    # SQLite believes its index; a damaged one must not pass off another event for this one.
    if type(row[1]) is not bytes or row[1][32:48] != event_id:
        raise DatabaseError(f"the index of event ids is wrong about event {row[0]}")
    return int(row[0])


def version_of(connection: Connection, stream: bytes) -> int:
    """The version of a stream: how many events it has; 0 for one that the log does not know."""
    row = connection.execute(
        "SELECT hdr FROM events WHERE substr(hdr,49,24) BETWEEN ? AND ? ORDER BY substr(hdr,49,24) DESC LIMIT 1",
        (stream + bytes(8), stream + b"\xff" * 8),
    ).fetchone()
    if row is None:
        return 0
    if type(row[0]) is not bytes or row[0][48:64] != stream:
        raise DatabaseError("the index of streams is wrong about an event")
    return chain.stream_version_of(row[0])


def _refuse_erased(connection: Connection, sources: tuple[int, ...]) -> None:
    """Nothing derived outlives its source: checked inside the lock, so no erasure can slip between."""
    for source in sources:
        there = 0 < source < 1 << 63  # beyond, SQLite has no such number
        if not there or not connection.execute("SELECT 1 FROM payloads WHERE seq=?", (source,)).fetchone():
            raise ValueError(f"event {source} is erased or unknown")
