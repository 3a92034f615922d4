"""Where a model's vectors lie: for each passage of the view its row in the store.

Row numbers are remembered in the view's state and brought up to date before each use.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from awhm.events.fold import Array
from awhm.projections.embeddings import Embeddings, hashes_of
from awhm.projections.vectors import Vectors


@dataclass(slots=True)
class Rows:
    """For each row of the view its row in one store, -1 where it has none, and what that was computed from.

    `missing` of them have none, and `last` is the highest there is, -1 if there is none. `even`: row by row the
    view and the store go in step. `long` says of the store's rows whether the vector's length was found to be 1:
    1 for yes, -1 for no, 0 where nobody has looked yet.
    """

    store: Embeddings
    generation: int
    cuts: int
    records: int
    row: Array
    missing: int = 0
    last: int = -1
    even: bool = True
    long: Array = field(default_factory=lambda: np.zeros(0, np.int8))


def rows_in(state: Vectors, store: Embeddings) -> Array:
    """For each row of the view its row in the store, or -1; brought up to date."""
    return known_rows(state, store).row


def known_rows(state: Vectors, store: Embeddings) -> Rows:
    """Where a store has the view's rows; brought up to date with what others appended."""
    store.refresh()
    known = state.rows.get(store.fingerprint)
    if (
        not isinstance(known, Rows)
        or known.store is not store
        or (known.generation, known.cuts) != (store.generation, state.cuts)
    ):
        known = Rows(store, store.generation, state.cuts, 0, np.zeros(0, np.int64))
    hashes = store.hashes()
    before = len(known.row)
    if (before, known.records) == (len(state), len(hashes)):  # as mostly
        state.rows[store.fingerprint] = known
        return known
    if before < len(state):
        added = hashes_of(state.commitment.slice(before, len(state)), state.passage.slice(before, len(state)))
        known.row = np.concatenate([known.row, _places(added, hashes[: known.records])])
    if known.records < len(hashes):
        missing = np.flatnonzero(known.row < 0)
        wanted = hashes_of(state.commitment.take(missing), state.passage.take(missing))
        found = _places(wanted, hashes[known.records :])
        known.row[missing] = np.where(found < 0, -1, found + known.records)
        known.records = len(hashes)
    row = known.row
    known.missing, known.last = int((row < 0).sum()), int(row.max()) if len(row) else -1
    known.even = np.array_equal(row, np.arange(len(row)))
    known.long = np.concatenate([known.long, np.zeros(len(hashes) - len(known.long), np.int8)])
    state.rows[store.fingerprint] = known
    return known


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
