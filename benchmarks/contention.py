"""Four processes append at once: how long does one wait, is anything lost, is it fair?

python -m benchmarks.contention [--seconds 8] [--writers 4] [--json]

The control is the same log with SQLite's own busy handler in place of our lock.
"""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from typing import NamedTuple

import numpy as np

from awhm.events.append_raw import Draft, append, new_id, salt
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.replay.verify import verify
from benchmarks import measure
from benchmarks.measure import Row

PAYLOAD = b'{"content":"%s"}' % (b"x" * 386)  # 400 bytes
PATIENCE = 60_000  # ms that SQLite's busy handler may wait


class Wrote(NamedTuple):
    """What one writer did: the ids it was told are kept, the seconds each append took, its CPU seconds."""

    ids: list[bytes]
    waits: list[float]
    cpu: float


def write(folder: str, lock: bool, seconds: float, start: Barrier, told: Queue[Wrote]) -> None:
    """One writer: single appends to a stream of its own, as fast as they go."""
    log = SqliteLog(folder)
    own = sqlite3.connect(os.path.join(folder, FILE), isolation_level=None, timeout=PATIENCE / 1000)
    own.execute("PRAGMA synchronous=FULL")
    stream, wrote = new_id(), Wrote([], [], 0.0)
    start.wait()
    cpu, end = time.process_time(), time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        draft = Draft(3, new_id(), stream, PAYLOAD)
        if lock:
            log.append([draft])
        else:
            append(own, log.log_id, [draft], {}, salt([draft]))
        wrote.waits.append(time.perf_counter() - began)
        wrote.ids.append(draft.event_id)
    told.put(wrote._replace(cpu=time.process_time() - cpu))
    own.close()
    log.close()


@contextmanager
def written(lock: bool, writers: int, seconds: float, folder: str) -> Generator[list[Wrote]]:
    """What the writers did, all at once, in a log of their own; afterwards nothing may be missing in it."""
    with tempfile.TemporaryDirectory(dir=folder) as store:
        SqliteLog(store).close()
        spawn = multiprocessing.get_context("spawn")
        start, told = spawn.Barrier(writers), spawn.Queue()
        processes = [spawn.Process(target=write, args=(store, lock, seconds, start, told)) for _ in range(writers)]
        for process in processes:
            process.start()
        wrote = [told.get() for _ in processes]
        for process in processes:
            process.join()
            assert process.exitcode == 0
        yield wrote
        log = SqliteLog(store)
        try:
            lost = [event_id for one in wrote for event_id in one.ids if log.position_of(event_id) is None]
            assert not lost, f"{len(lost)} events were acknowledged and are lost"
            assert log.head().position == sum(len(one.ids) for one in wrote)
            assert verify(log).ok
        finally:
            log.close()


def rows_of(name: str, wrote: list[Wrote], seconds: float, *, bars: bool) -> list[Row]:
    """The lines of one run. Nothing lost is an assertion of `written`: there is no number for it."""
    waits = np.concatenate([one.waits for one in wrote]) * 1000
    counts = [len(one.ids) for one in wrote]
    return [
        Row(f"{name}: longest wait", float(waits.max()), "ms", 500.0 if bars else None,
            control=f"{sum(counts):,} events, none lost"),
        Row(f"{name}: wait, p99", float(np.percentile(waits, 99)), "ms",
            control=f"p50 {np.percentile(waits, 50):.2f} ms"),
        Row(f"{name}: events of the slowest / the fastest writer", min(counts) / max(counts), "x"),
        Row(f"{name}: CPU an event", sum(one.cpu for one in wrote) / sum(counts) * 1e6, "us"),
        Row(f"{name}: events a second", sum(counts) / seconds, "/s"),
    ]  # fmt: skip


def main() -> int:
    """Measure and print."""
    parser = measure.arguments("How long do several writers wait for each other?", 0)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=8.0)
    options = parser.parse_args()
    os.makedirs(options.dir, exist_ok=True)
    rows: list[Row] = []
    for name, lock in (("our lock", True), ("SQLite's busy handler", False)):
        with written(lock, options.writers, options.seconds, options.dir) as wrote:
            rows += rows_of(name, wrote, options.seconds, bars=lock)
    title = f"Contention: {options.writers} processes, single durable appends, {options.seconds:g} s"
    return measure.show(title, rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
