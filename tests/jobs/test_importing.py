"""Importing into a store: everything once, whatever happens in between, and a truthful account of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.commands.handle import Writer
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events import sizes
from awhm.events.ram_log import RamLog
from awhm.jobs.importing import BATCH, MOST_NAMED, Imported, import_files
from awhm.store import Store

MARCH = "2024-03-01T08:00:00Z"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    yield opened
    opened.close()


def turn(content: Any, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, "timestamp": MARCH} | more


def lines(path: Path, *values: Any) -> str:
    """Write JSON Lines (text as it is); the path as text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values]
    path.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
    return str(path)


def said(store: Store) -> list[str]:
    return [entry.payload["content"] for entry in store.entries() if entry.payload and "content" in entry.payload]


def counts(done: Imported) -> tuple[int, int, int, int]:
    return done.new, done.known, done.damaged, done.skipped.total()


def test_every_message_is_logged_with_its_time_speaker_source_and_the_rest(store: Store, tmp_path: Path) -> None:
    value = turn("I collect typewriters.", timestamp="2024-03-01T09:00+01:00", speaker="Ada", conversation_id="c77")
    done = store.import_files([lines(tmp_path / "a.jsonl", value | {"mood": "calm"})])
    assert counts(done) == (1, 0, 0, 0)
    assert (done.files, done.sessions, done.left, done.named, done.refused) == (1, {"c77"}, 0, [], [])
    assert store.entry(1).kind == "MessageLogged"
    assert store.entry(1).payload == {
        "session": "c77",
        "role": "user",
        "content": "I collect typewriters.",
        "occurred": 1_709_280_000_000,
        "zone": 60,
        "speaker": "Ada",
        "source": {"id": "c77", "kind": "jsonl"},
        "metadata": {"mood": "calm"},
    }


