"""Transcripts of Codex, of now and of earlier versions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.jobs.importers import Left, Message, parse
from awhm.jobs.importers.codex import split
from awhm.store import Store

IDENT = "01a0ae76-2436-7590-9a11-216f21269bb4"
FILE = f"rollout-2026-09-17T08-22-53-{IDENT}.jsonl"
META = {"id": IDENT, "timestamp": "2026-09-17T08:22:53.242Z", "cwd": "/w", "originator": "codex-tui", "source": "cli"}


def line(kind: str, second: int, /, **payload: Any) -> dict[str, Any]:
    return {"timestamp": f"2026-09-17T08:23:{second:02}.000Z", "ordinal": second, "type": kind, "payload": payload}


def item(second: int, /, **payload: Any) -> dict[str, Any]:
    return line("response_item", second, **payload)


def spoken(second: int, role: str, *texts: str, **more: Any) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item(second, type="message", role=role, content=[{"type": kind, "text": one} for one in texts], **more)


def write(folder: Path, *records: Any, file: str = FILE) -> Path:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in records))
    return path


def read(path: Path) -> tuple[list[Message], list[str]]:
    items = list(parse(path))
    return [one for one in items if isinstance(one, Message)], [one.reason for one in items if isinstance(one, Left)]


SESSION = [
    line("session_meta", 0, **META),
    spoken(1, "developer", "<permissions instructions>ask</permissions instructions>"),
    spoken(
        2, "user", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>Be brief.</INSTRUCTIONS>",
        "<environment_context>\n<cwd>/w</cwd>\n</environment_context>",
    ),
    line("turn_context", 3, cwd="/w", model="m"),
    spoken(4, "user", "I live in Porto.", id="msg_01a0ae76-2561"),
    line("event_msg", 5, type="user_message", message="I live in Porto."),
    item(6, type="reasoning", summary=[{"type": "summary_text", "text": "hm"}], encrypted_content="x"),
    item(7, type="function_call", name="exec_command", arguments='{"cmd": "ls"}', call_id="c1"),
    item(8, type="function_call_output", call_id="c1", output="a\nb"),
    item(9, type="custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c2"),
    item(10, type="custom_tool_call_output", call_id="c2", output={"content": "ok"}),
    item(11, type="local_shell_call", call_id="c3", action={"type": "exec", "command": ["ls"]}),
    item(12, type="function_call_output", call_id="c3", output=[{"type": "text", "text": "x"}, {"type": "image"}]),
    item(13, type="function_call", name="awhm__memory_query", arguments="{}", call_id="c4"),
    item(14, type="function_call_output", call_id="c4", output="My tile setter is Ruben."),
    item(15, type="function_call", name="memory_log", namespace="awhm", arguments="{}", call_id="c5"),
    spoken(16, "assistant", "A fine place."),
    line("compacted", 17, message="The user lives in Porto."),
    line("world_state", 18, full=True),
    line("something_new", 19, x=1),
]  # fmt: skip


def test_a_session_is_read_with_its_roles_and_what_the_host_wrote_is_apart(tmp_path: Path) -> None:
    messages, left = read(write(tmp_path, *SESSION))
    host = {"host": True}
    assert [(one.role.value, one.content, one.metadata) for one in messages] == [
        ("system", "<permissions instructions>ask</permissions instructions>", host),
        ("system", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>Be brief.</INSTRUCTIONS>", host),
        ("system", "<environment_context>\n<cwd>/w</cwd>\n</environment_context>", host),
        ("user", "I live in Porto.", {}),
        ("tool_call", 'exec_command {"cmd": "ls"}', {"tool": "exec_command", "call": "c1"}),
        ("tool_result", "a\nb", {"call": "c1"}),
        ("tool_call", "apply_patch *** Begin Patch", {"tool": "apply_patch", "call": "c2"}),
        ("tool_result", "ok", {"call": "c2"}),
        ("tool_call", 'local_shell {"type":"exec","command":["ls"]}', {"tool": "local_shell", "call": "c3"}),
        ("tool_result", "x", {"call": "c3"}),
        ("assistant", "A fine place.", {}),
        ("system", "The user lives in Porto.", {"compact_summary": True}),
    ]
    assert {one.session for one in messages} == {f"codex-{IDENT}"}
    assert messages[3].occurred_ms == 1789633384000 and messages[3].source_id == "msg_01a0ae76-2561"
    assert sorted(left) == [
        "a tool of AWHM's own", "a tool of AWHM's own", "a tool of AWHM's own", "not a message (event_msg)",
        "not a message (session_meta)", "not a message (something_new)", "not a message (turn_context)",
        "not a message (world_state)", "thinking",
    ]  # fmt: skip


def test_earlier_versions_wrote_the_items_bare(tmp_path: Path) -> None:
    head: dict[str, Any] = {"id": IDENT, "timestamp": "2025-06-17T08:22:53.242Z", "instructions": None, "git": {}}
    bare = [one["payload"] for one in SESSION if one["type"] == "response_item"]
    messages, left = read(write(tmp_path, head, *bare[2:3], {"record_type": "state"}, *bare[4:6]))
    assert [(one.role.value, one.content) for one in messages] == [
        ("user", "I live in Porto."), ("tool_call", 'exec_command {"cmd": "ls"}'), ("tool_result", "a\nb")
    ]  # fmt: skip
    assert messages[0].session == f"codex-{IDENT}" and messages[0].occurred_ms == 1750148573242
    assert left == ["not a message (session_meta)", "an item without a type"]
    alone = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "I live in Porto."}]}
    assert [one.session for one in read(write(tmp_path, alone))[0]] == [f"codex-{IDENT}"], "by the file's name"


def test_a_sub_agents_user_is_no_person(tmp_path: Path) -> None:
    for more in ({"thread_source": "subagent"}, {"source": {"subagent": "review"}}, {"source": "sub_agent"}):
        messages, _ = read(write(tmp_path, line("session_meta", 0, **{**META, **more}), spoken(1, "user", "I am Ann.")))
        assert [(one.role.value, one.metadata) for one in messages] == [("system", {"sidechain": True})]


def test_a_fork_brings_its_copies_once_and_a_grown_file_its_end(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    first = write(tmp_path, *SESSION)
    assert store.import_files([str(first)]).new == 12
    write(tmp_path, *SESSION, spoken(30, "user", "I moved to Lisbon."))
    assert (store.import_files([str(first)]).new, store.import_files([str(first)]).new) == (1, 0)
    other = "02a0ae76-2436-7590-9a11-216f21269bb4"
    copied = {**SESSION[4], "timestamp": "2026-09-18T10:00:00.000Z", "ordinal": 2}
    meta = line("session_meta", 0, **{**META, "id": other, "forked_from_id": IDENT})
    fork = write(tmp_path, meta, line("session_meta", 1, **META), copied, spoken(3, "user", "And now?"),
                 file=FILE.replace(IDENT, other))  # fmt: skip
    done = store.import_files([str(fork)])
    assert (done.new, done.known) == (1, 1)
    assert [one.payload["session"] for one in store.entries() if one.payload][-1] == f"codex-{other}"
    store.close()


def test_what_hooks_logged_is_known_and_the_users_words_become_memories(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    store.log_message(f"codex-{IDENT}", "user", "I live in Porto.", timestamp="2026-09-17T08:23:04Z")
    sessions = tmp_path / "sessions" / "2026" / "09" / "17"
    done = store.import_files([str(write(sessions, *SESSION, spoken(20, "user", "I'm allergic to latex.")))])
    assert (done.new, done.known) == (12, 1)
    store.consolidate()
    found = [one.content for one in store.recall("latex allergy")]
    assert found and found[0] == "I'm allergic to latex."
    assert store.status()["memories_active"] == 2
    store.close()


def test_damage_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    bad: list[Any] = [
        "{", item(1, type="message", role="nobody", content=[{"type": "input_text", "text": "x"}]),
        item(2, type="message", role="user", content=[{"type": "input_image", "image_url": "data:"}]),
        item(3, type="message", role="user", content=None), item(4, x=1), {"payload": {}, "type": 5},
        item(5, type="function_call_output", call_id=5, output=None), line("compacted", 6, message=None),
        item(7, type="function_call", name=5, arguments=None, call_id="c"),
    ]  # fmt: skip
    messages, left = read(write(tmp_path, SESSION[0], *bad, spoken(8, "user", "I live in Porto.")))
    assert [one.content for one in messages] == ["function ", "I live in Porto."]
    assert left[1:] == [
        "cut off: the file ends in the middle of it" if left[1].startswith("cut") else "not JSON",
        "unknown role 'nobody'", "input_image", "empty", "an item without a type", "not a transcript record", "empty",
        "empty",
    ]  # fmt: skip


PARTS = st.sampled_from(
    ["<environment_context>", "</environment_context>", "hello ", "\n", "# AGENTS.md instructions for x",
     "</INSTRUCTIONS>", "<skill>", "</skill>", "<system-reminder>", "</system-reminder>", "<a_b c='d'>", "</a_b>"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=8))
def test_no_word_is_lost_between_the_user_and_the_host(parts: list[str]) -> None:
    text = "".join(parts)
    own, host = split(text)
    assert sorted("".join((own + host).split())) == sorted("".join(text.split()))


@pytest.mark.parametrize("text", ["<p>hello</p> there", "Compare <b_c> with this", "Fix # AGENTS.md instructions"])
def test_what_a_user_writes_with_tags_is_the_users(text: str) -> None:
    assert split(text) == (text, "")
