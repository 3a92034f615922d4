"""Where the graph's rows are: by memory, by statement, by message. Arrays sorted once after each change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from awhm.events.event import Kind
from awhm.events.fold import Array
from awhm.events.lineage import Lineage
from awhm.projections.memory import PLACES
from awhm.projections.records import Records

PLACE = (1 << PLACES) - 1
EVERYTHING = Lineage()


class Accesses(NamedTuple):
    """How often each memory was shown (int64) and when last (recorded time in ms), in the order of `Lookup.keys`."""

    counts: Array
    last: Array


class Lookup:
    """Answers in numbers: memories and statements are keys as `memory.key_of` makes them.

    `keys` are the memories, ascending (uint64). Their changes' rows stand together in `order`, those of
    `keys[i]` from `starts[i]` on, in the order of the log.
    """

    def __init__(self, tables: Mapping[str, Records], lineage: Lineage = EVERYTHING) -> None:
        """Over these tables; what is not of the lineage was set back by a restore."""
        self._lineage = lineage
        self._said, self._changes, self._recalls = tables["said"], tables["changes"], tables["recalls"]
        memories = self._changes.column("memory")
        self.order: Array = np.argsort(memories, kind="stable")
        self.keys, self.starts = np.unique(memories[self.order], return_index=True)

    def changes_of(self, key: int) -> list[int]:
        """The rows of a memory's changes; none for an unknown one."""
        place = _place(self.keys, key)
        if place < 0:
            return []
        end = self.starts[place + 1] if place + 1 < len(self.starts) else len(self.order)
        return _listed(self.order[self.starts[place] : end])

    def memory_of(self, statement: int) -> int:
        """The memory that a statement came to last; 0 for none."""
        place = _place(self._joined[0], statement)
        return int(self._joined[1][place]) if place >= 0 else 0

    @cached_property
    def _joined(self) -> tuple[Array, Array]:
        """Every statement that belongs to a memory, ascending, and the memory it came to last."""
        statements, rows = self._joins
        # From the end, so that the first of each statement is its last. What was set back comes behind what counts.
        order = np.arange(len(rows)) if self._lineage.whole else np.argsort(self._counting[rows], kind="stable")
        order = order[::-1]
        found, first = np.unique(statements[order], return_index=True)
        return found, self._changes.column("memory")[rows[order][first]]

    @cached_property
    def _counting(self) -> Array:
        """Which rows of changes no restore has set back (bool)."""
        return self._of_lineage(self._changes.positions())

    def _of_lineage(self, positions: Array) -> Array:
        counting = np.full(len(positions), self._lineage.whole, np.bool_)
        for after, last in () if self._lineage.whole else self._lineage.stretches:
            counting |= (positions > after) & (positions <= last)
        return counting

    @cached_property
    def _joins(self) -> tuple[Array, Array]:
        """Each time that a statement came to a memory: the statement, and the row of changes.

        Of a memory that a restore went back to, those times that count; of one that it set back, all.
        """
        column = self._changes.lists["statements"]
        statements, rows = column.items(), column.owners()
        if self._lineage.whole:
            return statements, rows
        believed = np.unique(self._changes.column("memory")[self._counting])
        told = self._counting | ~np.isin(self._changes.column("memory"), believed)
        return statements[told[rows]], rows[told[rows]]

    @cached_property
    def _by_message(self) -> tuple[Array, Array]:
        """The messages of all extractions but those set back, ascending, and the rows of these."""
        messages = self._said.column("message")
        order = np.argsort(messages, kind="stable")
        if not self._lineage.whole:
            order = order[self._of_lineage(self._said.positions())[order]]
        return messages[order], order

    def extractions(self, message: int) -> list[int]:
        """The rows of "said" that are of a message, the latest extraction last."""
        messages, order = self._by_message
        wanted = np.uint64(max(message, 0))
        return _listed(order[np.searchsorted(messages, wanted) : np.searchsorted(messages, wanted, "right")])

    def extracted(self, messages: Array) -> Array:
        """Which of these messages (positions, uint64) have a row of "said" (bool)."""
        return _places(self._by_message[0], messages) >= 0

    def statement(self, key: int) -> tuple[int, int] | None:
        """The row of "said" and the place in it of a statement; None if it is not known."""
        row, place = _place(self._said.positions(), key >> PLACES), key & PLACE
        return (row, place) if row >= 0 and place < self._said.lists["slots"].lengths()[row] else None

    def slot_keys(self, crc: int) -> list[int]:
        """The statements whose slot has this CRC-32; some of them may be of another slot."""
        column = self._said.lists["slots"]
        found = np.flatnonzero(column.items() == np.uint32(crc))
        rows = column.owners()[found]
        places = found - column.starts()[rows]
        return [
            position << PLACES | place
            for position, place in zip(self._said.positions()[rows].tolist(), places.tolist(), strict=True)
        ]

    def superseded_by(self, key: int) -> list[int]:
        """The memories that this one took the place of, at any time and for any while."""
        by, rows = self._supersessions
        wanted = np.uint64(key)
        found = rows[np.searchsorted(by, wanted) : np.searchsorted(by, wanted, "right")]
        return _listed(np.unique(self._changes.column("memory")[found]))

    @cached_property
    def _supersessions(self) -> tuple[Array, Array]:
        """What took a memory's place, ascending, and the rows in which it did."""
        rows = np.flatnonzero(self._changes.column("kind") == int(Kind.MEMORY_SUPERSEDED))
        by = self._changes.column("by")[rows]
        order = np.argsort(by, kind="stable")
        return by[order], rows[order]

    @cached_property
    def known(self) -> Array:
        """For each memory, whether one of its statements is known (bool)."""
        memories, rows = self._mentions
        known = np.zeros(len(self.keys), np.bool_)
        known[memories[rows >= 0]] = True
        return known

    @cached_property
    def _mentions(self) -> tuple[Array, Array]:
        """For each statement that came to a memory: the memory's place, and its row in "said", -1 if unknown."""
        statements, joined = self._joins
        memories = np.searchsorted(self.keys, self._changes.column("memory")[joined])
        rows = _places(self._said.positions(), statements >> np.uint64(PLACES))
        inside = (statements & np.uint64(PLACE)).astype(np.int64) < _at(self._said.lists["slots"].lengths(), rows)
        return memories, np.where(inside, rows, -1)

    def holding(self, at: int) -> list[int]:
        """The memories with known words of which a window holds this time (ms)."""
        column = self._changes.lists["windows"]
        bounds = column.items().reshape(-1, 2)
        last = np.zeros(len(self.order), np.bool_)  # rows that say how things stand
        counting = self.order[self._counting[self.order]]
        memories = self._changes.column("memory")[counting]
        counting = counting[np.append(memories[1:] != memories[:-1], len(memories) > 0)[: len(memories)]]
        known = self.known[np.searchsorted(self.keys, self._changes.column("memory")[counting])]
        last[counting[known]] = True
        rows = column.owners()[::2]
        found = rows[(bounds[:, 0] <= at) & (at < bounds[:, 1]) & last[rows]]
        return _listed(np.unique(self._changes.column("memory")[found]))

    def telling(self, at: int) -> Array:
        """The messages (positions, uint64, ascending) that say something for a memory that holds at a time (ms)."""
        holds = np.zeros(len(self.keys), np.bool_)
        holds[np.searchsorted(self.keys, np.array(self.holding(at), self.keys.dtype))] = True
        memories, rows = self._mentions
        # Of the statements that a memory was made from some may have gone to another when it was split.
        statements, last = self._joined
        its = last[np.searchsorted(statements, self._joins[0])] == self.keys[memories]
        return np.unique(self._said.column("message")[rows[(rows >= 0) & its & holds[memories]]].astype(np.uint64))

    @cached_property
    def accesses(self) -> Accesses:
        """How often a message was shown that a memory has a statement from, and when last."""
        counts, last = np.zeros(len(self.keys), np.int64), np.zeros(len(self.keys), np.int64)
        memories, rows = self._mentions
        said = rows >= 0
        messages = self._said.column("message")[rows[said]]
        # Each message of a memory counts once, however many of its statements are from it.
        pairs = np.unique(np.stack([memories[said].astype(np.uint64), messages], 1), axis=0)
        shown, which = np.unique(self._recalls.lists["shown"].items(), return_inverse=True)
        times, when = np.zeros(len(shown), np.int64), np.zeros(len(shown), np.int64)
        np.add.at(times, which, self._recalls.lists["times"].items().astype(np.int64))
        owners = self._recalls.lists["shown"].owners()
        np.maximum.at(when, which, self._recalls.column("recorded")[owners].astype(np.int64))
        places = _places(shown, pairs[:, 1])
        pairs, places = pairs[places >= 0, 0].astype(np.int64), places[places >= 0]
        np.add.at(counts, pairs, times[places])
        np.maximum.at(last, pairs, when[places])
        return Accesses(counts, last)

    @cached_property
    def p90(self) -> int:
        """The count of accesses nine tenths up those of all known memories, at least 1. Being formed is one."""
        counts = self.accesses.counts[self.known] + 1
        place = len(counts) * 9 // 10
        return int(np.partition(counts, place)[place]) if len(counts) else 1

    def place(self, key: int) -> int:
        """A memory's place in `keys`; -1 for an unknown one."""
        return _place(self.keys, key)


def _place(ascending: Array, value: int) -> int:
    place = int(np.searchsorted(ascending, np.uint64(value)))
    return place if place < len(ascending) and int(ascending[place]) == value else -1


def _places(ascending: Array, values: Array) -> Array:
    """For each value its place in an ascending array (int64), -1 where it is not in it."""
    places = np.searchsorted(ascending, values)
    there = places < len(ascending)
    there[there] = ascending[places[there]] == values[there]
    return np.where(there, places, -1)


def _listed(values: Array) -> list[int]:
    numbers: list[int] = values.tolist()
    return numbers


def _at(values: Array, places: Array) -> Array:
    """The values at these places (int64), 0 where the place is -1."""
    found = np.zeros(len(places), np.int64)
    found[places >= 0] = values[places[places >= 0]]
    return found
