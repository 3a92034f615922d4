"""Stage 2 through Claude Code's command line: a real process of that name, which tells what it was given."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from awhm.adapters.claude_code import ClaudeCodeClient
from awhm.errors import AwhmError, Refused

SECRET = "the words of the user"
PROGRAM = """#!{python}
import json, os, signal, subprocess, sys, time
here = {here!r}
told = dict(argv=sys.argv[1:], env=dict(os.environ), cwd=os.getcwd(), files=os.listdir("."))
act = open(os.path.join(here, "act")).read()
if act != "deaf":
    told["stdin"] = sys.stdin.read()
with open(os.path.join(here, "told.json"), "w") as file:
    json.dump(told, file)
good = {{"type": "result", "is_error": False, "result": "", "structured_output": {{"memories": []}}}}
if act == "good" or act == "deaf":
    print(json.dumps(good))
elif act == "text":
    print(json.dumps({{**good, "structured_output": None, "result": 'Sure: {{"memories": [1]}}'}}))
elif act == "empty":
    print(json.dumps({{**good, "structured_output": None}}))
elif act == "error":
    print(json.dumps({{"is_error": True, "result": "Claude AI usage limit reached|1730000000"}}))
elif act == "logged out":
    print("Invalid API key · Please run /login", file=sys.stderr); sys.exit(1)
elif act == "fails":
    print("something else", file=sys.stderr); sys.exit(3)
elif act == "garbage":
    sys.stdout.buffer.write(b"\\xff\\xfe not json")
elif act == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
elif act == "hangs":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
    with open(os.path.join(here, "child"), "w") as file:
        file.write(str(child.pid))
    os.rename(os.path.join(here, "child"), os.path.join(here, "pid"))
    time.sleep(300)
"""


class Fake:
    """A `claude` on the PATH that does as it is told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        program = folder / "claude"
        program.write_text(PROGRAM.format(python=sys.executable, here=str(folder)))
        program.chmod(0o755)
        self.will("good")

    def will(self, act: str) -> None:
        (self.folder / "act").write_text(act)

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "told.json").read_text())
        return found


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("CLAUDE_CODE_ENTRYPOINT", "cli")
    return Fake(tmp_path)


def ask(**more: Any) -> Any:
    return ClaudeCodeClient(**more).complete_json("the task", SECRET, {"type": "object"})


def test_the_prompt_goes_over_stdin_and_never_stands_on_the_command_line(fake: Fake) -> None:
    """W8: a command line is seen by everyone on the machine."""
    assert ask(model="haiku") == {"memories": []}
    told = fake.told
    assert told["stdin"] == SECRET and SECRET not in json.dumps(told["argv"])
    assert told["argv"][0] == "-p" and told["argv"][-2:] == ["--model", "haiku"]
    for option, value in (("--output-format", "json"), ("--tools", ""), ("--max-turns", "1")):
        assert told["argv"][told["argv"].index(option) + 1] == value
    assert "--no-session-persistence" in told["argv"]
    assert json.loads(told["argv"][told["argv"].index("--json-schema") + 1]) == {"type": "object"}


def test_the_child_is_guarded_is_in_no_session_and_works_in_an_empty_folder(fake: Fake) -> None:
    ask()
    told = fake.told
    assert told["env"]["AWHM_HOOK_ACTIVE"] == "1"
    assert not {"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"} & set(told["env"])
    assert told["files"] == [] and not Path(told["cwd"]).exists(), "and the folder is gone afterwards"
    assert told["env"]["HOME"] == os.environ["HOME"] and "--model" not in told["argv"]
    assert os.environ["CLAUDECODE"] == "1", "our own environment is as it was"


def test_a_long_prompt_is_no_longer_than_a_pipe_takes(fake: Fake) -> None:
    text = "x" * (1 << 20)
    assert ClaudeCodeClient().complete_json("s", text, {}) == {"memories": []}
    assert fake.told["stdin"] == text
    fake.will("deaf")
    assert ClaudeCodeClient().complete_json("s", text, {}) == {"memories": []}, "one that does not listen"


def test_an_answer_in_text_is_taken_where_there_is_no_other(fake: Fake) -> None:
    fake.will("text")
    assert ask() == 'Sure: {"memories": [1]}'


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("error", "rate_limited"),
        ("logged out", "logged_out"),
        ("fails", "client_failed"),
        ("killed", "client_killed"),
        ("garbage", "bad_output"),
        ("empty", "bad_output"),
    ],
)
def test_each_way_in_which_it_fails_has_its_name(fake: Fake, act: str, code: str) -> None:
    fake.will(act)
    with pytest.raises(AwhmError) as failed:
        ask()
    assert failed.value.code == code and SECRET not in str(failed.value)


def test_one_that_hangs_goes_with_all_it_has_started(fake: Fake) -> None:
    fake.will("hangs")
    started = time.monotonic()
    with pytest.raises(AwhmError) as failed:
        # Time enough to have started its child, however busy the machine is.
        ask(timeout=15.0 if os.environ.get("CI") else 5.0)
    assert failed.value.code == "timeout" and time.monotonic() - started < 60
    pid = int((fake.folder / "pid").read_text())
    deadline = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]:
        assert time.monotonic() < deadline, "a child of it is left behind"


def test_where_there_is_none_it_is_said_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refused) as refused:
        ClaudeCodeClient()
    assert refused.value.code == "client_missing" and "--stage2-client" in refused.value.hint
