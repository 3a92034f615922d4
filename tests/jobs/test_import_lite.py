"""AWHM Lite's own directory: its messages once, its erasures kept, its files as they were."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from awhm.cli import main
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.jobs.importers import Left, Message, identity, parse
from awhm.jobs.lite_once import NOTE
from awhm.store import Store


def log_line(text: str, second: int, session: str = "a/b", role: str = "user") -> dict[str, Any]:
    at = f"2025-11-03T10:00:{second:02}.123456+00:00"
    return {"timestamp": at, "session_id": session, "role": role, "content": text, "metadata": {}}


def graph_node(text: str, session: str = "a/b", **more: Any) -> dict[str, Any]:
    return {
        "type": "semantic", "content": text, "created_at": "2025-11-03T11:00:00+00:00", "status": "active",
        "source_sessions": [session], "source_refs": [{"session_id": session, "message_index": 0}],
        "canonical_key": "k", "entity_type": None,
    } | more  # fmt: skip


def put(path: Path, *values: Any, whole: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values[0], indent=1) if whole else "".join(json.dumps(v) + "\n" for v in values))


SECRET = "My token is hunter2 and it is rather long, so that the hint ends before it does, as it has to."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    put(
        folder / "logs" / "a%2Fb.jsonl",
        log_line("I prefer tabs. My name is Bob.", 1),
        log_line(SECRET, 2),
        log_line("Noted.", 3, role="assistant"),
        log_line("Remember: my dentist is Osei.", 4),
        log_line("ran", 5, role="tool_result"),
    )
    with (folder / "logs" / "a%2Fb.jsonl").open("a") as file:
        file.write('{"timestamp": "2025-11-03T10:00:09+00:00", "session_id": "a/b", "ro')
    put(folder / "logs" / "other.jsonl", log_line("Nobody asked about Osei here.", 6, "other"))
    nodes = {
        "n1": graph_node("I prefer tabs."),
        "n2": graph_node("PERSON: Bob", entity_type="PERSON"),
        "n3": graph_node("The user works at night", "gone"),
        "n4": graph_node(SECRET),
        "n5": graph_node("anything", "gone"),
    }
    put(
        folder / "graph" / "memory_graph.json",
        {"version": "2.0", "nodes": nodes, "edges": [{"source": "n1"}]},
        whole=True,
    )
    put(
        folder / "meta" / "deletion_tombstones.jsonl",
        {"node_id": "n9", "content_hash_hint": SECRET.lower()[:64], "affected_sessions": ["a/b"]},
        {"node_id": "n5", "content_hash_hint": "my dentist is osei.", "affected_sessions": ["a/b"]},
    )
    put(folder / "meta" / "deletion_ledger.jsonl", {"node_id": "n9"})
    put(folder / "meta" / "consolidated_sessions.json", {"version": 2, "sessions": {}}, whole=True)
    put(folder / "snapshots" / "snapshot_20251103_100000.json", {"version": "2.0", "graph": {"nodes": {}}}, whole=True)
    entries = [
        {"type": "preference", "content": "I prefer tabs.", "timestamp": "2025-11-03T10:00:01+00:00", "source_msg": 0},
        {"type": "fact", "content": SECRET, "timestamp": "2025-11-03T10:00:02+00:00", "source_msg": 1},
        {"type": "fact", "content": "my cat is Rex", "timestamp": "2025-11-03T10:00:05+00:00", "source_msg": 9},
        "no entry",
    ]
    put(folder / "wal" / "a_b.wal", entries, whole=True)
    return folder


TAKEN = {
    ("a/b", "user", "I prefer tabs. My name is Bob."),
    ("a/b", "assistant", "Noted."),
    ("a/b", "tool_result", "ran"),
    ("other", "user", "Nobody asked about Osei here."),
    ("gone", "user", "The user works at night"),
    ("a_b", "user", "my cat is Rex"),
}


def files(folder: Path) -> dict[str, tuple[str, int]]:
    return {
        str(path): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name in ("logs", "graph", "meta", "snapshots", "wal")
    }


def test_w6_w7_messages_and_memories_without_one_are_taken_and_what_was_erased_is_not(home: Path) -> None:
    before = files(home)
    items = list(parse(home))
    messages = [item for item in items if isinstance(item, Message)]
    assert {(m.session, m.role.value, m.content) for m in messages} == TAKEN and len(messages) == len(TAKEN)
    left = {(Path(item.file).name, item.line or item.item, item.reason) for item in items if isinstance(item, Left)}
    erased = "erased in AWHM Lite"
    buffers = [item.item for item in items if isinstance(item, Left) and item.item.startswith("memory buffer/a_b")]
    assert len(buffers) == 1
    assert left == {
        ("home", "memory n4", erased),
        ("home", "memory n5", erased),
        *{("home", where, erased) for where in buffers},
        ("memory_graph.json", "memory 2", "an entity, which is read anew from the messages"),
        ("a_b.wal", "entry 4", "not an entry of the buffer"),
        ("a%2Fb.jsonl", 2, erased),
        ("a%2Fb.jsonl", 4, erased),
        ("a%2Fb.jsonl", 6, "cut off: the file ends in the middle of it"),
        ("consolidated_sessions.json", "", "how far AWHM Lite had consolidated"),
        ("deletion_ledger.jsonl", "", "what AWHM Lite noted about erasures"),
        ("snapshot_20251103_100000.json", "", "a snapshot, which repeats the graph of its time"),
    }
    assert files(home) == before
    assert not any("hunter2" in str(item) for item in items), "no message, and no name of what was left, tells it"


def test_a_log_that_is_imported_alone_gives_the_same_messages(home: Path) -> None:
    alone = {identity(item) for item in parse(home / "logs" / "other.jsonl") if isinstance(item, Message)}
    whole = {identity(item) for item in parse(home) if isinstance(item, Message)}
    assert len(alone) == 1 and alone <= whole


def test_what_was_erased_stays_erased_in_files_that_are_imported_alone(home: Path) -> None:
    for path in (home / "logs" / "a%2Fb.jsonl", home / "graph" / "memory_graph.json"):
        items = list(parse(path))
        assert sum(item.reason == "erased in AWHM Lite" for item in items if isinstance(item, Left)) == 2
        assert not any("hunter2" in str(item) for item in items)


def test_a_zip_of_that_folder_is_refused_as_its_tombstones_would_not_be_met_first(home: Path, tmp_path: Path) -> None:
    shutil.make_archive(str(tmp_path / "packed"), "zip", home)
    with pytest.raises(Refused, match="read together"):
        list(parse(tmp_path / "packed.zip"))


def test_a_graph_in_sqlite_is_read_and_not_written(home: Path) -> None:
    path = home / "graph" / "memory_graph.sqlite"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE nodes (id TEXT, data TEXT, embedding BLOB, dim INTEGER)")
    rows = [("n7", json.dumps(graph_node("The user sails", "gone")), b"\0", 1), ("n8", "{", b"", 0), ("n6", "", b"", 0)]
    database.executemany("INSERT INTO nodes VALUES (?, ?, ?, ?)", rows)
    database.commit()
    database.close()
    before = files(home)
    items = list(parse(home))
    assert "The user sails" in {item.content for item in items if isinstance(item, Message)}
    named = {(item.item, item.reason) for item in items if isinstance(item, Left) and item.file == str(path)}
    assert named == {("memory 2", "not JSON"), ("memory 3", "not a memory")}
    assert files(home) == before
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 500)
    assert any("cannot be read" in item.reason for item in parse(home) if isinstance(item, Left))


@pytest.mark.parametrize(
    "broken", ["{", "[1]", '{"version": "2.0", "nodes": {"a": 1, "b": {"co', "\x00\x00", "[" * 9999, ""]
)
def test_w16_a_broken_file_there_hides_nothing_of_the_others(home: Path, broken: str) -> None:
    for path in ("graph/memory_graph.json", "wal/a_b.wal", "meta/deletion_ledger.jsonl"):
        (home / path).write_text(broken)
    said = {item.content for item in parse(home) if isinstance(item, Message)}
    assert {"Noted.", "ran", "Nobody asked about Osei here."} <= said


@pytest.fixture
def opened(home: Path) -> Iterator[Store]:
    store = Store(AWHMConfig(data_dir=home, mock_embeddings=True))
    yield store
    store.close()


def contents(store: Store) -> list[str]:
    return [entry.payload["content"] for entry in store.entries() if entry.payload and "content" in entry.payload]


def test_a_store_in_that_folder_takes_it_once_when_it_is_opened(home: Path, opened: Store) -> None:
    assert sorted(contents(opened)) == sorted(text for _, _, text in TAKEN)
    head = opened.log.head()
    opened.close()
    (home / NOTE).unlink()  # as if it had crashed before the note
    again = Store(AWHMConfig(data_dir=home, mock_embeddings=True))
    assert again.log.head().position == head.position
    again.close()


def test_what_is_erased_in_the_new_store_does_not_come_back_from_the_old_files(home: Path, opened: Store) -> None:
    opened.erase(containing="works at night")
    opened.close()
    (home / NOTE).unlink()
    again = Store(AWHMConfig(data_dir=home, mock_embeddings=True))
    assert "The user works at night" not in contents(again)
    again.close()


def run(home: Path, *arguments: str) -> Any:
    line = ["--mock", "--data-dir", str(home), *arguments, "--json"]
    result = CliRunner(catch_exceptions=False).invoke(main, line)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_first_command_finds_what_lite_remembered(home: Path) -> None:
    assert "my cat is Rex" in str(run(home, "query", "my cat", "--no-semantic"))


def test_originals_go_when_that_is_asked_for_and_all_was_taken(home: Path) -> None:
    kept = run(home, "import", str(home), "--no-embed", "--remove-originals")
    assert kept["removed"] == 0 and kept["damaged"] and "nothing was removed" in str(kept["notes"])
    log, wal = home / "logs" / "a%2Fb.jsonl", home / "wal" / "a_b.wal"
    log.write_text("".join(line + "\n" for line in log.read_text().splitlines()[:-1]))
    wal.unlink()
    (home / "logs" / "mine.txt").write_text("not Lite's")
    done = run(home, "import", str(home), "--no-embed", "--remove-originals")
    assert done["removed"] == 7 and done["damaged"] == 0
    assert (home / "logs" / "mine.txt").exists() and not (home / "graph").exists()
    assert run(home, "status")["messages"] == len(TAKEN)
