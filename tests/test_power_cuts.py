"""Power cuts, a sample: the long run is `python tests/power_cuts.py --crashes 10000`."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("apsw", reason="apsw, of the group dev, is missing")
PROGRAM = Path(__file__).with_name("power_cuts.py")
DONE = {"message", "batch", "long", "fact", "erase", "snapshot", "restore", "consolidate", "checkpoint", "reopen"}


def run(*options: str) -> tuple[int, dict[str, Any]]:
    """What the program exits with and tells."""
    done = subprocess.run([sys.executable, str(PROGRAM), *options], capture_output=True, text=True)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.slow
def test_after_any_power_cut_the_acknowledged_is_there_and_the_erased_is_gone() -> None:
    code, told = run("--crashes", "300", "--stories", "4", "--seed", "11")
    assert (code, told["problems"]) == (0, [])
    assert told["crashes"] == 300 and set(told["did"]) >= DONE, "the sample has everything in it"
    assert told["resumed"] > 3, "some power cuts hit an erasure under way"


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["NORMAL", "OFF"])
def test_with_fewer_syncs_the_same_check_fails(mode: str) -> None:
    code, told = run("--crashes", "100", "--mode", mode)
    assert code == 1 and not told["ok"]
    assert told["lost"] > 5 if mode == "NORMAL" else told["lost"] + told["invalid"] > 50


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the recorded disk, which lies beside the program."""
    monkeypatch.setattr(sys, "path", [str(PROGRAM.parent), *sys.path])
    return import_module("recorded_disk")


def left(disk: Any, *steps: Any) -> set[tuple[tuple[str, bytes], ...]]:
    """All that two hundred power cuts after these steps leave: by cut, the files."""
    found = disk.cuts(steps, [len(steps)] * 200, Random(5))
    return {tuple(sorted(files.items())) for _, files in found}


def test_what_was_synced_is_there_and_of_the_rest_each_sector_is_or_is_not(disk: Any) -> None:
    new = b"b" * 512 + b"c" * 512
    found = left(disk, disk.Write("f", 0, b"a" * 1024), disk.Sync("f"), disk.Write("f", 0, new))
    assert found == {(("f", x * 512 + y * 512),) for x in (b"a", b"b") for y in (b"a", b"c")}


def test_a_deletion_is_sure_once_the_folder_was_synced(disk: Any) -> None:
    there = disk.Write("f", 0, b"a"), disk.Sync("f"), disk.Delete("f")
    assert left(disk, *there) == {(), (("f", b"a"),)}
    assert left(disk, *there, disk.SyncFolder()) == {()}
    again = disk.Write("f", 0, b"b")
    assert left(disk, *there, again) >= {(), (("f", b"a"),), (("f", b"b"),)}
    assert (("f", b"a"),) not in left(disk, *there, again, disk.SyncFolder())


def test_a_truncation_is_there_or_is_not(disk: Any) -> None:
    steps = disk.Write("f", 0, b"a" * 9), disk.Sync("f"), disk.Truncate("f", 2)
    assert left(disk, *steps) == {(("f", b"a" * 9),), (("f", b"aa"),)}
    assert left(disk, *steps, disk.Sync("f")) == {(("f", b"aa"),)}
