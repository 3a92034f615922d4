"""Backups: whole, consistent and verified while others write; and nothing that was erased since comes back with one."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from moved import code, erase, rows

from awhm import erased_outside
from awhm.cli import main
from awhm.config import AWHMConfig
from awhm.errors import Conflict, Damaged, Refused
from awhm.events import chain, transplant
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.jobs import backup as jobs
from awhm.replay.audit import audit_folder
from awhm.store import Store

SECRET = "PERIWINKLE-8841"


def filled(folder: Path, words: Sequence[str] = ("I live in Porto.", f"My locker code is {SECRET}.")) -> Store:
    store = Store(AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False))
    for text in words:
        store.log_message("s", "user", text)
    store.consolidate()
    return store


def backed_up(store: Store, target: Path) -> Path:
    assert isinstance(store.log, SqliteLog)
    return Path(jobs.backup(store.log, store.writer, str(target)))


def restored(file: Path, folder: Path, *, replace_there: bool = False) -> jobs.Restored:
    return jobs.restore(str(file), str(folder), replace_there=replace_there)


def holding(store: Store) -> list[int]:
    """The positions of all payloads that hold the secret."""
    return [position for position, _, body in store.log.read() if body is not None and SECRET.encode() in body]


def test_a_backup_is_the_log_byte_for_byte_and_a_store_made_from_it_too(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    head = store.log.head()
    file = backed_up(store, tmp_path / "one.db")
    (tmp_path / "elsewhere").mkdir()
    inside = backed_up(store, tmp_path / "elsewhere")
    assert inside.parent == tmp_path / "elsewhere" and inside.stat().st_mode & 0o777 == 0o600
    noted = [entry for entry in store.entries(head.position) if entry.kind == "AuditNoted"]
    assert [one.payload and one.payload["action"] for one in noted] == ["backed_up", "backed_up"]
    assert noted[0].payload is not None
    manifest = jobs.manifest_of(str(file))
    assert manifest is not None and manifest.sha256 in noted[0].payload["targets"]
    assert (manifest.position, manifest.chain) == (head.position, head.chain.hex())
    store.close()
    done = restored(file, tmp_path / "again")
    assert rows(tmp_path / "again")[: head.position] == rows(tmp_path / "store")[: head.position]
    assert (done.position, done.erased, done.replaced) == (head.position + 1, 0, False), "and a note of this"
    assert audit_folder(str(tmp_path / "again")).ok
    assert not list(tmp_path.glob(".awhm-*")) and not list((tmp_path / "again").glob(".awhm-*"))


def test_a_store_made_from_a_backup_goes_on_as_any_other(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    store.close()
    restored(file, tmp_path / "again")
    again = Store(AWHMConfig(data_dir=tmp_path / "again", mock_embeddings=True, ner=False))
    again.log_message("s", "user", "I moved to Lisbon.")
    again.consolidate()
    assert again.recall("Lisbon")[0].status == "active"
    assert again.verify().ok and all(view.same for view in again.rebuild(check=True))
    again.close()


WRITER = """
import sys
from awhm.config import AWHMConfig
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False))
print("ready", flush=True)
number = 0
while not sys.stdin.closed and number < 4000:
    store.log_message("w", "user", f"number {number} " + "x" * 2000)
    number += 1
    if number == 300:
        print("many", flush=True)
