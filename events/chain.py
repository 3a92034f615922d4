"""The header's bytes and the hashes over them. Pure, and standard-library C modules only.

`docs/format.md` is the specification; the numbers in comments are its sections.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct

VERSION = 1
SALT = 32
HASH = 32
# Section 2: version, flags, kind, schema, batch index, batch size, source count, key id, position,
# recorded ms, event id, stream, stream version, session, scope, actor, commitment. Then the sources.
LAYOUT = Struct(">BBHHHHHIQQ16s16sQ16s16s16s32s")
FIXED = LAYOUT.size  # 152
KIND = slice(2, 4)
EVENT_ID = slice(32, 48)
STREAM = slice(48, 64)
STREAM_VERSION = slice(64, 72)
SESSION = slice(72, 88)
SCOPE = slice(88, 104)
ACTOR = slice(104, 120)
COMMITMENT = slice(120, 152)
FLAG_SEALED = 1
FLAG_CONTROL = 2


def commit(salt: bytes, payload: bytes) -> bytes:
    """The header's salted promise of a payload: SHA-256(0x02 || salt32 || payload)."""
    return sha256(b"\x02" + salt + payload).digest()


def leaf(header: bytes) -> bytes:
    """The RFC 6962 leaf of a header: SHA-256(0x00 || header)."""
    return sha256(b"\x00" + header).digest()


def first(log_id: bytes) -> bytes:
    """The link before the first event: SHA-256("awhm/v1" || log id)."""
    return sha256(b"awhm/v1" + log_id).digest()


def link(previous: bytes, header: bytes) -> bytes:
    """The next link of the chain: SHA-256(0x03 || previous link || header)."""
    return sha256(b"\x03" + previous + header).digest()


def kind_of(header: bytes) -> int:
    """The kind's number, as `Kind` names it."""
    return int.from_bytes(header[2:4], "big")


def schema_of(header: bytes) -> int:
    """The payload's schema version."""
    return int.from_bytes(header[4:6], "big")


def position_of(header: bytes) -> int:
    """The event's position, from 1."""
    return int.from_bytes(header[16:24], "big")


def recorded_of(header: bytes) -> int:
    """When the log learnt of the event, in ms since 1970 UTC."""
    return int.from_bytes(header[24:32], "big")


def stream_version_of(header: bytes) -> int:
    """The event's place in its stream, from 1."""
    return int.from_bytes(header[64:72], "big")


def commitment_of(header: bytes) -> bytes:
    """The salted hash of the payload, 32 bytes."""
    return header[120:152]


def sources_of(header: bytes) -> tuple[int, ...]:
    """The positions this event was derived from."""
    return tuple(int.from_bytes(header[at : at + 8], "big") for at in range(FIXED, len(header), 8))
