"""Asking the lexical view: the best passages for a query, the scores of given messages, and why.

Score of a passage for a query, summed over the query's distinct terms, as in Lucene:

    idf(t) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average length))
    idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5))

The idf is above zero for every term, so one document or a term in half of them still scores. k1 and b
are chosen when asking. All sums are made in one order in double precision: the same documents give the
same scores to the last bit, however they came to be stored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from awhm.events.fold import Array
from awhm.projections.bm25 import State, postings_of
from awhm.projections.rows import rows_at

# Measured for 60-word passages: research/retrieval.md sections 2 and 5.
K1 = 0.9
B = 0.25
MANY = 1000  # a term of fewer documents is not worth asking whether it can be left out
SPARSE = 256  # with fewer postings than one in so many documents, sorting them beats a sum for every document


class Hits(NamedTuple):
    """Documents and their scores, three arrays of one length; and what a perfect match would score.

    `ideal` is the sum of idf * (k1 + 1) over the query's distinct terms, which no score reaches:
    score / ideal is in [0, 1).
    """

    positions: Array  # uint64
    passages: Array  # uint16
    scores: Array  # float64
    ideal: float


class Contribution(NamedTuple):
    """What one term of the query adds to the score of one document."""

    term: str
    frequency: int  # in the document, at most 255
    documents: int  # how many documents hold the term
    idf: float
    score: float


class _Query(NamedTuple):
    """A query against the documents before `size`: its distinct terms, rarest first, with their postings.

    `norms` has for each document what stands beside tf below the line of the formula at the top.
    """

    size: int
    norms: Array
    terms: list[str]
    idfs: list[float]
    postings: list[tuple[Array, Array]]
    k1: float
    b: float

    @property
    def ideal(self) -> float:
        return sum(idf * (self.k1 + 1) for idf in self.idfs)

    def weights(self, idf: float, counts: Array, docs: Array) -> Array:
        """The formula at the top, for the documents of one term."""
        frequencies = counts.astype(np.float64)
        below = self.norms[docs]
        below += frequencies
        frequencies *= idf * (self.k1 + 1)
        frequencies /= below
        return frequencies

    def left(self) -> list[float]:
        """For each term what it and all after it can give to one document, and a little more, as sums are rounded."""
        found: list[float] = []
        most = 0.0
        for idf, (_, counts) in zip(reversed(self.idfs), reversed(self.postings), strict=True):
            frequency = int(counts.max()) if len(counts) else 0
            norm = self.k1 * (1 - self.b)  # of a document without length
            most += idf * (self.k1 + 1) * frequency / (frequency + norm) if frequency else 0.0
            found.append(most * (1 + 1e-9))
        return found[::-1]


def search(
    state: State,
    query: Sequence[str],
    *,
    k: int,
    until: int | None = None,
    allowed: Callable[[Array], Array] | None = None,
    k1: float = K1,
    b: float = B,
) -> Hits:
    """The `k` best documents for a query's terms (from `tokens.terms`), best first; none scores zero.

    Equal scores: the later message first, then the earlier passage. `until` gives exactly the result of a
    log that ends there. `allowed` is handed the positions (uint64) of documents that match and says which
    may be shown (bool); the statistics stay those of all documents.
    """
    asked = _ask(state, query, until, k1, b)
    docs, scores = _summed(asked, None if allowed is not None else k)
    known = state.positions.array()
    if allowed is not None and len(docs):
        wanted = np.flatnonzero(allowed(known[docs]))
        docs, scores = docs[wanted], scores[wanted]
    best = _best(scores, docs, known, k)
    docs, scores = docs[best], scores[best]
    positions = known[docs]
    numbers = state.passages.array()[docs]
    order = np.lexsort((numbers, -positions.astype(np.int64), -scores))[:k]
    return Hits(positions[order], numbers[order], scores[order], asked.ideal)


def scores_for(
    state: State,
    query: Sequence[str],
    positions: Array,
    *,
    until: int | None = None,
    k1: float = K1,
    b: float = B,
) -> Hits:
    """The best passage of each of these messages and its score, in the order of `positions`.

    The scores are those of `search`. A message that matches nothing, or is not in the index, scores 0
    at passage 0.
    """
    asked = _ask(state, query, until, k1, b)
    wanted = np.asarray(positions, np.uint64)
    docs, owners = _docs_of(state, asked.size, wanted)
    scores = np.zeros(len(docs))
    for idf, (holders, counts) in zip(asked.idfs, asked.postings, strict=True):
        at, held = _held(holders, docs)
        scores[held] += asked.weights(idf, counts[at], docs[held])
    best, passage = _best_passage(len(wanted), owners, scores, state.passages.take(docs))
    return Hits(wanted, passage, best, asked.ideal)


class Coverage(NamedTuple):
    """What the passages of some messages have of a query's distinct terms: (passages, terms), and the terms' idfs.

    A part is tf / (tf + norm) as in the formula at the top, in [0, 1). `owners` says for each passage which message
    it is of, ascending. For each message: its best passage (uint16), that one's score, and what a perfect match scores.
    """

    parts: Array
    owners: Array
    idfs: Array
    passages: Array
    scores: Array
    ideal: float


def coverage(
    state: State,
    query: Sequence[str],
    positions: Array,
    *,
    until: int | None = None,
    k1: float = K1,
    b: float = B,
) -> Coverage:
    """How much each passage of these messages (positions, uint64) has of each term."""
    asked = _ask(state, query, until, k1, b)
    docs, owners = _docs_of(state, asked.size, np.asarray(positions, np.uint64))
    parts = np.zeros((len(docs), len(asked.terms)))
    scores = np.zeros(len(docs))
    for term, (idf, (holders, counts)) in enumerate(zip(asked.idfs, asked.postings, strict=True)):
        at, held = _held(holders, docs)
        weights = asked.weights(idf, counts[at], docs[held])
        scores[held] += weights
        parts[held, term] = weights / (idf * (k1 + 1))
    best, passage = _best_passage(len(positions), owners, scores, state.passages.take(docs))
    return Coverage(parts, owners, np.array(asked.idfs), passage, best, asked.ideal)


def idfs(state: State, words: Sequence[str], until: int | None = None) -> list[float]:
    """The idf of each of some distinct terms, in their order; that of a word nobody said is the highest."""
    last = _last.get(state)
    known: dict[str, float] = {}
    if last is not None and last[0] is state.positions.array() and last[1][-3:] == (until, K1, B):
        known = dict(zip(last[2].terms, last[2].idfs, strict=True))  # what was asked a moment ago, mostly
    if not known.keys() >= set(words):
        asked = _asked(state, [word for word in words if word not in known], until, K1, B)
        known.update(zip(asked.terms, asked.idfs, strict=True))
    return [known[word] for word in words]


def explain(
    state: State,
    query: Sequence[str],
    position: int,
    passage: int,
    *,
    until: int | None = None,
    k1: float = K1,
    b: float = B,
) -> list[Contribution]:
    """Why a document scores as it does: one entry for each distinct term of the query, rarest first.

    The scores add up to that of `search`, but for rounding. Empty if there is no such document.
    """
    asked = _ask(state, query, until, k1, b)
    known = state.positions.array()[: asked.size]
    low = int(np.searchsorted(known, np.uint64(position), side="left"))
    high = int(np.searchsorted(known, np.uint64(position), side="right"))
    place = np.flatnonzero(state.passages.slice(low, high) == passage)
    if not len(place):
        return []
    doc = low + int(place[0])
    found: list[Contribution] = []
    for term, idf, (docs, counts) in zip(asked.terms, asked.idfs, asked.postings, strict=True):
        at = int(np.searchsorted(docs, doc))
        count = counts[at : at + 1] if at < len(docs) and docs[at] == doc else counts[:0]
        score = float(asked.weights(idf, count, np.array([doc])[: len(count)]).sum())
        found.append(Contribution(term, int(count.sum()), len(docs), idf, score))
    return found


def _docs_of(state: State, size: int, positions: Array) -> tuple[Array, Array]:
    """The documents, of the first `size`, of some messages; and for each one which of `positions` it is of."""
    return rows_at(state.positions.array()[:size], positions)


def _best_passage(count: int, owners: Array, scores: Array, numbers: Array) -> tuple[Array, Array]:
    """For each message the score of its best document, and that one's passage; 0 and 0 where none scores."""
    best = np.zeros(count)
    passage = np.zeros(count, np.uint16)
    # Worst first and, of equals, the last passage first: what is written last is the best.
    order = np.lexsort((-numbers.astype(np.int64), scores))
    order = order[scores[order] > 0]
    best[owners[order]] = scores[order]
    passage[owners[order]] = numbers[order]
    return best, passage