store.close()
"""


def test_a_backup_of_a_store_that_is_being_written_to_is_consistent(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    command = [sys.executable, "-c", WRITER, str(tmp_path / "store")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert [writer.stdout.readline().strip() for _ in range(2)] == ["ready", "many"]
        heads: list[tuple[int, bytes]] = []
        for number in range(3):
            before = store.log.head().position
            file = backed_up(store, tmp_path / f"{number}.db")
            manifest = jobs.manifest_of(str(file))
            assert manifest is not None and manifest.position >= before
            heads.append((manifest.position, bytes.fromhex(manifest.chain)))
        writer.kill()
    assert [store.log.chain_at(position) for position, _ in heads] == [link for _, link in heads]
    assert heads == sorted(heads)
    store.close()
    restored(tmp_path / "1.db", tmp_path / "again")
    assert audit_folder(str(tmp_path / "again")).ok


def test_what_was_erased_after_the_backup_is_in_no_byte_of_what_is_made_from_it(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    assert SECRET.encode() in file.read_bytes()
    gone = holding(store)
    assert len(gone) >= 2
    erase(store, gone, remembered=True)
    store.close()
    shutil.rmtree(tmp_path / "store")
    done = restored(file, tmp_path / "again")
    assert done.erased == len(gone)
    for path in (tmp_path / "again").rglob("*"):
        assert path.is_dir() or SECRET.encode() not in path.read_bytes()
    report = audit_folder(str(tmp_path / "again"))
    assert report.ok and report.erased == len(gone)
    again = Store(AWHMConfig(data_dir=tmp_path / "again", mock_embeddings=True, ner=False))
    assert [one.content for one in again.recall("locker code Porto")] == ["I live in Porto."]
    again.close()


def test_an_erasure_is_remembered_outside_the_store_for_old_backups(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    done = store.erase(containing=SECRET)
    assert done.tombstone is not None
    store.close()
    shutil.rmtree(tmp_path / "store")
    assert restored(file, tmp_path / "again").erased >= 2
    for path in (tmp_path / "again").rglob("*"):
        assert path.is_dir() or SECRET.encode() not in path.read_bytes()


def test_the_store_that_is_replaced_tells_what_was_erased_too(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    erase(store, holding(store), remembered=False)
    store.log_message("s", "user", "said after the backup")
    assert store.recall("said after")
    store.close()
    with pytest.raises(Refused) as refused:
        restored(file, tmp_path / "store")
    assert code(refused) == "not_empty"
    done = restored(file, tmp_path / "store", replace_there=True)
    assert done.replaced and done.erased >= 2
    for path in (tmp_path / "store").rglob("*"):
        data = b"" if path.is_dir() else path.read_bytes()
        assert SECRET.encode() not in data and b"said after the backup" not in data
    assert audit_folder(str(tmp_path / "store")).ok


def test_an_event_of_another_log_at_the_same_place_is_not_erased(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    erased_outside.note(store.log.log_id, [(1, b"\x07" * 16), (99, b"\x08" * 16)])
    erased_outside.note(b"\x01" * 16, [(1, store.log.header(1)[chain.EVENT_ID])])
    store.close()
    assert restored(file, tmp_path / "again").erased == 0


FOLLOWER = """
import sys
from awhm.events.sqlite_log import SqliteLog
log = SqliteLog(sys.argv[1])
log.head()
print("open", flush=True)
sys.stdin.read()
"""


def test_a_store_that_somebody_has_open_is_not_replaced(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    store.close()
    before = rows(tmp_path / "store")
    command = [sys.executable, "-c", FOLLOWER, str(tmp_path / "store")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "open\n"
        with pytest.raises(Conflict) as conflict:
            restored(file, tmp_path / "store", replace_there=True)
        assert code(conflict) == "in_use"
        other.communicate("")
    assert rows(tmp_path / "store") == before
    assert restored(file, tmp_path / "store", replace_there=True).replaced


def test_a_damaged_store_is_set_aside_and_not_lost(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    store.close()
    log = tmp_path / "store" / FILE
    log.write_bytes(b"no database at all" * 100)
    with pytest.raises(Refused) as refused:
        restored(file, tmp_path / "store")
    assert code(refused) == "not_empty"
    done = restored(file, tmp_path / "store", replace_there=True)
    assert done.moved_to is not None and done.replaced
    assert Path(done.moved_to, FILE).read_bytes() == b"no database at all" * 100
    assert audit_folder(str(tmp_path / "store")).ok


def changed(file: Path, place: int) -> None:
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)


def test_a_damaged_backup_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    store.close()
    place = file.read_bytes().index(SECRET.encode())
    changed(file, place)
    for with_manifest in (True, False):
        if not with_manifest:
            os.unlink(f"{file}.json")
        with pytest.raises(Damaged) as damaged:
            restored(file, tmp_path / "again")
        assert code(damaged) == "backup_damaged"
        assert list((tmp_path / "again").iterdir()) == []
    changed(file, place)
    assert restored(file, tmp_path / "again").erased == 0, "a backup needs no manifest"


@pytest.mark.parametrize("what", ["text", "empty", "foreign", "newer", "none", "folder", "in use"])
def test_what_is_no_backup_is_refused(tmp_path: Path, what: str) -> None:
    file, wanted = tmp_path / "it", "not_a_backup"
    if what == "text":
        file.write_text("hello " * 1000)
    elif what == "empty":
        file.touch()
    elif what == "foreign":
        connection = sqlite3.connect(file)
        connection.execute("CREATE TABLE t(a)")
        connection.close()
    elif what == "newer":
        store = filled(tmp_path / "store")
        file = backed_up(store, file)
        store.close()
        path = Path(f"{file}.json")
        path.write_text(path.read_text().replace("awhm-backup-1", "awhm-backup-2"))
        wanted = "newer_format"
    elif what == "folder":
        file.mkdir()
        wanted = "no_such_file"
    elif what == "in use":
        store = filled(tmp_path / "store")
        file = tmp_path / "store" / FILE
        with pytest.raises(Refused) as refused:
            restored(file, tmp_path / "again")
        assert code(refused) == wanted
        store.close()
        return
    else:
        wanted = "no_such_file"
    with pytest.raises(Refused) as refused:
        restored(file, tmp_path / "again")
    assert code(refused) == wanted
    assert not (tmp_path / "again" / FILE).exists()


def test_a_backup_never_writes_over_anything_and_never_into_the_store(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    was = file.read_bytes()
    for target, wanted in (
        (file, "exists"),
        (tmp_path / "store" / "b.db", "inside_store"),
        (tmp_path / "no" / "b", ""),
    ):
        with pytest.raises(Refused) as refused:
            backed_up(store, target)
        assert code(refused) == (wanted or "cannot_write")
    (tmp_path / "two.db.json").write_text("something of somebody's")
    with pytest.raises(Refused):
        backed_up(store, tmp_path / "two.db")
    assert file.read_bytes() == was
    os.unlink(file)
    assert backed_up(store, file) == file, "a manifest alone is what a crash has left"
    store.close()


TOO_SMALL = """
import resource, sys
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.jobs.backup import backup
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False))
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    backup(store.log, store.writer, sys.argv[2])
except Refused as error:
    print(error.code)
