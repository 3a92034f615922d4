"""The embedding model of a store, and the vectors it has made: found, kept up to date, asked."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from awhm.adapters.embedders import find_embedder, missing
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.language.names import first_person
from awhm.projections import nearest
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.embeddings import Embedder, Embeddings, Number, RamEmbeddings, TokenEmbedder, Wording
from awhm.projections.nearest import Nearness
from awhm.projections.token_vectors import TokenStore, record_dim
from awhm.projections.vectors import Vectors, texts

_logger = logging.getLogger("awhm")
_logger.addHandler(logging.NullHandler())

Payload = Callable[[int], dict[str, Any] | None]


class _Ready(NamedTuple):
    embedder: Embedder
    vectors: Embeddings
    tokens: TokenStore | None


class Model:
    """One store's model, found at first need; every method works where there is none, or refuses clearly."""

    def __init__(self, config: AWHMConfig, folder: str | None, payload: Payload, *, mock: bool) -> None:
        """`folder` is the data directory, None for a store in memory; `payload` gives a message by position."""
        self._config = config
        self._folder = folder
        self._payload = payload
        self._mock = mock
        self._found: _Ready | None = None
        self._missing: Refused | None = None

    def ready(self) -> bool:
        """Whether there is a model. Where there is none it is said once in the log."""
        return self._ready() is not None

    def use(self, embedder: Embedder) -> None:
        """Take this model in place of the one that the settings name, as an evaluation does."""
        self._found = self._opened(embedder)

    def embedder(self) -> Embedder | None:
        """The model itself; None where there is none."""
        ready = self._ready()
        return None if ready is None else ready.embedder

    def asked(
        self,
        question: str,
        speakers: Sequence[str],
        vectors: Vectors,
        rarity: Callable[[Sequence[str]], Sequence[float]],
    ) -> Nearness | None:
        """The signals of meaning for a question, with what was logged since embedded first; None without a model.

        A question that names a speaker is put in the first person, as messages are. `rarity` gives idfs of terms.
        """
        ready = self._ready()
        if ready is None:
            return None
        self._embed_some(vectors, ready)
        wording = first_person(question, speakers) or question
        if ready.tokens is not None:
            asked = cast(TokenEmbedder, ready.embedder).ask(wording)
        else:
            vector = ready.embedder.encode_single(wording)
            asked = Wording(wording, vector, np.zeros((0, 0), np.float32), ())
        return Nearness(vectors, ready.vectors, asked, ready.tokens, rarity)

    def pending(self, vectors: Vectors) -> int:
        """How many passages have no vector of the present model; 0 where there is no model."""
        ready = self._ready()
        return 0 if ready is None else len(nearest.pending(vectors, ready.vectors, ready.tokens).position)

    def embed_pending(
        self, vectors: Vectors, progress: Callable[[int, int], None] | None = None, limit: int | None = None
    ) -> int:
        """Embed what has no vector yet; returns how many passages were embedded.

        Raises Refused (`embedder_missing`) where there is no model. An interruption loses one batch at most.
        """
        ready = self._ready()
        if ready is None:
            assert self._missing is not None
            raise self._missing
        return self._embed(vectors, ready, progress, limit)

    def broken(self) -> int:
        """Check every vector of the present model; how many are broken. They are made again when next needed."""
        ready = self._ready()
        if ready is None:
            return 0
        return ready.vectors.check() + (0 if ready.tokens is None else ready.tokens.blocks.check())

    def status(self) -> dict[str, Any]:
        """The model in the settings, and what is missing and how to get it. Loads no model."""
        return {
            "embed_model": "mock" if self._mock else self._config.embed_model,
            "missing": [] if self._mock else [part._asdict() for part in missing(self._config.embed_model)],
        }

    def _ready(self) -> _Ready | None:
        if self._found is None and self._missing is None:
            config = self._config
            try:
                embedder = find_embedder(
                    config.embed_model, mock=self._mock, dim=config.embed_dim, threads=config.embed_threads
                )
                self._found = self._opened(embedder)
            except Refused as error:
                if error.code != "embedder_missing":
                    raise
                self._missing = error
                _logger.warning("recall goes by words alone: %s %s", error, error.hint)
        return self._found

    def _opened(self, embedder: Embedder) -> _Ready:
        """The model with its stores of vectors."""
        return _Ready(embedder, self._store(embedder.fingerprint, embedder.dim, "<f4"), self._tokens(embedder))

    def _tokens(self, embedder: Embedder) -> TokenStore | None:
        """The store of token vectors; None for a model that gives none."""
        if not hasattr(embedder, "encode_both"):
            return None
        model = cast(TokenEmbedder, embedder)
        blocks = self._store(model.token_fingerprint, record_dim(model.token_dim), "i1")
        return TokenStore(blocks, model.token_dim)

    def _store(self, fingerprint: str, dim: int, number: Number) -> Embeddings:
        if self._folder is None:
            return RamEmbeddings(fingerprint, dim, number)
        return FileEmbeddings(Path(os.path.join(self._folder, "embeddings")), fingerprint, dim, number)

    def _embed_some(self, vectors: Vectors, ready: _Ready) -> None:
        """Embed what was logged since, within the settings' limit; say so if something is left."""
        waiting = len(nearest.pending(vectors, ready.vectors, ready.tokens).position)
        if waiting and waiting <= self._config.query_embed_limit:
            try:
                self._embed(vectors, ready, None, None)
            except Refused as error:  # a full disk or a read-only folder must not stop anyone reading
                if error.code != "embeddings_not_written":
                    raise
                _logger.warning("the newest messages are found by their words alone: %s", error)
        elif waiting:
            _logger.warning("%d passages have no vector yet and are found by their words alone", waiting)

    def _embed(
        self,
        vectors: Vectors,
        ready: _Ready,
        progress: Callable[[int, int], None] | None,
        limit: int | None,
    ) -> int:
        def words(keys: nearest.Keys) -> list[str | None]:
            found: list[str | None] = []
            known: dict[int, dict[int, str]] = {}
            for position, passage in zip(keys.position.tolist(), keys.passage.tolist(), strict=True):
                if position not in known:
                    payload = self._payload(position)
                    known = {position: dict(texts(payload)) if payload is not None else {}}
                found.append(known[position].get(passage))
            return found

        return nearest.embed_pending(vectors, ready.vectors, ready.embedder, words, progress, limit, ready.tokens)
