"""Every command: a request, in the imperative. Time and ids are handed in, so that deciding is repeatable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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


Command = StartSession | LogMessage | EndSession | RecordRecalls
