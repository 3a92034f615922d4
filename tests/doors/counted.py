"""A log that counts what is read from it, for tests of what a question costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awhm.events.log import Row
from awhm.events.sqlite_log import SqliteLog


class Counted(SqliteLog):
    """A log on disk that counts the events read from it."""

    count = 0

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        for row in super().read(after, until):
            self.count += 1
            yield row

    def payload(self, position: int) -> bytes | None:
        self.count += 1
        return super().payload(position)

    def payloads(self, positions: Sequence[int]) -> dict[int, bytes | None]:
        self.count += len(positions)
        return super().payloads(positions)
