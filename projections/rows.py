"""Rows of events: one for each event a view keeps, in the order of the log, in columns of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np

from awhm.events.fold import Array, Parts
from awhm.projections.columns import Column

Rows = dict[str, Array]  # columns by name, all of one length, in the order of the log
BLOCK = 1 << 16  # rows looked at together
WAITING = 4096  # rows that wait in a list before they go to the columns together; ten times as fast


def rows_at(known: Array, positions: Array) -> tuple[Array, Array]:
    """The rows of an ascending column at some positions; and for each row which of `positions` it is at, ascending.

    A message has as many rows as it has passages, most have one.
    """
    lows = np.searchsorted(known, positions, "left")
    last = max(len(known) - 1, 0)
    sizes = np.zeros(len(positions), np.int64)
    if len(known):
        sizes += known[np.minimum(lows, last)] == positions
        several = np.flatnonzero(known[np.minimum(lows + 1, last)] == positions)
        sizes[several] = np.searchsorted(known, positions[several], "right") - lows[several]
    owners = np.repeat(np.arange(len(positions)), sizes)
    return np.arange(len(owners)) + np.repeat(lows - (np.cumsum(sizes) - sizes), sizes), owners


class Positions(Column):
    """An ascending column of log positions ("u8"), which can be searched without joining its chunks."""

    _firsts: Array | None

    def places(self, positions: Array, *, after: bool = False) -> Array:
        """For each position, how many rows stand before it (int64); with `after`, rows at it count too."""
        side: Literal["left", "right"] = "right" if after else "left"
        parts = self._parts()
        if len(parts) == 1:
            return _found(parts[0], positions, side)
        # Of each the last chunk that may hold it: those before it lie wholly before the position.
        which = _found(self._first(parts), positions, side) - 1
        counts = np.zeros(len(positions), np.int64)
        numbers: list[int] = np.unique(which).tolist()
        for number in numbers:
            if number >= 0:
                here = which == number
                counts[here] = _found(parts[number], positions[here], side) + self._base(number)
        return counts

    def places_of(self, positions: Array) -> Array:
        """All rows (int64, ascending) at some ascending positions, of which a position may have several or none."""
        lows, highs = self.places(positions), self.places(positions, after=True)
        sizes = highs - lows
        rows: Array = np.arange(int(sizes.sum())) + np.repeat(lows - (np.cumsum(sizes) - sizes), sizes)
        return rows

    def upto(self, position: int) -> int:
        """How many rows stand at or before one position."""
        wanted, parts = np.uint64(position), self._parts()
        if not parts:
            return 0
        which = int(np.searchsorted(self._first(parts), wanted, "right")) - 1
        return 0 if which < 0 else self._base(which) + int(parts[which].searchsorted(wanted, "right"))

    def _first(self, parts: Sequence[Array]) -> Array:
        """The first position of each part."""
        if self._firsts is None or len(self._firsts) != len(self._chunks):
            self._firsts = np.array([chunk[0] for chunk in self._chunks], np.uint64)
        return np.append(self._firsts, parts[-1][0]) if len(parts) > len(self._chunks) else self._firsts

    def _set(self, chunks: Sequence[Array]) -> None:
        super()._set(chunks)
        self._firsts = None

    @classmethod
    def load(cls, dtype: str, prefix: str, parts: Mapping[str, Array | bytes]) -> Positions:
        """The column back from `dump`'s parts. Raises ValueError if they do not fit the dtype."""
        return cls(dtype, super().load(dtype, prefix, parts)._chunks)


