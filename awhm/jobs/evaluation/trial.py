"""A store made for one evaluation and thrown away: what the runs need of it. The door opens the real one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from awhm.jobs.evaluation.figures import Report
from awhm.jobs.importers.item import Message

START = 1_704_067_200_000  # 2024-01-01 in ms since 1970 UTC: when a corpus without times begins
MINUTE, DAY = 60_000, 86_400_000
YEAR = 365 * DAY


class Said(NamedTuple):
    """A message to log, and when it was said (ms since 1970 UTC)."""

    session: str
    role: str
    content: str
    occurred: int
    speaker: str | None = None


class Answer(NamedTuple):
    """One result of a recall: the positions of the messages it tells of, their session, and a memory's status."""

    messages: frozenset[int]
    session: str
    status: str | None = None


Ask = Callable[[str], list[Answer]]  # a question, and its answers, best first


class Outcome(NamedTuple):
    """What became of one memory that a message's statements are in: "active", "superseded", "retracted" ..."""

    memory: str
    status: str


class Trial(Protocol):
    """One store in memory."""

    def log(self, messages: Sequence[Said]) -> list[int]:
        """Log them in this order; their positions."""
        ...

    def consolidate(self) -> None:
        """Turn all that was logged into memories."""
        ...

    def ask(self, question: str) -> list[Answer]:
        """Recall with the options as they come, best first. Everything has its vector before."""
        ...

    def ask_messages(self, question: str) -> list[Answer]:
        """The same before consolidation, by the messages alone: what recall was without memories."""
        ...

    def extracted(self, message: int) -> bool:
        """Whether anything was extracted from the message at this position."""
        ...

    def outcomes(self, message: int, at: int) -> list[Outcome]:
        """The memories that the message at this position says something for, as they are at a time (ms)."""
        ...


@dataclass(frozen=True)
class Runs:
    """What each part is given: how to open a store, how much to take of a file, and whom to tell of progress."""

    report: Report
    open: Callable[[], AbstractContextManager[Trial]]
    limit: int | None
    tell: Callable[[int, int], None]


def dated(sessions: Sequence[tuple[str, Sequence[Message | None]]]) -> tuple[list[Said], list[tuple[str, int]]]:
    """The messages of these conversations in order, with times; and for each its session and number there.

    A message without a time is given one: sessions a day apart, messages a minute apart.
    """
    said: list[Said] = []
    places: list[tuple[str, int]] = []
    for day, (session, messages) in enumerate(sessions):
        for number, message in enumerate(messages):
            if message is None:
                continue
            occurred = message.occurred_ms
            if occurred is None:
                occurred = START + day * DAY + number * MINUTE
            said.append(Said(session, message.role.value, message.content, occurred, message.speaker))
            places.append((session, number))
    return said, places
