"""The WAL is zeroed: nothing of what was deleted is left in it, nobody loses an event, and nobody waits for ever."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from awhm.errors import Conflict, Refused
from awhm.events import scrub as scrubbing
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.audit import audit
from awhm.replay.verify import verify

ROOT = Path(__file__).resolve().parents[2]
STREAM = b"stream----------"
PREAMBLE = """
import os, sys
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog
log = SqliteLog(sys.argv[1], lock_timeout=60.0)
def said(n): return [Draft(3, new_id(), b"stream----------", b"x" * n)]
def erase(position):
    tomb = Draft(50, new_id(), b"tombstones------", b'{"positions":[%d],"reason":"asked"}' % position)
    return log.erase(lambda last: [tomb], [position])
"""


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "store")


@pytest.fixture
def log(folder: str) -> Iterator[SqliteLog]:
    made = SqliteLog(folder)
    yield made
    made.close()


def say(log: SqliteLog, *payloads: bytes) -> None:
    log.append([Draft(3, new_id(), STREAM, payload) for payload in payloads])


def erase(log: SqliteLog, *positions: int) -> None:
    body = b'{"positions":%s,"reason":"asked"}' % str(list(positions)).encode()
    log.erase(lambda last: [Draft(50, new_id(), b"tombstones------", body)], positions)


def bytes_of(folder: str) -> bytes:
    """The log's files, read by another process: closing one here would drop SQLite's locks on it."""
    files = [str(path) for path in Path(folder).glob("log.db*")]
    return subprocess.run(["cat", *files], capture_output=True, check=True).stdout


def child(program: str, folder: str, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PREAMBLE + program, folder, *more]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)


def line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    return process.stdout.readline()


def test_deleting_alone_leaves_the_text_in_the_wal(log: SqliteLog, folder: str) -> None:
    """What the scrub is for: without it this is what is found."""
    say(log, b"tangerine" * 100)
    erase(log, 1)
    assert b"tangerine" in bytes_of(folder)


@pytest.mark.parametrize("payload", [b"tangerine", b"tangerine" * 100, b"tangerine" * 10_000])
def test_nothing_is_left_of_a_deleted_payload(log: SqliteLog, folder: str, payload: bytes) -> None:
    say(log, b"before", payload, b"after")
    erase(log, 2)
    log.scrub()
    assert b"tangerine" not in bytes_of(folder) and b"before" in bytes_of(folder)
    assert os.path.getsize(f"{folder}/log.db-wal") == 0
    assert audit(log).ok
    say(log, b"further")
    assert [payload for _, _, payload in log.read()][-1] == b"further"


def test_what_the_engine_leaves_between_rows_goes_with_a_rewrite(log: SqliteLog, folder: str) -> None:
    """Rows that are moved to another page leave copies behind; which of them depends on the engine's version."""
    chance = random.Random(1)
    marks = [b"MARK%06d" % number for number in range(1, 3001)]
    say(log, *[mark + b" x" * chance.randint(1, 300) for mark in marks])
    gone = chance.sample(range(1, 3001), 2800)
    for start in range(0, len(gone), 400):
        erase(log, *gone[start : start + 400])
    log.rewrite()
    log.scrub()
    left = bytes_of(folder)
    assert not [position for position in gone if marks[position - 1] in left]
    assert all(mark in left for position, mark in enumerate(marks, 1) if position not in set(gone))
    assert audit(log).ok


READER = """
import sqlite3
connection = sqlite3.connect(f"file:{sys.argv[1]}/log.db?mode=ro", uri=True, isolation_level=None)
connection.execute("BEGIN")
print(connection.execute("SELECT count(*) FROM payloads").fetchone()[0], flush=True)
sys.stdin.readline()
print(connection.execute("SELECT count(*) FROM payloads").fetchone()[0], flush=True)
connection.execute("COMMIT")
print("closed", flush=True)
sys.stdin.readline()
"""


def test_an_open_reader_is_waited_for_and_then_reported_and_nothing_is_called_done(log: SqliteLog, folder: str) -> None:
    say(log, b"tangerine" * 100, b"other")
    reader = child(READER, folder)
    assert line(reader) == b"2\n"
    erase(log, 1)
    with pytest.raises(Conflict) as busy:
        log.scrub(timeout=0.2)
    assert busy.value.code == "pages_in_use"
    assert b"tangerine" in bytes_of(folder), "the reader's pages are left alone"
    say(log, b"writers do not wait for the reader")
    assert reader.stdin is not None
    reader.stdin.write(b"\n")
    reader.stdin.flush()
    assert line(reader) == b"2\n", "the reader sees what it saw"
    assert line(reader) == b"closed\n"
    log.scrub(timeout=30.0)
    assert b"tangerine" not in bytes_of(folder)
    reader.communicate(b"\n", timeout=60)
    assert verify(log).ok and log.head().position == 4


