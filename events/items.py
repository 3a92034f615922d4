"""The events of items: values under keys of namespaces, which frameworks keep. What a value says is a message.

A document in pieces will be messages too; an item is one piece with a name.
"""

from __future__ import annotations

from typing import ClassVar

from awhm.events.kinds import EpochMs, Event, Kind, Position


class ItemPut(Event):
    """A key of a namespace has a value: what the message `message` says, or the `value` in its metadata.

    A later put of the same key takes its place. `occurred` is when it was put, `expires` when it ends by itself.
    `hidden`: the text of the message stands for the value without telling it, and is no answer of a recall. `first`
    is the position of the put whose place in the order of its key this one has: what is left of a redacted one.
    """

    kind: ClassVar[Kind] = Kind.ITEM_PUT
    namespace: list[str]
    key: str
    message: Position
    occurred: EpochMs
    expires: EpochMs | None = None
    hidden: bool = False
    first: Position | None = None


class ItemDeleted(Event):
    """A key of a namespace has no value any more. `first` as in `ItemPut`: of an erased one it was the end."""

    kind: ClassVar[Kind] = Kind.ITEM_DELETED
    namespace: list[str]
    key: str
    occurred: EpochMs
    first: Position | None = None
