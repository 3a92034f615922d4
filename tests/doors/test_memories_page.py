"""docs/memories.md is true: its commands run, they print what it shows, and its examples are read as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from awhm.language.extract import extract

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "memories.md"
SHOWN = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = ("consolidate", "memories", "entities", "graph export", "query", "patterns test")


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table behind some words, without its head."""
    table = re.search(r"(?:^\|.*\n)+", page().partition(heading)[2], flags=re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]]


def plain(line: str) -> str:
    """A line without the widths of its columns, which hang on what else is in the table."""
    return " ".join(line.split())


@pytest.mark.slow
def test_the_commands_of_the_page_run_and_print_what_it_shows(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tests" / "run_readme.py"), str(PAGE)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    printed = plain(run.stdout)
    shown = [line for block in SHOWN.findall(page()) for line in block.splitlines() if line.strip()]
    assert len(shown) > 30
    assert [line for line in shown if plain(line) not in printed] == []


def test_the_page_shows_every_command_of_memories_and_entities() -> None:
    from awhm.cli import main  # here: click's groups are not needed by the other tests

    marked = "\n".join(re.findall(r"^<!-- run -->\n```sh\n(.*?)^```$", page(), flags=re.MULTILINE | re.DOTALL))
    for group in ("memories", "entities"):
        commands = main.commands[group]
        assert isinstance(commands, click.Group)
        assert [name for name in commands.commands if f"awhm {group} {name}" not in marked] == []
    assert [name for name in COMMANDS if f"awhm {name}" not in marked] == []


@pytest.mark.parametrize("row", rows("## Families"), ids=lambda row: row[0])
def test_each_example_of_a_family_is_of_that_family_and_as_sure_as_the_page_says(row: list[str]) -> None:
    family, _, example, confidence = row
    said = extract(example)
    assert (said[0].family.value, said[0].confidence) == (family, float(confidence))


@pytest.mark.parametrize("row", rows("These give nothing:"), ids=lambda row: row[0])
def test_what_the_page_says_gives_nothing_gives_nothing(row: list[str]) -> None:
    assert extract(row[0]) == []
    assert extract("I live in Porto.") != []