# The norms of all documents, as long as their column and their average length are the same.
_normed: WeakKeyDictionary[State, tuple[Array, tuple[float, ...], Array]] = WeakKeyDictionary()


def _norms(state: State, average: float, k1: float, b: float) -> Array:
    lengths, by = state.lengths.array(), (average, k1, b)
    known = _normed.get(state)
    if known is None or known[0] is not lengths or known[1] != by:
        _normed[state] = known = (lengths, by, k1 * (1 - b) + (k1 * b / average) * lengths)
    return known[2]


# What each index was asked last: a recall asks the same four times. Good as long as the column is the same object,
# which it is until the next change.
_last: WeakKeyDictionary[State, tuple[Array, tuple[object, ...], _Query]] = WeakKeyDictionary()


def _ask(state: State, query: Sequence[str], until: int | None, k1: float, b: float) -> _Query:
    """The statistics and postings of a query, cut where the log is to end."""
    documents, asked = state.positions.array(), (*query, until, k1, b)
    known = _last.get(state)
    if known is None or known[0] is not documents or known[1] != asked:
        _last[state] = known = (documents, asked, _asked(state, query, until, k1, b))
    return known[2]


def _asked(state: State, query: Sequence[str], until: int | None, k1: float, b: float) -> _Query:
    distinct = list(dict.fromkeys(query))
    size = state.until(until)
    whole = size == len(state)
    total = state.total if whole else int(state.lengths.array()[:size].sum(dtype=np.int64))
    postings = postings_of(state, distinct)
    if not whole:
        cuts = [int(np.searchsorted(docs, size)) for docs, _ in postings]
        postings = [(docs[:cut], counts[:cut]) for cut, (docs, counts) in zip(cuts, postings, strict=True)]
    idfs = [math.log(1 + (size - len(docs) + 0.5) / (len(docs) + 0.5)) for docs, _ in postings]
    # One order for adding up, so that a sum does not depend on how the query is put.
    order = sorted(range(len(distinct)), key=lambda at: (-idfs[at], distinct[at]))
    return _Query(
        size=size,
        norms=_norms(state, max(total, 1) / max(size, 1), k1, b),
        terms=[distinct[at] for at in order],
        idfs=[idfs[at] for at in order],
        postings=[postings[at] for at in order],
        k1=k1,
        b=b,
    )


