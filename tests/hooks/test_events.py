"""What each event of a host leads to, with the processes and payloads of a host."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from hooked import Host

from awhm.config import AWHMConfig
from awhm.events.lock import Lock
from awhm.spool import waiting
from awhm.store import Store


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "store")


def test_a_prompt_an_answer_and_the_memory_in_a_later_prompt(host: Host) -> None:
    assert host.prompt("My tile setter is Ruben.") == host.stop("I will remember that.")
    found = host.prompt("Who is my tile setter?", "s2")
    assert found.code == 0 and found.line == "" and "My tile setter is Ruben." in found.context
    assert found.context.startswith("<awhm-memory>") and found.out.count("\n") == 1
    assert json.loads(found.out)["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert host.said() == [
        ("claude-s1", "user", "My tile setter is Ruben."),
        ("claude-s1", "assistant", "I will remember that."),
        ("claude-s2", "user", "Who is my tile setter?"),
    ]


def test_nothing_is_added_where_nothing_is_relevant(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    found = host.prompt("How long does sourdough rise?", "s2")
    assert (found.code, found.out, found.line) == (0, "", "")
    assert host.prompt("Who is my tile setter?", "s2", AWHM_HOOK_MIN_SCORE="1.0").out == ""
    assert host.prompt("Who then is my tile setter?", "s2", AWHM_HOOK_MAX_TOKENS="0").out == ""


def test_a_prompt_never_answers_itself(host: Host) -> None:
    assert host.prompt("The zeppelin leaves from Friedrichshafen.").out == ""


def test_what_was_injected_is_on_record_by_turn(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    assert host.prompt("Who is my tile setter?", "s2").context
    store = host.store()
    (recalled,) = [one for one in store.entries() if one.kind == "MemoriesRecalled"]
    assert recalled.payload == {"session": "claude-s2", "shown": [{"position": 1, "times": 1, "turns": [1]}]}
    store.close()


def test_injected_memory_is_never_captured(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    context = host.prompt("Who is my tile setter?", "s2").context
    host.prompt(f"{context}\nWhat is his phone number?", "s3")
    host.stop(f"As memory says: {context}", "s3")
    assert [one[2] for one in host.said()[2:]] == ["What is his phone number?", "As memory says:"]
    assert host.prompt(context, "s4").out == "" and len(host.said()) == 4


def test_sessions_start_and_end_once(host: Host) -> None:
    start = {"session_id": "s1", "source": "startup", "cwd": "/home/ann/site", "hook_event_name": "SessionStart"}
    for _ in range(2):
        assert host.hook("session-start", start).code == 0
    host.prompt("We deploy on Fridays.")
    for _ in range(2):
        assert host.hook("session-end", {"session_id": "s1", "reason": "exit"}).out == ""
    host.work()
    host.hook("session-start", start)
    store = host.store()
    entries = [one for one in store.entries() if one.kind in ("SessionStarted", "SessionEnded", "MessageLogged")]
    assert [one.kind for one in entries] == ["SessionStarted", "MessageLogged", "SessionEnded", "SessionStarted"]
    first = entries[0].payload or {}
    assert first["client"] == "claude-code" and first["metadata"] == {"cwd": "/home/ann/site", "source": "startup"}
    store.close()


def test_a_session_s_end_returns_at_once_and_its_memories_are_made_after_it(host: Host) -> None:
    host.prompt("The API endpoint is https://api.example.com/v2.")
    process = host.start("session-end")
    out, line = process.communicate(b'{"session_id": "s1"}', timeout=60)  # returns when nobody holds the pipes
    assert (process.returncode, out, line) == (0, b"", b"")
    host.work()
    assert "MemoryFormed" in host.kinds()


def test_no_folder_that_a_hook_makes_is_anybody_elses(host: Host) -> None:
    host.prompt("The API endpoint is https://api.example.com/v2.")
    host.hook("pre-compact", {"session_id": "s1", "trigger": "auto"})
    host.work()
    folders = [path for path in host.folder.rglob("*") if path.is_dir()]
    assert {path.name for path in folders} >= {"hooks", "requests"}  # views, too, where some were saved
    assert {path: oct(path.stat().st_mode & 0o777) for path in folders if path.stat().st_mode & 0o077} == {}


def test_before_a_compaction_what_was_said_is_consolidated_and_the_session_goes_on(host: Host) -> None:
    host.prompt("The API endpoint is https://api.example.com/v2.")
    host.hook("pre-compact", {"session_id": "s1", "trigger": "auto"})
    host.work()
    assert "MemoryFormed" in host.kinds() and "SessionEnded" not in host.kinds()


def test_the_same_answer_fired_twice_is_one_and_said_twice_is_two(host: Host) -> None:
    for _ in range(3):
        host.stop("Done.")
    host.prompt("Again, please.")
    host.stop("Done.")
    assert [one[2] for one in host.said()] == ["Done.", "Again, please.", "Done."]


def test_a_private_span_is_never_logged_and_a_text_of_nothing_else_is_none(host: Host) -> None:
    host.prompt("I live in Porto. <private>My PIN is 4711.</private> Thanks.")
    host.prompt("<PRIVATE>only this")
    assert [one[2] for one in host.said()] == ["I live in Porto.  Thanks."]
    assert_nowhere(host.folder, b"4711", b"only this")


def test_a_secret_is_replaced_by_its_kind_before_it_is_appended(host: Host) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    host.prompt(f"Use {secret} for the bucket.")
    store = host.store()
    (entry,) = [one for one in store.entries() if one.kind == "MessageLogged"]
    assert entry.payload is not None and entry.payload["content"] == "Use [redacted: AWS Access Key] for the bucket."
    assert entry.payload["metadata"] == {"redacted": {"AWS Access Key": 1}}
    store.close()
    assert_nowhere(host.folder, secret.encode())


def assert_nowhere(folder: Path, *needles: bytes) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert not [one for one in needles if one in data], path


def test_a_child_of_a_model_that_we_asked_is_not_remembered(host: Host) -> None:
    for event in ("session-start", "prompt", "stop", "pre-compact", "session-end"):
        done = host.hook(
            event, {"session_id": "s1", "prompt": "x", "last_assistant_message": "y"}, AWHM_HOOK_ACTIVE="1"
        )
        assert (done.code, done.out, done.line) == (0, "", "")
    assert not host.folder.exists()


BAD = [
     b"", b"\n", b"{", b"[1]", b"null", b"\xff\xfe\x00", b'{"session_id": 5, "prompt": {"a": 1}}', b"[" * 100_000,
     b'{"prompt": ["a", 5, null, {"text": 3}]}', b'{"n": ' + b"9" * 5000 + b"}", b"\x00\x01\x02", b'"text"'
]  # fmt: skip


@pytest.mark.parametrize("event", ["session-start", "prompt", "stop", "pre-compact", "session-end", "notify"])
def test_whatever_a_host_sends_the_exit_code_is_0_and_stdout_empty(host: Host, event: str) -> None:
    for data in BAD:
        done = host.hook(event, data)
        assert (done.code, done.out) == (0, "") and done.line.count("\n") <= 1 and "Traceback" not in done.line
    host.work()


def test_payloads_of_other_shapes_and_encodings(host: Host) -> None:
    host.hook("prompt", {"session_id": "claude-s1", "user_prompt": "first", "prompt": "other"})
    host.hook("prompt", {"prompt": [{"type": "text", "text": "second"}, {"type": "image"}, "line"], "more": [[]]})
    host.hook("prompt", json.dumps({"session_id": "s1", "prompt": "third é"}).encode("utf-16"))
    host.hook("prompt", b"\xef\xbb\xbf" + json.dumps({"session_id": "s1", "prompt": "fourth"}).encode())
    host.hook("prompt", b'{"session_id": "s1", "prompt": "fifth \xff"}')
    host.hook("prompt", b'{"session_id": "s1", "prompt": "six\nth"}')
    assert host.said() == [
        ("claude-s1", "user", "first"),
        ("claude-unknown", "user", "second\nline"),
        ("claude-s1", "user", "third é"),
        ("claude-s1", "user", "fourth"),
        ("claude-s1", "user", "fifth \ufffd"),
        ("claude-s1", "user", "six\nth"),
    ]


def test_what_the_host_wrote_into_the_user_s_turn_is_kept_apart(host: Host) -> None:
    host.prompt("<system-reminder>be brief</system-reminder>I live in Porto.")
    assert [one[1:] for one in host.said()] == [
        ("system", "<system-reminder>be brief</system-reminder>"),
        ("user", "I live in Porto."),
    ]


def test_flags_of_awhm_lite_and_unknown_ones(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    asked = {"session_id": "s2", "prompt": "Who is my tile setter?"}
    assert host.hook("prompt", asked, "-k", "1", "--semantic").context
    done = host.hook("prompt", {**asked, "session_id": "s3"}, "--no-such-flag")
    assert done.code == 0 and "Ruben" in done.context and done.line == "awhm: there is no option --no-such-flag\n"
    assert host.hook("no-such-event", asked).code == 0
    assert host.hook("session-end", {"session_id": "s1"}, "--stage2").code == 0
    host.work()


def test_a_held_lock_spools_and_the_next_open_takes_it_in_once(host: Host) -> None:
    host.prompt("The first message makes the store.")
    lock = Lock(str(host.folder / "log.lock"))
    with lock:
        done = host.prompt("I live in Porto.", AWHM_HOOK_LOCK_TIMEOUT="0.05", AWHM_HOOK_RECALL_TIMEOUT="0")
        assert done.code == 0 and "spooled" in done.line
        host.stop("Noted.", AWHM_HOOK_LOCK_TIMEOUT="0")
    lock.close()
    assert len(waiting(str(host.folder))) == 2
    for _ in range(2):
        assert [one[2] for one in host.said()][1:] == ["I live in Porto.", "Noted."]
    assert waiting(str(host.folder)) == []


def test_a_store_that_cannot_be_opened_stops_nobody(host: Host) -> None:
    host.folder.mkdir()
    (host.folder / "log.db").write_bytes(b"not a database" * 400)
    for event in ("prompt", "stop", "session-start", "session-end"):
        done = host.hook(event, {"session_id": "s1", "prompt": "x", "last_assistant_message": "y"})
        assert (done.code, done.out) == (0, "") and done.line.startswith("awhm: ") and done.line.count("\n") == 1


def test_an_audit_stream_is_told_of_what_hooks_write(host: Host, tmp_path: Path) -> None:
    stream = tmp_path / "stream.jsonl"
    for number in range(3):
        host.stop(f"answer {number}", AWHM_AUDIT_STREAM=str(stream))
    assert [json.loads(line)["position"] for line in stream.read_text().splitlines()] == [1, 2, 3]


def test_an_encrypted_store_gets_nothing_in_plain(host: Host) -> None:
    for text in ("The zeppelin lands at noon.", "It leaves at one."):
        assert host.stop(text, AWHM_ENCRYPT="true").line == ""
    assert host.stop("It was late.").line == "", "the log itself says that it is encrypted"
    assert_nowhere(host.folder, b"zeppelin", b"leaves at one", b"It was late")
    assert [one[2] for one in host.said()] == ["The zeppelin lands at noon.", "It leaves at one.", "It was late."]


def test_an_encrypted_store_has_no_spool_whatever_the_settings_say(host: Host, tmp_path: Path) -> None:
    host.stop("The first one.", AWHM_ENCRYPT="true")
    stream = str(
        tmp_path / "stream.jsonl"
    )  # with which the log is not opened raw, so that nothing has looked at it yet
    lock = Lock(str(host.folder / "log.lock"))
    settings: tuple[dict[str, str], ...] = ({}, {"AWHM_AUDIT_STREAM": stream})
    with lock:
        for more in settings:
            done = host.stop("The zeppelin lands at noon.", AWHM_HOOK_LOCK_TIMEOUT="0.05", **more)
            assert done.code == 0 and "nothing was kept" in done.line
    lock.close()
    assert waiting(str(host.folder)) == []
    assert_nowhere(host.folder, b"zeppelin")


def test_the_limit_of_recall_runs_from_the_start_of_the_process(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    done = host.prompt("Who is my tile setter?", "s2", AWHM_HOOK_RECALL_TIMEOUT="0.04")  # importing alone takes longer
    assert (done.code, done.out) == (0, "") and "longer than 0.04 s; nothing was injected" in done.line
    assert "--server" in done.line and len(host.said()) == 2


def test_recall_that_takes_too_long_adds_nothing_and_says_so(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    done = host.prompt("Who is my tile setter?", "s2", AWHM_HOOK_RECALL_TIMEOUT="0.000001")
    assert (done.code, done.out) == (0, "") and "nothing was injected" in done.line
    assert len(host.said()) == 2


def test_codex_with_the_same_payloads_and_its_older_call(host: Host) -> None:
    turn: dict[str, Any] = {"session_id": "c1", "turn_id": "1", "prompt": "My tile setter is Ruben."}
    host.hook("prompt", turn, "--host", "codex")
    host.hook("stop", {"session_id": "c1", "last_assistant_message": "Noted."}, "--host=codex")
    old = {"type": "agent-turn-complete", "thread-id": "c2", "input-messages": ["I live in Porto."],
           "last-assistant-message": "A fine place."}  # fmt: skip
    host.hook("notify", b"", "--host", "codex", json.dumps(old))
    assert host.said() == [
        ("codex-c1", "user", "My tile setter is Ruben."),
        ("codex-c1", "assistant", "Noted."),
        ("codex-c2", "user", "I live in Porto."),
        ("codex-c2", "assistant", "A fine place."),
    ]
    host.hook("session-start", {"session_id": "c3"}, "--host", "codex")  # which tells nobody of an end
    host.work()
    assert "MemoryFormed" in host.kinds()


def test_a_host_that_never_closes_the_pipe_is_not_waited_for(host: Host) -> None:
    reading, writing = os.pipe()
    os.write(writing, b'{"session_id": "s1", "last_assistant_message": "Done."}')
    import subprocess

    started = time.monotonic()
    run = subprocess.run(host.command("stop"), stdin=reading, env=host.environment(), timeout=60)
    assert run.returncode == 0 and time.monotonic() - started < 50
    os.close(writing)
    os.close(reading)
    assert [one[2] for one in host.said()] == ["Done."]


def test_an_event_that_a_later_program_wrote_badly_is_left_to_the_doctor(tmp_path: Path) -> None:
    """A log that is damaged is not appended to by the slow path either, and the hook says so in its one line."""
    host = Host(tmp_path / "store")
    Store(AWHMConfig(data_dir=host.folder, mock_embeddings=True)).close()
    connection = sqlite3.connect(host.folder / "log.db")
    connection.execute("DELETE FROM meta")
    connection.commit()
    connection.close()
    done = host.stop("Done.")
    assert done.code == 0 and done.line.count("\n") == 1
