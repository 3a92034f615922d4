"""Asking a store: finds the model, keeps its vectors up to date, and turns positions back into words."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from awhm.adapters.embedders import find_embedder, missing
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.fold import Array
from awhm.events.log import Log
from awhm.language.names import first_person
from awhm.language.passages import passages
from awhm.language.text import clean
from awhm.language.time import Given, iso, moment
from awhm.language.tokens import terms
from awhm.projections import bm25_search, nearest
from awhm.projections.buffer import tail
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.embeddings import Embedder, Embeddings, RamEmbeddings
from awhm.projections.keeper import Keeper
from awhm.projections.recall import POOL, Allowed, Hit, Weights, recall
from awhm.projections.sessions import Sessions
from awhm.projections.vectors import Vectors, texts
from awhm.types import RetrievalResult, Role

_logger = logging.getLogger("awhm")
_logger.addHandler(logging.NullHandler())


class Recaller:
    """Answers questions over one log's views, with a model if there is one and without if not."""

    def __init__(self, log: Log, keeper: Keeper, config: AWHMConfig, folder: str | None, *, mock: bool) -> None:
        self._log = log
        self._keeper = keeper
        self._config = config
        self._folder = folder
        self._mock = mock
        self._model: tuple[Embedder, Embeddings] | None = None
        self._no_model: Refused | None = None

    def recall(
        self,
        text: str,
        *,
        k: int | None = None,
        with_trace: bool | None = None,
        as_of: Given | None = None,
        semantic: bool = True,
        until: int | None = None,
        min_score: float | None = None,
        session: str | None = None,
    ) -> list[RetrievalResult]:
        """The best messages for a question, best first.

        `until` is a position of the log: nothing later counts. `as_of`: nothing said later is shown.
        `session` is the one that asks: its asking turn is left out. Raises Refused for a blank question,
        a `k` below 1 or a `min_score` outside 0 to 1, Damaged if a payload is not what was written.
        """
        question = clean(text)
        if not question.strip():
            raise Refused("empty", "the question is empty", "Ask for something.")
        k = self._config.k if k is None else k
        if k < 1:
            raise Refused("bad_k", f"k is {k}; it must be at least 1")
        floor = self._config.min_score if min_score is None else min_score
        if not 0 <= floor <= 1:
            raise Refused("bad_min_score", f"min_score is {floor}; scores run from 0 to 1")
        model = self._ready_model() if semantic else None
        names = ["bm25", "sessions"] + (["buffer"] if session is not None else []) + (["vectors"] if model else [])
        views = {name: view.state for name, view in self._keeper.views(names).items()}
        latest = [] if session is None else tail(views["buffer"], session, until)
        echo = self._asking_turn(question, latest)
        allowed = _allowed(views["sessions"], None if as_of is None else moment(as_of).ms, echo)
        dense = None
        if model is not None:
            self._embed_some(views["vectors"], model)
            speakers = views["sessions"].speakers(until)
            dense = _Nearest(views["vectors"], model[1], _vectors(question, speakers, model[0]))
        weights = Weights(self._config.w_semantic, self._config.w_lexical)
        asked = terms(question)
        pool = max(POOL, 2 * k)  # at least twice what is asked for
        hits = recall(views["bm25"], asked, dense, weights, until=until, allowed=allowed, pool=pool)
        best = [hit for hit in hits if hit.score >= floor][:k]
        found = self._results(best, views["sessions"], set(latest))
        if not (self._config.trace_retrieval if with_trace is None else with_trace):
            return [result for _, result in found]
        return [
            _traced(result, _trace(hit, weights, bm25_search.explain(
                views["bm25"], asked, hit.position, hit.passage, until=until)))
            for hit, result in found
        ]  # fmt: skip

    def _asking_turn(self, question: str, latest: Sequence[int]) -> int | None:
        """Of a session's latest messages the position of the last one of the user, if that is the question."""
        for position in reversed(latest):
            payload = self._payload(position)
            if payload is not None and payload["role"] == Role.USER:
                return position if _same(payload["content"], question) else None
        return None

    def _results(self, hits: Sequence[Hit], sessions: Sessions, mine: set[int]) -> list[tuple[Hit, RetrievalResult]]:
        rows = sessions.rows_of([hit.position for hit in hits])
        results: list[tuple[Hit, RetrievalResult]] = []
        for hit, spoken in zip(hits, sessions.spoken(rows), strict=True):
            payload = self._payload(hit.position)
            if payload is None:  # erased since the views were caught up
                continue
            spans = passages(payload["content"])
            result = RetrievalResult(
                "",
                payload["content"],
                round(hit.score, 6),
                "buffer" if hit.position in mine else "raw_log",
                id=f"m{hit.position}",
                session_id=spoken.session,
                role=spoken.role,
                occurred=iso(spoken.occurred, spoken.zone),
                speaker=spoken.speaker,
                passage=spans[hit.passage] if len(spans) > 1 else None,
            )
            results.append((hit, result))
        return results

    def _payload(self, position: int) -> dict[str, Any] | None:
        raw = self._log.payload(position)
        return None if raw is None else orjson.loads(raw)

    # The model and its vectors ---------------------------------------------------------------------

    def _ready_model(self) -> tuple[Embedder, Embeddings] | None:
        """The embedder and its store; None, said once in the log, where there is no model."""
        if self._model is None and self._no_model is None:
            config = self._config
            try:
                embedder = find_embedder(
                    config.embed_model, mock=self._mock, dim=config.embed_dim, threads=config.embed_threads
                )
                self._model = embedder, self._embeddings(embedder)
            except Refused as error:
                if error.code != "embedder_missing":
                    raise
                self._no_model = error
                _logger.warning("recall goes by words alone: %s %s", error, error.hint)
        return self._model

    def _embeddings(self, embedder: Embedder) -> Embeddings:
        if self._folder is None:
            return RamEmbeddings(embedder.fingerprint, embedder.dim)
        folder = Path(os.path.join(self._folder, "embeddings"))
        return FileEmbeddings(folder, embedder.fingerprint, embedder.dim)

    def _embed_some(self, vectors: Vectors, model: tuple[Embedder, Embeddings]) -> None:
        """Embed what was logged since, within the settings' limit; say so if something is left."""
        waiting = len(nearest.pending(vectors, model[1]).position)
        if waiting and waiting <= self._config.query_embed_limit:
            try:
                self._embed(vectors, model, None, None)
            except Refused as error:  # a full disk or a read-only folder must not stop anyone reading
                if error.code != "embeddings_not_written":
                    raise
                _logger.warning("the newest messages are found by their words alone: %s", error)
        elif waiting:
            _logger.warning("%d passages have no vector yet and are found by their words alone", waiting)

    def _embed(
        self,
        vectors: Vectors,
        model: tuple[Embedder, Embeddings],
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

        return nearest.embed_pending(vectors, model[1], model[0], words, progress, limit)

    def pending(self) -> int:
        """How many passages have no vector of the present model; 0 where there is no model."""
        model = self._ready_model()
        if model is None:
            return 0
        return len(nearest.pending(self._keeper.view("vectors").state, model[1]).position)

    def embed_pending(self, progress: Callable[[int, int], None] | None = None, limit: int | None = None) -> int:
        """Embed what has no vector yet; returns how many passages were embedded.

        Raises Refused (`embedder_missing`) where there is no model. An interruption loses one batch at most.
        """
        model = self._ready_model()
        if model is None:
            assert self._no_model is not None
            raise self._no_model
        return self._embed(self._keeper.view("vectors").state, model, progress, limit)

    def broken_vectors(self) -> int:
        """Check every vector of the present model; how many are broken. They are embedded again when next needed."""
        model = self._ready_model()
        return 0 if model is None else model[1].check()

    def status(self) -> dict[str, Any]:
        """The model in the settings, and what is missing and how to get it. Loads no model."""
        return {
            "embed_model": "mock" if self._mock else self._config.embed_model,
            "missing": [] if self._mock else [part._asdict() for part in missing(self._config.embed_model)],
        }


class _Nearest:
    """The dense signal: a message is as near as its best passage is to any wording of the question."""

    def __init__(self, vectors: Vectors, store: Embeddings, wordings: Sequence[Array]) -> None:
        self._vectors = vectors
        self._store = store
        self._wordings = wordings

    def size(self, until: int | None) -> int:
        """See `recall.Dense`."""
        if until is None:
            return len(self._vectors)
        return int(np.searchsorted(self._vectors.position.array(), np.uint64(max(until, 0)), side="right"))

    def best(self, k: int, until: int | None, allowed: Allowed | None) -> Mapping[int, tuple[float, int]]:
        """See `recall.Dense`."""
        among = None
        if allowed is not None:
            known = np.unique(self._vectors.position.array())
            among = known[allowed(known)]
        return self._merged(
            nearest.search(self._vectors, self._store, wording, k=k, until=until, allowed=among)
            for wording in self._wordings
        )

    def given(self, positions: Sequence[int], until: int | None) -> Mapping[int, tuple[float, int]]:
        """See `recall.Dense`. Positions after `until` are never asked for."""
        if not positions:
            return {}
        wanted = np.array(sorted(positions), np.uint64)
        return self._merged(
            nearest.cosines_for(self._vectors, self._store, wording, wanted) for wording in self._wordings
        )

    @staticmethod
    def _merged(several: Any) -> Mapping[int, tuple[float, int]]:
        merged: dict[int, tuple[float, int]] = {}
        for hits in several:
            for position, passage, cosine in zip(
                hits.position.tolist(), hits.passage.tolist(), hits.cosine.tolist(), strict=True
            ):
                if position not in merged or cosine > merged[position][0]:
                    merged[position] = (cosine, passage)
        return merged


def _vectors(question: str, speakers: Mapping[str, int], embedder: Embedder) -> list[Array]:
    """The question as asked; one that names a speaker is put in the first person, as messages are."""
    personal = first_person(question, list(speakers))
    return [embedder.encode_single(personal or question)]


def _allowed(sessions: Sessions, as_of: int | None, echo: int | None) -> Allowed | None:
    """Which positions may be shown: said by `as_of` (ms), and not the turn that asks. None: all."""
    if as_of is None and echo is None:
        return None

    def allowed(positions: Array) -> Array:
        may: Array = np.ones(len(positions), np.bool_)
        if as_of is not None:
            rows = sessions.rows_of(positions)
            may &= (rows >= 0) & (sessions.messages.columns["occurred"].take(np.maximum(rows, 0)) <= as_of)
        if echo is not None:
            may &= positions != np.uint64(echo)
        return may

    return allowed


def _same(content: str, question: str) -> bool:
    return " ".join(content.split()).casefold() == " ".join(question.split()).casefold()


def _trace(hit: Hit, weights: Weights, words: Sequence[bm25_search.Contribution]) -> dict[str, Any]:
    """Why a message scores as it does. The first two names are AWHM Lite's."""
    return {
        "semantic_sim": None if hit.cosine is None else round(hit.cosine, 6),
        "lexical_score": round(hit.lexical, 6),
        "bm25": round(hit.bm25, 6),
        "weights": {"semantic": 0.0 if hit.cosine is None else weights.semantic, "lexical": weights.lexical},
        "terms": [
            {"term": word.term, "times": word.frequency, "in": word.documents, "score": round(word.score, 6)}
            for word in words
            if word.frequency
        ],
    }


def _traced(result: RetrievalResult, trace: dict[str, Any]) -> RetrievalResult:
    return replace(result, trace=trace)
