"""What a log is: append, read, head. The values that pass through it, and nothing that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from awhm.events.append_raw import Draft

Row = tuple[int, bytes, bytes | None]  # position, header, payload; no payload once it was erased
Link = tuple[int, bytes, bytes, bytes | None, bytes | None]  # position, header, chain, salt, payload
Stored = tuple[Any, Any, Any, Any, Any]  # a link as it lies in the store, not yet believed
Drafting = Callable[[int], Sequence[Draft]]  # the drafts to append, given the position that they follow


class Head(NamedTuple):
    """The end of a log: last position (0 when empty), its chain hash, its recorded time in ms."""

    position: int
    chain: bytes
    recorded: int


class Appended(NamedTuple):
    """Where the drafts are now, in their order; `fresh` tells those written now from those found."""

    positions: list[int]
    fresh: list[bool]


class Lost(NamedTuple):
    """The race was lost: `stream` stands at `version`, not where the writer thought. Nothing was written."""

    stream: bytes
    version: int


class Log(Protocol):
    """A hash-chained, append-only log. Positions run from 1 without a gap."""

    @property
    def log_id(self) -> bytes:
        """The log's own random id, 16 bytes."""
        ...

    @property
    def key(self) -> bytes:
        """The log's secret, 32 bytes: names become opaque ids with it (`ids.py`)."""
        ...

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        """Write all drafts or none, durably; idempotent by event id.

        `expected` gives, for each stream that the decision was read from, the version it stood at.
        Raises Refused (too many drafts, an erased source, a full disk, a read-only folder), Conflict
        (the lock was not to be had in time), Damaged.
        """
        ...

    def erase(
        self, drafts: Drafting, positions: Sequence[int], expected: Mapping[bytes, int] | None = None
    ) -> Appended | Lost:
        """Append the drafts, a tombstone last, and delete the payloads at `positions`: all of it or nothing, durably.

        `drafts` is called under the lock, with the last position, and may be called again; a draft may have others
        of its batch for sources, but nothing that goes. Idempotent by event id. Raises what `append` does;
        Refused (`source_erased`) also where one of the payloads is gone already.
        """
        ...

    def rewrite(self) -> None:
        """Write the log's own tables anew, so that what was deleted is nowhere between what is left. Takes long."""
        ...

    def scrub(self, timeout: float = 10.0) -> None:
        """Overwrite what deleted payloads have left in the log's own files beside its tables.

        Waits at most `timeout` seconds for those who read what was there before; raises Conflict
        (`pages_in_use`) if they go on, and then it is not done.
        """
        ...

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """The events after one position and up to another, in order. Raises Damaged."""
        ...

    def links(self, after: int = 0, until: int | None = None, *, payloads: bool = True) -> Iterator[list[Stored]]:
        """The same with chain and salt, in lists, for verifying; without salt and payload if not wanted."""
        ...

    def payload(self, position: int) -> bytes | None:
        """One payload, checked against its header's commitment; None when erased.

        Raises Refused if there is no such position, Damaged if the bytes are not those committed to.
        """
        ...

    def payloads(self, positions: Sequence[int]) -> dict[int, bytes | None]:
        """Many payloads at once, as `payload` gives them; what it would raise an error for is left out."""
        ...

    def header(self, position: int) -> bytes:
        """One header. Raises Refused if there is no such position."""
        ...

    def head(self) -> Head:
        """The end of the log as it is now, whichever process wrote it."""
        ...

    def chain_at(self, position: int) -> bytes | None:
        """The chain hash at a position; None beyond the head. Position 0 has one too."""
        ...

    def position_of(self, event_id: bytes) -> int | None:
        """Where the event with this id is, if the log has it."""
        ...

    def position_at(self, recorded: int) -> int:
        """The last position recorded at or before a time in ms since 1970 UTC; 0 before the first."""
        ...

    def version_of(self, stream: bytes) -> int:
        """How many events a stream has."""
        ...

    def positions_of(self, stream: bytes) -> list[int]:
        """The positions of all events of a stream, ascending."""
        ...

    def wait(self, after: int, timeout: float) -> bool:
        """Wait until the log has an event after a position, at most `timeout` seconds; say whether it has."""
        ...

    def close(self) -> None:
        """Let go of files and locks; closing twice is no error."""
        ...
