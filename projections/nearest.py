"""Vectors by meaning: which passages are nearest to a question, and which still lack a vector.

Brings the view (which passages there are) and a model's store (their vectors) together. Row numbers of
the one in the other are remembered in the view's state and brought up to date before each use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from awhm.events.fold import Array
from awhm.projections.embeddings import Embedder, Embeddings, hashes_of
from awhm.projections.recall import Allowed
from awhm.projections.vectors import Vectors

BATCH = 32  # texts that are embedded and written together: an interruption loses no more
SLACK = 1e-4  # float32 sums in another order differ by less; what is this near is summed again in float64
SPARSE = 4  # if fewer than one row in so many is wanted, their vectors are gathered first


class Keys(NamedTuple):
    """Passages by key: position (uint64), passage (uint16), commitment (V32), each of shape (n,)."""

    position: Array
    passage: Array
    commitment: Array


class Hits(NamedTuple):
    """Passages and their cosine to a question: uint64, uint16 and float32 arrays of shape (n,)."""

    position: Array
    passage: Array
    cosine: Array


@dataclass(slots=True)
class _Rows:
    """For each row of the view its row in one store, -1 where it has none, and what that was computed from."""

    store: Embeddings
    generation: int
    cuts: int
    records: int
    row: Array


def pending(state: Vectors, store: Embeddings) -> Keys:
    """The passages that have no vector in this store, in order of (position, passage)."""
    missing = np.flatnonzero(_rows(state, store) < 0)
    return Keys(*(column.take(missing) for column in (state.position, state.passage, state.commitment)))


def search(
    state: Vectors,
    store: Embeddings,
    query: Array,
    *,
    k: int,
    until: int | None = None,
    allowed: Array | None = None,
) -> Hits:
    """The `k` passages with the highest cosine to `query` (dim,), best first; fewer if there are fewer.

    Equal ones are in order of (position, passage). `until`: only positions up to this one. `allowed`: only
    these positions (uint64, any order). Exact: float32 finds the candidates, float64 ranks them. Passages
    whose vector turns out to be broken are left out, and `pending` lists them. Raises ValueError for a query
    of another shape.
    """
    unit = _unit(query, store)
    while True:
        rows = _rows(state, store)
        among = _among(rows, state, until, allowed)
        best, cosine = _best(among, rows[among], store, unit, max(k, 0))
        hits = _intact(best, rows[best], cosine, state, store)
        if hits is not None:
            return hits


def cosines_for(state: Vectors, store: Embeddings, query: Array, positions: Array) -> Hits:
    """For each of `positions` (uint64, any order) that has a vector its best passage, by ascending position.

    The cosines are those that `search` gives. Raises ValueError for a query of another shape.
    """
    unit = _unit(query, store)
    while True:
        rows = _rows(state, store)
        among = _among(rows, state, None, positions)
        cosine = _exact(store.vectors()[rows[among]], unit)
        position = state.position.take(among)
        # Best first within a position (stable, so the earlier of equal passages); then each position's first.
        order = np.lexsort((-cosine, position))
        first = np.unique(position[order], return_index=True)[1]
        best = among[order[first]]
        hits = _intact(best, rows[best], cosine[order[first]], state, store)
        if hits is not None:
            return hits


def embed_pending(
    state: Vectors,
    store: Embeddings,
    embedder: Embedder,
    texts: Callable[[Keys], Sequence[str | None]],
    progress: Callable[[int, int], None] | None = None,
    limit: int | None = None,
) -> int:
    """Embed what lacks a vector, oldest first, and write it batch by batch. Returns how many were embedded.

    `texts` gives the text of each key, or None where it is gone (erased meanwhile). `progress(done, total)`
    is called after each batch. At most `limit` passages are embedded. An interruption loses one batch of 32.
    Raises ValueError if the embedder is not the store's, and what the embedder and the store raise.
    """
    if embedder.fingerprint != store.fingerprint:
        raise ValueError(f"the store of {store.fingerprint} takes no vectors of {embedder.name}")
    keys = pending(state, store)
    total = len(keys.position) if limit is None else max(min(limit, len(keys.position)), 0)
    done = 0
    for start in range(0, total, BATCH):
        batch = Keys(*(column[start : min(start + BATCH, total)] for column in keys))
        found = texts(batch)
        there = np.array([text is not None for text in found], bool)
        # Written in the view's order, which makes the join at the next start a mere comparison.
        vectors = embedder.encode([text for text in found if text is not None])
        store.append(batch.commitment[there], batch.passage[there], vectors)
        done += int(there.sum())
        if progress is not None:
            progress(min(start + BATCH, total), total)
    return done


def _unit(query: Array, store: Embeddings) -> Array:
    """The query as a float32 vector of length 1 (a zero vector stays one)."""
    if query.shape != (store.dim,):
        raise ValueError(f"a query of shape {query.shape} for vectors of dimension {store.dim}")
    length = float(np.linalg.norm(query))
    return np.asarray(query / length if length else query, np.float32)


def _among(rows: Array, state: Vectors, until: int | None, allowed: Array | None) -> Array:
    """The rows of the view that may answer: with a vector, not after `until`, among `allowed`; ascending."""
    position = state.position.array()
    count = len(rows) if until is None else int(np.searchsorted(position, np.uint64(max(until, 0)), "right"))
    may = rows[:count] >= 0
    if allowed is not None:
        may &= np.isin(position[:count], allowed.astype(np.uint64))
    return np.flatnonzero(may)


def _best(among: Array, rows: Array, store: Embeddings, unit: Array, k: int) -> tuple[Array, Array]:
    """The `k` of the view's rows `among` that are nearest, best first, and their cosines.

    `rows` are their rows in the store.
    """
    vectors = store.vectors()
    low, high = (int(rows.min()), int(rows.max()) + 1) if len(rows) else (0, 0)
    with np.errstate(all="ignore"):  # a broken vector may hold anything
        few = len(rows) * SPARSE < high - low
        cosine = vectors[rows] @ unit if few else (vectors[low:high] @ unit)[rows - low]
    if k < len(among):
        cosine = np.where(np.isnan(cosine), np.inf, cosine)  # so that it comes to light and is dropped
        least = np.partition(cosine, len(cosine) - k)[len(cosine) - k] if k else np.inf
        near = np.flatnonzero(cosine >= least - SLACK)
        among, rows = among[near], rows[near]
    exact = _exact(vectors[rows], unit)
    order = np.argsort(-exact, kind="stable")[:k]
    return among[order], exact[order]


def _exact(vectors: Array, unit: Array) -> Array:
    """Cosines, float32 (n,), that depend on nothing but the two vectors: not on BLAS, threads or the others."""
    with np.errstate(all="ignore"):
        cosine = np.clip((vectors.astype(np.float64) * unit).sum(axis=1), -1, 1)
    exact: Array = np.nan_to_num(cosine, nan=1.0).astype(np.float32)
    return exact


def _intact(best: Array, rows: Array, cosine: Array, state: Vectors, store: Embeddings) -> Hits | None:
    """The hits (`rows` in the store), or None if a vector among them is broken: the store has dropped it."""
    passage, commitment = state.passage.take(best), state.commitment.take(best)
    if not store.holds(rows, commitment, passage).all():
        return None
    return Hits(state.position.take(best), passage, cosine)


def _rows(state: Vectors, store: Embeddings) -> Array:
    """For each row of the view its row in the store, or -1; brought up to date."""
    store.refresh()
    known = state.rows
    if (
        not isinstance(known, _Rows)
        or known.store is not store
        or (known.generation, known.cuts) != (store.generation, state.cuts)
    ):
        known = _Rows(store, store.generation, state.cuts, 0, np.zeros(0, np.int64))
    hashes = store.hashes()
    before = len(known.row)
    if before < len(state):
        added = hashes_of(state.commitment.slice(before, len(state)), state.passage.slice(before, len(state)))
        known.row = np.concatenate([known.row, _places(added, hashes[: known.records])])
    if known.records < len(hashes):
        missing = np.flatnonzero(known.row < 0)
        wanted = hashes_of(state.commitment.take(missing), state.passage.take(missing))
        found = _places(wanted, hashes[known.records :])
        known.row[missing] = np.where(found < 0, -1, found + known.records)
        known.records = len(hashes)
    state.rows = known
    return known.row


def _places(wanted: Array, among: Array) -> Array:
    """For each of `wanted` the place of an equal in `among`, -1 if there is none (int64)."""
    found = np.full(len(wanted), -1, np.int64)
    same = min(len(wanted), len(among))
    if not same:
        return found
    # Vectors are written in the view's order, so after a restart the two lists mostly go in step.
    equal = np.flatnonzero(wanted[:same] == among[:same])
    found[equal] = equal
    left = np.flatnonzero(found < 0)
    if not len(left):
        return found
    places = np.flatnonzero(np.isin(among, wanted[left])) if len(left) * 8 < len(among) else np.arange(len(among))
    if not len(places):
        return found
    places = places[np.argsort(among[places])]
    keys = among[places]
    left = left[np.argsort(wanted[left])]  # in order: a million searches in order are eight times as fast
    at = np.minimum(np.searchsorted(keys, wanted[left]), len(keys) - 1)
    hit = keys[at] == wanted[left]
    found[left[hit]] = places[at[hit]]
    return found


class Nearness:
    """The dense signal: a message is as near as its best passage is to any wording of the question."""

    def __init__(self, vectors: Vectors, store: Embeddings, wordings: Sequence[Array]) -> None:
        self._vectors = vectors
        self._store = store
        self._wordings = wordings

    def size(self, until: int | None) -> int:
        """See `recall.Dense`."""
        if until is None:
            return len(self._vectors)
        return int(np.searchsorted(self._vectors.position.array(), np.uint64(max(until, 0)), side="right"))

    def best(self, k: int, until: int | None, allowed: Allowed | None) -> Mapping[int, tuple[float, int]]:
        """See `recall.Dense`."""
        among = None
        if allowed is not None:
            known = np.unique(self._vectors.position.array())
            among = known[allowed(known)]
        return self._merged(
            search(self._vectors, self._store, wording, k=k, until=until, allowed=among) for wording in self._wordings
        )

    def given(self, positions: Sequence[int], until: int | None) -> Mapping[int, tuple[float, int]]:
        """See `recall.Dense`. Positions after `until` are never asked for."""
        if not positions:
            return {}
        wanted = np.array(sorted(positions), np.uint64)
        return self._merged(cosines_for(self._vectors, self._store, wording, wanted) for wording in self._wordings)

    @staticmethod
    def _merged(several: Iterable[Hits]) -> Mapping[int, tuple[float, int]]:
        merged: dict[int, tuple[float, int]] = {}
        for hits in several:
            for position, passage, cosine in zip(
                hits.position.tolist(), hits.passage.tolist(), hits.cosine.tolist(), strict=True
            ):
                if position not in merged or cosine > merged[position][0]:
                    merged[position] = (cosine, passage)
        return merged
