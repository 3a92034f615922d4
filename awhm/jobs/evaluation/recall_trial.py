"""A store that a corpus is replayed into, and what is replayed. The door opens the real one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from awhm.jobs.evaluation.trial import DAY, MINUTE, START
from awhm.projections.embeddings import Embedder
from awhm.replay.corpus import Message, Place, Session


class Dated(NamedTuple):
    """A message to log: `occurred` in ms since 1970 UTC, `zone` in minutes east of it, None where unknown."""

    session: str
    role: str
    content: str
    occurred: int
    zone: int | None
    speaker: str | None


class Found(NamedTuple):
    """One result of a recall: the message's position, the score, and the text that was given."""

    position: int
    score: float
    text: str


class Facts(NamedTuple):
    """What a store is after a replay: its head's chain hash, the views' digests, its memories and bytes on disk."""

    head: str
    views: dict[str, str]
    nodes: int
    bytes: int | None
    cached: int
    embedded: int


class RecallTrial(Protocol):
    """One store, made for one haystack."""

    def log(self, messages: Sequence[Dated]) -> list[int]:
        """Log them in this order; their positions."""
        ...

    def embed(self) -> None:
        """Give a vector to everything that has none."""
        ...

    def consolidate(self) -> None:
        """Turn all that was logged into memories."""
        ...

    def ask(self, question: str, k: int, as_of: int | None) -> list[Found]:
        """The `k` best, whatever their score, asked in no session; `as_of` in ms."""
        ...

    def context(self, question: str, tokens: int, k: int, as_of: int | None) -> str:
        """The `k` best as one text for a model, of so many tokens at most, counted as `tokens_of` does."""
        ...

    def embedder(self) -> Embedder | None:
        """The model, for the controls; None where recall goes by words alone."""
        ...

    def facts(self) -> Facts:
        """What the store is by now."""
        ...


@dataclass(frozen=True)
class Settings:
    """How a corpus is replayed and asked. `floor` is the minimum score whose effect is shown."""

    k: int = 10
    depth: int = 50
    floor: float = 0.0
    consolidate: bool = True
    semantic: bool = True
    controls: bool = True
    isolation: bool = True
    include_history: bool | None = None
    context: bool = False
    budgets: tuple[int, ...] = (500, 1000, 2000)  # tokens


class Replay(NamedTuple):
    """The messages of a haystack in the order in which they are logged, and where each stands in the corpus."""

    messages: list[Dated]
    places: list[Place]


def replay_of(sessions: Sequence[Session]) -> Replay:
    """The sessions by the time they began, each in its own order.

    A message without a time has that of the one before it in the file; a haystack without any time begins in
    2024, sessions a day apart, messages a minute apart. The time of the evaluation is never used.
    """
    dateless = all(message.occurred is None for session in sessions for message in session.messages)
    begun = next((one.occurred for session in sessions for one in session.messages if one.occurred is not None), START)
    timed: list[tuple[int, list[tuple[Message, int]]]] = []
    for day, session in enumerate(sessions):
        rows: list[tuple[Message, int]] = []
        for message in session.messages:
            at = START + day * DAY + message.number * MINUTE if dateless else message.occurred
            begun = begun if at is None else at
            rows.append((message, begun))
        timed.append((rows[0][1] if rows else begun, rows))
    order = sorted(range(len(sessions)), key=lambda number: timed[number][0])  # stable: the file's order where equal
    found = Replay([], [])
    for number in order:
        key = sessions[number].key
        for message, at in timed[number][1]:
            found.messages.append(Dated(key, message.role.value, message.content, at, message.zone, message.speaker))
            found.places.append(Place(key, message.number))
    return found
