"""Sealed vectors: as those in plain for who asks, unreadable for who has the file, gone from every copy once erased."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from awhm.adapters.data_keys import DataKeys, make
from awhm.errors import Damaged
from awhm.events.fold import Array
from awhm.projections.sealed_embeddings import HEADER, SealedEmbeddings, erase_sealed

PRINT, DIM = "ab" * 32, 8


@pytest.fixture
def keys(tmp_path: Path) -> DataKeys:
    path = str(tmp_path / "state" / "keys")
    make(path, b"L" * 16, b"M" * 32)
    return DataKeys(path, b"L" * 16, b"M" * 32)


def opened(tmp_path: Path, keys: DataKeys, folder: str = "embeddings") -> SealedEmbeddings:
    return SealedEmbeddings(tmp_path / folder, keys, PRINT, DIM)


def commitment(number: int) -> bytes:
    return (number + 1).to_bytes(4, "big") * 8


def vector(number: int) -> Array:
    return np.random.default_rng(number).standard_normal(DIM).astype(np.float32)


def add(store: SealedEmbeddings, *numbers: int) -> None:
    commitments = np.array([commitment(one) for one in numbers], "V32")
    store.append(commitments, np.zeros(len(numbers), np.int64), np.stack([vector(one) for one in numbers]))


def held(store: SealedEmbeddings) -> list[int]:
    store.refresh()
    rows = np.flatnonzero(store.hashes())
    found = [int.from_bytes(store._records["commitment"][row].tobytes()[:4], "big") - 1 for row in rows]  # pyright: ignore
    for row, number in zip(rows, found, strict=True):
        assert (store.vectors()[row] == vector(number)).all()
    return found


def test_what_one_appends_the_others_have_and_no_file_shows(tmp_path: Path, keys: DataKeys) -> None:
    one, other = opened(tmp_path, keys), opened(tmp_path, keys)
    add(one, 1, 2)
    add(other, 2, 3)
    assert held(one) == held(other) == held(opened(tmp_path, keys)) == [1, 2, 3]
    data = one.path.read_bytes()
    assert not any(commitment(number) in data or vector(number).tobytes()[:8] in data for number in (1, 2, 3))
    assert os.stat(one.path).st_mode & 0o777 == 0o600


def test_what_is_erased_is_gone_and_from_old_copies_too(tmp_path: Path, keys: DataKeys) -> None:
    one, other = opened(tmp_path, keys), opened(tmp_path, keys)
    for turn in range(3):
        first = 10 * turn
        add(one, first, first + 1, first + 2)
        assert first in held(other)
        shutil.copytree(tmp_path / "embeddings", tmp_path / f"copy{turn}")
        assert erase_sealed(tmp_path / "embeddings", keys, {commitment(first)}) == 1
        assert first not in held(other) and first + 1 in held(other) and held(one) == held(other)
        assert held(opened(tmp_path, keys, f"copy{turn}")) == []
    assert held(opened(tmp_path, keys)) == [1, 2, 11, 12, 21, 22]
    assert one.erase({commitment(99)}) == 0


def test_an_erasure_that_was_stopped_before_the_old_key_went_is_made_good(tmp_path: Path, keys: DataKeys) -> None:
    one = opened(tmp_path, keys)
    add(one, 1, 2, 3)
    shutil.copytree(tmp_path / "embeddings", tmp_path / "old")
    destroy = keys.destroy
    done: list[int] = []

    def stopped(number: int) -> None:
        done.append(number)
        if len(done) == 2:  # the first is what was left of another
            raise KeyboardInterrupt
        destroy(number)

    keys.destroy = stopped  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        one.erase({commitment(1)})
    keys.destroy = destroy  # type: ignore[method-assign]
    again = opened(tmp_path, keys)
    assert held(again) == [2, 3]
    assert held(opened(tmp_path, keys, "old")) == [1, 2, 3], "not yet"
    again.erase({commitment(2)})
    assert held(again) == [3] and held(opened(tmp_path, keys, "old")) == []


@pytest.mark.parametrize("cut", [1, 40, 100])
def test_what_a_crash_has_left_is_cut_off(tmp_path: Path, keys: DataKeys, cut: int) -> None:
    one = opened(tmp_path, keys)
    add(one, 1)
    add(one, 2)
    data = one.path.read_bytes()
    one.path.write_bytes(data[:-cut] if cut != 100 else data[:-5] + bytes(5))
    again = opened(tmp_path, keys)
    assert held(again) == [1]
    add(again, 2, 3)
    assert held(opened(tmp_path, keys)) == [1, 2, 3]


def test_a_file_that_is_not_this_store_is_damage_and_removed_by_an_erasure(tmp_path: Path, keys: DataKeys) -> None:
    one = opened(tmp_path, keys)
    add(one, 1)
    with pytest.raises(Damaged):
        SealedEmbeddings(tmp_path / "embeddings", keys, PRINT, DIM + 1)
    data = bytearray(one.path.read_bytes())
    data[HEADER - 1] ^= 1
    one.path.write_bytes(data)
    with pytest.raises(Damaged):
        opened(tmp_path, keys)
    assert erase_sealed(tmp_path / "embeddings", keys, {commitment(1)}) == 0 and not one.path.exists()
