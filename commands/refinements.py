"""How far language models have read, and what hangs on what they were shown. The fold "refinements".

It holds positions and names of sessions, none of the words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

import orjson

from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts
from awhm.events.lineage import Lineage, Restore


class Read(NamedTuple):
    """Messages of a session, behind one position and up to another; why a model failed on them, "" if it did not."""

    session: str
    after: int
    through: int
    failure: str = ""


class Derived(NamedTuple):
    """The statements of a message that know something from other messages: from these."""

    message: int
    context: tuple[int, ...]


@dataclass
class Refinements:
    """The state: rows by the positions of their events, so that forgetting an event is dropping its row."""

    reads: dict[int, Read] = field(default_factory=dict[int, Read])
    refusals: dict[int, tuple[str, tuple[int, ...]]] = field(default_factory=dict[int, tuple[str, tuple[int, ...]]])
    derived: dict[int, Derived] = field(default_factory=dict[int, Derived])
    restores: list[Restore] = field(default_factory=list[Restore])

    _ends: dict[str, tuple[list[int], list[int]]] | None = field(default=None, compare=False)
    _failed: dict[str, list[Read]] | None = field(default=None, compare=False)

    def done(self, session: str, message: int) -> bool:
        """Whether a model has read a message, and no restore has set that back."""
        if self._ends is None:
            self._ends = _joined(read for _, read in self._counting() if not read.failure)
        starts, ends = self._ends.get(session, ([], []))
        place = bisect_left(starts, message) - 1
        return place >= 0 and message <= ends[place]

    def failures(self, session: str, message: int) -> list[Read]:
        """The ranges with a message that models have failed on, in the order of the log."""
        if self._failed is None:
            self._failed = {}
            for _, read in self._counting():
                if read.failure:
                    self._failed.setdefault(read.session, []).append(read)
        return [read for read in self._failed.get(session, ()) if read.after < message <= read.through]

    def failed(self) -> list[Read]:
        """The ranges that a model failed on, each once with its last failure; some may have been read since."""
        found: dict[tuple[str, int, int], Read] = {}
        for _, read in self._counting():
            if read.failure:
                found[read[:3]] = read
        return list(found.values())

    def context(self, extraction: int) -> tuple[int, ...]:
        """The other messages that the statements at a position know something from."""
        found = self.derived.get(extraction)
        return () if found is None else found.context

    def hanging(self, gone: Collection[int]) -> list[int]:
        """The statements of other messages that know something from messages that go, and the refusals of them."""
        lost = set(gone)
        found = [place for place, (_, shown) in self.refusals.items() if lost.intersection(shown)]
        found += [at for at, one in self.derived.items() if one.message not in lost and lost.intersection(one.context)]
        return sorted(found)

    def reopened(self, messages: Collection[int]) -> list[int]:
        """The events that say that a model has read these messages: without them they are read once more."""
        return [
            at
            for at, read in self.reads.items()
            if not read.failure and any(read.after < message <= read.through for message in messages)
        ]

    def of_session(self, session: str) -> list[int]:
        """The positions of all events about a session."""
        found = [at for at, read in self.reads.items() if read.session == session]
        return sorted([*found, *(at for at, (name, _) in self.refusals.items() if name == session)])

    def stale(self) -> None:
        """Forget what was worked out from the rows: they have changed."""
        self._ends = None
        self._failed = None

    def _counting(self) -> Iterable[tuple[int, Read]]:
        lineage = Lineage(self.restores)
        return ((at, read) for at, read in sorted(self.reads.items()) if lineage.counts(at))


def _joined(reads: Iterable[Read]) -> dict[str, tuple[list[int], list[int]]]:
    """By session the starts and ends of what was read, joined where two touch, ascending."""
    stretches: dict[str, list[tuple[int, int]]] = {}
    for read in reads:
        stretches.setdefault(read.session, []).append((read.after, read.through))
    made: dict[str, tuple[list[int], list[int]]] = {}
    for session, found in stretches.items():
        starts, ends = list[int](), list[int]()
        for after, through in sorted(found):
            if ends and after <= ends[-1]:
                ends[-1] = max(ends[-1], through)
            else:
                starts.append(after)
                ends.append(through)
        made[session] = starts, ends
    return made


def _read(state: Refinements, event: Recorded) -> None:
    payload = event.payload
    reason = payload["reason"] if event.kind == Kind.REFINEMENT_FAILED else ""
    state.reads[event.position] = Read(payload["session"], payload["after"], payload["through"], reason)
    state.stale()


def _refused(state: Refinements, event: Recorded) -> None:
    state.refusals[event.position] = event.payload["session"], chain.sources_of(event.header)


def _extracted(state: Refinements, event: Recorded) -> None:
    message = event.payload["message"]
    context = tuple(source for source in chain.sources_of(event.header) if source != message)
    if context:
        state.derived[event.position] = Derived(message, context)


def _restored(state: Refinements, event: Recorded) -> None:
    state.restores.append(Restore(event.position, event.payload["through"]))
    state.stale()


def _erased(state: Refinements, event: Recorded) -> None:
    gone = set(event.payload["positions"])
    for position in gone:
        state.reads.pop(position, None)
        state.refusals.pop(position, None)
        state.derived.pop(position, None)
    state.restores = [one for one in state.restores if one.position not in gone]
    state.stale()


class RefinementsFold:
    """The fold behind the view "refinements"."""

    name = "refinements"
    version = "1"
    saved_whole = True
    reads: Mapping[Kind, Callable[[Refinements, Recorded], None]] = {
        Kind.STATEMENTS_EXTRACTED: _extracted,
        Kind.REFINEMENT_PROPOSED: _read,
        Kind.REFINEMENT_REFUSED: _refused,
        Kind.REFINEMENT_FAILED: _read,
        Kind.STORE_RESTORED: _restored,
        Kind.PAYLOADS_ERASED: _erased,
    }

    def initial(self) -> Refinements:
        """No model has read anything."""
        return Refinements()

    def digest(self, state: Refinements) -> str:
        """Over what is saved, which is in an order of its own."""
        return sha256(self.dump(state)["refinements"]).hexdigest()

    def dump(self, state: Refinements) -> dict[str, bytes]:
        """One part: JSON of sorted rows."""
        rows = {
            "reads": [[at, *read] for at, read in sorted(state.reads.items())],
            "refusals": [[at, *one] for at, one in sorted(state.refusals.items())],
            "derived": [[at, *one] for at, one in sorted(state.derived.items())],
            "restores": [list(one) for one in state.restores],
        }
        return {"refinements": orjson.dumps(rows)}

    def load(self, parts: Parts) -> Refinements:
        """See `dump`."""
        body = orjson.loads(bytes(parts["refinements"]))
        return Refinements(
            {at: Read(*read) for at, *read in body["reads"]},
            {at: (session, tuple(shown)) for at, session, shown in body["refusals"]},
            {at: Derived(message, tuple(context)) for at, message, context in body["derived"]},
            [Restore(*one) for one in body["restores"]],
        )
