"""From statements to memories: whatever the order of arrival, what is believed in the end is the same.

Everything goes through the real log, codec and replay; what is compared is what the fold has made of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from types import FrameType

from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from story import HOME, JOB, LIKES, WINDOW, Said, Story, forget, say, stated, windows

from awhm.commands.believing import runs, settle
from awhm.commands.claims import memory_id
from awhm.commands.timeline import FOREVER
from awhm.events.event import (
    MemoriesLinked,
    MemoryFormed,
    MemoryReinforced,
    MemoryRetracted,
    MemorySuperseded,
    Stated,
)


def told(arrival: Sequence[Said], pauses: Iterable[int] = (), batches: Iterable[int] = ()) -> Story:
    """All of it, in an order of arrival, decided on after each of `pauses`, written down in batches."""
    story, waiting = Story(), list[Said]()
    for place, one in enumerate(arrival):
        waiting.append(one)
        if place not in set(batches):
            story.record(*waiting)
            waiting = []
        if place in set(pauses):
            story.settle()
    return story.record(*waiting).settle()


def first(story: Story, value: str) -> str:
    """The id of the statement that a memory has its number from."""
    return "s" + story.memory(value)[1:]


# Whatever is said -----------------------------------------------------------------------------------------

facts = [
    stated(v, slot, polarity=p) for slot in (JOB, LIKES) for v in ("acme", "acme corp", "globex") for p in (True, False)
]
facts += [stated(value) for value in ("acme", "globex")] * 4
facts += [stated(value, confidence=0.5) for value in ("acme", "globex")] * 2
facts += [stated(value, valid_from=start) for value in ("acme", "globex") for start in (2, 9)]
facts += [stated(value, valid_to=end) for value in ("acme", "globex") for end in (2, 9)]
facts += [stated(v, slot, retracts=True, polarity=False) for v in ("acme", "acme corp") for slot in (JOB, LIKES)]
facts += [
    stated("", retracts=True, polarity=False),
    stated("paint dried", None),
    stated("paint dried", None, polarity=False),
]
topics = [forget(0, topic).statements[0] for topic in ("job", "acme", "globex", "paint", "acme corp")]
tastes = [
    stated(value, slot, family=family, corrects=corrects, polarity=polarity)
    for slot in ("user|indent", "user|quotes", "user|tests")
    for family, value in (("preference", "tabs"), ("preference", "spaces"), ("policy", "tabs"))
    for corrects, polarity in ((False, True), (True, True), (True, False))
]
tastes += [one.model_copy(update={"confidence": 0.5}) for one in tastes[:9]]


@st.composite
def messages(draw: st.DrawFn, statements: Sequence[Stated], sessions: Sequence[str] = ("s", "t")) -> list[Said]:
    """Messages of different (time, session), each of which says one thing or two."""
    when = st.tuples(st.integers(0, 11), st.sampled_from(sessions))
    says = st.lists(st.sampled_from(statements), min_size=1, max_size=2).map(tuple)
    return [Said(at, session, draw(says)) for at, session in draw(st.lists(when, min_size=1, max_size=7, unique=True))]


places = st.sets(st.integers(0, 6))


def check_any_order(said: list[Said], data: st.DataObject) -> None:
    expected = told(sorted(said)).believed()
    other = told(data.draw(st.permutations(said)), data.draw(places), data.draw(places))
    assert other.believed() == expected
    state = other.state()
    whole = {
        (slot, run.value, run.polarity, tuple(run.windows))
        for slot in state.slots
        for run in runs(state, slot, WINDOW)
        if run.windows
    }
    assert expected == whole, "what was written is what the timelines say"


@settings(max_examples=40)
@drawn(said=messages([*facts, *topics]), data=st.data())
def test_any_order_of_arrival_and_any_batches_end_in_the_same_beliefs(said: list[Said], data: st.DataObject) -> None:
    check_any_order(said, data)


@settings(max_examples=40)
@drawn(said=messages(tastes, ("s", "s", "t")), data=st.data())
def test_corrections_across_slots_do_not_depend_on_the_order_of_arrival(said: list[Said], data: st.DataObject) -> None:
    check_any_order(said, data)


# One by one -----------------------------------------------------------------------------------------------


def test_a_first_statement_forms_a_memory_and_another_value_takes_its_place() -> None:
    story = Story().given(say(1, "acme"))
    acme = story.memory("acme")
    story.when(say(5, "globex")).then(*(
        MemorySuperseded(memory=acme, windows=[(1, 5)], by=story.memory("globex")),
        MemoryFormed(memory=story.memory("globex"), windows=[(5, None)], statements=[first(story, "globex")]),
    ))  # fmt: skip
    assert windows(story) == {"acme": [(1, 5)], "globex": [(5, FOREVER)]}


def test_a_restatement_reinforces_and_adds_no_memory() -> None:
    story = Story().given(say(1, "acme"))
    acme = story.memory("acme")
    story.when(say(5, "acme"))
    story.then(MemoryReinforced(memory=acme, windows=[(1, None)], statements=[story.newest()]))
    assert len(story.state().memories) == 1


def test_a_then_b_then_a_ends_at_a() -> None:
    story = Story().given(say(1, "acme"), say(2, "globex"), say(3, "acme"))
    assert windows(story) == {"acme": [(1, 2), (3, FOREVER)], "globex": [(2, 3)]}


def test_a_retraction_ends_its_value_alone() -> None:
    story = Story().given(say(1, "acme corp"), say(2, "rice", LIKES), say(3, "tea", LIKES))
    acme = story.memory("acme corp")
    story.when(say(4, "acme", retracts=True, polarity=False))
    story.then(MemoryRetracted(memory=acme, windows=[(1, 4)], by=story.newest(), reason="said"))
    story.given(say(5, "tea", LIKES, retracts=True, polarity=False))
    assert windows(story) == {"acme corp": [(1, 4)]}
    assert windows(story, LIKES) == {"rice": [(2, FOREVER)], "tea": [(3, 5)]}


def test_what_was_announced_ends_the_old_value_then_and_what_ends_lets_it_go_on() -> None:
    story = Story().given(say(1, "acme"), say(2, "globex", valid_from=8))
    assert windows(story) == {"acme": [(1, 8)], "globex": [(8, FOREVER)]}
    story = Story().given(say(1, "acme"), say(2, "globex", valid_from=4, valid_to=8))
    assert windows(story) == {"acme": [(1, 4), (8, FOREVER)], "globex": [(4, 8)]}


def test_a_weak_contradiction_is_linked_as_a_dispute_and_settled_by_who_says_it_surely() -> None:
    story = Story().given(say(1, "acme"))
    acme = story.memory("acme")
    story.when(say(2, "globex", confidence=0.5))
    globex = story.memory("globex")
    story.then(*(
        MemoryFormed(memory=globex, windows=[], statements=[first(story, "globex")]),
        MemoriesLinked(memory=globex, other=acme, relation="disputes"),
    ))  # fmt: skip
    assert windows(story) == {"acme": [(1, FOREVER)]}
    story.given(say(3, "globex"))
    assert windows(story) == {"acme": [(1, 3)], "globex": [(3, FOREVER)]} and story.memory("globex") == globex


def test_a_weak_statement_that_came_first_is_linked_as_a_dispute_when_the_sure_one_comes_late() -> None:
    story = Story().given(say(2, "globex", confidence=0.5))
    assert windows(story) == {"globex": [(2, FOREVER)]}
    story.given(say(1, "acme"))
    assert windows(story) == {"acme": [(1, FOREVER)]}
    linked = [(memory_id(a), memory_id(b)) for a, b in story.state().links.values()]
    assert linked == [(story.memory("globex"), story.memory("acme"))]


# "Forget what I said about X" -----------------------------------------------------------------------------


def test_forgetting_a_topic_ends_all_that_it_names_and_nothing_else() -> None:
    story = Story().given(
        say(1, "acme"),
        say(2, "oslo", HOME),
        say(3, "tea", LIKES),
        say(4, "green tea", LIKES),
        say(5, "paint dried", None),
    )
    story.given(forget(6, "my job"), forget(7, "green tea"), forget(8, "paint"), forget(9, "chess"))
    assert windows(story) == {"acme": [(1, 6)]} and windows(story, HOME) == {"oslo": [(2, FOREVER)]}
    assert windows(story, LIKES) == {"tea": [(3, FOREVER)], "green tea": [(4, 7)]}
    assert [held[3] for held in story.believed() if held[1] == "paint dried"] == [((5, 8),)]


def test_what_was_said_before_and_arrives_late_is_forgotten_and_what_is_said_after_is_not() -> None:
    story = Story().given(forget(5, "my job"), say(3, "acme"), say(8, "globex"))
    assert windows(story) == {"acme": [(3, 5)], "globex": [(8, FOREVER)]}
    story.given(say(6, "acme"))
    assert windows(story) == {"acme": [(3, 5), (6, 8)], "globex": [(8, FOREVER)]}


def test_what_was_denied_is_forgotten_too() -> None:
    story = Story().given(say(1, "acme", polarity=False), say(2, "tea", LIKES, polarity=False), forget(3, "acme"))
    assert windows(story) == {"not acme": [(1, 3)]}
    assert windows(story.given(forget(4, "tea")), LIKES) == {"not tea": [(2, 4)]}


def test_to_forget_nothing_in_particular_forgets_nothing() -> None:
    story = Story().given(say(1, "acme"), forget(2, "it"), forget(3, "about that"))
    assert windows(story) == {"acme": [(1, FOREVER)]}


# What it costs -------------------------------------------------------------------------------------------


def calls(size: int) -> int:
    """How many functions are called to decide on a slot that changed so often: no busy machine changes that."""
    story = Story().record(*(say(at, ("acme", "globex")[at % 2]) for at in range(size)))
    state, count = story.state(), 0

    def tick(_: FrameType, what: str, __: object) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        settle(state, WINDOW)
    finally:
        sys.setprofile(before)
    return count


def test_deciding_on_a_slot_that_changed_four_times_as_often_costs_about_four_times_as_much() -> None:
    few, many = calls(500), calls(2000)
    assert many < 5 * few, f"{few} calls for 500 statements, {many} for 2,000"


# Extracted anew ------------------------------------------------------------------------------------------


@settings(max_examples=30)
@drawn(said=messages([*facts, *topics, *tastes]), data=st.data())
def test_extracting_anew_ends_where_the_newer_extractor_alone_would_have(said: list[Said], data: st.DataObject) -> None:
    found = [one._replace(statements=data.draw(st.sampled_from(said)).statements) for one in said]
    expected = told(found).believed()
    story = told(data.draw(st.permutations(said)), data.draw(places))
    for one in data.draw(st.permutations(found)):
        story.record(one, extractor="two", again=True)
        if data.draw(st.booleans()):
            story.settle()
    assert story.settle().believed() == expected
