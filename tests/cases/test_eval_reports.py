"""The cases of the class eval data of `shared/cases/field_reports.jsonl`, each put through `awhm eval` as a file.

The inputs are read in place; the same kinds of fault in files written anew, which run everywhere, are in
tests/replay/test_corpus_published.py and tests/jobs/test_recall_evaluation_runs.py. What is checked here is what
a person sees: the report, its exit code, and the corpus as the readers give it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from awhm.cli import main
from awhm.jobs.evaluation.recall_answers import holds_text, holds_words
from awhm.jobs.evaluation.recall_trial import replay_of
from awhm.language.time import iso, moment
from awhm.replay.corpus import Corpus, Place
from awhm.replay.corpus_file import read_corpus

pytestmark = pytest.mark.shared

WORDS = ("--no-semantic", "--no-controls")
_DIALOG = re.compile(r"D(\d+):(\d+)")


class Evaluated:
    """A case's corpus in a file, the corpus as it is read, and what `awhm eval --json` says of it."""

    def __init__(self, path: Path, value: Any, *options: str | Path) -> None:
        path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
        self.path = path
        self.corpus: Corpus = read_corpus(path).corpus
        self.again(*options)

    def again(self, *options: str | Path) -> None:
        arguments = ["eval", str(self.path), *WORDS, *map(str, options), "--json"]
        result = CliRunner(catch_exceptions=False).invoke(main, arguments)
        self.code = result.exit_code
        report = json.loads(result.stdout)
        (self.report,) = report["corpora"]
        self.complete: bool = report["complete"]
        self.cases = {one["id"]: one for one in self.report["cases"]}

    def faults(self, part: str) -> list[str]:
        """The faults whose item or reason has this in it, as the report has them."""
        told = [f"{one['item']}: {one['reason']}" for one in self.report["faults"]]
        return [one for one in told if part in one]

    def turn(self, ident: str) -> list[int | None]:
        """The ranks of a question's evidence, turn by turn."""
        ranks: list[int | None] = self.cases[ident]["systems"]["awhm"]["turn"]
        return ranks

    def session(self, ident: str) -> list[int | None]:
        ranks: list[int | None] = self.cases[ident]["systems"]["awhm"]["session"]
        return ranks


@pytest.fixture
def given(shared: Path) -> Callable[[str], dict[str, Any]]:
    """A case's input, by its id."""
    text = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8")
    every: dict[str, dict[str, Any]] = {one["id"]: one["input"] for one in map(json.loads, text.splitlines())}
    return every.__getitem__


Given = Callable[[str], dict[str, Any]]


def locomo(qa: list[dict[str, Any]], dialogs: list[str]) -> list[dict[str, Any]]:
    """One conversation with these messages, each with words of its own, and these questions."""
    talk: dict[str, Any] = {"speaker_a": "Petra", "speaker_b": "Idris"}
    for number, dialog in enumerate(dialogs):
        found = _DIALOG.fullmatch(dialog)
        assert found is not None
        session = f"session_{found[1]}"
        talk.setdefault(f"{session}_date_time", f"10:00 am on {found[1]} May, 2023")
        talk.setdefault(session, []).append(
            {"speaker": ("Petra", "Idris")[number % 2], "dia_id": dialog, "text": f"This is about topic {number}."}
        )
    return [{"sample_id": "conv-1", "conversation": talk, "qa": qa}]


def times(corpus: Corpus) -> list[tuple[str, str]]:
    """The sessions in the order in which they are replayed, and the time of each one's first message."""
    dated = replay_of(list(corpus.sessions.values())).messages
    first: dict[str, str] = {}
    for message in dated:
        first.setdefault(message.session, iso(message.occurred, message.zone)[:16])
    return list(first.items())


# LongMemEval -------------------------------------------------------------------------------------------


def test_bc_evl_01_an_empty_session_is_a_session_without_messages(given: Given, tmp_path: Path) -> None:
    one = Evaluated(tmp_path / "a.json", given("BC-EVL-01")["records"])
    assert [len(session.messages) for session in one.corpus.sessions.values()] == [1, 0]
    assert (one.code, one.complete, one.report["sessions"], one.report["messages"]) == (0, True, 2, 1)
    assert one.report["faults"] == [] and times(one.corpus) == [("q1/sA", "2023-06-01T09:30")]
    assert (one.turn("q1"), one.session("q1")) == ([1], [1])


