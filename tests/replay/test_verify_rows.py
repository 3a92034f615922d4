"""Rows that no log of ours would give, handed to `verify` as a damaged or forged file might."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.ram_log import RamLog
from awhm.replay.verify import verify

EVENTS = 12


def a_draft(payload: bytes = b"{}", sources: tuple[int, ...] = ()) -> Draft:
    return Draft(3, new_id(), new_id(), payload, sources=sources)


@pytest.fixture
def log() -> RamLog:
    made = RamLog()
    made.append([a_draft(b'{"number":%d}' % n) for n in range(1, EVENTS + 1)])
    return made


def rows_of(log: RamLog) -> list[Any]:
    return [row for part in log.links() for row in part]


class Changed(RamLog):
    """A log in memory with rows that no log would have written."""

    def __init__(self, log_id: bytes, rows: Sequence[Any]) -> None:
        super().__init__(log_id)
        self._links.extend(rows)


def test_an_event_that_is_there_twice_is_found(log: RamLog) -> None:
    rows = rows_of(log)
    rows = [*rows[:4], (5, *rows[3][1:]), *[(row[0] + 1, *row[1:]) for row in rows[4:]]]
    first = verify(Changed(log.log_id, rows)).first
    assert first is not None and first.position == 5 and first.what in ("inserted", "order")


def test_a_salt_and_payload_with_their_border_moved_are_found(log: RamLog) -> None:
    """The hash over both is the same; what would be read is not."""
    rows = rows_of(log)
    salt, body = rows[3][3:]
    rows[3] = (*rows[3][:3], salt[:-1], salt[-1:] + body)
    report = verify(Changed(log.log_id, rows))
    assert [(finding.position, finding.what) for finding in report.findings] == [(4, "salt")]


FORMS: dict[str, tuple[str, Callable[[bytearray], None]]] = {
    "an unknown version": ("header", lambda header: header.__setitem__(0, 2)),
    "a length that does not fit its sources": ("header", lambda header: header.__setitem__(11, 1)),
    "another position": ("position", lambda header: header.__setitem__(23, 9)),
    "a time before the event in front of it": ("order", lambda header: header.__setitem__(slice(24, 32), bytes(8))),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_header_that_no_log_of_ours_writes_is_found_although_its_chain_holds(form: str) -> None:
    what, spoil = FORMS[form]
    good = RamLog()
    good.append([a_draft(), a_draft()])
    rows = [row for part in good.links() for row in part]
    header = bytearray(rows[1][1])
    spoil(header)
    rows[1] = (2, bytes(header), chain.link(rows[0][2], bytes(header)), *rows[1][3:])
    report = verify(Changed(good.log_id, rows))
    assert [(finding.position, finding.what) for finding in report.findings] == [(2, what)]


def test_a_source_that_is_not_before_its_event_is_found() -> None:
    good = RamLog()
    good.append([a_draft()])
    good.append([a_draft(sources=(1,))])
    rows = [row for part in good.links() for row in part]
    header = rows[1][1][:-1] + b"\x02"
    rows[1] = (2, header, chain.link(rows[0][2], header), *rows[1][3:])
    assert [finding.what for finding in verify(Changed(good.log_id, rows)).findings] == ["header"]


@pytest.mark.parametrize("column", ["hdr", "chain"])
@pytest.mark.parametrize("value", ["''", "x'00'", "7", "1.5", "'text'"])
@pytest.mark.parametrize("position", [3, EVENTS])
def test_a_value_of_another_type_or_length_is_found_and_is_no_error(
    log: RamLog, column: str, value: str, position: int
) -> None:
    """STRICT tables refuse this, a damaged file does not."""
    rows = rows_of(log)
    spoilt = {"''": b"", "x'00'": b"\x00", "7": 7, "1.5": 1.5, "'text'": None}[value]
    row = list(rows[position - 1])
    row[1 if column == "hdr" else 2] = spoilt
    rows[position - 1] = tuple(row)
    if position == EVENTS:
        rows.append(rows[0])  # so that the head itself can be read
        rows[-1] = (EVENTS + 1, *rows[0][1:])
    findings = verify(Changed(log.log_id, rows)).findings
    assert findings[0].position == position and findings[0].what == {"hdr": "header", "chain": "chain"}[column]
