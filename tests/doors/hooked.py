"""Hooks as a host starts them: a process each, with a payload on stdin and little in its environment."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from awhm.config import AWHMConfig
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / "awhm" / "hooks" / "run.py"
PATIENT = {"AWHM_HOOK_RECALL_TIMEOUT": "60", "AWHM_HOOK_LOCK_TIMEOUT": "60"}  # for a machine that has much to do


@dataclass
class Hooked:
    """What a host sees of a hook."""

    code: int
    out: str
    line: str

    @property
    def context(self) -> str:
        """What the hook adds to the prompt."""
        return json.loads(self.out)["hookSpecificOutput"]["additionalContext"] if self.out else ""


class Host:
    """A host with a store in a folder; each call is a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def environment(self, **more: str) -> dict[str, str]:
        names = ("HOME", "PATH", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
        inherited = {name: os.environ[name] for name in names if name in os.environ}
        return {**inherited, "AWHM_DATA_DIR": str(self.folder), "AWHM_MOCK_EMBEDDINGS": "true", **PATIENT, **more}

    def command(self, event: str, *options: str) -> list[str]:
        return [sys.executable, "-I", "-S", str(RUN), event, *options]

    def start(self, event: str, *options: str, **more: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            self.command(event, *options), stdin=pipe, stdout=pipe, stderr=pipe, env=self.environment(**more)
        )

    def hook(self, event: str, payload: dict[str, Any] | bytes = b"", *options: str, **more: str) -> Hooked:
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        process = self.start(event, *options, **more)
        out, line = process.communicate(data, timeout=120)
        return Hooked(process.returncode, out.decode(), line.decode())

    def prompt(self, text: str, session: str = "s1", **more: str) -> Hooked:
        return self.hook("prompt", {"session_id": session, "prompt": text}, **more)

    def stop(self, text: str, session: str = "s1", **more: str) -> Hooked:
        return self.hook("stop", {"session_id": session, "last_assistant_message": text}, **more)

    def work(self) -> None:
        """Do what waits, here and now; waits for another process that is at it."""
        deadline = time.monotonic() + 120
        while True:
            assert self.hook("work").code == 0
            requests = self.folder / "hooks" / "requests"
            if not requests.is_dir() or not [one for one in requests.iterdir() if one.suffix != ".bad"]:
                return
            assert time.monotonic() < deadline, sorted(requests.iterdir())

    def store(self) -> Store:
        return Store(AWHMConfig(data_dir=self.folder, mock_embeddings=True, lock_timeout=60))

    def said(self) -> list[tuple[str, str, str]]:
        """Session, role and words of all messages, in the order of the log."""
        store = self.store()
        try:
            payloads = [one.payload for one in store.entries() if one.kind == "MessageLogged" and one.payload]
            return [(one["session"], one["role"], one["content"]) for one in payloads]
        finally:
            store.close()

    def kinds(self) -> list[str]:
        store = self.store()
        try:
            return [one.kind for one in store.entries()]
        finally:
            store.close()


def shell(line: str, payload: dict[str, Any], environment: dict[str, str]) -> Hooked:
    """A command line as a host runs it: by a shell, from a folder that is not ours."""
    run = subprocess.run(
        ["/bin/sh", "-c", line], input=json.dumps(payload).encode(), env=environment, cwd="/", capture_output=True,
        timeout=120,
    )  # fmt: skip
    return Hooked(run.returncode, run.stdout.decode(), run.stderr.decode())


def quoted(words: list[str]) -> str:
    return shlex.join(words)
