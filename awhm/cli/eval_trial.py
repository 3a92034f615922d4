"""The stores that an evaluation tries: each in memory, with the settings and the model that recall would have."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from awhm.adapters.embedders import find_embedder
from awhm.commands.command import LogMessage
from awhm.commands.handle import handle_messages
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.append_raw import new_id
from awhm.events.ram_log import RamLog
from awhm.jobs.evaluation.trial import Answer, Outcome, Said, Trial
from awhm.projections.graph_questions import memories_of, status
from awhm.store import Store
from awhm.types import RetrievalResult

BATCH = 500  # messages in one transaction


class RamTrial:
    """See `Trial`."""

    def __init__(self, store: Store, *, semantic: bool) -> None:
        self._store = store
        self._semantic = semantic

    def log(self, messages: Sequence[Said]) -> list[int]:
        """See `Trial`."""
        positions: list[int] = []
        for start in range(0, len(messages), BATCH):
            commands = [
                LogMessage(new_id(), one.session, one.role, one.content, one.occurred, speaker=one.speaker)
                for one in messages[start : start + BATCH]
            ]
            positions += handle_messages(commands, self._store.writer).positions
        return positions

    def consolidate(self) -> None:
        """See `Trial`."""
        self._store.consolidate()

    def ask(self, question: str) -> list[Answer]:
        """See `Trial`."""
        return self._recall(question)

    def ask_messages(self, question: str) -> list[Answer]:
        """See `Trial`."""
        # As of the head: what recall hears in messages that no consolidation has seen is not in the log.
        return self._recall(question, until=self._store.log.head().position)

    def _recall(self, question: str, **options: Any) -> list[Answer]:
        if self._semantic and self._store.recaller.pending():
            self._store.recaller.embed_pending()
        return [_answer(one) for one in self._store.recall(question, semantic=self._semantic, **options)]

    def extracted(self, message: int) -> bool:
        """See `Trial`."""
        return bool(self._store.graph().by_message(message))

    def outcomes(self, message: int, at: int) -> list[Outcome]:
        """See `Trial`."""
        graph = self._store.graph()
        found = dict.fromkeys(memory for memory, _ in memories_of(graph, message))
        return [Outcome(memory, status(graph, memory, at)) for memory in found]


def _answer(result: RetrievalResult) -> Answer:
    status = None if result.status is None else result.status.value
    return Answer(frozenset([int(result.id.removeprefix("m"))]), result.session_id, status)


def opener(config: AWHMConfig, *, mock: bool, semantic: bool) -> Callable[[], AbstractContextManager[Trial]]:
    """What opens an empty store in memory with these settings; nothing of it is left behind."""

    @contextmanager
    def open_trial() -> Generator[Trial]:
        store = Store(config, log=RamLog(), mock=mock)
        try:
            yield RamTrial(store, semantic=semantic)
        finally:
            store.close()

    return open_trial


def embedder_of(config: AWHMConfig, *, mock: bool) -> dict[str, Any] | None:
    """The model that recall would use, by name and fingerprint; None where there is none."""
    try:
        embedder = find_embedder(
            config.embed_model, mock=mock or config.mock_embeddings, dim=config.embed_dim, threads=config.embed_threads
        )
    except Refused as error:
        if error.code != "embedder_missing":
            raise
        return None
    return {"model": "mock" if mock else config.embed_model, "fingerprint": embedder.fingerprint, "dim": embedder.dim}
