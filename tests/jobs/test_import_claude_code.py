"""Transcripts of Claude Code: what is a message, whose it is, and what is left."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.event import Role
from awhm.hooks.transcript import last_said
from awhm.jobs.importers import Left, Message, identity, parse
from awhm.jobs.importers.host_text import split

TIME = "2025-12-01T10:00:00.000Z"
MS = 1764583200000


def record(content: Any, kind: str = "user", **more: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "uuid": "u1",
        "sessionId": "s1",
        "timestamp": TIME,
        "message": {"role": kind, "content": content},
    } | more


def read(folder: Path, *records: Any) -> tuple[list[Message], list[tuple[int | None, str, str, str]]]:
    path = folder / "transcript.jsonl"
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in records), encoding="utf-8")
    items = list(parse(path))
    left: list[tuple[int | None, str, str, str]] = [
        (item.line, item.item, item.reason, item.kind) for item in items if isinstance(item, Left)
    ]
    return [item for item in items if isinstance(item, Message)], left


def said(messages: list[Message]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(message.role.value, message.content, message.metadata) for message in messages]


def test_a_plain_turn_is_a_message_of_its_session(tmp_path: Path) -> None:
    messages, left = read(tmp_path, record("Hello"))
    assert left == []
    assert messages == [
        Message("claude-s1", Role.USER, "Hello", MS, None, None, "s1/u1", "claude-code", 0, {}),
    ]


def test_each_block_is_a_message_and_its_index_the_ordinal(tmp_path: Path) -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "I read it."},
        {"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "a b", "n": 1}},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "text", "text": " "},
        {"type": "mystery"},
        {"kind": "none"},
        7,
    ]
    messages, left = read(tmp_path, record(blocks, "assistant"))
    assert said(messages) == [
        ("assistant", "I read it.", {}),
        ("tool_call", 'Read {"path":"a b","n":1}', {"tool": "Read", "call": "t1"}),
    ]
    assert [message.ordinal for message in messages] == [1, 2]
    assert left == [
        (1, "block 1", "thinking", "skipped"),
        (1, "block 4", "thinking", "skipped"),
        (1, "block 5", "empty", "skipped"),
        (1, "block 6", "mystery", "skipped"),
        (1, "block 7", "a block without a type", "damaged"),
        (1, "block 8", "not a content block", "damaged"),
    ]


def test_results_of_tools_are_read_from_text_or_blocks(tmp_path: Path) -> None:
    image = {"type": "image", "source": {"data": "QUJD"}}
    blocks = [
        {"type": "tool_result", "tool_use_id": "t1", "content": "plain", "is_error": True},
        {"type": "tool_result", "content": [{"type": "text", "text": "a"}, image, {"type": "text", "text": "b"}]},
        {"type": "tool_result", "content": [image]},
        {"type": "tool_result"},
        {"type": "tool_result", "content": 7},
        image,
    ]
    messages, left = read(tmp_path, record(blocks))
    assert said(messages) == [
        ("tool_result", "plain", {"call": "t1", "error": True}),
        ("tool_result", "a\nb", {}),
    ]
    assert left == [
        (1, "block 2", "image", "skipped"),
        (1, "block 3", "image", "skipped"),
        (1, "block 4", "empty", "skipped"),
        (1, "block 5", "the content is not text", "damaged"),
        (1, "block 6", "image", "skipped"),
    ]


@pytest.mark.parametrize(
    ("marks", "metadata"),
    [
        ({"isMeta": True}, {"meta": True}),
        ({"isSidechain": True, "agentId": "a1"}, {"sidechain": True, "agent": "a1"}),
        ({"isCompactSummary": True}, {"compact_summary": True}),
    ],
)
def test_what_the_host_writes_as_the_user_is_not_the_users(
    tmp_path: Path, marks: dict[str, Any], metadata: dict[str, Any]
) -> None:
    messages, _ = read(tmp_path, record([{"type": "text", "text": "Do this."}], **marks))
    assert said(messages) == [("system", "Do this.", metadata)]


def test_a_sub_agents_answers_and_tools_keep_their_roles_and_are_marked(tmp_path: Path) -> None:
    answer = record([{"type": "text", "text": "Done."}], "assistant", isSidechain=True)
    result = record([{"type": "tool_result", "content": "ok"}], isSidechain=True, uuid="u2")
    messages, _ = read(tmp_path, answer, result)
    assert said(messages) == [("assistant", "Done.", {"sidechain": True}), ("tool_result", "ok", {"sidechain": True})]


def test_text_made_up_in_the_assistants_name_is_the_hosts(tmp_path: Path) -> None:
    message = {"role": "assistant", "model": "<synthetic>", "content": [{"type": "text", "text": "API Error"}]}
    messages, _ = read(tmp_path, record("", "assistant", message=message))
    assert said(messages) == [("system", "API Error", {"synthetic": True})]


def test_host_text_is_cut_out_of_the_users_words(tmp_path: Path) -> None:
    text = "Fix it.\n<system-reminder>\nBe kind.\n</system-reminder>\n And <b>that</b>."
    messages, _ = read(tmp_path, record(text), record("<command-name>/x</command-name>\n", uuid="u2"))
    assert said(messages) == [
        ("user", "Fix it.\n\n And <b>that</b>.", {}),
        ("system", "<system-reminder>\nBe kind.\n</system-reminder>", {"host": True}),
        ("system", "<command-name>/x</command-name>", {"host": True}),
    ]
    assert [message.source_id for message in messages] == ["s1/u1", "s1/u1#host", "s1/u2#host"]


@pytest.mark.parametrize(
    ("text", "own", "host"),
    [
        ("  plain <text> \n", "  plain <text> \n", ""),
        ("<local-command-stdout></local-command-stdout>", "", "<local-command-stdout></local-command-stdout>"),
        ("open <command-name> only", "open <command-name> only", ""),
        ("<command-name>a<bash-input>b</bash-input>", "<command-name>a", "<bash-input>b</bash-input>"),
        ("[Request interrupted by user for tool use]", "", "[Request interrupted by user for tool use]"),
    ],
)
def test_own_words_and_host_text_are_told_apart(text: str, own: str, host: str) -> None:
    assert split(text) == (own, host)


@given(st.lists(st.sampled_from(["<command-name>", "</command-name>", "<bash-input>", "</bash-input>", "w", "\n"])))
def test_no_word_is_lost_between_the_user_and_the_host(parts: list[str]) -> None:
    own, host = split("".join(parts))
    assert (own + host).count("w") == parts.count("w")
    assert (own + host).count("<") == sum(part.startswith("<") for part in parts)


def test_a_hundred_thousand_open_tags_take_no_longer_than_their_length() -> None:
    text = "<system-reminder><command-name>" * 100_000  # searched anew for each, this would take hours
    assert split(text) == (text, "")


def test_records_that_are_no_messages_are_counted_apart_from_damaged_lines(tmp_path: Path) -> None:
    messages, left = read(
        tmp_path,
        {"type": "summary", "summary": "A talk", "leafUuid": "x"},
        {"type": "system", "content": "hook ran", "uuid": "y"},
        record("Hello"),
        record("Hello again, the same record"),
        "{broken",
        record("", message=None, uuid="u3"),
        record(7, uuid="u4"),
        record("x", timestamp="soon", uuid="u5"),
        {"uuid": "no type"},
        [1],
        record("Bye", uuid="u6"),
    )
    assert [message.content for message in messages] == ["Hello", "Bye"]
    assert left == [
        (1, "", "not a message (summary)", "skipped"),
        (2, "", "not a message (system)", "skipped"),
        (4, "", "duplicate", "skipped"),
        (5, "", "not JSON", "damaged"),
        (6, "", "a message without content", "damaged"),
        (7, "", "a message without content", "damaged"),
        (8, "", "bad timestamp 'soon'", "damaged"),
        (9, "", "not a transcript record", "damaged"),
        (10, "", "not an object", "damaged"),
    ]


def test_a_record_without_session_or_uuid_is_named_by_its_file_and_time(tmp_path: Path) -> None:
    bare = {"type": "user", "parentUuid": "x", "timestamp": TIME, "message": {"content": "one"}}
    messages, _ = read(tmp_path, bare, bare | {"message": {"content": ["two", "three"]}})
    assert {(m.session, m.source_id) for m in messages} == {("claude-transcript", "transcript/")}
    assert [message.ordinal for message in messages] == [0, 1, 2]


ONE, TWO = "11111111-2222-4333-8444-555555555555", "99999999-2222-4333-8444-555555555555"


@pytest.mark.parametrize("copy", [{"uuid": ONE}, {"uuid": TWO, "forkedFrom": {"sessionId": "s1", "messageUuid": ONE}}])
def test_a_resumed_or_forked_session_does_not_bring_its_copies_again(tmp_path: Path, copy: dict[str, Any]) -> None:
    (first,), _ = read(tmp_path, record("Hello", uuid=ONE))
    (again,), _ = read(tmp_path, record("Hello", sessionId="s2", **copy))
    assert first.source_id == ONE and identity(first) == identity(again)
    later, _ = read(tmp_path, record("Hello", sessionId="s2", uuid=TWO))
    assert identity(later[0]) != identity(first)


@pytest.mark.parametrize(
    "uuid", [ONE, ONE.upper().replace("1", "A"), "u1", f"{ONE}0", "x" + ONE[1:], ONE.replace("-", "_")]
)
@pytest.mark.parametrize("more", [{}, {"forkedFrom": {"messageUuid": TWO}}, {"forkedFrom": {"messageUuid": 7}}])
def test_hooks_that_read_a_transcript_give_its_records_the_same_ids(
    tmp_path: Path, uuid: str, more: dict[str, Any]
) -> None:
    (message,), _ = read(tmp_path, record([{"type": "text", "text": "Hello"}], uuid=uuid, **more))
    found = last_said(str(tmp_path / "transcript.jsonl"), "user")
    assert found is not None and found.identity() == identity(message)


def test_uuids_that_are_none_stay_apart_by_their_session(tmp_path: Path) -> None:
    (first,), _ = read(tmp_path, record("Hello"))
    (other,), _ = read(tmp_path, record("Hello", sessionId="s2"))
    assert identity(first) != identity(other)


def test_a_summary_that_is_not_marked_is_not_the_users(tmp_path: Path) -> None:
    text = "This session is being continued from a previous conversation that ran out of context. The user likes tea."
    for content in (text, [{"type": "text", "text": text}]):
        messages, _ = read(tmp_path, record(content))
        assert said(messages) == [("system", text, {"compact_summary": True})]


def test_the_last_line_of_a_live_file_is_named_and_taken_when_it_is_whole(tmp_path: Path) -> None:
    whole = [json.dumps(record("one", uuid="u1")), json.dumps(record("two", uuid="u2"))]
    path = tmp_path / "live.jsonl"
    path.write_text(f"{whole[0]}\r\n{whole[1][:40]}")
    items = list(parse(path))
    assert [item.reason for item in items if isinstance(item, Left)] == ["cut off: the file ends in the middle of it"]
    path.write_text("\r\n".join(whole))
    assert [item.content for item in parse(path) if isinstance(item, Message)] == ["one", "two"]


def test_nuls_that_a_power_cut_left_hide_no_record(tmp_path: Path) -> None:
    path = tmp_path / "holes.jsonl"
    lines = [json.dumps(record(f"n{n}", uuid=f"u{n}")).encode() for n in range(3)]
    path.write_bytes(b"\0" * 50 + lines[0] + b"\n\0\0\n" + b"\0" * 9 + lines[1] + b"\n" + lines[2] + b"\n\0\0\0")
    items = list(parse(path))
    assert [item.content for item in items if isinstance(item, Message)] == ["n0", "n1", "n2"]
    assert [(item.line, item.reason) for item in items if isinstance(item, Left)] == [
        (2, "NUL bytes"),
        (5, "NUL bytes"),
    ]


def test_the_list_of_sessions_beside_the_transcripts_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sessions-index.json"
    path.write_text(json.dumps({"version": 1, "entries": [{"sessionId": "s", "fullPath": "/x", "firstPrompt": "hi"}]}))
    assert [item.reason for item in parse(path) if isinstance(item, Left)] == [
        "a list of transcripts, which are files of their own"
    ]


def test_the_prefix_of_a_session_is_not_doubled(tmp_path: Path) -> None:
    messages, _ = read(tmp_path, record("x", sessionId="claude-abc"))
    assert messages[0].session == "claude-abc"


def test_input_of_a_tool_with_half_characters_is_mended(tmp_path: Path) -> None:
    use = {"type": "tool_use", "name": "Say", "input": {"a": "\ud83d"}}
    messages, left = read(tmp_path, record([use], "assistant"))
    assert left == [] and messages[0].content == 'Say {"a":"\ufffd"}'


@pytest.mark.shared
def test_every_shared_transcript_is_read_and_damage_named(shared: Path) -> None:
    damaged: list[str] = []
    roles: Counter[str] = Counter()
    paths = sorted((shared / "corpora" / "claude_code").glob("*.jsonl"))
    for path in paths:
        items = list(parse(path))
        messages = [item for item in items if isinstance(item, Message)]
        roles.update(message.role.value for message in messages)
        assert len({identity(message) for message in messages}) == len(messages)
        assert all(message.occurred_ms and message.session.startswith("claude-") for message in messages)
        damaged += [item.where for item in items if isinstance(item, Left) and item.kind == "damaged"]
        snapshots_only = path.name == "episodic-memory_medium-conversation.jsonl"
        assert bool(messages) != snapshots_only
    assert len(paths) == 13
    corrupted = shared / "corpora" / "claude_code" / "claude-code-history_corrupted-session.jsonl"
    assert damaged == [f"{corrupted}:3", f"{corrupted}:4"]
    assert roles == {"tool_call": 201, "tool_result": 197, "assistant": 124, "system": 23, "user": 6}
