"""What of the log counts after restores, by a plain model: the sets of positions that each restore goes back to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from awhm.events.lineage import END, Lineage, Restore


@st.composite
def restores(draw: st.DrawFn) -> list[Restore]:
    places = sorted(draw(st.sets(st.integers(2, 40), max_size=6)))
    return [Restore(place, draw(st.integers(0, place - 1))) for place in places]


@given(made=restores(), until=st.integers(0, 45))
def test_it_is_what_one_gets_by_going_through_the_log(made: list[Restore], until: int) -> None:
    counting: set[int] = set()
    at: dict[int, set[int]] = {0: set()}  # what counted at each position
    through = {one.position: one.through for one in made}
    for position in range(1, until + 1):
        counting = set(at[through[position]]) if position in through else counting | {position}
        at[position] = counting
    lineage = Lineage(made, until)
    assert {p for p in range(until + 3) if lineage.counts(p)} == counting
    assert all(low < high for low, high in lineage.stretches)
    assert lineage.stretches == sorted(lineage.stretches)


def test_without_a_restore_everything_counts() -> None:
    assert Lineage().whole and Lineage().counts(1) and Lineage().counts(END)
    assert not Lineage([Restore(9, 4)]).whole


def test_a_restore_that_names_what_comes_behind_it_ends_nowhere_else() -> None:
    """No command makes one; a hook that writes nonsense must not make anybody loop."""
    assert [p for p in range(1, 12) if Lineage([Restore(5, 9)]).counts(p)] == [1, 2, 3, 4, *range(6, 12)]
