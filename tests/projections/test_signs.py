"""The signs of vectors: those that differ are counted rightly, and choose what is likely to be near."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.fold import Array
from awhm.projections.embeddings import RamEmbeddings
from awhm.projections.nearest import MANY, search
from awhm.projections.signs import Signs, nearest
from awhm.projections.vectors import Vectors

DIM, TOPICS = 64, 2000


@given(st.integers(1, 200), st.integers(0, 60), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_the_signs_that_differ_are_counted_whatever_the_dimension(dim: int, first: int, more: int, seed: int) -> None:
    drawn = np.random.default_rng(seed)
    vectors = drawn.standard_normal((first + more, dim)).astype(np.float32)
    query = drawn.standard_normal(dim).astype(np.float32)
    signs = Signs(dim)
    signs.follow(vectors[:first])
    signs.follow(vectors)
    low = first // 2
    expected = ((vectors > 0) != (query > 0)).sum(axis=1)[low:]
    assert signs.apart(query, low, len(vectors)).tolist() == expected.tolist()


@given(st.lists(st.integers(0, 400), min_size=1, max_size=300), st.integers(1, 400))
def test_no_fewer_than_asked_for_are_near_and_nothing_left_out_is_nearer(apart: list[int], count: int) -> None:
    near = nearest(np.array(apart, np.uint16), count)
    limit = sorted(apart)[min(count, len(apart)) - 1]
    assert near.tolist() == [row for row, far in enumerate(apart) if far <= limit]


def test_what_was_forgotten_is_taken_in_anew() -> None:
    signs = Signs(8)
    signs.follow(np.ones((5, 8), np.float32))
    signs.clear()
    signs.follow(-np.ones((2, 8), np.float32))
    assert signs.apart(np.ones(8, np.float32), 0, 2).tolist() == [8, 8]


def many(count: int) -> tuple[Vectors, RamEmbeddings, Array]:
    """So many passages about a few topics, and the directions of these."""
    drawn = np.random.default_rng(3)
    topics = drawn.standard_normal((TOPICS, DIM))
    vectors = topics[np.arange(count) % TOPICS] + 0.5 * drawn.standard_normal((count, DIM))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    state, store = Vectors(), RamEmbeddings("a" * 64, DIM)
    commitments = np.frombuffer(drawn.bytes(32 * count), "V32")
    state.position.extend(np.arange(1, count + 1))
    state.passage.extend(np.zeros(count, np.uint16))
    state.commitment.extend(commitments)
    store.append(commitments, np.zeros(count, np.uint16), vectors)
    return state, store, topics.astype(np.float32)


def test_among_very_many_nearly_all_of_the_nearest_are_found_and_rightly_scored() -> None:
    state, store, topics = many(MANY + 5000)
    vectors, shares = store.vectors(), list[float]()
    for topic in topics[:50]:
        cosine = vectors @ (topic / np.linalg.norm(topic))
        hits = search(state, store, topic, k=10)
        exact = cosine[hits.position.astype(np.int64) - 1]
        assert np.abs(hits.cosine - exact).max() < 1e-5
        assert (np.diff(hits.cosine) <= 0).all()
        shares.append(float((exact >= np.sort(cosine)[-10] - 1e-5).mean()))
    assert np.mean(shares) > 0.99


def test_among_very_many_the_limits_hold_as_they_do_among_few() -> None:
    state, store, topics = many(MANY + 5000)
    until = MANY + 2500
    cut = search(*many(until)[:2], topics[7], k=10)
    found = search(state, store, topics[7], k=10, until=until)
    assert found.position.tolist() == cut.position.tolist()
    allowed = np.arange(2, MANY + 4000, dtype=np.uint64)
    assert set(search(state, store, topics[7], k=10, allowed=allowed).position.tolist()) <= set(allowed.tolist())


def test_a_broken_vector_among_very_many_is_dropped_and_the_next_one_found() -> None:
    state, store, topics = many(MANY + 5000)
    best, second = search(state, store, topics[3], k=2).position.tolist()
    again, whole, _ = many(MANY + 5000)
    whole.vectors()[best - 1, 0] = -whole.vectors()[best - 1, 0]
    assert search(again, whole, topics[3], k=1).position.tolist() == [second]
