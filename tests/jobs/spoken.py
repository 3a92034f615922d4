"""Logs for tests of consolidation: what is said into them, and what is believed afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

import orjson

from awhm.config import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.jobs.consolidating import Consolidated
from awhm.language.extract import extract
from awhm.language.time import iso
from awhm.projections.graph import Graph
from awhm.store import Store

MAY = 1_714_521_600_000  # 2024-05-01T00:00Z
HOUR = 3_600_000
CITIES = ("Oslo", "Rome", "Lima", "Porto", "Kyoto")
Held = tuple[str | None, str, bool, tuple[tuple[int | None, int | None], ...]]  # slot, value, polarity, windows


def opened(log: RamLog | None = None, **more: Any) -> Store:
    return Store(AWHMConfig(**({"mock_embeddings": True, "ner": False} | more)), log=RamLog() if log is None else log)


def sentence(number: int) -> str:
    """The numbered sentence of a long talk; every fourth says nothing that could be remembered."""
    city = CITIES[number // 4 % len(CITIES)]
    return (
        f"My locker number is {number}.",
        f"I live in {city}.",
        "Is it raining?",
        f"I no longer live in {city}." if number % 8 == 3 else f"I speak {city}ish.",
    )[number % 4]


def say(store: Store, numbers: Iterable[int], session: str | None = None) -> list[int]:
    """Log these sentences, an hour apart, in one session or by turns in three; their positions."""
    return [
        store.log_message(session or "abc"[n % 3], "user", sentence(n), timestamp=iso(MAY + n * HOUR))[0]
        for n in numbers
    ]


def believed(graph: Graph) -> set[Held]:
    """What the memories say: by value and windows, as ids depend on where statements lie in the log."""
    found: list[Held] = []
    for memory in graph.all_memories():
        said = graph.said(memory.id)
        if memory.windows and said:
            found.append((said[0].slot, said[0].value_key, said[0].polarity, memory.windows))
    assert len(found) == len(set(found)), "no memory is there twice"
    return set(found)


def undisturbed(numbers: Iterable[int]) -> set[Held]:
    store = opened()
    say(store, numbers)
    store.consolidate()
    return believed(store.graph())


def kinds(store: Store, after: int = 0) -> Counter[str]:
    return Counter(entry.kind for entry in store.entries(after))


def read_once(store: Store, messages: Collection[int]) -> None:
    """Every message that says something has its statements once, and every one is done."""
    extracted = Counter(e.payload["message"] for e in store.entries() if e.kind == "StatementsExtracted" and e.payload)
    assert set(extracted.values()) <= {1}, "no statement is there twice"
    payloads = {position: orjson.loads(store.log.payload(position) or b"{}") for position in messages}
    speaking = {p for p, payload in payloads.items() if payload and extract(payload["content"], role="user")}
    assert extracted.keys() == speaking, "none was passed over"
    assert store.consolidate() == Consolidated()


def sound(store: Store) -> None:
    """The log verifies, and every view is what a rebuild gives."""
    assert store.verify().ok
    assert all(view.same for view in store.rebuild(check=True))


class Stopped(BaseException):
    """The power is cut: nothing catches it."""
