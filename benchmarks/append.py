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
from collections.abc import Callable, Iterator, Sequence
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
from benchmarks.measure import MESSAGES_PER_SESSION, Row, Times, make_store, steady
from benchmarks.peer import Peer

T = TypeVar("T")
Prepared = tuple[int, bytearray, bytearray, bytearray, bytearray]  # position, header, chain, salt, payload
SIZE = 400  # bytes of a payload, and of a raw write
APART = 10_000  # seeds from here on are those of this file
MANY = 100  # events in a batch
TURN = 25  # single appends of one kind, before it is the next one's turn


def messages(seed: int) -> Iterator[LogMessage]:
    """Messages without end, twenty a session, whose payloads have SIZE bytes as JSON; none is in a `make_store`."""
    for message in measure.messages(APART + seed, words=SIZE // 5):
        room = SIZE - len(encode(log_message(replace(message, content=".")))) + 1
        yield replace(message, content=message.content[:room].ljust(room, "."))


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


def singles(store: str, folder: str, count: int, seed: int) -> list[Row]:
    """One message a transaction, beside raw writes. They take turns, so that all see the same disk."""
    shutil.copytree(store, os.path.join(folder, "log"))
    shutil.copytree(store, os.path.join(folder, "door"))
    log, door = SqliteLog(os.path.join(folder, "log")), SqliteLog(os.path.join(folder, "door"))
    writer = Writer(door)
    raw = RawFile(os.path.join(folder, "raw"), count)
    bare = Bare(os.path.join(folder, "bare"))
    took: dict[str, list[float]] = {"raw": [], "door": [], "log": [], "bare": []}
    spent: dict[str, list[float]] = {name: [] for name in took}
    before = log.head().position
    said = list(islice(messages(seed), 2 * count))
    prepared = [Writer(log).draft(log_message(m), m.command_id, m.session) for m in said[count:]]

    def timed(name: str, run: Callable[[], object]) -> None:
        cpu, start = time.process_time(), time.perf_counter()
        run()
        took[name].append((time.perf_counter() - start) * 1e6)
        spent[name].append((time.process_time() - cpu) * 1e6)

    runs: list[tuple[str, list[Callable[[], object]]]] = [
        ("raw", [raw.write] * count),
        ("door", [partial(handle_messages, [message], writer) for message in said[:count]]),
        ("log", [partial(log.append, [draft]) for draft in prepared]),
        ("bare", [partial(bare.insert, bare.prepared([draft])) for draft in prepared]),
    ]
    with steady():
        for start in range(0, count, TURN):
            for name, calls in runs:
                for call in calls[start : start + TURN]:
                    timed(name, call)
    assert log.head().position == door.head().position == before + count, "a repeated id is not written again"
    for opened in (bare, log, door):
        opened.close()
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

    def __init__(self, folder: str, seed: int) -> None:
        os.mkdir(folder)
        self.log = SqliteLog(os.path.join(folder, "ours"))
        self.writer = Writer(self.log)
        self.bare = Bare(os.path.join(folder, "bare"))
        self.peer = Peer(os.path.join(folder, "peer.db"))
        self.times = Times()
        self._said = messages(seed)

    def turn(self, count: int) -> None:
        """Each of the eight measurements writes `count` messages, or makes or encodes them."""
        first, second, third = ([next(self._said) for _ in range(count)] for _ in range(3))
        run, writer, peer = self.times.run, self.writer, self.peer
        run("door", lambda: in_batches(first, lambda part: handle_messages(part, writer)))
        events = run("validate", lambda: [(log_message(m), m) for m in second])
        drafts = run("encode", lambda: [writer.draft(e, m.command_id, m.session) for e, m in events])
        run("append", lambda: in_batches(drafts, self.log.append))
        rows = self.bare.prepared(drafts)
        run("bare", lambda: in_batches(rows, self.bare.insert))

        aggregates = peer.begin(sorted({m.session for m in (*first, *second, *third)}))
        run("peer door", lambda: in_batches(first, lambda part: peer.say(aggregates, part)))
        theirs = peer.events(aggregates, second)
        run("peer put", lambda: in_batches(theirs, peer.put))
        stored = peer.encode(peer.events(aggregates, third))
        run("peer insert", lambda: in_batches(stored, peer.insert))


def batches(folder: str, count: int, seed: int, repetitions: int) -> list[Row]:
    """A hundred messages a transaction, beside the same messages in the `eventsourcing` library."""
    count -= count % (MANY * MESSAGES_PER_SESSION)
    batched = Batched(folder, seed)
    for _ in range(repetitions):
        batched.turn(count)
    assert batched.log.head().position == 2 * repetitions * count
    names = ("door", "validate", "encode", "append", "bare", "peer door", "peer put", "peer insert")
    times, least = batched.times, {name: batched.times.least(name) / count * 1e6 for name in names}
    put = 1 / (times.ratio("encode", "peer put") + times.ratio("append", "peer put"))
    return [
        Row("batches: encode + append, CPU an event", least["encode"] + least["append"], "us", 14.0),
        Row("batches: peer / ours, event objects to disk", put, "x", 1.6, at_least=True,
            control=f"EventStore.put {least['peer put']:.1f} us; ours: encode + append"),
        Row("batches: peer / ours, requests to disk", times.ratio("peer door", "door"), "x", at_least=True,
            control=f"aggregate command + Application.save {least['peer door']:.1f} us; ours: handle_messages"),
        Row("batches: peer / ours, ready rows to disk", times.ratio("peer insert", "append"), "x",
            control=f"insert_events of StoredEvents {least['peer insert']:.1f} us, two indexes fewer, no hashes"),
        Row("batches: append of ready drafts, CPU an event", least["append"], "us"),
        Row("batches: append / bare SQLite", times.ratio("append", "bare"), "x",
            control=f"the same rows, nothing else done {least['bare']:.1f} us"),
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
    for message in islice(messages(seed + 1000), commits):
        handle_messages([message], writer)
    log.close()


def main() -> int:
    """Measure and print."""
    parser = measure.arguments("What does it cost to append durably?", 20_000, repetitions=20)
    parser.add_argument("--commits", type=int, default=2000, help="single appends (default 2000)")
    parser.add_argument("--batched", type=int, default=4000, help="events in batches, each repetition (default 4000)")
    parser.add_argument("--singles-only", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.singles_only:
        singles_only(options.singles_only, options.commits, options.seed)
        return 0
    store = make_store(options.dir, options.messages)
    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        rows = counted(store, folder, options.commits, options.seed)
        rows += singles(store, folder, options.commits, options.seed)
        rows += batches(os.path.join(folder, "batches"), options.batched, options.seed, options.repetitions)
    return measure.show(f"Append, on a log of {options.messages:,} events", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
