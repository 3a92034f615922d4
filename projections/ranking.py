"""The ranking: what was found by words or by meaning, weighed anew with what stands around it.

    closeness = sum of weight * signal over the signals at work / sum of the positive weights, cut to [0, 1]
    score = agreement / (1 + exp(-(slope * closeness + offset)))

The score is the share of messages that close which answer their question, as counted (`CALIBRATION`). It grows with
the closeness, so it does not change the ranking. The agreement is 1 unless the question names a speaker and what
fits best was said by another (`signals.agreement`): then the store may well not know the answer.

First all messages around what was found are scored by what costs little; then the best `SHORTLIST` of them by
late interaction and by what their text has to offer. Signals that are not to be had (no model, or a model
without token vectors) fall out of both sums. The weights are chosen by `benchmarks/weights.py`; decision 0010
says on which data, and what each signal gives.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from awhm.events.event import Role
from awhm.events.fold import Array
from awhm.language import asking
from awhm.language.asking import Asking
from awhm.projections import bm25, bm25_search, signals
from awhm.projections.recall import Allowed, Hit, Weights, lexical_share, noise
from awhm.projections.session_summary import ROLES
from awhm.projections.sessions import UNKNOWN_ZONE, Sessions
from awhm.projections.surroundings import Surroundings, around

SEEDS = 50  # of what was found, whose surroundings are looked at
LEAST = 1e-9  # the closeness of what is about the question, although every other sign speaks against it
DIGITS = 5  # of a cosine and of late interaction that count
SHORTLIST = 50  # of what is there, scored with all signals; more if more is asked for

WORDS_BEFORE, LATE_BEFORE = 0.8, 0.7  # what a term counts that stands in the message before, not in the message

# By words; by meaning; and what the form of the question tells.
LEXICAL = {"words": 0.5, "session_words": 0.25}
SEMANTIC = {"cosine": 0.3, "session_cosine": 0.4, "late": 0.8}
FORM = {"speaker": 0.045, "mine": 0.15, "yours": 0.1, "date": 0.2, "sort": 0.05, "length": 0.1, "asks": -0.06}


class Meaning(Protocol):
    """The signals that need a model, for one question; messages by position (uint64)."""

    def size(self, until: int | None) -> int:
        """How many passages there are to be near to."""
        ...

    def cosines(self, positions: Array) -> Array:
        """(n,) cosines in [0, 1]; NaN where a message has no vector."""
        ...

    def met(self, positions: Array) -> tuple[Array, Array, Array] | None:
        """(passages, tokens) how well each token of the question is met; whose passage each is, ascending; and the
        tokens' weights. None without tokens."""
        ...


# How often a message that is so close answers: slope and offset, by the signals at work.
CALIBRATION = {"late": (18.3, -6.76), "cosine": (14.8, -6.38), "words": (12.0, -5.08)}


@dataclass(frozen=True)
class Question:
    """What is asked: its terms, its form, the speakers it names (numbers of names, as in the sessions view)."""

    terms: Sequence[str]
    form: Asking
    named: frozenset[int]


class Part(NamedTuple):
    """What one signal adds to a score: its value, its weight, and the share that it has of the score."""

    name: str
    value: float
    weight: float
    share: float


class Ranked(NamedTuple):
    """Hits, best first, and what their scores are made of: for each signal its values in the same order.

    A value is NaN where the signal is not to be had: of meaning, for a message that no model has read yet.
    """

    hits: list[Hit]
    values: Mapping[str, Array]
    weights: Mapping[str, float]
    agreement: float = 1.0

    def parts(self, place: int) -> tuple[Part, ...]:
        """The parts of one hit's closeness, in the order of the weights; their shares add up to it."""
        own = {name: float(self.values[name][place]) for name in self.weights if name in self.values}
        there = {name: value for name, value in own.items() if not math.isnan(value)}
        whole = sum(self.weights[name] for name in there if self.weights[name] > 0) or 1.0
        return tuple(
            Part(name, value, self.weights[name], self.weights[name] * value / whole) for name, value in there.items()
        )


