"""`awhm demo`: it does what it says, on one screen, and notices when one of its own claims is false."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from awhm.cli import main
from awhm.config import AWHMConfig
from awhm.demo import demo as steps
from awhm.demo import run
from awhm.demo.conversations import CONVERSATIONS


def demo(*arguments: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, ["demo", *arguments])


def said(config: AWHMConfig, folder: Path) -> tuple[list[str], list[str]]:
    """The lines of a demo, and which of its checks failed."""
    lines: list[str] = []

    def say(*parts: str | tuple[str, str]) -> None:
        lines.append("".join(part if isinstance(part, str) else part[0] for part in parts))

    checks = run(config, str(folder / "copy"), say, mock=True)
    return lines, [check.what for check in checks if not check.held]


@pytest.mark.parametrize("model", ["installed", "mock", "none"])
def test_the_demo_holds_with_and_without_a_model_and_fits_one_screen(model: str) -> None:
    env = {"AWHM_EMBED_MODEL": "no/such-model"} if model == "none" else {}
    line = [sys.executable, "-m", "awhm", "demo", *(["--mock"] if model == "mock" else [])]
    process = subprocess.run(line, capture_output=True, text=True, env={**os.environ, **env})
    assert process.returncode == 0, process.stdout + process.stderr
    lines = process.stdout.splitlines()
    assert len(lines) <= 45 and max(map(len, lines)) <= 100
    for step in (
        "1. Log",
        "2. Recall",
        "3. A change of mind",
        "4. Look back",
        "5. Verify",
        "6. Tamper",
        "7. Rebuild",
        "All of it held.",
    ):
        assert any(line.startswith(step) for line in lines), step
    assert ("no embedding model is installed" in process.stdout) == (model == "none")
    assert "the payload was changed" in process.stdout
    assert process.stdout.count("… same") == 11


def test_the_demo_leaves_nothing_behind_unless_told_to(home: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    process = subprocess.run(
        [sys.executable, "-m", "awhm", "demo", "--mock"],
        capture_output=True,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    assert process.returncode == 0
    assert not list(temporary.iterdir()) and not (home / ".awhm").exists()


def test_a_kept_demo_can_be_asked_further_and_its_copy_is_damaged(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert demo("--mock", "--keep", str(kept)).exit_code == 0
    folder = ["--data-dir", str(kept / "store"), "--no-semantic"]
    found = json.loads(CliRunner().invoke(main, ["query", "who has the spare key", "--json", *folder]).stdout)
    assert "Mr. Okafor" in found["results"][0]["content"]
    assert CliRunner().invoke(main, ["verify", "--data-dir", str(kept / "store")]).exit_code == 0
    assert CliRunner().invoke(main, ["verify", "--data-dir", str(kept / "copy")]).exit_code == 4
    again = demo("--mock", "--keep", str(kept))
    assert again.exit_code == 2 and "is not empty" in again.stderr


def test_programs_get_every_check(tmp_path: Path) -> None:
    document = json.loads(demo("--mock", "--json").stdout)
    assert document["ok"] and len(document["checks"]) >= 7 and all(check["held"] for check in document["checks"])


def test_a_demo_whose_answer_is_missing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "QUESTIONS", (("Who has the spare key of the flat?", "the wrong neighbour"),))
    lines, failed = said(AWHMConfig(data_dir=tmp_path / "store"), tmp_path)
    assert failed == ["'Who has the spare key of the flat?' is answered"]
    assert lines[-1].startswith("FAILED: ")


def test_a_demo_whose_change_is_not_found_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "INTO", steps.CHANGED)
    _, failed = said(AWHMConfig(data_dir=tmp_path / "store"), tmp_path)
    assert failed == ["the changed byte is found"]


def test_a_demo_that_shows_the_past_wrongly_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "THEN", steps.NOW)
    _, failed = said(AWHMConfig(data_dir=tmp_path / "store"), tmp_path)
    assert failed == ["the past is answered as it was known"]


def test_a_demo_that_does_not_know_of_the_move_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "FIRST_HOME", "Braga")
    _, failed = said(AWHMConfig(data_dir=tmp_path / "store"), tmp_path)
    assert failed == ["a change of mind is known, and what it changed"]


def test_the_conversations_are_what_the_demo_says_of_them() -> None:
    assert len(CONVERSATIONS) >= 4 and len({conversation.session for conversation in CONVERSATIONS}) == len(
        CONVERSATIONS
    )
    began = [conversation.began for conversation in CONVERSATIONS]
    assert began == sorted(began) and began[0][:7] < began[-1][:7]
    texts = [text for conversation in CONVERSATIONS for _, text in conversation.turns]
    assert len(texts) >= 35 and len(set(texts)) == len(texts)
    assert sum(steps.THEN in text for text in texts) == 1 and sum(steps.NOW in text for text in texts) == 1
