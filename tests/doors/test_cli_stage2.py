"""`awhm consolidate --stage2`: what is read, refused and left for the next run; and that it costs nothing unasked."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from claude_program import CAT, FELIX, Claude
from click.testing import CliRunner, Result

from awhm.cli import main


class Shell:
    """The command on one store, with a `claude` of our own on the PATH."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.claude = Claude(folder)
        monkeypatch.setenv("PATH", f"{self.claude.bin}{os.pathsep}{os.environ['PATH']}")

    def __call__(self, *arguments: str, **env: str) -> Result:
        line = ["--mock", "--data-dir", str(self.folder / "store"), *arguments]
        return CliRunner(env={"AWHM_NER": "false", **env}).invoke(main, line)

    def json(self, *arguments: str, **env: str) -> Any:
        return json.loads(self(*arguments, "--json", **env).stdout)


@pytest.fixture
def awhm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, monkeypatch)


def test_a_model_reads_what_the_rules_have_read_and_all_is_told(awhm: Shell) -> None:
    awhm("add", CAT, "--session", "s")
    awhm.claude.answers({"memories": [FELIX, {**FELIX, "value": "Tom"}]})
    result = awhm("consolidate", "--stage2", "--stage2-model", "haiku")
    assert result.exit_code == 0 and awhm.claude.asked == 1
    assert "stage 2: 1 message read by claude-code/haiku in 1 call" in result.stdout
    assert "2 proposed, 1 taken, 1 refused" in result.stdout and "1 × value_not_said" in result.stdout
    [memory] = awhm.json("memories", "list")["memories"]
    shown = awhm.json("memories", "show", memory["id"])
    assert (memory["slot"], shown["messages"][0]["model"]) == ("user|user's cat|name|", "claude-code/haiku")
    assert "claude-code/haiku" in awhm("memories", "show", memory["id"]).stdout
    assert "stage2 claude-code/haiku" in awhm("why", memory["id"]).stdout
    assert awhm.json("consolidate", "--stage2")["stage2"]["calls"] == 0 and awhm.claude.asked == 1


def test_nobody_is_asked_unless_told_so(awhm: Shell) -> None:
    awhm("add", CAT)
    assert "stage2" not in awhm.json("consolidate")
    assert "stage2" not in awhm.json("consolidate", "--no-stage2", AWHM_STAGE2_ENABLED="true")
    assert awhm.claude.asked == 0
    assert awhm.json("consolidate", AWHM_STAGE2_ENABLED="true")["stage2"]["calls"] == 1 == awhm.claude.asked


def test_a_dry_run_shows_every_word_and_asks_nobody(awhm: Shell) -> None:
    awhm("add", CAT, "--session", "s")
    events = awhm.json("status")["events"]
    found = awhm.json("consolidate", "--stage2", "--dry-run")
    assert found["dry_run"] and CAT in found["calls"][0]["user"] and found["calls"][0]["messages"] == ["m1"]
    text = awhm("consolidate", "--stage2", "--dry-run").stdout
    assert "1 call, about" in text and "s: m1 to m1" in text
    assert awhm.claude.asked == 0 and awhm.json("status")["events"] == events


