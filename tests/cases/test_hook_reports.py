"""Failures of hooks that people reported, each with the input that the report gives.

Those of the MCP server are elsewhere. The ids of the cases are in the names; the last test looks that no case of a
hook is without one.
"""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hooked import Host

TESTS = Path(__file__).resolve().parents[1]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "store")


def test_bc_hok_01_empty_stdin_a_newline_and_none_at_all(host: Host) -> None:
    import subprocess

    for data in (b"", b"\n"):
        done = host.hook("prompt", data)
        assert (done.code, done.out) == (0, "") and done.line.count("\n") == 1
    line = " ".join(["exec", *host.command("prompt"), "<&-"])
    run = subprocess.run(["/bin/sh", "-c", line], env=host.environment(), capture_output=True, timeout=60)
    assert (run.returncode, run.stdout) == (0, b"") and b"Traceback" not in run.stderr


def test_bc_hok_03_a_store_that_nobody_may_read_blocks_no_stop(host: Host) -> None:
    host.stop("The first message makes the store.")
    os.chmod(host.folder, 0)
    (host.folder.parent / "file").write_text("no folder")
    try:
        payload = {"session_id": "s1", "transcript_path": "/tmp/t.jsonl", "cwd": "/tmp", "hook_event_name": "Stop",
                   "stop_hook_active": False, "last_assistant_message": "x"}  # fmt: skip
        for folder in (host.folder, host.folder.parent / "file" / "below"):
            done = host.hook("stop", payload, AWHM_DATA_DIR=str(folder))
            assert (done.code, done.out) == (0, "") and done.line.count("\n") <= 1  # root may read what nobody may
    finally:
        os.chmod(host.folder, 0o700)


