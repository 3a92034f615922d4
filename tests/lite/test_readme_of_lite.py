"""The code in the README of AWHM Lite 0.3.0, run as it stands there: its Python, its commands, its set-up.

What is quoted are calls, facts of the interface; comments are left out. Only FILE and NODE_ID, for which the page
has no value, and the model that it calls, are put in.
"""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp_talk import Talk

from awhm import AWHMConfig
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]
QUICK_START = """
from awhm import AWHMSession
from awhm.types import Role

session = AWHMSession.start_session()

session.log_message(Role.USER, "My name is Alice")
session.log_message(Role.ASSISTANT, "Hello Alice!")
session.log_message(Role.USER, "I prefer Python over JavaScript")
session.log_message(Role.USER, "The API endpoint is https://api.example.com/v2")

results = session.query("What language does the user prefer?")
for r in results:
    print(f"[{r.source}] {r.content}")

session.consolidate_current()

session.end_session()
"""
MIDDLEWARE = """
from awhm import AWHMSession
from awhm.types import Role

session = AWHMSession.start_session()

def handle_message(user_text):
    session.log_message(Role.USER, user_text)

    memories = session.query(user_text, k=5)
    memory_context = "\\n".join(f"- {m.content}" for m in memories)

    system = f"Memories from past conversations:\\n{memory_context}"
    response = your_llm_call(system_prompt=system, user_message=user_text)

    session.log_message(Role.ASSISTANT, response)
    return response
"""
ITS_END = """
session.consolidate_current()
session.end_session()
"""
COMMANDS = """
awhm status
awhm query "Python preferences"
awhm query "API endpoint" --include-history --trace
awhm consolidate
awhm snapshot create
awhm snapshot list
awhm snapshot restore --path FILE
awhm delete NODE_ID
awhm eval --json
"""
TRAVEL = """
awhm query "API endpoint"
awhm query "API endpoint" --as-of 2026-02-01
"""
CONFIGURED = """
from awhm.config import AWHMConfig

config = AWHMConfig(
    data_dir="~/.my-project-memory",
    k=20,
    w_rec=0.5,
    w_freq=0.5,
)
"""
MODEL = """
asked = []

def your_llm_call(system_prompt, user_message):
    asked.append(system_prompt)
    return "I see."
"""
TALK = """
handle_message("My tile setter is Ruben.")
handle_message("Who is my tile setter?")
assert "- My tile setter is Ruben." in asked[1], asked
"""
SERVER: dict[str, Any] = {
    "mcpServers": {"awhm-lite": {"type": "stdio", "command": "awhm-mcp", "env": {"AWHM_DATA_DIR": "~/.awhm"}}}
}


@pytest.fixture
def clean(tmp_path: Path) -> dict[str, str]:
    """A home of its own; `awhm` is the one beside this Python, and names are not found by a model, to save time."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {"HOME": str(tmp_path), "PATH": path, "AWHM_MOCK_EMBEDDINGS": "1", "AWHM_NER": "false"}


def python(program: str, clean: dict[str, str]) -> str:
    run = subprocess.run(
        [sys.executable, "-c", program], env=clean, cwd=ROOT, capture_output=True, text=True, timeout=180
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def store(clean: dict[str, str]) -> Store:
    return Store(AWHMConfig(data_dir=Path(clean["HOME"], ".awhm"), mock_embeddings=True, ner=False))


def test_the_quick_start(clean: dict[str, str]) -> None:
    told = python(QUICK_START, clean)
    assert "[buffer] I prefer Python over JavaScript" in told
    opened = store(clean)
    assert opened.status()["memories_active"] == 3 and opened.status()["messages"] == 4
    opened.close()


def test_the_middleware(clean: dict[str, str]) -> None:
    python(MODEL + MIDDLEWARE + TALK + ITS_END, clean)
    opened = store(clean)
    assert opened.status()["messages"] == 4 and opened.unconsolidated() == 0
    opened.close()


def test_the_configuration(clean: dict[str, str]) -> None:
    told = python(CONFIGURED + "print(config.data_dir, config.k)", clean)
    assert told.split() == [str(Path(clean["HOME"], ".my-project-memory")), "20"]


def test_the_commands(clean: dict[str, str]) -> None:
    python(QUICK_START, clean)
    opened = store(clean)
    node = next(one.node_id for one in opened.recall("API endpoint") if one.node_id)
    opened.close()
    name = ""
    for line in (COMMANDS + TRAVEL).strip().splitlines():
        if not line:
            continue
        command = line.replace("FILE", f'"{name}"').replace("NODE_ID", node)
        ours, terminal = pty.openpty()  # a person at a terminal, who says yes where they are asked
        os.write(ours, b"y\n")
        shell = ["/bin/sh", "-c", command]
        run = subprocess.run(shell, env=clean, cwd=ROOT, capture_output=True, text=True, timeout=300, stdin=terminal)
        os.close(ours)
        os.close(terminal)
        after = line in TRAVEL  # of what has been deleted by then nothing is found
        assert run.returncode in ((0, 1) if after else (0,)) and "Traceback" not in run.stderr, (line, run)
        name = run.stdout.strip() if line == "awhm snapshot create" else name
        assert "api.example.com" not in run.stdout if after else True
    opened = store(clean)
    assert "api.example.com" not in str([entry.payload for entry in opened.entries()])
    opened.close()


def test_the_hooks_settings(clean: dict[str, str]) -> None:
    run = subprocess.run(["/bin/sh", "-c", "awhm hook settings"], env=clean, cwd=ROOT, capture_output=True, timeout=60)
    assert {"UserPromptSubmit", "Stop", "SessionEnd"} <= json.loads(run.stdout)["hooks"].keys()


def test_the_mcp_server_as_its_settings_start_it(clean: dict[str, str], tmp_path: Path) -> None:
    server = SERVER["mcpServers"]["awhm-lite"]
    environment = clean | {name: str(value) for name, value in server["env"].items()}
    talk = Talk(tmp_path, command=[str(Path(sys.executable).parent / str(server["command"]))], env=environment)
    try:
        talk.hello()
        assert talk.call("memory_log", role="user", content="I live in Porto.")["isError"] is False
        assert talk.end() == 0
    finally:
        talk.kill()
    assert (tmp_path / ".awhm" / "log.db").is_file()