def test_a_failure_is_named_the_rules_have_done_their_part_and_the_next_run_goes_on(awhm: Shell) -> None:
    awhm("add", f"I live in Porto. {CAT}", "--session", "s")
    awhm.claude.answers(None)
    result = awhm("consolidate", "--stage2")
    assert result.exit_code == 1 and "failed: m1 to m1 of s (logged_out)" in result.stdout
    assert [one["slot"] for one in awhm.json("memories", "list")["memories"]] == ["user|user|location|"]
    assert awhm.json("status")["stage2_failed"][0]["failure"] == "logged_out"
    assert "a model failed on m1 to m1 (logged_out)" in awhm("status").stdout.replace("\n", " ")
    awhm.claude.answers({"memories": [FELIX]})
    assert awhm("consolidate", "--stage2").exit_code == 0
    assert len(awhm.json("memories", "list")["memories"]) == 2 and awhm.json("status")["stage2_failed"] == []


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--stage2-model", "x"), "usage"),
        (("--stage2-client", "openai"), "usage"),
        (("--dry-run",), "usage"),
        (("--stage2", "--stage2-client", "no-such-thing"), "unknown_client"),
        (("--stage2", "--stage2-client", "openai"), "no_model"),
    ],
)
def test_what_cannot_be_done_is_refused(awhm: Shell, options: tuple[str, ...], code: str) -> None:
    awhm("add", "I live in Porto.")
    result = awhm("consolidate", *options, "--json")
    assert result.exit_code == 2 and code in result.stdout + result.stderr
    if "--stage2" in options:
        assert len(awhm.json("memories", "list")["memories"]) == 1, "the rules have done their part"


def test_erase_afterwards_leaves_no_byte_of_it(awhm: Shell) -> None:
    awhm("add", "We call our cat Qwertzfelix.", "--session", "s")
    felix = {**FELIX, "value": "Qwertzfelix", "sources": [{"message": 1, "quote": "our cat Qwertzfelix"}]}
    awhm.claude.answers({"memories": [felix, {"Qwertzfelix": 1}]})
    assert awhm.json("consolidate", "--stage2")["stage2"]["taken"] == 1
    assert awhm("erase", "--containing", "Qwertzfelix", "--yes").exit_code == 0
    for path in (awhm.folder / "store").rglob("*"):
        assert not path.is_file() or b"qwertzfelix" not in path.read_bytes().lower(), path
    assert awhm("verify").exit_code == 0


# Evaluation --------------------------------------------------------------------------------------------


def test_the_built_in_benchmark_is_asked_without_and_with_a_model(awhm: Shell) -> None:
    """W39: AWHM Lite's `awhm eval` could not switch its Stage 2 on."""
    found = awhm.json("eval", "--stage2", "--stage2-model", "haiku")
    assert (found["evaluation"], found["model"], found["failures"]) == ("stage2", "claude-code/haiku", {})
    assert found["calls"] == awhm.claude.asked == 2
    [row] = found["corpora"]
    assert {how: row[how]["recall_at_k"] for how in ("without", "with")} == {"without": 1.0, "with": 1.0}
    awhm.claude.answers(None)
    result = awhm("eval", "--stage2")
    assert result.exit_code == 1 and "logged_out" in result.stdout and "recall_at_k" in result.stdout


def test_a_corpus_is_replayed_twice_and_the_store_of_the_user_is_not_touched(awhm: Shell, tmp_path: Path) -> None:
    messages = [{"role": "user", "content": CAT}, {"role": "user", "content": "I live in Porto."}]
    question = {"id": "q", "question": "What is the cat called?", "expected": ["Felix"], "category": "one"}
    corpus = tmp_path / "corpus.json"
    corpus.write_text(json.dumps({"sessions": [{"id": "a", "messages": messages}], "questions": [question]}))
    awhm.claude.answers({"memories": [FELIX]})
    found = awhm.json("eval", str(corpus), "--stage2", "--no-controls")
    [row] = found["corpora"]
    assert row["without"]["recall_at_k"] == row["with"]["recall_at_k"] == 1.0
    assert awhm.claude.asked == found["calls"] == 1 and not (awhm.folder / "store").exists()
    assert awhm("eval", str(corpus), "--no-controls", AWHM_STAGE2_ENABLED="true").exit_code == 0
    assert awhm.claude.asked == 1, "a plain evaluation asks no model, whatever the settings say"


@pytest.mark.parametrize(
    "options",
    [("--stage2-model", "x"), ("--stage2", "--extraction"), ("--stage2", "--jobs", "2"), ("--stage2", "--out", "x")],
)
def test_evaluations_that_do_not_go_together_are_refused(awhm: Shell, options: tuple[str, ...]) -> None:
    assert awhm("eval", *options).exit_code == 2
