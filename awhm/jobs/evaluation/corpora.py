"""Corpora in which something said earlier is replaced later: does what holds now stand above what it replaced?

`fact_consolidation`: facts about the world, each in one message; of two rivals the later one is true.
`memorycode`: rules that a mentor gives over many sessions; of a rule's versions the last one holds.
Each is asked before and after consolidation of the same store, so that the two figures differ by that alone.
docs/evaluation.md says what is counted, and why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from awhm.jobs.evaluation.figures import Bar, Failing, Report, Row, Share
from awhm.jobs.evaluation.ranking import Ranked, ranked
from awhm.jobs.evaluation.reading import Corpus, Place, Question, read_corpus
from awhm.jobs.evaluation.trial import Answer, Ask, Runs, dated
from awhm.language.text import is_list

FACTS, RULES = "facts", "rules"
FACTS_FIRST, RULES_FIRST = Bar(0.95), Bar(0.90)
_QUOTED = re.compile(r'"(.*)"', re.DOTALL)
_BLANK = "___"

Asks = dict[str, Callable[[Question], str]]  # how a question is put, by a name for it
Where = dict[Place, int]  # the position of each message
Judge = Callable[[list[Answer]], Ranked]


class Put(NamedTuple):
    """One question as it was put, and how the newer and the older stood, before and after consolidation."""

    question: Question
    before: Ranked
    after: Ranked


def run_facts(runs: Runs, path: Path) -> None:
    """The single-hop questions with an outdated rival: the newer fact's message against the older one's."""
    corpus = read_corpus(runs.report, FACTS, path)
    if corpus is None:
        return
    asked = [q for q in corpus.questions if q.category == "conflict-single-hop" and q.superseded and q.evidence]
    put = _put(runs, corpus, asked, {"as asked": lambda question: question.text}, _by_message)
    _tell(runs.report, FACTS, "newer fact first", put["as asked"], FACTS_FIRST)
    later = [one for one in put["as asked"] if comes_later(one.question, corpus)]
    _tell(runs.report, FACTS, "the same, where the fact that holds was said later", later)


def comes_later(question: Question, corpus: Corpus) -> bool:
    """Whether what a question asks for stands behind all that it is to replace, in the order of the file."""
    order = {session: number for number, session in enumerate(corpus.sessions)}
    newer, older = (
        [(order[place.session], place.message or 0) for place in places]
        for places in (question.evidence, question.superseded)
    )
    return min(newer) > max(older)


def run_rules(runs: Runs, path: Path) -> None:
    """The rule updates: the session of the rule that holds against the sessions of all that it replaced."""
    corpus = read_corpus(runs.report, RULES, path)
    if corpus is None:
        return
    asked = [q for q in corpus.questions if q.category == "rule-update" and q.superseded and q.evidence]
    put = _put(runs, corpus, asked, {"by topic": topic, "as asked": lambda question: question.text}, _by_session)
    _tell(runs.report, RULES, "current rule's session first, by topic", put["by topic"], RULES_FIRST)
    told = [one for one in put["by topic"] if _quoted(one.question) != ""]
    _tell(runs.report, RULES, "the same, where the question names its topic", told)
    _tell(runs.report, RULES, "the same, as the file asks", put["as asked"])


def topic(question: Question) -> str:
    """What a rule is about, in words that give none of its versions away.

    The words that the question quotes, without the blank; the question itself where it quotes nothing. Where
    it quotes an empty text, the longest run of words that the current rule and all it replaced have in common.
    """
    quoted = _quoted(question)
    if quoted is None:
        return question.text
    return quoted or common(_versions(question)) or question.text


def _quoted(question: Question) -> str | None:
    """The quoted words of a question without the blank; "" where nothing stands between the quotation marks."""
    found = _QUOTED.search(question.text)
    return None if found is None else " ".join(found[1].replace(_BLANK, " ").split())


def _versions(question: Question) -> list[str]:
    outdated: Any = question.record.get("forbidden")
    versions: list[Any] = [question.record.get("expected_full"), *(outdated if is_list(outdated) else [])]
    return [text for text in versions if isinstance(text, str)]


def common(texts: list[str]) -> str:
    """The longest run of words that stands in every text; one of several, "" if there is none."""
    if not texts:
        return ""
    words = texts[0].split()
    others = [f" {' '.join(text.split())} " for text in texts[1:]]
    stretches = [words[start:end] for start in range(len(words)) for end in range(start + 1, len(words) + 1)]
    shared = [run for run in stretches if all(f" {' '.join(run)} " in other for other in others)]
    return " ".join(sorted(shared, key=len)[-1]) if shared else ""


def _put(
    runs: Runs, corpus: Corpus, questions: list[Question], asks: Asks, judge: Callable[[Question, Where], Judge]
) -> dict[str, list[Put]]:
    """Put the questions, in every wording, to a store with what belongs to them, before and after consolidation."""
    questions = questions[: runs.limit]
    found: dict[str, list[Put]] = {name: [] for name in asks}
    for scope, group in _by_scope(questions).items():
        with runs.open() as trial:
            said, places = dated([(session, corpus.sessions[session]) for session in scope])
            where = {Place(*place): at for place, at in zip(places, trial.log(said), strict=True)}
            before = [_answers(trial.ask_messages, question, asks) for question in group]
            trial.consolidate()
            for question, earlier in zip(group, before, strict=True):
                judged = judge(question, where)
                for name, answers in _answers(trial.ask, question, asks).items():
                    found[name].append(Put(question, judged(earlier[name]), judged(answers)))
        runs.tell(sum(map(len, found.values())) // len(asks), len(questions))
    return found


def _answers(ask: Ask, question: Question, asks: Asks) -> dict[str, list[Answer]]:
    return {name: ask(wording(question)) for name, wording in asks.items()}


def _by_scope(questions: list[Question]) -> dict[tuple[str, ...], list[Question]]:
    groups: dict[tuple[str, ...], list[Question]] = {}
    for question in questions:
        groups.setdefault(question.scope, []).append(question)
    return groups


def _by_message(question: Question, where: Where) -> Judge:
    newer, older = (set(_positions(places, where)) for places in (question.evidence, question.superseded))
    return lambda answers: ranked(
        answers, lambda answer: bool(newer & answer.messages), lambda answer: bool(older & answer.messages)
    )


def _positions(places: list[Place], where: Where) -> Iterator[int]:
    """The positions of these messages; of a whole session those of all its messages."""
    for place in places:
        for known, position in where.items():
            if known.session == place.session and place.message in (None, known.message):
                yield position


def _by_session(question: Question, where: Where) -> Judge:
    newer, older = ({place.session for place in places} for places in (question.evidence, question.superseded))
    return lambda answers: ranked(
        answers, lambda answer: answer.session in newer, lambda answer: answer.session in older - newer
    )


def _tell(report: Report, part: str, what: str, put: list[Put], bar: Bar | None = None) -> None:
    """One row, and, for the row with the bar, each question that came out wrong and all outcomes counted."""
    after = Share(sum(one.after.right for one in put), len(put))
    before = Share(sum(one.before.right for one in put), len(put))
    report.rows.append(Row(part, what, after, before, bar))
    if bar is None:
        return
    report.counts[part] = dict(Counter(str(one.after) for one in put).most_common())
    report.failing += [Failing(part, one.question.id, str(one.after)) for one in put if not one.after.right]
