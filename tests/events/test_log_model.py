"""Both logs against a plain list: whatever is asked of them, in whatever order, they are that list."""

from __future__ import annotations

import shutil
import tempfile
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from awhm.errors import Refused
from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.log import Appended, Log, Lost
from awhm.events.ram_log import RamLog
from awhm.events.sqlite_log import SqliteLog

STREAMS = [bytes([n]) * 16 for n in range(3)]
PAYLOADS = st.binary(max_size=40)


class Kept(NamedTuple):
    """One event as the model has it."""

    event_id: bytes
    stream: bytes
    payload: bytes


class LogMachine(RuleBasedStateMachine):
    """Subclassed for each log. `kept` is the model."""

    log: Log

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Kept] = []

    def draft(self, stream: int, payload: bytes, sources: tuple[int, ...] = ()) -> Draft:
        return Draft(3, new_id(), STREAMS[stream], payload, sources=sources)

    def place(self, event_id: bytes) -> int | None:
        return next((n for n, kept in enumerate(self.kept, 1) if kept.event_id == event_id), None)

    def count(self, stream: bytes) -> int:
        return sum(kept.stream == stream for kept in self.kept)

    def expect(self, drafts: list[Draft]) -> Appended:
        """What an append without a condition answers; moves the model on."""
        positions: list[int] = []
        fresh: list[bool] = []
        for draft in drafts:
            place = self.place(draft.event_id)
            fresh.append(place is None)
            if place is None:
                self.kept.append(Kept(draft.event_id, draft.stream, draft.payload))
                place = len(self.kept)
            positions.append(place)
        return Appended(positions, fresh)

    @rule(batch=st.lists(st.tuples(st.integers(0, 2), PAYLOADS), max_size=5))
    def append(self, batch: list[tuple[int, bytes]]) -> None:
        drafts = [self.draft(stream, payload) for stream, payload in batch]
        assert self.log.append(drafts) == self.expect(drafts)

    @precondition(lambda self: self.kept)
    @rule(again=st.lists(st.integers(0, 1000), min_size=1, max_size=4), new=st.integers(0, 2), data=st.data())
    def repeat(self, again: list[int], new: int, data: st.DataObject) -> None:
        """Some that are known, some twice in the batch, some new, in any order."""
        known = [self.kept[n % len(self.kept)] for n in again]
        drafts = [Draft(3, kept.event_id, kept.stream, kept.payload) for kept in known]
        drafts += [self.draft(n, b"new") for n in range(new)]
        drafts = data.draw(st.permutations(drafts + drafts[-1:]))
        assert self.log.append(drafts) == self.expect(drafts)

    @rule(stream=st.integers(0, 2), off=st.integers(-1, 1), payload=PAYLOADS)
    def on_condition(self, stream: int, off: int, payload: bytes) -> None:
        version = self.count(STREAMS[stream])
        draft = self.draft(stream, payload)
        outcome = self.log.append([draft], {STREAMS[stream]: version + off})
        assert outcome == (Lost(STREAMS[stream], version) if off else self.expect([draft]))

    @rule(sources=st.lists(st.integers(0, 30), min_size=1, max_size=3))
    def derived(self, sources: list[int]) -> None:
        draft = self.draft(0, b"derived", tuple(sources))
        if all(0 < source <= len(self.kept) for source in sources):
            assert self.log.append([draft]) == self.expect([draft])
            assert chain.sources_of(self.log.header(len(self.kept))) == tuple(sources)
        else:
            with pytest.raises(Refused):
                self.log.append([draft])

    @rule(after=st.integers(0, 40), until=st.none() | st.integers(0, 40))
    def read(self, after: int, until: int | None) -> None:
        wanted = list(enumerate(self.kept, 1))[after:until]
        assert [(row[0], row[2]) for row in self.log.read(after, until)] == [(n, kept.payload) for n, kept in wanted]

    @invariant()
    def it_is_the_list(self) -> None:
        link, counts, recorded = chain.first(self.log.log_id), dict.fromkeys(STREAMS, 0), 0
        rows = [row for rows in self.log.links() for row in rows]
        assert len(rows) == len(self.kept)
        for expected, (kept, (position, header, stored, salt, payload)) in enumerate(
            zip(self.kept, rows, strict=True), 1
        ):
            link = chain.link(link, header)
            counts[kept.stream] += 1
            assert position == expected == chain.position_of(header)
            assert (header[chain.EVENT_ID], header[chain.STREAM]) == (kept.event_id, kept.stream)
            assert chain.stream_version_of(header) == counts[kept.stream]
            assert chain.recorded_of(header) >= recorded
            assert chain.commit(salt, payload) == chain.commitment_of(header)
            assert (payload, stored) == (kept.payload, link)
            recorded = chain.recorded_of(header)
        assert self.log.head() == (len(rows), link, recorded)
        assert {stream: self.log.version_of(stream) for stream in STREAMS} == counts

    @invariant()
    def every_event_is_found(self) -> None:
        for position, kept in enumerate(self.kept, 1):
            assert self.log.position_of(kept.event_id) == position
            assert self.log.payload(position) == kept.payload


class RamMachine(LogMachine):
    def __init__(self) -> None:
        super().__init__()
        self.log = RamLog()


class SqliteMachine(LogMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.mkdtemp(prefix="awhm-model-")
        self.log = SqliteLog(self.folder)
        self.others: list[SqliteLog] = []

    @rule()
    def reopen(self) -> None:
        self.log.close()
        self.log = SqliteLog(self.folder)

    @precondition(lambda self: len(self.others) < 3)
    @rule()
    def go_on_through_another_connection(self) -> None:
        assert isinstance(self.log, SqliteLog)
        self.others.append(self.log)
        self.log = SqliteLog(self.folder)

    def teardown(self) -> None:
        for log in [self.log, *self.others]:
            log.close()
        shutil.rmtree(self.folder)


TestRamLog = RamMachine.TestCase
TestRamLog.settings = settings(max_examples=60, stateful_step_count=25)
TestSqliteLog = SqliteMachine.TestCase
TestSqliteLog.settings = settings(
    max_examples=40, stateful_step_count=20, suppress_health_check=[HealthCheck.too_slow], deadline=None
)
