"""Which clauses of messages no longer hold: what a context has to say of a message that says more than that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from awhm.jobs.context_entry import Past
from awhm.jobs.own_words import OwnWords
from awhm.language.time import iso
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import chain, memories_of, status
from awhm.projections.standing import PAST
from awhm.types import NodeStatus, RetrievalResult


def past_in(
    graph: Graph, results: Sequence[RetrievalResult], at: int, payload: Callable[[int], bytes | None]
) -> dict[str, tuple[Past, ...]]:
    """By a message's id its clauses that do not hold any more at a time (ms), in their order.

    `payload` gives an event's payload by position. Only what was consolidated is known here; what was said since
    is in the status of the result itself. What took a clause's place is what holds then, else what came next.
    """
    words = OwnWords(graph, payload)
    return {one.id: _past(graph, int(one.id[1:]), at, words) for one in results}


def _past(graph: Graph, message: int, at: int, words: OwnWords) -> tuple[Past, ...]:
    found: set[Past] = set()
    for memory, said in memories_of(graph, message):
        how = status(graph, memory, at)
        if how in PAST and not said.retracts:
            windows = graph.memories[memory].windows
            until = windows[-1][1] if windows else None
            told = None if until is None else iso(until, words.zone(message))
            found.add(Past(said.start, said.end, NodeStatus(how), told, _instead(graph, memory, at, words)))
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _instead(graph: Graph, memory: str, at: int, words: OwnWords) -> str | None:
    """The words of what took a memory's place."""
    later = [one for one in chain(graph, memory) if one != memory and graph.known(one)]
    holding = [one for one in later if status(graph, one, at) == "active"]
    return words.memory((holding or later)[0]) if later else None
