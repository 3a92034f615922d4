"""Items in a recall: only what a key has is an answer, and with the past what it had, marked as that."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from awhm.commands.items import Change, ItemHistory
from awhm.events.fold import Array
from awhm.language.time import iso
from awhm.projections.recall import Allowed
from awhm.types import NodeStatus, RetrievalResult


class ItemAnswers:
    """Which messages may answer as far as items go. Keeps what it has worked out until an item changes."""

    def __init__(self) -> None:
        self._moved = -1
        self._ended: Array = np.zeros(0, np.uint64)
        self._expiring: list[Change] = []

    def allowed(
        self,
        items: ItemHistory,
        at: int,
        *,
        until: int | None = None,
        said_by: int | None = None,
        history: bool = False,
        only: Collection[int] | None = None,
    ) -> Allowed | None:
        """Which positions may be shown at a time (ms); None: all. `until` and `said_by` as in `ItemHistory.last`.

        A message that tells a value which its key has no more may not, unless the past is asked for (`history`); one
        that is hidden never may. With `only` no message beside these may, whatever it is.
        """
        out = self._out(items, at, until, said_by, history=history) if items.messages else np.zeros(0, np.uint64)
        wanted = None if only is None else np.array(sorted(only), np.uint64)
        if wanted is None and not len(out):
            return None

        def allows(positions: Array) -> Array:
            may: Array = ~_among(positions, out)
            return may if wanted is None else may & _among(positions, wanted)

        return allows

    def _out(self, items: ItemHistory, at: int, until: int | None, said_by: int | None, *, history: bool) -> Array:
        """The messages that may not be shown."""
        if history:
            return _positions(message for message, puts in items.messages.items() if _hidden(items, puts))
        if until is not None or said_by is not None:
            return _without(items, {one.message for one in items.standing(at, until, said_by) if not one.hidden})
        if self._moved != items.moved:
            now = [one for place in items.places if (one := items.last(place)) is not None and one.message is not None]
            self._ended = _without(items, {one.message for one in now if not one.hidden})
            self._expiring = [one for one in now if one.expires is not None]
            self._moved = items.moved
        expired = _positions(one.message for one in self._expiring if not one.stands(at) and one.message is not None)
        return np.sort(np.concatenate([self._ended, expired])) if len(expired) else self._ended


def _hidden(items: ItemHistory, puts: Collection[int]) -> bool:
    return any(items.changes[at].hidden for at in puts)


def _without(items: ItemHistory, shown: Collection[int | None]) -> Array:
    return _positions(message for message in items.messages if message not in shown)


def _among(positions: Array, wanted: Array) -> Array:
    """Which of some positions are among others, which ascend (bool)."""
    if not len(wanted):
        return np.zeros(len(positions), np.bool_)
    places = np.minimum(np.searchsorted(wanted, positions), len(wanted) - 1)
    found: Array = wanted[places] == positions
    return found


def _positions(found: Iterable[int]) -> Array:
    return np.array(sorted(found), np.uint64)


def ended(result: RetrievalResult, items: ItemHistory, at: int, until: int | None = None) -> RetrievalResult:
    """A result as it is, or, where it tells a value that its key has no more at a time (ms), with how and when."""
    message = int(result.id[1:])
    puts = [items.changes[put] for put in items.messages.get(message, ()) if until is None or put <= until]
    if not puts:
        return result
    if any((now := items.last(put.place, until, at)) and now.message == message and now.stands(at) for put in puts):
        return result
    last = max(puts)  # it may have been moved: what became of it then is told
    after = [one for one in items.places[last.place] if one > last and (until is None or one.position <= until)]
    took = next((one for one in after if one.occurred <= at), None)
    if took is None or (last.expires is not None and last.expires <= took.occurred):
        when = at if last.expires is None else last.expires
        return replace(result, status=NodeStatus.ENDED, valid_to=iso(when))
    status = NodeStatus.RETRACTED if took.message is None else NodeStatus.SUPERSEDED
    return replace(result, status=status, valid_to=iso(took.occurred))
