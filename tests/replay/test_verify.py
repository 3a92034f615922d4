"""Whatever is done to a log, `verify` finds it, names the event and says which part is wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import encode
from awhm.events.event import Kind, PayloadsErased
from awhm.events.log import Log
from awhm.events.ram_log import RamLog
from awhm.events.schema import TABLES
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.audit import audit, audit_folder
from awhm.replay.verify import Report, verify

EVENTS = 12
TRIGGERS = [statement for statement in TABLES if statement.startswith("CREATE TRIGGER")]


def a_draft(payload: bytes = b"{}", kind: int = 3, sources: tuple[int, ...] = ()) -> Draft:
    return Draft(kind, new_id(), new_id(), payload, sources=sources)


def tombstone(*positions: int) -> Draft:
    event = PayloadsErased(positions=list(positions), reason="asked")
    return a_draft(encode(event), int(Kind.PAYLOADS_ERASED))


class Store:
    """A store whose tables can be changed behind its back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, *drafts: Draft) -> None:
        log = SqliteLog(str(self.folder))
        log.append(drafts)
        log.close()

    def change(self, *statements: str | tuple[str, tuple[Any, ...]]) -> None:
        """Run statements past the triggers, leaving the tables as they were laid out."""
        connection = sqlite3.connect(self.folder / "log.db", isolation_level=None)
        connection.execute("PRAGMA synchronous=OFF")
        for trigger in TRIGGERS:
            connection.execute(f"DROP TRIGGER {trigger.split()[2]}")
        for statement in statements:
            sql, values = (statement, ()) if isinstance(statement, str) else statement
            connection.execute(sql, values)
        for trigger in TRIGGERS:
            connection.execute(trigger)
        connection.close()

    def value(self, position: int, part: str) -> bytes:
        table = {"hdr": "events", "chain": "events"}.get(part, "payloads")
        connection = sqlite3.connect(self.folder / "log.db")
        found: bytes = connection.execute(f"SELECT {part} FROM {table} WHERE seq=?", (position,)).fetchone()[0]
        connection.close()
        return found

    def flip(self, position: int, part: str, at: int, bits: int = 1) -> None:
        table = {"hdr": "events", "chain": "events"}.get(part, "payloads")
        value = bytearray(self.value(position, part))
        value[at] ^= bits
        self.change((f"UPDATE {table} SET {part}=? WHERE seq=?", (bytes(value), position)))

    def verified(self, *, headers_only: bool = False) -> Report:
        log = SqliteLog(str(self.folder))
        try:
            return verify(log, headers_only=headers_only)
        finally:
            log.close()

    def found(self, *, headers_only: bool = False) -> list[tuple[int | None, str]]:
        return [(finding.position, finding.what) for finding in self.verified(headers_only=headers_only).findings]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    made.fill(*[a_draft(b'{"number":%d}' % n) for n in range(1, EVENTS)])
    made.fill(a_draft(b'{"last":1}', sources=(2, 3)))
    return made


