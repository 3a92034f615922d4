"""What one can ask of the graph, in small stories told through a real log."""

from __future__ import annotations

from typing import Any

import pytest

from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import (
    Event,
    MemoriesLinked,
    MemoriesRecalled,
    MemoryFormed,
    MemoryReinforced,
    MemoryRestored,
    MemoryRetracted,
    MemorySuperseded,
    PayloadsErased,
    Shown,
    Span,
    Stated,
    StatementsExtracted,
)
from awhm.events.fold import View
from awhm.events.ram_log import RamLog
from awhm.projections import graph_questions as ask
from awhm.projections.graph import GRAPH, Graph
from awhm.projections.graph_lookup import Lookup
from awhm.projections.strength import HOUR, Weights, strength
from awhm.replay.replay import replay


class Story:
    """A log, written as consolidation writes it, and the live view of it."""

    def __init__(self) -> None:
        self.log = RamLog()
        self.view = View(GRAPH)

    @property
    def graph(self) -> Graph:
        replay(self.log, [self.view])
        return self.view.state

    def happens(self, event: Event) -> int:
        self.log.append([draft(event, new_id(), b"beliefs---------")])
        return self.log.head().position

    def recorded(self, position: int) -> int:
        return chain.recorded_of(self.log.header(position))

    def said(self, value: str, message: int, slot: str | None = "home", **more: Any) -> str:
        """A message says one thing; the statement's id. `session`, `extractor` and fields of `Stated` in `more`."""
        session, extractor = more.pop("session", "s"), more.pop("extractor", "one")
        plain: dict[str, Any] = {"family": "fact", "start": 0, "end": 9, "subject": "user", "confidence": 0.8}
        plain |= {"attribute": slot, "slot": slot, "value": value, "value_key": value.lower(), "rule": "x"} | more
        statements = [Stated.model_validate(plain)] if value else []
        event = StatementsExtracted(
            message=message, session=session, occurred=message * 100, extractor=extractor, statements=statements
        )
        return f"s{self.happens(event)}.0"

    def forms(self, value: str, message: int, *windows: Span, **more: Any) -> str:
        """A message says something new; the memory's id."""
        number = self.said(value, message, **more)
        memory = "n" + number[1:]
        self.happens(MemoryFormed(memory=memory, windows=list(windows), statements=[number]))
        return memory

    def replaces(self, older: str, newer: str, *windows: Span) -> None:
        self.happens(MemorySuperseded(memory=older, windows=list(windows), by=newer))


@pytest.fixture
def story() -> Story:
    return Story()


def moved(story: Story) -> tuple[str, str, str]:
    """Oslo, then Rome, then Oslo again."""
    oslo = story.forms("Oslo", 1, (100, None))
    rome = story.forms("Rome", 2, (200, None))
    story.replaces(oslo, rome, (100, 200))
    again = story.forms("Oslo", 3, (300, None))
    story.replaces(rome, again, (200, 300))
    return oslo, rome, again


def test_what_holds_is_what_was_said_last_before(story: Story) -> None:
    oslo, rome, again = moved(story)
    assert [ask.holding(story.graph, at) for at in (99, 100, 199, 200, 300)] == [[], [oslo], [oslo], [rome], [again]]
    assert [ask.status(story.graph, memory, 400) for memory in (oslo, rome, again)] == [
        "superseded",
        "superseded",
        "active",
    ]
    assert ask.status(story.graph, again, 299) == "upcoming"


def test_a_chain_leads_to_what_is_current(story: Story) -> None:
    oslo, rome, again = moved(story)
    assert ask.chain(story.graph, oslo) == [oslo, rome, again]
    assert ask.chain(story.graph, again) == [again]
    assert ask.supersessions(story.graph) == [(rome, oslo), (again, rome)]


def test_a_chain_that_comes_back_ends(story: Story) -> None:
    one, other = story.forms("Oslo", 1, (1, None)), story.forms("Rome", 2, (2, None))
    story.replaces(one, other)
    story.replaces(other, one)
    assert ask.chain(story.graph, one) == [one, other]
    story.replaces(other, "n999.0", (0, 1))
    assert ask.chain(story.graph, one) == [one, other], "what took its place is not known"


def test_a_slot_is_told_in_the_order_of_its_windows(story: Story) -> None:
    late = story.forms("Rome", 1, (500, None))
    never = story.forms("Bonn", 2)
    early = story.forms("Oslo", 3, (None, 500))
    story.forms("tea", 4, (1, None), slot="drink")
    assert [memory.id for memory in ask.slot_timeline(story.graph, "home")] == [early, late, never]
    assert ask.slot_timeline(story.graph, "no such slot") == []


