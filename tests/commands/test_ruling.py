"""What people decide about memories, and that a command that comes twice, or at once with another, counts once.

Everything goes through the real log, codec and replay; what is compared is what the fold has made of it.
"""

from __future__ import annotations

import orjson
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from story import HOME, WINDOW, Held, Said, Story, forget, say, stated, windows

from awhm.commands.beliefs import Beliefs, BeliefsFold
from awhm.commands.believing import Decided
from awhm.commands.claims import memory_id, sid
from awhm.commands.command import (
    Extracted,
    MemoryCommand,
    RecordStatements,
    RetractMemory,
    SettleMemories,
    UndoChange,
)
from awhm.commands.handle import Writer, handle_memory
from awhm.commands.ruling import rule
from awhm.commands.timeline import FOREVER, Sid
from awhm.errors import Conflict
from awhm.events.append_raw import new_id
from awhm.events.event import MemoryRestored, MemoryRetracted, MemorySuperseded, MessagesConsolidated
from awhm.events.fold import View
from awhm.events.log import Appended
from awhm.replay.replay import replay

# Retract, undo, review -----------------------------------------------------------------------------------


def test_a_memory_that_is_retracted_was_wrong_and_what_it_had_ended_goes_on() -> None:
    story = Story().given(say(1, "acme"), say(5, "globex"))
    acme, globex = story.memory("acme"), story.memory("globex")
    assert story.retract(globex) == ""
    story.then(
        MemoryRetracted(memory=globex, windows=[], reason="user", rejected=["s" + globex[1:]]),
        MemoryRestored(memory=acme, windows=[(1, None)], reason="recomputed"),
    )
    assert windows(story) == {"acme": [(1, FOREVER)]}
    assert story.retract(globex) == "already_retracted"


def test_undo_after_a_retraction_gives_back_exactly_what_was_there() -> None:
    story = Story().given(say(1, "acme"), say(5, "globex"), say(7, "acme"), say(8, "initech"))
    before = windows(story)
    for value in ("acme", "globex", "initech"):
        memory = story.memory(value)
        assert story.retract(memory) == "" and windows(story) != before
        assert story.undo(memory) == "" and windows(story) == before
        assert story.retract(memory) == "" == story.undo(memory), "and so again"
        assert windows(story) == before


def test_undo_after_the_retraction_of_a_weak_memory_leaves_it_as_weak_as_it_was() -> None:
    story = Story().given(say(1, "acme"), say(2, "globex", confidence=0.5))
    globex = story.memory("globex")
    assert story.retract(globex) == "" == story.undo(globex)
    assert windows(story) == {"acme": [(1, FOREVER)]}
    assert story.review(globex, accept=True) == "", "it is in dispute as before"
    assert windows(story) == {"acme": [(1, 2)], "globex": [(2, FOREVER)]}
    assert story.retract(globex) == "" == story.undo(globex)
    assert windows(story) == {"acme": [(1, 2)], "globex": [(2, FOREVER)]}, "and accepted as before"


def test_undo_after_a_supersession_restores_and_can_be_undone_itself() -> None:
    story = Story().given(say(1, "acme"), say(5, "globex"))
    acme, globex = story.memory("acme"), story.memory("globex")
    assert story.undo(acme) == ""
    story.then(
        MemoryRestored(memory=acme, windows=[(1, None)], reason="undone", rejected=["s" + globex[1:]]),
        MemoryRetracted(memory=globex, windows=[], reason="undone"),
    )
    assert windows(story) == {"acme": [(1, FOREVER)]} and story.undo(acme) == "nothing_to_undo"
    assert story.undo(globex) == "" and story.undo(globex) == "nothing_to_undo"
    assert windows(story) == {"acme": [(1, 5)], "globex": [(5, FOREVER)]}


def test_undo_takes_back_one_ending_after_the_other() -> None:
    story = Story().given(say(1, "acme"), say(3, "globex"), say(5, "initech"))
    acme, initech = story.memory("acme"), story.memory("initech")
    assert story.undo(acme) == "" and windows(story) == {"acme": [(1, 5)], "initech": [(5, FOREVER)]}
    assert story.state().ended_by((int(acme[1:-2]), 0)) == initech
    assert story.undo(acme) == "" and windows(story) == {"acme": [(1, FOREVER)]}
    assert story.undo(acme) == "nothing_to_undo"


