"""precisionMemBench: cases that say which beliefs must surface for a question, and which must not.

The file describes a system of another make (pinned facts, aliases as data, a persona before every answer), so
two things are counted for each case, both told in docs/evaluation.md: whether the beliefs it wants take the
first places and nothing it forbids is shown, and whether nothing else is shown at all, which is the file's
own rule. A belief is a message; every user and every scope of the file has a store of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from awhm.jobs.evaluation.figures import Failing, Row, Share
from awhm.jobs.evaluation.pairs import ENDED
from awhm.jobs.evaluation.reading import Corpus, Question, read_corpus
from awhm.jobs.evaluation.trial import YEAR, Answer, Ask, Runs, Trial, dated
from awhm.language.text import is_list

PART = "cases"
USER = "test-user"  # whose cases they are; other users' beliefs must never be seen
ONLY = "shouldOnlyInclude"
UNIVERSAL = "user:universal"
KINDS = {
    "Supersession chain exclusion": "supersession",
    "Alias resolution": "alias",
    "Scope disambiguation": "scope",
}


@dataclass(frozen=True)
class Case:
    """What one case asks of an answer, as ids of beliefs.

    `wanted` must be shown, `only` are those that may be shown for their relevance (None: the case does not
    say), `never` must not be shown.
    """

    wanted: frozenset[str]
    only: frozenset[str] | None
    never: frozenset[str]


class Held(NamedTuple):
    """A store with the beliefs of one scope, and which belief each position is."""

    trial: Trial
    beliefs: Mapping[int, str]
    last: int  # when the last of them was said, ms


def run(runs: Runs, path: Path) -> None:
    """Ask every supersession, alias and scope case, before and after consolidation."""
    corpus = read_corpus(runs.report, PART, path)
    if corpus is None:
        return
    asked = [question for question in corpus.questions if question.category in KINDS][: runs.limit]
    outdated = {name for name, record in corpus.records.items() if record.get("superseded_by")}
    with ExitStack() as opened:
        scopes = _scopes(runs, corpus, opened)
        before = [_shown(scopes, question, lambda trial: trial.ask_messages) for question in asked]
        for held in scopes.values():
            held.trial.consolidate()
        after = [_shown(scopes, question, lambda trial: trial.ask) for question in asked]
        _tell_beliefs(runs, scopes, outdated)
    cases = [case_of(question, outdated) for question in asked]
    _tell(runs, asked, [faults(*one) for one in zip(cases, before, strict=True)],
          [faults(*one) for one in zip(cases, after, strict=True)])  # fmt: skip
    _tell_strict(runs, asked, cases, before, after)
    others = [question.category for question in corpus.questions if question.category not in KINDS]
    runs.report.counts.setdefault(PART, {})["cases of other kinds, not asked"] = len(others)
    runs.tell(len(asked), len(asked))


def _scopes(runs: Runs, corpus: Corpus, opened: ExitStack) -> dict[str, Held]:
    """A store for each scope of the user, with its beliefs logged in the order of their times."""
    names: dict[str, list[str]] = {}
    for ident, record in corpus.records.items():
        if record.get("user", USER) == USER:
            tags: Any = record.get("scope_tags")
            scopes = [str(tag) for tag in tags] if is_list(tags) else [UNIVERSAL]
            for scope in scopes:
                names.setdefault(scope, []).append(ident)
    held: dict[str, Held] = {}
    for scope, idents in sorted(names.items()):
        trial = opened.enter_context(runs.open())
        said, places = dated([(ident, corpus.sessions[ident]) for ident in idents])
        order = sorted(range(len(said)), key=lambda index: said[index].occurred)
        positions = trial.log([said[index] for index in order])
        beliefs = {at: places[index][0] for at, index in zip(positions, order, strict=True)}
        held[scope] = Held(trial, beliefs, max((one.occurred for one in said), default=0))
    return held


def _shown(scopes: Mapping[str, Held], question: Question, way: Callable[[Trial], Ask]) -> list[str]:
    """The beliefs shown for a question, best first, each once: those of the scopes that the case asks in.

    Each scope's answer is ranked by itself; several are joined place by place. What is shown as superseded
    or retracted is not shown as what holds, and is left out.
    """
    asked_in: list[str] = question.record.get("case_scope") or []
    answers = [
        [(held.beliefs, answer) for answer in way(held.trial)(question.text)]
        for scope in asked_in
        if (held := scopes.get(scope)) is not None
    ]
    shown: dict[str, None] = {}
    for number in range(max(map(len, answers), default=0)):
        for ranked in answers:
            if number < len(ranked):
                shown |= dict.fromkeys(_beliefs(*ranked[number]))
    return list(shown)


def _beliefs(beliefs: Mapping[int, str], answer: Answer) -> list[str]:
    return [] if answer.status in ENDED else [beliefs[at] for at in sorted(answer.messages)]


def case_of(question: Question, outdated: set[str]) -> Case:
    """What a question of the file demands. Beliefs of other users and scopes cannot be shown, so none is named."""
    expect: dict[str, dict[str, Any]] = question.record.get("expect") or {}
    wanted = {place.session for place in question.evidence}
    never = set(question.record.get("must_exclude") or [])
    lists: list[list[str]] = [demand[ONLY] for demand in expect.values() if ONLY in demand]
    only = {name for names in lists for name in names} if lists else None
    if question.category == "Supersession chain exclusion":
        never |= outdated
    return Case(frozenset(wanted), None if only is None else frozenset(only | wanted), frozenset(never - wanted))


def faults(case: Case, shown: Sequence[str]) -> list[str]:
    """Why an answer is not what the case wants, as far as a ranking can be; empty if it is."""
    first = shown[: len(case.wanted)]
    found = [f"shown, and must not be: {name}" for name in shown if name in case.never]
    for name in sorted(case.wanted - set(first)):
        at = shown.index(name) + 1 if name in shown else None
        ahead = ", ".join(other for other in first if other not in case.wanted)
        found.append(f"{name} is not found" if at is None else f"{name} comes at place {at}, behind {ahead}")
    return found


def exact(case: Case, shown: Sequence[str]) -> bool:
    """The file's own rule: all that is wanted is shown, and nothing else."""
    return set(shown) >= case.wanted and (case.only is None or set(shown) <= case.only)


