"""Faults of AWHM Lite's hooks (../shared/spec/awhm-lite.md, section 20), each with what set it off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hooked import Host

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "store")


def door(host: Host, *arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """`awhm` itself, as a host with AWHM Lite's settings calls it."""
    line = [sys.executable, "-m", "awhm", *arguments]
    return subprocess.run(line, input=data, env=host.environment(), cwd=ROOT, capture_output=True, timeout=120)


def test_w8_a_secret_is_not_captured_and_files_are_the_user_s_alone(host: Host) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    host.prompt(f"My token is {secret}, keep it.")
    host.prompt(f"<private>{secret}</private>")
    for path in host.folder.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
        assert not path.is_file() or secret.encode() not in path.read_bytes()
    assert [one[2] for one in host.said()] == ["My token is [redacted: GitHub Token], keep it."]


def test_w9_and_w16_work_that_was_killed_is_done_by_the_next_start(host: Host) -> None:
    host.prompt("The API endpoint is https://api.example.com/v2.")
    process = host.start("session-end", AWHM_DATA_DIR=str(host.folder))
    process.communicate(b'{"session_id": "s1"}')
    requests = host.folder / "hooks" / "requests"
    for one in list(requests.iterdir()):  # as if the process had been killed before anything was done
        os.replace(one, one.with_suffix(".json"))
    host.hook("session-start", {"session_id": "s2"})
    host.work()
    assert "MemoryFormed" in host.kinds()


def test_w17_two_doors_log_a_message_of_one_session_once_each(host: Host) -> None:
    """The hook logs what the host says; asking and consolidating elsewhere logs nothing."""
    host.prompt("My tile setter is Ruben.")
    for arguments in (["query", "tile setter"], ["status"], ["consolidate"]):
        assert door(host, *arguments).returncode == 0
    assert len(host.said()) == 1


@pytest.mark.parametrize(
    "arguments",
    [["hook", "prompt", "--bogus"], ["--mock", "hook", "prompt"], ["--bogus", "hook", "prompt"],
     ["hook", "prompt", "-k"], ["hook", "bogus"], ["hook", "--bogus", "stop"],
     ["--data-dir", "/nonexistent/x", "hook", "stop", "--data-dir"],
     ["hook", "prompt", "--host", "bogus"]],
    ids=" ".join,
)  # fmt: skip
def test_w25_no_argument_makes_a_hook_end_in_anything_but_0(host: Host, arguments: list[str]) -> None:
    run = door(host, *arguments, data=b'{"session_id": "s1", "prompt": "I live in Porto."}')
    assert (run.returncode, run.stdout) == (0, b"") and run.stderr.count(b"\n") <= 1 and b"Traceback" not in run.stderr


def test_w25_mock_before_hook_is_the_same_hook_and_the_variable_is_everybody_s(host: Host) -> None:
    data = json.dumps({"session_id": "s1", "prompt": "My tile setter is Ruben."}).encode()
    assert door(host, "--mock", "hook", "prompt", data=data).returncode == 0
    found = door(host, "query", "tile setter", "--json")
    assert found.returncode == 0 and b"Ruben" in found.stdout


def test_w25_stop_does_not_rely_on_one_field(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "s1.jsonl"
    message = {"role": "assistant", "content": [{"type": "text", "text": "The answer."}]}
    path.write_text(json.dumps({"type": "assistant", "uuid": "a", "message": message}) + "\n")
    host.hook("stop", {"session_id": "s1", "transcript_path": str(path)})
    assert [one[2] for one in host.said()] == ["The answer."]


def test_w26_sessions_with_names_alike_stay_apart(host: Host) -> None:
    names = ["a/b", "a_b", "a b", "A_b", "a%2Fb", "../a", "a\u0000b", "é" * 600]
    for number, name in enumerate(names):
        host.stop(f"answer {number}", name)
        host.hook("session-end", {"session_id": name})
    host.work()
    assert len({session for session, _, _ in host.said()}) == len(names)


def test_w24_the_tail_of_this_session_is_known_to_the_next_prompt(host: Host) -> None:
    host.prompt("I prefer Python.")
    host.stop("Noted.")
    host.prompt("Actually, I prefer Rust.")
    context = host.prompt("Which language do I prefer?", "s2").context
    assert "Rust" in context and "[m1" not in context


def test_w40_what_was_injected_is_listed_with_its_ids(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    assert "[m1" in host.prompt("Who is my tile setter?", "s2").context
    run = door(host, "recalls", "--json")
    (row,) = json.loads(run.stdout)["recalls"]
    assert row["session"] == "claude-s2" and row["shown"][0]["id"] == "m1"
    assert row["shown"][0]["content"] == "My tile setter is Ruben." and row["shown"][0]["turns"] == [1]
    assert b"Ruben" in door(host, "recalls", "--session", "claude-s2").stdout
    assert b"Nothing was recalled" in door(host, "recalls", "--session", "other").stdout
