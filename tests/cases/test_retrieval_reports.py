"""The cases of the class retrieval of `shared/cases/field_reports.jsonl`, asked of a store as anybody would ask it.

Each runs twice: its own input, read in place, and one of the same kind written anew, which runs everywhere.
"Lexical only" is `semantic=False`, "semantic only" a weight of 0 for words, a user is a scope, and the two fake
embedders are the mock and the real model, which have the same 384 dimensions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from awhm.adapters import minilm
from awhm.cli import main
from awhm.config import AWHMConfig
from awhm.projections.recall import Weights, fuse
from awhm.store import Store
from awhm.types import RetrievalResult

Found = list[RetrievalResult]
Ops = list[dict[str, Any]]
needs_model = pytest.mark.skipif(bool(minilm.absent()), reason="needs the extra awhm[minilm]")

ANEW: dict[str, Ops] = {
    "BC-RET-01": [
        *({"op": "add", "text": text} for text in ("The kiln by the door is cold", "Glaze the bowls", "Sweep it all")),
        {"op": "add", "text": "The kiln in the yard is hot"},
        {"op": "recall", "query": "kiln", "lexical_only": True},
    ],
    "BC-RET-02": [
        {"op": "add", "text": "The quarry is shut on Mondays"},
        {"op": "add", "text": "Greetings from the bakery"},
        {"op": "recall", "query": "shut quarry", "lexical_only": True},
    ],
    "BC-RET-05": [
        *({"op": "add", "text": text} for text in ("👍👍", "***", "  --- ", "?!")),
        {"op": "recall", "query": "good morning"},
    ],
    "BC-RET-08": [
        {
            "op": "add",
            "text_gen": {
                "repeat": "The choir went through the usual pieces once more. ",
                "times": 150,
                "suffix": "By the way, the piano tuner comes on Friday at ten.",
            },
        },
        {"op": "add", "text": "The choir sang in the town hall"},
        {"op": "recall", "query": "who looks after the instrument, and when?", "semantic_only": True},
    ],
    "BC-RET-12": [
        *({"op": "add", "text": text} for text in ("The lease ends in May", "Uncle Bo breeds pigeons")),
        {"op": "recall", "query": "qwlk pfrrtsch vrombelung"},
    ],
    "BC-RET-15": [
        {"op": "bulk_add", "user": "kim", "texts_gen": {"prefix": "kim feeds the tortoise: ", "from": 1, "to": 150}},
        {"op": "add", "user": "lou", "text": "lou feeds the tortoise on Sundays"},
        {"op": "recall", "user": "lou", "query": "feeds the tortoise", "limit": 3},
    ],
    "BC-RET-18": [
        {"op": "add", "text": "The cellar floods when it rains"},
        {"op": "add", "text": "My niece plays the tuba"},
        {"op": "recall", "query": "water in the basement"},
    ],
    "BC-RET-21": [
        {
            "op": "bulk_add",
            "ts_gen": {"start": "2023-12-20T00:00:00Z", "step_hours": 24},
            "texts_gen": {"prefix": "weather report ", "from": 1, "to": 25},
        },
        {"op": "list", "limit": 3},
    ],
    "BC-RET-22": [
        {"op": "add", "text": "My locker is number 12", "save_as": "L"},
        {"op": "repeat", "times": 20, "do": {"op": "recall", "query": "locker"}},
        {"op": "correct", "id": "L", "new_text": "My locker is number 31"},
        {"op": "recall", "query": "locker"},
    ],
}  # fmt: skip


class Run:
    """A case's operations, done on stores of its users in one folder; `found` has what each recall gave."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.settings: dict[str, Any] = {"mock_embeddings": True} | settings
        self.stores: dict[str, Store] = {}
        self.found: list[Found] = []
        self.said: dict[str, list[str]] = {}
        self.asked: list[str] = []
        self.saved: dict[str, str] = {}

    def store(self, user: str = "user") -> Store:
        if user not in self.stores:
            config = AWHMConfig(data_dir=self.folder, scope=user, **self.settings)
            self.stores[user] = Store(config)
        return self.stores[user]

    def add(self, text: str, user: str = "user", ts: str | None = None) -> int:
        self.said.setdefault(user, []).append(text)
        return self.store(user).log_message("s1", "user", text, timestamp=ts)[0]

    def do(self, ops: Ops, *, semantic: bool = True) -> Run:
        for op in ops:
            user = op.get("user", "user")
            if op["op"] == "add":
                position = self.add(text_of(op), user, op.get("ts"))
                if "save_as" in op:
                    self.saved[op["save_as"]] = f"m{position}"
            elif op["op"] == "bulk_add":
                for text, ts in zip(texts_of(op), times_of(op), strict=False):
                    self.add(text, user, ts)
            elif op["op"] == "recall":
                by_words = op.get("lexical_only", False) or not semantic
                self.asked.append(op["query"])
                self.found.append(self.store(user).recall(op["query"], k=op.get("limit"), semantic=not by_words))
            elif op["op"] == "repeat":
                self.do([op["do"]] * op["times"], semantic=semantic)
            elif op["op"] == "correct":
                self.store().consolidate()
                (memory,) = self.store().graph().memories
                self.store().edit(memory, op["new_text"])
            else:
                assert op["op"] in ("config", "list"), op
        return self

    def close(self) -> None:
        for store in self.stores.values():
            store.close()


