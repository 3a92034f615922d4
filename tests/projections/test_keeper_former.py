"""Views that an older version saved in the folder above: they go with the first save, and nothing else does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import MessageLogged, Role
from awhm.events.lock import Lock
from awhm.events.log import Log
from awhm.events.ram_log import RamLog
from awhm.projections.bm25 import Bm25
from awhm.projections.keeper import Keeper
from awhm.replay.replay import replay


@pytest.fixture
def log() -> Log:
    log = RamLog()
    say(log, 30)
    return log


@pytest.fixture
def views(tmp_path: Path) -> Path:
    """A folder with saved views in it."""
    folder = tmp_path / "views"
    folder.mkdir()
    return folder


def say(log: Log, count: int) -> None:
    said = [MessageLogged(session="s", role=Role.USER, content=f"word{n}", occurred=0) for n in range(count)]
    log.append([draft(one, new_id(), b"stream----------") for one in said])


def saved(log: Log, views: Path) -> None:
    """What an older version has left."""
    older = Keeper(log, [Bm25()], str(views), replay)
    older.view("bm25")
    assert older.save("bm25")


def kept(log: Log, views: Path) -> Keeper:
    keeper = Keeper(log, [Bm25()], str(views / "mine"), replay, former=str(views))
    keeper.view("bm25")
    return keeper


def test_they_go_and_what_is_somebody_else_s_stays(log: Log, views: Path) -> None:
    saved(log, views)
    (views / f"bm25.json.{'0' * 8}.tmp").write_bytes(b"half")
    assert {path.suffix for path in views.iterdir()} == {".json", ".bin", ".tmp", ".lock", ".queue"}
    foreign = {
        "notes.txt": b"mine", "bm25-notes.bin": b"mine", f"b-{'0' * 16}.bin": b"of a view that is none",
        f"bm25-{'0' * 16}.bin.bak": b"a copy", "b.json": b"1 00000000\n{}",
    }  # fmt: skip
    for name, content in foreign.items():
        (views / name).write_bytes(content)
    (views / "other").mkdir()
    (views / "other" / f"bm25-{'0' * 16}.bin").write_bytes(b"another scope's")
    link = views / f"bm25-{'f' * 16}.bin"
    link.symlink_to(views / "notes.txt")
    keeper = kept(log, views)
    assert (views / "bm25.json").exists(), "asking removes nothing"
    assert keeper.save("bm25")
    assert {path.name for path in views.iterdir()} == {*foreign, link.name, "other", "mine"}
    assert {name: (views / name).read_bytes() for name in foreign} == foreign
    assert os.listdir(views / "other") == [f"bm25-{'0' * 16}.bin"]
    assert kept(log, views).view("bm25").digest() == keeper.view("bm25").digest()


def test_a_file_of_that_name_which_is_no_manifest_stays(log: Log, views: Path) -> None:
    (views / "bm25.json").write_text('{"k1": 0.9}\n')
    assert kept(log, views).save("bm25")
    assert sorted(os.listdir(views)) == ["bm25.json", "mine"]


def test_an_older_version_that_is_saving_is_not_disturbed(log: Log, views: Path) -> None:
    saved(log, views)
    before = set(os.listdir(views))
    lock = Lock(str(views / "save.lock"))
    with lock:
        assert kept(log, views).save("bm25")
        assert set(os.listdir(views)) == before | {"mine"}
    lock.close()
    say(log, 1)
    assert kept(log, views).save("bm25")
    assert os.listdir(views) == ["mine"]
