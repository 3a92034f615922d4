"""The inputs of `shared/cases/field_reports.jsonl` themselves, read in place, as far as they concern messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from awhm.config import AWHMConfig
from awhm.store import Store

OPS: dict[str, Callable[[list[list[str]]], bool]] = {
    "BC-RET-01": lambda found: sorted(found[0]) == ["The pump in hall A leaks", "The pump in hall B is fine"],
    "BC-RET-02": lambda found: found[0][:1] == ["The harbour is windy today"],
    "BC-RET-05": lambda found: found == [[]],
    "BC-RET-12": lambda found: found == [[]],
    "BC-TMP-14": lambda found: found == [["My bus line is 40 now."]],
    "BC-TMP-15": lambda found: found == [["The team mascot is an otter."]],
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    yield opened
    opened.close()


def case(shared: Path, ident: str) -> dict[str, Any]:
    text = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8")
    return next(one for one in map(json.loads, text.splitlines()) if one["id"] == ident)


def add(store: Store, op: dict[str, Any]) -> None:
    key = op.get("idempotency_key")
    store.log_message("s1", "user", op["text"], timestamp=op.get("ts"), idempotency_key=key)


def by_words(store: Store, question: str, **options: Any) -> list[str]:
    return [result.content for result in store.recall(question, semantic=False, **options)]


@pytest.mark.shared
@pytest.mark.parametrize("ident", OPS)
def test_the_cases_own_operations_on_messages(store: Store, shared: Path, ident: str) -> None:
    found: list[list[str]] = []
    for op in case(shared, ident)["input"]["ops"]:
        if op["op"] == "add":
            add(store, op)
        elif op["op"] == "recall":
            found.append(by_words(store, op["query"], as_of=op.get("as_of"), k=op.get("limit")))
    assert found and OPS[ident](found)


@pytest.mark.shared
@pytest.mark.parametrize(("ident", "texts"), [("BC-STO-12", 2), ("BC-STO-20", 2)])
def test_the_cases_own_messages_are_kept_once_each(store: Store, shared: Path, ident: str, texts: int) -> None:
    for op in case(shared, ident)["input"]["ops"]:
        if op["op"] == "add":
            add(store, op)
    assert len(list(store.entries())) == texts


@pytest.mark.shared
def test_the_cases_own_files_are_imported(store: Store, shared: Path, tmp_path: Path) -> None:
    given = case(shared, "BC-IMP-03")["input"]["files"]
    paths = [tmp_path / f"{number}.jsonl" for number in range(len(given))]
    for path, file in zip(paths, given, strict=True):
        path.write_text(file["text"], encoding="utf-8")
    assert [(d.new, d.known) for d in (store.import_files([str(path)]) for path in paths)] == [(1, 0), (1, 1)]
    history = tmp_path / "history.jsonl"
    history.write_text("\n".join(case(shared, "BC-TMP-12")["input"]["lines"]), encoding="utf-8")
    assert store.import_files([str(history)]).new == 1
    assert by_words(store, "Mistral Bakery", as_of="2019-03-01") == []
    assert len(by_words(store, "Mistral Bakery", as_of="2019-03-05")) == 1