def test_two_slots_of_one_checksum_are_two_slots(story: Story) -> None:
    one = story.forms("tea", 1, (1, None), slot="plumless")
    story.forms("tea", 2, (1, None), slot="buckeroo")  # CRC-32 of both: 0x4ddb0c25
    assert len(story.graph.lookup.slot_keys(0x4DDB0C25)) == 2
    assert [memory.id for memory in ask.slot_timeline(story.graph, "plumless")] == [one]


def test_a_message_leads_to_the_memories_it_speaks_of(story: Story) -> None:
    oslo = story.forms("Oslo", 1, (100, None))
    again = story.said("Oslo", 2)
    assert ask.memories_of(story.graph, 2) == [], "nothing was decided about it yet"
    story.happens(MemoryReinforced(memory=oslo, windows=[(100, None)], statements=[again]))
    for message in (1, 2):
        ((memory, said),) = ask.memories_of(story.graph, message)
        assert (memory, said.message, said.value) == (oslo, message, "Oslo")
    assert ask.memories_of(story.graph, 77) == []


def test_a_later_extractor_replaces_an_earlier_one_and_finds_the_same_memory(story: Story) -> None:
    oslo = story.forms("Oslo", 1, (100, None))
    later = story.said("Oslo", 1, extractor="two", end=5)
    ((memory, said),) = ask.memories_of(story.graph, 1)
    assert (memory, said.id, said.end) == (oslo, later, 5)
    assert story.graph.memories[oslo].statements == ("s1.0",), "a memory's statements follow its own events"
    story.said("Rome", 1, extractor="three")
    assert ask.memories_of(story.graph, 1) == []
    story.said("", 1, extractor="four")
    assert ask.memories_of(story.graph, 1) == []


def test_a_statement_belongs_to_the_memory_it_came_to_last(story: Story) -> None:
    one = story.forms("Oslo", 1, (100, None))
    other = story.forms("Oslo", 2, (200, None))
    story.happens(MemoryReinforced(memory=one, windows=[(100, None)], statements=["s" + other[1:]]))
    story.replaces(other, one)
    assert story.graph.memory_of("s" + other[1:]) == one
    assert [memory for memory, _ in ask.memories_of(story.graph, 2)] == [one]
    assert [memory.id for memory in ask.slot_timeline(story.graph, "home")] == [one]


def test_a_weak_contradiction_waits_for_a_review(story: Story) -> None:
    oslo = story.forms("Oslo", 1, (100, None))
    weak = story.forms("Rome", 2, confidence=0.4)
    assert ask.review(story.graph) == []
    assert ask.status(story.graph, weak, 300) == "ended"
    story.happens(MemoriesLinked(memory=weak, other=oslo, relation="disputes"))
    assert ask.review(story.graph) == [(weak, oslo)]
    assert ask.status(story.graph, weak, 300) == "disputed"
    story.happens(MemoryRetracted(memory=weak, windows=[], reason="rejected", rejected=["s" + weak[1:]]))
    assert ask.review(story.graph) == []
    assert ask.status(story.graph, weak, 300) == "retracted"
    story.happens(MemoryRestored(memory=weak, windows=[], reason="undone"))
    assert ask.review(story.graph) == [(weak, oslo)], "undone, it is open again"
    story.happens(
        MemoryRestored(memory=weak, windows=[(200, None)], reason="accepted", accepted=["s" + weak[1:]]),
    )
    assert ask.review(story.graph) == []
    assert ask.status(story.graph, weak, 300) == "active"
    assert ask.confidence(story.graph, weak) == 0.99
    assert [change.reason for change in ask.history(story.graph, weak)] == [None, "rejected", "undone", "accepted"]


def test_other_relations_are_no_dispute(story: Story) -> None:
    one, other = story.forms("Oslo", 1, (1, None)), story.forms("Rome", 2)
    story.happens(MemoriesLinked(memory=other, other=one, relation="resembles"))
    assert ask.review(story.graph) == []


def test_repetition_makes_surer_and_denial_does_not(story: Story) -> None:
    oslo = story.forms("Oslo", 1, (100, None))
    numbers = [story.said("Oslo", 2), story.said("Oslo", 3, polarity=False), story.said("Oslo", 4, retracts=True)]
    story.happens(MemoryReinforced(memory=oslo, windows=[(100, None)], statements=numbers))
    assert ask.confidence(story.graph, oslo) == pytest.approx(0.838)


def test_a_node_has_the_type_of_what_was_said(story: Story) -> None:
    types = {"outcome": "episodic", "preference": "procedural", "policy": "procedural", "fact": "semantic"}
    for place, (family, expected) in enumerate(types.items(), 1):
        memory = story.forms("x", place, (1, None), slot=family, family=family)
        assert ask.node_type(story.graph, memory) == expected
    lone = story.forms("x", 8, (1, None), slot="lone", family="correction")
    assert ask.node_type(story.graph, lone) == "semantic"


