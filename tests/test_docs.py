"""The pages are true: what they show runs, what they link to exists, what they list is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("commands", "events", "projections", "replay", "awhm")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    below = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/**/*.md")]
    return sorted([*below, *ROOT.glob("tests/**/*.md")])


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), flags=re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


def files_of(folder: str) -> set[str]:
    found: set[str] = set()
    for parent, below, names in os.walk(ROOT / folder):  # does not follow the links
        below[:] = [name for name in below if name != "__pycache__"]
        found |= {str(Path(parent, name).relative_to(ROOT)) for name in names if name.endswith(".py")}
    return found


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_inside_the_repository_resolves(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    broken: list[str] = []
    for target in LINK.findall(text):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        if not there.exists() or (anchor and there.suffix == ".md" and anchor not in anchors(there)):
            broken.append(target)
    assert not broken


@pytest.mark.slow
def test_the_quick_start_of_the_readme_runs(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tests" / "run_readme.py"), str(ROOT / "README.md")]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Actually, I prefer Rust now" in run.stdout
    assert "5433" in run.stdout and "We moved to Lisbon in May" in run.stdout
    assert re.search(r"superseded I prefer using TypeScript", run.stdout), "the change of mind is shown"
    assert re.search(r"memory n\d+\.0  active .*from 1 Jul 2027\n   I'm moving to Bergen", run.stdout)


def test_the_readme_has_a_quick_start_in_python_and_in_shell() -> None:
    marked = re.findall(r"^<!-- run -->\n```(\w+)$", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    assert marked == ["python", "sh"]


def test_architecture_asks_a_question_of_every_folder() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    questions = dict(re.findall(r"^#+ \[([\w/]+)/?\]\([\w/]+\): (.+\?)$", page, flags=re.MULTILINE))
    packages = {str(Path(file).parent) for folder in FOLDERS for file in files_of(folder)}
    wanted = {package for package in packages if package.count("/") < 2} | {"tests", "benchmarks", "docs"}
    assert {name.rstrip("/") for name in questions} == wanted


def test_architecture_names_every_file_and_no_other() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = {target for target in LINK.findall(page) if target.endswith(".py") and not target.startswith("tests/")}
    files = {file for folder in FOLDERS for file in files_of(folder) if not file.endswith("__init__.py")}
    assert (files - named, named - files) == (set(), set()), "run `make map`"


def test_architecture_says_of_each_file_what_the_file_says() -> None:
    command = [sys.executable, str(ROOT / "tests" / "architecture.py"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def commands_of(group: click.Command, name: str) -> list[str]:
    """Every command line that the command offers, as `awhm log show`."""
    if not isinstance(group, click.Group):
        return [name]
    return [found for child, command in group.commands.items() for found in commands_of(command, f"{name} {child}")]


def test_the_page_on_the_command_line_has_every_command_and_option() -> None:
    from awhm.cli import main  # here: click's groups are not needed by the other tests

    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = commands_of(main, "awhm")
    assert len(commands) > 8
    assert [command for command in commands if f"`{command}" not in page] == []
    options: set[str] = set()
    waiting: list[click.Command] = [main]
    while waiting:
        command = waiting.pop()
        options |= {opt for parameter in command.params for opt in parameter.opts if opt.startswith("--")}
        waiting += command.commands.values() if isinstance(command, click.Group) else []
    assert {option for option in options if option not in page} == set()


def test_every_decision_is_in_the_list_and_says_what_it_costs() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = set(LINK.findall((folder / "README.md").read_text(encoding="utf-8")))
    records = {path.name for path in folder.glob("0*.md")}
    assert records == listed
    for name in sorted(records):
        text = (folder / name).read_text(encoding="utf-8")
        headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
        assert headings[:3] == ["Context", "Choice", "What it costs"], name


def test_every_decision_that_the_code_names_exists() -> None:
    named: dict[str, str] = {}
    for file in sorted(file for folder in FOLDERS for file in files_of(folder)):
        for number in re.findall(r"docs/decisions/(\d{4})", (ROOT / file).read_text(encoding="utf-8")):
            named[number] = file
    records = {path.name[:4] for path in (ROOT / "docs" / "decisions").glob("0*.md")}
    assert {number: file for number, file in named.items() if number not in records} == {}
