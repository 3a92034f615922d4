"""W39, what AWHM Lite's evaluation counted wrongly, and the flags and fields of its queries, which still work.

shared/spec/awhm-lite.md: sections 20, and 2, 4 and 13.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from awhm import AWHMConfig, AWHMSession
from awhm.cli import main
from awhm.errors import Refused
from awhm.language.time import Given
from awhm.types import RetrievalResult


def start(folder: Path, name: str = "s1", **settings: Any) -> AWHMSession:
    config = AWHMConfig(data_dir=folder, **({"mock_embeddings": True, "ner": False} | settings))
    return AWHMSession.start_session(config, session_id=name)


def words(results: list[RetrievalResult]) -> list[str]:
    return [result.content for result in results]


# W39 -------------------------------------------------------------------------------------------------


def evaluated(path: Path, value: Any, *options: str) -> dict[str, Any]:
    path.write_text(json.dumps(value), encoding="utf-8")
    arguments = ["eval", str(path), "--no-semantic", "--no-controls", *options, "--json"]
    result = CliRunner(catch_exceptions=False).invoke(main, arguments)
    assert result.exit_code == 0, result.output
    report: dict[str, Any] = json.loads(result.stdout)["corpora"][0]
    return report


def native(messages: list[tuple[str, str]], questions: list[dict[str, Any]]) -> dict[str, Any]:
    turns = [{"role": "user", "content": text, "timestamp": time} for text, time in messages]
    return {"sessions": [{"id": "s", "messages": turns}], "questions": questions}


def test_w39_a_short_number_is_found_as_a_word_and_awhm_lites_count_stands_beside_it(tmp_path: Path) -> None:
    messages = [("The mugs cost 13 euros in 1993.", "2024-01-01"), ("The mug shelf has three hooks.", "2024-01-02")]
    questions: list[dict[str, Any]] = [
        {"id": "a", "question": "What do mugs cost?", "expected": [3], "evidence": [{"session": "s", "message": 0}]},
        {"id": "b", "question": "How many hooks has the shelf?", "expected": [3]},
    ]
    report = evaluated(tmp_path / "c.json", native(messages, questions), "-k", "1")
    assert report["answers"]["awhm"]["text_in_k"]["value"] == 0.5, '"13" and "1993" hold a "3"; "three" does not'
    assert [case["systems"]["awhm"]["words"] for case in report["cases"]] == [2, 1], "by words: three"


def test_w39_a_question_is_asked_at_its_own_date(tmp_path: Path) -> None:
    messages = [
        ("The API endpoint is https://one.example.", "2024-01-01T00:00:00Z"),
        ("Actually, the API endpoint is https://two.example.", "2024-03-01T00:00:00Z"),
    ]
    ask = {"question": "What is the API endpoint?"}
    questions: list[dict[str, Any]] = [
        {"id": "then", **ask, "expected": ["one.example"], "forbidden": ["two.example"], "as_of": "2024-02-01"},
        {"id": "now", **ask, "expected": ["two.example"], "forbidden": ["one.example"]},
        {"id": "before", **ask, "expected": [], "as_of": "2023-12-01"},
    ]
    report = evaluated(tmp_path / "c.json", native(messages, questions))
    then, now, before = report["cases"]
    assert [[number for _, number, _ in one["results"]] for one in (then, now, before)] == [[0], [1], []]
    assert report["contradiction_error_rate"] == 0.0 and report["answers"]["awhm"]["words_in_k"]["value"] == 1.0


def test_w39_questions_that_nothing_answers_are_counted_apart(tmp_path: Path) -> None:
    messages = [("The roses need pruning in March.", "2024-01-01"), ("Bread needs flour.", "2024-01-02")]
    evidence = [{"session": "s", "message": 0}]
    questions: list[dict[str, Any]] = [
        {"id": "yes", "question": "When do the roses need pruning?", "expected": ["March"], "evidence": evidence},
        {"id": "no_abs", "question": "Who won the cup?", "expected": ["You never said."], "evidence": evidence},
        {"id": "none", "question": "What does the bread weigh?", "expected": [], "category": "abstention"},
    ]
    report = evaluated(tmp_path / "c.json", native(messages, questions))
    found = report["levels"]["turn"]["awhm"]["answerable"]["recall_all@5"]
    assert (found["value"], found["total"]) == (1.0, 1)
    assert report["answers"]["awhm"]["words_in_k"]["total"] == 1
    apart = report["abstention"]
    assert (apart["answerable"], apart["unanswerable"]) == (1, 2) and apart["auroc"]["awhm"]["value"] == 1.0
    assert report["recall_at_k"] == pytest.approx(1 / 3, abs=1e-4), "as AWHM Lite counted, and named so"


# Its flags and fields (sections 2, 4 and 13) ---------------------------------------------------------

ONE, TWO = (
    "The API endpoint is https://api.example.com/v1.",
    "Actually, the API endpoint is https://api.example.com/v2.",
)
CET = timezone(timedelta(hours=1))
MOMENTS: list[tuple[Given | None, str | None]] = [
    (None, TWO),
    ("2025-02-01", ONE),
    (date(2025, 2, 1), ONE),
    (datetime(2025, 2, 1), ONE),
    (datetime(2025, 2, 1, tzinfo=UTC), ONE),
    ("2024-12-01", None),
    ("2025-01-01T00:00:00Z", ONE),
    ("2025-02-28T23:59:59.999Z", ONE),
    ("2025-03-01", TWO),
    (date(2025, 3, 1), TWO),
    (datetime(2025, 3, 1, 0, 59, tzinfo=CET), ONE),
    (datetime(2025, 3, 1, 1, 0, tzinfo=CET), TWO),
]


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[AWHMSession]:
    """The pinned example: v1 holds from 1 January to 1 March, v2 from then on."""
    with start(tmp_path, "v1") as session:
        session.log_message("user", ONE, timestamp="2025-01-01T00:00:00Z")
    with start(tmp_path, "v2") as session:
        session.log_message("user", TWO, timestamp="2025-03-01T00:00:00Z")
        yield session


@pytest.mark.parametrize("consolidated", [False, True])
def test_the_pinned_example_of_as_of(versions: AWHMSession, consolidated: bool) -> None:
    if consolidated:
        versions.consolidate()
    for as_of, expected in MOMENTS:
        for semantic in (False, True):
            found = versions.query("API endpoint", as_of=as_of, semantic=semantic)
            assert words(found) == ([] if expected is None else [expected]), as_of
            assert all(result.status == "active" for result in found)
    with pytest.raises(Refused):
        versions.query("API endpoint", as_of="the day before yesterday, or so")


def test_the_flags_of_a_query_go_by_place_and_by_name(versions: AWHMSession) -> None:
    """query_text, k, include_history, with_trace, as_of, semantic: the order of AWHM Lite."""
    both = versions.query("API endpoint", 5, True, True, None, False)
    named = versions.query("API endpoint", k=5, include_history=True, with_trace=True, as_of=None, semantic=False)
    assert both == named and {one.content for one in both} == {ONE, TWO}
    assert words(versions.query("API endpoint", 5, False, False, "2025-02-01", False)) == [ONE]
    assert len(versions.query("API endpoint", 1, True)) == 1
    assert words(versions.query("API endpoint", None, None, None, None)) == [TWO], "None is the setting"


def test_a_result_and_its_trace_have_the_names_that_still_mean_something(versions: AWHMSession) -> None:
    versions.consolidate()
    (found,) = versions.query("API endpoint", with_trace=True)
    told = found.to_dict()
    assert {"node_id", "content", "score", "source", "trace"} <= told.keys()
    assert found.node_id and found.source in ("buffer", "graph", "raw_log") and 0 < found.score <= 1
    assert "trace" not in versions.query("API endpoint")[0].to_dict()
    trace = told["trace"]
    assert {"semantic_sim", "lexical_score"} <= trace.keys()
    assert not {"strength", "confidence", "status_bonus", "association"} & trace.keys(), "decision 0011 says why"
    assert 0 < trace["lexical_score"] <= 1 and -1 <= trace["semantic_sim"] <= 1
    (by_words,) = versions.query("API endpoint", with_trace=True, semantic=False)
    assert by_words.trace is not None and by_words.trace["semantic_sim"] is None


@pytest.mark.parametrize(
    "flags", [("-k", "1"), ("--include-history",), ("--trace",), ("--as-of", "2025-02-01")], ids=str
)
def test_the_flags_of_the_command_line(versions: AWHMSession, tmp_path: Path, flags: tuple[str, ...]) -> None:
    versions.end_session()
    before = ("--data-dir", str(tmp_path), "--mock")
    told = CliRunner().invoke(main, [*before, "query", "API endpoint", *flags, "--json"])
    assert told.exit_code == 0, told.output
    results = json.loads(told.stdout)["results"]
    expected = {"--include-history": {ONE, TWO}, "--as-of": {ONE}}.get(flags[0], {TWO})
    assert {one["content"] for one in results} == expected
    assert all(("trace" in one) == ("--trace" in flags) for one in results)
    people = CliRunner().invoke(main, [*before, "query", "API endpoint", *flags])
    assert people.exit_code == 0 and all(text in people.output for text in expected)
    assert all(one["id"] in people.output for one in results), "what a memory is deleted or shown by (W40)"
