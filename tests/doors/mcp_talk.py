"""Talking to a real `awhm-mcp` process: line by line, or through the official client."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from awhm.config import AWHMConfig
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]
QUICK = {"AWHM_NER": "false"}  # the name model takes seconds to load, at the end of each session
PATIENCE = 60.0  # seconds for what never takes so long: a test that waits longer has found a hang
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}


def line(folder: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "awhm.mcp_server", "--mock", "--data-dir", str(folder), *more]


class Talk:
    """One process, and what it says."""

    def __init__(
        self,
        folder: Path,
        *more: str,
        env: Mapping[str, str] | None = None,
        program: str | None = None,
        command: list[str] | None = None,
    ) -> None:
        if command is None:
            own = [sys.executable, "-c", str(program), "--data-dir", str(folder)]
            command = line(folder, *more) if program is None else own
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
            env={**QUICK, **os.environ, **(env or {})},
        )  # fmt: skip
        self._held = b""
        self._next = 0
        self.heard: list[dict[str, Any]] = []
        self.stderr = b""

    def write(self, raw: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def send(self, method: str, params: Any = None, ident: Any = None) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        message |= {} if params is None else {"params": params}
        message |= {} if ident is None else {"id": ident}
        self.write(json.dumps(message).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        """The next message; fails on anything on stdout that is none."""
        assert self.process.stdout is not None
        while b"\n" not in self._held:
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            assert ready, "the server said nothing"
            piece = os.read(self.process.stdout.fileno(), 65536)
            assert piece, f"the server ended: {self.process.stderr.read().decode() if self.process.stderr else ''}"
            self._held += piece
        one, _, self._held = self._held.partition(b"\n")
        message: dict[str, Any] = json.loads(one)
        assert message["jsonrpc"] == "2.0"
        self.heard.append(message)
        return message

    def answer(self, ident: Any) -> dict[str, Any]:
        """The message with this id; others are kept in `heard`."""
        while (found := self.hear()).get("id") != ident:
            pass
        return found

    def ask(self, method: str, params: Any = None) -> dict[str, Any]:
        self._next += 1
        ident = f"q{self._next}"
        self.send(method, params, ident)
        return self.answer(ident)

    def hello(self) -> dict[str, Any]:
        found = self.ask("initialize", HELLO)
        self.send("notifications/initialized")
        return found

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool."""
        found: dict[str, Any] = self.ask("tools/call", {"name": name, "arguments": arguments})["result"]
        return found

    def end(self) -> int:
        """Close stdin and wait; the exit code. What was left on stdout is heard."""
        out, self.stderr = self.process.communicate(timeout=PATIENCE)
        self._held += out
        self.heard += [json.loads(one) for one in self._held.split(b"\n") if one]
        return self.process.returncode

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate(timeout=PATIENCE)


@contextmanager
def talking(
    folder: Path, *more: str, env: Mapping[str, str] | None = None, program: str | None = None
) -> Generator[Talk]:
    talk = Talk(folder, *more, env=env, program=program)
    try:
        yield talk
        if talk.process.poll() is None:
            assert talk.end() == 0
    finally:
        talk.kill()
        for stream in (talk.process.stdin, talk.process.stdout, talk.process.stderr):
            if stream is not None:
                stream.close()


@asynccontextmanager
async def client(folder: Path, *, mode: str = "auto", more: tuple[str, ...] = ()) -> AsyncGenerator[Client]:
    """The official client of a process of its own."""
    command, *arguments = line(folder, *more)
    with open(folder.parent / "stderr", "a") as told:
        server = StdioServerParameters(command=command, args=arguments, env={**QUICK, **os.environ}, cwd=ROOT)
        async with Client(stdio_client(server, errlog=told), mode=mode) as found:
            yield found


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test that waits, and fail if it hangs."""

    async def timed() -> None:
        with anyio.fail_after(2 * PATIENCE):
            await test()

    anyio.run(timed)


@contextmanager
def listening(folder: Path, *more: str) -> Generator[tuple[str, subprocess.Popen[bytes]]]:
    """A server over HTTP on a free port, and its address."""
    process = subprocess.Popen(
        line(folder, "--http", "127.0.0.1:0", *more), stderr=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
        env={**QUICK, **os.environ},
    )  # fmt: skip
    assert process.stderr is not None and process.stdout is not None
    try:
        told = process.stderr.readline().decode()
        assert "listening on " in told, told
        yield told.split("listening on ")[1].strip(), process
        if process.poll() is None:
            process.terminate()
            assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == b"", "stdout is left alone"
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(PATIENCE)
        process.stdout.close()
        process.stderr.close()


def contents(folder: Path) -> list[str]:
    """What the messages of a store say, which is sound."""
    store = Store(AWHMConfig(data_dir=folder), create=False, mock=True)
    try:
        assert store.verify().ok
        return [one.payload["content"] for one in store.entries() if one.kind == "MessageLogged" and one.payload]
    finally:
        store.close()
