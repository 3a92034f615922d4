"""The ledger of erasures: who erased how much of what kind, when and why, and whether it was completed. Never content.

It is read from the log each time: the headers of what was erased are still there, and so is each tombstone.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import orjson

from awhm.errors import Damaged
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.ids import opaque
from awhm.events.log import Log
from awhm.events.understood import fault
from awhm.language.time import iso

_KINDS = {int(kind) for kind in Kind}
USUAL = ("local", "user")  # names of actors and scopes that are tried beside those of the settings


@dataclass(frozen=True)
class Erasure:
    """One erasure. Times are ISO 8601; ids are those of headers, in hexadecimal, and names where they are known.

    `kinds` counts what was erased by kind of event. `counts` is what its completion tells: payloads, views, vectors.
    `completed` is the event of that, None while it is not done.
    """

    id: str
    position: int
    recorded: str
    actor: str
    actor_id: str
    scope: str
    scope_id: str
    reason: str
    erased: int
    kinds: dict[str, int]
    completed: str | None = None
    completed_at: str | None = None
    counts: dict[str, int] = field(default_factory=dict[str, int])

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return dict(vars(self))


def ledger(log: Log, actor: str, scope: str) -> list[Erasure]:
    """Every erasure of a log, in order. `actor` and `scope` are the names of the settings: only names that somebody
    knows can be told, as headers hold nothing that they could be read from.

    Raises Damaged where a tombstone or a header is not as written.
    """
    kinds = array("H", [0])  # by position; two bytes each, also where a million events are erased
    tombstones: list[tuple[int, bytes]] = []
    completions: list[tuple[int, bytes]] = []
    for rows in log.links(payloads=False):
        for position, header, _, _, _ in rows:
            kind = chain.kind_of(_whole(position, header, len(kinds)))
            kinds.append(kind)
            if kind == Kind.PAYLOADS_ERASED:
                tombstones.append((position, header))
            elif kind == Kind.ERASURE_COMPLETED:
                completions.append((position, header))
    done: dict[int, tuple[int, bytes, dict[str, int]]] = {}
    for position, header in completions:
        told = payload(log, position)
        if fault(Kind.ERASURE_COMPLETED, told) is None:
            done.setdefault(told["tombstone"], (position, header, told.get("counts", {})))
    names = {opaque(log.key, label, name): name for label, own in (("actor", actor), ("scope", scope))
             for name in (own, *USUAL)}  # fmt: skip
    # A tombstone that names no positions is none of ours: `awhm doctor` names it.
    return [
        _erasure(log, position, header, kinds, done.get(position), names)
        for position, header in tombstones
        if fault(Kind.PAYLOADS_ERASED, payload(log, position)) is None
    ]


def _erasure(
    log: Log,
    position: int,
    header: bytes,
    kinds: array[int],
    done: tuple[int, bytes, dict[str, int]] | None,
    names: dict[bytes, str],
) -> Erasure:
    told = payload(log, position)
    positions: list[int] = told["positions"]
    counted = Counter(kind_name(kinds[one]) for one in positions if one < len(kinds))
    return Erasure(
        f"m{position}",
        position,
        iso(chain.recorded_of(header)),
        names.get(header[chain.ACTOR], header[chain.ACTOR].hex()),
        header[chain.ACTOR].hex(),
        names.get(header[chain.SCOPE], header[chain.SCOPE].hex()),
        header[chain.SCOPE].hex(),
        told["reason"],
        len(positions),
        dict(sorted(counted.items())),
        None if done is None else f"m{done[0]}",
        None if done is None else iso(chain.recorded_of(done[1])),
        {} if done is None else done[2],
    )


def payload(log: Log, position: int) -> dict[str, Any]:
    """The payload of a tombstone or a completion. Raises Damaged where it is gone or not as written."""
    raw = log.payload(position)
    if raw is None:
        raise Damaged("missing", f"event {position}, a part of the ledger, has no payload", position=position)
    try:
        fields: object = orjson.loads(raw)
    except ValueError:
        fields = None
    return cast("dict[str, Any]", fields) if isinstance(fields, dict) else {}


def headers_of(log: Log, kinds: Collection[int]) -> Iterator[tuple[int, bytes]]:
    """Position and header of every event of some kinds, in order. Raises Damaged."""
    expected = 1
    for rows in log.links(payloads=False):
        for position, header, _, _, _ in rows:
            if chain.kind_of(_whole(position, header, expected)) in kinds:
                yield position, header
            expected += 1


def kind_name(number: int) -> str:
    """A kind as events are listed: "MessageLogged"; "Kind99" for one of a newer version."""
    return Kind(number).name.title().replace("_", "") if number in _KINDS else f"Kind{number}"


def _whole(position: object, header: object, expected: int) -> bytes:
    if position != expected or type(header) is not bytes or len(header) < chain.FIXED:
        raise Damaged("header", f"event {expected}: the header is not as written", position=expected)
    return header
