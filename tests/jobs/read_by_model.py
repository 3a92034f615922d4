"""For tests of Stage 2: conversations, and answers of a model to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awhm.adapters.llm import MockLLMClient
from awhm.config import AWHMConfig
from awhm.events.log import Log
from awhm.events.ram_log import RamLog
from awhm.language.time import iso
from awhm.store import Store

JUNE = 1_717_200_000_000  # 2024-06-01T00:00Z
HOUR = 3_600_000


def opened(log: Log | None = None, **more: Any) -> Store:
    return Store(AWHMConfig(**({"mock_embeddings": True, "ner": False} | more)), log=RamLog() if log is None else log)


def tell(store: Store, *said: str, session: str = "s", hour: int = 0) -> list[int]:
    """Log what is said, an hour apart, "assistant: ..." by the assistant, and consolidate it; the positions."""
    found: list[int] = []
    for number, text in enumerate(said, hour):
        role, _, words = text.partition(": ") if text.startswith(("assistant: ", "tool: ")) else ("user", "", text)
        found.append(store.log_message(session, role, words, timestamp=iso(JUNE + number * HOUR))[0])
    store.consolidate()
    return found


def proposal(value: str, quote: str, message: int = 1, **more: Any) -> dict[str, Any]:
    """A proposal of a model as it should be."""
    sources = [{"message": message, "quote": quote}]
    plain = {"type": "fact", "subject": "user", "slot": None, "value": value, "confidence": 0.9, "sources": sources}
    return plain | more


def answering(*proposals: Any) -> MockLLMClient:
    return MockLLMClient([{"memories": list(proposals)}])


def held(store: Store) -> dict[str, str]:
    """What the memories that hold say, by slot, of those that have one: the words of the value."""
    graph = store.graph()
    return {
        said[-1].slot: said[-1].value
        for memory in graph.all_memories()
        if memory.windows and memory.windows[-1][1] is None and (said := graph.said(memory.id)) and said[-1].slot
    }


def kinds(store: Store) -> list[str]:
    return [entry.kind for entry in store.entries()]


def texts(store: Store) -> bytes:
    """All payloads that are there."""
    return b"\n".join(body for _, _, body in store.log.read() if body is not None)


def reasons(refused: Sequence[Any]) -> list[str]:
    return [one.reason for one in refused]
