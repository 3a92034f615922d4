"""Erasing from a log, whatever it is kept in: a tombstone and a deletion in one, or neither."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from awhm.adapters.sealing import opened
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.log import Appended, Log, Lost
from awhm.events.ram_log import RamLog
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.verify import verify

STREAM, TOMBS = b"stream-one------", b"tombstones------"


@pytest.fixture(params=["ram", "sqlite", "sealed"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    made: Log = RamLog() if request.param == "ram" else SqliteLog(str(tmp_path / "store"))
    if request.param == "sealed":
        assert isinstance(made, SqliteLog)
        made = opened(made, AWHMConfig(encrypt=True))
    yield made
    made.close()


def a_draft(payload: bytes = b'{"n":1}', *sources: int, stream: bytes = STREAM) -> Draft:
    return Draft(3, new_id(), stream, payload, sources=sources)


def written(log: Log, count: int) -> None:
    outcome = log.append([a_draft(b'{"n":%d}' % number) for number in range(1, count + 1)])
    assert isinstance(outcome, Appended)


def tomb(*positions: int) -> Draft:
    return Draft(50, new_id(), TOMBS, b'{"positions":%s,"reason":"asked"}' % str(list(positions)).encode())


def fixed(*drafts: Draft) -> Callable[[int], Sequence[Draft]]:
    return lambda last: drafts


def present(log: Log) -> list[int]:
    return [position for position, _, payload in log.read() if payload is not None]


def test_the_tombstone_is_appended_and_the_payloads_are_gone(log: Log) -> None:
    written(log, 4)
    assert log.erase(fixed(tomb(2, 4)), [2, 4]) == Appended([5], [True])
    assert present(log) == [1, 3, 5] and log.payload(2) is None
    assert log.payloads([3, 2, 3, 99, 0]) == {3: b'{"n":3}', 2: None}, "what `payload` would refuse is left out"
    report = verify(log)
    assert report.ok and report.erased == 2


def test_what_is_left_comes_before_the_tombstone_and_may_name_itself_by_position(log: Log) -> None:
    written(log, 2)
    told: list[int] = []

    def drafts(last: int) -> list[Draft]:
        told.append(last)
        return [a_draft(b'{"left":true}'), a_draft(b'{"of":%d}' % (last + 1), last + 1), tomb(1)]

    assert log.erase(drafts, [1]) == Appended([3, 4, 5], [True] * 3)
    assert told[-1] == 2
    assert chain.sources_of(log.header(4)) == (3,) and log.payload(4) == b'{"of":3}'
    assert verify(log).ok


def test_a_lost_race_erases_nothing(log: Log) -> None:
    written(log, 2)
    assert log.erase(fixed(tomb(1)), [1], {STREAM: 1}) == Lost(STREAM, 2)
    assert log.erase(fixed(tomb(1)), [1], {STREAM: 2, TOMBS: 1}) == Lost(TOMBS, 0)
    assert present(log) == [1, 2] and log.head().position == 2
    assert log.erase(fixed(tomb(1)), [1], {STREAM: 2, TOMBS: 0}) == Appended([3], [True])


def test_the_same_erasure_twice_is_one(log: Log) -> None:
    written(log, 3)
    drafts = fixed(a_draft(b'{"left":1}'), tomb(1))
    assert log.erase(drafts, [1], {STREAM: 3}) == Appended([4, 5], [True, True])
    assert log.erase(drafts, [1], {STREAM: 3}) == Appended([4, 5], [False, False])
    assert log.head().position == 5 and present(log) == [2, 3, 4, 5]


@pytest.mark.parametrize("gone", [1, 9, 0, -1, 1 << 63])
def test_what_is_not_there_cannot_be_erased(log: Log, gone: int) -> None:
    written(log, 2)
    log.erase(fixed(tomb(1)), [1])
    with pytest.raises(Refused, match="erased or unknown"):
        log.erase(fixed(tomb(gone, 2)), [2, gone])
    assert present(log) == [2, 3] and log.head().position == 3


@pytest.mark.parametrize("source", [1, 2, 4, 5, 9])
def test_nothing_is_derived_from_what_goes_is_gone_or_comes_later(log: Log, source: int) -> None:
    written(log, 2)
    log.erase(fixed(tomb(1)), [1])
    with pytest.raises(Refused) as refused:
        log.erase(fixed(a_draft(b"{}", source), tomb(2)), [2])
    assert refused.value.code == "source_erased"
    assert present(log) == [2, 3]


def test_nothing_can_be_derived_from_it_afterwards(log: Log) -> None:
    written(log, 2)
    log.erase(fixed(tomb(1)), [1])
    with pytest.raises(Refused):
        log.append([a_draft(b"{}", 1)])


def test_an_erased_event_is_recognised_and_does_not_come_back(log: Log) -> None:
    draft = a_draft(b'{"again":1}')
    log.append([draft])
    log.erase(fixed(tomb(1)), [1])
    assert log.append([draft]) == Appended([1], [False])
    assert log.payload(1) is None


def test_the_events_of_a_stream_are_found(log: Log) -> None:
    written(log, 2)
    log.erase(fixed(tomb(1)), [1])
    written(log, 1)
    assert log.positions_of(STREAM) == [1, 2, 4] and log.positions_of(TOMBS) == [3]
    assert log.positions_of(b"nobody's--------") == []


def test_sizes_are_refused_before_anything_is_written(log: Log) -> None:
    written(log, 1)
    with pytest.raises(Refused):
        log.erase(fixed(Draft(1 << 16, new_id(), STREAM, b"{}"), tomb(1)), [1])
    assert present(log) == [1]


def test_of_two_who_erase_the_same_one_is_refused(log: Log) -> None:
    written(log, 1)
    outcomes: list[object] = []

    def erase() -> None:
        try:
            outcomes.append(log.erase(fixed(tomb(1)), [1], {TOMBS: 0}))
        except Refused as error:
            outcomes.append(error)

    threads = [threading.Thread(target=erase) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [isinstance(one, Appended) for one in outcomes].count(True) == 1
    assert log.head().position == 2 and verify(log).ok


def test_scrubbing_and_rewriting_change_nothing_that_is_there(log: Log) -> None:
    written(log, 50)
    log.erase(fixed(tomb(*range(1, 40))), list(range(1, 40)))
    before = list(log.read()), log.head()
    log.scrub()
    log.rewrite()
    log.scrub()
    assert (list(log.read()), log.head()) == before and verify(log).ok
    written(log, 1)
    assert log.head().position == 52 and verify(log).ok
