"""A session's life: started, resumed, ended; what `log_message` takes and keeps, across real processes and crashes."""

from __future__ import annotations

import subprocess
import sys
import time
import uuid
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from awhm import AWHMConfig, AWHMSession
from awhm.adapters.llm import MockLLMClient
from awhm.errors import Refused
from awhm.projections.buffer import BUFFER
from awhm.types import Role

PRELUDE = """
import os, sys
from awhm import AWHMConfig, AWHMSession
def start(name):
    return AWHMSession.start_session(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True), session_id=name)
"""
NOON = 1_714_564_800_000  # 2024-05-01T12:00Z


def start(folder: Path, name: str | None = "s1", **settings: Any) -> AWHMSession:
    config = AWHMConfig(data_dir=folder, mock_embeddings=True, **({"consolidate_at_end": False} | settings))
    return AWHMSession.start_session(config, session_id=name)


def child(folder: Path, program: str, code: int = 0) -> str:
    """Run a program that has `start`, in a process of its own, and give what it printed."""
    command = [sys.executable, "-W", "error", "-c", PRELUDE + program, str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == code, run.stderr
    return run.stdout


def kinds(session: AWHMSession) -> list[str]:
    return [entry.kind for entry in session.store.entries()]


def kept(session: AWHMSession, position: int = 1) -> dict[str, Any]:
    payload = session.store.entry(position).payload
    assert payload is not None
    return payload


def said(session: AWHMSession) -> list[str]:
    return [entry.payload["content"] for entry in session.store.entries() if entry.payload and "role" in entry.payload]


# Starting, suspending, ending --------------------------------------------------------------------------


def test_a_session_without_an_id_gets_a_random_uuid(tmp_path: Path) -> None:
    with start(tmp_path, None) as one, start(tmp_path, None) as other:
        assert uuid.UUID(one.session_id).version == 4
        assert one.session_id != other.session_id


def test_nothing_is_written_before_the_first_message(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        assert session.status()["events"] == 0
    with start(tmp_path) as session:
        assert kinds(session) == []


def test_a_client_and_metadata_are_kept_with_the_start(tmp_path: Path) -> None:
    config = AWHMConfig(data_dir=tmp_path, mock_embeddings=True)
    with AWHMSession.start_session(config, "s1", client="editor", metadata={"project": "x"}) as session:
        assert kinds(session) == ["SessionStarted"]
        assert (kept(session)["client"], kept(session)["metadata"]) == ("editor", {"project": "x"})
        assert session.store.sessions().listing()[0].client == "editor"


def test_the_end_of_the_block_ends_the_session(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        assert session.log_message("user", "hello there") == "m1"
    with start(tmp_path) as again:
        assert kinds(again) == ["MessageLogged", "SessionEnded", "CheckpointPublished"]


def test_an_exception_in_the_block_ends_the_session_and_goes_on(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="mine"), start(tmp_path) as session:
        session.log_message("user", "hello there")
        raise LookupError("mine")
    with start(tmp_path) as again:
        assert kinds(again) == ["MessageLogged", "SessionEnded", "CheckpointPublished"]


def test_ending_twice_ends_once_and_ending_after_suspend_does_not_end(tmp_path: Path) -> None:
    session = start(tmp_path)
    session.log_message("user", "hello there")
    session.suspend()
    session.suspend()
    session.end_session()
    session = start(tmp_path)
    assert kinds(session) == ["MessageLogged"]
    session.end_session()
    session.end_session()
    session.suspend()
    with start(tmp_path, "s2") as other:
        assert kinds(other) == ["MessageLogged", "SessionEnded", "CheckpointPublished"]


def test_a_closed_session_refuses_everything_and_says_how_to_go_on(tmp_path: Path) -> None:
    session = start(tmp_path)
    session.suspend()
    for call in (lambda: session.log_message("user", "x"), lambda: session.query("x"), session.status):
        with pytest.raises(Refused, match="suspended or ended") as refused:
            call()
        assert refused.value.code == "session_closed" and "session_id" in refused.value.hint


def test_a_suspended_session_goes_on_under_its_id_in_another_process(tmp_path: Path) -> None:
    session = start(tmp_path)
    session.log_message("user", "my locker is number twelve")
    session.log_message("assistant", "noted")
    session.suspend()
    program = """
s = start("s1")
print(s.status()["buffer_entries"], s.status()["log_messages"], s.query("locker number")[0].source)
s.log_message("user", "and the code is 4711")
s.suspend()
"""
    assert child(tmp_path, program).split() == ["2", "2", "buffer"]
    with start(tmp_path) as session:
        assert session.status()["buffer_entries"] == session.status()["log_messages"] == 3
        assert session.query("code")[0].source == "buffer"


def test_an_ended_session_can_be_reopened_with_an_empty_buffer(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        session.log_message("user", "my locker is number twelve")
    with start(tmp_path) as session:
        assert (session.status()["buffer_entries"], session.status()["log_messages"]) == (0, 1)
        assert session.query("locker")[0].source == "raw_log"
        session.log_message("user", "the lock is blue")
        assert (session.status()["buffer_entries"], session.status()["log_messages"]) == (1, 2)
    with start(tmp_path) as session:
        assert kinds(session).count("SessionEnded") == 2


def test_the_buffer_is_the_latest_part_of_a_long_session(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        for number in range(BUFFER + 5):
            session.log_message("user", f"note number {number}")
        assert session.status()["buffer_entries"] == BUFFER
        assert session.status()["log_messages"] == BUFFER + 5


def test_status_has_the_keys_of_awhm_lite_and_says_where_the_store_is(tmp_path: Path) -> None:
    with start(tmp_path, ner=False) as session:
        session.log_message("user", "hello there")
        session.log_message(Role.ASSISTANT, "good morning")
        status = session.status()
    assert status["session_id"] == "s1" and status["data_dir"] == str(tmp_path)
    lite = ("node_count", "edge_count", "buffer_entries", "total_sessions", "log_messages")
    assert [status[name] for name in lite] == [0, 0, 2, 1, 2]
    assert (status["events"], status["messages_by_role"]) == (2, {"user": 1, "assistant": 1})
    assert (status["embed_model"], status["missing"]) == ("mock", [])


def test_an_llm_client_is_accepted_and_not_asked_unless_it_is_enabled(tmp_path: Path) -> None:
    client = MockLLMClient()
    with AWHMSession.start_session(AWHMConfig(data_dir=tmp_path, mock_embeddings=True), llm_client=client) as session:
        session.log_message("user", "hello")
    assert client.requests == []


# Names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "x" * 513])
def test_a_bad_name_is_refused_before_there_is_a_store(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused, match="session"):
        start(tmp_path / "store", name)
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize("name", ["Größe 東京 🎈", "x" * 512, "two\nlines", "../../etc", "a\x00b", " ", "\ud800 half"])
def test_any_other_name_is_a_session_of_its_own(tmp_path: Path, name: str) -> None:
    with start(tmp_path / "store", name) as session:
        session.log_message("user", "the password of the wifi is on the fridge")
        assert (session.status()["buffer_entries"], session.status()["log_messages"]) == (1, 1)
        found = session.query("wifi password", k=1)[0]
        assert (found.source, found.session_id) == ("buffer", session.session_id)
        assert kept(session)["session"] == session.session_id
    assert list(tmp_path.iterdir()) == [tmp_path / "store"], "a name is never a path"


def test_names_that_look_alike_are_different_sessions(tmp_path: Path) -> None:
    names = ["a/b", "a_b", "A/B", "a b", "a%2Fb"]
    sessions = [start(tmp_path, name) for name in names]
    for session, name in zip(sessions, names, strict=True):
        session.log_message("user", f"this was said in {name}")
    for session, name in zip(sessions, names, strict=True):
        assert session.status()["log_messages"] == session.status()["buffer_entries"] == 1
        mine = [r.content for r in session.query("what was said here", k=9) if r.source == "buffer"]
        assert mine == [f"this was said in {name}"]
        session.end_session()


# What a message is -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [*Role, *(role.value for role in Role), "USER", "Tool_Call", " assistant "])
def test_a_role_is_given_by_enum_or_name_in_any_case(tmp_path: Path, role: Role | str) -> None:
    with start(tmp_path) as session:
        session.log_message(role, "some words")
        assert kept(session)["role"] == Role(role.strip().lower()).value


@pytest.mark.parametrize("role", ["", "narrator", "user assistant", "üser"])
def test_an_unknown_role_is_refused_and_nothing_is_written(tmp_path: Path, role: str) -> None:
    with start(tmp_path) as session:
        with pytest.raises(Refused, match="no role") as refused:
            session.log_message(role, "some words")
        assert refused.value.code == "unknown_role"
        assert all(known.value in refused.value.hint for known in Role)
        assert session.status()["events"] == 0


@pytest.mark.parametrize("content", ["", " \n\t", "\ufeff", "\u3000"])
def test_a_blank_message_is_refused_and_nothing_is_written(tmp_path: Path, content: str) -> None:
    with start(tmp_path) as session:
        with pytest.raises(Refused, match="empty"):
            session.log_message("user", content)
        assert session.status()["events"] == 0


def test_a_message_is_kept_word_for_word(tmp_path: Path) -> None:
    words = "  tab\there, NUL \x00, e\u0301 \u00e9, 👩‍👩‍👧, end  \n"
    with start(tmp_path) as session:
        session.log_message("user", words)
        assert kept(session)["content"] == words
        assert session.query("tab here")[0].content == words


@pytest.mark.parametrize(
    "metadata", [{"a": object()}, {"a": {1, 2}}, {1: "a"}, {"a": float("nan")}, {"a": 2**70}, {"a": b"x"}]
)
def test_metadata_that_is_not_json_is_refused_and_nothing_is_written(tmp_path: Path, metadata: Any) -> None:
    with start(tmp_path) as session:
        with pytest.raises(Refused) as refused:
            session.log_message("user", "some words", metadata)
        assert refused.value.code == "bad_metadata"
        assert session.status()["events"] == 0


def test_metadata_and_speaker_are_kept_and_a_blank_speaker_is_none(tmp_path: Path) -> None:
    metadata = {"tool": "grep", "list": [1, None, {"deep": True}], "ratio": 0.5}
    with start(tmp_path) as session:
        session.log_message("user", "some words", metadata, speaker="Caroline")
        session.log_message("user", "other words", {}, speaker="")
        assert (kept(session)["metadata"], kept(session)["speaker"]) == (metadata, "Caroline")
        assert {"metadata", "speaker"} & kept(session, 2).keys() == set()
        assert {found.id: found.speaker for found in session.query("words")} == {"m1": "Caroline", "m2": None}


EAST = timezone(timedelta(hours=5, minutes=30))


@pytest.mark.parametrize(
    ("timestamp", "zone"),
    [
        (datetime(2024, 5, 1, 12, tzinfo=UTC), 0),
        (datetime(2024, 5, 1, 17, 30, tzinfo=EAST), 330),
        (datetime(2024, 5, 1, 12), None),
        ("2024-05-01T12:00:00Z", None),
        ("2024-05-01T12:00", None),
        ("2024-05-01T04:00:00-08:00", -480),
        ("2024-05-01 12:00:00.000+00:00", 0),
    ],
)
def test_a_timestamp_says_when_and_where_it_was_said(tmp_path: Path, timestamp: Any, zone: int | None) -> None:
    with start(tmp_path) as session:
        session.log_message("user", "some words", timestamp=timestamp)
        assert (kept(session)["occurred"], kept(session).get("zone")) == (NOON, zone)


def test_a_bare_date_is_midnight_utc(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        session.log_message("user", "some words", timestamp=date(2024, 5, 1))
        session.log_message("user", "some words", timestamp="2024-05-01")
        assert kept(session)["occurred"] == kept(session, 2)["occurred"] == NOON - 12 * 3_600_000


def test_without_a_timestamp_it_was_said_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: NOON * 1_000_000)
    with start(tmp_path) as session:
        session.log_message("user", "some words")
        assert kept(session)["occurred"] == NOON
        assert session.query("words")[0].occurred == "2024-05-01T12:00:00+00:00"


@pytest.mark.parametrize("timestamp", ["yesterday", "", "12:00", "2024-13-01", "9999-12-31T23:59:59-05:00"])
def test_a_bad_timestamp_is_refused_and_nothing_is_written(tmp_path: Path, timestamp: str) -> None:
    with start(tmp_path) as session:
        with pytest.raises(Refused):
            session.log_message("user", "some words", timestamp=timestamp)
        assert session.status()["events"] == 0


def test_an_idempotency_key_has_one_effect_also_from_another_process(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        assert session.log_message("user", "Watered the plants", idempotency_key="k1") == "m1"
        assert session.log_message("user", "Watered the plants", idempotency_key="k1") == "m1"
        assert session.log_message("user", "Watered the plants", idempotency_key="k2") == "m2"
        assert session.log_message("user", "Watered the plants") == "m3"
        program = 'print(start("s1").log_message("user", "Watered the plants", idempotency_key="k1"))'
        assert child(tmp_path, program) == "m1\n"
        assert said(session) == ["Watered the plants"] * 3


@pytest.mark.parametrize(
    ("name", "role", "content"),
    [("s1", "user", "Fed the cat"), ("s1", "assistant", "Watered the plants"), ("s2", "user", "Watered the plants")],
)
def test_an_idempotency_key_used_for_another_message_is_refused(
    tmp_path: Path, name: str, role: str, content: str
) -> None:
    with start(tmp_path) as session, start(tmp_path, name) as other:
        session.log_message("user", "Watered the plants", idempotency_key="k1")
        with pytest.raises(Refused, match="m1") as refused:
            other.log_message(role, content, idempotency_key="k1")
        assert refused.value.code == "key_reused"
        assert said(session) == ["Watered the plants"]


# Processes and crashes ---------------------------------------------------------------------------------


def test_two_sessions_in_two_processes_lose_nothing_and_see_each_other(tmp_path: Path) -> None:
    program = """
s = start(name)
for number in range(25):
    s.log_message("user", f"{name} says {number}")
    s.query("what was said")
print(s.status()["log_messages"])
s.end_session()
"""
    command = [sys.executable, "-W", "error", "-c"]
    with start(tmp_path, "watching") as watching:
        both = [
            subprocess.Popen(
                [*command, f"{PRELUDE}\nname = {name!r}\n{program}", str(tmp_path)], stdout=subprocess.PIPE, text=True
            )
            for name in ("one", "two")
        ]
        assert [process.communicate(timeout=120)[0] for process in both] == ["25\n", "25\n"]
        words = said(watching)
        for name in ("one", "two"):
            assert [w for w in words if w.startswith(name)] == [f"{name} says {number}" for number in range(25)]
        assert watching.query("one says 24", k=1)[0].content == "one says 24"
        assert watching.store.verify().ok


def test_a_process_killed_after_log_message_returned_loses_nothing(tmp_path: Path) -> None:
    program = """
s = start("s1")
s.log_message("user", "the first thing")
s.query("thing")
s.log_message("user", "the last thing before the crash")
os._exit(9)
"""
    child(tmp_path, program, code=9)
    with start(tmp_path) as session:
        assert said(session) == ["the first thing", "the last thing before the crash"]
        assert session.status()["buffer_entries"] == 2
        assert session.query("crash")[0].source == "buffer"
        assert session.store.verify().ok
