"""The graph as plain values: its memories and the entities they name as nodes, and the edges between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from awhm.language.time import iso
from awhm.projections import graph_questions as ask
from awhm.projections.graph import Graph
from awhm.projections.memory import Memory, Said, Status, key_of
from awhm.projections.strength import Strength, Weights, strength

ASSOCIATION = 0.8  # the weight of an edge from a memory to an entity that it names; the others weigh 1
Window = tuple[str | None, str | None]  # ISO 8601, None for no bound


@dataclass(frozen=True, slots=True)
class MemoryNode:
    """A memory with known words. `text` is for people; times are ISO 8601; `strength` is the composite."""

    id: str
    type: str
    text: str
    status: Status
    family: str
    slot: str | None
    subject: str
    attribute: str | None
    value: str
    polarity: bool
    condition: str | None
    windows: tuple[Window, ...]
    confidence: float
    strength: float
    superseded_by: str | None
    session: str
    occurred: str
    formed: str
    changed: str
    messages: tuple[str, ...]
    statements: tuple[str, ...]
    kind: Literal["memory"] = "memory"


@dataclass(frozen=True, slots=True)
class EntityNode:
    """A person, place or thing that memories name; `type` is its label, such as "PERSON", "" for none."""

    id: str
    type: str
    text: str
    kind: Literal["entity"] = "entity"


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge. "supersedes" goes from the newer to the older, "temporal" from the earlier to the later."""

    source: str
    target: str
    type: str
    weight: float


@dataclass(frozen=True, slots=True)
class GraphView:
    """What `graph_view` makes: memories by number, then entities by id; `at` is the time it was made for."""

    at: str
    nodes: tuple[MemoryNode | EntityNode, ...]
    edges: tuple[Edge, ...]


def graph_view(
    graph: Graph,
    now: int,
    entities: Mapping[str, tuple[str, str | None]] | None = None,
    *,
    texts: Mapping[str, str] | None = None,
    same: Mapping[str, str] | None = None,
    weights: Weights | None = None,
) -> GraphView:
    """The whole graph at a time (ms), less the memories without known words.

    `entities` gives name and label of each entity by its id; one that is not in it has no node. `same`
    gives the entity that one has become part of. `texts` gives a memory's text by its id; without, its
    text is put together from its statement.
    """
    named, texts, same = entities or {}, texts or {}, same or {}
    graph.all_said()
    known = [memory for memory in graph.all_memories() if graph.known(memory.id)]
    strengths = strength(graph, [memory.id for memory in known], now, weights)
    nodes: list[MemoryNode | EntityNode] = [
        _memory_node(graph, memory, now, texts.get(memory.id), strengths[memory.id]) for memory in known
    ]
    links = [(memory.id, entity) for memory in known for entity in _entities(graph.said(memory.id), same, named)]
    for entity in sorted({entity for _, entity in links}):
        name, label = named[entity]
        nodes.append(EntityNode(entity, label or "", name))
    there = {memory.id for memory in known}
    edges = [edge for edge in _between(graph) if edge.source in there and edge.target in there]
    edges += [Edge(memory, entity, "association", ASSOCIATION) for memory, entity in links]
    return GraphView(iso(now), tuple(nodes), tuple(edges))


def _memory_node(graph: Graph, memory: Memory, now: int, text: str | None, strong: Strength) -> MemoryNode:
    said = graph.said(memory.id)
    first = said[0]
    return MemoryNode(
        id=memory.id,
        type=ask.node_type(graph, memory.id),
        text=words(first) if text is None else text,
        status=ask.status(graph, memory.id, now),
        family=first.family,
        slot=first.slot,
        subject=first.subject,
        attribute=first.attribute,
        value=first.value,
        polarity=first.polarity,
        condition=first.condition,
        windows=tuple((_iso(start), _iso(end)) for start, end in memory.windows),
        confidence=round(ask.confidence(graph, memory.id), 4),
        strength=round(strong.composite, 4),
        superseded_by=memory.superseded_by,
        session=first.session,
        occurred=iso(first.occurred),
        formed=iso(memory.formed),
        changed=iso(memory.changed),
        messages=tuple(f"m{message}" for message in sorted({one.message for one in said})),
        statements=tuple(one.id for one in said),
    )


def words(said: Said) -> str:
    """A statement in words, for want of its own: "user, location: not Paris (if in June)"."""
    about = said.subject if said.attribute is None else f"{said.subject}, {said.attribute}"
    value = said.value if said.polarity else f"not {said.value}"
    return f"{about}: {value}" + (f" ({said.condition})" if said.condition else "")


def _entities(said: list[Said], same: Mapping[str, str], named: Mapping[str, tuple[str, str | None]]) -> list[str]:
    """The entities that statements name and that have a name, each once, by id."""
    return sorted({same.get(entity, entity) for one in said for entity in one.entities} & named.keys())


def _between(graph: Graph) -> Iterator[Edge]:
    """The edges between memories."""
    for newer, older in ask.supersessions(graph):
        yield Edge(newer, older, "supersedes", 1.0)
    links = {(link.memory, link.other, link.relation) for link in graph.links}
    for memory, other, relation in sorted(links, key=lambda link: (key_of(link[0]), key_of(link[1]), link[2])):
        yield Edge(memory, other, relation, 1.0)
    for earlier, later in ask.consecutive_episodes(graph):
        yield Edge(earlier, later, "temporal", 1.0)


def _iso(ms: int | None) -> str | None:
    return None if ms is None else iso(ms)
