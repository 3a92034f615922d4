"""Strength: how recently and how often a memory was shown. Worked out when asked; nothing is written for it.

S = w_rec * (1 + beta * hours since it was last shown) ** -alpha + w_freq * min(accesses / p90, 1), as in AWHM
Lite, where p90 is the count nine tenths up the counts of all memories, at least 1. Being formed is the first access.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from awhm.projections.graph import Graph
from awhm.projections.memory import key_of

HOUR = 3_600_000  # ms


class Weights(NamedTuple):
    """The constants of the formula, AWHM Lite's; `beta` per hour."""

    alpha: float = 0.3
    beta: float = 0.1
    recency: float = 0.4
    frequency: float = 0.6


class Strength(NamedTuple):
    """A memory's strength and what it comes from: `recency` and `frequency` are within 0 and 1, not yet weighted.

    `accesses` counts the times it was shown and its forming; `last` is the last of them, in ms.
    """

    recency: float
    frequency: float
    composite: float
    accesses: int
    last: int


def strength(graph: Graph, memories: Sequence[str], now: int, weights: Weights | None = None) -> dict[str, Strength]:
    """The strength of each of these memories at a time (ms). Raises KeyError for an unknown memory."""
    by, lookup = weights or Weights(), graph.lookup
    counts, last = lookup.accesses
    usual = lookup.p90
    found: dict[str, Strength] = {}
    for memory in memories:
        place, formed = lookup.place(key_of(memory)), graph.memories[memory].formed
        accesses, shown = 1 + int(counts[place]), max(formed, int(last[place]))
        recency = (1 + by.beta * max(now - shown, 0) / HOUR) ** -by.alpha
        frequency = min(accesses / usual, 1.0)
        found[memory] = Strength(recency, frequency, by.recency * recency + by.frequency * frequency, accesses, shown)
    return found
