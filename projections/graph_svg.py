"""The graph as a picture: one SVG file that a browser shows, with nothing in it from elsewhere.

Parts of the graph that hang together are laid out by themselves (springs, from a fixed seed) and set side
by side, the largest first. Pointing at a node shows all of its text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from awhm.language.regex import regex
from awhm.projections.graph_view import Edge, EntityNode, GraphView, MemoryNode

MOST = 400  # nodes that a picture can hold and still be read; networkx needs SciPy from 500 on
SEED = 7
WIDTH = 1600.0  # px; a part that is wider widens the picture
TOP, BOX, LINE, LETTERS = 64.0, 176.0, 36.0, 27
ACROSS, DOWN = 204.0, 74.0  # px of a cell, which holds one node
SPARE = 2.2  # cells for each node of a part, so that what hangs together can stand together
COLOURS = {"episodic": "#fde2c4", "semantic": "#d3e5f7", "procedural": "#d8f0d3"}
STROKES = {"supersedes": "#b03030", "disputes": "#c07a00", "temporal": "#7a5c3a", "association": "#9aa0a6"}
OTHER = "#555555"
_NO_XML = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#222;text-anchor:middle}.small{font-size:10px;fill:#666}"
    ".left{text-anchor:start}.past{opacity:.55;stroke-dasharray:4 3}line{stroke-width:1.4}"
)


class Placed(NamedTuple):
    """A node and the middle of its box, in px."""

    node: MemoryNode | EntityNode
    x: float
    y: float


def svg(view: GraphView, most: int = MOST) -> str:
    """The view as an SVG document. Of more than `most` nodes it shows the strongest memories, and says so."""
    nodes = _chosen(view, min(most, MOST))
    there = {node.id for node in nodes}
    edges = [edge for edge in view.edges if edge.source in there and edge.target in there]
    placed, width, height = _layout(nodes, edges)
    shown = f"{len(nodes)} of {len(view.nodes)} nodes, the strongest" if len(nodes) < len(view.nodes) else "all nodes"
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>Memories at {_text(view.at)}</title><style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *_legend(f"Memories at {view.at}: {shown}"),
    ]
    middle = {one.node.id: one for one in placed}
    parts += [_line(edge, middle[edge.source], middle[edge.target]) for edge in edges]
    parts += [_box(one) for one in placed]
    return "\n".join([*parts, "</svg>", ""])


def _chosen(view: GraphView, most: int) -> list[MemoryNode | EntityNode]:
    """All nodes, or the strongest memories and then the entities that most of those name; in the view's order."""
    if len(view.nodes) <= most:
        return list(view.nodes)
    memories = [node for node in view.nodes if isinstance(node, MemoryNode)]
    entities = [node for node in view.nodes if isinstance(node, EntityNode)]
    places = {node.id: place for place, node in enumerate(view.nodes)}
    strongest = sorted(memories, key=lambda node: (node.status != "active", -node.strength, places[node.id]))
    room = most - min(len(entities), most // 4)
    taken = {node.id for node in strongest[:room]}
    named = dict.fromkeys((node.id for node in entities), 0)
    for edge in view.edges:
        if edge.source in taken and edge.target in named:
            named[edge.target] += 1
    best = sorted(named, key=lambda entity: (-named[entity], entity))
    taken |= set(best[: most - len(taken)])
    return [node for node in view.nodes if node.id in taken]


def _layout(nodes: list[MemoryNode | EntityNode], edges: list[Edge]) -> tuple[list[Placed], float, float]:
    """Every node's place, and the size of the picture."""
    import networkx as nx  # a third of a second, which only an export is to pay for

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(node.id for node in nodes)
    graph.add_edges_from((edge.source, edge.target) for edge in edges)
    order = {node.id: place for place, node in enumerate(nodes)}
    found: list[list[str]] = [sorted(part, key=order.__getitem__) for part in nx.connected_components(graph)]
    found.sort(key=lambda part: (-len(part), order[part[0]]))
    part_of = {name: number for number, part in enumerate(found) for name in part}
    inside: list[list[Edge]] = [[] for _ in found]
    for edge in edges:
        inside[part_of[edge.source]].append(edge)
    by_id = {node.id: node for node in nodes}
    placed: list[Placed] = []
    left, top, row, width = 0.0, TOP, 0.0, WIDTH
    for part, within in zip(found, inside, strict=True):
        columns = math.ceil(math.sqrt(len(part) * SPARE / 2))
        rows = math.ceil(len(part) * SPARE / columns) if len(part) > 1 else 1
        wide, high = columns * ACROSS, rows * DOWN
        if left and left + wide > width:
            left, top, row = 0.0, top + row, 0.0
        width = max(width, wide)
        for name, (column, line) in _cells(_springs(part, within), columns, rows).items():
            placed.append(Placed(by_id[name], left + (column + 0.5) * ACROSS, top + (line + 0.5) * DOWN))
        left, row = left + wide, max(row, high)
    return placed, width, top + row + 16


def _cells(places: dict[str, tuple[float, float]], columns: int, rows: int) -> dict[str, tuple[int, int]]:
    """A cell for each node, no two in one: the nearest to its place that is free. Places lie within -1 and 1."""
    free = dict.fromkeys((column, row) for column in range(columns) for row in range(rows))
    found: dict[str, tuple[int, int]] = {}
    for name, (x, y) in places.items():
        column, row = (x + 1) / 2 * (columns - 1), (y + 1) / 2 * (rows - 1)
        far = {cell: ((cell[0] - column) * ACROSS) ** 2 + ((cell[1] - row) * DOWN) ** 2 for cell in free}
        found[name] = min(free, key=far.__getitem__)
        del free[found[name]]
    return found


def _springs(part: list[str], edges: list[Edge]) -> dict[str, tuple[float, float]]:
    """Places within -1 and 1 of the nodes of one part."""
    import networkx as nx

    if len(part) == 1:
        return {part[0]: (0.0, 0.0)}
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(part)
    graph.add_weighted_edges_from((edge.source, edge.target, edge.weight) for edge in edges)
    places = nx.spring_layout(graph, seed=SEED, iterations=120, method="force")
    return {name: (float(places[name][0]), float(places[name][1])) for name in part}


def _legend(title: str) -> Iterable[str]:
    yield f'<text class="left" x="16" y="24">{_text(title)}</text>'
    x = 16.0
    for name, colour in COLOURS.items():
        yield f'<rect x="{x:.0f}" y="36" width="12" height="12" rx="3" fill="{colour}" stroke="#888"/>'
        yield f'<text class="small left" x="{x + 17:.0f}" y="46">{name}</text>'
        x += 90
    for name, colour in STROKES.items():
        yield f'<line x1="{x:.0f}" y1="42" x2="{x + 22:.0f}" y2="42" stroke="{colour}"/>'
        yield f'<text class="small left" x="{x + 27:.0f}" y="46">{name}</text>'
        x += 105
    for name, colour in {**STROKES, "other": OTHER}.items():
        yield (
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0,0L8,4L0,8z" fill="{colour}"/></marker>'
        )


def _line(edge: Edge, source: Placed, target: Placed) -> str:
    kind = edge.type if edge.type in STROKES else "other"
    x, y = _rim(source, target)
    from_x, from_y = _rim(target, source)
    return (
        f'<line x1="{from_x:.1f}" y1="{from_y:.1f}" x2="{x:.1f}" y2="{y:.1f}" '
        f'stroke="{STROKES.get(kind, OTHER)}" marker-end="url(#{kind})"><title>{_text(edge.type)}</title></line>'
    )


def _rim(away: Placed, target: Placed) -> tuple[float, float]:
    """Where the line between two nodes meets the target's box."""
    dx, dy = away.x - target.x, away.y - target.y
    longest = max(abs(dx) / (BOX / 2), abs(dy) / (LINE / 2))
    return (target.x + dx / longest, target.y + dy / longest) if longest > 1 else (target.x, target.y)


def _box(placed: Placed) -> str:
    node, x, y = placed
    label = node.text if len(node.text) <= LETTERS else node.text[: LETTERS - 1] + "…"
    if isinstance(node, EntityNode):
        shape = (
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{BOX / 2:.0f}" ry="{LINE / 2:.0f}" fill="#f3f0fa" stroke="#888"/>'
        )
        about, full = node.type, f"{node.text}\n{node.type}"
    else:
        past = "" if node.status in ("active", "upcoming") else ' class="past"'
        shape = (
            f'<rect x="{x - BOX / 2:.1f}" y="{y - LINE / 2:.1f}" width="{BOX:.0f}" height="{LINE:.0f}" rx="6" '
            f'fill="{COLOURS.get(node.type, "#eeeeee")}" stroke="#666"{past}/>'
        )
        about = f"{node.id}, {node.status}"
        spans = "; ".join(f"{start or '...'} to {end or '...'}" for start, end in node.windows)
        full = f"{node.text}\n{about}\n{spans}\nconfidence {node.confidence}, strength {node.strength}"
    return (
        f"<g><title>{_text(full)}</title>{shape}"
        f'<text x="{x:.1f}" y="{y - 2:.1f}">{_text(" ".join(label.split()))}</text>'
        f'<text class="small" x="{x:.1f}" y="{y + 12:.1f}">{_text(about)}</text></g>'
    )


def _text(text: str) -> str:
    """Text for the document: escaped, and without what no XML may hold."""
    return escape(_NO_XML.sub("\ufffd", text), quote=False)
