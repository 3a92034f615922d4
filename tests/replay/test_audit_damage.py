"""Change any byte of the file: it is reported, or what is read is what was written. Never a traceback."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awhm.errors import AwhmError
from awhm.events import chain
from awhm.events.append_raw import Draft
from awhm.events.codec import encode
from awhm.events.event import Kind, PayloadsErased
from awhm.events.log import Appended, Head, Lost, Row
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.audit import audit, audit_folder
from awhm.replay.verify import Report

EVENTS = 60
PAGE = 4096
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # thousands of stores, each synced: not on a disk
STREAMS = [bytes([65 + n]) * 16 for n in range(4)]
MANY = settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


class Read(NamedTuple):
    """Everything that can be read from a log."""

    rows: list[Row]
    payloads: list[bytes | None]
    head: Head
    places: list[int | None]
    versions: list[int]
    times: list[int]


class Sample:
    """A closed store, its bytes, what is read from it, and where in the file each event's parts are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        log = SqliteLog(str(folder))
        log.append([a_draft(n) for n in range(1, 31)])
        for n in range(31, EVENTS):
            log.append([a_draft(n, sources=(n - 1,) if n % 7 == 0 else ())])
        tombstone = PayloadsErased(positions=[2], reason="asked")
        log.append([Draft(int(Kind.PAYLOADS_ERASED), bytes(15) + b"e", STREAMS[0], encode(tombstone))])
        rows = [row for part in log.links() for row in part]
        self.ids = [row[1][chain.EVENT_ID] for row in rows]
        self.times = sorted({chain.recorded_of(row[1]) for row in rows})
        self.truth = self.read(log)
        log.close()
        self.data = (folder / "log.db").read_bytes()
        self.parts: list[tuple[int, int, int, str]] = []  # start, end, position, part
        for position, *values in rows:
            for part, value in zip(("header", "chain", "salt", "payload"), values, strict=True):
                starts = [at for at in range(len(self.data)) if self.data.startswith(value, at)]
                self.parts += [(at, at + len(value), position, part) for at in starts]

    def read(self, log: SqliteLog) -> Read:
        rows = list(log.read())
        return Read(
            rows,
            [log.payload(row[0]) for row in rows],
            log.head(),
            [log.position_of(event_id) for event_id in self.ids],
            [log.version_of(stream) for stream in STREAMS],
            [log.position_at(time + off) for time in self.times for off in (-1, 0)],
        )


def a_draft(n: int, sources: tuple[int, ...] = ()) -> Draft:
    """Payloads from nothing to more than a page; ids that are easy to find in the file."""
    size = 9000 if n == 17 else n * 5
    payload = b'{"n":%d,"text":"%s"}' % (n, bytes(97 + (n * i) % 26 for i in range(size)))
    return Draft(3, b"id of event %04d" % n, STREAMS[n % 4], payload, session=STREAMS[n % 2], sources=sources)


@pytest.fixture(scope="module")
def sample() -> Iterator[Sample]:
    folder = Path(tempfile.mkdtemp(prefix="awhm-damage-"))
    yield Sample(folder)
    shutil.rmtree(folder)


def judged(sample: Sample, data: bytes) -> Report | None:
    """The audit of a store with these bytes, after checking that nothing wrong is passed over in silence.

    None if the store was refused by name.
    """
    with tempfile.TemporaryDirectory(prefix="awhm-damaged-", dir=MEMORY) as folder:
        (Path(folder) / "log.db").write_bytes(data)
        try:
            report = audit_folder(folder)
        except AwhmError as error:
            assert error.code in ("newer_format", "not_a_log"), error
            return None
        try:
            log = SqliteLog(folder, create=False)
        except AwhmError:
            assert not report.ok, "it cannot be opened, and the audit does not say so"
            return report
        try:
            read = sample.read(log)
            assert read == sample.truth or not report.ok, "wrong content, and the audit does not say so"
        except AwhmError:
            assert not report.ok, "it cannot be read, and the audit does not say so"
        finally:
            log.close()
        try:  # writing to it may work or not, but with an error of ours
            log = SqliteLog(folder)
            assert isinstance(log.append([a_draft(9999)], {STREAMS[3]: 15}), Appended | Lost)
            log.close()
        except AwhmError:
            assert not report.ok or data[18:20] != b"\x02\x02"
        return report


def changed(data: bytes, *changes: tuple[int, int]) -> bytes:
    """With each (offset, difference) applied, so that a byte really changes."""
    copy = bytearray(data)
    for at, difference in changes:
        copy[at % len(copy)] ^= difference
    return bytes(copy)


