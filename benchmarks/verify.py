"""What does verifying cost, and what bounds it on this machine?

python -m benchmarks.verify [--messages 20000] [--json]
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from hashlib import sha256

from awhm.events import chain
from awhm.events.sqlite_log import BATCH, FILE, SqliteLog
from awhm.replay.verify import verify
from benchmarks import measure
from benchmarks.measure import Row, in_turns, make_store

# What `SqliteLog.links` asks.
SELECT = (
    "SELECT e.seq, e.hdr, e.chain, p.salt, p.body FROM events e LEFT JOIN payloads p ON p.seq=e.seq"
    " WHERE e.seq>? ORDER BY e.seq LIMIT ?"
)


def scan(connection: sqlite3.Connection) -> None:
    """Every row, in the batches of the log, and nothing done with it."""
    after = 0
    while rows := connection.execute(SELECT, (after, BATCH)).fetchall():
        after = rows[-1][0]


def floor(connection: sqlite3.Connection) -> None:
    """The scan, and two SHA-256 an event over as many bytes as verifying needs: nothing is compared."""
    after = 0
    while rows := connection.execute(SELECT, (after, BATCH)).fetchall():
        after = rows[-1][0]
        for _, header, link, salt, body in rows:
            sha256(link + header).digest()
            sha256(salt + body).digest()


def prototype(connection: sqlite3.Connection, link: bytes) -> None:
    """The three hashes of the research prototype: commitment, Merkle leaf, and the chain over the leaves."""
    after = 0
    while rows := connection.execute(SELECT, (after, BATCH)).fetchall():
        after = rows[-1][0]
        for _, header, _, salt, body in rows:
            assert sha256(b"\x02" + salt + body).digest() == header[chain.COMMITMENT]
            link = sha256(b"\x03" + link + sha256(b"\x00" + header).digest()).digest()


def main() -> int:
    """Measure and print."""
    options = measure.arguments("What does verifying cost?", 20_000, repetitions=30).parse_args()
    store = make_store(options.dir, options.messages, options.seed)
    log = SqliteLog(store)
    report = verify(log)
    assert report.ok and report.events == options.messages, report.findings
    connection = sqlite3.connect(f"file:{os.path.join(store, FILE)}?mode=ro", uri=True)
    runs: dict[str, Callable[[], object]] = {
        "full": lambda: verify(log),
        "headers": lambda: verify(log, headers_only=True),
        "prototype": lambda: prototype(connection, chain.first(log.log_id)),
        "floor": lambda: floor(connection),
        "scan": lambda: scan(connection),
        "sqlite": lambda: connection.execute("PRAGMA integrity_check").fetchall(),
    }
    times = in_turns(runs, options.repetitions)
    per = {name: times.least(name) / options.messages * 1e6 for name in runs}
    connection.close()
    log.close()
    rows = [
        Row("full verify, CPU an event", per["full"], "us", 2.5),
        Row("full verify / floor", times.ratio("full", "floor"), "x",
            control=f"scan + two SHA-256 over the same bytes {per['floor']:.2f} us"),
        Row("full verify / prototype", times.ratio("full", "prototype"), "x",
            control=f"scan + the prototype's three hashes {per['prototype']:.2f} us"),
        Row("full verify / scan", times.ratio("full", "scan"), "x", control=f"scan {per['scan']:.2f} us"),
        Row("header-only verify, CPU an event", per["headers"], "us"),
        Row("SQLite's integrity_check, CPU an event", per["sqlite"], "us", control="`awhm verify` runs it too"),
    ]  # fmt: skip
    return measure.show(f"Verify of {options.messages:,} messages", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
