"""Recall: one ranking of two signals that may be compared, and the folds it is read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from awhm.adapters import minilm
from awhm.adapters.hashed import HashedEmbedder
from awhm.adapters.minilm import MiniLM
from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array
from awhm.language.passages import passages
from awhm.language.tokens import terms
from awhm.projections import bm25_search, nearest
from awhm.projections.bm25 import BM25
from awhm.projections.bm25 import State as Words
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.embeddings import Embedder, Embeddings, RamEmbeddings
from awhm.projections.recall import Allowed, Hit, Weights, fuse, lexical_share, noise, recall
from awhm.projections.vectors import Vectors, VectorsFold, texts

MAY = 1_714_521_600_000  # 2024-05-01T00:00Z
EVEN = Weights(0.5, 0.5)
LITE = Weights(0.55, 0.20)
PUMPS = ["The pump in hall A leaks", "The pump in hall B is fine", "Order more filters", "Paint the fence"]

signals = st.dictionaries(st.integers(1, 30), st.tuples(st.floats(0, 1), st.integers(0, 3)), max_size=12)
cosines = st.dictionaries(st.integers(1, 30), st.tuples(st.floats(-1, 1), st.integers(0, 3)), max_size=12)
weights = st.builds(Weights, st.floats(0, 2), st.floats(0, 2))


def order(hits: Sequence[Hit], names: Mapping[int, str] | None = None) -> list[Any]:
    return [names[hit.position] if names else hit.position for hit in hits]


# Fusing ------------------------------------------------------------------------------------------------


def asked_of(documents: int, question: Mapping[str, int]) -> float:
    """What a perfect match scores for terms, each with the number of documents that hold it, by BM25 itself."""
    contents = [" ".join(["filler", *(t for t, n in question.items() if at < n)]) for at in range(documents)]
    state = folded(contents)[0]
    return bm25_search.search(state, list(question), k=1).ideal


def test_bc_ret_10_a_common_word_does_not_beat_meaning_and_weights_decide() -> None:
    """B's 25.9 comes from terms that it shares; the question has rarer ones, so a perfect match scores more."""
    vector, lexical, names = {1: (0.83, 0)}, {2: (25.9, 0), 1: (3.1, 0)}, {1: "A", 2: "B"}
    ideal = asked_of(2000, {"orchid": 3, "glasshouse": 5, "heater": 9, "thermostat": 2, "order": 900})
    assert ideal > 40, "five terms, four of them rare"
    for both in (EVEN, LITE):
        assert order(fuse(lexical, ideal, vector, both), names) == ["A", "B"]
    assert fuse(lexical, ideal, vector, EVEN)[1].lexical < 0.7, "B is not forced to 1"
    assert order(fuse(lexical, ideal, vector, Weights(0.1, 0.9)), names) == ["B", "A"]


@given(st.floats(25.9, 1000))
def test_bc_ret_10_meaning_leads_whatever_a_perfect_match_would_score(ideal: float) -> None:
    assert order(fuse({2: (25.9, 0), 1: (3.1, 0)}, ideal, {1: (0.83, 0)}, LITE)) == [1, 2]


def test_bc_ret_11_the_best_of_bad_words_stays_bad() -> None:
    """No document holds the question's rare words; Z and A hold one that every document has."""
    vector = {1: (0.86, 0), 2: (0.85, 0), 3: (0.83, 0), 26: (0.1, 0)}
    lexical = {26: (0.011, 0), 1: (0.004, 0)}
    ideal = asked_of(100, {"order": 100, "tracking": 0})
    hits = fuse(lexical, ideal, vector, EVEN)
    assert order(hits) == [1, 2, 3, 26]
    assert hits[-1].lexical < 0.01
    # Also for AWHM Lite's weights and a question of nothing but words that all documents have.
    assert order(fuse(lexical, 0.02, vector, LITE))[:3] == [1, 2, 3]


@given(st.floats(0, 1000), st.floats(0.001, 1000))
def test_the_lexical_share_is_a_part_of_the_perfect_score(score: float, ideal: float) -> None:
    share = lexical_share(score, ideal)
    assert 0 <= share <= 1
    assert share == pytest.approx(score / ideal) or (share == 1 and score >= ideal)
    assert lexical_share(score, 0) == 0


