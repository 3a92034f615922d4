"""`awhm erasures` and `awhm scan` at the command line, and `--actor`, which says who did it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from shell import Shell


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    shell = Shell(tmp_path / "store")
    assert shell("add", "My locker number is 4711.").exit_code == 0
    assert shell("add", "The weather is nice.").exit_code == 0
    return shell


def test_the_ledger_is_empty_then_tells_who_what_and_why(awhm: Shell) -> None:
    assert "Nothing was ever erased" in awhm("erasures").stdout
    assert awhm("--actor", "Ada", "erase", "--message", "m1", "--yes", "--reason", "left").exit_code == 0
    (one,) = awhm.json("erasures", "--actor", "Ada")["erasures"]
    assert (one["actor"], one["reason"], one["kinds"]["MessageLogged"]) == ("Ada", "left", 1)
    assert one["completed"] is not None
    (same,) = awhm.json("erasures", "list")["erasures"]
    assert same["actor"] == same["actor_id"] == one["actor_id"], "the name is known to who gives it"
    told = awhm("erasures", "--actor", "Ada").stdout
    assert "by Ada" in told and "left" in told and "1 MessageLogged" in told and "4711" not in told


def test_a_certificate_is_written_and_checked_without_the_store(awhm: Shell, tmp_path: Path) -> None:
    awhm("erase", "--message", "m1", "--yes")
    tombstone = awhm.json("erasures")["erasures"][0]["id"]
    file, elsewhere = tmp_path / "certificate.json", Shell(tmp_path / "nowhere")
    written = awhm("erasures", "certificate", tombstone, "--to", str(file))
    assert written.exit_code == 0 and str(file) in written.stdout
    assert "4711" not in file.read_text()
    checked = elsewhere("erasures", "check", str(file))
    assert checked.exit_code == 0 and "Proved" in checked.stdout
    assert awhm("checkpoint").exit_code == 0
    signed = awhm("erasures", "certificate", tombstone)
    assert json.loads(signed.stdout)["checkpoint"]
    found = elsewhere("erasures", "check", "-", "--json", stdin=signed.stdout)
    assert found.exit_code == 0 and json.loads(found.stdout)["ok"] is True
    changed = signed.stdout.replace('"completion": {', '"completion": null, "x": {')
    assert elsewhere("erasures", "check", "-", stdin=changed).exit_code == 2
    other = json.loads(signed.stdout)
    other["erased"][0]["header"] = other["tombstone"]["header"]
    refused = elsewhere("erasures", "check", "-", stdin=json.dumps(other))
    assert refused.exit_code == 4 and "wrong" in refused.stdout
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("certificate", "m1"), "not_a_tombstone"),
        (("certificate", "m99"), "no_such_event"),
        (("certificate", "x"), "bad_id"),
    ],
)
def test_what_has_no_certificate_is_refused(awhm: Shell, arguments: tuple[str, ...], code: str) -> None:
    refused = awhm("erasures", *arguments, "--json")
    assert refused.exit_code == 2 and json.loads(refused.stdout)["error"]["code"] == code


def test_what_is_no_json_is_no_certificate(awhm: Shell) -> None:
    refused = awhm("erasures", "check", "-", "--json", stdin="nothing")
    assert refused.exit_code == 2 and json.loads(refused.stdout)["error"]["code"] == "bad_certificate"


def test_scan_names_where_a_value_lives_until_it_is_erased(awhm: Shell) -> None:
    awhm("consolidate")
    found = awhm.json("scan", "4711")
    assert found["found"] and "m1" in [one["id"] for one in found["events"]]
    assert any(one["path"].startswith("log.db") for one in found["files"])
    shown = awhm("scan", "LOCKER number")
    assert shown.exit_code == 0 and "m1  message in other case" in shown.stdout and "memory n" in shown.stdout
    awhm("erase", "--message", "m1", "--yes")
    gone = awhm("scan", "4711")
    assert gone.exit_code == 1 and gone.stdout.strip() == "It is nowhere."
    assert awhm.json("scan", "4711")["found"] is False


def test_scan_reads_from_standard_input_and_looks_where_it_is_told_to(awhm: Shell, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("the Zanzibar plan")
    assert awhm("scan", "-", stdin="Zanzibar plan\n").exit_code == 1
    found = awhm("scan", "-", "--in", str(tmp_path / "notes.txt"), stdin="Zanzibar plan\n")
    assert found.exit_code == 0 and "notes.txt" in found.stdout and "No live event holds it" in found.stdout
    refused = awhm("scan", "ab", "--json")
    assert refused.exit_code == 2 and json.loads(refused.stdout)["error"]["code"] == "too_short"


def test_what_is_looked_for_is_written_nowhere(awhm: Shell, tmp_path: Path) -> None:
    awhm("scan", "Xylophone quartet")
    for place in (tmp_path, Path(os.environ["XDG_STATE_HOME"])):
        for path in place.rglob("*"):
            assert not path.is_file() or b"ylophone" not in path.read_bytes()


def test_the_actor_is_in_the_headers_of_what_a_command_writes(awhm: Shell) -> None:
    awhm("add", "one more", "--actor", "Ada")
    actors = {event: awhm.json("log", "show", event)["actor_id"] for event in ("m1", "m3")}
    assert actors["m1"] != actors["m3"]
    assert awhm.json("why", "m3", "--actor", "Ada")["messages"][0]["actor"] == "Ada"
