"""The faults of AWHM Lite in deleting and storing (specification, section 20), each by its name: none is here."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from erased import MAY, everything, nothing_left, opened, payloads, say, sound

from awhm.errors import Conflict, Refused
from awhm.events.append_raw import Draft, new_id
from awhm.events.ids import tombstones
from awhm.events.sqlite_log import SqliteLog
from awhm.language.time import iso
from awhm.session import AWHMSession
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]
HOUR = 3_600_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    made = opened(folder)
    yield made
    made.close()


def memory(store: Store, value: str) -> str:
    """The id of the memory that says a value."""
    graph = store.graph()
    [found] = [one.id for one in graph.all_memories() if any(said.value_key == value for said in graph.said(one.id))]
    return found


def values(store: Store) -> set[str]:
    graph = store.graph()
    return {said.value_key for one in graph.all_memories() for said in graph.said(one.id)}


def texts(store: Store) -> list[str]:
    """What every message that is there says."""
    return [entry.payload["content"] for entry in store.entries() if entry.payload and "content" in entry.payload]


def in_files(folder: Path, needle: str) -> list[str]:
    return [name for name, data in everything(folder).items() if needle.encode().lower() in data.lower()]


def test_w1_no_tombstone_and_no_ledger_holds_what_was_deleted(store: Store, folder: Path) -> None:
    say(store, 0, "My locker code is PERIWINKLE-8841.")
    store.consolidate()
    store.recall("locker code")
    store.keeper.views(store.keeper.names)
    assert in_files(folder, "periwinkle"), "it is there before"
    done = store.delete(memory(store, "periwinkle-8841"))
    assert done.node_deleted and done.tombstone_id and done.ledger_record_id
    assert in_files(folder, "periwinkle") == [] and in_files(folder, "8841") == []


def test_w2_what_is_deleted_second_is_what_was_meant(store: Store) -> None:
    """Positions never shift: each deletion takes its own message and no other."""
    for number, pet in enumerate(("Rex", "Tom", "Max", "Kim")):
        say(store, number, f"My {('dog', 'cat', 'parrot', 'turtle')[number]} is called {pet}.")
    store.consolidate()
    for pet in ("tom", "rex", "kim"):
        store.delete(memory(store, pet))
        assert pet not in values(store)
    assert texts(store) == ["My parrot is called Max."] and values(store) == {"max"}


def test_w3_after_a_deletion_what_comes_next_is_consolidated(store: Store) -> None:
    for number in range(4):
        say(store, number, f"My locker number is {number}.")
    store.consolidate()
    store.erase(message="m1")
    store.erase(message="m2")
    say(store, 9, "I live in Lima.")
    say(store, 10, "I prefer tabs.")
    store.consolidate()
    assert {"lima", "tabs"} <= values(store) and store.unconsolidated() == 0


def test_w4_overlapping_captures_repeats_echoes_names_and_earlier_versions_go_too(store: Store, folder: Path) -> None:
    say(store, 0, "My name is Pavlina.", session="old")
    say(store, 1, "I prefer Rust over Go. My name is Pavlina Novak.")
    say(store, 2, "My name is Pavlina Novak!")
    say(store, 3, "Noted: your name is Pavlina Novak. Shall we go on?", role="assistant")
    store.consolidate()
    store.keeper.views(store.keeper.names)
    before = payloads(store)
    store.delete(memory(store, "pavlina novak"))
    assert texts(store) == ["I prefer Rust over Go. ", "Shall we go on?"]
    assert values(store) == {"rust"}
    assert in_files(folder, "pavlina") == [] and in_files(folder, "novak") == []
    assert len(nothing_left(store, before)) >= 4
    sound(store)


def test_w4_what_only_holds_the_value_is_told_and_stays(store: Store) -> None:
    say(store, 0, "My name is Pavlina.")
    say(store, 1, "Good morning, Pavlina, what shall we do?", role="assistant")
    store.consolidate()
    found = store.erase(memory=memory(store, "pavlina"), dry_run=True)
    assert found.staying == ("m2",) and found.messages == ("m1",)
    assert texts(store)[0] == "My name is Pavlina.", "a dry run takes nothing"


def test_w5_deleting_an_entity_leaves_the_unrelated_facts_of_its_messages(store: Store, folder: Path) -> None:
    say(store, 0, "I prefer tabs. My sister Alice lives in Oslo.")
    say(store, 1, "Alice called. My locker number is 4.")
    store.consolidate()
    store.keeper.views(store.keeper.names)
    tabs, locker = memory(store, "tabs"), memory(store, "4")
    [alice] = [one.entity for one in store.entities().named.values() if one.form == "Alice"]
    done = store.delete(alice)
    assert done.node_deleted and done.log_entries_removed == 2
    assert values(store) == {"tabs", "4"} and (memory(store, "tabs"), memory(store, "4")) == (tabs, locker)
    assert texts(store) == ["I prefer tabs. ", "My locker number is 4."]
    assert in_files(folder, "alice") == []
    sound(store)


def test_w6_buffers_of_other_sessions_do_not_bring_it_back(folder: Path) -> None:
    """A suspended session's tail is worked out from the log: there is no other copy of it."""
    one = AWHMSession.start_session(opened(folder).config, "suspended")
    one.log_message("user", "My badge is TANGERINE55.")
    one.suspend()
    other = AWHMSession.start_session(opened(folder).config, "other")
    other.consolidate()
    done = other.delete_node(memory(other.store, "tangerine55"))
    assert done.node_deleted and done.buffer_entries_removed == 1 and done.affected_sessions == ("suspended",)
    other.suspend()
    again = AWHMSession.start_session(opened(folder).config, "suspended")
    assert again.query("what is my badge?") == [] and again.status()["buffer_entries"] == 0
    again.suspend()
    assert in_files(folder, "tangerine") == []


