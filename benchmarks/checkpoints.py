"""What do checkpoints cost? The look at each open, publishing one, and hashing a whole log for its root.

python -m benchmarks.checkpoints [--messages 1000000] [--json]
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from awhm.anchors import Anchors
from awhm.commands.handle import Writer
from awhm.config import AWHMConfig
from awhm.events.log import Log
from awhm.events.merkle import Frontier
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.anchored import grow
from awhm.store import Store
from benchmarks import measure
from benchmarks.measure import MILLION, Row, least_cpu, make_store

LOOKS = 200  # in one turn
PUBLISHED = 20


def looking(store: Store) -> list[Row]:
    """What opening pays: everything that `Anchors` does when it is made, beside reading the head alone."""
    writer, config, folder = store.writer, store.config, store.folder

    def look() -> None:
        for _ in range(LOOKS):
            Anchors(writer, config, folder)

    def head() -> None:
        for _ in range(LOOKS):
            store.log.head()

    def check() -> None:
        for _ in range(LOOKS):
            store.anchors.before_append(0)

    spent = least_cpu({"look": look, "head": head, "check": check}, 10)
    walls = sorted(timed(lambda: Anchors(writer, config, folder)) for _ in range(LOOKS))
    return [
        Row("check at open, CPU", spent["look"] / LOOKS * 1e3, "ms", 1.0,
            control=f"reading the head alone {spent['head'] / LOOKS * 1e6:.0f} us"),
        Row("check at open, wall, median", walls[LOOKS // 2] * 1e3, "ms", 1.0),
        Row("what each append pays", spent["check"] / LOOKS * 1e6, "us"),
    ]  # fmt: skip


def timed(run: Callable[[], object]) -> float:
    """Seconds by the clock."""
    start = perf_counter()
    run()
    return perf_counter() - start


def publishing(store: Store) -> list[Row]:
    """One checkpoint after each message: sign, keep twice, tell the log. Beside it the append of one message."""
    store.log_message("s", "user", "first")
    first = timed(store.anchors.publish)  # makes the key, imports cryptography, hashes the log
    cpu: list[float] = []
    walls: list[float] = []
    appends: list[float] = []
    for number in range(PUBLISHED):
        start = perf_counter()
        store.log_message("s", "user", f"message {number}")
        appends.append(perf_counter() - start)
        used = process_time()
        walls.append(timed(store.anchors.publish))
        cpu.append(process_time() - used)
    middle = PUBLISHED // 2
    return [
        Row("publish the first, wall", first * 1e3, "ms", control=f"{store.log.head().position:,} events hashed"),
        Row("publish another, CPU", min(cpu) * 1e3, "ms"),
        Row("publish another, wall, median", sorted(walls)[middle] * 1e3, "ms",
            control=f"append of one message {sorted(appends)[middle] * 1e3:.2f} ms"),
    ]  # fmt: skip


def hashing(log: Log, count: int, turns: int) -> list[Row]:
    """The root over the whole log, beside reading its headers and as many bare hashes."""

    def root() -> None:
        grow(log, Frontier(), count)

    def scan() -> None:
        for _ in log.links(0, count, payloads=False):
            pass

    def hashes() -> None:
        header, pair = bytes(153), bytes(65)
        for _ in range(count):
            sha256(header).digest()
            sha256(pair).digest()

    spent = least_cpu({"root": root, "scan": scan, "hashes": hashes}, turns)
    floor = spent["scan"] + spent["hashes"]
    return [
        Row("root of the log, CPU", spent["root"], "s", control=f"{count:,} events"),
        Row("root / scan and as many hashes", spent["root"] / floor, "x", 1.4,
            control=f"scan {spent['scan']:.2f} s, hashes {spent['hashes']:.2f} s"),
    ]  # fmt: skip


def main() -> int:
    """Print the table; 1 if a bar is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--messages", type=int, default=MILLION)
    options.add_argument("--repetitions", type=int, default=3)
    options.add_argument("--dir", default=os.path.join(tempfile.gettempdir(), "awhm-benchmarks"))
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    made = make_store(given.dir, given.messages)
    with tempfile.TemporaryDirectory(prefix="awhm-checkpoints-") as work:
        folder = Path(work, "store")
        shutil.copytree(made, folder, ignore=shutil.ignore_patterns("bells", "views", "embeddings", "checkpoints"))
        settings: dict[str, Any] = {"data_dir": folder, "state_dir": Path(work, "state"), "mock_embeddings": True}
        store = Store(AWHMConfig(**settings, checkpoint_every=0))
        try:
            rows = publishing(store) + looking(store)
        finally:
            store.close()
        log = SqliteLog(str(folder))
        assert Writer(log).log.head().position > given.messages
        try:
            rows += hashing(log, given.messages, given.repetitions)
        finally:
            log.close()
    return measure.show("Checkpoints", rows, as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
