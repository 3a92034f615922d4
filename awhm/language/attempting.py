"""Whether what stands before a clause tells of an attempt: in its sentence, or in the one before. Pure."""

from __future__ import annotations

from awhm.language.clauses import Clause


def followed(clause: Clause) -> bool:
    """Whether the sentence before says what was tried, or that a trial is over."""
    one = clause.last
    while one is not None:
        if one.ready.attempts.match(one.text) or _trial(one):
            return True
        one = one.before
    return False


def attempted(clause: Clause) -> bool:
    """Whether a clause before this one, in its sentence, says what was tried."""
    before = clause.before
    while before is not None:
        if before.ready.attempts.match(before.text):
            return True
        before = before.before
    return False


def _trial(clause: Clause) -> bool:
    """Whether a clause names a trial of something: "the pilot is over"."""
    words = clause.text.split()[:4]
    return len(words) > 1 and words[0] in clause.ready.articles_plain and not clause.ready.trials.isdisjoint(words)
