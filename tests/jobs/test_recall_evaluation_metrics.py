"""The metrics of retrieval, against values worked out by hand and against plain definitions over rankings."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.jobs.evaluation import metrics
from awhm.jobs.evaluation.recall_answers import holds_text, holds_words, tokens_of, within, words

DEPTH = 20


def test_two_of_three_pieces_at_ranks_one_and_four() -> None:
    ranks = [4, None, 1]
    assert [metrics.recall_any(ranks, k) for k in (1, 5)] == [1, 1]
    assert [metrics.recall_all(ranks, k) for k in (1, 5)] == [0, 0]
    assert [metrics.recall(ranks, k) for k in (1, 3, 4)] == [1 / 3, 1 / 3, 2 / 3]
    gained, ideal = 1 + 1 / math.log2(5), 1 + 1 / math.log2(3) + 1 / 2
    assert metrics.ndcg(ranks, 10) == pytest.approx(gained / ideal)
    assert metrics.ndcg(ranks, 10) == pytest.approx(0.6714, abs=5e-5)
    assert metrics.ndcg(ranks, 2) == pytest.approx(1 / (1 + 1 / math.log2(3))), "the ideal of two places"
    assert metrics.ndcg_longmemeval(ranks, 10) == pytest.approx((1 + 1 / 2) / (1 + 1 + 1 / math.log2(3)))
    assert metrics.reciprocal_rank(ranks) == 1 and metrics.reciprocal_rank([None, 4]) == 0.25


def test_nothing_found_is_zero_and_all_found_first_is_one() -> None:
    for metric in (*metrics.AT_K.values(), metrics.ndcg_longmemeval):
        assert metric([None, None], 10) == 0
        assert metric([2, 1], 10) == pytest.approx(1)
    assert metrics.reciprocal_rank([None]) == 0


def test_awhm_lites_ndcg_is_of_the_first_hit_alone() -> None:
    assert metrics.first_hit_ndcg(1, 5) == 1
    assert metrics.first_hit_ndcg(3, 5) == 0.5
    assert metrics.first_hit_ndcg(6, 5) == metrics.first_hit_ndcg(None, 5) == 0


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[int], set[int]]:
    """A ranking of some of the documents 0 to 29, and which of all of them are the evidence."""
    ranking = draw(st.permutations(list(range(30))))[: draw(st.integers(0, DEPTH))]
    return ranking, draw(st.sets(st.integers(0, 29), min_size=1, max_size=8))


def ranks_of(ranking: list[int], gold: set[int]) -> list[int | None]:
    return [ranking.index(one) + 1 if one in ranking else None for one in sorted(gold)]


@given(rankings(), st.integers(1, DEPTH))
def test_every_metric_is_what_its_definition_over_the_ranking_says(case: tuple[list[int], set[int]], k: int) -> None:
    ranking, gold = case
    ranks, top = ranks_of(ranking, gold), set(ranking[:k])
    assert metrics.recall_any(ranks, k) == float(not gold.isdisjoint(top))
    assert metrics.recall_all(ranks, k) == float(gold <= top)
    assert metrics.recall(ranks, k) == pytest.approx(len(gold & top) / len(gold))
    relevant = [1.0 if one in gold else 0.0 for one in ranking[:k]]
    ideal = sorted([1.0] * len(gold) + [0.0] * (30 - len(gold)), reverse=True)[:k]

    def gained(gains: list[float]) -> float:
        return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))

    def gained_officially(gains: list[float]) -> float:
        return sum(gains[:1]) + sum(gain / math.log2(place) for place, gain in enumerate(gains[1:], 2))

    assert metrics.ndcg(ranks, k) == pytest.approx(gained(relevant) / gained(ideal))
    assert metrics.ndcg_longmemeval(ranks, k) == pytest.approx(gained_officially(relevant) / gained_officially(ideal))
    first = next((place for place, one in enumerate(ranking, 1) if one in gold), None)
    assert metrics.reciprocal_rank(ranks) == (0 if first is None else 1 / first)


def test_auroc_by_hand() -> None:
    assert metrics.auroc([0.9, 0.8], [0.1]) == 1
    assert metrics.auroc([0.1], [0.9, 0.8]) == 0
    assert metrics.auroc([0.5], [0.5, 0.5]) == 0.5
    assert metrics.auroc([0.9, 0.4], [0.5, 0.4]) == (2 + 0 + 0.5) / 4
    assert metrics.auroc([], [1.0]) is None and metrics.auroc([1.0], []) is None


scores = st.lists(st.integers(0, 6).map(lambda n: n / 6), min_size=1, max_size=12)


@given(scores, scores)
def test_auroc_is_the_share_of_pairs_in_the_right_order(positive: list[float], negative: list[float]) -> None:
    pairs = [1.0 if yes > no else 0.5 if yes == no else 0.0 for yes in positive for no in negative]
    assert metrics.auroc(positive, negative) == pytest.approx(sum(pairs) / len(pairs))


def test_percentiles_are_linear_between_neighbours() -> None:
    assert metrics.percentile([4, 1, 3, 2], 0.5) == 2.5
    assert metrics.percentile([0, 10], 0.95) == 9.5
    assert metrics.percentile([7], 0.95) == 7 and metrics.percentile([], 0.5) is None


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=30))
def test_a_mean_lies_within_its_bounds_and_is_the_same_twice(rows: list[tuple[float, float]]) -> None:
    found = metrics.means(rows)
    assert found == metrics.means(rows) and len(found) == 2
    for column, interval in enumerate(found):
        values = [row[column] for row in rows]
        assert interval.value == pytest.approx(sum(values) / len(values))
        assert interval.low is not None and interval.high is not None and interval.value is not None
        assert min(values) - 1e-9 <= interval.low <= interval.value + 1e-9
        assert interval.value - 1e-9 <= interval.high <= max(values) + 1e-9
        assert interval.total == len(rows)


def test_bounds_are_those_of_the_mean_of_many_coins() -> None:
    (found,) = metrics.means([[1.0]] * 50 + [[0.0]] * 50)
    assert found.value == 0.5
    assert found.low == pytest.approx(0.4, abs=0.02) and found.high == pytest.approx(0.6, abs=0.02), (
        "0.5 -+ 1.96 * 0.05"
    )
    assert metrics.means([]) == []


def test_the_bounds_of_an_auroc_hold_it_and_narrow_with_more_questions() -> None:
    few = metrics.auroc_interval([0.9, 0.5, 0.7, 0.4], [0.6, 0.3, 0.5])
    many = metrics.auroc_interval([0.9, 0.5, 0.7, 0.4] * 40, [0.6, 0.3, 0.5] * 40)
    for found in (few, many):
        assert found.low is not None and found.high is not None and found.value is not None
        assert found.low <= found.value <= found.high
    assert (many.high or 0) - (many.low or 0) < (few.high or 0) - (few.low or 0)
    assert metrics.auroc_interval([1.0], []).value is None


# Answers ----------------------------------------------------------------------------------------------


def test_a_number_is_found_as_a_word_and_not_inside_another_bc_evl_05() -> None:
    assert [holds_words(text, ["3"]) for text in ("3", "three mugs", "13", "3.0", "1993", "in 3.", "3,000")] == [
        *(True, True, False, True, False, True, False)
    ]
    assert holds_text("in 1993", ["3"]), "as AWHM Lite had it"
    assert not holds_text("three", ["3"])


def test_an_answer_of_one_character_is_an_answer_bc_evl_21() -> None:
    assert holds_words("We have 1 canoe.", ["1"]) and holds_words("Just one.", ["1"])
    assert not holds_words("On Thursday.", ["Tuesday"])


def test_words_are_compared_whole_in_order_and_folded() -> None:
    assert holds_words("She moved to NEW   York, finally.", ["new york"])
    assert not holds_words("A newer York.", ["new york"]) and not holds_words("York is new.", ["new york"])
    assert (
        holds_words("no", ["yes", "no"]) and not holds_words("anything", []) and not holds_words("anything", ["", "?!"])
    )
    assert holds_text("Straße", ["STRASSE"])
    assert words("It cost $1,200.50, or 7.00 in all") == ["it", "cost", "1200.50", "or", "7", "in", "all"]


def test_tokens_are_characters_over_four_and_a_budget_cuts_in_order() -> None:
    assert [tokens_of("x" * number) for number in (0, 1, 4, 5)] == [0, 1, 1, 2]
    assert within(["aaaa", "bbbbbb", "cccc"], 2) == ["aaaa", "bbbb"]
    assert within(["aaaa", "bbbb", "cccc"], 2) == ["aaaa", "bbbb"] and within(["aaaa"], 0) == []


@given(st.lists(st.text(max_size=30), max_size=8), st.integers(0, 30))
def test_what_is_within_a_budget_never_exceeds_it_and_is_a_beginning(texts: list[str], tokens: int) -> None:
    kept = within(texts, tokens)
    assert sum(map(len, kept)) <= 4 * tokens
    assert "".join(texts).startswith("".join(kept))
