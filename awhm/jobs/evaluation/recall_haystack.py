"""One haystack: replayed into a store of its own, asked, and each answer measured. Gives plain JSON values.

What is kept of a ranking are the ranks of the evidence, not the texts: every metric follows from them, and a
report never copies a corpus.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import numpy as np
import orjson

from awhm.events.fold import Array
from awhm.jobs.evaluation import controls
from awhm.jobs.evaluation.recall_answers import holds_text, holds_words, tokens_of, within
from awhm.jobs.evaluation.recall_trial import Found, RecallTrial, Settings, replay_of
from awhm.jobs.piecemeal import piecemeal
from awhm.replay.corpus import Place, Question, Session

OURS, FLOORED = "awhm", "awhm_min_score"
WARM_UP = "warm up"
DIGITS = 6  # of a score in a report

Open = Callable[[], AbstractContextManager[RecallTrial]]


@dataclass(frozen=True)
class Haystack:
    """Some sessions, and the questions that are asked of just them."""

    key: str
    sessions: tuple[Session, ...]
    questions: tuple[Question, ...]


@dataclass
class _Heap:
    """What was replayed: of each row its position in the log, its place, its session's label, text and time."""

    positions: list[int]
    places: list[Place]
    labels: dict[str, str]
    texts: list[str]
    speakers: list[str | None]
    occurred: list[int]
    rows: dict[int, int] = field(default_factory=dict[int, int])  # position -> row
    at: dict[Place, int] = field(default_factory=dict[Place, int])  # place -> row


def run_haystack(haystack: Haystack, settings: Settings, open_trial: Open) -> dict[str, Any]:
    """Replay and ask. A question that raises is named under `errors`; so are all if the replay raises.

    Raises Damaged, and whatever opening a store raises.
    """
    with open_trial() as trial:
        replayed, failed = piecemeal([haystack], lambda one: [_replay(one[0], settings, trial)])
        if replayed[0] is None:
            reason = f"replaying its haystack: {_told(failed[0])}"
            lost = [{"id": question.key, "error": reason} for question in haystack.questions]
            return {"haystack": haystack.key, "errors": lost, "cases": []}
        heap, spent = replayed[0]
        rankers: dict[str, controls.Control] = {}
        if settings.controls:
            model = trial.embedder()
            documents = [controls.document(text, who) for text, who in zip(heap.texts, heap.speakers, strict=True)]
            rankers = controls.controls_of(
                documents,
                heap.occurred,
                None if model is None else model.encode,
                None if model is None else model.encode_single,
            )
        cases: list[dict[str, Any]] = []
        errors: list[dict[str, str]] = []

        def ask(asked: Sequence[Question]) -> list[dict[str, Any]]:
            return [_case(one, settings, heap, rankers, trial) for one in asked]

        for question in haystack.questions:
            found, bad = piecemeal([question], ask)
            cases += [case for case in found if case is not None]
            errors += [{"id": question.key, "error": _told(error)} for error in bad.values()]
        facts = trial.facts()
        return {
            "haystack": haystack.key,
            "sessions": len(haystack.sessions),
            "messages": len(heap.positions),
            "characters": sum(map(len, heap.texts)),
            "nodes": facts.nodes,
            "replayed": _digest(heap, facts.views),
            "head": facts.head,
            "bytes": facts.bytes,
            "times": {**spent, "cached": facts.cached, "embedded": facts.embedded},
            "errors": errors,
            "cases": cases,
        }


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _replay(haystack: Haystack, settings: Settings, trial: RecallTrial) -> tuple[_Heap, dict[str, float]]:
    replay = replay_of(haystack.sessions)
    spent: dict[str, float] = {}
    with _timed(spent, "log"):
        positions = trial.log(replay.messages)
    with _timed(spent, "embed"):
        trial.embed()
    if settings.consolidate:
        with _timed(spent, "consolidate"):
            trial.consolidate()
    trial.ask(WARM_UP, 1, None)  # loads the model and brings the views up to date, which no question is to pay for
    heap = _Heap(
        positions,
        replay.places,
        {session.key: session.label for session in haystack.sessions},
        [message.content for message in replay.messages],
        [message.speaker for message in replay.messages],
        [message.occurred for message in replay.messages],
    )
    heap.rows |= {position: row for row, position in enumerate(positions)}
    heap.at |= {place: row for row, place in enumerate(heap.places)}
    return heap, spent


class _timed:
    """Adds the seconds a block takes, and the CPU seconds, to some times."""

    def __init__(self, spent: dict[str, float], name: str) -> None:
        self._spent, self._name = spent, name

    def __enter__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self._spent[f"{self._name}_seconds"] = time.perf_counter() - self._wall
        self._spent[f"{self._name}_cpu_seconds"] = time.process_time() - self._cpu


