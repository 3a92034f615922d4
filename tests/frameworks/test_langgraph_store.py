"""The LangGraph store: what is only ours (search, the past, erasure, scopes), and what its contract says of time."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.store.base import BaseStore, GetOp, Item, PutOp, SearchOp

from awhm import items as ours
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.ram_log import RamLog
from awhm.frameworks import langgraph_store
from awhm.frameworks.anthropic_memory import AWHMMemoryTool
from awhm.frameworks.langgraph_store import AWHMStore
from awhm.hooks.pauses import pause
from awhm.jobs.transfer import export
from awhm.jobs.transfer_in import import_log
from awhm.language.time import iso
from awhm.store import Store

USER = ("users", "42")


@pytest.fixture
def store() -> Store:
    return Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())


@pytest.fixture
def kept(store: Store) -> AWHMStore:
    return AWHMStore(store)


def keys(items: list[Any]) -> list[str]:
    return [item.key for item in items]


def test_a_search_is_our_recall_within_a_namespace(store: Store, kept: AWHMStore) -> None:
    store.log_message("talk", "user", "I like pizza with pineapple.")
    kept.put(USER, "food", {"memory": "Likes pizza with pineapple.", "stars": 5})
    kept.put(USER, "work", {"memory": "Works as a carpenter."})
    kept.put(("users", "43"), "food", {"memory": "Hates pizza with pineapple.", "stars": 5})
    found = kept.search(USER, query="pizza with pineapple", limit=1)
    assert keys(found) == ["food"] and found[0].namespace == USER and 0 < (found[0].score or 0) <= 1
    everywhere = kept.search(("users",), query="pizza with pineapple", filter={"stars": {"$gte": 4}})
    assert {item.namespace for item in everywhere} == {USER, ("users", "43")}
    assert kept.search(("nobody",), query="pizza") == [] and kept.search((*USER, "x"), query="pizza") == []
    assert keys(kept.search(USER, query="pizza with pineapple", filter={"stars": 1})) == []
    whole = keys(kept.search(("users",), query="pizza with pineapple carpenter"))
    paged = [keys(kept.search(("users",), query="pizza with pineapple carpenter", limit=1, offset=n)) for n in range(3)]
    assert [one for page in paged for one in page] == whole
    assert kept.search(USER, query="pizza", limit=0) == [] and kept.search(USER, query=" ") == kept.search(USER)


def test_what_is_put_is_recalled_like_anything_else_until_it_is_deleted(store: Store, kept: AWHMStore) -> None:
    kept.put(USER, "food", {"memory": "Likes pizza with pineapple."})
    assert [one.content for one in store.recall("pizza")] == ["memory: Likes pizza with pineapple."]
    kept.delete(USER, "food")
    assert store.recall("pizza") == [] and kept.get(USER, "food") is None


def test_the_index_says_what_a_value_is_found_by(store: Store) -> None:
    kept = AWHMStore(store, index={"fields": ["title", "parts[*].text"]})
    kept.put(USER, "a", {"title": "Orchids", "parts": [{"text": "water weekly"}], "secret": "marmalade"})
    kept.put(USER, "b", {"title": "Ferns", "note": "orchids"}, index=["note"])
    kept.put(USER, "c", {"title": "Orchids hidden"}, index=False)
    assert sorted(keys(kept.search(USER, query="orchids weekly"))) == ["a", "b"]
    assert store.recall("marmalade", semantic=False) == [] == store.recall("users 42 c hidden", semantic=False)
    assert next(one.content for one in store.recall("orchids weekly")) == "Orchids\nwater weekly"
    assert keys(kept.search(USER)) == ["a", "b", "c"], "it can still be read"
    with pytest.raises(Refused, match="dims, embed"):
        AWHMStore(store, index={"dims": 8, "embed": lambda texts: [[0.0] * 8 for _ in texts]})


def test_the_past_can_be_asked_about(store: Store, kept: AWHMStore, monkeypatch: pytest.MonkeyPatch) -> None:
    times = [1_700_000_000_000 + step * 60_000 for step in range(4)]
    for time, value in zip(times, ({"v": "first"}, {"v": "second"}, None), strict=False):
        monkeypatch.setattr(ours, "clock", lambda time=time: time)
        kept.batch([PutOp(USER, "k", value)])
    monkeypatch.undo()
    got = [kept.at(as_of=iso(time + 1)).get(USER, "k") for time in times]
    assert [one and one.value for one in got] == [{"v": "first"}, {"v": "second"}, None, None]
    assert kept.at(as_of=iso(times[0] - 1)).get(USER, "k") is None
    known = [kept.at(known_at=position).get(USER, "k") for position in range(6)]
    assert [one and one.value["v"] for one in known] == [None, None, "first", "first", "second", None]
    assert keys(kept.at(known_at=4).search(USER, query="second")) == ["k"]
    assert kept.at(known_at=2).list_namespaces() == [USER] and kept.list_namespaces() == []
    told = [(one.value, one.deleted) for one in kept.history(USER, "k")]
    assert told == [({"v": "first"}, False), ({"v": "second"}, False), (None, True)]
    with pytest.raises(Refused, match="shows the past"):
        kept.at(known_at=2).put(USER, "k", {"v": "third"})
    with pytest.raises(Refused, match="no position 99"):
        kept.at(known_at=99)


def test_a_value_ends_after_its_time_to_live_unless_it_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_700_000_000_000]
    for module in (ours, langgraph_store):
        monkeypatch.setattr(module, "clock", lambda: now[0])
    kept = AWHMStore(store, ttl={"default_ttl": 10, "refresh_on_read": False})
    kept.put(USER, "default", {"v": 1})
    kept.put(USER, "read", {"v": 1}, ttl=10)
    kept.put(USER, "ever", {"v": 1}, ttl=None)
    written = store.log.head().position
    now[0] += 9 * 60_000
    assert kept.get(USER, "default") and kept.search(USER) and store.log.head().position == written
    assert kept.get(USER, "read", refresh_ttl=True) and store.log.head().position == written + 1
    assert kept.get(USER, "read", refresh_ttl=True) and store.log.head().position == written + 1, "it had just been"
    now[0] += 60_000
    assert keys(kept.search(USER)) == ["read", "ever"] and kept.get(USER, "default") is None
    found = kept.get(USER, "read")
    assert isinstance(found, Item) and found.created_at == found.updated_at, "renewing is no update"
    now[0] += 9 * 60_000
    assert keys(kept.search(USER)) == ["ever"]
    with pytest.raises(Refused, match="time to live"):
        kept.put(USER, "x", {"v": 1}, ttl=-1)
    assert [one.deleted for one in kept.history(USER, "read")] == [False]


def test_what_has_expired_is_recalled_no_more(store: Store, kept: AWHMStore, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.put(USER, "k", {"v": "Orchids bloom."}, ttl=60)
    assert len(store.recall("orchids")) == 1
    later = iso(1_000 * (store.log.head().recorded // 1_000) + 3_700_000)
    assert store.recall("orchids", as_of=later) == []
    told = store.recall("orchids", as_of=later, include_history=True)
    assert [one.status for one in told] == ["ended"]


def test_times_are_of_the_first_put_and_the_last(kept: AWHMStore, monkeypatch: pytest.MonkeyPatch) -> None:
    found = None
    for second, value in enumerate(({"v": 1}, {"v": 2}, None, {"v": 3}), 1_700_000_000):
        monkeypatch.setattr(ours, "clock", lambda second=second: second * 1_000)
        kept.batch([PutOp(USER, "k", value)])
        found = kept.get(USER, "k")
        if value == {"v": 2}:
            assert found is not None
            assert (found.created_at.timestamp(), found.updated_at.timestamp()) == (second - 1, second)
    assert found is not None and found.created_at == found.updated_at, "it began anew"


def test_a_batch_is_one_commit_and_reads_what_was_before(store: Store, kept: AWHMStore) -> None:
    answers = kept.batch([PutOp(USER, "a", {"v": 1}), GetOp(USER, "a"), PutOp(USER, "b", {"v": 2}), SearchOp(())])
    assert answers == [None, None, None, []]
    sizes = {int.from_bytes(header[8:10], "big") for _, header, _ in store.log.read()}
    kinds = [chain.kind_of(header) for _, header, _ in store.log.read()]
    assert sizes == {4} and kinds == [Kind.MESSAGE_LOGGED, Kind.ITEM_PUT] * 2
    with pytest.raises(TypeError):
        kept.batch([PutOp(USER, "c", {"v": 1}), PutOp(USER, "d", {"v": object()})])
    with pytest.raises(Refused):
        kept.batch([PutOp(USER, "c", {"v": 1}), PutOp(USER, "d", {"v": float("nan")})])
    assert kept.get(USER, "c") is None, "all of it or nothing"


def test_a_value_is_json_as_another_process_would_read_it(kept: AWHMStore) -> None:
    kept.put(USER, "k", {"pair": (1, 2), "deep": {"n": None}})
    found = kept.get(USER, "k")
    assert found is not None and found.value == {"pair": [1, 2], "deep": {"n": None}}


def test_scopes_share_nothing(store: Store, kept: AWHMStore) -> None:
    other = AWHMStore(Store(AWHMConfig(mock_embeddings=True, ner=False, scope="project"), log=store.log))
    kept.put(USER, "k", {"v": "orchids"})
    assert other.get(USER, "k") is None and other.search((), query="orchids") == [] == other.list_namespaces()
    other.put(USER, "k", {"v": "ferns"})
    other.delete(USER, "k")
    assert keys(kept.search((), query="orchids")) == ["k"] and kept.history(USER, "k")[0].value == {"v": "orchids"}
    assert len(kept.history(USER, "k")) == 1 == len(kept.list_namespaces())


def test_erasing_reaches_values_names_and_what_is_found_by_nothing(tmp_path: Path) -> None:
    settings = AWHMConfig(data_dir=tmp_path / "data", mock_embeddings=True, ner=False, save_every=1)
    store = Store(settings)
    kept = AWHMStore(store)
    kept.put(("users", "zebedee@example"), "k", {"v": "quinces"})
    kept.put(USER, "pin", {"pin": "4711-zebedee"}, index=False)
    kept.put(USER, "note", {"v": "Ask zebedee.", "w": "keep"})
    kept.put(USER, "note", {"v": "Ask nobody."})
    kept.put(USER, "other", {"v": "quinces"})
    kept.delete(("users", "zebedee@example"), "k")
    store.erase(containing="zebedee")
    assert kept.get(USER, "pin") is None and keys(kept.search(())) == ["note", "other"]
    assert [(one.value, one.deleted) for one in kept.history(USER, "note")] == [({"v": "Ask nobody."}, False)]
    assert kept.history(("users", "zebedee@example"), "k") == []
    assert all(view.same for view in store.rebuild(check=True)) and store.verify().ok
    store.close()
    holding = [path for path in (tmp_path / "data").rglob("*") if path.is_file() and b"zebedee" in path.read_bytes()]
    assert holding == []


def test_an_item_is_erased_by_its_name(store: Store, kept: AWHMStore) -> None:
    kept.put(("a", "b"), "c", {"v": 1})
    kept.put(("a",), "b/c", {"v": 2})
    for name, code in (("a/b/c", "ambiguous"), ("a/x", "no_such_item")):
        with pytest.raises(Refused) as refused:
            store.erase(item=name)
        assert refused.value.code == code
    kept.put(("a",), "d", {"v": 3})
    store.erase(item="a/d")
    assert keys(kept.search(())) == ["c", "b/c"] and kept.history(("a",), "d") == []


def test_a_log_that_is_exported_and_imported_has_the_same_items(tmp_path: Path, store: Store, kept: AWHMStore) -> None:
    kept.put(USER, "k", {"v": "orchids"})
    kept.put(USER, "gone", {"v": "ferns"})
    kept.delete(USER, "gone")
    with open(tmp_path / "log.jsonl", "wb") as file:
        export(store.log, store.writer, file.write)
    import_log(str(tmp_path / "log.jsonl"), str(tmp_path / "copy"))
    copy = Store(AWHMConfig(data_dir=tmp_path / "copy", mock_embeddings=True, ner=False))
    assert keys(AWHMStore(copy).search(())) == ["k"] and [one.id for one in copy.recall("orchids")] == ["m1"]
    assert copy.verify().ok
    copy.close()


def test_items_are_no_words_of_the_user(store: Store, kept: AWHMStore) -> None:
    """An agent's notes are recalled, and nothing is believed of the user because of them."""
    kept.put(USER, "k", {"memory": "I live in Oslo. My sister is called Anya. Always use tabs."})
    AWHMMemoryTool(store).files.create("/memories/a.md", "I live in Rome. I prefer spaces.")
    store.consolidate()
    assert store.status()["memories"] == 0
    assert len(store.recall("Oslo Rome")) == 2