def test_bc_hok_05_the_transcript_is_the_one_that_stdin_names(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "dir with space" / "t é.jsonl"
    path.parent.mkdir()
    said = {"role": "user", "content": "I store the skis in the cellar."}
    path.write_text(json.dumps({"type": "user", "timestamp": "2024-03-04T09:00:00Z", "message": said}) + "\n")
    payload = {"session_id": "s9", "transcript_path": str(path), "cwd": "/tmp", "hook_event_name": "SessionEnd",
               "reason": "exit"}  # fmt: skip
    other = {"TRANSCRIPT_PATH": "/nonexistent/other.jsonl", "CLAUDE_TRANSCRIPT_PATH": "/nonexistent/other.jsonl"}
    assert host.hook("session-end", payload, **other).code == 0
    host.work()
    assert "skis in the cellar" in host.prompt("Where are the skis?", "s10").context
    assert host.said()[0][0] == "claude-s9"


def test_bc_hok_06_a_transcript_that_is_absent_empty_a_folder_or_cut(host: Host, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    whole = {"type": "assistant", "uuid": "a1", "sessionId": "s1", "timestamp": "2024-03-04T09:00:00Z",
             "message": {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}}  # fmt: skip
    cut = tmp_path / "cut.jsonl"
    cut.write_text(json.dumps(whole) + "\n" + json.dumps({**whole, "uuid": "a2"})[:60])
    for path in (tmp_path / "none.jsonl", tmp_path / "empty.jsonl", tmp_path, cut, cut):
        for event in ("stop", "session-end"):
            done = host.hook(event, {"session_id": "s1", "transcript_path": str(path), "stop_hook_active": False})
            assert (done.code, done.out, done.line) == (0, "", "")
    host.work()
    assert [one[2] for one in host.said()] == ["Done."]


def test_bc_hok_07_a_session_s_end_is_over_at_once_and_nothing_is_lost_when_it_is_killed(
    host: Host, tmp_path: Path
) -> None:
    path = tmp_path / "big.jsonl"
    line = (
        '{"type":"user","timestamp":"2024-03-04T09:00:00Z","message":{"role":"user","content":"note %d, the shed"}}\n'
    )
    path.write_text("".join(line % number for number in range(1, 5001)))
    payload = {"session_id": "s2", "transcript_path": str(path), "cwd": "/tmp", "reason": "exit"}
    host.stop("The first message makes the store.", "s2")
    process = host.start("session-end")
    process.communicate(json.dumps(payload).encode(), timeout=60)
    host.work()  # waits for the other process, or goes on where it was
    notes = [one[2] for one in host.said() if one[2].startswith("note ")]
    assert sorted(notes) == sorted(f"note {number}, the shed" for number in range(1, 5001))


def test_bc_hok_12_half_a_pair_of_surrogates(host: Host, tmp_path: Path) -> None:
    data = (
        b'{"session_id":"s1","cwd":"/tmp","hook_event_name":"UserPromptSubmit",'
        b'"prompt":"My tent is green \\ud83d and I sleep well"}'
    )
    assert host.hook("prompt", data).code == 0
    assert host.said() == [("claude-s1", "user", "My tent is green \ufffd and I sleep well")]
    assert "tent is green" in host.prompt("Which colour has my tent?", "s2").context
    store = host.store()
    assert not store.verify().findings
    store.close()


def test_bc_hok_13_a_prompt_of_350_kilobytes(host: Host) -> None:
    text = "My beekeeping mentor is Ottilie. " + "log line with nothing useful. " * 12_000
    started = time.process_time()
    assert host.prompt(text).code == 0
    assert "Ottilie" in host.prompt("Who is my beekeeping mentor?", "s2").context
    assert time.process_time() - started < 60


def test_bc_hok_15_an_echo_is_no_new_memory(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "t5.jsonl"
    host.prompt("My tile setter is Ruben.", "s0")
    host.hook("session-end", {"session_id": "s0"})
    host.work()
    before = host.kinds().count("MemoryFormed")

    def record(kind: str, text: str, number: int) -> str:
        message: dict[str, Any] = {"role": kind, "content": text}
        at = f"2026-03-04T09:{number:02}:00Z"
        return json.dumps({"type": kind, "uuid": f"{kind}{number}", "timestamp": at, "message": message}) + "\n"

    for number in range(4):
        context = host.prompt("who sets my tiles?", "t5").context
        with path.open("a") as file:
            file.write(record("user", f"{context}\nwho sets my tiles?", 2 * number))
            file.write(record("assistant", "From memory: your tile setter is Ruben.", 2 * number + 1))
        host.hook("stop", {"session_id": "t5", "transcript_path": str(path)})
    host.hook("session-end", {"session_id": "t5", "transcript_path": str(path)})
    host.work()
    kinds = host.kinds()
    assert before == kinds.count("MemoryFormed") == 1 and "MemoryReinforced" not in kinds
    assert not any("<awhm-memory>" in one[2] for one in host.said())


def test_bc_sto_03_large_messages_of_four_processes_stay_whole(host: Host) -> None:
    from concurrent.futures import ThreadPoolExecutor

    texts = [f"{number} " + chr(97 + number) * 200_000 for number in range(20)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(host.stop, texts))
    assert sorted(one[2] for one in host.said()) == sorted(texts)


def test_bc_cli_11_every_door_has_the_data_directory_of_the_variable(host: Host) -> None:
    import subprocess
    import sys

    line = [sys.executable, "-m", "awhm", "add", "Allotment key hangs by the door"]
    subprocess.run(line, env=host.environment(), check=True, cwd=TESTS.parent, capture_output=True)
    assert "by the door" in host.prompt("where is the allotment key?").context
    assert not Path(host.environment()["HOME"], ".awhm").exists()


def test_every_case_of_a_hook_has_a_test(shared: Path) -> None:
    cases = [json.loads(line) for line in (shared / "cases" / "field_reports.jsonl").read_text().splitlines()]
    wanted = {one["id"] for one in cases if one["class"].startswith("hooks") and one["input"]["kind"] == "hook"}
    names = re.findall(r"def test_(bc_\w{3}_\d\d)", Path(__file__).read_text())
    assert wanted <= {name.upper().replace("_", "-") for name in names}