def text_of(op: dict[str, Any]) -> str:
    made = op.get("text_gen")
    text: str = op["text"] if made is None else made["repeat"] * made["times"] + made["suffix"]
    return text


def texts_of(op: dict[str, Any]) -> list[str]:
    made = op["texts_gen"]
    return [f"{made['prefix']}{number}" for number in range(made["from"], made["to"] + 1)]


def times_of(op: dict[str, Any]) -> Iterator[str | None]:
    made = op.get("ts_gen")
    at = None if made is None else datetime.fromisoformat(made["start"])
    while True:
        yield None if at is None else at.isoformat()
        at = None if at is None or made is None else at + timedelta(hours=made["step_hours"])


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """A run in the test's folder, with settings."""
    opened: list[Run] = []

    def make(**settings: Any) -> Run:
        opened.append(Run(tmp_path / f"store {len(opened)}", **settings))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def case(shared: Path, ident: str) -> dict[str, Any]:
    text = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8")
    given: dict[str, Any] = next(one for one in map(json.loads, text.splitlines()) if one["id"] == ident)["input"]
    return given


@pytest.fixture(params=["anew", pytest.param("in place", marks=pytest.mark.shared)])
def ops(request: pytest.FixtureRequest) -> Callable[[str], Ops]:
    """The operations of a case: those written anew, or its own."""
    if request.param == "anew":
        return lambda ident: ANEW[ident]
    shared: Path = request.getfixturevalue("shared")
    return lambda ident: case(shared, ident)["ops"]


Given = Callable[[str], Ops]
Make = Callable[..., Run]
BOTH = pytest.mark.parametrize("settings", [{}, pytest.param({"mock_embeddings": False}, marks=needs_model)], ids=str)


def words(found: Found) -> list[str]:
    return [result.content for result in found]


# Words on small stores ---------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("semantic", [False, True])
def test_bc_ret_01_a_word_of_half_the_messages_finds_them(ops: Given, run: Make, settings: Any, semantic: bool) -> None:
    given = ops("BC-RET-01")
    one = run(**settings).do(given, semantic=semantic)
    found, asked = one.found[0], one.asked[0]
    wanted = {text for text in one.said["user"] if asked in text.split()}
    assert len(wanted) == len(one.said["user"]) // 2
    assert set(words(found)[: len(wanted)]) == wanted
    assert all(result.score > 0 for result in found[: len(wanted)])


@BOTH
@pytest.mark.parametrize("semantic", [False, True])
def test_bc_ret_02_two_messages_are_enough_to_find_one(ops: Given, run: Make, settings: Any, semantic: bool) -> None:
    one = run(**settings).do(ops("BC-RET-02"), semantic=semantic)
    first = one.found[0][0]
    assert set(one.asked[0].split()) <= set(first.content.casefold().split()) and first.score > 0


@pytest.mark.parametrize("semantic", [False, True])
def test_bc_ret_05_messages_without_a_word_answer_nothing(ops: Given, run: Make, semantic: bool) -> None:
    one = run().do(ops("BC-RET-05"), semantic=semantic)
    assert one.found == [[]]
    assert one.store().context(one.asked[0]).text == ""


