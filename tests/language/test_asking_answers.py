"""What a message has to offer to a question, and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.asking import (
    ASKS_AT_LAST,
    ASKS_SOMEWHERE,
    NAME,
    NUMBER,
    READ,
    TIME,
    Sought,
    answers,
    asks,
    offered,
    words_in,
)


@pytest.mark.parametrize(
    "text",
    [
        "It was on 7 May", "last friday", "in 1998", "we met in May", "May 7 was fine", "since March", "le 3 mars",
        "en marzo", "вчера", "gestern", "at 9:40", "5pm sharp", "three weeks", "el 5 de mayo", "In summer",
    ],
)  # fmt: skip
def test_a_text_with_a_time_may_answer_when(text: str) -> None:
    assert answers(Sought.TIME, text)


@pytest.mark.parametrize(
    "text",
    ["I may do that", "We march on", "a mission to Mars", "el mar es azul", "more mayo please", "wait a second",
     "the second one", "room 12", "", "score 3:1", "maybe"],
)  # fmt: skip
def test_what_only_looks_like_a_time_does_not_answer_when(text: str) -> None:
    assert not answers(Sought.TIME, text)


@pytest.mark.parametrize("text", ["room 12", "three cats", "дважды два", "a couple of them", "v2", "zwei", "5432"])
def test_a_text_with_a_number_may_answer_how_many(text: str) -> None:
    assert answers(Sought.NUMBER, text)


@pytest.mark.parametrize("text", ["no cats", "the second try", "someone", "tent", "none", ""])
def test_a_text_without_a_number_does_not(text: str) -> None:
    assert not answers(Sought.NUMBER, text)


@pytest.mark.parametrize("text", ["I met Ann", "we went to Zürich", "это Аня", "la ciudad, Ávila", "das ist Ödön"])
def test_a_text_with_a_name_may_answer_who(text: str) -> None:
    assert answers(Sought.NAME, text)


@pytest.mark.parametrize(
    "text", ["Nobody came", "then I left", "une école", "es époque", "so über alles", "я ёжик", ""]
)
def test_a_text_without_a_capital_inside_does_not(text: str) -> None:
    assert not answers(Sought.NAME, text)


def test_nothing_special_is_answered_by_nothing_special() -> None:
    assert not answers(Sought.ANYTHING, "Ann came on 7 May 2023")


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    assert answers(Sought.NUMBER, "x" * 19_999 + "5")
    assert not answers(Sought.NUMBER, "x" * 20_000 + "5")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Really?", 1), ("Is it so? ", 1), ('She said "why?"', 1), ("what?)\n", 1), ("Was? \u201d", 1), ("真的？", 1),
        ("Why? Because.", 0.5), ("为什么？不知道", 0.5), ("It is so.", 0), ("", 0), ("   ", 0),
    ],
)  # fmt: skip
def test_a_text_asks_at_its_end_or_within(text: str, asked: float) -> None:
    assert asks(text) == asked


@given(st.text(), st.sampled_from(list(Sought)))
def test_any_text_can_be_looked_at(text: str, sought: Sought) -> None:
    assert asks(text) in (0, 0.5, 1)
    assert answers(sought, text) in (True, False)


# Kept as numbers ------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["7", "19", "1998", "2004", "20", "03", "5pm", "5", "p.m", "am", ":", ":30", "9:40", "12", "may", "May", "March",
     "mar", "mayo", "in", "of", "de", "st", "the", "on", "I", "We", "Ann", "A", "b", "_", "_x", "x_", "three",
     "yesterday", "twice", "-", ",", ";", ".", "?", "!", "'", '"', ")", " ", "  ", "\n", "\t", "\x1c", "é", "И", "漢字",
     "\u2019", "？", "\u00a0"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join) | st.lists(PIECES, max_size=12).map(" ".join) | st.text(max_size=30))
def test_what_is_kept_of_a_message_is_what_its_text_tells(text: str) -> None:
    """The way of its own that ASCII has gives what the others give."""
    halves, bits = offered(text)
    assert halves == 2 * words_in(text)
    assert {ASKS_SOMEWHERE: 0.5, ASKS_AT_LAST: 1.0}.get(bits & (ASKS_SOMEWHERE | ASKS_AT_LAST), 0.0) == asks(text)
    for bit, sought in ((TIME, Sought.TIME), (NUMBER, Sought.NUMBER), (NAME, Sought.NAME)):
        assert bool(bits & bit) == answers(sought, text), sought


@pytest.mark.parametrize("word", ["x", "é", "漢"])
def test_what_is_kept_of_the_longest_message_fits_its_columns(word: str) -> None:
    for space in ("", " "):
        halves, bits = offered((word + space) * READ + "5?")
        assert halves == 2 * words_in((word + space) * READ)
        assert 0 <= halves < 1 << 16
        assert bits == ASKS_AT_LAST
