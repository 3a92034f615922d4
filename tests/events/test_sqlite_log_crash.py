"""Killed at any moment: what was acknowledged is there, once, and a retry with the same ids settles the rest."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from awhm.events.append_raw import Draft, new_id
from awhm.events.chain import EVENT_ID
from awhm.events.log import Appended
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.audit import audit

ROOT = Path(__file__).resolve().parents[2]
STREAM = b"stream----------"
# Says an id before it appends it ("?") and after append has returned ("!"), each in one write.
WRITER = """
import os, sys
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog
log = SqliteLog(sys.argv[1], lock_timeout=60.0)
while True:
    batch = [Draft(3, new_id(), b"stream----------", os.urandom(300)) for _ in range(int(sys.argv[2]))]
    ids = "".join(draft.event_id.hex() + "\\n" for draft in batch)
    os.write(1, ids.replace("\\n", "?\\n").encode())
    log.append(batch)
    os.write(1, ids.replace("\\n", "!\\n").encode())
"""


@pytest.mark.slow
def test_after_ten_rounds_of_kill_9_everything_acknowledged_is_there_once(tmp_path: Path) -> None:
    folder, chance = str(tmp_path / "store"), random.Random(7)
    acknowledged: set[str] = set()
    uncertain: set[str] = set()
    for turn in range(10):
        command = [sys.executable, "-c", WRITER, folder]
        writers = [subprocess.Popen([*command, size], stdout=subprocess.PIPE, cwd=ROOT) for size in ("1", "7", "40")]
        for writer in writers:
            assert writer.stdout
            enough = chance.randrange(1, 12_000)
            said = os.read(writer.stdout.fileno(), 1 << 16)
            while len(said) < enough:
                said += os.read(writer.stdout.fileno(), 1 << 16)
            writer.send_signal(signal.SIGKILL)
            said += writer.communicate()[0]
            lines = said.decode().split("\n")[:-1]
            acknowledged |= {line[:-1] for line in lines if line[-1] == "!"}
            uncertain |= {line[:-1] for line in lines if line[-1] == "?"}
        log = SqliteLog(folder)
        there = [row[1][EVENT_ID].hex() for row in log.read()]
        assert len(there) == len(set(there)), f"round {turn}: an event is there twice"
        assert acknowledged <= set(there), f"round {turn}: an acknowledged event is gone"
        assert set(there) <= uncertain, "nothing that nobody wrote"
        assert audit(log).ok
        log.close()
    assert len(acknowledged) > 30


@pytest.mark.parametrize("moment", ["BEGIN", "INSERT INTO events", "INSERT INTO payloads", "COMMIT", "after"])
def test_a_writer_that_dies_in_the_middle_of_a_batch_writes_all_of_it_or_nothing(tmp_path: Path, moment: str) -> None:
    """It dies just before the named statement runs, or just after COMMIT; then the batch is sent again."""
    folder = str(tmp_path / "store")
    program = """
import os, signal, sys
from awhm.events.append_raw import Draft
from awhm.events.sqlite_log import SqliteLog
log = SqliteLog(sys.argv[1])
batch = [Draft(3, b"id------------%02d" % n, b"stream----------", b"%d" % n) for n in range(20)]
if sys.argv[2] == "after":
    log.append(batch)
else:
    def watch(statement):
        if statement.startswith(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
    log._connection.set_trace_callback(watch)
    log.append(batch)
os.kill(os.getpid(), signal.SIGKILL)
"""
    run = subprocess.run([sys.executable, "-c", program, folder, moment], cwd=ROOT)
    assert run.returncode == -signal.SIGKILL
    log = SqliteLog(folder)
    there = [row[2] for row in log.read()]
    assert there == ([b"%d" % n for n in range(20)] if moment == "after" else [])
    batch = [Draft(3, b"id------------%02d" % n, STREAM, b"%d" % n) for n in range(20)]
    assert log.append(batch) == Appended(list(range(1, 21)), [moment != "after"] * 20)
    assert [row[2] for row in log.read()] == [b"%d" % n for n in range(20)]
    assert audit(log).ok
    log.close()


def test_a_store_whose_last_process_was_killed_is_opened_by_many_at_once(tmp_path: Path) -> None:
    folder = str(tmp_path / "store")
    command = [sys.executable, "-c", WRITER, folder, "3"]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert writer.stdout
    while b"!" not in os.read(writer.stdout.fileno(), 4096):
        pass
    writer.kill()
    writer.communicate()
    program = (
        "import sys\nfrom awhm.events.sqlite_log import SqliteLog\nfrom awhm.events.append_raw import Draft, new_id\n"
        "log = SqliteLog(sys.argv[1]); print(log.append([Draft(3, new_id(), b's' * 16, b'{}')]).positions); log.close()"
    )
    openers = [
        subprocess.Popen([sys.executable, "-c", program, folder], stdout=subprocess.PIPE, cwd=ROOT) for _ in range(5)
    ]
    positions = [opener.communicate()[0] for opener in openers]
    assert len(set(positions)) == 5 and {opener.returncode for opener in openers} == {0}
    log = SqliteLog(folder)
    assert audit(log).ok
    assert log.append([Draft(3, new_id(), STREAM, b"{}")]) == Appended([log.head().position], [True])
    log.close()
