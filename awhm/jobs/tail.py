"""What was said since the last consolidation, known at once: the same reading and the same rules, in memory.

The folds are handed the events that a consolidation would write, under positions that no log reaches; the graph
that comes of it is one of its own, and what decides is made to forget them again by the very rule that erases.
So nothing is decided twice over. The graph is kept for the next question, which mostly finds everything as it was.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from itertools import count
from typing import Any, NamedTuple

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
BEYOND = 10**10  # a position that no log reaches, of as many digits as an id may have (`memory.LONG`)
_KNOWN = 4 * TAIL  # messages whose statements are kept from one question to the next

_logger = logging.getLogger("awhm")

Read = Callable[[int], dict[str, Any] | None]


class _Kept(NamedTuple):
    """A graph with what was heard, and all that it was made of: two views as they stood, and what was said."""

    graph: Graph
    beliefs: Beliefs
    stood: tuple[object, ...]
    told: list[bytes]
    heard: Graph


class Tail:
    """Reads the newest messages; remembers what they say, and what that comes to, from one question to the next."""

    def __init__(self, scope: str, user_names: Collection[str], window: int) -> None:
        self._scope = scope
        self._user_names = user_names
        self._window = window
        self._known: dict[int, bytes | None] = {}
        self._kept: _Kept | None = None

    def heard(self, beliefs: Beliefs, graph: Graph, messages: Iterable[int], read: Read, now: int) -> Graph:
        """The graph with what these messages (by position) say too; the one handed in where that changes nothing.

        `now` in ms. What is handed in is left as it is. The answer is good until the views change, and not to be
        changed: it is given again while the views stand as they are and the messages say the same. Where another
        message says something, all is heard anew, as rules look at everything that waits at once.
        """
        waiting = [position for position in messages if position not in beliefs.extractions]
        told = [payload for position in waiting if (payload := self._said(position, read)) is not None]
        if len(self._known) > _KNOWN:
            self._known = {position: self._known[position] for position in waiting}
        if not told and not beliefs.undecided:
            self._kept = None
            return graph
        stood, kept = _stands(beliefs, graph), self._kept
        if (
            kept is None
            or kept.graph is not graph
            or kept.beliefs is not beliefs
            or (kept.stood, kept.told) != (stood, told)
        ):
            kept = self._kept = _Kept(graph, beliefs, stood, told, self._hear(beliefs, graph, told, now))
        return kept.heard

    def _hear(self, beliefs: Beliefs, graph: Graph, told: Iterable[bytes], now: int) -> Graph:
        heard = graph.upto(BEYOND)
        feed = _Feed((BeliefsFold(), beliefs), (GraphFold(), heard), now=now)
        try:
            for payload in told:
                feed.give(Kind.STATEMENTS_EXTRACTED, payload)
            if beliefs.undecided:
                for one in settle(beliefs, self._window):
                    feed.tell(one.event)
        finally:
            feed.take_back(BeliefsFold(), beliefs)
        return heard if feed.given else graph

    def _said(self, position: int, read: Read) -> bytes | None:
        """The statements of a message as a payload; None where it says nothing."""
        if position not in self._known:
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


def _stands(beliefs: Beliefs, graph: Graph) -> tuple[object, ...]:
    """What changes whenever one of these two states does: how many events they hold, and the last of them.

    A position is given out once. So as long as the last one is the same nothing was added, and then nothing
    was erased either if there are as many.
    """
    rows = ((len(table), table.positions()) for table in graph.tables.values())
    last = [(count, int(positions[-1]) if count else 0) for count, positions in rows]
    return len(beliefs.events), next(reversed(beliefs.events), 0), *last


class _Feed:
    """Hands events to states as a replay would, and takes them back."""

    def __init__(self, *views: tuple[Fold[Any], Any], now: int) -> None:
        self._views = views
        self._positions = count(BEYOND + 1)
        self.given: list[int] = []
        self._now = now

    def tell(self, event: Event) -> None:
        self.give(event.kind, encode(event))

    def give(self, kind: Kind, payload: bytes) -> None:
        position = next(self._positions)
        self.given.append(position)
        self._hand(kind, position, orjson.loads(payload))

    def take_back(self, fold: Fold[Any], state: object) -> None:
        """Let one of the states forget all that was given."""
        if self.given:
            self._views = ((fold, state),)
            erased = {"positions": self.given, "reason": "not in the log"}
            self._hand(PayloadsErased.kind, next(self._positions), erased)

    def _hand(self, kind: Kind, position: int, payload: dict[str, Any]) -> None:
        header = chain.LAYOUT.pack(
            chain.VERSION, 0, kind, 1, 0, 1, 0, 0, position, self._now, NO_ONE, NO_ONE, 0, NO_ONE, NO_ONE, NO_ONE,
            bytes(32),
        )  # fmt: skip
        for fold, state in self._views:
            evolve = fold.reads.get(kind)
            if evolve is not None:
                evolve(state, Recorded(position, header, payload))
