"""A slot is a timeline: which of its values holds when, as a pure function of its accepted statements.

Statements are laid down in the order in which they were said (occurred time, then session and place in
it), each over its window, and what was said later covers what was said earlier where the two cannot both
hold. So the order of arrival does not matter, and A, then B, then A ends at A.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable
from typing import NamedTuple

WEAK = 0.65  # a statement less sure than this contradicts nothing surer: it is put up for review
FOREVER = 1 << 62  # later than every time there is

Sid = tuple[int, int]  # a statement: the position of its StatementsExtracted and its place in the list
Order = tuple[int, str, int, int]  # occurred, session, message, place in it


class Entry(NamedTuple):
    """A statement as a timeline needs it.

    It holds from `start` up to `end` (ms, `FOREVER` for no bound). `lane` keeps the values of a many-valued
    slot apart: entries of two lanes never touch. `retracts` ends its value, in whatever lane, and says
    nothing of others; with an empty `value` it ends every value of the slot. An `exact` retraction ends
    what has its very value and polarity; any other ends what is affirmed in some of its words. `name` tells
    apart the people whom one subject may mean ("my sister Anya"): two names are two people, and one without
    a name is whoever is meant, unless there are several.
    """

    statement: Sid
    order: Order
    lane: str
    value: str
    polarity: bool
    start: int
    end: int
    confidence: float
    retracts: bool
    exact: bool = False
    name: str = ""


class Run:
    """Statements that say one value without a break, and the windows in which it holds: one memory."""

    __slots__ = (
        "confidence",
        "disputes",
        "ended_by",
        "joined",
        "known_as",
        "lane",
        "name",
        "polarity",
        "replaced_by",
        "statements",
        "value",
        "windows",
    )

    def __init__(self, entry: Entry, windows: list[tuple[int, int]]) -> None:
        self.lane = entry.lane
        self.name = entry.name
        self.value = entry.value
        self.polarity = entry.polarity
        self.confidence = entry.confidence
        self.statements = [entry.statement]
        self.windows = windows
        self.ended_by: Sid | None = None  # the statement that gave it its end, or cut it, if one did
        self.replaced_by: Run | None = None  # whose statement that is; None for a retraction
        self.disputes: list[Run] = []  # what it would have replaced, had it been surer
        self.joined: Run | None = None  # the run that it has become part of
        self.known_as: Sid | None = None  # its memory, where the statement with that one's number is gone

    @property
    def memory(self) -> Sid:
        """The number of its memory: that of the statement that the log learnt of first, unless it is known already."""
        return self.known_as or min(self.statements)

    @property
    def end(self) -> int:
        """When it holds for the last time; before all time where it never does."""
        return self.windows[-1][1] if self.windows else -FOREVER

    def join(self, other: Run) -> None:
        """Take in another run of the same value: something said of both joins them."""
        self.statements += other.statements
        self.name = self.name or other.name
        self.confidence = max(self.confidence, other.confidence)
        for low, high in other.windows:
            self.add(low, high)
        other.joined = self

    def give_way(self, entry: Entry, by: Run | None) -> None:
        """End where an entry holds. What takes a stretch out of its middle is not what gave it its end."""
        end = self.end
        self.windows = without(self.windows, [(entry.start, entry.end)])
        if self.ended_by is None or self.end != end:
            self.ended_by, self.replaced_by = entry.statement, by

    def touches(self, start: int, end: int) -> bool:
        """Whether a window overlaps a stretch, or abuts on it."""
        return any(low <= end and start <= high for low, high in self.windows)

    def overlaps(self, start: int, end: int) -> bool:
        """Whether a window has a moment in common with a stretch."""
        return any(low < end and start < high for low, high in self.windows)

    def add(self, start: int, end: int) -> None:
        """Add a stretch to its windows, joined with those it touches."""
        apart: list[tuple[int, int]] = []
        for low, high in self.windows:
            if high < start or end < low:
                apart.append((low, high))
            else:
                start, end = min(start, low), max(end, high)
        self.windows = sorted([*apart, (start, end)])


def without(windows: Iterable[tuple[int, int]], cuts: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Windows with some stretches taken out of them."""
    left = list(windows)
    for start, end in cuts:
        parts = [((low, min(high, start)), (max(low, end), high)) for low, high in left]
        left = [part for both in parts for part in both if part[0] < part[1]]
    return left


class _Lane:
    """The runs of a lane. Those that are over are put by, in the order of their ends, until something reaches back."""

    def __init__(self) -> None:
        self.over: list[Run] = []
        self.open: list[Run] = []

    def runs(self, start: int) -> list[Run]:
        """The runs that something beginning at `start` could meet."""
        while self.over and self.over[-1].end >= start:
            self.open.append(self.over.pop())
        return self.open

    def settle(self, start: int) -> None:
        """Put by what is over before `start`, so that a slot that changed often costs no more than another."""
        still: list[Run] = []
        for run in self.open:
            if run.joined is not None:
                continue
            if run.disputes or run.end >= start:
                still.append(run)
            elif run.windows:  # without one it is never met again
                insort(self.over, run, key=_end)
        self.open = still


def _end(run: Run) -> int:
    return run.end


