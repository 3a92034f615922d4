"""The control rankings, against scores worked out by hand and against a plain BM25."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.fold import Array
from awhm.jobs.evaluation import controls
from awhm.jobs.evaluation.controls import Asked, Words, controls_of, document, lite_terms, ranked


def asked(text: str, count: int, *, allowed: Sequence[bool] | None = None, evidence: Sequence[int] = ()) -> Asked:
    may = np.ones(count, np.bool_) if allowed is None else np.array(allowed, np.bool_)
    return Asked("q", text, may, frozenset(evidence))


def plain_bm25(documents: list[list[str]], query: list[str], k1: float, b: float) -> list[float]:
    """The formula, document by document; a word that is asked twice counts twice."""
    average = sum(map(len, documents)) / max(sum(1 for one in documents if one), 1)
    holders = Counter(word for one in documents for word in set(one))
    count = sum(1 for one in documents if one)
    scores: list[float] = []
    for one in documents:
        score = 0.0
        for word in query:
            idf = math.log(1 + (count - holders[word] + 0.5) / (holders[word] + 0.5))
            times = one.count(word)
            score += idf * times * (k1 + 1) / (times + k1 * (1 - b + b * len(one) / average)) if times else 0.0
        scores.append(score)
    return scores


some_words = st.lists(st.sampled_from("abcde"), max_size=6)


@given(st.lists(some_words, min_size=1, max_size=8), some_words)
def test_bm25_is_the_formula(documents: list[list[str]], query: list[str]) -> None:
    found = Words(documents, 1.5, 0.75).scores(query)
    assert found.tolist() == pytest.approx(plain_bm25(documents, query, 1.5, 0.75))


def test_a_document_has_its_speaker_in_front_once() -> None:
    assert document("Hi.", "Ada") == "Ada: Hi." == document("Ada: Hi.", "Ada")
    assert document("Hi.", None) == "Hi."


def test_awhm_lites_words_are_unstemmed_ascii_without_stop_words() -> None:
    assert lite_terms("Where may the Dogs_1 of José be running?") == ["dogs_1", "jos", "running"]


VECTORS = {"red": [1.0, 0.0], "blue": [0.0, 1.0], "both": [0.6, 0.8]}


def encode(texts: Sequence[str]) -> Array:
    return np.array([VECTORS[text] for text in texts], np.float32)


def single(text: str) -> Array:
    vector: Array = encode([text])[0]
    return vector


def test_cosine_and_blend_are_what_their_formulas_say() -> None:
    found = controls_of(["red", "blue", "both"], [3, 2, 1], encode, single)
    question = asked("red", 3)
    assert found["cosine"](question).tolist() == pytest.approx([1.0, 0.0, 0.6])
    blend = found["awhm_like"](question)
    assert blend.tolist() == pytest.approx([0.55 * 1.0 + 0.20 * 1.0, -math.inf, 0.55 * 0.6]), (
        "nothing shared is not found"
    )
    assert [one.position for one in ranked(found["awhm_like"], question, 10)] == [0, 2]


def test_the_blend_divides_by_the_best_that_may_be_shown() -> None:
    found = controls_of(["red", "red blue blue", "blue"], [1, 2, 3], None, None)
    assert "cosine" not in found
    (only,) = ranked(found["awhm_like"], asked("red", 3, allowed=[False, True, False]), 10)
    assert only.position == 1 and only.score == pytest.approx(0.20)


def test_what_was_not_said_yet_is_in_no_ranking() -> None:
    found = controls_of(["red", "blue", "both"], [1, 2, 3], encode, single)
    question = asked("blue", 3, allowed=[True, False, True], evidence=[1, 2])
    for name, control in found.items():
        assert 1 not in {one.position for one in ranked(control, question, 10)}, name


def test_recency_random_and_oracle() -> None:
    documents = ["red"] * 40
    found = controls_of(documents, [*range(20, 40), *range(20)], None, None)
    question = asked("anything", 40, evidence=[7, 30])
    assert [one.position for one in ranked(found["recency"], question, 3)] == [19, 18, 17]
    assert [one.position for one in ranked(found["oracle"], question, 3)] == [30, 7, 39], "the later of equals first"
    once, again = (ranked(found["random"], question, 40) for _ in range(2))
    assert once == again and [one.position for one in once] != list(range(40))
    other = Asked("another question", "anything", question.allowed, question.evidence)
    assert ranked(found["random"], other, 40) != once


def test_there_are_rankings_of_no_messages() -> None:
    for name, control in controls_of([], [], encode, single).items():
        assert ranked(control, asked("red", 0), 10) == [], name


def test_the_names_of_the_controls_are_those_the_docstring_tells_of() -> None:
    names = controls_of(["red"], [1], encode, single).keys()
    assert all(name in (controls.__doc__ or "") for name in names) and len(names) == 6
