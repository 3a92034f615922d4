"""Failures of storage and concurrency that people reported: what checkpoints and `awhm doctor` have to say to them.

Each case of that class has its own test in test_field_reports.py, with its id in the name; here are those that need
more than the log itself. The last test looks that no case is without one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tampering import cut, statements, tampered

from awhm.cli import main
from awhm.config import AWHMConfig
from awhm.jobs.doctor import of_system
from awhm.store import Store

TESTS = Path(__file__).resolve().parents[1]


def made(folder: Path, count: int) -> Path:
    """A store of so many messages, signed."""
    store = Store(AWHMConfig(data_dir=folder, mock_embeddings=True))
    for number in range(1, count + 1):
        store.log_message("s", "user", f"note {number}")
    store.anchors.publish()
    store.close()
    return folder


def awhm(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    line = ["--mock", "--data-dir", str(folder), *arguments, "--json"]
    result = CliRunner(catch_exceptions=False).invoke(main, line)
    return result.exit_code, json.loads(result.stdout)


def test_bc_sto_06_damage_in_the_middle_is_explained_and_nothing_behind_it_is_thrown_away(tmp_path: Path) -> None:
    folder = made(tmp_path / "store", 6)
    tampered(folder, statements("UPDATE payloads SET body = CAST('garbage' AS BLOB) WHERE seq = 3"))
    for arguments in (["doctor"], ["doctor", "--repair"]):
        code, found = awhm(folder, *arguments)
        assert (code, [(one["position"], one["way"]) for one in found["found"] if one["wrong"]]) == (4, [(3, "lost")])
    code, listed = awhm(folder, "log", "list", "--after", "3")
    assert code == 0
    assert [one["payload"]["content"] for one in listed["events"][:3]] == ["note 4", "note 5", "note 6"]


@pytest.mark.parametrize("kind", ["nfs", "smbfs", "9p"])
def test_bc_sto_10_the_doctor_never_calls_a_store_on_a_network_well(tmp_path: Path, kind: str) -> None:
    (found,) = of_system(str(tmp_path), lambda _: kind)
    assert (found.what, found.wrong) == ("network", True) and kind in found.detail and "local disk" in found.remedy


def test_bc_sto_10_a_file_that_is_not_a_database_is_not_well(tmp_path: Path) -> None:
    folder = made(tmp_path / "store", 2)
    (folder / "log.db").write_bytes(os.urandom(8192))
    code, found = awhm(folder, "doctor")
    assert code == 4 and not found["ok"]


def test_bc_sto_14_the_newest_events_are_missed_without_any_view(tmp_path: Path) -> None:
    """Twenty events, the last three removed, and with them everything else in the folder that knew of them."""
    folder = made(tmp_path / "store", 20)
    tampered(folder, cut(17))
    for name in ("views", "checkpoints", "embeddings"):
        shutil.rmtree(folder / name, ignore_errors=True)
    code, found = awhm(folder, "verify")
    assert code == 4
    assert [(one["position"], one["what"]) for one in found["findings"]] == [(18, "truncated")]
    code, refused = awhm(folder, "add", "one more")
    assert (code, refused["error"]["code"]) == (4, "truncated")


def test_every_case_of_the_class_has_a_test_by_its_name(shared: Path) -> None:
    lines = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8").splitlines()
    wanted = {case["id"] for case in map(json.loads, lines) if case["class"] == "storage/concurrency"}
    assert len(wanted) == 10
    names = " ".join(
        name for path in TESTS.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
    )
    assert {one for one in wanted if f"test_{one.lower().replace('-', '_')}_" not in names} == set()
