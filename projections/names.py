"""A table of names: text to a small number and back, so that columns hold numbers.

A name that nothing uses any more is forgotten and leaves a gap; its number is not given out again, so
rows of other names need no rewriting.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, cast

import numpy as np
import orjson

from awhm.events.fold import Array
from awhm.projections.columns import Column

FEW = 8  # names that are looked for in the columns one by one


class Names:
    """Names by number, from 0, and numbers by name."""

    def __init__(self, names: Iterable[str | None] = ()) -> None:
        """A table of these names in order; None is a gap."""
        self._names: list[str | None] = list(names)
        self._dumped: bytes | None = None

    @cached_property
    def ids(self) -> dict[str, int]:
        """Numbers by name. Made when first asked for: showing names needs only the list."""
        return {name: i for i, name in enumerate(self._names) if name is not None}

    def __len__(self) -> int:
        """How many numbers were given out, gaps included."""
        return len(self._names)

    def number(self, name: str) -> int:
        """The number of a name, a new one if it has none."""
        number = self.ids.get(name)
        if number is None:
            number = self.ids[name] = len(self._names)
            self._names.append(name)
            self._dumped = None
        return number

    def name(self, number: int) -> str:
        """The name with this number. Raises KeyError for a gap, IndexError for a number never given out."""
        name = self._names[number]
        if name is None:
            raise KeyError(number)
        return name

    def keep(self, *used: Array) -> None:
        """Forget every name whose number is in none of these arrays."""
        known = np.zeros(len(self._names), np.bool_)
        for numbers in used:
            known[numbers] = True
        for number in np.flatnonzero(~known).tolist():
            name = self._names[number]
            if name is not None:
                self._let_go(number)

    def forget(self, numbers: Array, *used: Column, first: int = 0) -> None:
        """Forget those of these names whose number is in none of the columns; `first` is what these have for name 0."""
        wanted = np.unique(numbers)
        if len(wanted) > FEW:
            known = np.zeros(len(self._names) + first, np.bool_)
            for column in used:
                known[column.array()] = True
            gone = wanted[~known[wanted + first]].tolist()
        else:
            gone = [number for number in wanted.tolist() if not any(column.has(number + first) for column in used)]
        for number in gone:
            self._let_go(number)

    def _let_go(self, number: int) -> None:
        del self.ids[self.name(number)]
        self._names[number] = None
        self._dumped = None

    def ranked(self) -> tuple[list[str], Array]:
        """The names in the order of their text, and for each number its place in that order (uint32; gaps 0).

        What is hashed is the place: it does not depend on the order in which names came or went.
        """
        ordered = sorted(self.ids)
        places = np.zeros(len(self._names), np.uint32)
        places[np.array([self.ids[name] for name in ordered], np.int64)] = np.arange(len(ordered))
        return ordered, places

    def dump(self) -> bytes:
        """The table as a JSON list, null for a gap; the same bytes object until it changes."""
        if self._dumped is None:
            self._dumped = orjson.dumps(self._names)
        return self._dumped

    @classmethod
    def load(cls, part: Array | bytes) -> Names:
        """The table back from `dump`. Raises ValueError if the part is not one."""
        names: Any = orjson.loads(part) if isinstance(part, bytes) else None
        if not isinstance(names, list):
            raise ValueError("a table of names is a JSON list")
        table = cls(cast("list[str | None]", names))
        table._dumped = bytes(part)
        return table