HOLDER = """
import sys
from awhm.config import AWHMConfig
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False, save_every=1000))
store.keeper.views(store.keeper.names)
print("loaded", flush=True)
sys.stdin.readline()
for name in store.keeper.names:
    store.keeper.save(name)  # its views are of before the erasure
store.close()
"""


def test_w7_a_process_with_old_views_saves_nothing_of_what_was_deleted(store: Store, folder: Path) -> None:
    say(store, 0, "My locker code is PERIWINKLE-8841. I prefer tabs.")
    store.consolidate()
    store.keeper.views(store.keeper.names)
    command = [sys.executable, "-c", HOLDER, str(folder)]
    stale = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert stale.stdout is not None and stale.stdout.readline() == b"loaded\n"
    store.delete(memory(store, "periwinkle-8841"))
    assert in_files(folder, "periwinkle") == []
    stale.communicate(b"\n", timeout=120)
    assert stale.returncode == 0
    assert in_files(folder, "periwinkle") == []
    sound(store)


def test_w7_deleted_rows_are_not_in_free_pages(store: Store, folder: Path) -> None:
    for number in range(40):
        say(store, number, f"The {number}th note is about marigold{number} and nothing else. " * (1 + number % 7))
    before = payloads(store)
    for number in range(0, 40, 3):
        store.erase(message=f"m{number + 1}")
    nothing_left(store, before)
    assert all(f"marigold{number}x" not in " ".join(texts(store)) for number in range(40))


def test_w10_two_sessions_at_once_lose_nothing_by_a_deletion(folder: Path) -> None:
    """The other session's views are behind; it reads on from where they stand, and its memories stay."""
    one, other = opened(folder), opened(folder)
    say(one, 0, "My locker code is PERIWINKLE-8841.", session="one")
    one.consolidate()
    say(other, 1, "I live in Lima.", session="other")
    other.memories.beliefs()
    one.delete(memory(one, "periwinkle-8841"))
    other.consolidate()
    assert values(other) == {"lima"} == values(one)
    for store in (one, other):
        sound(store)
        store.close()
    assert in_files(folder, "periwinkle") == []


def test_w10_a_consolidation_under_way_cannot_write_down_what_was_deleted(folder: Path) -> None:
    class Meanwhile(SqliteLog):
        """A log in which somebody erases just before a consolidation writes what it has read."""

        other: Store | None = None

        def append(self, drafts, expected=None):  # type: ignore[no-untyped-def]
            other, Meanwhile.other = Meanwhile.other, None
            if other is not None:
                other.erase(message="m1")
            return super().append(drafts, expected)

    other = opened(folder)
    say(other, 0, "My locker code is PERIWINKLE-8841.")
    say(other, 1, "I prefer tabs.")
    store = opened(folder, Meanwhile(str(folder)))
    Meanwhile.other = other
    store.consolidate()
    assert values(store) == {"tabs"}
    sound(store)
    store.close()
    other.close()
    assert in_files(folder, "periwinkle") == []


