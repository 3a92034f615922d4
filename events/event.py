"""Every event: what can have happened, in the past tense, never changed once written.

The class names and numbers are the storage format: a number is never reused and a field never changes
its meaning. A changed shape is a new `SCHEMA` and a step in `upcast.py`; stored bytes stay as they are.
Payloads are validated with these models on the way in and read back with orjson as plain dicts.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from awhm.events import chain
from awhm.events.items import ItemDeleted, ItemPut
from awhm.events.kinds import EntityId, EpochMs, Event, Kind, MemoryId, Name, Position, Role, StatementId
from awhm.events.refining import RefinementFailed, RefinementProposed, RefinementRefused
from awhm.events.upkeep import (
    AuditNoted,
    CheckpointPublished,
    ErasureCompleted,
    PayloadsErased,
    SnapshotNamed,
    StoreRestored,
)

__all__ = [
    "EVENTS",
    "AuditNoted",
    "CheckpointPublished",
    "EntitiesMerged",
    "EntitiesSplit",
    "EntityNamed",
    "ErasureCompleted",
    "Event",
    "ItemDeleted",
    "ItemPut",
    "Kind",
    "MemoriesLinked",
    "MemoriesRecalled",
    "MemoryChanged",
    "MemoryFormed",
    "MemoryReinforced",
    "MemoryRestored",
    "MemoryRetracted",
    "MemorySuperseded",
    "MessageLogged",
    "MessageRedacted",
    "MessageSetAside",
    "MessagesConsolidated",
    "PayloadsErased",
    "Recorded",
    "RefinementFailed",
    "RefinementProposed",
    "RefinementRefused",
    "Role",
    "SessionEnded",
    "SessionStarted",
    "Shown",
    "SnapshotNamed",
    "Source",
    "Stated",
    "StatementsExtracted",
    "StoreRestored",
]


class SessionStarted(Event):
    """A session was opened by a client. `occurred` is when it began, in ms since 1970 UTC."""

    kind: ClassVar[Kind] = Kind.SESSION_STARTED
    session: Name
    occurred: EpochMs
    client: str | None = None
    metadata: dict[str, Any] = {}


class SessionEnded(Event):
    """A session was closed; a later message reopens it."""

    kind: ClassVar[Kind] = Kind.SESSION_ENDED
    session: Name
    occurred: EpochMs


class Source(BaseModel):
    """Where an imported message came from: its id there, the kind of source and its format version."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
    id: Name
    kind: Name
    version: str | None = None


class MessageLogged(Event):
    """One turn of a conversation, verbatim.

    `occurred` is when it was said, in ms since 1970 UTC; `zone` the speaker's offset from UTC in
    minutes, None when the source did not say.
    """

    kind: ClassVar[Kind] = Kind.MESSAGE_LOGGED
    session: Name
    role: Role
    content: str
    occurred: EpochMs
    zone: Annotated[int, Field(ge=-1080, le=1080)] | None = None
    speaker: Name | None = None
    source: Source | None = None
    metadata: dict[str, Any] = {}


class MessageRedacted(Event):
    """What is left of a message after something in it was erased: a message of its own that stands for it.

    `message` is the position of the one that was erased, `first` that of the message as it was logged, where several
    redactions followed one another: its place among what was said at one time. The other fields are those of
    `MessageLogged`, the same but for the content, the source and the metadata, of which the tags alone are left.
    """

    kind: ClassVar[Kind] = Kind.MESSAGE_REDACTED
    message: Position
    first: Position | None = None
    session: Name
    role: Role
    content: str
    occurred: EpochMs
    zone: Annotated[int, Field(ge=-1080, le=1080)] | None = None
    speaker: Name | None = None
    metadata: dict[str, Any] = {}


