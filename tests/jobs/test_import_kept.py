"""What an import keeps of what it reads: as much as a hook would, and nothing of AWHM's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.events.event import Role
from awhm.hooks.capture import said
from awhm.jobs.importers import Message
from awhm.jobs.importers.item import Unfit
from awhm.jobs.importing import How, Imported, import_files
from awhm.jobs.keeping import EMPTY, keep
from awhm.store import Store

KEY = "AKIA" + "IOSFODNN7EXAMPLE"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    yield opened
    opened.close()


def message(content: str, **metadata: Any) -> Message:
    return Message("s", Role.USER, content, 0, None, None, "x", "jsonl", 0, metadata)


def lines(path: Path, *values: Any) -> str:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return str(path)


def record(content: Any, kind: str = "user", uuid: str = "u1", **more: Any) -> dict[str, Any]:
    said_by = {"role": kind, "content": content}
    at = "2026-03-04T09:00:00Z"
    return {"type": kind, "uuid": uuid, "sessionId": "s1", "timestamp": at, "message": said_by} | more


def payloads(store: Store) -> list[dict[str, Any]]:
    return [dict(one.payload) for one in store.entries() if one.kind == "MessageLogged" and one.payload]


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def numbers(done: Imported) -> tuple[int, int, int, dict[str, int]]:
    return done.new, done.known, done.private, dict(done.redacted)


def test_secrets_and_private_spans_are_cut_out_counted_and_in_no_file(store: Store, tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl",
        {"role": "user", "content": f"Use {KEY} for the bucket.", "session": "s"},
        {"role": "user", "content": "I live in Porto. <private>My PIN is 4711.</private>", "session": "s"},
        {"role": "user", "content": "<private>only this", "session": "s"},
        {"role": "tool", "content": "fine", "session": "s", "env": {"list": [f"key={KEY}", 1]}},
    )
    done = store.import_files([path])
    assert numbers(done) == (3, 0, 1, {"AWS Access Key": 2})
    assert dict(done.skipped) == {EMPTY: 1} and done.damaged == 0
    assert [(one["content"], one["metadata"]) for one in payloads(store)] == [
        ("Use [redacted: AWS Access Key] for the bucket.", {"redacted": {"AWS Access Key": 1}}),
        ("I live in Porto.", {"private": 1}),
        ("fine", {"env": {"list": ["key=[redacted: AWS Access Key]", 1]}, "redacted": {"AWS Access Key": 1}}),
    ]
    again = store.import_files([path])
    assert numbers(again) == (0, 3, 0, {}), "what is known was counted when it came"
    store.close()
    found = bytes_of(tmp_path / "store")
    assert not any(one in found for one in (KEY.encode(), b"4711", b"only this"))


def test_whoever_asks_for_all_of_it_gets_all_of_it_but_injected_memory(store: Store, tmp_path: Path) -> None:
    said_there = f"{KEY} <private>x</private><awhm-memory>old</awhm-memory>"
    path = lines(tmp_path / "a.jsonl", {"role": "user", "content": said_there, "session": "s"})
    done = import_files([path], store.writer, how=How(redact=False))
    assert numbers(done) == (1, 0, 0, {}) and payloads(store)[0]["content"] == f"{KEY} <private>x</private>"


def test_a_message_that_a_hook_redacted_is_known_in_its_transcript(store: Store, tmp_path: Path) -> None:
    text = f"I live in Porto, with {KEY}. <private>pin</private>"
    (one,) = said("user", text)
    store.log_message("claude-s1", one.role, one.content, metadata=dict(one.notes), timestamp="2026-03-04T09:00:05Z")
    done = store.import_files([lines(tmp_path / "t.jsonl", record(text))])
    assert numbers(done) == (0, 1, 0, {}) and len(payloads(store)) == 1


WORDS = [
    "I live in Porto. ",
    KEY,
    " <private>",
    "</private>",
    "<awhm-memory>",
    "</awhm-memory>",
    "\n",
    "password: hunter2x ",
]


@given(st.lists(st.sampled_from(WORDS), max_size=7))
def test_an_import_keeps_of_a_text_what_a_hook_keeps(parts: list[str]) -> None:
    text = "".join(parts)
    hooked = said("assistant", text)
    try:
        kept = keep(message(text))
    except Unfit:
        assert hooked == []
        return
    if not text.strip():
        return  # no importer gives a message of blanks
    (one,) = hooked
    assert kept.written.content.strip() == one.content.strip() and kept.written.metadata == one.notes


def test_a_tag_of_the_host_in_a_private_span_saves_nothing_of_it(store: Store, tmp_path: Path) -> None:
    hidden = "Hello. <private>a <bash-stdout>seed phrase</bash-stdout> b</private><system-reminder>r</system-reminder>"
    crossing = "<system-reminder>x <private>y</system-reminder> seed phrase</private> Bye."
    store.import_files([lines(tmp_path / "t.jsonl", record(hidden), record(crossing, uuid="u2"))])
    assert [(one["role"], one["content"]) for one in payloads(store)] == [
        ("user", "Hello."), ("system", "<system-reminder>r</system-reminder>"),
        ("user", "<system-reminder>x  Bye."),
    ]  # fmt: skip


def test_nothing_of_our_own_tools_and_blocks_comes_in_again(store: Store, tmp_path: Path) -> None:
    block = "<awhm-memory>\nMy tile setter is Ruben.\n</awhm-memory>"
    asked = {"query": "tile setter"}
    call: dict[str, Any] = {"type": "tool_use", "id": "t1", "name": "mcp__awhm__memory_query", "input": asked}
    other: dict[str, Any] = {"type": "tool_use", "id": "t2", "name": "mcp__notes__read", "input": {}}
    done = store.import_files(
        [
            lines(
                tmp_path / "t.jsonl",
                record(f"<system-reminder>{block}</system-reminder>Who sets my tiles?"),
                record([call, other, {**call, "id": [], "name": "mcp__awhm-lite__memory_log"}], "assistant", "u2"),
                record([{"type": "tool_result", "tool_use_id": "t1", "content": "Ruben, since May"}], uuid="u3"),
                record([{"type": "tool_result", "tool_use_id": "t2", "content": f"a {block} b"}], uuid="u4"),
                record([{"type": "tool_result", "tool_use_id": [], "content": block}], uuid="u5"),
                record(f"As memory has it:\n{block}\nRuben.", "assistant", "u6"),
            )
        ]
    )
    assert [(one["role"], one["content"]) for one in payloads(store)] == [
        ("user", "Who sets my tiles?"),
        ("system", "<system-reminder></system-reminder>"),
        ("tool_call", "mcp__notes__read {}"),
        ("tool_result", "a  b"),
        ("assistant", "As memory has it:\n\nRuben."),
    ]
    assert dict(done.skipped) == {"a tool of AWHM's own": 3, EMPTY: 1}


def test_a_rehearsal_counts_what_would_be_cut_out(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from awhm.cli import main

    path = lines(tmp_path / "a.jsonl", {"role": "user", "content": f"{KEY} <private>x</private>"})
    line = ["--data-dir", str(tmp_path / "s"), "import", path, "--json"]
    for more in (["--dry-run"], []):
        found = json.loads(CliRunner(catch_exceptions=False).invoke(main, [*line, *more]).stdout)
        assert (found["new"], found["private"], found["redacted"]) == (1, 1, {"AWS Access Key": 1})
    shown = CliRunner(catch_exceptions=False).invoke(main, ["--data-dir", str(tmp_path / "t"), "import", path]).stdout
    assert "1 secrets were cut out: AWS Access Key 1" in shown and "1 private spans were cut out" in shown
    raw = [*line[:1], str(tmp_path / "raw"), *line[2:], "--no-redact"]
    assert json.loads(CliRunner(catch_exceptions=False).invoke(main, raw).stdout)["redacted"] == {}
