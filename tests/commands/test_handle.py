"""What each command leads to, that twice has the effect of once, and what is refused."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from awhm.commands.command import Command, EndSession, LogMessage, RecordRecalls, StartSession
from awhm.commands.decide import decide
from awhm.commands.handle import ATTEMPTS, Writer, handle, handle_messages
from awhm.commands.state import Decisions, State
from awhm.errors import AwhmError, Conflict, Refused
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.event import (
    EVENTS,
    Event,
    Kind,
    MemoriesRecalled,
    MessageLogged,
    Role,
    SessionEnded,
    SessionStarted,
    Shown,
    Source,
)
from awhm.events.fold import View
from awhm.events.ids import opaque
from awhm.events.log import Appended, Log
from awhm.events.ram_log import RamLog
from awhm.events.sqlite_log import SqliteLog
from awhm.projections.keeper import Keeper
from awhm.replay.replay import replay

NOW = 1_700_000_000_000


class Story:
    """`given(*commands).when(command).then(*events)`: one log, and what came of the last thing asked of it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.writer = Writer(log)
        self._keeper = Keeper(log, [Decisions()], None, replay)
        self.outcome: Appended | AwhmError | None = None
        self._before = 0

    def state(self) -> State:
        """The state at the head, as `handle` wants to have it."""
        found = self._keeper.view("decisions").state
        assert isinstance(found, State)
        return found

    def given(self, *commands: Command) -> Story:
        for command in commands:
            handle(command, self.writer, self.state)
        return self

    def when(self, command: Command, read: Callable[[], State] | None = None) -> Story:
        self._before = self.log.head().position
        try:
            self.outcome = handle(command, self.writer, read or self.state)
        except AwhmError as error:
            self.outcome = error
        return self

    def events(self, after: int = 0) -> list[Event]:
        """What is in the log, as today's models read it back: so every stored payload is checked to be valid."""
        return [
            EVENTS[Kind(chain.kind_of(header))].model_validate_json(payload or b"")
            for _, header, payload in self.log.read(after)
        ]

    def then(self, *events: Event) -> Story:
        """Exactly these were written."""
        assert isinstance(self.outcome, Appended), self.outcome
        assert self.events(self._before) == list(events)
        assert [p for p, new in zip(*self.outcome, strict=True) if new] == [
            self._before + n for n in range(1, len(events) + 1)
        ]
        return self

    def then_refused(self, code: str) -> AwhmError:
        """Refused with a code and a way out, and nothing was written."""
        assert isinstance(self.outcome, AwhmError), f"it was not refused: {self.outcome}"
        assert self.outcome.code == code and str(self.outcome) and self.outcome.hint
        assert self.log.head().position == self._before
        return self.outcome

    def payload(self, position: int) -> dict[str, Any]:
        found: dict[str, Any] = orjson.loads(self.log.payload(position) or b"")
        return found


@pytest.fixture(params=["ram", "sqlite"])
def story(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Story]:
    log: Log = RamLog() if request.param == "ram" else SqliteLog(str(tmp_path / "store"))
    yield Story(log)
    log.close()


def start(session: str = "s", **more: Any) -> StartSession:
    return StartSession(new_id(), session, NOW, **more)


def say(content: str = "hello", session: str = "s", role: str = "user", **more: Any) -> LogMessage:
    return LogMessage(new_id(), session, role, content, more.pop("occurred", NOW), **more)


def end(session: str = "s") -> EndSession:
    return EndSession(new_id(), session, NOW + 1)


def recalls(shown: dict[int, tuple[int, ...]], session: str = "s") -> RecordRecalls:
    return RecordRecalls(new_id(), session, shown)


STARTED = SessionStarted(session="s", occurred=NOW)
SAID = MessageLogged(session="s", role=Role.USER, content="hello", occurred=NOW)
ENDED = SessionEnded(session="s", occurred=NOW + 1)


def test_starting_a_session_opens_it(story: Story) -> None:
    story.given().when(start()).then(STARTED)
    story.given().when(start("t", client="cli", metadata={"a": [1, {"b": None}]})).then(
        SessionStarted(session="t", occurred=NOW, client="cli", metadata={"a": [1, {"b": None}]})
    )


def test_starting_a_session_that_is_open_does_nothing(story: Story) -> None:
    story.given(start()).when(start()).then()
    story.given(say(session="t")).when(start("t")).then()


def test_a_message_starts_its_session_and_reopens_one_that_ended(story: Story) -> None:
    story.given(say()).when(end()).then(ENDED)
    story.given(say()).when(end()).then(ENDED)


def test_ending_a_session_that_is_not_open_does_nothing(story: Story) -> None:
    story.given().when(end()).then()
    story.given(start(), end()).when(end()).then()
    story.given(start()).when(end("another")).then()


def test_a_session_can_be_started_again_after_its_end(story: Story) -> None:
    story.given(start(), end()).when(start()).then(STARTED)


