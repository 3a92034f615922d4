"""Token vectors of passages: a store of int8 blocks beside a model's mean vectors.

A passage's tokens lie in consecutive records of 16 tokens each, under the key (commitment, passage + 65536 *
block). The first number of a record is how many tokens the passage has (0 to 255), so that an empty passage
is told from one that has none yet, and a passage is whole or counts as missing. Appending, erasing and checks
are those of `embeddings.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from awhm.events.fold import Array
from awhm.projections.embedding_rows import known_rows, rows_in
from awhm.projections.embeddings import Embeddings, There, hashes_of
from awhm.projections.vectors import Vectors

BLOCK = 16  # tokens in a record: a chat message has about one and a half
MOST = 255  # tokens of one passage; more than the models read
_SHIFT = 1 << 16


def record_dim(token_dim: int) -> int:
    """Numbers in a record of the underlying store, for tokens of so many numbers."""
    return 1 + BLOCK * token_dim


class TokenStore:
    """The token vectors of one model."""

    def __init__(self, blocks: Embeddings, token_dim: int) -> None:
        """`blocks`: a store of int8 records. Raises ValueError if its records have another shape."""
        if blocks.number != "i1" or blocks.dim != record_dim(token_dim):
            raise ValueError(f"{blocks.dim} numbers of {blocks.number} hold no tokens of {token_dim}")
        self.blocks = blocks
        self.dim = token_dim

    @property
    def fingerprint(self) -> str:
        """That of the model's token vectors."""
        return self.blocks.fingerprint

    def append(self, commitments: Array, passages: Array, tokens: Sequence[Array], there: There | None = None) -> None:
        """Add the tokens of some passages, int8 (n, dim) each, durably; see `Embeddings.append`.

        Of more than 255 tokens the first 255 are kept. Raises ValueError for tokens of another shape or number.
        """
        keys: list[Array] = []
        owners: list[int] = []
        numbers: list[int] = []
        records: list[Array] = []
        for owner, (commitment, passage, own) in enumerate(zip(commitments, passages.tolist(), tokens, strict=True)):
            if own.dtype != np.int8 or own.shape != (len(own), self.dim):
                raise ValueError(f"tokens of {own.dtype}{own.shape} in a store of int8 (n, {self.dim})")
            own = own[:MOST]
            for block in range(max(-(-len(own) // BLOCK), 1)):
                part = own[block * BLOCK : (block + 1) * BLOCK]
                record = np.zeros(self.blocks.dim, np.int8)
                record[:1].view(np.uint8)[0] = len(own)
                record[1 : 1 + part.size] = part.ravel()
                keys.append(commitment)
                owners.append(owner)
                numbers.append(passage + block * _SHIFT)
                records.append(record)
        if records:
            of_blocks = None if there is None else lambda: there()[owners]
            self.blocks.append(np.array(keys, "V32"), np.array(numbers, np.uint32), np.stack(records), of_blocks)

    def lacking(self, state: Vectors) -> Array:
        """The rows of the view (int64, ascending) that have no token vectors.

        The last passage of the store is looked at closer: a crash may have cut its batch off within it.
        """
        known = known_rows(state, self.blocks)
        if known.last >= 0 and not self._whole(known.last):
            self.blocks.drop(np.array([known.last]))
            known = known_rows(state, self.blocks)
        return np.flatnonzero(known.row < 0) if known.missing else np.zeros(0, np.int64)

    def of(self, state: Vectors, rows: Array) -> tuple[Array, Array]:
        """The tokens of some rows of the view, int8 (n, dim), one passage after the other, and how many each has.

        A passage without intact tokens has none.
        """
        blocks, sizes, counts = self.blocks_of(state, rows)
        owners = np.repeat(np.arange(len(rows)), sizes)
        block = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        place = (block[:, None] * BLOCK + np.arange(BLOCK)).ravel()
        return blocks.reshape(-1, self.dim)[place < np.repeat(counts[owners], BLOCK)], counts

    def blocks_of(self, state: Vectors, rows: Array) -> tuple[Array, Array, Array]:
        """The tokens of some rows of the view in blocks of `BLOCK`, int8 (blocks, BLOCK * dim), as they lie.

        And for each row how many blocks and tokens it has. What is left over in a passage's last block is 0; one
        without intact tokens has no block.
        """
        while True:
            first = rows_in(state, self.blocks)[rows]
            found = self._blocks(state, rows, first)
            if found is not None:
                return found

    def erase(self, commitments: Collection[bytes]) -> int:
        """Overwrite the tokens with these commitments by zeros. Returns how many records."""
        return self.blocks.erase(commitments)

    def _whole(self, first: int) -> bool:
        """Whether the records that a passage needs are there, from its first one on; their content is not checked."""
        needed = int(_needed(self.blocks.vectors()[first, :1].view(np.uint8).astype(np.int64))[0])
        records = self.blocks.hashes()[first : first + needed]
        return len(records) == needed and bool(records.all())

    def _blocks(self, state: Vectors, rows: Array, first: Array) -> tuple[Array, Array, Array] | None:
        """As `blocks_of`; None if a record turned out to be broken, which the store then knows no more."""
        vectors = self.blocks.vectors()
        commitments, passages = state.commitment.take(rows), state.passage.take(rows).astype(np.uint32)
        there = np.flatnonzero(first >= 0)
        # The first records before anything that they say is believed: how many tokens there are, above all.
        if not self.blocks.holds(first[there], commitments[there], passages[there]).all():
            return None
        counts = np.zeros(len(rows), np.int64)
        counts[there] = vectors[first[there], 0].view(np.uint8)
        sizes = np.where(first >= 0, _needed(counts), 0)
        owners = np.repeat(np.arange(len(rows)), sizes)
        block = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        at = first[owners] + block
        # A batch cut off by a crash may end within a passage: what lies beyond is not its own, and stays.
        passages = passages[owners] + block.astype(np.uint32) * np.uint32(_SHIFT)
        hashes = self.blocks.hashes()
        inside = at < len(hashes)
        own = inside & (hashes[np.where(inside, at, 0)] == hashes_of(commitments[owners], passages))
        further = np.flatnonzero(own & (block > 0))
        own[further] = self.blocks.holds(at[further], commitments[owners[further]], passages[further])
        if not own.all():
            self.blocks.drop(np.unique(first[owners[~own]]))  # the whole passage, to be embedded again
            return None
        return vectors[at][:, 1:], sizes, counts


def _needed(counts: Array) -> Array:
    """How many records a passage of so many tokens takes: one at least, which says that it has none."""
    needed: Array = np.maximum(-(-counts // BLOCK), 1)
    return needed
