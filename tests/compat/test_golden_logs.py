"""Logs of every released format, as users have them on their disks: today's code reads every byte as it was written."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from awhm.commands.state import Decisions
from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import decode
from awhm.events.event import EVENTS, Kind
from awhm.events.fold import View
from awhm.events.ids import opaque, recognisable
from awhm.events.log import Appended
from awhm.events.schema import FORMAT
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.audit import audit
from awhm.replay.replay import replay

HERE = Path(__file__).resolve().parent
FORMATS = sorted(HERE.glob("format*"))
# Written down a second time, so that a golden log cannot be replaced together with its expectation unseen.
SHA256 = {"format1": "ec539720b075f56d6afa308c5e0a105fc0d238ba8690f1e69747f9f65ced1072"}


@pytest.fixture(params=FORMATS, ids=lambda folder: folder.name)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[SqliteLog, dict[str, Any]]]:
    """A copy of a golden log, opened, and what must be in it."""
    folder: Path = request.param
    (tmp_path / "store").mkdir()
    shutil.copy(folder / "log.db", tmp_path / "store")
    log = SqliteLog(str(tmp_path / "store"), create=False)
    yield log, json.loads((folder / "expected.json").read_text())
    log.close()


def test_every_format_that_was_released_has_a_golden_log() -> None:
    assert [folder.name for folder in FORMATS] == [f"format{n}" for n in range(1, FORMAT + 1)]


@pytest.mark.parametrize("folder", FORMATS, ids=lambda folder: folder.name)
def test_nobody_has_edited_a_golden_log(folder: Path) -> None:
    found = hashlib.sha256((folder / "log.db").read_bytes()).hexdigest()
    assert found == SHA256[folder.name] == json.loads((folder / "expected.json").read_text())["sha256"]


def test_every_byte_is_read_as_it_was_written(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    log, expected = golden
    assert (log.log_id.hex(), log.key.hex()) == (expected["log_id"], expected["key"])
    head = log.head()
    assert [head.position, head.chain.hex(), head.recorded] == expected["head"]
    rows = [row for part in log.links() for row in part]
    assert len(rows) == len(expected["events"])
    for row, event in zip(rows, expected["events"], strict=True):
        position, header, link, salt, payload = row
        assert (position, chain.kind_of(header)) == (event["position"], event["kind"])
        assert (header.hex(), link.hex()) == (event["header"], event["chain"])
        assert (salt and salt.hex(), payload and payload.hex()) == (event["salt"], event["payload"])
        assert log.payload(position) == payload
        assert log.position_of(header[chain.EVENT_ID]) == position


def test_it_verifies_with_its_erasures(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    log, expected = golden
    report = audit(log)
    assert report.ok and report.events == len(expected["events"])
    assert report.erased == sum(event["payload"] is None for event in expected["events"]) == 2


def test_it_has_every_kind_of_event_and_each_fits_today_s_model(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    log, _ = golden
    seen: set[int] = set()
    for row in log.read():
        event = decode(row)
        if event is not None:
            seen.add(event.kind)
            EVENTS[Kind(event.kind)].model_validate(event.payload, strict=False)
    assert seen == set(Kind)
    assert any(chain.sources_of(row[1]) for row in log.read())


def test_the_ids_in_it_are_found_again_from_their_names(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    """Or sessions would start anew, and imports be taken a second time."""
    log, _ = golden
    assert log.header(1)[chain.SESSION] == opaque(log.key, "session", "first session")
    assert log.position_of(recognisable(log.key, 1_600_000_000_000, b"locomo/conv-1/D1:3")) == 5


def test_it_is_folded_and_goes_on(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    log, expected = golden
    view = View(Decisions())
    replay(log, [view])
    first = opaque(log.key, "session", "first session")
    assert view.state.open == {first: False, opaque(log.key, "session", "zweite Sitzung · 二"): True}
    version = log.version_of(first)
    assert log.append([Draft(3, new_id(), first, b"{}")], {first: version}) == Appended(
        [len(expected["events"]) + 1], [True]
    )
    assert audit(log).ok


def test_the_program_that_made_the_newest_one_would_tell_the_same_again(tmp_path: Path) -> None:
    """Kinds and payloads. Ids and salts also depend on how often the code draws, which may change."""
    subprocess.run([sys.executable, str(HERE / "make_golden.py"), str(tmp_path / "again")], check=True)
    again = json.loads((tmp_path / "again" / "expected.json").read_text())["events"]
    events = json.loads((FORMATS[-1] / "expected.json").read_text())["events"]
    assert [(e["kind"], e["payload"]) for e in again] == [(e["kind"], e["payload"]) for e in events]
