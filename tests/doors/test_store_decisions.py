"""What people decide about single memories, through a store: edits, retractions, reviews, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from at_home import HOME, HOUR, LOCKER, MAY, at, memory, opened, say, sound

from awhm.commands.command import Extracted, RecordStatements, SettleMemories
from awhm.commands.handle import handle_memory
from awhm.errors import Refused
from awhm.events.append_raw import Draft, new_id
from awhm.events.event import Kind, Stated
from awhm.events.log import Appended, Lost
from awhm.events.ram_log import RamLog
from awhm.projections.graph_questions import holding, status
from awhm.store import Store


@pytest.mark.parametrize("name", ["", "n", "n12", "n.5", "n5.", "n1.2.3", "n0.0", "m1", "s3.0", "n٣.0", "n999.0", "x"])
def test_what_is_no_memory_is_refused_and_nothing_is_written(name: str) -> None:
    store = opened()
    say(store, "I live in Oslo.", 0)
    store.consolidate()
    head = store.log.head()
    decide: Sequence[Callable[[], object]] = (
        lambda: store.edit(name, "Rome"),
        lambda: store.retract(name),
        lambda: store.undo(name),
        lambda: store.review(name, accept=True),
    )
    for one in decide:
        with pytest.raises(Refused) as refused:
            one()
        assert refused.value.code == "no_such_memory"
    assert store.log.head() == head


def test_an_edit_is_believed_from_now_on_and_what_it_replaced_before() -> None:
    store = opened()
    say(store, "I live in Oslo.", 0)
    store.consolidate()
    new = store.edit(memory(store, "oslo"), "Rome")
    assert new == memory(store, "rome") and at(store, MAY + HOUR) == {"home": "oslo"}
    assert status(store.graph(), new, MAY + 100_000 * HOUR) == "active"
    assert store.recall("Where do I live? Oslo?", semantic=False)[0].content == "Rome"
    store.undo(memory(store, "oslo"))
    assert at(store, MAY + 100_000 * HOUR) == {"home": "oslo"}, "taken back, it holds again"
    sound(store)


def test_what_has_ended_or_was_taken_back_cannot_be_edited() -> None:
    store = opened()
    for hour, words in enumerate(("I live in Oslo.", "I live in Rome.", "My locker number is 4.")):
        say(store, words, hour)
    store.consolidate()
    weak = Stated(family="fact", start=0, end=9, subject="user", attribute="locker number", slot=LOCKER, value="5",
                  value_key="5", confidence=0.4, rule="test")  # fmt: skip
    hedged = say(store, "Is it raining?", 3)
    doubt = Extracted(hedged, "s", MAY + 3 * HOUR, "test", (weak,))
    handle_memory(RecordStatements(new_id(), (doubt,)), store.writer, store.memories.beliefs, 3)
    handle_memory(SettleMemories(new_id(), 3), store.writer, store.memories.beliefs, 3)
    store.retract(memory(store, "rome"))
    expected = {"rome": "ended", "5": "in_dispute"}
    for value, code in expected.items():
        head = store.log.head()
        with pytest.raises(Refused) as refused:
            store.edit(memory(store, value), "Lima")
        assert (refused.value.code, store.log.head()) == (code, head)
    assert store.status()["memories_in_dispute"] == 1
    store.review(memory(store, "5"), accept=True)
    assert store.edit(memory(store, "5"), "6") == memory(store, "6")
    sound(store)


class Busy(RamLog):
    """A log in which another process consolidates as soon as a message of the edits has been written."""

    def __init__(self) -> None:
        super().__init__()
        self.other: Store | None = None

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        outcome = super().append(drafts, expected)
        if self.other is not None and [one.kind for one in drafts] == [Kind.MESSAGE_LOGGED]:
            other, self.other = self.other, None
            assert other.consolidate().messages == 1
        return outcome


@pytest.mark.parametrize("words", ["I live in Rome.", "Rome", "My locker number is 4."])
def test_an_edit_counts_though_another_process_reads_its_words_first(words: str) -> None:
    log = Busy()
    store, other = opened(log), opened(log)
    say(store, "I live in Oslo.", 0)
    store.consolidate()
    log.other = other
    new = store.edit(memory(store, "oslo"), words)
    assert log.other is None, "it was there first"
    graph = store.graph()
    assert graph.said(new)[-1].value == words and graph.said(new)[-1].slot == HOME
    assert [one.value for m in holding(graph, MAY + 100_000 * HOUR) for one in graph.said(m)[-1:]] == [words]
    assert store.consolidate().messages == 0
    sound(store)


def test_a_retraction_says_that_it_was_never_so_and_a_sentence_that_it_is_so_no_more() -> None:
    by_command, by_words = opened(), opened()
    for store in (by_command, by_words):
        say(store, "I live in Oslo.", 0)
        store.consolidate()
    by_command.retract(memory(by_command, "oslo"))
    say(by_words, "I no longer live in Oslo.", 2)
    by_words.consolidate()
    assert at(by_command, MAY + HOUR) == {}
    assert at(by_words, MAY + HOUR) == {"home": "oslo"} and at(by_words, MAY + 3 * HOUR) == {}


def test_the_status_counts_what_is_believed_waiting_and_in_doubt() -> None:
    store = opened()
    say(store, "I live in Oslo.", 0)
    say(store, "I live in Rome.", 1)
    wanted = ("memories", "memories_active", "unconsolidated", "set_aside")
    assert [store.status()[name] for name in wanted] == [0, 0, 2, []]
    store.consolidate()
    assert [store.status()[name] for name in wanted] == [2, 1, 0, []]
    store.retract(memory(store, "rome"))
    assert [store.status()[name] for name in wanted] == [2, 1, 0, []], "Oslo again, and Rome never"
