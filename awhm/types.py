"""The public vocabulary: the enumerations of AWHM Lite's `awhm.types`, and what a recall returns.

The names and values are stable; `NodeStatus` has more of them than AWHM Lite had.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Any, Literal

from awhm.events.event import Role

__all__ = ["BufferEntryType", "EdgeType", "NodeStatus", "NodeType", "RetrievalResult", "Role", "Source"]

Source = Literal["buffer", "graph", "raw_log"]


class NodeType(StrEnum):
    """What sort of memory a node is."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"


class NodeStatus(StrEnum):
    """How a memory stands at a time: it holds, is to come, is past and why, or nobody has decided yet."""

    ACTIVE = "active"
    UPCOMING = "upcoming"
    ENDED = "ended"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    DISPUTED = "disputed"


class EdgeType(StrEnum):
    """How two memories are linked."""

    TEMPORAL = "temporal"
    ABSTRACTION = "abstraction"
    ASSOCIATION = "association"


class BufferEntryType(StrEnum):
    """What a statement of the running session is."""

    CORRECTION = "correction"
    PREFERENCE = "preference"
    FACT = "fact"
    OUTCOME = "outcome"


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """One answer of a recall: what was said, by whom, when, and why it was found.

    `source` is `buffer` for a message of the session that asks, `graph` for one that holds a memory, and
    `raw_log` for any other message. `node_id` is the memory's id, as `awhm memories show` takes it; "" for a
    message that became none, and for what no consolidation has seen yet. `id` is the message's own id, "m"
    and its position in the log; `awhm log show m12` prints that event. `status` tells how the memory
    stands at the time asked about, and is None where there is none.
    """

    node_id: str
    content: str
    score: float
    source: Source
    trace: dict[str, Any] | None = None
    _: KW_ONLY
    id: str
    session_id: str
    role: Role
    occurred: str
    """When it was said: ISO 8601 with an offset."""
    speaker: str | None = None
    passage: tuple[int, int] | None = None
    """Start and end of the part of the message that matched, in characters; None for all of it."""
    status: NodeStatus | None = None
    valid_from: str | None = None
    """When the memory began to hold: ISO 8601; None where nothing bounds it."""
    valid_to: str | None = None
    """When it ceased, or will cease, to hold."""
    superseded_by: str | None = None
    """The id of the memory that took its place."""

    def to_dict(self) -> dict[str, Any]:
        """The result as plain JSON values; `trace` is left out when there is none."""
        values: dict[str, Any] = {
            "node_id": self.node_id,
            "content": self.content,
            "score": self.score,
            "source": self.source,
            "id": self.id,
            "session_id": self.session_id,
            "role": self.role.value,
            "speaker": self.speaker,
            "occurred": self.occurred,
            "passage": None if self.passage is None else list(self.passage),
            "status": None if self.status is None else self.status.value,
            "valid_from": self.valid_from,
            "valid_to": self.valid_to,
            "superseded_by": self.superseded_by,
        }
        if self.trace is not None:
            values["trace"] = self.trace
        return values
