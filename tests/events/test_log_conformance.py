"""What every log must do, whatever it is kept in: the same tests for the log in memory and the one on disk."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from awhm.adapters.sealing import opened
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.append_raw import MOST_IN_A_BATCH, MOST_SOURCES, Draft, new_id
from awhm.events.log import Appended, Log, Lost
from awhm.events.ram_log import RamLog
from awhm.events.sealed import SealedLog
from awhm.events.several import TOGETHER
from awhm.events.sizes import MOST_PAYLOAD
from awhm.events.sqlite_log import SqliteLog

STREAM = b"stream-one------"
OTHER = b"stream-two------"


@pytest.fixture(params=["ram", "sqlite", "sealed"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    made: Log = RamLog() if request.param == "ram" else SqliteLog(str(tmp_path / "store"))
    if request.param == "sealed":
        assert isinstance(made, SqliteLog)
        made = opened(made, AWHMConfig(encrypt=True))
    yield made
    made.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the system's clock, in ms since 1970: a thing outside, which only a test can turn back."""

    def turn(milliseconds: int) -> None:
        monkeypatch.setattr(time, "time_ns", lambda: milliseconds * 1_000_000)

    return turn


def a_draft(payload: bytes = b'{"n":1}', *, stream: bytes = STREAM, event_id: bytes | None = None) -> Draft:
    return Draft(3, event_id or new_id(), stream, payload)


def written(log: Log, *drafts: Draft) -> list[int]:
    outcome = log.append(drafts)
    assert isinstance(outcome, Appended)
    return outcome.positions


def test_an_empty_log_has_a_head_at_zero_that_its_id_makes(log: Log) -> None:
    head = log.head()
    assert (head.position, head.recorded) == (0, 0)
    assert head.chain == hashlib.sha256(b"awhm/v1" + log.log_id).digest() == log.chain_at(0)
    assert list(log.read()) == [] and log.position_at(1 << 50) == 0
    assert (len(log.log_id), len(log.key)) == (16, 32)


def test_positions_run_from_one_without_a_gap(log: Log) -> None:
    assert written(log, a_draft()) == [1]
    assert written(log, *[a_draft() for _ in range(5)]) == [2, 3, 4, 5, 6]
    assert written(log) == []
    assert [row[0] for row in log.read()] == [1, 2, 3, 4, 5, 6]
    assert log.head().position == 6


def test_the_chain_and_the_commitments_can_be_computed_by_hand(log: Log) -> None:
    written(log, *[a_draft(b'{"n":%d}' % n) for n in range(3)])
    written(log, a_draft(b'{"last":true}'))
    link = hashlib.sha256(b"awhm/v1" + log.log_id).digest()
    seen = 0
    for rows in log.links():
        for position, header, stored, salt, payload in rows:
            link = hashlib.sha256(b"\x03" + link + header).digest()
            assert stored == link == log.chain_at(position)
            assert len(salt) == 32
            assert header[-32:] == hashlib.sha256(b"\x02" + salt + payload).digest()
            seen += 1
    assert seen == 4
    assert log.head().chain == link


def test_a_header_holds_what_the_draft_said_at_the_places_of_the_format(log: Log) -> None:
    first = written(log, a_draft())[0]
    draft = Draft(
        513, new_id(), STREAM, b"{}", schema=7, session=b"S" * 16, scope=b"c" * 16, actor=b"a" * 16,
        sources=(first,), flags=2, key_id=9,
    )  # fmt: skip
    header = log.header(written(log, draft)[0])
    sealed = isinstance(log, SealedLog)
    assert header[0] == 1 and header[1] == (3 if sealed else 2)
    assert header[2:6] == b"\x02\x01\x00\x07"
    assert header[6:12] == b"\x00\x00\x00\x01\x00\x01"
    assert header[12:16] == (b"\x00\x00\x00\x02" if sealed else b"\x00\x00\x00\x09")
    assert int.from_bytes(header[16:24], "big") == 2
    assert header[32:48] == draft.event_id and header[48:64] == STREAM
    assert int.from_bytes(header[64:72], "big") == 2
    assert header[72:88] == b"S" * 16 and header[88:104] == b"c" * 16 and header[104:120] == b"a" * 16
    assert header[152:] == b"\x00\x00\x00\x00\x00\x00\x00\x01" and chain.sources_of(header) == (1,)


def test_an_event_of_a_batch_says_which_of_how_many_it_is(log: Log) -> None:
    written(log, *[a_draft() for _ in range(3)])
    assert [(row[1][7], row[1][9]) for row in log.read()] == [(0, 3), (1, 3), (2, 3)]


def test_salts_are_never_the_same(log: Log) -> None:
    written(log, *[a_draft(b"{}") for _ in range(50)])
    salts = {row[3] for rows in log.links() for row in rows}
    assert len(salts) == 50


