"""What an erasure does to items: puts go with the messages they point to, and nothing earlier comes back. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from awhm.commands.erasing import Gone, Meant, Plan, Read
from awhm.commands.items import Change, ItemHistory, Place, session_of
from awhm.commands.placing import VALUE
from awhm.commands.tombstone import Made
from awhm.events.event import Event, ItemDeleted, ItemPut


class Rest(NamedTuple):
    """What is left of a put: that its key has another value now, or none (`message` is None), in its place."""

    change: Change
    message: int | None


def with_whole_items(meant: Meant, items: ItemHistory, read: Read) -> Meant:
    """The same, with whole messages in place of parts where a message tells a value that has no parts: JSON."""
    whole = dict(meant.whole)
    parts = dict(meant.parts)
    for message in [one for one in parts if one in items.messages]:
        payload = read(message)
        if payload is not None and VALUE in payload.get("metadata", {}):
            whole.setdefault(message, parts.pop(message)[0][1])
    return replace(meant, whole=whole, parts=parts)


def take_items(plan: Plan, items: ItemHistory) -> list[Rest]:
    """Add to a plan the puts that point to what goes, and say what is to be left of them.

    Of a place where no value is left everything goes. Where an earlier one is, it stays ended: an erased value still
    took its place.
    """
    redacted = {one.message for one in plan.redactions}
    goes = {at for message in plan.messages for at in items.messages.get(message, ())}
    goes.update(at for at in plan.positions if at in items.changes)
    rests: list[Rest] = []
    for where in dict.fromkeys(items.changes[at].place for at in sorted(goes)):
        rests += _of_place(items.places[where], goes, redacted)
    taken = sorted(goes - set(plan.positions))
    plan.gone += [Gone(f"m{at}", "item", _why(items.changes[at])) for at in taken]
    plan.positions = sorted({*plan.positions, *goes})
    return rests


def _of_place(changes: list[Change], goes: set[int], redacted: set[int]) -> list[Rest]:
    """What is left of a place; what of it is no use any more is added to `goes`."""
    rests: list[Rest] = []
    left = False
    for change in changes:
        if change.position not in goes:
            left = left or change.message is not None
        elif change.message in redacted and not change.hidden:
            rests.append(Rest(change, change.message))
            left = True
        elif change.message is not None and left:
            rests.append(Rest(change, None))
    if not left:
        goes.update(change.position for change in changes)
    return rests


def _why(change: Change) -> str:
    return "its key has no value left" if change.message is None else f"m{change.message} is its value"


def left_of_items(rests: list[Rest], places: Mapping[int, int]) -> list[Made]:
    """The events that write down what is left. `places` gives where what is left of a message is."""
    return [_event(change, None if message is None else places[message]) for change, message in rests]


def _event(change: Change, message: int | None) -> Made:
    session = session_of(change.place.namespace)
    fields: dict[str, Any] = {
        "namespace": [*change.place.namespace],
        "key": change.place.key,
        "occurred": change.occurred,
        "first": change.order,
    }
    event: Event
    if message is None:
        event = ItemDeleted(**fields)
        return Made(event, session=session)
    event = ItemPut(**fields, message=message, expires=change.expires)
    return Made(event, (message,), session)


def all_of(items: ItemHistory, where: Place, why: str) -> Meant:
    """Everything that a place has and had, its name included."""
    changes = items.places[where]
    messages = {one.message: why for one in changes if one.message is not None}
    return Meant(whole=messages, events={one.position: why for one in changes})
