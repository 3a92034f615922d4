"""Consolidation: what is waiting is read once, and one message that nobody can read costs itself alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoken import HOUR, MAY, Stopped, believed, kinds, opened, read_once, say, sound, undisturbed

from awhm.events.append_raw import Draft
from awhm.events.log import Appended, Lost
from awhm.events.ram_log import RamLog
from awhm.jobs import consolidating, saying
from awhm.jobs.consolidating import STEP, Consolidated, Consolidation
from awhm.jobs.piecemeal import TRIES
from awhm.language.extract import extract
from awhm.language.forms import Mention
from awhm.language.time import iso

# What is done, and what is left -----------------------------------------------------------------------


def test_what_is_new_is_consolidated_and_a_second_run_writes_nothing() -> None:
    store = opened()
    first = say(store, range(8), "a")
    done = store.consolidate()
    assert (done.messages, set(done.sessions), done.set_aside) == (8, {"a"}, [])
    assert done.memories == sum(done.sessions.values()) == len(believed(store.graph()))
    head = store.log.head()
    assert store.consolidate() == Consolidated() == store.consolidate(session="a")
    assert store.log.head() == head
    more = say(store, range(8, 12))
    assert store.consolidate().messages == 4
    read_once(store, [*first, *more])
    assert believed(store.graph()) == undisturbed(range(12))


def test_an_empty_store_and_an_unknown_session_have_nothing_to_consolidate() -> None:
    store = opened()
    assert store.consolidate() == Consolidated() == store.consolidate(session="nobody", again=True)
    say(store, range(4), "a")
    head = store.log.head()
    assert store.consolidate(session="nobody") == Consolidated()
    assert store.log.head() == head


def test_one_session_is_consolidated_alone_and_the_rest_later() -> None:
    store = opened()
    positions = say(store, range(12))
    done = store.consolidate(session="b")
    assert (done.messages, set(done.sessions)) == (4, {"b"})
    assert {said.session for said in store.graph().all_said()} == {"b"}
    assert store.consolidate(session="b") == Consolidated()
    rest = store.consolidate()
    assert (rest.messages, set(rest.sessions)) == (8, {"a", "c"})
    read_once(store, positions)
    assert believed(store.graph()) == undisturbed(range(12))


def test_what_a_session_has_done_already_does_not_hide_what_comes_behind_it() -> None:
    """A step of which most was done is not the last one: the messages behind it are there still."""
    store = opened()
    say(store, range(STEP - 1), "a")
    assert store.consolidate(session="a").messages == STEP - 1
    positions = say(store, range(STEP, STEP + 8), "b")
    done = store.consolidate()
    assert (done.messages, set(done.sessions)) == (8, {"b"})
    extracted = {said.message for said in store.graph().all_said()}
    assert positions[0] in extracted and positions[4] in extracted


def test_what_is_said_during_a_run_is_left_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consolidating, "STEP", 4)
    store = opened()
    first = say(store, range(12))
    late: list[int] = []
    told: list[tuple[int, int]] = []

    def progress(at: int, end: int) -> None:
        told.append((at, end))
        late.extend(say(store, [20 + len(late)]))

    done = store.consolidate(progress=progress)
    assert done.messages == 12 and told == [(4, 12), (8, 12), (12, 12)]
    assert {said.message for said in store.graph().all_said()} <= set(first)
    assert store.status()["unconsolidated"] == len(late) == 3
    assert store.consolidate().messages == 3
    read_once(store, [*first, *late])
    assert believed(store.graph()) == undisturbed([*range(12), 20, 21, 22])


@settings(max_examples=25)
@given(
    st.lists(st.one_of(st.integers(1, 7), st.sampled_from([None, "a", "b", "c"])), max_size=14),
    st.integers(1, 5),
)
def test_however_sessions_and_runs_alternate_every_message_is_read_once(
    story: list[int | str | None], step: int
) -> None:
    """A number: so many messages are said. A session, or None for all: it is consolidated."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(consolidating, "STEP", step)
        store, positions = opened(), list[int]()
        for what in story:
            if isinstance(what, int):
                positions += say(store, range(len(positions), len(positions) + what))
            else:
                store.consolidate(session=what)
        store.consolidate()
        read_once(store, positions)
        sound(store)
    assert believed(store.graph()) == undisturbed(range(len(positions)))


# What cannot be read -----------------------------------------------------------------------------------


