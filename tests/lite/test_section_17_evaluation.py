"""AWHM Lite's evaluation, section 17 of its specification: the fields of both reports, and the corpora."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from awhm.cli import main

BUILTIN = {"version", "query_count", "k", "recall_at_k", "ndcg_at_k", "contradiction_error_rate", "latency_ms", "cases",
           "deletion_audit"}  # fmt: skip
CASE = {"name", "query", "latency_ms", "recall_hit", "hit_rank", "ndcg", "forbidden_hit", "top_results"}
AUDIT = {"passed", "logs_clean", "snapshots_clean", "query_clean", "deletion_result"}
REPLAY = {"corpus", "sessions", "messages", "questions", "nodes", "ingest_seconds"}


def evaluated(*line: str) -> Any:
    done = CliRunner(catch_exceptions=False).invoke(main, ["--mock", "eval", "--no-semantic", "--json", *line])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_built_in_benchmark() -> None:
    report = evaluated("-k", "5")
    assert report.keys() >= BUILTIN and report["version"] == "builtin-v1" and report["query_count"] == 3
    assert report["latency_ms"].keys() == {"p50", "p95"}
    assert all(case.keys() >= CASE and len(case["top_results"]) <= 3 for case in report["cases"])
    assert report["deletion_audit"].keys() >= AUDIT and report["deletion_audit"]["passed"] is True
    assert (report["recall_at_k"], report["contradiction_error_rate"]) == (1.0, 0.0)


NATIVE = {
    "sessions": [
        {"id": "a/1", "messages": [{"role": "user", "content": "My tile setter is Ruben."}]},
        {"id": "a/2", "messages": [{"role": "assistant", "content": "Noted."}, {"role": "wizard", "content": "Hm."}]},
        {"messages": [{"role": "user", "content": "The kiln fires at noon."}]},
    ],
    "questions": [
        {"id": "a/q", "question": "Who is my tile setter?", "expected": ["ruben"], "category": "people"},
        {"question": "When does the kiln fire?", "expected": ["noon"], "forbidden": ["midnight"]},
        {"question": "When does the kiln fire?", "expected": ["midnight"], "as_of": "2040-01-01", "category": "people"},
    ],
}
LONGMEMEVAL = [
    {
        "question_id": "q1", "question_type": "single-session-user", "question": "Who is my tile setter?",
        "answer": "Ruben", "haystack_session_ids": ["h1"], "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_sessions": [[{"role": "user", "content": "My tile setter is Ruben."}]],
        "answer_session_ids": ["h1"],
    }
]  # fmt: skip


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("c") / "corpus.json"
    path.write_text(json.dumps(NATIVE))
    report: dict[str, Any] = evaluated("--corpus", str(path), "-k", "3", "--no-cache")
    return report


def named(value: Any, name: str) -> list[Any]:
    """Every value of that name, however deep."""
    if isinstance(value, dict):
        found = [value[name]] if name in value else []  # pyright: ignore[reportUnknownVariableType]
        return found + [one for inner in value.values() for one in named(inner, name)]  # pyright: ignore[reportUnknownVariableType]
    return [one for inner in value for one in named(inner, name)] if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]


@pytest.mark.parametrize(
    "name", sorted(REPLAY | {"by_category", "latency_ms", "hit_rank", "forbidden_hit", "top_results"})
)
def test_a_field_of_the_replay_report(native: dict[str, Any], name: str) -> None:
    assert named(native, name), json.dumps(native)[:3000]


def test_the_native_corpus_is_replayed_and_counted(native: dict[str, Any]) -> None:
    # Lite's haystacks: a question asks the sessions with its prefix, and one without a prefix asks all.
    assert (native["sessions"], native["questions"]) == (5, 3) and native["by_category"] == {"all": 1.0, "people": 0.5}
    assert [(case["hit_rank"], case["forbidden_hit"]) for case in native["cases"]] == [
        (1, False), (1, False), (None, False)
    ]  # fmt: skip
    assert native["cases"][0]["top_results"][0][:2] == ["a/1", 0]


@pytest.mark.parametrize(
    "shape", [LONGMEMEVAL, {"data": LONGMEMEVAL}, {"instances": LONGMEMEVAL}], ids=["list", "data", "instances"]
)
def test_longmemeval_in_each_of_its_shapes(tmp_path: Path, shape: Any) -> None:
    path = tmp_path / "l.json"
    path.write_text(json.dumps(shape))
    report = evaluated("--corpus", str(path), "--longmemeval", "--limit", "1", "--no-cache")
    assert "single-session-user" in json.dumps(report) and named(report, "hit_rank")[0] == 1
