"""What the benchmarks share: CPU time that can be compared, rows with a bar, and a generated store.

A time by the clock says little on a machine that does other things too. So a row is a ratio to a control
in the same run, a count, or CPU time (user and system): of several repetitions the least, because
everything that disturbs a measurement adds to it, and for a ratio the median of those of each turn.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

import numpy as np

from awhm.commands.command import LogMessage
from awhm.commands.handle import Writer, handle_messages
from awhm.events.append_raw import new_id
from awhm.events.sqlite_log import SqliteLog

T = TypeVar("T")
BATCH = 1000  # messages in one transaction of `make_store`
MESSAGES_PER_SESSION = 20
MILLION = 1_000_000
WORDS = 25  # a message, on average
VOCABULARY = 200_000
FIRST = 1_700_000_000_000  # ms since 1970 UTC, when the first message of a store is said
# The most frequent words of English, so that stop words take the share of a text that they really take.
ENGLISH = """
    the i you to a and it of that in is my for on was have with be not but do this so are what at me your as
    just we like if or can it's they about all there had one would when how from up will out no get an think
    some more know he then been go time them did by has good her she want now could him his really here were
"""
SYLLABLES: list[str] = [onset + vowel for onset in (*"bcdfghklmnprstvw", "ch", "sh", "st", "tr") for vowel in "aeiou"]


@dataclass(frozen=True)
class Row:
    """One line of a table. `bar` is the most it may be, or the least if `at_least`; None means reported only."""

    what: str
    value: float
    unit: str
    bar: float | None = None
    at_least: bool = False
    control: str = ""

    @property
    def ok(self) -> bool:
        """Whether the bar is met; a row without a bar always is."""
        if self.bar is None:
            return True
        return self.value >= self.bar if self.at_least else self.value <= self.bar


class Times:
    """CPU seconds of several things that took turns, so that a busy minute falls on all of them."""

    def __init__(self) -> None:
        self._of: dict[str, list[float]] = {}

    def run(self, name: str, run: Callable[[], T]) -> T:
        """Run it, and keep what it took. Every name must have its turn equally often."""
        with steady():
            start = time.process_time()
            result = run()
            spent = time.process_time() - start
        self._of.setdefault(name, []).append(spent)
        return result

    def least(self, name: str) -> float:
        """The least that it took: everything that disturbs adds to it."""
        return min(self._of[name])

    def ratio(self, over: str, under: str) -> float:
        """The median, over the turns, of what one took for each second of the other."""
        return median(a / b for a, b in zip(self._of[over], self._of[under], strict=True))


def in_turns(runs: Mapping[str, Callable[[], object]], repetitions: int) -> Times:
    """Every run, as often as `repetitions`, one after the other."""
    times = Times()
    for _ in range(repetitions):
        for name, run in runs.items():
            times.run(name, run)
    return times


def least_cpu(runs: Mapping[str, Callable[[], object]], repetitions: int) -> dict[str, float]:
    """The least CPU seconds of each run. They take turns."""
    times = in_turns(runs, repetitions)
    return {name: times.least(name) for name in runs}


@contextmanager
def steady() -> Generator[None]:
    """Keeps the garbage collector away from what is in memory already, which belongs to the benchmark."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def machine() -> dict[str, str]:
    """What the numbers were measured on, and how busy it was."""
    model = platform.processor() or platform.machine()
    if sys.platform == "linux":
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    return {
        "cpu": f"{model}, {os.cpu_count()} cores",
        "load": " ".join(f"{load:.2f}" for load in os.getloadavg()),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
    }


