"""Consolidation that is stopped, killed or overtaken: afterwards all is as if nothing had happened."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from spoken import Stopped, believed, opened, read_once, say, sound, undisturbed

from awhm.config import AWHMConfig
from awhm.errors import Conflict
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import PayloadsErased
from awhm.events.log import Appended, Lost
from awhm.events.ram_log import RamLog
from awhm.jobs import consolidating
from awhm.jobs.consolidating import Consolidated
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]


def on_disk(folder: Path) -> Store:
    return Store(AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False))


class Dying(RamLog):
    """A log whose process dies at the n-th decision about memories: before it is written, or just after."""

    def __init__(self, at: int, *, after: bool) -> None:
        super().__init__()
        self.left, self.written = at, after

    def lose(self, position: int) -> None:
        self._links[position - 1] = (*self._links[position - 1][:3], None, None)
        super().append([draft(PayloadsErased(positions=[position], reason="asked"), new_id(), b"erasures--------")])

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        if expected:
            self.left -= 1
        if self.left == 0 and not self.written:
            raise Stopped
        outcome = super().append(drafts, expected)
        if self.left == 0 and expected:
            raise Stopped
        return outcome


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, 7))
@pytest.mark.parametrize("anew", [False, True], ids=["the same views", "a new process"])
def test_a_run_that_stops_between_two_appends_is_completed_by_the_next(
    monkeypatch: pytest.MonkeyPatch, at: int, after: bool, anew: bool
) -> None:
    monkeypatch.setattr(consolidating, "STEP", 4)
    log = Dying(at, after=after)
    store = opened(log)
    positions = say(store, range(12))
    with pytest.raises(Stopped):
        store.consolidate()
    log.left = -1
    later = opened(log) if anew else store
    if at < 6 or not after:
        assert later.consolidate().messages >= 4 * (3 - at // 2 if after else 3 - (at - 1) // 2)
    read_once(later, positions)
    sound(later)
    assert believed(later.graph()) == undisturbed(range(12))
    done = [e.payload for e in later.entries() if e.kind == "MessagesConsolidated" and e.payload]
    assert sum(one.get("messages", 0) for one in done) == 12, "each message is counted in one step"


def test_another_session_s_run_settles_what_was_left_and_takes_nothing_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consolidating, "STEP", 4)
    log = Dying(1, after=True)
    store = opened(log)
    positions = say(store, range(12))
    with pytest.raises(Stopped):
        store.consolidate(session="a")
    log.left = -1
    assert store.consolidate(session="b").sessions.keys() >= {"b"}
    assert store.consolidate(session="a").messages == 4
    store.consolidate()
    read_once(store, positions)
    assert believed(store.graph()) == undisturbed(range(12))


def test_an_edit_that_stops_half_way_is_completed_by_the_next_run() -> None:
    log = Dying(-1, after=True)
    store = opened(log)
    say(store, [0])
    store.consolidate()
    (memory,) = store.graph().memories
    log.left = 1
    with pytest.raises(Stopped):
        store.edit(memory, "99")
    log.left = -1
    later = opened(log)
    position = max(entry.position for entry in later.entries() if entry.kind == "MessageLogged")
    log.lose(position)  # then not even a message is left that waits
    later.consolidate()
    assert {value: windows[-1][1] is None for _, value, _, windows in believed(later.graph())} == {
        "0": False,
        "99": True,
    }
    assert later.consolidate() == Consolidated()
    sound(later)


# Says where it is in the log after each step; dies by itself just before the n-th statement of a kind, if told to.
CHILD = """
import os, signal, sys
from awhm.config import AWHMConfig
from awhm.jobs import consolidating
from awhm.store import Store
consolidating.STEP = 16
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False, save_every=50))
if len(sys.argv) > 2:
    left = [int(sys.argv[3])]
    def watch(statement):
        left[0] -= statement.startswith(sys.argv[2])
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
    store.log._connection.set_trace_callback(watch)
