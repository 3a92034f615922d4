"""What was erased for good and is there again is found; what is only missing, or not done with yet, is told apart."""

from __future__ import annotations

from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import ErasureCompleted, Event, PayloadsErased
from awhm.events.log import Link
from awhm.events.ram_log import RamLog
from awhm.replay.verify import verify

STREAM = b"stream----------"


class Backed(RamLog):
    """A log whose payloads come back, as from a backup of one row."""

    def link(self, position: int) -> Link:
        return self._links[position - 1]

    def put_back(self, link: Link) -> None:
        self._links[link[0] - 1] = link


def made(event: Event) -> Draft:
    return draft(event, new_id(), STREAM)


def erased(*positions: int, completed: bool = True) -> tuple[Backed, list[Link]]:
    log = Backed()
    log.append([Draft(3, new_id(), STREAM, b'{"n":%d}' % number) for number in range(1, 6)])
    kept = [log.link(position) for position in positions]
    log.erase(lambda last: [made(PayloadsErased(positions=list(positions), reason="asked"))], positions)
    if completed:
        log.append([made(ErasureCompleted(tombstone=6, counts={"payloads": len(positions)}))])
    return log, kept


def test_a_completed_erasure_verifies() -> None:
    log, _ = erased(2, 4)
    report = verify(log)
    assert report.ok and report.erased == 2


def test_a_payload_that_has_come_back_is_resurrected() -> None:
    log, kept = erased(2, 4)
    log.put_back(kept[1])
    report = verify(log)
    assert [(one.position, one.what) for one in report.findings] == [(4, "resurrected")]
    assert "backup" in report.findings[0].detail and report.erased == 1
    log.put_back(kept[0])
    assert [one.position for one in verify(log).findings] == [2, 4]


def test_one_that_is_there_before_its_erasure_is_completed_is_no_finding() -> None:
    log, kept = erased(2, completed=False)
    log.put_back(kept[0])
    assert verify(log).ok


def test_headers_alone_tell_nothing_of_payloads() -> None:
    log, kept = erased(2)
    log.put_back(kept[0])
    assert verify(log, headers_only=True).ok


def test_a_completion_of_nothing_is_no_finding_and_one_that_is_not_read_is_named() -> None:
    log = Backed()
    log.append([made(ErasureCompleted(tombstone=9))])
    assert verify(log).ok
    log.append([Draft(51, new_id(), STREAM, b"{}")])
    assert [one.what for one in verify(log).findings] == ["payload"]


def test_a_batch_that_is_looked_at_event_by_event_finds_the_same() -> None:
    """An event with sources has a longer header, and takes the slow path."""
    log, kept = erased(2)
    log.append([Draft(10, new_id(), STREAM, b"{}", sources=(1,))])
    assert verify(log).ok
    log.put_back(kept[0])
    assert [one.what for one in verify(log).findings] == ["resurrected"]
