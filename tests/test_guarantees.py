"""docs/guarantees.md is true of the tests: each that it names exists, and each command names what is there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
# | promise | [file](../path)`::test` | command |
ROW = re.compile(
    r"^\| (?P<promise>[^|]+) \| \[[^\]]+\]\(\.\./(?P<path>[^)]+)\)`::(?P<test>\w+)` \| (?P<command>[^|]+) \|$", re.M
)
ROWS = [found.groupdict() for found in ROW.finditer(PAGE)]
TABLES = re.findall(r"^\| promise \| test \| command \|\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.M)
PROGRAMS = sorted(set(re.findall(r"python (tests/\w+\.py) ([^`]+)`", PAGE)))


def test_every_promise_in_a_table_has_its_test_and_its_command() -> None:
    lines = [line for table in TABLES for line in table.splitlines()]
    assert len(lines) == len(ROWS) > 20, [line for line in lines if not ROW.match(line)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["test"])
def test_a_test_that_is_named_exists(row: dict[str, str]) -> None:
    tree = ast.parse((ROOT / row["path"]).read_text(encoding="utf-8"))
    assert row["test"] in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["test"])
def test_a_command_runs_the_test_or_a_program_that_is_there(row: dict[str, str]) -> None:
    named = [ROOT / path for path in re.findall(r"tests/[\w/]+(?:\.py)?", row["command"])]
    assert all(path.exists() for path in named)
    for path in re.findall(r"pytest (tests/[\w/.]+)", row["command"]):
        assert row["path"].startswith(path)


@pytest.mark.parametrize(("program", "options"), PROGRAMS)
def test_a_program_knows_the_options_that_the_page_gives_it(program: str, options: str) -> None:
    shown = subprocess.run([sys.executable, str(ROOT / program), "--help"], capture_output=True, text=True, check=True)
    assert set(re.findall(r"--[\w-]+", options)) <= set(re.findall(r"--[\w-]+", shown.stdout))


def test_every_program_of_a_long_run_is_on_the_page_and_in_ci() -> None:
    runs = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for program in ("tests/power_cuts.py", "tests/torture.py", "tests/lock_torture.py", "tests/outside"):
        assert program in PAGE and program in runs
