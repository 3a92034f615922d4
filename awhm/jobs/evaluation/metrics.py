"""The metrics of retrieval, each a function of ranks. Pure.

What is to be found for one question is a list of ranks from 1, one for each piece of evidence; None for a
piece that was not found as deep as one looked. So its length is the number of all pieces, and the ideal
ranking is over all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from awhm.events.fold import Array

Ranks = Sequence[int | None]
RESAMPLES = 2000
SEED = 20261130  # of the bootstrap: the same report twice


class Interval(NamedTuple):
    """A figure and its 95 % bounds; `total` is how many questions it is over."""

    value: float | None
    low: float | None
    high: float | None
    total: int


def recall_any(ranks: Ranks, k: int) -> float:
    """1 if any piece is among the first `k`."""
    return float(any(rank is not None and rank <= k for rank in ranks))


def recall_all(ranks: Ranks, k: int) -> float:
    """1 if all pieces are among the first `k`."""
    return float(all(rank is not None and rank <= k for rank in ranks))


def recall(ranks: Ranks, k: int) -> float:
    """The share of the pieces that is among the first `k`. Raises ZeroDivisionError for no pieces."""
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def ndcg(ranks: Ranks, k: int) -> float:
    """nDCG with gains of 0 or 1 and a discount of 1 / log2(rank + 1); the ideal has all pieces first.

    K. Järvelin and J. Kekäläinen, 2002, with the discount that is usual today.
    """
    found = sum(1 / math.log2(rank + 1) for rank in ranks if rank is not None and rank <= k)
    return found / sum(1 / math.log2(rank + 1) for rank in range(1, min(len(ranks), k) + 1))


def ndcg_longmemeval(ranks: Ranks, k: int) -> float:
    """nDCG as LongMemEval's own code has it: the first two ranks undiscounted, then 1 / log2(rank)."""

    def gain(rank: int) -> float:
        return 1.0 if rank == 1 else 1 / math.log2(rank)

    found = sum(gain(rank) for rank in ranks if rank is not None and rank <= k)
    return found / sum(gain(rank) for rank in range(1, min(len(ranks), k) + 1))


def reciprocal_rank(ranks: Ranks) -> float:
    """1 / the rank of the first piece found; 0 if none was."""
    return max((1 / rank for rank in ranks if rank is not None), default=0.0)


def first_hit_ndcg(rank: int | None, k: int) -> float:
    """AWHM Lite's nDCG: 1 / log2(rank + 1) of the first hit among the first `k`, with an ideal of 1."""
    return 1 / math.log2(rank + 1) if rank is not None and rank <= k else 0.0


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """How likely a positive's score is above a negative's, ties counting half; None without both.

    The Mann-Whitney statistic over the number of pairs: the area under the ROC curve.
    """
    if not len(positive) or not len(negative):
        return None
    ordered = np.sort(np.asarray(negative, np.float64))
    scores = np.asarray(positive, np.float64)
    below, upto = np.searchsorted(ordered, scores, "left"), np.searchsorted(ordered, scores, "right")
    return float((below + upto).sum() / 2 / len(scores) / len(ordered))


def percentile(values: Sequence[float], share: float) -> float | None:
    """The percentile at a share from 0 to 1, linear between neighbours; None of nothing."""
    return float(np.quantile(np.asarray(values, np.float64), share)) if values else None


def means(table: Sequence[Sequence[float]]) -> list[Interval]:
    """The mean of each column, with bounds from a seeded bootstrap over the rows (percentiles of 2,000 resamples)."""
    found = np.asarray(table, np.float64)
    if not len(found):
        return []
    drawn = _drawn(len(found)) @ found / len(found)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    bounds = zip(found.mean(axis=0).tolist(), low.tolist(), high.tolist(), strict=True)
    return [Interval(value, least, most, len(found)) for value, least, most in bounds]


@lru_cache(maxsize=32)
def _drawn(rows: int) -> Array:
    """How often each row is in each resample, (RESAMPLES, rows)."""
    drawn = np.random.default_rng(SEED).multinomial(rows, np.full(rows, 1 / rows), RESAMPLES)
    return drawn.astype(np.float64)


def auroc_interval(positive: Sequence[float], negative: Sequence[float]) -> Interval:
    """The AUROC with bounds from a seeded bootstrap over each side."""
    value = auroc(positive, negative)
    if value is None:
        return Interval(None, None, None, len(positive) + len(negative))
    draw = np.random.default_rng(SEED)
    one, other = np.asarray(positive, np.float64), np.asarray(negative, np.float64)

    def again(scores: Array) -> list[float]:
        return [float(score) for score in scores[draw.integers(0, len(scores), len(scores))]]

    found = [auroc(again(one), again(other)) for _ in range(RESAMPLES // 4)]
    low, high = np.quantile(np.asarray(found, np.float64), [0.025, 0.975])
    return Interval(value, float(low), float(high), len(one) + len(other))


AT_K: dict[str, Callable[[Ranks, int], float]] = {
    "recall_any": recall_any,
    "recall_all": recall_all,
    "recall": recall,
    "ndcg": ndcg,
}
