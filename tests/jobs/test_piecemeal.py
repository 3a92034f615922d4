"""A batch with bad items in it: the good ones get their results, the bad ones are named, and it all ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.errors import Damaged
from awhm.jobs.piecemeal import TRIES, piecemeal


@given(st.lists(st.booleans(), max_size=40))
def test_every_good_item_gets_its_result_and_every_bad_one_its_own_error(bad: list[bool]) -> None:
    alone: Counter[int] = Counter()

    def work(items: Sequence[tuple[int, bool]]) -> list[int]:
        if len(items) == 1:
            alone[items[0][0]] += 1
        for place, fails in items:
            if fails:
                raise ValueError(str(place))
        return [place * 10 for place, _ in items]

    results, failed = piecemeal(list(enumerate(bad)), work)
    assert results == [None if fails else place * 10 for place, fails in enumerate(bad)]
    assert {place: str(error) for place, error in failed.items()} == {p: str(p) for p, fails in enumerate(bad) if fails}
    assert all(alone[place] == TRIES for place in failed), "each is given its tries, alone"


def test_what_fails_once_is_tried_again() -> None:
    tried: list[int] = []

    def work(items: Sequence[int]) -> list[int]:
        tried.extend(items)
        if tried.count(3) < TRIES and 3 in items:
            raise OSError
        return list(items)

    assert piecemeal([3], work) == ([3], {})
    assert tried == [3] * TRIES


@pytest.mark.parametrize("error", [Damaged("payload", "not as it was written"), KeyboardInterrupt()])
def test_damage_and_interruption_stop_it_all(error: BaseException) -> None:
    calls: list[int] = []

    def work(items: Sequence[int]) -> list[int]:
        calls.append(len(items))
        raise error

    with pytest.raises(type(error)):
        piecemeal([1, 2, 3], work)
    assert calls == [3]


@pytest.mark.parametrize("extra", [-1, 1])
def test_a_batch_with_too_few_or_too_many_results_is_not_believed(extra: int) -> None:
    """A model that drops a text would shift the results of all that follow to other messages."""

    def work(items: Sequence[int]) -> list[int]:
        found = [item * 10 for item in items]
        if 3 not in items:
            return found
        return found[:-1] if extra < 0 else [*found, 0]

    results, failed = piecemeal([1, 2, 3, 4, 5], work)
    assert results == [10, 20, None, 40, 50]
    assert list(failed) == [2] and isinstance(failed[2], ValueError)


def test_of_nothing_there_is_nothing() -> None:
    def work(items: Sequence[int]) -> list[int]:
        raise AssertionError(items)

    assert piecemeal([], work) == ([], {})
