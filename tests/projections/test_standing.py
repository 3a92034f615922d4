"""What no longer holds steps behind what took its place, and is left out where a message says nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import (
    Event,
    MemoryFormed,
    MemoryReinforced,
    MemoryRetracted,
    MemorySuperseded,
    Span,
    Stated,
    StatementsExtracted,
)
from awhm.events.fold import View
from awhm.events.ram_log import RamLog
from awhm.language.time import iso
from awhm.language.tokens import terms
from awhm.projections.graph import GRAPH, Graph
from awhm.projections.recall import Hit
from awhm.projections.standing import BEHIND, PAST, Placed, stand
from awhm.replay.replay import replay
from awhm.store import Store

NOW = 1000
DAY = 24 * 3_600_000
MAY = 1_714_521_600_000  # 2024-05-01T00:00Z


class Story:
    """Messages and what consolidation has made of them: a text, clauses of which are statements."""

    def __init__(self) -> None:
        self.log = RamLog()
        self.view = View(GRAPH)
        self.texts: dict[int, str] = {}
        self.messages = 1000  # their numbers are beyond those of the other events, and do not matter

    @property
    def graph(self) -> Graph:
        replay(self.log, [self.view])
        return self.view.state

    def happens(self, event: Event) -> int:
        self.log.append([draft(event, new_id(), b"beliefs---------")])
        return self.log.head().position

    def says(self, *clauses: tuple[str, str, str, Span], rest: str = "", windows: Sequence[Span] = ()) -> list[str]:
        """One message of clauses (text, slot, value, window) and something more; the memories it forms."""
        self.messages += 1
        text = " ".join([*(clause[0] for clause in clauses), rest]).strip()
        self.texts[self.messages] = text
        stated = [
            Stated(family="fact", start=text.index(words), end=text.index(words) + len(words), subject="user",
                   slot=slot, value=value, value_key=value.lower(), confidence=0.8, rule="x")
            for words, slot, value, _ in clauses
        ]  # fmt: skip
        event = StatementsExtracted(
            message=self.messages, session="s", occurred=self.messages, extractor="x", statements=stated
        )
        position = self.happens(event)
        for place, (_, _, _, window) in enumerate(clauses):
            formed = MemoryFormed(
                memory=f"n{position}.{place}", windows=list(windows) or [window], statements=[f"s{position}.{place}"]
            )
            self.happens(formed)
        return [f"n{position}.{place}" for place in range(len(clauses))]

    def lives(self, city: str, *window: int | None, rest: str = "", both: Sequence[Span] = ()) -> str:
        """One message about a city; its window, or `both` of them."""
        low, high = (*window, None, None)[:2]
        return self.says((f"I live in {city}.", "home", city, (low, high)), rest=rest, windows=both)[0]

    def repeats(self, memory: str, city: str, *window: int | None, rest: str = "") -> str:
        """A further message says the same as a memory; the statement's id."""
        self.messages += 1
        self.texts[self.messages] = f"I live in {city}. {rest}".strip()
        stated = Stated(family="fact", start=0, end=len(f"I live in {city}."), subject="user", slot="home", value=city,
                        value_key=city.lower(), confidence=0.8, rule="x")  # fmt: skip
        event = StatementsExtracted(
            message=self.messages, session="s", occurred=self.messages, extractor="x", statements=[stated]
        )
        number = f"s{self.happens(event)}.0"
        low, high = (*window, None, None)[:2]
        self.happens(MemoryReinforced(memory=memory, windows=[(low, high)], statements=[number]))
        return number

    def replaces(self, older: str, newer: str, *windows: Span) -> None:
        self.happens(MemorySuperseded(memory=older, windows=list(windows), by=newer))

    def found(
        self, *scores: float, asked: str = "where do I live", history: bool = True, at: int = NOW, bring: bool = True
    ) -> list[Placed]:
        """Stand hits with these scores, for the messages in their order; one of 0 was not found."""
        return stand(self.graph, hits(*scores), terms(asked), self.texts.__getitem__, at, include_history=history,
                     bring=bring)  # fmt: skip


def hits(*scores: float) -> list[Hit]:
    found = [Hit(1001 + place, 0, score, score, score, None) for place, score in enumerate(scores) if score]
    return sorted(found, key=lambda hit: (-hit.score, -hit.position))


def order(placed: Sequence[Placed]) -> list[int]:
    """The messages by their place in the story, from 1."""
    return [one.hit.position - 1000 for one in placed]


@pytest.fixture
def story() -> Story:
    return Story()


