"""Consolidating what is there no longer, and what was done already: erased messages, and newer rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from spoken import HOUR, MAY, believed, kinds, opened, read_once, say, sound, undisturbed

from awhm.errors import Damaged
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import PayloadsErased
from awhm.events.log import Appended, Lost
from awhm.events.ram_log import RamLog
from awhm.jobs import consolidating, saying
from awhm.jobs.consolidating import Consolidated
from awhm.language.extract import extract
from awhm.language.time import iso

# What was erased ---------------------------------------------------------------------------------------


class Erasable(RamLog):
    """A log that can be made to forget payloads, as erasing does; at once, or when somebody next decides."""

    def __init__(self) -> None:
        super().__init__()
        self.next: tuple[int, ...] = ()

    def lose(self, *positions: int) -> None:
        for position in positions:
            self._links[position - 1] = (*self._links[position - 1][:3], None, None)
        event = PayloadsErased(positions=list(positions), reason="asked")
        super().append([draft(event, new_id(), b"erasures--------")])

    def damage(self, position: int, body: bytes) -> None:
        self._links[position - 1] = (*self._links[position - 1][:4], body)

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        if expected and self.next:
            positions, self.next = self.next, ()
            self.lose(*positions)
        return super().append(drafts, expected)


@pytest.mark.parametrize("gone", [[0], [7], [0, 1, 2], [1, 4, 5], list(range(8))])
def test_erased_messages_are_passed_over_and_block_nothing(monkeypatch: pytest.MonkeyPatch, gone: list[int]) -> None:
    monkeypatch.setattr(consolidating, "STEP", 2)
    log = Erasable()
    store = opened(log)
    positions = say(store, range(8))
    log.lose(*(positions[number] for number in gone))
    left = [number for number in range(8) if number not in gone]
    assert store.consolidate().messages == len(left)
    read_once(store, [positions[number] for number in left])
    say(store, range(8, 12))
    assert store.consolidate().messages == 4
    sound(store)
    assert believed(store.graph()) == undisturbed([*left, *range(8, 12)])


def test_a_message_that_is_erased_while_it_is_being_read_is_passed_over() -> None:
    log = Erasable()
    store = opened(log)
    positions = say(store, range(8))
    log.next = (positions[1],)
    done = store.consolidate()
    assert (done.messages, done.set_aside) == (7, [])
    assert positions[1] not in {said.message for said in store.graph().all_said()}
    read_once(store, [p for p in positions if p != positions[1]])
    sound(store)
    assert believed(store.graph()) == undisturbed([0, *range(2, 8)])


def test_an_erased_mark_leads_to_reading_again_and_to_nothing_new() -> None:
    log = Erasable()
    store = opened(log)
    positions = say(store, range(8))
    store.consolidate()
    mark = next(entry.position for entry in store.entries() if entry.kind == "MessagesConsolidated")
    before = believed(store.graph())
    log.lose(mark)
    assert store.consolidate().messages == 8
    assert believed(store.graph()) == before
    read_once(store, positions)
    sound(store)


OTHER_WORDS = b'{"content":"I live in Rome.","occurred":0,"role":"user","session":"s"}'


@pytest.mark.parametrize("body", [b"\xff not JSON", b"{}", OTHER_WORDS])
def test_a_damaged_message_stops_the_run_and_nothing_of_its_step_is_written(body: bytes) -> None:
    """A store that lies is not to be read on from: `verify` names what is wrong."""
    log = Erasable()
    store = opened(log)
    positions = say(store, range(4))
    store.sessions()  # it was caught up before the damage
    log.damage(positions[1], body)
    head = log.head()
    for again in (False, True):
        with pytest.raises(Damaged) as told:
            store.consolidate(again=again)
        assert (told.value.code, told.value.position) == ("payload", positions[1])
    assert log.head() == head


# Once more, with today's rules ------------------------------------------------------------------------


def test_again_with_an_unchanged_extractor_writes_no_statement_and_changes_no_memory() -> None:
    store = opened()
    positions = say(store, range(16))
    store.consolidate()
    before, head = believed(store.graph()), store.log.head().position
    done = store.consolidate(again=True)
    assert (done.messages, done.memories, done.entities) == (16, 0, 0)
    assert kinds(store, head) == {"MessagesConsolidated": 1}, "that it was done, and nothing else"
    assert believed(store.graph()) == before
    read_once(store, positions)
    sound(store)


def test_again_keeps_what_people_wrote_and_retracted() -> None:
    store = opened()
    say(store, [0, 1, 3, 16])
    store.consolidate()
    by_value = {store.graph().said(m.id)[-1].value_key: m.id for m in store.graph().all_memories()}
    store.edit(by_value["16"], "99")
    store.retract(by_value["oslo"])
    store.consolidate()
    before, head = believed(store.graph()), store.log.head().position
    store.consolidate(again=True)
    assert kinds(store, head) == {"MessagesConsolidated": 1}
    assert believed(store.graph()) == before
    assert "99" in {value for _, value, _, windows in before if windows[-1][1] is None}


def test_again_with_a_changed_extractor_puts_its_statements_in_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened()
    for hour, text in enumerate(("My locker number is 4.", "I live in Oslo.", "I live in Rome.")):
        store.log_message("a", "user", text, timestamp=iso(MAY + hour * HOUR))
    store.consolidate()

    def newer(text: str, **more: Any) -> Any:
        return extract("My locker number is 5." if "locker" in text else text, **more) if "Rome" not in text else []

    monkeypatch.setattr(saying, "extract", newer)
    monkeypatch.setattr(consolidating, "EXTRACTOR", "newer")
    done = store.consolidate(again=True)
    assert done.messages == 3
    assert believed(store.graph()) == {
        ("user|user|locker number|", "5", True, ((MAY, None),)),
        ("user|user|location|", "oslo", True, ((MAY + HOUR, None),)),
    }, "what it does not see is not believed, and what that had ended holds again"
    head = store.log.head().position
    store.consolidate(again=True)
    assert kinds(store, head) == {"MessagesConsolidated": 1}
    sound(store)


def test_again_for_one_session_reads_that_one_alone() -> None:
    store = opened()
    say(store, range(12))
    store.consolidate()
    done = store.consolidate(session="b", again=True)
    assert (done.messages, done.sessions) == (4, {"b": 0})
    assert store.consolidate() == Consolidated()
