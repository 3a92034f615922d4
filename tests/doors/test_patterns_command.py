"""`awhm patterns test`: what a message would yield, and why."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from awhm.cli import main


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["patterns", "test", *arguments], input=stdin)


def test_a_statement_is_shown_with_its_slot_its_value_and_the_time_it_holds_for(tmp_path: Path) -> None:
    result = run("I live in Porto since March", "--time", "2026-05-10T12:00:00+02:00", "--json")
    assert result.exit_code == 0
    said = json.loads(result.stdout)["clauses"][0]["statement"]
    assert (said["family"], said["value"], said["polarity"]) == ("fact", "Porto", "+")
    assert said["slot"] == "user|user|location|"
    assert said["from"] == "2026-03-01T00:00:00+02:00" and said["until"] is None


def test_polarity_belongs_to_the_value_and_not_to_the_slot() -> None:
    always, never = (
        json.loads(run(text, "--json").stdout)["clauses"][0]["statement"]
        for text in ("Always use tabs in Go.", "Never use tabs in Go.")
    )
    assert always["slot"] == never["slot"] is not None
    assert (always["polarity"], never["polarity"]) == ("+", "-")


def test_what_yields_nothing_says_why_and_exits_with_1() -> None:
    result = run("Is it raining?")
    assert result.exit_code == 1 and "a question" in result.output


def test_the_assistants_words_yield_nothing_about_the_user() -> None:
    assert run("My name is Nova.", "--role", "assistant").exit_code == 1


def test_a_text_comes_from_standard_input_too_and_no_store_is_made(tmp_path: Path) -> None:
    result = run("-", "--data-dir", str(tmp_path / "none"), stdin="I work for a bakery in Ghent.\n")
    assert result.exit_code == 0 and "bakery" in result.output
    assert not (tmp_path / "none").exists()


def test_a_bad_time_or_role_is_refused() -> None:
    assert run("I live in Porto", "--time", "soon").exit_code == 2
    assert run("I live in Porto", "--role", "wizard").exit_code == 2
