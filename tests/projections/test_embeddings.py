"""The store of vectors: what is written is found, what is broken is not, and models never mix."""

import multiprocessing
import os
import resource
import stat
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.errors import Damaged, Refused
from awhm.events.fold import Array
from awhm.projections.embedding_file import HEADER, FileEmbeddings
from awhm.projections.embeddings import Embeddings, Number, RamEmbeddings, hashes_of, record_of

MODEL, OTHER = sha256(b"model").hexdigest(), sha256(b"other").hexdigest()
DIM = 8
RECORD = 40 + 4 * DIM


def keys(*names: int) -> tuple[Array, Array]:
    """Commitments made of these names, and the names as passages."""
    commitments = b"".join(sha256(str(name).encode()).digest() for name in names)
    return np.frombuffer(commitments, "V32"), np.array(names, np.uint16)


def vectors(*names: int) -> Array:
    """A unit vector for each name."""
    drawn = np.array([np.random.RandomState(name).standard_normal(DIM) for name in names]).reshape(-1, DIM)
    unit: Array = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return unit


def add(store: Embeddings, *names: int) -> None:
    store.append(*keys(*names), vectors(*names))


def held(store: Embeddings, name: int) -> int:
    """How many intact records of the store are this name's."""
    commitment, passage = keys(name)
    rows = np.flatnonzero(store.hashes() == hashes_of(commitment, passage))
    good = store.holds(rows, np.repeat(commitment, len(rows)), np.repeat(passage, len(rows)))
    found = store.vectors()[rows[good]]
    assert np.array_equal(found, np.repeat(vectors(name), len(found), axis=0))
    return len(found)


