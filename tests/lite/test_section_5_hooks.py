"""AWHM Lite's hooks, section 5 of its specification: commands, flags, payloads, what goes out, and the environment."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hooked import ROOT, Hooked, Host


class Lite(Host):
    """Hooks called as Lite's settings call them: `awhm hook ...`."""

    def command(self, event: str, *options: str) -> list[str]:
        return [sys.executable, "-m", "awhm", "hook", event, *options]

    def environment(self, **more: str) -> dict[str, str]:
        return {**super().environment(), "PYTHONPATH": str(ROOT), **more}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Lite(tmp_path / "store")


def test_three_processes_are_one_conversation_and_its_end_makes_memories(host: Host) -> None:
    host.prompt("I prefer tabs over spaces.")
    host.hook("stop", {"session_id": "s1", "last_assistant_message": "Noted."})
    found = host.prompt("Do I prefer tabs or spaces?")
    assert [role for _, role, _ in host.said()] == ["user", "assistant", "user"]
    assert "I prefer tabs over spaces." in found.context
    host.prompt("The API endpoint is https://api.example.com/v2.")
    assert host.hook("session-end", {"session_id": "s1"}).out == ""
    host.work()
    assert host.kinds().count("MemoryFormed") >= 2


PAYLOADS: list[tuple[str, dict[str, Any], list[tuple[str, str, str]]]] = [
    ("prompt", {"session_id": "s1", "user_prompt": " first ", "prompt": "x"}, [("claude-s1", "user", "first")]),
    ("prompt", {"session_id": "claude-s1", "prompt": "not doubled"}, [("claude-s1", "user", "not doubled")]),
    ("prompt", {"prompt": "nobody"}, [("claude-unknown", "user", "nobody")]),
    ("prompt", {"session_id": "s1", "prompt": "  "}, []),
    ("stop", {"session_id": "s1", "last_assistant_message": "Done."}, [("claude-s1", "assistant", "Done.")]),
    ("stop", {"session_id": "s1", "last_assistant_message": ""}, []),
    ("stop", {}, []),
]


@pytest.mark.parametrize(("event", "payload", "logged"), PAYLOADS)
def test_a_payload(host: Host, event: str, payload: dict[str, Any], logged: list[Any]) -> None:
    done = host.hook(event, payload)
    assert (done.code, done.out) == (0, "")
    if logged:
        assert host.said() == logged
    else:
        assert not (host.folder / "log.db").exists(), "nothing is opened for nothing"


def test_the_same_answer_fired_twice_is_one(host: Host) -> None:
    for _ in range(2):
        host.stop("Done.")
    assert len(host.said()) == 1


FLAGS = [("prompt", ["-k", "1"]), ("prompt", ["-k", "5", "--semantic"]), ("session-end", ["--stage2"])]


@pytest.mark.parametrize(("event", "flags"), FLAGS)
def test_flags(host: Host, event: str, flags: list[str]) -> None:
    host.prompt("My tile setter is Ruben.")
    done = host.hook(event, {"session_id": "s2", "prompt": "Who is my tile setter?"}, *flags)
    assert (done.code, done.line) == (0, "") and (event != "prompt" or "Ruben" in done.context)
    host.work()


def test_what_goes_out_has_lites_shape(host: Host) -> None:
    host.prompt("My tile setter is Ruben.")
    found = host.prompt("Who is my tile setter?", "s2")
    assert found.out.endswith("\n") and found.out.count("\n") == 1
    inner = json.loads(found.out)["hookSpecificOutput"]
    assert inner["hookEventName"] == "UserPromptSubmit" and "Ruben" in inner["additionalContext"]
    assert host.prompt("How long does sourdough rise?", "s3").out == ""


def settings(*more: str) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", "awhm", "hook", "settings", *more], capture_output=True, cwd=ROOT, timeout=60
    )
    assert run.returncode == 0
    assert run.stdout.decode() == json.dumps(json.loads(run.stdout), indent=2) + "\n"
    hooks: dict[str, Any] = json.loads(run.stdout)["hooks"]
    return hooks


def test_settings_print_lites_block_and_two_events_more() -> None:
    hooks = settings("--command", "/opt/awhm")
    lite = {"UserPromptSubmit": ("prompt", 20), "Stop": ("stop", 20), "SessionEnd": ("session-end", 60)}
    for event, (command, timeout) in lite.items():
        wanted = {"type": "command", "command": f"/opt/awhm hook {command}", "timeout": timeout}
        assert hooks[event] == [{"hooks": [wanted]}]
    assert set(hooks) - set(lite) == {"SessionStart", "PreCompact"}
    assert settings().keys() == hooks.keys()


@pytest.mark.parametrize("event", ["prompt", "stop", "session-end"])
def test_the_guard_reads_nothing_and_makes_nothing(host: Host, event: str) -> None:
    payload = {"session_id": "s1", "prompt": "x", "last_assistant_message": "y"}
    assert host.hook(event, payload, AWHM_HOOK_ACTIVE="yes") == Hooked(0, "", "")
    assert not host.folder.exists()


@pytest.mark.parametrize("line", [["prompt", "-k"], ["prompt", "-k", "many"], ["--no-such"], [], ["no-such-event"]])
def test_a_bad_line_is_0_too_as_2_would_block_the_prompt(host: Host, line: list[str]) -> None:
    command = [sys.executable, "-m", "awhm", "hook", *line]
    done = subprocess.run(command, input=b'{"prompt": "x"}', env=host.environment(), capture_output=True, timeout=60)
    assert done.returncode == 0 or not line or line == ["--no-such"], done.stderr
    assert b"Traceback" not in done.stderr


def test_whatever_goes_wrong_is_a_line_on_stderr(host: Host) -> None:
    host.folder.mkdir()
    (host.folder / "log.db").write_bytes(b"no database" * 500)
    done = host.prompt("My tile setter is Ruben.")
    assert (done.code, done.out) == (0, "") and done.line.count("\n") == 1