def moved(story: Story) -> None:
    """Oslo, then Rome, then Lima."""
    oslo, rome, lima = story.lives("Oslo", 100), story.lives("Rome", 200), story.lives("Lima", 300)
    story.replaces(oslo, rome, (100, 200))
    story.replaces(rome, lima, (200, 300))


def test_what_is_past_stands_behind_what_took_its_place(story: Story) -> None:
    moved(story)
    placed = story.found(0.9, 0.5, 0.1)
    assert order(placed) == [3, 1, 2]
    assert [one.hit.score for one in placed] == pytest.approx([0.9, 0.9 * BEHIND, 0.5])
    assert [one.standing and one.standing.status for one in placed] == ["active", "superseded", "superseded"]
    names = [one.standing.memory for one in placed if one.standing is not None]
    assert [one.standing and one.standing.superseded_by for one in placed] == [None, names[2], names[0]]


def test_what_is_past_is_left_out_unless_it_is_asked_for(story: Story) -> None:
    moved(story)
    assert order(story.found(0.9, 0.5, 0.1, history=False)) == [3]
    assert order(story.found(0.9, 0.5, 0.1, history=False, at=250)) == [2, 3], "what is to come is not past"
    assert order(story.found(0.9, 0.5, 0.1, history=True, at=250)) == [2, 1, 3]


def test_what_took_its_place_is_brought_in_with_its_score(story: Story) -> None:
    moved(story)
    for scores in ((0.6, 0, 0), (0, 0.6, 0), (0.6, 0.4, 0)):
        placed = story.found(*scores, history=False)
        assert order(placed) == [3] and placed[0].hit.score == 0.6
        assert placed[0].hit.cosine is None and placed[0].standing is not None
        assert placed[0].standing.status == "active"


def test_nothing_is_brought_in_where_that_is_not_allowed(story: Story) -> None:
    moved(story)
    assert story.found(0.6, 0.4, 0, history=False, bring=False) == []
    assert order(story.found(0.6, 0.4, 0, bring=False)) == [1, 2], "and nothing steps back behind what is not there"
    assert order(story.found(0.6, 0.4, 0.1, bring=False)) == [3, 1, 2]


def test_what_was_taken_back_has_nothing_in_its_place(story: Story) -> None:
    oslo = story.lives("Oslo", 100)
    story.happens(MemoryRetracted(memory=oslo, windows=[], reason="user"))
    (one,) = story.found(0.6)
    assert (one.hit.score, one.standing and one.standing.status) == (0.6, "retracted")
    assert story.found(0.6, history=False) == []


def test_a_successor_that_holds_no_more_either_is_not_brought_in(story: Story) -> None:
    oslo, rome = story.lives("Oslo", 100), story.lives("Rome", 200)
    story.replaces(oslo, rome, (100, 200))
    story.happens(MemoryRetracted(memory=rome, windows=[(200, 300)], reason="said", by="s3.0"))
    assert story.found(0.6, 0, history=False) == []
    assert order(story.found(0.6, 0)) == [1]


@pytest.mark.parametrize("at_once", [False, True], ids=["one after the other", "at once"])
def test_what_took_its_place_for_a_while_is_brought_in_for_that_while(story: Story, at_once: bool) -> None:
    both = (100, 200), (300, None)
    oslo = story.lives("Oslo", 100) if not at_once else story.lives("Oslo", both=both)
    rome = story.lives("Rome", 200, 300)
    story.replaces(oslo, rome, *both)
    assert order(story.found(0.6, 0, at=250, history=False)) == [2]
    assert order(story.found(0.6, 0.1, at=250)) == [2, 1]
    (one,) = story.found(0.6, 0, at=400)
    assert one.standing is not None and (one.standing.status, one.standing.superseded_by) == ("active", None)


def test_what_was_split_off_a_memory_is_not_brought_in_for_the_rest_of_it(story: Story) -> None:
    oslo, lima = story.lives("Oslo", 100), story.lives("Lima", 200)
    story.replaces(oslo, lima, (100, 200))
    later = story.repeats(lima, "Lima", 200)
    rome = story.lives("Rome", 300, 500)
    story.replaces(lima, rome, (200, 300))
    story.happens(MemoryFormed(memory="n" + later[1:], windows=[(500, None)], statements=[later]))
    (one,) = story.found(0.6, 0, 0, 0, at=250, history=False)
    assert order([one]) == [2] and one.standing is not None and one.standing.memory == lima
    assert order(story.found(0.6, 0, 0, 0, at=350, history=False)) == [4]


