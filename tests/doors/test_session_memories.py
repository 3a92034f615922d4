"""A session and its memories: when what was said is consolidated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from awhm import AWHMConfig, AWHMSession


def start(folder: Path, name: str = "s1", **settings: Any) -> AWHMSession:
    plain = {"mock_embeddings": True, "consolidate_at_end": False}
    return AWHMSession.start_session(AWHMConfig(data_dir=folder, **(plain | settings)), session_id=name)


def kinds(session: AWHMSession) -> list[str]:
    return [entry.kind for entry in session.store.entries()]


def test_the_end_of_a_session_turns_what_was_said_into_memories(tmp_path: Path) -> None:
    with start(tmp_path, consolidate_at_end=True) as session:
        session.log_message("user", "My locker number is 218.")
    with start(tmp_path, "s2") as session:
        assert kinds(session)[-2:] == ["MessagesConsolidated", "CheckpointPublished"]
        found = session.query("locker number", semantic=False)[0]
        assert (found.source, found.status) == ("graph", "active")
        assert found.node_id in session.store.graph().memories
        assert session.status()["node_count"] == 1 and session.status()["unconsolidated"] == 0


def test_a_long_session_is_consolidated_on_the_way(tmp_path: Path) -> None:
    with start(tmp_path, consolidate_every=3) as session:
        for number in range(4):
            session.log_message("user", f"My locker number is {number}.")
        assert "MessagesConsolidated" in kinds(session)
        assert session.consolidate() == {"s1": 1}
        assert session.consolidate() == {}
        session.log_message("user", "I live in Porto.")
        assert session.consolidate_current() == 1 and session.consolidate_current() == 0


def test_the_end_of_a_session_leaves_a_large_import_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("awhm.session.MUCH", 5)
    with start(tmp_path, "before") as session:
        for number in range(8):
            session.log_message("user", f"My locker number is {number}.")
    with start(tmp_path, "mine", consolidate_at_end=True) as session:
        session.log_message("user", "I live in Porto.")
    with start(tmp_path, "after") as session:
        assert [said.session for said in session.store.graph().statements.values()] == ["mine"]
        assert session.consolidate() == {"before": 8}
