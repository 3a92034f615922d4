"""The session buffer against a plain model of it, whatever is erased, saved or loaded in between."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array
from awhm.projections.buffer import BUFFER, SESSION_BUFFER, Buffer, open_sessions, tail

Events = list[tuple[Kind, Recorded]]
MESSAGE, START, END = Kind.MESSAGE_LOGGED, Kind.SESSION_STARTED, Kind.SESSION_ENDED


def fold(state: Buffer, events: Sequence[tuple[Kind, Recorded]]) -> Buffer:
    for kind, event in events:
        SESSION_BUFFER.reads[kind](state, event)
    return state


def built(events: Sequence[tuple[Kind, Recorded]]) -> Buffer:
    return fold(SESSION_BUFFER.initial(), events)


def reopened(state: Buffer) -> Buffer:
    parts: dict[str, Array | bytes] = {}
    for name, part in SESSION_BUFFER.dump(state).items():
        if not isinstance(part, bytes):
            part = part.copy()
            part.flags.writeable = False
        parts[name] = part
    return SESSION_BUFFER.load(parts)


def event(position: int, kind: Kind = MESSAGE, session: str = "s") -> tuple[Kind, Recorded]:
    return kind, Recorded(position, b"", {"session": session, "occurred": 0, "role": "user", "content": "words"})


def erased(*positions: int) -> tuple[Kind, Recorded]:
    return Kind.PAYLOADS_ERASED, Recorded(0, b"", {"positions": list(positions), "reason": "asked"})


def model(events: Events, until: int | None = None) -> dict[str, list[int]]:
    """The tail of every open session, worked out the slow way; the one with the latest event last."""
    tails: dict[str, list[int]] = {}
    for kind, one in events:
        if until is not None and one.position > until:
            break
        kept = tails.pop(one.payload["session"], [])
        if kind is not END:
            tails[one.payload["session"]] = kept + [one.position] * (kind is MESSAGE)
    return {session: positions[-BUFFER:] for session, positions in tails.items()}


def shown(state: Buffer, until: int | None = None) -> list[tuple[str, list[int]]]:
    for session in ("a", "b", "c", "unknown"):
        if session not in open_sessions(state, until):
            assert tail(state, session, until) == []
    return [(session, tail(state, session, until)) for session in open_sessions(state, until)]


@st.composite
def logs(draw: st.DrawFn) -> Events:
    kinds = st.sampled_from([MESSAGE] * 6 + [START, END])
    steps = st.lists(st.tuples(kinds, st.sampled_from("abc"), st.integers(1, 3), st.integers(1, 40)), max_size=15)
    position, events = 0, Events()
    for kind, session, gap, times in draw(steps):
        for _ in range(times if kind is MESSAGE else 1):
            position += gap
            events.append(event(position, kind, session))
    return events


@given(logs(), st.data())
def test_the_tails_agree_with_a_plain_model_up_to_any_position(events: Events, data: st.DataObject) -> None:
    state = built(events)
    until = data.draw(st.integers(0, events[-1][1].position + 1 if events else 1))
    assert shown(state) == list(model(events).items())
    assert shown(reopened(state), until) == list(model(events, until).items())


@given(logs(), st.data())
def test_batches_saves_and_erasures_leave_what_a_rebuild_would_give(events: Events, data: st.DataObject) -> None:
    state, gone, seen = SESSION_BUFFER.initial(), set[int](), list[int]()
    start = 0
    while start < len(events):
        batch = events[start : start + data.draw(st.integers(1, 60))]
        start += len(batch)
        fold(state, batch)
        seen += [one.position for _, one in batch]
        if data.draw(st.booleans()):
            state = reopened(state)
        positions = data.draw(st.lists(st.sampled_from(seen) | st.integers(10**6, 10**6 + 9), max_size=5))
        gone |= set(positions)
        fold(state, [erased(*positions)])
    rebuilt = [one for one in events if one[1].position not in gone]
    assert shown(state) == list(model(rebuilt).items())
    assert SESSION_BUFFER.digest(state) == SESSION_BUFFER.digest(built([*rebuilt, erased(*gone)]))
    assert SESSION_BUFFER.digest(reopened(state)) == SESSION_BUFFER.digest(state)


@given(logs(), logs())
def test_the_digest_tells_different_logs_apart(one: Events, other: Events) -> None:
    assert (SESSION_BUFFER.digest(built(one)) == SESSION_BUFFER.digest(built(other))) == (one == other)


def test_erasing_one_of_the_fifty_shows_the_one_before_them() -> None:
    state = built([event(position) for position in range(1, 53)])
    assert tail(state, "s") == list(range(3, 53))
    fold(state, [erased(52, 30)])
    assert tail(state, "s") == [p for p in range(1, 52) if p != 30]


def test_a_session_is_dropped_at_its_end_and_begins_anew_with_its_next_message() -> None:
    state = built([event(1), event(2, END)])
    assert tail(state, "s") == [] and open_sessions(state) == []
    assert tail(state, "s", until=1) == [1]
    fold(state, [event(3)])
    assert tail(state, "s") == [3] and open_sessions(state) == ["s"]


def test_erasing_an_end_shows_the_messages_before_it_again() -> None:
    state = built([event(1), event(2, END), event(3), erased(2)])
    assert tail(state, "s") == [1, 3]


def test_a_session_that_only_started_is_open_and_empty() -> None:
    state = built([event(1, START)])
    assert open_sessions(state) == ["s"] and tail(state, "s") == []


def test_a_tail_is_found_behind_many_other_messages() -> None:
    state = built([event(1), event(2), *(event(p, session="other") for p in range(3, 2000))])
    assert tail(state, "s") == [1, 2]
    assert tail(state, "other") == list(range(1950, 2000))


def test_the_name_of_an_erased_session_is_not_kept() -> None:
    state = built([event(1, session="secret"), event(2, session="kept"), erased(1)])
    assert SESSION_BUFFER.dump(state)["names"] == b'[null,"kept"]'