def test_a_chain_that_comes_back_ends(story: Story) -> None:
    oslo, rome = story.lives("Oslo", 100, 150), story.lives("Rome", 200, 250)
    story.replaces(oslo, rome, (100, 150))
    story.replaces(rome, oslo, (200, 250))
    assert order(story.found(0.6, 0.5)) == [1, 2]


def test_what_is_still_to_come_is_not_past(story: Story) -> None:
    story.lives("Oslo", 2000)
    (one,) = story.found(0.6, history=False)
    assert (one.standing and one.standing.status, one.hit.score) == ("upcoming", 0.6)


def test_a_message_that_says_more_than_what_is_past_stays_and_is_marked(story: Story) -> None:
    oslo = story.lives("Oslo", 100, rest="We spent the whole day on the boats and it rained a lot, but who cares.")
    rome = story.lives("Rome", 200)
    story.replaces(oslo, rome, (100, 200))
    placed = story.found(0.9, 0.5, history=False)
    assert order(placed) == [2, 1]
    assert [one.standing and one.standing.status for one in placed] == ["active", "superseded"]


def test_a_message_of_which_another_memory_still_holds_stays_and_is_marked(story: Story) -> None:
    oslo, _ = story.says(
        ("I live in Oslo.", "home", "Oslo", (100, None)), ("My locker is 4.", "locker", "4", (0, None))
    )
    rome = story.lives("Rome", 200)
    story.replaces(oslo, rome, (100, 200))
    placed = story.found(0.9, 0.5, history=False)
    assert order(placed) == [2, 1]
    assert placed[1].standing is not None and placed[1].standing.status == "superseded"
    assert not placed[1].standing.whole, "it is this part of the message that is meant"
    (_, second) = story.found(0.5, 0.9, asked="locker", history=False)
    assert second.standing is not None and (second.standing.status, second.standing.said.value) == ("active", "4")


def test_a_message_of_which_all_is_past_is_left_out_whatever_it_was_asked_for(story: Story) -> None:
    oslo, four = story.says(
        ("I live in Oslo.", "home", "Oslo", (100, None)), ("My locker is 4.", "locker", "4", (0, None))
    )
    rome = story.lives("Rome", 200)
    five = story.says(("My locker is 5.", "locker", "5", (200, None)))[0]
    story.replaces(oslo, rome, (100, 200))
    story.replaces(four, five, (0, 200))
    assert order(story.found(0.9, 0, 0, asked="where do I live", history=False)) == [2]
    assert order(story.found(0.9, 0, 0, asked="what is my locker", history=False)) == [3]
    assert set(order(story.found(0.9, 0, 0, asked="anything", history=False))) == {2, 3}


def test_of_messages_that_say_one_thing_and_nothing_else_the_best_is_enough(story: Story) -> None:
    lima = story.lives("Lima", 300)
    story.repeats(lima, "Lima", 300)
    story.repeats(lima, "Lima", 300, rest="It is a fine town with many cats and a harbour.")
    assert order(story.found(0.9, 0.8, 0.7, history=False)) == [3, 2], "the one that says more is shown as well"
    assert order(story.found(0.9, 0.8, 0.7)) == [3, 2, 1], "of those that say the same the newest has the best score"


def test_a_message_with_two_memories_is_not_dropped_for_one_that_says_one_of_them(story: Story) -> None:
    lima, _ = story.says(
        ("I live in Lima.", "home", "Lima", (100, None)), ("My locker is 4.", "locker", "4", (0, None))
    )
    story.repeats(lima, "Lima", 100)
    assert order(story.found(0.5, 0.9, asked="live Lima", history=False)) == [2, 1]


def test_equal_scores_give_the_later_message_first(story: Story) -> None:
    for number in range(4):
        story.says((f"Fact {number}.", f"slot {number}", str(number), (0, None)))
    assert order(story.found(0.5, 0.5, 0.5, 0.5, asked="else")) == [4, 3, 2, 1]


def many(story: Story) -> None:
    for value in ("Spanish", "French", "Dutch"):
        story.says((f"I speak {value}.", "languages", value, (0, None)))


def test_values_side_by_side_that_the_question_does_not_tell_apart_come_newest_first(story: Story) -> None:
    many(story)
    placed = story.found(0.9, 0.7, 0.8, asked="which languages do I speak")
    assert order(placed) == [3, 2, 1]
    assert [one.hit.score for one in placed] == [0.9, 0.8, 0.7], "the scores are the same, given out anew"


def test_the_value_that_the_question_names_keeps_its_score(story: Story) -> None:
    many(story)
    placed = story.found(0.9, 0.7, 0.8, asked="since when do I speak Spanish")
    assert order(placed) == [1, 3, 2]
    assert placed[0].hit.score == 0.9
    assert order(story.found(0.9, 0.7, 0.8, asked="do I speak Spanish or French")) == [1, 3, 2]