def test_bc_evl_02_one_id_for_two_sessions_is_two_sessions_and_counts_once(given: Given, tmp_path: Path) -> None:
    one = Evaluated(tmp_path / "a.json", given("BC-EVL-02")["records"])
    assert [session.label for session in one.corpus.sessions.values()] == ["q1/sA", "q1/sB", "q1/sA"]
    assert [time for _, time in times(one.corpus)] == ["2023-06-01T09:30", "2023-06-10T21:05", "2023-06-15T08:00"]
    assert (one.code, one.report["sessions"], one.report["messages"]) == (0, 3, 3)
    assert one.session("q1") == [1], "both are about the mug; the label is found once"
    assert len(one.faults("q1/sA")) == 1 and "the id was there before" in one.faults("q1/sA")[0]


def test_bc_evl_05_a_number_is_an_answer_and_is_compared_as_a_word(given: Given, tmp_path: Path) -> None:
    case = given("BC-EVL-05")
    one = Evaluated(tmp_path / "a.json", case["records"])
    expected = one.corpus.questions["q1"].expected
    assert one.code == 0 and expected == ("3",)
    assert [holds_words(text, expected) for text in case["hypotheses"]] == [True, True, False, True]
    assert holds_text("13", expected), "AWHM Lite's own count takes it, and is named so"


def test_bc_evl_07_now_is_when_the_question_is_asked(given: Given, tmp_path: Path) -> None:
    records = given("BC-EVL-07")["records"]
    late = {"role": "user", "content": "I bought another blue mug.", "has_answer": False}
    records[0]["haystack_sessions"].append([late])
    records[0]["haystack_session_ids"].append("sC")
    records[0]["haystack_dates"].append("2023/06/25 (Sun) 10:00")
    one = Evaluated(tmp_path / "a.json", records)
    asked = one.cases["q1"]["as_of"]
    assert iso(asked) == "2023-06-20T10:15:00+00:00"
    bought = moment("2023-06-01T09:30").ms
    assert f"{round((asked - bought) / 86_400_000)} days ago" == one.corpus.questions["q1"].expected[0]
    assert "q1/sC" not in {session for session, _, _ in one.cases["q1"]["results"]}, "it had not been said yet"


def test_bc_evl_08_a_date_that_cannot_be_read_is_named_and_never_today(given: Given, tmp_path: Path) -> None:
    one = Evaluated(tmp_path / "a.json", given("BC-EVL-08")["records"])
    (told,) = one.faults("2023-06-10 late")
    assert "q3" in told and "cannot be read" in told and one.report["corpus"].endswith("a.json")
    assert times(one.corpus)[0] == ("q1/sA", "2023-06-01T09:30")
    assert dict(times(one.corpus))["q3/sB"] < "2023-06-20", "where nothing is known it goes with the one before it"
    assert (one.code, one.report["questions"]) == (0, 2)


def test_bc_evl_19_what_failed_is_named_counts_nowhere_and_alone_is_done_again(given: Given, tmp_path: Path) -> None:
    records = given("BC-EVL-19")["records"]
    broken = next(record for record in records if record["question_id"] == "q5")
    broken["haystack_session_ids"][1] = "s" * 600  # the log refuses such a name, so the replay raises
    out = tmp_path / "out"
    one = Evaluated(tmp_path / "a.json", records, "--out", out)
    assert (one.code, one.complete, one.report["complete"]) == (1, False, False)
    assert (one.report["questions"], sorted(one.cases)) == (3, ["q1", "q4"])
    (error,) = one.report["errors"]
    assert error["id"] == "q5" and "Refused" in error["error"]
    assert one.cases["q4"]["category"] == "brand-new-type", "an unknown type has a row of its own"
    found = one.report["levels"]["turn"]["awhm"]
    assert found["all"]["recall_all@5"]["total"] == 2 and found["brand-new-type"]["recall_all@5"]["total"] == 1
    assert found["all"]["recall_all@5"]["value"] == 1.0, "an error is no wrong answer"
    one.again("--out", out)
    assert (one.code, one.report["resumed"], [error["id"] for error in one.report["errors"]]) == (1, 2, ["q5"])


# LoCoMo ------------------------------------------------------------------------------------------------


def test_bc_evl_12_the_categories_have_their_right_names_and_none_is_dropped(given: Given, tmp_path: Path) -> None:
    qa = given("BC-EVL-12")["qa"]
    qa.append({"question": "q6", "answer": "x", "evidence": ["D1:1"], "category": 9})
    one = Evaluated(tmp_path / "a.json", locomo(qa, ["D1:1"]))
    names = [case["category"] for case in one.report["cases"]]
    assert names == ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial", "category 9"]
    assert set(names) <= one.report["levels"]["turn"]["awhm"].keys(), "each has a row"
    assert [case["answerable"] for case in one.report["cases"]] == [True] * 4 + [False, True]
    assert (one.report["abstention"]["answerable"], one.report["abstention"]["unanswerable"]) == (5, 1)


