"""Labelled messages: how much of what was said is found, and how much of what is found was said.

A prediction matches a label when the families are equal, the spans overlap, one value holds the other or they
share at least half of their words (Dice), the polarity agrees, and both or neither are about the user. A
correction is also found by a statement of another family that carries the marker or retracts. What else a
message retracts or denies inside the span of a correction that was found ("I no longer X, now Y") is part of
it, neither right nor wrong. One prediction may answer several labels ("Tomas and Britta"). Other predictions
without a label are wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from awhm.jobs.evaluation.figures import ALL, Bar, Failing, Group, Report, Row, Share
from awhm.jobs.evaluation.reading import read_lines
from awhm.jobs.evaluation.trial import Runs
from awhm.language.extract import extract
from awhm.language.packs.english import ENGLISH
from awhm.language.statement import Family, Statement

PART = "statements"
HELD = "held"  # it judges the rules: of this half nothing but sums is ever shown
PRECISION, RECALL = Bar(0.95), Bar(0.80)  # on the half that nobody looked at
_WORD = re.compile(r"\w+")
_KIN = frozenset(ENGLISH.kin.split())
# Subjects of labels that say neither the user nor somebody else.
_NEUTRAL = {"agent", "project", "household", "earlier statement", "unstated", "user's team", "user's project"}

Label = dict[str, Any]


class Judged(NamedTuple):
    """One message: each label with the prediction that found it, and the predictions that no label explains."""

    pairs: list[tuple[Label, Statement | None]]
    wrong: list[Statement]


class Score(NamedTuple):
    """Counts of one group: labels found, labels missed, predictions without a label."""

    found: int
    missed: int
    wrong: int

    @property
    def precision(self) -> Share:
        """Of what was found or predicted in vain, what was found."""
        return Share(self.found, self.found + self.wrong)

    @property
    def recall(self) -> Share:
        """Of the labels, those found."""
        return Share(self.found, self.found + self.missed)


def run(runs: Runs, paths: Sequence[Path]) -> None:
    """Judge the messages of these files, and put precision and recall into the report."""
    report = runs.report
    entries = [entry for path in paths for entry in read_labels(report, path)[: runs.limit]]
    counts: Counter[tuple[Group, str]] = Counter()
    for number, entry in enumerate(entries, 1):
        found = judged(entry)
        count(counts, entry, found)
        if split_of(entry) != HELD:
            report.failing += [Failing(PART, str(entry["id"]), reason) for reason in reasons(entry["text"], found)]
        runs.tell(number, len(entries))
    report.counts[PART] = {"messages": len(entries), "without a label": sum(not e["statements"] for e in entries)}
    for group, score in scores(counts).items():
        judging = group == Group(HELD)
        report.rows.append(Row(PART, "precision", score.precision, None, PRECISION if judging else None, group))
        report.rows.append(Row(PART, "recall", score.recall, None, RECALL if judging else None, group))


def read_labels(report: Report, path: Path) -> list[dict[str, Any]]:
    """The labelled messages of a file. The language is `lang` or `language`, the half `half` or `split`."""
    return read_lines(report, PART, path, ("role", "text", "statements"))


def language_of(entry: dict[str, Any]) -> str:
    """The language that an entry is labelled with."""
    return str(entry.get("lang") or entry.get("language") or "unstated")


def split_of(entry: dict[str, Any]) -> str:
    """The half that an entry belongs to. What does not say is taken for held, so that nothing is shown of it."""
    return str(entry.get("half") or entry.get("split") or HELD)


def judged(entry: dict[str, Any]) -> Judged:
    """Extract from one labelled message and compare."""
    text = entry["text"]
    given = extract(text, role=entry["role"], speaker=entry.get("speaker"))
    pairs: list[tuple[Label, Statement | None]] = [
        (label, next((made for made in given if matches(label, made, text)), None)) for label in entry["statements"]
    ]
    right = {id(hit) for _, hit in pairs if hit is not None}
    corrected = [span(label, text) for label, hit in pairs if hit is not None and label["family"] == Family.CORRECTION]
    wrong = [made for made in given if id(made) not in right and not part_of(made, corrected)]
    return Judged(pairs, wrong)


def matches(label: Label, predicted: Statement, text: str) -> bool:
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
    ours = whose == "user" or whose.startswith("user and ")  # the guide: "or of a group with the speaker in it"
    return loose or owned or ours == (predicted.subject == "user")


def span(label: Label, text: str) -> tuple[int, int]:
    """Where a label's clause lies in the text."""
    start = text.find(label["span"])
    return (start, start + len(label["span"])) if start >= 0 else (0, len(text))


def part_of(made: Statement, corrected: list[tuple[int, int]]) -> bool:
    """Whether a statement is what a found correction takes back."""
    inside = any(start <= made.start and made.end <= end for start, end in corrected)
    return inside and (made.retracts or not made.polarity)


def overlap(first: str, second: str) -> float:
    """The share of words that two texts have in common: twice the common ones over all of both (Dice)."""
    one, two = (Counter(_WORD.findall(text.casefold())) for text in (first, second))
    total = sum(one.values()) + sum(two.values())
    return 2 * sum((one & two).values()) / total if total else 0.0


def alike(first: str, second: str) -> bool:
    """Whether one text holds the other, word for word, or they share at least half of their words."""
    one, two = (" " + " ".join(_WORD.findall(text.casefold())) + " " for text in (first, second))
    return one in two or two in one or overlap(first, second) >= 0.5


def count(counts: Counter[tuple[Group, str]], entry: dict[str, Any], found: Judged) -> None:
    """Add one message to the counts of its own group and of every sum that it belongs to."""
    told = [(label["family"], "missed" if hit is None else "found") for label, hit in found.pairs]
    told += [(str(made.family), "wrong") for made in found.wrong]
    for family, what in told:
        for language in (language_of(entry), ALL):
            for one in (family, ALL):
                counts[Group(split_of(entry), language, one), what] += 1


def scores(counts: Counter[tuple[Group, str]]) -> dict[Group, Score]:
    """The scores of all groups, sorted."""
    keys = sorted({key for key, _ in counts})
    return {key: Score(*(counts[key, what] for what in ("found", "missed", "wrong"))) for key in keys}


def reasons(text: str, found: Judged) -> Iterable[str]:
    """What was missed and what was wrong in one message."""
    for label, hit in found.pairs:
        if hit is None:
            yield f"missed {label['family']}: {label['span']!r} -> {label['value']!r}"
    for made in found.wrong:
        yield f"wrong {made.family} by {made.rule}: {text[made.start : made.end]!r} -> {made.value!r}"
