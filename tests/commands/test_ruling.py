"""What people decide about memories, and that a command that comes twice, or at once with another, counts once.

Everything goes through the real log, codec and replay; what is compared is what the fold has made of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from awhm.commands.beliefs import Beliefs, BeliefsFold
from awhm.commands.believing import changes, settle
from awhm.commands.claims import memory_id
from awhm.commands.command import (
    Extracted,
    LogMessage,
    MemoryCommand,
    RecordStatements,
    RetractMemory,
    ReviewMemory,
    SettleMemories,
    UndoChange,
)
from awhm.commands.handle import Writer, handle_memory, handle_messages
from awhm.commands.ruling import rule
from awhm.commands.timeline import FOREVER
from awhm.errors import Conflict, Refused
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.event import EVENTS, Event, Kind, MemoryRestored, MemoryRetracted, MessagesConsolidated, Stated
from awhm.events.fold import View
from awhm.events.log import Appended
from awhm.events.ram_log import RamLog
from awhm.replay.replay import replay

WINDOW = 3
JOB, HOME, LIKES = "user|employer", "user|location", "user|like"
Held = tuple[str, str, bool, tuple[tuple[int, int], ...]]  # slot, value, polarity, windows


class Said(NamedTuple):
    """A message that says something: when, in which session, and what."""

    at: int
    session: str
    statements: tuple[Stated, ...]


def stated(value: str, slot: str | None = JOB, **more: object) -> Stated:
    plain: dict[str, object] = {
        "family": "fact",
        "start": 0,
        "end": 9,
        "subject": "user",
        "attribute": None if slot is None else slot.partition("|")[2],
        "slot": slot,
        "value": value,
        "value_key": value,
        "many": slot == LIKES,
        "confidence": 0.8,
        "rule": "en/test",
    }
    return Stated.model_validate(plain | more)


def say(at: int, value: str, slot: str | None = JOB, *, session: str = "s", **more: object) -> Said:
    return Said(at, session, (stated(value, slot, **more),))


def forget(at: int, topic: str, session: str = "s") -> Said:
    more = {"family": "correction", "corrects": True, "retracts": True, "polarity": False, "rule": "forget"}
    return Said(at, session, (stated(topic, None, **more),))


class Story:
    """One log, and what is believed at its head."""

    def __init__(self) -> None:
        self.log = RamLog()
        self.writer = Writer(self.log)
        self.view = View(BeliefsFold())
        self.messages: dict[tuple[int, str], int] = {}
        self._before = 0

    def state(self) -> Beliefs:
        replay(self.log, [self.view])
        return self.view.state

    def do(self, command: MemoryCommand) -> Appended:
        self._before = self.log.head().position
        return handle_memory(command, self.writer, self.state, WINDOW)[0]

    def record(self, *said: Said, extractor: str = "one", again: bool = False) -> Story:
        """Log these messages, those that are new, and write down what they say."""
        new = [one for one in said if one[:2] not in self.messages]
        logged = handle_messages([LogMessage(new_id(), one.session, "user", "...", one.at) for one in new], self.writer)
        self.messages |= {one[:2]: place for one, place in zip(new, logged.positions, strict=True)}
        self.read([(self.messages[one[:2]], one) for one in said], extractor, again)
        return self

    def read(self, found: Sequence[tuple[int, Said]], extractor: str = "one", again: bool = False) -> Story:
        extracted = tuple(Extracted(place, one.session, one.at, extractor, one.statements) for place, one in found)
        self.do(RecordStatements(new_id(), extracted, extractor=extractor, again=again))
        return self

    def settle(self) -> Story:
        through = max(self.messages.values(), default=1)
        done = MessagesConsolidated(after=0, through=through, extractor="one", messages=1, statements=1)
        self.do(SettleMemories(new_id(), WINDOW, done))
        return self

    def ask(self, command: MemoryCommand) -> str:
        """What it was refused with; empty where it was done."""
        before = self.log.head()
        try:
            self.do(command)
        except Refused as error:
            assert str(error) and error.hint and self.log.head() == before
            return error.code
        return ""

    def retract(self, memory: str) -> str:
        return self.ask(RetractMemory(new_id(), memory))

    def undo(self, memory: str) -> str:
        return self.ask(UndoChange(new_id(), memory))

    def review(self, memory: str, accept: bool) -> str:
        return self.ask(ReviewMemory(new_id(), memory, accept))

    def given(self, *said: Said) -> Story:
        """Said, written down and decided, one after the other."""
        for one in said:
            self.record(one).settle()
        return self

    def then(self, *events: Event) -> Story:
        """Deciding wrote exactly these, and the mark that the messages are done."""
        rows = [row for row in self.log.read(self._before) if chain.kind_of(row[1]) != Kind.MESSAGES_CONSOLIDATED]
        assert [EVENTS[Kind(chain.kind_of(h))].model_validate_json(p or b"") for _, h, p in rows] == list(events)
        return self

    def memory(self, value: str, *, slot: str = JOB, polarity: bool = True) -> str:
        """The id of the newest memory of a value."""
        state = self.state()
        found = [
            memory
            for memory in state.memories
            for number in state.statements(memory)
            if (claim := state.claims[number]).slot == slot and claim.entry[3:5] == (value, polarity)
        ]
        return memory_id(max(found))

    def believed(self) -> set[Held]:
        """All that holds at some time; and checks that deciding anew on everything would change nothing."""
        state = self.state()
        assert not settle(state, WINDOW)
        assert [one.event for one in changes(state, state.slots, WINDOW)] == []
        held: list[Held] = []
        for memory in state.memories:
            step, numbers = state.held(memory), state.statements(memory)
            if step is not None and step.windows and numbers:
                claim = state.claims[numbers[0]]
                held.append((claim.slot, claim.entry.value, claim.entry.polarity, step.windows))
        assert len(set(held)) == len(held), "the same is believed twice"
        return set(held)


def windows(story: Story, slot: str = JOB) -> dict[str, list[tuple[int, int]]]:
    """When each value of a slot is believed to hold."""
    found: dict[str, list[tuple[int, int]]] = {}
    for of, value, polarity, spans in sorted(story.believed()):
        if of == slot:
            found.setdefault(value if polarity else f"not {value}", []).extend(spans)
    return found


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
    st.builds(Said, st.integers(0, 11), st.just("s"), st.tuples(st.sampled_from(says))),
    st.tuples(st.sampled_from(["retract", "undo", "accept", "reject"]), st.integers(0, 9)),
)


def decide(story: Story, what: str, memory: str) -> str:
    if what in ("accept", "reject"):
        return story.review(memory, accept=what == "accept")
    return story.retract(memory) if what == "retract" else story.undo(memory)


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
        before = story.believed()
        code = decide(story, turn[0], memory)
        after = story.believed()
        assert code in CODES and (code == "" or after == before)
        if code == "" and turn[0] == "retract":
            assert story.retract(memory) == "already_retracted"
            assert story.undo(memory) == "" and story.believed() == before
            assert story.retract(memory) == "" and story.believed() == after
        elif code == "" and turn[0] != "undo":
            assert story.review(memory, accept=turn[0] == "accept") == "not_in_dispute"


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
