"""The events about the store itself: erasures, snapshots, checkpoints, and what somebody did with it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from awhm.events.kinds import Event, Kind, Name, Position


class PayloadsErased(Event):
    """A tombstone: the payloads at these positions are gone for good. It holds no content."""

    kind: ClassVar[Kind] = Kind.PAYLOADS_ERASED
    positions: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1)]
    reason: Name


class ErasureCompleted(Event):
    """Everything that a tombstone asks for has been done, and looked for in every file: what was found is gone.

    `tombstone` is its position; the counts say of what there was how much (payloads, vectors, views, files looked at).
    """

    kind: ClassVar[Kind] = Kind.ERASURE_COMPLETED
    tombstone: Position
    counts: dict[str, Annotated[int, Field(ge=0)]] = {}


class SnapshotNamed(Event):
    """A position that somebody named; `automatic` where AWHM did, before a consolidation. `through` is the position."""

    kind: ClassVar[Kind] = Kind.SNAPSHOT_NAMED
    snapshot: Name
    through: Annotated[int, Field(ge=0)]
    automatic: bool = False


class StoreRestored(Event):
    """The memories are again those of a snapshot. Messages after `through` and up to here wait for `again`."""

    kind: ClassVar[Kind] = Kind.STORE_RESTORED
    snapshot: Name
    through: Annotated[int, Field(ge=0)]


class CheckpointPublished(Event):
    """A signed head: how many events, their RFC 6962 root (64 hex digits) and the id of the key that signed it."""

    kind: ClassVar[Kind] = Kind.CHECKPOINT_PUBLISHED
    size: Annotated[int, Field(ge=1)]
    root: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    key: Name


class AuditNoted(Event):
    """Something that somebody did with the store and that changes none of it, such as an export; no content."""

    kind: ClassVar[Kind] = Kind.AUDIT_NOTED
    action: Name
    targets: list[str] = []
    counts: dict[str, Annotated[int, Field(ge=0)]] = {}
