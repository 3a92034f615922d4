"""The certificate of an erasure: a JSON object that shows somebody without the log, and without the content, what was
erased and when. `docs/erasures.md` says what is in it and what it proves.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import orjson

from awhm.errors import Damaged, Refused
from awhm.events import chain, merkle
from awhm.events.checkpoint import Checkpoint, Verifier, checkpoint, origin, parse, signers, verifier
from awhm.events.event import Kind
from awhm.events.log import Head, Log
from awhm.language.time import iso
from awhm.replay.ledger import headers_of, kind_name, payload

TYPE = "awhm/erasure/v1"
_FIELDS = {"type", "log_id", "tombstone", "erased", "completion", "chain", "checkpoint", "key"}
_OPENED = {"header", "salt", "payload"}  # of the two events whose payloads are shown: they hold no content
_TOLD = {Kind.PAYLOADS_ERASED: {"positions", "reason"}, Kind.ERASURE_COMPLETED: {"tombstone", "counts"}}


class Checked(NamedTuple):
    """What a certificate was found to be. `wrong` says why it proves nothing; empty if it does what it says.

    `notes` say what it leaves open.
    """

    wrong: tuple[str, ...]
    notes: tuple[str, ...]
    says: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether it proves what it says."""
        return not self.wrong


def certificate(log: Log, position: int, note: bytes | None = None, key: Verifier | None = None) -> dict[str, Any]:
    """The certificate of the erasure whose tombstone is at a position.

    With the `note` of a checkpoint, signed by `key`, that covers tombstone and completion, each event in it has its
    path to the signed root. Otherwise it has all headers from the tombstone to the head, whose chain hash anyone who
    knows that can compare. Raises Refused (`not_a_tombstone`, no such event), Damaged where the log is not what was
    signed.
    """
    header = log.header(position)
    if chain.kind_of(header) != Kind.PAYLOADS_ERASED:
        kind = kind_name(chain.kind_of(header))
        raise Refused("not_a_tombstone", f"event {position} is a {kind}", "`awhm erasures` lists the tombstones.")
    positions: list[int] = payload(log, position)["positions"]
    done = _completion(log, position)
    found: dict[str, Any] = {
        "type": TYPE,
        "log_id": log.log_id.hex(),
        "tombstone": _opened(log, position),
        "erased": [{"header": log.header(one).hex()} for one in positions],
        "completion": None if done is None else _opened(log, done),
    }
    anchor = None if note is None else checkpoint(parse(note))
    if note is None or key is None or anchor is None or anchor.size < (done or position):
        return {**found, "chain": _chain(log, position, log.head())}
    parts = [found["tombstone"], *found["erased"], *([found["completion"]] if done else [])]
    places = [position, *positions, *([done] if done else [])]
    for part, path in zip(parts, _paths(log, [one - 1 for one in places], anchor), strict=True):
        part["path"] = [one.hex() for one in path]
    return {**found, "checkpoint": note.decode(), "key": str(key)}


def _completion(log: Log, tombstone: int) -> int | None:
    for position, _ in headers_of(log, {Kind.ERASURE_COMPLETED}):
        if payload(log, position)["tombstone"] == tombstone:
            return position
    return None


def _opened(log: Log, position: int) -> dict[str, Any]:
    """A header with the salt and the payload that it promises, in base64."""
    payload(log, position)  # refuses one that is not as written
    ((_, header, _, salt, body),) = next(iter(log.links(position - 1, position)))
    return {"header": header.hex(), "salt": _base64(salt), "payload": _base64(body)}


def _chain(log: Log, position: int, head: Head) -> dict[str, Any]:
    headers = [row[1].hex() for rows in log.links(position - 1, head.position, payloads=False) for row in rows]
    before = log.chain_at(position - 1)
    assert before is not None  # the tombstone stands behind it
    return {"before": before.hex(), "headers": headers, "head": {"position": head.position, "chain": head.chain.hex()}}


