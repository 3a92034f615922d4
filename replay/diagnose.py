"""What exactly is wrong with one event: which part, and if one byte explains it, which byte."""

from __future__ import annotations

from typing import NamedTuple

from awhm.events import chain
from awhm.events.log import Stored

MOST_TRIED = 1024  # bytes of salt and payload in which a single changed byte is searched for
A_FEW = 4  # bytes: a changed header changes nearly all of its hash, so fewer than that changed in the hash itself


class Finding(NamedTuple):
    """One thing that is wrong. `position` is the event concerned, None for the file as a whole.

    `what` is one of: header, chain, salt, payload, salt_or_payload, header_or_chain, position, missing, inserted,
    order, payload_missing, stray_payload, unsealed, index, page, unreadable, meta, truncated.
    """

    position: int | None
    what: str
    detail: str


def diagnose(row: Stored, following: Stored | None, last: int, link: bytes, recorded: int) -> Finding | None:
    """Compare one event with the event before it (`last`, `link`, `recorded`) and the one after it.

    The event after tells a changed header from a changed chain hash: its own hash was made from the
    right chain value.
    """
    position, header, stored, _, _ = row
    expected = last + 1
    if not isinstance(position, int):
        return Finding(expected, "position", f"event {expected}: its position is not a number")
    if not isinstance(header, bytes) or len(header) < chain.FIXED:
        return Finding(position, "header", f"event {position}: the header is not {chain.FIXED} bytes or more")
    if not isinstance(stored, bytes) or len(stored) != chain.HASH:
        return Finding(position, "chain", f"event {position}: the chain hash is not 32 bytes")
    inside = chain.position_of(header)
    computed = chain.link(link, header)
    if position != expected:
        gap = f"event {expected}" if position == expected + 1 else f"events {expected} to {position - 1}"
        return Finding(expected, "missing", f"{gap} missing: the log goes on with event {position}")
    if computed == stored:
        return _form(position, header, inside, recorded)
    if _follows(computed, following) or sum(a != b for a, b in zip(computed, stored, strict=True)) <= A_FEW:
        return Finding(position, "chain", f"event {position}: the stored chain hash was changed")
    at = _changed_byte(link, header, stored)
    if at is not None:
        return Finding(position, "header", f"event {position}: byte {at} of the header was changed")
    if 0 < inside < position and _follows(stored, following):
        return Finding(position, "order", f"event {position} is out of place: it was written as event {inside}")
    if _follows(stored, following):
        return Finding(position, "header", f"event {position}: the header was changed ({_where(header, inside)})")
    if inside != position:
        text = f"event {position} was inserted, repeated or moved: its header says event {inside}"
        return Finding(position, "inserted", text)
    return Finding(position, "header_or_chain", f"event {position}: header and chain hash do not fit together")


def _form(position: int, header: bytes, inside: int, recorded: int) -> Finding | None:
    """A link that holds, over a header that no log of ours would have written."""
    if inside != position:
        return Finding(position, "position", f"event {position}: the header says event {inside}")
    if header[0] != chain.VERSION:
        return Finding(position, "header", f"event {position}: unknown header version {header[0]}")
    if len(header) != chain.FIXED + 8 * int.from_bytes(header[10:12], "big"):
        return Finding(position, "header", f"event {position}: the header's length does not fit its sources")
    if chain.recorded_of(header) < recorded:
        return Finding(position, "order", f"event {position} was recorded before the event in front of it")
    if any(not 0 < source < position for source in chain.sources_of(header)):
        return Finding(position, "header", f"event {position} is derived from an event that is not before it")
    return None


def _follows(link: bytes, following: Stored | None) -> bool:
    return following is not None and isinstance(following[1], bytes) and chain.link(link, following[1]) == following[2]


def _changed_byte(link: bytes, header: bytes, stored: bytes) -> int | None:
    """The offset at which putting one byte right gives the stored link again; None if no single byte does."""
    if len(header) > MOST_TRIED:
        return None
    trial = bytearray(header)
    for at in range(len(trial)):
        kept = trial[at]
        for value in range(256):
            trial[at] = value
            if chain.link(link, bytes(trial)) == stored:
                return at
        trial[at] = kept
    return None


def _where(header: bytes, inside: int) -> str:
    return f"it reads position {inside}, kind {chain.kind_of(header)}"


def which_byte(position: int, salt: bytes, payload: bytes, commitment: bytes, *, search: bool = True) -> Finding:
    """Salt or payload: if putting one byte right restores the commitment, that byte was changed."""
    stored = bytearray(salt + payload)
    if search and len(stored) <= MOST_TRIED:
        for at in range(len(stored)):
            kept = stored[at]
            for value in range(256):
                stored[at] = value
                if chain.commit(b"", bytes(stored)) == commitment:
                    part, offset = ("salt", at) if at < chain.SALT else ("payload", at - chain.SALT)
                    text = f"event {position}: byte {offset} of the {part} was changed"
                    return Finding(position, part, text)
            stored[at] = kept
    text = f"event {position}: salt or payload was changed; they do not match the header's commitment"
    return Finding(position, "salt_or_payload", text)
