"""`awhm eval` without a corpus: AWHM Lite's built-in benchmark and the fields of its report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from awhm.cli import eval_deletion, main
from awhm.config import AWHMConfig


def test_the_corrections_are_found_and_what_they_corrected_is_not() -> None:
    result = CliRunner(catch_exceptions=False).invoke(main, ["eval", "--no-semantic", "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["version"], report["query_count"], report["k"]) == ("builtin-v1", 3, 5)
    assert (report["recall_at_k"], report["ndcg_at_k"], report["contradiction_error_rate"]) == (1.0, 1.0, 0.0)
    assert report["latency_ms"].keys() == {"p50", "p95"}
    for case in report["cases"]:
        assert case.keys() == {
            *("name", "query", "latency_ms", "recall_hit", "hit_rank", "ndcg", "forbidden_hit", "top_results")
        }
        assert case["recall_hit"] and case["hit_rank"] == 1 and len(case["top_results"]) <= 3


def test_the_deletion_audit_deletes_what_was_said_and_looks_everywhere() -> None:
    result = CliRunner(catch_exceptions=False).invoke(main, ["eval", "--no-semantic", "--json"])
    found = json.loads(result.stdout)["deletion_audit"]
    deleted = found.pop("deletion_result")
    assert deleted["node_deleted"] and deleted["log_entries_removed"] == 1 and deleted["tombstone_id"]
    assert found == dict.fromkeys(("passed", "logs_clean", "snapshots_clean", "query_clean", "files_clean"), True)
    shown = CliRunner(catch_exceptions=False).invoke(main, ["eval", "--no-semantic"]).stdout
    assert "Deletion audit: passed" in shown
    assert [line.split(":")[0] for line in shown.splitlines()[1:6]] == [
        *("Recall@5", "nDCG@5", "Contradiction error rate", "Latency", "Deletion audit")
    ]


def test_k_and_the_mock_are_honoured_and_no_store_is_made(tmp_path: Path) -> None:
    arguments = ["eval", "-k", "1", "--mock", "--json", "--data-dir", str(tmp_path / "store")]
    report = json.loads(CliRunner(catch_exceptions=False).invoke(main, arguments).stdout)
    assert report["k"] == 1 and report["embedder"]["model"] == "mock" and not (tmp_path / "store").exists()


def test_an_audit_that_finds_anything_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eval_deletion, "SECRET", "SQLite format 3")  # which every log begins with
    found = eval_deletion.audit(AWHMConfig(mock_embeddings=True), mock=True)
    assert found["deletion_result"]["node_deleted"] and not found["files_clean"] and not found["passed"]
