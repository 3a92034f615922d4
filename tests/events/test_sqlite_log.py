"""The log on disk, and what only a file has: rights, locks, other processes, foreign files, crashes of creation."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from awhm.errors import Conflict, Damaged, Refused
from awhm.events import schema
from awhm.events.append_raw import Draft, new_id
from awhm.events.filesystem import NETWORKED, filesystem_of
from awhm.events.lock import Busy, Lock
from awhm.events.log import Appended
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.audit import audit, audit_folder

ROOT = Path(__file__).resolve().parents[2]
STREAM = b"stream----------"
NOBODY = 65534
PREAMBLE = """
import sys
from awhm.errors import AwhmError
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog
def a_draft(payload): return Draft(3, new_id(), b"stream----------", payload)
folder = sys.argv[1]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def opened(folder: Path) -> Iterator[Callable[[], SqliteLog]]:
    """Opens the store again and again; all are closed at the end."""
    logs: list[SqliteLog] = []

    def again() -> SqliteLog:
        logs.append(SqliteLog(str(folder), lock_timeout=60.0))
        return logs[-1]

    yield again
    for log in logs:
        log.close()


def a_draft(payload: bytes = b"{}") -> Draft:
    return Draft(3, new_id(), STREAM, payload)


def python(program: str, *arguments: object, user: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program in another process, as another user if asked."""
    command = [sys.executable, "-c", PREAMBLE + program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, user=user)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def filled(folder: Path, count: int = 3) -> None:
    log = SqliteLog(str(folder))
    log.append([a_draft(b'{"n":%d}' % n) for n in range(count)])
    log.close()


def test_the_folder_is_private_and_so_is_every_file_in_it(folder: Path) -> None:
    os.umask(0o022)
    log = SqliteLog(str(folder))
    log.append([a_draft()])
    log.wait(1, 0.01)  # makes the bells
    assert mode(folder) == 0o700 == mode(folder / "bells")
    files = {path.name: mode(path) for path in folder.iterdir() if path.is_file()}
    assert set(files) >= {"log.db", "log.db-wal", "log.db-shm", "log.lock", "log.lock.queue"}
    assert set(files.values()) == {0o600}
    log.close()
    assert mode(folder / "log.db") == 0o600


def test_the_settings_that_durability_and_erasure_need_are_on(folder: Path) -> None:
    SqliteLog(str(folder)).close()
    connection = schema.connect(str(folder / "log.db"))
    wanted = {"synchronous": 2, "secure_delete": 1, "trusted_schema": 0, "journal_mode": b"wal", "page_size": 4096}
    assert {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted
    connection.close()


def test_an_event_is_never_changed_or_deleted_by_accident(folder: Path) -> None:
    filled(folder)
    connection = sqlite3.connect(folder / "log.db")
    for statement in ("UPDATE events SET hdr=hdr", "DELETE FROM events", "UPDATE payloads SET body=x'00'"):
        with pytest.raises(sqlite3.IntegrityError, match="are never"):
            connection.execute(statement)
    connection.close()


def test_what_one_process_appends_another_sees_at_once(folder: Path, opened: Callable[[], SqliteLog]) -> None:
    log = opened()
    program = "log = SqliteLog(folder); print(log.append([a_draft(b'theirs')]).positions, log.head().position)"
    for turn in range(3):
        run = python(program, folder)
        assert run.stdout.split() == [f"[{2 * turn + 1}]", f"{2 * turn + 1}"], run.stderr
        assert log.payload(2 * turn + 1) == b"theirs"
        assert log.append([a_draft(b"mine")]) == Appended([2 * turn + 2], [True])


def test_a_store_that_is_not_there_is_named_unless_it_may_be_made(folder: Path) -> None:
    for readonly in (False, True):
        with pytest.raises(Refused) as refused:
            SqliteLog(str(folder), create=False, readonly=readonly)
        assert refused.value.code == "no_store" and str(folder) in str(refused.value)
    assert not folder.exists()


def test_a_lock_held_by_another_process_is_a_conflict_after_the_timeout(folder: Path) -> None:
    filled(folder)
    holder = subprocess.Popen(
        [sys.executable, "-c", "import fcntl,sys\nf=open(sys.argv[1])\nfcntl.flock(f,fcntl.LOCK_EX)\nprint(flush=True)"
         "\nsys.stdin.read()", str(folder / "log.lock")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert holder.stdout and holder.stdin
    holder.stdout.readline()
    log = SqliteLog(str(folder), lock_timeout=0.05)
    assert len(list(log.read())) == 3, "readers never lock"
    with pytest.raises(Conflict) as conflict:
        log.append([a_draft()])
    assert conflict.value.code == "locked" and conflict.value.hint
    holder.communicate()
    assert log.append([a_draft()]) == Appended([4], [True])
    log.close()


def test_the_lock_is_fair_to_who_waits(tmp_path: Path) -> None:
    """One that only ever wants it again must let in one that waits, every time: counted, not timed."""
    path, turns = str(tmp_path / "lock"), 20
    greedy = subprocess.Popen(
        [sys.executable, "-c", "import os,sys,time\nfrom awhm.events.lock import Lock\nlock=Lock(sys.argv[1])\n"
         "while not os.path.exists(sys.argv[1]+'.stop'):\n with lock:\n  os.write(1,b'.')\n  time.sleep(0.001)",
         path], stdout=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    assert greedy.stdout
    os.read(greedy.stdout.fileno(), 1)
    lock = Lock(path)
    for _ in range(turns):
        with lock:
            pass
    Path(path + ".stop").touch()
    taken = len(greedy.communicate()[0])
    lock.close()
    assert taken < turns * 50, f"the other one had it {taken} times in our {turns}"


def test_a_lock_that_is_not_to_be_had_is_busy_and_works_later(tmp_path: Path) -> None:
    first, second = Lock(str(tmp_path / "lock")), Lock(str(tmp_path / "lock"))
    second.timeout = 0.01
    with first:
        with pytest.raises(Busy):
            second.__enter__()
        with pytest.raises(Busy):
            second.__enter__()
    with second:
        pass
    first.close()
    second.close()


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs", "9p"])
def test_a_network_file_system_is_refused_before_anything_is_made(folder: Path, kind: str) -> None:
    with pytest.raises(Refused) as refused:
        SqliteLog(str(folder), filesystem=lambda path: kind)
    assert refused.value.code == "network_filesystem"
    assert kind in str(refused.value) and "--data-dir" in refused.value.hint
    assert not folder.exists()


def test_this_machine_s_file_system_is_told(tmp_path: Path) -> None:
    kind = filesystem_of(str(tmp_path))
    assert kind == filesystem_of(str(tmp_path / "not" / "there" / "yet"))
    assert kind not in NETWORKED
    assert filesystem_of("/proc/self") == "proc"


def test_a_foreign_sqlite_file_is_refused_and_left_as_it_is(folder: Path) -> None:
    folder.mkdir()
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("CREATE TABLE recipes(name)")
    connection.commit()
    connection.close()
    before = (folder / "log.db").read_bytes()
    with pytest.raises(Refused) as refused:
        SqliteLog(str(folder))
    assert refused.value.code == "not_a_log"
    assert (folder / "log.db").read_bytes() == before


@pytest.mark.parametrize("content", [b"x", b"hello, this is no database\n" * 400, bytes(8192)])
def test_a_file_that_is_no_database_is_damage_and_left_as_it_is(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "log.db").write_bytes(content)
    with pytest.raises(Damaged):
        SqliteLog(str(folder))
    assert (folder / "log.db").read_bytes() == content
    assert not audit_folder(str(folder)).ok


def test_a_log_of_a_newer_format_is_refused_by_its_number(folder: Path) -> None:
    filled(folder)
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("ALTER TABLE events ADD COLUMN tree BLOB")
    connection.execute("PRAGMA user_version=2")
    connection.close()
    with pytest.raises(Refused, match="log format 2") as refused:
        SqliteLog(str(folder))
    assert refused.value.code == "newer_format" and "Upgrade" in refused.value.hint


def test_a_newer_format_with_the_same_tables_is_refused_too(folder: Path) -> None:
    """A new header version alone: the log says its format twice, so this is no flipped byte."""
    filled(folder)
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("UPDATE meta SET v=x'32' WHERE k='format'")
    connection.execute("PRAGMA user_version=2")
    connection.commit()
    connection.close()
    with pytest.raises(Refused, match="log format 2"):
        SqliteLog(str(folder))


def test_a_changed_format_number_alone_is_damage(folder: Path) -> None:
    filled(folder)
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("PRAGMA user_version=2")
    connection.close()
    with pytest.raises(Damaged, match="format number"):
        SqliteLog(str(folder))


def test_a_log_that_is_no_longer_in_wal_mode_is_damage(folder: Path) -> None:
    filled(folder)
    connection = sqlite3.connect(folder / "log.db")
    assert connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
    connection.close()
    with pytest.raises(Damaged, match="journal mode"):
        SqliteLog(str(folder))


@pytest.mark.parametrize("pragmas", [(), ("page_size=4096", "journal_mode=WAL")])
def test_a_crash_while_the_log_is_made_leaves_what_the_next_opener_lays_out(folder: Path, pragmas: list[str]) -> None:
    folder.mkdir()
    (folder / "log.db").touch()
    connection = sqlite3.connect(folder / "log.db")
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")
    connection.close()
    with pytest.raises(Refused, match="no AWHM store"):
        SqliteLog(str(folder), create=False)
    filled(folder)
    assert audit_folder(str(folder)).ok


def test_an_empty_file_beside_a_wal_with_events_is_damage_and_the_wal_is_kept(folder: Path) -> None:
    log = SqliteLog(str(folder))
    log.append([a_draft()])
    wal = (folder / "log.db-wal").read_bytes()
    log.close()
    (folder / "log.db").write_bytes(b"")
    (folder / "log.db-wal").write_bytes(wal)
    with pytest.raises(Damaged, match="WAL is not"):
        SqliteLog(str(folder))
    assert (folder / "log.db-wal").read_bytes() == wal


def test_processes_that_make_the_store_at_once_make_one(folder: Path) -> None:
    program = PREAMBLE + "log = SqliteLog(folder); log.append([a_draft(b'{}')]); print(log.log_id.hex()); log.close()"
    command = [sys.executable, "-c", program, str(folder)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) for _ in range(6)]
    ids = {run.communicate()[0] for run in runs}
    assert len(ids) == 1 and {run.returncode for run in runs} == {0}
    report = audit_folder(str(folder))
    assert report.ok and report.events == 6


def test_a_closed_log_says_that_it_is_closed(folder: Path) -> None:
    log = SqliteLog(str(folder))
    log.append([a_draft()])
    log.close()
    log.close()
    for use in (log.head, lambda: list(log.read()), lambda: log.header(1)):
        with pytest.raises(Refused) as refused:
            use()
        assert refused.value.code == "closed"


def test_only_one_place_may_checkpoint_and_never_without_the_lock() -> None:
    """Closing is the other way to checkpoint: every close of a connection that wrote is in `_close`, under the lock."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "events").glob("*.py")}
    asking = re.compile("wal_checkpoint|autocheckpoint")
    assert [name for name, text in texts.items() if asking.search(text)] == ["scrub.py"]
    calling = re.compile(r"(?<![.\w])(?<!def )scrub\(")
    calls = {name: len(calling.findall(text)) for name, text in texts.items() if name != "scrub.py"}
    assert {name: count for name, count in calls.items() if count} == {"sqlite_log.py": 1}
    before = texts["sqlite_log.py"].partition("if scrub(")[0]
    assert before.rstrip().endswith("self._locked():"), "the call stands right below the lock"


@pytest.mark.parametrize("ending", ["log.close()", "pass", "del log", "raise SystemExit(3)"])
def test_a_program_that_forgets_to_close_still_checkpoints_under_the_lock(folder: Path, ending: str) -> None:
    """The lock is watched: it must be taken once more after the last append, before the process ends."""
    program = f"""
import atexit, fcntl, os, sys
taken, folder = [], sys.argv[1]
# The first to be registered runs last: after the log's own clean-up.
atexit.register(lambda: print(len(taken), os.path.exists(folder + "/log.db-wal")))
{PREAMBLE}
log = SqliteLog(folder)
log.append([a_draft(b'kept')])
plain = fcntl.flock
def watched(file, how):
    taken.append(how)
    return plain(file, how)
fcntl.flock = watched
{ending}
"""
    run = subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True, cwd=ROOT)
    assert run.stderr == ""
    taken, left = run.stdout.split()
    assert int(taken) >= 3, "turnstile, lock, and letting go"
    assert left == "False", "the last close empties the WAL and takes it away"
    assert audit_folder(str(folder)).ok


