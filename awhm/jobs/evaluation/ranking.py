"""Which of two comes first in an answer: what holds now, or what it replaced. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from awhm.jobs.evaluation.trial import Answer


class Ranked(StrEnum):
    """How the newer and the older stand to one another in one answer."""

    NEWER_FIRST = "the newer above the older"
    NEWER_ALONE = "the newer, and not the older"
    OLDER_FIRST = "the older above the newer"
    OLDER_ALONE = "the older, and not the newer"
    TOGETHER = "both in one result"
    NEITHER = "neither"

    @property
    def right(self) -> bool:
        """Whether the newer was found and nothing older stands above it."""
        return self in (Ranked.NEWER_FIRST, Ranked.NEWER_ALONE)


def place(answers: Sequence[Answer], wanted: Callable[[Answer], bool]) -> int | None:
    """The place of the first answer that is wanted, from 0; None if there is none."""
    return next((number for number, answer in enumerate(answers) if wanted(answer)), None)


def ranked(answers: Sequence[Answer], newer: Callable[[Answer], bool], older: Callable[[Answer], bool]) -> Ranked:
    """How the best result of the newer stands to the best one of the older."""
    new, old = place(answers, newer), place(answers, older)
    if new is None:
        return Ranked.NEITHER if old is None else Ranked.OLDER_ALONE
    if old is None:
        return Ranked.NEWER_ALONE
    if new == old:
        return Ranked.TOGETHER
    return Ranked.NEWER_FIRST if new < old else Ranked.OLDER_FIRST
