"""`awhm eval --extraction`: what the store makes of labelled messages and of corpora, counted, beside its bars."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from awhm.cli.call import Call
from awhm.cli.eval_trial import embedder_of, opener
from awhm.cli.output import Output, Part, progress
from awhm.jobs.evaluation.extraction import PARTS, Files, evaluate
from awhm.jobs.evaluation.machine import machine, versions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from awhm.jobs.evaluation.figures import Report, Row, Share

NOT_READ = 2  # as for an import: a file could not be taken


def evaluate_extraction(
    call: Call,
    parts: tuple[str, ...],
    labels: tuple[str, ...],
    pairs: str | None,
    corpora: str | None,
    limit: int | None,
    no_semantic: bool,
) -> int:
    """Run the parts and print their report; the exit code is 2 if a file is missing. Raises Refused."""
    ours = Files.of_checkout()
    files = Files(
        [Path(path) for path in labels] or ours.labels,
        Path(pairs) if pairs is not None else ours.pairs,
        Path(corpora) if corpora is not None else ours.corpora,
    )
    config = call.config()
    with progress("evaluating") as tell:
        report = evaluate(
            files,
            opener(config, mock=call.mock, semantic=not no_semantic),
            parts=parts or PARTS,
            limit=limit,
            tell=lambda part, done, total: tell(done, total, part),
        )
    call.out.document(
        {
            "evaluation": "extraction",
            **report.to_dict(),
            "limit": limit,
            "embedder": None if no_semantic else embedder_of(config, mock=call.mock),
            "settings": {one.name: one.value for one in config.settings_report() if one.name != "data_dir"},
            "versions": versions(),
            "machine": machine(),
            "notes": call.out.notes,
        }
    )
    show(call.out, report)
    if limit is not None:
        call.out.line((f"At most {limit} items of each file: a quick look, and no result.", "yellow"))
    return NOT_READ if report.unread else 0


def show(out: Output, report: Report) -> None:
    """The report for people: a table for each part, what came out wrong, and the files."""
    for part in dict.fromkeys(row.part for row in report.rows):
        out.line((part, "bold"))
        rows = [row for row in report.rows if row.part == part]
        out.table(by_group(rows) if len({row.group for row in rows}) > 1 else one_by_one(rows), "  ")
        for what, number in report.counts.get(part, {}).items():
            out.line(f"  {number} {what}")
        for one in report.failing:
            if one.part == part:
                out.line((f"  {one.id}: {one.reason}", "dim"))
        out.line()
    for file in report.files:
        out.line(f"{file.path}: {file.taken} of {file.items}, sha256 {file.sha256}")
        for item, reason in file.left:
            out.line(f"  left: {item}: {reason}")
    for part, path, reason in report.unread:
        out.line((f"{part}: {path}: {reason}", "bold red"))


def by_group(rows: Sequence[Row]) -> list[list[Part]]:
    """A line for each group, with a column for each figure."""
    names = list(dict.fromkeys(row.what for row in rows))
    lines: list[list[Part]] = [["split", "language", "family", *((name, "bold") for name in names)]]
    for group in dict.fromkeys(row.group for row in rows):
        told = {row.what: cell(row) for row in rows if row.group == group}
        lines.append([*group, *(told.get(name, "") for name in names)])
    return lines


def one_by_one(rows: Sequence[Row]) -> list[list[Part]]:
    """A line for each figure, with what it was before consolidation."""
    return [
        [row.what, cell(row), "" if row.before is None else f"without consolidation {counted(row.before)}"]
        for row in rows
    ]


def cell(row: Row) -> Part:
    """A figure with its bounds, and its bar if it has one."""
    text = counted(row.share)
    if row.bar is None:
        return text
    met = row.bar.met(row.share)
    return f"{text} {row.bar} {'ok' if met else 'MISSED' if met is False else 'not counted'}", "" if met else "bold red"


def counted(share: Share) -> str:
    """A share as people read it: 0.983 [0.91, 1.00] 57/58."""
    told: dict[str, Any] = share.to_dict()
    if share.value is None:
        return "0/0"
    return f"{share.value:.3f} [{told['low']:.2f}, {told['high']:.2f}] {share.hits}/{share.total}"
