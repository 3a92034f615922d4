"""The LangGraph store answers as LangGraph's own InMemoryStore does, whatever is asked in whatever order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore, GetOp, Item, ListNamespacesOp, MatchCondition, Op, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from awhm.config import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.frameworks.langgraph_store import AWHMStore
from awhm.language.text import is_list
from awhm.store import Store

LABELS = st.sampled_from(["users", "docs", "é/%2F", "1"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
KEYS = st.sampled_from(["a", "b", "", "c/../d"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5).filter(lambda text: not text.startswith("\ufeff"))
LEAVES = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | TEXTS
VALUES = st.dictionaries(
    st.sampled_from(["kind", "size", "deep"]),
    LEAVES | st.lists(LEAVES, max_size=2) | st.dictionaries(st.sampled_from(["x", "y"]), LEAVES, max_size=2),
    max_size=3,
)
NUMBERS = st.integers(-2, 2)
WANTED = st.dictionaries(
    st.sampled_from(["kind", "deep"]),
    LEAVES | st.lists(LEAVES, max_size=2) | st.dictionaries(st.sampled_from(["x", "$eq", "$ne"]), LEAVES, max_size=1),
    max_size=2,
)
INDEXES: st.SearchStrategy[Any] = st.sampled_from([None, False, ["kind"]])
PUTS = st.tuples(NAMESPACES, KEYS, st.none() | VALUES, INDEXES).map(lambda given: PutOp(*given))
PATHS = st.lists(LABELS | st.just("*"), min_size=1, max_size=2).map(tuple)
MATCHES: st.SearchStrategy[Any] = st.sampled_from(["prefix", "suffix"])
CONDITIONS = st.tuples(MATCHES, PATHS).map(lambda given: MatchCondition(*given))
GETS = st.tuples(NAMESPACES, KEYS).map(lambda given: GetOp(*given))
SEARCHES = st.tuples(
    st.lists(LABELS, max_size=2).map(tuple), st.none() | WANTED, st.integers(0, 4), st.integers(0, 3)
).map(lambda given: SearchOp(*given))
LISTINGS = st.tuples(
    st.none() | st.lists(CONDITIONS, max_size=2).map(tuple),
    st.none() | st.integers(1, 3),
    st.integers(0, 4),
    st.integers(0, 2),
).map(lambda given: ListNamespacesOp(*given))
READS = GETS | SEARCHES | LISTINGS


def ours() -> tuple[Store, AWHMStore]:
    store = Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())
    return store, AWHMStore(store)


def told(result: Any) -> Any:
    """An answer without its times, which no two stores share."""
    if is_list(result):
        return [told(one) for one in result]
    return (result.namespace, result.key, result.value) if isinstance(result, Item) else result


class Model:
    """InMemoryStore, but that a namespace ends with its last item, and does not begin by being asked about."""

    def __init__(self) -> None:
        self.store = InMemoryStore()
        self.put: dict[tuple[str, ...], set[str]] = {}

    def batch(self, ops: list[Op]) -> list[Any]:
        answers: list[Any] = []
        for op in ops:
            if isinstance(op, GetOp) and op.namespace not in self.put:
                answers.append(None)
            elif isinstance(op, ListNamespacesOp):
                every = op._replace(limit=1000, offset=0, max_depth=None)
                listed: Any = self.store.batch([every])[0]
                cut = sorted({one[: op.max_depth] for one in listed if self.put.get(one)})
                answers.append(cut[op.offset : op.offset + op.limit])
            elif not isinstance(op, PutOp):
                answers.append(self.store.batch([op])[0])
            else:
                answers.append(None)
        last = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
        for op in last.values():
            if op.value is not None:
                self.put.setdefault(op.namespace, set()).add(op.key)
            elif op.namespace in self.put:
                self.put[op.namespace].discard(op.key)
            if op.namespace in self.put:
                self.store.batch([op])
        return answers


@settings(max_examples=60)
@given(st.lists(st.lists(PUTS | READS, min_size=1, max_size=4), max_size=12))
def test_the_same_operations_give_the_same_answers(batches: list[list[Op]]) -> None:
    model, (store, tested) = Model(), ours()
    for ops in batches:
        assert told(tested.batch(ops)) == told(model.batch(ops))
    # Each put is one event with its message, a replay knows what was live, and nothing is in doubt.
    assert all(view.same for view in store.rebuild(["items", "bm25"], check=True)) and store.verify().ok
    again = AWHMStore(Store(AWHMConfig(mock_embeddings=True, ner=False), log=store.log))
    whole = told(model.store.search((), limit=100))
    assert told(again.search((), limit=100)) == told(tested.search((), limit=100)) == whole


@given(VALUES, st.sampled_from(["$gt", "$gte", "$lt", "$lte"]), NUMBERS)
def test_numbers_are_compared_as_it_compares_them(value: dict[str, Any], operator: str, number: int) -> None:
    """Where it can: what is no number makes it stop, and is not found here."""
    _, tested = ours()
    model = InMemoryStore()
    for store in (model, tested):
        store.put(("n",), "k", value)
    found = told(tested.search(("n",), filter={"size": {operator: number}}))
    try:
        expected = told(model.search(("n",), filter={"size": {operator: number}}))
    except (TypeError, ValueError):
        expected = []
    assert found == expected


def test_an_operator_that_there_is_not_is_refused_as_it_refuses_it() -> None:
    stores: list[BaseStore] = [InMemoryStore(), ours()[1]]
    for store in stores:
        store.put(("n",), "k", {"size": 1})
        with pytest.raises(ValueError, match=r"Unsupported operator: \$in"):
            store.search(("n",), filter={"size": {"$in": [1]}})


@pytest.mark.parametrize("namespace", [(), ("a.b",), ("",), ("langgraph", "x"), ("a\x00",), (1,)])
def test_a_name_that_it_refuses_is_refused(namespace: Any) -> None:
    stores: list[BaseStore] = [InMemoryStore(), ours()[1]]
    for store in stores:
        with pytest.raises(ValueError, match=r"[Nn]amespace"):
            store.put(namespace, "k", {"v": 1})