def _summed(asked: _Query, k: int | None) -> tuple[Array, Array]:
    """The documents with any of the terms and their scores, each added up in the order of the terms.

    With `k` those that cannot be among the `k` best, nor equal to one of them, may be left out: once `k` documents
    score more than all terms that are left can give, no document without an earlier term is looked at (MaxScore,
    Turtle and Flood 1995). What is asked for besides a rare word is mostly a name, which every fifth message has.
    """
    if not asked.terms:
        return np.zeros(0, np.int64), np.zeros(0)
    if sum(len(holders) for holders, _ in asked.postings) < asked.size // SPARSE:
        pieces = [
            asked.weights(idf, counts, holders)
            for idf, (holders, counts) in zip(asked.idfs, asked.postings, strict=True)
        ]
        docs, places = np.unique(np.concatenate([holders for holders, _ in asked.postings]), return_inverse=True)
        return docs, np.bincount(places, np.concatenate(pieces), len(docs))
    left = asked.left() if k else None
    sums = np.zeros(asked.size)
    docs, alive = np.zeros(0, np.int64), None
    for place, (idf, (holders, counts)) in enumerate(zip(asked.idfs, asked.postings, strict=True)):
        if k and left and len(docs) >= k and len(holders) >= MANY:
            scores = sums[docs]
            edge = np.partition(scores, len(scores) - k)[len(scores) - k]
            if edge > left[place]:
                docs = docs[scores + left[place] >= edge]
                alive = np.zeros(asked.size, np.bool_)
                alive[docs] = True
        if alive is not None:
            own = np.flatnonzero(alive[holders])
            holders, counts = holders[own], counts[own]
        before = sums[holders]
        sums[holders] = before + asked.weights(idf, counts, holders)
        if alive is None:
            docs = np.concatenate([docs, holders[before == 0]])  # no weight is zero
    return docs, sums[docs]


def _held(holders: Array, docs: Array) -> tuple[Array, Array]:
    """Which of some documents are among a term's (both ascending or not): their places there, and in `docs`."""
    if not len(holders):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    at = np.searchsorted(holders, docs)
    held = np.flatnonzero(holders[np.minimum(at, len(holders) - 1)] == docs)
    return at[held], held


def _best(scores: Array, docs: Array, positions: Array, k: int) -> Array:
    """Rows that hold the `k` best and little more: of equal scores at the edge, the latest messages."""
    if len(scores) <= k or k < 1:
        return np.arange(len(scores) if k > 0 else 0)
    edge = np.partition(scores, len(scores) - k)[len(scores) - k]
    above = np.flatnonzero(scores > edge)
    equal = np.flatnonzero(scores == edge)
    said = positions[docs[equal]]
    oldest = np.sort(said)[len(above) - k]  # of the latest k - len(above) that are equal
    return np.concatenate([above, equal[said >= oldest]])
