"""A log whose payloads are sealed: AES-256-GCM under a data key of each scope and session. The headers are as ever.

A sealed payload is nonce (12 bytes) || ciphertext || tag (16), with the event's id and kind as associated data. It is
what is stored, committed to and hashed, so that chain, verification, backups and exports need no key. A data key that
is destroyed takes with it every copy of what it sealed, wherever that is. `docs/encryption.md` tells the rest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain as flatten
from typing import Protocol

from awhm.errors import Damaged, Refused
from awhm.events import append_raw, chain
from awhm.events.append_raw import NO_ONE, Draft
from awhm.events.event import Kind
from awhm.events.log import Appended, Drafting, Log, Lost, Row
from awhm.events.several import several
from awhm.events.sizes import refuse_sizes
from awhm.events.sqlite_log import SqliteLog

NONCE = 12
KEY_ID = slice(12, 16)
# They hold no content, and who verifies without a key has to read them: what was erased, what was signed.
PLAIN = frozenset(
    map(int, (Kind.PAYLOADS_ERASED, Kind.ERASURE_COMPLETED, Kind.CHECKPOINT_PUBLISHED, Kind.AUDIT_NOTED))
)  # as plain numbers, which are compared faster than members of an enum
_NAMED = int(Kind.ENTITY_NAMED)
_PLAIN = frozenset(kind.to_bytes(2, "big") for kind in PLAIN)

Place = tuple[bytes, bytes]  # scope and session, 16 bytes each; a session of zeros for what belongs to none


class Cipher(Protocol):
    """An authenticated cipher under one key, as `cryptography` has it."""

    def encrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None, /) -> bytes:
        """Ciphertext and tag."""
        ...

    def decrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None, /) -> bytes:
        """What was encrypted. Raises what `Keys.wrong` is if that is not what it is given."""
        ...


class Keys(Protocol):
    """The data keys of one log. They are numbered from 1, and no number is used twice."""

    @property
    def wrong(self) -> type[Exception]:
        """What a cipher raises for a ciphertext that is not as it was written."""
        ...

    def numbers(self, places: Collection[Place]) -> dict[Place, int]:
        """The keys of some places, made where there is none; on the disk when this returns."""
        ...

    def place(self, number: int) -> Place | None:
        """Whose key that is; None if it was destroyed."""
        ...

    def cipher(self, number: int) -> Cipher | None:
        """What seals and unseals with a key; None if it was destroyed. Raises Refused (`no_key`), Damaged."""
        ...

    @property
    def seen(self) -> int:
        """The epoch as it was last seen here: what `numbers` and `cipher` give may be of that one."""
        ...

    def epoch(self) -> int:
        """How many keys have been destroyed, by whichever process; those are known no more."""
        ...

    def destroy(self, number: int) -> None:
        """Overwrite a key, durably."""
        ...

    def count(self) -> int:
        """How many keys there are that were not destroyed."""
        ...

    def close(self) -> None:
        """Let go of the file; closing twice is no error."""
        ...


class _Changed(Exception):
    """A key was destroyed between the sealing and the lock."""


class SealedLog(SqliteLog):
    """The log of one data directory, its payloads sealed. Readers and writers of it see them as they were given."""

    def __init__(
        self, folder: str, keys: Keys, *, lock_timeout: float = 30.0, create: bool = True, readonly: bool = False
    ) -> None:
        """As `SqliteLog`; `keys` are those of this log, and are closed with it."""
        super().__init__(folder, lock_timeout=lock_timeout, create=create, readonly=readonly)
        self.keys = keys
        self._wrong = keys.wrong

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        """See `Log.append`. The drafts are sealed before the lock is taken."""
        if not drafts:
            return Appended([], [])
        refuse_sizes(drafts)
        while True:
            epoch = self.keys.seen
            sealed = self._sealed(drafts)
            salted = append_raw.salt(sealed)
            try:
                return self._written(partial(self._append, epoch, sealed, expected or {}, salted), len(drafts))
            except _Changed:
                continue

    def _append(
        self, epoch: int, sealed: list[Draft], expected: Mapping[bytes, int], salted: list[tuple[bytes, bytes]]
    ) -> append_raw.Outcome:
        # Keys are destroyed under the lock that this is called with: no event is written whose key is not there.
        if self.keys.epoch() != epoch:
            raise _Changed
        return append_raw.append(self._connection, self.log_id, sealed, expected, salted)

    def erase(
        self, drafts: Drafting, positions: Sequence[int], expected: Mapping[bytes, int] | None = None
    ) -> Appended | Lost:
        """See `Log.erase`. The drafts depend on the position, so they are sealed under the lock."""

        def made(last: int) -> Sequence[Draft]:
            self.keys.epoch()
            found = drafts(last)
            refuse_sizes(found)
            return self._sealed(found, last)

        return self._written(
            lambda: append_raw.erase(self._connection, self.log_id, made, positions, expected or {}), 1
        )

    def _sealed(self, drafts: Sequence[Draft], last: int | None = None) -> list[Draft]:
        """The drafts with their payloads sealed; `last` is the position that they follow, if that is known."""
        places: list[Place] = []
        for draft in drafts:
            # What has a session is nearly all there is.
            usual = draft.session != NO_ONE or draft.kind != _NAMED
            places.append((draft.scope, draft.session) if usual else self._place(draft, places, last))
        ciphers = self._ciphers([place for place, draft in zip(places, drafts, strict=True) if draft.kind not in PLAIN])
        nonces = os.urandom(NONCE * len(drafts))
        made: list[Draft] = []
        at = 0
        for place, draft in zip(places, drafts, strict=True):
            if draft.kind in PLAIN:
                made.append(draft)
                continue
            number, encrypt = ciphers[place]
            nonce = nonces[at : at + NONCE]
            at += NONCE
            body = encrypt(nonce, draft.payload, draft.event_id + draft.kind.to_bytes(2, "big"))
            made.append(draft.sealed(nonce + body, number))
        return made

    def _ciphers(self, places: Sequence[Place]) -> dict[Place, tuple[int, Callable[[bytes, bytes, bytes], bytes]]]:
        """The keys of some places: their numbers, and what encrypts with them."""
        while True:
            numbers = self.keys.numbers(list(dict.fromkeys(places)))
            found = {place: (number, self.keys.cipher(number)) for place, number in numbers.items()}
            ready: dict[Place, tuple[int, Callable[[bytes, bytes, bytes], bytes]]] = {
                place: (number, one.encrypt) for place, (number, one) in found.items() if one is not None
            }
            if len(ready) == len(found):  # else somebody has destroyed one in between
                return ready

    def _place(self, draft: Draft, places: Sequence[Place], last: int | None) -> Place:
        """Whose key seals a name, which has no session: that of the message it was read in.

        What is decided about memories has none either; it holds ids and times, no words, and goes with the scope's.
        """
        if not draft.sources:
            return draft.scope, NO_ONE
        source = draft.sources[0]
        if last is not None and source > last:
            at = source - last - 1
            return places[at] if at < len(places) else (draft.scope, NO_ONE)
        rows = self._rows("SELECT hdr FROM events WHERE seq=?", (source,)) if 0 < source < 1 << 63 else []
        header = rows[0][0] if rows else b""
        sealed = type(header) is bytes and len(header) >= chain.FIXED and header[1] & chain.FLAG_SEALED
        place = self.keys.place(int.from_bytes(header[KEY_ID], "big")) if sealed else None
        # Without a key the source is erased or unknown, and the append will be refused for it.
        return place or (draft.scope, NO_ONE)

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """See `Log.read`. Raises Damaged also for a payload that is not as it was sealed."""
        sql = (
            "SELECT e.seq, e.hdr, p.body FROM events e LEFT JOIN payloads p ON p.seq=e.seq"
            " WHERE e.seq>? AND e.seq<=? ORDER BY e.seq LIMIT ?"
        )
        return flatten.from_iterable(map(self._unsealed, self._batches(sql, after, until)))

    def _unsealed(self, rows: list[Row]) -> list[Row]:
        """A batch with its payloads as they were given."""
        # By key id as it stands in headers. For this batch alone: a key may be destroyed at any time.
        openers: dict[bytes, Callable[[bytes, bytes, bytes], bytes] | None] = {}
        found: list[Row] = []
        position = 0
        try:
            for position, header, body in rows:
                if body is None or not header[1] & 1:
                    found.append((position, header, body))
                    continue
                key_id = header[12:16]
                if key_id not in openers:
                    cipher = self.keys.cipher(int.from_bytes(key_id, "big"))
                    openers[key_id] = None if cipher is None else cipher.decrypt
                opened = openers[key_id]
                if opened is not None:
                    # The id and the kind, as associated data: a ciphertext moved to another event is found.
                    body = opened(body[:12], body[12:], header[32:48] + header[2:4])
                found.append((position, header, None if opened is None else body))
        except (self._wrong, TypeError, IndexError, ValueError) as error:
            raise _not_as_sealed(position) from error
        return found

    def unsealed(self, position: int, header: bytes, body: bytes | None) -> bytes | None:
        """A stored payload as it was given; None where it is gone or its key was destroyed. Raises Damaged, Refused."""
        return self._unsealed([(position, header, body)])[0][2]

    def payload(self, position: int) -> bytes | None:
        """See `Log.payload`."""
        return self.unsealed(position, self.header(position), super().payload(position))

    def payloads(self, positions: Sequence[int]) -> dict[int, bytes | None]:
        """See `Log.payloads`."""
        found: dict[int, bytes | None] = {}
        for position, header, body in several(self._rows, positions):
            with suppress(Damaged, Refused):
                found[position] = self.unsealed(position, header, body)
        return found

    def forget(self, headers: Sequence[bytes]) -> int:
        """Destroy the keys that sealed the payloads of these headers, where no payload is left of them; how many.

        Keys of what belongs to no session stay. After a crash in here it can be called again.
        """
        numbers = {int.from_bytes(header[KEY_ID], "big") for header in headers if header[1] & chain.FLAG_SEALED}
        return sum(self._forget(number) for number in sorted(numbers))

    def _forget(self, number: int) -> bool:
        place = self.keys.place(number)
        if place is None or place[1] == NO_ONE:
            return False
        key_id, (_, session) = number.to_bytes(4, "big"), place
        # First among the session's own, where a payload is found at once if there is one.
        sql = "SELECT 1 FROM events e JOIN payloads p ON p.seq=e.seq WHERE substr(e.hdr,13,4)=? AND "
        if self._rows(
            sql + "substr(e.hdr,49,24) BETWEEN ? AND ? LIMIT 1", (key_id, session + bytes(8), session + b"\xff" * 8)
        ):
            return False
        head = self.head().position
        if self._rows(sql + "e.seq<=? LIMIT 1", (key_id, head)):
            return False
        with self._threads, self._explained(), self._locked():
            if self._rows(sql + "e.seq>? LIMIT 1", (key_id, head)):
                return False
            # Before this the key is there and nothing needs it: a crash costs nothing, and the erasure is gone on
            # with. After it no copy of what it sealed can be read, and whoever has it in memory is told.
            self.keys.destroy(number)
        return True

    def close(self) -> None:
        """See `Log.close`."""
        super().close()
        self.keys.close()


def is_sealed(log: SqliteLog) -> bool | None:
    """Whether a log is sealed, as its first event with content says; None if there is no such event yet."""
    for rows in log.links(payloads=False):
        for _, header, *_ in rows:
            if type(header) is bytes and len(header) >= chain.FIXED and header[chain.KIND] not in _PLAIN:
                return bool(header[1] & chain.FLAG_SEALED)
    return None


def readable(log: Log, position: int, header: bytes, body: bytes | None) -> bytes | None:
    """A payload as `links` gives it, as it was written. Raises what `SealedLog.unsealed` does."""
    return log.unsealed(position, header, body) if isinstance(log, SealedLog) else body


def keys_of(log: Log) -> Keys | None:
    """The keys of a log; None for one that is not sealed."""
    return log.keys if isinstance(log, SealedLog) else None


def forget_keys(log: Log, headers: Sequence[bytes]) -> int:
    """See `SealedLog.forget`; 0 for a log that is not sealed."""
    return log.forget(headers) if isinstance(log, SealedLog) else 0


def unsealed_in(log: Log) -> Collection[int]:
    """The events of a sealed log that hold content and are not sealed: somebody wrote them without the key."""
    if not isinstance(log, SealedLog):
        return ()
    return [
        position
        for rows in log.links(payloads=False)
        for position, header, *_ in rows
        if type(header) is bytes and len(header) >= chain.FIXED
        and not header[1] & chain.FLAG_SEALED and header[chain.KIND] not in _PLAIN
    ]  # fmt: skip


def _not_as_sealed(position: int) -> Damaged:
    text = f"event {position}: the payload is not as it was sealed"
    return Damaged("payload", text, "`awhm verify` says what is wrong with the log.", position=position)
