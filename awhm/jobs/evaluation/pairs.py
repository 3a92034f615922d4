"""Pairs of statements that can hold side by side, or of which the later replaces the earlier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from awhm.jobs.evaluation.figures import ALL, Bar, Failing, Group, Row, Share
from awhm.jobs.evaluation.reading import read_lines
from awhm.jobs.evaluation.statements import HELD, language_of, split_of
from awhm.jobs.evaluation.trial import DAY, START, YEAR, Outcome, Runs, Said

PART = "pairs"
APART = 42 * DAY  # six weeks between the two messages
SEEN = START + APART + YEAR  # when one looks: what the later message announces has come true by then
COEXIST, REPLACE = "coexist", "replace"
ENDED = ("superseded", "retracted")
WRONGLY_SUPERSEDED = Bar(0.02, at_most=True)


class Pair(NamedTuple):
    """What became of one pair."""

    kind: str
    ended: bool  # the earlier memory was superseded or retracted
    extracted: bool  # something was extracted from both messages


class Side(NamedTuple):
    """One of the two messages: whether anything was extracted from it, and its memories."""

    extracted: bool
    outcomes: list[Outcome]

    def __str__(self) -> str:
        if not self.extracted:
            return "said nothing"
        counts = Counter(one.status for one in self.outcomes)
        return ", ".join(f"{number} {status}" for status, number in counts.items()) or "no memory"


def run(runs: Runs, path: Path) -> None:
    """Log each pair in a store of its own, consolidate, and see whether the earlier statement still stands."""
    entries = read_lines(runs.report, PART, path, ("kind", "earlier", "later"))
    unknown = [entry for entry in entries if entry["kind"] not in (COEXIST, REPLACE)]
    if unknown:
        source = runs.report.files[-1]
        source.left += [(str(entry["id"]), f"unknown kind {entry['kind']!r}") for entry in unknown]
        source.taken -= len(unknown)
    entries = [entry for entry in entries if entry["kind"] in (COEXIST, REPLACE)][: runs.limit]
    groups: dict[Group, list[Pair]] = {}
    disputed = 0
    for number, entry in enumerate(entries, 1):
        found = _tried(runs, entry)
        ended = any(one.status in ENDED for one in found[0].outcomes)
        pair = Pair(entry["kind"], ended, all(one.extracted for one in found))
        disputed += any(one.status == "disputed" for side in found for one in side.outcomes)
        for split in (split_of(entry), ALL):
            for language in (language_of(entry), ALL):
                groups.setdefault(Group(split, language), []).append(pair)
        if (pair.kind == COEXIST) == pair.ended and split_of(entry) != HELD:
            runs.report.failing.append(Failing(PART, str(entry["id"]), reason(pair, *found)))
        runs.tell(number, len(entries))
    runs.report.counts[PART] = {"pairs": len(entries), "put up for review": disputed}
    for group in sorted(groups):
        runs.report.rows += rows(groups[group], group)


def _tried(runs: Runs, entry: Mapping[str, Any]) -> tuple[Side, Side]:
    """What became of the earlier and of the later message."""
    with runs.open() as trial:
        earlier, later = trial.log(
            [
                Said("earlier", "user", entry["earlier"], START),
                Said("later", "user", entry["later"], START + APART),
            ]
        )
        trial.consolidate()
        return (
            Side(trial.extracted(earlier), trial.outcomes(earlier, SEEN)),
            Side(trial.extracted(later), trial.outcomes(later, SEEN)),
        )


def rows(pairs: Sequence[Pair], group: Group) -> list[Row]:
    """The figures of one group of pairs."""
    beside = [pair for pair in pairs if pair.kind == COEXIST]
    replaced = [pair for pair in pairs if pair.kind == REPLACE]
    wrong = Share(sum(pair.ended for pair in beside), len(beside))
    found = Share(sum(pair.ended for pair in replaced), len(replaced))
    told = [pair for pair in beside if pair.extracted]
    bar = WRONGLY_SUPERSEDED if group.language == ALL else None
    return [
        Row(PART, "wrongly superseded", wrong, None, bar, group),
        Row(PART, "of those extracted", Share(sum(pair.ended for pair in told), len(told)), group=group),
        Row(PART, "supersession recall", found, None, None, group),
        *(
            Row(PART, f"both extracted, {kind}", Share(sum(pair.extracted for pair in of), len(of)), group=group)
            for kind, of in ((COEXIST, beside), (REPLACE, replaced))
        ),
    ]


def reason(pair: Pair, earlier: Side, later: Side) -> str:
    """Why a pair came out wrong, with what its two messages gave."""
    return f"{'wrongly' if pair.ended else 'not'} superseded; the earlier: {earlier}; the later: {later}"
