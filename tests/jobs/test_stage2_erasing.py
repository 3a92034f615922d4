"""What a model made of erased words goes with them: statements, refusals, and what it knew from other messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from read_by_model import answering, held, kinds, opened, proposal, tell, texts

from awhm.adapters.llm import MockLLMClient
from awhm.commands.refinements import Refinements, RefinementsFold
from awhm.config import AWHMConfig
from awhm.events.fold import View
from awhm.replay.replay import replay
from awhm.store import Store

PROJECT = "The zorblax project is late."
BUDGET = "Forty thousand is the budget of it."
CAT = "We call our cat Felix."


def read(store: Store, *proposals: Any) -> None:
    store.refinement.run(client=answering(*proposals))


def budget(**more: Any) -> dict[str, Any]:
    """The budget of a project that another message names."""
    sources = [
        {"message": 2, "quote": "Forty thousand is the budget"}, {"message": 1, "quote": "The zorblax project"},
    ]  # fmt: skip
    return proposal("Forty thousand", "", subject="zorblax project", slot="budget", sources=sources, **more)


def nowhere(folder: Path, *words: bytes) -> None:
    """No file of the store has one of these words."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes().lower()
            assert not [word for word in words if word in data], path


def refinements(store: Store) -> Refinements:
    return store.memories.refinements()


def test_a_statement_that_knows_something_from_an_erased_message_goes_and_its_own_message_is_read_again() -> None:
    store = opened()
    first, second = tell(store, PROJECT, BUDGET)
    read(store, budget(), proposal("nothing", "zorblax invention"))
    assert held(store)["user|zorblax project|budget|"] == "Forty thousand"
    assert {one.message: one.context for one in refinements(store).derived.values()} == {second: (first,)}
    erased = store.erase(message=first)
    assert {one.why for one in erased.gone} >= {
        "a model knew something in it from what goes",
        "a model was shown what goes",
    }
    assert b"zorblax" not in texts(store)
    assert "user|zorblax project|budget|" not in held(store)
    client = MockLLMClient()
    assert store.refinement.run(client=client).ranges == 1, "what is left is queued for redoing"
    assert "Forty thousand" in client.requests[0].user and "zorblax" not in client.requests[0].user
    assert all(view.same for view in store.rebuild(check=True)) and store.verify().ok


@pytest.mark.parametrize("target", ["message", "session", "memory", "containing"])
def test_no_byte_of_it_is_in_any_file_afterwards(tmp_path: Path, target: str) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True, ner=False, save_every=1))
    first, *_ = tell(store, "We call our cat Qwertzfelix.", "I live in Porto.", session="the-secret-session")
    tell(store, CAT, session="t", hour=5)
    felix = proposal("Qwertzfelix", "our cat Qwertzfelix", subject="user's cat", slot="cat name")
    read(store, felix, proposal("Qwertzfelix the Great", "Qwertzfelix"), {"Qwertzfelix": ["Qwertzfelix"]})
    store.refinement.run(client=MockLLMClient([{"memories": [felix, {"Qwertzfelix": 1}]}]))
    store.status()
    memory = next(one.id for one in store.graph().all_memories() if "Qwertz" in store.graph().said(one.id)[0].value)
    name = {"message": first, "session": "the-secret-session", "memory": memory, "containing": "qwertzfelix"}[target]
    store.erase(**{target: name})
    assert b"qwertzfelix" not in texts(store).lower()
    store.close()
    gone = [b"qwertzfelix"] + ([b"the-secret-session"] if target == "session" else [])
    nowhere(tmp_path / "store", *gone)


def test_a_part_of_a_message_goes_and_what_a_model_read_in_the_rest_stays_with_where_it_is_from() -> None:
    store = opened()
    first, second = tell(store, PROJECT, f"{BUDGET} My locker is the blue one.")
    read(store, budget())
    store.erase(containing="locker")
    assert held(store)["user|zorblax project|budget|"] == "Forty thousand"
    [kept] = [one for one in refinements(store).derived.values()]
    assert kept.message > second and kept.context == (first,)
    idle = MockLLMClient()
    assert store.refinement.run(client=idle).ranges == 0, "what is left was read where the message was"
    store.erase(message=first)
    assert b"zorblax" not in texts(store)
    assert all(view.same for view in store.rebuild(check=True))


def test_both_at_once_leave_what_neither_needs() -> None:
    store = opened()
    tell(store, PROJECT, f"{BUDGET} The zorblax blueprint is in my locker. I live in Porto.")
    read(store, budget())
    store.erase(containing="zorblax")
    assert b"zorblax" not in texts(store)
    assert held(store)["user|user|location|"] == "Porto"
    assert all(view.same for view in store.rebuild(check=True)) and store.verify().ok


def test_what_is_remembered_elsewhere_under_the_same_slot_is_where_its_words_are_from() -> None:
    store = opened()
    first, second = tell(store, "The zorblax budget is ten thousand.", "We now have forty thousand for it.")
    [slot] = held(store)
    read(store, proposal("forty thousand", "We now have forty thousand", 2, slot="k1", replaces=True))
    assert held(store) == {slot: "forty thousand"}
    [derived] = refinements(store).derived.values()
    assert (derived.message, derived.context) == (second, (first,))
    store.erase(message=first)
    assert b"zorblax" not in texts(store)


def test_a_session_takes_all_that_was_noted_of_it() -> None:
    store = opened()
    tell(store, CAT, session="hush")
    store.refinement.run(client=MockLLMClient([ValueError()]))
    read(store, 5)
    assert {"RefinementFailed", "RefinementRefused", "RefinementProposed"} <= set(kinds(store))
    store.erase(session="hush")
    assert b"hush" not in texts(store)
    assert refinements(store).reads == {} == refinements(store).refusals


def test_the_fold_comes_to_the_same_in_any_number_of_pieces_and_when_it_was_saved() -> None:
    store = opened()
    tell(store, PROJECT, BUDGET, CAT)
    read(store, budget(), 5)
    store.snapshots.create("here")
    tell(store, "Our dog is Rex.", hour=9)
    store.refinement.run(client=MockLLMClient([ValueError()]))
    store.snapshots.restore("here")
    store.erase(message=1)
    whole = View(RefinementsFold())
    replay(store.log, [whole])
    fold = RefinementsFold()
    for piece in (1, 3, 7):
        view = View(RefinementsFold())
        for until in range(piece, store.log.head().position + piece, piece):
            replay(store.log, [view], until)
            view.state = fold.load(fold.dump(view.state))
        assert view.digest() == whole.digest()
