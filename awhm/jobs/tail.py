"""What was said since the last consolidation, known at once: the same reading and the same rules, in memory.

The folds are handed the events that a consolidation would write, under positions that the log has not
reached, and are made to forget them again by the very rule that erases. So nothing is decided twice over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

import orjson

from awhm.commands.beliefs import Beliefs, BeliefsFold
from awhm.commands.believing import settle
from awhm.commands.command import Extracted
from awhm.errors import Damaged
from awhm.events import chain
from awhm.events.append_raw import NO_ONE
from awhm.events.codec import encode
from awhm.events.event import Event, Kind, PayloadsErased, Recorded
from awhm.events.fold import Fold
from awhm.jobs.piecemeal import piecemeal
from awhm.jobs.saying import said
from awhm.projections.graph import Graph, GraphFold

TAIL = 100  # messages; what is older waits for a consolidation
_KNOWN = 4 * TAIL  # messages whose statements are kept from one question to the next

_logger = logging.getLogger("awhm")

Read = Callable[[int], dict[str, Any] | None]


class Tail:
    """Reads the newest messages for each question; remembers what they say from one to the next."""

    def __init__(self, scope: str, user_names: Collection[str], window: int) -> None:
        self._scope = scope
        self._user_names = user_names
        self._window = window
        self._known: dict[int, bytes | None] = {}

    @contextmanager
    def heard(
        self, beliefs: Beliefs, graph: Graph, messages: Iterable[int], read: Read, head: int, now: int
    ) -> Generator[Graph]:
        """Within it, `beliefs` hold what these messages (by position) say too, and so does the graph it gives.

        `now` in ms. The graph handed in is left as it is, with all that was worked out from it.
        """
        heard = graph.upto(head)
        feed = _Feed((BeliefsFold(), beliefs), (GraphFold(), heard), head=head, now=now)
        try:
            for position in messages:
                if position not in beliefs.extractions and (payload := self._said(position, read)) is not None:
                    feed.give(Kind.STATEMENTS_EXTRACTED, payload)
            if beliefs.undecided:
                for one in settle(beliefs, self._window):
                    feed.tell(one.event)
            yield heard if feed.given else graph
        finally:
            feed.take_back()

    def _said(self, position: int, read: Read) -> bytes | None:
        """The statements of a message as a payload; None where it says nothing."""
        if position not in self._known:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            found = self._read(position, read)
            self._known[position] = None
            if found is not None and found.statements:
                self._known[position] = encode(found.event())
        return self._known[position]

    def _read(self, position: int, read: Read) -> Extracted | None:
        """What a message says; None where nobody can tell, as consolidation would set it aside."""
        message = _whole(position, read)
        if message is None:
            return None
        (found,), failed = piecemeal([message], lambda _: [said(position, message, self._scope, self._user_names)])
        for error in failed.values():
            _logger.warning("message m%d could not be read (%s)", position, type(error).__name__)
        return found


def _whole(position: int, read: Read) -> dict[str, Any] | None:
    """A message's payload; None where it is damaged, which must not keep anyone from asking about the others."""
    try:
        return read(position)
    except Damaged as error:
        _logger.warning("what message m%d says is left out: %s", position, error)
        return None


class _Feed:
    """Hands events to states as a replay would, and takes them back."""

    def __init__(self, *views: tuple[Fold[Any], Any], head: int, now: int) -> None:
        self._views = views
        self._positions = count(head + 1)
        self.given: list[int] = []
        self._now = now

    def tell(self, event: Event) -> None:
        self.give(event.kind, encode(event))

    def give(self, kind: Kind, payload: bytes) -> None:
        position = next(self._positions)
        self.given.append(position)
        self._hand(kind, position, orjson.loads(payload))

    def take_back(self) -> None:
        if self.given:
            erased: Mapping[str, Any] = {"positions": self.given, "reason": "not in the log"}
            self._hand(PayloadsErased.kind, next(self._positions), dict(erased))

    def _hand(self, kind: Kind, position: int, payload: dict[str, Any]) -> None:
        header = chain.LAYOUT.pack(
            chain.VERSION, 0, kind, 1, 0, 1, 0, 0, position, self._now, NO_ONE, NO_ONE, 0, NO_ONE, NO_ONE, NO_ONE,
            bytes(32),
        )  # fmt: skip
        for fold, state in self._views:
            evolve = fold.reads.get(kind)
            if evolve is not None:
                evolve(state, Recorded(position, header, payload))
