"""The graph's fold, with a real log, codec and replay: however it was folded, saved, cut or erased from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from graph_log import Erasable, extracted, rebuilt, reopened, stated
from hypothesis import given
from hypothesis import strategies as st

from awhm.events import chain
from awhm.events.codec import decode
from awhm.events.event import (
    EVENTS,
    Event,
    Kind,
    MemoriesLinked,
    MemoriesRecalled,
    MemoryChanged,
    MemoryFormed,
    MemoryReinforced,
    MemoryRestored,
    MemoryRetracted,
    MemorySuperseded,
    PayloadsErased,
    Recorded,
    Shown,
    Stated,
    StatementsExtracted,
)
from awhm.events.fold import View
from awhm.events.ram_log import RamLog
from awhm.projections import graph_questions as ask
from awhm.projections.graph import GRAPH, Graph
from awhm.projections.memory import Change, Link
from awhm.projections.strength import strength
from awhm.replay.replay import replay

# Any events at all -------------------------------------------------------------------------------------
# The ids point anywhere: at what is there, at what is not yet or no more, and at what never was.

few = st.integers(1, 9)
places = st.integers(0, 2)
memory_ids = st.builds("n{}.{}".format, st.integers(1, 4), st.integers(0, 1))
statement_ids = st.builds("s{}.{}".format, few, places)
times = st.integers(-30, 30)
bounds = st.none() | times
windows = st.lists(st.tuples(bounds, bounds), max_size=3)
several = st.lists(statement_ids, max_size=3)
stateds = st.builds(
    stated,
    st.sampled_from(["Oslo", "Rome", "Кёльн"]),
    st.none() | st.sampled_from(["a", "b"]),
    family=st.sampled_from(["fact", "outcome", "correction"]),
    polarity=st.booleans(),
    retracts=st.booleans(),
    confidence=st.floats(0, 1),
    condition=st.none() | st.just("go"),
    valid_from=bounds,
    entities=st.lists(st.sampled_from(["e0", "e1"]), max_size=2),
)
an_event = st.one_of(
    st.builds(extracted, few, stateds, session=st.sampled_from(["s", "t"])),
    st.builds(extracted, few, stateds, stateds, extractor=st.just("two")),
    st.builds(extracted, few),
    st.builds(MemoryFormed, memory=memory_ids, windows=windows, statements=several),
    st.builds(MemoryFormed, memory=memory_ids, windows=windows, statements=several),
    st.builds(MemoryReinforced, memory=memory_ids, windows=windows, statements=several),
    st.builds(MemorySuperseded, memory=memory_ids, windows=windows, by=memory_ids),
    st.builds(
        MemoryRetracted,
        memory=memory_ids,
        windows=windows,
        by=st.none() | statement_ids,
        reason=st.just("said"),
        rejected=several,
    ),
    st.builds(
        MemoryRestored, memory=memory_ids, windows=windows, reason=st.just("undone"), accepted=several, rejected=several
    ),
    st.builds(MemoriesLinked, memory=memory_ids, other=memory_ids, relation=st.sampled_from(["disputes", "like"])),
    st.builds(
        MemoriesRecalled,
        session=st.just("s"),
        shown=st.lists(st.builds(Shown, position=few, times=few, turns=st.just([1])), max_size=3),
    ),
)
logs = st.lists(an_event, max_size=25)


class Known(NamedTuple):
    """An event of the log that was not erased."""

    position: int
    recorded: int
    event: Event


def known(log: RamLog, events: Sequence[Event], gone: Iterable[int] = ()) -> list[Known]:
    return [
        Known(position, chain.recorded_of(log.header(position)), event)
        for position, event in enumerate(events, 1)
        if position not in set(gone)
    ]


def check(state: Graph, events: list[Known]) -> None:
    """The state's own answers against the events themselves."""
    check_memories(state, events, check_said(state, events))


