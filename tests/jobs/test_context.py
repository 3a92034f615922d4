"""A context for a model: within its budget, each thing once, dated and attributed."""

from __future__ import annotations

from typing import Any

import pytest
from told_context import heads, notes, parsed, result

from awhm.jobs.context import LEAST, Context, build
from awhm.jobs.context_entry import Past
from awhm.jobs.context_text import CLOSE, INTRO, OPEN
from awhm.jobs.context_tokens import estimate
from awhm.types import NodeStatus, Role

# What is in it ---------------------------------------------------------------------------------------


def test_nothing_relevant_is_an_empty_text_of_no_tokens() -> None:
    assert build([], 800) == Context("", 0, (), 0)
    assert build([result(1, " \u200b\u202e \x1b[0m\n")], 800) == Context("", 0, (), 0), "nor what nobody can see"


def test_an_entry_has_id_day_speaker_and_words() -> None:
    at = "2024-05-08T23:30:00-05:00"
    context = build([result(7, "First line.\nSecond line.", occurred=at, speaker="Ada", role=Role.ASSISTANT)], 800)
    assert context.text.split("\n") == [
        OPEN,
        INTRO,
        "[m7, 8 May 2024, Ada (assistant)] First line.",
        "  | Second line.",
        CLOSE,
    ]
    assert context == Context(context.text, estimate(context.text), ("m7",), 0)


def test_relevance_decides_what_is_in_and_time_in_which_order() -> None:
    texts = ["Tea in the morning.", "Coffee at noon.", "Wine in the evening.", "Water at night."]
    found = [result(number, texts[number - 1]) for number in (3, 1, 4, 2)]
    assert build(found, 800).shown == ("m1", "m2", "m3", "m4")
    two = build(found[:2], 800)
    assert two.shown == ("m1", "m3")
    context = build(found, two.tokens)
    assert (context.shown, context.left_out, context.text) == (("m1", "m3"), 2, two.text), "the least relevant go"


def test_what_was_said_at_one_moment_stands_in_the_order_of_the_log() -> None:
    at = "2024-05-08T10:00:00Z"
    found = [result(number, f"Line number {number}.", occurred=at) for number in (10, 2, 9)]
    assert build(found, 800).shown == ("m2", "m9", "m10")


@pytest.mark.parametrize(
    ("fields", "flag"),
    [
        ({"status": None}, None),
        ({"status": NodeStatus.ACTIVE}, "holds"),
        ({"status": NodeStatus.ACTIVE, "valid_from": "2023-11-15T00:00:00+00:00"}, "holds"),
        ({"status": NodeStatus.ACTIVE, "valid_from": "2020-03-01"}, "holds since 1 Mar 2020"),
        ({"status": NodeStatus.ACTIVE, "valid_to": "2027-07-01"}, "holds until 1 Jul 2027"),
        (
            {"status": NodeStatus.UPCOMING, "valid_from": "2027-07-01", "valid_to": "2028-01-01"},
            "holds from 1 Jul 2027 until 1 Jan 2028",
        ),
        ({"status": NodeStatus.DISPUTED}, "in dispute"),
    ],
)
def test_an_entry_that_is_a_memory_says_since_when_and_until_when_it_holds(fields: Any, flag: str | None) -> None:
    (head,) = heads(build([result(1, "I live in Porto.", node_id="n2.0", **fields)], 800))
    assert head == "m1, 15 Nov 2023, user" + ("" if flag is None else f", {flag}")


PORTO = "I live in Porto."
OVER = {"node_id": "n2.0", "status": NodeStatus.SUPERSEDED, "valid_to": "2025-05-04", "superseded_by": "n3.0"}


