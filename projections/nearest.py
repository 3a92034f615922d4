"""Vectors by meaning: which passages are nearest to a question, and which still lack a vector.

Brings the view (which passages there are) and a model's store (their vectors) together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np

from awhm.events.fold import Array
from awhm.projections import signs
from awhm.projections.embedding_rows import known_rows, rows_in
from awhm.projections.embeddings import Embedder, Embeddings, TokenEmbedder, Wording, hashes_of
from awhm.projections.late import met, token_weights
from awhm.projections.recall import Allowed
from awhm.projections.rows import rows_at
from awhm.projections.token_vectors import TokenStore
from awhm.projections.vectors import Vectors

BATCH = 32  # texts that are embedded and written together: an interruption loses no more
SLACK = 1e-4  # float32 sums in another order differ by less; what is this near is summed again in float64
MANY = 20_000  # among more passages than these the nearest are looked for where most signs agree
LIKELY, FEWEST = 50, 1000  # of those one in so many, but at least so many, and ten times as many as are wanted
SPARSE = 4  # if fewer than one row in so many is wanted, their vectors are gathered first


class Keys(NamedTuple):
    """Passages by key: position (uint64), passage (uint16), commitment (V32), each of shape (n,)."""

    position: Array
    passage: Array
    commitment: Array


Gone = Callable[[Keys], Array]  # which of some passages (bool) are of messages that were erased meanwhile


class Hits(NamedTuple):
    """Passages and their cosine to a question: uint64, uint16 and float32 arrays of shape (n,)."""

    position: Array
    passage: Array
    cosine: Array


NOTHING = Keys(np.zeros(0, np.uint64), np.zeros(0, np.uint16), np.zeros(0, "V32"))


def pending(state: Vectors, store: Embeddings, tokens: TokenStore | None = None) -> Keys:
    """The passages that have no vector in this store, or none in that of tokens, by (position, passage)."""
    known = known_rows(state, store)
    missing = np.flatnonzero(known.row < 0) if known.missing else np.zeros(0, np.int64)
    if tokens is not None and len(lacking := tokens.lacking(state)):
        missing = np.union1d(missing, lacking)
    if not len(missing):  # as mostly, on the way of each question
        return NOTHING
    return Keys(*(column.take(missing) for column in (state.position, state.passage, state.commitment)))


def cosines_near(state: Vectors, store: Embeddings, query: Array, positions: Array) -> Array:
    """For each of `positions` (uint64) the cosine of its best passage, float32; NaN where it has no vector.

    Quick: vectors are not checked, and last digits may differ from those of `search`. For signals that
    look at many messages around the ones found.
    """
    unit = _unit(query, store)
    known = known_rows(state, store)
    wanted, owners = rows_at(state.position.array(), positions)
    at = known.row[wanted]
    best = np.full(len(positions), np.nan, np.float32)
    if known.missing:
        there = np.flatnonzero(at >= 0)
        at, owners = at[there], owners[there]
    vectors = store.vectors()[at]
    long = known.long[at]
    new = np.flatnonzero(long == 0)
    with np.errstate(all="ignore"):  # a broken vector may hold anything
        # einsum and not BLAS, which adds up some rows in another order: equal messages must score equally.
        cosine: Array = np.clip(np.nan_to_num(np.einsum("ij,j->i", vectors, unit), nan=0.0), 0, 1)
        if len(new):
            right = np.abs(np.einsum("ij,ij->i", vectors[new], vectors[new]) - 1) < SLACK * 10
            long[new] = known.long[at[new]] = np.where(right, 1, -1)
    cosine[long < 0] = 0  # broken, and not yet known
    if len(owners) == len(positions) and (owners == np.arange(len(owners))).all():  # a passage each
        return cosine
    np.fmax.at(best, owners, cosine)
    return best


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
    these positions (uint64, any order). Among up to `MANY` passages exact: float32 finds the candidates, float64
    ranks them. Among more only those are
    compared whose signs agree best with the query's: of the 10 nearest more than 99 in 100 are among them. Passages
    whose vector turns out to be broken are left out, and `pending` lists them. Raises ValueError for a query
    of another shape.
    """
    unit = _unit(query, store)
    while True:
        known = known_rows(state, store)
        rows = known.row
        if allowed is None and (size := _size(state, until)) > MANY and known.even:
            among = _likely(size, store, unit, k)
        else:
            among = _among(rows, state, until, allowed)
            if len(among) > MANY:
                among = among[_likely(rows[among], store, unit, k)]
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
        rows = rows_in(state, store)
        among = _among(rows, state, None, positions)
        cosine = _exact(store.vectors()[rows[among]], unit)
        position = state.position.take(among)
        first = np.flatnonzero(np.append(True, position[1:] != position[:-1])) if len(among) else among
        if len(first) < len(among):  # several passages: the best one of each position, the earlier of equal ones
            sizes = np.diff(first, append=len(among))
            highest = np.flatnonzero(cosine == np.repeat(np.maximum.reduceat(cosine, first), sizes))
            first = highest[np.unique(position[highest], return_index=True)[1]]
        best = among[first]
        hits = _intact(best, rows[best], cosine[first], state, store)
        if hits is not None:
            return hits


