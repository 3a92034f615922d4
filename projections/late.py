"""Late interaction: how well each token of a question is met by the tokens of a message.

For a token of the question the similarity is that to the nearest token of the message (MaxSim, as in ColBERT,
arXiv:2004.12832), over the model's own token vectors on their main axes. Tokens count by how rare their word is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from awhm.events.fold import Array
from awhm.language.regex import regex
from awhm.language.tokens import terms
from awhm.projections.embeddings import Wording
from awhm.projections.rows import rows_at
from awhm.projections.token_vectors import BLOCK, TokenStore
from awhm.projections.vectors import Vectors

SCALE = 127.0  # what a token of a message was multiplied by when it was stored, its length being 1 on all axes
# Steps of a question's numbers. All products of int8 vectors of length up to 1024 with vectors of length 1 are whole
# numbers below 2^24 then, and sums of them exact in float32: the same whatever order BLAS adds them up in, so that
# equal messages score equally.
STEPS = float(1 << 14)
WIDE = 8  # columns of a product are a multiple of it: BLAS takes longer for seven than for eight
TOGETHER = 64  # blocks that are worked on together, which stay in the processor's cache
_WORD = regex(r"\S+")


def token_weights(wording: Wording, rarity: Callable[[Sequence[str]], Sequence[float]]) -> Array:
    """How much each token of a question counts, float64 (n,), adding up to 1; all alike if no word says anything.

    The square root of its word's idf; 0 for function words and marks. `rarity` gives the idf of index terms.
    The root is the better of the two by half a point of nDCG@10 on LoCoMo.
    """
    words = [(word.start(), word.end(), terms(word[0])) for word in _WORD.finditer(wording.text)]
    known = dict.fromkeys(term for _, _, own in words for term in own)
    idf = dict(zip(known, rarity(list(known)), strict=True))
    weights = np.zeros(len(wording.spans))
    for at, (start, end) in enumerate(wording.spans):
        if not any(map(str.isalnum, wording.text[start:end])):
            continue
        own = next((own for low, high, own in words if low <= start < high), list[str]())
        weights[at] = max((idf[term] for term in own), default=0.0)
    weights = np.sqrt(weights)
    whole = weights.sum()
    return weights / whole if whole else np.full(len(weights), 1 / max(len(weights), 1))


def met(state: Vectors, store: TokenStore, question: Array, positions: Array) -> tuple[Array, Array]:
    """How well the passages of some messages meet each token of the question: float32 (passages, tokens) in [0, 1].

    And for each passage which of `positions` (uint64) it is of, ascending. `question` is (tokens, dim), of length 1
    before it was put on the axes. 0 where a passage has no token vectors.
    """
    rows, owners = rows_at(state.position.array(), positions)
    best = np.zeros((len(rows), len(question)), np.float32)
    blocks, sizes, _ = store.blocks_of(state, rows)
    if len(blocks) and len(question):
        full = np.flatnonzero(sizes)
        best[full] = np.maximum.reduceat(_nearest(blocks, question), (np.cumsum(sizes) - sizes)[full], axis=0)
        best /= np.float32(SCALE * STEPS)
    return np.clip(best, 0, 1), owners


def _nearest(blocks: Array, question: Array) -> Array:
    """How near the nearest token of each block is to each token of a question: (blocks, tokens), not yet scaled.

    The zeros that fill a block up are near to nothing, which is the least that anything is met.
    """
    count, dim = question.shape
    wide = -(-count // WIDE) * WIDE
    steps = np.zeros((dim, wide), np.float32)
    steps[:, :count] = np.rint(question * STEPS).T
    found = np.empty((len(blocks), count), np.float32)
    for start in range(0, len(blocks), TOGETHER):
        part = blocks[start : start + TOGETHER].astype(np.float32)
        similar = (part.reshape(-1, dim) @ steps).reshape(len(part), BLOCK * wide)
        while similar.shape[1] > wide:  # by halves, which is five times as fast as a maximum over a short axis
            half = similar.shape[1] // 2
            similar = np.maximum(similar[:, :half], similar[:, half:])
        found[start : start + len(part)] = similar[:, :count]
    return found