@pytest.mark.parametrize("ending", [say(5, "acme", retracts=True, polarity=False), forget(5, "my job")])
def test_undo_takes_back_what_was_said_to_have_ended_or_to_be_forgotten(ending: Said) -> None:
    story = Story().given(say(1, "acme"), ending)
    acme = story.memory("acme")
    assert windows(story) == {"acme": [(1, 5)]}
    assert story.undo(acme) == "" and windows(story) == {"acme": [(1, FOREVER)]}
    assert story.undo(acme) == "nothing_to_undo"


def both_at_once() -> tuple[Story, str, str]:
    """Acme, of which one message says two things: Globex, and Acme again. Globex has no time."""
    story = Story().given(say(0, "acme"), Said(1, "s", (stated("globex"), stated("acme"))))
    assert windows(story) == {"acme": [(0, FOREVER)]}
    return story, story.memory("acme"), story.memory("globex")


def test_undo_leaves_a_memory_that_keeps_a_statement_what_that_one_says() -> None:
    story, acme, globex = both_at_once()
    again = f"s{globex[1:-1]}1"
    assert story.undo(globex) == ""
    story.then(
        MemoryRestored(memory=globex, windows=[(1, None)], reason="undone", rejected=[again]),
        MemorySuperseded(memory=acme, windows=[(0, 1)], by=globex),
    )
    then = {"acme": [(0, 1)], "globex": [(1, FOREVER)]}
    assert windows(story) == then and windows(story.settle()) == then, "and nothing moves afterwards"
    assert story.undo(acme) == "" and windows(story) == {"acme": [(0, FOREVER)]}, "as before"


def test_undo_takes_back_the_last_rejection_and_not_those_before_it() -> None:
    story, acme, globex = both_at_once()
    assert story.undo(globex) == ""
    story.given(say(5, "initech"))
    then = {"acme": [(0, 1)], "globex": [(1, 5)], "initech": [(5, FOREVER)]}
    for _ in range(2):
        assert windows(story) == then and story.retract(acme) == ""
        story.then(MemoryRetracted(memory=acme, windows=[], reason="user", rejected=["s2.0"]))
        assert windows(story) == {value: held for value, held in then.items() if value != "acme"}
        assert story.undo(acme) == ""
    assert windows(story) == then and story.undo(acme) == ""
    assert windows(story) == {"acme": [(0, 5)], "initech": [(5, FOREVER)]}


def test_undo_that_rejects_what_a_memory_had_left_retracts_it_like_any_other() -> None:
    story, acme, globex = both_at_once()
    assert story.undo(globex) == ""
    story.given(say(-5, "initech"))
    initech = story.memory("initech")
    assert windows(story) == {"initech": [(-5, 0)], "acme": [(0, 1)], "globex": [(1, FOREVER)]}
    before = stands(story)
    assert story.undo(initech) == ""
    story.then(
        MemoryRestored(memory=initech, windows=[(-5, 1)], reason="undone", rejected=["s2.0"]),
        MemoryRetracted(memory=acme, windows=[], reason="undone"),
        MemorySuperseded(memory=initech, windows=[(-5, 1)], by=globex),
    )
    assert windows(story) == {"initech": [(-5, 1)], "globex": [(1, FOREVER)]}
    assert story.undo(acme) == "" and stands(story) == before


def test_undo_of_two_rejections_of_one_statement_takes_back_one_after_the_other() -> None:
    """Logs of earlier versions have them: there, retracting rejected what was rejected already."""
    story, acme, globex = both_at_once()
    assert story.undo(globex) == ""
    numbers = ["s2.0", f"s{globex[1:-1]}1"]
    both = MemoryRetracted(memory=acme, windows=[], reason="user", rejected=numbers)
    story.log.append([story.writer.draft_decided(Decided(both, ()), new_id())])
    assert windows(story) == {"globex": [(1, FOREVER)]}
    assert story.undo(acme) == "" and windows(story) == {"acme": [(0, 1)], "globex": [(1, FOREVER)]}
    assert story.undo(acme) == "" and windows(story) == {"acme": [(0, FOREVER)]}


