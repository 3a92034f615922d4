"""What is kept of each statement, and which of a message's extractions counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from awhm.commands.claims import Extraction, claims, current, memory_id, sid, statement_id
from awhm.commands.timeline import FOREVER
from awhm.events.codec import encode
from awhm.events.event import Stated, StatementsExtracted


def stated(value: str = "acme", slot: str | None = "user|employer", **more: object) -> Stated:
    plain: dict[str, object] = {
        "family": "fact",
        "start": 0,
        "end": 9,
        "subject": "user",
        "attribute": "employer",
        "slot": slot,
        "value": value,
        "value_key": value,
        "confidence": 0.8,
        "rule": "en/test",
    }
    return Stated.model_validate(plain | more)


def extraction(position: int, *statements: Stated, occurred: int = 1000) -> Extraction:
    """What the fold makes of an event, after it went through the codec."""
    event = StatementsExtracted(message=3, session="s", occurred=occurred, extractor="one", statements=list(statements))
    payload: Mapping[str, Any] = orjson.loads(encode(event))
    return claims(position, payload)


@drawn(position=st.integers(1, 1 << 53), place=st.integers(0, 9999))
def test_an_id_names_its_number_and_back(position: int, place: int) -> None:
    assert sid(statement_id((position, place))) == sid(memory_id((position, place))) == (position, place)


def test_a_claim_holds_from_when_it_was_said_unless_its_words_say_otherwise() -> None:
    windows = [
        claim.entry[5:7]
        for claim in extraction(
            7, stated(), stated(valid_from=5000), stated(valid_to=9000), stated(valid_from=0, valid_to=10)
        ).claims
    ]
    assert windows == [(1000, FOREVER), (5000, FOREVER), (1000, 9000), (0, 10)]


@pytest.mark.parametrize(
    "window",
    [{"valid_to": 500}, {"valid_to": 1000}, {"valid_from": 700, "valid_to": 600}, {"valid_from": 0, "valid_to": 0}],
)
def test_a_window_is_never_empty_or_turned_round(window: dict[str, Any]) -> None:
    (claim,) = extraction(7, stated(**window)).claims
    assert claim.entry.start < claim.entry.end == window["valid_to"]


def test_only_the_values_of_a_many_valued_slot_have_lanes_of_their_own() -> None:
    one, many = extraction(7, stated("tea"), stated("tea", many=True)).claims
    assert (one.entry.lane, many.entry.lane) == ("", "tea")


def test_without_a_slot_a_statement_stands_for_itself_and_meets_only_its_own_denial() -> None:
    rain, again, denied, snow = extraction(
        7, stated("rain", None), stated("rain", None), stated("rain", None, polarity=False), stated("snow", None)
    ).claims
    assert rain.slot == again.slot == denied.slot != snow.slot


def test_only_a_statement_that_forgets_names_a_topic_and_only_an_edit_means_one_value_exactly() -> None:
    forget, plain, empty, edit = extraction(
        7,
        stated("my job", None, rule="forget", retracts=True),
        stated("my job", None),
        stated("it", None, rule="forget", retracts=True),
        stated("acme", rule="edit", retracts=True),
    ).claims
    assert forget.forgets == {"job"} and not plain.forgets
    assert not empty.forgets, "what names nothing forgets nothing"
    assert [claim.entry.exact for claim in (forget, plain, empty, edit)] == [False, False, False, True]


def test_what_a_claim_may_be_called_by_are_its_words_and_the_names_of_its_slot() -> None:
    (claim,) = extraction(7, stated("Acme Corp")).claims
    assert {"acme", "corp", "job", "work"} <= claim.words


# Which extraction counts -----------------------------------------------------------------------------------


def numbers(*extractions: Extraction) -> dict[tuple[int, int], str]:
    return {number: claim.entry.value for number, claim in current(extractions).items()}


def test_the_latest_extraction_counts_and_what_it_finds_again_keeps_its_number() -> None:
    first = extraction(7, stated("acme"), stated("globex"))
    second = extraction(9, stated("globex"), stated("initech"))
    assert numbers(first) == {(7, 0): "acme", (7, 1): "globex"}
    assert numbers(first, second) == {(7, 1): "globex", (9, 1): "initech"}
    third = extraction(11, stated("acme"))
    assert numbers(first, second, third) == {(7, 0): "acme"}, "also where one in between had missed it"
    assert numbers(first, extraction(9)) == {} == numbers()


def test_what_is_found_again_is_as_the_latest_extraction_says() -> None:
    first, second = extraction(7, stated("acme")), extraction(9, stated("x", "y"), stated("acme", valid_from=5))
    claim = current([first, second])[7, 0]
    assert claim.entry.statement == (7, 0) and claim.entry.start == 5 and claim.entry.order[3] == 1


def test_the_same_said_twice_in_a_message_are_two_claims_with_numbers_of_their_own() -> None:
    first, second = extraction(7, stated("acme")), extraction(9, stated("acme"), stated("acme"))
    assert numbers(first, second) == {(7, 0): "acme", (9, 1): "acme"}
    assert numbers(first, second, extraction(11, stated("acme"), stated("acme"))) == {(7, 0): "acme", (9, 1): "acme"}


@pytest.mark.parametrize("other", [{"slot": "user|name"}, {"polarity": False}, {"retracts": True}, {"value_key": "b"}])
def test_another_slot_value_or_polarity_is_another_claim(other: dict[str, Any]) -> None:
    changed = Stated.model_validate(stated("acme").model_dump() | other)
    assert list(current([extraction(7, stated("acme")), extraction(9, changed)])) == [(9, 0)]


SAYS = st.lists(st.builds(stated, st.sampled_from(["acme", "globex"]), polarity=st.booleans()), max_size=4)


@drawn(versions=st.lists(SAYS, min_size=1, max_size=4))
def test_every_statement_of_the_latest_extraction_has_one_number_of_its_own(versions: list[list[Stated]]) -> None:
    extractions = [extraction(7 + index, *found) for index, found in enumerate(versions)]
    found = current(extractions)
    assert sorted(claim.entry[3:5] for claim in found.values()) == sorted(
        (one.value_key, one.polarity) for one in versions[-1]
    )
    assert all(claim.entry.statement == number for number, claim in found.items())
    again = current([*extractions, extraction(99, *versions[-1])])
    assert again.keys() == found.keys(), "who finds the same changes no number"


@pytest.mark.parametrize(
    "change",
    [
        {"value_key": "globex"}, {"polarity": False}, {"confidence": 0.7}, {"valid_to": 5000}, {"many": True},
        {"corrects": True}, {"retracts": True}, {"family": "policy"}, {"slot": "user|name"}, {"slot": None},
        {"subject": "anna"}, {"slot": None, "rule": "forget"}, {"rule": "edit"},
    ],
)  # fmt: skip
def test_an_extraction_that_would_be_decided_otherwise_says_something_else(change: dict[str, Any]) -> None:
    changed = Stated.model_validate(stated("acme").model_dump() | change)
    assert extraction(9, changed).says() != extraction(7, stated("acme")).says()
    assert extraction(9, changed).says() == extraction(7, changed).says()


def test_a_topic_to_forget_says_something_else_than_the_same_words_without_a_slot() -> None:
    plain, forget = stated("acme", None), stated("acme", None, rule="forget")
    assert extraction(7, plain).says() != extraction(9, forget).says()
