"""`awhm eval --extraction`: names what it cannot read, and touches nobody's store."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from awhm.cli import eval_command, main
from awhm.jobs.evaluation.extraction import PARTS


def run(*arguments: str | Path) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, ["eval", *map(str, arguments)])


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    label = {"family": "fact", "span": "I live in Porto", "subject": "user", "value": "Porto", "polarity": "+"}
    lines: list[dict[str, Any]] = [
        {"id": "d", "lang": "en", "half": "dev", "role": "user", "text": "I live in Porto.", "statements": [label]},
        {"id": "h", "lang": "en", "half": "held", "role": "user", "text": "Is it raining?", "statements": []},
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "{\n", encoding="utf-8")
    return path


def test_options_of_extraction_without_it_say_what_to_add() -> None:
    result = run("--part", "facts")
    assert result.exit_code == 2
    assert "belong to --extraction" in result.stderr and "`awhm eval --extraction`" in result.stderr


def test_the_report_names_files_hashes_versions_settings_and_the_machine(labels: Path) -> None:
    result = run("--extraction", "--part", "statements", "--labels", labels, "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["evaluation"] == "extraction"
    (file,) = told["files"]
    assert file["sha256"] == hashlib.sha256(labels.read_bytes()).hexdigest()
    assert (file["items"], file["taken"]) == (3, 2)
    assert file["left"] == [{"item": "line 3", "reason": "no JSON"}]
    assert {"awhm", "extractor", "python", "numpy", "sqlite"} <= set(told["versions"])
    assert told["settings"]["k"] == 10 and "data_dir" not in told["settings"]
    assert set(told["machine"]) == {"cpu", "load", "system"}
    recall = next(row for row in told["rows"] if row["what"] == "recall" and row["family"] == "fact")
    assert (recall["hits"], recall["total"], recall["share"], recall["high"]) == (1, 1, 1.0, 1.0)
    assert recall["low"] < 1 and recall["split"] == "dev"


def test_people_get_a_table_and_the_files(labels: Path) -> None:
    result = run("--extraction", "--part", "statements", "--labels", labels)
    assert result.exit_code == 0
    assert "1.000 [0.21, 1.00] 1/1" in result.stdout
    assert "no result" not in result.stdout
    limited = run("--extraction", "--part", "statements", "--labels", labels, "--limit", "1")
    assert "At most 1 items of each file: a quick look, and no result." in limited.stdout
    assert str(labels) in result.stdout and "2 of 3" in result.stdout and "left: line 3: no JSON" in result.stdout


def test_a_missing_file_is_named_and_told_by_the_exit_code(labels: Path, tmp_path: Path) -> None:
    result = run("--extraction", "--part", "statements", "--labels", labels, "--labels", tmp_path / "gone.jsonl")
    assert result.exit_code == 2
    assert "gone.jsonl: there is no such file" in result.stdout and "1.000" in result.stdout
    nothing = run("--extraction", "--part", "pairs", "--pairs", tmp_path / "gone.jsonl", "--json")
    assert nothing.exit_code == 2 and json.loads(nothing.stdout)["error"]["code"] == "unreadable"


def test_the_parts_of_the_command_are_those_of_the_job() -> None:
    assert eval_command.PARTS == PARTS
    assert run("--extraction", "--part", "everything").exit_code == 2


def test_neither_a_store_nor_a_folder_is_made(labels: Path, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    one = {"id": "a", "language": "en", "kind": "replace", "split": "dev"}
    pairs.write_text(json.dumps({**one, "earlier": "I live in Porto.", "later": "I live in Lisbon."}) + "\n")
    before = sorted(os.listdir(tmp_path))
    result = run("--extraction", "--part", "pairs", "--pairs", pairs, "--data-dir", tmp_path / "store", "--json")
    assert result.exit_code == 0
    recalled = next(row for row in json.loads(result.stdout)["rows"] if row["what"] == "supersession recall")
    assert (recalled["hits"], recalled["total"]) == (1, 1)
    assert sorted(os.listdir(tmp_path)) == before
