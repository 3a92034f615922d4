"""What does it cost to rebuild the views from the log, and then to open the store and ask?

python -m benchmarks.rebuild [--messages 1000000] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from awhm.events.fold import Fold, View
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.projections.bm25 import BM25
from awhm.projections.buffer import BufferFold
from awhm.projections.keeper import Keeper
from awhm.projections.sessions import SESSIONS
from awhm.replay.replay import replay
from benchmarks import measure
from benchmarks.measure import MILLION, Row, make_store, texts
from benchmarks.replay import Nothing


def resident() -> int:
    """The most bytes that this process has had in memory."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def folded(store: str, folds: list[Fold[Any]]) -> dict[str, float]:
    """Throw the saved views away, fold them in one pass from the first event, and save: CPU seconds, peak bytes."""
    log = SqliteLog(store)
    keeper = Keeper(log, folds, os.path.join(store, "views"), replay)
    for fold in folds:
        keeper.discard(fold.name)
    before, start = resident(), time.process_time()
    views = keeper.views([fold.name for fold in folds])
    found = {"cpu": time.process_time() - start, "peak": float(resident() - before)}
    assert all(view.position == log.head().position for view in views.values())
    keeper.close()
    log.close()
    return found


def looped(store: str) -> float:
    """CPU seconds of the same replay with a fold that does nothing: what no fold can undercut."""
    log = SqliteLog(store)
    start = time.process_time()
    replay(log, [View(Nothing())])
    spent = time.process_time() - start
    log.close()
    return spent


def in_child(store: str, which: str) -> dict[str, float]:
    """`folded` in a process of its own, so that its memory is its own."""
    command = [sys.executable, "-m", "benchmarks.rebuild", "--fold-only", store, "--views", which]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def asked(store: str, question: str) -> float:
    """CPU seconds of `awhm query` as a whole process, its start and imports included."""
    command = [sys.executable, "-m", "awhm", "query", question, "--no-semantic", "--json", "--data-dir", store]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0 and json.loads(done.stdout)["results"], done.stdout + done.stderr
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def questions(count: int, seed: int) -> list[str]:
    """Four neighbouring words out of the middle of messages that the store holds."""
    said = texts(seed)
    found = [next(said).split()[8:12] for _ in range(4 * count)]
    return [" ".join(words) for words in found if len(words) == 4][:count]


def bytes_in(folder: str) -> int:
    """Of the files in a folder, not below."""
    return sum(path.stat().st_size for path in Path(folder).iterdir() if path.is_file())


def main() -> int:
    """Measure and print."""
    parser = measure.arguments("What does rebuilding cost, and asking afterwards?", 100_000)
    parser.add_argument("--fold-only", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--views", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fold_only:
        folds: list[Fold[Any]] = [BufferFold()] if options.views == "buffer" else [SESSIONS, BM25]
        print(json.dumps(folded(options.fold_only, folds)))
        return 0
    store = make_store(options.dir, options.messages, options.seed)
    runs = [in_child(store, "sessions+bm25") for _ in range(min(2, options.repetitions))]
    least = {name: min(run[name] for run in runs) / options.messages for name in runs[0]}
    loop = looped(store) / options.messages
    in_child(store, "buffer")  # asking needs it too; it is not part of the bar
    times = [asked(store, question) for question in questions(max(3, options.repetitions), options.seed)]
    bare = min(_started() for _ in range(3))
    scaled = "" if options.messages == MILLION else f"from {options.messages:,}"
    rows = [
        Row("sessions and BM25 from a million messages: CPU", least["cpu"] * MILLION, "s", 40.0,
            control=f"in one pass, saved; the replay loop alone {loop * MILLION:.1f} s. {scaled}"),
        Row("memory while folding, a million messages", least["peak"] * MILLION / 2**20, "MiB", control=scaled),
        Row(f"`awhm query` on {options.messages:,} messages: CPU, least", min(times) * 1000, "ms", 500.0,
            control=f"whole process, views loaded; `awhm --version` alone {bare * 1000:.0f} ms"),
        Row("`awhm query`: CPU, median", float(np.median(times)) * 1000, "ms", control=f"{len(times)} questions"),
        Row("log on disk, an event", os.path.getsize(os.path.join(store, FILE)) / options.messages, "bytes"),
        Row("saved views on disk, a message", bytes_in(os.path.join(store, "views")) / options.messages, "bytes"),
    ]  # fmt: skip
    return measure.show(f"Rebuild from {options.messages:,} messages", rows, as_json=options.json)


def _started() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "awhm", "--version"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
