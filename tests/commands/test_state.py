"""What a decision knows: which sessions are open, from headers alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from awhm.commands.state import Decisions, State
from awhm.events.append_raw import Draft, new_id
from awhm.events.event import Kind
from awhm.events.fold import View
from awhm.events.ram_log import RamLog
from awhm.replay.replay import replay

SESSIONS = [bytes([n]) * 16 for n in range(3)]
KINDS = [Kind.SESSION_STARTED, Kind.MESSAGE_LOGGED, Kind.SESSION_ENDED, Kind.MEMORIES_RECALLED]
HAPPENED = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 2)), max_size=30)


def a_log(happened: list[tuple[Kind, int]]) -> RamLog:
    log = RamLog()
    log.append([Draft(int(kind), new_id(), SESSIONS[n], b"{}", session=SESSIONS[n]) for kind, n in happened])
    return log


@given(HAPPENED)
def test_a_session_is_open_unless_its_end_was_the_last_that_happened(happened: list[tuple[Kind, int]]) -> None:
    view = View(Decisions())
    replay(a_log(happened), [view])
    for n, session in enumerate(SESSIONS):
        last = [kind for kind, of in happened if of == n and kind is not Kind.MEMORIES_RECALLED]
        assert bool(view.state.open.get(session)) == (bool(last) and last[-1] is not Kind.SESSION_ENDED)


@given(HAPPENED, st.integers(0, 30))
def test_any_restart_gives_the_same_digest(happened: list[tuple[Kind, int]], stop: int) -> None:
    log = a_log(happened)
    live, whole = View(Decisions()), View(Decisions())
    replay(log, [live], stop)
    live.state = live.fold.load(live.fold.dump(live.state))
    replay(log, [live])
    replay(log, [whole])
    assert live.digest() == whole.digest() and live.state == whole.state


def test_states_that_differ_have_digests_that_differ() -> None:
    fold = Decisions()
    states = [State(), State({SESSIONS[0]: True}), State({SESSIONS[0]: False}), State({SESSIONS[1]: True})]
    assert len({fold.digest(state) for state in states}) == 4
    one, other = State({SESSIONS[0]: True, SESSIONS[1]: False}), State({SESSIONS[1]: False, SESSIONS[0]: True})
    assert fold.digest(one) == fold.digest(other), "the order in which they happened to come is no meaning"
