"""`awhm eval CORPUS...`: corpora replayed and asked, and the report written."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from awhm.cli.call import Call
from awhm.cli.eval_recall_view import show
from awhm.cli.eval_store import Bench, work
from awhm.cli.eval_trial import embedder_of
from awhm.cli.output import Output, dumps, progress, visible
from awhm.errors import Refused
from awhm.jobs.evaluation.machine import machine, versions
from awhm.jobs.evaluation.page import page
from awhm.jobs.evaluation.recall_haystack import OURS
from awhm.jobs.evaluation.recall_report import report_of
from awhm.jobs.evaluation.recall_run import Finished, Wanted, code_digest, haystacks_of, run
from awhm.jobs.evaluation.recall_trial import Settings
from awhm.replay.corpus_file import Read, errata_in, read_corpus

INCOMPLETE, NOT_READ, INTERRUPTED = 1, 2, 130
LITE = ("k", "recall_at_k", "ndcg_at_k", "contradiction_error_rate", "latency_ms", "by_category")
LITE_TOP = 3  # results that AWHM Lite's report shows of each question
LITE_COUNTS = ("corpus", "sessions", "messages", "questions", "nodes", "ingest_seconds")


@dataclass(frozen=True)
class Chosen:
    """The options of the command, as they were given."""

    k: int | None
    limit: int | None
    categories: tuple[str, ...]
    errata: str | None
    longmemeval: bool
    no_consolidate: bool
    no_semantic: bool
    no_controls: bool
    no_isolation: bool
    include_history: bool
    context: bool
    min_score: float | None
    jobs: int
    out: str | None
    html: str | None
    resume: str | None
    folder: str | None
    cache: str | None
    no_cache: bool

    @property
    def wanted(self) -> Wanted:
        """Which questions are asked."""
        names = [name.strip() for given in self.categories for name in given.split(",")]
        return Wanted(self.limit, tuple(name for name in names if name))

    @property
    def finished(self) -> Path | None:
        """The file for what is finished."""
        if self.resume is not None:
            return Path(self.resume)
        return None if self.out is None else Path(self.out) / "finished.jsonl"

    def settings(self, floor: float) -> Settings:
        """How the corpora are replayed and asked."""
        k = self.k or 10
        return Settings(
            k=k,
            depth=max(50, k),
            floor=floor,
            consolidate=not self.no_consolidate,
            semantic=not self.no_semantic,
            controls=not self.no_controls,
            isolation=not self.no_isolation,
            include_history=True if self.include_history else None,
            context=self.context,
        )


# Settings that no figure depends on: where things lie, and with how many threads.
_ELSEWHERE = {"data_dir", "state_dir", "signing_key", "audit_stream", "embed_threads"}


def evaluate_recall(call: Call, paths: Sequence[str], chosen: Chosen) -> int:
    """Replay each corpus, ask its questions, and tell what was found. Raises Refused if none can be read."""
    config = call.config()
    floor = config.min_score if chosen.min_score is None else chosen.min_score
    if not 0 <= floor <= 1:
        raise Refused("bad_min_score", f"--min-score is {floor}; scores run from 0 to 1")
    corpora, unread = read(paths, longmemeval=chosen.longmemeval)
    if chosen.errata is not None:
        errata = errata_in(Path(chosen.errata))
        for _, one in corpora:
            one.corpus.correct(errata)
    given = config.model_dump(exclude={"data_dir"})
    if chosen.jobs > 1 and config.embed_threads is None:
        given["embed_threads"] = max(1, (os.cpu_count() or 1) // chosen.jobs)
    cache = None if chosen.no_cache else chosen.cache or platformdirs.user_cache_dir("awhm-eval", appauthor=False)
    bench = Bench(given, chosen.settings(floor), call.mock, cache, chosen.folder)
    embedder = None if chosen.no_semantic else embedder_of(config, mock=call.mock)
    envelope = {
        "evaluation": "recall",
        "config": config.model_dump(mode="json", exclude=_ELSEWHERE),
        "embedder": embedder,
        "versions": versions(),
        "code": code_digest(),
    }
    finished = Finished(chosen.finished)
    if finished.spoiled:
        call.out.note(f"{finished.spoiled} lines of {chosen.finished} cannot be read; what they held is done again")
    try:
        records = [
            evaluated(path, one, bench, chosen, finished, [envelope[name] for name in envelope if name != "evaluation"])
            for path, one in corpora
        ]
    except KeyboardInterrupt:
        kept = chosen.finished
        call.out.note("stopped" if kept is None else f"stopped; the same command goes on from what is in {kept}")
        return INTERRUPTED
    report = {
        **envelope,
        **(first_as_lite(records[0]) if len(records) == 1 else {}),
        "unread": [{"path": path, "reason": reason} for path, reason in unread],
        "complete": not unread and all(record["complete"] for record in records),
        "corpora": records,
        "machine": machine(),
        "notes": call.out.notes,
    }
    write(report, chosen)
    call.out.document(report)
    show(call.out, report)
    return NOT_READ if unread else 0 if report["complete"] else INCOMPLETE


def read(paths: Sequence[str], *, longmemeval: bool) -> tuple[list[tuple[str, Read]], list[tuple[str, str]]]:
    """The corpora that can be read, and the files that cannot, with the reason. Raises Refused if all are such."""
    corpora: list[tuple[str, Read]] = []
    refused: list[Refused] = []
    unread: list[tuple[str, str]] = []
    for path in paths:
        try:
            corpora.append((path, read_corpus(Path(path), longmemeval=longmemeval)))
        except Refused as error:
            refused.append(error)
            unread.append((path, str(error)))
    if not corpora:
        raise refused[0]
    return corpora, unread


def evaluated(
    path: str, one: Read, bench: Bench, chosen: Chosen, finished: Finished, depends_on: Sequence[Any]
) -> dict[str, Any]:
    """One corpus, evaluated."""
    asked = chosen.wanted.of(one.corpus)
    settings = bench.settings
    haystacks = haystacks_of(one.corpus, asked, isolation=settings.isolation)
    with progress(f"asking {os.path.basename(path)}", len(asked)) as tell:
        ran = run(
            haystacks,
            partial(work, bench),
            depends_on=[one.sha256, settings, bench.folder is not None, *depends_on],
            finished=finished,
            jobs=chosen.jobs,
            tell=tell,
        )
    record = report_of(path, one.sha256, one.corpus, asked, ran, settings)
    return {**record, "limit": chosen.limit, "categories": list(chosen.wanted.categories)}


def first_as_lite(record: dict[str, Any]) -> dict[str, Any]:
    """AWHM Lite's fields, at the top, where AWHM Lite had them: it took one corpus at a time."""
    fields = {name: record[name] for name in (*LITE_COUNTS, *LITE)}
    return {"version": record["format"], **fields, "cases": [_lite_case(one, record["k"]) for one in record["cases"]]}