class Table:
    """Rows with their position and further columns."""

    def __init__(self, dtypes: Mapping[str, str]) -> None:
        """An empty table with these columns beside the position."""
        self._positions = Positions("u8")
        self._columns = {name: Column(dtype) for name, dtype in dtypes.items()}
        self._waiting: list[tuple[int, ...]] = []

    def __len__(self) -> int:
        return len(self._positions) + len(self._waiting)

    def add(self, row: tuple[int, ...]) -> None:
        """Add a row: its position, above all before it, and the other columns' values in their order."""
        self._waiting.append(row)
        if len(self._waiting) >= WAITING:
            self._settle()

    @property
    def positions(self) -> Positions:
        """The positions of all rows."""
        self._settle()
        return self._positions

    @property
    def columns(self) -> Mapping[str, Column]:
        """The other columns by name."""
        self._settle()
        return self._columns

    def rows_of(self, positions: Sequence[int] | Array) -> Array:
        """The row of each position (int64), -1 where no row has it."""
        wanted = np.asarray(positions, np.uint64)
        rows, count = self.positions.places(wanted), len(self)
        if not count:
            return np.full(len(wanted), -1)
        rows[self._positions.take(np.minimum(rows, count - 1)) != wanted] = -1
        return rows

    def row_of(self, position: int) -> int:
        """The row of one position, -1 where no row has it."""
        row = self.cut(position) - 1
        return row if row >= 0 and self.position(row) == position else -1

    def cut(self, until: int | None) -> int:
        """How many rows are at or before a position; all of them for None."""
        if until is None:
            return len(self)
        return self.positions.upto(max(until, 0))

    def position(self, row: int) -> int:
        """The position of one row. Raises IndexError if it is not there."""
        return int(self.positions.take(np.array([row]))[0])

    def upto(self, until: int | None) -> Rows:
        """All rows at or before a position, read-only."""
        end = self.cut(until)
        rows = {name: column.array()[:end] for name, column in self.columns.items()}
        return rows | {"position": self.positions.array()[:end]}

    def take(self, rows: Array) -> Rows:
        """These rows, in their order."""
        taken = {name: column.take(rows) for name, column in self.columns.items()}
        return taken | {"position": self.positions.take(rows)}

    def where(self, name: str, value: int, until: int | None) -> Array:
        """The rows (int64) that hold a value, at or before a position. By blocks, so that nothing is joined."""
        column, end = self.columns[name], self.cut(until)
        blocks = [
            np.flatnonzero(column.slice(start, min(start + BLOCK, end)) == value) + start
            for start in range(0, end, BLOCK)
        ]
        return np.concatenate(blocks) if blocks else np.zeros(0, np.int64)

    def drop(self, positions: Iterable[int]) -> Rows:
        """Drop the rows of these positions, unknown ones ignored. What they held; nothing where there were none."""
        rows = self.rows_of(np.array(sorted(set(positions)), np.uint64))
        rows = rows[rows >= 0]
        if not len(rows):
            return {}
        held = self.take(rows)
        for column in (self.positions, *self.columns.values()):
            column.drop(rows)
        return held

    def dump(self, prefix: str) -> dict[str, Array]:
        """Every column's chunks by name."""
        parts = self.positions.dump(f"{prefix}.position")
        for name, column in self.columns.items():
            parts |= column.dump(f"{prefix}.{name}")
        return parts

    @classmethod
    def load(cls, dtypes: Mapping[str, str], prefix: str, parts: Parts) -> Table:
        """The table back from `dump`. Raises ValueError if its columns do not fit together."""
        table = cls(dtypes)
        table._positions = Positions.load("u8", f"{prefix}.position", parts)
        for name, dtype in dtypes.items():
            column = Column.load(dtype, f"{prefix}.{name}", parts)
            if len(column) != len(table):
                raise ValueError(f"{prefix}.{name} has {len(column)} rows of {len(table)}")
            table._columns[name] = column
        return table

    def _settle(self) -> None:
        """Move the waiting rows to the columns."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        for column, values in zip((self._positions, *self._columns.values()), zip(*waiting, strict=True), strict=True):
            column.extend(values)


def _found(column: Array, wanted: Array, side: Literal["left", "right"]) -> Array:
    """`np.searchsorted` of many, with the type that it has."""
    places: Array = np.searchsorted(column, wanted, side)
    return places
