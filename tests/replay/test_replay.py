"""The one loop: any split gives the same view, erased events are skipped, what fails leaves no trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.commands.state import Decisions
from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import decode, draft
from awhm.events.event import Event, Kind, MessageLogged, PayloadsErased, Recorded, Role, SessionEnded, SessionStarted
from awhm.events.fold import Parts, View
from awhm.events.ram_log import RamLog
from awhm.events.understood import NOT_JSON
from awhm.events.upcast import LATEST, STEPS, upcast
from awhm.projections.unreadable import UnreadableFold
from awhm.replay.replay import replay

STREAM = b"stream----------"


class Transcript:
    """A small fold: every text by position, with what was erased taken out again."""

    name, version = "transcript", "1"

    def __init__(self) -> None:
        self.reads: Mapping[Kind, Callable[[dict[int, str], Recorded], None]] = {
            Kind.MESSAGE_LOGGED: self.logged,
            Kind.PAYLOADS_ERASED: self.erased,
        }

    def logged(self, state: dict[int, str], event: Recorded) -> None:
        if event.payload["content"] == "poison":
            raise KeyError("poison")
        state[event.position] = event.payload["content"]

    def erased(self, state: dict[int, str], event: Recorded) -> None:
        for position in event.payload["positions"]:
            state.pop(position, None)

    def initial(self) -> dict[int, str]:
        return {}

    def digest(self, state: dict[int, str]) -> str:
        return sha256(self.dump(state)["texts"]).hexdigest()

    def dump(self, state: dict[int, str]) -> dict[str, bytes]:
        return {"texts": orjson.dumps(sorted(state.items()))}

    def load(self, parts: Parts) -> dict[int, str]:
        return dict(orjson.loads(bytes(parts["texts"])))


class Heard:
    """A fold of headers alone: the position of every message that ever was."""

    name, version, headers_only = "heard", "1", True
    reads: Mapping[Kind, Callable[[list[int], Recorded], None]] = {
        Kind.MESSAGE_LOGGED: lambda state, event: state.append(event.position) if not event.payload else None
    }

    def initial(self) -> list[int]:
        return []

    def digest(self, state: list[int]) -> str:
        return str(state)

    def dump(self, state: list[int]) -> dict[str, bytes]:
        return {"positions": orjson.dumps(state)}

    def load(self, parts: Parts) -> list[int]:
        return list(orjson.loads(bytes(parts["positions"])))


class Erasable(RamLog):
    """A log in memory whose payloads can go, as an erasure will make them go."""

    def lose(self, *positions: int) -> None:
        self.append([drafted(PayloadsErased(positions=list(positions), reason="asked"))])
        for position in positions:
            self._links[position - 1] = (*self._links[position - 1][:3], None, None)

    def spoil(self, position: int) -> None:
        """Another payload in the place of the one that was written."""
        self._links[position - 1] = (*self._links[position - 1][:4], b"\xff")


def drafted(event: Event) -> Draft:
    return draft(event, new_id(), STREAM, session=STREAM)


def said(text: str) -> Draft:
    return drafted(MessageLogged(session="s", role=Role.USER, content=text, occurred=0))


def raw(payload: bytes, kind: int = int(Kind.MESSAGE_LOGGED), schema: int = 1) -> Draft:
    return Draft(kind, new_id(), STREAM, payload, schema=schema)


def a_log(*texts: str) -> Erasable:
    log = Erasable()
    log.append([said(text) for text in texts])
    return log


@given(
    texts=st.lists(st.text(max_size=5).filter(lambda text: text != "poison"), max_size=30),
    erased=st.sets(st.integers(1, 30)),
    stops=st.lists(st.integers(0, 40), max_size=6),
)
def test_any_split_any_order_of_views_and_any_restart_give_the_same_digest(
    texts: list[str], erased: set[int], stops: list[int]
) -> None:
    log = a_log(*texts)
    live = View(Transcript())
    for stop in stops[:3]:
        replay(log, [live], stop)
    gone = sorted(position for position in erased if position <= len(texts))
    if gone:
        log.lose(*gone)
    for stop in stops[3:]:
        replay(log, [live], stop)
        live.state = live.fold.load(live.fold.dump(live.state))
    whole, second = View(Transcript()), View(Decisions())
    assert replay(log, [second, live]).position == log.head().position == live.position
    assert replay(log, [whole]).erased == len(gone)
    assert live.digest() == whole.digest()
    assert whole.state == {n: text for n, text in enumerate(texts, 1) if n not in gone}


def test_views_that_stand_at_different_places_are_brought_to_the_same_one_reading_each_event_once() -> None:
    log = a_log(*"abcdefgh")
    views = [View(Transcript()) for _ in range(3)]
    replay(log, views[:1], 6)
    replay(log, views[1:2], 3)
    done = replay(log, views)
    assert (done.position, done.events) == (8, 8)
    assert len({view.digest() for view in views}) == 1 and {view.position for view in views} == {8}


def test_a_view_is_not_turned_back_and_one_at_the_end_is_left_alone() -> None:
    log = a_log(*"abc")
    view = View(Transcript())
    replay(log, [view])
    assert replay(log, [view], 1).events == 0
    assert view.position == 3 and len(view.state) == 3


def test_a_view_as_of_any_position_is_the_view_of_a_log_cut_there() -> None:
    texts = "abcdef"
    log = a_log(*texts)
    for until in range(8):
        view = View(Transcript())
        replay(log, [view], until)
        assert list(view.state.values()) == list(texts[:until])


def test_a_position_beyond_the_head_is_the_head_so_that_later_events_are_not_passed_over() -> None:
    log = a_log("a")
    view = View(Transcript())
    assert replay(log, [view], 1000).position == 1 == view.position
    log.append([said("b")])
    replay(log, [view], 1000)
    assert list(view.state.values()) == ["a", "b"]


def test_erased_events_are_skipped_and_counted_but_their_headers_are_heard() -> None:
    log = a_log("a", "b", "c")
    log.lose(1, 3)
    view, heard = View(Transcript()), View(Heard())
    done = replay(log, [view, heard])
    assert (done.events, done.erased) == (4, 2)
    assert view.state == {2: "b"}
    assert heard.state == [1, 2, 3]


def test_a_live_view_forgets_what_is_erased_and_equals_a_rebuilt_one() -> None:
    log = a_log("a", "b", "c")
    live = View(Transcript())
    replay(log, [live])
    log.lose(2)
    replay(log, [live])
    rebuilt = View(Transcript())
    replay(log, [rebuilt])
    assert live.state == rebuilt.state == {1: "a", 3: "c"}


def test_a_fold_that_fails_leaves_no_view_half_folded() -> None:
    log = a_log("a", "b", "poison", "c")
    texts, decisions = View(Transcript()), View(Decisions())
    views: list[View[Any]] = [texts, decisions]
    replay(log, views, 1)
    with pytest.raises(KeyError):
        replay(log, views)
    assert {view.position for view in views} == {0}
    assert texts.state == {} and decisions.state.open == {}
    replay(log, views, 2)
    assert texts.state == {1: "a", 2: "b"}


def test_a_view_that_was_already_there_is_not_reset_with_those_that_fail() -> None:
    log = a_log("a", "poison", "b")
    done = View(Decisions())
    replay(log, [done])
    with pytest.raises(KeyError):
        replay(log, [done, View(Transcript())])
    assert done.position == 3


@pytest.mark.parametrize("payload", [b"", b"{", b"no", b"\xff", b'{"content":"cut'])
def test_a_payload_that_is_no_json_is_set_aside_and_all_others_are_folded(payload: bytes) -> None:
    log = a_log("a")
    log.append([raw(payload), said("b")])
    view, aside, heard = View(Transcript()), View(UnreadableFold()), View(Heard())
    replay(log, [view, aside, heard])
    assert view.state == {1: "a", 3: "b"} and view.position == 3
    assert aside.state == {2: NOT_JSON}
    assert heard.state == [1, 2, 3], "its header says that it happened"
    with pytest.raises(Damaged):
        decode((2, log.header(2), payload))


def test_a_payload_that_is_not_as_written_is_damage_and_not_set_aside() -> None:
    log = a_log("a", "b")
    log.spoil(2)
    view = View(Transcript())
    with pytest.raises(Damaged) as damaged:
        replay(log, [view])
    assert damaged.value.position == 2 and damaged.value.code == "payload"
    assert view.position == 0


def test_a_schema_newer_than_this_version_is_refused_and_says_upgrade() -> None:
    log = a_log("a")
    log.append([raw(b'{"content":"b"}', schema=9)])
    view = View(Transcript())
    with pytest.raises(Refused, match=r"event 2 \(MESSAGE_LOGGED\) has schema 9") as refused:
        replay(log, [view])
    assert refused.value.code == "newer_event" and "Upgrade" in refused.value.hint
    assert view.position == 0


def test_a_newer_schema_of_a_kind_that_nobody_reads_stops_nobody() -> None:
    log = a_log("a")
    log.append([raw(b"{}", int(Kind.MEMORIES_RECALLED), schema=9)])
    view = View(Transcript())
    assert replay(log, [view]).position == 2


@pytest.mark.parametrize("payload", [b"{}", b"not even json"])
def test_an_unknown_kind_is_passed_over(payload: bytes) -> None:
    log = a_log("a")
    log.append([raw(payload, kind=60_000)])
    view = View(Transcript())
    replay(log, [view])
    assert view.state == {1: "a"} and view.position == 2


def header_of(kind: int, schema: int) -> bytes:
    log = RamLog()
    log.append([raw(b"{}", kind, schema)])
    return log.header(1)


def test_an_old_shape_goes_step_by_step_to_today_s() -> None:
    def split(payload: dict[str, Any]) -> dict[str, Any]:
        first, _, last = payload["name"].partition(" ")
        return {"first": first, "last": last}

    def renamed(payload: dict[str, Any]) -> dict[str, Any]:
        return {"given": payload["first"], "family": payload["last"]}

    steps = {(7, 1): split, (7, 2): renamed}
    latest = {7: 3}
    today = {"given": "Ada", "family": "Lovelace"}
    assert upcast(header_of(7, 1), {"name": "Ada Lovelace"}, steps, latest) == today
    assert upcast(header_of(7, 2), {"first": "Ada", "last": "Lovelace"}, steps, latest) == today
    assert upcast(header_of(7, 3), today, steps, latest) == today
    assert upcast(header_of(8, 1), {"left": "alone"}, steps, latest) == {"left": "alone"}
    with pytest.raises(Refused, match="has schema 4") as refused:
        upcast(header_of(3, 4), {}, steps, {3: 3})
    assert refused.value.code == "newer_event"
    with pytest.raises(Damaged, match="never was a schema 0") as damaged:
        upcast(header_of(7, 0), {}, steps, latest)
    assert damaged.value.position == 1


def test_every_old_schema_has_a_step_to_the_next() -> None:
    missing = [(kind, old) for kind, newest in LATEST.items() for old in range(1, newest) if (kind, old) not in STEPS]
    assert not missing


def test_progress_is_told_at_the_end_and_on_the_way() -> None:
    log = Erasable()
    log.append([said("x") for _ in range(5000)])
    seen: list[int] = []
    replay(log, [View(Transcript())], progress=seen.append)
    assert seen == [4096, 5000]


def test_what_is_handed_to_a_fold_is_position_header_and_payload() -> None:
    log = Erasable()
    log.append([drafted(SessionStarted(session="s", occurred=5)), drafted(SessionEnded(session="s", occurred=6))])
    got: list[Recorded] = []

    class Taking(Transcript):
        def __init__(self) -> None:
            self.reads = {Kind.SESSION_STARTED: self.take, Kind.SESSION_ENDED: self.take}

        def take(self, state: dict[int, str], event: Recorded) -> None:
            got.append(event)

    replay(log, [View(Taking())])
    assert [(event.position, event.payload) for event in got] == [
        (1, {"session": "s", "occurred": 5}),
        (2, {"session": "s", "occurred": 6}),
    ]
    for event in got:
        assert isinstance(event, Recorded) and event.header == log.header(event.position)
        assert event.kind in (1, 2) and event.recorded == chain.recorded_of(event.header)
        assert event == decode((event.position, event.header, log.payload(event.position)))
        assert event.commitment == event.header[120:]