def test_a_message_is_kept_word_for_word_with_all_that_is_known_of_it(story: Story) -> None:
    text = "  Zoë said:\n\t\u200bnaïve \U0001f600\x00  "
    command = say(text, role="Assistant ", zone=-330, speaker="Zoë", source=("m1", "locomo", "2"), metadata={"k": "v"})
    story.given().when(command).then(
        MessageLogged(
            session="s", role=Role.ASSISTANT, content=text, occurred=NOW, zone=-330, speaker="Zoë",
            source=Source(id="m1", kind="locomo", version="2"), metadata={"k": "v"},
        )
    )  # fmt: skip
    assert story.payload(1) == {
        "content": text, "metadata": {"k": "v"}, "occurred": NOW, "role": "assistant", "session": "s",
        "source": {"id": "m1", "kind": "locomo", "version": "2"}, "speaker": "Zoë", "zone": -330,
    }  # fmt: skip


def test_what_is_not_known_is_left_out_of_the_payload(story: Story) -> None:
    story.given(say(), start("t"))
    assert story.log.payload(1) == b'{"content":"hello","occurred":1700000000000,"role":"user","session":"s"}'
    assert story.log.payload(2) == b'{"occurred":1700000000000,"session":"t"}'


def test_recalls_are_kept_as_counts_in_order_of_position(story: Story) -> None:
    story.given().when(recalls({9: (3, 1, 3), 2: (1,)})).then(
        MemoriesRecalled(
            session="s",
            shown=[Shown(position=2, times=1, turns=[1]), Shown(position=9, times=3, turns=[1, 3])],
        )
    )
    story.given().when(recalls({})).then()


def test_a_header_names_session_scope_and_actor_only_by_ids_under_the_log_s_key(story: Story) -> None:
    story.given(start("a private name"), say(session="a private name"))
    key = story.log.key
    for _, header, _ in story.log.read():
        assert header[chain.STREAM] == header[chain.SESSION] == opaque(key, "session", "a private name")
        assert header[chain.SCOPE] == opaque(key, "scope", "user")
        assert header[chain.ACTOR] == opaque(key, "actor", "local")
        assert b"private" not in header
    Writer(story.log, scope="project", actor="hook")
    other = Writer(story.log, scope="project", actor="hook")
    handle(say(), other, story.state)
    assert story.log.header(3)[chain.SCOPE] == opaque(key, "scope", "project")
    assert story.log.header(3)[chain.ACTOR] == opaque(key, "actor", "hook")


def test_the_id_of_a_command_is_the_id_of_its_event(story: Story) -> None:
    for command in (start(), say(), end(), recalls({1: (1,)})):
        story.given(command)
        position = story.log.position_of(command.command_id) or 0
        assert position == story.log.head().position
        again = handle(command, story.writer, story.state)
        assert again == Appended([position], [False])


