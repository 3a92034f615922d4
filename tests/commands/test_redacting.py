"""Cutting stretches out of a text: the rest is all there, in its place, and nothing of what goes."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from awhm.commands.redacting import cut, joined, moved

TEXT = "I live in Rome. My locker is 4, and I like tea!"


def test_the_marks_and_spaces_behind_a_stretch_go_with_it() -> None:
    spans = joined(TEXT, [(0, 14)])
    assert spans == [(0, 16)] and cut(TEXT, spans) == "My locker is 4, and I like tea!"
    spans = joined(TEXT, [(16, 30)])
    assert cut(TEXT, spans) == "I live in Rome. and I like tea!"


def test_nothing_of_what_is_kept_goes() -> None:
    assert joined("a. .b", [(0, 1)], [(2, 5)]) == [(0, 2)]
    assert joined("a. .b", [(0, 1)]) == [(0, 4)]


def test_what_touches_is_one_stretch() -> None:
    assert joined("abcdef", [(3, 5), (0, 2), (1, 3)]) == [(0, 5)]
    assert joined("", []) == [] and cut("", []) == ""


spans_of = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda one: (min(one), max(one))), max_size=6)


@given(st.text(alphabet="ab .!", max_size=30), spans_of)
def test_what_is_left_is_the_text_without_them_each_letter_at_its_new_place(
    text: str, given_spans: list[tuple[int, int]]
) -> None:
    wanted = [(start, min(end, len(text))) for start, end in given_spans if start < min(end, len(text))]
    spans = joined(text, wanted)
    assert spans == sorted(spans) and all(one[1] < other[0] for one, other in pairwise(spans))
    gone = {at for start, end in spans for at in range(start, end)}
    assert {at for start, end in wanted for at in range(start, end)} <= gone
    left = cut(text, spans)
    assert left == "".join(letter for at, letter in enumerate(text) if at not in gone)
    for at in range(len(text)):
        if at not in gone:
            assert left[moved(at, spans)] == text[at]
    assert moved(len(text), spans) == len(left)
