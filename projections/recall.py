"""One question over several views: a single ranking of messages, each with the shares that made its score.

    score = (w_semantic * cosine + w_lexical * lexical) / (w_semantic + w_lexical)

cosine is that of the best passage, not below 0; lexical is BM25 of the best passage brought into [0, 1)
by `lexical_share`. Without vectors the score is the lexical share alone. Equal scores: the later message
first. Nothing here reads text, embeds or writes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, Protocol

import numpy as np

from awhm.events.fold import Array
from awhm.projections import bm25, bm25_search

POOL = 100  # candidates taken from each signal before they are fused
Allowed = Callable[[Array], Array]


class Dense(Protocol):
    """The dense signal for one question: cosines of the best passage of a message, by position."""

    def size(self, until: int | None) -> int:
        """How many passages there are to be near to."""
        ...

    def best(self, k: int, until: int | None, allowed: Allowed | None) -> Mapping[int, tuple[float, int]]:
        """The `k` best messages: position to (cosine, passage)."""
        ...

    def given(self, positions: Sequence[int], until: int | None) -> Mapping[int, tuple[float, int]]:
        """These messages, as far as they have a vector."""
        ...


@dataclass(frozen=True)
class Weights:
    """How much each signal counts; only their ratio matters. Not both may be 0."""

    semantic: float
    lexical: float


class Hit(NamedTuple):
    """One message found: the passage that matched best, its score in [0, 1], and the signals behind it.

    `lexical` is the share in [0, 1) of the raw score `bm25`; `cosine` is None without vectors.
    """

    position: int
    passage: int
    score: float
    lexical: float
    bm25: float
    cosine: float | None


_FIRST = itemgetter(0, 1)


def lexical_share(score: float, ideal: float) -> float:
    """BM25 on a scale of its own: the part of what a perfect match would score, in [0, 1).

    It does not depend on what else was found, so the best of bad matches stays a bad match.
    """
    return min(score / ideal, 1.0) if ideal > 0 else 0.0


def noise(passages: int) -> float:
    """The cosine that the nearest of so many passages reaches for a question of pure noise.

    The largest of n independent normal values grows with sqrt(2 ln n); the two constants are those of
    all-MiniLM-L6-v2 for random letters against LoCoMo, with a margin (docs/decisions/0007).
    """
    return 0.05 + 0.075 * math.sqrt(2 * math.log(max(passages, 1)))


def fuse(
    lexical: Mapping[int, tuple[float, int]],
    ideal: float,
    dense: Mapping[int, tuple[float, int]] | None,
    weights: Weights,
    floor: float = 0.0,
) -> list[Hit]:
    """All candidates, best first. Both maps go from position to (raw score, best passage).

    `ideal` is what a perfect lexical match would score; `dense` is None where no model is at work. Only
    what scores above 0 is kept, and of what shares no word with the question only what is nearer than
    `floor`: a message that is neither about the words nor about their meaning is no answer.
    """
    semantic, words = weights.semantic, weights.lexical
    whole = semantic + words
    found: list[tuple[float, int, int, float, float, float | None]] = []  # in the order in which they are to come
    if dense is None:
        for position, (raw, passage) in lexical.items():
            share = lexical_share(raw, ideal)
            if share > 0:
                found.append((-share, -position, passage, share, raw, None))
    else:
        nothing = (0.0, 0)
        for position in lexical.keys() | dense.keys():
            raw, passage = lexical.get(position, nothing)
            cosine, near_passage = dense.get(position) or (0.0, passage)
            if raw == 0 and cosine < floor:
                continue
            share = min(raw / ideal, 1.0) if ideal > 0 else 0.0
            near, word = semantic * cosine if cosine > 0 else 0.0, words * share
            score = (near + word) / whole  # what is above 0 before it is divided may be 0 after it
            if score > 0:
                best = passage if word > near else near_passage
                found.append((-score, -position, best, share, raw, cosine))
    found.sort(key=_FIRST)
    return [Hit(-position, best, -score, share, raw, cosine) for score, position, best, share, raw, cosine in found]


def recall(
    words: bm25.State,
    terms: Sequence[str],
    dense: Dense | None,
    weights: Weights,
    *,
    until: int | None = None,
    allowed: Allowed | None = None,
    pool: int = POOL,
) -> list[Hit]:
    """The messages that answer a question best, best first, at most `pool` from each signal.

    `terms` are the question's, from `tokens.terms`. `until` gives what a log that ends there would give;
    `allowed` says of positions (uint64) which may be shown.
    """
    found = bm25_search.search(words, terms, k=pool, until=until, allowed=allowed)
    near = None if dense is None else dense.best(pool, until, allowed)
    lexical: dict[int, tuple[float, int]] = {}
    for position, passage, score in zip(
        found.positions.tolist(), found.passages.tolist(), found.scores.tolist(), strict=True
    ):
        lexical.setdefault(position, (score, passage))  # best first, so the first passage is the best
    if dense is None or near is None:
        return fuse(lexical, found.ideal, None, weights)
    only_near = np.array([p for p in near if p not in lexical], np.uint64)
    others = bm25_search.scores_for(words, terms, only_near, until=until)
    for position, passage, score in zip(
        others.positions.tolist(), others.passages.tolist(), others.scores.tolist(), strict=True
    ):
        lexical[position] = (score, passage)
    only_words = [p for p in lexical if p not in near]
    return fuse(lexical, found.ideal, {**near, **dense.given(only_words, until)}, weights, noise(dense.size(until)))