def embed_pending(
    state: Vectors,
    store: Embeddings,
    embedder: Embedder,
    texts: Callable[[Keys], Sequence[str | None]],
    progress: Callable[[int, int], None] | None = None,
    limit: int | None = None,
    tokens: TokenStore | None = None,
    gone: Gone | None = None,
) -> int:
    """Embed what lacks a vector, oldest first, and write it batch by batch. Returns how many were embedded.

    With `tokens` the vectors of tokens are made in the same run of the model, and written first: a passage
    with a vector has its tokens, unless its vector is older than they are.

    `texts` gives the text of each key, or None where it is gone (erased meanwhile); `gone` tells so once more when its
    vector is about to be written. `progress(done, total)`
    is called after each batch. At most `limit` passages are embedded. An interruption loses one batch of 32.
    Raises ValueError if the embedder is not the store's, and what the embedder and the store raise.
    """
    if embedder.fingerprint != store.fingerprint:
        raise ValueError(f"the store of {store.fingerprint} takes no vectors of {embedder.name}")
    keys = pending(state, store, tokens)
    total = len(keys.position) if limit is None else max(min(limit, len(keys.position)), 0)
    done = 0
    for start in range(0, total, BATCH):
        # Written in the view's order, which makes the join at the next start a mere comparison.
        batch = Keys(*(column[start : min(start + BATCH, total)] for column in keys))
        done += embed(batch, texts(batch), store, embedder, tokens, gone)
        if progress is not None:
            progress(min(start + BATCH, total), total)
    return done


def embed(
    batch: Keys,
    texts: Sequence[str | None],
    store: Embeddings,
    embedder: Embedder,
    tokens: TokenStore | None,
    gone: Gone | None = None,
) -> int:
    """Embed some passages and write their vectors; those without a text are left out. Returns how many there were.

    `gone` is asked when they are written: see `Embeddings.append`.
    """
    there = np.array([text is not None for text in texts], bool)
    left = Keys(*(column[there] for column in batch))

    def still() -> Array:
        return np.ones(len(left.position), np.bool_) if gone is None else ~gone(left)

    known = [text for text in texts if text is not None]
    if tokens is None:
        store.append(left.commitment, left.passage, embedder.encode(known), still)
    else:
        vectors, own = cast(TokenEmbedder, embedder).encode_both(known)
        # A crash after this: the passages have no vector yet, so both are made again; either copy serves.
        tokens.append(left.commitment, left.passage, own, still)
        wanted, held = hashes_of(left.commitment, left.passage), store.hashes()
        new = ~np.isin(wanted, held[np.isin(held, wanted)])  # the other way round is seventy times as slow
        store.append(left.commitment[new], left.passage[new], vectors[new], lambda: still()[new])
    return int(there.sum())


