"""AWHM Lite's MCP server, section 6 of its specification: six tools with their arguments, over stdio."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_talk import Talk, talking

TOOLS: dict[str, dict[str, Any]] = {  # each argument with Lite's default; ... for one that has to be given
    "memory_query": {"query": ..., "k": 10, "include_history": False, "with_trace": False, "as_of": None},
    "memory_log": {"role": ..., "content": ...},
    "memory_consolidate": {},
    "memory_status": {},
    "memory_snapshot_create": {},
    "memory_delete_node": {"node_id": ...},
}
ROLES = ("user", "assistant", "tool_call", "tool_result", " User ")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    with talking(tmp_path_factory.mktemp("mcp") / "store") as opened:
        opened.hello()
        yield opened


@pytest.fixture(scope="module")
def listed(talk: Talk) -> dict[str, Any]:
    return {one["name"]: one["inputSchema"] for one in talk.ask("tools/list")["result"]["tools"]}


@pytest.mark.parametrize("name", list(TOOLS))
def test_a_tool_has_its_arguments(listed: dict[str, Any], name: str) -> None:
    schema = listed[name]
    properties = schema.get("properties", {})
    assert TOOLS[name].keys() <= properties.keys()
    required = {argument for argument, default in TOOLS[name].items() if default is ...}
    assert set(schema.get("required", [])) == required


def test_lites_course_through_all_six(talk: Talk) -> None:
    for role in ROLES:
        found = talk.call("memory_log", role=role, content=f"The kiln of the {role.strip()} is cold.")
        assert found["isError"] is False
    talk.call("memory_log", role="user", content="I live in Porto.")
    talk.call("memory_log", role="user", content="Actually, I live in Lisbon.")
    told = talk.call("memory_consolidate")["structuredContent"]
    assert sum(told["sessions"].values()) >= 2
    plain = talk.call("memory_query", query="where do I live?")
    assert "Lisbon" in plain["content"][0]["text"] and "Porto" not in plain["content"][0]["text"]
    full = {"k": 3, "include_history": True, "with_trace": True, "as_of": None}
    both = talk.call("memory_query", query="where do I live?", **full)["structuredContent"]
    assert "Porto" in json.dumps(both) and any("trace" in one for one in both["results"])
    assert talk.call("memory_query", query="live", as_of="2020-01-01")["structuredContent"]["results"] == []
    assert talk.call("memory_status")["structuredContent"]["total_sessions"] == 1
    assert talk.call("memory_snapshot_create")["structuredContent"]["name"]
    listed = talk.call("memory_list")["structuredContent"]["memories"]
    node = next(one["id"] for one in listed if "Lisbon" in one["text"])
    gone = talk.call("memory_delete_node", node_id=node)["structuredContent"]
    assert gone["node_deleted"] and gone["log_entries_removed"] >= 1
    assert "Lisbon" not in json.dumps(talk.call("memory_query", query="where do I live?", include_history=True))


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("memory_log", {"role": "wizard", "content": "x"}, "tool_call"),
        ("memory_log", {"role": "user"}, "content"),
        ("memory_query", {"query": "x", "as_of": "someday"}, "someday"),
        ("memory_delete_node", {"node_id": "n999.0"}, "n999.0"),
    ],
)
def test_a_mistake_is_told_in_words_that_name_it(talk: Talk, tool: str, arguments: dict[str, Any], told: str) -> None:
    found = talk.call(tool, **arguments)
    assert told in found["content"][0]["text"]
    assert found["isError"] is True or tool == "memory_delete_node"


def test_nothing_to_do_is_no_error(talk: Talk) -> None:
    talk.call("memory_consolidate")
    assert talk.call("memory_consolidate")["structuredContent"]["sessions"] == {}
    found = talk.call("memory_query", query="zeppelins over Friedrichshafen")
    assert found["isError"] is False and found["structuredContent"]["results"] == []


def test_the_data_directory_is_that_of_the_variable(tmp_path: Path) -> None:
    with talking(tmp_path / "x", program="from awhm.mcp_server.__main__ import main; main()") as opened:
        opened.hello()
        opened.call("memory_log", role="user", content="I live in Porto.")
    assert (tmp_path / "x" / "log.db").is_file()
