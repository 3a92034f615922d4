"""Work on many items of which one may be bad: a failing batch is halved until the bad one stands alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from awhm.errors import Damaged

TRIES = 3

Item = TypeVar("Item")
Result = TypeVar("Result")


def piecemeal(
    items: Sequence[Item], work: Callable[[Sequence[Item]], Sequence[Result]]
) -> tuple[list[Result | None], dict[int, Exception]]:
    """The result of each item, in order; None for those that failed three times on their own.

    The second value has their errors by place. A store that is damaged, and an interruption, stop it all.
    """
    results: list[Result | None] = [None] * len(items)
    failed: dict[int, Exception] = {}
    waiting = [(0, len(items), TRIES)] if items else []
    while waiting:
        start, end, tries = waiting.pop()
        try:
            found = work(items[start:end])
            if len(found) != end - start:  # or every later result would be another item's
                raise ValueError(f"{len(found)} results for {end - start} items")
            results[start:end] = found
        except Damaged:
            raise
        except Exception as error:  # the boundary around one item of many: it is named, counted and left out
            if end - start > 1:
                middle = (start + end) // 2
                waiting += [(middle, end, TRIES), (start, middle, TRIES)]
            elif tries > 1:
                waiting.append((start, end, tries - 1))
            else:
                failed[start] = error
    return results, failed
