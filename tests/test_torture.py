"""The torture programs, as samples: the long runs are `torture.py --kills 1000` and `lock_torture.py --seconds 600`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("torture.py")
LOCKS = Path(__file__).with_name("lock_torture.py")


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_while_writers_and_readers_are_killed(tmp_path: Path) -> None:
    command = [sys.executable, str(PROGRAM), "--seconds", "15", "--writers", "2", "--readers", "1", "--tenders", "2"]
    command += ["--pause", "1.5", "--dir", str(tmp_path / "t")]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    found = json.loads(run.stdout)
    assert found["ok"] and found["killed"] > 0
    assert 0 < found["acknowledged"] <= found["events"]
    assert found["erasures"] + found["snapshots"] + found["signed"] > 0, "somebody tended the store"


def test_the_torture_program_finds_a_lost_event(tmp_path: Path) -> None:
    """Its own control: an acknowledgement of something that was never written."""
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / "made-up.acks").write_text(f"{'ab' * 16} 1 0.1\n")
    command = [sys.executable, str(PROGRAM), "--seconds", "0", "--writers", "0", "--readers", "0", "--tenders", "0"]
    (folder / "errors").touch()
    run = subprocess.run([*command, "--dir", str(folder)], capture_output=True, text=True)
    assert run.returncode == 1
    assert "acknowledged at 1, found at None" in run.stdout


def test_the_torture_program_finds_what_was_erased_and_is_there(tmp_path: Path) -> None:
    """Another control: a message that somebody was told is erased, and a copy of a text that is."""
    folder = tmp_path / "t"
    program = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(sys.argv[1]).parent))
import torture
folder = Path(sys.argv[2])
store = torture.opened(folder)
words = []
for number in range(2):
    message = torture.message(torture.random.Random(1), "s")
    torture.handle_messages([message], store.writer)
    words.append(message.command_id.hex())
store.erase(message=1)
torture.Notes(folder, "erased").note(f"{words[0]} 1", f"{words[1]} 2")
(folder / "store" / "left").write_text(words[0])
store.close()
"""
    folder.mkdir()
    (folder / "errors").touch()
    subprocess.run([sys.executable, "-c", program, str(PROGRAM), str(folder)], check=True)
    command = [sys.executable, str(PROGRAM), "--seconds", "0", "--writers", "0", "--readers", "0", "--tenders", "0"]
    run = subprocess.run([*command, "--dir", str(folder)], capture_output=True, text=True)
    problems = json.loads(run.stdout)["problems"]
    assert run.returncode == 1 and len(problems) == 2, problems
    assert "event 2 was erased, and is there" in problems
    assert problems[1].startswith("left holds the erased ")


@pytest.mark.slow
def test_with_the_lock_writers_and_checkpoints_at_once_do_no_harm() -> None:
    """Without it the SQLite of many systems corrupts the file within minutes: `lock_torture.py --unlocked`."""
    run = subprocess.run([sys.executable, str(LOCKS), "--seconds", "5"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    found = json.loads(run.stdout)
    assert found["ok"] and found["events"] == found["acknowledged"] > 0
    assert found["checkpoints"] > 100 and found["opened"] > 0
