"""Followers are woken when something happens, and find out by themselves when the bell is not heard."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from awhm.events.append_raw import Draft, new_id
from awhm.events.doorbell import LONGEST, Doorbell
from awhm.events.sqlite_log import SqliteLog

ROOT = Path(__file__).resolve().parents[2]


def a_draft() -> Draft:
    return Draft(3, new_id(), b"stream----------", b"{}")


@pytest.fixture
def bells(tmp_path: Path) -> str:
    """A folder whose path is short enough for a socket."""
    return str(tmp_path / "b")


def heard(ear: socket.socket) -> bool:
    return bool(select.select([ear], [], [], 30.0)[0])


def test_a_ring_is_heard_by_all_who_listen(bells: str) -> None:
    ears = [Doorbell(bells).listen() for _ in range(3)]
    assert all(ears)
    Doorbell(bells).ring()
    for ear in ears:
        assert ear is not None and heard(ear)
        Doorbell.drain(ear, 30.0)
        assert not select.select([ear], [], [], 0)[0], "all that came was swallowed"
        Doorbell.close(ear)
    assert os.listdir(bells) == []


def test_ringing_where_nobody_ever_listened_is_no_error(bells: str) -> None:
    Doorbell(bells).ring()
    Doorbell(str(Path(__file__))).ring()
    assert not os.path.exists(bells)


def test_the_socket_of_a_follower_that_is_gone_is_swept_away(bells: str) -> None:
    ear = Doorbell(bells).listen()
    gone = Doorbell(bells).listen()
    assert ear is not None and gone is not None
    gone.close()  # as when killed: the file stays
    assert len(os.listdir(bells)) == 2
    Doorbell(bells).ring()
    assert os.listdir(bells) == [os.path.basename(ear.getsockname())]
    Doorbell.close(ear)


def test_a_follower_that_never_listens_again_does_not_hold_up_the_ringer(bells: str) -> None:
    ear = Doorbell(bells).listen()
    assert ear is not None
    for _ in range(2000):
        Doorbell(bells).ring()  # its queue has long been full
    Doorbell.drain(ear, 1.0)
    Doorbell.close(ear)


def test_a_path_too_long_for_a_socket_gives_no_ear(tmp_path: Path) -> None:
    assert Doorbell(str(tmp_path / ("x" * LONGEST))).listen() is None


def test_a_folder_that_cannot_be_made_gives_no_ear(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert Doorbell(str(tmp_path / "file" / "bells")).listen() is None


def test_waiting_nothing_is_possible(bells: str) -> None:
    ear = Doorbell(bells).listen()
    assert ear is not None
    Doorbell.drain(ear, 0.0)
    Doorbell.drain(ear, -5.0)
    Doorbell.close(ear)


def test_a_follower_in_another_process_is_woken(tmp_path: Path) -> None:
    """It would look by itself once a second at most, so the wait it is given is woken or never ends."""
    folder = str(tmp_path / "s")
    SqliteLog(folder).close()
    program = (
        "import sys\nfrom awhm.events.doorbell import Doorbell\nfrom awhm.events.sqlite_log import SqliteLog\n"
        "log = SqliteLog(sys.argv[1]); drain, drained = Doorbell.drain, []\n"
        "def watched(ear, timeout):\n drained.append(timeout); print('listening', flush=True); drain(ear, 600.0)\n"
        "Doorbell.drain = staticmethod(watched)\n"
        "print(log.wait(0, 600.0), log.head().position, len(drained), flush=True); log.close()"
    )
    command = [sys.executable, "-c", program, folder]
    follower = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert follower.stdout and follower.stdout.readline() == "listening\n"
    log = SqliteLog(folder)
    log.append([a_draft()])
    log.close()
    assert follower.communicate(timeout=120)[0] == "True 1 1\n", "woken by the bell: its own look is ten minutes away"
    assert os.listdir(os.path.join(folder, "bells")) == []


@pytest.mark.parametrize("length", [1, 90])
def test_who_waits_sees_the_event_with_or_without_a_bell(tmp_path: Path, length: int) -> None:
    folder = str(tmp_path / ("f" * length))
    follower, writer = SqliteLog(folder), SqliteLog(folder)
    seen: list[bool] = []
    waiting = threading.Thread(target=lambda: seen.append(follower.wait(0, 120.0)))
    waiting.start()
    writer.append([a_draft()])
    waiting.join(120.0)
    assert seen == [True]
    assert os.path.exists(os.path.join(folder, "bells")) == (length == 1)
    follower.close()
    writer.close()


def test_closing_takes_the_bell_away(tmp_path: Path) -> None:
    log = SqliteLog(str(tmp_path / "s"))
    log.wait(0, 0.01)
    assert len(os.listdir(tmp_path / "s" / "bells")) == 1
    log.close()
    assert os.listdir(tmp_path / "s" / "bells") == []