@needs_model
def test_bc_ret_05_with_a_model_they_break_nothing_and_score_next_to_nothing(ops: Given, run: Make) -> None:
    """A model has a vector for a smiley too. Decision 0011: at no minimum score it may be shown, and never high."""
    one = run(mock_embeddings=False).do(ops("BC-RET-05"))
    assert all(result.score < 0.15 for result in one.found[0])
    assert one.store().recall(one.asked[0], min_score=0.15) == []


# Meaning -----------------------------------------------------------------------------------------------


@needs_model
def test_bc_ret_08_what_lies_beyond_the_models_limit_is_found_and_pointed_at(ops: Given, run: Make) -> None:
    given = ops("BC-RET-08")
    one = run(mock_embeddings=False, w_lexical=0.0).do(given)
    best = one.found[0][0]
    fact = given[0]["text_gen"]["suffix"]
    assert best.passage is not None and best.content.endswith(fact)
    assert fact.rstrip(".") in best.content[slice(*best.passage)], "the passage that answers is named"
    assert best.passage[0] > 256 * 4, "and lies beyond what a model of 256 tokens reads"


@pytest.mark.parametrize("semantic", [False, True])
@BOTH
def test_bc_ret_12_nonsense_finds_nothing_and_that_is_said(
    ops: Given, run: Make, settings: Any, semantic: bool
) -> None:
    one = run(**settings).do(ops("BC-RET-12"), semantic=semantic)
    assert one.found == [[]]
    context = one.store().context(one.asked[0], semantic=semantic)
    assert (context.text, context.tokens, context.shown) == ("", 0, ())
    one.close()
    mock = ("--mock",) if one.settings["mock_embeddings"] else ()
    said = CliRunner().invoke(main, [*mock, "--data-dir", str(one.folder), "query", one.asked[0]])
    assert said.exit_code == 1 and said.output.splitlines()[-1] == "Nothing found."


def test_bc_ret_15_a_users_few_messages_are_not_crowded_out(ops: Given, run: Make) -> None:
    """There, the best of all users were taken and then filtered: what was left was too little, or another's."""
    one = run().do(ops("BC-RET-15"))
    user = next(reversed(one.said))
    assert words(one.found[0]) == one.said[user]
    for semantic in (False, True):
        everyone = [words(one.store(name).recall(one.asked[0], k=500, semantic=semantic)) for name in one.said]
        assert not set(everyone[0]) & set(everyone[1]) and everyone[1] == one.said[user]


@needs_model
def test_bc_ret_18_another_model_of_the_same_size_compares_with_its_own_vectors_alone(ops: Given, run: Make) -> None:
    given = ops("BC-RET-18")
    texts, (question,) = [op for op in given if op["op"] == "add"], [op for op in given if op["op"] == "recall"]
    alone = run(mock_embeddings=False).do([*texts, question]).found[0]
    swapped = run()
    swapped.do([*texts, question])
    mock = swapped.found[0]
    swapped.close()
    swapped.stores, swapped.settings = {}, {"mock_embeddings": False}
    assert swapped.store().recaller.pending() == len(texts), "none of the mock's vectors serves the model"
    found = swapped.do([question]).found[-1]
    assert [(one.content, one.score) for one in found] == [(one.content, one.score) for one in alone]
    swapped.close()
    swapped.stores, swapped.settings = {}, {"mock_embeddings": True}
    assert swapped.store().recaller.pending() == 0, "and the mock's are still there"
    assert swapped.do([question]).found[-1] == mock


# Scores ------------------------------------------------------------------------------------------------

SCORES: dict[str, dict[str, dict[str, float]]] = {
    "BC-RET-10": {"vector": {"A": 0.77}, "lexical": {"B": 31.0, "A": 2.2}},
    "BC-RET-11": {
        "vector": {"A": 0.81, "B": 0.8, "C": 0.79, "Z": 0.05},
        "lexical": {"Z": 0.02, "A": 0.01},
    },
}


@pytest.fixture(params=["anew", pytest.param("in place", marks=pytest.mark.shared)])
def scores(request: pytest.FixtureRequest) -> Callable[[str], dict[str, Any]]:
    if request.param == "anew":
        return lambda ident: SCORES[ident]
    shared: Path = request.getfixturevalue("shared")
    return lambda ident: case(shared, ident)


