"""Embeddings: the port to a model, and the store of what it has computed.

The store is a cache beside the log: deleting it costs time, never knowledge. There is one file per model
fingerprint, so two models never mix, and a rebuild of the view finds its vectors there again. A key is
(payload commitment, passage); the commitment is salted, so the key tells nothing about the text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Literal, NamedTuple, Protocol
from zlib import crc32

import numpy as np

from awhm.events.fold import Array
from awhm.language.regex import regex
from awhm.projections.signs import Signs

COMMITMENT = 32  # bytes
KEY = COMMITMENT + 4  # bytes of a record that are its key
FRESH = 256  # records at the end that are checked at once: a crash spoils what was written last
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: spreads passage numbers over 64 bits
_FINGERPRINT = regex("[0-9a-f]{64}")

Number = Literal["<f4", "i1"]  # what a vector is made of: float32, or int8


class Wording(NamedTuple):
    """A question as a model sees it: its vector (dim,), its tokens' vectors (n, token_dim) and their characters."""

    text: str
    vector: Array
    tokens: Array
    spans: tuple[tuple[int, int], ...]


There = Callable[[], Array]  # for each of some rows (bool), whether its message has not been erased


class Embedder(Protocol):
    """A model that turns text into a direction: texts of like meaning have a high cosine."""

    @property
    def name(self) -> str:
        """The model's name, for people."""
        ...

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        ...

    @property
    def fingerprint(self) -> str:
        """64 hex digits over weights, tokenizer, pooling, quantisation and our own code's version.

        Two embedders whose vectors may differ have different fingerprints.
        """
        ...

    def encode(self, texts: Sequence[str]) -> Array:
        """One float32 row of length 1 for each text: (n, dim), (0, dim) for no texts.

        A text's row depends on the others in its last digits at most. Raises Refused when the model cannot be loaded.
        """
        ...

    def encode_single(self, text: str) -> Array:
        """The vector of one text, (dim,)."""
        ...


class TokenEmbedder(Embedder, Protocol):
    """A model that also gives a vector for each token, which late interaction compares one by one."""

    @property
    def token_dim(self) -> int:
        """Numbers in a token's vector."""
        ...

    @property
    def token_fingerprint(self) -> str:
        """64 hex digits, as `fingerprint`, over what the token vectors depend on."""
        ...

    def encode_both(self, texts: Sequence[str]) -> tuple[Array, list[Array]]:
        """What `encode` gives, and for each text its tokens: int8 (n, token_dim)."""
        ...

    def ask(self, text: str) -> Wording:
        """A question's vector and its tokens' vectors, float32."""
        ...


def record_of(dim: int, number: Number = "<f4") -> np.dtype[np.void]:
    """The layout of one record: 40 bytes and `dim` numbers, little-endian; the CRC covers all but itself."""
    return np.dtype([("commitment", "V32"), ("passage", "<u4"), ("crc", "<u4"), ("vec", number, (dim,))])


def hashes_of(commitments: Array, passages: Array) -> Array:
    """Keys as uint64, for joins. A commitment is a hash already: its first eight bytes and the passage."""
    hashes: Array = commitments.getfield("<u8", 0) ^ (passages.astype(np.uint64) * _SPREAD)
    return hashes


