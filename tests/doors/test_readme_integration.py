"""The parts of README.md on agents, followed word for word in a home that has settings: hooks, MCP server, skill."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest
from hooked import PATIENT, ROOT, shell
from mcp_talk import Talk

README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTINGS = (
    b'{\r\n\t"permissions": {"allow": ["Bash(ls:*)"]},\r\n'
    b'\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}\r\n}'
)
# What `claude mcp add` does with what it is given, as far as it matters here: it keeps the command line.
CLAUDE = """#!{python}
import json, pathlib, sys
scope, name, dashes, *command = sys.argv[4:]
assert sys.argv[1:4] == ["mcp", "add", "--scope"] and dashes == "--"
pathlib.Path.home().joinpath(".claude.json").write_text(json.dumps({{"mcpServers": {{name: command}}}}))
"""


def commands(title: str) -> list[str]:
    """The lines of the first block below a title."""
    found = re.search(rf"^## {title}\n.*?^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1].splitlines()


class Home:
    """A user's home with settings and programs, and little else in the environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = folder / "bin"
        programs.mkdir()
        (programs / "claude").write_text(CLAUDE.format(python=sys.executable))
        (programs / "claude").chmod(0o755)
        path = os.pathsep.join([str(programs), str(Path(sys.executable).parent), "/usr/bin", "/bin"])
        self.environment = {
            "HOME": str(folder),
            "PATH": path,
            "AWHM_NER": "false",
            "AWHM_MOCK_EMBEDDINGS": "1",
            **PATIENT,
        }
        self.settings = folder / ".claude" / "settings.json"
        self.settings.parent.mkdir()
        self.settings.write_bytes(SETTINGS)

    def run(self, line: str) -> str:
        done = subprocess.run(
            ["/bin/sh", "-c", line], env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=120,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 0, (line, done.stderr)
        return done.stdout


@pytest.fixture
def own(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_with_claude_code(own: Home) -> None:
    for line in commands("With Claude Code"):
        own.run(line)
    hooks = json.loads(own.settings.read_bytes())["hooks"]
    calls = {event: groups[-1]["hooks"][0]["command"] for event, groups in hooks.items()}
    said = {"session_id": "s1", "prompt": "My tile setter is Ruben. <private>odile</private>",
            "last_assistant_message": "Noted."}  # fmt: skip
    for event in ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"):
        done = shell(calls[event], {**said, "hook_event_name": event}, own.environment)
        assert (done.code, done.out, done.line) == (0, "", ""), event
    own.run("awhm hook work")
    asked = {"session_id": "s2", "prompt": "Who is my tile setter?"}
    assert "Ruben" in shell(calls["UserPromptSubmit"], asked, own.environment).context
    assert "prompts and answers are logged" in README and "Noted." in own.run("awhm log list")
    assert "its memories are made" in README and "My tile setter is Ruben" in own.run("awhm memories list")
    assert "`awhm recalls` lists what was added" in README and "Ruben" in own.run("awhm recalls")
    assert "`awhm pause --for 1h`" in README
    own.run("awhm pause --for 1h")
    assert shell(calls["UserPromptSubmit"], asked | {"prompt": "Tell me of zeppelins."}, own.environment).out == ""
    own.run("awhm resume")
    for path in own.folder.joinpath(".awhm").rglob("*"):
        assert not path.is_file() or not any(one in path.read_bytes() for one in (b"odile", b"zeppelins")), path
    assert "`awhm hook uninstall` gives\nthe file back byte for byte" in README
    own.run("awhm hook uninstall")
    assert own.settings.read_bytes() == SETTINGS and os.listdir(own.settings.parent) == ["settings.json"]
    assert "`awhm hook install --host codex`" in README
    own.run("awhm hook install --host codex")
    assert "UserPromptSubmit" in json.loads(own.folder.joinpath(".codex", "hooks.json").read_bytes())["hooks"]


def test_with_any_other_agent(own: Home) -> None:
    install, add, skill = commands("With any other agent")
    wanted = re.fullmatch(r"pip install 'awhm\[(\w+)\]'", install)
    assert wanted is not None and wanted[1] in metadata("awhm").get_all("Provides-Extra", [])
    own.run(add)
    (command,) = json.loads(own.folder.joinpath(".claude.json").read_bytes())["mcpServers"].values()
    assert shlex.join(command) in add
    talk = Talk(own.folder, command=["/bin/sh", "-c", f"exec {shlex.join(command)}"], env=own.environment)
    try:
        talk.hello()
        tools = talk.ask("tools/list")["result"]["tools"]
        assert len(tools) == 12 and "with twelve tools" in README
        talk.call("memory_log", role="user", content="I live in Porto.")
        assert "Porto" in talk.call("memory_query", query="where do I live?")["content"][0]["text"]
        assert talk.end() == 0
    finally:
        talk.kill()
    own.run(skill)
    (text,) = [path.read_text() for path in own.folder.joinpath(".claude", "skills").rglob("SKILL.md")]
    assert all(name in text for name in ("memory_query", "memory_log"))
    own.run(f"{skill} --uninstall")
    assert own.settings.read_bytes() == SETTINGS and list(own.folder.joinpath(".claude").rglob("SKILL.md")) == []