def timeline(entries: Iterable[Entry], accepted: Collection[Sid] = ()) -> list[Run]:
    """The runs of one slot, in the order in which they came to be.

    `accepted` statements count fully, however unsure they were. A run that was covered altogether has no
    window left and is returned all the same: it is what somebody once said. Only by its `statement` does
    an entry get a name; nothing else depends on that.
    """
    lanes: dict[str, _Lane] = {}
    runs: list[Run] = []
    for entry in sorted(entries, key=lambda one: (one.order, one.statement)):
        if entry.retracts:
            for lane in lanes.values():
                _retract(entry, lane, entry.statement in accepted)
            continue
        lane = lanes.setdefault(entry.lane, _Lane())
        run = _laid(entry, lane, entry.statement in accepted)
        lane.settle(entry.start)
        if run is not None:
            lane.open.append(run)
            runs.append(run)
    for run in runs:
        run.replaced_by = run.replaced_by and _last(run.replaced_by)
        run.disputes = [_last(other) for other in run.disputes]
    return [run for run in runs if run.joined is None]


def _last(run: Run) -> Run:
    """The run that a run has become part of in the end; itself if it has not."""
    while run.joined is not None:
        run = run.joined
    return run


def _retract(entry: Entry, lane: _Lane, accepted: bool) -> None:
    weak = entry.confidence < WEAK and not accepted
    meant = _meant([run for run in lane.runs(entry.start) if _ends(entry, run)], entry)
    for run in meant:
        if weak and run.confidence >= WEAK:
            continue
        if run.disputes or run.overlaps(entry.start, entry.end):
            run.give_way(entry, None)
            run.disputes = []  # who takes it back no longer contradicts anything


def _ends(entry: Entry, run: Run) -> bool:
    """Whether a retraction is one of a run: "Acme" ends "Acme Corp", and the other way round."""
    if entry.exact:
        return entry.value == run.value and entry.polarity == run.polarity
    if not entry.value or (run.polarity and entry.value == run.value):
        return True
    mine, its = _stems(entry.value), _stems(run.value)
    return run.polarity and bool(mine) and bool(its) and (mine <= its or its <= mine)


def _stems(value: str) -> set[str]:
    """The words of a value without the ends that a case or a number changes."""
    return {word if len(word) < 5 else word[: max(4, len(word) - 2)] for word in value.split()}


def _laid(entry: Entry, lane: _Lane, accepted: bool) -> Run | None:
    """Lay one statement over the lane; the new run, or None where it joined one that was there."""
    rivals: list[Run] = []
    same: list[Run] = []
    waiting: list[Run] = []
    for run in lane.runs(entry.start):
        if run.value == entry.value and run.polarity == entry.polarity:
            if run.disputes:
                waiting.append(run)
            elif run.touches(entry.start, entry.end):
                same.append(run)
        elif _exclude(run, entry) and run.overlaps(entry.start, entry.end):
            rivals.append(run)
    rivals, same, waiting = _meant(rivals, entry), _meant(same, entry), _meant(waiting, entry)
    entry = _restated(entry, same, rivals)
    rivals = [run for run in rivals if run.overlaps(entry.start, entry.end)]
    if entry.confidence < WEAK and not accepted and any(rival.confidence >= WEAK for rival in rivals):
        run = waiting[0] if waiting else Run(entry, [])
        run.disputes += [rival for rival in rivals if rival not in run.disputes]
        if waiting:
            run.statements.append(entry.statement)
        return None if waiting else run
    run = Run(entry, [])
    if accepted:
        run.confidence = max(run.confidence, WEAK)
    known = max([*same, *waiting], key=_end, default=None)
    if known is not None:
        # One memory for all that it touches; and whoever says surely what was in dispute settles it.
        for other in (*same, *waiting, run):
            if other is not known:
                known.join(other)
        run = known
        run.disputes = []
    for rival in rivals:
        rival.give_way(entry, run)
    end = run.end
    run.add(entry.start, entry.end)
    if run.end > end or run.windows == [(run.windows[0][0], FOREVER)]:
        run.ended_by = run.replaced_by = None  # it goes on beyond what had ended it
    return run if known is None else None


def _restated(entry: Entry, same: list[Run], rivals: list[Run]) -> Entry:
    """An entry that only says again what holds, no further than up to what is announced to take its place."""
    if entry.start != entry.order[0] or entry.end != FOREVER:
        return entry
    for run in same:
        for low, high in run.windows:
            sure = run.confidence >= WEAK or entry.confidence < WEAK
            followed = any(start == high for rival in rivals for start, _ in rival.windows)
            if low <= entry.start < high and sure and followed:
                return entry._replace(end=high)
    return entry


def _meant(runs: list[Run], entry: Entry) -> list[Run]:
    """Of some runs those that may be of the person whom an entry is about."""
    if entry.name:
        return [run for run in runs if run.name in ("", entry.name)]
    several = len({run.name for run in runs if run.name}) > 1
    return [run for run in runs if not run.name] if several else runs


def _exclude(run: Run, entry: Entry) -> bool:
    """Whether the two cannot hold at once: two values of a slot, or a value and its denial. Two denials can."""
    return run.value == entry.value or (run.polarity and entry.polarity)
