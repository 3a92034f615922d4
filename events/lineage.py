"""Which stretches of the log count after restores: a restore sets back all that came behind its snapshot. Pure.

What is set back is not gone: a restore of a snapshot that was named before the restore makes it count again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

END = 1 << 62  # beyond every position


class Restore(NamedTuple):
    """A StoreRestored: its position, and that of the snapshot. Nothing between the two counts from then on."""

    position: int
    through: int


class Lineage:
    """The stretches that count, each behind one position and up to another, ascending."""

    __slots__ = ("_starts", "stretches")

    def __init__(self, restores: Sequence[Restore] = (), until: int = END) -> None:
        """What counts at a position, by the restores that were before it; `restores` in the order of the log.

        From the end: up to the last restore everything counts, and before it what counted at its snapshot.
        """
        places = [one.position for one in restores]
        found: list[tuple[int, int]] = []
        while place := bisect_right(places, until):
            position, through = restores[place - 1]
            found.append((position, until))
            until = min(through, position - 1)
        found.append((0, until))
        self.stretches = [(after, last) for after, last in reversed(found) if after < last]
        self._starts = [after for after, _ in self.stretches]

    def counts(self, position: int) -> bool:
        """Whether what is at a position counts."""
        place = bisect_left(self._starts, position) - 1
        return place >= 0 and position <= self.stretches[place][1]

    @property
    def whole(self) -> bool:
        """Whether everything counts: nothing was ever restored."""
        return len(self.stretches) == 1 and self.stretches[0] == (0, END)
