"""The ranking: what was found by words or by meaning, weighed with what stands around it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranked_log import CONCEPTS, EVEN, MESSAGES, MODELS, QUESTIONS, SETTINGS, Log, Said, places, value

from awhm.events.fold import Array
from awhm.language.tokens import terms
from awhm.projections import bm25_search, signals
from awhm.projections.ranking import CALIBRATION, FORM, LEXICAL, SEMANTIC, Ranked, rank
from awhm.projections.recall import Weights, noise

# What always holds ----------------------------------------------------------------------------------------


@given(MESSAGES, QUESTIONS, MODELS, SETTINGS, st.integers(1, 60))
def test_scores_are_shares_of_one_best_first_and_ties_go_to_the_later(
    said: list[Said], asked: str, model: int, settings: Weights, shortlist: int
) -> None:
    ranked = Log(said, model).rank(asked, settings=settings, shortlist=shortlist)
    assert all(0 < hit.score <= 1 for hit in ranked.hits)
    order = [(-hit.score, -hit.position) for hit in ranked.hits]
    assert order == sorted(set(order))
    assert len(order) <= shortlist
    for hit in ranked.hits:
        assert 0 <= hit.lexical <= 1
        assert (hit.cosine is None) == (model == 0)


@given(MESSAGES, QUESTIONS, MODELS, SETTINGS)
def test_the_parts_add_up_to_the_closeness_that_the_score_is_made_of(
    said: list[Said], asked: str, model: int, settings: Weights
) -> None:
    ranked = Log(said, model).rank(asked, settings=settings)
    for place, hit in enumerate(ranked.hits):
        parts = ranked.parts(place)
        close = sum(part.share for part in parts)
        slope, offset = CALIBRATION[("words", "cosine", "late")[model]]
        assert hit.score == pytest.approx(ranked.agreement / (1 + math.exp(-(slope * close + offset))), abs=1e-8)
        whole = sum(part.weight for part in parts if part.weight > 0)
        assert close == pytest.approx(sum(part.weight * part.value for part in parts) / whole, abs=1e-8)
        assert 0 < close <= 1 + 1e-8
        assert all((-1 if part.name == "speaker" else 0) <= part.value <= 1 for part in parts)
        at_work = {part.name for part in parts}
        absent = set[str]() if model == 2 else {"late"} if model == 1 else set(SEMANTIC)
        assert at_work == (LEXICAL.keys() | SEMANTIC.keys() | FORM.keys()) - absent
        assert [part.name for part in parts] == [name for name in ranked.weights if name in at_work]


@given(MESSAGES, QUESTIONS, MODELS)
def test_only_what_is_about_the_words_or_near_is_an_answer(said: list[Said], asked: str, model: int) -> None:
    log = Log(said, model)
    ranked = log.rank(asked)
    near = log.near(asked)
    for hit in ranked.hits:
        by_words = bm25_search.scores_for(log.words, terms(asked), np.array([hit.position], np.uint64)).scores[0]
        assert by_words > 0 or (near is not None and hit.cosine is not None and hit.cosine >= noise(near.size(None)))


def about(ranked: Ranked) -> list[tuple[float, int]]:
    """Scores without their last digits, in which sums in another order may differ, and positions."""
    return sorted((-round(hit.score, 5), -hit.position) for hit in ranked.hits)


@given(MESSAGES, QUESTIONS, MODELS, st.integers(0, 13))
def test_up_to_a_position_it_is_the_ranking_of_a_log_cut_there(
    said: list[Said], asked: str, model: int, until: int
) -> None:
    cut = Log(said[:until], model).rank(asked)
    whole = Log(said, model).rank(asked, until=until)
    assert about(whole) == about(cut)
    for hit in whole.hits:
        parts = cut.parts(places(cut).index(hit.position))
        for one, other in zip(whole.parts(places(whole).index(hit.position)), parts, strict=True):
            assert one.value == pytest.approx(other.value, abs=1e-5), one.name


@given(MESSAGES, QUESTIONS, MODELS, st.frozensets(st.integers(1, 12)), st.none() | st.integers(0, 13))
def test_what_is_not_allowed_is_never_returned_and_lends_nothing(
    said: list[Said], asked: str, model: int, hidden: frozenset[int], until: int | None
) -> None:
    def allowed(positions: Array) -> Array:
        may: Array = ~np.isin(positions, np.array(sorted(hidden), np.uint64))
        return may

    log = Log(said, model)
    found = log.found(asked, until, allowed)
    ranked = rank(
        found, log.question(asked, until), log.words, log.sessions, log.near(asked, until), EVEN,
        until=until, allowed=allowed,
    )  # fmt: skip
    end = math.inf if until is None else until
    assert all(position not in hidden and position <= end for position in places(ranked))
    # Blanked words of the hidden change nothing: of them only what the words' rarity is made of may count.
    if model == 0 and until is None:
        for hit in ranked.hits:
            here = signals.share(*_parts(log, asked, hit.position))
            before = [p for p in range(1, hit.position) if said[p - 1].session == said[hit.position - 1].session]
            if not before or before[-1] in hidden:
                assert value(ranked, hit.position, "words") == pytest.approx(max(here, default=0.0))


def _parts(log: Log, asked: str, position: int) -> tuple[Array, Array]:
    covered = bm25_search.coverage(log.words, terms(asked), np.array([position], np.uint64))
    return covered.parts, covered.idfs


@given(MESSAGES, QUESTIONS, MODELS, st.randoms(use_true_random=False))
def test_the_order_of_what_was_found_does_not_matter(said: list[Said], asked: str, model: int, random: Any) -> None:
    log = Log(said, model)
    found = log.found(asked)
    shuffled = list(found)
    random.shuffle(shuffled)
    ranked, other = log.rank(asked, found=found), log.rank(asked, found=shuffled)
    assert ranked.hits == other.hits
    for place in range(len(ranked.hits)):
        assert ranked.parts(place) == other.parts(place)


@given(MESSAGES, QUESTIONS, MODELS)
def test_the_same_question_has_the_same_answer(said: list[Said], asked: str, model: int) -> None:
    first, second = (Log(said, model).rank(asked) for _ in range(2))
    assert first.hits == second.hits


# Ties and numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [0, 1, 2])
@pytest.mark.parametrize("count", [2, 5, 11, 30])
def test_equal_messages_score_equally_and_the_later_comes_first(model: int, count: int) -> None:
    said = [Said("green paint for the old fence behind house 12", f"s{number}") for number in range(count)]
    said.insert(1, Said("a dog", "other"))
    ranked = Log(said, model).rank("who will paint the green fence behind the house?")
    assert len({hit.score for hit in ranked.hits}) == 1
    assert places(ranked) == [position for position in range(count + 1, 0, -1) if position != 2]


@pytest.mark.parametrize("model", [0, 2])
def test_as_many_are_ranked_as_are_asked_for(model: int) -> None:
    said = [Said(f"green fence number {number}", f"s{number}") for number in range(90)]
    log = Log(said, model)
    assert len(log.rank("green fence", shortlist=80).hits) == 80
    assert len(log.rank("green fence", shortlist=7).hits) == 7
    assert places(log.rank("green fence", shortlist=7)) == places(log.rank("green fence", shortlist=80))[:7]


def test_nothing_found_is_nothing_ranked() -> None:
    for log in (Log([], 0), Log([], 2), Log([Said("a dog")], 0)):
        ranked = log.rank("zebra")
        assert (ranked.hits, dict(ranked.values)) == ([], {})


# The pieces it is made of -------------------------------------------------------------------------------------


TERMS = st.lists(st.sampled_from(["dog", "green", "fence", "paint", "car"]), max_size=5)


@given(MESSAGES, TERMS, st.none() | st.integers(0, 13))
def test_what_is_covered_adds_up_to_the_score_of_the_search(
    said: list[Said], asked: list[str], until: int | None
) -> None:
    words = Log(said, 0).words
    positions = np.arange(15, dtype=np.uint64)
    covered = bm25_search.coverage(words, asked, positions, until=until)
    expected = bm25_search.scores_for(words, asked, positions, until=until)
    assert covered.scores.tolist() == expected.scores.tolist()
    assert covered.passages.tolist() == expected.passages.tolist()
    assert covered.ideal == expected.ideal
    assert covered.parts.shape == (len(covered.owners), len(set(asked)))
    assert ((covered.parts >= 0) & (covered.parts < 1)).all()
    assert (np.diff(covered.owners) >= 0).all()
    sums = signals.highest((covered.parts * covered.idfs).sum(axis=1) * (bm25_search.K1 + 1), covered.owners, 15)
    assert sums.tolist() == pytest.approx(expected.scores.tolist())


@given(MESSAGES, TERMS, st.none() | st.integers(0, 13))
def test_a_word_is_as_rare_as_the_search_takes_it_for(said: list[Said], asked: list[str], until: int | None) -> None:
    words = Log(said, 0).words
    distinct = list(dict.fromkeys(asked))
    found = bm25_search.idfs(words, distinct, until)
    for word, idf in zip(distinct, found, strict=True):
        assert idf * (bm25_search.K1 + 1) == bm25_search.search(words, [word], k=1, until=until).ideal
        assert idf <= bm25_search.idfs(words, ["neversaid"], until)[0]


def _loop(log: Log, query: Array, position: int) -> float:
    """The cosine of a message's nearest passage, one number at a time."""
    if not 1 <= position <= len(log.said):
        return math.nan
    vector: list[float] = CONCEPTS.encode_single(log.text(position)).tolist()
    asked: list[float] = query.tolist()
    return min(max(sum(a * b for a, b in zip(vector, asked, strict=True)), 0.0), 1.0)


@given(MESSAGES, QUESTIONS, st.lists(st.integers(0, 14)))
def test_quick_cosines_are_those_of_a_loop(said: list[Said], asked: str, wanted: list[int]) -> None:
    log = Log(said, 1)
    near = log.near(asked)
    assert near is not None
    found = near.cosines(np.array(wanted, np.uint64))
    assert found.dtype == np.float32
    expected = [_loop(log, CONCEPTS.encode_single(asked), position) for position in wanted]
    assert found.tolist() == pytest.approx(expected, abs=1e-5, nan_ok=True)
