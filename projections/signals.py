"""The signals of a ranking: small functions of what a question asks and what messages are.

Each takes arrays over candidates and gives one number for each of them, float64 (n,), between 0 and 1 (speaker:
-1 to 1). Which of them count, and how much, is said in `ranking.py`. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from awhm.events.fold import Array
from awhm.language.asking import ASKS_AT_LAST, ASKS_SOMEWHERE, NAME, NUMBER, TIME, Sought

BEST = 3  # messages of a session that say how near it is to a question
APART, AGREEING, AGREED = 0.08, 43.0, 0.854  # see `agreement`
BITS = {Sought.TIME: TIME, Sought.NUMBER: NUMBER, Sought.NAME: NAME, Sought.ANYTHING: 0}
WIDE = 4  # times as many places as messages may be laid out for them
ENOUGH = 40  # words from which a message is long enough to answer anything


def share(parts: Array, weights: Array) -> Array:
    """What each candidate has of the question's terms (or tokens): (n, terms) in [0, 1], weighed; 0 without any."""
    whole = weights.sum()
    if not whole:
        return np.zeros(len(parts))
    # No product of matrices: BLAS adds up some rows in another order, and equal candidates must score equally.
    found: Array = (parts * (weights / whole)).sum(axis=1)
    return np.minimum(found, 1.0)


def here_or_before(parts: Array, owners: Array, before: Array, discount: float, weights: Array) -> Array:
    """For each message the share that its best passage has, each term also counted, discounted, where the message
    before it in its session has the term.

    `parts` (passages, terms) in [0, 1]; `owners` (passages,) says which message each is of, ascending; `before`
    (n,) is the place of the message before, -1 for a session's first. Of the message before only its best passage
    counts. Below 1 a discount lets a message that has all terms itself lead the one that follows it. Passage by
    passage, so that a long message gains nothing by having one term here and another there.
    """
    best = best_passage(share(parts, weights), owners, len(before))
    earlier = np.where(before >= 0, best[np.maximum(before, 0)], -1)[owners]
    others = np.where((earlier >= 0)[:, None], parts[np.maximum(earlier, 0)], 0)
    return highest(share(np.maximum(parts, discount * others), weights), owners, len(before))


def best_passage(values: Array, owners: Array, count: int) -> Array:
    """For each of `count` messages the place of its passage with the highest value, the first of equals; or -1."""
    if _one_each(owners, count):
        return np.arange(count)
    best = np.full(count, -1, np.int64)
    order = np.lexsort((-np.arange(len(values)), values))  # worst first, so that what is written last is the best
    best[owners[order]] = order
    return best


def highest(values: Array, owners: Array, count: int) -> Array:
    """For each of `count` messages the highest value of its passages; 0 for one without any. `owners` ascending."""
    if _one_each(owners, count):
        return values
    found = np.zeros(count)
    if len(values):
        starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
        found[owners[starts]] = np.maximum.reduceat(values, starts)
    return found


def _one_each(owners: Array, count: int) -> bool:
    """Whether each of `count` messages has one passage; `owners` ascending. So it is in a chat."""
    return len(owners) == count and bool((owners == np.arange(count)).all())


def of_session(values: Array, session: Array) -> Array:
    """For each message the mean of the `BEST` highest values (0 at least) of its session.

    `session` numbers from 0, in groups.
    """
    if not len(values):
        return np.zeros(0)
    sizes = np.bincount(session)
    place = np.arange(len(values)) - (np.cumsum(sizes) - sizes)[session]
    longest = max(int(sizes.max()), BEST)
    if len(sizes) * longest <= WIDE * len(values):
        # A row for each session: to sort these is cheaper than to sort all together, where none is very long.
        rows = np.zeros((len(sizes), longest))
        rows[session, place] = values
        rows.sort(axis=1)
        sums = np.add.reduce(rows[:, : -BEST - 1 : -1], axis=1)
    else:
        taken = np.lexsort((-values, session))[place < BEST]
        sums = np.bincount(session[taken], values[taken], len(sizes))
    means: Array = sums / np.minimum(sizes, BEST)
    return means[session]


def speaker(speakers: Array, named: Collection[int]) -> Array:
    """1 where a speaker whom the question names speaks, -1 where another does; 0 without a name on either side.

    `speakers` are numbers of names, 0 for none.
    """
    if not named:
        return np.zeros(len(speakers))
    right = np.zeros(len(speakers), np.bool_)
    for name in named:
        right |= speakers == name
    marks: Array = np.where(speakers == 0, 0.0, np.where(right, 1.0, -1.0))
    return marks


def length(words: Array) -> Array:
    """How much a message says, growing with log(1 + words) up to 40: a very short one seldom answers anything."""
    grown: Array = np.minimum(np.log1p(words) / np.log1p(ENOUGH), 1.0)
    return grown


def sort(offers: Array, sought: Sought) -> Array:
    """1 where a message has the sort of thing that a question seeks, by its bits (`asking.offered`); else 0."""
    return ((offers & BITS[sought]) > 0).astype(np.float64)


def asks(offers: Array) -> Array:
    """How much a message asks rather than tells, by its bits: 1 where it ends with a question, 0.5 where it has one."""
    asked: Array = np.where(offers & ASKS_AT_LAST, 1.0, np.where(offers & ASKS_SOMEWHERE, 0.5, 0.0))
    return asked


def agreement(closeness: Array, speakers: Array) -> float:
    """How sure it is that a question is answered at all, from whether the speaker it names is the one who said it.

    `speakers` is what `speaker` gave. 1 where no speaker is named, or nobody else speaks. Else a logistic curve over
    how much closer the best message of those named is than the best of the others (cut to `APART`): fitted on
    LoCoMo, whose unanswerable questions name the wrong speaker.
    """
    named = speakers > 0
    if not speakers.any() or named.all():
        return 1.0
    own = float(closeness[named].max()) if named.any() else 0.0
    apart = min(max(own - float(closeness[~named].max()), -APART), APART)
    return 1 / (1 + math.exp(-(AGREEING * apart + AGREED)))
