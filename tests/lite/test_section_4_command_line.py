"""AWHM Lite's command line, section 4 of its specification: every command and flag, before and behind the command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hooked import Host

from awhm.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`awhm` with Lite's global flags before the command, on a store with two memories, one of which holds."""

    def awhm(*line: str, stdin: bytes | None = None) -> Result:
        start = ["--data-dir", str(tmp_path / "store"), "--mock"]
        return CliRunner(env={"AWHM_NER": "false"}).invoke(main, [*start, *line], input=stdin)

    awhm("add", "I prefer Python.", "--time", "2026-01-01")
    awhm("add", "Actually, I prefer Rust.", "--time", "2026-02-01")
    awhm("consolidate")
    return awhm


def test_status(run: Run) -> None:
    status = json.loads(run("status", "--json").stdout)
    assert {"node_count", "edge_count", "total_sessions"} <= status.keys() and status["messages"] == 2
    assert run("status").exit_code == 0


ASKING: list[tuple[list[str], str, str]] = [
    ([], "Rust", "Python"),
    (["-k", "1"], "Rust", "Python"),
    (["--include-history"], "Python", "Zig"),
    (["--as-of", "2026-01-15"], "Python", "Rust"),
    (["--trace"], "BM25", "Python"),
]


@pytest.mark.parametrize(("flags", "shown", "hidden"), ASKING)
def test_query(run: Run, flags: list[str], shown: str, hidden: str) -> None:
    found = run("query", "which language do I prefer?", *flags)
    assert found.exit_code == 0 and shown in found.stdout and hidden not in found.stdout


def test_a_query_shows_the_ids_that_delete_takes_and_tells_nothing_found_by_its_exit_code(run: Run) -> None:
    node = json.loads(run("query", "which language do I prefer?", "--json").stdout)["results"][0]["node_id"]
    assert node in run("query", "which language do I prefer?").stdout
    none = run("query", "zeppelins over Friedrichshafen", "--no-semantic")
    assert none.exit_code == 1 and "Traceback" not in none.output
    bad = run("query", "x", "--as-of", "someday")
    assert bad.exit_code == 2 and "Traceback" not in bad.output


def test_consolidate(run: Run) -> None:
    run("add", "I live in Porto.", "--session", "s2")
    found = json.loads(run("consolidate", "--json").stdout)
    assert found["sessions"] == {"s2": 1}
    again = run("consolidate")
    assert again.exit_code == 0 and json.loads(run("consolidate", "--json").stdout)["sessions"] == {}


def test_snapshot_create_list_and_restore_with_and_without_path(run: Run) -> None:
    assert "no snapshot" not in run("snapshot", "list").stdout.lower(), "consolidations name some by themselves"
    name = run("snapshot", "create").stdout.strip()
    assert run("snapshot", "list").stdout.splitlines()[0].startswith(name)
    run("add", "Actually, I prefer Zig.", "--time", "2026-03-01")
    run("consolidate")
    restored = run("snapshot", "restore", "--path", name)
    assert restored.exit_code == 0 and "restored" in restored.stdout
    assert "Rust" in run("query", "which language do I prefer?", "-k", "1").stdout
    assert run("snapshot", "restore", name).exit_code == 0
    for line in (
        ["snapshot", "restore"],
        ["snapshot", "restore", name, "--path", name],
        ["snapshot", "restore", "none"],
    ):
        missing = run(*line)
        assert missing.exit_code == 2 and "Traceback" not in missing.output


def test_delete(run: Run) -> None:
    node = json.loads(run("query", "which language do I prefer?", "--json").stdout)["results"][0]["node_id"]
    done = json.loads(run("delete", node, "--yes", "--json").stdout)
    assert done["node_deleted"] and done.keys() >= {
        *("edges_removed", "log_entries_removed", "buffer_entries_removed", "match_strategy", "snapshots_touched"),
        *("tombstone_id", "ledger_record_id", "affected_sessions"),
    }
    assert "Rust" not in run("query", "which language do I prefer?", "--include-history").stdout
    unknown = run("delete", "n999.0", "--yes")
    assert unknown.exit_code != 0 and "Traceback" not in unknown.output


def test_eval_takes_its_flags_and_leaves_the_store_alone(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.json"
    messages = [{"role": "user", "content": "My tile setter is Ruben."}]
    questions = [{"id": "q", "question": "Who is my tile setter?", "expected": ["Ruben"], "category": "facts"},
                 {"id": "r", "question": "Who is my tile setter?", "expected": ["Ruben"]}]  # fmt: skip
    corpus.write_text(json.dumps({"sessions": [{"id": "s", "messages": messages}], "questions": questions}))
    before = {path: path.read_bytes() for path in (tmp_path / "store").rglob("*") if path.is_file()}
    found = run("eval", "--corpus", str(corpus), "--limit", "1", "-k", "3", "--json", "--no-cache")
    assert found.exit_code == 0, found.output
    assert before == {path: path.read_bytes() for path in (tmp_path / "store").rglob("*") if path.is_file()}


def test_the_global_flags_stand_before_a_hook_too(run: Run, tmp_path: Path) -> None:
    line = [sys.executable, "-m", "awhm", "--data-dir", str(tmp_path / "store"), "--mock", "hook", "prompt"]
    run("add", "My tile setter is Ruben.")
    payload = b'{"session_id": "s", "prompt": "Who is my tile setter?"}'
    done = subprocess.run(line, env=Host(tmp_path).environment(), input=payload, capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"") and b"Ruben" in done.stdout
    assert json.loads(run("hook", "settings").stdout)["hooks"]


@pytest.mark.parametrize("line", [["frobnicate"], ["query"], ["status", "--no-such-flag"], ["query", "x", "-k", "0"]])
def test_a_mistake_on_the_line_is_2_and_no_traceback(run: Run, line: list[str]) -> None:
    done = run(*line)
    assert done.exit_code == 2 and "Traceback" not in done.output
