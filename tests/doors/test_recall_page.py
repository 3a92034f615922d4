"""docs/recall.md is true: what it shows runs and prints what stands there, and its tables are those of the code."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from awhm.cli.query import query
from awhm.language.tokens import asked, terms
from awhm.projections.filters import FAMILIES, KINDS, STATUSES, TYPES, Filters
from awhm.projections.ranking import SEEDS, SHORTLIST, weights_for
from awhm.projections.recall import POOL, Weights

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "recall.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table behind a heading, without its head."""
    table = re.search(r"(?:^\|.*\n)+", PAGE.partition(heading)[2], flags=re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]]


@pytest.mark.slow
def test_the_page_runs_and_prints_what_it_shows(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tests" / "run_readme.py"), str(ROOT / "docs" / "recall.md")]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    for block in SHOWN.findall(PAGE):
        assert block in run.stdout
    for said in (
        "The harbour office closes at five.",
        "works at the harbour clinic",
        "“Where did I live?” finds m1: 2.",
    ):
        assert said in run.stdout
    assert run.stdout.count("caminatas por las montañas") == 3, "in the code, and by both of its words"


def test_the_signals_and_weights_are_those_of_the_ranking() -> None:
    told = {row[0].strip("`"): float(row[1]) for row in rows("## One ranking")}
    assert told == weights_for(Weights(0.5, 0.5))
    assert list(told) == list(weights_for(Weights(0.5, 0.5))), "the first two are by words, the next three by meaning"
    assert f"their {POOL} best messages" in PAGE
    assert f"the best {SEEDS} of them" in PAGE and f"The best {SHORTLIST} of these" in PAGE


def test_every_filter_stands_in_the_table_with_its_option_and_its_words() -> None:
    table = rows("## Filters")
    names = {name for row in table for name in re.findall(r"`(\w+)`", row[0])}
    assert names == {field.name for field in fields(Filters)}
    options = {option for row in table for option in re.findall(r"`(--[\w-]+)`", row[1])}
    taken = {name: option for option in query.params for name in (option.name,)}
    assert options == {taken[name].opts[0] for name in names}
    words = {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[2])) for row in table}
    for name, there in (("kinds", KINDS), ("families", FAMILIES), ("types", TYPES), ("statuses", STATUSES)):
        assert words[name] >= set(there)


@pytest.mark.parametrize(
    ("question", "message", "meet"),
    [
        ("adopting", "My sister adopted three kittens.", True),
        ("montaña", "Los domingos me gustan las caminatas por las montañas.", True),
        ("Haus", "Wir haben letztes Jahr zwei alte Häuser am Fluss gekauft.", True),
        ("Strasse", "Wir wohnen in der langen Straße.", True),
        ("собака", "Вчера мы гуляли с собаками.", True),
        ("北京", "我在北京大学", True),
        ("c++", "I like C++", True),
        ("3.11", "Python 3.11", True),
        ("node", "node.js is fine", True),
        ("cafe", "Café", True),
        ("猫", "猫", True),
        ("猫", "猫が好きです", False),
        ("とうきょう", "東京で会う", False),
        ("飛機", "飞机", False),
        ("Tür", "Die Haustür ist nicht zu.", False),
        ("Where is the house?", "Das Haus ist alt.", False),
    ],
)
def test_words_meet_as_the_page_says(question: str, message: str, meet: bool) -> None:
    there = set(terms(message))
    assert bool(there & set(asked(question, there.intersection))) is meet