def test_the_memory_tool_s_files_are_items_of_the_store_too(store: Store, kept: AWHMStore) -> None:
    tool = AWHMMemoryTool(store)
    tool.files.create("/memories/a.md", "tabs")
    found = kept.get(("memories",), "a.md")
    assert found is not None and found.value == {"content": "tabs"}
    kept.put(("memories",), "b.md", {"content": "spaces"})
    kept.put(("memories",), "c.json", {"size": 2})
    assert tool.files.view("/memories/b.md").endswith("1\tspaces")
    assert tool.files.view("/memories/c.json").endswith('     1\t{\n     2\t  "size": 2\n     3\t}')


def test_nothing_is_put_while_memory_is_paused(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "data", mock_embeddings=True, ner=False))
    kept = AWHMStore(store)
    kept.put(USER, "k", {"v": 1})
    pause(str(tmp_path / "data"), 0, None)
    with pytest.raises(Refused, match="paused"):
        kept.put(USER, "k", {"v": 2})
    assert (found := kept.get(USER, "k")) is not None and found.value == {"v": 1}
    store.close()


class Chat(TypedDict):
    """The state of the graph below."""

    question: str
    answer: str


def test_a_real_graph_remembers_across_runs(store: Store) -> None:
    def remember(state: Chat, *, store: BaseStore) -> dict[str, str]:
        store.put(("facts",), state["question"], {"text": state["question"]})
        return {}

    def answer(state: Chat, *, store: BaseStore) -> dict[str, str]:
        found = store.search(("facts",), query=state["question"], limit=5)
        return {"answer": " / ".join(sorted(item.value["text"] for item in found))}

    langgraph: Any = importlib.import_module("langgraph.graph")  # its types are too many to check
    builder = langgraph.StateGraph(Chat)
    builder.add_node("remember", remember)
    builder.add_node("answer", answer)
    builder.add_edge(langgraph.START, "remember")
    builder.add_edge("remember", "answer")
    builder.add_edge("answer", langgraph.END)
    graph = builder.compile(store=AWHMStore(store))
    graph.invoke({"question": "The orchids are in the hall.", "answer": ""})
    said = graph.invoke({"question": "Who waters the orchids?", "answer": ""})
    assert said["answer"] == "The orchids are in the hall. / Who waters the orchids?"
    again = asyncio.run(graph.ainvoke({"question": "Where are the orchids?", "answer": ""}))
    assert again["answer"].count("orchids") == 3


