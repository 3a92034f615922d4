"""Writers and checkpoints at once, as fast as they go: does the log's lock keep SQLite from harming the file?

    python tests/lock_torture.py --seconds 600 [--writers 2] [--checkpointers 3] [--unlocked] [--dir DIR]

SQLite before 3.51.3 can corrupt a database in WAL mode when one process resets the WAL while another writes
(docs/decisions/0006). Writers append one event at a time; checkpointers move the WAL into the file and start it anew,
each under the log's lock, and now and then open and close the log. It runs in memory, where nothing waits for a disk.
With `--unlocked` the checkpointers take no lock: not a test but the control, in which most SQLites fail within minutes.
Prints one line of JSON; exits with 0 if all is well, else 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import Any

from awhm.errors import AwhmError
from awhm.events import schema
from awhm.events.append_raw import Draft, new_id
from awhm.events.chain import EVENT_ID
from awhm.events.lock import Lock
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.replay.audit import audit

STREAM = b"stream----------"
Counted = dict[str, int]


def write(folder: Path, until: float, _: bool) -> Counted:
    """Append until the time is over; which events were acknowledged is kept in a file."""
    log = SqliteLog(str(folder), lock_timeout=120.0)
    with open(folder.with_name(f"{os.getpid()}.acks"), "wb") as acknowledged:
        count = 0
        while monotonic() < until:
            draft = Draft(3, new_id(), STREAM, b'{"content":"%s"}' % os.urandom(16).hex().encode())
            log.append([draft])
            acknowledged.write(draft.event_id)
            count += 1
    log.close()
    return {"appends": count}


def checkpoint(folder: Path, until: float, unlocked: bool) -> Counted:
    """Checkpoint until the time is over. Raises sqlite3.Error where SQLite finds the file harmed."""
    chance = random.Random()
    lock = Lock(str(folder / "log.lock"))
    lock.timeout = 120.0
    held = nullcontext() if unlocked else lock
    connection = schema.connect(str(folder / FILE))
    count = opened = 0
    while monotonic() < until:
        with held:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        count += 1
        if chance.random() < 0.001:
            log = SqliteLog(str(folder), lock_timeout=120.0)
            log.scrub(60.0)
            log.close()
            opened += 1
    with held:
        connection.close()
    lock.close()
    return {"checkpoints": count, "opened": opened}


def torment(folder: Path, asked: argparse.Namespace) -> tuple[Counted, list[str]]:
    """Run the processes to their end; what they did, and what went wrong in them."""
    roles = ["write"] * asked.writers + ["checkpoint"] * asked.checkpointers
    options = ["--dir", str(folder), "--until", str(monotonic() + asked.seconds)]
    options += ["--unlocked"] if asked.unlocked else []
    running = [
        subprocess.Popen(
            [sys.executable, __file__, "--role", role, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for role in roles
    ]  # fmt: skip
    counts, problems = Counted(), list[str]()
    for process in running:
        told, errors = process.communicate()
        if process.returncode:
            problems.append(errors.strip()[-500:])
            continue
        for name, count in json.loads(told).items():
            counts[name] = counts.get(name, 0) + count
    return counts, problems


def judge(folder: Path) -> tuple[Counted, list[str]]:
    """Whether every acknowledged event is there, once, and the log and its pages are in order."""
    log = SqliteLog(str(folder), create=False)
    there = [header[EVENT_ID] for _, header, _ in log.read()]
    problems = [str(finding) for finding in audit(log).findings]
    log.close()
    acknowledged = [
        data[start : start + 16]
        for data in (file.read_bytes() for file in folder.parent.glob("*.acks"))
        for start in range(0, len(data), 16)
    ]
    if lost := set(acknowledged) - set(there):
        problems.append(f"{len(lost)} acknowledged events are not there")
    if len(set(there)) != len(there):
        problems.append("an event is there twice")
    return {"events": len(there), "acknowledged": len(acknowledged)}, problems


def main() -> int:
    """Parse, torment, judge."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--writers", type=int, default=2)
    parser.add_argument("--checkpointers", type=int, default=3)
    parser.add_argument("--unlocked", action="store_true", help="the control: checkpoints without the lock")
    parser.add_argument("--dir", help="where to work (default: a temporary folder, in memory if there is /dev/shm)")
    parser.add_argument("--role", choices=list(ROLES), help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.role:
        print(json.dumps(ROLES[asked.role](Path(asked.dir), asked.until, asked.unlocked)))
        return 0
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    work = Path(tempfile.mkdtemp(prefix="awhm-lock-torture-", dir=asked.dir or memory))
    try:
        folder = work / "store"
        SqliteLog(str(folder)).close()
        counts, problems = torment(folder, asked)
        try:
            found, wrong = judge(folder)
        except AwhmError as error:
            found, wrong = {}, [f"{type(error).__name__}: {error}"]
    finally:
        shutil.rmtree(work)
    problems += wrong
    told: dict[str, Any] = {"ok": not problems, "sqlite": sqlite3.sqlite_version, "locked": not asked.unlocked}
    print(json.dumps({**told, **counts, **found, "problems": problems[:20]}))
    return 1 if problems else 0


ROLES: dict[str, Callable[[Path, float, bool], Counted]] = {"write": write, "checkpoint": checkpoint}

if __name__ == "__main__":
    sys.exit(main())