def test_a_second_run_adds_nothing_and_says_that_all_is_known(store: Store, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", *(turn(f"note {n}") for n in range(7)), "not JSON")
    assert counts(store.import_files([path])) == (7, 0, 1, 0)
    head = store.log.head()
    again = store.import_files([path, path])
    assert counts(again) == (0, 14, 2, 0)
    assert (again.files, again.sessions) == (2, {"a"})
    assert store.log.head() == head


def test_a_grown_file_adds_its_new_lines_alone(store: Store, tmp_path: Path) -> None:
    before = [turn("hello"), turn("hello"), turn("good night", timestamp="2024-03-02")]
    path = lines(tmp_path / "a.jsonl", *before)
    store.import_files([path])
    lines(tmp_path / "a.jsonl", *before, turn("hello"), turn("hello", timestamp="2024-03-03"))
    assert counts(store.import_files([path])) == (2, 3, 0, 0)
    assert said(store) == ["hello", "hello", "good night", "hello", "hello"], "a repeat is a message of its own"


def test_a_line_that_was_mended_is_taken_and_its_neighbours_are_known(store: Store, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", turn("one"), turn("two", role="narrator"), turn("three"))
    assert counts(store.import_files([path])) == (2, 0, 1, 0)
    lines(tmp_path / "a.jsonl", turn("one"), turn("two"), turn("three"))
    assert counts(store.import_files([path])) == (1, 2, 0, 0)
    assert sorted(said(store)) == ["one", "three", "two"]


def test_bc_imp_03_a_conversation_is_recognised_under_another_file_name(store: Store, tmp_path: Path) -> None:
    first = turn("I collect typewriters.", conversation_id="c77")
    second = turn("The newest is from 1938.", conversation_id="c77", timestamp="2024-04-02T08:00:00Z")
    assert counts(store.import_files([lines(tmp_path / "2024-03" / "conv.jsonl", first)])) == (1, 0, 0, 0)
    again = store.import_files([lines(tmp_path / "2024-04" / "conv-copy.jsonl", first, second)])
    assert counts(again) == (1, 1, 0, 0)
    assert said(store) == ["I collect typewriters.", "The newest is from 1938."]


def test_two_files_of_one_name_that_name_no_conversation_are_two(store: Store, tmp_path: Path) -> None:
    paths = [lines(tmp_path / folder / "chat.jsonl", turn(f"from {folder}")) for folder in ("a", "b")]
    assert counts(store.import_files(paths)) == (2, 0, 0, 0)
    assert counts(store.import_files(paths)) == (0, 2, 0, 0)


def test_bad_items_are_named_and_counted_and_the_rest_goes_on(store: Store, tmp_path: Path) -> None:
    nested: list[Any] = []
    for _ in range(120):
        nested = [nested]
    path = lines(
        tmp_path / "a.jsonl",
        turn("one"),
        "{ not JSON",
        turn("two", role="narrator"),
        turn(""),
        turn("three", timestamp="yesterday"),
        turn("four", metadata={"deep": nested}),
        turn("five"),
    )
    done = store.import_files([path])
    assert counts(done) == (2, 0, 4, 1) and done.left == 5
    assert [left.where for left in done.named] == [f"{path}:{number}" for number in (2, 3, 5, 6)]
    assert all(left.reason for left in done.named)
    assert dict(done.skipped) == {"empty": 1}
    assert said(store) == ["one", "five"]


def test_a_message_that_the_log_cannot_hold_is_left_and_its_batch_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizes, "MOST_PAYLOAD", 1000)  # in place of 64 MiB, which take seconds
    path = tmp_path / "large.json"
    path.write_text(json.dumps([turn("before"), turn("x" * 1001), turn("after")]))
    log = RamLog()
    done = import_files([str(path)], Writer(log))
    assert counts(done) == (2, 0, 1, 0)
    assert "at most" in done.named[0].reason and "large" in done.named[0].where
    assert log.head().position == 2


def test_so_many_are_named_and_all_are_counted(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", turn("one"), *["{"] * (MOST_NAMED + 10))
    done = import_files([path], Writer(RamLog()))
    assert (done.damaged, len(done.named), done.new) == (MOST_NAMED + 10, MOST_NAMED, 1)


def test_files_that_cannot_be_read_are_listed_and_the_next_one_is_taken(store: Store, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\x00\xff\x00")
    newer = lines(tmp_path / "newer.jsonl", {"type": "header", "schema_version": 9999}, {"type": "fact", "id": "f1"})
    good = lines(tmp_path / "good.jsonl", turn("here I am"))
    blank = lines(tmp_path / "blank.jsonl", "", "  ")
    paths = [str(tmp_path / "missing.jsonl"), str(tmp_path / "folder"), str(tmp_path / "picture.png"), newer]
    done = store.import_files([*paths, blank, good])
    assert [(path, error.code) for path, error in done.refused] == list(
        zip(paths, ["unreadable", "unreadable", "unknown_format", "newer_format"], strict=True)
    )
    assert all(error.hint for _, error in done.refused)
    assert (done.files, done.new) == (2, 1), "an empty file is read, and there was nothing in it"


def test_trouble_with_the_store_itself_stops_the_import(tmp_path: Path) -> None:
    class Full(RamLog):
        def append(self, *_: Any, **__: Any) -> Any:
            raise Refused("disk_full", "the disk is full")

    with pytest.raises(Refused, match="the disk is full"):
        import_files([lines(tmp_path / "a.jsonl", turn("one"))], Writer(Full()))


def test_progress_tells_the_file_and_the_messages_so_far(store: Store, tmp_path: Path) -> None:
    first = lines(tmp_path / "a.jsonl", *(turn(f"a {n}") for n in range(BATCH + 1)))
    second = lines(tmp_path / "b.jsonl", turn("b"))
    told: list[tuple[str, int]] = []
    store.import_files([first, second], lambda path, count: told.append((path, count)))
    assert told == [(first, BATCH), (first, BATCH + 1), (second, BATCH + 2)]


KILLED = """
import os, sys
from awhm.config import AWHMConfig
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True))
store.import_files([sys.argv[2]], lambda path, count: os._exit(9))
"""


def test_an_import_killed_in_the_middle_is_completed_by_the_next(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", *(turn(f"note {n}", conversation_id=f"c{n % 3}") for n in range(2 * BATCH + 20)))
    command = [sys.executable, "-W", "error", "-c", KILLED, str(tmp_path / "store"), path]
    assert subprocess.run(command, timeout=120).returncode == 9
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    assert store.log.head().position == BATCH
    assert counts(store.import_files([path])) == (BATCH + 20, BATCH, 0, 0)
    assert said(store) == [f"note {n}" for n in range(2 * BATCH + 20)]
    assert store.verify().ok
    store.close()


def test_imported_messages_stand_at_their_own_time(store: Store, tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl",
        turn("the mascot is a heron", timestamp="2025-01-01T00:00:00Z"),
        turn("the mascot is an otter", timestamp="2019-03-02T08:00:00Z"),
        {"role": "user", "content": "the mascot is a newt, said at no known time"},
    )
    store.import_files([path])

    def found(**options: Any) -> set[str]:
        return {r.id for r in store.recall("mascot", semantic=False, include_history=True, **options)}

    assert found() == {"m1", "m2", "m3"}
    assert found(as_of="2019-03-05") == {"m2"}
    assert found(as_of="2019-03-01") == set()
    assert found(as_of="2025-02-01") == {"m1", "m2"}, "what has no time was said when it was imported"
    assert found(until=store.until("2020-01-01")) == set(), "in 2020 the log knew nothing of it"


def test_a_message_that_was_typed_in_is_not_taken_for_an_imported_one(store: Store, tmp_path: Path) -> None:
    store.log_message("a", "user", "I collect typewriters.", timestamp=MARCH)
    path = lines(tmp_path / "a.jsonl", turn("I collect typewriters."))
    assert counts(store.import_files([path])) == (1, 0, 0, 0)


def test_another_store_gives_the_same_messages_other_ids(tmp_path: Path) -> None:
    """Ids are made under the log's key, so a header tells nobody which conversation was imported."""
    path = lines(tmp_path / "a.jsonl", turn("I collect typewriters."))
    headers: list[bytes] = []
    for log in (RamLog(), RamLog()):
        import_files([path], Writer(log))
        headers.append(log.header(1))
    assert headers[0][32:48] != headers[1][32:48]


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2), st.sampled_from(["yes", "no"])), max_size=12),
    st.lists(st.integers(0, 12), max_size=4),
)
def test_however_a_growing_file_is_imported_every_line_is_there_once(
    turns: list[tuple[str, int, str]], stops: list[int]
) -> None:
    values = [turn(text, conversation_id=name, timestamp=f"2024-03-0{day + 1}") for name, day, text in turns]
    log = RamLog()
    file = Path(os.environ["HOME"]) / "growing.jsonl"
    for stop in [*sorted(stops), len(values)]:
        import_files([lines(file, *values[:stop])], Writer(log))
    payloads = [json.loads(payload or b"") for _, _, payload in log.read()]
    assert [(p["session"], p["content"]) for p in payloads] == [(name, text) for name, _, text in turns]


@pytest.mark.shared
def test_a_damaged_transcript_is_taken_and_its_bad_lines_are_named(store: Store, shared: Path) -> None:
    paths = sorted(str(path) for path in (shared / "corpora" / "claude_code").glob("*.jsonl"))
    done = store.import_files(paths)
    assert (done.files, done.refused) == (len(paths), [])
    assert {Path(left.file).name for left in done.named} == {"claude-code-history_corrupted-session.jsonl"}
    assert [left.line for left in done.named] == [3, 4]
    assert counts(store.import_files(paths))[:2] == (0, done.new)
