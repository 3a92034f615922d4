"""Slots of rules to follow: those that decide the same meet in one, those that can hold side by side do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.extract import extract
from awhm.language.slots import slot_key
from awhm.language.statement import Statement


def only(text: str) -> Statement:
    found = extract(text)
    assert len(found) == 1, found
    return found[0]


def slot(text: str) -> str | None:
    return slot_key("user", only(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Always use docstrings.", "Never use a docstring."),
        ("Always use a debugger when coding.", "Never use a debugger while developing."),
        ("Always utilize linters.", "From now on, use a linter in your daily work."),
        ("Always use kebab-case for branch names.", "Always use snake_case when naming branches."),
        ("Always start table names with 't_'.", "From now on, start the names of your tables with 'tbl_'."),
        ("Always write long release notes.", "From now on, keep release notes short."),
        ("Always stretch every 20 minutes.", "Always stretch every two hours."),
        ("Always use Thunderbird as your main mail client.", "From now on, use Mutt as the mail client."),
        ("Always use Figma for mockups.", "From now on, use Penpot for mockups."),
        ("Always start using feature flags.", "Never use feature flags."),
        ("Always import modules of tests.", "Never import tests of modules."),
        ("Always wrap lines at 80 columns.", "Always wrap lines at 100 columns."),
    ],
)
def test_rules_that_decide_the_same_fill_one_slot(one: str, other: str) -> None:
    assert slot(one) == slot(other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Always start table names with 't_'.", "Always end table names with '_t'."),
        ("Always start table names with 't_'.", "Always start column names with 'c_'."),
        ("Always start table names with 't_'.", "Always use snake_case for table names."),
        ("Always use tabs in Go.", "Always use tabs in Python."),
        ("Always use linters.", "Always use formatters."),
        ("Always add the '@cached' decorator to getters.", "Always add the '@traced' decorator to getters."),
        ("Always write long release notes.", "Always write long error messages."),
        ("Always use Thunderbird as your main mail client.", "Always use Emacs as your main text editor."),
        ("Never commit to main.", "Never commit to develop."),
        ("Never commit secrets.", "Never push secrets."),
        ("Always use HTTPS.", "Always use HTTP/2."),
    ],
)
def test_rules_that_can_hold_side_by_side_fill_two_slots(one: str, other: str) -> None:
    assert slot(one) != slot(other)


def test_a_rule_and_its_denial_are_one_value_however_they_are_put() -> None:
    said, denied = only("Always use a profiler when coding."), only("Never use profilers.")
    assert only("Please always use profilers consistently.").value_key == said.value_key
    assert said.polarity and not denied.polarity


def test_two_values_of_one_rule_are_told_apart() -> None:
    assert only("Always stretch every 20 minutes.").value_key != only("Always stretch every 30 minutes.").value_key
    assert (
        only("Always start table names with 't_'.").value_key != only("Always start table names with 'u_'.").value_key
    )


def test_what_is_quoted_behind_with_is_asked_for_and_stays_in_the_value() -> None:
    assert only("Always sign letters with 'Ada'.").value == "sign letters with 'Ada'"


@given(st.permutations(["red", "metal", "boxes"]))
def test_the_order_of_words_makes_no_other_rule(words: list[str]) -> None:
    assert slot(f"Always label {' '.join(words)}.") == "user|user|label:box metal red|"