def _case(
    question: Question,
    settings: Settings,
    heap: _Heap,
    rankers: dict[str, controls.Control],
    trial: RecallTrial,
) -> dict[str, Any]:
    """One question, asked of recall and of every control."""
    spent: dict[str, float] = {}
    with _timed(spent, "ask"):
        found = trial.ask(question.text, settings.depth, question.as_of)
    judge = _Judge(question, heap, settings)
    systems = {OURS: judge.ranking(found)}
    kept = [one for one in found if one.score >= settings.floor]
    if settings.floor > 0:
        systems[FLOORED] = judge.ranking(kept)
    gold = frozenset(heap.at[place] for place in judge.turns)
    asked = controls.Asked(question.key, question.text, judge.allowed(), gold)
    for name, control in rankers.items():
        placed = controls.ranked(control, asked, settings.depth)
        systems[name] = judge.ranking([Found(heap.positions[row], score, heap.texts[row]) for row, score in placed])
    case: dict[str, Any] = {
        "id": question.key,
        "category": question.category,
        "answerable": question.answerable,
        "evidence": len(judge.turns),
        "evidence_by_session": judge.whole,
        "expected": len(question.expected),
        "forbidden": len(question.forbidden),
        "as_of": question.as_of,
        "results": [judge.shown(one) for one in found[: settings.k]],
        "returned": len(found),
        "kept": len(kept),
        "systems": systems,
        "latency_ms": round(1000 * spent["ask_seconds"], 3),
        "cpu_ms": round(1000 * spent["ask_cpu_seconds"], 3),
    }
    if settings.context and question.expected:
        case["context"] = {
            str(budget): holds_words(
                trial.context(question.text, budget, settings.depth, question.as_of), question.expected
            )
            for budget in settings.budgets
        }
    return case


class _Judge:
    """What one question's rankings are measured by."""

    def __init__(self, question: Question, heap: _Heap, settings: Settings) -> None:
        self._question, self._heap, self._settings = question, heap, settings
        self.turns = [place for place in question.evidence if place.message is not None]
        self.whole = sum(place.message is None for place in question.evidence)  # known by session alone
        self._sessions = list(dict.fromkeys(heap.labels[place.session] for place in question.evidence))

    def allowed(self) -> Array:
        """Which rows had been said when the question was asked."""
        occurred = np.asarray(self._heap.occurred, np.int64)
        as_of = self._question.as_of
        return np.ones(len(occurred), np.bool_) if as_of is None else occurred <= as_of

    def ranking(self, found: Sequence[Found]) -> dict[str, Any]:
        """The ranks of the evidence, of the answer and of what is forbidden; and what was returned."""
        heap, question, settings = self._heap, self._question, self._settings
        turns = _ranks(one.position for one in found)
        seen = (heap.labels[heap.places[heap.rows[one.position]].session] for one in found if one.position in heap.rows)
        sessions = _ranks(dict.fromkeys(seen))
        texts = [one.text for one in found]
        result: dict[str, Any] = {
            "turn": [turns.get(heap.positions[heap.at[place]]) for place in self.turns],
            "session": [sessions.get(label) for label in self._sessions],
            "best": round(found[0].score, DIGITS) if found else 0.0,
            "tokens": sum(tokens_of(text) for text in texts[: settings.k]),
        }
        if question.expected:
            result["text"] = _first(texts, lambda text: holds_text(text, question.expected))
            result["words"] = _first(texts, lambda text: holds_words(text, question.expected))
            right = question.corrected or question.expected
            result["corrected"] = _first(texts, lambda text: holds_words(text, right))
            words: int | None = result["words"]
            result["within"] = {str(budget): self._within(texts, words, budget) for budget in settings.budgets}
        if question.forbidden:
            result["forbidden"] = _first(texts, lambda text: holds_words(text, question.forbidden))
            result["forbidden_text"] = _first(texts, lambda text: holds_text(text, question.forbidden))
        return result

    def _within(self, texts: Sequence[str], words: int | None, budget: int) -> bool:
        """Whether the answer stands in what a budget of tokens holds of the ranking."""
        kept = within(texts, budget)
        if words is None or words > len(kept):
            return False
        return any(holds_words(text, self._question.expected) for text in kept[words - 1 :])

    def shown(self, found: Found) -> list[Any]:
        """One result as session, number and score; of a message that was never replayed the position."""
        row = self._heap.rows.get(found.position)
        place = Place("", found.position) if row is None else self._heap.places[row]
        return [place.session, place.message, round(found.score, DIGITS)]


def _ranks(items: Iterable[Any]) -> dict[Any, int]:
    """The rank of each item, from 1; of one that comes again that of its first place."""
    ranks: dict[Any, int] = {}
    for rank, item in enumerate(items, 1):
        ranks.setdefault(item, rank)
    return ranks


def _first(texts: Sequence[str], holds: Callable[[str], bool]) -> int | None:
    return next((rank for rank, text in enumerate(texts, 1) if holds(text)), None)


def _digest(heap: _Heap, views: dict[str, str]) -> str:
    """What was replayed and what the views made of it: the same whenever the same is replayed by the same code."""
    rows = list(zip(heap.positions, heap.places, heap.texts, heap.speakers, heap.occurred, strict=True))
    return sha256(orjson.dumps([rows, sorted(views.items())], option=orjson.OPT_NON_STR_KEYS, default=list)).hexdigest()
