"""Several keepers over one folder of views, as several processes have them: with the folds of the product."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from awhm.errors import Conflict
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import MessageLogged, Role
from awhm.events.lock import Lock
from awhm.events.log import Log
from awhm.events.ram_log import RamLog
from awhm.events.sqlite_log import SqliteLog
from awhm.projections import keeper as keeper_module
from awhm.projections.bm25 import Bm25
from awhm.projections.keeper import Keeper
from awhm.replay.replay import replay


def said(text: str) -> Draft:
    event = MessageLogged(session="s", role=Role.USER, content=text, occurred=0)
    return draft(event, new_id(), b"stream----------")


def say(log: Log, count: int) -> None:
    log.append([said(f"word{n % 7} thing{n % 3} number{n}") for n in range(count)])


def kept(log: Log, folder: Path | None, *, save_every: int = 1000) -> Keeper:
    return Keeper(log, [Bm25()], str(folder) if folder else None, replay, save_every=save_every)


@pytest.fixture
def views(tmp_path: Path) -> Path:
    return tmp_path / "views"


@pytest.fixture(params=["ram", "sqlite"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    made: Log = RamLog() if request.param == "ram" else SqliteLog(str(tmp_path / "store"))
    yield made
    made.close()


class Counting:
    """The real loop, which also says how many events it read."""

    def __init__(self) -> None:
        self.events = 0

    def __call__(self, log: Log, views: Any, until: Any = None, progress: Any = None) -> Any:
        done = replay(log, views, until, progress)
        self.events += done.events
        return done


def test_two_who_save_in_turn_do_not_take_each_other_s_files_away(log: Log, views: Path) -> None:
    one, other = kept(log, views), kept(log, views)
    for turn in range(6):
        say(log, 15)
        for keeper in (one, other) if turn % 2 else (other, one):
            keeper.view("bm25")
            keeper.save("bm25")
        reader = kept(log, views)
        assert reader.damaged() == []
        assert reader.view("bm25").digest() == reader.fresh("bm25", log.head().position).digest()


def test_one_that_began_anew_does_not_make_the_other_save_a_view_of_files_that_are_gone(log: Log, views: Path) -> None:
    say(log, 30)
    first = kept(log, views)
    first.view("bm25")
    first.save("bm25")
    kept(log, views).rebuild("bm25")  # sweeps the files that `first` has mapped
    say(log, 15)
    first.view("bm25")
    first.save("bm25")
    counting = Counting()
    last = Keeper(log, [Bm25()], str(views), counting)
    assert last.view("bm25").digest() == first.view("bm25").digest()
    assert counting.events == 0 and last.damaged() == []


def test_a_saver_does_not_wait_for_another(log: Log, views: Path) -> None:
    say(log, 25)
    keeper = kept(log, views)
    keeper.view("bm25")
    views.mkdir()
    lock = Lock(str(views / "save.lock"))
    with lock:
        assert keeper.save("bm25") is False
    assert keeper.save("bm25") is True
    lock.close()


def test_throwing_a_view_away_is_a_conflict_while_another_goes_on_saving(
    log: Log, views: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper_module, "PATIENCE", 0.01)
    keeper = kept(log, views)
    views.mkdir()
    lock = Lock(str(views / "save.lock"))
    with lock, pytest.raises(Conflict) as conflict:
        keeper.discard("bm25")
    assert conflict.value.code == "locked"
    lock.close()


def test_an_older_view_never_replaces_a_newer_one(log: Log, views: Path) -> None:
    say(log, 20)
    slow, quick = kept(log, views), kept(log, views)
    slow.view("bm25")
    say(log, 10)
    quick.view("bm25")
    quick.save("bm25")
    slow.save("bm25")
    counting = Counting()
    Keeper(log, [Bm25()], str(views), counting).view("bm25")
    assert counting.events == 0


def test_threads_that_save_at_once_leave_one_whole_view(log: Log, views: Path) -> None:
    say(log, 300)

    def work() -> None:
        keeper = kept(log, views)
        for _ in range(5):
            keeper.view("bm25")
            keeper.save("bm25")
            log.append([said("x")])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    last = kept(log, views)
    assert last.damaged() == []
    assert last.view("bm25").digest() == last.fresh("bm25", log.head().position).digest()


class KeeperMachine(RuleBasedStateMachine):
    """Append, read, save, restart, rebuild, in any order: always what a fold from nothing gives."""

    def __init__(self) -> None:
        super().__init__()
        self.log = RamLog()
        self.folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"awhm-keeper-{new_id().hex()}"
        self.keepers = [kept(self.log, self.folder, save_every=20), kept(self.log, self.folder, save_every=7)]

    @rule(count=st.integers(0, 25))
    def say(self, count: int) -> None:
        say(self.log, count)

    @rule(which=st.integers(0, 1))
    def save(self, which: int) -> None:
        self.keepers[which].view("bm25")
        self.keepers[which].save("bm25")

    @rule(which=st.integers(0, 1), close=st.booleans())
    def restart(self, which: int, close: bool) -> None:
        if close:
            self.keepers[which].close()
        self.keepers[which] = kept(self.log, self.folder, save_every=20)

    @rule(which=st.integers(0, 1))
    def rebuild(self, which: int) -> None:
        self.keepers[which].rebuild("bm25")

    @precondition(lambda self: self.folder.exists())
    @rule(data=st.data())
    def lose_a_file(self, data: st.DataObject) -> None:
        names = sorted(os.listdir(self.folder))
        if names:
            (self.folder / data.draw(st.sampled_from(names))).unlink()

    @invariant()
    def both_are_right(self) -> None:
        right = kept(self.log, None).view("bm25").digest()
        for keeper in self.keepers:
            assert keeper.view("bm25").digest() == right
            assert keeper.view("bm25").position == self.log.head().position

    def teardown(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


TestKeeper = KeeperMachine.TestCase
TestKeeper.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
