"""`awhm eval --extraction`: the parts of the evaluation, where their files are by default, and all of them run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import awhm
from awhm.errors import Refused
from awhm.jobs.evaluation import cases, corpora, pairs, statements
from awhm.jobs.evaluation.figures import Report
from awhm.jobs.evaluation.trial import Runs, Trial

PARTS = (statements.PART, pairs.PART, corpora.FACTS, corpora.RULES, cases.PART)
CHECKOUT = Path(awhm.__file__).resolve().parents[1]


@dataclass(frozen=True)
class Files:
    """What is evaluated on: files of labelled messages, the file of pairs, and the folder of the corpora."""

    labels: Sequence[Path]
    pairs: Path
    corpora: Path

    @classmethod
    def of_checkout(cls) -> Files:
        """Those of the repository that this code lies in, and of the folder `shared` beside it."""
        folder = CHECKOUT / "tests" / "extraction"
        labels = [folder / f"labelled{number}.jsonl" for number in ("", "_2", "_3", "_4")]
        return cls(labels, folder / "pairs.jsonl", CHECKOUT.parent / "shared" / "corpora")


def evaluate(
    files: Files,
    open_trial: Callable[[], AbstractContextManager[Trial]],
    *,
    parts: Collection[str] = PARTS,
    limit: int | None = None,
    tell: Callable[[str, int, int], None] = lambda part, done, total: None,
) -> Report:
    """Run the parts, at most `limit` items of each file.

    `open_trial` opens an empty store in memory; `tell` is called with the part, what is done and what there
    is. A file that is missing or bad is named in the report. Raises Refused (`unreadable`) where no file of
    the parts can be read, and what a store raises.
    """
    report = Report()

    def runs(part: str) -> Runs:
        return Runs(report, open_trial, limit, lambda done, total: tell(part, done, total))

    jobs: dict[str, Callable[[Runs], None]] = {
        statements.PART: lambda runs: statements.run(runs, files.labels),
        pairs.PART: lambda runs: pairs.run(runs, files.pairs),
        corpora.FACTS: lambda runs: corpora.run_facts(runs, files.corpora / "fact_consolidation.json.gz"),
        corpora.RULES: lambda runs: corpora.run_rules(runs, files.corpora / "memorycode.json.gz"),
        cases.PART: lambda runs: cases.run(runs, files.corpora / "precisionmem.json.gz"),
    }
    for part, job in jobs.items():
        if part in parts:
            job(runs(part))
    if not report.files:
        named = "; ".join(f"{path}: {reason}" for _, path, reason in report.unread)
        hint = "Name the files with --labels, --pairs and --corpora."
        raise Refused("unreadable", f"nothing to evaluate on ({named})", hint)
    return report