def _tell(runs: Runs, asked: Sequence[Question], before: Sequence[list[str]], after: Sequence[list[str]]) -> None:
    for category, kind in KINDS.items():
        chosen = [index for index, question in enumerate(asked) if question.category == category]
        then, now = (Share(sum(not told[index] for index in chosen), len(chosen)) for told in (before, after))
        runs.report.rows.append(Row(PART, f"{kind} cases: the wanted first, nothing forbidden", now, then))
    for question, told in zip(asked, after, strict=True):
        if told:
            runs.report.failing.append(Failing(PART, question.id, "; ".join(told)))


def _tell_strict(
    runs: Runs,
    asked: Sequence[Question],
    cases: Sequence[Case],
    before: Sequence[list[str]],
    after: Sequence[list[str]],
) -> None:
    then, now = (
        Share(sum(exact(case, shown) for case, shown in zip(cases, told, strict=True)), len(asked))
        for told in (before, after)
    )
    runs.report.rows.append(Row(PART, "all cases by the file's own rule: the wanted and nothing else", now, then))


def _tell_beliefs(runs: Runs, scopes: Mapping[str, Held], outdated: set[str]) -> None:
    """Whether the beliefs that the file calls superseded were superseded by what was said later, and no others."""
    ended: dict[str, bool] = {}
    for held in scopes.values():
        for at, name in held.beliefs.items():
            outcomes = held.trial.outcomes(at, held.last + YEAR)
            ended[name] = ended.get(name, False) or any(one.status in ENDED for one in outcomes)
    right, wrong = ([gone for name, gone in ended.items() if (name in outdated) is which] for which in (True, False))
    runs.report.rows.append(Row(PART, "outdated beliefs superseded", Share(sum(right), len(right))))
    runs.report.rows.append(Row(PART, "other beliefs superseded, wrongly", Share(sum(wrong), len(wrong))))