def test_a_correction_has_the_type_of_what_it_corrects(story: Story) -> None:
    tabs = story.forms("tabs", 1, (1, None), family="preference")
    spaces = story.forms("spaces", 2, (2, None), family="correction")
    story.replaces(tabs, spaces, (1, 2))
    both = story.forms("both", 3, (3, None), family="correction")
    story.replaces(spaces, both, (2, 3))
    assert ask.node_type(story.graph, both) == ask.node_type(story.graph, spaces) == "procedural"
    story.replaces(both, both)
    assert ask.node_type(story.graph, both) == "procedural"


def test_episodes_of_a_session_follow_one_another(story: Story) -> None:
    def episode(message: int, session: str) -> str:
        return story.forms("done", message, (1, None), slot=None, family="outcome", session=session)

    late, early, other = episode(9, "a"), episode(3, "a"), episode(5, "b")
    story.forms("fact", 4, (1, None), session="a")
    last = episode(11, "a")
    assert other not in [memory for pair in ask.consecutive_episodes(story.graph) for memory in pair]
    assert ask.consecutive_episodes(story.graph) == [(early, late), (late, last)]


def test_an_erased_supersession_leaves_what_it_did_to_later_changes_alone(story: Story) -> None:
    oslo, rome, _ = moved(story)
    position = ask.history(story.graph, oslo)[-1].position
    story.happens(PayloadsErased(positions=[position], reason="asked"))
    assert ask.status(story.graph, oslo, 400) == "active"
    assert ask.status(story.graph, rome, 400) == "superseded"


# Strength ----------------------------------------------------------------------------------------------


def shown(story: Story, **times: int) -> int:
    """`m3=2`: message 3 was shown twice. The recorded time."""
    each = [Shown(position=int(name[1:]), times=count, turns=[1]) for name, count in times.items()]
    return story.recorded(story.happens(MemoriesRecalled(session="s", shown=each)))


def test_strength_is_the_formula_of_awhm_lite(story: Story) -> None:
    memory = story.forms("Oslo", 1, (100, None))
    formed = story.graph.memories[memory].formed
    for hours, recency in ((0, 1.0), (24, 0.69), (7 * 24, 0.42), (30 * 24, 0.28)):
        found = strength(story.graph, [memory], formed + hours * HOUR)[memory]
        assert (found.accesses, found.last, found.frequency) == (1, formed, 1.0)
        assert found.recency == pytest.approx(recency, abs=0.005)
        assert found.composite == 0.4 * found.recency + 0.6
    assert strength(story.graph, [memory], formed - HOUR)[memory].recency == 1.0


def test_showing_a_message_is_an_access_to_its_memories(story: Story) -> None:
    oslo = story.forms("Oslo", 1, (100, None))
    number = story.said("Oslo", 2)
    story.happens(MemoryReinforced(memory=oslo, windows=[(100, None)], statements=[number]))
    others = [story.forms("x", message, (1, None), slot=f"slot {message}") for message in range(3, 21)]
    shown(story, m1=2, m99=5)
    last = shown(story, m2=3, m4=1)
    found = strength(story.graph, [oslo, *others], last)
    assert (found[oslo].accesses, found[oslo].last) == (6, last)
    assert found[others[1]].accesses == 2
    # 19 memories: the count at place 17 in order is that of the one shown once.
    assert story.graph.lookup.p90 == 2
    assert (found[oslo].frequency, found[others[1]].frequency, found[others[0]].frequency) == (1.0, 1.0, 0.5)


def test_nothing_else_is_an_access_and_erased_recalls_are_forgotten(story: Story) -> None:
    oslo = story.forms("Oslo", 1, (100, None))
    shown(story, m1=4)
    for _ in range(2):
        strength(story.graph, [oslo], 0)
        assert strength(story.graph, [oslo], 0)[oslo].accesses == 5
    story.happens(PayloadsErased(positions=[3], reason="asked"))
    assert strength(story.graph, [oslo], 0)[oslo].accesses == 1


def test_the_weights_can_be_other_ones(story: Story) -> None:
    oslo = story.forms("Oslo", 1, (100, None))
    found = strength(story.graph, [oslo], story.graph.memories[oslo].formed + HOUR, Weights(1.0, 1.0, 1.0, 0.0))
    assert found[oslo].composite == found[oslo].recency == 0.5
    with pytest.raises(KeyError):
        strength(story.graph, ["n77.0"], 0)


def test_an_empty_graph_answers(story: Story) -> None:
    graph = story.graph
    for nothing in (ask.holding(graph, 0), ask.review(graph), ask.slot_timeline(graph, "x"), graph.all_said()):
        assert not nothing
    assert (len(graph.memories), len(graph.statements), graph.lookup.p90) == (0, 0, 1)
    assert strength(graph, [], 0) == {}
    assert isinstance(graph.lookup, Lookup) and graph.upto(9).links == []
    for question in (ask.chain, ask.history, ask.confidence, ask.node_type):
        with pytest.raises(KeyError):
            question(graph, "n1.0")
