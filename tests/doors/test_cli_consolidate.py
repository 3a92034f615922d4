"""`awhm consolidate`: counts by session, what became of older memories and how to take it back, nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Shell

from awhm.cli.consolidate_command import MOST_SHOWN, set_aside
from awhm.commands.command import RecordStatements
from awhm.commands.handle import handle_memory
from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.store import Store


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "store")


def test_sessions_and_new_memories_are_counted_then_each_session(awhm: Shell) -> None:
    awhm("add", "I live in Porto. I work for Acme.", "--session", "one")
    awhm("add", "Is it raining?", "--session", "two")
    awhm("add", "My shoe size is 42.", "--session", "three")
    result = awhm("consolidate")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:4] == ["3 sessions consolidated, 3 new memories", "  one: 2", "  two: 0", "  three: 1"]
    assert lines[4].startswith("3 messages, 3 statements, ")
    assert result.stderr == "", "no bar where nobody looks"


def test_a_second_time_says_that_nothing_is_pending_and_writes_nothing(awhm: Shell) -> None:
    awhm("add", "I live in Porto.")
    awhm("consolidate")
    events = awhm.json("status")["events"]
    result = awhm("consolidate")
    assert result.stdout == "0 sessions consolidated, 0 new memories\nNothing is pending.\n"
    assert result.exit_code == 0
    assert awhm.json("status")["events"] == events


def test_programs_get_the_counts_by_session(awhm: Shell) -> None:
    awhm("add", "I live in Porto.", "--session", "one")
    done = awhm.json("consolidate")
    assert (done["sessions"], done["messages"], done["statements"], done["memories"]) == ({"one": 1}, 1, 1, 1)
    assert (done["set_aside"], done["changes"], done["notes"]) == ([], [], [])
    assert awhm.json("consolidate")["sessions"] == {}


def test_only_one_session_is_consolidated_when_one_is_named(awhm: Shell) -> None:
    awhm("add", "I live in Porto.", "--session", "one")
    awhm("add", "My shoe size is 42.", "--session", "two")
    assert awhm.json("consolidate", "--session", "two")["sessions"] == {"two": 1}
    assert awhm.json("consolidate")["sessions"] == {"one": 1}


def test_a_session_that_is_not_there_is_refused(awhm: Shell) -> None:
    awhm("add", "I live in Porto.")
    result = awhm("consolidate", "--session", "nobody")
    assert result.exit_code == 2
    assert result.stderr.startswith("awhm: there is no session 'nobody'\n      ")
    assert awhm.json("consolidate", "--session", "nobody")["error"]["code"] == "no_such_session"


def test_where_there_is_no_store_none_is_made(awhm: Shell) -> None:
    assert awhm.json("consolidate")["error"]["code"] == "no_store"
    assert not awhm.folder.exists()


def test_a_contradiction_names_the_older_memory_what_was_done_and_how_to_undo_it(awhm: Shell) -> None:
    """BC-CLI-10: a contradiction warning that cannot be acted on."""
    awhm("add", "My shoe size is 42.", "--time", "2026-03-04")
    awhm("consolidate")
    (old,) = awhm.json("memories", "list")["memories"]
    awhm("add", "My shoe size is 44.", "--time", "2026-05-04")
    said = awhm("consolidate").stdout.splitlines()[-1]
    (new,) = awhm.json("memories", "list")["memories"]
    assert said.startswith(f"{old['id']}  “My shoe size is 42”  superseded by {new['id']} “My shoe size is 44”")
    assert "from 4 Mar 2026 until 4 May 2026" in said
    assert f"awhm memories undo {old['id']}" in said

    slot = [line.split() for line in awhm("memories", "timeline", "shoe size").stdout.splitlines()[1:]]
    assert [(line[0], line[-1]) for line in slot] == [(old["id"], "42"), (new["id"], "44")]
    times = awhm.json("memories", "timeline", new["id"])["memories"]
    assert [one["valid_from"] for one in times] == ["2026-03-04T00:00:00+00:00", "2026-05-04T00:00:00+00:00"]

    assert awhm("memories", "undo", old["id"]).exit_code == 0
    assert [one["value"] for one in awhm.json("memories", "list")["memories"]] == ["42"]


def test_programs_get_every_change_with_its_event(awhm: Shell) -> None:
    awhm("add", "My shoe size is 42.", "--time", "2026-03-04")
    awhm("add", "My shoe size is 44.", "--time", "2026-05-04")
    (change,) = awhm.json("consolidate")["changes"]
    event = awhm.json("log", "show", change["event"])
    assert change["kind"] == event["kind"] == "MemorySuperseded"
    assert (change["memory"], change["by"]) == (event["payload"]["memory"], event["payload"]["by"])
    assert change["windows"] == [["2026-03-04T00:00:00+00:00", "2026-05-04T00:00:00+00:00"]]


def test_reading_again_with_the_same_rules_changes_no_memory(awhm: Shell) -> None:
    awhm("add", "I live in Porto.")
    awhm("consolidate")
    before = awhm.json("memories", "list", "--all")["memories"]
    again = awhm.json("consolidate", "--again")
    assert (again["memories"], again["messages"]) == (0, 1)
    assert awhm.json("memories", "list", "--all")["memories"] == before


def test_a_message_that_was_set_aside_is_named_with_its_reason(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "store"))
    position, _ = store.log_message("a", "user", "unreadable")
    command = RecordStatements(new_id(), (), aside=((position, "ValueError"),), extractor="statements-0")
    handle_memory(command, store.writer, store.memories.beliefs, 3)
    head = store.log.head().position
    assert set_aside(store, position, head) == [{"id": f"m{position}", "reason": "ValueError"}]
    assert set_aside(store, head, head) == []
    store.close()


def test_of_many_changes_some_are_named_and_all_are_counted(awhm: Shell) -> None:
    store = Store(AWHMConfig(data_dir=awhm.folder, ner=False))
    for number in range(2 * MOST_SHOWN):
        store.log_message(
            "a", "user", f"My shoe size is {number}.", timestamp=f"2026-01-01T10:{number // 60:02d}:{number % 60:02d}Z"
        )
    store.close()
    result = awhm("consolidate")
    assert result.stdout.count("superseded by") == MOST_SHOWN
    assert result.stdout.endswith(f"and {MOST_SHOWN - 1} more changes; --json names up to 1000\n")


def test_a_query_says_of_what_waits_that_it_is_not_consolidated(awhm: Shell) -> None:
    awhm("add", "My shoe size is 46.", "--session", "three")
    (found,) = awhm.json("query", "shoe size", "--no-semantic")["results"]
    assert (found["content"], found["node_id"], found["status"]) == ("My shoe size is 46.", "", "active")
    assert "not consolidated yet  active" in awhm("query", "shoe size", "--no-semantic").stdout
