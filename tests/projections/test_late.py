"""Late interaction: how well the tokens of a question are met, by hand and by loops; and what each token counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.fold import Array
from awhm.language.tokens import terms
from awhm.projections.embeddings import RamEmbeddings, Wording
from awhm.projections.late import met, token_weights
from awhm.projections.token_vectors import TokenStore, record_dim
from awhm.projections.vectors import Vectors

DIM = 4
MODEL = sha256(b"tokens").hexdigest()


def commitment(position: int) -> bytes:
    return sha256(str(position).encode()).digest()


def told(passages: Sequence[tuple[int, int, Sequence[Sequence[int]] | None]]) -> tuple[Vectors, TokenStore]:
    """A view and a store of passages (position, passage, tokens); None: it has no tokens yet."""
    state, store = Vectors(), TokenStore(RamEmbeddings(MODEL, record_dim(DIM), "i1"), DIM)
    for position, passage, tokens in passages:
        state.position.append(position)
        state.passage.append(passage)
        state.commitment.append(commitment(position))
        if tokens is not None:
            key = np.frombuffer(commitment(position), "V32")
            store.append(key, np.array([passage]), [np.array(tokens, np.int8).reshape(-1, DIM)])
    return state, store


def positions(*numbers: int) -> Array:
    return np.array(numbers, np.uint64)


X, Y = [1.0, 0, 0, 0], [0, 1.0, 0, 0]


def test_each_token_is_met_by_the_nearest_one_of_the_passage() -> None:
    state, store = told([(3, 0, [[127, 0, 0, 0], [0, 64, 0, 0]]), (3, 1, [[0, 127, 0, 0]]), (5, 0, [[-127, 0, 0, 0]])])
    found, owners = met(state, store, np.array([X, Y], np.float32), positions(3, 5))
    assert owners.tolist() == [0, 0, 1]
    assert found.dtype == np.float32
    assert found.tolist() == [[1, pytest.approx(64 / 127)], [0, 1], [0, 0]]


def test_a_message_that_is_asked_for_twice_or_is_not_there_does_not_disturb_the_others() -> None:
    state, store = told([(3, 0, [[127, 0, 0, 0]]), (5, 0, [[0, 127, 0, 0]])])
    found, owners = met(state, store, np.array([X], np.float32), positions(1, 3, 3, 4, 5, 9))
    assert owners.tolist() == [1, 2, 4]
    assert found.tolist() == [[1], [1], [0]]


def test_a_passage_without_tokens_meets_nothing() -> None:
    state, store = told([(1, 0, None), (2, 0, []), (3, 0, [[0, 127, 0, 0]])])
    found, owners = met(state, store, np.array([Y], np.float32), positions(1, 2, 3))
    assert (found.tolist(), owners.tolist()) == ([[0], [0], [1]], [0, 1, 2])


def test_nothing_is_met_where_there_is_nothing() -> None:
    state, store = told([])
    found, owners = met(state, store, np.array([X], np.float32), positions(1))
    assert (found.shape, owners.shape) == ((0, 1), (0,))
    state, store = told([(1, 0, [[1, 2, 3, 4]])])
    found, owners = met(state, store, np.zeros((0, DIM), np.float32), positions(1))
    assert (found.shape, owners.tolist()) == ((1, 0), [0])
    found, owners = met(state, store, np.array([X], np.float32), positions())
    assert (found.shape, owners.shape) == ((0, 1), (0,))


TOKEN = st.lists(st.integers(-127, 127), min_size=DIM, max_size=DIM)
SAID = st.lists(st.none() | st.lists(TOKEN, max_size=40), max_size=4)


def unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(sum(number * number for number in vector))
    return [number / length for number in vector] if length else list(vector)


@given(st.lists(SAID, max_size=5), st.lists(TOKEN, max_size=5), st.data())
def test_what_is_met_is_what_a_loop_finds(
    messages: list[list[list[list[int]] | None]], asked: list[list[int]], data: st.DataObject
) -> None:
    passages = [(at, number, own) for at, said in enumerate(messages, 1) for number, own in enumerate(said)]
    state, store = told(passages)
    question = [unit(token) for token in asked]
    wanted = sorted(data.draw(st.frozensets(st.integers(0, 7))))
    found, owners = met(state, store, np.array(question, np.float32).reshape(-1, DIM), positions(*wanted))
    expected: list[list[float]] = []
    owned: list[int] = []
    for at, _, own in passages:
        if at in wanted:
            near = [[sum(a * b for a, b in zip(q, t, strict=True)) / 127 for t in own or ()] for q in question]
            expected.append([min(max([*each, 0.0]), 1.0) for each in near])
            owned.append(wanted.index(at))
    assert owners.tolist() == owned
    assert found.shape == (len(expected), len(question))
    assert found.ravel().tolist() == pytest.approx([value for row in expected for value in row], abs=2e-4)


def test_equal_passages_are_met_equally_to_the_last_bit() -> None:
    random = np.random.RandomState(7)
    for count in (3, 9, 30):
        token = random.randint(-127, 128, (3, 64)).astype(np.int8)
        token[1:] //= 4
        store = TokenStore(RamEmbeddings(MODEL, record_dim(64), "i1"), 64)
        state = Vectors()
        for position in range(1, count + 1):
            state.position.append(position)
            state.passage.append(0)
            state.commitment.append(commitment(position))
            store.append(np.frombuffer(commitment(position), "V32"), np.array([0]), [token])
        question = random.standard_normal((7, 64))
        question /= np.linalg.norm(question, axis=1, keepdims=True)
        found, _ = met(state, store, question.astype(np.float32), positions(*range(1, count + 1)))
        assert len(np.unique(found, axis=0)) == 1


# Weights of tokens --------------------------------------------------------------------------------------


def wording(text: str, *pieces: str) -> Wording:
    """A question in these pieces, each found after the one before it."""
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        start = text.index(piece, spans[-1][1] if spans else 0)
        spans.append((start, start + len(piece)))
    return Wording(text, np.zeros(DIM, np.float32), np.zeros((len(spans), DIM), np.float32), tuple(spans))


def weights(asked: Wording, idf: Mapping[str, float]) -> list[float]:
    known: list[list[str]] = []

    def rarity(words: Sequence[str]) -> list[float]:
        known.append(list(words))
        return [idf[word] for word in words]

    found: list[float] = token_weights(asked, rarity).tolist()
    assert len(known) == 1 and len(set(known[0])) == len(known[0]), "each term once, all at once"
    return found


def test_a_token_counts_by_the_root_of_how_rare_its_word_is() -> None:
    asked = wording("the violin and orchards", "the", "violin", "and", "orchard", "s")
    found = weights(asked, {"violin": 4, "orchard": 9})
    assert found == pytest.approx([0, 2 / 8, 0, 3 / 8, 3 / 8]), "a piece of a word counts as the word"


def test_marks_count_nothing_though_they_stand_in_a_word() -> None:
    assert weights(wording("violin?", "violin", "?"), {"violin": 4}) == [1, 0]


def test_of_a_word_with_several_terms_the_rarest_counts() -> None:
    assert set(terms("node.js")) == {"node.js", "node", "js"}
    idf = {"node.js": 16.0, "node": 1.0, "js": 4.0, "violin": 16.0}
    asked = wording("node.js violin", "node", ".", "js", "violin")
    assert weights(asked, idf) == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])


def test_where_no_word_says_anything_all_tokens_count_alike() -> None:
    assert weights(wording("who are you?", "who", "are", "you", "?"), {}) == [0.25] * 4
    assert weights(wording(""), {}) == []


def test_a_token_outside_all_words_counts_nothing() -> None:
    given = Wording("violin", np.zeros(DIM), np.zeros((2, DIM)), ((0, 6), (6, 6)))
    assert weights(given, {"violin": 2.0}) == [1, 0]


@given(st.text(max_size=60), st.data())
def test_weights_are_shares_of_one_whatever_is_asked(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.frozensets(st.integers(0, len(text)), max_size=8)))
    spans = tuple(pairwise(cuts))
    given = Wording(text, np.zeros(DIM), np.zeros((len(spans), DIM)), spans)
    found = token_weights(given, lambda words: [data.draw(st.floats(0.001, 20)) for _ in words])
    assert found.shape == (len(spans),)
    assert (found >= 0).all()
    assert found.sum() == pytest.approx(1 if spans else 0)
