"""`awhm erase` and `awhm delete`: shown, asked about, done, and told; nothing without a yes."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from erased import everything, opened, say
from shell import Shell as AwhmShell


class Shell(AwhmShell):
    """The command on one store, without a terminal."""

    def holding(self, needle: str) -> list[str]:
        return [name for name, data in everything(self.folder).items() if needle.encode() in data.lower()]

    def at_a_terminal(self, answer: bytes, *arguments: str) -> tuple[int, bytes]:
        """The command in a process of its own that has a terminal, and what it said there."""
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "awhm", "--mock", "--data-dir", str(self.folder), *arguments]
        process = subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        os.close(theirs)
        os.write(ours, answer)
        said = process.communicate(timeout=120)[0]
        os.close(ours)
        return process.returncode, said


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """Two sessions; m1 says two things."""
    store = opened(tmp_path / "store")
    say(store, 0, "My locker code is PERIWINKLE-8841. I prefer tabs.")
    say(store, 1, "I live in Lima.", session="t", speaker="Nadia")
    store.consolidate()
    store.close()
    return Shell(tmp_path / "store")


def memory(awhm: Shell, value: str) -> str:
    found = awhm.json("memories", "list")["memories"]
    name: str = next(one["id"] for one in found if value in one["text"])
    return name


def test_a_dry_run_lists_what_would_go_and_why_and_writes_nothing(awhm: Shell) -> None:
    node = memory(awhm, "PERIWINKLE")
    before = awhm.json("log", "list")
    said = awhm("erase", "--memory", node, "--dry-run").stdout
    assert "part of a message" in said and node in said and "nothing was erased" in said and "PERIWINKLE" not in said
    found = awhm.json("erase", "--memory", node, "--dry-run")
    assert found["dry_run"] and found["messages"] == ["m1"] and found["tombstone"] is None
    assert {one["what"] for one in found["gone"]} == {"part of a message", "statement", "memory"}
    assert awhm.json("delete", node, "--dry-run")["messages"] == ["m1"]
    assert awhm.json("log", "list") == before


@pytest.mark.parametrize("command", [["erase", "--message", "m1"], ["delete", "m1"]])
def test_without_a_terminal_and_without_yes_it_is_refused(awhm: Shell, command: list[str]) -> None:
    result = awhm(*command)
    assert result.exit_code == 2 and "no terminal" in result.stderr and "--yes" in result.stderr
    assert awhm.json(*command)["error"]["code"] == "not_confirmed"
    assert awhm.holding("periwinkle")


def test_at_a_terminal_it_is_shown_and_asked(awhm: Shell) -> None:
    code, said = awhm.at_a_terminal(b"n\n", "erase", "--message", "m1")
    assert code == 1 and b"asked for" in said and b"Erase this for good?" in said
    assert awhm.holding("periwinkle")
    code, said = awhm.at_a_terminal(b"y\n", "erase", "--message", "m1")
    assert code == 0 and b"done: " in said and not awhm.holding("periwinkle")


def test_a_part_of_a_message_goes_and_the_rest_has_a_new_id(awhm: Shell) -> None:
    done = awhm.json("erase", "--memory", memory(awhm, "PERIWINKLE"), "--yes", "--reason", "moved lockers")
    assert list(done["redacted"]) == ["m1"] and done["completed"]
    assert not awhm.holding("periwinkle") and awhm.holding("tabs")
    new = done["redacted"]["m1"]
    refused = awhm.json("why", "m1")["error"]
    assert refused["code"] == "erased" and new in refused["hint"]
    assert awhm.json("erase", "--message", "m1", "--yes")["error"]["code"] == "erased"
    assert awhm.json("why", new)["messages"][0]["text"] == "I prefer tabs."
    assert b"moved lockers" in b"".join(everything(awhm.folder).values())
    assert awhm.json("verify")["ok"]


def test_delete_prints_the_fields_of_awhm_lite(awhm: Shell) -> None:
    node = memory(awhm, "Lima")
    done = awhm.json("delete", node, "--yes")
    assert done["node_deleted"] and done["log_entries_removed"] == 1 and done["affected_sessions"] == ["t"]
    assert done["match_strategy"] == "source_refs" and done["tombstone_id"] and done["ledger_record_id"]
    assert awhm("delete", "m1", "--yes").stdout.startswith("done: m1 is erased")


@pytest.mark.parametrize(
    ("target", "left"),
    [
        (["--session", "t"], "periwinkle"),
        (["--speaker", "Nadia"], "periwinkle"),
        (["--containing", "LIMA"], "periwinkle"),
        (["--containing", "periwinkle-8841"], "lima"),
        (["--message", "m2"], "periwinkle"),
    ],
)
def test_each_kind_of_thing_can_be_named(awhm: Shell, target: list[str], left: str) -> None:
    done = awhm.json("erase", *target, "--yes")
    gone = {"periwinkle": "lima", "lima": "periwinkle"}[left]
    assert done["tombstone"] and not awhm.holding(gone) and awhm.holding(left)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], "no_target"),
        (["--message", "m1", "--session", "s"], "no_target"),
        (["--containing", " "], "empty"),
        (["--message", "m99"], "no_such_event"),
        (["--message", "m3"], "not_a_message"),
        (["--message", "twelve"], "bad_id"),
        (["--memory", "n99.0"], "no_such_memory"),
        (["--session", "nobody's"], "no_such_session"),
        (["--entity", "Nobody"], "no_such_entity"),
        (["--speaker", "nadia"], "no_such_speaker"),
    ],
)
def test_what_is_not_there_or_not_one_thing_is_refused(awhm: Shell, arguments: list[str], code: str) -> None:
    assert awhm.json("erase", *arguments, "--yes")["error"]["code"] == code
    assert awhm("erase", *arguments, "--yes").exit_code == 2


def test_a_text_that_nothing_holds_is_told_and_is_no_error(awhm: Shell) -> None:
    result = awhm("erase", "--containing", "gnu", "--yes")
    assert result.exit_code == 0 and result.stdout == "there is nothing to erase\n"


def test_there_may_be_nothing_to_go_on_with(awhm: Shell) -> None:
    assert awhm("erase", "--resume").stdout == "no erasure was stopped\n"
    assert awhm.json("erase", "--resume") == {"resumed": []}


def test_an_unknown_node_is_refused_and_a_store_that_is_not_there_is_not_made(awhm: Shell, tmp_path: Path) -> None:
    assert awhm.json("delete", "n99.0", "--yes")["error"]["code"] == "no_such_memory"
    assert awhm.json("delete", "x", "--yes")["error"]["code"] == "bad_id"
    assert Shell(tmp_path / "none").json("erase", "--message", "m1", "--yes")["error"]["code"] == "no_store"
    assert not (tmp_path / "none").exists()


def test_exports_and_backups_that_may_hold_it_go_too_where_that_is_asked_for(awhm: Shell, tmp_path: Path) -> None:
    early, exported, backed_up = (str(tmp_path / name) for name in ("early.jsonl", "late.jsonl", "late.backup"))
    awhm("log", "export", early)
    late = awhm.json("add", "The gate opens with MARIGOLD-5577.")["id"]
    awhm("log", "export", exported)
    awhm("backup", backed_up)
    stranger = tmp_path / "notes.txt"
    stranger.write_text("The gate opens with MARIGOLD-5577.")
    listed = awhm.json("erase", "--message", late, "--exports", "--dry-run")
    assert listed["exports"] == [exported, backed_up] and Path(exported).exists()
    assert "goes too" in awhm("erase", "--message", late, "--exports", "--dry-run").stdout
    assert awhm("erase", "--message", late, "--exports").exit_code == 2, "it asks"
    assert Path(exported).exists() and Path(backed_up).exists()
    done = awhm.json("erase", "--message", late, "--exports", "--yes")
    assert done["exports"] == [exported, backed_up, backed_up + ".json"] and done["completed"]
    left = {path.name for path in tmp_path.iterdir()}
    assert left >= {"early.jsonl", "notes.txt"} and not left & {"late.jsonl", "late.backup", "late.backup.json"}
    notes = [one["payload"] for one in awhm.json("log", "list")["events"] if one["kind"] == "AuditNoted"]
    assert notes[-1]["action"] == "copies_removed" and notes[-1]["targets"] == done["exports"]


def test_exports_stay_where_that_is_not_asked_for_and_one_that_is_gone_is_no_error(awhm: Shell, tmp_path: Path) -> None:
    kept, gone = str(tmp_path / "kept.jsonl"), tmp_path / "gone.jsonl"
    awhm("log", "export", kept)
    awhm("log", "export", str(gone))
    gone.unlink()
    assert awhm.json("erase", "--message", "m2", "--yes")["exports"] == [] and Path(kept).exists()
    assert awhm.json("erase", "--message", "m1", "--exports", "--yes")["exports"] == [kept]