@pytest.fixture
def poison(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The extractor fails on every text with "poison" in it while this list is empty; it notes what it was given."""
    given: list[str] = []

    def failing(text: str, **more: Any) -> Any:
        given.append(text)
        if "poison" in text and "antidote" not in given:
            raise ZeroDivisionError(text)
        return extract(text, **more)

    monkeypatch.setattr(saying, "extract", failing)
    return given


def test_one_message_that_nobody_can_read_is_set_aside_and_the_rest_goes_on(
    poison: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    store = opened()
    before = say(store, range(4), "a")
    bad, _ = store.log_message("a", "user", "I live in poison.", timestamp=iso(MAY + 4 * HOUR))
    after = say(store, range(5, 9), "a")
    done = store.consolidate()
    assert (done.set_aside, done.messages) == ([bad], 9)
    assert store.status()["set_aside"] == [f"m{bad}"] and store.status()["unconsolidated"] == 0
    event = next(entry for entry in store.entries() if entry.kind == "MessageSetAside")
    assert event.payload is not None and event.payload["message"] == bad
    assert event.payload["reason"] == "ZeroDivisionError", "its words are in no event"
    assert f"m{bad}" in caplog.text and "poison" not in caplog.text, "nor in the log of the program"
    alone = poison.count("I live in poison.")
    assert TRIES <= alone <= TRIES + 4, "in its batch and the halves of it, then by itself"
    head = store.log.head()
    assert store.consolidate() == Consolidated() and store.log.head() == head, "it blocks nothing and nobody"
    poison.clear()
    read_once(store, [*before, *after])
    assert believed(store.graph()) == undisturbed([*range(4), *range(5, 9)])
    sound(store)


def test_what_was_set_aside_is_read_again_when_asked_to(poison: list[str]) -> None:
    store = opened()
    bad, _ = store.log_message("a", "user", "I live in poison.")
    assert store.consolidate().set_aside == [bad]
    assert store.consolidate(again=True).set_aside == [bad], "as long as nobody can read it"
    assert kinds(store)["MessageSetAside"] == 1, "it is known already"
    poison.append("antidote")
    done = store.consolidate(again=True)
    assert (done.set_aside, done.memories) == ([], 1)
    assert store.status()["set_aside"] == []


class Dying(RamLog):
    """A log whose process dies just after the first decision about memories is written."""

    alive = False

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        outcome = super().append(drafts, expected)
        if expected and not self.alive:
            raise Stopped
        return outcome


def test_what_was_set_aside_before_a_crash_is_not_set_aside_twice(poison: list[str]) -> None:
    log = Dying()
    store = opened(log)
    bad, _ = store.log_message("a", "user", "I live in poison.")
    with pytest.raises(Stopped):
        store.consolidate()
    log.alive = True
    assert store.consolidate().set_aside == [bad]
    assert kinds(store)["MessageSetAside"] == 1
    assert store.consolidate() == Consolidated()


def test_a_store_of_nothing_but_poison_is_done_in_one_run(poison: list[str]) -> None:
    store = opened()
    bad = [store.log_message("a", "user", f"I live in poison {n}.")[0] for n in range(9)]
    assert store.consolidate().set_aside == bad
    assert store.consolidate() == Consolidated()
    assert len(poison) < 100


def test_messages_at_the_ends_of_the_calendar_block_nothing() -> None:
    """A real log: "last year" has no date in the first year, "next year" none in the last."""
    store = opened()
    for time_, text in (("0001-01-01T00:00:00Z", "I've lived in Oslo since last year."),
                        ("9999-12-31T23:59:59.999Z", "From next year I live in Oslo."),
                        ("2024-05-01T00:00:00Z", "I live in Rome.")):  # fmt: skip
        store.log_message("a", "user", text, timestamp=time_)
    assert store.recall("Where do I live? In Rome?", semantic=False)[0].content == "I live in Rome."
    done = store.consolidate()
    assert done.messages == 3 and 3 not in done.set_aside
    assert {said.message for said in store.graph().all_said()} == {1, 2, 3} - set(done.set_aside)
    assert store.consolidate() == Consolidated()
    sound(store)


class Names:
    """A name model that knows every "Xavier", and fails as it is told to."""

    fingerprint = "test-1"

    def __init__(self, fails: str = "poison", *, short: bool = False) -> None:
        self.fails, self.short = fails, short

    def mentions(self, texts: Sequence[str]) -> list[list[Mention]]:
        if any(self.fails in text for text in texts):
            if not self.short:
                raise RuntimeError("out of memory")
            texts = texts[:-1]
        found = [text.find("Xavier") for text in texts]
        return [[Mention(at, at + 6, "Xavier", "PERSON")] if at >= 0 else [] for at in found]


@pytest.mark.parametrize("short", [False, True], ids=["it raises", "it drops a text"])
def test_a_name_model_that_fails_on_one_message_costs_its_names_alone(
    short: bool, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened()
    for text in ("Xavier lives in Oslo.", "My locker number is 4, poison, says Xavier.", "Then Xavier went home."):
        store.log_message("a", "user", text)
    job = Consolidation(
        store.writer, store.memories.beliefs, store.memories.entities, ner=Names(short=short)
    )  # fmt: skip
    done = job.run()
    assert (done.messages, done.set_aside) == (3, [])
    assert "m2" in caplog.text and "name model" in caplog.text
    named = [e.payload for e in store.entries() if e.kind == "EntityNamed" and e.payload]
    assert any(one["form"] == "Xavier" for one in named)
    mark = next(e.payload for e in store.entries() if e.kind == "MessagesConsolidated")
    assert mark is not None and mark["ner"] == "test-1"
    assert store.consolidate() == Consolidated()
    sound(store)