@pytest.fixture(params=["ram", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Embeddings:
    return RamEmbeddings(MODEL, DIM) if request.param == "ram" else FileEmbeddings(tmp_path, MODEL, DIM)


def test_what_is_appended_is_found_under_its_key(store: Embeddings) -> None:
    add(store, 1, 2)
    add(store, *range(3, 400))
    assert len(store) == 399
    assert [held(store, name) for name in (1, 2, 3, 399, 400)] == [1, 1, 1, 1, 0]
    assert store.vectors().shape == (399, DIM)
    assert store.spoiled == 0


def test_a_key_is_commitment_and_passage_together(store: Embeddings) -> None:
    commitment, _ = keys(1)
    store.append(np.repeat(commitment, 2), np.array([0, 1]), vectors(1, 2))
    assert len(set(store.hashes().tolist())) == 2
    zero, right = np.array([0]), np.array([0])
    assert store.holds(zero, commitment, right).all()
    assert not store.holds(zero, commitment, np.array([1])).any()


def test_appending_nothing_is_nothing(store: Embeddings) -> None:
    add(store)
    assert len(store) == 0
    assert store.check() == 0
    assert store.erase([b"x" * 32]) == 0


def test_what_does_not_fit_is_refused(store: Embeddings) -> None:
    commitment, passage = keys(1)
    for wrong in (vectors(1)[:, :3], vectors(1, 2), vectors(1) * np.float32(np.nan)):
        with pytest.raises(ValueError, match="vector"):
            store.append(commitment, passage, wrong)
    assert len(store) == 0


def test_a_store_needs_a_fingerprint_and_a_dimension(tmp_path: Path) -> None:
    for fingerprint, dim in (("../../etc", 8), (MODEL.upper(), 8), (MODEL, 0)):
        with pytest.raises(ValueError, match="fingerprint"):
            FileEmbeddings(tmp_path, fingerprint, dim)


def test_erased_records_are_gone_and_the_others_stay(store: Embeddings) -> None:
    add(store, 1, 2, 3)
    before = store.generation
    assert store.erase([keys(2)[0].tobytes(), b"x" * 32]) == 1
    assert [held(store, name) for name in (1, 2, 3)] == [1, 0, 1]
    assert not store.vectors()[1].any()
    assert store.generation > before
    assert store.spoiled == 0
    add(store, 4)
    assert (len(store), held(store, 4), store.check()) == (4, 1, 0)


def test_an_erased_vector_is_nowhere_in_the_file(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    add(store, 1, 2, 3)
    before = store.path.read_bytes()
    assert vectors(2).tobytes() in before
    store.erase([keys(2)[0].tobytes()])
    after = store.path.read_bytes()
    assert vectors(2).tobytes() not in after
    assert keys(2)[0].tobytes() not in after
    assert len(after) == len(before)


def test_another_reader_of_an_erased_record_no_longer_holds_it(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    add(store, 1, 2)
    reader = FileEmbeddings(tmp_path, MODEL, DIM)
    store.erase([keys(1)[0].tobytes()])
    assert (held(reader, 1), held(reader, 2), reader.spoiled) == (0, 1, 0)


def test_a_store_is_found_again_and_grows_under_its_readers(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path / "new" / "folder", MODEL, DIM)
    reader = FileEmbeddings(tmp_path / "new" / "folder", MODEL, DIM)
    assert not store.path.parent.exists()
    add(store, 1, 2)
    assert reader.refresh() == 2
    add(reader, 3)
    assert (store.refresh(), held(store, 3)) == (3, 1)
    assert held(FileEmbeddings(tmp_path / "new" / "folder", MODEL, DIM), 1) == 1


def test_files_are_the_owners_alone(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path / "embeddings", MODEL, DIM)
    add(store, 1)
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700
    files = list(store.path.parent.iterdir())
    assert len(files) == 2
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_two_models_never_mix(tmp_path: Path) -> None:
    one, other = FileEmbeddings(tmp_path, MODEL, DIM), FileEmbeddings(tmp_path, OTHER, DIM)
    add(one, 1)
    assert other.refresh() == 0
    one.path.rename(other.path)
    with pytest.raises(Damaged, match="another model"):
        other.refresh()


def _flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 0x10
    path.write_bytes(content)


def test_a_file_of_another_dimension_format_or_kind_is_named_as_such(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    add(store, 1)
    with pytest.raises(Damaged, match="dimension 8"):
        FileEmbeddings(tmp_path, MODEL, DIM + 1)
    for at in range(HEADER):
        _flip(store.path, at)
        with pytest.raises(Damaged) as damaged:
            FileEmbeddings(tmp_path, MODEL, DIM)
        assert "remove the file" in damaged.value.hint
        _flip(store.path, at)
    assert len(FileEmbeddings(tmp_path, MODEL, DIM)) == 1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 3 * RECORD - 1), st.integers(1, 255))
def test_a_changed_byte_costs_at_most_its_own_record(
    tmp_path_factory: pytest.TempPathFactory, at: int, change: int
) -> None:
    store = FileEmbeddings(tmp_path_factory.mktemp("store"), MODEL, DIM)
    add(store, 1, 2, 3)
    content = bytearray(store.path.read_bytes())
    content[HEADER + at] ^= change
    store.path.write_bytes(content)
    reader = FileEmbeddings(store.path.parent, MODEL, DIM)
    assert [held(reader, name) for name in (1, 2, 3)] == [int(at // RECORD != row) for row in range(3)]
    assert reader.spoiled == 1
    add(reader, at // RECORD + 1)
    assert held(FileEmbeddings(store.path.parent, MODEL, DIM), at // RECORD + 1) == 1


def test_an_old_broken_record_is_found_when_asked_for_and_by_a_check(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    add(store, *range(1, 400))
    _flip(store.path, HEADER + 50)
    _flip(store.path, HEADER + RECORD + 50)
    reader = FileEmbeddings(tmp_path, MODEL, DIM)
    assert reader.spoiled == 0
    assert (held(reader, 1), reader.spoiled) == (0, 1)
    assert (reader.check(), reader.spoiled) == (1, 2)
    assert (held(reader, 2), held(reader, 3)) == (0, 1)


@pytest.mark.parametrize("left", [0, 10, HEADER, HEADER + 1, HEADER + 2 * RECORD - 1])
def test_a_torn_end_is_cut_off_by_the_next_writer(tmp_path: Path, left: int) -> None:
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    add(store, 1, 2)
    os.truncate(store.path, left)
    reader = FileEmbeddings(tmp_path, MODEL, DIM)
    whole = max(left - HEADER, 0) // RECORD
    assert len(reader) == whole
    add(reader, 3)
    assert store.path.stat().st_size == HEADER + (whole + 1) * RECORD
    again = FileEmbeddings(tmp_path, MODEL, DIM)
    assert [held(again, name) for name in (1, 2, 3)] == [whole, 0, 1]


def test_a_file_that_was_removed_or_replaced_is_noticed(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    add(store, 1, 2)
    copy = store.path.read_bytes()
    store.path.unlink()
    before = store.generation
    assert (store.refresh(), held(store, 1)) == (0, 0)
    assert store.generation > before
    (tmp_path / "copy").write_bytes(copy[:-RECORD])
    (tmp_path / "copy").rename(store.path)
    assert (store.refresh(), held(store, 1), held(store, 2)) == (1, 1, 0)
    add(store, 5)
    assert held(FileEmbeddings(tmp_path, MODEL, DIM), 5) == 1


def test_what_another_wrote_meanwhile_is_not_written_twice(tmp_path: Path) -> None:
    one, other = FileEmbeddings(tmp_path, MODEL, DIM), FileEmbeddings(tmp_path, MODEL, DIM)
    add(one, 1, 2)
    add(other, 2, 3)
    assert (len(other), held(other, 2), held(other, 3)) == (3, 1, 1)


def _append_many(folder: Path, start: int) -> None:
    store = FileEmbeddings(folder, MODEL, DIM)
    for name in range(start, start + 100, 5):
        add(store, *range(name, name + 5))


def test_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_append_many, args=(tmp_path, start)) for start in (0, 1000, 2000)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    assert len(store) == 300
    assert all(held(store, start + name) == 1 for start in (0, 1000, 2000) for name in range(100))


def test_a_full_disk_is_refused_and_leaves_whole_records(tmp_path: Path) -> None:
    store = FileEmbeddings(tmp_path, MODEL, DIM)
    add(store, 1)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (HEADER + 2 * RECORD + 7, limit[1]))  # Python ignores SIGXFSZ
    try:
        with pytest.raises(Refused) as refused:
            add(store, 2, 3, 4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert refused.value.code == "embeddings_not_written"
    assert store.path.stat().st_size == HEADER + 2 * RECORD
    assert (store.refresh(), held(store, 1), held(store, 2)) == (2, 1, 1)
    add(store, 3, 4)
    assert [held(FileEmbeddings(tmp_path, MODEL, DIM), name) for name in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = FileEmbeddings(tmp_path / "folder", MODEL, DIM)
    (tmp_path / "folder").symlink_to(tmp_path / "file")
    with pytest.raises(Refused) as refused:
        add(store, 1)
    assert refused.value.code == "embeddings_not_written"


def test_vectors_go_into_a_product_without_being_copied(store: Embeddings) -> None:
    assert (store.vectors() @ vectors(1)[0]).shape == (0,)
    add(store, 1, 2)
    assert store.vectors().strides == (RECORD, 4)
    assert np.shares_memory(store.vectors(), store.vectors())
    assert (store.vectors() @ vectors(1)[0])[0] == pytest.approx(1)


# Of int8 ----------------------------------------------------------------------------------------------------


def whole_numbers(*names: int) -> Array:
    """Eight numbers for each name, int8, the smallest and the largest among them."""
    drawn = np.array([np.random.RandomState(name).randint(-128, 128, DIM) for name in names], np.int8)
    drawn = drawn.reshape(-1, DIM)
    drawn[:, :2] = (-128, 127)
    return drawn


@pytest.fixture(params=["ram", "file"])
def small(request: pytest.FixtureRequest, tmp_path: Path) -> Embeddings:
    return RamEmbeddings(MODEL, DIM, "i1") if request.param == "ram" else FileEmbeddings(tmp_path, MODEL, DIM, "i1")


def test_whole_numbers_are_kept_as_they_are(small: Embeddings) -> None:
    small.append(*keys(1, 2, 3), whole_numbers(1, 2, 3))
    assert small.vectors().dtype == np.int8
    assert np.array_equal(small.vectors(), whole_numbers(1, 2, 3))
    assert small.holds(np.arange(3), *keys(1, 2, 3)).all()
    assert small.erase([keys(2)[0].tobytes()]) == 1
    assert not small.vectors()[1].any()
    assert small.holds(np.arange(3), *keys(1, 2, 3)).tolist() == [True, False, True]


@pytest.mark.parametrize(("number", "size"), [("<f4", 40 + 4 * DIM), ("i1", 40 + DIM)])
def test_a_record_takes_forty_bytes_and_its_numbers(tmp_path: Path, number: Number, size: int) -> None:
    assert record_of(DIM, number).itemsize == size
    store = FileEmbeddings(tmp_path, MODEL, DIM, number)
    store.append(*keys(1, 2), whole_numbers(1, 2))
    assert store.path.stat().st_size == HEADER + 2 * size


def test_stores_of_different_numbers_have_files_of_their_own(tmp_path: Path) -> None:
    wide, narrow = FileEmbeddings(tmp_path, MODEL, DIM), FileEmbeddings(tmp_path, MODEL, DIM, "i1")
    add(wide, 1)
    assert (narrow.refresh(), len(wide)) == (0, 1)
    narrow.append(*keys(2, 3), whole_numbers(2, 3))
    assert (wide.refresh(), narrow.refresh()) == (1, 2)
    assert (wide.path.suffix, narrow.path.suffix) == (".f32", ".i8")
    assert held(FileEmbeddings(tmp_path, MODEL, DIM), 1) == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 3 * (40 + DIM) - 1), st.integers(1, 255))
def test_a_changed_byte_costs_at_most_its_own_small_record(
    tmp_path_factory: pytest.TempPathFactory, at: int, change: int
) -> None:
    store = FileEmbeddings(tmp_path_factory.mktemp("store"), MODEL, DIM, "i1")
    store.append(*keys(1, 2, 3), whole_numbers(1, 2, 3))
    content = bytearray(store.path.read_bytes())
    content[HEADER + at] ^= change
    store.path.write_bytes(content)
    reader = FileEmbeddings(store.path.parent, MODEL, DIM, "i1")
    assert (reader.hashes() != 0).tolist() == [at // (40 + DIM) != row for row in range(3)]
    assert reader.holds(np.arange(3), *keys(1, 2, 3)).tolist() == [at // (40 + DIM) != row for row in range(3)]


def test_what_is_dropped_is_known_no_more_and_counted_once(store: Embeddings) -> None:
    add(store, 1, 2)
    before = store.generation
    store.drop(np.array([1]))
    store.drop(np.array([1]))
    assert (store.spoiled, store.generation) == (1, before + 1)
    assert (held(store, 1), held(store, 2)) == (1, 0)
    add(store, 2)
    assert held(store, 2) == 1, "embedded again"
    store.drop(np.zeros(0, np.int64))
    assert store.spoiled == 1
