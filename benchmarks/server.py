"""Benchmark: what the resident server gives: hooks that cost hardly anything, and many writers in one transaction.

The server is a process of its own, started as a user would. A hook's CPU is that of the whole process above
`python -I -S -c pass`; its wall is compared with what the server needs for the append and the recall, asked in the same
turn over a connection that is open. Sixteen clients, each a process with one connection, send one event after the
other; in their turn sixteen processes append the same events under the lock themselves. The raw rate is that of one
stream of 400-byte `pwrite` and `fdatasync` into a file that has its blocks.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median

from awhm.config import AWHMConfig
from awhm.hooks.client import fields_of_request
from awhm.hooks.entry import Call
from awhm.hooks.options import Options
from awhm.hooks.raw import RawLog
from awhm.hooks.turn import drafts_of, planned, turn_of
from awhm.hooks.wire import DONE, EVENT, KEPT, connected, frame, pack, receive
from awhm.store import Store
from benchmarks import measure
from benchmarks.hooks import RUN, spent
from benchmarks.measure import Row

CLIENTS = 16
TEXT = "Thanks. The parser is a state machine now, and all of the tests of the module pass as they did before. " * 3
PATIENT = {"AWHM_HOOK_LOCK_TIMEOUT": "60", "AWHM_HOOK_RECALL_TIMEOUT": "60"}


def environment(folder: str) -> dict[str, str]:
    """What a host gives its hooks, and the server has too."""
    own = {name: os.environ[name] for name in ("PATH", "AWHM_STATE_DIR") if name in os.environ}
    return {**own, "AWHM_DATA_DIR": folder, "HOME": folder, "AWHM_CHECKPOINT_EVERY": "0", **PATIENT}


@contextmanager
def serving(folder: str) -> Generator[None]:
    """The server of a store, warm."""
    process = subprocess.Popen(
        [sys.executable, "-m", "awhm", "serve", "--mock"], env=environment(folder), stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, cwd=RUN.parents[2],
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline().startswith(b"serving")
    try:
        yield
    finally:
        process.terminate()
        process.communicate()


def request(call: Call, options: Options, payload: dict[str, str]) -> bytes:
    """An event as a hook sends it."""
    return frame(EVENT, pack(fields_of_request(call, options, 60.0), json.dumps(payload).encode()))


def asked(folder: str, options: Options, number: int) -> tuple[float, float]:
    """Seconds that the server takes for the append of a prompt, and for its recall after that."""
    call = Call("prompt")
    call.options = {"--mock": "1"}
    data = request(call, options, prompt(f"a{number}"))
    connection = connected(folder, 60)
    start = time.perf_counter()
    connection.sendall(data)
    kind, _, rest = receive(connection, b"")
    kept = time.perf_counter()
    assert kind == KEPT
    kind, _, _ = receive(connection, rest)
    done = time.perf_counter()
    assert kind == DONE
    connection.close()
    return kept - start, done - kept


def prompt(session: str) -> dict[str, str]:
    """The payload of a prompt that something is relevant to."""
    return {"session_id": session, "prompt": "Which words do we have for the parser?"}


def hooks(folder: str, turns: int) -> list[Row]:
    """The prompt hook with the server, in turns with the control and with the server alone."""
    options, variables = Options({"data_dir": folder}), environment(folder)
    python = [sys.executable, "-I", "-S"]
    least: dict[str, float] = {}
    over: list[float] = []
    walls: dict[str, list[float]] = {name: [] for name in ("pass", "prompt", "append", "recall")}
    for at in range(turns):
        for name, command, data in (
            ("pass", [*python, "-c", "pass"], b""),
            ("prompt", [*python, str(RUN), "prompt", "--mock"], json.dumps(prompt(f"p{at}")).encode()),
            (
                "stop",
                [*python, str(RUN), "stop", "--mock"],
                b'{"session_id":"s","last_assistant_message":"%d"}' % at,
            ),
        ):
            start = time.perf_counter()
            cpu = spent(command, data, variables)
            if name in walls:
                walls[name].append(time.perf_counter() - start)
            least[name] = min(cpu, least.get(name, 1e9))
        append, recall = asked(folder, options, at)
        walls["append"].append(append)
        walls["recall"].append(recall)
        over.append(walls["prompt"][-1] - walls["pass"][-1] - append - recall)
    told = ", ".join(f"{name} {1000 * median(found):.1f}" for name, found in walls.items())
    control = f"the interpreter alone: {1000 * least['pass']:.1f} ms"
    found = [
        Row(f"{name} hook with the server: CPU above", 1000 * (least[name] - least["pass"]), "ms", 3, control=control)
        for name in ("prompt", "stop")
    ]
    what = "prompt hook: wall above interpreter, append and recall"
    return [*found, Row(what, 1000 * median(over), "ms", 5, control=f"medians: {told}")]


def append(log: RawLog, call: Call, data: bytes, options: Options) -> None:
    """Append an event as a hook without a server does."""
    turn = turn_of(call, data, options)
    assert turn is not None
    assert log.write(partial(drafts_of, turn, planned(turn), log))


def write(folder: str, serve: bool, seconds: float, number: int, start: Barrier, told: Queue[int]) -> None:
    """One client: events of a session of its own, one after the other, each acknowledged."""
    os.environ |= environment(folder)
    options = Options({"data_dir": folder})
    connection, log = (connected(folder, 60), None) if serve else (None, RawLog(options))
    count, rest = 0, b""
    start.wait()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        call = Call("stop")
        call.options = {"--mock": "1"}
        payload = {"session_id": f"c{number}", "last_assistant_message": f"{TEXT} ({count})"}
        if connection is not None:
            connection.sendall(request(call, options, payload))
            kind, _, rest = receive(connection, rest)
            assert kind == DONE, kind
        else:
            assert log is not None
            append(log, call, json.dumps(payload).encode(), options)
        count += 1
    told.put(count)
    told.close()
    told.join_thread()
    os._exit(0)  # as a hook does: the last to close the log would write its WAL to the file


def rate(folder: str, serve: bool, seconds: float) -> float:
    """Events a second of sixteen clients."""
    spawn = multiprocessing.get_context("spawn")
    start, told = spawn.Barrier(CLIENTS), spawn.Queue()
    clients = [
        spawn.Process(target=write, args=(folder, serve, seconds, number, start, told)) for number in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    total = sum(int(told.get()) for _ in clients)
    for client in clients:
        client.join()
    return total / seconds


def raw(folder: str, seconds: float) -> float:
    """Syncs a second of one stream."""
    path = os.path.join(folder, "raw")
    file = os.open(path, os.O_RDWR | os.O_CREAT)
    os.pwrite(file, bytes(4 << 20), 0)
    os.fsync(file)
    count, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        os.pwrite(file, b"x" * 400, count * 400 % (4 << 20))
        os.fdatasync(file)
        count += 1
    os.close(file)
    os.unlink(path)
    return count / seconds


def clients(folder: str, turns: int, seconds: float) -> list[Row]:
    """Sixteen clients through the server, in turns with the same under the lock, and with the raw rate."""
    found: dict[str, list[float]] = {"raw": [], "direct": [], "server": []}
    for _ in range(turns):
        found["raw"].append(raw(folder, seconds / 2))
        found["direct"].append(rate(folder, False, seconds))
        with serving(folder):
            found["server"].append(rate(folder, True, seconds))
        found["raw"].append(raw(folder, seconds / 2))
    raws = [(a + b) / 2 for a, b in zip(found["raw"][::2], found["raw"][1::2], strict=True)]
    rates = {"server": found["server"], "direct": found["direct"], "raw": raws}
    told = "a second: " + ", ".join(f"{name} {median(rate):,.0f}" for name, rate in rates.items())
    direct = median(a / b for a, b in zip(found["server"], found["direct"], strict=True))
    against_raw = median(a / b for a, b in zip(found["server"], raws, strict=True))
    return [
        Row(f"{CLIENTS} clients: server / direct locking", direct, "x", 7, at_least=True, control=told),
        Row(f"{CLIENTS} clients: server / raw rate of one stream", against_raw, "x", 2, at_least=True, control=told),
    ]


def main() -> int:
    """Print the table; 1 if a bar is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--messages", type=int, default=2_000)
    options.add_argument("--repetitions", type=int, default=25)
    options.add_argument("--seconds", type=float, default=4.0)
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="awhm-server-") as folder:
        os.environ |= environment(folder)
        store = Store(AWHMConfig(data_dir=Path(folder), mock_embeddings=True, embed_in_background=False))
        for number, text in zip(range(given.messages), measure.texts(1), strict=False):
            store.log_message(f"s{number // 20}", "user", text)
        store.log_message("known", "user", "The words that we have for the parser are token and tree.")
        store.recall("parser", semantic=False)
        for view in store.keeper.names:
            store.keeper.view(view)
            store.keeper.save(view)
        store.close()
        with serving(folder):
            time.sleep(2)  # the model is loaded and all is ready
            rows = hooks(folder, given.repetitions)
        rows += clients(folder, max(given.repetitions // 8, 1), given.seconds)
        return measure.show("The resident server", rows, as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
