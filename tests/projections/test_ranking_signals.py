"""What each signal of the ranking is for, and how they are weighed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranked_log import DAY, EVEN, MAY, MESSAGES, Log, Said, places, value

from awhm.projections.ranking import FORM, LEXICAL, SEMANTIC, weights_for
from awhm.projections.recall import Weights

# What each signal is for ----------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [0, 2])
def test_what_has_all_the_words_leads_what_follows_it(model: int) -> None:
    said = [Said("lunch was fine"), Said("paint the green fence"), Said("okay then maybe tomorrow"), Said("green")]
    ranked = Log(said, model).rank("paint the green fence")
    assert places(ranked)[0] == 2
    assert value(ranked, 2, "words") > value(ranked, 4, "words") > 0
    assert 3 not in places(ranked) or model, "it has no word of its own"


@given(MESSAGES, st.lists(st.sampled_from(["green", "fence", "paint"]), min_size=1, max_size=3, unique=True))
def test_the_words_of_a_message_lead_those_it_lends_to_an_empty_one(said: list[Said], asked: list[str]) -> None:
    said = [*said, Said(" ".join(asked), "own"), Said("sunny hours", "own")]
    log = Log(said, 0)
    words = log.rank(" ".join(asked))
    assert len(said) not in places(words)
    assert len(said) - 1 in places(words)


def test_an_answer_is_lifted_by_the_question_before_it() -> None:
    said = [
        Said("which colour should the fence have?", "a"),
        Said("the colour is green, I think", "a", "assistant"),
        Said("the colour is green, I think", "b", "assistant"),
    ]
    ranked = Log(said, 0).rank("fence colour")
    assert places(ranked).index(2) < places(ranked).index(3)
    assert value(ranked, 2, "words") > value(ranked, 3, "words")


@pytest.mark.parametrize("model", [0, 1, 2])
def test_what_only_stands_beside_an_answer_is_none(model: int) -> None:
    said = [Said("my dog is ill"), Said("lunch was fine"), Said("dog food"), Said("okay")]
    ranked = Log(said, model).rank("dog ill")
    assert set(places(ranked)) == {1, 3}


def test_a_message_without_the_words_is_found_by_its_meaning() -> None:
    said = [Said("the hound sleeps"), Said("lunch was fine"), Said("rain again today")]
    assert places(Log(said, 0).rank("puppy")) == []
    for model in (1, 2):
        ranked = Log(said, model).rank("puppy")
        assert places(ranked) == [1]
        assert ranked.hits[0].bm25 == ranked.hits[0].lexical == 0
        assert value(ranked, 1, "cosine") == pytest.approx(ranked.hits[0].cosine, abs=1e-5)


def test_late_interaction_finds_the_word_that_the_mean_hides() -> None:
    said = [Said("we saw the hound near a river with many old trees and stones", "a")]
    ranked = Log(said, 2).rank("river puppy")
    assert value(ranked, 1, "late") == pytest.approx(1, abs=0.02)
    assert value(ranked, 1, "cosine") < 0.7


@dataclass(frozen=True)
class Pair:
    """Two messages, alike but for one thing, and the question that tells them apart: the first is to lead."""

    signal: str
    question: str
    first: Said
    second: Said


PLAIN = Said("the fence is green", "a")
PAIRS = [
    Pair("speaker", "what does Ann say of the fence", replace(PLAIN, speaker="Ann"), replace(PLAIN, speaker="Bob")),
    Pair("mine", "is my fence green", PLAIN, replace(PLAIN, role="assistant")),
    Pair("yours", "did you say the fence is green", replace(PLAIN, role="assistant"), PLAIN),
    Pair("date", "was the fence green on 1 May", PLAIN, replace(PLAIN, occurred=MAY + 20 * DAY)),
    Pair("sort", "when was the fence green", replace(PLAIN, text="the fence is green, yesterday"),
         replace(PLAIN, text="the fence is green, certainly")),
    Pair("length", "green fence", replace(PLAIN, text="the fence is very green and it is not red"),
         replace(PLAIN, text="fence green")),
    Pair("asks", "fence green", PLAIN, replace(PLAIN, text="the fence is green?")),
]  # fmt: skip


@pytest.mark.parametrize("model", [0, 2])
@pytest.mark.parametrize("pair", PAIRS, ids=[pair.signal for pair in PAIRS])
def test_each_signal_of_form_moves_the_ranking_its_own_way(pair: Pair, model: int) -> None:
    # The one that is to lead comes earlier, so that it would not lead by being the later of two equals.
    others = [Said(text, "c") for text in ("lunch was fine", "rain again", "who comes tomorrow")]
    log = Log([pair.first, replace(pair.second, session="b"), *others], model)
    ranked = log.rank(pair.question)
    first, second = value(ranked, 1, pair.signal), value(ranked, 2, pair.signal)
    assert (first - second) * FORM[pair.signal] > 0
    if pair.signal != "length":  # a longer message has less of a word by BM25
        assert places(ranked)[:2] == [1, 2]


def test_the_zone_decides_on_which_day_something_was_said() -> None:
    late = int(datetime(2023, 5, 3, 23, tzinfo=UTC).timestamp() * 1000)
    there = [Said("green fence", f"s{zone}", occurred=late, zone=zone) for zone in (None, 0, 120, -600)]
    ranked = Log(there, 0).rank("green fence on 4 May 2023")
    days = [value(ranked, position, "date") for position in (1, 2, 3, 4)]
    assert days == pytest.approx([math.exp(-1 / 7), math.exp(-1 / 7), 1, math.exp(-1 / 7)])


def test_sessions_that_are_about_it_lift_their_messages() -> None:
    said = [
        *(Said(text, "a") for text in ("paint the fence", "the fence again", "green fence paint", "that fence")),
        *(Said(text, "b") for text in ("lunch", "the fence again", "dinner", "rain")),
    ]
    ranked = Log(said, 0).rank("the fence")
    assert value(ranked, 2, "session_words") > value(ranked, 6, "session_words") > 0
    assert places(ranked).index(2) < places(ranked).index(6)


# Weights ----------------------------------------------------------------------------------------------------


def test_half_and_half_leaves_the_weights_as_they_are() -> None:
    assert weights_for(EVEN) == LEXICAL | SEMANTIC | FORM
    assert weights_for(Weights(1, 0.25)) == (
        {name: weight / 2 for name, weight in LEXICAL.items()}
        | {name: weight * 2 for name, weight in SEMANTIC.items()}
        | FORM
    )


def test_a_weight_of_nought_silences_its_signals() -> None:
    log = Log([Said("puppy hound puppy"), Said("dog house green fence and paint", "b")], 2)
    by_words, by_meaning = (log.rank("dog", settings=settings) for settings in (Weights(0, 1), Weights(1, 0)))
    for ranked, silent in ((by_words, SEMANTIC), (by_meaning, LEXICAL)):
        for place in range(len(ranked.hits)):
            assert all(part.share == 0 for part in ranked.parts(place) if part.name in silent)
    assert places(by_words)[0] == 2
    assert places(by_meaning)[0] == 1


@pytest.mark.parametrize("settings", [Weights(1, 0), Weights(0, 1), Weights(0.2, 0.8)])
def test_without_a_model_words_count_whatever_the_settings_say(settings: Weights) -> None:
    said = [Said("green fence", "a"), Said("the green door", "b"), Said("lunch", "c")]
    ranked = Log(said, 0).rank("green fence", settings=settings)
    assert places(ranked) == [1, 2]
    assert ranked.hits == Log(said, 0).rank("green fence").hits


@pytest.mark.parametrize("model", [0, 1, 2])
def test_a_score_by_hand_signals_that_cannot_be_had_fall_out(model: int) -> None:
    ranked = Log([Said("dog")], model).rank("dog")
    share = 1 / (1 + 0.9)  # one document, as long as the average: tf / (tf + k1)
    words = 0.4 + 0.3 if model else 1.5 * (0.4 + 0.3)
    added = words * share + 0.12 * math.log(2) / math.log(41)
    whole = words + 0.035 + 0.2 + 0.1 + 0.2 + 0.04 + 0.12
    if model >= 1:
        added, whole = added + 0.25 + 0.3, whole + 0.25 + 0.3
    if model == 2:
        added, whole = added + 0.9, whole + 0.9
    assert sum(part.share for part in ranked.parts(0)) == pytest.approx(added / whole, abs=0.01)


def test_what_no_model_has_read_yet_goes_by_its_words() -> None:
    said = [Said("lunch was fine", "a"), Said("paint the green fence", "b")]
    unread, words = Log(said, 2, limit=1).rank("green fence"), Log(said, 0).rank("green fence")
    assert places(unread) == places(words) == [2]
    assert {part.name for part in unread.parts(0)} == LEXICAL.keys() | FORM.keys()
    assert unread.hits[0].score == pytest.approx(words.hits[0].score, abs=1e-8)


# Whether who is named said it -------------------------------------------------------------------------------


def test_where_no_one_is_named_or_all_is_said_by_them_nothing_is_in_doubt() -> None:
    said = [
        Said("green fence", "a", speaker="Ann"),
        Said("the fence", "b", speaker="Ann"),
        Said("lunch", "c", speaker="Bob"),
    ]
    assert Log(said, 0).rank("green fence").agreement == 1
    assert Log(said, 0).rank("what did Ann say of the green fence").agreement == 1


@pytest.mark.parametrize("model", [0, 2])
def test_what_fits_and_was_said_by_another_is_in_doubt(model: int) -> None:
    said = [
        Said("I painted the green fence", "a", speaker="Ann"),
        Said("lunch was fine", "b", speaker="Bob"),
        Said("green", "c", speaker="Bob"),
    ]
    right, wrong = (Log(said, model).rank(f"who painted the green fence, {name}?") for name in ("Ann", "Bob"))
    assert right.agreement > 0.9
    assert wrong.agreement < 0.2
    assert right.hits[0].position == 1
    assert all(hit.score <= wrong.agreement for hit in wrong.hits)
