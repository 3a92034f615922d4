"""Where a model's vectors lie: for each passage of the view its row in the store.

Row numbers are remembered in the view's state and brought up to date before each use.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from awhm.events.fold import Array
from awhm.projections.embeddings import Embeddings, hashes_of
from awhm.projections.vectors import Vectors


@dataclass(slots=True)
class _Rows:
    """For each row of the view its row in one store, -1 where it has none, and what that was computed from."""

    store: Embeddings
    generation: int
    cuts: int
    records: int
    row: Array


def rows_in(state: Vectors, store: Embeddings) -> Array:
    """For each row of the view its row in the store, or -1; brought up to date."""
    store.refresh()
    known = state.rows.get(store.fingerprint)
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
    state.rows[store.fingerprint] = known
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
