"""The context of a session and of `awhm query --context`: what is in it, its budget, and what it leaves behind."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm import AWHMConfig, AWHMSession
from awhm.cli import main
from awhm.errors import Refused
from awhm.jobs.context_text import CLOSE, OPEN
from awhm.jobs.context_tokens import estimate

ROOT = Path(__file__).resolve().parents[2]
SAID = [
    ("2024-03-01", "I live in Porto."),
    ("2024-03-02", "My cat sleeps on the radiator. I work at Acme. The river behind the house is wide and slow."),
    ("2025-05-04", "I moved to Lisbon."),
    ("2025-05-06", "I work at Initech."),
    ("2025-06-01", "The lamp in the hall is broken."),
]
HOME = "where do I live?"


def start(folder: Path, name: str = "s1", **settings: Any) -> AWHMSession:
    plain = {"mock_embeddings": True, "consolidate_at_end": False, "ner": False}
    return AWHMSession.start_session(AWHMConfig(data_dir=folder, **(plain | settings)), session_id=name)


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """A store in which a home and an employer changed."""
    with start(tmp_path / "store", "before") as session:
        for day, text in SAID:
            session.log_message("user", text, timestamp=day)
        session.consolidate()
    return tmp_path / "store"


def awhm(folder: Path, *arguments: str) -> Result:
    line = ["--mock", "--data-dir", str(folder), *arguments]
    return CliRunner(catch_exceptions=False, env={"AWHM_NER": "false"}).invoke(main, line)


def test_what_holds_is_in_it_and_what_does_not_only_when_asked_for(told: Path) -> None:
    with start(told) as session:
        context = session.context(HOME, semantic=False)
        assert "[m3, 4 May 2025, user, holds] I moved to Lisbon." in context.text
        assert "Porto" not in context.text
        assert context.tokens == estimate(context.text) <= 800
        both = session.context(HOME, semantic=False, include_history=True).text.split("\n")
        at = both.index("[m1, 1 Mar 2024, user, no longer so] I live in Porto.")
        assert both[at + 1] == "  = until 4 May 2025; then: I moved to Lisbon"
        then = session.context(HOME, semantic=False, as_of="2024-04-01")
        assert "[m1, 1 Mar 2024, user, holds until 4 May 2025] I live in Porto." in then.text
        assert "Lisbon" not in then.text


def test_a_message_that_says_more_than_what_is_past_says_by_what_and_when_it_was_replaced(told: Path) -> None:
    with start(told) as session:
        context = session.context("river behind the house", semantic=False)
    (shown,) = [line for line in context.text.split("\n") if line.startswith("[m2")]
    assert "I work at Acme" in shown and "no longer so" not in shown
    assert "  = no longer so: “I work at Acme” (until 6 May 2025; then: I work at Initech)" in context.text


def test_what_was_said_in_this_very_session_counts_before_any_consolidation(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        session.log_message("user", "I live in Porto.", timestamp="2024-03-01")
        session.log_message("user", "I moved to Lisbon.", timestamp="2025-03-01")
        text = session.context(HOME, semantic=False).text
        assert "I moved to Lisbon." in text and "Porto" not in text
        text = session.context(HOME, semantic=False, include_history=True).text
    assert "no longer so] I live in Porto." in text and "  = until 1 Mar 2025" in text


def test_nothing_relevant_is_an_empty_text(told: Path) -> None:
    with start(told) as session:
        context = session.context("zxqv brontoplast", semantic=False)
        assert (context.text, context.tokens, context.shown, context.left_out) == ("", 0, (), 0)
        assert session.context(HOME, min_score=1.0).text == ""


def test_the_turn_that_asks_is_not_in_it(told: Path) -> None:
    with start(told) as session:
        session.log_message("user", "where does the cat sleep?")
        assert "where does the cat" not in session.context("Where does the cat sleep?", semantic=False).text


@settings(max_examples=25)
@given(st.integers(1, 300))
def test_the_budget_is_kept_whatever_it_is(budget: int) -> None:
    with _shared_session() as session:
        context = session.context("where do I live and work and sleep?", budget, semantic=False, include_history=True)
    assert context.tokens == estimate(context.text) <= budget
    assert bool(context.text) == bool(context.shown)


def _shared_session() -> AWHMSession:
    """A session that sees the sentences without a store of its own for each budget."""
    folder = Path("~/context-budget").expanduser()
    fresh = not folder.exists()
    session = start(folder)
    for day, text in SAID if fresh else ():
        session.log_message("user", text, timestamp=day)
    return session


def test_the_budget_is_the_settings_unless_the_call_has_one_and_may_be_counted_in_ones_own_way(told: Path) -> None:
    def words(text: str) -> int:
        return len(text.split())

    question = "where do I live, work and sleep, and what of the lamp?"
    with start(told, context_tokens=60) as session:
        assert 0 < session.context(question, semantic=False).tokens <= 60
        assert session.context(question, 400, semantic=False).tokens > 60
        context = session.context(question, 30, semantic=False, count=words)
        assert context.tokens == words(context.text) <= 30
        for bad in (0, -5):
            with pytest.raises(Refused) as refusal:
                session.context(question, bad)
            assert refusal.value.code == "bad_max_tokens"
        with pytest.raises(Refused, match="question is empty"):
            session.context(" ")


def test_what_a_context_showed_is_recorded_like_an_answer_and_what_had_no_room_is_not(told: Path) -> None:
    with start(told) as session:
        context = session.context("where do I live and work?", 75, semantic=False)
        assert context.left_out
        session.context("lamp", semantic=False, as_of="2030-01-01")
    session = start(told, "after")
    recalled = [one.payload or {} for one in session.store.entries() if one.kind == "MemoriesRecalled"]
    assert [[f"m{shown['position']}" for shown in one["shown"]] for one in recalled] == [[*context.shown]]
    session.suspend()
    with pytest.raises(Refused, match="suspended or ended"):
        session.context("lamp")


@pytest.mark.slow
def test_the_page_on_contexts_runs_and_prints_what_it_shows(tmp_path: Path) -> None:
    page = ROOT / "docs" / "context.md"
    command = [sys.executable, str(ROOT / "tests" / "run_readme.py"), str(page)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert shown in run.stdout
    assert "“where do I live?” finds m1: " in run.stdout


# The command line --------------------------------------------------------------------------------------


def test_the_command_prints_the_block_and_nothing_else(told: Path) -> None:
    before = json.loads(awhm(told, "status", "--json").stdout)["events"]
    result = awhm(told, "query", HOME, "--context", "--no-semantic")
    assert json.loads(awhm(told, "status", "--json").stdout)["events"] == before, "it is a plain read"
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{OPEN}\n") and result.stdout.endswith(f"\n{CLOSE}\n")
    with start(told) as session:
        assert result.stdout == session.context(HOME, semantic=False).text + "\n"
    tokens = estimate(result.stdout.removesuffix("\n"))
    assert f"awhm: note: {tokens} of 800 tokens, 1 shown" in result.stderr


def test_the_command_prints_nothing_where_nothing_is_relevant(told: Path) -> None:
    result = awhm(told, "query", "zxqv brontoplast", "--context", "--no-semantic")
    assert (result.exit_code, result.stdout) == (1, "")


def test_the_command_keeps_its_budget_and_says_what_had_no_room(told: Path) -> None:
    question = "where do I live and work?"
    options = ("query", question, "--context", "--max-tokens", "75", "--no-semantic")
    found = json.loads(awhm(told, *options, "--json").stdout)
    assert (found["query"], found["max_tokens"], found["notes"]) == (question, 75, [])
    assert found["tokens"] == estimate(found["text"]) <= 75
    assert found["shown"] and found["left_out"]
    said = awhm(told, *options)
    assert said.stdout == found["text"] + "\n"
    assert f"{found['left_out']} more had no room" in said.stderr


@pytest.mark.parametrize(
    "options", [["--max-tokens", "50"], ["--context", "--trace"], ["--context", "--max-tokens", "0"]]
)
def test_options_that_do_not_go_together_are_refused(told: Path, options: list[str]) -> None:
    result = awhm(told, "query", HOME, *options, "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "usage"
