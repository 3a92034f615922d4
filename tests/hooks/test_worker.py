"""What follows a session: the rest of its transcript once, its memories, and nothing that was to stay out."""

from __future__ import annotations

import json
import random
import signal
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hooked import Host

from awhm.spool import waiting


def record(kind: str, text: str, at: datetime, uuid: str, session: str = "s1", **more: Any) -> str:
    message = {"role": kind, "content": text if kind == "user" else [{"type": "text", "text": text}]}
    stamp = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    fields = {"type": kind, "uuid": uuid, "sessionId": session, "timestamp": stamp, "message": message, **more}
    return json.dumps(fields) + "\n"


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "store")


def ended(host: Host, transcript: Path, session: str = "s1") -> None:
    payload = {"session_id": session, "transcript_path": str(transcript), "hook_event_name": "SessionEnd"}
    assert host.hook("session-end", payload).code == 0
    host.work()


def test_what_hooks_missed_is_taken_from_the_transcript_once(host: Host, tmp_path: Path) -> None:
    path, now = tmp_path / "s1.jsonl", datetime.now(UTC)
    host.prompt("I live in Porto.")
    host.stop("A fine place.")
    path.write_text(
        record("user", "I live in Porto.", now, "u1")
        + record("assistant", "Let me think.", now, "a0")
        + record("assistant", "A fine place.", now, "a1")
        + record("user", "My tile setter is Ruben.", now + timedelta(seconds=200), "u2")
        + record("user", "a sub-agent's task", now, "u3", isSidechain=True)
        + record("user", "<awhm-memory>\nold\n</awhm-memory>", now, "u4")
    )
    for _ in range(2):
        ended(host, path)
    words = Counter(one[2] for one in host.said())
    assert words == {"I live in Porto.": 1, "A fine place.": 1, "Let me think.": 1, "My tile setter is Ruben.": 1}
    assert host.kinds().count("SessionEnded") == 2, "what came late was said before the end"


def test_a_stop_without_a_text_reads_the_transcript_and_its_cut_line_later(host: Host, tmp_path: Path) -> None:
    path, now = tmp_path / "s1.jsonl", datetime.now(UTC)
    line = record("assistant", "The answer.", now, "a1")
    payload = {"session_id": "s1", "transcript_path": str(path)}
    for text in ("", line[:40]):
        path.write_text(text)
        assert host.hook("stop", payload).code == 0
    assert not host.folder.exists()
    for text in (line.rstrip("\n"), line, line + record("user", "More.", now, "u1")[:50]):
        path.write_text(text)
        host.hook("stop", payload)
    host.prompt("More.")
    host.hook("stop", payload)
    assert [one[2] for one in host.said()] == ["The answer.", "More."]
    ended(host, path)
    assert [one[2] for one in host.said()] == ["The answer.", "More."]


def test_the_ids_are_those_of_an_import(host: Host, tmp_path: Path) -> None:
    path, now = tmp_path / "s1.jsonl", datetime.now(UTC)
    path.write_text(record("user", "My tile setter is Ruben.", now, "u1") + record("assistant", "Noted.", now, "a1"))
    host.hook("stop", {"session_id": "s1", "transcript_path": str(path)})
    ended(host, path)
    store = host.store()
    done = store.import_files([str(path)])
    assert (done.new, done.known) == (0, 2)
    store.close()


def test_what_was_said_in_a_pause_or_private_or_erased_does_not_come_from_the_transcript(
    host: Host, tmp_path: Path
) -> None:
    from awhm.hooks.pauses import pause, resume

    path, now = tmp_path / "s1.jsonl", datetime.now(UTC)
    host.prompt("The zeppelin is due for repair.")
    store = host.store()
    store.erase(message="m1")
    store.close()
    then = now - timedelta(hours=2)
    pause(str(host.folder), int((then - timedelta(minutes=1)).timestamp() * 1000), None)
    resume(str(host.folder), int((then + timedelta(minutes=1)).timestamp() * 1000))
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    path.write_text(
        record("user", "The zeppelin is due for repair.", datetime.now(UTC), "u1")
        + record("user", "Said in the pause.", then, "u2")
        + record("user", f"<private>hidden</private>The key is {secret}", now - timedelta(hours=4), "u3")
    )
    ended(host, path)
    assert [one[2] for one in host.said()] == ["The key is [redacted: AWS Access Key]"]


