"""The store of token vectors: a passage's tokens come back as they went in, or the passage is embedded again."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from token_log import (
    DIM,
    FOLD,
    LENGTHS,
    MODEL,
    RECORD,
    TEXTS,
    answered,
    append,
    embed,
    folded,
    message,
    on_disk,
    ram,
    right,
    text_of,
    tokens_of,
)

from awhm.events.event import Kind, Recorded
from awhm.projections.embedding_file import HEADER
from awhm.projections.embeddings import RamEmbeddings
from awhm.projections.nearest import pending, search
from awhm.projections.token_vectors import BLOCK, MOST, TokenStore, record_dim

# What goes in comes out -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 31, 32, 33, 254, 255])
def test_tokens_come_back_as_they_went_in(count: int) -> None:
    state, tokens = folded(["one", "two", "three"]), ram()
    own = np.random.RandomState(count).randint(-128, 128, (count, DIM)).astype(np.int8)
    others = [np.full((20, DIM), 7, np.int8), np.full((3, DIM), 9, np.int8)]
    tokens.append(state.commitment.array(), state.passage.array(), [others[0], own, others[1]])
    found = answered(state, tokens, [1, 2, 0])
    assert [np.array_equal(a, b) for a, b in zip(found, [own, others[1], others[0]], strict=True)] == [True] * 3
    assert len(tokens.blocks) == 2 + max(-(-count // BLOCK), 1) + 1
    assert len(tokens.lacking(state)) == 0, "a passage without a token is not one that lacks them"


def test_of_too_many_tokens_the_first_are_kept() -> None:
    state, tokens = folded(["one"]), ram()
    own = np.arange(300 * DIM, dtype=np.int64).reshape(-1, DIM).astype(np.int8)
    tokens.append(state.commitment.array(), state.passage.array(), [own])
    assert np.array_equal(answered(state, tokens, [0])[0], own[:MOST])


def test_tokens_of_another_shape_or_number_are_refused() -> None:
    state, tokens = folded(["one"]), ram()
    for wrong in (np.zeros((2, DIM + 1), np.int8), np.zeros(DIM, np.int8), np.zeros((2, DIM), np.float32)):
        with pytest.raises(ValueError, match="tokens of"):
            tokens.append(state.commitment.array(), state.passage.array(), [wrong])
    assert len(tokens.blocks) == 0


def test_a_store_of_other_records_is_refused() -> None:
    for blocks in (
        RamEmbeddings(MODEL.token_fingerprint, record_dim(DIM)),
        RamEmbeddings(MODEL.token_fingerprint, 8, "i1"),
    ):
        with pytest.raises(ValueError, match="hold no tokens"):
            TokenStore(blocks, DIM)


def test_what_has_no_tokens_yet_is_named_and_answered_with_nothing() -> None:
    state, tokens = folded(TEXTS), ram()
    assert tokens.lacking(state).tolist() == list(range(len(TEXTS)))
    append(tokens, state, [1, 4], TEXTS)
    assert tokens.lacking(state).tolist() == [0, 2, 3, 5, 6, 7]
    assert [len(found) for found in answered(state, tokens, [0, 1, 1, 4])] == [0, 40, 40, 33]
    assert answered(state, tokens, []) == []


def test_appending_nothing_is_nothing() -> None:
    tokens = ram()
    tokens.append(np.zeros(0, "V32"), np.zeros(0, np.uint16), [])
    assert len(tokens.blocks) == 0


@given(st.lists(st.integers(1, 60), max_size=8), st.data())
def test_any_rows_in_any_order_are_answered(lengths: list[int], data: st.DataObject) -> None:
    texts = [text_of(name, words) for name, words in enumerate(lengths)]
    state, tokens = folded(texts), ram()
    order = data.draw(st.permutations(range(len(texts))))
    cut = data.draw(st.integers(0, len(texts)))
    append(tokens, state, order[:cut], texts)
    append(tokens, state, order[cut:], texts)
    rows = data.draw(st.lists(st.sampled_from(range(len(texts))), max_size=12)) if texts else []
    for row, found in zip(rows, answered(state, tokens, rows), strict=True):
        assert np.array_equal(found, tokens_of(texts[row]))


# Together with the vectors of passages --------------------------------------------------------------------


def test_both_are_made_in_one_run_and_nothing_is_left_to_do(tmp_path: Path) -> None:
    state = folded(TEXTS)
    vectors, tokens = on_disk(tmp_path)
    assert embed(TEXTS, state, vectors, tokens) == len(TEXTS)
    for stores in ((vectors, tokens), on_disk(tmp_path)):
        assert all(right(TEXTS, state, stores[1]))
        assert embed(TEXTS, state, *stores) == 0
    assert search(state, vectors, MODEL.encode_single(TEXTS[4]), k=1).position.tolist() == [5]


def test_a_store_from_before_token_vectors_gets_them_and_no_vector_twice(tmp_path: Path) -> None:
    state = folded(TEXTS)
    vectors, tokens = on_disk(tmp_path)
    assert embed(TEXTS[:5], folded(TEXTS[:5]), vectors, None) == 5
    before = sorted(path.name for path in tmp_path.iterdir())
    assert pending(state, vectors, tokens).position.tolist() == list(range(1, 9))
    assert pending(state, vectors).position.tolist() == [6, 7, 8]
    assert embed(TEXTS, state, vectors, tokens) == 8
    assert len(vectors) == 8, "five old ones and three new ones"
    assert len(set(vectors.hashes().tolist())) == 8
    assert all(right(TEXTS, state, tokens))
    assert set(before) < {path.name for path in tmp_path.iterdir()}
    again = on_disk(tmp_path)
    assert (embed(TEXTS, state, *again), len(again[0])) == (0, 8)


def test_a_limit_counts_passages_whatever_they_lack() -> None:
    state, tokens = folded(TEXTS), ram()
    vectors = RamEmbeddings(MODEL.fingerprint, MODEL.dim)
    embed(TEXTS, state, vectors, None, limit=3)
    assert embed(TEXTS, state, vectors, tokens, limit=5) == 5
    assert right(TEXTS, state, tokens) == [True] * 5 + [False] * 3
    assert len(vectors) == 5
    assert pending(state, vectors, tokens).position.tolist() == [6, 7, 8]


def test_a_crash_between_the_two_costs_a_copy_and_nothing_else(tmp_path: Path) -> None:
    state = folded(TEXTS)
    vectors, tokens = on_disk(tmp_path)
    append(tokens, state, range(len(TEXTS)), TEXTS)  # and the vectors were not written any more
    vectors, tokens = on_disk(tmp_path)
    assert embed(TEXTS, state, vectors, tokens) == len(TEXTS)
    for stores in ((vectors, tokens), on_disk(tmp_path)):
        assert all(right(TEXTS, state, stores[1]))
        assert embed(TEXTS, state, *stores) == 0


def test_what_was_erased_from_the_log_while_others_stay_leaves_the_rows_right() -> None:
    state, tokens = folded(TEXTS), ram()
    append(tokens, state, range(len(TEXTS)), TEXTS)
    assert all(right(TEXTS, state, tokens))
    gone = Recorded(9, message(9, "").header, {"positions": [2, 5], "reason": "asked"})
    FOLD.reads[Kind.PAYLOADS_ERASED](state, gone)
    kept = [text for place, text in enumerate(TEXTS, 1) if place not in (2, 5)]
    assert all(right(kept, state, tokens))


# Crashes and broken records -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a store of all texts."""
    folder = tmp_path_factory.mktemp("whole")
    embed(TEXTS, folded(TEXTS), *on_disk(folder))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


