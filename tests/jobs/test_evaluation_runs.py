"""The runs of an evaluation on real stores: what is logged, consolidated and asked, and what is counted of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from awhm.cli.eval_trial import opener
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.jobs.evaluation import cases, corpora, pairs
from awhm.jobs.evaluation.extraction import PARTS, Files, evaluate
from awhm.jobs.evaluation.figures import Group, Report, Row, Share
from awhm.jobs.evaluation.reading import read_corpus
from awhm.jobs.evaluation.trial import DAY, START, YEAR, Answer, Runs, Said


def runs(limit: int | None = None) -> Runs:
    return Runs(Report(), opener(AWHMConfig(ner=False), mock=False, semantic=False), limit, lambda done, total: None)


def row(report: Report, what: str, group: Group | None = None) -> Row:
    return next(one for one in report.rows if one.what == what and (group is None or one.group == group))


def pair(ident: str, kind: str, earlier: str, later: str, split: str = "dev") -> dict[str, Any]:
    return {"id": ident, "language": "en", "kind": kind, "earlier": earlier, "later": later, "split": split}


def paired(tmp_path: Path, *entries: dict[str, Any]) -> Report:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in entries), encoding="utf-8")
    given = runs()
    pairs.run(given, path)
    return given.report


def corpus(path: Path, sessions: Sequence[dict[str, Any]], questions: Sequence[dict[str, Any]]) -> Path:
    path.write_text(json.dumps({"sessions": sessions, "questions": questions}), encoding="utf-8")
    return path


def session(ident: str, *contents: str, **more: Any) -> dict[str, Any]:
    return {"id": ident, "messages": [{"role": "user", "content": content} for content in contents], **more}


# A store that is tried --------------------------------------------------------------------------------


def test_a_trial_tells_what_became_of_a_message_and_forgets_it_all_when_closed() -> None:
    given = runs()
    for _ in range(2):
        with given.open() as trial:
            assert trial.ask("Where do I live?") == [], "nothing of the last one is left"
            positions = trial.log(
                [
                    Said("one", "user", "I live in Porto.", START),
                    Said("two", "user", "I moved to Lisbon.", START + 30 * DAY),
                    Said("two", "assistant", "Noted.", START + 30 * DAY),
                ]
            )
            assert trial.ask_messages("Porto")[0] == Answer(frozenset(positions[:1]), "one"), "words alone"
            trial.consolidate()
            later = START + YEAR
            first, second, third = (trial.outcomes(at, later) for at in positions)
            assert [one.status for one in first] == ["superseded"]
            assert [one.status for one in second] == ["active"]
            assert third == [] and [trial.extracted(at) for at in positions] == [True, True, False]
            assert trial.ask("Porto")[0] == Answer(frozenset(positions[1:2]), "two", "active")


# Pairs ------------------------------------------------------------------------------------------------


def test_pairs_that_hold_side_by_side_and_pairs_that_replace_are_told_apart(tmp_path: Path) -> None:
    report = paired(
        tmp_path,
        pair("a", "coexist", "I am allergic to peanuts.", "I am allergic to cats."),
        pair("b", "replace", "I live in Porto.", "I live in Lisbon."),
        pair("c", "replace", "I live in Porto.", "Is it raining?"),
        pair("d", "coexist", "I live in Porto.", "I live in Lisbon."),
        pair("e", "replace", "I live in Porto.", "Is it raining?", split="held"),
        pair("f", "coexist", "I am allergic to nuts.", "I am allergic to eggs.", split="held"),
        pair("g", "coexist", "I live in Porto.", "Is it raining?", split="held"),
    )
    assert row(report, "wrongly superseded", Group()).share == Share(1, 4)
    assert row(report, "of those extracted", Group()).share == Share(1, 3)
    assert row(report, "supersession recall", Group()).share == Share(1, 3)
    assert row(report, "both extracted, replace", Group("dev", "en")).share == Share(1, 2)
    assert row(report, "supersession recall", Group("held")).share == Share(0, 1)
    assert [one.id for one in report.failing] == ["c", "d"], "of the held half only sums"
    assert "said nothing" in report.failing[0].reason and "1 superseded" in report.failing[1].reason


def test_a_pair_of_an_unknown_kind_is_left_and_named(tmp_path: Path) -> None:
    report = paired(tmp_path, pair("a", "merge", "I live in Porto.", "I live in Lisbon."))
    assert report.files[0].left == [("a", "unknown kind 'merge'")]
    assert (report.files[0].items, report.files[0].taken) == (1, 0)


# Corpora ----------------------------------------------------------------------------------------------


def facts(path: Path) -> Path:
    asked = {"question": "Where does Ada live?", "category": "conflict-single-hop", "scope": ["s0", "s1"]}
    return corpus(
        path,
        [session("s0", "Ada lives in Porto.", "Bo lives in Rome."), session("s1", "Ada lives in Lisbon.")],
        [
            {"id": "right", **asked, "evidence": [{"session": "s1", "message": 0}],
             "superseded": [{"session": "s0", "message": 0}]},
            {"id": "no rival", **asked, "evidence": [{"session": "s1", "message": 0}], "superseded": []},
            {"id": "two hops", **asked, "category": "conflict-multi-hop", "evidence": [], "superseded": []},
        ],
    )  # fmt: skip


def test_only_questions_with_an_outdated_rival_are_asked_before_and_after(tmp_path: Path) -> None:
    given = runs()
    corpora.run_facts(given, facts(tmp_path / "facts.json"))
    told = row(given.report, "newer fact first")
    assert told.share.total == 1 and told.before is not None and told.before.total == 1
    assert told.bar == corpora.FACTS_FIRST
    assert sum(given.report.counts["facts"].values()) == 1
    assert row(given.report, "the same, where the fact that holds was said later").share.total == 1
    assert (given.report.files[0].items, given.report.files[0].taken) == (3, 3)


def test_of_a_rule_the_sessions_are_compared_and_each_wording_is_counted(tmp_path: Path) -> None:
    path = corpus(
        tmp_path / "rules.json",
        [session("d/s0", "Start names with x_."), session("d/s1", "From now on, start names with y_.")],
        [
            {
                "id": "u", "question": 'Complete: "start names with ___"', "category": "rule-update",
                "evidence": [{"session": "d/s1"}], "superseded": ["d/s0"], "scope": ["d/s0", "d/s1"],
                "expected_full": "start names with y_", "forbidden": ["x_"],
            },
            {
                "id": "v", "question": 'What holds: ""?', "category": "rule-update",
                "evidence": [{"session": "d/s1"}], "superseded": ["d/s0"], "scope": ["d/s0", "d/s1"],
                "expected_full": "start names with y_", "forbidden": ["start names with x_"],
            },
        ],
    )  # fmt: skip
    given = runs()
    corpora.run_rules(given, path)
    totals = {one.what: one.share.total for one in given.report.rows}
    assert totals == {
        "current rule's session first, by topic": 2,
        "the same, where the question names its topic": 1,
        "the same, as the file asks": 2,
    }


def test_cases_are_asked_in_their_own_scopes_alone(tmp_path: Path) -> None:
    asked = {"category": "Scope disambiguation", "expect": {"x": {"shouldOnlyInclude": ["code"]}}}
    path = corpus(
        tmp_path / "cases.json",
        [
            session("code", "Redis is the cache.", user="test-user", scope_tags=["domain:code"]),
            session("novel", "Redis is a pianist.", user="test-user", scope_tags=["domain:writing"]),
            session("theirs", "Redis is theirs.", user="other-user", scope_tags=["domain:code"]),
        ],
        [
            {"id": "good", "question": "What is Redis?", "case_scope": ["domain:code"],
             "evidence": [{"session": "code", "message": 0}], **asked},
            {"id": "bad", "question": "What is Redis?", "case_scope": ["domain:writing"],
             "evidence": [{"session": "code", "message": 0}], **asked},
            {"id": "empty", "question": "Coins?", "case_scope": ["domain:hobby"], "category": "Scope disambiguation",
             "evidence": [], "expect": {"x": {"shouldOnlyInclude": []}}},
            {"id": "other", "question": "?", "category": "Ranking stability", "evidence": []},
        ],
    )  # fmt: skip
    given = runs()
    cases.run(given, path)
    assert row(given.report, "scope cases: the wanted first, nothing forbidden").share == Share(2, 3)
    assert row(given.report, "all cases by the file's own rule: the wanted and nothing else").share == Share(2, 3)
    assert [(one.id, one.reason) for one in given.report.failing] == [("bad", "code is not found")]
    assert given.report.counts["cases"] == {"cases of other kinds, not asked": 1}


# All of it --------------------------------------------------------------------------------------------


def test_a_missing_file_stops_nothing_and_no_file_at_all_is_refused(tmp_path: Path) -> None:
    facts(tmp_path / "fact_consolidation.json.gz")
    files = Files([tmp_path / "none.jsonl"], tmp_path / "none.jsonl", tmp_path)
    told: list[str] = []
    report = evaluate(files, runs().open, tell=lambda part, done, total: told.append(part))
    assert {row.part for row in report.rows} == {"facts"} == set(told)
    assert [part for part, _, _ in report.unread] == ["statements", "pairs", "rules", "cases"]
    with pytest.raises(Refused) as refused:
        evaluate(files, runs().open, parts=["pairs"])
    assert refused.value.code == "unreadable" and "none.jsonl" in str(refused.value)


def test_two_runs_give_the_same_report(tmp_path: Path) -> None:
    facts(tmp_path / "fact_consolidation.json.gz")
    files = Files([], tmp_path / "none.jsonl", tmp_path)
    one, other = (evaluate(files, runs().open, parts=PARTS).to_dict() for _ in range(2))
    assert one == other


@pytest.mark.shared
def test_the_corpora_hold_the_questions_that_the_bars_are_about(shared: Path) -> None:
    report = Report()
    read = {
        name: read_corpus(report, name, shared / "corpora" / f"{name}.json.gz")
        for name in ("fact_consolidation", "memorycode", "precisionmem")
    }
    assert [file.left for file in report.files] == [[], [], []] and report.unread == []
    asked = {name: found.questions for name, found in read.items() if found is not None}
    single = [q for q in asked["fact_consolidation"] if q.category == "conflict-single-hop" and q.superseded]
    updates = [q for q in asked["memorycode"] if q.category == "rule-update" and q.superseded]
    assert (len(single), len(updates)) == (66, 64)
    assert sum(q.category in cases.KINDS for q in asked["precisionmem"]) == 19
    facts = read["fact_consolidation"]
    assert facts is not None and sum(corpora.comes_later(q, facts) for q in single) == 64
    assert all(corpora.topic(q) and "___" not in corpora.topic(q) for q in updates)
    given_away = [q.id for q in updates if any(str(v) in corpora.topic(q).split() for v in q.record["expected"])]
    assert given_away == [], "a topic that names the answer would ask for it"


@pytest.mark.shared
def test_every_part_runs_on_a_little_of_the_real_files(shared: Path) -> None:
    ours = Files.of_checkout()
    files = Files(ours.labels, ours.pairs, shared / "corpora")
    report = evaluate(files, runs().open, limit=2)
    assert {one.part for one in report.rows} == set(PARTS)
    for part in ("facts", "rules"):
        assert next(one for one in report.rows if one.part == part).share.total == 2
