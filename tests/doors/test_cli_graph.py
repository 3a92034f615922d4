"""`awhm graph export`: the memories in formats that other programs read, whole, and readable by the user alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from shell import Shell


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """Two memories of one slot, the newer in the place of the older."""
    shell = Shell(tmp_path / "store")
    shell("add", "My favourite snack is Fish & Chips.", "--time", "2026-03-04")
    shell("add", "My favourite snack is Salt<now>.", "--time", "2026-05-04")
    assert shell.json("consolidate")["memories"] == 2
    return shell


def memories(graph: Any) -> dict[str, Any]:
    return {node["value"]: node for node in graph["nodes"] if node["kind"] == "memory"}


def test_json_has_the_memories_in_their_own_words_and_their_edges(awhm: Shell) -> None:
    graph = json.loads(awhm("graph", "export").stdout)
    found = memories(graph)
    assert found["Fish & Chips"]["text"] == "My favourite snack is Fish & Chips"
    assert found["Fish & Chips"]["status"] == "superseded"
    edges = [(edge["source"], edge["target"]) for edge in graph["edges"] if edge["type"] == "supersedes"]
    assert edges == [(found["Fish & Chips"]["superseded_by"], found["Fish & Chips"]["id"])]


def test_the_graph_has_both_clocks(awhm: Shell) -> None:
    early = json.loads(awhm("graph", "export", "--as-of", "2026-04-01").stdout)
    assert {value: node["status"] for value, node in memories(early).items()}["Fish & Chips"] == "active"
    known = json.loads(awhm("graph", "export", "--known-at", "m2").stdout)
    assert known["nodes"] == []


@pytest.mark.parametrize("how", ["graphml", "svg"])
def test_graphml_and_svg_are_xml_whatever_was_said(awhm: Shell, how: str) -> None:
    text = awhm("graph", "export", "--format", how).stdout
    root = ElementTree.fromstring(text)
    assert root.tag.endswith(how)
    assert "Salt&lt;now&gt;" in text


def test_dot_has_a_line_for_each_node(awhm: Shell) -> None:
    text = awhm("graph", "export", "--format", "dot").stdout
    assert text.startswith("digraph")
    assert all(f'"{node["id"]}" [' in text for node in json.loads(awhm("graph", "export").stdout)["nodes"])


def test_a_file_is_the_users_alone_and_holds_what_stdout_has(awhm: Shell, tmp_path: Path) -> None:
    file = tmp_path / "graph.dot"
    result = awhm("graph", "export", "--format", "dot", "-o", str(file))
    assert result.exit_code == 0 and result.stdout.endswith(f" edges in {file}\n")
    assert file.read_bytes() == awhm("graph", "export", "--format", "dot").stdout_bytes
    assert file.stat().st_mode & 0o777 == 0o600


def test_programs_get_one_document_with_the_text_or_the_file(awhm: Shell, tmp_path: Path) -> None:
    told = awhm.json("graph", "export", "--format", "dot")
    assert told["text"] == awhm("graph", "export", "--format", "dot").stdout
    file = tmp_path / "graph.svg"
    told = awhm.json("graph", "export", "--format", "svg", "-o", str(file))
    assert (told["file"], told["format"]) == (str(file), "svg") and "text" not in told
    assert told["nodes"] >= 2


def test_an_unknown_format_or_a_bad_file_is_refused(awhm: Shell, tmp_path: Path) -> None:
    assert awhm("graph", "export", "--format", "png").exit_code == 2
    assert awhm.json("graph", "export", "-o", str(tmp_path / "none" / "x"))["error"]["code"] == "cannot_write"


def test_an_export_writes_no_event_and_makes_no_store(awhm: Shell, tmp_path: Path) -> None:
    events = awhm.json("status")["events"]
    awhm("graph", "export")
    assert awhm.json("status")["events"] == events
    nothing = Shell(tmp_path / "none")
    assert nothing.json("graph", "export")["error"]["code"] == "no_store"
    assert not nothing.folder.exists()
