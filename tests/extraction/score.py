"""How much of what was said is found, and how much of what is found was said: precision and recall of extraction.

python -m tests.extraction.score [--held] [--json]

The development half is shown in detail. Of the held half only sums are ever shown: it judges the rules, so
nobody who writes rules may see it. Bounds are Wilson's at 95 %.

A prediction matches a label when the families are equal, the spans overlap, one value holds the other or they
share at least half of their words (Dice), the polarity agrees, and both or neither are about the user. A
correction is also found by a statement of another family that carries the marker or retracts. What else a
message retracts or denies inside the span of a correction that was found ("I no longer X, now Y") is part of
it, neither right nor wrong. One prediction may answer several labels ("Tomas and Britta"). Other predictions
without a label are wrong.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from awhm.language.extract import extract
from awhm.language.packs.english import ENGLISH
from awhm.language.statement import Family, Statement

LABELLED = Path(__file__).with_name("labelled.jsonl")
_WORD = re.compile(r"\w+")
_KIN = frozenset(ENGLISH.kin.split())
# Subjects of labels that say neither the user nor somebody else.
_NEUTRAL = {"agent", "project", "household", "earlier statement", "unstated", "user's team", "user's project"}


class Score(NamedTuple):
    """Counts of one group: labels found, labels missed, predictions without a label."""

    found: int
    missed: int
    wrong: int


def wilson(hits: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share (E. B. Wilson, 1927); (0, 1) for no trials."""
    if not total:
        return 0.0, 1.0
    share = hits / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def lines(half: str) -> Iterator[dict[str, Any]]:
    """The labelled utterances of one half."""
    with LABELLED.open(encoding="utf-8") as file:
        for line in file:
            entry: dict[str, Any] = json.loads(line)
            if entry["half"] == half:
                yield entry


def overlap(first: str, second: str) -> float:
    """The share of words that two texts have in common: twice the common ones over all of both (Dice)."""
    one, two = (Counter(_WORD.findall(text.casefold())) for text in (first, second))
    total = sum(one.values()) + sum(two.values())
    return 2 * sum((one & two).values()) / total if total else 0.0


def alike(first: str, second: str) -> bool:
    """Whether one text holds the other, word for word, or they share at least half of their words."""
    one, two = (" " + " ".join(_WORD.findall(text.casefold())) + " " for text in (first, second))
    return one in two or two in one or overlap(first, second) >= 0.5


def matches(label: dict[str, Any], predicted: Statement, text: str) -> bool:
    """Whether a prediction is what the label says."""
    start, end = span(label, text)
    if predicted.end <= start or end <= predicted.start:
        return False
    correction = label["family"] == Family.CORRECTION
    if label["family"] != predicted.family and not (correction and (predicted.corrects or predicted.retracts)):
        return False
    if not alike(label["value"], predicted.value) or (label["polarity"] == "+") != predicted.polarity:
        return False
    whose: str = label["subject"]
    loose = label["family"] in (Family.CORRECTION, Family.OUTCOME, Family.POLICY) or whose in _NEUTRAL
    owned = whose.startswith("user's") and not _KIN & set(_WORD.findall(whose))  # "my car is a Kia": either will do
    return loose or owned or (whose == "user") == (predicted.subject == "user")


def span(label: dict[str, Any], text: str) -> tuple[int, int]:
    """Where a label's clause lies in the text."""
    start = text.find(label["span"])
    return (start, start + len(label["span"])) if start >= 0 else (0, len(text))


def judged(entry: dict[str, Any]) -> tuple[list[tuple[dict[str, Any], Statement | None]], list[Statement]]:
    """Each label with the prediction that found it, and the predictions that no label explains."""
    text = entry["text"]
    given = extract(text, role=entry["role"], speaker=entry.get("speaker"))
    pairs: list[tuple[dict[str, Any], Statement | None]] = [
        (label, next((made for made in given if matches(label, made, text)), None)) for label in entry["statements"]
    ]
    right = {id(hit) for _, hit in pairs if hit is not None}
    corrected = [span(label, text) for label, hit in pairs if hit is not None and label["family"] == Family.CORRECTION]
    wrong = [made for made in given if id(made) not in right and not part_of(made, corrected)]
    return pairs, wrong


def part_of(made: Statement, corrected: list[tuple[int, int]]) -> bool:
    """Whether a statement is what a found correction takes back."""
    inside = any(start <= made.start and made.end <= end for start, end in corrected)
    return inside and (made.retracts or not made.polarity)


def scores(entries: Iterable[dict[str, Any]], *, detail: bool = False) -> dict[tuple[str, str], Score]:
    """Scores by (language, family), "all" for either sum."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for entry in entries:
        pairs, wrong = judged(entry)
        for label, hit in pairs:
            for language in (entry["lang"], "all"):
                for family in (label["family"], "all"):
                    counts[language, family, "missed" if hit is None else "found"] += 1
        for predicted in wrong:
            for language in (entry["lang"], "all"):
                for family in (str(predicted.family), "all"):
                    counts[language, family, "wrong"] += 1
        if detail:
            tell(entry, pairs, wrong)
    keys = sorted({(language, family) for language, family, _ in counts})
    return {key: Score(*(counts[(*key, what)] for what in ("found", "missed", "wrong"))) for key in keys}


def tell(entry: dict[str, Any], pairs: list[tuple[dict[str, Any], Statement | None]], wrong: list[Statement]) -> None:
    """What was missed and what was wrong in one utterance of the development half."""
    for label, hit in pairs:
        if hit is None:
            print(f"missed {entry['id']} {label['family']}: {label['span']!r} -> {label['value']!r}")
    for predicted in wrong:
        print(
            f"wrong  {entry['id']} {predicted.rule}: {entry['text'][predicted.start : predicted.end]!r} -> {predicted}"
        )


def row(key: tuple[str, str], score: Score) -> dict[str, Any]:
    """One line of the table, with bounds."""
    given, said = score.found + score.wrong, score.found + score.missed
    return {
        "language": key[0],
        "family": key[1],
        "labels": said,
        "precision": round(score.found / given, 3) if given else None,
        "precision_bounds": [round(bound, 3) for bound in wilson(score.found, given)],
        "recall": round(score.found / said, 3) if said else None,
        "recall_bounds": [round(bound, 3) for bound in wilson(score.found, said)],
    }


def main() -> None:
    """Print the table of one half; what went wrong only of the development half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", action="store_true", help="the held half: sums only")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = scores(lines("held" if given.held else "dev"), detail=not given.held and not given.json)
    rows = [row(key, score) for key, score in found.items()]
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    for one in rows:
        print(
            f"{one['language']:4}{one['family']:11}{one['labels']:4} labels"
            f"  precision {one['precision']} {one['precision_bounds']}  recall {one['recall']} {one['recall_bounds']}"
        )


if __name__ == "__main__":
    main()
