"""The spool: taken in once, in any state it is left in; what was erased never comes back from it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from hooked import Host

from awhm.cli import main
from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.spool import ingest, sweep, waiting, write
from awhm.store import Store

FIELDS = {"session": "s", "role": "user", "content": "spooled words", "occurred": 5, "zone": 60, "scope": "user",
          "actor": "local"}  # fmt: skip


def opened(folder: Path) -> Store:
    return Store(AWHMConfig(data_dir=folder, mock_embeddings=True))


def test_what_waits_is_taken_in_by_its_id_however_often_it_lies_there(tmp_path: Path) -> None:
    event_id = new_id()
    for _ in range(2):
        write(str(tmp_path), event_id, FIELDS)
        opened(tmp_path).close()
    store = opened(tmp_path)
    assert [one.payload for one in store.entries()] == [
        {"session": "s", "role": "user", "content": "spooled words", "occurred": 5, "zone": 60}
    ]
    assert store.log.position_of(event_id) == 1 and waiting(str(tmp_path)) == []
    store.close()


def test_a_scope_of_its_own_is_kept(tmp_path: Path) -> None:
    write(str(tmp_path), new_id(), {**FIELDS, "scope": "work"})
    store = opened(tmp_path)
    assert store.status()["messages"] == 0 and store.log.head().position == 1
    store.close()


NO_ROLE = b'{"session":"s","role":"nobody","content":"x","occurred":1,"scope":"user","actor":"a"}'


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"session": "s"}', NO_ROLE])
def test_what_is_no_message_is_set_aside_and_the_rest_taken(
    tmp_path: Path, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    bad = tmp_path / "spool" / ("0" * 32 + ".json")
    write(str(tmp_path), new_id(), FIELDS)
    bad.write_bytes(data)
    (tmp_path / "spool" / "x.json.tmp-1").write_bytes(b"cut")
    store = opened(tmp_path)
    assert store.log.head().position == 1 and "set aside" in caplog.text
    assert not bad.exists() and Path(f"{bad}.bad").read_bytes() == data
    store.close()


def test_what_was_erased_does_not_come_back_and_is_swept(tmp_path: Path) -> None:
    event_id, other = new_id(), new_id()
    write(str(tmp_path), event_id, FIELDS)
    store = opened(tmp_path)
    store.erase(message="m1")
    write(str(tmp_path), event_id, FIELDS)  # as a crash between the append and the unlink leaves it
    write(str(tmp_path), other, FIELDS)
    assert sweep(str(tmp_path), {event_id}) == 1
    assert waiting(str(tmp_path)) == [other.hex() + ".json"]
    os.unlink(tmp_path / "spool" / waiting(str(tmp_path))[0])
    write(str(tmp_path), event_id, FIELDS)
    assert ingest(store.writer, str(tmp_path)) == 0 and waiting(str(tmp_path)) == []
    assert store.log.payload(1) is None
    store.close()


def test_a_spool_in_an_empty_folder_makes_the_store(tmp_path: Path) -> None:
    host = Host(tmp_path / "store")
    host.folder.mkdir()
    write(str(host.folder), new_id(), FIELDS)
    host.work()
    assert host.said() == [("s", "user", "spooled words")]


def test_status_says_how_much_is_spooled_and_what_became_of_it(tmp_path: Path) -> None:
    def status(*more: str) -> tuple[dict[str, int], str]:
        line = ["--data-dir", str(tmp_path), "--mock", "status"]
        shown = CliRunner(catch_exceptions=False).invoke(main, [*line, *more])
        return (json.loads(shown.stdout)["spooled"] if more else {}), shown.stdout

    write(str(tmp_path), new_id(), FIELDS)
    (tmp_path / "spool" / f"{new_id().hex()}.json.bad").write_text("{")
    assert status("--json")[0] == {"waiting": 1, "set_aside": 1, "taken_in": 0}, "no store yet, and none is made"
    assert "1 messages of hooks wait" in status()[1]
    opened(tmp_path).close()
    write(str(tmp_path), new_id(), FIELDS)
    found = status()[1]
    assert "1 messages of hooks were taken into the log just now" in found and "1 cannot be read" in found
    assert status("--json")[0] == {"waiting": 0, "set_aside": 1, "taken_in": 0}
