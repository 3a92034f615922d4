"""Faults of AWHM Lite's MCP server (`../shared/spec/awhm-lite.md`, section 20), each turned into a test of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from mcp_talk import PATIENCE, QUICK, ROOT, Talk, talking

from awhm.config import AWHMConfig
from awhm.store import Store


def awhm(*arguments: str, env: dict[str, str] | None = None) -> dict[str, Any]:
    found = subprocess.run(
        [sys.executable, "-m", "awhm", *arguments, "--json", "--mock"], cwd=ROOT, capture_output=True, text=True,
        timeout=PATIENCE, env={**QUICK, **os.environ, **(env or {})},
    )  # fmt: skip
    values: dict[str, Any] = json.loads(found.stdout)
    return values


def logged(talk: Talk, content: str, role: str = "user") -> dict[str, Any]:
    values: dict[str, Any] = talk.call("memory_log", role=role, content=content)["structuredContent"]
    return values


def kinds(folder: Path) -> list[str]:
    store = Store(AWHMConfig(data_dir=folder), create=False, mock=True)
    try:
        return [entry.kind for entry in store.entries()]
    finally:
        store.close()


def test_w6_what_is_erased_in_one_session_is_gone_from_that_of_a_server_that_was_killed(tmp_path: Path) -> None:
    with talking(tmp_path / "store", "--session", "dead") as talk:
        talk.hello()
        logged(talk, "My plumber is called Zbigniew.")
        talk.kill()
    assert awhm("--data-dir", str(tmp_path / "store"), "delete", "m2", "--yes")["node_deleted"] is True
    with talking(tmp_path / "store", "--session", "dead") as talk:
        talk.hello()
        assert talk.call("memory_query", query="plumber Zbigniew")["structuredContent"]["results"] == []


def test_w8_the_store_is_its_owners_alone_and_nothing_said_is_on_a_command_line(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "My osteopath is Sunniva.")
        command = Path(f"/proc/{talk.process.pid}/cmdline").read_bytes()
        assert b"Sunniva" not in command
    files = [path for path in (tmp_path / "store").rglob("*") if path.is_file()]
    assert files and all(path.stat().st_mode & 0o077 == 0 for path in files)


def test_w8_secrets_and_private_spans_never_reach_the_log(tmp_path: Path) -> None:
    secret = "sk-ant-" + "a1B2c3D4" * 5
    with talking(tmp_path / "store") as talk:
        talk.hello()
        told = logged(talk, f"My key is {secret} and I live in Porto. <private>I am ill.</private>")
        assert sum(told["redacted"].values()) >= 1 and told["private"] == 1
        found = talk.call("memory_show", node_id=told["id"])["structuredContent"]["content"]
        assert "[redacted: " in found and "I live in Porto" in found and "ill" not in found
        talk.call("memory_consolidate")
        [card] = talk.call("memory_list", slot="location")["structuredContent"]["memories"]
        talk.call("memory_edit", node_id=card["id"], text=f"I live in Faro, {secret}")
        unkept = talk.call("memory_log", role="user", content="<private>I am ill.</private>")
        assert unkept["structuredContent"]["error"]["code"] == "nothing_to_keep"
        assert talk.end() == 0
    held = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert held and not any(secret.encode() in one or b"I am ill" in one for one in held)


def test_w8_nothing_is_logged_while_memory_is_paused(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "I live in Porto.")
        awhm("--data-dir", str(tmp_path / "store"), "pause")
        refused = talk.call("memory_log", role="user", content="I am off the record.")
        assert refused["isError"] and refused["structuredContent"]["error"]["code"] == "paused"
        awhm("--data-dir", str(tmp_path / "store"), "resume")
        assert logged(talk, "I like green tea.")["new"] is True


def test_w9_w10_what_a_killed_server_had_not_consolidated_is_consolidated_by_the_next(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "I live in Porto.")
        talk.kill()
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "I like green tea.")
        assert talk.end() == 0
    assert awhm("--data-dir", str(tmp_path / "store"), "status")["unconsolidated"] == 0


def test_w17_the_session_ends_with_the_connection_and_what_was_shown_is_on_record(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "My osteopath is Sunniva.")
        talk.call("memory_query", query="osteopath")
        assert talk.end() == 0
    found = kinds(tmp_path / "store")
    assert found.count("SessionEnded") == found.count("MemoriesRecalled") == 1


def test_w17_a_server_that_was_only_asked_leaves_no_session_behind(tmp_path: Path) -> None:
    awhm("--data-dir", str(tmp_path / "store"), "add", "I live in Porto.")
    with talking(tmp_path / "store") as talk:
        talk.hello()
        talk.call("memory_status")
        assert talk.end() == 0
    assert not {"SessionStarted", "SessionEnded", "MemoriesRecalled"} & set(kinds(tmp_path / "store"))


def test_w17_what_hooks_and_the_agent_both_log_is_one_memory(tmp_path: Path) -> None:
    awhm("--data-dir", str(tmp_path / "store"), "add", "I live in Porto.", "--session", "claude-1")
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "I live in Porto.")
        talk.call("memory_consolidate")
        [card] = talk.call("memory_list")["structuredContent"]["memories"]
        assert len(talk.call("memory_show", node_id=card["id"])["structuredContent"]["messages"]) == 2
        found = talk.call("memory_query", query="where do I live?")["structuredContent"]
        assert found["context"].count("Porto") == 1, "each thing once"


def test_w17_w10_the_server_and_others_see_each_others_writes_at_once(tmp_path: Path) -> None:
    folder = str(tmp_path / "store")
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "My osteopath is Sunniva.")
        assert awhm("--data-dir", folder, "query", "osteopath")["results"][0]["content"] == "My osteopath is Sunniva."
        awhm("--data-dir", folder, "add", "My plumber is called Zbigniew.")
        assert "Zbigniew" in talk.call("memory_query", query="plumber")["structuredContent"]["context"]
        awhm("--data-dir", folder, "consolidate")
        assert len(talk.call("memory_list")["structuredContent"]["memories"]) == 2


def test_w17_other_requests_are_answered_while_a_tool_is_at_work(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "I live in Porto.")
        for number in range(200):
            talk.send("tools/call", {"name": "memory_query", "arguments": {"query": "Porto"}}, number)
        talk.send("ping", None, "ping")
        talk.answer("ping")
        answered = {one.get("id") for one in talk.heard}
        assert not set(range(200)) <= answered, "ping has not waited for all of them"
        while not set(range(200)) <= {one.get("id") for one in talk.heard}:
            talk.hear()


def test_w18_what_the_assistant_says_of_itself_is_not_the_users(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "My name is Ada.")
        logged(talk, "My name is Claude.", role="assistant")
        talk.call("memory_consolidate")
        cards = talk.call("memory_list", subject="user")["structuredContent"]["memories"]
        assert [card["text"] for card in cards] == ["My name is Ada"]


def test_w24_a_long_message_becomes_a_memory_of_its_clause(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        logged(talk, "Here is a long story. " * 50 + "I live in Porto. " + "And so it goes on. " * 50)
        talk.call("memory_consolidate")
        [card] = talk.call("memory_list", slot="location")["structuredContent"]["memories"]
        assert card["text"] == "I live in Porto"


def test_w25_the_server_and_the_commands_take_the_same_settings(tmp_path: Path) -> None:
    env = {"AWHM_DATA_DIR": str(tmp_path / "elsewhere"), "AWHM_MOCK_EMBEDDINGS": "1"}
    program = "import sys; sys.argv = ['awhm-mcp']; from awhm.mcp_server.__main__ import main; main()"
    with talking(tmp_path / "unused", program=program, env=env) as talk:
        talk.hello()
        logged(talk, "My osteopath is Sunniva.")
    assert awhm("query", "osteopath", env=env)["results"][0]["content"] == "My osteopath is Sunniva."
    assert not (tmp_path / "unused").exists()


def test_w26_sessions_with_like_names_stay_apart(tmp_path: Path) -> None:
    for name, content in (("a/b", "I live in Porto."), ("a_b", "I like green tea.")):
        with talking(tmp_path / "store", "--session", name) as talk:
            talk.hello()
            status = logged(talk, content)
            assert (status["session"], status["buffer_entries"]) == (name, 1)


def test_w40_ids_are_shown_and_lead_on_and_nothing_is_cut(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        text = "My osteopath is Sunniva. " + "She is very good with backs. " * 20
        ident = logged(talk, text)["id"]
        talk.call("memory_consolidate")
        found = talk.call("memory_query", query="osteopath")["structuredContent"]["results"][0]
        assert found["id"] == ident and found["node_id"].startswith("n")
        assert talk.call("memory_show", node_id=ident)["structuredContent"]["content"] == text
        assert talk.call("memory_delete_node", node_id=found["node_id"])["structuredContent"]["node_deleted"] is True
        unknown = talk.call("memory_delete_node", node_id="n99.0")
        assert unknown["isError"] is True and unknown["structuredContent"]["error"]["code"] == "no_such_node"
