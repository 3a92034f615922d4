"""The ragged columns and tables that the graph is made of, against plain lists."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.projections.columns import Column
from awhm.projections.ragged import BYTES, Items, Ragged
from awhm.projections.records import WAITING, Records

numbers = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4)
texts = st.binary(max_size=6)


def check(column: Ragged, rows: list[list[int]]) -> None:
    assert len(column) == len(rows)
    assert column.rows(range(len(rows))) == rows
    assert [column.rows([row])[0] for row in range(len(rows))] == rows
    assert column.lengths().tolist() == [len(row) for row in rows]
    assert column.items().tolist() == [item for row in rows for item in row]
    assert column.owners().tolist() == [place for place, row in enumerate(rows) for _ in row]


@given(st.lists(st.lists(numbers, max_size=30), max_size=5), st.data())
def test_rows_are_kept_as_they_came_through_saves_and_drops(
    batches: list[list[list[int]]], data: st.DataObject
) -> None:
    column = Ragged("i8")
    rows: list[list[int]] = []
    for batch in batches:
        column.extend(batch)
        rows += batch
        if data.draw(st.booleans()):
            column = Ragged.load("i8", "x", column.dump("x"))
        if data.draw(st.booleans()) and rows:
            kept: list[bool] = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
            column.keep(np.array(kept, np.bool_))
            rows = [row for row, stays in zip(rows, kept, strict=True) if stays]
        check(column, rows)
    count = data.draw(st.integers(0, len(rows)))
    check(column.first(count), rows[:count])


@given(st.lists(texts, max_size=60))
def test_bytes_are_kept_as_they_came(rows: list[bytes]) -> None:
    column = Ragged(BYTES)
    column.extend(rows)
    assert column.texts(range(len(rows))) == rows
    assert [column.texts([row])[0] for row in range(len(rows))] == rows


def test_a_drop_leaves_the_chunks_alone_that_lose_nothing() -> None:
    column = Ragged("i8")
    column.extend([[row] * 3 for row in range(1000)])
    column = Ragged.load("i8", "x", column.dump("x"))
    column.extend([[7, 7]])
    before = {id(chunk) for chunk in column.dump("x").values()}
    mask = np.ones(1001, np.bool_)
    mask[1000] = False
    column.keep(mask)
    after = column.dump("x")
    assert len(after) == 2 and {id(chunk) for chunk in after.values()} < before


def test_what_does_not_fit_is_refused() -> None:
    column = Ragged("i8")
    column.extend([[1], [2, 3]])
    with pytest.raises(ValueError, match="mask of 1 for 2 rows"):
        column.keep(np.ones(1, np.bool_))
    with pytest.raises(ValueError, match="3 items"):
        Ragged("i8", Column("u4", [np.array([1, 1], np.uint32)]), Items("i8", [np.arange(3)]))
    with pytest.raises(IndexError):
        column.rows([2])


def records() -> Records:
    return Records({"key": "u8"}, {"items": "i8", "words": BYTES})


def test_rows_that_wait_and_rows_that_do_not_are_the_same() -> None:
    waiting, settled = records(), records()
    for position in range(1, WAITING + 10):
        row = ((position, position * 7), [position] * (position % 3), b"w" * (position % 5))
        waiting.add(*row)
        settled.add(*row)
        if position % 1000 == 0:
            settled = Records.load({"key": "u8"}, {"items": "i8", "words": BYTES}, "r", settled.dump("r"))
    assert len(waiting) == len(settled) == WAITING + 9
    assert digest(waiting) == digest(settled)
    assert waiting.lists["words"].texts([4, 5]) == [b"", b"w"]
    assert digest(waiting.upto(WAITING + 3)) != digest(waiting)
    assert settled.drop([WAITING + 9, 1, 5, 10**9]) and not settled.drop([1])
    waiting.drop([5, 1, WAITING + 9])
    assert digest(waiting) == digest(settled)


def digest(rows: Records) -> str:
    found = sha256()
    rows.feed(found)
    return found.hexdigest()