@given(signals, st.floats(0.5, 5), st.one_of(st.none(), cosines), weights)
def test_scores_are_between_nought_and_one_best_first_and_ties_go_to_the_later(
    lexical: dict[int, tuple[float, int]],
    ideal: float,
    dense: dict[int, tuple[float, int]] | None,
    weights: Weights,
) -> None:
    assume(weights.semantic + weights.lexical > 0)
    hits = fuse(lexical, ideal, dense, weights)
    assert all(0 < hit.score <= 1 for hit in hits)
    assert [(-hit.score, -hit.position) for hit in hits] == sorted((-hit.score, -hit.position) for hit in hits)
    assert len({hit.position for hit in hits}) == len(hits)
    assert {hit.position for hit in hits} <= lexical.keys() | (dense or {}).keys()
    assert all((hit.cosine is None) == (dense is None) for hit in hits)


@given(signals, cosines, st.randoms(use_true_random=False))
def test_the_ranking_does_not_depend_on_the_order_of_the_signals(
    lexical: dict[int, tuple[float, int]], dense: dict[int, tuple[float, int]], random: Any
) -> None:
    def shuffled(signal: dict[int, tuple[float, int]]) -> dict[int, tuple[float, int]]:
        items = list(signal.items())
        random.shuffle(items)
        return dict(items)

    assert fuse(shuffled(lexical), 2.0, shuffled(dense), EVEN) == fuse(lexical, 2.0, dense, EVEN)


@given(signals, st.floats(0.5, 5), weights)
def test_without_a_model_the_score_is_the_lexical_share(
    lexical: dict[int, tuple[float, int]], ideal: float, weights: Weights
) -> None:
    assume(weights.semantic + weights.lexical > 0)
    for hit in fuse(lexical, ideal, None, weights):
        assert hit.score == hit.lexical == lexical_share(hit.bm25, ideal)


@given(signals, cosines)
def test_only_the_ratio_of_the_weights_matters(
    lexical: dict[int, tuple[float, int]], dense: dict[int, tuple[float, int]]
) -> None:
    once, twice = fuse(lexical, 2.0, dense, Weights(0.25, 0.5)), fuse(lexical, 2.0, dense, Weights(0.5, 1.0))
    assert order(once) == order(twice)
    assert [hit.score for hit in once] == pytest.approx([hit.score for hit in twice])


def test_a_weight_of_nought_silences_its_signal() -> None:
    lexical, dense = {1: (1.0, 0), 2: (0.2, 0)}, {1: (0.1, 1), 2: (0.9, 1)}
    assert order(fuse(lexical, 2.0, dense, Weights(1, 0))) == [2, 1]
    assert order(fuse(lexical, 2.0, dense, Weights(0, 1))) == [1, 2]


def test_the_passage_is_that_of_the_stronger_signal() -> None:
    hits = fuse({1: (1.9, 4), 2: (0.1, 4)}, 2.0, {1: (0.3, 7), 2: (0.9, 7)}, EVEN)
    assert {hit.position: hit.passage for hit in hits} == {1: 4, 2: 7}


def test_a_cosine_below_nought_takes_nothing_away() -> None:
    with_less, with_none = (fuse({1: (1.0, 0)}, 2.0, {1: (cosine, 0)}, EVEN)[0] for cosine in (-0.9, 0.0))
    assert with_less.score == with_none.score == 0.25
    assert fuse({}, 2.0, {1: (-0.9, 0)}, EVEN) == []


# Over real folds ---------------------------------------------------------------------------------------


def message(position: int, text: str) -> Recorded:
    """A message of the log, with a commitment of its own."""
    none = bytes(16)
    numbers = (1, 0, Kind.MESSAGE_LOGGED, 1, 0, 1, 0, 0, position, 0)
    header = chain.LAYOUT.pack(*numbers, none, none, 1, none, none, none, position.to_bytes(32, "big"))
    return Recorded(position, header, {"session": "s", "role": "user", "content": text, "occurred": MAY})


def folded(contents: Sequence[str]) -> tuple[Words, Vectors]:
    """The two views of messages at positions 1, 2, ..."""
    words, vectors = BM25.initial(), VectorsFold().initial()
    for position, text in enumerate(contents, 1):
        BM25.reads[Kind.MESSAGE_LOGGED](words, message(position, text))
        VectorsFold().reads[Kind.MESSAGE_LOGGED](vectors, message(position, text))
    return words, vectors


