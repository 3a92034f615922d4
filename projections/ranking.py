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
from collections.abc import Mapping, Sequence
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
LEXICAL = {"words": 0.4, "session_words": 0.3}
SEMANTIC = {"cosine": 0.25, "session_cosine": 0.3, "late": 0.9}
FORM = {"speaker": 0.035, "mine": 0.2, "yours": 0.1, "date": 0.2, "sort": 0.04, "length": 0.12, "asks": -0.06}
ALONE = 1.5  # what weighs words more where there is no model: the form of a question says less than they do


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
CALIBRATION = {"late": (24.3, -8.26), "cosine": (18.6, -7.5), "words": (13.9, -5.7)}


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
        alone = ALONE if len(there) < len(own) else 1.0  # no model has read it yet: see `_total`
        weights = {name: self.weights[name] * (alone if name in LEXICAL else 1.0) for name in there}
        whole = sum(weight for weight in weights.values() if weight > 0) or 1.0
        return tuple(Part(name, value, weights[name], weights[name] * value / whole) for name, value in there.items())


def weights_for(settings: Weights, *, model: bool = True) -> dict[str, float]:
    """All weights; those by words and by meaning scaled as the settings say, 0.5 each being as they are.

    Without a model there is nothing to weigh words against, and they count `ALONE` times as much.
    """
    if not model:
        return {name: ALONE * weight for name, weight in LEXICAL.items()} | SEMANTIC | FORM
    lexical = {name: weight * 2 * settings.lexical for name, weight in LEXICAL.items()}
    semantic = {name: weight * 2 * settings.semantic for name, weight in SEMANTIC.items()}
    return lexical | semantic | FORM


def rank(
    found: Sequence[Hit],
    question: Question,
    words: bm25.State,
    sessions: Sessions,
    meaning: Meaning | None,
    settings: Weights,
    *,
    until: int | None = None,
    allowed: Allowed | None = None,
    shortlist: int = SHORTLIST,
) -> Ranked:
    """The best messages around what was found, best first, at most `shortlist`. Equal scores: the later first.

    A message with no share above 0 is no answer. No text is read.
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
    best = np.flatnonzero(first > 0)
    if len(best) > shortlist:
        best = best[first[best] >= np.partition(first[best], len(best) - shortlist)[len(best) - shortlist]]
    best = best[np.lexsort((-there.positions[best].astype(np.int64), -first[best]))[:shortlist]]
    if not len(best):
        return Ranked([], {}, weights)
    full = {name: values[best] for name, values in cheap.items()}
    full |= _dear(question, there, best, sessions, meaning)
    # Who asks about himself is answered by what he told while asking something: "I have a Sony. Which lens ...?"
    full["asks"] = np.where(full["mine"] > 0, 0.0, full["asks"])
    agreed = _agreement(full, weights, unread[best])
    scores = np.round(agreed * _chance(full, weights, unread[best]), 2 * DIGITS)
    order = np.lexsort((-there.positions[best].astype(np.int64), -scores))
    cosines = np.where(unread[best], np.nan, full.get("cosine", np.nan))
    hits = _hits(found, there, covered, best[order], scores[order], cosines[order])
    for name in SEMANTIC.keys() & full.keys():
        full[name] = np.where(unread[best], np.nan, full[name])
    return Ranked(hits, {name: values[order] for name, values in full.items()}, weights, agreed)


def _hits(
    found: Sequence[Hit],
    there: Surroundings,
    covered: bm25_search.Coverage,
    places: Array,
    scores: Array,
    cosines: Array,
) -> list[Hit]:
    """The hits at these places of the surroundings; what was found before keeps its passage and its signals."""
    known = {hit.position: hit for hit in found}
    columns = (there.positions[places], scores, covered.passages[places], covered.scores[places], cosines)
    hits: list[Hit] = []
    for position, score, passage, words, cosine in zip(*(column.tolist() for column in columns), strict=True):
        hit = known.get(position)
        if hit is not None:
            hits.append(Hit(position, hit.passage, score, hit.lexical, hit.bm25, hit.cosine))
        else:
            share = lexical_share(words, covered.ideal)
            hits.append(Hit(position, passage, score, share, words, None if math.isnan(cosine) else cosine))
    return hits


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
    return found | _of_form(question, there, sessions), unread


def _of_form(question: Question, there: Surroundings, sessions: Sessions) -> dict[str, Array]:
    """What the form of the question tells; of messages only that is looked up which it asks for."""
    columns, form = sessions.messages.columns, question.form
    nothing = np.zeros(len(there))
    found = {"speaker": nothing, "mine": nothing, "yours": nothing, "date": nothing}
    if question.named:
        found["speaker"] = signals.speaker(columns["speaker"].take(there.rows), question.named)
    if form.mine or form.yours:
        user = columns["role"].take(there.rows) == ROLES.index(Role.USER)
        found |= {"mine": user * float(form.mine), "yours": ~user * float(form.yours)}
    if form.days:
        zones = columns["zone"].take(there.rows)
        minutes: list[int] = np.where(zones == UNKNOWN_ZONE, 0, zones).tolist()
        occurred: list[int] = columns["occurred"].take(there.rows).tolist()
        found["date"] = np.array(asking.closeness_of_all(form.days, occurred, minutes))
    return found


def _dear(
    question: Question, there: Surroundings, best: Array, sessions: Sessions, meaning: Meaning | None
) -> dict[str, Array]:
    """The signals that only the best are scored by; `best` are places in `there`."""
    positions, columns = there.positions[best], sessions.messages.columns
    halves, offers = (columns[name].take(there.rows[best]) for name in ("halves", "offers"))
    found = {
        "sort": signals.sort(offers, question.form.sought),
        "length": signals.length(halves / 2),
        "asks": signals.asks(offers),
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

    Of what no model has read yet the signals of meaning are not to be had, and words weigh as they do without a model.
    """
    total = np.zeros(len(unread))
    if not unread.any():  # as mostly: all have the same weights
        for name, each in values.items():
            total += weights[name] * each
        whole = np.full(len(unread), sum(max(weights[name], 0.0) for name in values))
    else:
        whole = np.zeros(len(unread))
        for name, each in values.items():
            weight: float | Array = weights[name]
            if name in SEMANTIC:
                weight = weight * ~unread
            elif name in LEXICAL:
                weight = np.where(unread, ALONE * weights[name], weight)
            total += weight * each
            whole += np.maximum(weight, 0.0)
    found: Array = np.divide(total, whole, out=np.zeros(len(total)), where=whole > 0)
    return found
