"""`awhm log`: lists page by position, one event is shown in full, followers hear, exports are whole."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from shell import Shell as AwhmShell

from awhm.commands.command import EndSession, StartSession
from awhm.config import AWHMConfig
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.store import Store

STRANGE = "a\u2028b\u0085c\x0bd\ne \U0001f333 \x1b[31m"


class Shell(AwhmShell):
    """The command on one store."""

    options = ()

    def ids(self, *arguments: str) -> list[str]:
        events = self.json("log", "list", *arguments)["events"]
        lines = self("log", "list", *arguments).stdout.splitlines()
        assert [line.split()[0] for line in lines] == [event["id"] for event in events], "people and programs agree"
        return [event["id"] for event in events]


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """Of 30 events m1 starts session a and m30 ends it; m2 to m28 are messages in a and b in turn, m29 is strange."""
    store = Store(AWHMConfig(data_dir=tmp_path / "store"))
    store.handle(StartSession(new_id(), "a", 0, "test"))
    for number in range(2, 29):
        store.log_message("ab"[number % 2], "user", f"message {number}")
    store.log_message("c", "user", STRANGE)
    store.handle(EndSession(new_id(), "a", 1))
    store.close()
    return Shell(tmp_path / "store")


def test_the_newest_twenty_are_listed_in_the_order_of_the_log(awhm: Shell) -> None:
    assert awhm.ids() == [f"m{n}" for n in range(11, 31)]
    assert awhm.ids("--reverse", "--limit", "3") == ["m30", "m29", "m28"]
    assert awhm.ids("--limit", "100") == [f"m{n}" for n in range(1, 31)]


def test_a_list_is_paged_by_position(awhm: Shell) -> None:
    assert awhm.ids("--after", "0", "--limit", "2") == ["m1", "m2"]
    assert awhm.ids("--after", "2", "--limit", "2") == ["m3", "m4"]
    assert awhm.ids("--after", "2", "--limit", "2", "--reverse") == ["m4", "m3"]
    assert awhm.ids("--after", "30") == []
    assert awhm.json("log", "list")["head"] == 30


def test_a_list_is_narrowed_by_session_and_kind(awhm: Shell) -> None:
    assert awhm.ids("--session", "a", "--limit", "2") == ["m28", "m30"]
    assert awhm.ids("--kind", "sessionended") == ["m30"]
    assert awhm.ids("--kind", "MessageLogged", "--session", "b", "--after", "0", "--limit", "2") == ["m3", "m5"]
    assert awhm.ids("--session", "nobody") == []
    unknown = awhm("log", "list", "--kind", "Nothing")
    assert unknown.exit_code == 2 and "MessageLogged" in unknown.stderr


def test_an_event_is_one_line_of_a_list_whatever_is_in_it(awhm: Shell) -> None:
    lines = awhm("log", "list", "--after", "28").stdout.splitlines()
    assert len(lines) == 2
    assert "a b c d e \U0001f333 \\x1b[31m" in lines[0]


def test_one_event_is_shown_with_its_header_and_its_place_in_the_chain(awhm: Shell) -> None:
    shown = awhm.json("log", "show", "m5")
    assert awhm.json("log", "show", "5") == shown
    before = awhm.json("log", "show", "4")
    header = bytes.fromhex(shown["header"])
    assert chain.position_of(header) == 5
    assert chain.link(bytes.fromhex(before["chain"]), header).hex() == shown["chain"]
    said = awhm("log", "show", "m5").stdout
    for name in ("event_id", "stream", "commitment", "chain", "header"):
        assert shown[name] in said
    assert said.endswith("\n\nmessage 5\n")


@pytest.mark.parametrize("unknown", ["0", "31", "m31", "x", "", "m", "9" * 40, "٣"])
def test_an_id_that_is_none_is_refused(awhm: Shell, unknown: str) -> None:
    result = awhm("log", "show", unknown)
    assert result.exit_code == 2
    assert result.stderr.startswith("awhm: ") and not result.stdout


def test_an_export_is_json_lines_that_any_reader_splits_alike(awhm: Shell, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    printed = awhm("log", "export").stdout_bytes
    assert awhm("log", "export", "-o", str(file)).stdout == f"30 events in {file}\n"
    assert printed == file.read_bytes()
    assert awhm.ids("--kind", "AuditNoted") == ["m31"], "a file is a copy, which an erasure has to know of"
    text = file.read_bytes().decode("utf-8")
    assert len(text.splitlines()) == text.count("\n") == 30
    events = [json.loads(line) for line in text.splitlines()]
    assert [event["position"] for event in events] == list(range(1, 31))
    assert events[28]["payload"]["content"] == STRANGE
    assert "salt" not in text
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_export_carries_the_chain(awhm: Shell) -> None:
    events = [json.loads(line) for line in awhm("log", "export").stdout.splitlines()]
    link = chain.first(bytes.fromhex(awhm.json("status")["log_id"]))
    for event in events:
        link = hashlib.sha256(b"\x03" + link + bytes.fromhex(event["header"])).digest()
        assert event["chain"] == link.hex()


def test_an_export_goes_on_after_a_position(awhm: Shell) -> None:
    assert [json.loads(line)["id"] for line in awhm("log", "export", "--after", "28").stdout.splitlines()] == [
        "m29",
        "m30",
    ]
    assert awhm("log", "export", "--after", "30").stdout == ""


def test_an_export_that_cannot_be_written_leaves_what_was_there(awhm: Shell, tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "none" / "x"):
        result = awhm("log", "export", "-o", str(target))
        assert result.exit_code == 2 and "cannot be written" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store"]


def test_following_begins_after_a_position_and_ends_at_its_count(awhm: Shell) -> None:
    result = awhm("log", "follow", "--after", "27", "--count", "2")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["m28", "m29"]
    as_json = awhm("log", "follow", "--after", "27", "--count", "2", "--json").stdout
    assert [json.loads(line)["id"] for line in as_json.splitlines()] == ["m28", "m29"]


def test_a_follower_that_waited_in_vain_for_its_count_says_so_by_its_code(awhm: Shell) -> None:
    assert awhm("log", "follow", "--timeout", "0", "--count", "1").exit_code == 1
    assert awhm("log", "follow", "--timeout", "0").exit_code == 0
    assert awhm("log", "follow", "--timeout", "nan").exit_code == 2
    assert awhm("log", "follow", "--timeout", "-1").exit_code == 2


def test_a_follower_hears_what_another_process_writes(awhm: Shell) -> None:
    command = [sys.executable, "-m", "awhm", "log", "follow", "--after", "29", "--data-dir", str(awhm.folder)]
    with subprocess.Popen([*command, "--count", "2"], stdout=subprocess.PIPE, env=os.environ.copy()) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"m30  ")
        assert awhm("add", "are you there?").stdout == "m31\n"
        line = process.stdout.readline()
        assert line.startswith(b"m31  ") and b"are you there?" in line
        assert process.wait() == 0
