"""What one clause says beside its statement, what it puts right, and where its value ends."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import Statement


def only(text: str) -> Statement:
    (statement,) = extract(text)
    return statement


def test_a_rule_may_have_others_beside_it_on_the_same_clause() -> None:
    work = extract("I work at St Mary's as a paediatric nurse.")
    assert [(one.attribute, one.value) for one in work] == [
        ("employer", "St Mary's"),
        ("occupation", "a paediatric nurse"),
    ]
    names = extract("Begin variable names with 'n_' and attributes with 'a_'.")
    assert [(one.attribute, one.value) for one in names] == [
        ("start:variable names", "'n_'"),
        ("start:attribute names", "'a_'"),
    ]


def test_what_is_not_used_any_more_ends_whatever_it_was_used_for() -> None:
    used, forgotten = extract("I don't use Notion anymore.")
    assert used.retracts and used.attribute is not None
    assert (forgotten.rule, forgotten.attribute, forgotten.value_key) == ("forget", None, "uses notion")
    assert len(extract("I don't use Notion for planning anymore.")) == 1


def test_a_condition_put_in_behind_the_verb_is_no_end_of_the_clause() -> None:
    one = only("Always mention, whenever the notes are drafted for partners, the support address.")
    assert (one.attribute, one.value) == ("mention:address support", "the support address")
    assert one.condition == "whenever note drafted partner"


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("My number has changed, it's 0131 496 0702 now.", "phone number", "0131 496 0702"),
        ("I've changed dentists, it's Dr Roe now.", "dentist", "Dr Roe"),
        ("Scratch that, we fly out on the 14th.", None, "the 14th"),
    ],
)
def test_what_is_put_right_is_found_in_the_clause_behind(text: str, attribute: str | None, value: str) -> None:
    (one,) = [made for made in extract(text) if made.corrects]
    assert (one.attribute, one.value) == (attribute, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I live in Porto, near the river.", "Porto"),
        ("I'm allergic to shellfish so skip the prawns.", "shellfish"),
        ("My brother's moved to Aberdeen for work.", "Aberdeen"),
    ],
)
def test_what_is_only_said_along_with_a_value_is_no_part_of_it(text: str, value: str) -> None:
    assert only(text).value == value


def test_marks_around_all_that_a_speaker_says_are_no_quotation() -> None:
    text = '"From now on, use Emacs for all Python code."'
    assert extract(text) == []
    (one,) = extract(text, role="user", speaker="Alice")
    assert one.value == "use Emacs"
    assert extract('"Use tabs", he said, "always use tabs."', speaker="Alice") == []