def test_w14_a_deletion_that_fails_halfway_is_gone_on_with(store: Store, folder: Path) -> None:
    """An open reader of old pages stands in the way: that is said, and it is done when it has gone."""
    say(store, 0, "My locker code is PERIWINKLE-8841.")
    store.consolidate()
    program = """
import sqlite3, sys
connection = sqlite3.connect(f"file:{sys.argv[1]}/log.db?mode=ro", uri=True, isolation_level=None)
connection.execute("BEGIN"); connection.execute("SELECT count(*) FROM payloads").fetchone()
print("reading", flush=True); sys.stdin.readline()
"""
    reader = subprocess.Popen(
        [sys.executable, "-c", program, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert reader.stdout is not None and reader.stdout.readline() == b"reading\n"
    node = memory(store, "periwinkle-8841")
    store.close()
    hasty = opened(folder, lock_timeout=0.2)
    with pytest.raises(Conflict) as busy:
        hasty.delete(node)
    assert busy.value.code == "pages_in_use"
    assert not [entry for entry in hasty.entries() if entry.kind == "ErasureCompleted"], "it is not called done"
    hasty.close()
    reader.communicate(b"\n", timeout=60)
    again = opened(folder)
    assert [entry.kind for entry in again.entries()][-1] == "ErasureCompleted"
    again.close()
    assert in_files(folder, "periwinkle") == []


def test_w15_a_restore_does_not_bring_back_what_was_deleted(store: Store, folder: Path) -> None:
    say(store, 0, "My locker code is PERIWINKLE-8841.")
    say(store, 1, "I prefer tabs.")
    store.consolidate()
    store.snapshots.create("before")
    store.delete(memory(store, "periwinkle-8841"))
    store.snapshots.restore("before")
    assert values(store) == {"tabs"} and in_files(folder, "periwinkle") == []
    store.consolidate(again=True)
    assert values(store) == {"tabs"}
    sound(store)


KILLED = """
import sys
from awhm.config import AWHMConfig
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False, save_every=1))
print("begin", flush=True)
store.erase(containing="periwinkle")
print("done", flush=True)
"""


@pytest.mark.slow
def test_w16_killed_at_any_moment_a_deletion_is_gone_on_with(folder: Path) -> None:
    """Killed after more and more of its way; whatever it had come to, the next start completes it or it never began."""
    for attempt in range(8):
        store = opened(folder)
        position = say(store, attempt, f"My locker code is PERIWINKLE-{attempt}. I prefer quark{attempt}.")
        store.consolidate()
        store.keeper.views(store.keeper.names)
        store.close()
        command = [sys.executable, "-c", KILLED, str(folder)]
        victim = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
        assert victim.stdout is not None and victim.stdout.readline() == b"begin\n"
        log = SqliteLog(str(folder))
        begun = attempt % 2 == 1
        while begun and log.version_of(tombstones(log.key)) < attempt + 1:
            log.wait(log.head().position, timeout=0.1)  # the head is signed before the tombstone
        victim.send_signal(signal.SIGKILL)
        victim.communicate()
        log.close()
        store = opened(folder)
        gone = store.log.payload(position) is None
        assert gone or not begun, "what was committed stays so"
        if not gone:
            store.erase(containing="periwinkle")
        assert in_files(folder, "periwinkle") == []
        kinds = [entry.kind for entry in store.entries()]
        assert kinds.count("PayloadsErased") == kinds.count("ErasureCompleted") > 0
        assert f"quark{attempt}" in " ".join(values(store))
        sound(store)
        store.close()


def test_an_unknown_node_is_told_in_the_result_and_writes_nothing(store: Store) -> None:
    say(store, 0, "I prefer tabs.")
    head = store.log.head()
    for node in ("n9.0", "m99", "e0123456789abcdef", "nonsense", "", "s1.0"):
        done = store.delete(node)
        assert done.to_dict() == {
            "node_deleted": False,
            "edges_removed": 0,
            "log_entries_removed": 0,
            "buffer_entries_removed": 0,
            "affected_sessions": [],
            "match_strategy": "none",
            "exact_matches_removed": 0,
            "snapshots_touched": 0,
            "tombstone_id": None,
            "ledger_record_id": None,
        }
    assert store.log.head() == head


def test_nothing_can_be_derived_from_it_afterwards(store: Store) -> None:
    say(store, 0, "My locker code is PERIWINKLE-8841.")
    store.erase(message="m1")
    with pytest.raises(Refused):
        store.log.append([Draft(10, new_id(), b"memories--------", b"{}", sources=(1,))])


def test_deleting_what_superseded_another_does_not_revive_it(store: Store) -> None:
    say(store, 0, "I live in Oslo.")
    say(store, 5, "I live in Rome.")
    store.consolidate()
    oslo = memory(store, "oslo")
    store.erase(memory=memory(store, "rome"), earlier=False)
    store.consolidate()
    assert values(store) == {"oslo"}
    assert store.graph().memories[oslo].windows == ((MAY, MAY + 5 * HOUR),)
    say(store, 9, "I prefer tabs.")
    store.consolidate()
    assert store.graph().memories[oslo].windows == ((MAY, MAY + 5 * HOUR),)
    assert not any("Oslo" in one.content for one in store.recall("where do I live?", as_of=iso(MAY + 6 * HOUR)))
    sound(store)
