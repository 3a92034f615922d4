"""A column behaves as a plain list, however it was split into chunks, saved, reopened and cut."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.projections import columns
from awhm.projections.columns import Column

Step = tuple[str, list[int]]  # what to do, and with which numbers
numbers = st.lists(st.integers(0, 9), max_size=12)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=1)),
        st.tuples(st.sampled_from(["extend", "freeze", "reopen"]), numbers),
        st.tuples(st.just("keep"), st.lists(st.integers(0, 1), min_size=1, max_size=8)),
    ),
    max_size=30,
)


@given(steps, st.sampled_from([2, 256]), st.integers(0, 40), st.integers(0, 40), st.data())
def test_a_column_holds_what_a_list_would(
    steps: list[Step], tail: int, start: int, stop: int, data: st.DataObject
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "TAIL", tail)
        column, plain = Column("u8"), list[int]()
        for name, value in steps:
            if name == "append":
                column.append(value[0])
                plain += value
            elif name == "extend":
                column.extend(value)
                plain += value
            elif name == "freeze":
                column.freeze()
            elif name == "reopen":
                column = Column.load("u8", "x", column.dump("x"))
            else:
                mask = [value[at % len(value)] == 1 for at in range(len(plain))]
                column.keep(np.array(mask, np.bool_))
                plain = [row for row, wanted in zip(plain, mask, strict=True) if wanted]
        rows = data.draw(st.lists(st.integers(0, len(plain) - 1), max_size=5)) if plain else []
        assert len(column) == len(plain)
        assert column.take(np.array(rows, np.int64)).tolist() == [plain[row] for row in rows]
        assert column.slice(start, stop).tolist() == plain[start:stop]
        assert column.array().tolist() == plain
        assert column.take(np.array(rows, np.int64)).tolist() == [plain[row] for row in rows]


def test_raw_bytes_keep_their_trailing_zeros() -> None:
    column = Column("V4")
    column.append(b"ab\0\0")
    column.extend([b"\0\0\0\0", b"cdef"])
    column.freeze()
    assert [bytes(row) for row in column.array()] == [b"ab\0\0", b"\0\0\0\0", b"cdef"]


def test_an_array_that_was_handed_out_does_not_change_and_cannot_be_written() -> None:
    column = Column("i4", [np.arange(3, dtype="i4")])
    for value in range(600):
        before = column.array()
        expected = before.tolist()
        column.append(value)
        assert before.tolist() == expected
    tail = Column("i4")
    tail.extend([1, 2, 3])
    before = tail.array()
    tail.keep(np.array([False, True, True]))
    assert before.tolist() == [1, 2, 3]
    for handed_out in (column.array(), column.slice(0, 2), column.slice(2, 9)):
        with pytest.raises(ValueError, match="read-only"):
            handed_out[0] = 7


def test_chunks_that_lose_no_row_stay_the_same_objects() -> None:
    column = Column("u4", [np.arange(1000, dtype="u4"), np.arange(100, dtype="u4"), np.arange(10, dtype="u4")])
    before = column.dump("x")
    mask = np.ones(len(column), np.bool_)
    mask[1050] = False
    column.keep(mask)
    after = column.dump("x")
    assert [after[name] is before[name] for name in before] == [True, False, True]


def test_many_small_saves_leave_few_chunks() -> None:
    column = Column("u4")
    for value in range(3000):
        column.append(value)
        assert len(column.dump("x")) <= 8
    assert column.array().tolist() == list(range(3000))


def test_a_dropped_value_is_nowhere_in_the_saved_parts_or_the_tail() -> None:
    column = Column("u8")
    column.extend([1, 0xDEADBEEF, 3])
    column.keep(np.array([True, False, True]))
    assert b"\xef\xbe\xad\xde" not in b"".join(part.tobytes() for part in column.dump("x").values())


def test_what_does_not_fit_is_refused() -> None:
    column = Column("u4", [np.arange(4, dtype="u4")])
    with pytest.raises(IndexError):
        column.take(np.array([4]))
    with pytest.raises(IndexError):
        column.take(np.array([-1]))
    with pytest.raises(ValueError, match="mask"):
        column.keep(np.ones(3, np.bool_))
    with pytest.raises(ValueError, match="chunk"):
        Column("u8", [np.arange(4, dtype="u4")])
    with pytest.raises(ValueError, match="bytes"):
        Column.load("u4", "x", {"x.0000": b"1234"})
