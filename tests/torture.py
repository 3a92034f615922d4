"""Many processes on one store, killed at random: is every acknowledged event there, once, and are the views right?

    python tests/torture.py --seconds 60 --writers 8 --readers 4 [--dir DIR]

Writers append in a loop and note each event in a file of their own once `append` has returned. Readers
verify, fold and save views in a loop. About twice a second one of them, chosen at random, is killed with
`kill -9` and another started in its place. Prints one line of JSON; exits with 0 if all is well, else 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from awhm.commands.command import EndSession, LogMessage, StartSession
from awhm.commands.handle import Writer, handle, handle_messages
from awhm.commands.state import Decisions, State
from awhm.errors import AwhmError
from awhm.events.append_raw import new_id
from awhm.events.chain import EVENT_ID
from awhm.events.fold import Fold
from awhm.events.log import Appended
from awhm.events.sqlite_log import SqliteLog
from awhm.projections.bm25 import Bm25
from awhm.projections.buffer import BufferFold
from awhm.projections.keeper import Keeper
from awhm.projections.sessions import SessionsFold
from awhm.projections.vectors import VectorsFold
from awhm.replay.audit import audit
from awhm.replay.replay import replay
from awhm.replay.verify import verify

PAUSE = 0.5  # seconds between two kills
WORDS = ["river", "stone", "lantern", "orchard", "violin", "harbour", "winter", "paper", "copper", "meadow"]


def keeper_of(log: SqliteLog, folder: Path) -> Keeper:
    """Every view of the product, saved far more often than usual."""
    folds: list[Fold[Any]] = [Decisions(), SessionsFold(), BufferFold(), Bm25(), VectorsFold()]
    return Keeper(log, folds, str(folder / "views"), replay, save_every=200)


class Acknowledged:
    """What one writer was told is safe: a line `id position milliseconds` for each event, synced."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / f"{os.getpid()}-{new_id().hex()}.acks", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def note(self, ids: list[bytes], outcome: Appended, took: float) -> None:
        pairs = zip(ids, outcome.positions, strict=True)
        lines = "".join(f"{event_id.hex()} {position} {took * 1000:.1f}\n" for event_id, position in pairs)
        os.write(self._file, lines.encode())
        os.fsync(self._file)


def write(folder: Path) -> int:
    """Append until told to stop: single messages, batches, sessions, and now and then what is there already."""
    chance = random.Random()
    acknowledged = Acknowledged(folder)
    log = SqliteLog(str(folder / "store"), lock_timeout=120.0)
    writer = Writer(log)
    decisions: Keeper = Keeper(log, [Decisions()], None, replay)
    last: list[LogMessage] = []

    def state() -> State:
        found = decisions.view("decisions").state
        assert isinstance(found, State)
        return found

    while not (folder / "stop").exists():
        session = f"session {chance.randrange(20)}"
        choice = chance.random()
        began = time.monotonic()
        if choice < 0.1:
            state()  # catching up is no part of appending
            began = time.monotonic()
            kind = StartSession if choice < 0.05 else EndSession
            asked = kind(new_id(), session, int(time.time() * 1000))
            outcome = handle(asked, writer, state)
            if outcome.positions:
                acknowledged.note([asked.command_id], outcome, time.monotonic() - began)
            continue
        if choice < 0.2 and last:
            batch = last  # a retry: the same places, whatever has happened since
        else:
            size = 1 if choice < 0.7 else chance.randrange(2, 30)
            batch = [message(chance, session) for _ in range(size)]
        outcome = handle_messages(batch, writer)
        acknowledged.note([one.command_id for one in batch], outcome, time.monotonic() - began)
        last = batch
    log.close()
    return 0


def message(chance: random.Random, session: str) -> LogMessage:
    """A message that says its own id, so that the right words must be at the right place."""
    event_id = new_id()
    words = " ".join(chance.choices(WORDS, k=chance.randrange(1, 40)))
    return LogMessage(event_id, session, "user", f"{event_id.hex()} {words}", int(time.time() * 1000))


