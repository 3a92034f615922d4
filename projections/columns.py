"""A column: a growing list of numbers or fixed-size byte strings, cheap to save, reopen and cut.

Old rows sit in frozen chunks (plain arrays, or memory maps after a load) that are never written again;
new rows go to a small tail. Chunks merge as they multiply, up to a fixed size: so a row is copied a few times only,
and dropping a row rewrites one small chunk, however long the column is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

import numpy as np

from awhm.events.fold import Array

TAIL = 256  # rows of a fresh tail; it doubles when full
LARGEST = 1 << 13  # rows of a chunk: what an erasure rewrites for one row of it
FANOUT = 4  # a chunk merges with the one before it unless that one is this many times as long


class Column:
    """A growable column of one numpy dtype: `"u8"`, `"i4"`, `"f4"`, `"V32"` for 32 raw bytes.

    Use `V`, not `S`, for bytes: numpy strips trailing zeros from `S` values when they are read.
    """

    def __init__(self, dtype: str, chunks: Sequence[Array] = ()) -> None:
        """A column that begins with `chunks`, which it keeps as they are and never writes to.

        Raises ValueError if a chunk is not one-dimensional or not of this dtype.
        """
        self.dtype = np.dtype(dtype)
        for chunk in chunks:
            if chunk.ndim != 1 or chunk.dtype != self.dtype:
                raise ValueError(f"a chunk of {chunk.dtype}{chunk.shape} in a column of {self.dtype}")
        self._tail: Array = np.zeros(TAIL, self.dtype)
        self._used = 0
        self._whole: Array | None = None
        self._set(chunks)

    def __len__(self) -> int:
        return self._frozen + self._used

    def append(self, value: float | bytes) -> None:
        """Add one row."""
        if self._used == len(self._tail):
            self._grow(1)
        self._tail[self._used] = value
        self._used += 1
        self._whole = None

    def extend(self, values: Sequence[float] | Sequence[bytes] | Array) -> None:
        """Add many rows, in order."""
        added = np.asarray(values, self.dtype)
        if self._used + len(added) > len(self._tail):
            self._grow(len(added))
        self._tail[self._used : self._used + len(added)] = added
        self._used += len(added)
        self._whole = None

    def array(self) -> Array:
        """All rows as one read-only array; shared and cached until the next change.

        Free of copying while the column is one chunk or only a tail.
        """
        if self._whole is None:
            parts = self._parts()
            parts = parts or [np.zeros(0, self.dtype)]
            whole = np.concatenate(parts) if len(parts) > 1 else parts[0].view()
            whole.flags.writeable = False
            self._whole = whole
        return self._whole

    def slice(self, start: int, stop: int) -> Array:
        """Rows `start` to `stop` (not included), read-only; copies only where they span chunks."""
        parts, found = self._parts(), list[Array]()
        at = bisect_right(self._ends, max(start, 0))
        base = self._ends[at - 1] if at else 0
        for part in parts[at:]:
            low, high = max(start - base, 0), min(stop - base, len(part))
            if low >= high:
                break
            found.append(part[low:high])
            base += len(part)
        rows = found[0] if len(found) == 1 else np.concatenate(found) if found else np.zeros(0, self.dtype)
        rows.flags.writeable = False
        return rows

    def take(self, rows: Array) -> Array:
        """The values at these row numbers, in their order. Raises IndexError for a row that is not there."""
        if self._whole is not None:
            return self._whole[self._checked(rows)]
        parts = self._parts()
        if len(parts) == 1:
            return parts[0][self._checked(rows)]
        wanted = self._checked(rows)
        if not len(wanted):
            return np.zeros(0, self.dtype)
        which = np.searchsorted(self._ends_array, wanted, "right")
        first = int(which[0])
        if (which == first).all():  # all in one chunk, as mostly
            taken: Array = parts[first][wanted - self._base(first)]
            return taken
        out = np.zeros(len(wanted), self.dtype)
        order = np.argsort(which, kind="stable")
        for here in np.split(order, np.flatnonzero(np.diff(which[order])) + 1):
            number = int(which[here[0]])
            out[here] = parts[number][wanted[here] - self._base(number)]
        return out

    def sum(self) -> int:
        """The sum of all rows, of a column of whole numbers."""
        return sum(int(part.sum(dtype=np.int64)) for part in self._parts())

    def has(self, value: float) -> bool:
        """Whether a row has this value. Looks no further than the first one that does, chunk by chunk."""
        return any(bool((part == value).any()) for part in self._parts())

    def keep(self, mask: Array) -> None:
        """Drop the rows where `mask` (bool, one per row) is False. Only chunks that lose a row are rewritten.

        Raises ValueError if the mask has another length.
        """
        if len(mask) != len(self):
            raise ValueError(f"a mask of {len(mask)} for {len(self)} rows")
        self.drop(np.flatnonzero(~mask))

    def drop(self, rows: Array) -> None:
        """Drop rows, given by their numbers, ascending, each once. Only chunks that lose a row are rewritten.

        Raises IndexError for a row that is not there.
        """
        gone = self._checked(rows)
        if not len(gone):
            return
        which = np.searchsorted(self._ends_array, gone, "right")
        chunks: list[Array] = list(self._chunks)
        numbers: list[int] = np.unique(which).tolist()
        for number in reversed(numbers):  # from the last, so that the numbers of those before stay
            own = gone[which == number] - self._base(number)
            if number == len(self._chunks):
                self._renew_tail(np.delete(self._tail[: self._used], own))
            else:
                chunks[number : number + 1] = self._split(np.delete(chunks[number], own))
        self._set(chunks)

    def freeze(self) -> None:
        """Turn the tail into a chunk and merge small chunks. What the column holds does not change."""
        chunks = list(self._chunks)
        if self._used:
            chunks += self._split(self._tail[: self._used].copy())
            self._tail = np.zeros(TAIL, self.dtype)
            self._used = 0
        while len(chunks) > 1:
            before, last = len(chunks[-2]), len(chunks[-1])
            if before >= FANOUT * last or before + last > self._most():
                break
            chunks[-2:] = [np.concatenate(chunks[-2:])]
        self._set(chunks)

    def dump(self, prefix: str) -> dict[str, Array]:
        """The column frozen into named chunks: `prefix.0000`, `prefix.0001`... None for an empty column."""
        self.freeze()
        return {f"{prefix}.{index:04d}": chunk for index, chunk in enumerate(self._chunks)}

    @classmethod
    def load(cls, dtype: str, prefix: str, parts: Mapping[str, Array | bytes]) -> Column:
        """The column back from `dump`'s parts. Raises ValueError if they do not fit the dtype."""
        chunks: list[Array] = []
        while (chunk := parts.get(f"{prefix}.{len(chunks):04d}")) is not None:
            if isinstance(chunk, bytes):
                raise ValueError(f"{prefix}.{len(chunks):04d} is bytes, not an array")
            chunks.append(chunk)
        return cls(dtype, chunks)

    def _parts(self) -> list[Array]:
        """The chunks and the used part of the tail, in order; nothing empty."""
        return [*self._chunks, self._tail[: self._used]] if self._used else self._chunks

    def _most(self) -> int:
        """How many rows a chunk may have."""
        return LARGEST

    def _split(self, rows: Array) -> list[Array]:
        """Rows as chunks, none too long."""
        most = self._most()
        return [rows[start : start + most] for start in range(0, len(rows), most)]

    def _set(self, chunks: Sequence[Array]) -> None:
        """Make these the frozen chunks."""
        self._chunks = [chunk for chunk in chunks if len(chunk)]
        self._ends = list(accumulate(map(len, self._chunks)))
        self._ends_array = np.array(self._ends, np.int64)
        self._frozen = self._ends[-1] if self._ends else 0
        self._whole = None

    def _base(self, number: int) -> int:
        """The number of the first row of a chunk; behind the last one, of the tail."""
        return self._ends[number - 1] if number else 0

    def _renew_tail(self, rows: Array) -> None:
        """A fresh tail, so that dropped values do not linger in the old one's spare room."""
        self._tail = np.zeros(max(TAIL, len(rows)), self.dtype)
        self._tail[: len(rows)] = rows
        self._used = len(rows)
        self._whole = None

    def _grow(self, extra: int) -> None:
        """Room for at least `extra` more rows in the tail. Views of the old tail stay as they were."""
        larger = np.zeros(max(2 * len(self._tail), self._used + extra), self.dtype)
        larger[: self._used] = self._tail[: self._used]
        self._tail = larger

    def _checked(self, rows: Array) -> Array:
        """The row numbers as int64, refused if one is outside the column."""
        wanted = np.asarray(rows, np.int64)
        if len(wanted) and (wanted.min() < 0 or wanted.max() >= len(self)):
            raise IndexError(f"rows from {wanted.min()} to {wanted.max()} of {len(self)}")
        return wanted