def test_the_same_batch_twice_is_written_once(log: Log) -> None:
    batch = [a_draft(b'{"n":%d}' % n) for n in range(4)]
    first, again = log.append(batch), log.append(batch)
    assert first == Appended([1, 2, 3, 4], [True] * 4)
    assert again == Appended([1, 2, 3, 4], [False] * 4)
    assert log.head().position == 4


def test_of_a_batch_that_is_partly_known_only_the_rest_is_written(log: Log) -> None:
    known, other, new = a_draft(), a_draft(), a_draft()
    written(log, other, known)
    assert log.append([new, known]) == Appended([3, 2], [True, False])
    header = log.header(3)
    assert header[6:10] == b"\x00\x00\x00\x01", "the batch that was written is of one event"
    assert log.version_of(STREAM) == 3


def test_an_id_twice_in_one_batch_is_one_event(log: Log) -> None:
    one, two = a_draft(b'{"n":1}'), a_draft(b'{"n":2}')
    assert log.append([one, two, one]) == Appended([1, 2, 1], [True, True, False])
    assert [row[2] for row in log.read()] == [b'{"n":1}', b'{"n":2}']
    assert log.append([two, one]) == Appended([2, 1], [False, False])


def test_the_first_payload_of_an_id_stands(log: Log) -> None:
    event_id = new_id()
    written(log, a_draft(b'{"n":1}', event_id=event_id))
    assert written(log, a_draft(b'{"n":2}', event_id=event_id)) == [1]
    assert log.payload(1) == b'{"n":1}'


def test_a_lost_race_is_a_value_and_writes_nothing(log: Log) -> None:
    written(log, a_draft(), a_draft())
    assert log.append([a_draft()], {STREAM: 1}) == Lost(STREAM, 2)
    assert log.append([a_draft(stream=OTHER)], {STREAM: 2, OTHER: 1}) == Lost(OTHER, 0)
    assert log.head().position == 2
    assert log.append([a_draft()], {STREAM: 2, OTHER: 0}) == Appended([3], [True])


def test_a_retry_with_a_stale_expectation_gets_its_old_positions(log: Log) -> None:
    batch = [a_draft(), a_draft()]
    assert log.append(batch, {STREAM: 0}) == Appended([1, 2], [True, True])
    written(log, a_draft())
    assert log.append(batch, {STREAM: 0}) == Appended([1, 2], [False, False])
    assert log.append([*batch, a_draft()], {STREAM: 0}) == Lost(STREAM, 3), "part of it is new, so it is no retry"


def test_versions_count_the_events_of_each_stream(log: Log) -> None:
    written(log, a_draft(), a_draft(stream=OTHER), a_draft())
    assert (log.version_of(STREAM), log.version_of(OTHER), log.version_of(b"unknown---------")) == (2, 1, 0)
    assert [chain.stream_version_of(row[1]) for row in log.read()] == [1, 1, 2]


def test_streams_whose_ids_are_neighbours_are_not_mixed_up(log: Log) -> None:
    low, high = b"\x00" * 16, b"\xff" * 16
    written(log, a_draft(stream=low), a_draft(stream=high), a_draft(stream=b"\x00" * 15 + b"\x01"))
    assert [log.version_of(stream) for stream in (low, high, b"\x00" * 15 + b"\x01")] == [1, 1, 1]


@pytest.mark.parametrize("source", [2, 99, 0, -1, 1 << 63])
def test_nothing_is_derived_from_what_is_not_there(log: Log, source: int) -> None:
    written(log, a_draft())
    bad = Draft(3, new_id(), STREAM, b"{}", sources=(1, source))
    with pytest.raises(Refused) as refused:
        log.append([a_draft(), bad])
    assert refused.value.code == "source_erased"
    assert log.head().position == 1


TOO_LARGE = {
    "batch_too_large": [a_draft()] * (MOST_IN_A_BATCH + 1),
    "too_large": [a_draft(bytes(MOST_PAYLOAD + 1))],
    "too_many_sources": [Draft(3, new_id(), STREAM, b"{}", sources=(1,) * (MOST_SOURCES + 1))],
    "bad_id": [Draft(3, new_id(), b"short", b"{}")],
    "bad_header": [Draft(1 << 16, new_id(), STREAM, b"{}")],
}


@pytest.mark.parametrize("code", TOO_LARGE)
def test_what_does_not_fit_is_refused_and_nothing_of_it_is_written(log: Log, code: str) -> None:
    with pytest.raises(Refused) as refused:
        log.append([a_draft(), *TOO_LARGE[code]] if code != "batch_too_large" else TOO_LARGE[code])
    assert refused.value.code == code
    assert log.head().position == 0


@pytest.mark.parametrize("part", ["event_id", "stream", "session", "scope", "actor"])
def test_an_id_of_another_length_is_refused(log: Log, part: str) -> None:
    draft = a_draft()
    setattr(draft, part, b"x" * 17)
    with pytest.raises(Refused, match="16 bytes"):
        log.append([draft])


