"""`awhm eval` without a corpus: AWHM Lite's built-in benchmark, three facts that are corrected and asked for.

The sentences are our own; what is asked, required and forbidden is AWHM Lite's, and so are the report's fields.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from awhm.cli.call import Call
from awhm.cli.eval_deletion import audit
from awhm.cli.eval_store import Bench, open_trial
from awhm.cli.eval_trial import embedder_of
from awhm.jobs.evaluation import metrics
from awhm.jobs.evaluation.machine import machine, versions
from awhm.jobs.evaluation.recall_answers import holds_text
from awhm.jobs.evaluation.recall_trial import Dated, Found, RecallTrial, Settings
from awhm.jobs.evaluation.trial import DAY, MINUTE, START

VERSION = "builtin-v1"
FIRST = (
    "I prefer Python for programming.",
    "The API endpoint is https://api.example.com/v1.",
    "My city is San Francisco.",
)
SECOND = (
    "Actually, I prefer Rust for programming.",
    "Actually, the API endpoint is https://api.example.com/v2.",
    "Actually, my city is New York.",
)
TOP = 3  # results that are shown of each question


class Case(NamedTuple):
    """One question with what has to be shown and what must not be."""

    name: str
    query: str
    required: str
    forbidden: str


CASES = (
    Case("language", "Which language do I prefer for programming?", "Rust", "Python"),
    Case("endpoint", "What is the API endpoint?", "/v2", "/v1"),
    Case("city", "What is my city?", "New York", "San Francisco"),
)


def evaluate_builtin(call: Call, k: int, *, semantic: bool) -> int:
    """Run the benchmark and print its report; the exit code is 0 whatever the figures."""
    config = call.config()
    bench = Bench(config.model_dump(exclude={"data_dir"}), Settings(k=k, semantic=semantic), call.mock, None, None)
    report = measured(bench, k) | {"deletion_audit": audit(config, mock=call.mock)}
    call.out.document(
        {
            "evaluation": "builtin",
            **report,
            "embedder": embedder_of(config, mock=call.mock) if semantic else None,
            "versions": versions(),
            "machine": machine(),
            "notes": call.out.notes,
        }
    )
    show(call, report)
    return 0


def measured(bench: Bench, k: int) -> dict[str, Any]:
    """The benchmark on one bench: its report but for the deletion audit."""
    with open_trial(bench, VERSION) as trial:
        for session, lines in enumerate((FIRST, SECOND)):
            trial.log(
                [
                    Dated(f"builtin-{session + 1}", "user", line, START + 30 * session * DAY + at * MINUTE, 0, None)
                    for at, line in enumerate(lines)
                ]
            )
            trial.embed()
            trial.consolidate()
        cases = [asked(case, trial, k) for case in CASES]
    return report_of(cases, k)


def asked(case: Case, trial: RecallTrial, k: int) -> dict[str, Any]:
    """One question: whether and where the required stands, and whether the forbidden does."""
    started = time.perf_counter()
    found: list[Found] = trial.ask(case.query, k, None)
    spent = 1000 * (time.perf_counter() - started)
    rank = next((rank for rank, one in enumerate(found, 1) if holds_text(one.text, [case.required])), None)
    return {
        "name": case.name,
        "query": case.query,
        "latency_ms": round(spent, 3),
        "recall_hit": rank is not None,
        "hit_rank": rank,
        "ndcg": round(metrics.first_hit_ndcg(rank, k), 4),
        "forbidden_hit": any(holds_text(one.text, [case.forbidden]) for one in found),
        "top_results": [one.text for one in found[:TOP]],
    }


def report_of(cases: list[dict[str, Any]], k: int) -> dict[str, Any]:
    """AWHM Lite's fields, but for the deletion audit."""
    times = [case["latency_ms"] for case in cases]
    return {
        "version": VERSION,
        "query_count": len(cases),
        "k": k,
        "recall_at_k": round(sum(case["recall_hit"] for case in cases) / len(cases), 4),
        "ndcg_at_k": round(sum(case["ndcg"] for case in cases) / len(cases), 4),
        "contradiction_error_rate": round(sum(case["forbidden_hit"] for case in cases) / len(cases), 4),
        "latency_ms": {"p50": metrics.percentile(times, 0.5), "p95": metrics.percentile(times, 0.95)},
        "cases": cases,
    }


def show(call: Call, report: dict[str, Any]) -> None:
    """The six lines that AWHM Lite printed, and the cases that came out wrong."""
    k, latency = report["k"], report["latency_ms"]
    call.out.line((f"AWHM Lite's built-in benchmark, {report['query_count']} questions", "bold"))
    call.out.line(f"Recall@{k}: {report['recall_at_k']:.3f}")
    call.out.line(f"nDCG@{k}: {report['ndcg_at_k']:.3f}")
    call.out.line(f"Contradiction error rate: {report['contradiction_error_rate']:.3f}")
    call.out.line(f"Latency: p50 {latency['p50']:.1f} ms, p95 {latency['p95']:.1f} ms")
    found = report["deletion_audit"]
    failed = ", ".join(name for name, value in found.items() if name.endswith("_clean") and not value)
    call.out.line(f"Deletion audit: {'passed' if found['passed'] else 'FAILED ' + failed}")
    for case in report["cases"]:
        if not case["recall_hit"] or case["forbidden_hit"]:
            what = "the outdated value is shown" if case["forbidden_hit"] else "not found"
            call.out.line((f"  {case['name']}: {what}", "bold red"))
    call.out.line(("`awhm eval CORPUS` replays a corpus; docs/evaluation.md says which.", "dim"))
