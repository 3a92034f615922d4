"""Scopes: user, agent, project in one file. Nothing of one is in any answer of another, unless it is named."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.commands.entities import listed
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.log import Log
from awhm.events.ram_log import RamLog
from awhm.jobs.importing import import_files
from awhm.projections.graph_view import graph_view
from awhm.store import Store

Open = dict[str, Store]
HERS = "I live in Westhill and my clinic is the Westhill clinic."
LATER = 1_900_000_000_000  # in 2030
HIS = "I live in Harbourton and my dentist is in Harbourton."


def in_scope(log: Log, scope: str, **more: Any) -> Store:
    return Store(AWHMConfig(scope=scope, mock_embeddings=True, ner=False, **more), log=log)


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Open]:
    """Two scopes in one data directory, each with one session of the same name, one consolidated by the other."""
    opened = {
        name: Store(AWHMConfig(data_dir=tmp_path, scope=name, mock_embeddings=True, ner=False, save_every=2))
        for name in ("ana", "bo")
    }
    opened["ana"].log_message("s1", "user", HERS, {"tags": ["health"]}, speaker="Ana")
    opened["bo"].log_message("s1", "user", HIS, speaker="Bo")
    opened["bo"].consolidate()
    opened["ana"].consolidate()
    yield opened
    for store in opened.values():
        store.close()


def everything(store: Store) -> str:
    """All that a store tells without being given a position of the log."""
    graph, names = store.graph(), store.entities()
    named = {one.entity: (one.name, one.label) for one in listed(names)}
    questions = ("Where do I live?", "clinic", "dentist", "Westhill Harbourton")
    ways: list[dict[str, Any]] = [{}, {"as_of": "2030-01-01T00:00:00Z"}, {"session": "s1"}, {"semantic": False}]
    answers = [
        [result.to_dict() for result in store.recall(question, k=50, include_history=True, **more)]
        for question in questions
        for more in ways
    ]
    sessions = store.sessions()
    told = (sessions.listing(), sessions.speakers(), sessions.counts(), sessions.spoken(range(len(sessions.messages))))
    status = {key: value for key, value in store.status().items() if key not in ("events", "head", "log_id")}
    return repr((answers, told, graph.all_said(), graph_view(graph, LATER, named), named, status))


def test_no_answer_of_one_scope_holds_anything_of_another(stores: Open) -> None:
    """BC-DEL-14: recall, the past, lists, entities, the graph and the counts; the same session id is no bridge."""
    hers, his = everything(stores["ana"]), everything(stores["bo"])
    assert "Westhill" in hers and "'m1'" in hers
    assert "Harbourton" in his and "'m2'" in his
    assert not any(word in hers for word in ("Harbourton", "dentist", "'Bo'", "'m2'"))
    assert not any(word in his for word in ("Westhill", "'Ana'", "health", "'m1'"))
    assert stores["bo"].sessions().counts().messages == 1


def test_it_is_so_after_the_views_were_saved_and_loaded_and_rebuilt(stores: Open, tmp_path: Path) -> None:
    before = everything(stores["bo"])
    for store in stores.values():
        store.close()
    again = Store(AWHMConfig(data_dir=tmp_path, scope="bo", mock_embeddings=True, ner=False))
    assert everything(again) == before
    assert all(one.same for one in again.rebuild(check=True))
    again.close()


def test_words_of_another_scope_have_no_share_in_a_score() -> None:
    alone, shared = RamLog(key=b"k" * 32), RamLog(key=b"k" * 32)
    for log in (alone, shared):
        store = in_scope(log, "ana")
        store.log_message("s", "user", "the ferry leaves at nine")
        store.log_message("s", "user", "the bakery opens at seven")
    for number in range(20):
        in_scope(shared, "bo").log_message("s", "user", f"ferry {number} bakery")
    first, second = (in_scope(log, "ana").recall("ferry bakery", semantic=False) for log in (alone, shared))
    assert [(one.id, one.score) for one in first] == [(one.id, one.score) for one in second]


def test_a_consolidation_reads_the_messages_of_its_own_scope_alone(stores: Open) -> None:
    for name, word in (("ana", "Westhill"), ("bo", "Harbourton")):
        said = stores[name].graph().all_said()
        assert said and all(one.slot is None or one.slot.startswith(f"{name}|") for one in said)
        assert any(word in one.value for one in said)
        assert stores[name].unconsolidated() == 0


def test_another_consolidation_does_not_mark_what_waits_here_as_done() -> None:
    log = RamLog()
    hers, his = in_scope(log, "ana"), in_scope(log, "bo")
    hers.log_message("s", "user", "I live in Westhill.")
    his.log_message("s", "user", "I live in Harbourton.")
    his.consolidate()
    assert hers.unconsolidated() == 1
    assert hers.recall("Where do I live?")[0].status is not None, "it is heard before it is consolidated"
    assert hers.consolidate().memories == 1


def test_a_filter_leaves_nothing_out_because_others_have_more() -> None:
    """BC-RET-15."""
    log = RamLog()
    ana = in_scope(log, "ana")
    for number in range(1, 201):
        ana.log_message("s", "user", f"ana drinks coffee number {number}")
    bo = in_scope(log, "bo")
    bo.log_message("s", "user", "bo drinks decaf coffee")
    assert [one.content for one in bo.recall("coffee", k=5)] == ["bo drinks decaf coffee"]


def test_scopes_that_are_named_are_asked_together(stores: Open) -> None:
    bo = stores["bo"]
    both = bo.recall("Where do I live?", scopes=["bo", "ana"], k=10)
    assert {one.content for one in both} == {HERS, HIS}
    assert [one.score for one in both] == sorted((one.score for one in both), reverse=True)
    assert len(bo.recall("Where do I live?", scopes=("ana", "bo", "ana"), k=1)) == 1
    assert {one.content for one in bo.recall("Where do I live?", scopes="ana")} == {HERS}
    assert {one.content for one in bo.recall("Where do I live?")} == {HIS}, "naming some once names them once"


@pytest.mark.parametrize("scopes", [["ana", "an"], ["Ana"], "user", ["ana "]])
def test_an_unknown_scope_is_refused_and_no_other_is_named(stores: Open, scopes: Any) -> None:
    with pytest.raises(Refused) as refused:
        stores["bo"].recall("clinic", scopes=scopes)
    assert refused.value.code == "no_such_scope"
    assert "ana" not in refused.value.hint


@pytest.mark.parametrize("scopes", [[], "", [" "], ["bo", ""]])
def test_no_scope_is_not_every_scope(stores: Open, scopes: Any) -> None:
    with pytest.raises(Refused) as refused:
        stores["bo"].recall("clinic", scopes=scopes)
    assert refused.value.code == "empty_filter"


def test_ones_own_empty_scope_is_no_error(stores: Open, tmp_path: Path) -> None:
    new = Store(AWHMConfig(data_dir=tmp_path, scope="new", mock_embeddings=True))
    assert new.recall("clinic") == new.recall("clinic", scopes="new") == []
    new.close()


def test_each_scope_recognises_its_own_keys_and_imports(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(
        '{"session_id": "s", "role": "user", "content": "the ferry", "timestamp": "2024-05-01T00:00:00Z"}\n'
    )
    log = RamLog()
    stores = [in_scope(log, name) for name in ("user", "ana", "bo")]
    for store in stores:
        assert store.log_message("s", "user", "hello", idempotency_key="k")[1]
        assert not store.log_message("s", "user", "hello", idempotency_key="k")[1]
        assert [import_files([str(file)], store.writer).new for _ in range(2)] == [1, 0]
        assert store.sessions().counts().messages == 2


texts = st.sampled_from(["I live in Oslo.", "I live in Rome.", "the ferry is late", "My sister is Anya.", "ok"])
turns = st.lists(st.tuples(st.sampled_from(["ana", "bo"]), st.sampled_from(["s", "t"]), texts), max_size=8)


@settings(max_examples=12, deadline=None)
@given(turns, st.booleans())
def test_a_scope_in_a_shared_log_is_what_it_would_be_alone(told: list[tuple[str, str, str]], settle: bool) -> None:
    """Only positions differ: others' events are between its own."""

    def seen(names: set[str]) -> list[Any]:
        log = RamLog(key=b"k" * 32)
        for number, (scope, session, text) in enumerate(told):
            if scope in names:
                in_scope(log, scope).log_message(session, "user", text, timestamp=f"2024-05-01T00:00:{number:02d}Z")
        for scope in sorted(names):
            if settle:
                in_scope(log, scope).consolidate()
        store = in_scope(log, "ana")
        answers = [
            [(one.content, one.score, one.session_id, one.status) for one in store.recall(question)]
            for question in ("Where do I live?", "ferry", "Who is my sister?")
        ]
        return [answers, store.sessions().counts(), store.status()["memories"], store.unconsolidated()]

    assert seen({"ana"}) == seen({"ana", "bo"})


def test_views_of_before_each_scope_had_its_own_are_removed(tmp_path: Path) -> None:
    config = AWHMConfig(data_dir=tmp_path, mock_embeddings=True, ner=False, save_every=1)
    for number in range(2):
        store = Store(config)
        store.log_message("s1", "user", f"note {number}")
        store.recall("note")
        store.close()
        (mine,) = (path for path in (tmp_path / "views").iterdir() if path.is_dir())
        assert [path.name for path in (tmp_path / "views").iterdir()] == [mine.name]
        for path in mine.iterdir():
            shutil.copy(path, tmp_path / "views")  # as it was once