def test_bc_evl_13_evidence_is_read_however_it_is_written(given: Given, tmp_path: Path) -> None:
    case = given("BC-EVL-13")
    one = Evaluated(tmp_path / "a.json", locomo(case["qa"], case["dialog_ids"]))
    evidence = {question.text: question.evidence for question in one.corpus.questions.values()}

    def at(*spots: tuple[int, int]) -> tuple[Place, ...]:
        return tuple(Place(f"conv-1/session_{session}", message) for session, message in spots)

    assert evidence == {
        "a": at((4, 0), (5, 0)),
        "b": at((3, 0), (3, 1), (6, 0)),
        "c": (),
        "d": at((7, 0)),
        "e": at((20, 0)),
        "f": (),
    }
    assert one.code == 0 and one.report["without_evidence"] == 2
    assert one.report["levels"]["turn"]["awhm"]["all"]["recall@10"]["total"] == 4, "c and f are in no average"
    (told,) = one.faults("names no message")
    assert "conv-1/q2" in told and "'D'" in told


def test_bc_evl_14_dangling_evidence_is_named_and_what_is_there_counts(given: Given, tmp_path: Path) -> None:
    case = given("BC-EVL-14")
    one = Evaluated(tmp_path / "a.json", locomo(case["qa"], case["dialog_ids"]))
    assert [question.evidence for question in one.corpus.questions.values()] == [(), (Place("conv-1/session_2", 0),)]
    assert one.faults("which is not there") == [
        "question conv-1/q0: evidence points to D2:99, which is not there",
        "question conv-1/q1: evidence points to D11:40, which is not there",
    ]
    assert one.report["levels"]["turn"]["awhm"]["all"]["recall@10"]["total"] == 1
    assert len(one.turn("conv-1/q1")) == 1


def test_bc_evl_15_sessions_go_by_number_and_by_their_own_clock(given: Given, tmp_path: Path) -> None:
    talk = given("BC-EVL-15")["conversation"]
    qa = [{"question": "What was sold?", "answer": "the canoe", "evidence": ["D10:1"], "category": 4}]
    one = Evaluated(tmp_path / "a.json", [{"sample_id": "c", "conversation": talk, "qa": qa}])
    assert [session.label for session in one.corpus.sessions.values()] == [
        "c/session_1",
        "c/session_2",
        "c/session_10",
    ]
    assert [time for _, time in times(one.corpus)] == ["2023-05-11T14:41", "2023-09-09T00:22", "2024-01-02T09:55"]
    assert (one.code, one.report["sessions"], one.report["faults"]) == (0, 3, [])
    last = one.corpus.sessions["c/session_10"].messages[0].content
    assert last == "Sold the canoe. [shares a photo: a canoe on a car]"
    assert one.turn("c/q0") == [1]


def test_bc_evl_21_short_answers_count_and_known_errors_are_counted_both_ways(given: Given, tmp_path: Path) -> None:
    case = given("BC-EVL-21")
    errata = tmp_path / "errata.json"
    errata.write_text(json.dumps(case["errata"]), encoding="utf-8")
    sample = locomo(case["qa"], ["D1:1", "D1:2"])
    for turn, text in zip(
        sample[0]["conversation"]["session_1"], ("I own 1 canoe.", "The day was Thursday."), strict=True
    ):
        turn["text"] = text
    one = Evaluated(tmp_path / "a.json", sample, "--errata", errata)
    assert one.code == 0 and one.report["errata"] == 1
    count, day = one.corpus.questions.values()
    assert (count.expected, day.expected) == (("1",), ("Tuesday",))
    assert [holds_words(text, q.expected) for text, q in zip(case["hypotheses"], (count, day), strict=True)] == [
        True,
        False,
    ]
    assert one.corpus.correct(case["errata"]) == 1
    corrected = [question.corrected or question.expected for question in one.corpus.questions.values()]
    assert [holds_words(text, right) for text, right in zip(case["hypotheses"], corrected, strict=True)] == [True, True]
    answers = one.report["answers"]["awhm"]
    assert (answers["words_in_k"]["value"], answers["words_in_k_corrected"]["value"]) == (0.5, 1.0)


def test_every_case_of_the_class_has_a_test_here(shared: Path) -> None:
    text = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8")
    there = {one["id"] for one in map(json.loads, text.splitlines()) if one["class"] == "eval data"}
    tested = {name[len("test_") :][:9].upper().replace("_", "-") for name in globals() if name.startswith("test_bc_")}
    assert there == tested