def test_paused_hooks_keep_and_add_nothing(host: Host) -> None:
    import sys
    from subprocess import run

    host.prompt("My tile setter is Ruben.")
    door = [sys.executable, "-m", "awhm"]
    run([*door, "pause", "--for", "1h"], env=host.environment(), check=True, cwd=Path(__file__).parents[2])
    for event in ("session-start", "prompt", "stop", "pre-compact", "session-end"):
        payload = {"session_id": "s2", "prompt": "Who is my tile setter?", "last_assistant_message": "x"}
        done = host.hook(event, payload)
        assert (done.code, done.out, done.line) == (0, "", "")
    assert len(host.said()) == 1 and not (host.folder / "hooks" / "requests").exists()
    run([*door, "resume"], env=host.environment(), check=True, cwd=Path(__file__).parents[2])
    assert host.prompt("Who is my tile setter?", "s2").context
    assert host.kinds().count("AuditNoted") == 2


def test_recorded_transcripts_are_taken_whole_and_once(host: Host, tmp_path: Path, shared: Path) -> None:
    files = sorted((shared / "corpora" / "claude_code").glob("*.jsonl"))[:5]
    assert files
    for _ in range(2):
        for file in files:
            payload = {"session_id": file.stem, "transcript_path": str(file), "hook_event_name": "SessionEnd"}
            assert host.hook("session-end", payload).code == 0
    host.work()
    before = host.said()
    store = host.store()
    done = store.import_files([str(file) for file in files])
    roles = {row["payload"]["role"] for row in (one.to_dict() for one in store.entries())
             if row["kind"] == "MessageLogged"}  # fmt: skip
    store.close()
    assert before and done.known >= len(before) - 5, "nearly all are known to an import by their ids"
    assert {role for _, role, _ in before} == {"user", "assistant"} and roles


def test_many_at_once_and_killed_at_random_lose_nothing_and_write_nothing_twice(host: Host) -> None:
    host.stop("The first message makes the store.", "s0")
    rest = {"AWHM_HOOK_RECALL_TIMEOUT": "0", "AWHM_HOOK_LOCK_TIMEOUT": "0.02"}
    acknowledged: list[str] = []
    chance = random.Random(7)
    kill = {number for number in range(36) if chance.random() < 0.25}

    def run(worker: int) -> None:
        for number in range(worker, 36, 4):
            text = f"note {number}" + " x" * 20_000 * (number % 3 == 0)
            payload = json.dumps({"session_id": f"s{worker % 2}", "last_assistant_message": text}).encode()
            process = host.start("stop", **rest)
            if number in kill:
                assert process.stdin is not None
                process.stdin.write(payload)
                process.stdin.close()
                threading.Event().wait(chance.random() * 0.06)
                process.send_signal(signal.SIGKILL)
                process.wait()
                for pipe in (process.stdout, process.stderr):
                    assert pipe is not None
                    pipe.close()
            else:
                process.communicate(payload, timeout=120)
                assert process.returncode == 0
                acknowledged.append(text)

    threads = [threading.Thread(target=run, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counted = Counter(one[2] for one in host.said())
    assert all(counted[text] == 1 for text in acknowledged)
    assert max(counted.values()) == 1 and waiting(str(host.folder)) == []
    store = host.store()
    assert not store.verify().findings
    store.close()


def test_one_that_is_killed_is_gone_on_with_by_the_next(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    line = (
        '{"type":"user","timestamp":"2024-03-04T09:00:00Z","message":{"role":"user","content":"note %d about a shed"}}'
    )
    path.write_text("".join(line % number + "\n" for number in range(600)))
    host.stop("The first message makes the store.", "s2")
    (host.folder / "hooks" / "requests").mkdir(parents=True)
    fields = {"session": "claude-s2", "host": "claude", "transcript": str(path), "ended": True, "asked": 1}
    (host.folder / "hooks" / "requests" / "a.json").write_text(json.dumps(fields))
    for wait in (0.5, 1.2):
        process = host.start("work")
        threading.Event().wait(wait)
        process.kill()
        process.communicate()
    host.work()
    notes = [one for one in host.said() if one[2].startswith("note ")]
    assert len(notes) == len(set(notes)) == 600
    assert {session for session, _, _ in notes} == {"claude-s2"}


def test_a_request_that_nobody_can_read_is_set_aside(host: Host) -> None:
    host.prompt("I live in Porto.")
    (host.folder / "hooks" / "requests").mkdir(parents=True)
    (host.folder / "hooks" / "requests" / "a.json").write_text("{")
    host.work()
    assert [one.name for one in (host.folder / "hooks" / "requests").iterdir()] == ["a.bad"]
