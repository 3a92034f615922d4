"""Many payloads at once: what is damaged keeps none of the others from being read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from awhm.errors import Damaged
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog


def test_a_payload_that_was_changed_is_left_out_where_many_are_read(tmp_path: Path) -> None:
    log = SqliteLog(str(tmp_path))
    log.append([Draft(3, new_id(), b"stream-one------", b'{"n":%d}' % number) for number in (1, 2, 3)])
    log.close()
    connection = sqlite3.connect(tmp_path / "log.db")
    name = "payloads_are_never_changed"
    (trigger,) = connection.execute("SELECT sql FROM sqlite_master WHERE name=?", (name,)).fetchone()
    connection.execute(f"DROP TRIGGER {name}")
    connection.execute("UPDATE payloads SET body=x'7b7d' WHERE seq=2")
    connection.execute(trigger)
    connection.commit()
    connection.close()
    log = SqliteLog(str(tmp_path))
    assert log.payloads([1, 2, 3]) == {1: b'{"n":1}', 3: b'{"n":3}'}
    with pytest.raises(Damaged):
        log.payload(2)
    log.close()
