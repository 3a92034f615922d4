"""A column whose rows are lists of numbers, or byte strings: their lengths in one column, their items in another.

Like `Column` it is cheap to save, reopen and cut: old rows lie in frozen chunks that are never written again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import cast

import numpy as np

from awhm.events.fold import Array
from awhm.projections.columns import Column

SHARE = 16  # from a sixteenth of all rows on it is cheaper to read all of them at once
CHUNK = 1 << 18  # bytes of a chunk of items
BYTES = "u1"  # the dtype whose rows are byte strings


class Items(Column):
    """A column of which short stretches are read often, wherever they are."""

    def stretch(self, start: int, stop: int) -> Array:
        """Items `start` to `stop` (not included) as they lie in their chunk, not to be written to."""
        parts = self._parts()
        if len(parts) > 1:
            which = bisect_right(self._ends, start)
            base = self._base(which)
            if which == len(parts) or stop > base + len(parts[which]):
                return self.slice(start, stop)
            return parts[which][start - base : stop - base]
        return parts[0][start:stop] if parts else self.array()

    def cut(self, starts: Array, ends: Array) -> None:
        """Drop stretches, given from where to where, ascending. Only chunks that lose an item are rewritten."""
        there = starts < ends
        starts, ends = starts[there], ends[there]
        if not len(starts):
            return
        first, last = np.searchsorted(self._ends_array, [starts[0], ends[-1] - 1], "right").tolist()
        chunks = list(self._chunks)
        for number in range(min(last, len(chunks) - 1), first - 1, -1):
            base, chunk = self._base(number), chunks[number]
            left = _without(chunk, starts - base, ends - base)
            if left is not chunk:
                chunks[number : number + 1] = self._split(left)
        if last == len(self._chunks):
            self._renew_tail(_without(self._tail[: self._used], starts - self._frozen, ends - self._frozen))
        self._set(chunks)

    def _most(self) -> int:
        return max(CHUNK // self.dtype.itemsize, 1)

    @classmethod
    def load(cls, dtype: str, prefix: str, parts: Mapping[str, Array | bytes]) -> Items:
        """The column back from `dump`'s parts. Raises ValueError if they do not fit the dtype."""
        return cls(dtype, super().load(dtype, prefix, parts)._chunks)


class Ragged:
    """Rows of differing length, all items of one numpy dtype."""

    def __init__(self, dtype: str, lengths: Column | None = None, items: Items | None = None) -> None:
        """An empty column, or one of these two. Raises ValueError if the lengths do not add up to the items."""
        self._dtype = dtype
        self._lengths = lengths or Column("u4")
        self._items = items or Items(dtype)
        self._starts: Array | None = None
        if self._lengths.sum() != len(self._items):
            raise ValueError(f"{len(self._items)} items do not fit the lengths of {len(self._lengths)} rows")

    def __len__(self) -> int:
        return len(self._lengths)

    def extend(self, rows: Sequence[Sequence[int]] | Sequence[bytes]) -> None:
        """Add rows: of numbers, or bytes where the dtype is `BYTES`."""
        lengths = list(map(len, rows))
        self._lengths.extend(lengths)
        if self._dtype == BYTES:
            self._items.extend(np.frombuffer(b"".join(cast("Sequence[bytes]", rows)), np.uint8))
        else:
            self._items.extend(np.fromiter(chain.from_iterable(rows), np.dtype(self._dtype), sum(lengths)))
        self._starts = None

    def lengths(self) -> Array:
        """The length of each row (uint32), read-only."""
        return self._lengths.array()

    def items(self) -> Array:
        """The items of all rows, one after another, read-only."""
        return self._items.array()

    def starts(self) -> Array:
        """Where each row begins among the items, and at last where the last one ends (int64)."""
        if self._starts is None:
            starts = np.zeros(len(self._lengths) + 1, np.int64)
            np.cumsum(self._lengths.array(), out=starts[1:])
            self._starts = starts
        return self._starts

    def owners(self) -> Array:
        """The row of each item (int64)."""
        lengths = self.lengths()
        return np.repeat(np.arange(len(lengths)), lengths)

    def rows(self, rows: Sequence[int]) -> list[list[int]]:
        """The numbers of each of these rows. Raises IndexError for a row that is not there."""
        starts = self.starts()
        if len(rows) * SHARE < len(self):
            return [self._items.stretch(int(starts[row]), int(starts[row + 1])).tolist() for row in rows]
        numbers: list[int] = self.items().tolist()
        bounds: list[int] = starts.tolist()
        return [numbers[bounds[row] : bounds[row + 1]] for row in rows]

    def texts(self, rows: Sequence[int]) -> list[bytes]:
        """The bytes of each of these rows, where the dtype is `BYTES`. Raises IndexError as `rows` does."""
        starts = self.starts()
        if len(rows) * SHARE < len(self):
            return [self._items.stretch(int(starts[row]), int(starts[row + 1])).tobytes() for row in rows]
        data = self.items().tobytes()
        bounds: list[int] = starts.tolist()
        return [data[bounds[row] : bounds[row + 1]] for row in rows]

    def keep(self, mask: Array) -> None:
        """Drop the rows where `mask` (bool, one per row) is False. Raises ValueError if it has another length."""
        if len(mask) != len(self):
            raise ValueError(f"a mask of {len(mask)} for {len(self)} rows")
        self.drop(np.flatnonzero(~mask))

    def drop(self, rows: Array) -> None:
        """Drop rows, given by their numbers, ascending, each once."""
        starts = self.starts()
        self._items.cut(starts[rows], starts[rows + 1])
        self._lengths.drop(rows)
        self._starts = None

    def dump(self, prefix: str) -> dict[str, Array]:
        """Both columns' chunks by name."""
        return self._lengths.dump(f"{prefix}.length") | self._items.dump(f"{prefix}.item")

    @classmethod
    def load(cls, dtype: str, prefix: str, parts: Mapping[str, Array | bytes]) -> Ragged:
        """The column back from `dump`'s parts. Raises ValueError if they do not fit."""
        return cls(dtype, Column.load("u4", f"{prefix}.length", parts), Items.load(dtype, f"{prefix}.item", parts))

    def first(self, count: int) -> Ragged:
        """The first `count` rows, as a column of their own."""
        end = int(self.starts()[count])
        lengths, items = self._lengths.slice(0, count), self._items.slice(0, end)
        return Ragged(self._dtype, Column("u4", [lengths]), Items(self._dtype, [items]))


def _without(part: Array, starts: Array, ends: Array) -> Array:
    """A part less the stretches that reach into it; the part itself where none does."""
    low, high = np.clip(starts, 0, len(part)), np.clip(ends, 0, len(part))
    inside = np.flatnonzero(low < high)
    if not len(inside):
        return part
    mask = np.ones(len(part), np.bool_)
    for start, end in zip(low[inside].tolist(), high[inside].tolist(), strict=True):
        mask[start:end] = False
    return part[mask]
