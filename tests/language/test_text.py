"""Any text can be stored, and what can be stored as it is stays as it is."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.language.text import clean, clean_json

anything = st.text(st.characters(codec=None, exclude_categories=()))
surrogates = st.text(st.characters(min_codepoint=0xD7FF, max_codepoint=0xE000, exclude_categories=()))


def test_a_pair_of_surrogates_is_joined_and_a_lone_one_replaced() -> None:
    assert clean("\ud83d\ude00") == "😀"
    assert clean("a\ud83db\ude00c") == "a\ufffdb\ufffdc"
    assert clean("\ud83d\ud83d\ude00\ude00") == "\ufffd😀\ufffd"


def test_byte_order_marks_go_at_the_start_alone() -> None:
    assert clean("\ufeff\ufeffhe\ufeffllo") == "he\ufeffllo"


def test_nul_and_unnormalised_accents_and_odd_line_ends_are_kept() -> None:
    text = "a\x00b Cafe\u0301 Ångström\u2028 \x85 \r\n  "
    assert clean(text) == text


@given(anything | surrogates)
def test_the_result_is_always_utf8_and_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text)
    assert once.encode().decode() == once
    assert clean(once) == once


@given(st.text())
def test_text_that_can_be_stored_is_verbatim(text: str) -> None:
    assert clean(text) == text.lstrip("\ufeff")


@given(surrogates)
def test_surrogates_are_read_as_utf16_reads_them(text: str) -> None:
    assert clean(text) == text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | anything
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text("abc"), inner), max_leaves=20)


@given(values)
def test_every_json_value_becomes_one_that_orjson_writes_and_reads_back(value: Any) -> None:
    cleaned = clean_json(value)
    assert orjson.loads(orjson.dumps(cleaned)) == cleaned


@given(st.recursive(st.none() | st.booleans() | st.integers(0, 9), st.lists, max_leaves=20))
def test_plain_values_are_equal_afterwards(value: Any) -> None:
    assert clean_json(value) == value


def test_keys_and_nested_strings_are_cleaned_and_the_original_is_left_alone() -> None:
    given_value = {"a\ud800": ["\ud83d\ude00", {"\ufeffb": "\udfff"}]}
    before = repr(given_value)
    assert clean_json(given_value) == {"a\ufffd": ["😀", {"b": "\ufffd"}]}
    assert repr(given_value) == before


def nested(levels: int) -> Any:
    return json.loads("[" * levels + "]" * levels)


def test_a_hundred_levels_are_taken_and_one_more_refused() -> None:
    assert clean_json(nested(100)) == nested(100)
    with pytest.raises(Refused) as refused:
        clean_json(nested(101))
    assert refused.value.code == "bad_metadata"


def test_a_value_that_holds_itself_is_refused() -> None:
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(Refused):
        clean_json(circle)


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        -float("inf"),
        2**64,
        -(2**63) - 1,
        b"bytes",
        {1: "a"},
        {None: "a"},
        (1, 2),
        {1, 2},
        object(),
        {"\ufeffa": 1, "a": 2},
    ],
)
def test_what_json_cannot_hold_is_refused_by_name(value: Any) -> None:
    for wrapped in (value, [value], {"key": value}):
        with pytest.raises(Refused) as refused:
            clean_json(wrapped)
        assert refused.value.code == "bad_metadata"
        assert str(refused.value) and refused.value.hint
