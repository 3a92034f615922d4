"""Asking a store: finds the model, keeps its vectors up to date, and turns positions back into words."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from awhm.adapters.embedders import find_embedder, missing
from awhm.commands.beliefs import Beliefs
from awhm.commands.claims import sid
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.append_raw import clock
from awhm.events.fold import Array
from awhm.events.log import Log
from awhm.jobs.tail import TAIL, Tail
from awhm.language.names import first_person
from awhm.language.passages import passages
from awhm.language.periods import period
from awhm.language.text import clean
from awhm.language.time import Given, iso, moment
from awhm.language.tokens import terms
from awhm.language.windows import Span
from awhm.projections import bm25_search, nearest
from awhm.projections.buffer import tail
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.embeddings import Embedder, Embeddings, RamEmbeddings
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import telling
from awhm.projections.keeper import Keeper
from awhm.projections.nearest import Nearness
from awhm.projections.recall import POOL, Allowed, Hit, Weights, recall
from awhm.projections.sessions import Sessions
from awhm.projections.standing import Placed, Standing, stand
from awhm.projections.vectors import Vectors, texts
from awhm.types import NodeStatus, RetrievalResult, Role

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
        self._tail = Tail(config.scope, config.user_names, config.correction_window_messages)
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
        include_history: bool | None = None,
        when: str | None = None,
    ) -> list[RetrievalResult]:
        """The best messages and memories for a question, best first.

        `until` is a position of the log: nothing later counts. `as_of`: what held then, whenever it was said,
        and what was said by then. Without `include_history` (default: the setting) what no longer holds is
        left out, and what it became is found in its place. `when`: what was said in a period, such as "last 3
        days", seen from `as_of` or now. `session` is the one that asks: its asking turn is left out. Raises
        Refused for a blank question, a `k` below 1, a `min_score` outside 0 to 1 or a `when` that is no time,
        Damaged if a payload is not what was written.
        """
        question, k, floor = self._checked(text, k, min_score)
        model = self._ready_model() if semantic else None
        names = ["bm25", "sessions", "beliefs", "graph"]
        names += (["buffer"] if session is not None else []) + (["vectors"] if model else [])
        views = {name: view.state for name, view in self._keeper.views(names).items()}
        latest = [] if session is None else tail(views["buffer"], session, until)
        echo = self._asking_turn(question, latest)
        at = clock() if as_of is None else moment(as_of).ms
        within = None if when is None else _period(when, at)
        weights = Weights(self._config.w_semantic, self._config.w_lexical)
        asked = terms(question)
        # One head for all of it: what others append meanwhile must not make an id of the tail look like one of the log.
        head = self._log.head().position
        with self._heard(views, until, echo, head) as graph:
            allowed = _allowed(views["sessions"], None if as_of is None else at, within, echo, graph)
            dense = None if model is None else self._dense(question, model, views, until)
            pool = max(POOL, 2 * k)  # at least twice what is asked for
            hits = recall(views["bm25"], asked, dense, weights, until=until, allowed=allowed, pool=pool)
            history = self._config.include_history_by_default if include_history is None else include_history
            sessions: Sessions = views["sessions"]
            placed = stand(
                graph, hits, asked, self._words, at,
                include_history=history, bring=within is None, said_by=None if as_of is None else at,
                session_of=lambda position: sessions.spoken(sessions.rows_of([position]))[0].session,
            )  # fmt: skip
            if echo is not None:
                placed = [one for one in placed if one.hit.position != echo]
            best = [one for one in placed if one.hit.score >= floor][:k]
            found = self._results(best, views["sessions"], set(latest), head)
        if not (self._config.trace_retrieval if with_trace is None else with_trace):
            return [result for _, result in found]
        return [
            _traced(result, _trace(hit, weights, bm25_search.explain(
                views["bm25"], asked, hit.position, hit.passage, until=until)))
            for hit, result in found
        ]  # fmt: skip

    def _checked(self, text: str, k: int | None, min_score: float | None) -> tuple[str, int, float]:
        """The question, how many and from which score on, as given or as the settings say. Raises Refused."""
        question = clean(text)
        if not question.strip():
            raise Refused("empty", "the question is empty", "Ask for something.")
        k = self._config.k if k is None else k
        if k < 1:
            raise Refused("bad_k", f"k is {k}; it must be at least 1")
        floor = self._config.min_score if min_score is None else min_score
        if not 0 <= floor <= 1:
            raise Refused("bad_min_score", f"min_score is {floor}; scores run from 0 to 1")
        return question, k, floor

    def _dense(
        self, question: str, model: tuple[Embedder, Embeddings], views: Mapping[str, Any], until: int | None
    ) -> Nearness:
        """The dense signal, with what was logged since embedded first."""
        self._embed_some(views["vectors"], model)
        speakers = views["sessions"].speakers(until)
        return Nearness(views["vectors"], model[1], _vectors(question, speakers, model[0]))

    @contextmanager
    def _heard(self, views: Mapping[str, Any], until: int | None, echo: int | None, head: int) -> Generator[Graph]:
        """The graph with what was said since the last consolidation; or, up to a position, as the log had it."""
        graph: Graph = views["graph"]
        if until is not None:
            yield graph.upto(until)
            return
        beliefs: Beliefs = views["beliefs"]
        sessions: Sessions = views["sessions"]
        newest = sessions.newest(TAIL, beliefs.through())
        waiting = [spoken.position for spoken in newest if spoken.position > beliefs.through(spoken.session)]
        spoken_up = (position for position in waiting if position != echo)
        with self._tail.heard(beliefs, graph, spoken_up, self._payload, head, clock()) as heard:
            yield heard

    def _words(self, position: int) -> str:
        payload = self._payload(position)
        return "" if payload is None else payload["content"]

    def _asking_turn(self, question: str, latest: Sequence[int]) -> int | None:
        """Of a session's latest messages the position of the last one of the user, if that is the question."""
        for position in reversed(latest):
            payload = self._payload(position)
            if payload is not None and payload["role"] == Role.USER:
                return position if _same(payload["content"], question) else None
        return None

    def _results(
        self, placed: Sequence[Placed], sessions: Sessions, mine: set[int], head: int
    ) -> list[tuple[Hit, RetrievalResult]]:
        rows = sessions.rows_of([one.hit.position for one in placed])
        results: list[tuple[Hit, RetrievalResult]] = []
        for (hit, standing), spoken in zip(placed, sessions.spoken(rows), strict=True):
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
            results.append((hit, result if standing is None else _standing(result, standing, spoken.zone, head)))
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

    def embedder(self) -> Embedder | None:
        """The embedding model; None where there is none."""
        model = self._ready_model()
        return None if model is None else model[0]

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