store.consolidate(progress=lambda at, end: os.write(1, b"%d\\n" % at))
store.close()
"""


def started(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-W", "error", "-c", CHILD, str(folder), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)


@pytest.mark.slow
def test_a_run_that_is_killed_at_any_moment_is_completed_by_the_next(tmp_path: Path) -> None:
    store, chance = on_disk(tmp_path), random.Random(5)
    positions = say(store, range(60))
    store.close()
    moments = [("INSERT INTO payloads", 9), ("COMMIT", 2)]
    for what, count in moments:
        child = started(tmp_path, what, str(count))
        child.communicate()
        assert child.returncode == -signal.SIGKILL
    child = started(tmp_path)
    assert child.stdout
    child.stdout.readline()  # it is in the middle of it
    time.sleep(chance.random() / 50)
    child.kill()
    child.communicate()
    child = started(tmp_path)
    child.communicate()
    assert child.returncode == 0
    store = on_disk(tmp_path)
    read_once(store, positions)
    sound(store)
    assert believed(store.graph()) == undisturbed(range(60))
    store.close()


# Consolidates until it is told to stop and nothing is waiting any more.
PEER = """
import os, sys
from awhm.config import AWHMConfig
from awhm.errors import Conflict
from awhm.jobs import consolidating
from awhm.store import Store
consolidating.STEP = 8
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False, lock_timeout=120.0))
os.write(1, b"ready\\n")
while True:
    last = os.path.exists(sys.argv[2])
    try:
        done = store.consolidate()
    except Conflict as busy:
        assert busy.code == "overtaken", busy
        continue
    if last and not done.messages:
        break
store.close()
"""


@pytest.mark.slow
def test_two_processes_at_once_beside_a_writer_read_everything_once(tmp_path: Path) -> None:
    store, stop = on_disk(tmp_path / "store"), tmp_path / "stop"
    positions = say(store, range(40))
    command = [sys.executable, "-W", "error", "-c", PEER, str(tmp_path / "store"), str(stop)]
    peers = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) for _ in range(2)]
    for peer in peers:
        assert peer.stdout and peer.stdout.readline() == b"ready\n"
    for number in range(40, 160):
        positions += say(store, [number])
    stop.touch()
    assert [peer.wait() for peer in peers] == [0, 0]
    for peer in peers:
        peer.communicate()
    read_once(store, positions)
    sound(store)
    assert believed(store.graph()) == undisturbed(range(160))
    store.close()


class Overtaken(RamLog):
    """A log in which somebody else's run comes in before each of the first appends."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        self.other: Store | None = None
        self.said: list[int] = []

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        if expected and self.times and self.other is not None:
            self.times, other, self.other = self.times - 1, self.other, None
            done = other.consolidate(session="abcd"[min(len(self.said), 3)])
            assert done.messages
            self.said.append(40 + 4 * len(self.said))
            say(other, self.said[-1:], "d")
            self.other = other
        return super().append(drafts, expected)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_whoever_is_overtaken_does_what_is_left(times: int) -> None:
    log = Overtaken(times)
    store, log.other = opened(log), opened(log)
    say(store, range(8))
    store.consolidate()
    assert len(log.said) == times
    store.consolidate()
    read_once(store, [entry.position for entry in store.entries() if entry.kind == "MessageLogged"])
    assert believed(store.graph()) == undisturbed([*range(8), *log.said])
    sound(store)


def test_whoever_is_overtaken_all_the_time_says_so_and_nothing_is_lost() -> None:
    log = Overtaken(99)
    store, log.other = opened(log), opened(log)
    log.said = [40, 44, 48]  # the others have a session of their own
    say(store, log.said, "d")
    say(store, range(8))
    with pytest.raises(Conflict) as lost:
        store.consolidate()
    assert lost.value.code == "overtaken" and lost.value.hint
    log.other = None
    assert store.consolidate().messages == 8 + 1
    read_once(store, [entry.position for entry in store.entries() if entry.kind == "MessageLogged"])
    assert believed(store.graph()) == undisturbed([*range(8), *log.said])


def test_threads_of_one_process_read_everything_once() -> None:
    log = RamLog()
    stores = [opened(log) for _ in range(3)]
    positions = say(stores[0], range(60))
    lost: list[Conflict] = []

    def work(store: Store) -> None:
        try:
            store.consolidate()
        except Conflict as error:
            lost.append(error)

    threads = [threading.Thread(target=work, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stores[0].consolidate()
    assert {error.code for error in lost} <= {"overtaken"}
    read_once(stores[0], positions)
    assert believed(stores[0].graph()) == undisturbed(range(60))
