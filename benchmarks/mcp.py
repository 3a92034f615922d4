"""What does MCP add to a question? The round trip of `memory_query` over stdio, less what recall itself takes of it.

The server process times each recall where it happens and tells it on stderr; the client times the whole. All passages
have their vectors and all messages are consolidated. The client is a plain pipe, as a client's own cost is none of
ours; the official client is reported beside it.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from awhm.config import AWHMConfig
from awhm.store import Store
from benchmarks.measure import Row, arguments, make_store, show, texts

BAR = 2.0  # ms over recall itself
K = 5
QUESTIONS = 100
WARM = 10  # questions that are not counted
# Nothing is to be done beside the questions, and nothing behind the last one.
QUIET = {**os.environ, "AWHM_CONSOLIDATE_AT_END": "false", "AWHM_EMBED_IN_BACKGROUND": "false"}

# The server as it is, but for a clock around the session's recall.
PROGRAM = """
import sys, time
from awhm.mcp_server.__main__ import main
from awhm.session import AWHMSession
recall = AWHMSession.context
def timed(*given, **more):
    wall, cpu = time.perf_counter(), time.thread_time()
    found = recall(*given, **more)
    print("took", time.perf_counter() - wall, time.thread_time() - cpu, file=sys.stderr, flush=True)
    return found
AWHMSession.context = timed
main()
"""


class Server:
    """A server process, and its CPU time so far."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-c", PROGRAM, "--mock", "--data-dir", folder]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=QUIET)
        self._held = b""
        client = {"name": "benchmark", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> bytes:
        """One request and the line that answers it."""
        self._send({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        assert self._process.stdout is not None
        while b"\n" not in self._held:
            select.select([self._process.stdout], [], [])
            self._held += os.read(self._process.stdout.fileno(), 1 << 20)
        line, _, self._held = self._held.partition(b"\n")
        return line

    def query(self, question: str) -> None:
        """A question as a client asks it."""
        answer = json.loads(self.ask("tools/call", {"name": "memory_query", "arguments": {"query": question, "k": K}}))
        assert not answer["result"]["isError"], answer

    def took(self) -> tuple[float, float]:
        """Wall and CPU time, in seconds, of the recall of the last question."""
        assert self._process.stderr is not None
        while not (told := self._process.stderr.readline()).startswith(b"took "):
            assert told, "the server ended"
        _, wall, cpu = told.split()
        return float(wall), float(cpu)

    def cpu(self) -> float:
        """Seconds of user and system time of the process."""
        with open(f"/proc/{self._process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / int(os.sysconf("SC_CLK_TCK"))

    def end(self) -> None:
        """Close stdin and wait."""
        self._process.communicate()


def main() -> int:
    """Ask, and print the table; 1 if the bar is missed."""
    options = arguments(__doc__ or "", messages=10_000, repetitions=5).parse_args()
    with tempfile.TemporaryDirectory() as place:  # a copy, as asking leaves its traces
        folder = os.path.join(place, "store")
        shutil.copytree(make_store(options.dir, options.messages, options.seed), folder)
        rows = measured(folder, options.repetitions)
    return show("mcp", rows, as_json=options.json)


def measured(folder: str, repetitions: int) -> list[Row]:
    """The rows for the store in a folder."""
    asked = [" ".join(text.split()[:8]) for text, _ in zip(texts(7), range(QUESTIONS), strict=False)]
    # What is signed here is of this copy: the store that it was copied from goes on from where it is.
    QUIET["AWHM_STATE_DIR"] = state = os.path.join(os.path.dirname(folder), "state")
    config = AWHMConfig(data_dir=folder, state_dir=state, embed_in_background=False, ner=False)
    store = Store(config, create=False, mock=True)
    store.consolidate()
    store.recaller.embed_pending()
    store.close()
    server = Server(folder)
    for question in asked[:WARM]:
        server.query(question)
        server.took()
    whole: list[float] = []
    recall: list[float] = []
    ping: list[float] = []
    cpu, of_recall = 0.0, 0.0
    for _ in range(repetitions):
        before = server.cpu()
        for question in asked:
            whole.append(_timed(server.query, question))
            wall, used = server.took()
            recall.append(1000 * wall)
            of_recall += 1000 * used
        cpu += 1000 * (server.cpu() - before)
        ping += [_timed(lambda _: server.ask("ping", {}), question) for question in asked]
    server.end()
    over = [one - itself for one, itself in zip(whole, recall, strict=True)]
    count = len(whole)
    official = anyio.run(_official, folder, asked)
    return [
        Row("memory_query less recall: wall, median", median(over), "ms", BAR,
            control=f"recall {median(recall):.2f} of {median(whole):.2f} ms"),
        Row("memory_query less recall: wall, least of each question", _least(over), "ms"),
        Row("memory_query less recall: CPU of the server", (cpu - of_recall) / count, "ms", BAR,
            control=f"recall {of_recall / count:.2f} of {cpu / count:.2f} ms"),
        Row("ping, round trip: wall, median", median(ping), "ms"),
        Row("memory_query by the official client: wall, median", median(official), "ms"),
    ]  # fmt: skip


def _least(found: list[float]) -> float:
    """The mean over the questions of each one's least time."""
    turns = [found[start : start + QUESTIONS] for start in range(0, len(found), QUESTIONS)]
    return float(sum(map(min, zip(*turns, strict=True)))) / QUESTIONS


def _timed(work: Callable[[str], object], question: str) -> float:
    start = time.perf_counter()
    work(question)
    return 1000 * (time.perf_counter() - start)


async def _official(folder: str, asked: list[str]) -> list[float]:
    """The same questions through the SDK's own client, for what a Python client makes of it."""
    arguments = ["-m", "awhm.mcp_server", "--mock", "--data-dir", folder]
    found: list[float] = []
    async with Client(stdio_client(StdioServerParameters(command=sys.executable, args=arguments, env=QUIET))) as client:
        for number, question in enumerate([*asked[:WARM], *asked]):
            start = time.perf_counter()
            await client.call_tool("memory_query", {"query": question, "k": K})
            if number >= WARM:
                found.append(1000 * (time.perf_counter() - start))
    return found


if __name__ == "__main__":
    sys.exit(main())
