"""The graph in formats that other programs read: JSON, DOT (Graphviz), GraphML, and SVG for a browser.

All are text, the same for the same graph, and hold whatever the memories say: every text is escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from awhm.errors import Refused
from awhm.language.regex import regex
from awhm.projections.graph_svg import svg
from awhm.projections.graph_view import EntityNode, GraphView, MemoryNode

__all__ = ["FORMATS", "export", "to_dot", "to_graphml", "to_json"]

# What no XML may hold, however escaped (XML 1.0, section 2.2). A lone surrogate is never in a log.
_NO_XML = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LEFT_OUT = ("kind", "windows")  # GraphML has single values alone; windows become valid_from and valid_to


def export(view: GraphView, how: str) -> str:
    """The view as text in one of `FORMATS`. Raises Refused (`no_such_format`) for another."""
    if how not in FORMATS:
        raise Refused(
            "no_such_format", f"the graph cannot be exported as {how!r}", f"Choose one of {', '.join(FORMATS)}."
        )
    return FORMATS[how](view)


def to_json(view: GraphView) -> str:
    """An object with `at`, `nodes` and `edges`, as `graph_view` describes them, indented by two."""
    return orjson.dumps(view, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def to_dot(view: GraphView) -> str:
    """A digraph for Graphviz: memories as boxes, dashed where they do not hold, entities as ellipses."""
    lines = ["digraph memories {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    for node in view.nodes:
        if isinstance(node, EntityNode):
            lines.append(f"  {_quoted(node.id)} [label={_quoted(node.text)}, shape=ellipse];")
        else:
            style = "rounded" if node.status in ("active", "upcoming") else '"rounded,dashed"'
            label = _quoted(f"{node.text}\n{node.id}, {node.status}")
            lines.append(f"  {_quoted(node.id)} [label={label}, style={style}, class={_quoted(node.type)}];")
    for edge in view.edges:
        about = f"label={_quoted(edge.type)}, weight={edge.weight:g}"
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [{about}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    """A DOT string. Graphviz reads HTML entities and backslash escapes in labels, so both are escaped."""
    plain = _NO_XML.sub("\ufffd", text).replace("\r\n", "\n").replace("\r", "\n")
    escaped = plain.replace("\\", "\\\\").replace("&", "&amp;").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def to_graphml(view: GraphView) -> str:
    """GraphML (graphml.graphdrawing.org), a directed graph with parallel edges; lists joined by spaces."""
    import networkx as nx  # a third of a second, which only an export is to pay for

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node in view.nodes:
        graph.add_node(node.id, **_attributes(node))
    for edge in view.edges:
        graph.add_edge(edge.source, edge.target, key=edge.type, type=edge.type, weight=edge.weight)
    lines = nx.generate_graphml(graph, named_key_ids=True)
    return "\n".join(['<?xml version="1.0" encoding="utf-8"?>', *lines, ""])


def _attributes(node: MemoryNode | EntityNode) -> Mapping[str, str | float | bool]:
    found: dict[str, str | float | bool] = {"kind": node.kind}
    plain: dict[str, Any] = {name: getattr(node, name) for name in node.__slots__ if name not in _LEFT_OUT}
    if isinstance(node, MemoryNode) and node.windows:
        plain |= {"valid_from": node.windows[0][0], "valid_to": node.windows[-1][1]}
    for name, value in plain.items():
        if isinstance(value, tuple):
            found[name] = " ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        elif value is not None:
            found[name] = _NO_XML.sub("\ufffd", value) if isinstance(value, str) else value
    return found


FORMATS: dict[str, Callable[[GraphView], str]] = {"json": to_json, "dot": to_dot, "graphml": to_graphml, "svg": svg}