def test_the_sample_is_sound_and_every_part_of_it_is_in_the_file(sample: Sample) -> None:
    report = judged(sample, sample.data)
    assert report is not None and report.ok and report.events == EVENTS
    found = {(position, part) for _, _, position, part in sample.parts}
    whole = {(n, part) for n in range(1, EVENTS + 1) for part in ("header", "chain", "salt", "payload")}
    assert whole - found == {(17, "payload")}, "which is longer than a page"


@pytest.mark.slow
@settings(MANY, max_examples=400)
@given(at=st.integers(0, 1 << 24), difference=st.integers(1, 255))
def test_any_changed_byte_is_reported_or_changes_nothing_that_is_read(sample: Sample, at: int, difference: int) -> None:
    judged(sample, changed(sample.data, (at, difference)))


@pytest.mark.slow
@settings(MANY)
@given(page=st.integers(0, 200), at=st.integers(0, 130), difference=st.integers(1, 255))
def test_any_changed_byte_at_the_start_of_a_page_is_reported_or_harmless(
    sample: Sample, page: int, at: int, difference: int
) -> None:
    """Where SQLite keeps its own book: the file's header, page headers, cell pointers."""
    judged(sample, changed(sample.data, (page * PAGE + at, difference)))


@pytest.mark.slow
@settings(MANY)
@given(which=st.integers(0, 1 << 20), inside=st.integers(0, 1 << 20), difference=st.integers(1, 255))
def test_any_changed_byte_of_a_header_chain_salt_or_payload_names_its_event(
    sample: Sample, which: int, inside: int, difference: int
) -> None:
    start, end, position, part = sample.parts[which % len(sample.parts)]
    report = judged(sample, changed(sample.data, (start + inside % (end - start), difference)))
    assert report is not None and report.first is not None
    assert report.first.position == position
    assert report.first.what in (part, "salt_or_payload"), "of a long payload the byte is not searched for"


@pytest.mark.slow
@settings(MANY)
@given(first=st.tuples(st.integers(0, 1 << 24), st.integers(1, 255)), data=st.data())
def test_any_two_changed_bytes_are_reported_or_change_nothing_that_is_read(
    sample: Sample, first: tuple[int, int], data: st.DataObject
) -> None:
    """The second anywhere, or near the first."""
    near = st.integers(1, 64).map(lambda off: first[0] + off)
    second = data.draw(st.tuples(near | st.integers(0, 1 << 24), st.integers(1, 255)))
    judged(sample, changed(sample.data, first, second))


@pytest.mark.slow
@settings(MANY, max_examples=60)
@given(length=st.integers(0, 1 << 24), page=st.booleans())
def test_a_file_cut_to_any_length_is_reported(sample: Sample, length: int, page: bool) -> None:
    length %= len(sample.data)
    report = judged(sample, sample.data[: length - length % PAGE if page else length])
    assert report is not None and not report.ok


def test_a_page_of_zeros_is_reported_wherever_it_is(sample: Sample) -> None:
    free = 0
    for start in range(0, len(sample.data), PAGE):
        report = judged(sample, sample.data[:start] + bytes(PAGE) + sample.data[start + PAGE :])
        free += report is not None and report.ok
    assert free == 0


@pytest.mark.slow
@settings(MANY, max_examples=60)
@given(start=st.integers(0, 1 << 24), garbage=st.binary(min_size=1, max_size=3000))
def test_any_garbage_written_over_any_place_is_reported_or_harmless(sample: Sample, start: int, garbage: bytes) -> None:
    start %= len(sample.data)
    data = (sample.data[:start] + garbage + sample.data[start + len(garbage) :])[: len(sample.data)]
    judged(sample, data)


def test_an_audit_of_an_open_log_is_the_one_of_its_folder(sample: Sample) -> None:
    log = SqliteLog(str(sample.folder))
    assert audit(log) == audit_folder(str(sample.folder))
    assert audit(log, headers_only=True).ok
    log.close()


@pytest.mark.parametrize("content", [None, b""])
def test_a_store_that_is_not_there_is_refused_and_one_that_is_empty_is_reported(
    tmp_path: Path, content: bytes | None
) -> None:
    if content is None:
        with pytest.raises(AwhmError, match="no AWHM store"):
            audit_folder(str(tmp_path))
    else:
        (tmp_path / "log.db").write_bytes(content)
        assert [finding.what for finding in audit_folder(str(tmp_path)).findings] == ["truncated"]
