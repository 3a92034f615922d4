"""A log that says what an append would do and does nothing, for `awhm import --dry-run`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awhm.events.append_raw import Draft
from awhm.events.log import Appended, Log, Lost
from awhm.events.ram_log import RamLog
from awhm.events.sizes import refuse_sizes


class Rehearsal(RamLog):
    """Stands before a real log, or before none. Keeps the ids it was given, and no event."""

    def __init__(self, log: Log | None) -> None:
        super().__init__(key=None if log is None else log.key)
        self._log = log
        self._met: set[bytes] = set()

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        """Which of these would be new, without writing any. Positions are those of known events, else 0."""
        refuse_sizes(drafts)
        positions: list[int] = []
        fresh: list[bool] = []
        for draft in drafts:
            known = None if self._log is None else self._log.position_of(draft.event_id)
            positions.append(known or 0)
            fresh.append(known is None and draft.event_id not in self._met)
            self._met.add(draft.event_id)
        return Appended(positions, fresh)

    def version_of(self, stream: bytes) -> int:
        """How many events of a stream the log has."""
        return 0 if self._log is None else self._log.version_of(stream)

    def positions_of(self, stream: bytes) -> list[int]:
        """Where the log has events of a stream."""
        return [] if self._log is None else self._log.positions_of(stream)

    def header(self, position: int) -> bytes:
        """A header of the log."""
        return super().header(position) if self._log is None else self._log.header(position)

    def position_of(self, event_id: bytes) -> int | None:
        """Where the log has an event."""
        return None if self._log is None else self._log.position_of(event_id)

    def payload(self, position: int) -> bytes | None:
        """A payload of the log."""
        return super().payload(position) if self._log is None else self._log.payload(position)