TOKENS = f"{MODEL.token_fingerprint}.i8"
RECORDS = sum(max(-(-words // BLOCK), 1) for words in LENGTHS)


def _with(folder: Path, stored: dict[str, bytes], content: bytes) -> Path:
    """A folder with these files, but for the tokens."""
    for name, each in stored.items():
        (folder / name).write_bytes(content if name == TOKENS else each)
    return folder


@settings(max_examples=60)
@given(st.integers(0, HEADER + RECORDS * RECORD) | st.integers(0, RECORDS).map(lambda row: HEADER + row * RECORD))
def test_a_batch_cut_off_anywhere_is_embedded_again(
    tmp_path_factory: pytest.TempPathFactory, stored: dict[str, bytes], end: int
) -> None:
    assert len(stored[TOKENS]) == HEADER + RECORDS * RECORD
    folder = _with(tmp_path_factory.mktemp("cut"), stored, stored[TOKENS][:end])
    state = folded(TEXTS)
    assert not all(right(TEXTS, state, on_disk(folder)[1])) or end == len(stored[TOKENS])
    # A new process, which has not been asked for these tokens: the vectors of the passages are all there.
    state = folded(TEXTS)
    vectors, tokens = on_disk(folder)
    assert len(pending(state, vectors).position) == 0
    whole = right(TEXTS, folded(TEXTS), on_disk(folder)[1])
    assert embed(TEXTS, state, vectors, tokens) == whole.count(False)
    assert all(right(TEXTS, state, tokens))
    assert len(vectors) == len(TEXTS), "none was written twice"
    assert all(right(TEXTS, folded(TEXTS), on_disk(folder)[1]))


def test_a_tail_of_zeros_that_a_crash_left_is_embedded_again(tmp_path: Path, stored: dict[str, bytes]) -> None:
    for row in range(RECORDS):
        end = HEADER + row * RECORD
        content = stored[TOKENS][:end].ljust(len(stored[TOKENS]), b"\0")
        folder = _with(tmp_path, stored, content)
        state = folded(TEXTS)
        vectors, tokens = on_disk(folder)
        embed(TEXTS, state, vectors, tokens)
        assert all(right(TEXTS, state, tokens)), row


@settings(max_examples=100)
@given(st.integers(0, RECORDS * RECORD - 1), st.integers(1, 255))
def test_a_changed_byte_costs_its_own_passage_alone(
    tmp_path_factory: pytest.TempPathFactory, stored: dict[str, bytes], at: int, change: int
) -> None:
    content = bytearray(stored[TOKENS])
    content[HEADER + at] ^= change
    folder = _with(tmp_path_factory.mktemp("changed"), stored, bytes(content))
    state = folded(TEXTS)
    vectors, tokens = on_disk(folder)
    owners = [name for name, words in enumerate(LENGTHS) for _ in range(max(-(-words // BLOCK), 1))]
    expected = [name != owners[at // RECORD] for name in range(len(TEXTS))]
    assert right(TEXTS, state, tokens) == expected
    assert embed(TEXTS, state, vectors, tokens) == 1, "the broken one, and no neighbour of it"
    assert all(right(TEXTS, state, tokens))
    assert all(right(TEXTS, folded(TEXTS), on_disk(folder)[1]))


@pytest.mark.parametrize("at", [0, 31, 32, 34, 36, 40, 41, 60, RECORD + 2, RECORD + 34, RECORD + 45, 2 * RECORD + 104])
@pytest.mark.parametrize("change", [0x01, 0x10, 0x80])
def test_an_old_record_is_checked_before_it_is_answered_with(tmp_path: Path, at: int, change: int) -> None:
    texts = [text_of(1, 3), *(text_of(name, 40) for name in range(2, 140))]
    state = folded(texts)
    vectors, tokens = on_disk(tmp_path)
    embed(texts, state, vectors, tokens)
    path = tmp_path / TOKENS
    content = bytearray(path.read_bytes())
    content[HEADER + RECORD + at] ^= change  # of the second passage, far from the end: not looked at when opened
    path.write_bytes(content)
    state = folded(texts)
    vectors, tokens = on_disk(tmp_path)
    assert tokens.blocks.spoiled == 0
    assert right(texts, state, tokens) == [name != 1 for name in range(len(texts))]
    assert tokens.lacking(state).tolist() == [1], "its neighbours are as good as ever"
    assert embed(texts, state, vectors, tokens) == 1
    assert all(right(texts, state, tokens))
    assert all(right(texts, folded(texts), on_disk(tmp_path)[1]))


def test_a_passage_cut_off_in_the_middle_of_the_store_is_answered_with_no_other_ones_tokens(tmp_path: Path) -> None:
    texts = TEXTS[:2]
    state = folded(texts)
    _, tokens = on_disk(tmp_path)
    append(tokens, state, [1], texts)  # three records
    path = tmp_path / TOKENS
    path.write_bytes(path.read_bytes()[: HEADER + RECORD])
    _, tokens = on_disk(tmp_path)
    append(tokens, state, [0], texts)  # another process goes on behind what the crash left
    _, tokens = on_disk(tmp_path)
    assert right(texts, state, tokens) == [True, False]
    assert tokens.lacking(state).tolist() == [1]
    append(tokens, state, [1], texts)
    assert right(texts, folded(texts), on_disk(tmp_path)[1]) == [True, True]


# Erasing --------------------------------------------------------------------------------------------------


def test_an_erased_passage_leaves_no_byte(tmp_path: Path) -> None:
    state = folded(TEXTS)
    _, tokens = on_disk(tmp_path)
    append(tokens, state, range(len(TEXTS)), TEXTS)
    reader = on_disk(tmp_path)[1]
    path = tmp_path / TOKENS
    gone = state.commitment.take(np.array([1]))[0].tobytes()
    before = path.read_bytes()
    parts = [tokens_of(TEXTS[1])[start : start + BLOCK].tobytes() for start in (0, 16, 32)]
    assert all(part in before for part in parts)
    assert tokens.erase([gone, b"x" * 32]) == 3
    after = path.read_bytes()
    assert gone not in after
    assert not any(word.tobytes() in after for word in tokens_of(TEXTS[1])), "not one token of it"
    assert len(after) == len(before)
    assert bytes(3 * RECORD) in after
    for store in (tokens, reader, on_disk(tmp_path)[1]):
        assert right(TEXTS, state, store) == [True, False, *[True] * 6]
        assert store.lacking(state).tolist() == [1]


def test_erasing_in_memory_leaves_nothing_either() -> None:
    state, tokens = folded(TEXTS), ram()
    append(tokens, state, range(len(TEXTS)), TEXTS)
    gone = state.commitment.take(np.array([1]))[0].tobytes()
    assert tokens.erase([gone]) == 3
    held = tokens.blocks.vectors().tobytes()
    assert not any(word.tobytes() in held for word in tokens_of(TEXTS[1]))
    assert right(TEXTS, state, tokens) == [True, False, *[True] * 6]


# Several processes ------------------------------------------------------------------------------------------


def test_what_another_wrote_meanwhile_is_not_written_twice(tmp_path: Path) -> None:
    state = folded(TEXTS)
    (_, one), (_, other) = on_disk(tmp_path), on_disk(tmp_path)
    append(one, state, [0, 1, 2], TEXTS)
    append(other, state, [1, 4], TEXTS)
    assert len(other.blocks) == 1 + 3 + 1 + 3
    assert right(TEXTS, state, other) == right(TEXTS, folded(TEXTS), one) == [name in (0, 1, 2, 4) for name in range(8)]


def test_a_passage_of_which_another_left_a_part_is_not_pieced_together(tmp_path: Path) -> None:
    state = folded(TEXTS)
    (_, one), (_, other) = on_disk(tmp_path), on_disk(tmp_path)
    append(one, state, [1], TEXTS)
    path = tmp_path / TOKENS
    path.write_bytes(path.read_bytes()[: HEADER + RECORD])
    append(other, state, [3, 1], TEXTS)  # it has not looked since, and leaves out the one record that is there
    assert right(TEXTS, state, other) == [name == 3 for name in range(8)]
    assert 1 in other.lacking(state) and 3 not in other.lacking(state)
    append(other, state, [1], TEXTS)
    for store in (other, on_disk(tmp_path)[1]):
        assert right(TEXTS, folded(TEXTS), store) == [name in (1, 3) for name in range(8)]


def _append_many(folder: Path, start: int) -> None:
    texts = [text_of(name, 1 + name % 40) for name in range(60)]
    state = folded(texts)
    tokens = on_disk(folder)[1]
    for row in range(start, start + 40, 4):
        append(tokens, state, range(row, row + 4), texts)


def test_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_append_many, args=(tmp_path, start)) for start in (0, 20)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    texts = [text_of(name, 1 + name % 40) for name in range(60)]
    assert all(right(texts, folded(texts), on_disk(tmp_path)[1]))
