"""The sessions view against a plain model of it, however it was folded, saved, loaded or erased from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.event import Kind, Recorded, Role
from awhm.events.fold import Array, Parts
from awhm.language.asking import offered
from awhm.projections.rows import WAITING
from awhm.projections.sessions import SESSIONS, Session, Sessions, Spoken

Events = list[tuple[Kind, Recorded]]


def fold(state: Sessions, events: Sequence[tuple[Kind, Recorded]]) -> Sessions:
    for kind, event in events:
        SESSIONS.reads[kind](state, event)
    return state


def built(events: Sequence[tuple[Kind, Recorded]]) -> Sessions:
    return fold(SESSIONS.initial(), events)


def reopened(state: Sessions) -> Sessions:
    """Saved and loaded, with arrays that cannot be written, as memory maps are."""
    parts: dict[str, Array | bytes] = {}
    for name, part in SESSIONS.dump(state).items():
        if not isinstance(part, bytes):
            part = part.copy()
            part.flags.writeable = False
        parts[name] = part
    return SESSIONS.load(parts)


def at(position: int, kind: Kind, **payload: Any) -> tuple[Kind, Recorded]:
    return kind, Recorded(position, b"", {key: value for key, value in payload.items() if value is not None})


def said(position: int, session: str = "s", **more: Any) -> tuple[Kind, Recorded]:
    payload = {"role": "user", "content": "words", "occurred": position * 1000} | more
    return at(position, Kind.MESSAGE_LOGGED, session=session, **payload)


def began(position: int, session: str = "s", **more: Any) -> tuple[Kind, Recorded]:
    return at(position, Kind.SESSION_STARTED, session=session, **({"occurred": position * 1000} | more))


def closed(position: int, session: str = "s") -> tuple[Kind, Recorded]:
    return at(position, Kind.SESSION_ENDED, session=session, occurred=position * 1000)


def erased(position: int, *positions: int) -> tuple[Kind, Recorded]:
    return at(position, Kind.PAYLOADS_ERASED, positions=list(positions), reason="asked")


names = st.sampled_from(["a", "b", "c", "Ä"])
times = st.integers(-5000, 5000)
tags = st.lists(st.sampled_from(["x", "y", "z"]), min_size=1, unique=True)
further: dict[str, st.SearchStrategy[Any]] = {
    "zone": st.integers(-1080, 1080),
    "speaker": st.sampled_from(["Ann", "Ben", "Cid"]),
    "metadata": tags.map(lambda given: {"tags": given}),
}
roles = st.sampled_from([role.value for role in Role])
sayings = st.sampled_from(["", "no", "Is it?", "We met Ann at 5pm. Why?", "вчера две 漢字", "x" * 30_000])
messages = st.tuples(
    st.just(Kind.MESSAGE_LOGGED),
    st.fixed_dictionaries({"session": names, "role": roles, "occurred": times, "content": sayings}, optional=further),
)
starts = st.tuples(
    st.just(Kind.SESSION_STARTED),
    st.fixed_dictionaries({"session": names, "occurred": times}, optional={"client": st.sampled_from(["cli", "mcp"])}),
)
ends = st.tuples(st.just(Kind.SESSION_ENDED), st.fixed_dictionaries({"session": names, "occurred": times}))
gaps = st.integers(1, 3)


@st.composite
def logs(draw: st.DrawFn) -> Events:
    """Events of every kind it reads, with gaps in their positions, erasures among them."""
    position, events = 0, Events()
    for kind, payload in draw(st.lists(messages | messages | starts | ends, max_size=30)):
        position += draw(gaps)
        events.append((kind, Recorded(position, b"", payload)))
    return events


def listed(events: Events) -> list[Session]:
    """The listing, worked out the slow way."""
    found: list[Session] = []
    for name in {event.payload["session"] for _, event in events}:
        mine = [(kind, event) for kind, event in events if event.payload["session"] == name]
        spoken = [event.payload["occurred"] for kind, event in mine if kind is Kind.MESSAGE_LOGGED]
        heard = spoken or [event.payload["occurred"] for _, event in mine]
        started = [event.payload["occurred"] for kind, event in mine if kind is Kind.SESSION_STARTED]
        clients = [event.payload["client"] for _, event in mine if "client" in event.payload]
        roles = Counter(Role(event.payload["role"]) for kind, event in mine if kind is Kind.MESSAGE_LOGGED)
        ended = mine[-1][1].payload["occurred"] if mine[-1][0] is Kind.SESSION_ENDED else None
        found.append(
            Session(
                name,
                mine[0][1].position,
                mine[-1][1].position,
                min(heard),
                max(heard),
                (started or [min(heard)])[0],
                ended,
                clients[-1] if clients else None,
                dict(roles),
            )
        )
    return sorted(found, key=lambda session: (-session.last_occurred, session.name))


def check(state: Sessions, events: Events, until: int | None = None) -> None:
    """Every answer of the view against the events themselves."""
    seen = [(kind, event) for kind, event in events if until is None or event.position <= until]
    expected = listed(seen)
    assert state.listing(until) == expected
    assert state.listing(until, limit=2) == expected[:2]
    heard = [event for kind, event in seen if kind is Kind.MESSAGE_LOGGED]
    counts = state.counts(until)
    assert (counts.sessions, counts.messages) == (len(expected), len(heard))
    assert counts.roles == Counter(Role(event.payload["role"]) for event in heard)
    first: dict[str, int] = {}
    for event in heard:
        if "speaker" in event.payload:
            first.setdefault(event.payload["speaker"], event.position)
    assert list(state.speakers(until).items()) == list(first.items())
    if until is None:
        for _, event in events:
            assert state.tags_of(event.position) == event.payload.get("metadata", {}).get("tags", [])
        for event in heard:
            assert state.sessions_of([event.position, 0]) == [event.payload["session"], None]
            row = state.messages.take(state.rows_of([event.position]))
            assert (int(row["halves"][0]), int(row["offers"][0])) == offered(event.payload["content"])
        assert state.sessions_of([0]) == [None]
    for session in ("a", "b", "c", "Ä", "unknown"):
        mine = [event.position for event in heard if event.payload["session"] == session]
        assert state.positions(session, until).tolist() == mine
        assert state.session(session, until) == next((one for one in expected if one.name == session), None)
        for index, position in enumerate(mine):
            before = mine[index - 1] if index else None
            assert state.neighbours(position, until) == (before, (*mine, None)[index + 1])


@given(logs(), st.data())
def test_every_answer_agrees_with_a_plain_model_up_to_any_position(events: Events, data: st.DataObject) -> None:
    state = built(events)
    last = events[-1][1].position if events else 0
    check(state, events)
    check(state, events, data.draw(st.integers(0, last + 1)))
    check(reopened(state), events)


@given(logs(), st.data())
def test_batches_and_saves_do_not_change_the_digest(events: Events, data: st.DataObject) -> None:
    state = SESSIONS.initial()
    for event in events:
        fold(state, [event])
        if data.draw(st.booleans()):
            digest = SESSIONS.digest(state)
            loaded = reopened(state)
            assert SESSIONS.digest(loaded) == digest == SESSIONS.digest(state)
            state = data.draw(st.sampled_from([state, loaded]))
    assert SESSIONS.digest(state) == SESSIONS.digest(built(events))


@given(logs(), st.data())
def test_erasing_is_as_if_the_events_had_never_been(events: Events, data: st.DataObject) -> None:
    """The erasures come at any time; a rebuild sees them too, but not the events they erase."""
    state, log, gone = SESSIONS.initial(), Events(), set[int]()
    for event in events:
        fold(state, [event])
        log.append(event)
        if data.draw(st.booleans()):
            known = st.sampled_from([one.position for _, one in log])
            unknown = st.integers(event[1].position + 1, event[1].position + 3)
            positions = [p for p in data.draw(st.lists(known, max_size=4)) if p] + [10_000 + data.draw(unknown)]
            gone |= set(positions)
            fold(state, [erased(0, *positions)])
            if data.draw(st.booleans()):
                state = reopened(state)
    rebuilt = [event for event in events if event[1].position not in gone]
    check(state, rebuilt)
    assert SESSIONS.digest(state) == SESSIONS.digest(built([*rebuilt, erased(1, *gone)] if gone else rebuilt))


@given(logs(), logs())
def test_the_digest_tells_different_logs_apart(one: Events, other: Events) -> None:
    assert (SESSIONS.digest(built(one)) == SESSIONS.digest(built(other))) == (one == other)


def test_a_forgotten_name_is_in_no_part_of_the_saved_view() -> None:
    tagged = said(2, "secret-name", speaker="Zoe", metadata={"tags": ["secret-tag"]})
    events = [began(1, "secret-name", client="odd-client"), tagged, said(3, "kept")]
    state = reopened(built(events))
    fold(state, [erased(4, 1, 2)])
    parts = SESSIONS.dump(state)
    assert [part for part in parts.values() if isinstance(part, bytes)] == [b'[null,"kept"]', *[b"[null]"] * 3]
    assert SESSIONS.digest(state) == SESSIONS.digest(built([said(3, "kept")]))
    fold(state, [said(5, "secret-name", speaker="Zoe")])
    assert state.speakers() == {"Zoe": 5}
    assert SESSIONS.digest(state) == SESSIONS.digest(built([said(3, "kept"), said(5, "secret-name", speaker="Zoe")]))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["a", "b", "a"], ["a", "b"]),
        ("alone", ["alone"]),
        ([" padded ", "", "  "], ["padded"]),
        (["text", 7, None, ["nested"]], ["text"]),
        ({"a": 1}, []),
        (None, []),
        ([], []),
    ],
)
def test_tags_are_a_list_of_texts_or_one_text_and_nothing_else(given: object, kept: list[str]) -> None:
    state = built([said(1, metadata={"tags": given, "other": 1}), said(2, metadata={"other": ["x"]}), said(3)])
    assert [state.tags_of(position) for position in (1, 2, 3, 4)] == [kept, [], [], []]


def test_a_message_reopens_a_session_that_had_ended() -> None:
    events = [said(1), closed(2)]
    state = built(events)
    found = state.session("s")
    assert found is not None and found.ended == 2000
    fold(state, [said(3)])
    found = state.session("s")
    assert found is not None and found.ended is None and found.messages == 2
    as_of = state.session("s", until=2)
    assert as_of is not None and as_of.ended == 2000


def test_erasing_the_end_of_a_session_opens_it_again() -> None:
    state = fold(built([said(1), closed(2)]), [erased(3, 2)])
    found = state.session("s")
    assert found is not None and found.ended is None


def test_a_message_is_told_with_what_is_known_of_it() -> None:
    events = [
        said(7, "x", role="tool_result", occurred=-5, zone=-330, speaker="Ann"),
        said(9, "y", occurred=2**41),
    ]
    state = built(events)
    assert state.rows_of([9, 8, 7, 2**63]).tolist() == [1, -1, 0, -1]
    assert state.spoken([1, 0]) == [
        Spoken(9, "y", 2**41, None, Role.USER, None),
        Spoken(7, "x", -5, -330, Role.TOOL_RESULT, "Ann"),
    ]
    with pytest.raises(IndexError):
        state.spoken([2])


def test_neighbours_of_what_is_not_there_is_an_error() -> None:
    state = built([said(1), said(5)])
    for position, until in ((2, None), (5, 4), (6, None)):
        with pytest.raises(KeyError):
            state.neighbours(position, until)


def test_neighbours_far_apart_are_found() -> None:
    others = [said(position, "other") for position in range(2, WAITING + 900)]
    last = WAITING + 901
    state = built([said(1), *others, said(last)])
    assert state.neighbours(1) == (None, last)
    assert state.neighbours(last) == (1, None)
    assert state.neighbours(1, until=last - 1) == (None, None)


def test_a_long_log_folds_the_same_in_one_go_and_with_saves_between() -> None:
    events = [said(i, f"s{i % 7}", speaker=f"p{i % 3}") for i in range(1, 2 * WAITING + 10)]
    state = SESSIONS.initial()
    for start in range(0, len(events), 1500):
        state = reopened(fold(state, events[start : start + 1500]))
    assert SESSIONS.digest(state) == SESSIONS.digest(built(events))
    assert state.counts().messages == len(events)


def test_a_saved_view_with_a_column_cut_short_is_not_loaded() -> None:
    parts = dict(SESSIONS.dump(built([said(1), said(2)])))
    parts["message.role.0000"] = np.zeros(1, np.uint8)
    with pytest.raises(ValueError, match="role"):
        SESSIONS.load(parts)


@pytest.mark.parametrize("missing", ["names", "people", "clients", "tags"])
def test_a_saved_view_without_its_names_is_not_loaded(missing: str) -> None:
    parts: Parts = {name: part for name, part in SESSIONS.dump(built([said(1)])).items() if name != missing}
    with pytest.raises(KeyError):
        SESSIONS.load(parts)


def test_who_spoke_is_told_as_messages_come_and_go() -> None:
    """It is looked for in the new rows alone, in whatever order it is asked for."""
    events = [said(1, speaker="Zoe"), said(2, speaker="Ann"), said(3), said(4, speaker="Zoe"), said(5, speaker="Bob")]
    state = built(events[:2])
    assert state.speakers(1) == {"Zoe": 1}
    assert list(state.speakers().items()) == [("Zoe", 1), ("Ann", 2)]
    fold(state, events[2:])
    assert state.speakers(4) == {"Zoe": 1, "Ann": 2}
    assert list(state.speakers().items()) == [("Zoe", 1), ("Ann", 2), ("Bob", 5)]
    fold(state, [erased(6, 1, 2), said(7, speaker="Ann")])
    assert list(state.speakers().items()) == [("Zoe", 4), ("Bob", 5), ("Ann", 7)]


def test_the_latest_come_with_their_sessions() -> None:
    state = built([said(1, "a"), said(3, "b"), began(4, "c"), said(6, "a")])
    assert state.latest(9) == [(1, "a"), (3, "b"), (6, "a")]
    assert state.latest(2) == state.latest(9, after=2) == [(3, "b"), (6, "a")]
    assert state.latest(9, after=6) == state.latest(0) == []
