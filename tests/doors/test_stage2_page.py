"""docs/stage2.md is true: what it shows runs and prints what stands there, and its tables are those of the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from awhm.jobs import stage2_judge, stage2_prompt
from awhm.jobs.stage2_judge import CHANGED, SAID

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "stage2.md"
SHOWN = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_what_the_page_shows_runs_and_prints_what_stands_there(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tests" / "run_readme.py"), str(PAGE)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    shown = [line for block in SHOWN.findall(PAGE.read_text(encoding="utf-8")) for line in block.splitlines()]
    assert len(shown) == 3 and [line for line in shown if line not in run.stdout] == []


def test_the_page_has_every_reason_and_the_numbers_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    source = Path(stage2_judge.__file__).read_text(encoding="utf-8")
    reasons = set(re.findall(r'return f?"((?:no_|not_|\w+_not_|unsure)\w*)', source))
    assert len(reasons) >= 8 and {reason for reason in reasons if f"`{reason}" not in page} == set()
    assert f"confidence {CHANGED}" in page and f"and {SAID} elsewhere" in page
    assert f"{stage2_prompt.OWN:,}" in page and str(stage2_prompt.OTHERS) in page