def fused(given: dict[str, Any], ideal: float, semantic: float, lexical: float) -> dict[str, float]:
    """The names of a case with their scores, best first; `ideal` is what a perfect match of words would score."""
    names = sorted({*given["vector"], *given["lexical"]})
    by_words = {names.index(name) + 1: (score, 0) for name, score in given["lexical"].items()}
    by_meaning = {names.index(name) + 1: (score, 0) for name, score in given["vector"].items()}
    hits = fuse(by_words, ideal, by_meaning, Weights(semantic, lexical))
    return {names[hit.position - 1]: hit.score for hit in hits}


def test_bc_ret_10_a_word_in_common_is_no_perfect_score_and_weights_decide(scores: Callable[[str], Any]) -> None:
    """B shares a common word, so that a perfect match of the question's words would score about twice as much."""
    given = scores("BC-RET-10")
    ideal = 2 * given["lexical"]["B"]
    even = fused(given, ideal, 0.5, 0.5)
    assert list(even) == ["A", "B"] and even["B"] < 0.5
    assert list(fused(given, ideal, 0.1, 0.9)) == ["B", "A"]
    assert list(fused(given, ideal, 0.9, 0.1)) == ["A", "B"]


def test_bc_ret_11_the_best_of_bad_words_stays_behind(scores: Callable[[str], Any]) -> None:
    given = scores("BC-RET-11")
    order = list(fused(given, 1.0, 0.5, 0.5))
    assert order[0] == "A" and order.index("Z") == 3


@needs_model
def test_bc_ret_10_and_11_asked_of_a_store_meaning_beats_an_ordinary_word(run: Make) -> None:
    question = "Who repairs the radiator when it breaks, in the order of preference?"
    texts = ("The landlord mends broken heaters within a day", "what did I order for lunch", "order order order")
    for semantic, lexical, first in ((0.5, 0.5, texts[:1]), (0.9, 0.1, texts[:1]), (0.0, 1.0, texts[1:])):
        one = run(mock_embeddings=False, w_semantic=semantic, w_lexical=lexical)
        for session, text in enumerate(texts):
            one.store().log_message(f"s{session}", "user", text)
        found = one.store().recall(question)
        assert found[0].content in first and all(result.score < 1 for result in found), (semantic, lexical)


# Lists and corrections ---------------------------------------------------------------------------------


def test_bc_ret_21_the_latest_come_first_whenever_they_are_listed(ops: Given, run: Make) -> None:
    given = ops("BC-RET-21")
    one = run().do(given)
    latest = one.said["user"][: -given[-1]["limit"] - 1 : -1]
    one.close()
    kind = ("--kind", "MessageLogged", "--reverse", "--limit", str(given[-1]["limit"]))
    for _ in range(2):
        told = CliRunner().invoke(main, ["--data-dir", str(one.folder), "log", "list", *kind, "--json"])
        assert told.exit_code == 0, told.output
        assert [event["payload"]["content"] for event in json.loads(told.stdout)["events"]] == latest


def test_bc_ret_21_sessions_are_listed_by_when_they_were_held_not_by_when_they_came(run: Make) -> None:
    store = run().store()
    days = [f"2024-01-{day:02}" for day in (7, 2, 19, 11, 5)]
    for day in days:
        store.log_message(f"on {day}", "user", "a note", timestamp=day)
    assert [one.name for one in store.sessions().listing(limit=3)] == [f"on {day}" for day in sorted(days)[:1:-1]]


@pytest.mark.parametrize("semantic", [False, True])
def test_bc_ret_22_a_fresh_correction_is_first_at_once(ops: Given, run: Make, semantic: bool) -> None:
    given = ops("BC-RET-22")
    old, new = given[0]["text"], given[-2]["new_text"]
    one = run().do(given, semantic=semantic)
    assert words(one.found[0]) == [old] and words(one.found[-1]) == [new]
    with_past = one.store().recall(one.asked[-1], semantic=semantic, include_history=True)
    assert with_past[0].content == new and all(result.status == "active" for result in with_past[:1])
    one.close()
    one.stores = {}
    assert words(one.store().recall(one.asked[-1], semantic=semantic)) == [new], "in another process too"


# -------------------------------------------------------------------------------------------------------


@pytest.mark.shared
def test_every_case_of_the_class_has_a_test_here(shared: Path) -> None:
    text = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8")
    there = {one["id"] for one in map(json.loads, text.splitlines()) if one["class"] == "retrieval"}
    tested = {name[len("test_") :][:9].upper().replace("_", "-") for name in globals() if name.startswith("test_bc_")}
    assert there == tested == ANEW.keys() | SCORES.keys()
