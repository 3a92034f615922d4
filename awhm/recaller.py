"""Asking a store: finds the model, keeps its vectors up to date, and turns positions back into words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import orjson

from awhm.answers import DIGITS, Payload, Reading, results, traced
from awhm.commands.asked_entities import ids_of
from awhm.commands.beliefs import Beliefs
from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events.append_raw import clock
from awhm.events.fold import Array
from awhm.events.log import Log
from awhm.events.sealed import keys_of
from awhm.jobs.injected import not_injected
from awhm.jobs.item_recall import ItemAnswers, ended
from awhm.jobs.tail import BEYOND, TAIL, Tail
from awhm.language.asking import asking
from awhm.language.names import named
from awhm.language.periods import period
from awhm.language.text import clean
from awhm.language.time import Given, moment
from awhm.language.windows import Span
from awhm.model import Model
from awhm.projections import bm25, bm25_search, filtering
from awhm.projections.buffer import tail
from awhm.projections.embeddings import Embedder
from awhm.projections.filters import Filters, meant
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import telling
from awhm.projections.instructions import DEPTH, Turn, later_first
from awhm.projections.keeper import Keeper
from awhm.projections.ranking import SHORTLIST, Question, Ranked, rank
from awhm.projections.recall import POOL, Allowed, Hit, Weights, recall
from awhm.projections.sessions import Sessions
from awhm.projections.standing import Placed, stand
from awhm.projections.vectors import Vectors
from awhm.types import RetrievalResult, Role

Also = Callable[[Graph, Sequence[RetrievalResult]], None]


@dataclass(frozen=True)
class _Ask:
    """One question with all that was asked for with it, and the views that it is put to.

    Times in ms. `said_by` is the time asked about, where one was given; `echo` the position of the turn that asks;
    `only` the messages that may answer, None for all.
    """

    question: str
    terms: Sequence[str]
    views: Mapping[str, Any]
    filters: Filters
    until: int | None
    at: int
    said_by: int | None
    within: Span | None
    history: bool
    semantic: bool
    echo: int | None
    only: Collection[int] | None


class Recaller:
    """Answers questions over one log's views, with a model if there is one and without if not."""

    def __init__(self, log: Log, keeper: Keeper, config: AWHMConfig, folder: str | None, *, mock: bool) -> None:
        self._log = log
        self._keeper = keeper
        self._config = config
        self.model = Model(config, folder, self._payload, mock=mock, keys=keys_of(log))
        self._tail = Tail(config.scope, config.user_names, config.correction_window_messages)
        self._items = ItemAnswers()

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
        filters: Filters | Mapping[str, Any] | None = None,
        only: Collection[int] | None = None,
        also: Also | None = None,
    ) -> list[RetrievalResult]:
        """The best messages and memories for a question, best first.

        `until` is a position of the log: nothing later counts. `as_of`: what held then, whenever it was said,
        and what was said by then. Without `include_history` (default: the setting) what no longer holds is
        left out, and what it became is found in its place. `when`: what was said in a period, such as "last 3
        days", seen from `as_of` or now. `session` is the one that asks: its asking turn is left out. `filters`
        limit what may answer, and `only` names messages beside which none may. `also` is called with the graph that
        the answer is from, what no consolidation has seen yet included, and the results; that graph is good until it
        returns. Injected memory is no answer, nor is a value that its key has no more.
        Raises Refused for a blank question, a `k` below 1, a `min_score` outside 0 to 1, a `when` that is no time
        or a filter that cannot be meant, Damaged if a payload is not what was written.
        """
        question, k, floor = self._checked(text, k, min_score)
        filters = meant(filters)
        semantic = semantic and self.model.ready()
        views = self._views(semantic=semantic, session=session, filters=filters)
        latest = [] if session is None else tail(views["buffer"], session, until)
        at = clock() if as_of is None else moment(as_of).ms
        history = self._config.include_history_by_default if include_history is None else include_history
        ask = _Ask(
            question, bm25.asked(views["bm25"], question, until), views, filters, until, at,
            said_by=None if as_of is None else at,
            within=None if when is None else _period(when, at),
            history=history or filters.of_past,
            semantic=semantic,
            echo=self._asking_turn(question, latest),
            only=only,
        )  # fmt: skip
        graph = self._heard(ask)
        payload = Reading(self._log)
        best, ranked = self._best(ask, graph, k, floor, payload)
        found = results(best, views["sessions"], set(latest), payload, BEYOND)
        if history and views["items"].messages:
            found = [(hit, ended(result, views["items"], at, until)) for hit, result in found]
        if also is not None:
            also(graph, [result for _, result in found])
        if not (self._config.trace_retrieval if with_trace is None else with_trace):
            return [result for _, result in found]
        return [self._traced(ask, ranked, hit, result) for hit, result in found]

    def _best(self, ask: _Ask, graph: Graph, k: int, floor: float, payload: Reading) -> tuple[list[Placed], Ranked]:
        """The `k` best answers, and the ranking that they are from. `payload` gives a message by position."""
        sessions: Sessions = ask.views["sessions"]
        words = partial(_words, payload)
        may = filtering.allowed(ask.filters, sessions, graph, lambda name: ids_of(ask.views["entities"], name))
        held = self._items.allowed(
            ask.views["items"], ask.at, until=ask.until, said_by=ask.said_by, history=ask.history, only=ask.only
        )
        search = self._search(ask, filtering.both(_allowed(sessions, ask, graph), may, held))
        ranked = Ranked([], {}, {})

        def placed(pool: int) -> list[Placed]:
            nonlocal ranked
            ranked = search(pool)
            payload.take(hit.position for hit in ranked.hits[:DEPTH])
            stood = stand(
                graph, ranked.hits, ask.terms, words, ask.at,
                include_history=ask.history, bring=ask.within is None and not ask.filters, said_by=ask.said_by,
                sessions_of=sessions.sessions_of,
            )  # fmt: skip
            return later_first(stood, ask.terms, words, partial(_turns, sessions))

        fits = filtering.fitting(ask.filters, graph, ask.at, may)

        def answers(wanted: int) -> list[Placed]:
            found = filtering.widened(
                placed, fits, wanted, 2 * wanted, len(sessions.messages),
                full=lambda pool: len(ranked.hits) >= max(SHORTLIST, pool),
            )  # fmt: skip
            # Equal is what is shown as equal: the last bits of a sum are no reason to go before what is newer.
            found.sort(key=lambda one: (-round(one.hit.score, DIGITS), -one.hit.position))
            payload.take(one.hit.position for one in found[:wanted])
            return [one for one in found if one.hit.score >= floor and one.hit.position != ask.echo]

        return not_injected(answers, words, k, len(sessions.messages)), ranked

    def _traced(self, ask: _Ask, ranked: Ranked, hit: Hit, result: RetrievalResult) -> RetrievalResult:
        """A result with why it scores as it does."""
        place = next((place for place, one in enumerate(ranked.hits) if one.position == hit.position), None)
        scored, parts = (None, ()) if place is None else (ranked.hits[place].score, ranked.parts(place))
        terms = bm25_search.explain(ask.views["bm25"], ask.terms, hit.position, hit.passage, until=ask.until)
        return traced(result, hit, scored, parts, ranked.agreement, terms)

    def _views(self, *, semantic: bool, session: str | None, filters: Filters) -> dict[str, Any]:
        """The views that a question needs, all at one head."""
        names = ["bm25", "sessions", "beliefs", "graph", "items"]
        names += ["buffer"] if session is not None else []
        names += ["vectors"] if semantic else []
        names += ["entities"] if filters.entities is not None else []
        return {name: view.state for name, view in self._keeper.views(names).items()}

    def _search(self, ask: _Ask, allowed: Allowed | None) -> Callable[[int], Ranked]:
        """What gives so many of the messages found by words and by meaning, and around them, best first."""
        sessions: Sessions = ask.views["sessions"]
        words: bm25.State = ask.views["bm25"]
        until, weights = ask.until, Weights(self._config.w_semantic, self._config.w_lexical)
        speakers = list(sessions.speakers(until))
        near = None
        if ask.semantic:
            near = self.model.asked(
                ask.question, speakers, ask.views["vectors"],
                lambda terms: bm25_search.idfs(words, terms, until), self._vectors,
            )  # fmt: skip
        people = frozenset(sessions.people.ids[name] + 1 for name in named(ask.question, speakers))
        form = Question(ask.terms, asking(ask.question, ask.at), people)

        def search(pool: int) -> Ranked:
            hits = recall(words, ask.terms, near, weights, until=until, allowed=allowed, pool=max(POOL, pool))
            return rank(
                hits, form, words, sessions, near, weights,
                until=until, allowed=allowed, shortlist=max(SHORTLIST, pool),
            )  # fmt: skip

        return search

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

    def _heard(self, ask: _Ask) -> Graph:
        """The graph with what was said since the last consolidation; or, up to a position, as the log had it."""
        graph: Graph = ask.views["graph"]
        if ask.until is not None:
            return graph.upto(ask.until)
        beliefs: Beliefs = ask.views["beliefs"]
        sessions: Sessions = ask.views["sessions"]
        newest = sessions.latest(TAIL, beliefs.through())
        through = {session: beliefs.through(session) for session in {session for _, session in newest}}
        waiting = [position for position, session in newest if position > through[session] and position != ask.echo]
        if not beliefs.history.lineage.whole:  # what a restore has set back is no memory
            waiting = list(filter(beliefs.history.counts, waiting))
        return self._tail.heard(beliefs, graph, waiting, self._payload, clock())

    def _asking_turn(self, question: str, latest: Sequence[int]) -> int | None:
        """Of what the user said last in a session, in one or several messages, the position of what is the question.

        What a host wrote into the turn besides, such as a reminder, does not count.
        """
        spoken = False
        for position in reversed(latest):
            payload = self._payload(position)
            role = None if payload is None else payload["role"]
            if role == Role.ASSISTANT and spoken:
                return None
            if payload is not None and role == Role.USER:
                if _same(_own(payload["content"]), question):
                    return position
                spoken = True
        return None

    def embedder(self) -> Embedder | None:
        """The embedding model; None where there is none."""
        return self.model.embedder()

    def pending(self) -> int:
        """How many passages have no vector of the present model; 0 where there is no model."""
        return self.model.pending(self._vectors()) if self.model.ready() else 0

    def embed_pending(self, progress: Callable[[int, int], None] | None = None, limit: int | None = None) -> int:
        """See `Model.embed_pending`."""
        return self.model.embed_pending(self._vectors(), progress, limit)

    def _vectors(self) -> Vectors:
        state: Vectors = self._keeper.view("vectors").state
        return state

    def _payload(self, position: int) -> dict[str, Any] | None:
        raw = self._log.payload(position)
        return None if raw is None else orjson.loads(raw)


