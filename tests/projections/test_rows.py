"""Tables of rows: where positions are, whatever chunks their columns lie in."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from awhm.projections.rows import Table, rows_at

POSITIONS = st.lists(st.integers(0, 30), max_size=20)


@given(POSITIONS, POSITIONS)
def test_the_rows_at_positions_are_found_with_repeats_and_gaps(held: list[int], asked: list[int]) -> None:
    known, wanted = np.array(sorted(held), np.uint64), np.array(asked, np.uint64)
    rows, owners = rows_at(known, wanted)
    expected = [(row, owner) for owner, at in enumerate(asked) for row, own in enumerate(sorted(held)) if own == at]
    assert list(zip(rows.tolist(), owners.tolist(), strict=True)) == expected


@given(st.lists(st.sets(st.integers(1, 9), max_size=6), max_size=5), st.integers(0, 60))
def test_a_position_has_its_row_in_whatever_chunk(chunks: list[set[int]], asked: int) -> None:
    table, held = Table({"number": "u4"}), list[int]()
    for place, chunk in enumerate(chunks):
        for step in sorted(chunk):
            held.append(10 * place + step)
            table.add((held[-1], 7 * held[-1]))
        for column in (table.positions, *table.columns.values()):
            column.freeze()
    row = held.index(asked) if asked in held else -1
    assert table.row_of(asked) == table.rows_of([asked])[0] == row
    assert table.cut(asked) == sum(at <= asked for at in held)
    assert table.take(np.arange(len(held)))["number"].tolist() == [7 * at for at in held]
    if row >= 0:
        assert table.take(np.array([row, 0, row]))["number"].tolist() == [7 * asked, 7 * held[0], 7 * asked]
