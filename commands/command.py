"""Every command: a request, in the imperative. Time and ids are handed in, so that deciding is repeatable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from awhm.events.event import (
    EntityNamed,
    MessagesConsolidated,
    RefinementFailed,
    RefinementProposed,
    RefinementRefused,
    Stated,
    StatementsExtracted,
)


@dataclass(frozen=True, slots=True)
class StartSession:
    """Open a session. `command_id` is the id of the event it leads to: 16 bytes, see `new_id`."""

    command_id: bytes
    session: str
    occurred: int
    client: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class LogMessage:
    """Keep one turn, verbatim. `occurred` in ms since 1970 UTC, `zone` in minutes east of it.

    `source` is (id, kind, version or None) of what it was imported from.
    """

    command_id: bytes
    session: str
    role: str
    content: str
    occurred: int
    zone: int | None = None
    speaker: str | None = None
    source: tuple[str, str, str | None] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class EndSession:
    """Close a session."""

    command_id: bytes
    session: str
    occurred: int


@dataclass(frozen=True, slots=True)
class RecordRecalls:
    """Keep what a session was shown: for each position how often, and in which turns."""

    command_id: bytes
    session: str
    shown: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Extracted:
    """What one message says, to be written down: the fields of a StatementsExtracted.

    `context` are the positions of other messages that something in it is known from.
    """

    message: int
    session: str
    occurred: int
    extractor: str
    statements: tuple[Stated, ...]
    context: tuple[int, ...] = ()

    def event(self) -> StatementsExtracted:
        """The event that writes it down."""
        return StatementsExtracted(
            message=self.message,
            session=self.session,
            occurred=self.occurred,
            extractor=self.extractor,
            statements=list(self.statements),
        )


@dataclass(frozen=True, slots=True)
class RecordStatements:
    """Keep what some messages say, the names that were read in them, and which of them nobody could read.

    A message that somebody has written statements down for keeps them; `again` puts those of this
    extractor in their place, where they differ and no person wrote them. `before` is the position to be named by
    an automatic snapshot, if anything is written; None for none.
    """

    command_id: bytes
    extracted: tuple[Extracted, ...]
    named: tuple[EntityNamed, ...] = ()
    aside: tuple[tuple[int, str], ...] = ()
    extractor: str = ""
    again: bool = False
    before: int | None = None


@dataclass(frozen=True, slots=True)
class RecordRefinement:
    """Keep what a language model read: what messages say by it, what it proposed in vain, and that this is done.

    `done` is a RefinementFailed where nothing came of it. `shown` are the positions of all that the model was shown,
    from which all of this is derived. `before` as in `RecordStatements`.
    """

    command_id: bytes
    extracted: tuple[Extracted, ...]
    refused: tuple[RefinementRefused, ...]
    done: RefinementProposed | RefinementFailed
    shown: tuple[int, ...]
    before: int | None = None


@dataclass(frozen=True, slots=True)
class SettleMemories:
    """Decide what the statements come to that nobody has decided on, and mark a range of messages as done.

    `done` says which, and is None where no message is done by it. `before` as in `RecordStatements`.
    """

    command_id: bytes
    window: int
    done: MessagesConsolidated | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class RetractMemory:
    """Stop believing a memory: it was wrong."""

    command_id: bytes
    memory: str


@dataclass(frozen=True, slots=True)
class UndoChange:
    """Take back the last thing that happened to a memory."""

    command_id: bytes
    memory: str


@dataclass(frozen=True, slots=True)
class ReviewMemory:
    """Say whether a memory that is in dispute holds."""

    command_id: bytes
    memory: str
    accept: bool


@dataclass(frozen=True, slots=True)
class NameSnapshot:
    """Name a position, so that the memories can be made again what they are there."""

    command_id: bytes
    name: str
    through: int


@dataclass(frozen=True, slots=True)
class RestoreSnapshot:
    """Make the memories again what they were at a snapshot.

    `head` is the position that the way back is named at. `idle` tells that no message counts now that did not at the
    snapshot, or the other way round. A large restore is several batches: `after` is the last memory of the one
    before.
    """

    command_id: bytes
    name: str
    head: int
    idle: bool = False
    after: tuple[int, int] = (0, 0)


MemoryCommand = (
    RecordStatements
    | RecordRefinement
    | SettleMemories
    | RetractMemory
    | UndoChange
    | ReviewMemory
    | NameSnapshot
    | RestoreSnapshot
)
Command = StartSession | LogMessage | EndSession | RecordRecalls
