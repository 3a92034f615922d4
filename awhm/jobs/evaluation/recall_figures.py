"""From the cases of a corpus to its figures: by level, system, group and metric, each with its bounds. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from awhm.jobs.evaluation import metrics
from awhm.jobs.evaluation.figures import Share
from awhm.jobs.evaluation.recall_haystack import FLOORED, OURS

LEVELS = ("turn", "session")
BASELINE = "awhm_like"
CONTEXT = "awhm_context"  # what recall found as one text for a model, in place of the messages one by one
SCORED = (OURS, "bm25", "cosine", BASELINE)  # those whose scores may tell an answer from none
DEEP = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50)  # of the curves
SHARES = ("recall_any", "recall_all")  # yes or no for each question, so that Wilson's bounds hold
GAINS = ("ndcg@10", "recall@10", "recall_all@5")

Case = dict[str, Any]
Figure = dict[str, Any]
Pick = Callable[[Case], bool]


def groups_of(cases: Sequence[Case]) -> dict[str, Pick]:
    """All cases, those that something answers, and those of each category where there is more than one."""

    def of(category: str) -> Pick:
        return lambda case: case["category"] == category

    categories = sorted({case["category"] for case in cases})
    found: dict[str, Pick] = {"all": lambda case: True, "answerable": lambda case: case["answerable"]}
    return found | ({name: of(name) for name in categories} if len(categories) > 1 else {})


def systems_of(cases: Sequence[Case]) -> list[str]:
    """The systems that every case was asked of, in order."""
    return list(dict.fromkeys(name for case in cases for name in case["systems"]))


def figures(cases: Sequence[Case], k: int, depth: int) -> dict[str, Any]:
    """level -> system -> group -> metric -> figure; what has no evidence is not counted."""
    ks = [number for number in sorted({1, 5, 10, 50, k}) if number <= depth]
    named = metrics_at(ks)
    found: dict[str, Any] = {}
    for level in LEVELS:
        counted = [case for case in cases if case["systems"][OURS][level]]
        picks = groups_of(counted)
        found[level] = {
            system: {
                name: _table([case["systems"][system][level] for case in counted if pick(case)], named)
                for name, pick in picks.items()
                if any(map(pick, counted))
            }
            for system in systems_of(counted)
        }
    return found


def metrics_at(ks: Sequence[int]) -> dict[str, Callable[[metrics.Ranks], float]]:
    """Every metric by its name and depth, such as `recall_all@5`."""

    def at(metric: Callable[[metrics.Ranks, int], float], k: int) -> Callable[[metrics.Ranks], float]:
        return lambda ranks: metric(ranks, k)

    found = {f"{name}@{k}": at(metric, k) for name, metric in metrics.AT_K.items() for k in ks}
    found |= {f"ndcg_longmemeval@{k}": at(metrics.ndcg_longmemeval, k) for k in ks if k in (5, 10)}
    return found | {"mrr": metrics.reciprocal_rank}


def _table(ranks: Sequence[metrics.Ranks], named: dict[str, Callable[[metrics.Ranks], float]]) -> dict[str, Figure]:
    rows = [[metric(one) for metric in named.values()] for one in ranks]
    found: dict[str, Figure] = {}
    for number, (name, interval) in enumerate(zip(named, metrics.means(rows), strict=True)):
        if name.startswith(SHARES):
            found[name] = share(sum(row[number] > 0 for row in rows), len(rows))
        else:
            found[name] = figure(interval)
    return found


def gains(cases: Sequence[Case], depth: int) -> dict[str, Any]:
    """What recall gains on the AWHM-like baseline, question by question, with bounds: level -> metric -> figure."""
    named = {name: metric for name, metric in metrics_at([k for k in (5, 10) if k <= depth]).items() if name in GAINS}
    found: dict[str, Any] = {}
    for level in LEVELS:
        counted = [case["systems"] for case in cases if case["systems"][OURS][level]]
        if not counted or BASELINE not in counted[0]:
            continue
        pairs = [(one[OURS][level], one[BASELINE][level]) for one in counted]
        rows = [[metric(ours) - metric(theirs) for metric in named.values()] for ours, theirs in pairs]
        found[level] = {name: figure(one) for name, one in zip(named, metrics.means(rows), strict=True)}
    return found


def answers(cases: Sequence[Case], k: int) -> dict[str, Any]:
    """system -> what of the answers stands in what was returned; over the answerable questions that have one."""
    counted = [case for case in cases if case["answerable"] and case["expected"]]
    found: dict[str, Any] = {}
    for system in systems_of(cases):
        of = [case["systems"][system] for case in counted]
        found[system] = {
            "text_in_k": share(sum(_upto(one["text"], k) for one in of), len(of)),
            "words_in_k": share(sum(_upto(one["words"], k) for one in of), len(of)),
            "words_in_k_corrected": share(sum(_upto(one["corrected"], k) for one in of), len(of)),
            "within_tokens": {
                budget: share(sum(one["within"][budget] for one in of), len(of))
                for budget in (of[0]["within"] if of else ())
            },
            "tokens_of_k": _mean([case["systems"][system]["tokens"] for case in cases]),
        }
    told = [case["context"] for case in counted if "context" in case]
    if told:
        found[CONTEXT] = {
            "text_in_k": None,
            "words_in_k": None,
            "words_in_k_corrected": None,
            "within_tokens": {budget: share(sum(one[budget] for one in told), len(told)) for budget in told[0]},
            "tokens_of_k": None,
        }
    return found


def contradictions(cases: Sequence[Case], k: int) -> dict[str, Any]:
    """system -> how often what is forbidden stands in the first `k`, of the questions that forbid something."""
    counted = [case for case in cases if case["forbidden"]]
    return {
        system: {
            "text": share(sum(_upto(case["systems"][system]["forbidden_text"], k) for case in counted), len(counted)),
            "words": share(sum(_upto(case["systems"][system]["forbidden"], k) for case in counted), len(counted)),
        }
        for system in systems_of(cases)
    }


def abstention(cases: Sequence[Case], floor: float) -> dict[str, Any]:
    """How well the best score tells whether anything answers, and what the minimum score makes of it."""
    yes = [case for case in cases if case["answerable"]]
    no = [case for case in cases if not case["answerable"]]
    best = {
        system: figure(
            metrics.auroc_interval(
                [case["systems"][system]["best"] for case in yes], [case["systems"][system]["best"] for case in no]
            )
        )
        for system in systems_of(cases)
        if system in SCORED
    }
    return {
        "answerable": len(yes),
        "unanswerable": len(no),
        "auroc": best,
        "min_score": floor,
        "unanswerable_answered": share(sum(case["kept"] > 0 for case in no), len(no)),
        "answerable_refused": share(sum(case["kept"] == 0 for case in yes), len(yes)),
    }


def lite(cases: Sequence[Case], k: int) -> dict[str, Any]:
    """AWHM Lite's own figures, as it counted them: substrings, over all questions."""
    ranks = [case["systems"][OURS].get("text") for case in cases]
    of: dict[str, list[int | None]] = {name: [] for name in sorted({case["category"] for case in cases})}
    for case, rank in zip(cases, ranks, strict=True):
        of[case["category"]].append(rank)
    wrong = [_upto(case["systems"][OURS].get("forbidden_text"), k) for case in cases]
    return {
        "k": k,
        "recall_at_k": _mean([float(_upto(rank, k)) for rank in ranks]),
        "ndcg_at_k": _mean([metrics.first_hit_ndcg(rank, k) for rank in ranks]),
        "contradiction_error_rate": _mean([float(one) for one in wrong]),
        "by_category": {name: _mean([float(_upto(rank, k)) for rank in found]) for name, found in of.items()},
    }


def curves(cases: Sequence[Case], depth: int) -> dict[str, Any]:
    """level -> system -> [(k, share of the evidence found)]."""
    found: dict[str, Any] = {}
    for level in LEVELS:
        counted = [case for case in cases if case["systems"][OURS][level]]
        found[level] = {
            system: [
                [k, _mean([metrics.recall(case["systems"][system][level], k) for case in counted])]
                for k in DEEP
                if k <= depth
            ]
            for system in systems_of(counted)
            if system != FLOORED
        }
    return found


def share(hits: int, total: int) -> Figure:
    """So many of so many, with Wilson's 95 % bounds."""
    told = Share(hits, total).to_dict()
    return {"value": told["share"], "low": told["low"], "high": told["high"], "total": total}


def figure(interval: metrics.Interval) -> Figure:
    """A mean with its bounds, rounded to four digits."""
    return {name: None if value is None else round(value, 4) for name, value in interval._asdict().items()}


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _upto(rank: int | None, k: int) -> bool:
    return rank is not None and rank <= k
