"""What does it cost to append durably? One event at a time, and a hundred in one transaction.

python -m benchmarks.append [--json]
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeVar

import numpy as np

from awhm.commands.command import LogMessage
from awhm.commands.decide import log_message
from awhm.commands.handle import Writer, handle_messages
from awhm.events import append_raw, schema
from awhm.events.append_raw import Draft
from awhm.events.codec import encode
from awhm.events.sqlite_log import SqliteLog
from benchmarks import measure, syncs
from benchmarks.measure import Row, make_store
from benchmarks.peer import Peer

T = TypeVar("T")
V = TypeVar("V")
Prepared = tuple[int, bytearray, bytearray, bytearray, bytearray]  # position, header, chain, salt, payload
SIZE = 400  # bytes of a payload, and of a raw write
APART = 10_000  # seeds from here on are those of this file
MANY = 100  # events in a batch


def messages(count: int, seed: int) -> list[LogMessage]:
    """Messages, twenty a session, whose payloads have SIZE bytes as JSON. None is in the stores of `make_store`."""
    made = islice(measure.messages(APART + seed, words=SIZE // 4), count)
    cut = [m.content[: SIZE - len(encode(log_message(replace(m, content="."))))] for m in made]
    made = islice(measure.messages(APART + seed, words=SIZE // 4), count)
    return [replace(m, content=f"{content}.") for m, content in zip(made, cut, strict=True)]


class RawFile:
    """The control: a file that has its blocks already, so that a sync has only the data to write."""

    def __init__(self, path: str, writes: int) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT)
        os.pwrite(self._file, bytes(writes * SIZE), 0)
        os.fsync(self._file)
        self._at = 0

    def write(self) -> None:
        """SIZE bytes, durably."""
        os.pwrite(self._file, b"x" * SIZE, self._at)
        os.fdatasync(self._file)
        self._at += SIZE


class Bare:
    """What bounds the log: the same rows in the same tables with the same settings, ready, and nothing else done.

    No hash, no look-up of the tail or of versions, no lock.
    """

    def __init__(self, folder: str) -> None:
        log = SqliteLog(folder)
        log.close()
        self._connection = schema.connect(log.path)
        self._tail = (0, bytes(32), 0)
        self._versions: dict[bytes, int] = {}

    def prepared(self, drafts: Sequence[Draft]) -> list[Prepared]:
        """The rows that would follow, with their values as SQLite takes them fastest; to be inserted in this order."""
        for draft in drafts:
            self._versions.setdefault(draft.stream, 0)
        rows = append_raw.extend(self._tail, self._versions, drafts, append_raw.salt(drafts), measure.FIRST)
        self._tail = (rows[-1][0], rows[-1][2], measure.FIRST)
        return [(p, bytearray(h), bytearray(c), bytearray(s), bytearray(b)) for p, h, c, s, b in rows]

    def insert(self, rows: Sequence[Prepared]) -> None:
        """All in one transaction."""
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT INTO events VALUES (?,?,?)", [(p, h, c) for p, h, c, _, _ in rows])
        self._connection.executemany("INSERT INTO payloads VALUES (?,?,?)", [(p, s, b) for p, _, _, s, b in rows])
        execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def singles(folder: str, count: int, seed: int) -> list[Row]:
    """One message a transaction, each beside one raw write: so both see the same disk."""
    log = SqliteLog(folder)
    writer = Writer(log)
    raw = RawFile(os.path.join(folder, "raw"), count)
    bare = Bare(os.path.join(folder, "bare"))
    took: dict[str, list[float]] = {"raw": [], "door": [], "log": [], "bare": []}
    spent: dict[str, list[float]] = {name: [] for name in took}
    before = log.head().position
    said = messages(2 * count, seed)
    prepared = [writer.draft(log_message(m), m.command_id, m.session) for m in said[count:]]

    def timed(name: str, run: Callable[[], object]) -> None:
        cpu, start = time.process_time(), time.perf_counter()
        run()
        took[name].append((time.perf_counter() - start) * 1e6)
        spent[name].append((time.process_time() - cpu) * 1e6)

    for message, draft in zip(said[:count], prepared, strict=True):
        timed("raw", raw.write)
        timed("door", partial(handle_messages, [message], writer))
        timed("log", partial(log.append, [draft]))
        timed("bare", partial(bare.insert, bare.prepared([draft])))
    assert log.head().position == before + 2 * count, "a repeated id is not written again"
    bare.close()
    log.close()
    p10, p50, cpu = _percentiles(took, 10), _percentiles(took, 50), _percentiles(spent, 10)
    beside = f"raw {SIZE} B pwrite + fdatasync: p10 {p10['raw']:.0f} us, p50 {p50['raw']:.0f}, CPU {cpu['raw']:.0f}"
    return [
        Row("one event, through the log: p10 / raw p10", p10["log"] / p10["raw"], "x", 1.8, control=beside),
        Row("bare SQLite: p10 / raw p10", p10["bare"] / p10["raw"], "x",
            control=f"the same rows, nothing else done: p10 {p10['bare']:.0f} us, CPU {cpu['bare']:.0f}"),
        Row("one event, through handle: p10 / raw p10", p10["door"] / p10["raw"], "x", control="with validation"),
        Row("one event, through the log: p10", p10["log"], "us"),
        Row("one event, through the log: p50", p50["log"], "us"),
        Row("one event, through handle: p50", p50["door"], "us"),
        Row("one event, through the log: CPU p10", cpu["log"], "us", control="the sync included"),
        Row("one event, through handle: CPU p10", cpu["door"], "us", control="the sync included"),
    ]  # fmt: skip


def _percentiles(times: dict[str, list[float]], percent: int) -> dict[str, float]:
    return {name: float(np.percentile(one, percent)) for name, one in times.items()}


class Batched:
    """The same messages in batches of a hundred, in our log and in the peer's, each by three steps."""

    def __init__(self, folder: str) -> None:
        self.log = SqliteLog(os.path.join(folder, "ours"))
        self.writer = Writer(self.log)
        self.bare = Bare(os.path.join(folder, "bare"))
        self.peer = Peer(os.path.join(folder, "peer.db"))
        self.least: dict[str, float] = {}

    def time(self, what: str, count: int, run: Callable[[], V]) -> V:
        """Run it, and keep the least CPU time of one message, in microseconds."""
        start = time.process_time()
        result = run()
        self.least[what] = min(self.least.get(what, float("inf")), (time.process_time() - start) / count * 1e6)
        return result

    def turn(self, count: int, seed: int) -> None:
        """One repetition; each of the eight measurements writes messages, or encodes them, once."""
        said = messages(3 * count, seed)
        first, second, third = said[:count], said[count : 2 * count], said[2 * count :]
        writer, peer = self.writer, self.peer
        self.time("door", count, lambda: in_batches(first, lambda part: handle_messages(part, writer)))
        events = self.time("validate", count, lambda: [(log_message(m), m) for m in second])
        drafts = self.time("encode", count, lambda: [writer.draft(e, m.command_id, m.session) for e, m in events])
        self.time("append", count, lambda: in_batches(drafts, self.log.append))
        rows = self.bare.prepared(drafts)
        self.time("bare", count, lambda: in_batches(rows, self.bare.insert))

        aggregates = peer.begin(sorted({m.session for m in said}))
        self.time("peer door", count, lambda: in_batches(first, lambda part: peer.say(aggregates, part)))
        theirs = peer.events(aggregates, second)
        self.time("peer put", count, lambda: in_batches(theirs, peer.put))
        stored = peer.encode(peer.events(aggregates, third))
        self.time("peer insert", count, lambda: in_batches(stored, peer.insert))