def test_a_reader_that_is_open_but_reads_nothing_is_no_hindrance(log: SqliteLog, folder: str) -> None:
    say(log, b"tangerine")
    other = child(
        "print(len(list(log.read())), flush=True); sys.stdin.readline(); print(len(list(log.read())))", folder
    )
    assert line(other) == b"1\n"
    erase(log, 1)
    log.scrub(timeout=30.0)
    assert b"tangerine" not in bytes_of(folder)
    answer, _ = other.communicate(b"\n", timeout=60)
    assert answer == b"2\n", "it reads on where the WAL was"


def test_opening_and_closing_the_wal_drops_no_lock(log: SqliteLog, folder: str) -> None:
    """SQLite's POSIX locks are on the main file and the -shm. Were they on the WAL too, the read transaction of
    this process would be unprotected after the scrub, and the other one could check its pages away."""
    say(log, b"one", b"two")
    held = sqlite3.connect(f"{folder}/log.db", isolation_level=None)
    held.execute("BEGIN")
    assert held.execute("SELECT count(*) FROM payloads").fetchone()[0] == 2
    say(log, b"three")
    with open(f"{folder}/log.db-wal", "rb+"):
        pass  # opened and closed in the process that holds the locks
    other = child(
        'import sqlite3; c = sqlite3.connect(f"{sys.argv[1]}/log.db", isolation_level=None);'
        'print(*c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())',
        folder,
    )
    busy, frames, _ = other.communicate(timeout=60)[0].split()
    assert (busy, frames != b"0") == (b"1", True), "the other process still sees the lock of the reader"
    assert held.execute("SELECT count(*) FROM payloads").fetchone()[0] == 2
    held.execute("COMMIT")
    held.close()


def test_a_log_that_is_open_for_reading_alone_is_not_scrubbed(log: SqliteLog, folder: str) -> None:
    say(log, b"one")
    reading = SqliteLog(folder, readonly=True)
    for change in (reading.scrub, reading.rewrite):
        with pytest.raises(Refused):
            change()
    reading.close()


CROWD = {
    "write": "for n in range(60): log.append(said(400))",
    "erase": "for n in range(30): erase(log.append(said(400)).positions[0]); log.scrub(60.0)",
    "read": "for n in range(150): rows = [row[0] for row in log.read()]; assert rows == list(range(1, len(rows) + 1))",
    "come and go": "for n in range(25):\n    one = SqliteLog(sys.argv[1]); one.append(said(10)); one.close()",
}


@pytest.mark.slow
def test_among_writers_readers_and_other_scrubbers_nothing_is_lost(log: SqliteLog, folder: str) -> None:
    crowd = [child(CROWD[role], folder) for role in ("write", "write", "erase", "erase", "read", "read", "come and go")]
    for process in crowd:
        process.communicate(timeout=300)
    assert [process.returncode for process in crowd] == [0] * len(crowd)
    assert log.head().position == 60 * 2 + 2 * 2 * 30 + 25
    report = audit(log)
    assert report.ok and report.erased == 60


@pytest.mark.slow
def test_killed_at_any_moment_no_event_is_lost(folder: str) -> None:
    program = """
for n in range(10_000):
    log.append(said(300))
    position = log.head().position
    print(position, flush=True)
    if n % 3 == 0:
        erase(position)
        log.scrub()
"""
    chance = random.Random(5)
    for _ in range(12):
        writer = child(program, folder)
        last = 0
        for _ in range(chance.randrange(1, 40)):
            last = int(line(writer))
        writer.send_signal(signal.SIGKILL)
        said = writer.communicate()[0]
        last = int(said.split(b"\n")[-2]) if said.count(b"\n") else last
        log = SqliteLog(folder)
        assert log.head().position >= last, "what was acknowledged is there"
        assert audit(log).ok
        log.close()


def test_the_header_goes_first_and_is_on_the_disk_before_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order is what a power cut must not turn round; the calls to the system are recorded."""
    done: list[tuple[str, int, int]] = []
    write, sync = os.pwrite, os.fsync

    def pwrite(descriptor: int, data: bytes, offset: int) -> int:
        done.append(("write", offset, len(data)))
        return write(descriptor, data, offset)

    def fsync(descriptor: int) -> None:
        done.append(("sync", 0, 0))
        sync(descriptor)

    monkeypatch.setattr(os, "pwrite", pwrite)
    monkeypatch.setattr(os, "fsync", fsync)
    path = tmp_path / "a-wal"
    path.write_bytes(b"w" * (scrubbing.PIECE + 100))
    scrubbing.zero(str(path))
    assert done[:2] == [("write", 0, 32), ("sync", 0, 0)] and done[-1] == ("sync", 0, 0)
    assert [one[1] for one in done[2:-1]] == [32, 32 + scrubbing.PIECE]
    assert path.read_bytes() == bytes(scrubbing.PIECE + 100)
    for size in (0, 5, 32):
        path.write_bytes(b"w" * size)
        scrubbing.zero(str(path))
        assert path.read_bytes() == bytes(size)
    scrubbing.zero(str(tmp_path / "none"))
