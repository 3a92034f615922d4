"""Importing once more what was erased since: it does not come back, unless that is what is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from erased import opened, sound

from awhm.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return opened(tmp_path / "store")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "turns.jsonl"
    turns = [
        {"role": "user", "content": f"My number {name} is {name}1.", "timestamp": f"2024-03-01T08:0{at}:00Z"}
        for at, name in enumerate(("one", "two", "three"))
    ]
    path.write_text("".join(json.dumps(turn) + "\n" for turn in turns), encoding="utf-8")
    return str(path)


def said(store: Store) -> list[str]:
    return [entry.payload["content"] for entry in store.entries() if entry.payload and "content" in entry.payload]


def test_what_was_erased_stays_erased_and_is_counted(store: Store, file: str) -> None:
    store.import_files([file])
    store.erase(containing="two1")
    done = store.import_files([file])
    assert (done.new, done.known, done.erased) == (0, 3, 1)
    assert said(store) == ["My number one is one1.", "My number three is three1."]
    sound(store)
    store.close()


def test_with_again_it_comes_back_once_and_can_be_erased_once_more(store: Store, file: str) -> None:
    store.import_files([file])
    for _ in range(2):
        store.erase(containing="two1")
        assert store.import_files([file]).erased == 1 and "My number two is two1." not in said(store)
        done = store.import_files([file], again=True)
        assert (done.new, done.known, done.erased) == (1, 2, 0)
        assert store.import_files([file], again=True).new == 0, "it is there now"
        assert said(store).count("My number two is two1.") == 1
        assert store.import_files([file]).erased == 1, "without again the first of its ids is the one that is met"
    sound(store)
    store.close()


def test_again_without_an_erasure_adds_nothing(store: Store, file: str) -> None:
    store.import_files([file])
    done = store.import_files([file], again=True)
    assert (done.new, done.known, done.erased) == (0, 3, 0)
    store.close()


def test_a_redacted_message_does_not_come_back_whole(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    turn = {"role": "user", "content": "My dog is called Rex. I live in Oslo.", "timestamp": "2024-03-01T08:00:00Z"}
    path.write_text(json.dumps(turn) + "\n", encoding="utf-8")
    store.import_files([str(path)])
    store.erase(containing="Rex")
    assert said(store) == ["I live in Oslo."]
    assert store.import_files([str(path)]).new == 0 and said(store) == ["I live in Oslo."]
    store.close()