def batches(folder: str, count: int, seed: int, repetitions: int) -> list[Row]:
    """A hundred messages a transaction, beside the same messages in the `eventsourcing` library."""
    count -= count % MANY
    batched = Batched(folder)
    for turn in range(repetitions):
        batched.turn(count, seed + turn)
    assert batched.log.head().position == 2 * repetitions * count
    least = batched.least
    ours = least["encode"] + least["append"]
    return [
        Row("batches: encode + append, CPU an event", ours, "us", 14.0),
        Row("batches: peer / ours, event objects to disk", least["peer put"] / ours, "x", 1.6, at_least=True,
            control=f"EventStore.put {least['peer put']:.1f} us; ours: encode + append"),
        Row("batches: peer / ours, requests to disk", least["peer door"] / least["door"], "x", at_least=True,
            control=f"aggregate command + Application.save {least['peer door']:.1f} us; ours: handle_messages"),
        Row("batches: peer / ours, ready rows to disk", least["peer insert"] / least["append"], "x",
            control=f"insert_events of StoredEvents {least['peer insert']:.1f} us, two indexes fewer, no hashes"),
        Row("batches: append of ready drafts, CPU an event", least["append"], "us"),
        Row("batches: bare SQLite, CPU an event", least["bare"], "us", control="the same rows, nothing else done"),
        Row("batches: encode, CPU an event", least["encode"], "us", control="names to ids, JSON, draft"),
        Row("batches: validation, CPU an event", least["validate"], "us", control="pydantic and decide; on top"),
        Row("batches: handle_messages, CPU an event", least["door"], "us", control="all three"),
    ]  # fmt: skip


def in_batches(items: Sequence[T], append: Callable[[Sequence[T]], object]) -> None:
    """Hand over MANY at a time."""
    for start in range(0, len(items), MANY):
        append(items[start : start + MANY])


def counted(store: str, folder: str, commits: int, seed: int) -> list[Row]:
    """How often the disk is told to sync, opening, closing and checkpoints included: another process, watched."""
    copy = os.path.join(folder, "counted")
    shutil.copytree(store, copy)
    command = [sys.executable, "-m", "benchmarks.append", "--singles-only", copy, "--commits", str(commits)]
    found, how = syncs.count([*command, "--seed", str(seed)])
    return [
        Row("one event: syncs a commit", found / commits, "", 1.05, control=f"{found:,} in {commits:,} commits, {how}")
    ]


def singles_only(folder: str, commits: int, seed: int) -> None:
    """What `counted` watches."""
    log = SqliteLog(folder)
    writer = Writer(log)
    for message in messages(commits, seed + 1000):
        handle_messages([message], writer)
    log.close()


def main() -> int:
    """Measure and print."""
    parser = measure.arguments("What does it cost to append durably?", 20_000)
    parser.add_argument("--commits", type=int, default=2000, help="single appends (default 2000)")
    parser.add_argument(
        "--batched", type=int, default=10_000, help="events in batches, each repetition (default 10,000)"
    )
    parser.add_argument("--singles-only", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.singles_only:
        singles_only(options.singles_only, options.commits, options.seed)
        return 0
    store = make_store(options.dir, options.messages)
    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        rows = counted(store, folder, options.commits, options.seed)
        shutil.copytree(store, os.path.join(folder, "singles"))
        rows += singles(os.path.join(folder, "singles"), options.commits, options.seed)
        rows += batches(folder, options.batched, options.seed, options.repetitions)
    return measure.show(f"Append, on a log of {options.messages:,} events", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
