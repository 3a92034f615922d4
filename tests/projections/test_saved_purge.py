"""A purge: in no file of a view is a byte of what it is not any more, and what has not changed is not written again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.events.fold import Array, Parts
from awhm.projections.saved import LARGE, SavedView, Stamp, sweep

STAMP = Stamp("view", "1", "00", 1, "00")


def marked(number: int, size: int = 40) -> Array:
    """An array that can be told by its bytes."""
    return np.frombuffer(b"MARK%06d" % number + b"." * size, np.uint8)


def bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def loaded(view: SavedView) -> dict[str, Array | bytes]:
    found = view.load(check=True)
    assert found is not None
    return dict(found[1])


def test_an_ordinary_save_leaves_what_shares_a_file_with_what_stays(tmp_path: Path) -> None:
    """What the purge is for."""
    view = SavedView(str(tmp_path), "view")
    view.save(STAMP, {"a": marked(1), "b": marked(2)})
    parts = loaded(view)
    view.save(STAMP, {"a": parts["a"]})
    assert b"MARK000002" in bytes_in(tmp_path)
    parts = loaded(view)
    view.save(STAMP, {"a": parts["a"]}, purge=True)
    assert b"MARK000002" not in bytes_in(tmp_path) and b"MARK000001" in bytes_in(tmp_path)


def test_a_large_array_has_a_file_of_its_own_and_stays_as_it_is(tmp_path: Path) -> None:
    view = SavedView(str(tmp_path), "view")
    view.save(STAMP, {"large": marked(1, LARGE), "small": marked(2), "other": marked(3, LARGE)})
    files = {path.name: path.stat().st_ino for path in tmp_path.glob("*.bin")}
    assert len(files) == 3
    parts = loaded(view)
    view.save(STAMP, {"large": parts["large"], "small": marked(4)}, purge=True)
    after = {path.name: path.stat().st_ino for path in tmp_path.glob("*.bin")}
    assert len(set(files.items()) & set(after.items())) == 1 and len(after) == 2
    assert not any(mark in bytes_in(tmp_path) for mark in (b"MARK000002", b"MARK000003"))


changes = st.lists(
    st.tuples(st.dictionaries(st.sampled_from("abcd"), st.integers(1, 99), max_size=4), st.sampled_from("abcd"),
              st.booleans()),
    min_size=1, max_size=8,
)  # fmt: skip


@settings(max_examples=60)
@given(changes, st.booleans())
def test_after_any_saves_a_purge_leaves_just_what_is_there(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[dict[str, int], str, bool]], reopen: bool
) -> None:
    folder = tmp_path_factory.mktemp("views")
    view = SavedView(str(folder), "view")
    state: dict[str, int] = {}
    arrays: Mapping[str, Array | bytes] = {}
    for number, (given_parts, dropped, purge) in enumerate(steps):
        state = {name: mark for name, mark in (state | given_parts).items() if name != dropped}
        parts: Parts = {
            name: arrays[name] if name in arrays and name not in given_parts else marked(mark, 10 * mark)
            for name, mark in state.items()
        }
        view.save(STAMP, parts, purge=purge or number == len(steps) - 1)
        if reopen:
            view = SavedView(str(folder), "view")
        arrays = loaded(view)
        if purge or number == len(steps) - 1:
            there = bytes_in(folder)
            assert {mark for mark in range(1, 100) if b"MARK%06d" % mark in there} == set(state.values())
    assert {name: bytes(np.asarray(part))[:10] for name, part in arrays.items()} == {
        name: b"MARK%06d" % mark for name, mark in state.items()
    }


def test_a_folder_is_swept_but_for_the_lock_and_what_is_kept(tmp_path: Path) -> None:
    for name in ("save.lock", "save.lock.queue", "old-0123456789abcdef.bin", "old.json", "new.json", "x.json.12.tmp"):
        (tmp_path / name).write_bytes(b"x")
    sweep(str(tmp_path), {"new.json"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.json", "save.lock", "save.lock.queue"]