def weights_for(settings: Weights, *, model: bool = True) -> dict[str, float]:
    """All weights; those by words and by meaning scaled as the settings say, 0.5 each being as they are.

    Without a model there is nothing to weigh words against, and they count as they are.
    """
    if not model:
        return LEXICAL | SEMANTIC | FORM
    lexical = {name: weight * 2 * settings.lexical for name, weight in LEXICAL.items()}
    semantic = {name: weight * 2 * settings.semantic for name, weight in SEMANTIC.items()}
    return lexical | semantic | FORM


def rank(
    found: Sequence[Hit],
    question: Question,
    words: bm25.State,
    sessions: Sessions,
    meaning: Meaning | None,
    text: Callable[[int], str],
    settings: Weights,
    *,
    until: int | None = None,
    allowed: Allowed | None = None,
    shortlist: int = SHORTLIST,
) -> Ranked:
    """The best messages around what was found, best first, at most `shortlist`. Equal scores: the later first.

    `text` gives the words of a message. A message with no share above 0 is no answer.
    """
    weights = weights_for(settings, model=meaning is not None)
    if not found:
        return Ranked([], {}, weights)
    seeds = np.array([hit.position for hit in found[: max(SEEDS, shortlist)]], np.uint64)
    there = around(sessions, seeds, until, allowed)
    covered = bm25_search.coverage(words, question.terms, there.positions, until=until)
    cheap, unread = _cheap(question, there, covered, sessions, meaning)
    # What stands beside an answer is none itself, unless it has a word of the question or is near to it.
    about = _own(covered, cheap, meaning, until)
    first = np.where(about, np.maximum(np.round(_total(cheap, weights, unread), 2 * DIGITS), LEAST), 0.0)
    best = np.lexsort((-there.positions.astype(np.int64), -first))[:shortlist]
    best = best[first[best] > 0]
    if not len(best):
        return Ranked([], {}, weights)
    full = {name: values[best] for name, values in cheap.items()}
    full |= _dear(question, there, best, meaning, text)
    agreed = _agreement(full, weights, unread[best])
    scores = np.round(agreed * _chance(full, weights, unread[best]), 2 * DIGITS)
    order = np.lexsort((-there.positions[best].astype(np.int64), -scores))
    known = {hit.position: hit for hit in found}
    hits: list[Hit] = []
    for row in order.tolist():
        at = int(best[row])
        position = int(there.positions[at])
        hit = known.get(position) or Hit(
            position,
            int(covered.passages[at]),
            0.0,
            lexical_share(float(covered.scores[at]), covered.ideal),
            float(covered.scores[at]),
            None if meaning is None or unread[at] else float(full["cosine"][row]),
        )
        hits.append(hit._replace(score=float(scores[row])))
    for name in SEMANTIC.keys() & full.keys():
        full[name] = np.where(unread[best], np.nan, full[name])
    return Ranked(hits, {name: values[order] for name, values in full.items()}, weights, agreed)


def _chance(values: Mapping[str, Array], weights: Mapping[str, float], unread: Array) -> Array:
    """How often messages that are so close answer; those that no model has read yet go by their words."""
    slope, offset = next(fitted for name, fitted in CALIBRATION.items() if name in values)
    by_words = CALIBRATION["words"]
    slopes, offsets = np.where(unread, by_words[0], slope), np.where(unread, by_words[1], offset)
    close = np.clip(_total(values, weights, unread), 0.0, 1.0)
    chance: Array = 1 / (1 + np.exp(-(slopes * close + offsets)))
    return chance


def _agreement(values: Mapping[str, Array], weights: Mapping[str, float], unread: Array) -> float:
    """How sure it is that who is named said what fits; judged without the signal of who speaks."""
    others = {name: each for name, each in values.items() if name != "speaker"}
    return signals.agreement(_total(others, weights, unread), values["speaker"])