def _words(payload: Payload, position: int) -> str:
    """The words that a message is judged by; none where it is damaged, which is an error only if it is shown."""
    try:
        found = payload(position)
    except Damaged:
        return ""
    return "" if found is None else found["content"]


def _period(text: str, now: int) -> Span:
    found = period(text, now)
    if found is None:
        raise Refused(
            "bad_period", f"{text!r} names no time", 'Write it as in "last 3 days", "May 2024" or "since 1 May".'
        )
    return found


def _allowed(sessions: Sessions, ask: _Ask, graph: Graph) -> Allowed | None:
    """Which positions may be shown: said by the time asked about or telling what held then, and not the turn that
    asks; where a period is asked for, said in it. None: all.
    """
    as_of, within, echo = ask.said_by, ask.within, ask.echo
    if as_of is None and echo is None and within is None:
        return None
    told = np.zeros(0, np.uint64) if as_of is None else telling(graph, as_of)

    def allowed(positions: Array) -> Array:
        may: Array = np.ones(len(positions), np.bool_)
        if as_of is not None or within is not None:
            rows = sessions.rows_of(positions)
            occurred = sessions.messages.columns["occurred"].take(np.maximum(rows, 0))
            may &= rows >= 0
            if as_of is not None:
                may &= (occurred <= as_of) | np.isin(positions, told)
            if within is not None:
                may &= (within.start <= occurred) & (occurred < within.end)
        if echo is not None:
            may &= positions != np.uint64(echo)
        return may

    return allowed


def _turns(sessions: Sessions, positions: Sequence[int]) -> list[Turn]:
    """Who said these messages where and when."""
    taken = sessions.messages.take(sessions.rows_of(positions))
    columns = (taken[name].tolist() for name in ("session", "role", "speaker", "occurred"))
    return [Turn(*turn) for turn in zip(*columns, strict=True)]


def _own(content: str) -> str:
    """A message without what the host put into it."""
    if "<" not in content:
        return content
    from awhm.jobs.importers.host_text import split  # here, as asking must not pay for the importers

    return split(content)[0]


def _same(content: str, question: str) -> bool:
    return " ".join(content.split()).casefold() == " ".join(question.split()).casefold()
