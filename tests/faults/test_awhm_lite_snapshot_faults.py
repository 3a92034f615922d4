"""Faults of AWHM Lite 0.3.0 about snapshots, numbered as in shared/spec/awhm-lite.md section 20: none is ours."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from awhm import AWHMConfig, AWHMSession
from awhm.commands.handle import handle_erasure
from awhm.commands.tombstone import Made
from awhm.errors import Conflict
from awhm.events.event import PayloadsErased
from awhm.events.lock import Lock
from awhm.projections.graph_questions import holding
from awhm.store import Store

SECRET = "My locker code is PERIWINKLE-8841."


def start(folder: Path, name: str = "s1", **settings: Any) -> AWHMSession:
    values: dict[str, Any] = {"mock_embeddings": True, "ner": False, "consolidate_at_end": False} | settings
    return AWHMSession.start_session(AWHMConfig(data_dir=folder, **values), session_id=name)


def held(store: Store) -> list[str]:
    graph = store.graph()
    return [graph.said(memory)[0].value for memory in holding(graph, 1 << 60)]


def awhm(folder: Path, *arguments: str) -> str:
    """The command, in a process of its own."""
    command = [sys.executable, "-m", "awhm", "--data-dir", str(folder), "--mock", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("name", [None, "my own name for it"])
def test_w7_an_old_snapshot_brings_nothing_back_that_was_deleted(tmp_path: Path, name: str | None) -> None:
    """There, a snapshot under another name, or one that was not scrubbed, brought the node back when restored."""
    with start(tmp_path) as session:
        session.log_message("user", "I live in Porto.")
        session.log_message("user", SECRET)
        session.consolidate()
        snapshot = session.create_snapshot(name)
        log = session.store.log
        gone = [position for position, _, body in log.read() if body is not None and b"PERIWINKLE" in body]
        tombstone = [Made(PayloadsErased(positions=gone, reason="asked"))]
        handle_erasure(lambda: (gone, lambda _: tombstone), session.store.writer)
        session.restore_snapshot(snapshot)
        assert held(session.store) == ["Porto"]
        assert session.query("locker code periwinkle", semantic=False) == []
        assert all(view.same for view in session.store.rebuild(check=True))
        session.consolidate()
        assert held(session.store) == ["Porto"]


def test_w7_a_process_that_holds_an_older_view_does_not_save_it_over_a_restore(tmp_path: Path) -> None:
    """There, whoever had loaded the graph earlier wrote all of it back."""
    early = start(tmp_path, "early", save_every=1)
    early.log_message("user", "I live in Porto.")
    early.consolidate()
    early.create_snapshot("before")
    early.log_message("user", "I moved to Lisbon.")
    early.consolidate()
    assert held(early.store) == ["Lisbon"]
    awhm(tmp_path, "snapshot", "restore", "before")
    early.log_message("user", "I speak Spanish.")
    early.consolidate()
    early.end_session()
    with start(tmp_path, "late") as late:
        assert held(late.store) == ["Porto", "Spanish"]


def test_w10_a_restore_keeps_what_another_process_has_said_since(tmp_path: Path) -> None:
    """There, the restored graph was written over whatever others had written meanwhile."""
    with start(tmp_path) as session:
        session.log_message("user", "I live in Porto.")
        session.consolidate()
        session.create_snapshot("before")
        awhm(tmp_path, "add", "said by another process")
        session.restore_snapshot("before")
        assert session.query("said by another process", semantic=False)[0].content == "said by another process"


def test_w14_a_restore_that_met_a_lock_can_be_repeated(tmp_path: Path) -> None:
    """There, change sets were cleared before the transaction had committed, and a retry wrote nothing."""
    with start(tmp_path, lock_timeout=0.0) as session:
        session.log_message("user", "I live in Porto.")
        session.consolidate()
        session.create_snapshot("before")
        session.log_message("user", "I moved to Lisbon.")
        session.consolidate()
        lock = Lock(str(tmp_path / "log.lock"))
        with lock, pytest.raises(Conflict):
            session.restore_snapshot("before")
        lock.close()
        assert held(session.store) == ["Lisbon"]
        session.restore_snapshot("before")
        assert held(session.store) == ["Porto"]


def test_w14_what_was_not_in_the_snapshot_does_not_come_back_when_the_store_is_opened_again(tmp_path: Path) -> None:
    """There, restoring left rows in the database that the snapshot did not have; the next load found them."""
    with start(tmp_path) as session:
        session.log_message("user", "I live in Porto.")
        session.consolidate()
        name = session.create_snapshot()
        for number in range(5):
            session.log_message("user", f"My locker number is {number}.")
            session.log_message("user", "I speak Spanish.")
            session.consolidate()
        session.restore_snapshot(name)
        assert held(session.store) == ["Porto"]
    with start(tmp_path, "next") as session:
        assert held(session.store) == ["Porto"]
        session.consolidate()
        session.log_message("user", "I like tea.")
        session.consolidate()
        assert held(session.store) == ["Porto", "tea"]
        assert all(view.same for view in session.store.rebuild(check=True))


def test_w15_a_restore_takes_the_progress_of_consolidation_back_too(tmp_path: Path) -> None:
    """There, messages that had been consolidated after the snapshot were never read again."""
    with start(tmp_path) as session:
        session.log_message("user", "I live in Porto.")
        session.consolidate()
        session.log_message("user", "I speak Spanish.")  # it waits when the snapshot is made
        name = session.create_snapshot()
        session.consolidate()
        session.log_message("user", "I like tea.")
        session.consolidate()
        session.restore_snapshot(name)
        assert held(session.store) == ["Porto"]
        assert session.status()["unconsolidated"] == 1
        assert session.consolidate() == {"s1": 1}
        assert held(session.store) == ["Porto", "Spanish"], "what was said since stays out"
        session.store.consolidate(again=True)
        assert held(session.store) == ["Porto", "Spanish", "tea"], "until it is asked for"


def test_w15_the_command_restores_into_the_store_itself(tmp_path: Path) -> None:
    """There, it put the buffer into a session of its own and then deleted that."""
    awhm(tmp_path, "add", "I live in Porto.")
    awhm(tmp_path, "consolidate")
    name = awhm(tmp_path, "snapshot", "create").strip()
    awhm(tmp_path, "add", "I moved to Lisbon.")
    awhm(tmp_path, "consolidate")
    awhm(tmp_path, "snapshot", "restore", name)
    assert "I live in Porto" in awhm(tmp_path, "memories", "list")
    assert "I moved to Lisbon." in awhm(tmp_path, "query", "Lisbon"), "the messages are there, all of them"
    assert json.loads(awhm(tmp_path, "status", "--json"))["messages"] == 2


def test_w15_snapshots_of_one_second_are_several(tmp_path: Path) -> None:
    """There, the second one overwrote the first."""
    with start(tmp_path) as session:
        session.log_message("user", "I live in Porto.")
        names = {session.create_snapshot() for _ in range(5)}
        assert len(names) == 5 and set(session.list_snapshots()) == names


KILLED = """
import os, signal, sys
from awhm.config import AWHMConfig
from awhm.events import append_raw
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False))
insert = append_raw._insert
def stop(*arguments):
    insert(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
append_raw._insert = stop
store.snapshots.restore("before")
"""


def test_w16_a_restore_that_is_killed_has_happened_or_not(tmp_path: Path) -> None:
    """There, a snapshot was read back file by file, and whatever was torn blocked the next start."""
    with start(tmp_path) as session:
        session.log_message("user", "I live in Porto.")
        session.consolidate()
        session.create_snapshot("before")
        session.log_message("user", "I moved to Lisbon.")
        session.consolidate()
    run = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], timeout=60, env=os.environ.copy())
    assert run.returncode == -signal.SIGKILL
    with start(tmp_path, "next") as session:
        assert held(session.store) == ["Lisbon"], "its rows were in no commit"
        session.restore_snapshot("before")
        assert held(session.store) == ["Porto"] and session.store.verify().ok
