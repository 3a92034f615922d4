"""The signs of vectors, a bit a number: how many of them differ tells roughly how far apart two vectors are.

For vectors of like length the share of signs that differ grows with the angle between them (Charikar 2002). So
the signs choose, at a thirtieth of the reading, among which of very many vectors the nearest are looked for.
Kept in memory only: nothing of what was erased outlives it on disk.
"""

from __future__ import annotations

import numpy as np

from awhm.events.fold import Array

BLOCK = 1 << 15  # rows looked at together: what is worked out about them stays in the processor's cache
WORD = 64  # bits
TOGETHER = 3  # words whose differing bits are summed in eight bits
SAMPLE = 16


class Signs:
    """The signs of a growing list of vectors, row by row."""

    def __init__(self, dim: int) -> None:
        self._dim = dim
        self._count = 0
        self._bits: Array = np.zeros((-(-dim // WORD), 0), np.uint64)  # word by word, with spare rows at the end

    def clear(self) -> None:
        """Forget all of them."""
        self._count = 0

    def follow(self, vectors: Array) -> None:
        """Take in the rows of `vectors` (n, dim) behind those that are known already."""
        if len(vectors) > self._bits.shape[1]:
            room = np.zeros((len(self._bits), max(len(vectors), self._bits.shape[1] * 5 // 4)), np.uint64)
            room[:, : self._count] = self._bits[:, : self._count]
            self._bits = room
        for low in range(self._count, len(vectors), BLOCK // 8):
            part = vectors[low : low + BLOCK // 8]
            self._bits[:, low : low + len(part)] = self._packed(part)
        self._count = len(vectors)

    def apart(self, query: Array, low: int, high: int) -> Array:
        """How many signs of the rows from `low` to `high` (not included) differ from the query's, uint16."""
        apart = np.zeros(high - low, np.uint16)
        words = self._packed(query[None])[:, 0]
        differ = np.empty(BLOCK, np.uint64)
        counts, sums = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
        for start in range(low, high, BLOCK):
            stop = min(start + BLOCK, high)
            size = stop - start
            for at, (bits, word) in enumerate(zip(self._bits, words, strict=True)):
                np.bitwise_xor(bits[start:stop], word, out=differ[:size])
                if at % TOGETHER == 0:
                    np.bitwise_count(differ[:size], out=sums[:size])
                else:
                    np.bitwise_count(differ[:size], out=counts[:size])
                    sums[:size] += counts[:size]
                if at % TOGETHER == TOGETHER - 1 or at == len(words) - 1:
                    apart[start - low : stop - low] += sums[:size]
        return apart

    def _packed(self, vectors: Array) -> Array:
        """(words, n): the signs of (n, dim) numbers, those above 0 as set bits."""
        bytes_ = np.zeros((len(vectors), len(self._bits) * WORD // 8), np.uint8)
        signs = np.packbits(vectors > 0, axis=1)
        bytes_[:, : signs.shape[1]] = signs
        return bytes_.view(np.uint64).T


def nearest(apart: Array, count: int) -> Array:
    """The rows that are no farther apart than row number `count` of the nearest, ascending (int64)."""
    # A sixteenth of the rows tells about where the limit is, so that few have to be counted.
    about = int(np.searchsorted(np.cumsum(np.bincount(apart[::SAMPLE])), 2 * count / SAMPLE + SAMPLE))
    near = np.flatnonzero(apart <= about)  # an int of Python: numpy's own would have all of them widened first
    if len(near) < count:
        near = np.arange(len(apart))
    own = apart[near]
    return near[own <= np.searchsorted(np.cumsum(np.bincount(own)), count)]
