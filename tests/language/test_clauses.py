"""Clauses: where sentences and clauses begin and end, and what is taken off them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.clauses import Clause, clauses, silent
from awhm.language.packs.every import PACKS
from awhm.language.packs.ready import ready, words_of
from awhm.language.quoted import folded

LANGUAGES = tuple(ready(pack) for pack in PACKS)
WORDS = words_of(PACKS)


def read(text: str) -> list[Clause]:
    return list(clauses(folded(text), LANGUAGES, text, WORDS))


def shown(text: str) -> list[str]:
    return [text[clause.start : clause.end] for clause in read(text) if clause.end > clause.start]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I came. I saw.", ["I came", "I saw"]),
        ("Dr. Wolf lives in St. Gallen.", ["Dr. Wolf lives in St. Gallen"]),
        ("E. M. Forster wrote it. I read it.", ["E. M. Forster wrote it", "I read it"]),
        ("We use Python 3.11 here.", ["We use Python 3.11 here"]),
        ("See https://fern.example/a.b?c=d. Thanks.", ["See https://fern.example/a.b?c=d", "Thanks"]),
        ("Open main.py now.", ["Open main.py now"]),
        ("Acme Inc. is ours.", ["Acme Inc. is ours"]),
        ("e.g. this one", ["e.g. this one"]),
        ("one\ntwo\n\nthree", ["one", "two", "three"]),
        ("- one\n* two\n1. three\n- [x] four", ["one", "two", "three", "four"]),
        ("Wait... what?!", ["Wait", "what"]),
        ("Живу в г. Омске. Работаю.", ["Живу в г. Омске", "Работаю"]),
        ("Vive con la Sra. Paz. Trabaja.", ["Vive con la Sra. Paz", "Trabaja"]),
    ],
)
def test_sentences_end_where_they_end(text: str, expected: list[str]) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Rome and I'm a nurse.", ["I live in Rome", "I'm a nurse"]),
        ("I like tea, but my wife likes coffee.", ["I like tea", "my wife likes coffee"]),
        ("I like tea and biscuits.", ["I like tea and biscuits"]),
        ("I live in Paris, France.", ["I live in Paris, France"]),
        ("My name is Bob; I'm from Cork.", ["My name is Bob", "I'm from Cork"]),
        ("I got that wrong: the port is 80.", ["I got that wrong: the port is 80"]),
        ("Vivo en Lugo y trabajo en Vigo.", ["Vivo en Lugo", "trabajo en Vigo"]),
        ("Я живу в Омске, а работаю в Томске.", ["Я живу в Омске", "работаю в Томске"]),
    ],
)
def test_a_conjunction_before_a_new_subject_ends_a_clause(text: str, expected: list[str]) -> None:
    assert shown(text) == expected


def test_a_predicate_after_and_borrows_its_subject() -> None:
    _, second = read("My sister lives in Rome and works at Fern.")
    assert second.text == "my sister works at fern"
    assert second.start == len("My sister lives in Rome and ")


def test_an_adjective_after_and_borrows_the_copula_too() -> None:
    assert read("I'm vegan and allergic to nuts.")[1].text == "i'm allergic to nuts"


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Actually, I live in Rome.", "corrects"),
        ("No, it's 8080.", "corrects"),
        ("En realidad, vivo en Lugo.", "corrects"),
        ("На самом деле я живу в Омске.", "corrects"),
        ("From now on, use tabs.", "standing"),
        ("Впредь пиши кратко.", "standing"),
        ("I think the port is 80.", "hedged"),
        ("It isn't true that I live in Rome.", "denied"),
        ("House rule: no shoes.", "labelled"),
        ("If it rains, take the bus.", "iffy"),
        ("Whenever I ask, answer.", "front_habitual"),
    ],
)
def test_lead_ins_are_taken_off_and_kept_as_marks(text: str, mark: str) -> None:
    (clause,) = read(text)
    assert getattr(clause, mark) is True
    assert clause.shift > 0 and folded(text)[clause.shift :].startswith(clause.text)


def test_a_marker_that_only_looks_like_one_is_none() -> None:
    """W19: "corrections are welcome" was a correction."""
    assert not any(clause.corrects for clause in read("Corrections are welcome. Actually-existing things. Now that"))


def test_a_bare_marker_makes_the_next_sentence_a_correction() -> None:
    first, second, third = read("That's wrong. The port is 80. The host is a.")
    assert (first.why_not, second.corrects, third.corrects) == ("only says that something was wrong", True, False)


def test_what_is_no_longer_is_put_right_by_the_next_clause() -> None:
    assert [clause.corrects for clause in read("I no longer work at Fern, I moved to Umbra.")] == [False, True]


def test_a_fronted_time_is_taken_off_with_or_without_a_comma() -> None:
    for text in ("From 1 March, the endpoint is v2.", "From 1 March the endpoint is v2."):
        (clause,) = read(text)
        assert clause.text == "the endpoint is v2"


@pytest.mark.parametrize(
    "text",
    [
        *("What is my name?", "Do you know where I live?", "Can you fix it", "¿Dónde vivo?", "Где я живу?"),
        *("Is it true that I live in Rome and I work at Fern?", "tell me where I live"),
    ],
)
def test_questions_say_nothing(text: str) -> None:
    assert all(clause.why_not or silent(clause) for clause in read(text))


def test_a_question_leaves_the_clauses_before_it_alone() -> None:
    first, second = read("I live in Rome, what is the weather there?")
    assert (first.why_not, second.why_not) == ("", "a question")


def test_asking_for_assent_is_no_question() -> None:
    (clause,) = read("The port is 80, right?")
    assert clause.why_not == "" and clause.text == "the port is 80"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "If I lived in Rome",
            "I might move",
            "I wish I had a dog",
            "My aunt says I am late",
            "I heard that it works",
        ),
        *(
            "Ojalá viva en Roma",
            "Si viviera en Roma",
            "Dicen que vivo en Roma",
            "Если бы я жил в Риме",
            "Говорят, я в Риме",
        ),
    ],
)
def test_suppositions_and_what_others_say_say_nothing(text: str) -> None:
    assert all(clause.why_not or silent(clause) for clause in read(text))


def test_each_sentence_has_its_own_language() -> None:
    told = read("I live in Rome. Vivo en Lugo. Я живу в Омске. Мы используем GitLab CI.")
    assert [clause.ready.pack.code for clause in told] == ["en", "es", "ru", "ru"]


@given(st.text(alphabet="aiI'’.,;:!?\n ()-—¿яМ0\"`>andyи", max_size=120))
def test_clauses_lie_in_the_message_in_order_and_map_back_to_it(text: str) -> None:
    at = 0
    for clause in read(text):
        assert at <= clause.start <= clause.end <= len(text)
        own = clause.text[max(0, clause.start - clause.shift) :]
        begin = max(clause.start, clause.shift)
        assert folded(text)[begin : begin + len(own)] == own
        at = clause.start


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert all(clause.start <= clause.end for clause in read(text))
