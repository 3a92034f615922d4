"""From timelines to events: what has to be written so that every memory says what its slot's timeline says.

Pure. The state is compared with what the claims give now, and only the difference is written.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from awhm.commands.beliefs import Beliefs, Windows
from awhm.commands.claims import CORRIGIBLE, Claim, memory_id, sid, statement_id
from awhm.commands.timeline import FOREVER, Entry, Run, Sid, timeline, without
from awhm.events.event import (
    Event,
    MemoriesLinked,
    MemoryChanged,
    MemoryFormed,
    MemoryReinforced,
    MemoryRestored,
    MemoryRetracted,
    MemorySuperseded,
)

CORRECTION_WINDOW = 3  # statement-bearing messages of its session that a correction may look back
CORRECTION_TIME = 30 * 60_000  # and the time, in ms


class Decided(NamedTuple):
    """An event to write, and the positions that it was derived from."""

    event: Event
    sources: tuple[int, ...]


Ruling = Mapping[Sid, bool | None]  # accepted, rejected, neither: what somebody decides now, over what the state knows
NO_RULING: Ruling = {}


def settle(state: Beliefs, window: int = CORRECTION_WINDOW) -> list[Decided]:
    """What the statements that nobody has decided on yet come to."""
    slots: set[str] = set()
    stale: set[Sid] = set()
    for message in {*state.undecided.values()}:
        for extraction in state.extractions[message]:
            for claim in extraction.claims:
                slots |= _concerned(state, claim, window)
                if claim.entry.statement not in state.claims:
                    stale.add(claim.entry.statement)
    slots |= beside(state, slots, window)
    decided = changes(state, slots, window)
    for number in sorted(stale):
        memory = state.memory_of(number)
        step = None if memory is None else state.held(memory)
        if memory is not None and step is not None and step.windows and not state.statements(memory):
            event = MemoryRetracted(memory=memory_id(memory), windows=[], reason="extracted anew")
            decided.append(Decided(event, _sources(state, memory)))
    return decided


def _concerned(state: Beliefs, claim: Claim, window: int) -> set[str]:
    """The slots whose timelines a claim may change."""
    slots = {claim.slot}
    if claim.forgets:
        slots |= _meant(state, claim.forgets)
    if claim.family in CORRIGIBLE or claim.corrects:
        slots |= _just_before(state, claim, window)
    return slots & state.slots.keys()


def _just_before(state: Beliefs, claim: Claim, window: int) -> set[str]:
    """The slots of the statements for which this one is within the reach of a correction."""
    spoken = state.spoken.get(claim.session, [])
    at = bisect_left(spoken, (claim.entry.order, claim.entry.statement))
    slots: set[str] = set()
    messages: set[int] = set()
    for place in range(at - 1, -1, -1):
        order, number = spoken[place]
        other = state.claims[number]
        messages.add(other.message)
        if len(messages) > window + 1 or claim.entry.order[0] - order[0] > CORRECTION_TIME:
            break
        slots.add(other.slot)
    return slots


def beside(state: Beliefs, slots: Iterable[str], window: int) -> set[str]:
    """The slots that the corrections in these ones may have meant: it hangs on what their own slots hold."""
    found: set[str] = set()
    for slot in slots:
        for number in state.slots.get(slot, ()):
            claim = state.claims[number]
            if claim.corrects and claim.family in CORRIGIBLE:
                found |= _just_before(state, claim, window)
    return found & state.slots.keys()


def _meant(state: Beliefs, words: frozenset[str]) -> set[str]:
    """The slots that all these words may name."""
    found = [set(state.called.get(word, ())) for word in words]
    return set[str].intersection(*found) if found else set()


def changes(
    state: Beliefs, slots: Iterable[str], window: int = CORRECTION_WINDOW, ruling: Ruling = NO_RULING
) -> list[Decided]:
    """The events that bring the memories of these slots to what their claims give, with a ruling if there is one."""
    decided: list[Decided] = []
    for slot in sorted(slots):
        decided += _differences(state, slot, runs(state, slot, window, ruling))
    return decided


def runs(state: Beliefs, slot: str, window: int, ruling: Ruling = NO_RULING) -> list[Run]:
    """The timeline of a slot as it is now."""
    entries: list[Entry] = []
    for number in state.slots.get(slot, ()):
        claim = state.claims[number]
        if not claim.forgets and _verdict(state, number, ruling) is not False:
            entries.append(claim.entry)
            entries += _ended_elsewhere(state, claim, window, ruling)
    found = timeline(entries, {entry.statement for entry in entries if _verdict(state, entry.statement, ruling)})
    return _known_as(state, found)


def _known_as(state: Beliefs, found: list[Run]) -> list[Run]:
    """The runs of a slot, each under the number of its memory also where the statement that it is from is gone.

    Of a memory whose first statement was erased, that is the run with the earliest of its other statements.
    """
    taken: set[Sid] = set()
    for run in sorted(found, key=lambda run: min(run.statements)):
        theirs = {state.memory_of(number) for number in run.statements}
        orphans = {memory for memory in theirs if memory is not None and not state.knows(memory)}
        if orphans - taken:
            run.known_as = min(orphans - taken)
            taken.add(run.known_as)
    return found


def _verdict(state: Beliefs, number: Sid, ruling: Ruling) -> bool | None:
    return ruling[number] if number in ruling else state.ruling(number)


def _ended_elsewhere(state: Beliefs, claim: Claim, window: int, ruling: Ruling) -> Iterator[Entry]:
    """Retractions of a claim by statements of other slots: by its topic, or by a correction said just after it."""
    if claim.entry.retracts:
        return
    causes = [
        forget
        for forget in state.forgets.values()
        if forget.entry.order > claim.entry.order and forget.forgets <= claim.words
    ]
    correction = _correction(state, claim, window)
    if correction is not None:
        causes.append(correction)
    for cause in causes:
        if _verdict(state, cause.entry.statement, ruling) is not False:
            yield _retraction(cause, claim)


def _retraction(cause: Claim, claim: Claim) -> Entry:
    said = cause.entry
    return claim.entry._replace(
        statement=said.statement,
        order=said.order,
        start=said.start,
        end=FOREVER,
        confidence=said.confidence,
        retracts=True,
        exact=True,
    )


def _correction(state: Beliefs, claim: Claim, window: int) -> Claim | None:
    """The correction that means a claim though it fills another slot, if there is one.

    AWHM Lite's rule, narrowed: same session, same family (preferences and policies alone), within the
    window, put in the same way, and only the nearest statement before it, unless it corrects something in its own slot.
    """
    if claim.family not in CORRIGIBLE or claim.entry.retracts:
        return None
    spoken = state.spoken.get(claim.session, [])
    at = bisect_left(spoken, (claim.entry.order, claim.entry.statement)) + 1
    messages: set[int] = set()
    for order, number in spoken[at:]:
        other = state.claims[number]
        messages.add(other.message)
        if len(messages) > window or order[0] - claim.entry.order[0] > CORRECTION_TIME:
            return None
        if other.family == claim.family and not other.entry.retracts:
            apart = other.slot != claim.slot and other.message != claim.message
            alike = apart and other.rule == claim.rule
            return other if other.corrects and alike and not _explained(state, other) else None
    return None


def _explained(state: Beliefs, correction: Claim) -> bool:
    """Whether a correction has something to correct in its own slot."""
    return any(
        state.claims[number].entry.order < correction.entry.order
        and state.claims[number].entry.value != correction.entry.value
        for number in state.slots[correction.slot]
    )


def _differences(state: Beliefs, slot: str, now: list[Run]) -> list[Decided]:
    made: list[Decided] = []
    new = {run.memory: run for run in now}
    for run in now:
        made += _one(state, run)
    old = {state.memory_of(number) for number in state.slots.get(slot, ())}
    for memory in sorted(memory for memory in old if memory is not None and memory not in new):
        step = state.held(memory)
        into = next((run for run in now if set(run.statements) & set(state.statements(memory))), None)
        if step is None or not step.windows:
            continue
        if into is not None:
            event: Event = MemorySuperseded(memory=memory_id(memory), windows=[], by=memory_id(into.memory))
        else:
            event = MemoryRetracted(memory=memory_id(memory), windows=[], reason="rejected")
        made.append(Decided(event, _sources(state, memory)))
    return made


def _one(state: Beliefs, run: Run) -> list[Decided]:
    memory, held = run.memory, state.held(run.memory)
    added = [number for number in sorted(run.statements) if state.memory_of(number) != memory]
    windows = _kept(state, run, added)
    by = ender(run)
    said = spans(windows)
    name = memory_id(memory)
    made: list[Decided] = []
    if held is None:
        event: Event = MemoryFormed(memory=name, windows=said, statements=[statement_id(n) for n in added])
        made.append(Decided(event, _sources(state, *added)))
    elif added:
        event = MemoryReinforced(memory=name, windows=said, statements=[statement_id(n) for n in added])
        made.append(Decided(event, _sources(state, *added)))
    moved = held is None or windows != held.windows
    if by and (moved or by != state.ended_by(memory)):
        made.append(Decided(ended(name, said, by), _sources(state, memory)))
    elif held is not None and moved and not added:
        event = MemoryRestored(memory=name, windows=said, reason="recomputed")
        made.append(Decided(event, _sources(state, memory)))
    disputed = [other.memory for other in run.disputes]
    if disputed and not any((memory, other) in state.links.values() for other in disputed):
        link = MemoriesLinked(memory=name, other=memory_id(disputed[0]), relation="disputes")
        made.append(Decided(link, _sources(state, memory, disputed[0])))
    return made


def ender(run: Run) -> str:
    """The id of what ended a run: a memory that took its place, or a statement that retracted it."""
    if run.ended_by is None:
        return ""
    return statement_id(run.ended_by) if run.replaced_by is None else memory_id(run.replaced_by.memory)


def ended(name: str, windows: list[tuple[int | None, int | None]], by: str) -> MemoryChanged:
    """The event that something ended a memory: another memory, or a statement."""
    if by.startswith("n"):
        return MemorySuperseded(memory=name, windows=windows, by=by)
    return MemoryRetracted(memory=name, windows=windows, by=by, reason="said")


def _kept(state: Beliefs, run: Run, added: list[Sid]) -> Windows:
    """The windows of a run without what was closed by something that has been erased since.

    What is `added` to it opens its own window again, where it was said after that was closed.
    """
    closed = _closed(state, run)
    if closed:
        for number in added:
            entry = state.claims[number].entry
            closed = [
                part
                for low, high in closed
                for part in (without([(low, high)], [entry[5:7]]) if entry.order[0] >= low else [(low, high)])
            ]
    return tuple(without(run.windows, closed))


def _closed(state: Beliefs, run: Run) -> list[tuple[int, int]]:
    """When a run holds no more because of what has been erased since; told by the steps of its memories."""
    memories = {memory for number in run.statements for _, memory in state.holders.get(number, ())}
    steps = sorted((step, memory) for memory in memories for step in state.memories.get(memory, ()))
    held: dict[Sid, Windows] = {}
    closed: list[tuple[int, int]] = []
    for step, memory in steps:
        before = held.get(memory, ())
        held[memory] = step.windows
        by = sid(step.by) if step.by else None
        if by is not None and by not in memories and not state.knows(by):
            closed = [(-FOREVER, FOREVER)]
            for windows in held.values():
                closed = without(closed, windows)
        elif closed:
            closed = without(closed, without(step.windows, before))
    return closed


def spans(windows: Windows) -> list[tuple[int | None, int | None]]:
    """Windows as events have them."""
    return [(None if low <= -FOREVER else low, None if high >= FOREVER else high) for low, high in windows]


def _sources(state: Beliefs, *numbers: Sid) -> tuple[int, ...]:
    """The extractions that statements or memories come from; those that were erased are nobody's source."""
    found: set[int] = set()
    for number in numbers:
        if state.knows(number):
            found.add(number[0])
        else:
            found |= {position for position, _ in state.statements(number)}
    return tuple(sorted(found))
