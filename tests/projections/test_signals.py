"""The signals of a ranking: each worked out by hand, and against loops that say the same more slowly."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.fold import Array
from awhm.language.asking import Sought, offered
from awhm.projections import signals

UNIT = st.floats(0, 1)


def column(*rows: list[float]) -> Array:
    return np.array(rows, np.float64)


def numbers(values: list[float]) -> Array:
    return np.array(values, np.float64)


@st.composite
def passages(draw: st.DrawFn) -> tuple[list[list[float]], list[int], list[int], list[float]]:
    """Parts (passages, terms), whose each passage is, the message before each message, and the terms' weights."""
    count, terms = draw(st.integers(0, 6)), draw(st.integers(0, 4))
    owners = [message for message in range(count) for _ in range(draw(st.integers(0, 3)))]
    parts = [draw(st.lists(UNIT, min_size=terms, max_size=terms)) for _ in owners]
    before = [draw(st.integers(-1, message - 1)) for message in range(count)]
    weights = draw(st.lists(st.just(0.0) | st.floats(1e-3, 10), min_size=terms, max_size=terms))
    return parts, owners, before, weights


def weighed(parts: list[float], weights: list[float]) -> float:
    whole = sum(weights)
    return sum(part * weight for part, weight in zip(parts, weights, strict=True)) / whole if whole else 0.0


def parts_of(parts: list[list[float]], weights: list[float]) -> Array:
    return np.array(parts, np.float64).reshape(len(parts), len(weights))


# Shares ------------------------------------------------------------------------------------------------


def test_a_share_is_the_weighed_mean_of_the_parts() -> None:
    found = signals.share(column([1, 0], [0, 1], [0.5, 0.5], [1, 1]), numbers([3, 1]))
    assert found.tolist() == [0.75, 0.25, 0.5, 1.0]


def test_a_share_of_no_terms_or_of_terms_without_weight_is_nought() -> None:
    assert signals.share(np.zeros((3, 0)), numbers([])).tolist() == [0, 0, 0]
    assert signals.share(np.ones((2, 2)), numbers([0, 0])).tolist() == [0, 0]
    assert signals.share(np.zeros((0, 2)), numbers([1, 2])).shape == (0,)


@given(passages())
def test_a_share_is_what_a_loop_adds_up(given: tuple[list[list[float]], list[int], list[int], list[float]]) -> None:
    parts, _, _, weights = given
    found = signals.share(parts_of(parts, weights), numbers(weights))
    assert found.tolist() == pytest.approx([weighed(part, weights) for part in parts])
    assert ((found >= 0) & (found <= 1)).all()


@given(st.lists(UNIT, min_size=1, max_size=20), st.integers(1, 40), st.data())
def test_candidates_with_equal_parts_have_equal_shares_to_the_last_bit(
    part: list[float], count: int, data: st.DataObject
) -> None:
    weights = numbers(data.draw(st.lists(st.floats(0.1, 10), min_size=len(part), max_size=len(part))))
    for number in (np.float64, np.float32):
        repeated = np.repeat(np.array([part], number), count, axis=0)
        assert len(set(signals.share(repeated, weights).tolist())) == 1


# Here or in the message before ---------------------------------------------------------------------------


def test_a_term_of_the_message_before_counts_discounted() -> None:
    parts = column([1, 0], [0, 1], [0, 0])
    found = signals.here_or_before(parts, np.array([0, 1, 2]), np.array([-1, 0, 1]), 0.8, numbers([3, 1]))
    # The second has the light term itself and the heavy one before it; the third has only what the second has.
    assert found.tolist() == pytest.approx([0.75, (3 * 0.8 + 1) / 4, 0.8 / 4])


def test_a_term_here_and_before_counts_once_and_as_the_better_of_the_two() -> None:
    parts = column([1.0], [0.5], [0.9])
    found = signals.here_or_before(parts, np.array([0, 1, 2]), np.array([-1, 0, 1]), 0.8, numbers([1]))
    assert found.tolist() == pytest.approx([1.0, 0.8, 0.9])


def test_only_one_message_back_is_looked_at() -> None:
    parts = column([1.0], [0.0], [0.0])
    found = signals.here_or_before(parts, np.array([0, 1, 2]), np.array([-1, 0, 1]), 0.8, numbers([1]))
    assert found.tolist() == pytest.approx([1.0, 0.8, 0.0])


def test_of_the_message_before_only_its_best_passage_counts() -> None:
    # The first message has its terms in two passages; what follows is given those of the better one alone.
    parts = column([1, 0], [0, 1], [0, 0])
    found = signals.here_or_before(parts, np.array([0, 0, 1]), np.array([-1, 0]), 0.5, numbers([1, 3]))
    assert found.tolist() == pytest.approx([0.75, 0.375])


