"""Items: values under keys of namespaces, for frameworks. Every change is an event, every value a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Any

import orjson

from awhm.commands.handle import Writer, handle_items
from awhm.commands.items import Change, ItemHistory, Place
from awhm.commands.placing import ItemCommand, value_of
from awhm.events.append_raw import clock
from awhm.language.time import Given, iso, moment
from awhm.projections.keeper import Keeper
from awhm.types import RetrievalResult

Namespace = tuple[str, ...]
KnownAt = int | Given  # a position, or a time by which the log had learnt of it
Fits = Callable[[Any], bool]  # whether a value is one of those that are asked for


@dataclass(frozen=True)
class Item:
    """A value and where it is. Times in ms since 1970 UTC; `expires` is when it ends by itself, None for never.

    `lasts` is how long it has then stood, since it was put or renewed.

    `id` is the message that tells it, "m" and its position: `awhm erase --message` erases it. `created`: since
    when its key has had a value without a gap; `updated`: since when it has had this one.
    """

    namespace: Namespace
    key: str
    value: Any
    id: str
    created: int
    updated: int
    expires: int | None = None
    lasts: int | None = None


@dataclass(frozen=True)
class Version:
    """One change of an item: the value that it put, None for a deletion; `gone` where the value has been erased.

    `position` is that of the event, `occurred` (ms) when it was made.
    """

    position: int
    occurred: int
    value: Any
    deleted: bool
    gone: bool = False


@dataclass(frozen=True)
class Past:
    """Which past is asked about: what held at a time (ms), what the log had at a position. Neither: now."""

    as_of: int | None = None
    until: int | None = None


NOW = Past()


class Items:
    """The items of one scope of an open store; those of another scope are not there.

    Safe to use from several threads, and from several processes.
    """

    def __init__(
        self,
        writer: Writer,
        keeper: Keeper,
        threads: RLock,
        recall: Callable[..., list[RetrievalResult]],
        until: Callable[[KnownAt | None], int | None],
    ) -> None:
        """`recall` and `until` are the store's."""
        self._writer = writer
        self._keeper = keeper
        self._threads = threads
        self._recall = recall
        self._until = until

    def past(self, as_of: Given | None = None, known_at: KnownAt | None = None) -> Past:
        """The past that these mean. Raises Refused for no time, and a position that the log has not."""
        return Past(None if as_of is None else moment(as_of).ms, self._until(known_at))

    def change(
        self, make: Callable[[ItemHistory], Sequence[ItemCommand]], namespaces: Iterable[Sequence[str]]
    ) -> list[int]:
        """Carry out what `make` gives, all of it or nothing; the positions of the events. See `handle_items`."""
        with self._threads:
            return handle_items(make, namespaces, self._writer, self._history, clock)

    def _history(self) -> ItemHistory:
        state: ItemHistory = self._keeper.view("items").state
        return state

    def get(self, namespace: Namespace, key: str, past: Past = NOW) -> Item | None:
        """The item at a place; None where there is none."""
        with self._threads:
            history = self._history()
            found = history.last(Place(namespace, key), past.until, past.as_of)
            return None if found is None or not found.stands(_at(past)) else self._item(history, found)

    def under(self, prefix: Namespace, past: Past = NOW, *, deep: bool = True) -> list[Item]:
        """The items of all namespaces that begin with these labels (`deep`), or of this; ordered as `places` are."""
        with self._threads:
            history = self._history()
            found = (self._item(history, change) for change in _under(history, prefix, past, deep=deep))
            return [item for item in found if item is not None]

    def places(self, prefix: Namespace = (), past: Past = NOW, *, deep: bool = True) -> list[Place]:
        """Where there are items: namespaces in the order in which they began, then keys since they have a value."""
        with self._threads:
            return [change.place for change in _under(self._history(), prefix, past, deep=deep)]

    def search(
        self, text: str, prefix: Namespace, k: int, *, fits: Fits | None = None, past: Past = NOW
    ) -> list[tuple[Item, float]]:
        """The items under some labels that answer best, with their scores from 0 to 1, the best first; at most `k`.

        Found by `Recaller.recall` among these alone. One that is indexed nowhere is not found. Raises Refused.
        """
        with self._threads:
            history = self._history()
            shown = {
                change.message: item
                for change in _under(history, prefix, past)
                if not change.hidden and (item := self._item(history, change)) and (not fits or fits(item.value))
            }
            if not shown or k < 1:
                return []
            found = self._recall(
                text, k=k, only=[message for message in shown if message is not None],
                until=past.until, as_of=None if past.as_of is None else iso(past.as_of), include_history=False,
            )  # fmt: skip
            return [(shown[int(one.id[1:])], one.score) for one in found]

    def versions(self, namespace: Namespace, key: str) -> list[Version]:
        """Every change of a place, the oldest first. One that only put off the end of a value is none."""
        with self._threads:
            found: list[Version] = []
            last: int | None = -1
            for change in self._history().places.get(Place(namespace, key), ()):
                if change.message == last:
                    continue
                last = change.message
                payload = None if last is None else self._payload(last)
                value = None if payload is None else value_of(payload)
                gone = last is not None and payload is None
                found.append(Version(change.position, change.occurred, value, last is None, gone))
            return found

    def _item(self, history: ItemHistory, change: Change) -> Item | None:
        """An item with its value; None where that has been erased."""
        payload = None if change.message is None else self._payload(change.message)
        if payload is None:
            return None
        created, updated = history.since(change)
        place = change.place
        lasts = None if change.expires is None else change.expires - change.occurred
        times = created.occurred, updated.occurred, change.expires, lasts
        return Item(place.namespace, place.key, value_of(payload), f"m{change.message}", *times)

    def _payload(self, position: int) -> dict[str, Any] | None:
        raw = self._writer.log.payload(position)
        return None if raw is None else orjson.loads(raw)


def _at(past: Past) -> int:
    return clock() if past.as_of is None else past.as_of


def _under(history: ItemHistory, prefix: Namespace, past: Past, *, deep: bool = True) -> list[Change]:
    began, size = history.began(), len(prefix) if deep else None
    found = [
        change
        for change in history.standing(_at(past), past.until, past.as_of)
        if change.place.namespace[:size] == prefix
    ]
    return sorted(found, key=lambda one: (began[one.place.namespace], history.since(one)[0].order))
