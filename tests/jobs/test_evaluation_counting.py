"""What an evaluation counts: shares and their bounds, which comes first, what a rule is about, what a case wants."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.jobs.evaluation.cases import Case, case_of, exact, faults
from awhm.jobs.evaluation.corpora import common, topic
from awhm.jobs.evaluation.figures import Bar, Group, Row, Share, wilson
from awhm.jobs.evaluation.ranking import Ranked, ranked
from awhm.jobs.evaluation.reading import Place, Question
from awhm.jobs.evaluation.trial import DAY, MINUTE, START, Answer, dated
from awhm.jobs.importers.item import Message
from awhm.types import Role


def question(text: str, **record: object) -> Question:
    return Question("q", text, "", [], [], (), dict(record))


def says(*messages: int, session: str = "s", status: str | None = None) -> Answer:
    return Answer(frozenset(messages), session, status)


def test_wilsons_bounds_are_those_of_the_formula_worked_by_hand() -> None:
    low, high = wilson(8, 10)  # centre .7168, half width .2265
    assert math.isclose(low, 0.4902, abs_tol=1e-4) and math.isclose(high, 0.9433, abs_tol=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 20)[0] == 0.0 and wilson(20, 20)[1] == 1.0


@given(st.integers(1, 500).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_bounds_hold_the_share_and_close_in_as_more_is_counted(counted: tuple[int, int]) -> None:
    hits, total = counted
    low, high = wilson(hits, total)
    assert 0 <= low <= hits / total + 1e-12 and hits / total - 1e-12 <= high <= 1
    closer_low, closer_high = wilson(4 * hits, 4 * total)
    assert closer_high - closer_low < high - low


def test_a_bar_is_met_from_its_own_side_and_not_by_nothing() -> None:
    assert Bar(0.95).met(Share(19, 20)) and not Bar(0.95).met(Share(18, 20))
    assert Bar(0.02, at_most=True).met(Share(2, 100)) and not Bar(0.02, at_most=True).met(Share(3, 100))
    assert Bar(0.95).met(Share(0, 0)) is None


def test_a_row_tells_the_counts_the_bounds_the_bar_and_what_was_before() -> None:
    told = Row("facts", "newer first", Share(19, 20), Share(5, 20), Bar(0.9), Group("held")).to_dict()
    assert (told["hits"], told["total"], told["share"]) == (19, 20, 0.95)
    assert told["low"] < 0.95 < told["high"]
    assert told["before"]["hits"] == 5 and told["bar"] == ">= 0.9" and told["ok"] is True
    assert (told["split"], told["language"], told["family"]) == ("held", "all", "all")


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        ([1, 2], Ranked.NEWER_FIRST),
        ([9, 1], Ranked.NEWER_ALONE),
        ([2, 9, 1], Ranked.OLDER_FIRST),
        ([2, 2], Ranked.OLDER_ALONE),
        ([9], Ranked.NEITHER),
        ([], Ranked.NEITHER),
    ],
)
def test_the_best_place_of_the_newer_counts_against_the_best_of_the_older(answers: list[int], verdict: Ranked) -> None:
    found = ranked([says(at) for at in answers], lambda one: 1 in one.messages, lambda one: 2 in one.messages)
    assert found is verdict
    assert found.right == (verdict in (Ranked.NEWER_FIRST, Ranked.NEWER_ALONE))


def test_one_result_that_tells_of_both_says_nothing_about_which_holds() -> None:
    found = ranked([says(1, 2)], lambda one: 1 in one.messages, lambda one: 2 in one.messages)
    assert found is Ranked.TOGETHER and not found.right


@given(st.lists(st.integers(0, 4), max_size=8))
def test_newer_and_older_exchanged_the_verdict_is_never_right_twice(answers: list[int]) -> None:
    shown = [says(at) for at in answers]
    one = ranked(shown, lambda answer: 1 in answer.messages, lambda answer: 2 in answer.messages)
    other = ranked(shown, lambda answer: 2 in answer.messages, lambda answer: 1 in answer.messages)
    assert not (one.right and other.right)
    assert (one.right or other.right) == bool({1, 2} & set(answers))


def test_a_rules_topic_is_what_the_question_quotes_without_the_blank() -> None:
    assert topic(question('Which words complete the rule: "always start names with ___"?')) == "always start names with"
    assert topic(question("Which modules are always imported?")) == "Which modules are always imported?"


def test_where_nothing_is_quoted_the_topic_is_what_all_versions_share() -> None:
    versions = {"expected_full": "always use the GPUs", "forbidden": ["never use the GPUs but use the TPUs instead"]}
    assert topic(question('What is the rule about this: ""?', **versions)) == "use the GPUs"
    apart = {"expected_full": "tabs", "forbidden": ["spaces"]}
    assert topic(question('What is the rule about this: ""?', **apart)) == 'What is the rule about this: ""?'


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=6).map(" ".join), min_size=1, max_size=3))
def test_the_common_words_stand_in_every_text_in_that_order(texts: list[str]) -> None:
    shared = common(texts)
    assert all(f" {shared} " in f" {text} " for text in texts if shared)
    if not shared:
        assert not [word for word in texts[0].split() if all(word in text.split() for text in texts)]


def test_messages_without_a_time_are_a_minute_apart_and_sessions_a_day() -> None:
    def message(content: str, occurred: int | None = None) -> Message:
        return Message("s", Role.USER, content, occurred, None, None, "s", "corpus", 0)

    said, places = dated([("a", [message("one"), None, message("two")]), ("b", [message("three"), message("four", 7)])])
    assert [one.occurred for one in said] == [START, START + 2 * MINUTE, START + DAY, 7]
    assert places == [("a", 0), ("a", 2), ("b", 0), ("b", 1)]


# Cases that say what must surface ------------------------------------------------------------------------


def test_a_case_wants_its_evidence_and_forbids_what_it_excludes() -> None:
    asked = Question(
        "q", "linting?", "Scope disambiguation", [Place("a", 0), Place("b", 0)], [], (),
        {"must_exclude": ["c", "b"], "expect": {"x": {"shouldOnlyInclude": ["a"]}, "y": {"mustInclude": ["b"]}}},
    )  # fmt: skip
    assert case_of(asked, {"old"}) == Case(frozenset("ab"), frozenset("ab"), frozenset("c"))


def test_a_supersession_case_forbids_every_outdated_belief() -> None:
    asked = Question("q", "linting?", "Supersession chain exclusion", [Place("new", 0)], [], (), {"expect": {}})
    assert case_of(asked, {"old", "older"}).never == {"old", "older"}


def test_a_case_fails_by_what_is_missing_what_stands_ahead_and_what_is_forbidden() -> None:
    case = Case(frozenset("ab"), frozenset("ab"), frozenset("z"))
    assert faults(case, ["b", "a", "x"]) == []
    assert faults(case, ["a", "x", "b"]) == ["b comes at place 3, behind x"]
    assert faults(case, ["a"]) == ["b is not found"]
    assert faults(case, ["a", "b", "z"]) == ["shown, and must not be: z"]


def test_the_files_own_rule_is_the_wanted_and_nothing_else() -> None:
    case = Case(frozenset("a"), frozenset("ab"), frozenset())
    assert exact(case, ["a", "b"]) and exact(case, ["a"])
    assert not exact(case, ["a", "x"]) and not exact(case, ["b"])
    assert exact(Case(frozenset(), None, frozenset()), ["x"]), "a case that limits nothing"
    assert not exact(Case(frozenset(), frozenset(), frozenset()), ["x"]), "a case that wants nothing shown"
