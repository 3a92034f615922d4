"""How much of what was said is found, and how much of what is found was said: precision and recall of extraction.

python -m tests.extraction.score [--held] [--json] [FILE...]

The development half is shown in detail. Of the held half only sums are ever shown: it judges the rules, so
nobody who writes rules may see it. Bounds are Wilson's at 95 %. What counts as a match is told in
`awhm/jobs/evaluation/statements.py`; `awhm eval --extraction` reports the same figures with all others.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from awhm.jobs.evaluation.figures import Group, Report
from awhm.jobs.evaluation.statements import HELD, Score, count, judged, read_labels, reasons, scores, split_of

LABELLED = Path(__file__).with_name("labelled.jsonl")


def row(group: Group, score: Score) -> dict[str, Any]:
    """One line of the table, with bounds."""
    precision, recall = score.precision.to_dict(), score.recall.to_dict()
    return {
        "language": group.language,
        "family": group.family,
        "labels": recall["total"],
        "precision": precision["share"],
        "precision_bounds": [precision["low"], precision["high"]],
        "recall": recall["share"],
        "recall_bounds": [recall["low"], recall["high"]],
    }


def main() -> None:
    """Print the table of one half; what went wrong only of the development half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[LABELLED])
    parser.add_argument("--held", action="store_true", help="the held half: sums only")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    half = HELD if given.held else "dev"
    report = Report()
    counts: Counter[tuple[Group, str]] = Counter()
    for entry in [entry for path in given.files for entry in read_labels(report, path)]:
        if split_of(entry) != half:
            continue
        found = judged(entry)
        count(counts, entry, found)
        if not given.held and not given.json:
            for reason in reasons(entry["text"], found):
                print(entry["id"], reason)
    rows = [row(group, score) for group, score in scores(counts).items()]
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    for one in rows:
        print(
            f"{one['language']:4}{one['family']:11}{one['labels']:4} labels"
            f"  precision {one['precision']} {one['precision_bounds']}  recall {one['recall']} {one['recall_bounds']}"
        )
    for _, path, reason in report.unread:
        print(f"not read: {path}: {reason}")


if __name__ == "__main__":
    main()