class Meaning:
    """The dense signal of one question, from a model and its store."""

    def __init__(self, contents: Sequence[str], vectors: Vectors, model: Embedder, store: Embeddings, ask: str) -> None:
        known = {(at, n): text for at, one in enumerate(contents, 1) for n, text in texts(message(at, one).payload)}

        def of(keys: nearest.Keys) -> list[str | None]:
            return [known[pair] for pair in zip(keys.position.tolist(), keys.passage.tolist(), strict=True)]

        self.embedded = nearest.embed_pending(vectors, store, model, of)
        self.vectors, self.store, self.query = vectors, store, model.encode_single(ask)

    def size(self, until: int | None) -> int:
        return sum(until is None or position <= until for position in self.vectors.position.array().tolist())

    def best(self, k: int, until: int | None, allowed: Allowed | None) -> Mapping[int, tuple[float, int]]:
        positions = None if allowed is None else np.flatnonzero(allowed(np.arange(99, dtype=np.uint64)))
        return self._first(nearest.search(self.vectors, self.store, self.query, k=k, until=until, allowed=positions))

    def given(self, positions: Sequence[int], until: int | None) -> Mapping[int, tuple[float, int]]:
        wanted = np.array(positions, np.uint64)
        return self._first(nearest.cosines_for(self.vectors, self.store, self.query, wanted))

    @staticmethod
    def _first(hits: nearest.Hits) -> dict[int, tuple[float, int]]:
        found: dict[int, tuple[float, int]] = {}
        for position, passage, cosine in zip(
            hits.position.tolist(), hits.passage.tolist(), hits.cosine.tolist(), strict=True
        ):
            found.setdefault(position, (cosine, passage))
        return found


def by_words(contents: Sequence[str], question: str) -> list[Hit]:
    return recall(folded(contents)[0], terms(question), None, EVEN)


@cache
def minilm_model() -> MiniLM:
    if minilm.absent():
        pytest.skip("needs the extra awhm[minilm]")
    return MiniLM(threads=1)


def by_meaning(contents: Sequence[str], question: str, weights: Weights = EVEN) -> list[Hit]:
    """With the real model; the test is skipped where it is not installed."""
    model = minilm_model()
    words, vectors = folded(contents)
    store = RamEmbeddings(model.fingerprint, model.dim)
    return recall(words, terms(question), Meaning(contents, vectors, model, store, question), weights)


def test_bc_ret_01_a_term_in_half_the_documents_scores() -> None:
    hits = by_words(PUMPS, "pump")
    assert set(order(hits)) == {1, 2} and all(hit.score > 0 for hit in hits)
    assert set(order(by_meaning(PUMPS, "pump"))[:2]) == {1, 2}


def test_bc_ret_02_two_documents_are_enough_and_so_is_one() -> None:
    both = ["Hello from the workshop", "The harbour is windy today"]
    assert order(by_words(both, "windy harbour")) == [2]
    assert order(by_words(both[1:], "windy harbour")) == [1]
    assert order(by_meaning(both, "windy harbour"))[0] == 2


def test_bc_ret_05_messages_without_a_word_break_nothing() -> None:
    blank = ["🙂", "…", "   !!! "]
    assert by_words(blank, "hello") == []
    assert by_words([*blank, "hello you"], "hello")[0].position == 4
    assert all(0 < hit.score <= 1 for hit in by_meaning(blank, "hello"))
    assert by_words([], "hello") == by_meaning([], "hello") == []


def test_bc_ret_08_a_fact_beyond_the_models_limit_is_found_in_its_passage() -> None:
    ask = "where can I find a replacement house key?"
    fact = "By the way, the spare key is under the blue flowerpot."
    notes = "The meeting notes go on about routine matters. " * 120 + fact
    others = ["The harbour was windy today", "Our bus leaves at nine", notes.removesuffix(fact)]
    best = by_meaning([*others, notes], ask, Weights(1, 0))[0]
    assert best.position == 4
    start, end = passages(notes)[best.passage]
    assert fact in notes[start:end] and best.passage > 10


def test_bc_ret_12_nonsense_matches_no_words() -> None:
    memories = ["Bins go out on Tuesday", "The car insurance renews in October", "Aunt Rosa collects stamps"]
    assert by_words(memories, "zxqv brontoplast wimmeldung") == []


@pytest.mark.parametrize("ask", ["zxqv brontoplast wimmeldung", "qwlk pfrrt", "жщфы ъъ", "asdf ghjkl qwertz"])
def test_bc_ret_12_nonsense_is_near_to_nothing_either(ask: str) -> None:
    memories = ["Bins go out on Tuesday", "The car insurance renews in October", "Aunt Rosa collects stamps"]
    assert by_meaning(memories, ask, EVEN) == []


def test_a_paraphrase_without_a_word_in_common_is_found_all_the_same() -> None:
    memories = ["Bins go out on Tuesday", "The car insurance renews in October", "Aunt Rosa collects stamps"]
    assert [hit.position for hit in by_meaning(memories, "when is the rubbish picked up?", EVEN)][:1] == [1]