def test_many_at_once_wait_for_each_other_and_lose_nothing(kept: AWHMStore) -> None:
    async def put() -> list[Any]:
        await asyncio.gather(*(kept.aput(USER, f"k{number}", {"v": number}) for number in range(20)))
        await asyncio.gather(*(kept.adelete(USER, f"k{number}") for number in range(0, 20, 2)))
        return [await kept.asearch(USER, limit=50), await kept.aget(USER, "k1"), await kept.alist_namespaces()]

    found, one, spaces = asyncio.run(put())
    assert sorted(item.value["v"] for item in found) == list(range(1, 20, 2))
    assert one is not None and one.value == {"v": 1} and spaces == [USER]


def test_an_encrypted_store_keeps_items_sealed_and_erases_them(tmp_path: Path) -> None:
    settings = AWHMConfig(
        data_dir=tmp_path / "data", state_dir=tmp_path / "state", mock_embeddings=True, ner=False, encrypt=True
    )
    store = Store(settings)
    kept = AWHMStore(store)
    kept.put(USER, "k", {"v": "Zebedee likes quinces."})
    kept.put(USER, "other", {"v": "ferns"})
    assert keys(kept.search(USER, query="quinces", limit=1)) == ["k"]
    store.erase(item="users/42/k")
    assert keys(kept.search(USER)) == ["other"] and store.verify().ok
    store.close()
    again = Store(settings)
    assert keys(AWHMStore(again).search(USER)) == ["other"]
    again.close()
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert not [path for path in files if b"quinces" in path.read_bytes() or b"users/42" in path.read_bytes()]
