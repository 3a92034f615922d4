"""The timeline of one slot against a model that knows no runs, but asks of each moment what holds then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from types import FrameType

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from awhm.commands.timeline import FOREVER, WEAK, Entry, Run, Sid, timeline, without

VALUES = ("acme", "acme corp", "globex")
MOMENTS = range(-1, 14)
SURE, UNSURE = 0.8, 0.5


def entry(
    at: int,
    value: str = "acme",
    *,
    number: int | None = None,
    start: int | None = None,
    end: int = FOREVER,
    polarity: bool = True,
    confidence: float = SURE,
    retracts: bool = False,
    exact: bool = False,
    many: bool = False,
) -> Entry:
    """What was said at a time, of that time on."""
    return Entry(
        (at if number is None else number, 0), (at, "s", at, 0), value if many else "", value, polarity,
        at if start is None else start, end, confidence, retracts, exact,
    )  # fmt: skip


# One draw for what is said and one for when it holds: shrinks well and is quickly drawn.
sayings = [(value, polarity, False, False) for value in VALUES for polarity in (True, True, False)]
sayings += [(value, polarity, True, exact) for value in VALUES for polarity, exact in ((True, True), (False, True))]
sayings += [(value, False, True, False) for value in (*VALUES, "")]
spans: list[tuple[int | None, int]] = []
spans += [(None, FOREVER)] * 40 + [(None, 12), (None, 8)] * 5
spans += [(start, end) for start in range(0, 12, 2) for end in (start + 1, start + 4, FOREVER)]


@st.composite
def entries(draw: st.DrawFn, sure: bool = False) -> list[Entry]:
    """Statements at different times, numbered as if they had arrived in some other order."""
    times = draw(st.lists(st.integers(0, 11), max_size=8, unique=True))
    numbers = draw(st.permutations(range(1, len(times) + 1)))
    many = draw(st.booleans())
    made: list[Entry] = []
    for at, number in zip(times, numbers, strict=True):
        value, polarity, retracts, exact = draw(st.sampled_from(sayings))
        start, end = draw(st.sampled_from(spans))
        if start is None and end <= at:
            start = end - 1
        confidence = SURE if sure else draw(st.sampled_from([SURE, UNSURE]))
        made.append(
            entry(
                at, value, number=number, start=start, end=end, polarity=polarity, confidence=confidence,
                retracts=retracts, exact=exact, many=many,
            )
        )  # fmt: skip
    return made


def holding(runs: Sequence[Run], moment: int) -> list[tuple[str, str, bool]]:
    """Lane, value and polarity of all that holds at a moment."""
    return sorted(
        (run.lane, run.value, run.polarity) for run in runs for low, high in run.windows if low <= moment < high
    )


def names(said: str, value: str) -> bool:
    return said == value or set(said.split()) <= set(value.split()) or set(value.split()) <= set(said.split())


def model(said: Sequence[Entry], moment: int) -> list[tuple[str, str, bool]]:
    """What holds at a moment, if all were sure of what they said: the last one to speak of it is right."""
    return sorted(laid(told(said), moment))


def laid(said: Sequence[Entry], moment: int) -> set[tuple[str, str, bool]]:
    """The same of statements in the order of saying, each to be believed as far as it goes."""
    holds: set[tuple[str, str, bool]] = set()
    for one in said:
        if not one.start <= moment < one.end:
            continue
        if one.retracts and one.exact:
            holds = {(lane, value, pole) for lane, value, pole in holds if (value, pole) != one[3:5]}
        elif one.retracts:
            holds = {
                (lane, value, pole)
                for lane, value, pole in holds
                if one.value and not (pole and names(one.value, value))
            }
        else:
            holds = {
                (lane, value, pole)
                for lane, value, pole in holds
                if lane != one.lane or (value != one.value and not (pole and one.polarity))
            } | {(one.lane, one.value, one.polarity)}
    return holds


def told(said: Sequence[Entry]) -> list[Entry]:
    """In the order of saying; what only says again what holds goes no further than up to what is to take its place."""
    made: list[Entry] = []
    for one in sorted(said, key=lambda each: each.order):
        here = (one.lane, one.value, one.polarity)
        if not one.retracts and one.start == one.order[0] and one.end == FOREVER and here in laid(made, one.start):
            gone = next((moment for moment in range(one.start, 40) if here not in laid(made, moment)), FOREVER)
            after = laid(made, gone)
            if any(lane == one.lane and (value == one.value or (pole and one.polarity)) for lane, value, pole in after):
                one = one._replace(end=gone)
        made.append(one)
    return made


def shown(runs: Sequence[Run]) -> list[tuple[object, ...]]:
    """Runs without the numbers of their statements."""
    return sorted(
        (run.lane, run.value, run.polarity, tuple(run.windows), len(run.statements), len(run.disputes),
         "" if run.replaced_by is None else run.replaced_by.value, run.ended_by is None)
        for run in runs
    )  # fmt: skip


def of(runs: Sequence[Run], value: str) -> list[list[tuple[int, int]]]:
    return [run.windows for run in runs if run.value == value]


# What always holds ---------------------------------------------------------------------------------------


@settings(max_examples=80)
@drawn(said=entries(sure=True))
def test_at_every_moment_that_holds_which_was_said_last_of_it(said: list[Entry]) -> None:
    runs = timeline(said)
    for moment in MOMENTS:
        assert holding(runs, moment) == model(said, moment), moment


@settings(max_examples=80)
@drawn(said=entries(), data=st.data())
def test_neither_the_order_of_arrival_nor_the_numbers_change_a_timeline(said: list[Entry], data: st.DataObject) -> None:
    numbers = data.draw(st.permutations(range(1, len(said) + 1)))
    other = [one._replace(statement=(number, 0)) for one, number in zip(said, numbers, strict=True)]
    assert shown(timeline(data.draw(st.permutations(other)))) == shown(timeline(said))


@settings(max_examples=80)
@drawn(said=entries(), data=st.data())
def test_two_values_of_a_slot_or_a_value_and_its_denial_never_hold_together(
    said: list[Entry], data: st.DataObject
) -> None:
    accepted = {one.statement for one in said if data.draw(st.booleans())}
    runs = timeline(said, accepted)
    for moment in MOMENTS:
        found = holding(runs, moment)
        assert len({(lane, value) for lane, value, _ in found}) == len(found), "a value and its denial"
        positive = [lane for lane, _, polarity in found if polarity]
        assert len(set(positive)) == len(positive), "two values of one slot"


@settings(max_examples=80)
@drawn(said=entries())
def test_what_was_said_without_being_sure_takes_nothing_from_what_was_sure(said: list[Entry]) -> None:
    sure = timeline([one for one in said if one.confidence >= WEAK])
    runs = timeline(said)
    for moment in MOMENTS:
        assert set(holding(sure, moment)) <= set(holding(runs, moment)), moment


@settings(max_examples=80)
@drawn(said=entries())
def test_every_statement_is_in_one_run_whose_windows_are_apart_from_each_other_and_from_its_like(
    said: list[Entry],
) -> None:
    runs = timeline(said)
    assert sorted(number for run in runs for number in run.statements) == sorted(
        one.statement for one in said if not one.retracts
    )
    for run in runs:
        assert run.windows == sorted(run.windows) and all(low < high for low, high in run.windows)
        assert not (run.disputes and run.windows), "what is in dispute holds at no time"
        assert all(any(other is one for one in runs) for other in run.disputes)
        assert run.replaced_by is None or any(run.replaced_by is one for one in runs)
    for value in {(run.lane, run.value, run.polarity) for run in runs}:
        windows = [w for run in runs if (run.lane, run.value, run.polarity) == value for w in run.windows]
        windows.sort()
        assert all(before[1] < after[0] for before, after in pairwise(windows)), value


@settings(max_examples=80)
@drawn(said=entries())
def test_accepting_all_is_as_if_all_had_been_sure(said: list[Entry]) -> None:
    accepted: set[Sid] = {one.statement for one in said}
    sure = [one._replace(confidence=SURE) for one in said]
    assert shown(timeline(said, accepted)) == shown(timeline(sure))


@drawn(
    windows=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=4),
    cuts=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=4),
)
def test_without_leaves_the_moments_that_no_cut_has(
    windows: list[tuple[int, int]], cuts: list[tuple[int, int]]
) -> None:
    def moments(spans: list[tuple[int, int]]) -> set[int]:
        return {moment for low, high in spans for moment in range(low, high)}

    left = without(windows, [cut for cut in cuts if cut[0] < cut[1]])
    assert moments(left) == moments(windows) - moments(cuts)


# One by one ----------------------------------------------------------------------------------------------


def test_a_then_b_then_a_ends_at_a_in_a_memory_of_its_own() -> None:
    runs = timeline([entry(1), entry(2, "globex"), entry(3)])
    assert of(runs, "acme") == [[(1, 2)], [(3, FOREVER)]]
    assert of(runs, "globex") == [[(2, 3)]]
    assert [run.replaced_by and run.replaced_by.value for run in runs] == ["globex", "acme", None]


def test_a_restatement_extends_what_it_says_again_and_adds_nothing() -> None:
    (run,) = timeline([entry(1, end=4), entry(3), entry(9)])
    assert run.windows == [(1, FOREVER)] and run.statements == [(1, 0), (3, 0), (9, 0)]
    (run,) = timeline([entry(1, end=4), entry(6, start=4)])
    assert run.windows == [(1, FOREVER)], "where one ends and the other begins there is no break"


def test_a_statement_that_reaches_back_over_two_memories_of_its_value_makes_one_of_them() -> None:
    said = [entry(1), entry(2, "globex"), entry(3), entry(4, start=1)]
    runs = timeline(said)
    assert of(runs, "acme") == [[(1, FOREVER)]] and of(runs, "globex") == [[]]
    late = timeline([one._replace(statement=(9 - one.statement[0], 0)) for one in said])
    assert shown(late) == shown(runs)


def test_a_memory_that_was_over_and_is_extended_is_ended_by_what_comes_next() -> None:
    runs = timeline([entry(1, end=5), entry(6, "globex"), entry(7, start=5), entry(8, "initech")])
    assert of(runs, "acme") == [[(1, 8)]] and of(runs, "initech") == [[(8, FOREVER)]]


def test_an_announced_value_ends_the_old_one_then_and_one_with_an_end_lets_it_go_on() -> None:
    runs = timeline([entry(1), entry(2, "globex", start=10)])
    assert of(runs, "acme") == [[(1, 10)]] and of(runs, "globex") == [[(10, FOREVER)]]
    runs = timeline([entry(1), entry(5, "globex", end=9)])
    assert of(runs, "acme") == [[(1, 5), (9, FOREVER)]] and of(runs, "globex") == [[(5, 9)]]
    runs = timeline([entry(1), entry(5, "globex", end=9), entry(7, "initech")])
    assert of(runs, "acme") == [[(1, 5)]] and of(runs, "globex") == [[(5, 7)]]


def test_a_retraction_ends_its_value_alone_under_a_longer_or_a_shorter_name() -> None:
    for kept, said in (("acme", "acme corp"), ("acme corp", "acme"), ("acme", "acme")):
        (run,) = timeline([entry(1, kept), entry(3, said, retracts=True)])
        assert run.windows == [(1, 3)] and run.ended_by == (3, 0) and run.replaced_by is None
    (run,) = timeline([entry(1, "acme"), entry(3, "globex", retracts=True)])
    assert run.windows == [(1, FOREVER)] and run.ended_by is None
    (run,) = timeline([entry(1, "acme", polarity=False), entry(3, "acme", retracts=True)])
    assert run.windows == [(1, FOREVER)], "that it is not so any more leaves standing that it is not so"


def test_an_exact_retraction_ends_that_value_and_nothing_like_it() -> None:
    said = [entry(1, "tea", many=True), entry(2, "green tea", many=True), entry(3, "tea", many=True, polarity=False)]
    runs = timeline([*said[:2], entry(5, "green tea", many=True, retracts=True, exact=True)])
    assert of(runs, "tea") == [[(1, FOREVER)]] and of(runs, "green tea") == [[(2, 5)]]
    runs = timeline([said[2], entry(5, "tea", many=True, retracts=True, exact=True, polarity=False)])
    assert of(runs, "tea") == [[(3, 5)]], "a denial is taken back too by who means it"


def test_a_retraction_of_no_value_ends_them_all() -> None:
    runs = timeline([entry(1, "tea", many=True), entry(2, "rice", many=True), entry(4, "", retracts=True)])
    assert [run.windows for run in runs] == [[(1, 4)], [(2, 4)]]


def test_a_retraction_by_who_is_not_sure_ends_only_what_was_as_unsure() -> None:
    weak = entry(3, retracts=True, confidence=UNSURE)
    (run,) = timeline([entry(1), weak])
    assert run.windows == [(1, FOREVER)]
    (run,) = timeline([entry(1), weak], {weak.statement})
    assert run.windows == [(1, 3)]
    (run,) = timeline([entry(1, confidence=UNSURE), weak])
    assert run.windows == [(1, 3)]


def test_a_weak_contradiction_holds_nowhere_until_it_is_said_surely() -> None:
    said = [entry(1), entry(2, "globex", confidence=UNSURE), entry(3, "globex", confidence=UNSURE)]
    acme, globex = timeline(said)
    assert acme.windows == [(1, FOREVER)] and globex.windows == [] and globex.disputes == [acme]
    assert globex.statements == [(2, 0), (3, 0)], "said again as weakly it is the same dispute"
    acme, globex = timeline([*said, entry(4, "globex")])
    assert acme.windows == [(1, 4)] and globex.windows == [(4, FOREVER)] and not globex.disputes
    acme, globex = timeline(said, {(2, 0)})
    assert acme.windows == [(1, 2)] and globex.windows == [(2, FOREVER)] and not globex.disputes


def test_a_dispute_over_a_value_that_held_before_is_settled_where_that_value_is_said_surely() -> None:
    said = [entry(1), entry(3, "globex"), entry(4, confidence=UNSURE), entry(5, start=2)]
    runs = timeline(said)
    assert of(runs, "acme") == [[(1, FOREVER)]] and not any(run.disputes for run in runs)


def test_a_retraction_ends_a_dispute_too() -> None:
    runs = timeline([entry(1), entry(2, "globex", confidence=UNSURE), entry(3, "globex", retracts=True)])
    assert not any(run.disputes for run in runs) and runs[1].ended_by == (3, 0)


def test_what_somebody_accepted_is_not_contradicted_weakly() -> None:
    said = [entry(1, confidence=UNSURE), entry(2, "globex", confidence=UNSURE)]
    assert of(timeline(said), "acme") == [[(1, 2)]]
    acme, globex = timeline(said, {(1, 0)})
    assert acme.windows == [(1, FOREVER)] and globex.disputes == [acme]


def test_a_stretch_out_of_the_middle_is_not_what_gave_an_end() -> None:
    runs = timeline([entry(1), entry(5, "globex"), entry(7, "initech", start=2, end=3)])
    assert runs[0].windows == [(1, 2), (3, 5)]
    assert runs[0].replaced_by is not None and runs[0].replaced_by.value == "globex"


def test_what_goes_on_beyond_what_had_ended_it_has_not_been_ended() -> None:
    runs = timeline([entry(1), entry(5, "globex"), entry(7, start=3)])
    assert runs[0].windows == [(1, FOREVER)] and runs[0].ended_by is None and runs[1].ended_by == (7, 0)


def test_two_denials_stand_side_by_side_and_a_denial_gives_way_to_its_value_alone() -> None:
    said = [entry(1, "acme", polarity=False), entry(2, "globex", polarity=False), entry(3, "acme")]
    runs = timeline(said)
    assert [run.windows for run in runs] == [[(1, 3)], [(2, FOREVER)], [(3, FOREVER)]]


# What it costs -------------------------------------------------------------------------------------------


def calls(said: Sequence[Entry]) -> int:
    """How many functions are called to work out a timeline: a cost that no busy machine changes."""
    count = 0

    def tick(_: FrameType, what: str, __: object) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        timeline(said)
    finally:
        sys.setprofile(before)
    return count


PATTERNS: dict[str, Callable[[int], Entry]] = {
    "two values in turn": lambda n: entry(n, VALUES[n % 2 * 2]),
    "ever new values": lambda n: entry(n, f"value {n}"),
    "a value and its denial": lambda n: entry(n, polarity=n % 2 == 0),
    "values after one that was announced for much later": lambda n: entry(
        n, f"value {n}", start=10**6 if n == 1 else n
    ),
    "every other value announced for much later": lambda n: entry(n, f"value {n}", start=n + n % 2 * 10**6),
    "all from the same day on": lambda n: entry(n, f"value {n}", start=0),
    "each over before the next": lambda n: entry(n * 10, f"value {n}", end=n * 10 + 5),
    "said and taken back": lambda n: entry(n, f"value {n // 2}", retracts=n % 2 == 1),
    "two values in turn, weakly": lambda n: entry(n, VALUES[n % 2 * 2], confidence=SURE if n < 2 else UNSURE),
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_slot_that_changes_four_times_as_often_costs_about_four_times_as_much(pattern: str) -> None:
    few, many = (calls([PATTERNS[pattern](n) for n in range(size)]) for size in (500, 2000))
    assert many < 6 * few, f"{few} calls for 500 statements, {many} for 2,000"