def check_said(state: Graph, events: list[Known]) -> set[str]:
    said = {
        f"s{one.position}.{place}": (one.event, each)
        for one in events
        if isinstance(one.event, StatementsExtracted)
        for place, each in enumerate(one.event.statements)
    }
    assert list(state.statements) == [one.id for one in state.all_said()] == list(said)
    assert len(state.statements) == len(said)
    for number, (source, each) in said.items():
        found = state.statements[number]
        assert (found.message, found.session, found.occurred) == (source.message, source.session, source.occurred)
        assert (found.id, f"s{found.position}", found.extractor) == (number, number.split(".")[0], source.extractor)
        for name in set(Stated.model_fields) - {"rule", "entities"}:
            assert getattr(found, name) == getattr(each, name)
        assert found.entities == tuple(each.entities)
    latest: dict[int, tuple[str, ...]] = {}
    for position, _, event in events:
        if isinstance(event, StatementsExtracted):
            latest[event.message] = tuple(f"s{position}.{place}" for place in range(len(event.statements)))
    assert {message: state.by_message(message) for message in range(12)} == {
        message: latest.get(message, ()) for message in range(12)
    }
    return set(said)


def check_memories(state: Graph, events: list[Known], said: set[str]) -> None:
    changes: dict[str, list[Change]] = {}
    holder: dict[str, str] = {}
    for position, recorded, event in events:
        if isinstance(event, MemoryChanged):
            added: list[str] = getattr(event, "statements", [])
            changes.setdefault(event.memory, []).append(
                Change(
                    position,
                    recorded,
                    event.kind,
                    tuple(event.windows),
                    tuple(added),
                    getattr(event, "by", None),
                    getattr(event, "reason", None),
                    tuple(getattr(event, "accepted", ())),
                    tuple(getattr(event, "rejected", ())),
                )
            )
            holder |= dict.fromkeys(added, event.memory)
    assert sorted(state.memories) == sorted(changes)
    assert {memory: list(state.memories[memory].changes) for memory in changes} == changes
    assert {memory.id: list(memory.changes) for memory in state.all_memories()} == changes
    for number in [f"s{position}.{place}" for position in range(1, 12) for place in range(3)]:
        assert state.memory_of(number) == holder.get(number)
    for memory, mine in changes.items():
        numbers = list(dict.fromkeys(number for change in mine for number in change.statements))
        assert list(state.memories[memory].statements) == numbers
        assert [one.id for one in state.said(memory)] == [number for number in numbers if number in said]
        assert state.known(memory) == any(number in said for number in numbers)
        assert ask.history(state, memory) == mine
    assert state.links == [
        Link(position, recorded, event.memory, event.other, event.relation)
        for position, recorded, event in events
        if isinstance(event, MemoriesLinked)
    ]
    for at in (-31, -7, 0, 1, 12, 30):
        assert sorted(ask.holding(state, at)) == sorted(
            memory
            for memory, mine in changes.items()
            if state.known(memory)
            and any((low is None or low <= at) and (high is None or at < high) for low, high in mine[-1].windows)
        )
    check_accesses(state, events, changes)


def check_accesses(state: Graph, events: list[Known], changes: dict[str, list[Change]]) -> None:
    found = strength(state, list(changes), 10**15)
    for memory in changes:
        messages = {one.message for one in state.said(memory)}
        shown = [
            (recorded, each.times)
            for _, recorded, event in events
            if isinstance(event, MemoriesRecalled)
            for each in event.shown
            if each.position in messages
        ]
        assert found[memory].accesses == 1 + sum(times for _, times in shown)
        assert found[memory].last == max([state.memories[memory].formed, *(recorded for recorded, _ in shown)])


@given(logs, st.data())
def test_every_answer_agrees_with_the_events_up_to_any_position(events: list[Event], data: st.DataObject) -> None:
    log = Erasable()
    log.write(events)
    state = rebuilt(log)
    check(state, known(log, events))
    check(reopened(state), known(log, events))
    until = data.draw(st.integers(0, len(events) + 1))
    cut = state.upto(until)
    check(cut, known(log, events[:until]))
    assert GRAPH.digest(cut) == GRAPH.digest(rebuilt(log, until)) == GRAPH.digest(reopened(cut))


