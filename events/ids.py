"""Opaque ids from names: an HMAC under the log's key, so that a header tells nothing that can be guessed."""

from __future__ import annotations

from _hashlib import hmac_digest  # what hmac.digest calls; a hook is spared the module around it
from functools import lru_cache

from awhm.events.append_raw import new_id


def tombstones(key: bytes) -> bytes:
    """The stream of all tombstones of a log, of whatever scope."""
    return opaque(key, "erasures", "")


def completions(key: bytes) -> bytes:
    """The stream of all completed erasures: as many as there are tombstones, unless one is not completed."""
    return opaque(key, "erasures", "completed")


@lru_cache(1024)  # a message names three, and mostly those of the message before
def opaque(key: bytes, label: str, name: str) -> bytes:
    """The 16-byte id of a named thing: the start of HMAC-SHA256(key, label || 0x00 || name).

    A function of the log's key and the name alone, so that a message needs no look-up to be appended.
    """
    return hmac_digest(key, label.encode() + b"\x00" + name.encode("utf-8", "surrogatepass"), "sha256")[:16]


def recognisable(key: bytes, milliseconds: int, identity: bytes) -> bytes:
    """The event id of something that may be sent again: UUIDv7 time, then 74 bits of HMAC(key, identity).

    `identity` names the source, never the text, so that it can outlive an erasure without revealing it.
    """
    rest = hmac_digest(key, b"event\x00" + identity, "sha256")[:10]
    return new_id(max(milliseconds, 0), rest)
