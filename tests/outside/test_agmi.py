"""The outside suite `agent-memory-integrity` against a store: no edit of the log is accepted.

pip install --group outside && pytest tests/outside
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
EDITS = [f"T{number}" for number in range(1, 10)]
pytestmark = pytest.mark.skipif(find_spec("agmi") is None, reason="agent-memory-integrity (group outside) is missing")


def verdicts(adapter: str, folder: Path) -> dict[str, tuple[str, str]]:
    """By edit (T1 to T9) what `agmi-check` says of it, and its detail."""
    report = folder / "report.json"
    command = [sys.executable, "-m", "agmi.check", "--adapter", f"agmi_adapter:{adapter}", "--json", str(report)]
    path = os.pathsep.join([str(HERE), str(HERE.parents[1])])
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert report.exists(), run.stderr
    rows = json.loads(report.read_text())["edits"]
    found = {row["edit"].split()[0]: (row["verdict"], row["detail"]) for row in rows}
    assert list(found) == EDITS
    accepted = any(verdict == "ACCEPTED" for verdict, _ in found.values())
    assert run.returncode == (1 if accepted else 0), (run.returncode, run.stderr)
    return found


def test_no_edit_is_accepted_by_an_agent_that_opens_the_store_and_reads_it(tmp_path: Path) -> None:
    found = verdicts("Awhm", tmp_path)
    assert {edit: verdict for edit, (verdict, _) in found.items()} == dict.fromkeys(EDITS, "REJECTED"), found
    assert all("Damaged" in detail for _, detail in found.values()), "refused, and not stumbled over"


def test_every_edit_is_reported_by_verify(tmp_path: Path) -> None:
    found = verdicts("AwhmAudit", tmp_path)
    assert {edit: verdict for edit, (verdict, _) in found.items()} == dict.fromkeys(EDITS, "REPORTED"), found


def test_who_computes_the_chain_anew_is_noticed_but_where_he_appends(tmp_path: Path) -> None:
    """An event that is appended by the rules is a true one; docs/guarantees.md says so. It shows that agmi can bite."""
    found = verdicts("AwhmRechained", tmp_path)
    assert {edit: verdict for edit, (verdict, _) in found.items()} == dict.fromkeys(EDITS, "REJECTED") | {
        "T5": "ACCEPTED"
    }, found