class Stated(BaseModel):
    """One statement of a message, as `awhm.language.statement.Statement` describes it.

    `start` and `end` are characters of the message; `name` who the subject is, where it was said with a
    relation ("my sister Anya"); `slot` the canonical key, None where it fills none;
    `valid_from` and `valid_to` the window that its own words give, in ms since 1970 UTC, half open;
    `entities` the ids of what it names.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
    family: Name
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    subject: str
    name: str | None = None
    attribute: str | None = None
    slot: str | None = None
    value: str
    value_key: str
    polarity: bool = True
    condition: str | None = None
    many: bool = False
    corrects: bool = False
    retracts: bool = False
    third: bool = False
    valid_from: EpochMs | None = None
    valid_to: EpochMs | None = None
    confidence: Annotated[float, Field(ge=0, le=1)]
    rule: str
    entities: list[str] = []


class StatementsExtracted(Event):
    """What one message says, by one version of the extractor; a later version's takes the place of an earlier's.

    Written where a message says something, and where a newer version finds nothing that an older one did.
    `message` is its position; `session` and `occurred` are the message's own. A statement's id is "s", this
    event's position, "." and its place in the list.
    """

    kind: ClassVar[Kind] = Kind.STATEMENTS_EXTRACTED
    message: Position
    session: Name
    occurred: EpochMs
    extractor: Name
    statements: list[Stated]


class MessagesConsolidated(Event):
    """The messages after one position and up to another, of one session or of all, have been consolidated.

    `again` tells a repetition by a newer extractor. The counts are of this step alone.
    """

    kind: ClassVar[Kind] = Kind.MESSAGES_CONSOLIDATED
    session: Name | None = None
    after: Annotated[int, Field(ge=0)]
    through: Position
    extractor: Name
    ner: str | None = None
    again: bool = False
    messages: Annotated[int, Field(ge=0)]
    statements: Annotated[int, Field(ge=0)]


class MessageSetAside(Event):
    """A message that could not be consolidated, and why; the others go on. `reason` holds none of its words."""

    kind: ClassVar[Kind] = Kind.MESSAGE_SET_ASIDE
    message: Position
    extractor: Name
    reason: Name


Span = tuple[int | None, int | None]  # from and to, ms since 1970 UTC, half open; None: not bounded


class MemoryChanged(Event):
    """What the five events of a memory share. `windows` are all the times at which it now holds.

    A memory's id is "n" and the number of the statement that formed it, "n12.0". Windows are absolute, so
    that what a change did stays done even if the cause of it is erased.
    """

    memory: MemoryId
    windows: list[Span]


class MemoryFormed(MemoryChanged):
    """A memory came to be: these statements say one value of one slot. No window: it is in dispute."""

    kind: ClassVar[Kind] = Kind.MEMORY_FORMED
    statements: list[StatementId]


class MemoryReinforced(MemoryChanged):
    """Further statements say the same."""

    kind: ClassVar[Kind] = Kind.MEMORY_REINFORCED
    statements: list[StatementId]


class MemorySuperseded(MemoryChanged):
    """Another memory took its place, wholly or for a time: `by`."""

    kind: ClassVar[Kind] = Kind.MEMORY_SUPERSEDED
    by: MemoryId


class MemoryRetracted(MemoryChanged):
    """It no longer holds: the statement `by` ended it, or someone decided so and its statements are `rejected`."""

    kind: ClassVar[Kind] = Kind.MEMORY_RETRACTED
    by: StatementId | None = None
    reason: Name
    rejected: list[StatementId] = []


class MemoryRestored(MemoryChanged):
    """It holds again, or for longer: what had ended it was taken back, or someone decided so.

    `accepted` statements count again: fully, whatever their confidence, unless the reason is "undone", which
    only takes back that they had been rejected. `rejected` ones count no longer.
    """

    kind: ClassVar[Kind] = Kind.MEMORY_RESTORED
    reason: Name
    accepted: list[StatementId] = []
    rejected: list[StatementId] = []


class MemoriesLinked(Event):
    """Two memories stand in a relation: "disputes" is a weak contradiction, for people to review."""

    kind: ClassVar[Kind] = Kind.MEMORIES_LINKED
    memory: MemoryId
    other: MemoryId
    relation: Name


class EntityNamed(Event):
    """A form that an entity is called by, new to it. `how` tells the rule that joined it: "new" for the first.

    `message` is where it was read, None for what a person said with a command. The id is "e" and 16 hex digits.
    """

    kind: ClassVar[Kind] = Kind.ENTITY_NAMED
    entity: EntityId
    form: Name
    label: str | None = None
    how: Name
    message: Position | None = None


class EntitiesMerged(Event):
    """Two entities are one: everything of `merged` is `entity`'s."""

    kind: ClassVar[Kind] = Kind.ENTITIES_MERGED
    entity: EntityId
    merged: EntityId


class EntitiesSplit(Event):
    """Some forms of an entity are another's: `into`, which is new."""

    kind: ClassVar[Kind] = Kind.ENTITIES_SPLIT
    entity: EntityId
    into: EntityId
    forms: list[Name]


class Shown(BaseModel):
    """One message or memory that was shown: its position, how often, and in which turns."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
    position: Annotated[int, Field(ge=1)]
    times: Annotated[int, Field(ge=1)]
    turns: list[int]


class MemoriesRecalled(Event):
    """What a session was shown, counted; never the text of a question."""

    kind: ClassVar[Kind] = Kind.MEMORIES_RECALLED
    session: Name
    shown: list[Shown]


EVENTS: dict[Kind, type[Event]] = {
    event.kind: event
    for event in (
        SessionStarted, SessionEnded, MessageLogged, MessageRedacted, ItemPut, ItemDeleted,
        StatementsExtracted, MessagesConsolidated, MessageSetAside,
        RefinementProposed, RefinementRefused, RefinementFailed,
        MemoryFormed, MemoryReinforced, MemorySuperseded, MemoryRetracted, MemoryRestored, MemoriesLinked,
        EntityNamed, EntitiesMerged, EntitiesSplit, MemoriesRecalled, PayloadsErased, ErasureCompleted,
        SnapshotNamed, StoreRestored, CheckpointPublished, AuditNoted,
    )
}  # fmt: skip


class Recorded(NamedTuple):
    """An event and its place in the log: the payload decoded, the header as stored."""

    position: int
    header: bytes
    payload: dict[str, Any]

    @property
    def kind(self) -> int:
        """The number of its kind; see `Kind`."""
        return chain.kind_of(self.header)

    @property
    def recorded(self) -> int:
        """When the log learnt of it: ms since 1970 UTC; never falls along the log."""
        return chain.recorded_of(self.header)

    @property
    def commitment(self) -> bytes:
        """The salted hash of the payload (32 bytes): names it without revealing it."""
        return chain.commitment_of(self.header)
