"""What restores do to what is believed: which rows count, and which are set back until another restore. Pure.

A row is what one event said; it begins with the event's position. Rows lie in lists of their own, or in a list for
each message, memory or statement that they are of, as `BeliefsFold` saves them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from awhm.events.lineage import Lineage, Restore

Rows = dict[str, list[Any]]

OF_SOMETHING = ("extractions", "memories", "rulings")  # [of what, its rows]
PLAIN = ("links", "ranges", "aside")
AUTOMATIC = "auto-"  # what the names of automatic snapshots begin with, and no others


class Snapshot(NamedTuple):
    """A SnapshotNamed: its position, the name, the position that it names, and whether AWHM named it by itself."""

    position: int
    name: str
    through: int
    automatic: bool


@dataclass
class History:
    """The snapshots that were named, the restores, and the rows that no longer count because of them."""

    snapshots: list[Snapshot] = field(default_factory=list[Snapshot])
    restores: list[Restore] = field(default_factory=list[Restore])
    rows: Rows = field(default_factory=dict[str, list[Any]])
    # What is left of a message after a redaction: its position, and where the message was first logged, whose place
    # it keeps among what was said at one time. No restore changes that.
    redacted: dict[int, int] = field(default_factory=dict[int, int])
    lineage: Lineage = field(default_factory=Lineage, compare=False)

    def name(self, position: int, payload: Mapping[str, Any]) -> None:
        """Take in a SnapshotNamed."""
        automatic = payload.get("automatic", False)
        self.snapshots.append(Snapshot(position, payload["snapshot"], payload["through"], automatic))

    def restore(self, position: int, through: int) -> None:
        """Take in a StoreRestored."""
        self.restores.append(Restore(position, through))
        self.lineage = Lineage(self.restores)

    def forget(self, positions: Collection[int]) -> bool:
        """Take erased events out; whether a restore was among them, and so other rows count."""
        gone = set(positions)
        self.redacted = {position: first for position, first in self.redacted.items() if position not in gone}
        self.snapshots = [one for one in self.snapshots if one.position not in gone]
        if not self.restores or min(gone) > self.restores[-1].position:
            return False  # all that was set back lies before the last restore
        self.rows = _filled(_kept(self.rows, lambda position: position not in gone))
        kept = [one for one in self.restores if one.position not in gone]
        changed = len(kept) < len(self.restores)
        self.restores, self.lineage = kept, Lineage(kept)
        return changed

    def part(self, rows: Rows) -> Rows:
        """Of these rows and those set back the ones that count; the others are set back."""
        everything = joined(rows, self.rows)
        # As if they had been saved and loaded, so that it makes no difference whether they were.
        past = _kept(everything, lambda position: not self.lineage.counts(position))
        self.rows = orjson.loads(orjson.dumps(_filled(past)))
        return _kept(everything, self.lineage.counts)

    def at(self, rows: Rows, position: int) -> Rows:
        """The rows that counted at a position; `rows` are those that count now."""
        return _kept(joined(rows, self.rows), Lineage(self.restores, position).counts)

    def counts(self, message: int) -> bool:
        """Whether a message counts. What is left of one after a redaction counts where that one did."""
        return self.lineage.counts(self.redacted.get(message, message))

    def back(self) -> list[int]:
        """What is left of messages that count, where a restore has set back what was read in it."""
        return [] if self.lineage.whole else [p for p in self.redacted if not self.lineage.counts(p) and self.counts(p)]

    def read_in(self, message: int) -> list[int]:
        """The positions of the extractions of a message that are set back."""
        return [row[0] for of, rows in self.rows.get("extractions", ()) if of == message for row in rows]

    def snapshot(self, name: str) -> Snapshot | None:
        """The snapshot of a name; the newest, where an automatic one was named twice."""
        return next((one for one in reversed(self.snapshots) if one.name == name), None)

    def dump(self) -> dict[str, Any]:
        """Plain values, for saving."""
        return {
            "snapshots": [list(one) for one in self.snapshots],
            "restores": [list(one) for one in self.restores],
            "set_back": self.rows,
            "redacted": sorted(self.redacted.items()),
        }

    def load(self, body: Mapping[str, Any]) -> None:
        """Back from `dump`."""
        self.snapshots = [Snapshot(*one) for one in body["snapshots"]]
        self.restores = [Restore(*one) for one in body["restores"]]
        self.redacted = {position: first for position, first in body["redacted"]}
        self.rows, self.lineage = body["set_back"], Lineage(self.restores)


def joined(one: Rows, other: Rows) -> Rows:
    """Both, in the order of the log."""
    made: Rows = {name: sorted([*one.get(name, ()), *other.get(name, ())], key=_first) for name in PLAIN}
    for name in OF_SOMETHING:
        found: dict[Any, list[Any]] = {}
        plain = name == "extractions"  # they are of a message, the others of a pair of numbers
        for of, rows in (*one.get(name, ()), *other.get(name, ())):
            key = of if plain else tuple(of)
            found[key] = sorted([*found.get(key, ()), *rows], key=_first)
        made[name] = [[key if plain else list(key), rows] for key, rows in sorted(found.items())]
    return made


def _kept(rows: Rows, counts: Callable[[int], bool]) -> Rows:
    """The rows of the positions that count."""
    made: Rows = {name: [row for row in rows.get(name, ()) if counts(row[0])] for name in PLAIN}
    for name in OF_SOMETHING:
        parts = ((of, [row for row in inner if counts(row[0])]) for of, inner in rows.get(name, ()))
        made[name] = [[of, inner] for of, inner in parts if inner]
    return made


def _filled(rows: Rows) -> Rows:
    return {name: found for name, found in rows.items() if found}


def _first(row: Any) -> int:
    position: int = row[0]
    return position
