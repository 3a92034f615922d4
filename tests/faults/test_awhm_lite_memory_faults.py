"""The faults of AWHM Lite 0.3.0 that concern what is believed (shared/spec/awhm-lite.md, section 20): none is ours."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from awhm.adapters.embedders import missing
from awhm.config import AWHMConfig
from awhm.language.time import moment
from awhm.projections.graph_questions import holding
from awhm.store import Store

Make = Callable[..., Store]
LATER = "2031-01-01T00:00:00Z"


def say(store: Store, text: str, time: str, role: str = "user", session: str = "s1", **more: Any) -> None:
    store.log_message(session, role, text, timestamp=time, **more)


def every(store: Store, at: str = LATER) -> list[str]:
    """The values that hold at a time; a denial begins with "not"."""
    graph = store.graph()
    said = [graph.said(memory)[-1] for memory in holding(graph, moment(at).ms)]
    return [("" if one.polarity else "not ") + one.value_key for one in said]


def held(store: Store, at: str = LATER) -> set[str]:
    """The same, each once."""
    return set(every(store, at))


def recalled(store: Store, question: str, **options: Any) -> list[str]:
    return [result.content for result in store.recall(question, semantic=False, **options)]


@pytest.mark.parametrize("each", [False, True], ids=["one batch", "several batches"])
def test_w11_going_back_to_an_earlier_value_is_noticed(make: Make, each: bool) -> None:
    store = make()
    for month, city in enumerate(("Paris", "Lyon", "Paris"), 1):
        say(store, f"My city is {city}.", f"2024-0{month}-01T09:00:00Z", session=f"s{month}")
        if each:
            store.consolidate()
    store.consolidate()
    assert held(store) == {"paris"}
    assert held(store, "2024-02-10T00:00:00Z") == {"lyon"}
    assert held(store, "2024-01-10T00:00:00Z") == {"paris"}


UPDATES = [
    (
        "The API endpoint is https://api.example/v1.",
        "Actually, the API endpoint is https://api.example/v2.",
        "v2",
    ),
    ("My phone number is 555 0134.", "My phone number is 555 0178.", "0178"),
    ("Always use tabs.", "Never use tabs.", "not "),
    ("The staging password is hunter2.", "The staging password is hunter3.", "hunter3"),
    ("Our database is Postgres 14.", "Our database is Postgres 16.", "16"),
    ("My city is Porto.", "My city is Braga.", "braga"),
]


@pytest.mark.parametrize(("before", "after", "part"), UPDATES, ids=[one[2].strip() for one in UPDATES])
@pytest.mark.parametrize("model", ["mock", "real"])
def test_w12_an_update_is_no_duplicate_however_alike_it_is(
    make: Make, before: str, after: str, part: str, model: str
) -> None:
    if model == "real" and missing("all-MiniLM-L6-v2"):
        pytest.skip("the embedding model is not installed")
    store = make(mock_embeddings=model == "mock")
    say(store, before, "2024-01-01T09:00:00Z")
    store.consolidate()
    say(store, after, "2024-02-01T09:00:00Z", session="s2")
    store.consolidate()
    assert len(held(store)) == 1 and part in held(store).pop()


def test_w13_what_was_just_corrected_is_not_recalled_though_the_question_meets_it_alone(make: Make) -> None:
    store = make()
    say(store, "I prefer Python.", "2024-01-01T09:00:00Z")
    say(store, "Actually, I prefer Rust.", "2024-01-01T09:01:00Z")
    assert "I prefer Python." not in recalled(store, "python")
    assert "I prefer Python." in recalled(store, "python", include_history=True)


@pytest.mark.parametrize("role", ["assistant", "tool", "tool_result", "system", "tool_call"])
def test_w18_only_the_users_own_words_make_facts_about_the_user(make: Make, role: str) -> None:
    store = make()
    say(store, "My name is Alice. The API endpoint is https://one.example.", "2024-01-01T09:00:00Z")
    say(store, "My name is Claude. The API endpoint is https://two.example.", "2024-01-02T09:00:00Z", role)
    store.consolidate()
    assert held(store) == {"alice", "https://one.example"}


def test_w18_the_speaker_of_a_memory_is_on_record(make: Make) -> None:
    store = make(user_names=("Ana",))
    say(store, "I live in Porto.", "2024-01-01T09:00:00Z", speaker="Ana")
    say(store, "I live in Ghent.", "2024-01-02T09:00:00Z", speaker="Bram")
    store.consolidate()
    graph = store.graph()
    assert {said.subject: said.value_key for said in graph.statements.values()} == {"user": "porto", "bram": "ghent"}
    assert held(store) == {"porto", "ghent"}


def test_w19_nobody_in_particular_has_no_slot(make: Make) -> None:
    store = make()
    for day, text in enumerate(
        (
            "The problem is that the cache is cold.",
            "Actually, it is 8080.",
            "The problem is a missing index.",
            "This is called the blue deploy.",
            "Error: disk is full.",
            "Actually, it is on the second shelf.",
            "corrections are welcome",
        ),
        1,
    ):
        say(store, text, f"2024-01-0{day}T09:00:00Z")
    store.consolidate()
    graph = store.graph()
    assert all(memory.superseded_by is None for memory in graph.memories.values())
    assert not any(
        said.subject in {"it", "this", "the problem", "problem"} and said.slot for said in graph.statements.values()
    )


def test_w19_condition_and_polarity_are_told_apart(make: Make) -> None:
    store = make()
    say(store, "Always use tabs in Go.", "2024-01-01T09:00:00Z")
    say(store, "Never use tabs in Python.", "2024-01-02T09:00:00Z")
    store.consolidate()
    assert len(every(store)) == 2
    say(store, "Never use tabs in Go.", "2024-01-03T09:00:00Z")
    store.consolidate()
    assert len(every(store)) == 2 and all(value.startswith("not ") for value in every(store))


OVER = [
    "I want to go home",
    "I need help with a bug",
    "I am tired",
    "Don't make me laugh",
    "no error here",
    "What is my name?",
    "no that's fine",
]
UNDER = [
    "I'm a nurse.",
    "I\u2019m a nurse.",
    "My wife's name is Ann.",
    "We prefer tabs.",
    "I work for Acme.",
    "Do not use tabs.",
    "Vivo en Lisboa.",
    "Я живу в Казани.",
    "My e-mail is ann@example.org.",
]


@pytest.mark.parametrize("text", OVER)
def test_w20_what_is_no_lasting_statement_is_none(make: Make, text: str) -> None:
    store = make()
    say(store, text, "2024-01-01T09:00:00Z")
    assert store.consolidate().statements == 0


@pytest.mark.parametrize("text", UNDER)
def test_w20_contractions_possessives_plurals_and_other_languages_are_understood(make: Make, text: str) -> None:
    store = make()
    say(store, text, "2024-01-01T09:00:00Z")
    assert store.consolidate().statements == 1
    assert len(held(store)) == 1


def test_w21_dates_are_those_of_the_message_and_an_announced_one_closes_the_old_value_then(make: Make) -> None:
    store = make()
    say(store, "The API endpoint is https://one.example.", "2024-01-10T09:00:00+02:00")
    say(store, "From 1 March the API endpoint is https://two.example.", "2024-02-10T09:00:00+02:00")
    store.consolidate()
    assert held(store, "2024-01-10T06:59:00Z") == set()
    assert held(store, "2024-01-10T07:01:00Z") == {"https://one.example"}
    assert held(store, "2024-02-29T21:59:00Z") == {"https://one.example"}
    assert held(store, "2024-02-29T22:01:00Z") == {"https://two.example"}


def test_w21_two_messages_that_name_one_date_both_have_it(make: Make) -> None:
    store = make()
    say(store, "From 2026-03-01 the API endpoint is https://two.example.", "2024-01-10T09:00:00Z")
    say(store, "From 2026-03-01 the staging server is delta.", "2024-01-11T09:00:00Z")
    store.consolidate()
    assert held(store, "2026-02-28T00:00:00Z") == set()
    assert held(store, "2026-03-02T00:00:00Z") == {"https://two.example", "delta"}


def test_w22_recall_knows_what_is_over_and_what_is_to_come(make: Make) -> None:
    store = make()
    say(store, "The staging port is 8080 until 1 March 2024.", "2024-01-10T09:00:00Z")
    say(store, "The office code is 1111.", "2024-01-11T09:00:00Z")
    say(store, "From 1 June 2040 the office code is 2222.", "2024-01-12T09:00:00Z")
    store.consolidate()
    assert recalled(store, "staging port") == []
    assert recalled(store, "staging port", as_of="2024-02-01T00:00:00Z") != []
    statuses = {result.content: result.status for result in store.recall("office code", semantic=False)}
    assert statuses == {
        "The office code is 1111.": "active",
        "From 1 June 2040 the office code is 2222.": "upcoming",
    }


SAID = (
    ("I live in Porto.", "2021-01-01T09:00:00Z", "a"),
    ("I live in Ghent.", "2022-01-01T09:00:00Z", "b"),
    ("I live in Turku.", "2023-01-01T09:00:00Z", "c"),
)


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_w23_the_order_of_processing_does_not_matter(make: Make, order: tuple[int, ...]) -> None:
    store = make()
    for place in order:
        text, time, session = SAID[place]
        say(store, text, time, session=session)
        store.consolidate(session=session)
    assert held(store) == {"turku"}
    assert held(store, "2022-06-01T00:00:00Z") == {"ghent"}
    assert held(store, "2021-06-01T00:00:00Z") == {"porto"}


def test_w27_a_later_session_still_links_what_it_says_to_the_entities_of_an_earlier_one(make: Make) -> None:
    store = make()
    say(store, "Kamal Reyes is assigned to the Atlas project.", "2024-01-01T09:00:00Z", session="a")
    store.consolidate()
    say(store, "Kamal Reyes is allergic to nuts.", "2024-02-01T09:00:00Z", session="b")
    store.consolidate()
    linked = [said.entities for said in store.graph().statements.values()]
    assert len(linked) == 2 and linked[0] and set(linked[0]) & set(linked[1])


def test_w28_long_statements_that_begin_alike_stay_apart(make: Make) -> None:
    store = make()
    beginning = "Always mention, whenever the release notes of the quarterly platform update are drafted for partners, "
    say(store, beginning + "the support address.", "2024-01-01T09:00:00Z")
    say(store, beginning + "the migration deadline.", "2024-01-02T09:00:00Z")
    store.consolidate()
    assert len(store.graph().statements) == 2 and len(every(store)) == 2
    assert len(recalled(store, "release notes quarterly platform update")) == 2


def test_every_message_of_a_store_on_disk_is_consolidated_once_and_stays_recallable(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True, ner=False))
    say(store, "I live in Porto.", "2024-01-01T09:00:00Z")
    say(store, "The weather is lovely, isn't it?", "2024-01-01T09:01:00Z")
    assert store.consolidate().sessions == {"s1": 1}
    assert store.consolidate().sessions == {}
    store.close()
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True, ner=False))
    assert store.consolidate().messages == 0
    assert recalled(store, "weather lovely") == ["The weather is lovely, isn't it?"]
    store.close()


def test_w31_what_others_repeat_of_a_past_value_does_not_come_before_what_holds(make: Make) -> None:
    """Cold-start hits of AWHM Lite brought the old value back out of whatever message repeated it."""
    store = make()
    say(store, "Always start method names with 'a_'.", "2024-01-01T09:00:00Z", session="old")
    say(store, "Got it, I start method names with 'a_'.", "2024-01-01T09:01:00Z", "assistant", session="old")
    say(store, "From now on, start method names with 'o_'.", "2024-02-01T09:00:00Z", session="new")
    store.consolidate()
    found = recalled(store, "how should I start method names", include_history=True)
    assert found[0] == "From now on, start method names with 'o_'." and len(found) == 3
    assert "Always start method names with 'a_'." not in recalled(store, "how should I start method names")
