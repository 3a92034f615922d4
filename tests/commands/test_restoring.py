"""Snapshots: whatever is said, decided and erased after one, restoring it gives back what was believed there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import orjson
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from story import LIKES, WINDOW, Said, Story, facts, say, stated, windows

from awhm.commands import restoring
from awhm.commands.beliefs import Beliefs, BeliefsFold
from awhm.commands.believing import changes, settle, spans
from awhm.commands.claims import memory_id, statement_id
from awhm.commands.command import NameSnapshot, RecordStatements, RestoreSnapshot
from awhm.commands.timeline import FOREVER, Sid
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import Kind, PayloadsErased
from awhm.events.fold import View
from awhm.projections.graph import Graph, GraphFold
from awhm.projections.graph_questions import holding
from awhm.replay.replay import replay

FOLD = BeliefsFold()


class Held(NamedTuple):
    """What is believed of one memory: when it holds, and what ended it."""

    windows: tuple[tuple[int, int], ...]
    ended_by: str


def snapshot(story: Story, name: str) -> None:
    story.do(NameSnapshot(new_id(), name, story.log.head().position))


def restore(story: Story, name: str, *, idle: bool = False) -> str:
    """Go back, in as many batches as it takes; the name of the way back, empty where nothing was to be done."""
    command = RestoreSnapshot(new_id(), name, story.log.head().position, idle)
    before = len(story.state().history.snapshots)
    while True:
        following = restoring.cursor(story.state(), command)
        story.do(command)
        if following is None:
            named = story.state().history.snapshots[before:]
            return named[0].name if named else ""
        command = RestoreSnapshot(new_id(), name, command.head, idle, following)


def erase(story: Story, message: int) -> None:
    """Erase a message and all that was ever read in it."""
    read = int(Kind.STATEMENTS_EXTRACTED).to_bytes(2, "big")
    rows = [(at, body) for at, header, body in story.log.read() if header[2:4] == read and body is not None]
    gone = sorted({message, *(at for at, body in rows if orjson.loads(body)["message"] == message)})
    tombstone = draft(PayloadsErased(positions=gone, reason="asked"), new_id(), b"e" * 16)
    story.log.erase(lambda _: [tombstone], gone)


def beliefs(state: Beliefs) -> dict[Sid, Held]:
    """Of every memory with known words how it stands."""
    return {
        memory: Held(steps[-1].windows, state.ended_by(memory))
        for memory, steps in state.memories.items()
        if state.statements(memory)
    }


def rebuilt(story: Story) -> Beliefs:
    view = View(FOLD)
    replay(story.log, [view])
    return view.state


def graph_of(story: Story) -> Graph:
    view = View(GraphFold())
    replay(story.log, [view])
    return view.state


def check_sound(story: Story) -> None:
    """Live is rebuilt, saving changes nothing, and the graph says what is believed."""
    state = story.state()
    assert rebuilt(story) == state and FOLD.digest(rebuilt(story)) == FOLD.digest(state)
    assert FOLD.load(FOLD.dump(state)) == state
    graph = graph_of(story)
    held = beliefs(state)
    for memory, (when, by) in held.items():
        found = graph.memories[memory_id(memory)]
        assert found.windows == tuple(spans(when))
        assert {one.id for one in graph.said(found.id)} >= set(map(statement_id, state.statements(memory)))
        assert found.superseded_by in (None, by)
    for number in state.claims:
        memory_then = state.memory_of(number)
        assert graph.memory_of(statement_id(number)) == (None if memory_then is None else memory_id(memory_then))
    for at in (0, 3, 6, 12):
        there = {memory_id(m) for m, one in held.items() if any(low <= at < high for low, high in one.windows)}
        assert set(holding(graph, at)) == there


SAID = st.builds(Said, st.integers(0, 11), st.just("s"), st.lists(st.sampled_from(facts), max_size=2).map(tuple))
Turn = Said | tuple[str, int]


def turns(*more: str) -> st.SearchStrategy[list[Turn]]:
    acts = st.tuples(
        st.sampled_from(["retract", "undo", "accept", "reject", "anew", "aside", *more]), st.integers(0, 9)
    )
    return st.lists(st.one_of(SAID, acts), max_size=8)


def live(story: Story, turn: Turn) -> None:
    """One more turn of its life, decided on."""
    if isinstance(turn, Said):
        if turn[:2] not in story.messages:
            story.record(turn)
            story.settle()
        return
    what, which = turn
    memories = sorted(story.state().memories)
    known = sorted(key for key, place in story.messages.items() if story.log.payload(place) is not None)
    if what == "snapshot" and story.state().history.snapshot(f"s{which}") is None:
        snapshot(story, f"s{which}")
    elif what == "restore" and (named := story.state().history.snapshots):
        restore(story, named[which % len(named)].name)
    elif what == "erase" and known:
        erase(story, story.messages[known[which % len(known)]])
    elif what == "aside" and known:
        place = story.messages[known[which % len(known)]]
        story.do(RecordStatements(new_id(), (), aside=((place, "ValueError"),), extractor="one"))
    elif what == "anew" and known:
        at, session = known[which % len(known)]
        story.record(Said(at, session, (facts[which],)), extractor=f"v{which}", again=True).settle()
    elif memories and what in ("retract", "undo"):
        getattr(story, what)(memory_id(memories[which % len(memories)]))
    elif memories and what in ("accept", "reject"):
        story.review(memory_id(memories[which % len(memories)]), accept=what == "accept")


@settings(max_examples=60)
@drawn(before=turns("snapshot", "restore", "erase"), after=turns("snapshot", "restore", "erase"))
def test_whatever_comes_after_a_snapshot_restoring_it_gives_back_what_was_believed(
    before: Sequence[Turn], after: Sequence[Turn]
) -> None:
    story = Story()
    for turn in before:
        live(story, turn)
    snapshot(story, "here")
    wanted = beliefs(story.state())
    for turn in after:
        live(story, turn)
    restore(story, "here")
    state = story.state()
    found = beliefs(state)
    # What was erased since is gone; all the rest is as it was.
    assert found == {memory: held for memory, held in wanted.items() if state.statements(memory)}
    erased = {position for position, _, body in story.log.read() if body is None}
    assert all(any(number[0] in erased for number in rows(story, m)) for m in wanted.keys() - found.keys())
    check_sound(story)
    if not erased:  # else its windows may be wider than the words that are left: see test_beliefs.py
        assert not settle(state, WINDOW) and changes(state, state.slots, WINDOW) == []


def rows(story: Story, memory: Sid) -> list[Sid]:
    """The statements that ever came to a memory."""
    state = story.state()
    return [memory, *(number for step in state.memories.get(memory, ()) for number in step.statements)]


@settings(max_examples=25)
@drawn(before=turns("snapshot", "restore"), after=turns("snapshot", "restore"))
def test_a_restore_leads_back_and_twice_is_once(before: Sequence[Turn], after: Sequence[Turn]) -> None:
    story = Story()
    for turn in before:
        live(story, turn)
    snapshot(story, "here")
    for turn in after:
        live(story, turn)
    there, rows_there = beliefs(story.state()), FOLD.dump(rows_only(story.state()))
    way_back = restore(story, "here")
    once = beliefs(story.state())
    head = story.log.head()
    assert restore(story, "here", idle=True) == "" and story.log.head() == head
    restore(story, "here")
    assert beliefs(story.state()) == once
    if way_back:
        restore(story, way_back)
        assert beliefs(story.state()) == there
        assert FOLD.dump(rows_only(story.state())) == rows_there, "statements, rulings and ranges too"
    check_sound(story)


def rows_only(state: Beliefs) -> Beliefs:
    """The state without its history."""
    return restoring.believed_at(state, 1 << 60)


@settings(max_examples=25)
@drawn(lived=turns("snapshot", "restore", "erase"), stops=st.sets(st.integers(1, 40)))
def test_any_batches_give_the_same_state(lived: Sequence[Turn], stops: set[int]) -> None:
    story = Story()
    for turn in lived:
        live(story, turn)
    view = View(FOLD)
    for stop in sorted({*stops, story.log.head().position}):
        replay(story.log, [view], until=stop)
        view.state = FOLD.load(FOLD.dump(view.state))
    assert view.state == story.state()
    check_sound(story)


# One by one ------------------------------------------------------------------------------------------------


def test_what_was_formed_since_is_ended_and_what_was_ended_since_holds_again() -> None:
    story = Story().given(say(1, "acme"))
    acme = story.memory("acme")
    snapshot(story, "s")
    globex = story.given(say(5, "globex")).memory("globex")
    restore(story, "s")
    assert windows(story) == {"acme": [(1, FOREVER)]}
    graph = graph_of(story)
    assert [(c.kind, c.reason) for c in graph.memories[globex].changes[-1:]] == [(Kind.MEMORY_RETRACTED, "restored")]
    assert [(c.kind, c.reason) for c in graph.memories[acme].changes[-1:]] == [(Kind.MEMORY_RESTORED, "restored")]
    assert graph.memories[globex].status(9, disputed=False) == "retracted"
    assert story.undo(globex) == story.retract(globex) == "no_such_memory"


def test_the_log_can_still_be_asked_what_was_believed_before_the_restore() -> None:
    story = Story().given(say(1, "acme"))
    snapshot(story, "s")
    story.given(say(5, "globex"))
    before = story.log.head().position
    restore(story, "s")
    graph = graph_of(story)
    assert holding(graph.upto(before), 9) == [story_memory(graph, "globex")]
    assert holding(graph, 9) == [story_memory(graph, "acme")]


def story_memory(graph: Graph, value: str) -> str:
    return next(memory for memory in graph.memories if graph.said(memory)[0].value == value)


def test_life_goes_on_after_a_restore() -> None:
    story = Story().given(say(1, "acme"))
    snapshot(story, "s")
    story.given(say(5, "globex"))
    restore(story, "s")
    story.given(say(7, "initech"))
    assert windows(story) == {"acme": [(1, 7)], "initech": [(7, FOREVER)]}
    check_sound(story)


def test_what_was_set_back_and_is_read_again_is_believed_again_under_a_new_number() -> None:
    story = Story().given(say(1, "acme"))
    snapshot(story, "s")
    old = story.given(say(5, "globex")).memory("globex")
    restore(story, "s")
    story.record(say(5, "globex"), again=True).settle()
    assert windows(story) == {"acme": [(1, 5)], "globex": [(5, FOREVER)]}
    assert story.memory("globex") != old
    check_sound(story)


def test_a_message_behind_the_snapshot_waits_no_more_and_one_before_it_does() -> None:
    story = Story().given(say(1, "acme"))
    early = story.record(say(2, "acme")).messages[2, "s"]
    snapshot(story, "s")
    story.settle()
    late = story.record(say(3, "globex")).messages[3, "s"]
    assert story.state().waits(late, "s")
    restore(story, "s")
    assert not story.state().waits(late, "s")
    assert story.state().waits(early, "s"), "it waited when the snapshot was named"
    assert story.state().waits(story.log.head().position + 1, "s")


def test_what_was_closed_by_what_is_erased_stays_closed_after_a_restore() -> None:
    story = Story().given(say(1, "acme"), say(4, "globex"))
    snapshot(story, "s")
    erase(story, story.messages[4, "s"])
    story.given(say(8, "acme"))
    restore(story, "s")
    assert windows(story) == {"acme": [(1, 4)]}
    assert windows(story.given(say(6, "initech"))) == {"acme": [(1, 4)], "initech": [(6, FOREVER)]}
    check_sound(story)


def test_a_dispute_since_the_snapshot_is_no_dispute_any_more() -> None:
    story = Story().given(say(1, "acme"))
    snapshot(story, "s")
    weak = story.given(say(5, "globex", confidence=0.5)).memory("globex")
    restore(story, "s")
    graph = graph_of(story)
    assert weak not in graph.disputes and not graph.memories[weak].unsettled


@pytest.mark.parametrize(("name", "code"), [("", "bad_name"), ("  ", "bad_name"), ("x" * 513, "bad_name"),
                                            ("auto-9", "reserved_name"), ("s", "snapshot_exists")])  # fmt: skip
def test_a_name_that_cannot_be_given_is_refused(name: str, code: str) -> None:
    story = Story()
    snapshot(story, "s")
    assert story.ask(NameSnapshot(new_id(), name, 1)) == code
    assert story.ask(RestoreSnapshot(new_id(), "t", 1)) == "no_such_snapshot"


def test_a_restore_of_many_memories_is_several_batches_that_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story().given(say(1, "acme"))
    snapshot(story, "s")
    story.given(*(say(number, f"dish {number}", LIKES) for number in range(2, 9)))
    monkeypatch.setattr(restoring, "MOST", 3)
    before = story.log.head().position
    way_back = restore(story, "s")
    sizes = [int.from_bytes(header[8:10], "big") for _, header, _ in story.log.read(before) if header[6:8] == b"\0\0"]
    assert len(sizes) == 3, "seven memories and one, three at a time"
    assert windows(story) == {"acme": [(1, FOREVER)]} and windows(story, LIKES) == {}
    restore(story, way_back)
    assert len(windows(story, LIKES)) == 7
    check_sound(story)


def test_of_automatic_snapshots_the_newest_are_listed() -> None:
    story = Story().given(say(1, "acme"))
    snapshot(story, "mine")
    for number in range(2, 6):
        story.do(RecordStatements(new_id(), (), aside=((1, "ValueError"),), extractor="one", before=number))
    names = [one.name for one in restoring.listed(story.state(), 2)]
    assert names == ["auto-5", "auto-4", "mine"]
    assert restoring.find(story.state(), "auto-2").through == 2, "the older ones are there"
    with pytest.raises(Refused):
        restoring.find(story.state(), "auto-9")
    last = list(story.log.read())[-1][1]
    assert chain.kind_of(last) == Kind.SNAPSHOT_NAMED, "it stands behind what it was named for"


def test_what_took_a_stretch_out_of_a_memory_and_gave_it_back_has_not_ended_it() -> None:
    story = Story()
    acme, globex = stated("acme"), stated("globex")
    lived: list[Turn] = [Said(0, "s", (acme,)), Said(1, "s", (globex,)), ("anew", 7), ("retract", 1)]
    for turn in lived:
        live(story, turn)
    check_sound(story)
    found = graph_of(story).memories[story.memory("acme")]
    assert found.windows == ((0, None),) and found.superseded_by is None