def test_a_close_that_cannot_have_the_lock_leaves_the_wal_to_others(
    folder: Path, opened: Callable[[], SqliteLog]
) -> None:
    stays = opened()
    log = SqliteLog(str(folder), lock_timeout=0.01)
    log.append([a_draft()])
    with Lock(str(folder / "log.lock")):
        log.close()
    assert stays.head().position == 1 and audit(stays).ok


def test_a_bulk_of_large_records_from_four_processes_arrives_whole(folder: Path) -> None:
    """BC-STO-03: 4 processes, 5 events each, 200 KB an event."""
    program = PREAMBLE + (
        "log = SqliteLog(folder)\nfor n in range(5): log.append([a_draft(bytes([int(sys.argv[2]) * 5 + n]) * 200_000)])"
    )
    runs = [subprocess.Popen([sys.executable, "-c", program, str(folder), str(n)], cwd=ROOT) for n in range(4)]
    assert [run.wait() for run in runs] == [0] * 4
    log = SqliteLog(str(folder))
    payloads = [payload for _, _, payload in log.read()]
    assert sorted(payloads, key=lambda p: p or b"") == [bytes([n]) * 200_000 for n in range(20)]
    assert audit(log).ok
    log.close()


def test_two_logs_in_one_process_do_not_lose_each_other_s_locks(folder: Path, opened: Callable[[], SqliteLog]) -> None:
    """POSIX locks vanish when any descriptor of the file is closed: opening twice must not open the file by itself."""
    first = opened()
    first.append([a_draft(b"1")])
    second = opened()
    program = "log = SqliteLog(folder); log.append([a_draft(b'theirs')]); log.close()"
    for turn in range(3):
        run = python(program, folder)  # whose close is not the last one, so it must leave the WAL alone
        assert run.returncode == 0, run.stderr
        assert first.append([a_draft(b"mine")]) == Appended([2 * turn + 3], [True])
    assert second.head().position == first.head().position == 7
    assert [row[2] for row in second.read()] == [b"1", *[b"theirs", b"mine"] * 3]
    assert audit_folder(str(folder)).ok


def test_no_module_opens_the_log_s_file_past_sqlite() -> None:
    opening = re.compile(r"(?<![\w.])open\(|os\.open\(")
    # The mount table, folders, the locks, signed notes and keys, the WAL (which SQLite takes no locks on), O_EXCL.
    allowed = {"filesystem.py": 1, "folders.py": 1, "lock.py": 2, "notes.py": 3, "scrub.py": 1, "sqlite_log.py": 1}
    allowed["transplant.py"] = 2
    found = {
        path.name: len(opening.findall(path.read_text(encoding="utf-8"))) for path in (ROOT / "events").glob("*.py")
    }
    assert {name: count for name, count in found.items() if count} == allowed