def _vectors(question: str, speakers: Mapping[str, int], embedder: Embedder) -> list[Array]:
    """The question as asked; one that names a speaker is put in the first person, as messages are."""
    personal = first_person(question, list(speakers))
    return [embedder.encode_single(personal or question)]


def _period(text: str, now: int) -> Span:
    found = period(text, now)
    if found is None:
        raise Refused(
            "bad_period", f"{text!r} names no time", 'Write it as in "last 3 days", "May 2024" or "since 1 May".'
        )
    return found


def _allowed(
    sessions: Sessions, as_of: int | None, within: Span | None, echo: int | None, graph: Graph
) -> Allowed | None:
    """Which positions may be shown: said by `as_of` (ms) or telling what held then, and not the turn that asks.

    With `within` only what was said in it. None: all.
    """
    if as_of is None and echo is None and within is None:
        return None
    told = np.zeros(0, np.uint64)
    if as_of is not None:
        told = telling(graph, as_of)

    def allowed(positions: Array) -> Array:
        may: Array = np.ones(len(positions), np.bool_)
        if as_of is not None:
            rows = sessions.rows_of(positions)
            said = sessions.messages.columns["occurred"].take(np.maximum(rows, 0)) <= as_of
            may &= (rows >= 0) & (said | np.isin(positions, told))
        if within is not None:
            rows = sessions.rows_of(positions)
            occurred = sessions.messages.columns["occurred"].take(np.maximum(rows, 0))
            may &= (rows >= 0) & (within.start <= occurred) & (occurred < within.end)
        if echo is not None:
            may &= positions != np.uint64(echo)
        return may

    return allowed


def _standing(result: RetrievalResult, standing: Standing, zone: int | None, head: int) -> RetrievalResult:
    """A result with the memory that it stands for. Ids beyond the log are of what it does not hold yet."""

    def known(memory: str | None) -> str | None:
        return memory if memory is not None and sid(memory)[0] <= head else None

    def told(time: int | None) -> str | None:
        return None if time is None else iso(time, zone)

    node = known(standing.memory)
    return replace(
        result,
        node_id=node or "",
        source="graph" if node is not None and result.source != "buffer" else result.source,
        status=NodeStatus(standing.status),
        valid_from=told(standing.valid_from),
        valid_to=told(standing.valid_to),
        superseded_by=known(standing.superseded_by),
        passage=(standing.said.start, standing.said.end) if standing.about and not standing.whole else result.passage,
    )


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
