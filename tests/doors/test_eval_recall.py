"""`awhm eval CORPUS...`: what it reads and writes, what it says where something is wrong, and how it goes on."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from awhm.cli import main
from awhm.jobs.evaluation.recall_report import timeless

WORDS = ("--no-semantic", "--no-consolidate")


def run(*arguments: str | Path) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, ["eval", *map(str, arguments)])


def told(*arguments: str | Path) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def message(content: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, **more}


def question(ident: str, text: str, number: int, **more: Any) -> dict[str, Any]:
    return {"id": ident, "question": text, "evidence": [{"session": "s1", "message": number}], **more}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    contents = [
        message("The roses need pruning."),
        message("Bread needs flour."),
        message("The oven is at 220 degrees."),
    ]
    questions: list[dict[str, Any]] = [
        question("q1", "What needs pruning?", 0, expected=["roses"], category="garden"),
        question("q2", "What does bread need?", 1, expected=["flour"], category="kitchen", forbidden=["rye"]),
        question("q3", "How hot is the oven?", 2, expected=["220"], category="kitchen"),
        {"id": "q4", "question": "Who won the cup?", "expected": [], "category": "abstention"},
    ]
    path = tmp_path / "corpus.json"
    session = {"id": "s1", "started_at": "2024-01-05T09:00:00Z", "messages": contents}
    path.write_text(json.dumps({"sessions": [session], "questions": questions}), encoding="utf-8")
    return path


def test_the_report_has_awhm_lites_fields_and_the_honest_ones(corpus: Path) -> None:
    report = told(corpus, *WORDS)
    assert report["evaluation"] == "recall" and report["complete"] is True
    assert (report["k"], report["questions"], report["sessions"], report["messages"]) == (10, 4, 1, 3)
    assert (report["recall_at_k"], report["contradiction_error_rate"]) == (0.75, 0.0)
    assert report["by_category"] == {"abstention": 0.0, "garden": 1.0, "kitchen": 1.0}
    assert {"corpus", "nodes", "ingest_seconds", "ndcg_at_k", "latency_ms"} <= report.keys()
    (record,) = report["corpora"]
    assert record["sha256"] == hashlib.sha256(corpus.read_bytes()).hexdigest() and record["format"] == "native"
    systems = record["levels"]["turn"]
    assert list(systems) == ["awhm", "bm25", "awhm_like", "random", "recency", "oracle"]
    assert systems["awhm"]["all"]["recall_all@5"]["value"] == 1.0 and systems["awhm"]["all"]["mrr"]["total"] == 3
    assert [case["id"] for case in record["cases"]] == ["q1", "q2", "q3", "q4"]
    assert "roses" not in json.dumps(record["cases"]), "a report never copies a corpus"
    assert report["embedder"] is None and len(report["code"]) == 64 and {"awhm", "python"} <= set(report["versions"])
    assert len(record["replayed"]) == len(record["heads"]) == 64


def test_people_get_tables_and_what_each_counts(corpus: Path) -> None:
    text = run(corpus, *WORDS).stdout
    for part in (
        *(
            "Turn level, 3 questions with evidence, before the minimum score",
            "Session level",
            "By category, turn level",
        ),
        *("BM25 alone", "AWHM-like", "oracle", "awhm over AWHM-like, nDCG@10: +0.0 [0.0, 0.0]", "AUROC 1.000"),
        *("As AWHM Lite counted (substrings, all questions): Recall@10 0.750", "in 500 tokens", "4 of 4 questions"),
        *("at the minimum score 0: 0.0 of the unanswerable are answered", "0 items left out", "1 questions without"),
    ):
        assert part in text, part


def test_two_runs_give_the_same_but_for_times(corpus: Path) -> None:
    assert timeless(told(corpus, *WORDS)) == timeless(told(corpus, *WORDS))


def test_options_choose_questions_systems_and_depth(corpus: Path) -> None:
    report = told(corpus, *WORDS, "--no-controls", "-k", "2", "--categories", "kitchen,garden", "--limit", "2")
    (record,) = report["corpora"]
    assert (report["k"], report["questions"], record["questions_in_file"]) == (2, 2, 4)
    assert list(record["levels"]["turn"]) == ["awhm"] and (record["limit"], record["gains"]) == (2, {})
    assert record["categories"] == ["kitchen", "garden"]
    refused = run(corpus, "--categories", "sport")
    assert refused.exit_code == 2 and "Categories: abstention, garden, kitchen" in refused.stderr


def test_the_minimum_score_is_shown_beside_the_ranking_and_bounded(corpus: Path) -> None:
    (record,) = told(corpus, *WORDS, "--min-score", "0.99")["corpora"]
    turn = record["levels"]["turn"]
    assert turn["awhm"]["all"]["recall@10"]["value"] == 1.0
    assert turn["awhm_min_score"]["all"]["recall@10"]["value"] == 0.0
    assert record["abstention"]["answerable_refused"]["value"] == 1.0
    assert run(corpus, "--min-score", "1.5").exit_code == 2 == run(corpus, "--min-score", "nan").exit_code


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_evaluated(corpus: Path, tmp_path: Path) -> None:
    result = run(corpus, tmp_path / "gone.json", *WORDS, "--json")
    report = json.loads(result.stdout)
    assert result.exit_code == 2 and not report["complete"]
    assert "gone.json cannot be read" in report["unread"][0]["reason"] and len(report["corpora"]) == 1
    alone = run(tmp_path / "gone.json")
    assert alone.exit_code == 2 and "gone.json cannot be read: No such file" in alone.stderr


def test_what_is_wrong_with_a_file_is_counted_and_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    sessions = [{"id": "s1", "messages": [message("Roses."), message(" "), {"role": "wizard", "content": "Tulips."}]}]
    value = {"sessions": sessions, "questions": [question("q", "Roses?", 1), {"id": "empty"}]}
    path.write_text(json.dumps(value), encoding="utf-8")
    text = run(path, *WORDS).stdout
    assert "2 items left out, 2 taken although something is wrong; 1 questions without evidence" in text
    assert "left: session s1, message 1: empty" in text and "left: question empty: no question" in text
    assert "taken: question q: evidence points to s1, message 1, which is not there" in text


def test_a_run_in_which_something_failed_is_incomplete_and_goes_on_from_there(tmp_path: Path) -> None:
    path, out = tmp_path / "corpus.json", tmp_path / "out"
    long = "s" * 600  # longer than a name in the log may be
    sessions = [{"id": "s1", "messages": [message("Roses.")]}, {"id": long, "messages": [message("Tulips.")]}]
    questions = [question("good", "Roses?", 0, scope=["s1"]), {"id": "bad", "question": "Tulips?", "scope": [long]}]
    path.write_text(json.dumps({"sessions": sessions, "questions": questions}), encoding="utf-8")
    first = run(path, *WORDS, "--out", out)
    assert first.exit_code == 1
    assert "failed: bad: replaying its haystack: Refused" in first.stdout and "incomplete" in first.stdout
    again = run(path, *WORDS, "--out", out, "--json")
    (record,) = json.loads(again.stdout)["corpora"]
    assert again.exit_code == 1 and record["resumed"] == 1 and [one["id"] for one in record["errors"]] == ["bad"]


def test_what_is_finished_is_taken_from_the_file_only_for_the_same_settings(corpus: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "finished.jsonl"
    first = told(corpus, *WORDS, "--resume", kept)["corpora"][0]
    second = told(corpus, *WORDS, "--resume", kept)["corpora"][0]
    assert (first["resumed"], second["resumed"]) == (0, 1) and timeless(first) == timeless(second)
    assert told(corpus, "--no-semantic", "--resume", kept)["corpora"][0]["resumed"] == 0, "with consolidation"
    assert told(corpus, *WORDS, "-k", "3", "--resume", kept)["corpora"][0]["resumed"] == 0
    kept.write_bytes(kept.read_bytes() + b'{"torn')
    assert "1 lines of" in run(corpus, *WORDS, "--resume", kept).stderr


def test_out_writes_json_text_and_a_page(corpus: Path, tmp_path: Path) -> None:
    out, page = tmp_path / "new" / "out", tmp_path / "page.html"
    result = run(corpus, *WORDS, "--out", out, "--html", page)
    assert result.exit_code == 0
    assert sorted(os.listdir(out)) == ["finished.jsonl", "report.html", "report.json", "report.txt"]
    assert json.loads((out / "report.json").read_text())["evaluation"] == "recall"
    assert (out / "report.txt").read_text().splitlines()[2] == result.stdout.splitlines()[2].rstrip()
    assert page.read_text() == (out / "report.html").read_text()
    assert page.read_text().startswith("<!doctype html>")
    refused = run(corpus, *WORDS, "--html", tmp_path)
    assert refused.exit_code == 2 and "cannot be written" in refused.stderr


def test_the_published_formats_are_read_and_longmemeval_can_be_insisted_on(tmp_path: Path) -> None:
    record = {
        **{"question_id": "x1", "question_type": "kind", "question": "Which mug?", "answer": "blue"},
        **{"question_date": "2023/06/20 (Tue) 10:15", "haystack_session_ids": ["a"]},
        **{"haystack_dates": ["2023/06/01 (Thu) 09:30"], "answer_session_ids": ["a"]},
        "haystack_sessions": [[{"role": "user", "content": "A blue mug.", "has_answer": True}]],
    }
    path = tmp_path / "longmemeval_s.json"
    path.write_text(json.dumps([record]), encoding="utf-8")
    for options in ([path], ["--corpus", path, "--longmemeval"]):
        (found,) = told(*options, *WORDS)["corpora"]
        assert (found["format"], found["split"]) == ("LongMemEval", "S")
        assert found["cases"][0]["as_of"] == 1_687_256_100_000
    path.write_text(json.dumps({"sessions": [], "questions": []}), encoding="utf-8")
    assert run(path, "--longmemeval").exit_code == 2


def test_answers_known_to_be_wrong_are_counted_both_ways(corpus: Path, tmp_path: Path) -> None:
    errata = tmp_path / "errata.json"
    errata.write_text(json.dumps([{"id": "q1", "answer": "tulips"}]), encoding="utf-8")
    (record,) = told(corpus, *WORDS, "--errata", errata)["corpora"]
    answers = record["answers"]["awhm"]
    assert record["errata"] == 1 and answers["words_in_k"]["value"] == 1.0
    assert answers["words_in_k_corrected"]["value"] == pytest.approx(2 / 3, abs=1e-4)
    assert "With 1 answers corrected, words in 10: 66.7" in run(corpus, *WORDS, "--errata", errata).stdout
    assert run(corpus, "--errata", tmp_path / "gone.json").exit_code == 2


def test_stores_on_disk_are_measured_and_kept_apart(corpus: Path, tmp_path: Path) -> None:
    (record,) = told(corpus, *WORDS, "--dir", tmp_path / "stores")["corpora"]
    assert record["speed"]["bytes"] > 4096 and len(os.listdir(tmp_path / "stores")) == 1


def test_with_mock_vectors_there_is_a_cosine_and_nothing_is_cached(corpus: Path, tmp_path: Path) -> None:
    report = told(corpus, "--mock", "--no-consolidate", "--cache", tmp_path / "cache")
    assert "cosine" in report["corpora"][0]["levels"]["turn"] and report["embedder"]["model"] == "mock"
    assert not (tmp_path / "cache").exists()


def test_the_users_store_is_neither_read_nor_made(corpus: Path, tmp_path: Path) -> None:
    before = sorted(os.listdir(tmp_path))
    told(corpus, *WORDS, "--data-dir", tmp_path / "store")
    assert sorted(os.listdir(tmp_path)) == before


def test_options_of_the_other_evaluation_are_refused(corpus: Path) -> None:
    assert "belong to --extraction" in run(corpus, "--part", "facts").stderr
    assert "takes no corpus" in run(corpus, "--extraction").stderr


@pytest.mark.shared
@pytest.mark.slow
def test_locomos_first_questions_are_found_better_than_by_the_baseline(shared: Path) -> None:
    (record,) = told(shared / "corpora" / "locomo.json.gz", *WORDS, "--limit", "60")["corpora"]
    turn = record["levels"]["turn"]
    assert turn["random"]["all"]["ndcg@10"]["value"] < 0.1 < turn["awhm_like"]["all"]["ndcg@10"]["value"]
    assert turn["awhm"]["all"]["ndcg@10"]["value"] > turn["awhm_like"]["all"]["ndcg@10"]["value"]
    assert record["questions"] == 60 and record["faults"] == []
