"""Many processes on one store, killed at random: is every acknowledged event there, once, and are the views right?

    python tests/torture.py --seconds 60 --writers 8 --readers 4 --tenders 2 [--kills 1000] [--dir DIR]

Writers append in a loop and note each event in a file of their own once `append` has returned. Readers verify, fold,
ask and save views in a loop. Tenders erase, name and restore snapshots, sign checkpoints and consolidate, and note what
was reported as done. About twice a second one of them, chosen at random, is killed with `kill -9` and another started
in its place. With `--kills` it goes on until so many were killed. At the end nothing acknowledged may be missing, what
was erased may be in no byte of the data directory, and the log, its checkpoints and every view must be in order.
Prints one line of JSON; exits with 0 if all is well, else 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from awhm.commands.command import EndSession, LogMessage, StartSession
from awhm.commands.handle import Writer, handle, handle_messages
from awhm.commands.state import Decisions, State
from awhm.config import AWHMConfig
from awhm.errors import AwhmError, Conflict, Refused
from awhm.events.append_raw import new_id
from awhm.events.chain import EVENT_ID, kind_of
from awhm.events.event import Kind
from awhm.events.ids import completions
from awhm.events.log import Appended, Log
from awhm.events.sqlite_log import SqliteLog
from awhm.jobs.erasing import unfinished
from awhm.projections.keeper import Keeper
from awhm.replay.replay import replay
from awhm.replay.verify import verify
from awhm.store import Store

PAUSE = 0.5  # seconds between two kills
START = 60.0  # seconds that the first writer has to write something
WORDS = ["river", "stone", "lantern", "orchard", "violin", "harbour", "winter", "paper", "copper", "meadow"]


def opened(folder: Path) -> Store:
    """The store, with views that are saved far more often than usual. What an erasure has left is gone on with."""
    return Store(
        AWHMConfig(
            data_dir=folder / "store", state_dir=folder / "state", lock_timeout=120.0, save_every=200,
            mock_embeddings=True, ner=False, embed_in_background=False,
        )
    )  # fmt: skip


class Notes:
    """What one process was told is done: lines of words, synced."""

    def __init__(self, folder: Path, kind: str) -> None:
        name = f"{os.getpid()}-{new_id().hex()}.{kind}"
        self._file = os.open(folder / name, os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def note(self, *lines: str) -> None:
        os.write(self._file, "".join(f"{line}\n" for line in lines).encode())
        os.fsync(self._file)


def noted(folder: Path, kind: str) -> list[list[str]]:
    """The words of all lines of a kind; what a kill has cut behind the last newline is none."""
    return [line.split() for file in folder.glob(f"*.{kind}") for line in file.read_text().split("\n")[:-1]]


class Acknowledged:
    """What one writer was told is safe: a line `id position milliseconds` for each event, synced."""

    def __init__(self, folder: Path) -> None:
        self._notes = Notes(folder, "acks")

    def note(self, ids: list[bytes], outcome: Appended, took: float) -> None:
        pairs = zip(ids, outcome.positions, strict=True)
        self._notes.note(*(f"{event_id.hex()} {position} {took * 1000:.1f}" for event_id, position in pairs))


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
        if chance.random() < 0.3:
            time.sleep(chance.random())  # in bursts, or the others would do nothing but read what these write
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
    fact = f". My dog is called {event_id.hex()}." if chance.random() < 0.03 else ""
    return LogMessage(event_id, session, "user", f"{event_id.hex()} {words}{fact}", int(time.time() * 1000))


def read(folder: Path) -> int:
    """Open, fold, ask, save and verify until told to stop. A finding is written down and ends it."""
    chance = random.Random()
    while not (folder / "stop").exists():
        store = opened(folder)
        for _ in range(chance.randrange(1, 5)):
            store.keeper.views(store.keeper.names)
            store.recall(chance.choice(WORDS))
            report = verify(store.log, headers_only=chance.random() < 0.5)
            if not report.ok:
                raise AssertionError(f"a reader found {report.first}")
            if (folder / "stop").exists():
                break
            store.log.wait(store.log.head().position, 0.2)
        store.close()
    return 0


def tend(folder: Path) -> int:
    """Erase, name snapshots and go back to them, sign and consolidate until told to stop."""
    chance = random.Random()
    erased, signed = Notes(folder, "erased"), Notes(folder, "signed")
    while not (folder / "stop").exists():
        store = opened(folder)
        for _ in range(chance.randrange(2, 10)):
            if (folder / "stop").exists():
                break
            try:
                tend_once(store, chance, erased, signed)
            except Conflict:
                continue  # somebody was first, or still reads what was there: not done, and nobody was told that it is
        store.close()
    return 0


def tend_once(store: Store, chance: random.Random, erased: Notes, signed: Notes) -> None:
    """One thing that somebody does with a store now and then."""
    log, choice = store.log, chance.random()
    if choice < 0.6:
        position = chance.randint(1, max(1, log.head().position))
        there = log.head().position and kind_of(log.header(position)) == Kind.MESSAGE_LOGGED
        if there and log.payload(position) is not None:
            word = log.header(position)[EVENT_ID].hex()
            try:
                done = store.erase(containing=word) if choice < 0.1 else store.erase(message=position)
            except Refused as error:
                if error.code in ("erased", "nothing_found"):  # another tender was first
                    return
                raise
            if done.completed is not None:
                erased.note(f"{word} {position}")
    elif choice < 0.75:
        if log.head().position:
            anchor = store.anchors.publish().checkpoint
            signed.note(f"{anchor.size} {anchor.chain.hex() if anchor.chain else ''}")
    elif choice < 0.88:
        store.snapshots.create(new_id().hex())
    elif choice < 0.93:
        if found := store.snapshots.list():
            store.snapshots.restore(chance.choice(found).name)
    else:
        store.consolidate()


def start(folder: Path, role: str) -> subprocess.Popen[bytes]:
    """One writer or reader as a process of its own."""
    with open(folder / "errors", "ab") as errors:
        return subprocess.Popen([sys.executable, __file__, "--dir", str(folder), "--role", role], stderr=errors)


@dataclass(frozen=True)
class Plan:
    """How many processes of which kind, for how many seconds, or until how many were killed."""

    seconds: float
    kills: int | None
    pause: float
    writers: int
    readers: int
    tenders: int


def torment(folder: Path, plan: Plan) -> tuple[int, list[str]]:
    """Run the processes and kill them; returns how many were killed, and which failed by themselves."""
    roles = ["write"] * plan.writers + ["read"] * plan.readers + ["tend"] * plan.tenders
    running = [(role, start(folder, role)) for role in roles]
    problems: list[str] = []
    killed = 0
    ready = time.monotonic() + START
    while plan.writers and not noted(folder, "acks") and time.monotonic() < ready:
        time.sleep(0.1)  # a busy machine takes long to start them; killing begins when there is something to lose
    deadline = time.monotonic() + plan.seconds
    chance = random.Random()
    try:
        while killed < plan.kills if plan.kills is not None else time.monotonic() < deadline:
            time.sleep(plan.pause)
            index = chance.randrange(len(running))
            role, process = running[index]
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
            if process.wait() not in (0, -signal.SIGKILL):
                problems.append(f"a process that should {role} ended with {process.returncode}")
                break  # the first one tells; what comes after may only follow from it
            running[index] = role, start(folder, role)
    finally:
        (folder / "stop").touch()
        for role, process in running:
            if process.wait() not in (0, -signal.SIGKILL):
                problems.append(f"a process that should {role} ended with {process.returncode}")
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
        if kind_of(header) == Kind.MESSAGE_LOGGED and content is not None and not content.startswith(event_id):
            problems.append(f"event {position} has another one's words")
    log.close()
    acknowledged = noted(folder, "acks")
    for event_id, place, _ in acknowledged:
        if places.get(event_id) != int(place):
            problems.append(f"{event_id}: acknowledged at {place}, found at {places.get(event_id)}")
    store = opened(folder)  # goes on with an erasure that a kill has left
    numbers: dict[str, Any] = {
        "events": store.log.head().position,
        "acknowledged": len({event_id for event_id, _, _ in acknowledged}),
        "max_append_ms": max((float(took) for _, _, took in acknowledged), default=0.0),
        "erased": len(noted(folder, "erased")),
        "erasures": len(store.log.positions_of(completions(store.log.key))),  # more: some lost who was to be told
        "signed": len(noted(folder, "signed")),
        "snapshots": len(store.snapshots.list()),
    }
    problems += judged(folder, store)
    words = gone(store.log)
    store.close()
    return numbers, problems + left_in(folder / "store", words)


def judged(folder: Path, store: Store) -> list[str]:
    """Whether what was done with the store holds: erasures, checkpoints, the log, the views."""
    problems = [f"erasure {one} is not completed by the next start" for one in unfinished(store.writer)]
    for word, place in noted(folder, "erased"):
        if store.log.header(int(place))[EVENT_ID].hex() != word or store.log.payload(int(place)) is not None:
            problems.append(f"event {place} was erased, and is there")
    for size, *link in noted(folder, "signed"):
        found = store.log.chain_at(int(size))
        if found is None or [found.hex()] != link:
            problems.append(f"the log is not the one that was signed at {size}")
    problems += [str(finding) for finding in store.verify().findings]
    views = store.rebuild(check=True)
    return problems + [f"the view {view.name} differs from one folded from nothing" for view in views if not view.same]


def gone(log: Log) -> set[bytes]:
    """The words of all messages whose erasure is completed: their ids, which they say themselves."""
    done = [json.loads(log.payload(one) or b"{}")["tombstone"] for one in log.positions_of(completions(log.key))]
    places = {place for one in done for place in json.loads(log.payload(one) or b"{}")["positions"]}
    return {log.header(place)[EVENT_ID].hex().encode() for place in places}


def left_in(folder: Path, words: set[bytes]) -> list[str]:
    """The files that hold one of these words. Nobody has the store open."""
    problems: list[str] = []
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        for run in re.findall(rb"[0-9a-f]{32,}", file.read_bytes().lower()):
            found = words.intersection(run[start : start + 32] for start in range(len(run) - 31))
            problems += [f"{file.relative_to(folder)} holds the erased {word.decode()}" for word in sorted(found)[:3]]
    return problems


def main() -> int:
    """Parse, torment, judge."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kills", type=int, help="go on until so many were killed, however long it takes")
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two kills")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--tenders", type=int, default=2)
    parser.add_argument("--dir", help="where to work (default: a temporary folder, removed if all is well)")
    parser.add_argument("--role", choices=list(ROLES), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    folder = Path(asked.dir or tempfile.mkdtemp(prefix="awhm-torture-"))
    if asked.role:
        return ROLES[asked.role](folder)
    folder.mkdir(parents=True, exist_ok=True)
    SqliteLog(str(folder / "store")).close()
    plan = Plan(asked.seconds, asked.kills, asked.pause, asked.writers, asked.readers, asked.tenders)
    killed, problems = torment(folder, plan)
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


ROLES = {"write": write, "read": read, "tend": tend}

if __name__ == "__main__":
    sys.exit(main())
