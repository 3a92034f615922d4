"""An encrypted store at its doors: all that a user does works, and no word of it lies anywhere in plain."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from awhm import AWHMConfig, AWHMSession
from awhm.cli import main
from awhm.errors import Refused
from awhm.jobs.backup import backup, restore
from awhm.jobs.transfer import export
from awhm.jobs.transfer_in import import_log
from awhm.projections.graph_questions import holding
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]
SAID = {
    "first": ("My sister Anyaveta lives in Montevideo.", "I prefer zebrawood tables from Quillonia.", "We use Erlang."),
    "second": (
        "My sister Anyaveta moved to Reykjavik.",
        "Actually, I prefer walnut tables.",
        "The staging port is 5433.",
    ),
}
WORDS = {word.lower() for said in SAID.values() for text in said for word in re.findall(r"[^\W\d]{5,}", text)}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "store"


def opened(data: Path, **more: Any) -> Store:
    values: dict[str, Any] = {"mock_embeddings": True, "ner": False, "encrypt": True, "save_every": 3} | more
    return Store(AWHMConfig(data_dir=data, **values))


def told(data: Path, **more: Any) -> Store:
    store = opened(data, **more)
    for session, texts in SAID.items():
        for text in texts:
            store.log_message(session, "user", text)
    store.consolidate()
    return store


def files(*folders: Path) -> dict[str, str]:
    """Every file and the hash of its bytes; read when no store is open."""
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def in_plain(folder: Path) -> dict[str, set[str]]:
    """What words of the messages the files of a folder hold, in any case; read from another process."""
    program = (
        "import json, sys; from pathlib import Path\n"
        "words = json.loads(sys.argv[2])\n"
        "files = [path for path in Path(sys.argv[1]).rglob('*') if path.is_file()]\n"
        "assert files\n"
        "read = {str(path): path.read_bytes().lower() for path in files}\n"
        "print(json.dumps({name: [w for w in words if w.encode() in data] for name, data in read.items()}))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(folder), json.dumps(sorted(WORDS))], capture_output=True, check=True
    )
    return {name: set(found) for name, found in json.loads(run.stdout).items() if found}


def contents(store: Store) -> list[str]:
    payloads = [entry.payload for entry in store.entries()]
    return [payload["content"] for payload in payloads if payload is not None and "content" in payload]


def awhm(data: Path, *arguments: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, [*arguments, "--mock", "--data-dir", str(data)])


def test_the_control_finds_the_words_of_a_store_in_plain(data: Path) -> None:
    store = told(data, encrypt=False)
    assert in_plain(data)
    store.close()


def test_all_that_a_user_does_works_and_leaves_no_word_in_plain(data: Path, state: Path, tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    config = AWHMConfig(
        data_dir=data, encrypt=True, mock_embeddings=True, ner=False, save_every=2, checkpoint_every=2,
        audit_stream=data.parent / "audit.jsonl",
    )  # fmt: skip
    store = Store(config, on_event=events.append, with_payload=True)
    before = 0
    for session, texts in SAID.items():
        for text in texts:
            store.log_message(session, "user", text)
        store.consolidate()
        before = before or store.log.head().position
    assert SAID["second"][1] in [result.content for result in store.recall("which tables do I prefer?", k=3)]
    assert "walnut" in store.context("which tables do I prefer?").text
    assert len(holding(store.graph(before), 1 << 60)) >= 2, "as it was known then"
    assert store.why("m1").to_dict()
    store.snapshots.create("now")
    store.log_message("second", "user", "I prefer plastic tables.")
    store.consolidate()
    store.snapshots.restore("now")
    store.anchors.publish()
    assert store.verify().ok and all(one.same for one in store.rebuild(check=True))
    assert next(one["payload"]["content"] for one in events if one["kind"] == "MessageLogged") == SAID["first"][0]
    assert in_plain(data) == in_plain(state) == {}, "while it is open"
    store.erase(containing="Quillonia")
    store.close()
    assert in_plain(data) == in_plain(state) == {}
    assert not in_plain(tmp_path), "nor in the audit stream"
    assert sorted(os.listdir(data)) == ["bells", "checkpoints", "erasing.lock", "erasing.lock.queue", "log.db",
                                        "log.lock", "log.lock.queue"] or not (data / "views").exists()  # fmt: skip
    again = opened(data, encrypt=False)
    assert "We use Erlang." in contents(again) and not any("Quillonia" in text for text in contents(again))
    assert again.verify().ok
    assert again.status()["encrypted"] is True and again.status()["data_keys"] >= 3
    again.close()


def test_a_session_of_the_api_is_encrypted_too(data: Path) -> None:
    config = AWHMConfig(data_dir=data, encrypt=True, mock_embeddings=True, ner=False)
    with AWHMSession.start_session(config=config) as session:
        session.log_message("user", SAID["first"][0])
        session.consolidate()
        assert session.query("where does my sister live?")
        session.create_snapshot("one")
    assert in_plain(data) == {}


def test_erasing_a_session_destroys_its_key_and_old_copies_are_unreadable(data: Path, tmp_path: Path) -> None:
    store = told(data)
    file = backup(store.log, store.writer, str(tmp_path / "old.db"))  # type: ignore[arg-type]
    keys = store.status()["data_keys"]
    done = store.erase(session="first")
    assert done.counts["keys"] == 1 and store.status()["data_keys"] == keys - 1
    assert [text for text in contents(store) if text in SAID["first"]] == []
    store.close()
    # The backup as a file, put where nobody looks up what was erased since:
    (tmp_path / "copy").mkdir()
    shutil.copy(file, tmp_path / "copy" / "log.db")
    copy = opened(tmp_path / "copy")
    assert contents(copy) == list(SAID["second"])
    said = [entry.payload for entry in copy.entries() if entry.kind in ("StatementsExtracted", "EntityNamed")]
    assert "zebrawood" not in str(said) and "Montevideo" not in str(said)
    copy.close()
    done_again = restore(file, str(tmp_path / "restored"), str(store.config.state_dir or ""), replace_there=False)
    assert done_again.position
    restored = opened(tmp_path / "restored")
    assert contents(restored) == list(SAID["second"])
    # Nothing is wrong with it but that the log was signed further on before the erasure, which this one never saw.
    assert {finding.what for finding in restored.verify().findings} <= {"forked", "truncated"}
    restored.close()


def test_vectors_are_kept_sealed_and_found_again(data: Path, tmp_path: Path) -> None:
    store = told(data)
    assert store.unembedded() == 6
    store.recall("tables")
    assert store.unembedded() == 0
    store.close()
    (file,) = (data / "embeddings").glob("*.*d")
    assert file.suffix == ".sealed" and in_plain(data) == {}
    shutil.copytree(data / "embeddings", tmp_path / "copied")
    again = opened(data)
    assert again.unembedded() == 0, "nothing is computed twice"
    assert again.erase(message="m1").counts["vectors"] == 1
    again.close()
    shutil.rmtree(data / "embeddings")
    shutil.copytree(tmp_path / "copied", data / "embeddings")
    last = opened(data)
    assert last.unembedded() == 5, "of an old copy nothing can be read"
    last.close()


def test_what_waits_is_embedded_in_the_background_too(data: Path) -> None:
    store = opened(data, embed_in_background=True, query_embed_limit=2)
    for number in range(20):
        store.log_message("one", "user", f"This is said about thing number {number}.")
    store.recall("thing number 7")
    assert store.background is not None and store.background.join(60.0)
    assert store.unembedded() == 0
    store.close()
    assert in_plain(data) == {}


def test_a_part_of_a_session_leaves_its_key(data: Path) -> None:
    store = told(data)
    done = store.erase(message="m1")
    assert "keys" not in done.counts and SAID["first"][1] in contents(store)
    store.close()


def test_a_plain_store_is_not_switched_over(data: Path) -> None:
    told(data, encrypt=False).close()
    before = files(data)
    with pytest.raises(Refused, match="is not encrypted") as refused:
        opened(data)
    assert refused.value.code == "not_encrypted" and "docs/encryption.md" in refused.value.hint
    assert files(data) == before
    plain = opened(data, encrypt=False)
    assert len(contents(plain)) == 6 and plain.status()["encrypted"] is False
    plain.close()


def _other_master(state: Path) -> None:
    (state / "master.key").write_bytes(b"b3RoZXIga2V5IG90aGVyIGtleSBvdGhlciBrZXkgISE=\n")


def _no_master(state: Path) -> None:
    (state / "master.key").unlink()


def _no_keys(state: Path) -> None:
    shutil.rmtree(state / "data-keys")


@pytest.mark.parametrize(("spoil", "code"), [(_other_master, "locked"), (_no_master, "no_key"), (_no_keys, "no_key")])
@pytest.mark.parametrize("encrypt", [True, False])
def test_without_its_keys_a_store_is_refused_and_nothing_is_changed(
    data: Path, state: Path, spoil: Callable[[Path], None], code: str, encrypt: bool
) -> None:
    told(data).close()
    shutil.copytree(state, state.parent / "kept")
    spoil(state)
    before = files(data, state)
    with pytest.raises(Refused) as refused:
        opened(data, encrypt=encrypt)
    assert refused.value.code == code and refused.value.hint
    assert files(data, state) == before
    # What needs no key goes on: proving, and saying what is wrong.
    verified = awhm(data, "verify", "--json")
    assert verified.exit_code == 0 and json.loads(verified.stdout)["ok"] is True
    doctor = awhm(data, "doctor", "--json")
    assert doctor.exit_code != 0 and code in doctor.stdout
    shutil.rmtree(state)
    (state.parent / "kept").rename(state)
    again = opened(data)
    assert len(contents(again)) == 6
    again.close()


def test_an_export_travels_sealed_and_is_read_where_the_keys_are(
    data: Path, tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = told(data)
    file = tmp_path / "out" / "log.jsonl"
    file.parent.mkdir()
    with file.open("wb") as out:
        export(store.log, store.writer, out.write)
    store.close()
    assert in_plain(file.parent) == {}
    other = tmp_path / "elsewhere"
    monkeypatch.setenv("XDG_STATE_HOME", str(other))
    import_log(str(file), str(tmp_path / "moved"))
    with pytest.raises(Refused) as refused:
        opened(tmp_path / "moved")
    assert refused.value.code == "no_key"
    shutil.copytree(state / "data-keys", other / "awhm" / "data-keys")
    shutil.copy(state / "master.key", other / "awhm" / "master.key")
    moved = opened(tmp_path / "moved", encrypt=False)
    assert len(contents(moved)) == 6 and moved.verify().ok
    moved.close()


def test_a_proof_of_an_event_holds_no_sealed_payload(data: Path) -> None:
    store = told(data)
    store.anchors.publish()
    store.close()
    assert awhm(data, "prove", "inclusion", "m1").exit_code == 0
    result = awhm(data, "prove", "inclusion", "m1", "--with-payload", "--json")
    assert result.exit_code != 0 and json.loads(result.stdout)["error"]["code"] == "sealed"


def test_a_keys_file_in_the_data_directory_is_refused(data: Path) -> None:
    for setting in ({"state_dir": data / "state"}, {"master_key": str(data / "master.key")}):
        with pytest.raises(Refused, match="in the data directory") as refused:
            opened(data, **setting)
        assert refused.value.code == "bad_setting"
    assert not list(data.rglob("master.key"))


def test_status_and_the_other_commands_say_so(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWHM_ENCRYPT", "true")
    assert awhm(data, "add", "--session", "one", "--role", "user", "I prefer zebrawood tables.").exit_code == 0
    monkeypatch.delenv("AWHM_ENCRYPT")
    assert awhm(data, "consolidate").exit_code == 0
    assert "zebrawood" in awhm(data, "query", "tables").stdout
    assert "zebrawood" in awhm(data, "log", "list").stdout and "zebrawood" in awhm(data, "log", "show", "m1").stdout
    status = awhm(data, "status")
    assert re.search(r"encrypted +yes, \d+ data keys", status.stdout)
    assert json.loads(awhm(data, "status", "--json").stdout)["encrypted"] is True
    assert awhm(data, "erase", "--session", "one", "--yes").exit_code == 0
    assert "zebrawood" not in awhm(data, "log", "list").stdout and awhm(data, "verify").exit_code == 0


def test_an_event_in_plain_among_sealed_ones_is_named(data: Path) -> None:
    from awhm.events.append_raw import Draft, new_id
    from awhm.events.sqlite_log import SqliteLog

    told(data).close()
    bare = SqliteLog(str(data))
    bare.append([Draft(3, new_id(), b"x" * 16, b'{"content":"?","occurred":0,"role":"user","session":"x"}')])
    head = bare.head().position
    bare.close()
    store = opened(data)
    assert [(one.position, one.what) for one in store.verify().findings] == [(head, "unsealed")]
    store.close()


def test_a_store_in_plain_pays_for_no_cryptography(data: Path) -> None:
    told(data, encrypt=False).close()
    program = (
        "import sys; from awhm.config import AWHMConfig; from awhm.store import Store\n"
        "store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False))\n"
        "store.log_message('s', 'user', 'I prefer tea.'); store.consolidate(); store.recall('tea')\n"
        "costly = ('cryptography', 'keyring', 'awhm.adapters.data_keys')\n"
        "print([name for name in sys.modules if name.startswith(costly)])\n"
    )
    run = subprocess.run([sys.executable, "-c", program, str(data)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
