"""Records: a table of events of one kind, numbers in columns and what has no fixed length in ragged ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from awhm.events.fold import Array, Parts
from awhm.projections.ragged import Ragged
from awhm.projections.rows import Table

WAITING = 4096  # rows that wait in a list before they go to the columns together; several times as fast


class Hash(Protocol):
    """Something that bytes are fed to, such as `hashlib.sha256()`."""

    def update(self, data: bytes, /) -> None:
        """Take these bytes in."""
        ...


class Records:
    """A `Table` with ragged columns beside it: a row for each event, in the order of the log."""

    def __init__(self, columns: Mapping[str, str], lists: Mapping[str, str]) -> None:
        """No row yet; the dtypes of the columns beside the position, and of the items of the ragged ones."""
        self._dtypes = (columns, lists)
        self._table = Table(columns)
        self._lists = {name: Ragged(dtype) for name, dtype in lists.items()}
        self._waiting: list[tuple[tuple[int, ...], *tuple[Any, ...]]] = []

    def __len__(self) -> int:
        return len(self._table) + len(self._waiting)

    def add(self, row: tuple[int, ...], *lists: Sequence[int] | bytes) -> None:
        """Add a row: position and columns, then each ragged column's items, in their order."""
        self._waiting.append((row, *lists))
        if len(self._waiting) >= WAITING:
            self._settle()

    @property
    def table(self) -> Table:
        """The columns of numbers."""
        self._settle()
        return self._table

    @property
    def lists(self) -> Mapping[str, Ragged]:
        """The ragged columns."""
        self._settle()
        return self._lists

    def _settle(self) -> None:
        """Move the waiting rows to the columns."""
        if not self._waiting:
            return
        rows, *lists = zip(*self._waiting, strict=True)
        self._waiting = []
        for row in rows:
            self._table.add(row)
        for column, added in zip(self._lists.values(), lists, strict=True):
            column.extend(added)

    def positions(self) -> Array:
        """The position of each row (uint64, ascending), read-only."""
        return self.table.positions.array()

    def column(self, name: str) -> Array:
        """A column of numbers, read-only."""
        return self.table.columns[name].array()

    def drop(self, positions: Iterable[int]) -> bool:
        """Drop the rows of these positions, unknown ones ignored. Whether there were any."""
        wanted = np.array(sorted(set(positions)), np.uint64)
        rows = self.table.rows_of(wanted)
        rows = rows[rows >= 0]
        if not len(rows):
            return False
        for column in self.lists.values():
            column.drop(rows)
        return bool(self.table.drop(wanted.tolist()))

    def upto(self, until: int) -> Records:
        """The rows at or before a position, as records of their own. Shares memory where it can."""
        cut = Records(*self._dtypes)
        rows = self.table.upto(until)
        cut._table = Table.load(self._dtypes[0], "", {f".{name}.0000": column for name, column in rows.items()})
        cut._lists = {name: column.first(len(cut._table)) for name, column in self.lists.items()}
        return cut

    def feed(self, digest: Hash) -> None:
        """Feed all that the rows hold to a hash; the same bytes however they came to be."""
        arrays = self.table.upto(None)
        for name, column in self.lists.items():
            arrays |= {f"{name}.length": column.lengths(), f"{name}.item": column.items()}
        for name in sorted(arrays):
            digest.update(f"{name} {len(arrays[name])} ".encode())
            digest.update(np.ascontiguousarray(arrays[name]).tobytes())

    def dump(self, prefix: str) -> dict[str, Array]:
        """Every column's chunks by name."""
        parts = self.table.dump(prefix)
        for name, column in self.lists.items():
            parts |= column.dump(f"{prefix}.{name}")
        return parts

    @classmethod
    def load(cls, columns: Mapping[str, str], lists: Mapping[str, str], prefix: str, parts: Parts) -> Records:
        """The records back from `dump`. Raises ValueError if the columns do not fit together."""
        records = cls(columns, lists)
        records._table = Table.load(columns, prefix, parts)
        for name, dtype in lists.items():
            column = Ragged.load(dtype, f"{prefix}.{name}", parts)
            if len(column) != len(records._table):
                raise ValueError(f"{prefix}.{name} has {len(column)} rows of {len(records._table)}")
            records._lists[name] = column
        return records
