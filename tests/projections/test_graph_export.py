"""The graph as nodes and edges, and in the four formats: whole, escaped, and the same every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from io import BytesIO
from typing import Any

import networkx as nx
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import (
    Event,
    MemoriesLinked,
    MemoryFormed,
    MemorySuperseded,
    PayloadsErased,
    Stated,
    StatementsExtracted,
)
from awhm.events.fold import View
from awhm.events.ram_log import RamLog
from awhm.projections.graph import GRAPH, Graph
from awhm.projections.graph_export import FORMATS, export
from awhm.projections.graph_svg import MOST, svg
from awhm.projections.graph_view import Edge, EntityNode, GraphView, MemoryNode, graph_view
from awhm.replay.replay import replay

SVG = "{http://www.w3.org/2000/svg}"
ACME, OLD_ACME, UNKNOWN = "e" + "0" * 16, "e" + "1" * 16, "e" + "2" * 16
NOW = 1_700_000_000_000


def folded(*events: Event) -> Graph:
    log, view = RamLog(), View(GRAPH)
    log.append([draft(event, new_id(), b"beliefs---------") for event in events])
    replay(log, [view])
    return view.state


def says(message: int, value: str, **more: Any) -> StatementsExtracted:
    plain: dict[str, Any] = {"family": "fact", "start": 0, "end": 9, "subject": "user", "attribute": "employer"}
    plain |= {"slot": "job", "value": value, "value_key": value.lower(), "confidence": 0.8, "rule": "x"} | more
    return StatementsExtracted(
        message=message,
        session="s",
        occurred=message * 1000,
        extractor="one",
        statements=[Stated.model_validate(plain)],
    )


def forms(position: int, start: int = 0) -> MemoryFormed:
    return MemoryFormed(memory=f"n{position}.0", windows=[(start, None)], statements=[f"s{position}.0"])


def a_life() -> Graph:
    return folded(
        *(says(11, "Acme", entities=[ACME]), forms(1)),
        *(says(12, "Initech", entities=[OLD_ACME, UNKNOWN], polarity=False, condition="if asked"), forms(3, 5000)),
        MemorySuperseded(memory="n1.0", windows=[(None, 5000)], by="n3.0"),
        *(says(13, "moved", family="outcome", slot=None, attribute=None), forms(6)),
        *(says(14, "unpacked", family="outcome", slot=None, attribute=None), forms(8)),
        *(says(15, "Globex"), MemoryFormed(memory="n10.0", windows=[], statements=["s10.0"])),
        MemoriesLinked(memory="n10.0", other="n3.0", relation="disputes"),
        *(says(16, "forgotten", entities=[ACME]), forms(13), PayloadsErased(positions=[13], reason="asked")),
    )


def the_view() -> GraphView:
    return graph_view(a_life(), NOW, {ACME: ("Acme Corp", "ORG")}, same={OLD_ACME: ACME}, texts={"n6.0": "I moved."})


def test_memories_with_words_and_the_entities_they_name_are_nodes() -> None:
    nodes = {node.id: node for node in the_view().nodes}
    assert list(nodes) == ["n1.0", "n3.0", "n6.0", "n8.0", "n10.0", ACME]
    assert nodes[ACME] == EntityNode(ACME, "ORG", "Acme Corp")
    first, second = nodes["n1.0"], nodes["n3.0"]
    assert isinstance(first, MemoryNode) and isinstance(second, MemoryNode)
    assert (first.type, first.status, first.superseded_by) == ("semantic", "superseded", "n3.0")
    assert first.windows == ((None, "1970-01-01T00:00:05+00:00"),)
    assert (first.messages, first.statements, first.session) == (("m11",), ("s1.0",), "s")
    assert (first.occurred, first.confidence) == ("1970-01-01T00:00:11+00:00", 0.8)
    assert (second.text, second.status) == ("user, employer: not Initech (if asked)", "active")
    assert (nodes["n6.0"].text, nodes["n8.0"].text) == ("I moved.", "user: unpacked")
    assert nodes["n6.0"].type == "episodic"


def test_edges_tell_what_took_whose_place_what_disputes_what_and_what_came_next() -> None:
    assert list(the_view().edges) == [
        Edge("n3.0", "n1.0", "supersedes", 1.0),
        Edge("n10.0", "n3.0", "disputes", 1.0),
        Edge("n6.0", "n8.0", "temporal", 1.0),
        Edge("n1.0", ACME, "association", 0.8),
        Edge("n3.0", ACME, "association", 0.8),
    ]


def test_without_names_there_are_no_entities() -> None:
    view = graph_view(a_life(), NOW)
    assert all(isinstance(node, MemoryNode) for node in view.nodes)
    assert not [edge for edge in view.edges if edge.type == "association"]


def test_json_holds_everything() -> None:
    found = orjson.loads(export(the_view(), "json"))
    assert found["at"] == "2023-11-14T22:13:20+00:00"
    assert [node["id"] for node in found["nodes"]] == [node.id for node in the_view().nodes]
    assert set(found["nodes"][0]) == set(MemoryNode.__slots__)
    assert found["nodes"][0]["windows"] == [[None, "1970-01-01T00:00:05+00:00"]]
    assert found["nodes"][-1] == {"id": ACME, "type": "ORG", "text": "Acme Corp", "kind": "entity"}
    assert found["edges"][0] == {"source": "n3.0", "target": "n1.0", "type": "supersedes", "weight": 1.0}
    assert {node["kind"] for node in found["nodes"]} == {"memory", "entity"}


def test_graphml_is_read_by_others() -> None:
    read: Any = nx.read_graphml(BytesIO(export(the_view(), "graphml").encode()), force_multigraph=True)
    assert list(read.nodes) == [node.id for node in the_view().nodes]
    assert read.nodes["n3.0"]["text"] == "user, employer: not Initech (if asked)"
    assert read.nodes["n3.0"]["polarity"] is False and read.nodes["n3.0"]["confidence"] == 0.8
    assert read.nodes["n1.0"]["valid_to"] == "1970-01-01T00:00:05+00:00"
    assert "valid_from" not in read.nodes["n1.0"], "not bounded"
    assert read.edges["n1.0", ACME, "association"]["weight"] == 0.8


def test_dot_names_every_node_and_edge() -> None:
    text = export(the_view(), "dot")
    assert text.startswith("digraph memories {") and text.endswith("}\n")
    assert '  "n3.0" -> "n1.0" [label="supersedes", weight=1];' in text
    assert (
        '  "n1.0" [label="user, employer: Acme\\nn1.0, superseded", style="rounded,dashed", class="semantic"];' in text
    )
    assert text.count(" -> ") == len(the_view().edges)


def test_the_picture_shows_every_node_and_edge_and_loads_nothing() -> None:
    text = export(the_view(), "svg")
    root = ElementTree.fromstring(text)
    assert len(root.findall(f"{SVG}g")) == 6
    assert len([line for line in root.iter(f"{SVG}line") if "marker-end" in line.attrib]) == 5
    titles = ["".join(group.itertext()) for group in root.iter(f"{SVG}g")]
    assert any("user, employer: not Initech (if asked)" in title for title in titles)
    assert not re.search(r"href|<script|<image|@import|url\((?!#)", text)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"], "the namespace alone"
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for box in root.iter(f"{SVG}rect"):
        if "x" in box.attrib:
            assert 0 <= float(box.attrib["x"]) <= width and 0 <= float(box.attrib["y"]) <= height


def nodes_of(count: int, text: str = "words") -> GraphView:
    node = the_view().nodes[0]
    assert isinstance(node, MemoryNode)
    nodes = [replace(node, id=f"n{i}.0", text=f"{text} {i}", strength=i / count) for i in range(count)]
    edges = [Edge(f"n{i + 1}.0", f"n{i}.0", "supersedes", 1.0) for i in range(count - 1)]
    return GraphView("now", tuple(nodes), tuple(edges))


def test_a_picture_of_too_much_shows_the_strongest_and_says_so() -> None:
    text = svg(nodes_of(MOST + 50))
    assert f"{MOST} of {MOST + 50} nodes" in text
    assert "words 449</title>" not in text and "words 449\n" in text and "words 49\n" not in text
    few = svg(the_view(), most=3)
    assert "3 of 6 nodes" in few and few.count("<g>") == 3
    assert "n3.0, active" in few and "n1.0, superseded" not in few, "what holds comes first"


def test_no_two_nodes_of_a_picture_lie_over_one_another() -> None:
    root = ElementTree.fromstring(svg(nodes_of(60)))
    boxes = [(float(box.attrib["x"]), float(box.attrib["y"])) for box in root.findall(f"{SVG}g/{SVG}rect")]
    assert len(boxes) == 60
    assert not [1 for i, one in enumerate(boxes) for two in boxes[:i] if near(one, two)]


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 176 and abs(one[1] - other[1]) < 36


def test_an_empty_graph_can_be_exported() -> None:
    view = graph_view(folded(), NOW, {ACME: ("Acme", None)})
    assert view == GraphView("2023-11-14T22:13:20+00:00", (), ())
    for how in FORMATS:
        assert export(view, how)
    assert ElementTree.fromstring(export(view, "svg")).findall(f"{SVG}g") == []


def test_a_format_that_is_none_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        export(the_view(), "png")
    assert caught.value.code == "no_such_format"
    assert "json, dot, graphml, svg" in str(caught.value.hint)


HOSTILE = '</text><script>alert(1)</script>]]> & "q" \\N \\" \x00\x1f\ufffe\n}\r\n-> "x" [label=<b>'


def test_hostile_words_stay_words() -> None:
    view = nodes_of(2, HOSTILE)
    for how in ("svg", "graphml"):
        text = export(view, how)
        ElementTree.fromstring(text)
        assert "<script" not in text
    # A DOT string: no quote, backslash or line end within that is not escaped.
    for line in export(view, "dot").splitlines():
        assert re.sub(r'"(?:[^"\\\n]|\\.)*"', "", line).count('"') == 0
        assert "script" not in re.sub(r'"(?:[^"\\\n]|\\.)*"', "", line)
    assert orjson.loads(export(view, "json"))["nodes"][0]["text"] == f"{HOSTILE} 0"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_words_can_be_exported(words: str) -> None:
    view = graph_view(folded(says(1, "x"), forms(1)), NOW, texts={"n1.0": words})
    clean = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", words)
    lines = as_read(clean)
    root = ElementTree.fromstring(export(view, "svg"))
    (title,) = root.findall(f"{SVG}g/{SVG}title")
    assert (title.text or "").startswith(as_read(f"{clean}\nn1.0, active"))
    read: Any = nx.read_graphml(BytesIO(export(view, "graphml").encode()))
    assert (read.nodes["n1.0"].get("text") or "") == lines
    assert orjson.loads(export(view, "json"))["nodes"][0]["text"] == words
    (line,) = [line for line in export(view, "dot").split("\n") if line.startswith('  "n1.0" [label=')]
    assert re.fullmatch(r'  "n1\.0" \[label="(?:[^"\\]|\\[\\"n])*", style=rounded, class="semantic"\];', line)


def as_read(text: str) -> str:
    """As every XML reader hands it on (XML 1.0, section 2.11)."""
    return re.sub("\r\n?", "\n", text)


def test_every_format_is_the_same_in_every_process() -> None:
    """Sets of texts come in another order in each; nothing exported may depend on that."""
    program = (
        "from awhm.projections.graph_view import *\n"
        "from awhm.projections.graph_export import FORMATS\n"
        "nodes = tuple(EntityNode(f'e{i:016}', 'ORG', f'name {i}') for i in range(40))\n"
        "edges = tuple(Edge(nodes[i].id, nodes[i * 7 % 40].id, 'like', 1.0) for i in range(0, 40, 3))\n"
        "print([how(GraphView('now', nodes, edges)) for how in FORMATS.values()])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_the_library_for_graphs_is_not_loaded_for_anything_else() -> None:
    program = "import awhm.projections.graph_export, sys; print('networkx' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
