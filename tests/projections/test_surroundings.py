"""What stands around what was found: the same session, near in the log, and nothing that may not be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array
from awhm.projections.recall import Allowed
from awhm.projections.sessions import SESSIONS, Sessions
from awhm.projections.surroundings import REACH, Surroundings, around


class Found(NamedTuple):
    """Surroundings in plain numbers: (position, session, position of the message before or None), in order."""

    position: int
    session: int
    before: int | None


def folded(sessions: Sequence[str], first: int = 1, step: int = 1) -> Sessions:
    """A log with a message for each of these sessions, at positions first, first + step, ..."""
    state, none = SESSIONS.initial(), bytes(16)
    for place, session in enumerate(sessions):
        position = first + place * step
        numbers = (1, 0, Kind.MESSAGE_LOGGED, 1, 0, 1, 0, 0, position, 0)
        header = chain.LAYOUT.pack(*numbers, none, none, 1, none, none, none, position.to_bytes(32, "big"))
        payload = {"session": session, "role": "user", "content": "", "occurred": 0}
        SESSIONS.reads[Kind.MESSAGE_LOGGED](state, Recorded(position, header, payload))
    return state


def plain(there: Surroundings) -> list[Found]:
    positions = there.positions.tolist()
    return [
        Found(position, session, None if before < 0 else positions[before])
        for position, session, before in zip(positions, there.session.tolist(), there.before.tolist(), strict=True)
    ]


def found(state: Sessions, *seeds: int, until: int | None = None, allowed: Allowed | None = None) -> list[Found]:
    there = around(state, np.array(seeds, np.uint64), until, allowed)
    assert there.positions.dtype == np.uint64
    assert there.rows.tolist() == state.rows_of(there.positions).tolist()
    assert len(there) == len(there.positions) == len(there.session) == len(there.before)
    return plain(there)


def test_the_messages_of_the_session_are_around_and_no_others() -> None:
    state = folded(["a", "b", "a", "b", "a"])
    assert found(state, 3) == [(1, 0, None), (3, 0, 1), (5, 0, 3)]
    assert found(state, 3, 4) == [(1, 0, None), (3, 0, 1), (5, 0, 3), (2, 1, None), (4, 1, 2)]


def test_positions_of_the_log_may_have_gaps() -> None:
    state = folded(["a", "b", "a"], first=10, step=7)
    assert found(state, 24) == [(10, 0, None), (24, 0, 10)]


def test_around_nothing_and_in_an_empty_log_there_is_nothing() -> None:
    assert found(folded(["a"])) == []
    assert found(folded([]), 1) == []
    assert found(folded(["a", "a"]), 77) == [], "there is no message at that position"


def test_it_reaches_so_many_rows_of_the_log_and_no_further() -> None:
    state = folded(["a"] * (3 * REACH))
    middle = REACH + 20
    positions = [one.position for one in found(state, middle)]
    assert positions == list(range(middle - REACH, middle + REACH + 1))
    assert found(state, middle)[0].before is None, "the one before it is not looked at"


def test_two_stretches_of_a_session_do_not_run_into_each_other() -> None:
    state = folded(["a"] * (6 * REACH))
    low, high = REACH + 1, 4 * REACH
    there = {one.position: one for one in found(state, low, high)}
    assert there[high - REACH].before is None, "not the last message of the stretch before it"
    assert there[high - REACH + 1].before == high - REACH
    assert {one.session for one in there.values()} == {0}
    joined = {one.position: one for one in found(state, low, low + 2 * REACH + 1)}
    assert all(one.before == one.position - 1 for one in joined.values() if one.position > 1)


def test_a_cut_ends_the_log_there() -> None:
    state = folded(["a"] * 9)
    assert found(state, 3, until=4) == found(folded(["a"] * 4), 3)
    assert found(state, 8, until=4) == found(folded(["a"] * 4), 8) == []
    assert found(state, 3, until=0) == []


def test_what_may_not_be_shown_takes_no_part_and_nothing_takes_its_place() -> None:
    def allowed(positions: Array) -> Array:
        may: Array = positions != 3
        return may

    assert found(folded(["a"] * 5), 2, allowed=allowed) == [(1, 0, None), (2, 0, 1), (4, 0, None), (5, 0, 4)]


def test_sessions_of_which_nothing_may_be_shown_leave_no_gap_in_the_numbers() -> None:
    def allowed(positions: Array) -> Array:
        may: Array = positions % 2 == 1
        return may

    there = found(folded(["a", "b", "c", "d", "e"]), 1, 2, 3, 4, 5, allowed=allowed)
    assert there == [(1, 0, None), (3, 1, None), (5, 2, None)]


RUNS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 70)), max_size=9)


@given(RUNS, st.data())
def test_surroundings_are_what_a_loop_over_the_log_finds(runs: list[tuple[str, int]], data: st.DataObject) -> None:
    sessions = [session for session, count in runs for _ in range(count)]
    end = len(sessions)
    seeds = data.draw(st.lists(st.integers(1, end + 3), max_size=4))
    until = data.draw(st.none() | st.integers(0, end + 3))
    hidden = data.draw(st.frozensets(st.integers(1, end + 1), max_size=5))
    log = sessions if until is None else sessions[:until]
    # For each message: whether a seed of its session is near enough.
    near = {
        at: any(seed <= len(log) and log[seed - 1] == session and abs(seed - at) <= REACH for seed in seeds)
        for at, session in enumerate(log, 1)
    }
    numbers: dict[str, int] = {}
    expected: set[tuple[int, str, int | None]] = set()
    for at, session in enumerate(log, 1):
        if near[at] and at not in hidden:
            numbers[session] = 0
            earlier = [each for each in range(1, at) if log[each - 1] == session]
            before = earlier[-1] if earlier and near[earlier[-1]] and earlier[-1] not in hidden else None
            expected.add((at, session, before))

    def allowed(positions: Array) -> Array:
        may: Array = ~np.isin(positions, np.array(sorted(hidden), np.uint64))
        return may

    there = found(folded(sessions), *seeds, until=until, allowed=allowed if hidden else None)
    # Where nobody looked between two stretches, the one before may be there and not be known for it.
    assert {(one.position, sessions[one.position - 1]) for one in there} == {(at, name) for at, name, _ in expected}
    known = {at: before for at, _, before in expected}
    for one in there:
        assert one.before in (known[one.position], None)
        if one.before is None and known[one.position] is not None:
            looked = [seed for seed in seeds if seed <= len(log) and log[seed - 1] == sessions[one.position - 1]]
            assert not any(one.position - REACH <= seed < one.position for seed in looked)
    order = [(one.session, one.position) for one in there]
    assert order == sorted(order)
    assert {one.session for one in there} == set(range(len(numbers)))
    by_number = {(one.session, sessions[one.position - 1]) for one in there}
    assert len(by_number) == len(numbers), "one number for each session"


@given(RUNS, st.data())
def test_it_does_not_matter_in_which_order_or_how_often_something_was_found(
    runs: list[tuple[str, int]], data: st.DataObject
) -> None:
    sessions = [session for session, count in runs for _ in range(count)]
    seeds = data.draw(st.lists(st.integers(1, len(sessions) + 1), max_size=6))
    shuffled = [*data.draw(st.permutations(seeds)), *seeds[:2]]
    state = folded(sessions)
    assert found(state, *seeds) == found(state, *shuffled)
