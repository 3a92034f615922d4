"""The stores that `awhm eval` replays a corpus into, and the work of one process of it."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from awhm.adapters.embedders import find_embedder
from awhm.adapters.hashed import HashedEmbedder
from awhm.commands.command import LogMessage
from awhm.commands.handle import handle_messages
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.append_raw import new_id
from awhm.events.ram_log import RamLog
from awhm.jobs.evaluation.recall_answers import tokens_of
from awhm.jobs.evaluation.recall_cache import CachedEmbedder, cached
from awhm.jobs.evaluation.recall_haystack import Haystack, run_haystack
from awhm.jobs.evaluation.recall_trial import Dated, Facts, Found, RecallTrial, Settings
from awhm.jobs.stage2 import LLMClient
from awhm.language.time import iso
from awhm.projections.embeddings import Embedder
from awhm.store import Store
from awhm.types import RetrievalResult

BATCH = 500  # messages in one transaction
VIEWS = ("bm25", "sessions", "beliefs")  # those that do not hold a log's random ids and salts


@dataclass(frozen=True)
class Bench:
    """What every process of an evaluation is told: the settings of the stores, the model, and where to keep what.

    `client` is the language model that reads what was consolidated (Stage 2); None for none, whatever the settings say.
    """

    config: dict[str, Any]
    settings: Settings
    mock: bool
    cache: str | None
    folder: str | None
    client: LLMClient | None = None


def work(bench: Bench, haystack: Haystack) -> dict[str, Any]:
    """One haystack, in whichever process."""
    return run_haystack(haystack, bench.settings, partial(open_trial, bench, haystack.key))


@contextmanager
def open_trial(bench: Bench, key: str) -> Generator[RecallTrial]:
    """An empty store: in memory, or on disk in a folder of its own under the one that was named.

    Raises Refused (`not_empty`) where something is in that folder.
    """
    if bench.folder is None:
        store = Store(AWHMConfig(**bench.config), log=RamLog(), mock=bench.mock)
    else:
        path = Path(bench.folder) / sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        if path.exists() and any(path.iterdir()):
            raise Refused("not_empty", f"{path} is not empty", "Name a new folder with --dir.")
        # Signed by nobody: a store that is thrown away leaves nothing in the user's own folders.
        given = {**bench.config, "data_dir": str(path), "checkpoint_every": 0, "embed_in_background": False}
        store = Store(AWHMConfig(**given), mock=bench.mock)
    try:
        model = _embedder(bench) if bench.settings.semantic else None
        if isinstance(model, CachedEmbedder):
            store.recaller.model.use(model)
        yield StoreTrial(store, bench.settings, model, bench.client)
    finally:
        store.close()


def _embedder(bench: Bench) -> Embedder | None:
    """The model that recall would use, with what is kept of it before it; None where none is installed."""
    config = AWHMConfig(**bench.config)
    mock = bench.mock or config.mock_embeddings
    try:
        model = find_embedder(config.embed_model, mock=mock, dim=config.embed_dim, threads=config.embed_threads)
    except Refused as error:
        if error.code != "embedder_missing":
            raise
        return None
    kept = bench.cache is not None and not isinstance(model, HashedEmbedder)
    return cached(model, Path(str(bench.cache))) if kept else model


class StoreTrial:
    """See `RecallTrial`."""

    def __init__(
        self, store: Store, settings: Settings, model: Embedder | None, client: LLMClient | None = None
    ) -> None:
        self._client = client
        self._store = store
        self._settings = settings
        self._model = model

    def log(self, messages: Sequence[Dated]) -> list[int]:
        """See `RecallTrial`."""
        positions: list[int] = []
        for start in range(0, len(messages), BATCH):
            commands = [
                LogMessage(new_id(), one.session, one.role, one.content, one.occurred, one.zone, one.speaker)
                for one in messages[start : start + BATCH]
            ]
            positions += handle_messages(commands, self._store.writer).positions
        return positions

    def embed(self) -> None:
        """See `RecallTrial`."""
        if self._model is not None and self._store.recaller.pending():
            self._store.recaller.embed_pending()

    def consolidate(self) -> None:
        """See `RecallTrial`."""
        self._store.consolidate()
        # Until all is read, or a run could read nothing: what failed twice in a row is left.
        while self._client is not None:
            done = self._store.refinement.run(client=self._client)
            if not done.left or not done.ranges:
                break

    def ask(self, question: str, k: int, as_of: int | None) -> list[Found]:
        """See `RecallTrial`."""
        results = self._store.recall(
            question,
            k=k,
            min_score=0.0,
            as_of=None if as_of is None else iso(as_of),
            semantic=self._model is not None,
            include_history=self._settings.include_history,
        )
        return [found(result) for result in results]

    def context(self, question: str, tokens: int, k: int, as_of: int | None) -> str:
        """See `RecallTrial`."""
        return self._store.context(
            question,
            max_tokens=tokens,
            count=tokens_of,
            k=k,
            min_score=0.0,
            as_of=None if as_of is None else iso(as_of),
            semantic=self._model is not None,
            include_history=self._settings.include_history,
        ).text

    def embedder(self) -> Embedder | None:
        """See `RecallTrial`."""
        return self._model

    def facts(self) -> Facts:
        """See `RecallTrial`."""
        keeper = self._store.keeper
        status = self._store.status()
        digests = {name: view.digest() for name, view in keeper.views(VIEWS).items()}
        kept = self._model if isinstance(self._model, CachedEmbedder) else None
        return Facts(
            self._store.log.head().chain.hex(),
            digests,
            status["node_count"],
            None if self._store.folder is None else _size(self._store.folder),
            0 if kept is None else kept.found,
            0 if kept is None else kept.made,
        )


def found(result: RetrievalResult) -> Found:
    """A result as the evaluation sees it: the one place where that is said."""
    return Found(int(result.id.removeprefix("m")), result.score, result.content)


def _size(folder: str) -> int:
    """The bytes of all files in a folder, write-ahead log included."""
    return sum(os.path.getsize(os.path.join(parent, name)) for parent, _, names in os.walk(folder) for name in names)
