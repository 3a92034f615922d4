"""The torture program, for five seconds: the long run is `python tests/torture.py --seconds 60`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("torture.py")


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_while_writers_and_readers_are_killed(tmp_path: Path) -> None:
    command = [sys.executable, str(PROGRAM), "--seconds", "5", "--writers", "3", "--readers", "2"]
    run = subprocess.run([*command, "--dir", str(tmp_path / "t")], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    found = json.loads(run.stdout)
    assert found["ok"] and found["killed"] > 0
    assert 0 < found["acknowledged"] <= found["events"]


def test_the_torture_program_finds_a_lost_event(tmp_path: Path) -> None:
    """Its own control: an acknowledgement of something that was never written."""
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / "made-up.acks").write_text(f"{'ab' * 16} 1 0.1\n")
    command = [sys.executable, str(PROGRAM), "--seconds", "0", "--writers", "0", "--readers", "0"]
    (folder / "errors").touch()
    run = subprocess.run([*command, "--dir", str(folder)], capture_output=True, text=True)
    assert run.returncode == 1
    assert "acknowledged at 1, found at None" in run.stdout
