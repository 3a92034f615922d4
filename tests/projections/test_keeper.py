"""The keeper's views are what a fold from nothing gives, whatever lies on the disk and whoever else saves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import Kind, MessageLogged, Recorded, Role
from awhm.events.fold import Array, Parts
from awhm.events.log import Log
from awhm.events.ram_log import RamLog
from awhm.events.sqlite_log import SqliteLog
from awhm.projections.keeper import Keeper
from awhm.replay.replay import replay

CHUNK = 10


class Lengths:
    """Frozen chunks of ten lengths each, and a tail: the shape that real folds have, in small."""

    def __init__(self) -> None:
        self.chunks: list[Array] = []
        self.tail: list[int] = []


def logged(state: Lengths, event: Recorded) -> None:
    state.tail.append(len(event.payload["content"]))
    if len(state.tail) == CHUNK:
        state.chunks.append(np.array(state.tail, np.uint32))
        state.tail = []


class LengthsFold:
    name = "lengths"
    reads: Mapping[Kind, Callable[[Lengths, Recorded], None]] = {Kind.MESSAGE_LOGGED: logged}

    def __init__(self, version: str = "1") -> None:
        self.version = version

    def initial(self) -> Lengths:
        return Lengths()

    def digest(self, state: Lengths) -> str:
        numbers = [int(n) for chunk in state.chunks for n in chunk] + state.tail
        return sha256(str(numbers).encode()).hexdigest()

    def dump(self, state: Lengths) -> dict[str, Array | bytes]:
        chunks = {f"chunk {n}": chunk for n, chunk in enumerate(state.chunks)}
        return {**chunks, "tail": bytes(state.tail)}

    def load(self, parts: Parts) -> Lengths:
        state = Lengths()
        for n in range(len(parts) - 1):
            chunk = parts[f"chunk {n}"]
            if isinstance(chunk, bytes) or len(chunk) != CHUNK:
                raise ValueError("not a chunk")
            state.chunks.append(chunk)
        state.tail = list(bytes(parts["tail"]))
        return state


def said(text: str) -> Draft:
    event = MessageLogged(session="s", role=Role.USER, content=text, occurred=0)
    return draft(event, new_id(), b"stream----------")


def say(log: Log, count: int) -> None:
    log.append([said("x" * (n % 200)) for n in range(count)])


def kept(log: Log, folder: Path | None, *, version: str = "1", save_every: int = 1000) -> Keeper:
    return Keeper(log, [LengthsFold(version)], str(folder) if folder else None, replay, save_every=save_every)


def packs(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in folder.glob("*.bin")}


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


def test_a_view_is_caught_up_to_the_head_before_each_read(log: Log, views: Path) -> None:
    keeper = kept(log, views)
    assert keeper.names == ["lengths"]
    for total in (0, 7, 25):
        say(log, total - log.head().position)
        view = keeper.view("lengths")
        assert view.position == total
        assert view.digest() == keeper.fresh("lengths", total).digest()


def test_what_was_saved_is_loaded_and_only_the_rest_is_read(log: Log, views: Path) -> None:
    say(log, 55)
    keeper = kept(log, views)
    keeper.view("lengths")
    assert keeper.save("lengths")
    say(log, 3)
    counting = Counting()
    again = Keeper(log, [LengthsFold()], str(views), counting)
    view = again.view("lengths")
    assert counting.events == 3 and view.position == 58
    assert view.digest() == again.fresh("lengths", 58).digest()
    assert all(not chunk.flags.owndata for chunk in view.state.chunks), "the chunks are mapped, not copied"


def test_views_are_saved_every_so_many_events_and_at_the_end_if_it_is_worth_it(log: Log, views: Path) -> None:
    keeper = kept(log, views, save_every=50)
    say(log, 49)
    keeper.view("lengths")
    assert not views.exists()
    say(log, 1)
    keeper.view("lengths")
    assert len(packs(views)) == 1
    keeper.close()
    say(log, 49)
    keeper.view("lengths")
    assert kept(log, views).view("lengths").position == 99
    keeper.close()
    assert len(packs(views)) == 1
    few, many = views.parent / "few", views.parent / "many"
    for folder, count in ((few, 99), (many, 100)):
        other = RamLog()
        say(other, count)
        keeper = kept(other, folder)
        keeper.view("lengths")
        keeper.close()
    assert not few.exists() and len(packs(many)) == 1


def test_a_saved_view_of_another_version_is_ignored_and_then_replaced(log: Log, views: Path) -> None:
    say(log, 30)
    old = kept(log, views)
    old.view("lengths")
    old.save("lengths")
    counting = Counting()
    new = Keeper(log, [LengthsFold("2")], str(views), counting)
    new.view("lengths")
    assert counting.events == 30
    assert new.save("lengths")
    counting.events = 0
    Keeper(log, [LengthsFold("2")], str(views), counting).view("lengths")
    assert counting.events == 0


def test_a_saved_view_of_another_log_is_ignored(log: Log, views: Path) -> None:
    other = RamLog()
    say(other, 40)
    keeper = kept(other, views)
    keeper.view("lengths")
    keeper.save("lengths")
    say(log, 50)
    mine = kept(log, views)
    assert mine.view("lengths").digest() == mine.fresh("lengths", 50).digest()
    assert mine.ahead() == []


def test_a_saved_view_whose_chain_is_not_the_log_s_is_ignored(views: Path) -> None:
    """Two logs with one id that have parted: a restored backup that went on."""
    one, other = RamLog(b"i" * 16, b"k" * 32), RamLog(b"i" * 16, b"k" * 32)
    say(one, 30)
    other.append([said("other") for _ in range(40)])
    keeper = kept(one, views)
    keeper.view("lengths")
    keeper.save("lengths")
    parted = kept(other, views)
    assert parted.view("lengths").digest() == parted.fresh("lengths", 40).digest()


def test_a_saved_view_beyond_the_head_tells_of_a_log_that_was_cut(views: Path) -> None:
    whole, cut = RamLog(b"i" * 16), RamLog(b"i" * 16)
    say(whole, 30)
    keeper = kept(whole, views)
    keeper.view("lengths")
    keeper.save("lengths")
    say(cut, 20)
    assert keeper.ahead() == []
    shorter = kept(cut, views)
    assert shorter.ahead() == [("lengths", 30)]
    assert shorter.view("lengths").position == 20


def test_any_damage_to_the_manifest_leads_to_a_rebuilt_view(log: Log, views: Path) -> None:
    say(log, 25)
    keeper = kept(log, views)
    right = keeper.view("lengths").digest()
    keeper.save("lengths")
    manifest = views / "lengths.json"
    content = manifest.read_bytes()
    for at in range(len(content)):
        damaged = bytearray(content)
        damaged[at] ^= 0x20
        manifest.write_bytes(bytes(damaged))
        assert kept(log, views).view("lengths").digest() == right, f"byte {at}"


def test_a_damaged_byte_string_leads_to_a_rebuilt_view_and_the_next_save_mends_it(log: Log, views: Path) -> None:
    log.append([said("abc") for _ in range(25)])
    keeper = kept(log, views)
    right = keeper.view("lengths").digest()
    keeper.save("lengths")
    (pack,) = views.glob("*.bin")
    content = bytearray(pack.read_bytes())
    content[-1] ^= 1  # the tail is the last part
    pack.write_bytes(bytes(content))
    assert kept(log, views).damaged() == ["lengths"]
    again = kept(log, views)
    assert again.view("lengths").digest() == right
    assert again.save("lengths") and again.damaged() == []
    counting = Counting()
    Keeper(log, [LengthsFold()], str(views), counting).view("lengths")
    assert counting.events == 0, "it was saved anew although one of the same position was there"


def test_a_damaged_array_is_named_and_a_rebuild_mends_it(log: Log, views: Path) -> None:
    log.append([said("abc") for _ in range(25)])
    keeper = kept(log, views)
    right = keeper.view("lengths").digest()
    keeper.save("lengths")
    (pack,) = views.glob("*.bin")
    content = bytearray(pack.read_bytes())
    content[0] ^= 1
    pack.write_bytes(bytes(content))
    wrong = kept(log, views)
    assert wrong.damaged() == ["lengths"]
    assert wrong.view("lengths").digest() != right == wrong.fresh("lengths", 25).digest(), "which --check compares"
    assert wrong.rebuild("lengths").digest() == right
    assert kept(log, views).damaged() == [] and kept(log, views).view("lengths").digest() == right


def test_parts_that_do_not_fit_the_fold_lead_to_a_rebuilt_view(log: Log, views: Path) -> None:
    class Other(LengthsFold):
        def dump(self, state: Lengths) -> dict[str, Array | bytes]:
            return {"chunk 0": np.arange(3), "tail": b""}

    say(log, 25)
    keeper = Keeper(log, [Other()], str(views), replay)
    keeper.view("lengths")
    with pytest.raises(ValueError, match="not a chunk"):
        keeper.save("lengths")
    mine = kept(log, views)
    assert mine.view("lengths").digest() == mine.fresh("lengths", 25).digest()


def test_arrays_that_have_not_changed_are_not_written_again(log: Log, views: Path) -> None:
    say(log, 1000)
    keeper = kept(log, views)
    keeper.view("lengths")
    keeper.save("lengths")
    before = packs(views)
    say(log, 12)
    keeper.view("lengths")
    keeper.save("lengths")
    written = {name: size for name, size in packs(views).items() if name not in before}
    assert list(written.values()) == [64 + 2], "one chunk of ten, up to the next 64, and a tail of two"
    assert set(before) <= set(packs(views))
    again = kept(log, views)
    assert again.damaged() == [] and again.view("lengths").digest() == keeper.view("lengths").digest()


def test_leftovers_of_a_crash_are_ignored_and_swept(log: Log, views: Path) -> None:
    say(log, 25)
    keeper = kept(log, views)
    keeper.view("lengths")
    keeper.save("lengths")
    (views / f"lengths-{'0' * 16}.bin").write_bytes(b"half")
    (views / f"lengths.json.{'0' * 8}.tmp").write_bytes(b"half")
    assert kept(log, views).view("lengths").digest() == keeper.view("lengths").digest()
    say(log, 1)
    keeper.view("lengths")
    keeper.save("lengths")
    assert not [name for name in os.listdir(views) if "0" * 8 in name]


def test_a_view_that_was_thrown_away_is_folded_again(log: Log, views: Path) -> None:
    say(log, 30)
    keeper = kept(log, views)
    right = keeper.view("lengths").digest()
    keeper.save("lengths")
    keeper.discard("lengths")
    assert packs(views) == {} and not (views / "lengths.json").exists()
    assert keeper.view("lengths").digest() == right
    keeper.discard("lengths")
    shutil.rmtree(views)
    keeper.discard("lengths")
    assert keeper.rebuild("lengths").digest() == right and len(packs(views)) == 1


def test_a_fresh_view_stops_where_it_is_told_and_leaves_the_live_one_alone(log: Log, views: Path) -> None:
    say(log, 30)
    keeper = kept(log, views)
    live = keeper.view("lengths")
    cut = RamLog()
    say(cut, 12)
    assert keeper.fresh("lengths", 12).digest() == kept(cut, None).view("lengths").digest()
    assert live.position == 30 and keeper.view("lengths") is live
    assert keeper.fresh("lengths", 999).position == 30


def test_without_a_folder_nothing_is_saved(log: Log) -> None:
    say(log, 200)
    keeper = kept(log, None)
    view = keeper.view("lengths")
    assert keeper.save("lengths") is False
    assert (keeper.ahead(), keeper.damaged()) == ([], [])
    keeper.discard("lengths")
    assert keeper.rebuild("lengths").digest() == view.digest()
    keeper.close()


def test_the_folder_is_private(log: Log, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "views"
    say(log, 5)
    keeper = kept(log, folder)
    keeper.view("lengths")
    keeper.save("lengths")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_a_folder_that_cannot_be_written_stops_nobody_reading(log: Log, tmp_path: Path) -> None:
    (tmp_path / "views").touch()  # a file where the folder should be: not even root can write into it
    keeper = kept(log, tmp_path / "views", save_every=10)
    say(log, 150)
    assert keeper.view("lengths").position == 150
    keeper.close()
    assert keeper.save("lengths") is False
