"""The words that name a topic: what "forget what I said about X" has in common with what X was said in."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from awhm.language.topics import callings, topic_words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("my job", {"job"}),
        ("My JOB", {"job"}),
        ("the job at Acme Corp.", {"job", "acme", "corp"}),
        ("C++ and C#", {"c++", "c#"}),
        ("node.js, pytest-xdist; O'Brien!", {"node.js", "pytest-xdist", "o'brien"}),
        ("O’Brien", {"o'brien"}),
        ("«Война и мир»", {"война", "мир"}),
        ("mi trabajo en Málaga", {"trabajo", "málaga"}),
        ("snake_case", {"snake_case"}),
        ("日本", {"日本"}),
        ("", set[str]()),
        ("... !? -- ''", set[str]()),
        ("what I said about my own that and the", {"said", "own"}),
        ("my allergies, Anna's pets and the tabs", {"allergy", "anna", "pet", "tab"}),
        ("a bus, the glass and Paris", {"bus", "glass", "paris"}),
    ],
)
def test_a_topic_is_its_words_without_those_that_name_nothing(said: str, words: set[str]) -> None:
    assert topic_words(said) == words


@pytest.mark.parametrize("said", ["", "it", "that", "me", "my", "about that", "eso", "это", "об этом", "it's"])
def test_what_names_nothing_has_no_words_and_so_forgets_nothing(said: str) -> None:
    assert topic_words(said) == frozenset()


@pytest.mark.parametrize(
    ("attribute", "topic"),
    [
        ("employer", "job"),
        ("employer", "my work"),
        ("employer", "mi trabajo"),
        ("employer", "мою работу"),
        ("occupation", "my job"),
        ("location", "my home"),
        ("location", "where I live"),
        ("location", "donde vivo"),
        ("location", "где я живу"),
        ("allergy", "my allergies"),
        ("anna employer", "Anna's job"),
        ("birthday", "my age"),
        ("name", "mi nombre"),
    ],
)
def test_a_slot_is_also_called_by_the_names_that_people_have_for_it(attribute: str, topic: str) -> None:
    words = topic_words(topic)
    assert words
    assert words <= callings(f"user {attribute} acme")
    assert not words <= callings("user hobby chess")


def test_the_same_topic_is_found_however_its_letters_are_composed() -> None:
    for word in ("café", "Málaga", "йога", "naïve"):
        whole, parts = unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)
        assert topic_words(whole) == topic_words(parts) == {whole.casefold()}


@drawn(text=st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_a_text_is_always_called_by_its_own_words(text: str) -> None:
    words = topic_words(text)
    assert words <= callings(text)
    assert topic_words(f"the {text}, {text}") == words, "said twice it names the same"


@drawn(words=st.lists(st.sampled_from(["acme", "c++", "tab", "ёж", "don't"]), max_size=5), case=st.booleans())
def test_order_case_and_what_stands_between_words_do_not_matter(words: list[str], case: bool) -> None:
    said = ", ".join(word.upper() if case else word for word in reversed(words))
    assert topic_words(said) == topic_words(" ".join(words)) == set(words)
