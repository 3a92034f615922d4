"""Items: which value each key of a namespace has, and had. The fold "items".

It holds names, positions and times, none of the values: these are messages. The state keeps the events themselves, by
position, so that forgetting one leaves exactly what a log without it would give.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

import orjson

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts

SESSIONS = "items/"  # what the names of the sessions begin with in which items are


class Place(NamedTuple):
    """Where an item is: the labels of its namespace, the outermost first, and its key."""

    namespace: tuple[str, ...]
    key: str


class Change(NamedTuple):
    """One event of a place, as it counts: by `order`, then position. `message` is None for a deletion. Times in ms."""

    order: int
    position: int
    place: Place
    message: int | None
    occurred: int
    expires: int | None = None
    hidden: bool = False

    def stands(self, at: int) -> bool:
        """Whether this is a value that has not expired at a time."""
        return self.message is not None and (self.expires is None or self.expires > at)


@dataclass
class ItemHistory:
    """The state: every change by its position; and by place in order, and the puts of each message."""

    changes: dict[int, Change] = field(default_factory=dict[int, Change])
    places: dict[Place, list[Change]] = field(default_factory=dict[Place, list[Change]])
    messages: dict[int, set[int]] = field(default_factory=dict[int, set[int]])  # message: positions of its puts
    moved: int = 0  # how often the state has changed: what is worked out from it is good until then

    def last(self, place: Place, until: int | None = None, said_by: int | None = None) -> Change | None:
        """The last change of a place, as the log had it at a position, of those that had occurred by a time (ms)."""
        for change in reversed(self.places.get(place, ())):
            if (until is None or change.position <= until) and (said_by is None or change.occurred <= said_by):
                return change
        return None

    def standing(self, at: int, until: int | None = None, said_by: int | None = None) -> Iterator[Change]:
        """The value that each place has at a time; see `last`. In no order."""
        for place in self.places:
            found = self.last(place, until, said_by)
            if found is not None and found.stands(at):
                yield found

    def since(self, change: Change) -> tuple[Change, Change]:
        """Since when a place has had a value without a gap, and since when it has had this one.

        A change that only puts off when it ends has the same message.
        """
        changes = self.places[change.place]
        at = changes.index(change)
        while at and changes[at - 1].message == change.message:
            at -= 1
        updated = created = changes[at]
        while at and changes[at - 1].stands(created.occurred):
            at -= 1
            created = changes[at]
        return created, updated

    def began(self) -> dict[tuple[str, ...], int]:
        """For each namespace the order of its first change: so namespaces are listed."""
        found: dict[tuple[str, ...], int] = {}
        for place, changes in self.places.items():
            first = changes[0].order
            found[place.namespace] = min(first, found.get(place.namespace, first))
        return found


def session_of(namespace: Iterable[str]) -> str:
    """The name of the session in which the items of a namespace are. No two namespaces share one."""
    return SESSIONS + "/".join(label.replace("%", "%25").replace("/", "%2F") for label in namespace)


def _put(state: ItemHistory, event: Recorded) -> None:
    payload = event.payload
    change = Change(
        payload.get("first") or event.position,
        event.position,
        Place(tuple(payload["namespace"]), payload["key"]),
        payload["message"],
        payload["occurred"],
        payload.get("expires"),
        payload.get("hidden", False),
    )
    _add(state, change)


def _deleted(state: ItemHistory, event: Recorded) -> None:
    payload = event.payload
    place = Place(tuple(payload["namespace"]), payload["key"])
    _add(state, Change(payload.get("first") or event.position, event.position, place, None, payload["occurred"]))


def _add(state: ItemHistory, change: Change) -> None:
    state.moved += 1
    state.changes[change.position] = change
    insort(state.places.setdefault(change.place, []), change)
    if change.message is not None:
        state.messages.setdefault(change.message, set()).add(change.position)


def _erased(state: ItemHistory, event: Recorded) -> None:
    for position in event.payload["positions"]:
        change = state.changes.pop(position, None)
        if change is None:
            continue
        state.moved += 1
        state.places[change.place].remove(change)
        if not state.places[change.place]:
            del state.places[change.place]
        if change.message is not None:
            state.messages[change.message].discard(position)
            if not state.messages[change.message]:
                del state.messages[change.message]


class ItemsFold:
    """The fold behind the view "items"."""

    name = "items"
    version = "1"
    saved_whole = True
    reads: Mapping[Kind, Callable[[ItemHistory, Recorded], None]] = {
        Kind.ITEM_PUT: _put,
        Kind.ITEM_DELETED: _deleted,
        Kind.PAYLOADS_ERASED: _erased,
    }

    def initial(self) -> ItemHistory:
        """No item."""
        return ItemHistory()

    def digest(self, state: ItemHistory) -> str:
        """Over the changes in the order of the log."""
        return sha256(self.dump(state)["changes"]).hexdigest()

    def dump(self, state: ItemHistory) -> dict[str, bytes]:
        """One part: the changes in the order of the log, each as a list of its fields."""
        rows = [
            [one.order, one.position, [*one.place.namespace], one.place.key, *one[3:]]
            for _, one in sorted(state.changes.items())
        ]
        return {"changes": orjson.dumps(rows)}

    def load(self, parts: Parts) -> ItemHistory:
        """See `dump`. Raises KeyError, TypeError or ValueError if it does not fit."""
        state = ItemHistory()
        for order, position, namespace, key, *rest in orjson.loads(bytes(parts["changes"])):
            _add(state, Change(order, position, Place(tuple(namespace), key), *rest))
        return state
