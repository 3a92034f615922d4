"""The data keys of one log, in a file outside the data directory, each wrapped by the master key.

    header:  "AWHMKEYS" | version u32 | destroyed u32 | log id 16 bytes | nonce 12 | tag 16 | CRC-32 u32
    record:  nonce 12 bytes | key wrapped 48 | scope 16 | session 16 | CRC-32 of scope and session u32

All big-endian; the key with number n is the n-th record. A key is wrapped by AES-256-GCM under the master key, with
log id and number as associated data; the header's tag is that of nothing, and tells a wrong master key. A record whose
CRC-32 does not fit is a spare: keys are made many at a time, as each time the disk has to be waited for. One of
zeros was destroyed. The file is only ever written in place, so that there is no other copy of a key of ours.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import weakref
from collections.abc import Collection, Generator
from contextlib import contextmanager
from struct import Struct
from threading import RLock
from zlib import crc32

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from awhm.errors import Damaged, Refused
from awhm.events.notes import write_once
from awhm.events.sealed import Cipher, Place

MAGIC, VERSION = b"AWHMKEYS", 1
_HEADER = Struct(">8sII16s12s16s")
_WRAPPED, _PLACE = 12 + 48, 16 + 16
HEADER, RECORD = _HEADER.size + 4, _WRAPPED + _PLACE + 4
AT_ONCE = 64  # keys that are made in one write and one sync
_HINT = "Put the right file back; docs/encryption.md says which files belong together."


class DataKeys:
    """The keys of one log. Safe to use from several threads; other processes may make and destroy keys beside it."""

    wrong: type[Exception] = InvalidTag

    def __init__(self, path: str, log_id: bytes, master: bytes) -> None:
        """Open the file. Raises Refused (`no_key` without it, `locked` for another master key), Damaged."""
        self.path = path
        self._log_id = log_id
        self._master = AESGCM(master)
        self._threads = RLock()
        self._file = _open(path)
        self._closing = weakref.finalize(self, os.close, self._file)
        self._forget()
        try:
            self._destroyed = self._checked_header()
            self._follow()
        except BaseException:
            self._closing()
            raise

    def _forget(self) -> None:
        self._read = 0  # records that are known
        self._wrapped: dict[int, bytes] = {}  # nonce and key, as they are stored
        self._numbers: dict[Place, int] = {}
        self._places: dict[int, Place] = {}
        self._spares: list[int] = []
        self._ciphers: dict[int, AESGCM] = {}

    def numbers(self, places: Collection[Place]) -> dict[Place, int]:
        """See `Keys.numbers`."""
        with contextlib.suppress(KeyError):  # as mostly; a key that goes meanwhile shows in the epoch
            return {place: self._numbers[place] for place in places}
        with self._threads:
            if not self._numbers.keys() >= set(places):
                with self._alone():
                    if not self._is_current():
                        self._follow()
                    for place in places:
                        if place not in self._numbers:
                            self._give(place)
            return {place: self._numbers[place] for place in places}

    def _give(self, place: Place) -> None:
        """Let a spare key be that of a place; the caller is alone and has read what is there."""
        number = self._next()
        if number is None:
            number = self._make()
        fields = place[0] + place[1]
        # Not synced: what a power cut may cost is that the record is a spare again, and another session shares the
        # key. A key is destroyed when no event needs it, so nobody loses anything. The key itself is not rewritten.
        self._put(fields + crc32(fields).to_bytes(4, "big"), self._at(number) + _WRAPPED)
        self._learn(number, self._wrapped[number], place)

    def _next(self) -> int | None:
        """The spare that is taken next, by whichever process: the first that is sound."""
        return next((one for one in self._spares if self._sound(one)), None)

    def _is_current(self) -> bool:
        """Whether nobody has taken or made a key meanwhile: as they are taken in order, the next spare tells."""
        number = self._next()
        if number is None or os.fstat(self._file).st_size != self._at(self._read + 1):
            return False
        place = os.pread(self._file, _PLACE + 4, self._at(number) + _WRAPPED)
        return crc32(place[:-4]).to_bytes(4, "big") != place[-4:]

    def _make(self) -> int:
        """Make keys, and return the first one's number. When this returns they are on the disk."""
        first = self._read + 1
        made = bytearray()
        ciphers: list[AESGCM] = []
        for number in range(first, first + AT_ONCE):
            nonce, key = os.urandom(12), AESGCM.generate_key(256)
            made += nonce + self._master.encrypt(nonce, key, self._about(number)) + bytes(_PLACE + 4)
            ciphers.append(AESGCM(key))
        # What a crash has left of a record is written over: its number stands in no event, as keys have to be on the
        # disk before anything is sealed with them. A key without an event is harmless.
        self._put(bytes(made), self._at(first), sync=True)
        self._follow()
        self._ciphers |= dict(enumerate(ciphers, first))
        return first

    def _sound(self, number: int) -> bool:
        """Whether a spare can be used: not if a crash has left half of it."""
        try:
            return self.cipher(number) is not None
        except Damaged:
            return False

    def place(self, number: int) -> Place | None:
        """See `Keys.place`."""
        with self._threads:
            if number not in self._places:
                self._follow()
            return self._places.get(number)

    def cipher(self, number: int) -> Cipher | None:
        """See `Keys.cipher`."""
        found = self._ciphers.get(number)
        if found is not None:
            return found
        with self._threads:
            if number > self._read:
                self._follow()
            if not 0 < number <= self._read:
                raise Refused("no_key", f"{self.path} has no key {number}, with which an event was sealed", _HINT)
            wrapped = self._wrapped.get(number)
            if wrapped is None:
                return None
            try:
                key = self._master.decrypt(wrapped[:12], wrapped[12:], self._about(number))
            except InvalidTag as error:
                raise Damaged("data_key", f"{self.path}: key {number} is not as it was written", _HINT) from error
            self._ciphers[number] = AESGCM(key)
            return self._ciphers[number]

    @property
    def seen(self) -> int:
        """See `Keys.seen`."""
        return self._destroyed

    def epoch(self) -> int:
        """See `Keys.epoch`."""
        destroyed = int.from_bytes(os.pread(self._file, 4, 12), "big")
        if destroyed == self._destroyed:
            return destroyed
        with self._threads, self._alone():
            self._learn_anew()
            return self._destroyed

    def _learn_anew(self) -> None:
        self._forget()
        self._follow()
        self._destroyed = self._checked_header()

    def destroy(self, number: int) -> None:
        """See `Keys.destroy`."""
        with self._threads, self._alone():
            self._follow()
            destroyed = self._checked_header()
            if number not in self._wrapped:
                return
            # First what tells everybody to read the keys anew, who looks here under the log's lock, before he writes.
            # If we crash behind it the key is there still, and so is the erasure that is gone on with. The other way
            # round somebody who has the key in memory would go on with one that is gone.
            self._put(_header(self._log_id, destroyed + 1, self._master), 0, sync=True)
            self._put(bytes(RECORD), self._at(number), sync=True)
            self._learn_anew()

    def count(self) -> int:
        """See `Keys.count`."""
        with self._threads:
            self._follow()
            return len(self._places)

    def close(self) -> None:
        """See `Keys.close`."""
        with self._threads:
            self._closing()

    @contextmanager
    def _alone(self) -> Generator[None]:
        """One process makes or destroys keys at a time. Held for a write and a sync; asks for no other lock."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _follow(self) -> None:
        """Read the records that were added, and the spares, which others may have taken."""
        with self._threads:
            first = min([*self._spares, self._read + 1])
            self._spares.clear()
            start = self._at(first)
            data = os.pread(self._file, max(0, os.fstat(self._file).st_size - start), start)
            for at in range(0, len(data) - RECORD + 1, RECORD):
                record, number = data[at : at + RECORD], first + at // RECORD
                place = record[_WRAPPED:-4]
                known = crc32(place).to_bytes(4, "big") == record[-4:]
                self._learn(number, record[:_WRAPPED], (place[:16], place[16:]) if known else None)

    def _learn(self, number: int, wrapped: bytes, place: Place | None) -> None:
        self._read = max(self._read, number)
        if not any(wrapped):
            return
        self._wrapped[number] = wrapped
        if place is None:
            self._spares.append(number)
            return
        self._numbers[place], self._places[number] = number, place
        if number in self._spares:
            self._spares.remove(number)

    def _put(self, data: bytes, offset: int, *, sync: bool = False) -> None:
        try:
            _write(self._file, data, offset)
            if sync:
                os.fsync(self._file)
        except OSError as error:
            text = f"{self.path} cannot be written: {error.strerror}"
            raise Refused("keys_not_written", text, "Free some space, or allow writing there.") from error

    def _checked_header(self) -> int:
        """How many keys were destroyed. Raises Refused, Damaged."""
        data = os.pread(self._file, HEADER, 0)
        if len(data) != HEADER or crc32(data[:-4]).to_bytes(4, "big") != data[-4:] or data[:8] != MAGIC:
            raise Damaged("data_keys", f"{self.path} is no file of data keys, or its header was changed", _HINT)
        _, version, destroyed, log_id, nonce, tag = _HEADER.unpack(data[:-4])
        if version != VERSION:
            raise Refused("newer_format", f"{self.path} has format {version}; this version reads {VERSION}", "Upgrade.")
        if log_id != self._log_id:
            text = f"{self.path} has the keys of another log, {log_id.hex()}"
            raise Refused("no_key", text, _HINT)
        try:
            self._master.decrypt(nonce, tag, MAGIC + log_id)
        except InvalidTag as error:
            raise Refused("locked", f"the master key is not the one that {self.path} was made with", _HINT) from error
        return int(destroyed)

    def _about(self, number: int) -> bytes:
        return self._log_id + number.to_bytes(4, "big")

    @staticmethod
    def _at(number: int) -> int:
        return HEADER + (number - 1) * RECORD


def make(path: str, log_id: bytes, master: bytes) -> None:
    """Make a file without keys, if there is none; of two that start at once one is everybody's. Raises Refused."""
    if os.path.lexists(path):
        return
    try:
        write_once(path, _header(log_id, 0, AESGCM(master)))  # its name too is there before anything is sealed
    except OSError as error:
        hint = "The setting `state_dir` names another folder."
        raise Refused("keys_not_written", f"{path} cannot be made: {error.strerror}", hint) from error


def _header(log_id: bytes, destroyed: int, master: AESGCM) -> bytes:
    nonce = os.urandom(12)
    fields = _HEADER.pack(MAGIC, VERSION, destroyed, log_id, nonce, master.encrypt(nonce, b"", MAGIC + log_id))
    return fields + crc32(fields).to_bytes(4, "big")


def _open(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError as error:
        raise Refused("no_key", f"the data keys of this log are not there: {path}", _HINT) from error
    except PermissionError:
        with contextlib.suppress(OSError):
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)  # to read alone
        raise Refused("no_key", f"{path} cannot be read", "Check its permissions.") from None
    except OSError as error:
        raise Refused("no_key", f"{path} cannot be opened: {error.strerror}", _HINT) from error


def _write(descriptor: int, data: bytes, offset: int) -> None:
    """Write all of it; the system may take less at a time."""
    left = memoryview(data)
    while left:
        written = os.pwrite(descriptor, left, offset)
        left, offset = left[written:], offset + written
