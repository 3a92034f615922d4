"""What all events share: the numbers of their kinds, the types of their fields, and the class they are made of."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field


class Kind(IntEnum):
    """The number of each kind of event in a header. Gaps leave room; numbers are never reused."""

    SESSION_STARTED = 1
    SESSION_ENDED = 2
    MESSAGE_LOGGED = 3
    MESSAGE_REDACTED = 4
    ITEM_PUT = 5
    ITEM_DELETED = 6
    STATEMENTS_EXTRACTED = 10
    MESSAGES_CONSOLIDATED = 11
    MESSAGE_SET_ASIDE = 12
    REFINEMENT_PROPOSED = 13
    REFINEMENT_REFUSED = 14
    REFINEMENT_FAILED = 15
    MEMORY_FORMED = 20
    MEMORY_REINFORCED = 21
    MEMORY_SUPERSEDED = 22
    MEMORY_RETRACTED = 23
    MEMORY_RESTORED = 24
    MEMORIES_LINKED = 25
    ENTITY_NAMED = 30
    ENTITIES_MERGED = 31
    ENTITIES_SPLIT = 32
    MEMORIES_RECALLED = 40
    PAYLOADS_ERASED = 50
    ERASURE_COMPLETED = 51
    SNAPSHOT_NAMED = 60
    STORE_RESTORED = 61
    CHECKPOINT_PUBLISHED = 62
    AUDIT_NOTED = 63


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
Position = Annotated[int, Field(ge=1)]
StatementId = Annotated[str, Field(pattern=r"^s[1-9][0-9]*\.[0-9]+$")]
MemoryId = Annotated[str, Field(pattern=r"^n[1-9][0-9]*\.[0-9]+$")]
EntityId = Annotated[str, Field(pattern=r"^e[0-9a-f]{16}$")]


class Event(BaseModel):
    """What all payloads share: they are frozen, closed, and know their kind and schema."""

    # Validators are built when first used: reading never needs them.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
    kind: ClassVar[Kind]
    schema_version: ClassVar[int] = 1
