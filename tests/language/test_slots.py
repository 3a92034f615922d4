"""Slots: one key for one thing, however it was put; polarity never in it; nothing for a pronoun."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.extract import extract
from awhm.language.packs.english import ENGLISH
from awhm.language.packs.ready import ready
from awhm.language.slots import slot_key, value_key
from awhm.language.statement import Family, Statement


def made(subject: str, attribute: str | None, condition: str | None = None) -> Statement:
    return Statement(Family.FACT, 0, 1, subject, attribute, "v", "v", condition=condition)


def slot_of(text: str) -> str | None:
    (statement,) = extract(text)
    return slot_key("user", statement)


@given(
    st.lists(st.tuples(*[st.text(alphabet="ab|\\", min_size=1, max_size=3)] * 4), min_size=2, max_size=2, unique=True)
)
def test_two_slots_never_share_a_key(parts: list[tuple[str, str, str, str]]) -> None:
    keys = {slot_key(scope, made(subject, attribute, condition)) for scope, subject, attribute, condition in parts}
    assert len(keys) == 2


@pytest.mark.parametrize("subject", ["it", "this", "that", "problem", "issue", "error", "eso", "это", ""])
def test_a_pronoun_or_generic_subject_fills_no_slot(subject: str) -> None:
    """W19: `fact:it`, `fact:the problem` were slots of everybody's."""
    assert slot_key("user", made(subject, "port")) is None


def test_a_statement_without_an_attribute_fills_no_slot() -> None:
    assert slot_key("user", made("user", None)) is None


SAME = [
    ("Always use tabs.", "Never use tabs."),
    ("Always use spaces for indentation.", "Use tabs for indentation."),
    ("I'm back to Vim as my favourite editor.", "My favourite editor is Vim."),
    ("It isn't true that Marcus keeps bees.", "Marcus keeps bees."),
    ("My sister Anya lives in Oslo.", "My sister lives in Lyon."),
    ("Always use tabs", "Never use tabs for indentation"),
    ("I love trail running.", "I hate trail running now."),
    ("I prefer Python.", "Actually, I prefer Rust."),
    ("My favourite editor is Vim.", "I'm back to Emacs as my favourite editor."),
    ("I live in Porto.", "I moved to Ghent."),
    ("My name is Bob.", "Call me Rob."),
    ("The gateway listens on port 80.", "The gateway's port is 8080."),
    ("Our deadline is Friday.", "The deadline is Monday."),
    ("My desk is on floor 3.", "My desk moved to floor 7."),
    ("Kamal is assigned to the Atlas project.", "Kamal moved from the Atlas project to the Borealis project."),
    ("The author of Red Sands is Ama Bright.", "Red Sands was written by Una Nox."),
    ("I want you to start method names with 'a_'.", "From now on, all method names should start with 'b_'."),
    ("My phone number is 555-0134.", "My new number is 555-0178."),
    ("My editor is Vim.", "I use Helix as my editor."),
    ("My editor is Vim.", "I've switched to Helix."),
    ("Standup is at 9:30.", "Standup moved to 10:00."),
    ("My call with Ola is on Tuesday.", "The call with Ola is Thursday."),
    ("The frontend is built with Angular.", "We rewrote the frontend in Svelte."),
    ("Lena is the team lead.", "Marcus took over from Lena as team lead."),
    ("Use four spaces in YAML.", "In YAML use two spaces."),
    ("Vivo en Lugo.", "Me mudé a Vigo."),
    ("Я живу в Омске.", "Я переехал в Томск."),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_what_is_said_of_one_thing_is_one_slot(first: str, second: str) -> None:
    assert slot_of(first) == slot_of(second) is not None


OTHERS = [
    ("I love olives.", "I love maps."),
    ("Always use tabs in Go.", "Never use tabs in Python."),
    ("I prefer Rust.", "I prefer dark mode."),
    ("I prefer Python.", "I prefer short answers."),
    ("My daughter Mei is allergic to nuts.", "My son Leo is allergic to nuts."),
    ("My sister's name is Ann.", "My brother's name is Tom."),
    ("The staging server runs on port 80.", "The test server runs on port 81."),
    ("Always end method names with '_a'.", "Always end variable names with '_b'."),
    ("Always start method names with 'a_'.", "Always end method names with '_b'."),
]


@pytest.mark.parametrize(("first", "second"), OTHERS)
def test_what_can_hold_side_by_side_is_two_slots(first: str, second: str) -> None:
    assert slot_of(first) != slot_of(second)


def test_many_valued_slots_say_so() -> None:
    many = {text: extract(text)[0].many for text in ("I'm allergic to nuts.", "I speak Dutch.", "I live in Rome.")}
    assert many == {"I'm allergic to nuts.": True, "I speak Dutch.": True, "I live in Rome.": False}


def test_the_slots_of_a_rule_leave_numbers_to_the_value() -> None:
    first, second = slot_of("Always take a break every 50 minutes."), slot_of("Always take a break every 60 minutes.")
    assert first == second


@pytest.mark.parametrize("value", ["The  Blue Door.", "the blue door", "'THE BLUE DOOR'", "a blue door!"])
def test_values_are_compared_without_case_marks_and_articles(value: str) -> None:
    assert value_key(value, ready(ENGLISH)) == "blue door"


def test_scope_subject_attribute_and_condition_are_all_in_the_key() -> None:
    keys = {
        slot_key(scope, made(subject, attribute, condition))
        for scope, subject, attribute, condition in product("ab", "ab", "ab", ["a", None])
    }
    assert len(keys) == 16