@pytest.mark.parametrize("status", [NodeStatus.SUPERSEDED, NodeStatus.ENDED, NodeStatus.RETRACTED])
def test_what_no_longer_holds_is_in_it_when_asked_for_and_marked_with_what_took_its_place(status: NodeStatus) -> None:
    old = result(1, PORTO, **(OVER | {"status": status}))
    assert build([old], 800) == Context()
    past = {"m1": [Past(0, 15, status, "2025-05-04", "I moved\nto Lisbon")]}
    context = build([old], 800, history=True, past=past)
    assert heads(context) == ["m1, 15 Nov 2023, user, no longer so"]
    assert notes(context) == ["until 4 May 2025; then: I moved to Lisbon"]
    assert build([old], 800, past=past) == Context()
    assert notes(build([old], 800, history=True)) == ["until 4 May 2025"], "as far as the result itself tells"


def test_a_message_that_says_more_than_what_is_past_stays_and_names_the_clause() -> None:
    text = f"{PORTO} My cat is called Tom and he is the best cat of all, he sleeps all day long."
    past = {"m1": [Past(0, 15, NodeStatus.SUPERSEDED, "2025-05-04", "I moved to Lisbon")]}
    context = build([result(1, text, node_id="n9.0", status=NodeStatus.ACTIVE)], 800, past=past)
    assert parsed(context.text) == [("m1", text)]
    assert notes(context) == ["no longer so: “I live in Porto” (until 4 May 2025; then: I moved to Lisbon)"]
    clause = result(1, text, **OVER, passage=(0, 15))
    assert build([clause], 800, past=past) == Context(), "the clause by itself is what is past"
    other = result(1, text, passage=(17, len(text)))
    assert notes(build([other], 800, past=past)) == [], "what is not shown needs no note"


def test_of_a_long_message_the_passage_that_matched_is_shown_with_an_ellipsis_at_each_cut() -> None:
    text = "Before all that. The key is under the pot. And after that."
    shown = [
        parsed(build([result(1, text, passage=span)], 800).text)[0][1]
        for span in ((17, 42), (0, 42), (17, len(text)), None)
    ]
    assert shown == ["… The key is under the pot. …", f"{text[:42]} …", f"… {text[17:]}", text]


def test_a_clause_stands_in_its_passage_where_all_that_is_past_is_known_and_else_by_itself() -> None:
    long = "Nothing much happened on that long and rainy day. " * 30
    for text in (f"{PORTO} My cat is Tom.", f"{long}{PORTO} My cat is Tom. {long}"):
        start = text.index(PORTO)
        one = result(1, text, passage=(start, start + 15), node_id="n2.0", status=NodeStatus.ACTIVE)
        ((_, alone),) = parsed(build([one], 2000).text)
        assert alone.strip("… ") == "I live in Porto"
        ((_, whole),) = parsed(build([one], 2000, complete=True).text)
        assert f"{PORTO} My cat is Tom." in whole and len(whole) < 500
        past = {"m1": [Past(start + 17, start + 30, NodeStatus.ENDED)]}
        assert notes(build([one], 2000, complete=True, past=past)) == ["no longer so: “My cat is Tom” (ended)"]


# Each thing once -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        ("I live in Porto.", "i  live in PORTO", "m1"),
        ("I live in Porto.", "Hello! I live in Porto. Bye.", "m2"),
        ("Hello! I live in Porto. Bye.", "I live in Porto", "m1"),
        ("住在里斯本。", "你好。我喜欢茶。住在里斯本。", "m2"),
    ],
)
def test_the_same_words_of_the_same_person_are_one_entry_with_both_days(one: str, other: str, kept: str) -> None:
    context = build([result(1, one), result(2, other)], 800)
    assert (context.shown, context.left_out) == ((kept,), 0)
    assert heads(context) == [f"{kept}, 15 Nov 2023, again 16 Nov 2023, user"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use tabs in Go.", "Never use tabs in Go."),
        ("I live in Porto.", "I live in Porto?"),
        ("I write C.", "I write C++."),
        ("It costs $5.", "It costs €5."),
    ],
)
def test_words_that_are_part_of_other_words_say_something_else(one: str, other: str) -> None:
    assert build([result(1, one), result(2, other)], 800).shown == ("m1", "m2")