def _unit(query: Array, store: Embeddings) -> Array:
    """The query as a float32 vector of length 1 (a zero vector stays one)."""
    if query.shape != (store.dim,):
        raise ValueError(f"a query of shape {query.shape} for vectors of dimension {store.dim}")
    length = float(np.linalg.norm(query))
    return np.asarray(query / length if length else query, np.float32)


def _among(rows: Array, state: Vectors, until: int | None, allowed: Array | None) -> Array:
    """The rows of the view that may answer: with a vector, not after `until`, among `allowed`; ascending."""
    count = _size(state, until)
    if allowed is None:
        return np.flatnonzero(rows[:count] >= 0)
    among, _ = rows_at(state.position.array()[:count], np.unique(allowed.astype(np.uint64)))
    return among[rows[among] >= 0]


def _size(state: Vectors, until: int | None) -> int:
    """How many rows of the view are at or before a position; all for None."""
    if until is None:
        return len(state)
    return int(np.searchsorted(state.position.array(), np.uint64(max(until, 0)), "right"))


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


def _likely(rows: Array | int, store: Embeddings, unit: Array, k: int) -> Array:
    """The places of those rows of the store (a number: the first so many) whose signs agree best with the query's."""
    if isinstance(rows, int):
        apart = store.signs().apart(unit, 0, rows)
    else:
        apart = store.signs().apart(unit, 0, len(store))[rows]
    return signs.nearest(apart, max(len(apart) // LIKELY, FEWEST, 10 * k))


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


class Nearness:
    """The signals that need a model, for one question: cosines, and late interaction if there are tokens."""

    def __init__(
        self,
        vectors: Vectors,
        store: Embeddings,
        wording: Wording,
        tokens: TokenStore | None = None,
        rarity: Callable[[Sequence[str]], Sequence[float]] | None = None,
    ) -> None:
        """`rarity` gives the idf of index terms; it goes with `tokens`."""
        self._vectors = vectors
        self._store = store
        self._wording = wording
        self._tokens = tokens
        self._rarity = rarity

    def size(self, until: int | None) -> int:
        """See `recall.Dense`."""
        return _size(self._vectors, until)

    def best(self, k: int, until: int | None, allowed: Allowed | None) -> Mapping[int, tuple[float, int]]:
        """See `recall.Dense`."""
        among = None
        if allowed is not None:
            known = np.unique(self._vectors.position.array())
            among = known[allowed(known)]
        return _by_position(search(self._vectors, self._store, self._wording.vector, k=k, until=until, allowed=among))

    def given(self, positions: Sequence[int], until: int | None) -> Mapping[int, tuple[float, int]]:
        """See `recall.Dense`. Positions after `until` are never asked for."""
        if not positions:
            return {}
        wanted = np.array(sorted(positions), np.uint64)
        return _by_position(cosines_for(self._vectors, self._store, self._wording.vector, wanted))

    def cosines(self, positions: Array) -> Array:
        """See `ranking.Meaning`."""
        return cosines_near(self._vectors, self._store, self._wording.vector, positions)

    def met(self, positions: Array) -> tuple[Array, Array, Array] | None:
        """See `ranking.Meaning`."""
        if self._tokens is None or self._rarity is None or not len(self._wording.tokens):
            return None
        weights = token_weights(self._wording, self._rarity)
        telling = weights > 0  # what has no weight need not be compared
        return *met(self._vectors, self._tokens, self._wording.tokens[telling], positions), weights[telling]


def _by_position(hits: Hits) -> Mapping[int, tuple[float, int]]:
    """Position to the cosine of its best passage and that passage."""
    best: dict[int, tuple[float, int]] = {}
    for position, passage, cosine in zip(
        hits.position.tolist(), hits.passage.tolist(), hits.cosine.tolist(), strict=True
    ):
        if position not in best or cosine > best[position][0]:
            best[position] = (cosine, passage)
    return best
