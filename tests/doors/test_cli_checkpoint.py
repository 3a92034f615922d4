"""`awhm checkpoint`, `awhm prove`, `awhm verify --checkpoint` and `awhm doctor`, as somebody types them."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest
from shell import Shell as AwhmShell
from tampering import cut, statements, tampered

from awhm.config import AWHMConfig
from awhm.events.lock import Lock
from awhm.jobs.doctor import Way, lock_holder, of_system
from awhm.store import Store


class Shell(AwhmShell):
    """The command on one store."""

    def whats(self) -> list[tuple[str, str]]:
        """What doctor finds wrong, each with what can be done."""
        return [(one["what"], one["way"]) for one in self.json("doctor")["found"] if one["wrong"]]


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """A store of 12 messages, its views saved."""
    store = Store(AWHMConfig(data_dir=tmp_path / "store", save_every=5), mock=True)
    for number in range(1, 13):
        store.log_message("s", "user", f"message number {number}")
    store.recall("message")
    store.close()
    return Shell(tmp_path / "store")


def everything(*folders: Path) -> dict[str, str]:
    """Every file in these folders, and the hash of its bytes."""
    files = [Path(parent, name) for folder in folders for parent, _, names in os.walk(folder) for name in names]
    return {str(path): sha256(path.read_bytes()).hexdigest() for path in files}


# checkpoint, prove, verify ---------------------------------------------------------------------------------


def test_a_checkpoint_is_a_witness_for_anyone(awhm: Shell, tmp_path: Path) -> None:
    file = tmp_path / "log.note"
    made = awhm.json("checkpoint", "--to", str(file))
    assert (made["size"], made["erasures"], made["new"]) == (12, 0, True)
    assert file.read_text() == made["note"] and str(file) in made["kept"]
    assert "nothing came since" in awhm("checkpoint").stdout
    for key in ([], ["--key", made["key"]]):
        result = awhm("verify", "--checkpoint", str(file), *key)
        assert result.exit_code == 0 and "begins with the 12 events" in result.stdout
    assert awhm.json("verify", "--checkpoint", str(file))["checkpoint"] == {"origin": made["origin"], "size": 12}
    stranger = made["key"].rsplit("+", 2)[0] + "+9b0cc9ec+AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"
    assert awhm("verify", "--checkpoint", str(file), "--key", stranger).exit_code in (2, 4)
    assert awhm("verify", "--key", made["key"]).exit_code == 2
    assert awhm("verify", "--checkpoint", str(tmp_path / "none")).exit_code == 2


def test_verify_with_a_checkpoint_finds_what_was_done_behind_its_back(awhm: Shell, tmp_path: Path, state: Path) -> None:
    file = tmp_path / "log.note"
    awhm("checkpoint", "--to", str(file))
    tampered(awhm.folder, cut(10))
    shutil.rmtree(awhm.folder / "checkpoints")
    key = json.loads(json.dumps(Path(next(state.glob("logs/*/keys"))).read_text().strip()))
    shutil.rmtree(state)
    result = awhm("verify", "--checkpoint", str(file), "--key", key)
    assert result.exit_code == 4 and "was signed over 12 events" in result.stdout
    forged = file.read_text().replace("\n12\n", "\n10\n")
    (tmp_path / "forged.note").write_text(forged)
    result = awhm("verify", "--checkpoint", str(tmp_path / "forged.note"), "--key", key)
    assert result.exit_code == 4 and "[signature]" in result.stdout


def test_a_store_that_was_never_signed_says_so_and_is_no_error(awhm: Shell) -> None:
    result = awhm("verify")
    assert result.exit_code == 0 and "never signed here" in result.stdout
    assert awhm.json("verify")["anchored"] == 0
    assert "never signed here" in awhm("status").stdout
    awhm("checkpoint")
    assert "signed up to event 12" in awhm("status").stdout
    assert awhm.json("verify")["anchored"] == 12


def test_proofs_are_checked_without_the_log(awhm: Shell, tmp_path: Path) -> None:
    key = awhm.json("checkpoint")["key"]
    awhm("add", "one more")
    awhm("checkpoint")
    proof = awhm("prove", "inclusion", "m3").stdout
    (tmp_path / "m3.json").write_text(proof)
    assert "message number 3" not in proof
    with_payload = awhm("prove", "inclusion", "m3", "--with-payload").stdout
    grown = awhm("prove", "consistency", "12", "14").stdout
    shutil.rmtree(awhm.folder)
    result = awhm("prove", "check", str(tmp_path / "m3.json"))
    assert result.exit_code == 0 and "Proved: event 3 is in the log" in result.stdout and "compare it" in result.stdout
    result = awhm("prove", "check", "-", "--key", key, stdin=with_payload.encode())
    assert result.exit_code == 0 and "message number 3" in result.stdout and "compare it" not in result.stdout
    result = awhm("prove", "check", "-", "--key", key, stdin=grown.encode())
    assert result.exit_code == 0 and "the 14 events of" in result.stdout
    wrong = json.loads(proof) | {"position": 4}
    result = awhm("prove", "check", "-", "--json", stdin=json.dumps(wrong).encode())
    assert result.exit_code == 4 and not json.loads(result.stdout)["ok"]
    assert awhm("prove", "check", "-", stdin=b"{").exit_code == 2
    assert awhm("prove", "check", "-", stdin=b"[]").exit_code == 2


def test_what_cannot_be_proved_is_refused(awhm: Shell, tmp_path: Path) -> None:
    assert awhm.json("prove", "inclusion", "m1")["error"]["code"] == "no_checkpoint"
    awhm("checkpoint")
    awhm("add", "one more")
    assert awhm.json("prove", "inclusion", "m14")["error"]["code"] == "not_signed"
    assert awhm.json("prove", "consistency", "11", "12")["error"]["code"] == "no_checkpoint"
    (tmp_path / "text").write_text("no checkpoint")
    assert awhm.json("prove", "inclusion", "m1", "--checkpoint", str(tmp_path / "text"))["error"]["code"] == "bad_note"


# doctor ----------------------------------------------------------------------------------------------------


def test_a_store_that_is_well_is_left_exactly_as_it_is(awhm: Shell, state: Path) -> None:
    awhm("checkpoint")
    before = everything(awhm.folder, state)
    result = awhm("doctor")
    assert (result.exit_code, result.stdout) == (0, "Nothing is wrong.\n")
    assert awhm.json("doctor")["ok"] is True
    assert everything(awhm.folder, state) == before
    assert awhm("doctor", "--accept").exit_code == 2
    assert awhm("doctor", "--repair").exit_code == 0
    assert everything(awhm.folder, state) == before


def test_no_store_is_refused(tmp_path: Path) -> None:
    assert Shell(tmp_path / "none").json("doctor")["error"]["code"] == "no_store"
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE events SET chain = zeroblob(32) WHERE seq = 7", "chain"),
        ("DELETE FROM payloads WHERE seq = 7", "payload_missing"),
    ],
)
def test_what_cannot_be_saved_is_said_and_not_touched(awhm: Shell, statement: str, what: str) -> None:
    tampered(awhm.folder, statements(statement))
    before = everything(awhm.folder)
    assert (what, "lost") in awhm.whats()
    result = awhm("doctor", "--repair")
    assert result.exit_code == 4 and "Cannot be saved here." in result.stdout
    assert everything(awhm.folder) == before


def test_indexes_views_and_notes_are_made_anew_by_repair(awhm: Shell) -> None:
    awhm("checkpoint")
    note = awhm.folder / "checkpoints" / f"{12:020d}.note"
    note.write_bytes(b"garbage")
    (note.parent / ".x.note.0123abcd.tmp").write_bytes(b"half")
    pack = max((path for path in awhm.folder.glob("views/*/*.bin")), key=lambda path: path.stat().st_size)
    data = bytearray(pack.read_bytes())
    data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
    pack.write_bytes(data)
    tampered(awhm.folder, statements("DROP INDEX events_id", "CREATE INDEX decoy ON events(seq)"))
    schema = sqlite3.connect(awhm.folder / "log.db")
    schema.execute("PRAGMA writable_schema=ON")
    schema.execute(
        "UPDATE sqlite_schema SET type='index', name='events_id', tbl_name='events', sql="
        "'CREATE UNIQUE INDEX events_id ON events(substr(hdr,33,16))' WHERE name='decoy'"
    )
    schema.commit()
    schema.close()
    found = awhm.whats()
    assert {("index", "repair"), ("view", "repair"), ("note", "repair"), ("left_behind", "repair")} <= set(found)
    result = awhm("doctor", "--repair")
    assert result.exit_code == 0, result.stdout
    assert awhm.whats() == []
    assert "message number 3" in awhm("query", "number 3", "--no-semantic").stdout
    assert awhm("verify").exit_code == 0


def test_a_truncated_log_is_explained_and_then_decided_about(awhm: Shell) -> None:
    awhm("checkpoint")
    tampered(awhm.folder, cut(10))
    assert awhm("add", "more").exit_code == 4
    assert ("truncated", "accept") in awhm.whats()
    assert awhm("doctor", "--repair").exit_code == 4, "that is no repair"
    result = awhm("doctor", "--accept")
    assert result.exit_code == 0 and "signed anew" in result.stdout
    assert awhm("add", "more").exit_code == 0
    assert awhm("verify").exit_code == 0


def test_a_log_whose_views_alone_stand_beyond_its_end_is_decided_about_too(awhm: Shell) -> None:
    tampered(awhm.folder, cut(5))
    assert ("truncated", "accept") in awhm.whats()
    assert awhm("doctor", "--accept").exit_code == 0
    assert awhm("verify").exit_code == 0
    assert awhm("rebuild", "--check").exit_code == 0


def test_a_log_that_is_gone_is_explained_and_begun_anew_only_when_told(awhm: Shell) -> None:
    awhm("checkpoint")
    shutil.rmtree(awhm.folder)
    assert awhm("add", "more").exit_code == 4
    assert awhm.whats() == [("gone", "accept")]
    assert not awhm.folder.exists()
    assert awhm("doctor", "--accept").exit_code == 0
    assert awhm("add", "more").exit_code == 0
    assert [one["kind"] for one in awhm.json("log", "list")["events"]] == [
        *("AuditNoted", "CheckpointPublished", "MessageLogged"),
    ]


def test_permissions_stray_files_and_the_lock_are_named(awhm: Shell) -> None:
    (awhm.folder / "notes.txt").write_text("mine")
    (awhm.folder / "notes.txt").chmod(0o600)
    (awhm.folder / "log.db").chmod(0o644)
    lock = Lock(str(awhm.folder / "log.lock"))
    found = awhm.json("doctor")["found"]
    assert [one["what"] for one in found if one["what"] in ("stray", "wide")] == ["stray", "wide"]
    (wide,) = [one for one in found if one["what"] == "wide"]
    assert "log.db (0644)" in wide["detail"] and wide["remedy"] == f"`chmod -R go= {awhm.folder}`"
    assert not wide["wrong"], "the folder is closed"
    awhm.folder.chmod(0o755)
    assert ("wide", "by hand") in awhm.whats()
    assert lock_holder(str(awhm.folder / "log.lock")) is None
    with lock:
        (held,) = [one for one in of_system(str(awhm.folder)) if one.what == "held"]
        assert held.way is Way.NOTE and f"process {os.getpid()}" in held.detail
    lock.close()
    assert (awhm.folder / "notes.txt").read_text() == "mine"


def test_a_full_disk_and_a_network_are_named(tmp_path: Path) -> None:
    found = of_system(str(tmp_path), lambda _: "nfs4", lambda _: 1 << 20)
    assert [(one.what, one.wrong) for one in found] == [("network", True), ("nearly_full", True)]
    assert of_system(str(tmp_path), lambda _: "ext4", lambda _: 1 << 40) == []


def test_a_file_that_is_no_log_is_said_to_be_none(awhm: Shell) -> None:
    (awhm.folder / "log.db").write_bytes(b"hello" * 1000)
    result = awhm("doctor")
    assert result.exit_code == 4 and "not an SQLite database" in result.stdout


def test_an_unfinished_erasure_and_a_message_that_was_set_aside_are_named(awhm: Shell) -> None:
    from awhm.commands.handle import handle_upkeep
    from awhm.events.event import ErasureCompleted, MessageSetAside, PayloadsErased

    store = Store(AWHMConfig(data_dir=awhm.folder, mock_embeddings=True))
    first = handle_upkeep(PayloadsErased(positions=[2], reason="asked"), store.writer)
    second = handle_upkeep(PayloadsErased(positions=[3], reason="asked"), store.writer)
    handle_upkeep(ErasureCompleted(tombstone=first), store.writer)
    handle_upkeep(MessageSetAside(message=4, extractor="rules-1", reason="cannot be read"), store.writer)
    store.close()
    found = awhm.json("doctor")["found"]
    assert [(one["what"], one["position"]) for one in found if one["part"] in ("erasures", "messages")] == [
        ("unfinished", second),
        ("set_aside", 4),
    ]