def _lite_case(case: dict[str, Any], k: int) -> dict[str, Any]:
    """One question, with AWHM Lite's fields. `top_results` say where each stands: a report has no words of a corpus."""
    ranks = case["systems"][OURS]
    hit, forbidden = ranks.get("text"), ranks.get("forbidden_text")
    return {
        "id": case["id"],
        "category": case["category"],
        "latency_ms": case["latency_ms"],
        "hit_rank": hit if hit and hit <= k else None,
        "forbidden_hit": bool(forbidden and forbidden <= k),
        "top_results": case["results"][:LITE_TOP],
    }


def write(report: dict[str, Any], chosen: Chosen) -> None:
    """The report as files, where they were asked for. Raises Refused (`unwritable`)."""
    files: dict[Path, bytes] = {}
    if chosen.out is not None:
        lines = Kept()
        show(lines, report)
        files[Path(chosen.out) / "report.json"] = dumps(report, indent=True)
        files[Path(chosen.out) / "report.txt"] = ("\n".join(lines.kept) + "\n").encode()
        files[Path(chosen.out) / "report.html"] = page(report).encode()
    if chosen.html is not None:
        files[Path(chosen.html)] = page(report).encode()
    for path, content in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise Refused("unwritable", f"{path} cannot be written: {error.strerror}") from error


class Kept(Output):
    """Keeps the lines instead of printing them."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[str] = []

    def line(self, *parts: Any) -> None:
        """See `Output`."""
        self.kept.append("".join(visible(part if isinstance(part, str) else part[0]) for part in parts).rstrip())
