"""What does decoding cost on replay, beside the bare scan of the same rows and beside another library?

python -m benchmarks.replay [--messages 20000] [--json]
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Mapping
from itertools import islice

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts, View
from awhm.events.sqlite_log import BATCH, FILE, SqliteLog
from awhm.replay.replay import replay
from benchmarks import measure
from benchmarks.measure import Row, in_turns, make_store
from benchmarks.peer import Peer

PEER_EVENTS = 20_000
# What `SqliteLog.read` asks; `main` makes sure that it gives the same rows.
SELECT = (
    "SELECT e.seq, e.hdr, p.body FROM events e LEFT JOIN payloads p ON p.seq=e.seq"
    " WHERE e.seq>? AND e.seq<=? ORDER BY e.seq LIMIT ?"
)


class Nothing:
    """A fold that is handed every message and does nothing with it, so that only the loop is measured."""

    name = "nothing"
    version = "1"
    reads: Mapping[Kind, Callable[[None, Recorded], None]] = {Kind.MESSAGE_LOGGED: lambda state, event: None}

    def initial(self) -> None:
        """Nothing."""

    def digest(self, state: None) -> str:
        """Of nothing."""
        return ""

    def dump(self, state: None) -> Parts:
        """No parts."""
        return {}

    def load(self, parts: Parts) -> None:
        """Nothing."""


def scan(connection: sqlite3.Connection, last: int) -> tuple[int, bytes, bytes] | None:
    """Every row in the same batches as the log reads them, and nothing done with it. Returns the last one."""
    after, row = 0, None
    while rows := connection.execute(SELECT, (after, last, BATCH)).fetchall():
        row = rows[-1]
        after = row[0]
    return row


def peer_with(path: str, seed: int) -> Peer:
    """The peer's store with the first messages of ours."""
    peer = Peer(path)
    said = list(islice(measure.messages(seed), PEER_EVENTS))
    peer.put(peer.events(peer.begin(sorted({message.session for message in said})), said))
    return peer


def main() -> int:
    """Measure and print."""
    options = measure.arguments("What does decoding cost on replay?", 20_000, repetitions=30).parse_args()
    store = make_store(options.dir, options.messages, options.seed)
    log = SqliteLog(store)
    last = log.head().position
    connection = sqlite3.connect(f"file:{os.path.join(store, FILE)}?mode=ro", uri=True)
    assert scan(connection, last) == deque(log.read(last - 1), 1)[0]
    with tempfile.TemporaryDirectory() as folder:
        peer = peer_with(os.path.join(folder, "peer.db"), options.seed)
        theirs = peer.count()
        runs: dict[str, Callable[[], object]] = {
            "scan": lambda: scan(connection, last),
            "read": lambda: deque(log.read(), 0),
            "replay": lambda: replay(log, [View(Nothing())]),
            "peer": lambda: deque(peer.decoded(BATCH), 0),
        }
        times = in_turns(runs, options.repetitions)
        peer.close()
    connection.close()
    log.close()
    per = {name: times.least(name) / (theirs if name == "peer" else last) * 1e6 for name in runs}
    rows = [
        Row("replay / bare scan", times.ratio("replay", "scan"), "x", 2.1,
            control=f"scan {per['scan']:.2f} us an event"),
        Row("peer's decode / replay", times.ratio("peer", "replay") * last / theirs, "x", 5.0, at_least=True,
            control=f"eventsourcing: select_notifications + to_domain_event, {per['peer']:.2f} us an event"),
        Row("replay, CPU an event", per["replay"], "us", control="one fold that does nothing"),
        Row("SqliteLog.read, CPU an event", per["read"], "us", control="not decoded"),
    ]  # fmt: skip
    return measure.show(f"Replay of {last:,} messages", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
