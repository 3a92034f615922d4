"""`awhm verify` and `awhm rebuild`: damage is named, never a traceback; views are what the log says."""

from __future__ import annotations

import os
import random
import sqlite3
from pathlib import Path

import pytest
from shell import Shell

from awhm.config import AWHMConfig
from awhm.store import Store


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """A store of 25 messages, its views saved."""
    store = Store(AWHMConfig(data_dir=tmp_path / "store", save_every=5), mock=True)
    for number in range(1, 26):
        store.log_message("s", "user", f"message number {number}")
    store.recall("message")
    store.close()
    return Shell(tmp_path / "store")


def test_a_whole_store_verifies(awhm: Shell) -> None:
    result = awhm("verify")
    assert result.exit_code == 0
    assert result.stdout.startswith("25 events: headers, chain and payloads checked")
    report = awhm.json("verify")
    assert (report["ok"], report["events"], report["findings"], report["head"]["position"]) == (True, 25, [], 25)
    assert report["head"]["chain"] in result.stdout


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("UPDATE payloads SET body = CAST(replace(body, 'number 7', 'number 8') AS BLOB) WHERE seq = 7", "payload"),
        ("UPDATE payloads SET salt = zeroblob(32) WHERE seq = 7", "salt_or_payload"),
        ("UPDATE events SET chain = zeroblob(32) WHERE seq = 7", "chain"),
        ("DELETE FROM payloads WHERE seq = 7", "payload_missing"),
        ("DELETE FROM events WHERE seq = 7", "missing"),
    ],
)
def test_a_changed_event_is_named(awhm: Shell, sql: str, what: str) -> None:
    connection = sqlite3.connect(awhm.folder / "log.db")
    guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    assert connection.execute(sql).rowcount == 1
    for _, creation in guards:
        connection.execute(creation)
    connection.commit()
    connection.close()
    result = awhm("verify")
    assert result.exit_code == 4
    assert "wrong: event 7" in result.stdout
    report = awhm.json("verify")
    assert not report["ok"]
    assert (report["findings"][0]["position"], report["findings"][0]["what"]) == (7, what)


def test_headers_only_leaves_the_payloads_out(awhm: Shell) -> None:
    file = awhm.folder / "log.db"
    data = file.read_bytes()
    assert data.count(b"message number 25") == 1
    file.write_bytes(data.replace(b"message number 25", b"message number 52"))
    assert awhm("verify", "--headers-only").exit_code == 0
    assert awhm.json("verify", "--headers-only")["headers_only"] is True
    assert awhm("verify").exit_code == 4


def test_whatever_byte_of_the_file_is_changed_no_command_ends_in_a_traceback(awhm: Shell) -> None:
    file = awhm.folder / "log.db"
    whole = file.read_bytes()
    chance = random.Random(20260301)
    places = [*range(0, 100, 7), *chance.sample(range(len(whole)), 60)]
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randrange(8)
        file.write_bytes(changed)
        for command in (["verify"], ["query", "message", "--no-semantic"], ["log", "list"], ["status"]):
            result = awhm(*command)
            assert result.exit_code in (0, 2, 3, 4), (place, command, result.output)
            assert "Traceback" not in result.output


@pytest.mark.parametrize("length", [0, 50, 100, 4096, 9000])
def test_a_file_that_was_cut_short_is_reported(awhm: Shell, length: int) -> None:
    os.truncate(awhm.folder / "log.db", length)
    result = awhm("verify")
    assert result.exit_code == 4, result.output
    report = awhm.json("verify")
    assert not report["ok"] and report["findings"]


def test_a_file_that_is_no_log_is_refused_or_damage_and_left_alone(awhm: Shell) -> None:
    file = awhm.folder / "log.db"
    file.unlink()
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE shopping (item)")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    for command in (["verify"], ["query", "x"], ["add", "x"], ["status"]):
        result = awhm(*command)
        assert result.exit_code in (2, 4), command
        assert result.stderr.startswith("awhm: ")
    assert file.read_bytes() == before


def test_rebuilt_views_are_the_same_as_the_live_ones(awhm: Shell) -> None:
    result = awhm("rebuild", "--check")
    assert result.exit_code == 0
    names = [line.split()[0] for line in result.stdout.splitlines()]
    known = "decisions sessions buffer bm25 vectors beliefs entities graph unreadable refinements items"
    assert names == known.split()
    assert all("same as the live view" in line for line in result.stdout.splitlines())
    checked = awhm.json("rebuild", "--check")
    assert checked["same"] and [view["name"] for view in checked["views"]] == names
    assert all(view["digest"] == view["live"] and view["position"] == 25 for view in checked["views"])


def test_views_that_were_deleted_come_back_the_same(awhm: Shell) -> None:
    before = {view["name"]: view["digest"] for view in awhm.json("rebuild", "--check")["views"]}
    for path in sorted((awhm.folder / "views").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    after = {view["name"]: view["digest"] for view in awhm.json("rebuild")["views"]}
    assert before == after


def test_one_view_is_rebuilt_by_its_name_and_an_unknown_name_lists_them(awhm: Shell) -> None:
    assert [view["name"] for view in awhm.json("rebuild", "bm25")["views"]] == ["bm25"]
    unknown = awhm("rebuild", "bm52")
    assert unknown.exit_code == 2
    assert "bm25" in unknown.stderr