def test_the_largest_batch_fits(log: Log) -> None:
    positions = written(log, *[a_draft(b"{}") for _ in range(MOST_IN_A_BATCH)])
    assert positions == list(range(1, MOST_IN_A_BATCH + 1))
    assert log.header(MOST_IN_A_BATCH)[6:10] == b"\xff\xfe\xff\xff"


def test_an_empty_payload_is_one(log: Log) -> None:
    written(log, a_draft(b""))
    assert log.payload(1) == b"" and next(log.read())[2] == b""


def test_many_payloads_at_once_are_what_each_is_by_itself(log: Log) -> None:
    count = 2 * TOGETHER + 1
    written(log, *[a_draft(b'{"n":%d}' % number) for number in range(count)])
    assert log.payloads([]) == {}
    wanted = [count, *range(1, count), 7]
    assert log.payloads(wanted) == {position: log.payload(position) for position in wanted}


def test_recorded_time_never_falls_even_if_the_clock_goes_back(log: Log, clock: Callable[[int], None]) -> None:
    for now in (5_000, 9_000, 1_000, 8_999, 9_500):
        clock(now)
        written(log, a_draft())
    assert [chain.recorded_of(row[1]) for row in log.read()] == [5_000, 9_000, 9_000, 9_000, 9_500]
    assert log.head().recorded == 9_500


def test_the_position_for_a_time_is_the_last_recorded_by_then(log: Log, clock: Callable[[int], None]) -> None:
    for now in (100, 200, 200, 200, 300, 300, 400):
        clock(now)
        written(log, a_draft())
    wanted = {0: 0, 99: 0, 100: 1, 150: 1, 199: 1, 200: 4, 299: 4, 300: 6, 399: 6, 400: 7, 1 << 60: 7}
    assert {at: log.position_at(at) for at in wanted} == wanted


def test_an_event_is_found_by_its_id(log: Log) -> None:
    batch = [a_draft() for _ in range(20)]
    written(log, *batch)
    assert [log.position_of(draft.event_id) for draft in batch] == list(range(1, 21))
    assert log.position_of(new_id()) is None


@pytest.mark.parametrize("position", [0, -1, 2, 1 << 62, 1 << 70])
def test_a_position_that_does_not_exist_is_refused_by_name(log: Log, position: int) -> None:
    written(log, a_draft())
    for ask in (log.header, log.payload):
        with pytest.raises(Refused) as refused:
            ask(position)
        assert refused.value.code == "no_such_event" and "head is 1" in str(refused.value)
    assert position == 0 or log.chain_at(position) is None


def test_reading_goes_from_after_one_position_to_another(log: Log) -> None:
    written(log, *[a_draft(b"%d" % n) for n in range(1, 2501)])
    for after, until in ((0, None), (0, 0), (3, 3), (9, 4), (0, 1024), (1000, 1050), (1023, 2048), (2499, 9999)):
        expected = list(range(after + 1, min(2500 if until is None else until, 2500) + 1))
        assert [row[0] for row in log.read(after, until)] == expected
        assert [row[0] for rows in log.links(after, until) for row in rows] == expected
    assert [row[2] for row in log.read(2497)] == [b"2498", b"2499", b"2500"]


def test_links_without_payloads_have_header_and_chain_alone(log: Log) -> None:
    written(log, a_draft(), a_draft())
    full = [row for rows in log.links() for row in rows]
    bare = [row for rows in log.links(payloads=False) for row in rows]
    assert bare == [(*row[:3], None, None) for row in full]
    assert all(row[3] is not None for row in full)


def test_a_read_that_has_begun_goes_on_while_others_append(log: Log) -> None:
    written(log, *[a_draft() for _ in range(1500)])
    reading = log.read()
    assert next(reading)[0] == 1
    written(log, a_draft())
    positions = [row[0] for row in reading]
    assert positions[:1499] == list(range(2, 1501))


def test_waiting_ends_at_once_when_the_event_is_there_and_at_the_timeout_when_none_comes(log: Log) -> None:
    written(log, a_draft())
    assert log.wait(0, 60.0) is True
    assert log.wait(1, 0.01) is False


def test_who_waits_is_woken_by_an_append(log: Log) -> None:
    woken: list[bool] = []
    follower = threading.Thread(target=lambda: woken.append(log.wait(0, 60.0)))
    follower.start()
    written(log, a_draft())
    follower.join(60.0)
    assert woken == [True]


def test_threads_that_append_at_once_leave_one_chain(log: Log) -> None:
    places: list[int] = []

    def work() -> None:
        for _ in range(25):
            places.extend(written(log, a_draft(), a_draft()))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(places) == list(range(1, 201))
    link = log.chain_at(0)
    assert link is not None
    for rows in log.links():
        for _, header, stored, _, _ in rows:
            link = chain.link(link, header)
            assert link == stored


def test_closing_twice_is_no_error(log: Log) -> None:
    written(log, a_draft())
    log.close()
    log.close()