def test_what_shares_no_word_must_be_nearer_than_the_floor() -> None:
    dense = {1: (0.3, 0), 2: (0.2, 0), 3: (0.1, 0)}
    found = fuse({3: (1.0, 0)}, 2.0, dense, EVEN, floor=0.25)
    assert {hit.position for hit in found} == {1, 3}, "3 is far, but it has a word of the question"


def test_the_floor_grows_slowly_with_what_there_is_to_be_near_to() -> None:
    floors = [noise(size) for size in (0, 1, 10, 1000, 1_000_000)]
    assert floors == sorted(floors) and floors[0] == floors[1] == 0.05 and floors[-1] < 0.5


def test_bc_ret_18_two_models_of_one_dimension_never_mix(tmp_path: Path) -> None:
    contents, ask = ["The attic has a leak", "Aunt Rosa collects stamps", "roof problem"], "roof problem"
    one, other = HashedEmbedder(16), Shifted()
    assert one.dim == other.dim and one.fingerprint != other.fingerprint
    words, vectors = folded(contents)

    def ranked(model: Embedder) -> tuple[int, list[Hit]]:
        meaning = Meaning(contents, vectors, model, FileEmbeddings(tmp_path, model.fingerprint, model.dim), ask)
        return meaning.embedded, recall(words, terms(ask), meaning, EVEN)

    first = ranked(one)
    assert first[0] == 3
    second = ranked(other)
    assert second[0] == 3, "none of the first model's vectors serves the second"
    assert second[1][0].cosine == pytest.approx(1.0), "compared with its own vector"
    assert ranked(one) == (0, first[1]) and ranked(other) == (0, second[1])
    with pytest.raises(ValueError, match="takes no vectors"):
        Meaning(contents, folded(contents)[1], other, RamEmbeddings(one.fingerprint, 16), ask)


def test_what_one_signal_alone_found_gets_the_other_signals_value_too() -> None:
    contents = ["the fence is green", "a lawn", "green paint for the fence"]
    words, vectors = folded(contents)
    mock = HashedEmbedder(16)
    meaning = Meaning(contents, vectors, mock, RamEmbeddings(mock.fingerprint, 16), "a lawn")
    narrow = recall(words, terms("green fence"), meaning, EVEN, pool=1)
    wide = {hit.position: hit for hit in recall(words, terms("green fence"), meaning, EVEN)}
    assert len(narrow) == 2 and all(hit == wide[hit.position] for hit in narrow)


def test_only_what_is_allowed_is_found_by_either_signal_and_scores_as_ever() -> None:
    contents = ["green paint", "green fence", "a lawn", "the green fence again"]
    words, vectors = folded(contents)
    mock = HashedEmbedder(16)
    meaning = Meaning(contents, vectors, mock, RamEmbeddings(mock.fingerprint, 16), "a lawn")

    def odd(positions: Array) -> Array:
        allowed: Array = positions % 2 == 1
        return allowed

    every = recall(words, terms("green fence"), meaning, EVEN)
    assert recall(words, terms("green fence"), meaning, EVEN, allowed=odd) == [h for h in every if h.position % 2]


@given(st.lists(st.sampled_from(["green fence", "a lawn", "fence", "red"]), min_size=2, max_size=8), st.data())
def test_a_cut_is_a_shorter_log_also_where_the_pool_is_small(contents: list[str], data: st.DataObject) -> None:
    cut, pool = data.draw(st.integers(1, len(contents))), data.draw(st.integers(1, 3))
    mock, ask = HashedEmbedder(16), terms("green fence")

    def found(some: list[str], until: int | None) -> list[Hit]:
        words, vectors = folded(some)
        meaning = Meaning(some, vectors, mock, RamEmbeddings(mock.fingerprint, 16), "a lawn")
        return recall(words, ask, meaning, EVEN, until=until, pool=pool)

    assert found(contents, cut) == found(contents[:cut], None)


def test_equal_messages_come_latest_first_at_any_size() -> None:
    assert order(by_words(["the same words"] * 40, "same words")) == list(range(40, 0, -1))
    assert order(recall(folded(["the same words"] * 40)[0], ["word"], None, EVEN, pool=3)) == [40, 39, 38]


class Shifted:
    """A second mock of the same dimension: the first one's numbers, moved on by one."""

    name, dim, fingerprint = "shifted", 16, "5" * 64

    def encode(self, texts: Sequence[str]) -> Array:
        moved: Array = np.roll(HashedEmbedder(16).encode(texts), 1, axis=1)
        return moved

    def encode_single(self, text: str) -> Array:
        vector: Array = self.encode([text])[0]
        return vector


def test_what_rounds_to_nothing_is_no_hit() -> None:
    assert fuse({}, 1.0, {1: (5e-324, 0)}, Weights(1.0, 1.0)) == []