@pytest.fixture(params=["ram", "sqlite"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    made: Log = RamLog() if request.param == "ram" else SqliteLog(str(tmp_path / "any"))
    yield made
    made.close()


def test_an_untouched_log_has_no_findings(log: Log) -> None:
    assert verify(log).ok
    log.append([a_draft() for _ in range(3000)])
    log.append([a_draft(sources=(1, 2999))])
    seen: list[int] = []
    report = verify(log, progress=seen.append)
    assert report.ok and report.first is None
    assert (report.events, report.erased, report.head) == (3001, 0, log.head())
    assert seen[-1] == 3001
    assert verify(log, headers_only=True).events == 3001
    assert audit(log).ok


@pytest.mark.parametrize("position", [1, 2, 6, EVENTS - 1, EVENTS])
@pytest.mark.parametrize(
    ("part", "what", "offsets"),
    [
        ("hdr", "header", [0, 1, 2, 4, 6, 9, 11, 12, 16, 23, 24, 31, 32, 47, 48, 63, 64, 71, 72, 88, 104, 120, 151]),
        ("chain", "chain", [0, 1, 15, 16, 31]),
        ("salt", "salt", [0, 1, 15, 31]),
        ("body", "payload", [0, 1, 5, 9]),
    ],
)
def test_a_flipped_bit_is_found_with_its_event_and_its_part(
    store: Store, position: int, part: str, what: str, offsets: list[int]
) -> None:
    """Also in the first event and in the last, which no other follows."""
    for at in offsets:
        bits = 1 << at % 8
        store.flip(position, part, at, bits)
        assert store.found() == [(position, what)], f"byte {at}"
        if part in ("hdr", "chain"):
            assert store.found(headers_only=True) == [(position, what)]
        store.flip(position, part, at, bits)
    assert store.found() == []


def test_the_changed_byte_itself_is_named(store: Store) -> None:
    for part, at, word in (("hdr", 100, "header"), ("salt", 7, "salt"), ("body", 4, "payload")):
        store.flip(5, part, at)
        (finding,) = store.verified().findings
        assert f"event 5: byte {at} of the {word} was changed" in finding.detail
        store.flip(5, part, at)


def test_a_source_s_position_that_was_changed_is_a_changed_header(store: Store) -> None:
    store.flip(EVENTS, "hdr", 159)
    assert store.found() == [(EVENTS, "header")]


def test_a_flipped_bit_at_the_seam_of_two_reads_is_found_with_its_part(tmp_path: Path) -> None:
    store = Store(tmp_path / "long")
    store.fill(*[a_draft() for _ in range(1030)])
    for position in (1023, 1024, 1025):
        for part, what in (("hdr", "header"), ("chain", "chain")):
            store.flip(position, part, 20)
            assert store.found() == [(position, what)]
            store.flip(position, part, 20)


def test_every_fault_of_several_is_found(store: Store) -> None:
    for position, part in ((2, "body"), (4, "hdr"), (7, "chain"), (9, "salt")):
        store.flip(position, part, 3)
    assert store.found() == [(2, "payload"), (4, "header"), (7, "chain"), (9, "salt")]
    assert store.found(headers_only=True) == [(4, "header"), (7, "chain")]


def test_many_faults_end_the_search_but_not_with_an_error(tmp_path: Path) -> None:
    store = Store(tmp_path / "many")
    store.fill(*[a_draft(b"%0800d" % n) for n in range(300)])
    store.change("UPDATE payloads SET body=x'00'")
    report = store.verified()
    assert 100 <= len(report.findings) <= 1024 and report.first and report.first.position == 1


@pytest.mark.parametrize("position", [1, 2, 6, EVENTS - 1])
def test_a_missing_event_is_found(store: Store, position: int) -> None:
    store.change(f"DELETE FROM events WHERE seq={position}")
    assert store.found()[0] == (position, "missing")
    report = audit_folder(str(store.folder))
    assert (position, "stray_payload") in [(finding.position, finding.what) for finding in report.findings]


def test_several_missing_events_are_one_finding(store: Store) -> None:
    store.change("DELETE FROM events WHERE seq BETWEEN 4 AND 6", "DELETE FROM payloads WHERE seq BETWEEN 4 AND 6")
    report = store.verified()
    assert [(finding.position, finding.what) for finding in report.findings] == [(4, "missing")]
    assert "events 4 to 6 missing" in report.findings[0].detail


def test_a_log_that_lost_its_last_events_is_a_valid_shorter_log(store: Store) -> None:
    """This is what only a checkpoint kept elsewhere, or a saved view that is further, can tell."""
    store.change(f"DELETE FROM events WHERE seq={EVENTS}", f"DELETE FROM payloads WHERE seq={EVENTS}")
    report = store.verified()
    assert report.ok and report.events == EVENTS - 1


def test_a_last_event_that_left_its_payload_behind_is_found(store: Store) -> None:
    store.change(f"DELETE FROM events WHERE seq={EVENTS}")
    report = audit_folder(str(store.folder))
    assert [(finding.position, finding.what) for finding in report.findings] == [(EVENTS, "stray_payload")]


def shift(position: int) -> list[str]:
    """Make room at a position by moving up all that is there and after."""
    return [
        f"UPDATE {table} SET seq={sign}(seq{step}) WHERE {where}"
        for table in ("events", "payloads")
        for sign, step, where in (("-", "+1", f"seq>={position}"), ("-", "", "seq<0"))
    ]


def inserted(position: int, header: bytes, link: bytes) -> list[str | tuple[str, tuple[Any, ...]]]:
    salt, body = bytes(32), b"{}"
    return [
        *shift(position),
        ("INSERT INTO events VALUES (?,?,?)", (position, header, link)),
        ("INSERT INTO payloads VALUES (?,?,?)", (position, salt, body)),
    ]


@pytest.mark.parametrize("position", [1, 5, EVENTS + 1])
def test_an_inserted_event_is_found(store: Store, position: int) -> None:
    """One made up with care: its own link to the event before it holds."""
    link = store.value(position - 1, "chain") if position > 1 else chain.first(log_id_in(store))
    forged = bytearray(store.value(max(position - 1, 1), "hdr")[: chain.FIXED])
    forged[10:12] = bytes(2)
    forged[16:24] = position.to_bytes(8, "big")
    forged[32:48], forged[64:72] = b"forged----------", b"\xff" * 8
    forged[120:152] = chain.commit(bytes(32), b"{}")
    header = bytes(forged)
    store.change(*inserted(position, header, chain.link(link, header)))
    if position == EVENTS + 1:
        assert store.found() == [], "who may write to the file can go on with it; a checkpoint tells"
    else:
        found = store.found()
        assert found[0] in [(position + 1, "inserted"), (position + 1, "order")]


def log_id_in(store: Store) -> bytes:
    connection = sqlite3.connect(store.folder / "log.db")
    found: bytes = connection.execute("SELECT v FROM meta WHERE k='log_id'").fetchone()[0]
    connection.close()
    return found


def swapped(one: int, other: int) -> list[str]:
    return [
        f"UPDATE {table} SET seq={new} WHERE seq={old}"
        for table in ("events", "payloads")
        for old, new in ((one, -1), (other, one), (-1, other))
    ]


@pytest.mark.parametrize(("one", "other"), [(1, 2), (4, 5), (3, 9), (EVENTS - 1, EVENTS)])
def test_two_events_that_changed_places_are_found(store: Store, one: int, other: int) -> None:
    store.change(*swapped(one, other))
    found = store.found()
    assert found[0][0] == one and found[0][1] in ("inserted", "order")
    assert {position for position, _ in found} >= {one, other}


def test_events_in_another_order_are_found(store: Store) -> None:
    store.change(*swapped(3, 5), *swapped(4, 8))
    positions = {position for position, _ in store.found()}
    assert positions >= {3, 4, 5, 8}


def test_payloads_that_changed_places_are_found(store: Store) -> None:
    store.change(*swapped(3, 5)[3:])
    assert [position for position, _ in store.found()] == [3, 5]


def test_a_payload_that_is_missing_without_a_tombstone_is_found(store: Store) -> None:
    store.change("DELETE FROM payloads WHERE seq IN (3, 7)")
    assert store.found() == [(3, "payload_missing"), (7, "payload_missing")]
    assert store.found(headers_only=True) == []


def test_a_payload_that_a_later_tombstone_names_may_be_missing(store: Store) -> None:
    store.fill(tombstone(3, 7))
    store.change("DELETE FROM payloads WHERE seq IN (3, 7)")
    report = store.verified()
    assert report.ok and report.erased == 2
    store.change("DELETE FROM payloads WHERE seq=4")
    assert store.found() == [(4, "payload_missing")]


def test_a_tombstone_does_not_speak_for_what_comes_after_it(store: Store) -> None:
    store.fill(tombstone(EVENTS + 2), a_draft())
    store.change(f"DELETE FROM payloads WHERE seq={EVENTS + 2}")
    assert store.found() == [(EVENTS + 2, "payload_missing")]


@pytest.mark.parametrize("payload", [b"", b"no json", b"[]", b"{}", b'{"positions":3}', b'{"positions":["a"]}'])
def test_a_tombstone_that_names_nothing_is_found_and_is_no_error(store: Store, payload: bytes) -> None:
    store.fill(a_draft(payload, int(Kind.PAYLOADS_ERASED)))
    assert store.found() == [(EVENTS + 1, "payload")]
    store.change("DELETE FROM payloads WHERE seq=2")
    assert store.found() == [(EVENTS + 1, "payload"), (2, "payload_missing")]


def test_a_payload_without_an_event_is_found(store: Store) -> None:
    store.change(("INSERT INTO payloads VALUES (?,?,?)", (99, bytes(32), b"smuggled")))
    report = audit_folder(str(store.folder))
    assert [(finding.position, finding.what) for finding in report.findings] == [(99, "stray_payload")]


@pytest.mark.parametrize("index", ["events_id", "events_stream"])
def test_an_index_that_lost_an_event_is_found_with_the_event(store: Store, index: str) -> None:
    """The entry's own bytes are changed in the file, as a bad disk would."""
    key = store.value(6, "hdr")[slice(32, 48) if index == "events_id" else slice(48, 72)]
    data = bytearray((store.folder / "log.db").read_bytes())
    connection = sqlite3.connect(store.folder / "log.db")
    root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name=?", (index,)).fetchone()[0]
    connection.close()
    at = data.index(key, (root - 1) * 4096, root * 4096)
    data[at + 3] ^= 0x10
    (store.folder / "log.db").write_bytes(data)
    report = audit_folder(str(store.folder))
    assert (6, "index") in [(finding.position, finding.what) for finding in report.findings]
    assert report.first is not None and report.first.what == "index"


@pytest.mark.parametrize("name", ["log_id", "key", "format", "check"])
def test_a_changed_log_id_or_key_is_found(store: Store, name: str) -> None:
    store.change(f"UPDATE meta SET v=CAST(substr(v,1,length(v)-1)||x'00' AS BLOB) WHERE k='{name}'")
    report = audit_folder(str(store.folder))
    assert [finding.what for finding in report.findings] == ["meta"]


@pytest.mark.parametrize("statement", ["DROP INDEX events_id", "CREATE TABLE extra(x)", "DROP TRIGGER extra"])
def test_tables_other_than_those_of_the_format_are_found(store: Store, statement: str) -> None:
    if statement == "DROP TRIGGER extra":
        trigger = TRIGGERS[0].split()[2]
        connection = sqlite3.connect(store.folder / "log.db")
        connection.execute(f"DROP TRIGGER {trigger}")
        connection.close()
    else:
        store.change(statement)
    report = audit_folder(str(store.folder))
    assert [finding.what for finding in report.findings] == ["schema"]
