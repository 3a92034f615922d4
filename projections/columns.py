"""A column: a growing list of numbers or fixed-size byte strings, cheap to save, reopen and cut.

Old rows sit in frozen chunks (plain arrays, or memory maps after a load) that are never written again;
new rows go to a small tail. Chunks merge as they multiply, so their number stays logarithmic and a row
is copied a logarithmic number of times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from awhm.events.fold import Array

TAIL = 256  # rows of a fresh tail; it doubles when full
LARGEST = 1 << 20  # rows of a chunk that is not merged any more
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
        self._chunks: list[Array] = [chunk for chunk in chunks if len(chunk)]
        self._frozen = sum(len(chunk) for chunk in self._chunks)
        self._tail: Array = np.zeros(TAIL, self.dtype)
        self._used = 0
        self._whole: Array | None = None

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
        found: list[Array] = []
        base = 0
        for part in self._parts():
            low, high = max(start - base, 0), min(stop - base, len(part))
            if low < high:
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
        out = np.zeros(len(wanted), self.dtype)
        if not len(wanted):
            return out
        low, high, base = int(wanted.min()), int(wanted.max()), 0
        for part in parts:
            end = base + len(part)
            if base <= low and high < end:  # all in one chunk, as mostly
                return part[wanted - base] if base else part[wanted]
            if base <= high and low < end:
                here = np.flatnonzero((wanted >= base) & (wanted < end))
                out[here] = part[wanted[here] - base]
            base = end
        return out

    def keep(self, mask: Array) -> None:
        """Drop the rows where `mask` (bool, one per row) is False. Only chunks that lose a row are rewritten.

        Raises ValueError if the mask has another length.
        """
        if len(mask) != len(self):
            raise ValueError(f"a mask of {len(mask)} for {len(self)} rows")
        chunks: list[Array] = []
        base = 0
        for chunk in self._chunks:
            wanted = mask[base : base + len(chunk)]
            chunks.append(chunk if wanted.all() else np.array(chunk[wanted], self.dtype))
            base += len(chunk)
        tail = self._tail[: self._used][mask[base:]]
        # A fresh tail, so that dropped values do not linger in the old one's spare room.
        self._tail = np.zeros(max(TAIL, len(tail)), self.dtype)
        self._tail[: len(tail)] = tail
        self._used = len(tail)
        self._chunks = [chunk for chunk in chunks if len(chunk)]
        self._frozen = sum(len(chunk) for chunk in self._chunks)
        self._whole = None

    def freeze(self) -> None:
        """Turn the tail into a chunk and merge small chunks. What the column holds does not change."""
        if self._used:
            self._chunks.append(self._tail[: self._used].copy())
            self._frozen += self._used
            self._tail = np.zeros(TAIL, self.dtype)
            self._used = 0
        while len(self._chunks) > 1:
            before, last = len(self._chunks[-2]), len(self._chunks[-1])
            if before >= FANOUT * last or before + last > LARGEST:
                break
            self._chunks[-2:] = [np.concatenate(self._chunks[-2:])]
        self._whole = None

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
