"""Every event: what can have happened, in the past tense, never changed once written.

The class names and numbers are the storage format: a number is never reused and a field never changes
its meaning. A changed shape is a new `SCHEMA` and a step in `upcast.py`; stored bytes stay as they are.
Payloads are validated with these models on the way in and read back with orjson as plain dicts.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from awhm.events import chain


class Kind(IntEnum):
    """The number of each kind of event in a header. Gaps leave room; numbers are never reused."""

    SESSION_STARTED = 1
    SESSION_ENDED = 2
    MESSAGE_LOGGED = 3
    MEMORIES_RECALLED = 40
    PAYLOADS_ERASED = 50


class Role(StrEnum):
    """Who speaks, as hosts name it."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"


Name = Annotated[str, Field(min_length=1, max_length=512)]
EpochMs = Annotated[int, Field(ge=-62_135_596_800_000, le=253_402_300_799_999)]


class Event(BaseModel):
    """What all payloads share: they are frozen, closed, and know their kind and schema."""

    # Validators are built when first used: reading never needs them.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
    kind: ClassVar[Kind]
    schema_version: ClassVar[int] = 1


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


class PayloadsErased(Event):
    """A tombstone: the payloads at these positions are gone for good. It holds no content."""

    kind: ClassVar[Kind] = Kind.PAYLOADS_ERASED
    positions: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1)]
    reason: Name


EVENTS: dict[Kind, type[Event]] = {
    event.kind: event for event in (SessionStarted, SessionEnded, MessageLogged, MemoriesRecalled, PayloadsErased)
}


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
