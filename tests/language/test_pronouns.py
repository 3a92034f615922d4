"""Whom a pronoun means that begins the next clause of a sentence about a relative."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract

Told = tuple[str, str | None, str]


def told(text: str) -> list[Told]:
    return [(one.subject, one.attribute, one.value) for one in extract(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("My daughter is called Mia, she is 4.", ("user's daughter", "age", "4")),
        ("My sister is called Ana and she's a nurse.", ("user's sister", "occupation", "a nurse")),
        ("My brother is called Tom, he lives in Leeds.", ("user's brother", "location", "Leeds")),
        ("Дочь зовут Алиса, ей 4 года.", ("user's дочь", "age", "4")),
        ("Сестру зовут Анна, она живёт в Риме.", ("user's сестра", "location", "Риме")),
        ("Mi hija se llama Mía, tiene 4 años.", ("user's hija", "age", "4")),
        ("Mi hermana se llama Ana, ella vive en Roma.", ("user's hermana", "location", "Roma")),
    ],
)
def test_a_pronoun_takes_the_relative_of_the_clause_before(text: str, wanted: Told) -> None:
    assert told(text)[1:] == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "My daughter is called Mia. She is 4.",
        "My sister works with Anna, she is 34.",
        "My sister is called Ana and he's a nurse.",
        "My sister is called Ana and my daughter Mia, she is 4.",
        "My editor is called Helix, she is 4.",
        "У сестры есть кот, ей 4 года.",
    ],
)
def test_it_stays_open_where_it_may_be_another_or_stands_in_another_sentence(text: str) -> None:
    assert all(value not in ("4", "34", "a nurse") for _, _, value in told(text))


def test_the_statement_stands_where_its_own_clause_does() -> None:
    text = "My daughter is called Mia, she is 4."
    later = extract(text)[1]
    assert text[later.start : later.end] == "she is 4"
