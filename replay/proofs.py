"""Proofs that somebody without the log can check: that an event is in it, and that it only ever grew.

A proof is a JSON object with the signed checkpoints that it leads to. `docs/format.md`, section 9, says what is in it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from awhm.errors import Damaged, Refused
from awhm.events import chain, merkle
from awhm.events.checkpoint import Checkpoint, Verifier, checkpoint, parse, signers, verifier
from awhm.events.log import Log
from awhm.replay.anchored import differs, leaves

INCLUSION, CONSISTENCY = "awhm/inclusion/v1", "awhm/consistency/v1"


class Checked(NamedTuple):
    """What a proof was found to be. `wrong` says why it proves nothing, and is empty if it does what it says."""

    kind: str
    wrong: tuple[str, ...]
    signed_by: str
    says: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether it proves what it says."""
        return not self.wrong


def inclusion(log: Log, position: int, note: bytes, key: Verifier, *, payload: bool = False) -> dict[str, Any]:
    """The proof that the event at a position is in the log that a checkpoint was signed over.

    With `payload` it holds the salt and the payload too, which the header has promised. Raises Refused (no such event,
    not yet signed, an erased payload), Damaged where the log is not what was signed.
    """
    anchor = _anchor(log, note)
    header = log.header(position)
    if position > anchor.size:
        text = f"the checkpoint is of {anchor.size} events, and event {position} came later"
        raise Refused("not_signed", text, "`awhm checkpoint` signs the log as it is now.")
    path = merkle.roots(merkle.inclusion(position - 1, anchor.size), leaves(log, 0, anchor.size))
    if not merkle.includes(chain.leaf(header), position - 1, anchor.size, path, anchor.root):
        raise Damaged("forked", f"the log's first {anchor.size} events are not those that were signed")
    found = {
        "type": INCLUSION,
        "position": position,
        "header": header.hex(),
        "path": [one.hex() for one in path],
        "checkpoint": note.decode(),
        "key": str(key),
    }
    return {**found, **_opening(log, position)} if payload else found


def _opening(log: Log, position: int) -> dict[str, str]:
    """Salt and payload in base64: with the header they show what the event said."""
    if log.header(position)[1] & chain.FLAG_SEALED:
        text = f"the payload of event {position} is sealed: what its header has promised is the ciphertext"
        raise Refused("sealed", text, "Leave --with-payload out.")
    if log.payload(position) is None:
        raise Refused("erased", f"the payload of event {position} was erased", "Leave --with-payload out.")
    ((_, _, _, salt, payload),) = next(iter(log.links(position - 1, position)))
    return {"salt": base64.b64encode(salt).decode(), "payload": base64.b64encode(payload).decode()}


def consistency(log: Log, old: bytes, new: bytes, key: Verifier) -> dict[str, Any]:
    """The proof that the log of the new checkpoint begins with all of the old one's.

    Raises Refused (`wrong_order`), Damaged where the log is not what was signed.
    """
    older, newer = _anchor(log, old), _anchor(log, new)
    if older.size > newer.size:
        text = f"the first checkpoint is of {older.size} events, the second of {newer.size}"
        raise Refused("wrong_order", text, "Name the older one first.")
    path = merkle.roots(merkle.consistency(older.size, newer.size), leaves(log, 0, newer.size))
    if not merkle.extends(older.size, older.root, newer.size, newer.root, path):
        raise Damaged("forked", f"the log's first {newer.size} events are not those that were signed")
    return {
        "type": CONSISTENCY,
        "path": [one.hex() for one in path],
        "old": old.decode(),
        "new": new.decode(),
        "key": str(key),
    }


def _anchor(log: Log, note: bytes) -> Checkpoint:
    anchor = checkpoint(parse(note))
    found = differs(log, anchor)
    if found is not None:
        raise Damaged(found.what, found.detail, "`awhm doctor` explains it.", found.position)
    return anchor