class Embeddings(ABC):
    """Vectors of one model by key, append-only; of two intact records with one key either one serves.

    Not for use from several threads at once, except where a method says so. Records are checked against
    their CRC when they are the newest, when they are about to be answered with (`holds`), and by `check`.
    """

    def __init__(self, fingerprint: str, dim: int, number: Number = "<f4") -> None:
        """A store for one model. Raises ValueError for a fingerprint that is not 64 hex digits or no dim."""
        if not _FINGERPRINT.fullmatch(fingerprint) or dim < 1:
            raise ValueError(f"not a fingerprint and dimension: {fingerprint!r}, {dim}")
        self.fingerprint = fingerprint
        self.dim = dim
        self.number: Number = number
        self.record = record_of(dim, number)
        self.generation = 0  # grows when records that were there are gone
        self.spoiled = 0  # records found to be broken so far: they are ignored and embedded again
        self._records: Array = np.zeros(0, self.record)
        self._hashes: Array = np.zeros(0, np.uint64)
        self._signs = Signs(dim)
        self._sound: Array = np.zeros(0, np.bool_)  # records whose CRC was found to be right

    @abstractmethod
    def refresh(self) -> int:
        """Look for records that others appended. Returns how many there are now."""

    @abstractmethod
    def erase(self, commitments: Collection[bytes]) -> int:
        """Overwrite the records with these commitments (32 bytes each) by zeros. Returns how many."""

    @abstractmethod
    def _write(self, known: int, fresh: Array, there: There | None = None) -> None:
        """Append those of the records in `fresh` that are not among those from `known` on, and that are `there`."""

    def __len__(self) -> int:
        return len(self._records)

    def hashes(self) -> Array:
        """The key of each record as `hashes_of` has it; 0 for one that is erased or known to be broken."""
        return self._hashes

    def vectors(self) -> Array:
        """All vectors, (n, dim) of the store's numbers, read-only: a strided view that BLAS takes as it is.

        Rows of erased and broken records are included: ask `holds` before answering with one.
        """
        vectors: Array = self._records["vec"]
        return vectors

    def signs(self) -> Signs:
        """The signs of all vectors, row by row; a first call reads them all."""
        self._signs.follow(self.vectors())
        return self._signs

    def append(self, commitments: Array, passages: Array, vectors: Array, there: There | None = None) -> None:
        """Add one record per row, durably. Keys that others added meanwhile are not added twice.

        `there` is asked under the lock that an erasure takes behind its tombstone, and says for each row whether its
        message is still there: only such rows are written. So no vector of an erased message is ever in the file
        without an erasure coming behind it that finds it, wherever this process dies.
        `commitments` V32 (n,), `passages` integers (n,), `vectors` (n, dim). Raises ValueError if
        they do not fit, Refused if the file cannot be written; then some of the first rows may be in it.
        """
        if vectors.shape != (len(commitments), self.dim) or len(passages) != len(commitments):
            raise ValueError(f"{vectors.shape} vectors for {len(commitments)} keys of dimension {self.dim}")
        if not np.isfinite(vectors).all():
            raise ValueError("a vector that is not finite")
        fresh = np.zeros(len(commitments), self.record)
        fresh["commitment"], fresh["passage"], fresh["vec"] = commitments, passages, vectors
        fresh["crc"] = _crcs(fresh)
        if len(fresh):
            self._write(len(self), fresh, there)

    def holds(self, rows: Array, commitments: Array, passages: Array) -> Array:
        """Whether each row holds just this key and an intact vector (bool). Rows that do not are dropped.

        A record's CRC is compared when it is first asked for, its key each time: an erasure shows in the key.
        """
        rows = np.asarray(rows, np.int64)
        stored = self._records["commitment"][rows]
        right: Array = self._records["passage"][rows] == passages
        for word in range(0, COMMITMENT, 8):
            right &= stored.getfield("<u8", word) == commitments.getfield("<u8", word)
        new = rows[right & ~self._sound[rows]]
        if len(new):
            records = self._records[new]
            self._sound[new] = _crcs(records) == records["crc"]
            right &= self._sound[rows]
        self.drop(rows[~right])
        return right

    def check(self) -> int:
        """Check every record against its CRC and drop the broken ones. Returns how many it found.

        Reads the whole store: about two seconds of CPU per million records.
        """
        before = self.spoiled
        self._check(0)
        return self.spoiled - before

    def _take(self, records: Array) -> None:
        """Go on with these records, of which those that were known come first and unchanged."""
        known = len(self._hashes)
        if len(records) < known:
            known = 0
            self.generation += 1
            self._signs.clear()
        fresh = records[known:]
        added = hashes_of(fresh["commitment"], fresh["passage"])
        self._records = records
        self._hashes = np.concatenate([self._hashes[:known], added])
        self._sound = np.concatenate([self._sound[:known], np.zeros(len(fresh), np.bool_)])
        self._check(max(known, len(records) - FRESH))

    def _check(self, start: int) -> None:
        """Drop the records from `start` on that do not match their CRC."""
        for low in range(start, len(self._records), FRESH):
            records = self._records[low : low + FRESH]
            self._sound[low : low + FRESH] = _crcs(records) == records["crc"]
        wrong = ~self._sound[start:] & (self._hashes[start:] != 0)
        self.drop(start + np.flatnonzero(wrong))

    def drop(self, rows: Array) -> None:
        """Know these records no more, so that they are embedded again. An erased one does not count as spoiled."""
        for row in rows:
            if self._hashes[row]:
                self.generation += 1
                self._hashes[row] = 0
                self.spoiled += self._records[row]["commitment"].tobytes() != bytes(32)


class RamEmbeddings(Embeddings):
    """Embeddings that live as long as the process: for RAM stores and tests."""

    def __init__(self, fingerprint: str, dim: int, number: Number = "<f4") -> None:
        super().__init__(fingerprint, dim, number)
        self._room = self._records  # with spare rows at the end

    def refresh(self) -> int:
        """How many records there are; nobody else appends."""
        return len(self)

    def erase(self, commitments: Collection[bytes]) -> int:
        """Overwrite the records with these commitments by zeros. Returns how many."""
        rows = rows_of(self._records, commitments)
        self._records[rows] = np.zeros(1, self.record)
        self.drop(rows)
        return len(rows)

    def _write(self, known: int, fresh: Array, there: There | None = None) -> None:
        fresh = fresh if there is None else fresh[there()]
        count = known + len(fresh)
        if count > len(self._room):
            room = np.zeros(max(2 * len(self._room), count), self.record)
            room[:known] = self._records
            self._room = room
        self._room[known:count] = fresh
        self._take(self._room[:count])


def rows_of(records: Array, commitments: Collection[bytes]) -> Array:
    """The places of the records with these commitments, ascending int64."""
    known = set(commitments)
    first = np.array([int.from_bytes(commitment[:8], "little") for commitment in known], np.uint64)
    likely = np.flatnonzero(np.isin(records["commitment"].getfield("<u8", 0), first))
    return np.array([row for row in likely if records[row]["commitment"].tobytes() in known], np.int64)


def _crcs(records: Array) -> Array:
    """CRC-32 (zlib) of commitment, passage and vector of each record as they are stored, uint32 (n,)."""
    stored, size = memoryview(records.tobytes()), records.dtype.itemsize
    starts = range(0, len(stored), size)
    found = [crc32(stored[at + KEY + 4 : at + size], crc32(stored[at : at + KEY])) for at in starts]
    return np.array(found, np.uint32)
