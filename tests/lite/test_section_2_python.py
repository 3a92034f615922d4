"""AWHM Lite's Python interface, section 2 of its specification, name by name: what it is here."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import awhm
from awhm import AWHMConfig, AWHMSession, DeletionResult, MockEmbeddingService, RetrievalResult, Role

ROOT = Path(__file__).resolve().parents[2]
HERE = {
    *("AWHMConfig", "AWHMSession", "BufferEntryType", "DeletionResult", "EdgeType", "EmbeddingService"),
    *("MockEmbeddingService", "NodeStatus", "NodeType", "RetrievalResult", "Role", "SentenceTransformerEmbedding"),
    *("AnthropicClient", "ClaudeCodeClient", "LLMClient", "MockLLMClient", "make_client", "__version__"),
}
# Parts of Lite's machinery. They are not here; docs/from-lite.md says what does the same.
GONE = {
    *("BM25Index", "MemoryGraph", "RetrievalEngine", "SessionBuffer", "SnapshotManager", "Stage1Pipeline"),
    *("StrengthScorer", "WALManager"),
}
SIGNATURES = {
    "start_session": ["config", "session_id", "use_mock_embeddings", "llm_client"],
    "log_message": ["role", "content", "metadata"],
    "query": ["query_text", "k", "include_history", "with_trace", "as_of", "semantic"],
    "consolidate": [],
    "consolidate_current": [],
    "delete_node": ["node_id"],
    "restore_snapshot": None,
    "status": [],
    "suspend": [],
    "end_session": [],
}
STATUS = ("session_id", "node_count", "edge_count", "buffer_entries", "total_sessions", "log_messages")
DELETION = [
    *("node_deleted", "edges_removed", "log_entries_removed", "buffer_entries_removed", "affected_sessions"),
    *("match_strategy", "exact_matches_removed", "snapshots_touched", "tombstone_id", "ledger_record_id"),
]
ENUMERATIONS = {
    "Role": ["user", "assistant", "tool_call", "tool_result"],
    "NodeType": ["episodic", "semantic", "procedural"],
    "NodeStatus": ["active", "superseded", "retracted"],
    "EdgeType": ["temporal", "abstraction", "association"],
    "BufferEntryType": ["correction", "preference", "fact", "outcome"],
}


def start(folder: Path, session: str | None = None, **more: Any) -> AWHMSession:
    return AWHMSession.start_session(AWHMConfig(data_dir=folder, ner=False), session, use_mock_embeddings=True, **more)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[AWHMSession]:
    with start(tmp_path / "store", "s1") as opened:
        yield opened


@pytest.mark.parametrize("name", sorted(HERE))
def test_a_name_that_is_here(name: str) -> None:
    assert getattr(awhm, name) is not None and name in awhm.__all__


@pytest.mark.parametrize("name", sorted(GONE))
def test_a_part_that_is_not_here_has_a_line_in_the_page_on_moving(name: str) -> None:
    assert not hasattr(awhm, name)
    assert f"`{name}`" in (ROOT / "docs" / "from-lite.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", list(ENUMERATIONS))
def test_an_enumeration_has_its_values_as_strings(name: str) -> None:
    kind: type[Enum] = getattr(awhm, name)
    assert issubclass(kind, str) and {*ENUMERATIONS[name]} <= {one.value for one in kind}


@pytest.mark.parametrize("name", list(SIGNATURES))
def test_a_method_takes_its_arguments_in_their_order(name: str) -> None:
    found = list(inspect.signature(getattr(AWHMSession, name)).parameters)
    wanted = SIGNATURES[name]
    found = [one for one in found if one != "self"]
    assert len(found) == 1 if wanted is None else found[: len(wanted)] == wanted


def test_a_query_has_lites_defaults() -> None:
    found = inspect.signature(AWHMSession.query).parameters
    names = ("k", "include_history", "with_trace", "as_of", "semantic")
    assert [found[name].default for name in names] == [None, None, None, None, True]


def test_a_session_has_an_id_of_its_own_a_given_one_or_an_old_one(tmp_path: Path) -> None:
    first, second = start(tmp_path / "a"), start(tmp_path / "a")
    assert len(first.session_id) == 36 and first.session_id != second.session_id
    first.log_message("user", "I live in Porto.")
    first.suspend()
    first.suspend()
    with start(tmp_path / "a", first.session_id) as again:
        assert again.status()["log_messages"] == 1
    second.end_session()
    second.end_session()
    first.end_session()


def test_messages_are_logged_by_role_and_found_at_once(session: AWHMSession) -> None:
    for role in (*ENUMERATIONS["Role"], Role.USER):
        session.log_message(role, f"The kiln fires at noon, says the {role}.", {"n": 1})
    found = session.query("kiln", 3, False, True, None, False)
    assert len(found) == 3 and all(isinstance(one, RetrievalResult) for one in found)
    assert found[0].source == "buffer" and found[0].trace and 0 < found[0].score <= 1
    assert session.query("kiln", k=1)[0].to_dict().keys() >= {"node_id", "content", "score", "source"}
    assert "trace" not in session.query("kiln", with_trace=False)[0].to_dict()
    assert session.query("zeppelins over Friedrichshafen", semantic=False) == []


def test_history_and_time(session: AWHMSession) -> None:
    session.log_message("user", "I prefer Python.", timestamp="2026-01-01")
    session.log_message("user", "Actually, I prefer Rust.", timestamp="2026-02-01")
    assert session.consolidate_current() == 2 and session.consolidate() == {}
    names = [one.content for one in session.query("which language do I prefer?")]
    assert any("Rust" in one for one in names) and not any("Python" in one for one in names)
    both = session.query("which language do I prefer?", include_history=True)
    assert {"active", "superseded"} <= {one.status.value for one in both if one.status}
    then = session.query("which language do I prefer?", as_of="2026-01-15")
    assert [one.content for one in then] == ["I prefer Python."] and then[0].node_id


def test_consolidation_tells_the_new_nodes_of_each_session_that_had_something(tmp_path: Path) -> None:
    with start(tmp_path, "a") as one:
        one.log_message("user", "I live in Porto.")
        one.suspend()
    with start(tmp_path, "b") as two:
        two.log_message("user", "Hello there")
        assert two.consolidate() == {"a": 1, "b": 0} and two.consolidate() == {}


def test_status_has_its_fields(session: AWHMSession) -> None:
    session.log_message("user", "My name is Alice")
    session.consolidate()
    status = session.status()
    assert [type(status[name]) for name in STATUS] == [str, int, int, int, int, int]
    assert (status["session_id"], status["total_sessions"], status["log_messages"]) == ("s1", 1, 1)
    assert status["node_count"] >= 1


def test_a_deletion_has_its_fields_and_one_of_nothing_is_all_zero(session: AWHMSession) -> None:
    assert [one.name for one in fields(DeletionResult)][: len(DELETION)] == DELETION
    session.log_message("user", "My token is called wren.")
    session.consolidate()
    head = session.store.log.head()
    nothing = session.delete_node("n999.0")
    assert not any(getattr(nothing, name) for name in DELETION if name != "match_strategy")
    assert nothing.match_strategy == "none" and session.store.log.head() == head
    node = session.query("token wren")[0].node_id
    done = session.delete_node(node)
    assert done.node_deleted and done.log_entries_removed == 1 and list(done.affected_sessions) == ["s1"]
    assert done.match_strategy == "source_refs" and done.tombstone_id and done.ledger_record_id
    assert session.query("token wren", include_history=True) == []


def test_a_snapshot_is_made_and_restored(session: AWHMSession) -> None:
    session.log_message("user", "I live in Porto.")
    session.consolidate()
    name = session.create_snapshot()
    session.log_message("user", "Actually, I live in Lisbon.")
    session.consolidate()
    session.restore_snapshot(name)
    holding = [one.content for one in session.query("where do I live?") if one.status == "active"]
    assert holding == ["I live in Porto."]


def test_the_end_of_a_with_block_ends_the_session_after_an_error_too(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), start(tmp_path, "s1") as opened:
        opened.log_message("user", "I live in Porto.")
        raise ZeroDivisionError
    with start(tmp_path, "s2") as later:
        assert "SessionEnded" in [entry.kind for entry in later.store.entries()]


def test_attributes_of_a_session_that_are_here(session: AWHMSession) -> None:
    assert session.config.data_dir and session.session_id == "s1"
    page = (ROOT / "docs" / "from-lite.md").read_text(encoding="utf-8")
    for name in ("graph", "embedding", "llm_client", "logger", "buffer", "wal", "log_reader", "retrieval", "snapshots"):
        assert not hasattr(session, name) and f"`session.{name}`" in page


def test_the_logger_is_named_awhm_and_is_silent(tmp_path: Path) -> None:
    program = (
        "import logging, awhm\n"
        "from awhm import AWHMSession, AWHMConfig\n"
        f"s = AWHMSession.start_session(AWHMConfig(data_dir={str(tmp_path)!r}, ner=False), use_mock_embeddings=True)\n"
        "s.log_message('user', 'I live in Porto.'); s.end_session()\n"
        "assert 'awhm' in logging.Logger.manager.loggerDict\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_the_embedding_protocol_by_its_mock() -> None:
    mock = MockEmbeddingService()
    found = mock.encode(["one", "two", "one"])
    assert found.dtype == np.float32 and found.shape == (3, mock.dim) and mock.dim == 384
    assert np.allclose(found[0], found[2]) and np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert abs(float(found[0] @ found[1])) < 0.3 and mock.encode([]).shape == (0, mock.dim)
    assert np.allclose(mock.encode_single("one"), found[0])