def read(folder: Path) -> int:
    """Open, fold, save and verify until told to stop. A finding is written down and ends it."""
    chance = random.Random()
    while not (folder / "stop").exists():
        log = SqliteLog(str(folder / "store"), lock_timeout=120.0)
        keeper = keeper_of(log, folder)
        for _ in range(chance.randrange(1, 5)):
            keeper.views(keeper.names)
            report = verify(log, headers_only=chance.random() < 0.5)
            if not report.ok:
                raise AssertionError(f"a reader found {report.first}")
            if (folder / "stop").exists():
                break
            log.wait(log.head().position, 0.2)
        keeper.close()
        log.close()
    return 0


def start(folder: Path, role: str) -> subprocess.Popen[bytes]:
    """One writer or reader as a process of its own."""
    with open(folder / "errors", "ab") as errors:
        return subprocess.Popen([sys.executable, __file__, "--dir", str(folder), "--role", role], stderr=errors)


def torment(folder: Path, seconds: float, writers: int, readers: int) -> tuple[int, list[str]]:
    """Run the processes and kill them; returns how many were killed, and which failed by themselves."""
    roles = ["write"] * writers + ["read"] * readers
    running = [(role, start(folder, role)) for role in roles]
    problems: list[str] = []
    killed = 0
    deadline = time.monotonic() + seconds
    chance = random.Random()
    try:
        while time.monotonic() < deadline:
            time.sleep(PAUSE)
            index = chance.randrange(len(running))
            role, process = running[index]
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
            if process.wait() not in (0, -signal.SIGKILL):
                problems.append(f"a {role}r ended with {process.returncode}")
            running[index] = role, start(folder, role)
    finally:
        (folder / "stop").touch()
        for role, process in running:
            if process.wait() != 0:
                problems.append(f"a {role}r ended with {process.returncode}")
    return killed, problems


def judge(folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Look at what is left: every acknowledged event once, a clean audit, views equal to views from nothing."""
    problems: list[str] = []
    log = SqliteLog(str(folder / "store"), create=False)
    places: dict[str, int] = {}
    for position, header, payload in log.read():
        event_id = header[EVENT_ID].hex()
        if event_id in places:
            problems.append(f"{event_id} is at {places[event_id]} and at {position}")
        places[event_id] = position
        content = json.loads(payload or b"{}").get("content")
        if content is not None and not content.startswith(event_id):
            problems.append(f"event {position} has another one's words")
    acknowledged: set[str] = set()
    slowest = 0.0
    for file in folder.glob("*.acks"):
        lines = file.read_text().split("\n")[:-1]  # after the last newline: nothing, or a line cut by a kill
        for event_id, place, took in (line.split() for line in lines):
            acknowledged.add(event_id)
            slowest = max(slowest, float(took))
            if places.get(event_id) != int(place):
                problems.append(f"{event_id}: acknowledged at {place}, found at {places.get(event_id)}")
    report = audit(log)
    problems += [str(finding) for finding in report.findings]
    keeper = keeper_of(log, folder)
    for name, view in keeper.views(keeper.names).items():
        if view.digest() != keeper.fresh(name, view.position).digest():
            problems.append(f"the view {name} differs from one folded from nothing")
    if keeper.damaged():
        problems.append(f"damaged views: {keeper.damaged()}")
    log.close()
    numbers = {"events": len(places), "acknowledged": len(acknowledged), "max_append_ms": slowest}
    return numbers, problems


def main() -> int:
    """Parse, torment, judge."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--dir", help="where to work (default: a temporary folder, removed if all is well)")
    parser.add_argument("--role", choices=["write", "read"], help=argparse.SUPPRESS)
    asked = parser.parse_args()
    folder = Path(asked.dir or tempfile.mkdtemp(prefix="awhm-torture-"))
    if asked.role:
        return write(folder) if asked.role == "write" else read(folder)
    folder.mkdir(parents=True, exist_ok=True)
    SqliteLog(str(folder / "store")).close()
    killed, problems = torment(folder, asked.seconds, asked.writers, asked.readers)
    errors = (folder / "errors").read_text(errors="replace").strip()
    numbers: dict[str, Any] = {}
    try:
        numbers, found = judge(folder)
        problems += found
    except AwhmError as error:
        problems.append(f"{type(error).__name__}: {error}")
    if errors:
        problems.append(errors[-2000:])
    print(json.dumps({"ok": not problems, "killed": killed, **numbers, "problems": problems[:20], "dir": str(folder)}))
    if not problems and not asked.dir:
        shutil.rmtree(folder)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