def test_undo_of_what_was_reinforced_since_still_takes_back_what_ended_it() -> None:
    story = Story().given(say(1, "acme"), say(5, "globex"), say(2, "acme"))
    assert story.undo(story.memory("acme")) == "" and windows(story) == {"acme": [(1, FOREVER)]}


def test_what_nobody_has_decided_on_yet_has_ended_nothing() -> None:
    story = Story().given(say(1, "acme")).record(say(5, "globex"))
    assert story.undo(story.memory("acme")) == "nothing_to_undo"


def test_what_was_said_again_after_it_was_retracted_is_believed_and_joined_when_that_is_undone() -> None:
    story = Story().given(say(1, "acme"))
    acme = story.memory("acme")
    assert story.retract(acme) == ""
    story.given(say(5, "acme"))
    again = story.memory("acme")
    assert windows(story) == {"acme": [(5, FOREVER)]} and again != acme
    assert story.undo(acme) == "" and windows(story) == {"acme": [(1, FOREVER)]}
    assert story.memory("acme") == acme and story.retract(again) == "no_such_memory"
    story.given(say(6, "acme"))
    assert windows(story) == {"acme": [(1, FOREVER)]}


def test_a_dispute_is_decided_once() -> None:
    for accept, expected in ((True, {"acme": [(1, 2)], "globex": [(2, FOREVER)]}), (False, {"acme": [(1, FOREVER)]})):
        story = Story().given(say(1, "acme"), say(2, "globex", confidence=0.5))
        globex = story.memory("globex")
        assert story.review(story.memory("acme"), accept) == "not_in_dispute"
        assert story.review(globex, accept) == "" and windows(story) == expected
        assert {story.review(globex, again) for again in (True, False)} == {"not_in_dispute"}
        if not accept:
            assert story.undo(globex) == "" and story.review(globex, accept=True) == ""


def test_what_was_accepted_and_then_covered_altogether_is_not_in_dispute_again() -> None:
    story = Story().given(say(1, "acme"), say(3, "globex", confidence=0.5))
    globex = story.memory("globex")
    assert story.review(globex, accept=True) == ""
    story.given(say(4, "initech", valid_from=2))
    assert windows(story) == {"acme": [(1, 2)], "initech": [(2, FOREVER)]}
    assert story.review(globex, accept=True) == "not_in_dispute"


@pytest.mark.parametrize(
    "name", ["", "n", "n1", "s2.0", "n2.0.0", "n02.0", "n2.00", "n99.0", "n2.1", "n٢.0", "N2.0", "n2.0 "]
)
def test_a_memory_that_is_not_there_is_refused_by_name(name: str) -> None:
    story = Story().given(say(1, "acme"))
    assert story.memory("acme") == "n2.0"
    assert {story.retract(name), story.undo(name), story.review(name, accept=True)} == {"no_such_memory"}


CODES = {"", "already_retracted", "nothing_to_undo", "not_in_dispute", "no_such_memory"}
says = [stated(value, confidence=sure) for value in ("acme", "globex", "initech") for sure in (0.8, 0.8, 0.5)]
says += [stated("acme", retracts=True, polarity=False), stated("globex", valid_to=9), stated("acme", valid_from=9)]
says += [stated("acme", polarity=False), forget(0, "job").statements[0], stated("oslo", HOME)]
says += [
    stated(value, slot, family="preference", corrects=corrects)
    for slot, value in (("user|indent", "tabs"), ("user|quotes", "single"))
    for corrects in (False, True)
]
TURNS = st.one_of(
    st.builds(
        Said, st.integers(0, 11), st.just("s"), st.lists(st.sampled_from(says), min_size=1, max_size=2).map(tuple)
    ),
    st.tuples(st.sampled_from(["retract", "undo", "accept", "reject"]), st.integers(0, 9)),
)


def decide(story: Story, what: str, memory: str) -> str:
    if what in ("accept", "reject"):
        return story.review(memory, accept=what == "accept")
    return story.retract(memory) if what == "retract" else story.undo(memory)


def stands(story: Story) -> tuple[set[Held], dict[Sid, bool | None]]:
    """What is believed, and how people have decided on each statement; checks that nothing is left to settle."""
    state = story.state()
    return story.believed(), {number: state.ruling(number) for number in state.claims}


