"""What `awhm eval` reports of one corpus. The same corpus, code and settings give the same, but for `TIMES`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from awhm.jobs.evaluation import metrics, recall_figures
from awhm.jobs.evaluation.recall_run import Ran
from awhm.jobs.evaluation.recall_trial import Settings
from awhm.language.text import is_list, is_object
from awhm.replay.corpus import Corpus, Question

# What differs between two runs: times, the machine, and the heads of logs whose salts and ids are drawn anew.
TIMES = frozenset({"latency_ms", "cpu_ms", "ingest_seconds", "speed", "heads", "machine", "resumed"})


def report_of(
    path: str, sha256_of_file: str, corpus: Corpus, asked: Sequence[Question], ran: Ran, settings: Settings
) -> dict[str, Any]:
    """The report as plain JSON values; `cases` has a row for each question, AWHM Lite's fields are at the top."""
    cases = [case for outcome in ran.outcomes for case in outcome["cases"]]
    errors = [error for outcome in ran.outcomes for error in outcome["errors"]]
    replayed = [outcome for outcome in ran.outcomes if "head" in outcome]
    named = [fault._asdict() for fault in corpus.faults]
    k, depth = settings.k, settings.depth
    return {
        "corpus": path,
        "sha256": sha256_of_file,
        "format": corpus.form,
        "split": corpus.split,
        "settings": asdict(settings),
        "sessions": sum(outcome["sessions"] for outcome in replayed),
        "messages": sum(outcome["messages"] for outcome in replayed),
        "questions": len(asked),
        "questions_in_file": corpus.items,
        "haystacks": len(ran.outcomes),
        "complete": not errors,
        "errors": errors,
        "faults": named,
        "without_evidence": sum(not question.evidence for question in asked),
        "errata": sum(bool(question.corrected) for question in asked),
        "evidence_by_session_alone": sum(case["evidence_by_session"] > 0 for case in cases),
        "nodes": sum(outcome["nodes"] for outcome in replayed),
        **recall_figures.lite(cases, k),
        "levels": recall_figures.figures(cases, k, depth),
        "gains": recall_figures.gains(cases, depth),
        "answers": recall_figures.answers(cases, k),
        "contradictions": recall_figures.contradictions(cases, k),
        "abstention": recall_figures.abstention(cases, settings.floor),
        "curves": recall_figures.curves(cases, depth),
        "replayed": _combined(outcome["replayed"] for outcome in replayed),
        "heads": _combined(outcome["head"] for outcome in replayed),
        "resumed": ran.resumed,
        **_times(cases, replayed),
        "cases": cases,
    }


def timeless(value: Any) -> Any:
    """A report without what differs between two runs of the same."""
    if is_object(value):
        return {key: timeless(one) for key, one in value.items() if key not in TIMES}
    return [timeless(one) for one in value] if is_list(value) else value


def _combined(digests: Any) -> str:
    """One hash over the haystacks' hashes, in order."""
    return sha256("\n".join(digests).encode()).hexdigest()


def _times(cases: Sequence[dict[str, Any]], replayed: Sequence[dict[str, Any]]) -> dict[str, Any]:
    def total(name: str) -> float:
        return float(sum(outcome["times"].get(name, 0.0) for outcome in replayed))

    def rate(seconds: float) -> float | None:
        return round(messages / seconds, 1) if seconds else None

    messages = sum(outcome["messages"] for outcome in replayed)
    ingest = total("log_seconds") + total("embed_seconds")
    sizes = [outcome["bytes"] for outcome in replayed if outcome["bytes"] is not None]
    return {
        "ingest_seconds": round(ingest + total("consolidate_seconds"), 3),
        "latency_ms": _percentiles([case["latency_ms"] for case in cases]),
        "cpu_ms": _percentiles([case["cpu_ms"] for case in cases]),
        "speed": {
            "log_seconds": round(total("log_seconds"), 3),
            "embed_seconds": round(total("embed_seconds"), 3),
            "consolidate_seconds": round(total("consolidate_seconds"), 3),
            "cpu_seconds": round(sum(total(f"{name}_cpu_seconds") for name in ("log", "embed", "consolidate")), 3),
            "logged_a_second": rate(total("log_seconds")),
            "ingested_a_second": rate(ingest),
            "consolidated_a_second": rate(total("consolidate_seconds")),
            "texts_embedded": sum(outcome["times"]["embedded"] for outcome in replayed),
            "texts_from_cache": sum(outcome["times"]["cached"] for outcome in replayed),
            "bytes": sum(sizes) if sizes else None,
        },
    }


def _percentiles(values: Sequence[float]) -> dict[str, float | None]:
    found = {"p50": metrics.percentile(values, 0.5), "p95": metrics.percentile(values, 0.95)}
    return {name: None if value is None else round(value, 3) for name, value in found.items()}