def test_the_same_words_of_two_people_are_two_things() -> None:
    found = [result(1, "I eat no nuts.", speaker="Ana"), result(2, "I eat no nuts.", speaker="Ben")]
    assert build(found, 800).shown == ("m1", "m2")
    said = [result(1, "I eat no nuts."), result(2, "I eat no nuts.", role=Role.ASSISTANT)]
    assert build(said, 800).shown == ("m1", "m2")


def test_what_held_once_and_holds_again_are_two_things() -> None:
    found = [result(1, PORTO, **OVER), result(5, PORTO, node_id="n6.0", status=NodeStatus.ACTIVE)]
    assert build(found, 800, history=True).shown == ("m1", "m5")


def test_a_memory_and_its_own_message_are_one_entry() -> None:
    memory = result(9, "I live in Porto", id="n9.0", node_id="n9.0", status=NodeStatus.ACTIVE)
    message = result(2, "In fact: I live in Porto, as you know.", node_id="n9.0", status=NodeStatus.ACTIVE)
    for found in ([memory, message], [message, memory]):
        assert build(found, 800).shown == (found[0].id,)


def test_days_on_which_the_same_was_said_are_named_up_to_three_and_then_counted() -> None:
    found = [result(number, "Watered the plants.") for number in range(1, 4)]
    assert heads(build(found, 800)) == ["m1, 15 Nov 2023, again 16 Nov 2023 and 17 Nov 2023, user"]
    found += [result(4, "Watered the plants."), result(4, "Watered the plants!", id="m99")]
    assert heads(build(found, 800)) == ["m1, 15 Nov 2023, again 4 days to 18 Nov 2023, user"]


def test_where_a_longer_entry_has_no_room_the_shorter_one_that_it_took_in_stays() -> None:
    found = [result(1, PORTO), result(2, f"{PORTO} " + "There is a lot more to say of the town. " * 20)]
    assert build(found, 2000).shown == ("m2",)
    assert parsed(build(found, 80).text) == [("m1", PORTO)]


# The budget ------------------------------------------------------------------------------------------


def test_the_last_entry_is_cut_behind_a_word_if_enough_of_it_is_left() -> None:
    long = result(1, "one two three four five six seven eight nine ten " * 20)
    whole = build([long], 10_000)
    cut = build([long], whole.tokens // 2)
    ((_, words),) = parsed(cut.text)
    assert words.endswith(" …") and long.content.startswith(words.removesuffix(" …"))
    assert words.removesuffix(" …").split()[-1] in long.content.split()
    assert whole.tokens // 2 - 5 <= cut.tokens <= whole.tokens // 2
    assert cut.left_out == 0
    least = next(budget for budget in range(1, 800) if build([long], budget).text)
    assert estimate(parsed(build([long], least).text)[0][1]) >= LEAST


def test_what_cannot_be_cut_behind_a_word_is_left_out_whole() -> None:
    context = build([result(1, "x" * 4000), result(2, "short")], 200)
    assert context == Context(left_out=2), "nor does something less relevant take its place"
    chinese = build([result(1, "我住在里斯本" * 100)], 200)
    assert chinese.text and chinese.tokens > 190, "between such characters there is a place everywhere"


def test_a_budget_below_the_wrapper_and_one_entry_gives_nothing() -> None:
    found = [result(1, PORTO)]
    needed = build(found, 800).tokens
    assert build(found, needed).tokens == needed
    assert build(found, needed - 1) == Context(left_out=1)
    for budget in (0, -1):
        assert build(found, budget) == Context(left_out=1)


def test_a_counter_of_ones_own_is_kept_to() -> None:
    def framed(text: str) -> int:
        return len(text.split()) + 2

    found = [result(number, f"Thing number {number} is told here.") for number in range(1, 30)]
    context = build(found, 100, framed)
    assert context.tokens == framed(context.text)
    assert 90 < context.tokens <= 100
    assert len(context.shown) + context.left_out == 29
