"""Makes the golden log of a format: `python tests/compat/make_golden.py`, once, when a format is released.

    tests/compat/format1/log.db           the store's file, closed
    tests/compat/format1/expected.json    what every later version has to read from it

The clock and the system's randomness are replaced by fixed ones, so that a second run of the same code gives
the same events, ids, salts and chain. (The file's bytes also depend on the SQLite that wrote it.) A released golden
log is never made again: it is what users have on their disks.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from awhm.commands.command import EndSession, LogMessage, RecordRecalls, StartSession
from awhm.commands.handle import Writer, handle
from awhm.commands.state import Decisions, State
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.event import MemoriesRecalled, PayloadsErased, Shown
from awhm.events.fold import View
from awhm.events.ids import recognisable
from awhm.events.schema import FORMAT
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.replay import replay

HERE = Path(__file__).resolve().parent
ERASED = (4, 7)


def fix_the_world() -> None:
    """A clock that ticks a second at each look, and random bytes that are always the same."""
    ticks = itertools.count(1_767_225_600_000_000_000, 1_000_000_000)  # from 2026-01-01
    draws = itertools.count()

    def urandom(size: int) -> bytes:
        return hashlib.shake_256(b"golden %d" % next(draws)).digest(size)

    time.time_ns = lambda: next(ticks)
    os.urandom = urandom


def tell(log: SqliteLog) -> None:
    """Every kind of event, in every form that its payload and header can have."""
    writer = Writer(log)

    def read() -> State:
        view = View(Decisions())
        replay(log, [view])
        return view.state

    when = 1_700_000_000_000
    for command in (
        StartSession(new_id(), "first session", when, "golden", {"language": "en", "deep": {"list": [1, 2.5, None]}}),
        LogMessage(new_id(), "first session", "user", "I prefer tabs.", when + 1),
        LogMessage(new_id(), "first session", "assistant", "Noted: tabs.\n", when + 2, zone=-330, speaker="Helper"),
        LogMessage(new_id(), "first session", "tool_result", "to be erased", when + 3, metadata={"secret": True}),
        LogMessage(
            recognisable(log.key, 1_600_000_000_000, b"locomo/conv-1/D1:3"), "zweite Sitzung · 二", "user",
            "Ünïcödé, 日本語, \U0001f600, \x00 and \u2028 stay.", -5_000_000_000, zone=60, speaker="Zoë",
            source=("D1:3", "locomo", "1"),
        ),
        EndSession(new_id(), "first session", when + 5),
        LogMessage(new_id(), "zweite Sitzung · 二", "system", "this one as well", when + 6),
    ):  # fmt: skip
        handle(command, writer, read)
    shown = MemoriesRecalled(session="first session", shown=[Shown(position=2, times=2, turns=[1, 4])])
    tombstone = PayloadsErased(positions=list(ERASED), reason="asked by the user")
    batch = [writer.draft(shown, new_id(), "first session"), writer.draft(tombstone, new_id(), "erasures")]
    batch[0].sources = (2, 5)
    log.append(batch)
    handle(RecordRecalls(new_id(), "first session", {3: (2,), 5: (1, 1)}), writer, read)


def expected(log: SqliteLog) -> dict[str, Any]:
    """What must be read from the log for ever."""
    rows = [row for part in log.links() for row in part]
    return {
        "format": FORMAT,
        "log_id": log.log_id.hex(),
        "key": log.key.hex(),
        "head": [log.head().position, log.head().chain.hex(), log.head().recorded],
        "events": [
            {
                "position": position,
                "kind": chain.kind_of(header),
                "header": header.hex(),
                "chain": link.hex(),
                "salt": salt and salt.hex(),
                "payload": payload and payload.hex(),
            }
            for position, header, link, salt, payload in rows
        ],
    }


def make(folder: Path) -> None:
    """Write the golden log of today's format into a folder."""
    log = SqliteLog(str(folder))
    tell(log)
    log.close()
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("PRAGMA secure_delete=ON")
    connection.execute(f"DELETE FROM payloads WHERE seq IN {ERASED}")
    connection.commit()
    connection.close()
    log = SqliteLog(str(folder))
    content = expected(log)
    log.close()
    content["sha256"] = hashlib.sha256((folder / "log.db").read_bytes()).hexdigest()
    (folder / "expected.json").write_text(json.dumps(content, indent=1) + "\n")
    for name in ("log.lock", "log.lock.queue"):
        (folder / name).unlink()


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / f"format{FORMAT}"
    if (target / "log.db").exists():
        sys.exit(f"{target} has a golden log already; a released one is never made again")
    fix_the_world()
    make(target)
