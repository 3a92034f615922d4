"""What one can ask of the graph: what holds when, what took whose place, what is in dispute, and why.

Times are handed in, in ms since 1970 UTC. Unknown memories raise KeyError.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from zlib import crc32

from awhm.events.event import Kind
from awhm.events.fold import Array
from awhm.projections.graph import Graph
from awhm.projections.memory import (
    NEVER,
    NO_END,
    TYPES,
    Change,
    Memory,
    NodeType,
    Said,
    Status,
    key_of,
    memory_id,
    statement_id,
)  # fmt: skip
from awhm.projections.memory import confidence as confidence_of


def status(graph: Graph, memory: str, now: int) -> Status:
    """What a memory is at a time.

    "active": one of its windows holds it; "upcoming": all lie ahead; "superseded", "retracted": that is
    what gave it its end; "ended": its own words did; "disputed": it holds at no time, and contradicts
    another so weakly that somebody has to decide.
    """
    found = graph.memories[memory]
    return found.status(now, memory in graph.disputes)


def holding(graph: Graph, at: int) -> list[str]:
    """The memories of which a window holds a time, in the order of their numbers. Those without words are left out."""
    return list(map(memory_id, graph.lookup.holding(at)))


def telling(graph: Graph, at: int) -> Array:
    """The messages, by position, that say something for a memory that holds at a time."""
    return graph.lookup.telling(at)


def memories_of(graph: Graph, message: int) -> list[tuple[str, Said]]:
    """The memories that a message (its position) says something for, each with its statement.

    The latest extraction's statements count. One that an earlier extraction had made already belongs to
    the memory that the earlier one came to.
    """
    *earlier, last = [graph.extracted(row) for row in graph.lookup.extractions(message)] or [list[Said]()]
    found: list[tuple[str, Said]] = []
    taken: set[str] = set()
    for said in last:
        memory = graph.memory_of(said.id)
        if memory is None:
            same = (one for made in earlier for one in made if _claim(one) == _claim(said) and one.id not in taken)
            before = next(same, None)
            if before is not None:
                taken.add(before.id)
                memory = graph.memory_of(before.id)
        if memory is not None:
            found.append((memory, said))
    return found


def _claim(said: Said) -> tuple[object, ...]:
    """What two extractions of a message have in common where they found the same."""
    about = said.slot if said.slot is not None else (said.family, said.subject, said.attribute)
    return about, said.name, said.value_key, said.polarity, said.retracts


def slot_timeline(graph: Graph, slot: str) -> list[Memory]:
    """The memories of a slot by their first window; those that never hold at last; equal ones by their numbers."""
    found: set[str] = set()
    for key in graph.lookup.slot_keys(crc32(slot.encode())):
        number = statement_id(key)
        memory = graph.memory_of(number)
        if memory is not None and graph.statements[number].slot == slot:
            found.add(memory)
    return sorted((graph.memories[memory] for memory in found), key=_in_time)


def _in_time(memory: Memory) -> tuple[int, int, int]:
    start, end = memory.windows[0] if memory.windows else (NO_END, None)
    return NEVER if start is None else start, NO_END if end is None else end, key_of(memory.id)


def chain(graph: Graph, memory: str) -> list[str]:
    """A memory, the one that took its place, and so on up to one whose place nobody took."""
    found = {memory: None}
    following = graph.memories[memory].superseded_by
    while following is not None and following not in found and following in graph.memories:
        found[following] = None
        following = graph.memories[following].superseded_by
    return list(found)


def review(graph: Graph) -> list[tuple[str, str]]:
    """The memories in dispute that somebody has to decide, each with the one it contradicts; the oldest first."""
    return [
        (memory, other)
        for memory, others in graph.disputes.items()
        if graph.known(memory) and graph.memories[memory].unsettled
        for other in others
    ]


def history(graph: Graph, memory: str) -> list[Change]:
    """All that ever changed a memory, in the order of the log."""
    return list(graph.memories[memory].changes)


def confidence(graph: Graph, memory: str) -> float:
    """How sure a memory is, from its known statements: see `memory.confidence`."""
    found = graph.memories[memory]
    return confidence_of(graph.said(memory), found.accepted, found.rejected)


def node_type(graph: Graph, memory: str) -> NodeType:
    """The type of a memory's node. A correction's is that of what it corrects; "semantic" where that is not known."""
    return _node_type(graph, memory, {memory})


def _node_type(graph: Graph, memory: str, seen: set[str]) -> NodeType:
    said = graph.said(memory)
    family = next((one.family for one in said if one.family in TYPES), None)
    if family is not None:
        return TYPES[family]
    for key in graph.lookup.superseded_by(key_of(memory)):
        corrected = memory_id(key)
        if corrected not in seen:
            seen.add(corrected)
            return _node_type(graph, corrected, seen)
    return "semantic"


def supersessions(graph: Graph) -> list[tuple[str, str]]:
    """Every (newer, older) pair of which the newer took the older's place for good, in the order of the older."""
    return [
        (ender.by, memory.id)
        for memory in graph.all_memories()
        if (ender := memory.ender) is not None and ender.kind == Kind.MEMORY_SUPERSEDED and ender.by is not None
    ]


def consecutive_episodes(graph: Graph) -> list[tuple[str, str]]:
    """Pairs (earlier, later) of episodic memories that were said one after another in a session."""
    told: dict[str, list[tuple[int, int, int, str]]] = defaultdict(list)
    for memory in graph.all_memories():
        said = graph.said(memory.id)
        if said and node_type(graph, memory.id) == "episodic":
            first = min(said, key=lambda one: (one.occurred, one.message, one.start))
            told[first.session].append((first.occurred, first.message, first.start, memory.id))
    pairs: list[tuple[str, str]] = []
    for session in sorted(told):
        episodes = [memory for *_, memory in sorted(told[session])]
        pairs += pairwise(episodes)
    return pairs
