"""Corpora replayed into real stores: what is logged and asked, how it is measured, resumed and reported."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from awhm.cli.eval_store import Bench, open_trial, work
from awhm.errors import Refused
from awhm.events.event import Role
from awhm.jobs.evaluation.page import page
from awhm.jobs.evaluation.recall_figures import curves, figures
from awhm.jobs.evaluation.recall_haystack import FLOORED, OURS, Haystack, run_haystack
from awhm.jobs.evaluation.recall_report import report_of, timeless
from awhm.jobs.evaluation.recall_run import Finished, Ran, Wanted, code_digest, haystacks_of, key_of, run
from awhm.jobs.evaluation.recall_trial import Dated, RecallTrial, Settings, replay_of
from awhm.jobs.evaluation.trial import DAY, MINUTE, START
from awhm.language.time import moment
from awhm.replay.corpus import Corpus, Message, Place, Question, Session

BARE = Settings(k=3, depth=10, semantic=False, consolidate=False, budgets=(5, 100))


def bench(settings: Settings = BARE, folder: Path | None = None) -> Bench:
    return Bench({"ner": False}, settings, False, None, None if folder is None else str(folder))


def ms(text: str) -> int:
    return moment(text).ms


def session(key: str, *contents: str, at: str | None = None, label: str = "") -> Session:
    occurred = None if at is None else ms(at)
    messages = [Message(number, Role.USER, content, occurred) for number, content in enumerate(contents)]
    return Session(key, label or key, tuple(messages))


def asked(text: str, *evidence: Place, key: str = "q", **more: Any) -> Question:
    return Question(key, text, more.pop("category", "fact"), (), evidence, **more)


def ran(haystack: Haystack, settings: Settings = BARE) -> dict[str, Any]:
    return run_haystack(haystack, settings, partial(open_trial, bench(settings), haystack.key))


def only(outcome: dict[str, Any]) -> dict[str, Any]:
    assert outcome["errors"] == []
    (case,) = outcome["cases"]
    return dict(case)


GARDEN = session("garden", "The roses need pruning.", "Tulips come from Holland.", at="2024-01-05T09:00:00Z")
KITCHEN = session("kitchen", "Bread needs flour and water.", "The oven is at 220 degrees.", at="2024-02-05T09:00:00Z")


# Replaying --------------------------------------------------------------------------------------------


def test_sessions_are_replayed_in_the_order_of_their_times_each_message_with_its_own() -> None:
    replay = replay_of([KITCHEN, GARDEN])
    assert [place.session for place in replay.places] == ["garden", "garden", "kitchen", "kitchen"]
    assert replay.messages[2] == Dated(
        "kitchen", "user", "Bread needs flour and water.", ms("2024-02-05T09:00:00Z"), None, None
    )


def test_without_any_time_sessions_are_days_apart_and_messages_minutes() -> None:
    replay = replay_of([session("a", "One.", "Two."), session("b", "Three.")])
    assert [message.occurred for message in replay.messages] == [START, START + MINUTE, START + DAY]


def test_a_time_that_is_unknown_is_that_of_the_session_before_it_and_never_now() -> None:
    replay = replay_of([session("first", "?"), GARDEN, session("later", "!"), KITCHEN])
    times = {place.session: message.occurred for place, message in zip(replay.places, replay.messages, strict=True)}
    assert times["first"] == times["later"] == times["garden"] == ms("2024-01-05T09:00:00Z")
    assert [place.session for place in replay.places][:4] == ["first", "garden", "garden", "later"]


# Measuring --------------------------------------------------------------------------------------------


def test_the_ranks_of_the_evidence_are_those_of_what_recall_returned() -> None:
    question = asked("roses pruning", Place("garden", 0), Place("kitchen", 1), expected=("pruning",))
    case = only(ran(Haystack("q", (GARDEN, KITCHEN), (question,))))
    ours = case["systems"][OURS]
    assert (ours["turn"], ours["session"]) == ([1, None], [1, None]), "no word of the second is asked for"
    assert case["results"][0][:2] == ["garden", 0] and 0 < case["results"][0][2] <= 1
    assert (ours["text"], ours["words"], ours["within"]) == (1, 1, {"5": False, "100": True}), "5 tokens end before it"
    assert case["systems"]["oracle"]["turn"] == [2, 1]
    assert case["systems"]["bm25"]["turn"] == [1, None] and case["systems"]["random"]["turn"] != [None, None]
    assert case["returned"] == 1 and ours["tokens"] == 6


def test_what_was_said_after_the_question_was_asked_is_in_no_ranking() -> None:
    question = asked("bread oven roses", Place("garden", 0), Place("kitchen", 0), as_of=ms("2024-01-20T00:00:00Z"))
    case = only(ran(Haystack("q", (GARDEN, KITCHEN), (question,))))
    assert all(system["turn"][1] is None for system in case["systems"].values())
    assert case["systems"]["recency"]["turn"][0] == 2 and case["systems"][OURS]["turn"][0] == 1


def test_two_sessions_of_one_label_are_one_session_bc_evl_02() -> None:
    again = session("garden#2", "The roses are dead.", label="garden")
    question = asked("roses", Place("garden", 0))
    case = only(ran(Haystack("q", (GARDEN, KITCHEN, again), (question,))))
    ours = case["systems"][OURS]
    assert ours["session"] == [1] and ours["turn"][0] in (1, 2)


def test_evidence_known_by_session_alone_counts_at_that_level_alone() -> None:
    case = only(ran(Haystack("q", (GARDEN, KITCHEN), (asked("tulips", Place("garden", None)),))))
    assert (case["systems"][OURS]["turn"], case["systems"][OURS]["session"]) == ([], [1])
    assert (case["evidence"], case["evidence_by_session"]) == (0, 1)


def test_the_minimum_score_is_a_ranking_of_its_own_beside_the_whole_one() -> None:
    question = asked("roses tulips", Place("garden", 0), Place("garden", 1))
    whole = only(ran(Haystack("q", (GARDEN,), (question,))))
    best, second = (one[2] for one in whole["results"])
    assert FLOORED not in whole["systems"] and best > second, "the longer message scores less"
    case = only(ran(Haystack("q", (GARDEN,), (question,)), replace(BARE, floor=(best + second) / 2)))
    assert sorted(case["systems"][OURS]["turn"]) == [1, 2]
    assert sorted(case["systems"][FLOORED]["turn"], key=str) == [1, None]
    assert (case["returned"], case["kept"]) == (2, 1)


def test_what_is_forbidden_is_found_by_words_and_by_substring() -> None:
    question = asked("oven degrees", Place("kitchen", 1), forbidden=("22",))
    case = only(ran(Haystack("q", (KITCHEN,), (question,))))
    assert (case["systems"][OURS]["forbidden"], case["systems"][OURS]["forbidden_text"]) == (None, 1)


def test_consolidation_is_asked_after_and_an_outdated_value_gives_way() -> None:
    sessions = (
        session("old", "My city is San Francisco.", at="2024-01-01T00:00:00Z"),
        session("new", "Actually, my city is New York.", at="2024-03-01T00:00:00Z"),
    )
    question = asked("What is my city?", Place("new", 0), expected=("New York",), forbidden=("San Francisco",))
    settings = replace(BARE, consolidate=True)
    outcome = ran(Haystack("q", sessions, (question,)), settings)
    case = only(outcome)
    assert case["systems"][OURS]["turn"] == [1] and case["systems"][OURS]["forbidden"] is None
    assert outcome["nodes"] > 0 and case["systems"]["bm25"]["forbidden"] is not None


def test_a_store_on_disk_tells_its_size_and_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    haystack = Haystack("q", (GARDEN,), (asked("roses", Place("garden", 0)),))
    on_disk = work(bench(folder=tmp_path), haystack)
    assert on_disk["bytes"] > 4096 and work(bench(), haystack)["bytes"] is None
    with pytest.raises(Refused, match="is not empty"):
        work(bench(folder=tmp_path), haystack)


def test_the_answer_is_looked_for_in_the_text_for_a_model_too() -> None:
    question = asked("oven degrees", Place("kitchen", 1), expected=("220",))
    case = only(ran(Haystack("q", (KITCHEN,), (question,)), replace(BARE, context=True)))
    assert case["context"] == {"5": False, "100": True}


# Errors -----------------------------------------------------------------------------------------------


class Breaking:
    """A store in which some words cannot be logged, and others not be asked."""

    def __init__(self, trial: RecallTrial, log: str, ask: str) -> None:
        self._trial, self._log, self._ask = trial, log, ask

    def __getattr__(self, name: str) -> Any:
        return getattr(self._trial, name)

    def log(self, messages: Sequence[Dated]) -> list[int]:
        if any(self._log in message.content for message in messages):
            raise OSError("the disk is full")
        return self._trial.log(messages)

    def ask(self, question: str, k: int, as_of: int | None) -> Any:
        if self._ask in question:
            raise ValueError("no such word")
        return self._trial.ask(question, k, as_of)


def broken(haystack: Haystack, log: str = "\0", ask: str = "\0") -> dict[str, Any]:
    @contextmanager
    def opened() -> Generator[RecallTrial]:
        with open_trial(bench(), haystack.key) as trial:
            yield cast(RecallTrial, Breaking(trial, log, ask))

    return run_haystack(haystack, BARE, opened)


def test_a_question_that_raises_is_named_and_the_others_are_asked() -> None:
    questions = (asked("roses", Place("garden", 0)), asked("tulips", Place("garden", 1), key="bad"))
    outcome = broken(Haystack("two", (GARDEN,), questions), ask="tulips")
    assert outcome["errors"] == [{"id": "bad", "error": "ValueError: no such word"}]
    assert [case["id"] for case in outcome["cases"]] == ["q"]


def test_a_replay_that_raises_is_an_error_of_each_question_and_only_it_is_done_again_bc_evl_19(tmp_path: Path) -> None:
    questions = [
        asked("roses", Place("garden", 0)),
        asked("bread", Place("kitchen", 0), key="q4", category="brand-new"),
    ]
    haystacks = [Haystack(one.key, (at,), (one,)) for one, at in zip(questions, (GARDEN, KITCHEN), strict=True)]
    path = tmp_path / "finished.jsonl"
    first = run(haystacks, partial(broken, log="flour"), finished=Finished(path))
    assert [outcome["errors"] for outcome in first.outcomes] == [
        [],
        [{"id": "q4", "error": "replaying its haystack: OSError: the disk is full"}],
    ]
    told = report_of("x.json", "00", Corpus(), questions, first, BARE)
    assert not told["complete"] and told["questions"] == 2 and len(told["cases"]) == 1
    done: list[str] = []

    def again(haystack: Haystack) -> dict[str, Any]:
        done.append(haystack.key)
        return broken(haystack)

    second = run(haystacks, again, finished=Finished(path))
    assert done == ["q4"] and second.resumed == 1
    told = report_of("x.json", "00", Corpus(), questions, second, BARE)
    assert told["complete"] and {case["category"] for case in told["cases"]} == {"fact", "brand-new"}
    assert set(told["levels"]["turn"][OURS]) == {"all", "answerable", "fact", "brand-new"}


# Runs -------------------------------------------------------------------------------------------------


def corpus() -> Corpus:
    found = Corpus("native")
    found.sessions = {one.key: one for one in (GARDEN, KITCHEN)}
    both = ("garden", "kitchen")
    for question in (
        Question("a", "roses pruning", "plants", both, (Place("garden", 0),), ("pruning",)),
        Question("b", "bread flour", "food", both, (Place("kitchen", 0),), ("flour",)),
        Question("c", "oven", "food", ("kitchen",), (Place("kitchen", 1),), ("220",)),
        Question("d", "Who won the cup?", "never", both, answerable=False),
    ):
        found.add_question(question)
    found.items = 4
    return found


def test_questions_with_the_same_sessions_are_one_haystack() -> None:
    known = corpus()
    questions = list(known.questions.values())
    stacks = haystacks_of(known, questions, isolation=True)
    assert [[one.key for one in stack.questions] for stack in stacks] == [["a", "b", "d"], ["c"]]
    (whole,) = haystacks_of(known, questions, isolation=False)
    assert len(whole.questions) == 4 and whole.sessions == (GARDEN, KITCHEN)


def test_the_first_questions_of_some_categories_are_taken() -> None:
    assert [one.key for one in Wanted(2).of(corpus())] == ["a", "b"]
    assert [one.key for one in Wanted(1, ("food",)).of(corpus())] == ["b"]
    with pytest.raises(Refused, match="no question is of 'drinks'") as refused:
        Wanted(None, ("food", "drinks")).of(corpus())
    assert refused.value.hint == "Categories: food, never, plants."


def reported(jobs: int = 1, settings: Settings = BARE) -> dict[str, Any]:
    known = corpus()
    questions = list(known.questions.values())
    stacks = haystacks_of(known, questions, isolation=True)
    done = run(stacks, partial(work, bench(settings)), jobs=jobs)
    return report_of("c.json", "00", known, questions, done, settings)


def test_two_replays_give_the_same_report_but_for_times_and_so_do_two_processes() -> None:
    one, other, parallel = reported(), reported(), reported(jobs=2)
    assert timeless(one) == timeless(other) == timeless(parallel)
    assert one["replayed"] == other["replayed"] and one["heads"] != other["heads"], "salts and ids are drawn anew"
    assert "latency_ms" not in json.dumps(timeless(one)) and one["latency_ms"]["p50"] > 0


def test_another_text_or_time_gives_another_digest() -> None:
    def digest(*sessions: Session) -> str:
        return str(ran(Haystack("q", sessions, (asked("roses", Place(sessions[0].key, 0)),)))["replayed"])

    plain = digest(GARDEN)
    later = session("garden", *(one.content for one in GARDEN.messages), at="2024-01-05T09:00:01Z")
    changed = session("garden", "The roses need pruning!", "Tulips come from Holland.", at="2024-01-05T09:00:00Z")
    assert len({plain, digest(later), digest(changed)}) == 3 and plain == digest(GARDEN)


def test_a_key_depends_on_the_haystack_and_on_all_it_is_told() -> None:
    stack = Haystack("q", (GARDEN,), (asked("roses"),))
    keys = {
        key_of(stack, ["file", BARE]),
        key_of(stack, ["file", replace(BARE, k=4)]),
        key_of(stack, ["other", BARE]),
        key_of(Haystack("q", (KITCHEN,), stack.questions), ["file", BARE]),
        key_of(Haystack("q", (GARDEN,), (asked("tulips"),)), ["file", BARE]),
    }
    assert len(keys) == 5 and key_of(stack, ["file", BARE]) in keys
    assert code_digest() == code_digest() and len(code_digest()) == 64


def test_a_torn_line_is_done_again_and_the_next_is_not_lost_with_it(tmp_path: Path) -> None:
    path = tmp_path / "finished.jsonl"
    finished = Finished(path)
    finished.add("one", {"errors": [], "cases": [1]})
    finished.add("failed", {"errors": ["x"], "cases": []})
    with path.open("ab") as file:
        file.write(b'{"key": "two", "outc')
    torn = Finished(path)
    assert torn.spoiled == 1 and torn.get("one") == {"errors": [], "cases": [1]} and torn.get("failed") is None
    torn.add("three", {"errors": [], "cases": [3]})
    assert Finished(path).get("three") == {"errors": [], "cases": [3]}


# The report -------------------------------------------------------------------------------------------


def test_the_figures_of_a_small_corpus_are_the_ones_worked_out_by_hand() -> None:
    told = reported()
    whole = told["levels"]["turn"][OURS]["all"]
    assert whole["recall_any@1"] == {"value": 1.0, "low": 0.4385, "high": 1.0, "total": 3}, "Wilson's bounds for 3 of 3"
    assert whole["ndcg@3"]["value"] == whole["mrr"]["value"] == 1.0
    assert told["levels"]["turn"]["oracle"]["all"]["ndcg@10"]["value"] == 1.0
    assert told["levels"]["turn"][OURS]["food"]["recall@3"]["total"] == 2
    assert told["answers"][OURS]["words_in_k"] == {"value": 1.0, "low": 0.4385, "high": 1.0, "total": 3}
    assert (told["recall_at_k"], told["by_category"]) == (0.75, {"food": 1.0, "never": 0.0, "plants": 1.0})
    assert told["abstention"]["unanswerable_answered"]["total"] == 1
    assert told["abstention"]["auroc"][OURS]["value"] == 1.0, "no word of the cup is anywhere"
    assert (told["sessions"], told["messages"], told["haystacks"], told["without_evidence"]) == (3, 6, 2, 1)


def case(ranks: list[int | None], baseline: list[int | None]) -> dict[str, Any]:
    systems = {name: {"turn": own, "session": []} for name, own in ((OURS, ranks), ("awhm_like", baseline))}
    return {"category": "all", "answerable": True, "systems": systems}


def test_figures_and_curves_of_given_ranks() -> None:
    cases = [case([1], [None]), case([None, 2], [1, 2]), case([], [])]
    found = figures(cases, 10, 50)
    assert found["session"] == {}
    whole = found["turn"][OURS]["all"]
    assert whole["recall_any@5"] == {"value": 1.0, "low": 0.3424, "high": 1.0, "total": 2}
    assert whole["recall_all@5"]["value"] == 0.5 and whole["recall@5"]["value"] == 0.75
    assert whole["mrr"]["value"] == 0.75
    assert dict(map(tuple, curves(cases, 50)["turn"][OURS]))[1] == 0.5


def test_the_page_holds_every_figure_and_fetches_nothing() -> None:
    record = reported(settings=replace(BARE, floor=0.1))
    record["corpus"] = "<script>.json"
    told = {"embedder": None, "code": "0" * 64, "machine": {"cpu": "a & b"}, "corpora": [record]}
    html = page(told)
    assert html.count("<svg") == 5 and html.count("</svg>") == 5
    assert "<script" not in html and "&lt;script&gt;.json" in html and "a &amp; b" in html
    assert "http" not in html and "src=" not in html and not re.search(r"\bnan\b", html)
    assert "AUROC 1.000" in html


def test_an_outcome_is_plain_json() -> None:
    outcome = ran(Haystack("q", (GARDEN,), (asked("roses", Place("garden", 0), expected=("pruning",)),)))
    assert json.loads(json.dumps(outcome)) == outcome and isinstance(Ran([outcome]).outcomes, list)