def test_a_message_gains_nothing_by_terms_in_different_passages() -> None:
    together, apart = column([1, 1]), column([1, 0], [0, 1])
    one = signals.here_or_before(together, np.array([0]), np.array([-1]), 0.8, numbers([1, 1]))
    two = signals.here_or_before(apart, np.array([0, 0]), np.array([-1]), 0.8, numbers([1, 1]))
    assert (one.tolist(), two.tolist()) == ([1.0], [0.5])


def test_a_message_without_passages_has_nothing_and_passes_nothing_on() -> None:
    found = signals.here_or_before(column([1.0]), np.array([1]), np.array([-1, 0, 1]), 0.8, numbers([1]))
    assert found.tolist() == [0, 1, 0], "the last has no passage that could take over what stands before it"
    follows = signals.here_or_before(column([0.5]), np.array([1]), np.array([-1, 0]), 0.8, numbers([1]))
    assert follows.tolist() == [0, 0.5]


@given(passages(), UNIT)
def test_here_or_before_is_what_loops_find(
    given: tuple[list[list[float]], list[int], list[int], list[float]], discount: float
) -> None:
    parts, owners, before, weights = given
    own = [[part for part, owner in zip(parts, owners, strict=True) if owner == at] for at in range(len(before))]
    expected: list[float] = []
    for message, earlier in enumerate(before):
        behind = [0.0] * len(weights)
        if earlier >= 0 and own[earlier]:
            shares: list[float] = signals.share(parts_of(own[earlier], weights), numbers(weights)).tolist()
            behind = own[earlier][shares.index(max(shares))]
        both = [[max(a, discount * b) for a, b in zip(part, behind, strict=True)] for part in own[message]]
        expected.append(max((weighed(part, weights) for part in both), default=0.0))
    found = signals.here_or_before(
        parts_of(parts, weights), np.array(owners, np.int64), np.array(before, np.int64), discount, numbers(weights)
    )
    assert found.tolist() == pytest.approx(expected)
    assert ((found >= 0) & (found <= 1)).all()


@given(st.lists(UNIT, min_size=1, max_size=5), st.floats(0, 0.99), st.data())
def test_a_message_that_has_what_there_is_leads_the_empty_one_that_follows(
    part: list[float], discount: float, data: st.DataObject
) -> None:
    weights = numbers(data.draw(st.lists(st.floats(0.1, 5), min_size=len(part), max_size=len(part))))
    parts = column(part, [0.0] * len(part))
    first, second = signals.here_or_before(parts, np.array([0, 1]), np.array([-1, 0]), discount, weights).tolist()
    assert first > second or first == second == 0


# Passages of a message ----------------------------------------------------------------------------------


def test_the_best_passage_is_the_first_of_the_highest() -> None:
    values, owners = numbers([0.2, 0.7, 0.7, 0.0, 0.0]), np.array([0, 0, 0, 2, 2])
    assert signals.best_passage(values, owners, 4).tolist() == [1, -1, 3, -1]
    assert signals.highest(values, owners, 4).tolist() == [0.7, 0, 0, 0]


@given(st.integers(0, 6), st.data())
def test_the_best_and_the_highest_are_what_a_loop_finds(count: int, data: st.DataObject) -> None:
    owners = [message for message in range(count) for _ in range(data.draw(st.integers(0, 4)))]
    few = st.sampled_from([0.0, 0.25, 0.5, 1.0])  # so that there are ties
    values = data.draw(st.lists(few, min_size=len(owners), max_size=len(owners)))
    best, high = [-1] * count, [0.0] * count
    for place, (owner, value) in enumerate(zip(owners, values, strict=True)):
        if best[owner] < 0 or value > values[best[owner]]:
            best[owner], high[owner] = place, value
    numbered = np.array(owners, np.int64)
    assert signals.best_passage(numbers(values), numbered, count).tolist() == best
    assert signals.highest(numbers(values), numbered, count).tolist() == high


# Sessions, speakers, lengths ------------------------------------------------------------------------------


def test_a_session_is_as_near_as_the_mean_of_its_three_best() -> None:
    values = numbers([0.3, 0.9, 0.0, 0.6, 0.3, 1.0, 0.5])
    found = signals.of_session(values, np.array([0, 0, 0, 0, 0, 1, 1]))
    assert found.tolist() == pytest.approx([0.6] * 5 + [0.75] * 2)


def test_there_is_no_session_without_messages() -> None:
    assert signals.of_session(np.zeros(0), np.zeros(0, np.int64)).shape == (0,)


@given(st.lists(st.lists(UNIT, min_size=1, max_size=6), max_size=5))
def test_the_value_of_a_session_is_what_a_loop_finds(sessions: list[list[float]]) -> None:
    expected = [sum(sorted(each)[-3:]) / min(len(each), 3) for each in sessions for _ in each]
    session = [number for number, each in enumerate(sessions) for _ in each]
    values = numbers([value for each in sessions for value in each])
    found = signals.of_session(values, np.array(session, np.int64))
    assert found.tolist() == pytest.approx(expected)