def rejected_in(story: Story, before: int) -> set[Sid | None]:
    """Whose statements the first event behind a position rejected, None for nobody's."""
    body = next(body for _, _, body in story.log.read(before))
    return {story.state().memory_of(sid(name)) for name in orjson.loads(body or b"{}").get("rejected", ())}


@settings(max_examples=50)
@drawn(turns=st.lists(TURNS, min_size=4, max_size=12))
def test_after_any_rulings_what_is_written_is_what_the_timelines_say(turns: list[Said | tuple[str, int]]) -> None:
    story = Story()
    for turn in turns:
        if isinstance(turn, Said):
            if turn[:2] not in story.messages:
                story.given(turn)
            continue
        memories = sorted(story.state().memories)
        if not memories:
            continue
        memory = memory_id(memories[turn[1] % len(memories)])
        before, head = stands(story), story.log.head().position
        code = decide(story, turn[0], memory)
        after = stands(story)
        assert code in CODES and (code == "" or after == before)
        if code == "" and turn[0] == "retract":
            assert story.retract(memory) == "already_retracted"
            assert story.undo(memory) == "" and stands(story) == before
            assert story.retract(memory) == "" and stands(story) == after
        elif code == "" and turn[0] == "undo" and (others := rejected_in(story, head)):
            # A statement that only ended something is no memory's, so there is nothing to undo its rejection by.
            [other, *more] = others
            if other is not None and not more:
                assert story.undo(memory_id(other)) == "" and stands(story) == before
                assert story.undo(memory) == "" and stands(story) == after
        elif code == "" and turn[0] != "undo":
            # What was accepted may have become part of another memory.
            assert story.review(memory, accept=turn[0] == "accept") in ("not_in_dispute", "no_such_memory")


# Twice is once, and nobody is lost ---------------------------------------------------------------------------


def test_a_command_that_is_sent_again_has_one_effect() -> None:
    story = Story().given(say(1, "acme"), say(5, "globex"))
    acme = story.memory("acme")
    extracted = (Extracted(1, "s", 1, "two", (stated("initech"),)),)
    done = MessagesConsolidated(after=0, through=9, extractor="one", messages=1, statements=1)
    commands: list[MemoryCommand] = [
        UndoChange(new_id(), acme),
        RetractMemory(new_id(), acme),
        UndoChange(new_id(), acme),
        RecordStatements(new_id(), extracted, extractor="two", again=True),
        SettleMemories(new_id(), WINDOW, done),
    ]
    for command in commands:
        first = story.do(command)
        assert first.positions and all(first.fresh)
        head = story.log.head()
        assert story.do(command) == Appended([first.positions[0]], [False]) and story.log.head() == head


def test_deciding_changes_nothing_and_gives_the_same_again() -> None:
    story = Story().given(say(1, "acme"), say(5, "globex", confidence=0.5)).record(say(7, "globex"))
    state, digest = story.state(), story.view.digest()
    for command in (RetractMemory(new_id(), story.memory("acme")), SettleMemories(new_id(), WINDOW)):
        assert rule(command, state, WINDOW) == rule(command, state, WINDOW) != []
    assert story.view.digest() == digest


def test_of_two_writers_who_decide_at_once_neither_is_lost() -> None:
    story = Story().given(say(1, "acme"), say(2, "oslo", HOME))
    acme, oslo = story.memory("acme"), story.memory("oslo", slot=HOME)
    other = Story()
    other.log, other.writer, turns = story.log, Writer(story.log), [0]

    def overtaken() -> Beliefs:
        stale = View(BeliefsFold())
        replay(story.log, [stale])
        if not turns[0]:
            assert other.retract(oslo) == ""
        turns[0] += 1
        return stale.state

    handle_memory(RetractMemory(new_id(), acme), story.writer, overtaken, WINDOW)
    assert turns == [2] and story.believed() == set()
    before = story.log.version_of(story.writer.memories)
    assert other.undo(oslo) == ""
    with pytest.raises(Conflict):
        handle_memory(UndoChange(new_id(), acme), story.writer, story.state, WINDOW, before)
    assert story.undo(acme) == ""
    assert {held[1] for held in story.believed()} == {"acme", "oslo"}
