"""Masks: what is not the writer's own statement is hidden, and nothing moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.extract import explain, extract
from awhm.language.packs.every import PACKS
from awhm.language.packs.ready import words_of
from awhm.language.quoted import HIDDEN, OPAQUE, covered, folded, masks

WORDS = words_of(PACKS)
MINE = "I live in Rome."


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(folded(text)) == len(text)


@given(st.text(alphabet="`'\"<>/abc :\n~-{}", max_size=200))
def test_masking_keeps_the_length_and_hides_only_what_it_says(text: str) -> None:
    fold = folded(text)
    found = masks(text, fold, WORDS)
    shown = covered(fold, found)
    assert len(shown) == len(text)
    assert all(0 <= mask.start < mask.end <= len(text) for mask in found)
    inside = {at for mask in found for at in range(mask.start, mask.end)}
    assert all(shown[at] == fold[at] for at in range(len(text)) if at not in inside)
    assert all(shown[at] in HIDDEN + OPAQUE for at in inside)


def test_folding_is_lower_case_with_plain_marks() -> None:
    assert folded("I’M “Ok”\u00a0İZMİR") == 'i\'m "ok" izmir'


HIDDEN_TEXTS = [
    f"Why?\n```\n{MINE}\n```",
    f"Why?\n```python\n{MINE}",
    f"Why? ```{MINE}",
    f"~~~\n{MINE}\n~~~",
    f"> {MINE}",
    f"<awhm-memory>\n{MINE}\n</awhm-memory>\nHello.",
    f"<system-reminder>{MINE}</system-reminder>",
    f"<awhm-memory>{MINE}",
    f"<note>{MINE}</note>",
    f"Ian wrote: {MINE}",
    f"Ian wrote to me: {MINE} I hate flying.",
    f'She said "{MINE}"',
    f"She said: '{MINE}'",
    f"«{MINE}»",
    f"Here is the mail:\n{MINE}\nWhat now?",
    f"Sent from the chat:\nIan: {MINE}\nUna: My name is Una.",
    f"[12:03] Ian: {MINE}",
    f"Write a story about a baker. {MINE}",
    f"Let's role-play: {MINE}",
    f"Pretend you are a vet. {MINE}",
    f"Translate this into French: {MINE}",
    f"Escribe un cuento. {MINE}",
    f"Придумай рассказ. {MINE}",
    '{"text": "I live in Rome."}',
    "2024-01-01 10:00:00 INFO I live in Rome.",
    "FAILED tests/test_home.py::I live in Rome",
]


@pytest.mark.parametrize("text", HIDDEN_TEXTS)
def test_the_words_of_others_code_and_fiction_say_nothing_of_the_user(text: str) -> None:
    """W20, and the field reports BC-EXT-08, -09, -11 and -14."""
    assert [made for made in extract(text) if made.attribute == "location"] == []


SHOWN_TEXTS = [
    f"{MINE} What does `x` do?",
    f"```\ncode\n```\n{MINE}",
    f"{MINE}\n> quoted\n",
    f"<note>Hi</note> {MINE}",
    f"a < b and c > d. {MINE}",
    f"It's 5 o'clock, don't wait. {MINE}",
    f"Note: {MINE}",
    f"Thanks for the story. {MINE}",
]


@pytest.mark.parametrize("text", SHOWN_TEXTS)
def test_what_the_user_says_beside_them_is_kept(text: str) -> None:
    assert [made.value for made in extract(text) if made.attribute == "location"] == ["Rome"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Always use `black`.", "use `black`"),
        ('My dog is called "Rex".', '"Rex"'),
        ("From now on, start method names with 'm_'.", "'m_'"),
        ("Mi editor favorito es «Vim».", "«Vim»"),
    ],
)
def test_a_value_may_hold_inline_code_or_a_short_quotation(text: str, value: str) -> None:
    assert [made.value for made in extract(text)] == [value]


def test_explaining_tells_why_a_stretch_was_hidden() -> None:
    told = explain(f"Why?\n```\n{MINE}\n```\nIan wrote: {MINE}")
    assert {"code", "words of others"} <= {one.reason for one in told}
