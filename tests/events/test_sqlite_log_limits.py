"""When the system says no (a full disk, a limit, rights), the cause is named and nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from awhm.errors import Refused
from awhm.events.append_raw import Draft, new_id
from awhm.events.log import Appended
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.audit import audit, audit_folder

ROOT = Path(__file__).resolve().parents[2]
STREAM = b"stream----------"


def a_draft(payload: bytes = b"{}") -> Draft:
    return Draft(3, new_id(), STREAM, payload)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small file system needs root; the limit on file size is tested everywhere")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that another user may reach, with a store in it."""
    place = Path(tempfile.mkdtemp(prefix="awhm-public-"))
    place.chmod(0o755)
    log = SqliteLog(str(place / "store"))
    log.append([a_draft(b'{"n":%d}' % n) for n in range(3)])
    log.close()
    yield place / "store"
    subprocess.run(["chmod", "-R", "u+rwX", str(place)], check=True)
    shutil.rmtree(place)


def may(place: Path, folder: int, files: int) -> None:
    """Set the rights of a store and everything in it."""
    for path in place.iterdir():
        path.chmod(files)
    place.chmod(folder)


@contextmanager
def somebody() -> Generator[None]:
    """Root may write anywhere, so who tests rights as root has to be somebody else for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_full_disk_is_named_loses_nothing_and_passes(small_disk: Path) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(bytes(1_200_000))
    log = SqliteLog(str(small_disk / "store"))
    kept: list[bytes] = []
    with pytest.raises(Refused) as refused:
        while len(kept) < 1000:
            kept.append(os.urandom(20_000))
            log.append([a_draft(kept[-1])])
    assert refused.value.code == "disk_full" and refused.value.hint == "Free some space."
    kept.pop()  # this one was refused
    assert kept, "something was written before the disk was full"
    for _ in range(3):
        with pytest.raises(Refused, match="full"):
            log.append([a_draft(bytes(20_000))] * 1)
    assert [row[2] for row in log.read()] == kept
    filler.unlink()
    kept.append(b"after")
    assert log.append([a_draft(b"after")]) == Appended([len(kept)], [True])
    assert [row[2] for row in log.read()] == kept and audit(log).ok
    log.close()
    assert audit_folder(str(small_disk / "store")).events == len(kept)


def test_a_store_on_a_disk_that_is_already_full_is_refused_by_name(small_disk: Path) -> None:
    with open(small_disk / "filler", "wb", buffering=0) as filler, pytest.raises(OSError, match="No space"):
        while True:
            filler.write(bytes(4096))
    with pytest.raises(Refused) as refused:
        SqliteLog(str(small_disk / "store"))
    assert refused.value.code == "disk_full"


def test_a_limit_of_the_system_is_refused_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    program = """
import sys
from awhm.errors import AwhmError
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog
log, done = SqliteLog(sys.argv[1]), 0
try:
    while done < 1000:
        log.append([Draft(3, new_id(), b"stream----------", b"%06d" % done * 1000)])
        done += 1
except AwhmError as error:
    print(done, type(error).__name__, error.code)
assert log.head().position == done
"""
    run = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000)),
    )
    done, family, code = run.stdout.split()
    assert (family, code) == ("Refused", "system"), run.stderr
    log = SqliteLog(str(folder))
    assert [row[2] for row in log.read()] == [b"%06d" % n * 1000 for n in range(int(done))]
    assert log.append([a_draft()]) == Appended([int(done) + 1], [True]) and audit(log).ok
    log.close()


@pytest.mark.parametrize(("folder", "files"), [(0o555, 0o444), (0o755, 0o444), (0o555, 0o644)])
def test_a_store_that_may_only_be_read_is_refused_by_name_when_opened_for_writing(
    public: Path, folder: int, files: int
) -> None:
    may(public, folder, files)
    with somebody(), pytest.raises(Refused, match=str(public)) as refused:
        SqliteLog(str(public))
    assert refused.value.code == "read_only" and refused.value.hint


def test_a_store_that_may_only_be_read_is_read_and_audited(public: Path) -> None:
    may(public, 0o555, 0o444)
    with somebody():
        log = SqliteLog(str(public), readonly=True)
        assert [row[2] for row in log.read()] == [b'{"n":0}', b'{"n":1}', b'{"n":2}']
        assert log.wait(0, 0.01) and not log.wait(3, 0.01) and log.version_of(STREAM) == 3
        with pytest.raises(Refused) as refused:
            log.append([a_draft()])
        assert refused.value.code == "read_only"
        log.close()
        report = audit_folder(str(public))
    assert report.ok and report.events == 3
    assert sorted(path.name for path in public.iterdir()) == ["log.db", "log.lock", "log.lock.queue"]


def test_events_that_are_still_in_the_wal_of_a_store_that_may_only_be_read_are_not_passed_over(public: Path) -> None:
    """As after a crash, on a medium that has become read-only: better no answer than an old one."""
    wal = public / "log.db-wal"
    log = SqliteLog(str(public))
    log.append([a_draft()])
    kept = wal.read_bytes()
    log.close()
    wal.write_bytes(kept)
    assert not (public / "log.db-shm").exists()
    may(public, 0o555, 0o444)
    with somebody(), pytest.raises(Refused, match="WAL") as refused:
        SqliteLog(str(public), readonly=True)
    assert refused.value.code == "read_only"


def test_a_store_that_another_process_has_open_is_read_by_who_may_only_read(public: Path) -> None:
    program = (
        "import sys\nfrom awhm.events.append_raw import Draft, new_id\nfrom awhm.events.sqlite_log import SqliteLog\n"
        "log = SqliteLog(sys.argv[1])\nlog.append([Draft(3, new_id(), b'stream----------', b'fresh')])\n"
        "print(flush=True)\nsys.stdin.read()\nlog.close()"
    )
    command = [sys.executable, "-c", program, str(public)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert other.stdout
    other.stdout.readline()
    may(public, 0o555, 0o444)
    with somebody():
        log = SqliteLog(str(public), readonly=True)
        assert log.payload(4) == b"fresh"
        log.close()
    may(public, 0o755, 0o644)
    other.communicate()
    assert other.returncode == 0 and audit_folder(str(public)).events == 4


def test_a_folder_that_cannot_be_made_is_refused_by_name(public: Path) -> None:
    may(public, 0o555, 0o444)
    with somebody(), pytest.raises(Refused) as refused:
        SqliteLog(str(public / "deeper"))
    assert refused.value.code == "read_only"
    (public.parent / "file").touch()
    with pytest.raises(Refused) as refused:
        SqliteLog(str(public.parent / "file" / "store"))
    assert refused.value.code == "cannot_open"


@pytest.mark.parametrize("work", ["append", "read"])
def test_opening_for_reading_changes_nothing_where_writing_would_be_possible(
    tmp_path: Path, work: str, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "store"
    SqliteLog(str(folder)).close()
    before = (folder / "log.db").read_bytes()
    log = SqliteLog(str(folder), readonly=True)
    request.addfinalizer(log.close)
    use: dict[str, Callable[[], object]] = {"append": lambda: log.append([a_draft()]), "read": lambda: list(log.read())}
    if work == "append":
        with pytest.raises(Refused, match="reading alone"):
            use[work]()
    else:
        assert use[work]() == []
    log.close()
    assert (folder / "log.db").read_bytes() == before
