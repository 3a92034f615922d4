"""A log in memory: the same bytes and rules as the one on disk, for tests and for throw-away stores."""

from __future__ import annotations

import bisect
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.append_raw import Draft, clock, extend, refuse_sources, salt
from awhm.events.log import Appended, Drafting, Head, Link, Lost, Row, Stored
from awhm.events.sizes import refuse_sizes


class RamLog:
    """A log that lives as long as the object. Safe to use from several threads."""

    def __init__(self, log_id: bytes | None = None, key: bytes | None = None) -> None:
        self.log_id = log_id or os.urandom(16)
        self.key = key or os.urandom(32)
        self._links: list[Link] = []
        self._places: dict[bytes, int] = {}
        self._versions: dict[bytes, int] = {}
        self._changed = threading.Condition()
        self.after: Callable[[Appended], None] | None = None  # as that of the log on disk

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        """See `Log.append`."""
        refuse_sizes(drafts)
        with self._changed:
            unknown = any(draft.event_id not in self._places for draft in drafts)
            for stream, version in (expected or {}).items():
                if self._versions.get(stream, 0) != version and unknown:
                    return Lost(stream, self._versions.get(stream, 0))
            self._refuse_gone([source for draft in drafts for source in draft.sources])
            outcome = self._extended(drafts)
        return self._told(outcome)

    def _told(self, outcome: Appended) -> Appended:
        if self.after is not None:
            self.after(outcome)
        return outcome

    def _extended(self, drafts: Sequence[Draft]) -> Appended:
        """Append those of the drafts that are not there; the caller has checked them, and holds the lock."""
        places = [self._places.get(draft.event_id) for draft in drafts]
        first: dict[bytes, int] = {}
        missing: list[int] = []
        for index, draft in enumerate(drafts):
            if places[index] is None and first.setdefault(draft.event_id, index) == index:
                missing.append(index)
        head = self.head()
        versions = {d.stream: self._versions.get(d.stream, 0) for d in drafts}
        fresh = [drafts[index] for index in missing]
        rows = extend((head.position, head.chain, head.recorded), versions, fresh, salt(fresh), clock())
        for index, row in zip(missing, rows, strict=True):
            self._links.append(row)
            self._places[drafts[index].event_id] = row[0]
        self._versions |= versions
        self._changed.notify_all()
        new = set(missing)
        return Appended([self._places[draft.event_id] for draft in drafts], [i in new for i in range(len(drafts))])

    def erase(
        self, drafts: Drafting, positions: Sequence[int], expected: Mapping[bytes, int] | None = None
    ) -> Appended | Lost:
        """See `Log.erase`."""
        with self._changed:
            last = len(self._links)
            made = drafts(last)
            refuse_sizes(made)
            if any(draft.event_id not in self._places for draft in made):
                for stream, version in (expected or {}).items():
                    if self._versions.get(stream, 0) != version:
                        return Lost(stream, self._versions.get(stream, 0))
                try:
                    refuse_sources(made, last, positions)
                except ValueError as error:
                    raise _underivable(str(error)) from error
                self._refuse_gone([*positions, *(s for draft in made for s in draft.sources if s <= last)])
                outcome = self._extended(made)
            else:
                outcome = Appended([self._places[draft.event_id] for draft in made], [False] * len(made))
            for position in positions:
                self._links[position - 1] = (*self._links[position - 1][:3], None, None)
        return self._told(outcome)

    def rewrite(self) -> None:
        """Nothing is between what is left."""

    def scrub(self, timeout: float = 10.0) -> None:
        """Nothing is anywhere else."""

    def _refuse_gone(self, sources: Sequence[int]) -> None:
        for source in sources:
            if not 0 < source <= len(self._links) or self._links[source - 1][4] is None:
                raise _underivable(f"event {source} is erased or unknown")

    def read(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """See `Log.read`."""
        for position, header, _, _, payload in self._links[after:until]:
            yield position, header, payload

    def links(self, after: int = 0, until: int | None = None, *, payloads: bool = True) -> Iterator[list[Stored]]:
        """See `Log.links`."""
        if part := self._links[after:until]:
            yield [link if payloads else (*link[:3], None, None) for link in part]

    def payload(self, position: int) -> bytes | None:
        """See `Log.payload`."""
        header = self.header(position)
        _, _, _, grain, payload = self._links[position - 1]
        if payload is None or grain is None:
            return None
        if chain.commit(grain, payload) != chain.commitment_of(header):
            raise Damaged("payload", f"event {position}: the payload is not the one committed to", position=position)
        return payload

    def payloads(self, positions: Sequence[int]) -> dict[int, bytes | None]:
        """See `Log.payloads`."""
        found: dict[int, bytes | None] = {}
        for position in positions:
            with suppress(Damaged, Refused):
                found[position] = self.payload(position)
        return found

    def header(self, position: int) -> bytes:
        """See `Log.header`."""
        if not 0 < position <= len(self._links):
            raise Refused("no_such_event", f"this log has no event {position}; its head is {len(self._links)}")
        return self._links[position - 1][1]

    def head(self) -> Head:
        """See `Log.head`."""
        if not self._links:
            return Head(0, chain.first(self.log_id), 0)
        position, header, link, _, _ = self._links[-1]
        return Head(position, link, chain.recorded_of(header))

    def chain_at(self, position: int) -> bytes | None:
        """See `Log.chain_at`."""
        if position == 0:
            return chain.first(self.log_id)
        return self._links[position - 1][2] if 0 < position <= len(self._links) else None

    def position_of(self, event_id: bytes) -> int | None:
        """See `Log.position_of`."""
        return self._places.get(event_id)

    def position_at(self, recorded: int) -> int:
        """See `Log.position_at`."""
        return bisect.bisect_right(self._links, recorded, key=lambda link: chain.recorded_of(link[1]))

    def version_of(self, stream: bytes) -> int:
        """See `Log.version_of`."""
        return self._versions.get(stream, 0)

    def positions_of(self, stream: bytes) -> list[int]:
        """See `Log.positions_of`."""
        return [link[0] for link in self._links if link[1][chain.STREAM] == stream]

    def wait(self, after: int, timeout: float) -> bool:
        """See `Log.wait`."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._links) > after, timeout)

    def close(self) -> None:
        """Nothing to let go of."""


def _underivable(text: str) -> Refused:
    return Refused("source_erased", f"{text}; nothing may be derived from it")
