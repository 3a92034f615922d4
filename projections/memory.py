"""One memory: the statements it was made from, all that ever changed it, and what follows from that.

Nothing here is stored: status, end and confidence are worked out from the changes when asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from awhm.events.event import Kind, Span
from awhm.language.regex import regex

__all__ = [
    "CEILING", "GAP", "TYPES", "Change", "Link", "Memory", "NodeType", "Said", "Status",
    "asked_key", "confidence", "holds", "key_of", "memory_id", "statement_id",
]  # fmt: skip

Status = Literal["active", "upcoming", "ended", "superseded", "retracted", "disputed"]
NodeType = Literal["episodic", "semantic", "procedural"]
TYPES: dict[str, NodeType] = {
    "outcome": "episodic",
    "preference": "procedural",
    "policy": "procedural",
    "fact": "semantic",
}  # a correction is of the type of what it corrects
ENDS = frozenset({Kind.MEMORY_SUPERSEDED, Kind.MEMORY_RETRACTED})
NO_END, NEVER = (1 << 63) - 1, -(1 << 63)  # beyond every time that an event can hold
CEILING = 0.99  # no number of repetitions makes a memory surer than this
GAP = 0.2  # of what is missing to it, closed by each further message that says the same
LONG = 12  # digits that no position has: the number of an id would not fit into 64 bits
PLACES = 24  # bits of a number for the place in an event's list; the position has the rest
_ID = regex(r"[sn](0|[1-9][0-9]*)\.(0|[1-9][0-9]*)", re.ASCII)


class Said(NamedTuple):
    """A statement as one version of the extractor found it. `Stated` says what its fields are.

    `position` is that of its StatementsExtracted; `message`, `session` and `occurred` are its message's; `model` is the
    language model that proposed it, if one did.
    """

    id: str
    message: int
    session: str
    occurred: int
    family: str
    start: int
    end: int
    subject: str
    name: str | None
    attribute: str | None
    slot: str | None
    value: str
    value_key: str
    polarity: bool
    condition: str | None
    many: bool
    third: bool
    valid_from: int | None
    valid_to: int | None
    confidence: float
    retracts: bool
    corrects: bool
    entities: tuple[str, ...]
    extractor: str
    position: int
    model: str | None = None


class Change(NamedTuple):
    """One event of a memory. `windows` are all it holds in afterwards; `by` is what superseded or ended it."""

    position: int
    recorded: int
    kind: Kind
    windows: tuple[Span, ...]
    statements: tuple[str, ...]
    by: str | None
    reason: str | None
    accepted: tuple[str, ...]
    rejected: tuple[str, ...]


class Link(NamedTuple):
    """One memory's relation to another, such as "disputes"."""

    position: int
    recorded: int
    memory: str
    other: str
    relation: str


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory by its changes, of which there is at least one, in the order of the log.

    `counting` are those that no restore has set back; None for all. Where none of them counts it was formed after
    the snapshot that was restored, and holds at no time.
    """

    id: str
    changes: tuple[Change, ...]
    counting: tuple[Change, ...] | None = None

    @property
    def told(self) -> tuple[Change, ...]:
        """The changes that tell how it stands, or stood when it was set back."""
        return self.counting or self.changes

    @property
    def statements(self) -> tuple[str, ...]:
        """The ids of the statements that it was made from, in the order in which they came to it."""
        return tuple(dict.fromkeys(number for change in self.told for number in change.statements))

    @property
    def windows(self) -> tuple[Span, ...]:
        """When it holds: half-open spans in ms since 1970 UTC, ascending; None for no bound."""
        return () if self.counting == () else self.told[-1].windows

    @property
    def formed(self) -> int:
        """When the log learnt of it: the recorded time of its first change, in ms."""
        return self.changes[0].recorded

    @property
    def changed(self) -> int:
        """The recorded time of its last change, in ms."""
        return self.changes[-1].recorded

    @property
    def ender(self) -> Change | None:
        """The supersession or retraction that gave it its end; None where its own words did, or it has none.

        A change that only takes a stretch out of the middle leaves the end to what had given it.
        """
        cause: Change | None = None
        before: tuple[Span, ...] | None = None
        for change in self.told:
            if before is None:
                given = True
            elif change.kind in ENDS or change.kind == Kind.MEMORY_RESTORED:
                # The same windows once more: forming it had left out already what this change explains. What has
                # no end was given none: then that is a stretch out of its middle.
                explained = change.windows == before and _end(before) != NO_END
                given = _end(change.windows) != _end(before) or explained
            else:
                given = _end(change.windows) > _end(before)  # further words; they can only carry it on
            if given:
                cause = change
            before = change.windows
        if cause is None or cause.kind not in ENDS or _end(before or ()) == NO_END:
            return None  # what took a stretch out of its middle once, and what gave that back, ended nothing
        return cause

    @property
    def superseded_by(self) -> str | None:
        """The id of the memory that took its place at its end, be that still ahead."""
        ender = self.ender
        return ender.by if ender is not None and ender.kind == Kind.MEMORY_SUPERSEDED else None

    @property
    def retracted(self) -> str | None:
        """Why it was retracted; None where it was not."""
        ender = self.ender
        return ender.reason if ender is not None and ender.kind == Kind.MEMORY_RETRACTED else None

    @property
    def accepted(self) -> frozenset[str]:
        """The statements of which somebody's last word is that they count, however unsure they were.

        Taking back a rejection ("undone") says no more than that they count as before.
        """
        undone = {number for change in self.told if change.reason == "undone" for number in change.accepted}
        said = {number for change in self.told if change.reason != "undone" for number in change.accepted}
        return frozenset(n for n, counts in self._rulings().items() if counts and (n in said or n not in undone))

    @property
    def rejected(self) -> frozenset[str]:
        """The statements of which somebody's last word is that they do not count."""
        return frozenset(number for number, counts in self._rulings().items() if not counts)

    @property
    def unsettled(self) -> bool:
        """Whether it holds at no time and nothing ended it: it is waiting for a review, if it is in dispute."""
        return not self.windows and self.ender is None

    def holds(self, at: int) -> bool:
        """Whether one of its windows holds this time (ms)."""
        return holds(self.windows, at)

    def status(self, now: int, disputed: bool) -> Status:
        """What it is at a time (ms); `disputed` tells whether it was put in dispute."""
        windows = self.windows
        if holds(windows, now):
            return "active"
        ahead = [start is not None and start > now for start, _ in windows]
        if windows and all(ahead):
            return "upcoming"
        cause = self.ender
        if any(ahead):  # it will hold again: what stands in between took a stretch out of its middle
            cause = next((change for change in reversed(self.changes) if change.kind in ENDS), None)
        if cause is not None:
            return "superseded" if cause.kind == Kind.MEMORY_SUPERSEDED else "retracted"
        return "disputed" if disputed and not windows else "ended"

    def _rulings(self) -> dict[str, bool]:
        given: dict[str, bool] = {}
        for change in self.told:
            given |= dict.fromkeys(change.accepted, True) | dict.fromkeys(change.rejected, False)
        return given