def show(title: str, rows: list[Row], *, as_json: bool) -> int:
    """Print a table, or one line of JSON. Returns the exit code: 1 if a bar is missed."""
    if as_json:
        found = [{**vars(row), "ok": row.ok} for row in rows]
        print(json.dumps({"title": title, "machine": machine(), "rows": found}))
    else:
        print(f"\n{title}\n" + "  ".join(f"{name}: {value}" for name, value in machine().items()))
        width = max(len(row.what) for row in rows)
        for row in rows:
            bar = "" if row.bar is None else f"{'>=' if row.at_least else '<='} {row.bar:g}"
            verdict = "" if row.bar is None else "PASS" if row.ok else "FAIL"
            measured = f"{row.value:,.0f}" if row.value >= 1000 else f"{row.value:.3g}"
            print(f"  {row.what:<{width}}  {measured:>10} {row.unit:<9} {bar:>8}  {verdict:<4}  {row.control}".rstrip())
    return 0 if all(row.ok for row in rows) else 1


def arguments(description: str, messages: int, repetitions: int = 5) -> argparse.ArgumentParser:
    """The options that every benchmark has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--messages", type=int, default=messages, help=f"size of the log (default {messages:,})")
    parser.add_argument(
        "--repetitions", type=int, default=repetitions, help="how many turns each has (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
    parser.add_argument(
        "--dir",
        default=os.path.join(tempfile.gettempdir(), "awhm-benchmarks"),
        help="where generated stores are kept for the next run (default %(default)s)",
    )
    return parser


def texts(seed: int, words: int = WORDS) -> Iterator[str]:
    """Messages without end: a Poisson number of words, drawn by Zipf's law with its two regimes (Ferrer i Cancho
    and Sole 2001), fitted to the assistant chats of LongMemEval: 500,000 words hold about 20,000 different ones.
    """
    numbers = np.random.default_rng(seed)
    vocabulary = _vocabulary(numbers)
    rank = np.arange(len(vocabulary))
    weights = 1.0 / ((rank + 2.7) ** 0.95 * (1.0 + rank / 3000) ** 1.3)
    cumulated = np.cumsum(weights / weights.sum())
    while True:
        lengths = np.maximum(numbers.poisson(words, BATCH), 1)
        drawn: list[int] = (
            np.searchsorted(cumulated, numbers.random(int(lengths.sum()))).clip(max=len(vocabulary) - 1).tolist()
        )
        start = 0
        for length in lengths.tolist():
            yield " ".join([vocabulary[index] for index in drawn[start : start + length]])
            start += length


def _vocabulary(numbers: np.random.Generator) -> list[str]:
    words: dict[str, None] = dict.fromkeys(ENGLISH.split())
    while len(words) < VOCABULARY:
        many: list[list[int]] = numbers.integers(len(SYLLABLES), size=(10_000, 4)).tolist()
        for picks in many:
            words["".join([SYLLABLES[pick] for pick in picks[: 2 + picks[0] % 3]])] = None
    return list(words)[:VOCABULARY]


def messages(seed: int, first: int = 0, words: int = WORDS) -> Iterator[LogMessage]:
    """Messages without end, twenty a session, two speakers who take turns, a minute apart. Ids are repeatable."""
    numbers = np.random.default_rng([seed, first])
    for number, content in enumerate(texts(seed + first, words), first):
        user = number % 2 == 0
        occurred = FIRST + number * 60_000
        yield LogMessage(
            command_id=new_id(occurred, numbers.bytes(10)),
            session=f"session-{number // MESSAGES_PER_SESSION}",
            role="user" if user else "assistant",
            content=content,
            occurred=occurred,
            speaker="Anna" if user else "Ben",
        )


def make_store(folder: str, count: int, seed: int = 1) -> str:
    """A store with so many generated messages, as it was left by an earlier run or made now. Returns its folder."""
    path = os.path.join(folder, f"store-{count}-{seed}")
    log = SqliteLog(path)
    try:
        said = messages(seed, log.head().position)
        writer = Writer(log)
        while (left := count - log.head().position) > 0:
            handle_messages([next(said) for _ in range(min(BATCH, left))], writer)
    finally:
        log.close()
    return path