REFUSED: dict[str, tuple[str, Command]] = {
    "an empty message": ("empty", say("")),
    "a blank message": ("empty", say(" \n\t ")),
    "an unknown role": ("unknown_role", say(role="narrator")),
    "a message without a session": ("invalid", say(session="")),
    "a session name that is too long": ("invalid", say(session="x" * 513)),
    "a time before the year 1": ("invalid", say(occurred=-(10**15))),
    "a time after the year 9999": ("invalid", say(occurred=10**15)),
    "a time that is not whole": ("invalid", say(occurred=1.5)),
    "a time zone that is none": ("invalid", say(zone=2000)),
    "metadata that is no JSON": ("bad_metadata", say(metadata={"x": {1, 2}})),
    "metadata with infinity": ("bad_metadata", say(metadata={"x": float("inf")})),
    "a source without an id": ("invalid", say(source=("", "kind", None))),
    "a start without a session": ("invalid", start("")),
    "a start with metadata that is no JSON": ("bad_metadata", start(metadata={"x": object()})),
    "a start long before the year 1": ("invalid", StartSession(new_id(), "s", -(10**15))),
    "recalls of no position": ("invalid", recalls({0: (1,)})),
    "recalls in no turn": ("invalid", recalls({1: ()})),
    "a command id that is too short": ("bad_id", LogMessage(b"short", "s", "user", "hello", NOW)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_sense_is_refused_with_a_way_out_and_nothing_is_written(story: Story, what: str) -> None:
    code, command = REFUSED[what]
    story.given(say("before", session="another")).when(command)
    if code == "bad_id":
        assert isinstance(story.outcome, Refused) and story.log.head().position == 1
    else:
        story.then_refused(code)


def test_an_unknown_role_is_answered_with_those_there_are(story: Story) -> None:
    error = story.given().when(say(role="robot")).then_refused("unknown_role")
    assert all(role.value in error.hint for role in Role) and "'robot'" in str(error)


def test_one_bad_message_of_a_batch_keeps_all_of_it_out(story: Story) -> None:
    with pytest.raises(Refused):
        handle_messages([say("one"), say(""), say("three")], story.writer)
    assert story.log.head().position == 0
    assert handle_messages([], story.writer) == Appended([], [])


def test_halves_of_surrogate_pairs_become_what_can_be_stored(story: Story) -> None:
    broken, whole = "a\ud83db", "\ud83d\ude00"
    story.given(
        say(broken + whole, session="s\udc00", speaker="\udfff", source=("\ud800", "k\ud800", "\ud800"),
            metadata={"\ud800k": ["\udc00"]}),
        start("t\udc00", client="c\ud800", metadata={"x": "\ud800"}),
        recalls({1: (1,)}, session="s\udc00"),
        end("t\udc00"),
    )  # fmt: skip
    assert story.payload(1) == {
        "content": "a\ufffdb\U0001f600", "occurred": NOW, "role": "user", "session": "s\ufffd", "speaker": "\ufffd",
        "source": {"id": "\ufffd", "kind": "k\ufffd", "version": "\ufffd"}, "metadata": {"\ufffdk": ["\ufffd"]},
    }  # fmt: skip
    assert story.payload(2)["client"] == "c\ufffd"
    assert story.log.head().position == 4
    session = opaque(story.log.key, "session", "s\ufffd")
    assert story.log.header(1)[chain.SESSION] == session == story.log.header(3)[chain.SESSION]


def test_one_session_has_one_stream_however_its_name_was_spelt_in_bytes(story: Story) -> None:
    story.given(say(session="\ufeffs"), say(session="s"))
    assert story.log.header(1)[chain.STREAM] == story.log.header(2)[chain.STREAM]
    assert story.payload(1)["session"] == story.payload(2)["session"]


def test_a_command_that_was_overtaken_decides_again_on_what_is_there_now(story: Story) -> None:
    """Another writer ends the session between our reading and our writing."""
    story.given(start())
    turns = itertools.count()

    def read() -> State:
        state = story.state()
        if next(turns) == 0:
            stale = State(dict(state.open))
            handle(end(), story.writer, story.state)
            return stale
        return state

    story.when(end(), read)
    assert story.outcome == Appended([], []), "somebody else has ended it: nothing is left to do"
    assert story.events() == [STARTED, ENDED]
    assert next(turns) == 2


def test_who_is_overtaken_five_times_is_told_of_a_conflict(story: Story) -> None:
    read_count = itertools.count(1)

    def read() -> State:
        next(read_count)
        handle(say("first!"), story.writer, story.state)
        return State()

    with pytest.raises(Conflict) as conflict:
        handle(start(), story.writer, read)
    assert conflict.value.code == "overtaken" and "'s'" in str(conflict.value) and conflict.value.hint
    assert next(read_count) == ATTEMPTS + 1
    assert all(isinstance(event, MessageLogged) for event in story.events())


def test_writers_of_other_sessions_overtake_nobody(story: Story) -> None:
    def read() -> State:
        handle(say(session="another"), story.writer, story.state)
        return State()

    handle(start(), story.writer, read)
    assert isinstance(story.events()[-1], SessionStarted)


def test_messages_need_no_state(story: Story) -> None:
    def read() -> State:
        raise AssertionError("a message is decided without state")

    story.when(say(), read).then(SAID)


def test_a_repeated_command_is_answered_even_if_it_would_now_be_decided_otherwise(story: Story) -> None:
    first = start()
    story.given(first, end(), start(), say())
    assert handle(first, story.writer, story.state) == Appended([1], [False])


def test_deciding_changes_nothing_and_gives_the_same_again() -> None:
    state = State({b"s" * 16: True})
    for command in (start(), say(), end(), recalls({1: (1,)})):
        assert decide(command, state, b"s" * 16) == decide(command, state, b"s" * 16)
    assert state == State({b"s" * 16: True})


SESSIONS = st.sampled_from(["a", "b", "c"])
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(start, SESSIONS),
    st.builds(say, st.text(max_size=3).map(lambda text: text + "."), SESSIONS),
    st.builds(end, SESSIONS),
    st.builds(recalls, st.dictionaries(st.integers(1, 9), st.just((1,))), SESSIONS),
)


@pytest.mark.parametrize("kind", ["ram", "sqlite"])
@settings(max_examples=60, deadline=None)
@drawn(commands=st.lists(COMMANDS, max_size=12), again=st.lists(st.integers(0, 11), max_size=8))
def test_any_commands_sent_again_in_any_order_have_the_effect_of_once(
    kind: str, commands: list[Command], again: list[int]
) -> None:
    folder = tempfile.mkdtemp(prefix="awhm-twice-")
    log: Log = RamLog() if kind == "ram" else SqliteLog(folder)
    writer = Writer(log)

    def read() -> State:
        view = View(Decisions())
        replay(log, [view])
        return view.state

    first: dict[int, Appended] = {}
    for index, command in enumerate(commands):
        first[index] = handle(command, writer, read)
        if index + 1 in again:
            assert handle(command, writer, read).positions == first[index].positions
    head = log.head()
    for index in (n % len(commands) for n in again if commands):
        outcome = handle(commands[index], writer, read)
        if first[index].positions:
            assert outcome == Appended(first[index].positions, [False])
            assert log.head() == head, "what was written once is never written twice"
        head = log.head()  # a command that led to nothing then may lead to something now: it is a new request
    log.close()
    shutil.rmtree(folder)