def test_a_message_that_says_nothing_is_left_as_it_was(story: Story) -> None:
    moved(story)
    story.texts[1004] = "Is it raining?"
    placed = story.found(0.2, 0.1, 0.05, 0.7, history=False)
    assert [(one.hit.position, one.hit.score, one.standing is None) for one in placed] == [
        (1004, 0.7, True),
        (1003, 0.2, False),
    ]
    assert stand(story.graph, [], ["live"], story.texts.__getitem__, NOW, include_history=False) == []


CITIES = ("Oslo", "Rome", "Lima")


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.sampled_from(CITIES), st.sampled_from(["", "But who cares about that? Not I."])), max_size=7),
    st.lists(st.integers(0, 10), min_size=7, max_size=7),
    st.integers(0, 800),
    st.booleans(),
)
def test_whatever_is_found_nothing_past_is_ahead_of_what_took_its_place(
    told: list[tuple[str, str]], scores: list[int], at: int, bring: bool
) -> None:
    story = Story()
    before: tuple[str, int] | None = None
    memories: list[str] = []
    for number, (city, rest) in enumerate(told, 1):
        memory = story.lives(city, number * 100, rest=rest)
        if before is not None:
            story.replaces(before[0], memory, (before[1], number * 100))
        before = memory, number * 100
        memories.append(memory)
    given_scores = [score / 10 for score in scores[: len(told)]]
    placed = story.found(*given_scores, at=at, bring=bring)
    seen = {one.hit.position: one for one in placed}
    asked = {hit.position for hit in hits(*given_scores)}
    holding = [one for one in placed if one.standing is not None and one.standing.status == "active"]
    assert len(holding) <= 1 and len(seen) == len(placed)
    assert seen.keys() - asked <= {one.hit.position for one in holding}, "only what holds is brought in"
    if not bring:
        assert seen.keys() == asked
    past = [one for one in placed if one.standing is not None and one.standing.status in PAST]
    if holding:
        assert all(one.hit.score <= BEHIND * holding[0].hit.score for one in past)
        if bring:
            behind = {one.hit.position for one in past}
            scored = [hit.score for hit in hits(*given_scores) if hit.position in behind]
            assert holding[0].hit.score >= max(scored, default=0)
    short = story.found(*given_scores, at=at, bring=bring, history=False)
    gone = {one.hit.position for one in past if not story.texts[one.hit.position].endswith("Not I.")}
    assert [one.hit for one in short] == [one.hit for one in placed if one.hit.position not in gone]
    assert placed == sorted(placed, key=lambda one: (-one.hit.score, -one.hit.position))


# Through a store ---------------------------------------------------------------------------------------


def store_of(*said: tuple[int, str]) -> Store:
    store = Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())
    for day, text in said:
        store.log_message("s", "user", text, timestamp=iso(MAY + day * DAY))
    store.consolidate()
    return store


def recalled(store: Store, question: str, **options: Any) -> list[str]:
    return [one.content for one in store.recall(question, semantic=False, **options)]


def test_a_period_never_brings_in_what_was_said_outside_it() -> None:
    store = store_of((0, "I live in Oslo."), (10, "I live in Rome."))
    asking = {"when": "since 30 April 2024", "as_of": iso(MAY + DAY * 5)}
    assert recalled(store, "Oslo", when="May 1 2024", include_history=True) == ["I live in Oslo."]
    assert recalled(store, "Oslo", when="May 1 2024") == [], "it is past, and what holds was said later"
    assert recalled(store, "Oslo") == ["I live in Rome."], "without a period it is brought in"
    assert recalled(store, "Where do I live?", **asking) == ["I live in Oslo."]
    assert recalled(store, "Where do I live?", when="before May 5 2024", as_of=iso(MAY + DAY * 20)) == []


def test_a_setting_or_an_option_says_whether_the_past_is_shown() -> None:
    said = (0, "I live in Oslo."), (10, "I live in Rome.")
    store = store_of(*said)
    assert recalled(store, "Where do I live?") == ["I live in Rome."]
    assert recalled(store, "Where do I live?", include_history=True) == ["I live in Rome.", "I live in Oslo."]
    store = Store(AWHMConfig(mock_embeddings=True, ner=False, include_history_by_default=True), log=store.log)
    assert recalled(store, "Where do I live?") == ["I live in Rome.", "I live in Oslo."]
    assert recalled(store, "Where do I live?", include_history=False) == ["I live in Rome."]
