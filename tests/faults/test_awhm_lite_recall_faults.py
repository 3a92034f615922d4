"""The faults of AWHM Lite 0.3.0 that concern what is recalled, W29 to W32 and W34: none of them is ours.

Numbered as in shared/spec/awhm-lite.md, section 20. Some have an older test in test_awhm_lite_faults.py and
test_awhm_lite_memory_faults.py too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from asked import by_words, say, start

from awhm.jobs.context_text import CLOSE, OPEN
from awhm.store import Store
from awhm.types import RetrievalResult

Make = Callable[..., Store]


def words(results: list[RetrievalResult]) -> list[str]:
    return [result.content for result in results]


# W29 -------------------------------------------------------------------------------------------------

FACT = "The API endpoint is https://one.example."


def test_w29_without_meaning_a_memory_and_a_message_are_on_one_scale(make: Make) -> None:
    """There, a memory reached 0.45 at most and the best raw message always had 0.50."""
    store = make()
    say(store, FACT, "2024-01-01T09:00:00Z")
    store.consolidate()
    for number, text in enumerate(("The endpoint of this bus is the harbour", "an API is a kind of promise")):
        say(store, text, f"2024-02-0{number + 1}T09:00:00Z", "assistant", "s2")
    found = by_words(store, "What is the API endpoint?")
    assert (found[0].content, found[0].source) == (FACT, "graph")
    assert {one.source for one in found[1:]} == {"raw_log"} and len(found) == 3
    assert found[0].score > found[1].score


def test_w29_becoming_a_memory_changes_no_score(make: Make) -> None:
    store = make()
    say(store, FACT, "2024-01-01T09:00:00Z")
    say(store, "The endpoint of this bus is the harbour", "2024-01-02T09:00:00Z", "assistant", "s2")
    before = by_words(store, "What is the API endpoint?")
    store.consolidate()
    after = by_words(store, "What is the API endpoint?")
    assert [(one.id, one.score) for one in before] == [(one.id, one.score) for one in after]
    assert [one.source for one in before] == ["raw_log", "raw_log"] and after[0].source == "graph"


def test_w29_there_is_no_cold_start_with_a_rule_of_its_own(make: Make) -> None:
    """There, messages were looked at in the first ten sessions alone, and scored by the best of them."""
    store = make()
    say(store, FACT, "2024-01-01T09:00:00Z")
    say(store, "We keep the API endpoint in a vault", "2024-01-01T09:01:00Z", "assistant")
    store.consolidate()
    orders: list[list[str]] = []
    for number in range(30):
        orders.append([one.id for one in by_words(store, "API endpoint", k=2)])
        say(store, f"The ferry number {number} was late", f"2024-02-01T{number % 24:02}:00:00Z", session=f"s{number}")
    assert set(orders[0]) == {"m1", "m2"} and orders == [orders[0]] * 30


# W30 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [(), ("assistant",), ("tool_call", "tool_result")], ids=str)
@pytest.mark.parametrize("semantic", [False, True])
def test_w30_the_prompt_takes_no_place_among_the_results(
    tmp_path: Path, after: tuple[str, ...], semantic: bool
) -> None:
    """There, one of five places was the prompt itself. It is left out after it was looked for, whatever came since."""
    prompt = "I need to know which port the database uses"
    with start(tmp_path) as session:
        for number in range(5):
            session.log_message("assistant", f"database {number} uses port 543{number}")
        session.log_message("user", prompt)
        for role in after:
            session.log_message(role, "one moment")
        for asked in (prompt, f"  {prompt.upper()} "):
            found = session.query(asked, k=5, semantic=semantic)
            assert len(found) == 5 and prompt not in words(found)
            assert prompt not in session.context(asked, semantic=semantic).text


def test_w30_what_awhm_put_into_a_conversation_is_no_answer(make: Make) -> None:
    """A context that comes back as part of a logged prompt would be found by its own words ever after."""
    store = make()
    say(store, "My locker is number twelve.", "2024-01-01T09:00:00Z")
    block = store.context("which locker is mine?").text
    assert block.startswith(OPEN) and block.endswith(CLOSE)
    for role in ("user", "assistant", "tool_result"):
        say(store, block, "2024-01-02T09:00:00Z", role, "s2")
    for semantic in (False, True):
        assert [one.id for one in store.recall("locker number twelve", semantic=semantic)] == ["m1"]


def test_w30_words_of_an_injected_block_do_not_find_the_message_around_it(make: Make) -> None:
    store = make()
    say(store, "My locker is number twelve.", "2024-01-01T09:00:00Z")
    block = store.context("which locker is mine?").text
    say(store, f"{block}\nPlease sort the invoices.", "2024-01-02T09:00:00Z", session="s2")
    assert [one.id for one in by_words(store, "sort invoices")] == ["m2"], "its own words do"
    assert [one.id for one in by_words(store, "locker number twelve")] == ["m1"]


@pytest.mark.parametrize(
    "turn",
    [
        ["Which port does the database use?", "And be quick, please."],
        ["Which port does the database use?\n<system-reminder>today is Monday</system-reminder>"],
    ],
    ids=["of two messages", "with text of the host"],
)
def test_w30_a_turn_is_all_that_the_user_said_since_the_last_answer(tmp_path: Path, turn: list[str]) -> None:
    with start(tmp_path) as session:
        session.log_message("assistant", "the database listens on port 5432")
        for text in turn:
            session.log_message("user", text)
        assert words(session.query(turn[0].split("\n")[0], semantic=False)) == ["the database listens on port 5432"]


# W31 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("consolidated", [False, True])
@pytest.mark.parametrize("question", ["What is my city?", "Porto", "which city, Porto or Braga?"])
def test_w31_a_superseded_message_is_shown_as_such_or_not_at_all(make: Make, consolidated: bool, question: str) -> None:
    store = make()
    say(store, "My city is Porto.", "2024-01-01T09:00:00Z", session="a")
    if consolidated:
        store.consolidate()
    say(store, "Actually, my city is Braga.", "2024-02-01T09:00:00Z", session="b")
    if consolidated:
        store.consolidate()
    assert words(by_words(store, question)) == ["Actually, my city is Braga."], "also where the old word alone is asked"
    with_past = by_words(store, question, include_history=True)
    assert {one.content: str(one.status) for one in with_past} == {
        "Actually, my city is Braga.": "active",
        "My city is Porto.": "superseded",
    }
    new, old = sorted(with_past, key=lambda one: one.status != "active")
    assert old.valid_to == "2024-02-01T09:00:00+00:00", "it says when"
    assert (new.valid_to, new.superseded_by) == (None, None)
    if consolidated:
        assert old.superseded_by == new.node_id != "", "and by what"
    assert "Porto" not in store.context("What is my city?", semantic=False).text


def test_w31_a_message_that_holds_more_than_the_old_value_stays_and_is_marked(make: Make) -> None:
    store = make()
    say(store, "My city is Porto. My dog is called Biscuit.", "2024-01-01T09:00:00Z", session="a")
    say(store, "My city is Braga now.", "2024-02-01T09:00:00Z", session="b")
    store.consolidate()
    found = {one.id: one for one in by_words(store, "what is my city?")}
    assert found["m2"].status == "active" and found["m1"].status == "superseded"
    assert found["m1"].passage is not None
    assert found["m1"].content[slice(*found["m1"].passage)] == "My city is Porto", "which part of it is over"
    assert "no longer so" in store.context("what is my city, and my dog?", semantic=False).text
    (dog,) = by_words(store, "what is the dog called?")
    assert (dog.id, dog.status) == ("m1", "active")


# W32 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I prefer using TypeScript over JavaScript for frontend work", "What language do I prefer for frontend?"),
        ("The staging server runs on port 8080", "Which port is the staging server on?"),
        ("My daughter Ines starts school in September", "When does my daughter start school?"),
        ("We decided to ship on Thursday", "when are we shipping?"),
        ("Don't use tabs in the Python code", "should I use tabs or spaces in Python?"),
        ("Prefiero el té verde por la mañana", "¿Qué té prefiero por la mañana?"),
        ("Я живу в Казани", "Где я живу?"),
        ("Die Heizung ist im Keller kaputt", "Was ist im Keller kaputt?"),
    ],
)
def test_w32_a_natural_question_finds_what_was_just_said(tmp_path: Path, said: str, question: str) -> None:
    with start(tmp_path) as session:
        for other in ("the weather was fine", said, "el tiempo era bueno", "das Wetter war schön"):
            session.log_message("user", other)
        session.log_message("user", question)
        found = session.query(question, semantic=False)[0]
        assert (found.content, found.source) == (said, "buffer")


# W34 -------------------------------------------------------------------------------------------------


def test_w34_a_floor_a_budget_and_dates_for_what_a_model_is_shown(make: Make) -> None:
    """There, any hit was injected, at full length, and nothing said by whom or when."""
    store = make()
    store.log_message("s1", "user", "The ferry leaves at nine.", timestamp="2024-05-01T10:00:00Z", speaker="Ada")
    for number in range(40):
        say(store, f"The ferry number {number} was late again. " + "It rained all day long. " * 30, "2024-06-01")
    whole = store.context("when does the ferry leave?", max_tokens=400, semantic=False)
    assert 0 < whole.tokens <= 400 and whole.left_out > 0
    assert "1 May 2024" in whole.text and "Ada" in whole.text and "The ferry leaves at nine." in whole.text
    best = by_words(store, "when does the ferry leave?")[0].score
    assert store.context("when does the ferry leave?", semantic=False, min_score=min(best + 0.01, 1)).text == ""
    assert store.context("zxqv brontoplast", semantic=False).text == ""


@pytest.mark.parametrize(
    "past",
    [20, 60],
)
def test_w34_what_no_longer_holds_crowds_nothing_out(make: Make, past: int) -> None:
    """There, the best hits by words were cut off before the superseded ones were taken out of them."""
    store = make()
    say(store, "Our office printer is the one in the hall.", "2020-01-01T09:00:00Z", "assistant", "old")
    for number in range(past):
        say(store, f"My printer code is {1000 + number}.", f"20{21 + number // 12}-{1 + number % 12:02}-01T09:00:00Z")
    store.consolidate()
    found = by_words(store, "printer", k=2)
    assert set(words(found)) == {f"My printer code is {1000 + past - 1}.", "Our office printer is the one in the hall."}
    assert words(by_words(store, "printer", k=50)) == words(found), "and with more room they are the same"