@given(logs, st.data())
def test_batches_and_saves_do_not_change_the_digest(events: list[Event], data: st.DataObject) -> None:
    log, view = Erasable(), View(GRAPH)
    for event in events:
        log.write([event])
        if data.draw(st.booleans()):
            replay(log, [view])
            digest = view.digest()
            if data.draw(st.booleans()):
                view.state = reopened(view.state)
                assert view.digest() == digest
            elif data.draw(st.booleans()):
                check(view.state, known(log, events[: view.position]))
    replay(log, [view])
    assert view.digest() == GRAPH.digest(rebuilt(log))


@given(logs, st.data())
def test_erasing_is_as_if_the_events_had_never_been(events: list[Event], data: st.DataObject) -> None:
    """The erasures come at any time; a rebuild sees them too, but not the events that they erase."""
    log, view = Erasable(), View(GRAPH)
    written: list[Event] = []
    gone: set[int] = set()
    for event in events:
        log.write([event])
        written.append(event)
        replay(log, [view])
        if data.draw(st.booleans()):
            if data.draw(st.booleans()):
                view.state = reopened(view.state)
            positions = data.draw(st.lists(st.integers(1, len(written)) | st.just(10_000), min_size=1, max_size=4))
            log.lose(positions)
            written.append(PayloadsErased(positions=positions, reason="asked"))
            gone |= set(positions)
    replay(log, [view])
    assert view.digest() == GRAPH.digest(rebuilt(log))
    check(view.state, known(log, written, gone))


@given(logs.filter(bool), st.data())
def test_every_event_is_in_the_digest(events: list[Event], data: st.DataObject) -> None:
    log, view = Erasable(), View(GRAPH)
    log.write(events)
    replay(log, [view])
    before = view.digest()
    log.lose([data.draw(st.integers(1, len(events)))])
    replay(log, [view])
    assert view.digest() != before


FULL = stated(
    valid_from=1, valid_to=2, condition="go", entities=["e0"], polarity=False, many=True, third=True, corrects=True,
    retracts=True,
)  # fmt: skip
ONE_OF_EACH: list[Event] = [
    extracted(1, FULL),
    MemoryFormed(memory="n1.0", windows=[(1, None)], statements=["s1.0"]),
    MemorySuperseded(memory="n1.0", windows=[(1, 2)], by="n2.0"),
    MemoryRestored(memory="n1.0", windows=[(1, None)], reason="undone", accepted=["s1.0"], rejected=["s1.1"]),
    MemoriesLinked(memory="n1.0", other="n2.0", relation="disputes"),
    MemoriesRecalled(session="s", shown=[Shown(position=1, times=2, turns=[1])]),
]
NOT_KEPT = {"rule", "turns", "MemoriesRecalled.session"}  # nothing is asked that would need them


def test_every_field_that_is_kept_is_in_the_digest() -> None:
    log = Erasable()
    log.write(ONE_OF_EACH)
    rows = [one for row in log.read() if (one := decode(row)) is not None]

    def digest(events: list[Recorded]) -> str:
        state = GRAPH.initial()
        for event in events:
            GRAPH.reads[Kind(event.kind)](state, event)
        return GRAPH.digest(state)

    def other(value: Any) -> Any:
        match value:
            case bool():
                return not value
            case int() | float():
                return value + 0.125 if isinstance(value, float) else value + 1
            case str():
                return value[:-1] + ("7" if value[-1] != "7" else "8")
            case _:
                return []

    before, changed = digest(rows), set[str]()
    for index, event in enumerate(rows):
        name = EVENTS[Kind(event.kind)].__name__
        payload = deepcopy(event.payload)
        inner: list[dict[str, Any]] = [*payload.get("statements", ()), *payload.get("shown", ())]
        for fields in [payload, *(each for each in inner if not isinstance(each, str))]:
            for field, value in list(fields.items()):
                if not {field, f"{name}.{field}"} & NOT_KEPT:
                    fields[field] = other(value)
                    altered = [*rows[:index], event._replace(payload=payload), *rows[index + 1 :]]
                    assert digest(altered) != before, f"{name}.{field}"
                    fields[field] = value
                    changed.add(field)
    assert len(changed) >= 30
