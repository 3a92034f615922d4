"""A saved view is what was saved, or nothing: whatever byte is changed, wherever a crash comes."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.fold import Array, Parts
from awhm.projections.saved import ALIGN, SavedView, Stamp

STAMP = Stamp("view", "1", "ab" * 16, 7, "cd" * 32)


def parts() -> dict[str, Array | bytes]:
    return {
        "words": b"some words",
        "numbers": np.arange(1000, dtype=np.uint32),
        "table": np.arange(12, dtype=np.float32).reshape(3, 4),
        "none": np.empty((0, 384), np.float16),
        "nothing": b"",
        "records": np.array([(1, 2.5)], dtype=[("id", "<u8"), ("score", "<f4")]),
    }


def same(one: Parts, other: Parts) -> bool:
    return set(one) == set(other) and all(equal(one[name], other[name]) for name in one)


def equal(a: Array | bytes, b: Array | bytes) -> bool:
    if isinstance(a, bytes) or isinstance(b, bytes):
        return isinstance(a, bytes) and isinstance(b, bytes) and a == b
    return a.dtype == b.dtype and a.shape == b.shape and bool((a == b).all())


def files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in folder.iterdir()}


@pytest.fixture
def saved(tmp_path: Path) -> SavedView:
    view = SavedView(str(tmp_path), "view")
    view.save(STAMP, parts())
    return view


def test_what_is_loaded_is_what_was_saved(saved: SavedView) -> None:
    for check in (False, True):
        found = saved.load(check=check)
        assert found is not None and found[0] == STAMP and same(found[1], parts())
    assert saved.read_stamp() == STAMP


def test_arrays_come_back_mapped_aligned_and_read_only(saved: SavedView) -> None:
    found = saved.load()
    assert found is not None
    numbers = found[1]["numbers"]
    assert isinstance(numbers, np.ndarray) and not numbers.flags.writeable and not numbers.flags.owndata
    assert numbers.ctypes.data % ALIGN == 0
    with pytest.raises(ValueError, match="read-only"):
        numbers[0] = 1


def test_nothing_saved_is_nothing_loaded(tmp_path: Path) -> None:
    view = SavedView(str(tmp_path / "not there"), "view")
    assert view.load() is None and view.read_stamp() is None
    view.discard()
    assert not (tmp_path / "not there").exists()


def test_files_and_folder_are_private(tmp_path: Path) -> None:
    SavedView(str(tmp_path / "views"), "view").save(STAMP, parts())
    assert (tmp_path / "views").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "views").iterdir()} == {0o600}


def test_an_array_that_is_still_the_one_loaded_is_not_written_again(tmp_path: Path, saved: SavedView) -> None:
    found = saved.load()
    assert found is not None
    before = files(tmp_path)
    saved.save(STAMP, {**found[1], "words": b"other words", "more": np.arange(3)})
    after = files(tmp_path)
    written = {name: size for name, size in after.items() if name not in before}
    assert list(written.values()) == [ALIGN + 24], "eleven bytes, the gap, and three numbers of eight bytes"
    assert all(after[name] == size for name, size in before.items() if name.endswith(".bin"))
    again = SavedView(str(tmp_path), "view").load(check=True)
    assert again is not None
    assert same(again[1], {**parts(), "words": b"other words", "more": np.arange(3)})


def test_a_copy_of_an_array_is_a_new_one(tmp_path: Path, saved: SavedView) -> None:
    found = saved.load()
    assert found is not None
    numbers = found[1]["numbers"]
    assert isinstance(numbers, np.ndarray)
    saved.save(STAMP, {"numbers": numbers.copy(), "same": numbers})
    new = SavedView(str(tmp_path), "view").load(check=True)
    assert new is not None and same(new[1], {"numbers": np.arange(1000, dtype=np.uint32)} | {"same": numbers})


def test_files_that_nothing_names_any_more_are_swept_and_those_of_other_views_are_not(tmp_path: Path) -> None:
    other, view = SavedView(str(tmp_path), "view-two"), SavedView(str(tmp_path), "view")
    other.save(STAMP, {"a": b"a"})
    for n in range(3):
        view.save(STAMP, {"n": b"%d" % n})
    left = sorted(files(tmp_path))
    assert len(left) == 4 and other.load() is not None
    view.discard()
    assert view.load() is None and other.load() is not None


def test_who_has_mapped_a_file_keeps_it_when_it_is_swept(tmp_path: Path, saved: SavedView) -> None:
    found = saved.load()
    assert found is not None
    SavedView(str(tmp_path), "view").save(STAMP, {"numbers": np.zeros(5)})
    assert same(found[1], parts())


def test_arrays_whose_file_another_process_swept_are_written_again(tmp_path: Path, saved: SavedView) -> None:
    """Both had the same files; the other began anew and swept them. What we save must not point to nothing."""
    found = saved.load()
    assert found is not None
    SavedView(str(tmp_path), "view").save(STAMP, {"numbers": np.zeros(5)})
    saved.save(STAMP, found[1])
    again = SavedView(str(tmp_path), "view").load(check=True)
    assert again is not None and same(again[1], parts())


def test_every_byte_of_the_manifest_matters(tmp_path: Path, saved: SavedView) -> None:
    manifest = tmp_path / "view.json"
    content = manifest.read_bytes()
    for at in range(len(content)):
        damaged = bytearray(content)
        damaged[at] ^= 1 << at % 8
        manifest.write_bytes(bytes(damaged))
        assert saved.load() is None and saved.read_stamp() is None, f"byte {at}"
    for length in range(len(content)):
        manifest.write_bytes(content[:length])
        assert saved.load() is None, f"cut to {length}"
    manifest.write_bytes(content)
    assert saved.load() is not None


def test_every_byte_of_a_byte_string_matters_and_of_arrays_when_asked(tmp_path: Path, saved: SavedView) -> None:
    (pack,) = tmp_path.glob("*.bin")
    content = pack.read_bytes()
    gaps = arrays = 0
    for at in range(0, len(content), 1 if len(content) < 9000 else 7):
        damaged = bytearray(content)
        damaged[at] ^= 0x10
        pack.write_bytes(bytes(damaged))
        found = saved.load(check=True)
        if found is not None:
            gaps += 1
            assert same(found[1], parts()), f"byte {at} is between two parts"
        elif saved.load() is not None:
            arrays += 1
        else:
            assert at < len(b"some words")
    assert gaps < 3 * ALIGN and arrays > 4000
    pack.write_bytes(content[:-1])
    assert saved.load() is None, "a file cut short"
    pack.unlink()
    assert saved.load() is None


def test_what_a_crash_before_the_rename_leaves_is_ignored_and_swept(tmp_path: Path, saved: SavedView) -> None:
    (tmp_path / "view-0123456789abcdef.bin").write_bytes(b"half a pa")
    (tmp_path / "view.json.01234567.tmp").write_bytes(b"1 00000000\n{")
    found = saved.load(check=True)
    assert found is not None and same(found[1], parts())
    saved.save(STAMP, {"a": b"a"})
    assert len(files(tmp_path)) == 2


def test_a_save_that_the_disk_will_not_have_leaves_the_old_view_and_no_litter(
    tmp_path: Path, saved: SavedView, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(tmp_path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)  # the system's, not ours
        with pytest.raises(OSError, match="No space"):
            saved.save(STAMP, {"a": b"a"})
    assert files(tmp_path) == before
    found = saved.load(check=True)
    assert found is not None and same(found[1], parts())


@given(
    st.lists(
        st.tuples(st.sampled_from(["u1", "<i4", ">u8", "<f4", "S3"]), st.lists(st.integers(0, 3), max_size=3)),
        max_size=5,
    ),
    st.lists(st.binary(max_size=100), max_size=5),
)
def test_any_arrays_and_byte_strings_come_back(
    tmp_path_factory: pytest.TempPathFactory, shapes: list[tuple[str, list[int]]], strings: list[bytes]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    made: dict[str, Array | bytes] = {f"b{n}": value for n, value in enumerate(strings)}
    for n, (dtype, shape) in enumerate(shapes):
        size = int(np.prod(shape))
        made[f"a{n}"] = np.arange(size).astype(dtype).reshape(shape)
    SavedView(str(folder), "any").save(STAMP, made)
    found = SavedView(str(folder), "any").load(check=True)
    assert found is not None and same(found[1], made)
