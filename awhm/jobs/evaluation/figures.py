"""What an evaluation reports: counts with their bounds, and what was found wanting."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

ALL = "all"  # a sum over splits, languages or families
Z95 = 1.96  # the normal distribution's point for 95 % on two sides


def wilson(hits: int, total: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share (E. B. Wilson, 1927); (0, 1) for no trials."""
    if not total:
        return 0.0, 1.0
    share = hits / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)


class Share(NamedTuple):
    """So many of so many."""

    hits: int
    total: int

    @property
    def value(self) -> float | None:
        """The share, from 0 to 1; None of nothing."""
        return self.hits / self.total if self.total else None

    def to_dict(self) -> dict[str, Any]:
        """The counts, the share and its 95 % bounds, rounded to four digits."""
        low, high = wilson(self.hits, self.total)
        value = self.value
        return {
            "hits": self.hits,
            "total": self.total,
            "share": None if value is None else round(value, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


@dataclass(frozen=True)
class Bar:
    """What a share has to reach, or must not exceed."""

    value: float
    at_most: bool = False

    def met(self, share: Share) -> bool | None:
        """Whether the share meets it; None where nothing was counted."""
        if share.value is None:
            return None
        return share.value <= self.value if self.at_most else share.value >= self.value

    def __str__(self) -> str:
        return f"{'<=' if self.at_most else '>='} {self.value:g}"


class Group(NamedTuple):
    """What a count is over; a sum where nothing is named."""

    split: str = ALL
    language: str = ALL
    family: str = ALL


EVERYTHING = Group()


@dataclass(frozen=True)
class Row:
    """One figure of a part. `before` is the same count in the same run without consolidation."""

    part: str
    what: str
    share: Share
    before: Share | None = None
    bar: Bar | None = None
    group: Group = EVERYTHING

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        return {
            "part": self.part,
            "what": self.what,
            **self.group._asdict(),
            **self.share.to_dict(),
            "before": None if self.before is None else self.before.to_dict(),
            "bar": None if self.bar is None else str(self.bar),
            "ok": None if self.bar is None else self.bar.met(self.share),
        }


class Failing(NamedTuple):
    """One item that did not come out as it should, and how it came out."""

    part: str
    id: str
    reason: str


@dataclass
class Source:
    """A file that was read: its hash, how many items it holds, and those that were left, with the reason."""

    part: str
    path: str
    sha256: str
    items: int = 0
    taken: int = 0
    left: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


@dataclass
class Report:
    """All that one run found. `unread` are files that are missing or cannot be read: (part, path, reason)."""

    rows: list[Row] = field(default_factory=list[Row])
    failing: list[Failing] = field(default_factory=list[Failing])
    files: list[Source] = field(default_factory=list[Source])
    unread: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    counts: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values."""
        return {
            "rows": [row.to_dict() for row in self.rows],
            "failing": [one._asdict() for one in self.failing],
            "counts": self.counts,
            "files": [
                {**vars(file), "left": [{"item": item, "reason": reason} for item, reason in file.left]}
                for file in self.files
            ],
            "unread": [{"part": part, "path": path, "reason": reason} for part, path, reason in self.unread],
        }