"""


def test_where_the_disk_will_not_have_it_there_is_no_backup(tmp_path: Path) -> None:
    filled(tmp_path / "store").close()
    command = [sys.executable, "-c", TOO_SMALL, str(tmp_path / "store"), str(tmp_path / "b.db")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.stdout.strip() in ("system", "disk_full"), run.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store"]
    assert audit_folder(str(tmp_path / "store")).ok


def test_a_replacement_that_is_killed_leaves_the_old_log_or_the_new_one(tmp_path: Path) -> None:
    """The content is put in place by SQLite in one transaction; killed before its end it is rolled back."""
    store = filled(tmp_path / "store")
    file = backed_up(store, tmp_path / "one.db")
    for number in range(50):
        store.log_message("s", "user", f"later {number}")
    store.close()
    old = rows(tmp_path / "store")
    program = f"""
import os
from awhm.events import transplant
transplant.PAGES = 3
steps = iter(range(1, 100))
copied = transplant._copied
def tell(source, into, progress):
    copied(source, into, lambda done, total: os._exit(9) if next(steps) == 2 else None)
transplant._copied = tell
transplant.overwrite({str(tmp_path / "store")!r}, {str(file)!r})
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 9
    assert rows(tmp_path / "store") == old and audit_folder(str(tmp_path / "store")).ok
    transplant.overwrite(str(tmp_path / "store"), str(file))
    assert audit_folder(str(tmp_path / "store")).ok and len(rows(tmp_path / "store")) < len(old)


# The commands ------------------------------------------------------------------------------------------------


def shell(*arguments: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, list(arguments))


def test_the_commands_back_up_and_restore(tmp_path: Path) -> None:
    store, other, file = str(tmp_path / "store"), str(tmp_path / "other"), str(tmp_path / "one.db")
    assert shell("backup", file, "--data-dir", store).exit_code == 2, "there is no store"
    shell("add", "I live in Porto.", "--data-dir", store)
    made = shell("backup", file, "--data-dir", store, "--json")
    document = json.loads(made.stdout)
    assert document["file"] == file and document["position"] == 1 and "as private as the store" in document["notes"][0]
    assert "verified" in shell("backup", str(tmp_path / "two.db"), "--data-dir", store).stdout
    back = shell("restore", file, "--data-dir", other)
    assert back.exit_code == 0 and "at m2" in back.stdout
    assert "I live in Porto." in shell("query", "Porto", "--data-dir", other).stdout
    refused = shell("restore", file, "--data-dir", other)
    assert refused.exit_code == 2 and "--replace" in refused.stderr
    assert json.loads(shell("restore", file, "--data-dir", other, "--replace", "--json").stdout)["replaced"]