def holds(windows: Sequence[Span], at: int) -> bool:
    """Whether one of these windows holds a time (ms). They are half open."""
    return any((start is None or start <= at) and (end is None or at < end) for start, end in windows)


def _end(windows: Sequence[Span]) -> int:
    """The end of the last window; before all times where there is none."""
    return max((NO_END if end is None else end for _, end in windows), default=NEVER)


def confidence(said: Sequence[Said], accepted: Collection[str] = (), rejected: Collection[str] = ()) -> float:
    """How sure a memory is: as sure as its surest statement, and surer with each further message that says it.

    Each closes `GAP` of what is missing to `CEILING`. A retraction, a denial, and a statement that was
    rejected add nothing; one that was accepted counts as `CEILING`, whatever its own confidence. 0.0
    without a statement.
    """
    if not said:
        return 0.0
    polarity = next((one.polarity for one in said if not one.retracts), True)
    counting = [one for one in said if not one.retracts and one.polarity == polarity and one.id not in rejected]
    if not counting:
        return max(one.confidence for one in said)
    best = max(max(one.confidence, CEILING if one.id in accepted else 0.0) for one in counting)
    further = len({one.message for one in counting}) - 1
    return best if best >= CEILING else CEILING - (CEILING - best) * (1 - GAP) ** further


def key_of(identifier: str) -> int:
    """The id of a statement or memory, as events have them, as one number: position, then place.

    Raises ValueError if its place in an event is beyond 24 bits, which no event is long enough for.
    """
    position, place = identifier[1:].split(".")
    number = int(place)
    if number >> PLACES:
        raise ValueError(f"{identifier}: its place does not fit into {PLACES} bits")
    return int(position) << PLACES | number


def asked_key(identifier: str, letter: str) -> int | None:
    """The number of an id that somebody gave; None if it is no id of that letter ("s" or "n")."""
    if not _ID.fullmatch(identifier) or identifier[0] != letter:
        return None
    position, place = identifier[1:].split(".")
    fits = len(position) < LONG and len(place) < LONG and not int(place) >> PLACES
    return key_of(identifier) if fits else None


def memory_id(key: int) -> str:
    """The id of a memory by its number."""
    return f"n{key >> PLACES}.{key & (1 << PLACES) - 1}"


def statement_id(key: int) -> str:
    """The id of a statement by its number."""
    return f"s{key >> PLACES}.{key & (1 << PLACES) - 1}"