def test_a_named_speaker_speaks_for_a_message_and_another_against_it() -> None:
    speakers = np.array([0, 1, 2, 3], np.uint32)
    assert signals.speaker(speakers, frozenset({2})).tolist() == [0, -1, 1, -1]
    assert signals.speaker(speakers, frozenset({1, 3})).tolist() == [0, 1, -1, 1]
    assert signals.speaker(speakers, frozenset()).tolist() == [0, 0, 0, 0]
    assert signals.speaker(speakers[:0], frozenset({1})).shape == (0,)


@given(st.lists(st.integers(0, 9)), st.frozensets(st.integers(1, 9)))
def test_a_speaker_counts_as_a_loop_counts_them(speakers: list[int], named: frozenset[int]) -> None:
    expected = [0 if not named or one == 0 else 1 if one in named else -1 for one in speakers]
    assert signals.speaker(np.array(speakers, np.uint32), named).tolist() == expected


def test_a_message_says_more_the_longer_it_is_up_to_forty_words() -> None:
    found = signals.length(numbers([0, 1, 6, 40, 4000]))
    assert found.tolist() == pytest.approx([0, math.log(2) / math.log(41), math.log(7) / math.log(41), 1, 1])


@given(st.lists(st.integers(0, 10_000), max_size=20))
def test_a_length_is_between_nought_and_one_and_grows(words: list[int]) -> None:
    found = signals.length(np.array(sorted(words), np.float64))
    assert ((found >= 0) & (found <= 1)).all()
    assert (np.diff(found) >= 0).all()
    assert found.tolist() == pytest.approx([min(math.log(1 + n) / math.log(41), 1) for n in sorted(words)])


# Agreement ----------------------------------------------------------------------------------------------------


def test_agreement_is_a_curve_over_how_much_closer_the_named_ones_best_is() -> None:
    speakers = numbers([1, -1, 0])
    ahead = signals.agreement(numbers([0.55, 0.5, 0.1]), speakers)
    assert ahead == pytest.approx(1 / (1 + math.exp(-(43.0 * 0.05 + 0.854))))
    behind = signals.agreement(numbers([0.5, 0.5, 0.51]), speakers)
    assert behind == pytest.approx(1 / (1 + math.exp(-(43.0 * -0.01 + 0.854))))


def test_agreement_goes_no_further_than_so_far_apart() -> None:
    speakers = numbers([1, -1])
    most, least = (1 / (1 + math.exp(-(43.0 * apart + 0.854))) for apart in (0.08, -0.08))
    assert signals.agreement(numbers([0.9, 0.1]), speakers) == pytest.approx(most)
    assert signals.agreement(numbers([0.1, 0.9]), speakers) == pytest.approx(least)
    assert signals.agreement(numbers([0.9]), numbers([-1])) == pytest.approx(least), "the one named says nothing"


def test_nothing_is_in_doubt_where_no_one_is_named_or_no_one_else_speaks() -> None:
    assert signals.agreement(numbers([0.9, 0.1]), numbers([0, 0])) == 1
    assert signals.agreement(numbers([0.9, 0.1]), numbers([1, 1])) == 1
    assert signals.agreement(numbers([]), numbers([])) == 1


@given(st.lists(st.tuples(UNIT, st.sampled_from([-1, 0, 1])), max_size=9))
def test_agreement_is_what_a_loop_finds(said: list[tuple[float, int]]) -> None:
    own = [close for close, speaker in said if speaker > 0]
    others = [close for close, speaker in said if speaker <= 0]
    expected = 1.0
    if any(speaker for _, speaker in said) and others:
        apart = min(max(max(own, default=0.0) - max(others), -0.08), 0.08)
        expected = 1 / (1 + math.exp(-(43.0 * apart + 0.854)))
    found = signals.agreement(numbers([close for close, _ in said]), numbers([float(speaker) for _, speaker in said]))
    assert found == pytest.approx(expected)
    assert 0 < found <= 1


def test_what_a_message_offers_is_read_from_its_bits() -> None:
    bits = np.array([offered(text)[1] for text in ("at 5pm", "no. Why? Well", "we saw Ann", "twice?", "")], np.uint8)
    assert signals.sort(bits, Sought.TIME).tolist() == [1, 0, 0, 0, 0]
    assert signals.sort(bits, Sought.NUMBER).tolist() == [1, 0, 0, 1, 0]
    assert signals.sort(bits, Sought.NAME).tolist() == [0, 0, 1, 0, 0]
    assert signals.sort(bits, Sought.ANYTHING).tolist() == [0] * 5
    assert signals.asks(bits).tolist() == [0, 0.5, 0, 1, 0]