def _own(
    covered: bm25_search.Coverage, cheap: Mapping[str, Array], meaning: Meaning | None, until: int | None
) -> Array:
    """Which messages are about the question themselves: by a word, or nearer than noise would be (bool)."""
    own: Array = covered.scores > 0
    return own if meaning is None else own | (cheap["cosine"] >= noise(meaning.size(until)))


def _cheap(
    question: Question,
    there: Surroundings,
    covered: bm25_search.Coverage,
    sessions: Sessions,
    meaning: Meaning | None,
) -> tuple[dict[str, Array], Array]:
    """The signals that all messages around what was found are scored by; and which no model has read yet (bool)."""
    own = covered.scores / covered.ideal if covered.ideal else np.zeros(len(there))
    found: dict[str, Array] = {
        "words": signals.here_or_before(covered.parts, covered.owners, there.before, WORDS_BEFORE, covered.idfs),
        "session_words": signals.of_session(own, there.session),
    }
    unread = np.zeros(len(there), np.bool_)
    if meaning is not None:
        cosine: Array = meaning.cosines(there.positions).astype(np.float64)
        # Last digits depend on how the numbers were added up, and equal messages shall score equally.
        unread, cosine = np.isnan(cosine), np.round(np.nan_to_num(cosine, nan=0.0), DIGITS)
        found |= {"cosine": cosine, "session_cosine": signals.of_session(cosine, there.session)}
    said = sessions.messages.take(there.rows)
    user = said["role"] == ROLES.index(Role.USER)
    days = question.form.days
    zones = np.where(said["zone"] == UNKNOWN_ZONE, 0, said["zone"])
    found |= {
        "speaker": signals.speaker(said["speaker"], question.named),
        "mine": user * float(question.form.mine),
        "yours": ~user * float(question.form.yours),
        "date": np.array(
            [asking.closeness(days, *when) for when in zip(said["occurred"].tolist(), zones.tolist(), strict=True)]
            if days
            else np.zeros(len(there))
        ),
    }
    return found, unread


def _dear(
    question: Question, there: Surroundings, best: Array, meaning: Meaning | None, text: Callable[[int], str]
) -> dict[str, Array]:
    """The signals that only the best are scored by; `best` are places in `there`."""
    positions = there.positions[best]
    texts = [text(position) for position in positions.tolist()]
    found = {
        "sort": np.array([float(asking.answers(question.form.sought, said)) for said in texts]),
        "length": signals.length(np.array([asking.words_in(said) for said in texts], np.float64)),
        "asks": np.array([asking.asks(said) for said in texts]),
    }
    if meaning is None:
        return found
    before = there.before[best]
    earlier = np.where(before >= 0, there.positions[np.maximum(before, 0)], 0)
    together = np.union1d(positions, earlier[before >= 0])
    late = meaning.met(together)
    if late is None:
        return found
    met, owners, weights = late
    place = np.full(len(together), -1)
    place[np.searchsorted(together, positions)] = np.where(before >= 0, np.searchsorted(together, earlier), -1)
    values = signals.here_or_before(met, owners, place, LATE_BEFORE, weights)
    return found | {"late": np.round(values[np.searchsorted(together, positions)], DIGITS)}


def _total(values: Mapping[str, Array], weights: Mapping[str, float], unread: Array) -> Array:
    """The closeness of the formula at the top, (n,), for the signals there are; not yet cut.

    Of what no model has read yet the signals of meaning are not to be had.
    """
    whole = sum(weights[name] for name in values if weights[name] > 0)
    meant = sum(weights[name] for name in values if weights[name] > 0 and name in SEMANTIC)
    total = np.sum([weights[name] * each * ~(unread & (name in SEMANTIC)) for name, each in values.items()], axis=0)
    there = np.where(unread, whole - meant, whole)
    found: Array = np.divide(total, there, out=np.zeros(len(total)), where=there > 0)
    return found
