"""Putting, moving, renewing and deleting items: a command and what there is give events, or a refusal. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from awhm.commands.command import LogMessage
from awhm.commands.decide import log_message
from awhm.commands.items import Change, ItemHistory, Place, session_of
from awhm.errors import Refused
from awhm.events.event import Event, ItemDeleted, ItemPut, Role
from awhm.language.text import clean, is_list, is_object

VALUE = "value"  # where in a message's metadata the value is, if the message's text is not all of it
LATEST = 253_402_300_799_999  # ms: `kinds.EpochMs`
LONGEST = 512  # characters of a session's name: `kinds.Name`


@dataclass(frozen=True, slots=True)
class PutItem:
    """Give a place a value. `text` is what it is found by; `value` what it is, None where that is the text.

    A value without `text` is found by its place alone. `notes` go into the message's metadata. `lasts` is how long
    it stands (ms), None for ever.
    """

    place: Place
    text: str | None
    value: Any = None
    lasts: int | None = None
    notes: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class MoveItem:
    """Give the value of one place to another of its namespace, which has none."""

    place: Place
    to: Place


@dataclass(frozen=True, slots=True)
class RenewItem:
    """Put off the end of a value that has one: it stands as long again from now."""

    place: Place


@dataclass(frozen=True, slots=True)
class DeleteItem:
    """End the value of a place; none is no error."""

    place: Place


ItemCommand = PutItem | MoveItem | RenewItem | DeleteItem


class Laid(NamedTuple):
    """An event to write, the session whose it is, and its sources."""

    event: Event
    session: str
    sources: tuple[int, ...] = ()


def place(commands: Sequence[ItemCommand], state: ItemHistory, last: int, at: int) -> list[Laid]:
    """The events of some commands, one after the other, to be appended behind the position `last` at a time (ms).

    Raises Refused: `bad_namespace`, `bad_key`, `bad_metadata`, `no_such_item`, `item_exists` and
    `other_namespace` of what is moved.
    """
    laid = _Laying(state, last, at)
    for command in commands:
        laid.carry_out(command)
    return laid.events


class _Laying:
    """The events so far, and what the places have by them."""

    def __init__(self, state: ItemHistory, last: int, at: int) -> None:
        self.events: list[Laid] = []
        self._state = state
        self._last = last
        self._at = at
        self._now: dict[Place, Change | None] = {}

    def carry_out(self, command: ItemCommand) -> None:
        match command:
            case PutItem():
                self._put(command)
            case MoveItem():
                self._move(_checked(command.place), _checked(command.to))
            case RenewItem():
                found = self._has(command.place)
                if found is not None and found.expires is not None:
                    self._point(command.place, found, self._until(found.expires - found.occurred))
            case DeleteItem():
                if self._has(command.place) is not None:
                    self._delete(command.place)

    def _has(self, where: Place) -> Change | None:
        found = self._now[where] if where in self._now else self._state.last(where)
        return found if found is not None and found.stands(self._at) else None

    def _put(self, command: PutItem) -> None:
        where = _checked(command.place)
        text, value = command.text, command.value
        hidden = text is None or not text.strip()
        metadata = dict(command.notes)
        if value is not None or hidden:
            metadata[VALUE] = text if value is None else value
        content = f"{'/'.join(where.namespace)}/{where.key}" if text is None or hidden else text
        session = session_of(where.namespace)
        said = LogMessage(b"", session, Role.TOOL, content, self._at, metadata=metadata)
        self.events.append(Laid(log_message(said), session))
        expires = None if command.lasts is None else self._until(command.lasts)
        made = Change(0, 0, where, self._last + len(self.events), self._at, hidden=hidden)
        self._point(where, made, expires)

    def _move(self, where: Place, to: Place) -> None:
        found = self._has(where)
        if found is None:
            raise Refused("no_such_item", f"there is no {where.key!r} in {where.namespace}")
        if where.namespace != to.namespace:  # or who erases a message could miss where it has been moved to
            raise Refused("other_namespace", "an item is moved within its namespace", "Put it there, delete it here.")
        if self._has(to) is not None:
            raise Refused("item_exists", f"there is a {to.key!r} in {to.namespace} already", "Delete it first.")
        self._delete(where)
        self._point(to, found, found.expires)

    def _point(self, where: Place, found: Change, expires: int | None) -> None:
        """A put of a message that is there, or comes before it in the batch."""
        assert found.message is not None
        event = ItemPut(
            namespace=[*where.namespace],
            key=where.key,
            message=found.message,
            occurred=self._at,
            expires=expires,
            hidden=found.hidden,
        )
        self.events.append(Laid(event, session_of(where.namespace), (found.message,)))
        position = self._last + len(self.events)
        self._now[where] = Change(position, position, where, found.message, self._at, expires, found.hidden)

    def _delete(self, where: Place) -> None:
        event = ItemDeleted(namespace=[*where.namespace], key=where.key, occurred=self._at)
        self.events.append(Laid(event, session_of(where.namespace)))
        self._now[where] = None

    def _until(self, lasts: int) -> int:
        return min(self._at + max(lasts, 0), LATEST)


def lasting(minutes: float | None) -> int | None:
    """A time to live in minutes as ms; None for ever. Raises Refused (`bad_ttl`) for none that time can be."""
    if minutes is None:
        return None
    if not math.isfinite(minutes) or minutes < 0:
        raise Refused("bad_ttl", f"{minutes} is no time to live", "It is a number of minutes, from 0 on.")
    return min(round(minutes * 60_000), LATEST)


def value_of(payload: Mapping[str, Any]) -> Any:
    """The value that a message tells: JSON, or a text."""
    metadata = payload.get("metadata", {})
    return metadata[VALUE] if VALUE in metadata else payload["content"]


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """A JSON value as lines of text, a line for each thing in it that says something, behind its path."""
    if is_object(value):
        for name, one in value.items():
            yield from leaves(one, f"{path}.{name}" if path else name)
    elif is_list(value):
        for one in value:
            yield from leaves(one, path)
    elif value is not None and value != "":
        said = str(value).lower() if isinstance(value, bool) else str(value)
        yield f"{path}: {said}" if path else said


def _checked(where: Place) -> Place:
    """The place, if a log can keep its name as it is."""
    namespace, key = where
    if not namespace or not all(_is_kept(label) and label for label in namespace):
        text = f"{namespace!r} is no namespace"
        raise Refused("bad_namespace", text, "It is one label or several, none of them empty, in Unicode.")
    if len(session_of(namespace)) > LONGEST:
        raise Refused("bad_namespace", "the labels of the namespace are too long together", "Use shorter ones.")
    if not _is_kept(key):
        raise Refused("bad_key", f"{key!r} is no key", "It is a text in Unicode.")
    return where


def _is_kept(name: object) -> bool:
    """Whether a name is a text that is the same when it is read back."""
    return isinstance(name, str) and clean(name) == name
