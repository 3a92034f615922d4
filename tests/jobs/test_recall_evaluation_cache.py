"""Vectors kept between evaluations: a text is embedded once, and has the vector that the model gives it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from awhm.adapters.hashed import HashedEmbedder
from awhm.errors import Refused
from awhm.events.fold import Array
from awhm.jobs.evaluation.recall_cache import CachedEmbedder, CachedTokenEmbedder, cached
from awhm.projections.embeddings import Wording


class Counting(HashedEmbedder):
    """A model that counts what it is asked to embed."""

    def __init__(self) -> None:
        super().__init__(8)
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Array:
        self.asked += texts
        return super().encode(texts)


class CountingTokens(Counting):
    """The same with a vector for each word."""

    token_dim = 2
    token_fingerprint = "ab" * 32

    def encode_both(self, texts: Sequence[str]) -> tuple[Array, list[Array]]:
        return self.encode(texts), [np.full((len(text.split()), 2), len(text), np.int8) for text in texts]

    def ask(self, text: str) -> Wording:
        return Wording(text, self.encode_single(text), np.zeros((0, 2), np.float32), ())


def test_a_text_is_embedded_once_whatever_process_asks_and_gives_the_same_vector(tmp_path: Path) -> None:
    model = Counting()
    kept = cached(model, tmp_path / "cache")
    texts = ["one", "two", "one"]
    assert (kept.encode(texts) == HashedEmbedder(8).encode(texts)).all() and model.asked == ["one", "two"]
    other = Counting()
    again = CachedEmbedder(other, tmp_path / "cache")
    assert (again.encode(["two", "three"]) == HashedEmbedder(8).encode(["two", "three"])).all()
    assert other.asked == ["three"] and (again.found, again.made) == (1, 1)
    assert again.encode([]).shape == (0, 8) and (again.name, again.dim) == (model.name, 8)
    assert (again.encode_single("two") == model.encode_single("two")).all()


def test_vectors_of_tokens_are_kept_too(tmp_path: Path) -> None:
    model = CountingTokens()
    expected, tokens = model.encode_both(["a b", "", "c"])
    for found in (0, 3):
        kept = cached(CountingTokens(), tmp_path)
        assert isinstance(kept, CachedTokenEmbedder) and hasattr(kept, "ask")
        vectors, own = kept.encode_both(["a b", "", "c"])
        assert (vectors == expected).all() and [one.tolist() for one in own] == [one.tolist() for one in tokens]
        assert (kept.found, kept.made) == (found, 3 - found)
    model = CountingTokens()
    assert (cached(model, tmp_path).encode(["c", "d", "a b"])[[0, 2]] == expected[[2, 0]]).all() and model.asked == [
        "d"
    ]
    assert not hasattr(cached(Counting(), tmp_path), "encode_both")


def test_another_model_finds_nothing_of_it(tmp_path: Path) -> None:
    cached(HashedEmbedder(8), tmp_path).encode(["one"])
    other = cached(HashedEmbedder(16), tmp_path)
    assert other.encode(["one"]).shape == (1, 16) and other.made == 1


def test_a_cache_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be made"):
        cached(HashedEmbedder(8), tmp_path / "file" / "cache")