def check(proof: object, trusted: Verifier | None = None) -> Checked:
    """Check a proof with nothing but itself; `trusted` is the key that its checkpoints have to be signed by.

    Without it the key in the proof is taken, and somebody has to know whose that is. Raises Refused (`bad_proof`,
    `bad_note`, `bad_key`) if it is no proof at all.
    """
    fields = _fields(proof)
    named = verifier(_text(fields, "key"))
    key = named if trusted is None else trusted
    kind = fields.get("type")
    if kind == INCLUSION:
        wrong, says = _check_inclusion(fields, key)
    elif kind == CONSISTENCY:
        wrong, says = _check_consistency(fields, key)
    else:
        raise _bad(f"its type is {kind!r}")
    return Checked(str(kind), tuple(wrong), str(key), says)


def _check_inclusion(fields: Mapping[str, Any], key: Verifier) -> tuple[list[str], dict[str, Any]]:
    anchor, wrong = _signed(_text(fields, "checkpoint"), key)
    header, position = _hex(fields, "header"), fields.get("position")
    if type(position) is not int or len(header) < chain.FIXED:
        raise _bad("its header or position cannot be read")
    if chain.position_of(header) != position:
        wrong.append(f"the header is that of event {chain.position_of(header)}")
    if not merkle.includes(chain.leaf(header), position - 1, anchor.size, _path(fields), anchor.root):
        wrong.append(f"the path does not lead from the header to the root of the {anchor.size} events")
    says: dict[str, Any] = {
        "log": anchor.origin,
        "position": position,
        "kind": chain.kind_of(header),
        "recorded": chain.recorded_of(header),
        "size": anchor.size,
    }
    if "payload" in fields:
        payload = _base64(fields, "payload")
        if chain.commit(_base64(fields, "salt"), payload) != chain.commitment_of(header):
            wrong.append("the payload is not the one that the header was written for")
        says["payload"] = payload.decode("utf-8", "replace")
    return wrong, says


def _check_consistency(fields: Mapping[str, Any], key: Verifier) -> tuple[list[str], dict[str, Any]]:
    older, wrong = _signed(_text(fields, "old"), key)
    newer, more = _signed(_text(fields, "new"), key)
    wrong += [text for text in more if text not in wrong]
    if older.origin != newer.origin:
        wrong.append(f"the checkpoints are of two logs: {older.origin} and {newer.origin}")
    if not merkle.extends(older.size, older.root, newer.size, newer.root, _path(fields)):
        wrong.append(f"the path does not show that the {newer.size} events begin with the {older.size}")
    return wrong, {"log": newer.origin, "old_size": older.size, "size": newer.size}


def _signed(note: str, key: Verifier) -> tuple[Checkpoint, list[str]]:
    parsed = parse(note.encode("utf-8", "surrogatepass"))
    anchor = checkpoint(parsed)
    try:
        known = bool(signers(parsed, [key]))
    except Refused as error:
        return anchor, [str(error)]
    return anchor, [] if known else [f"the checkpoint of {anchor.size} events is not signed by {key}"]


def _fields(proof: object) -> Mapping[str, Any]:
    if not isinstance(proof, dict):
        raise _bad("it is no JSON object")
    return cast("Mapping[str, Any]", proof)


def _text(fields: Mapping[str, Any], name: str) -> str:
    found = fields.get(name)
    if not isinstance(found, str):
        raise _bad(f"it has no text {name!r}")
    return found


def _hex(fields: Mapping[str, Any], name: str) -> bytes:
    return _bytes(_text(fields, name), name)


def _bytes(text: str, name: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise _bad(f"its {name} is not hexadecimal") from None


def _base64(fields: Mapping[str, Any], name: str) -> bytes:
    try:
        return base64.b64decode(_text(fields, name), validate=True)
    except (binascii.Error, ValueError):
        raise _bad(f"its {name} is not base64") from None


def _path(fields: Mapping[str, Any]) -> Sequence[bytes]:
    found: object = fields.get("path")
    if not isinstance(found, list):
        raise _bad("it has no path")
    path = [_bytes(one, "path") if isinstance(one, str) else b"" for one in cast("list[object]", found)]
    if any(len(one) != 32 for one in path):
        raise _bad("its path is not of hashes")
    return path


def _bad(why: str) -> Refused:
    return Refused("bad_proof", f"that is no proof of AWHM's: {why}", "`awhm prove` writes them.")