def _paths(log: Log, indexes: Sequence[int], anchor: Checkpoint) -> list[list[bytes]]:
    """The RFC 6962 paths of some leaves to the root of a checkpoint, all in one pass: level by level, all nodes kept.

    A node without a right neighbour goes up as it is. 64 bytes and Python's own for each event of the log.
    """
    level = [chain.leaf(header) for rows in log.links(0, anchor.size, payloads=False) for _, header, _, _, _ in rows]
    places = list(indexes)
    paths: list[list[bytes]] = [[] for _ in places]
    while len(level) > 1:
        for path, place in zip(paths, places, strict=True):
            if place ^ 1 < len(level):
                path.append(level[place ^ 1])
        places = [place >> 1 for place in places]
        pairs = [merkle.node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    if level != [anchor.root]:
        raise Damaged("forked", f"the log's first {anchor.size} events are not those that were signed")
    return paths


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


# Checking ---------------------------------------------------------------------------------------------


class _Event(NamedTuple):
    """An event of a certificate: its header, the payload where it is shown, its path where it has one."""

    header: bytes
    told: Mapping[str, Any]
    path: Sequence[bytes] | None

    @property
    def position(self) -> int:
        return chain.position_of(self.header)


def check(given: object, trusted: Verifier | None = None) -> Checked:
    """Check a certificate with nothing but itself; `trusted` is the key that its checkpoint has to be signed by.

    Raises Refused (`bad_certificate`, `bad_note`, `bad_key`) if it is none at all.
    """
    fields = _object(given, _FIELDS, {"type", "log_id", "tombstone", "erased", "completion"}, "the certificate")
    if fields["type"] != TYPE:
        raise _bad(f"its type is {fields['type']!r}")
    log_id = _hex(fields, "log_id")
    tombstone = _event(fields["tombstone"], Kind.PAYLOADS_ERASED)
    completion = None if fields["completion"] is None else _event(fields["completion"], Kind.ERASURE_COMPLETED)
    if not isinstance(fields["erased"], list):
        raise _bad("it has no list of what was erased")
    erased = [_event(one, None) for one in cast("list[object]", fields["erased"])]
    wrong = _contradictions(tombstone, erased, completion)
    notes: list[str] = []
    says: dict[str, Any] = {
        "log_id": log_id.hex(),
        "tombstone": tombstone.position,
        "recorded": iso(chain.recorded_of(tombstone.header)),
        "actor_id": tombstone.header[chain.ACTOR].hex(),
        "reason": tombstone.told.get("reason"),
        "erased": len(erased),
        "positions": [one.position for one in erased],
        "completed": None if completion is None else iso(chain.recorded_of(completion.header)),
    }
    if "checkpoint" in fields:
        more, leads = _check_signed(
            fields, log_id, [tombstone, *erased, *([completion] if completion else [])], trusted
        )
    elif "chain" in fields:
        more, leads = _check_chain(fields["chain"], tombstone, completion)
        if trusted is not None:
            more.append("it has no signed checkpoint")
        notes.append("the headers of what was erased are shown, and only their positions are proved")
        notes.append("compare the head with one that you have from elsewhere: the certificate alone signs nothing")
    else:
        raise _bad("it has neither a chain nor a checkpoint")
    if completion is None:
        notes.append("the erasure was not completed when this was written")
    return Checked(tuple(wrong + more), tuple(notes), {**says, **leads})


def _contradictions(tombstone: _Event, erased: Sequence[_Event], completion: _Event | None) -> list[str]:
    wrong: list[str] = []
    if tombstone.told.get("positions") != [one.position for one in erased]:
        wrong.append("the tombstone does not name just these events")
    if any(one.position >= tombstone.position for one in erased):
        wrong.append("an event is said to be erased before it was written")
    if completion is not None and completion.told.get("tombstone") != tombstone.position:
        wrong.append("the completion is that of another erasure")
    if completion is not None and completion.position <= tombstone.position:
        wrong.append("the completion stands before the tombstone")
    return wrong


def _check_chain(given: object, tombstone: _Event, completion: _Event | None) -> tuple[list[str], dict[str, Any]]:
    names = {"before", "headers", "head"}
    fields = _object(given, names, names, "its chain")
    head = _object(fields["head"], {"position", "chain"}, {"position", "chain"}, "its head")
    if not isinstance(fields["headers"], list):
        raise _bad("its chain has no headers")
    headers = [_bytes(one, "header") for one in cast("list[object]", fields["headers"])]
    wrong: list[str] = []
    link = _hex(fields, "before")
    for expected, header in enumerate(headers, tombstone.position):
        if len(header) < chain.FIXED or chain.position_of(header) != expected:
            wrong.append(f"the header of event {expected} is missing in the chain")
            break
        link = chain.link(link, header)
    if not headers or headers[0] != tombstone.header:
        wrong.append("the chain does not begin with the tombstone")
    if completion is not None and completion.header not in headers:
        wrong.append("the completion is not in the chain")
    if link != _hex(head, "chain") or head["position"] != tombstone.position + len(headers) - 1:
        wrong.append("the headers do not lead to the head")
    return wrong, {"head": {"position": head["position"], "chain": head["chain"]}}


def _check_signed(
    fields: Mapping[str, Any], log_id: bytes, events: Sequence[_Event], trusted: Verifier | None
) -> tuple[list[str], dict[str, Any]]:
    key = verifier(_text(fields, "key")) if trusted is None else trusted
    note = parse(_text(fields, "checkpoint").encode("utf-8", "surrogatepass"))
    anchor = checkpoint(note)
    wrong: list[str] = []
    try:
        if not signers(note, [key]):
            wrong.append(f"the checkpoint is not signed by {key}")
    except Refused as error:
        wrong.append(str(error))
    if anchor.origin != origin(log_id):
        wrong.append(f"the checkpoint is that of another log, {anchor.origin}")
    for one in events:
        leaf, path = chain.leaf(one.header), one.path
        if path is None or not merkle.includes(leaf, one.position - 1, anchor.size, path, anchor.root):
            wrong.append(f"event {one.position} is not shown to be under the signed root")
    return wrong, {
        "signed_by": str(key),
        "trusted": trusted is not None,
        "size": anchor.size,
        "root": anchor.root.hex(),
    }


def _event(given: object, kind: Kind | None) -> _Event:
    """An event of the certificate. Raises Refused if anything is in it that does not belong there, such as content."""
    names = {"header", "path"} if kind is None else _OPENED | {"path"}
    fields = _object(given, names, names - {"path"}, "an event")
    header = _hex(fields, "header")
    if len(header) < chain.FIXED:
        raise _bad("a header is too short")
    path: list[bytes] | None = None
    if "path" in fields:
        if not isinstance(fields["path"], list):
            raise _bad("a path is no list")
        path = [_bytes(one, "path") for one in cast("list[object]", fields["path"])]
        if any(len(one) != chain.HASH for one in path):
            raise _bad("a path is not of hashes")
    return _Event(header, {} if kind is None else _told(fields, header, kind), path)


def _told(fields: Mapping[str, Any], header: bytes, kind: Kind) -> Mapping[str, Any]:
    """What a tombstone or a completion says, if its header promised that."""
    if chain.kind_of(header) != kind:
        raise _bad(f"a {kind_name(chain.kind_of(header))} stands where a {kind_name(kind)} has to be")
    try:
        salt, body = (base64.b64decode(_text(fields, name), validate=True) for name in ("salt", "payload"))
        told: object = orjson.loads(body)
    except (binascii.Error, ValueError):
        raise _bad("a salt or payload cannot be read") from None
    if chain.commit(salt, body) != chain.commitment_of(header):
        raise _bad(f"the payload of event {chain.position_of(header)} is not the one that its header was written for")
    return _object(told, _TOLD[kind], set(), f"the payload of event {chain.position_of(header)}")


def _object(given: object, names: set[str], needed: set[str], what: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise _bad(f"{what} is no JSON object")
    fields = cast("dict[str, Any]", given)
    if not needed <= fields.keys():
        raise _bad(f"{what} lacks {', '.join(sorted(needed - fields.keys()))}")
    if not fields.keys() <= names:
        raise _bad(f"{what} holds something that does not belong there: {', '.join(sorted(fields.keys() - names))}")
    return fields


def _text(fields: Mapping[str, Any], name: str) -> str:
    found: object = fields.get(name)
    if not isinstance(found, str):
        raise _bad(f"it has no text {name!r}")
    return found


def _hex(fields: Mapping[str, Any], name: str) -> bytes:
    return _bytes(fields.get(name), name)


def _bytes(given: object, name: str) -> bytes:
    try:
        return bytes.fromhex(given) if isinstance(given, str) else b""
    except ValueError:
        raise _bad(f"its {name} is not hexadecimal") from None


def _bad(why: str) -> Refused:
    hint = "`awhm erasures certificate` writes them."
    return Refused("bad_certificate", f"that is no certificate of an erasure: {why}", hint)
