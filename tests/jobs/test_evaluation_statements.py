"""Labelled messages: when a statement is the labelled one, and that the held half is never shown."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from awhm.jobs.evaluation.extraction import Files
from awhm.jobs.evaluation.figures import Group, Report, Share
from awhm.jobs.evaluation.statements import (
    Judged,
    Score,
    alike,
    count,
    judged,
    matches,
    overlap,
    part_of,
    run,
    scores,
    split_of,
)  # fmt: skip
from awhm.jobs.evaluation.trial import Runs
from awhm.language.statement import Family, Statement

TEXT = "My sister lives in Porto."


def label(**other: Any) -> dict[str, Any]:
    given = {"family": "fact", "span": "lives in Porto", "subject": "user's sister", "value": "Porto", "polarity": "+"}
    return given | other


def made(**other: Any) -> Statement:
    given: dict[str, Any] = {
        "family": Family.FACT, "start": 0, "end": 24, "subject": "user's sister", "attribute": "location",
        "value": "Porto", "value_key": "porto",
    }  # fmt: skip
    return Statement(**(given | other))


def entry(ident: str, text: str, *labels: dict[str, Any], half: str = "dev") -> dict[str, Any]:
    return {"id": ident, "lang": "en", "half": half, "role": "user", "text": text, "statements": list(labels)}


def evaluated(tmp_path: Path, *entries: dict[str, Any], limit: int | None = None) -> Report:
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in entries), encoding="utf-8")
    report = Report()
    run(Runs(report, never, limit, lambda done, total: None), [path])
    return report


def never() -> Any:
    raise AssertionError("labelled messages need no store")


def test_the_same_statement_matches() -> None:
    assert matches(label(), made(), TEXT)


@pytest.mark.parametrize(
    "other",
    [
        made(family=Family.PREFERENCE),
        made(value="Lisbon"),
        made(polarity=False),
        made(subject="user"),
        made(start=24, end=25),
    ],
    ids=["family", "value", "polarity", "subject", "place"],
)
def test_another_family_value_polarity_subject_or_place_does_not_match(other: Statement) -> None:
    assert not matches(label(), other, TEXT)


def test_a_correction_is_found_by_a_statement_that_carries_the_marker() -> None:
    correction = label(family="correction", subject="user")
    assert not matches(correction, made(), TEXT)
    assert matches(correction, made(corrects=True), TEXT)
    assert matches(correction, made(retracts=True), TEXT)


def test_a_thing_of_the_users_may_be_told_of_either() -> None:
    car = label(subject="user's car")
    assert matches(car, made(subject="user"), TEXT) and matches(car, made(subject="user's car"), TEXT)


def test_values_match_where_one_holds_the_other_or_half_of_the_words_are_shared() -> None:
    assert alike("tabs", "use tabs") and alike("Use  Tabs!", "use tabs")
    assert not alike("tab", "tabs"), "words, not characters"
    assert overlap("a b c d", "a b x y") == 0.5 and alike("a b c d", "a b x y")
    assert not alike("a b c d", "a x y z") and overlap("", "") == 0


def test_what_a_found_correction_takes_back_is_neither_right_nor_wrong() -> None:
    assert part_of(made(retracts=True), [(0, 24)]) and part_of(made(polarity=False), [(0, 24)])
    assert not part_of(made(), [(0, 24)]) and not part_of(made(retracts=True), [(5, 24)])


def test_precision_and_recall_are_of_labels_found_missed_and_predictions_in_vain() -> None:
    counts: Counter[tuple[Group, str]] = Counter()
    one = entry("a", TEXT, label(), label(family="policy"))
    count(counts, one, Judged([(label(), made()), (label(family="policy"), None)], [made(family=Family.OUTCOME)]))
    told = scores(counts)
    assert told[Group("dev")] == told[Group("dev", "en")] == Score(1, 1, 1)
    assert told[Group("dev", "all", "policy")] == Score(0, 1, 0)
    assert told[Group("dev", "en", "outcome")] == Score(0, 0, 1)
    assert told[Group("dev")].precision == Share(1, 2) and told[Group("dev")].recall == Share(1, 2)


def test_a_message_is_extracted_from_and_compared() -> None:
    found = judged(entry("a", "I live in Porto.", label(span="I live in Porto", subject="user")))
    assert [hit is not None for _, hit in found.pairs] == [True] and found.wrong == []
    negative = judged(entry("b", "I live in Porto."))
    assert negative.pairs == [] and [made.value for made in negative.wrong] == ["Porto"]


def test_errors_are_named_in_the_development_half_and_only_counted_in_the_held_one(tmp_path: Path) -> None:
    missed = label(span="Zorble the frim", value="frim")
    report = evaluated(
        tmp_path,
        entry("d", "Zorble the frim. I live in Porto.", missed),
        entry("h", "Zorble the frim. I live in Porto.", missed, half="held"),
    )
    assert {one.id for one in report.failing} == {"d"} and len(report.failing) == 2
    rows = {(row.group, row.what): row for row in report.rows}
    for split in ("dev", "held"):
        assert rows[Group(split), "precision"].share == Share(0, 1) and rows[Group(split), "recall"].share == Share(
            0, 1
        )
    judging = [row.group for row in report.rows if row.bar is not None]
    assert judging == [Group("held"), Group("held")], "the bars are those of the half that nobody looked at"


def test_what_does_not_say_its_half_is_taken_for_held() -> None:
    assert split_of({"split": "dev"}) == split_of({"half": "dev"}) == "dev"
    assert split_of({}) == "held"


def test_a_limit_takes_so_many_of_each_file(tmp_path: Path) -> None:
    report = evaluated(tmp_path, *(entry(f"{number}", "Nothing here.") for number in range(5)), limit=2)
    assert report.counts["statements"] == {"messages": 2, "without a label": 2}


def test_the_labelled_files_of_the_repository_can_be_read_whole() -> None:
    report = Report()
    ours = [path for path in Files.of_checkout().labels if path.exists()]
    assert ours
    run(Runs(report, never, None, lambda done, total: None), ours)
    assert [file.left for file in report.files] == [[] for _ in ours]
    assert report.counts["statements"]["messages"] >= 400
    languages = {row.group.language for row in report.rows}
    assert languages == {"all", "en", "es", "ru"}
