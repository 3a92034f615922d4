"""What was said since the last consolidation is known at once, as a consolidation will know it, and leaves nothing."""

from __future__ import annotations

import copy
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import PayloadsErased
from awhm.events.log import Appended, Lost
from awhm.events.ram_log import RamLog
from awhm.jobs import saying
from awhm.jobs.tail import TAIL
from awhm.language.extract import extract
from awhm.language.time import iso
from awhm.projections.graph import Graph
from awhm.store import Store
from awhm.types import RetrievalResult

MAY = 1_714_521_600_000  # 2024-05-01T00:00Z
HOUR = 3_600_000
QUESTION = "Where do I live, what is my locker number, and what do I speak, prefer or drink?"
TOMBSTONE = int(PayloadsErased.kind).to_bytes(2, "big")
SENTENCES = (
    "My locker number is 4.",
    "My locker number is 5.",
    "I live in Oslo.",
    "I live in Rome until tomorrow.",
    "I no longer live in Oslo.",
    "Since 2019 I have lived in Lima.",
    "I speak French.",
    "I no longer speak French.",
    "I prefer tabs.",
    "Actually, I prefer spaces.",
    "I live in Rome. My locker number is 6.",
    "Is it raining?",
)


class Fragile(RamLog):
    """A log whose payloads can be damaged or erased, and which can die or be written to in between."""

    def __init__(self) -> None:
        super().__init__()
        self.dies = False
        self.beside: list[Draft] = []  # what another process appends, one at each look at a payload

    def damage(self, position: int) -> None:
        payload = self._links[position - 1][4] or b""
        self._links[position - 1] = (*self._links[position - 1][:4], payload.replace(b"Oslo", b"Olso"))

    def lose(self, position: int) -> None:
        self._links[position - 1] = (*self._links[position - 1][:3], None, None)
        super().append([draft(PayloadsErased(positions=[position], reason="asked"), new_id(), b"erasures--------")])

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        outcome = super().append(drafts, expected)
        if expected and self.dies:
            raise KeyboardInterrupt
        return outcome

    def payload(self, position: int) -> bytes | None:
        if self.beside:
            super().append([self.beside.pop()])
        return super().payload(position)


def opened(log: RamLog | None = None, **more: Any) -> Store:
    return Store(AWHMConfig(mock_embeddings=True, ner=False, **more), log=Fragile() if log is None else log)


def say(store: Store, *texts: str, start: int = 0, session: str = "s") -> list[int]:
    """Log these sentences, an hour apart; their positions."""
    times = [iso(MAY + (start + n) * HOUR) for n in range(len(texts))]
    return [store.log_message(session, "user", t, timestamp=w)[0] for t, w in zip(texts, times, strict=True)]


def answers(store: Store, question: str = QUESTION, **options: Any) -> list[dict[str, Any]]:
    """What a recall shows, but for the ids that only a consolidation gives."""
    found = [one.to_dict() for one in store.recall(question, k=50, semantic=False, **options)]
    return [{k: v for k, v in one.items() if k not in ("node_id", "superseded_by", "source")} for one in found]


def digests(store: Store) -> dict[str, str]:
    return {name: view.digest() for name, view in store.keeper.views(store.keeper.names).items()}


@contextmanager
def untouched(store: Store) -> Generator[None]:
    """After it the views are those before it, down to what is worked out and not saved."""
    before, beliefs = digests(store), copy.deepcopy(store.memories.beliefs())
    yield
    assert digests(store) == before
    assert store.memories.beliefs() == beliefs


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from(SENTENCES), st.sampled_from(["one", "two"])), min_size=1, max_size=9),
    st.lists(st.integers(0, 9), max_size=2),
    st.booleans(),
    st.sampled_from([None, iso(MAY + 3 * HOUR), iso(MAY + 40 * HOUR)]),
)
def test_a_recall_says_before_a_consolidation_what_it_says_after_it(
    told: list[tuple[str, str]], runs: list[int], history: bool, as_of: str | None
) -> None:
    store = opened()
    for number, (text, session) in enumerate(told):
        if number in runs:
            store.consolidate(session="one" if number % 2 else None)
        say(store, text, start=number, session=session)
    digest = digests(store)
    before = answers(store, include_history=history, as_of=as_of)
    assert digests(store) == digest, "nothing is left behind"
    store.consolidate()
    assert answers(store, include_history=history, as_of=as_of) == before


def _done(store: Store, log: Fragile, number: int, what: str, one: Any, session: str | None) -> None:
    """One step of a store's life."""
    if what == "say":
        say(store, one, start=number, session=session or "one")
    elif what == "consolidate":
        store.consolidate(session=session)
    elif what == "lose":  # a message, what it says, a memory of it, how far a consolidation came
        there: list[int] = [row[0] for row in log.read() if row[2] is not None and row[1][2:4] != TOMBSTONE]
        log.lose(there[int(one) % len(there)])
    elif what == "retract":
        memories = [memory.id for memory in store.graph().all_memories()]
        with suppress(Refused):  # it is retracted already, or nobody knows its words any more
            for memory in memories[one % max(len(memories), 1) :][:1]:
                store.retract(memory)
    elif what == "rebuild":
        store.rebuild(["graph", "beliefs"][one % 2 :])


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.tuples(st.just("say"), st.sampled_from(SENTENCES))
            | st.tuples(st.sampled_from(["consolidate", "lose", "retract", "rebuild"]), st.integers(0, 20)),
            st.sampled_from([None, "one", "two"]),
            st.sampled_from([QUESTION, QUESTION, *SENTENCES]),
        ),
        min_size=1,
        max_size=6,
    ),
    st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=2),
)
def test_what_is_kept_from_one_question_to_the_next_changes_no_answer(
    steps: list[tuple[tuple[str, Any], str | None, str]], told: list[str]
) -> None:
    log = Fragile()
    store = opened(log, consolidate_every=0)
    begun = [
        (("say", told[0]), None, QUESTION),
        (("consolidate", 0), None, QUESTION),
        (("say", told[1]), "two", QUESTION),
    ]
    for number, (step, session, question) in enumerate([*begun, *steps]):
        _done(store, log, number, *step, session)
        before = digests(store)
        kept, fresh = (
            [
                found.to_dict()
                for found in asked.recall(question, k=50, session=session, include_history=True, with_trace=True)
            ]
            for asked in (store, opened(log, consolidate_every=0))
        )
        assert kept == fresh
        assert digests(store) == before


def test_what_waits_is_heard_once() -> None:
    """Questions, and messages that say nothing, leave the graph with what was heard as it is."""
    store = opened(consolidate_every=0)
    say(store, "My locker number is 4.")
    graphs: list[Graph] = []

    def kept(graph: Graph, _: Sequence[RetrievalResult]) -> None:
        graphs.append(graph)

    for _ in range(3):
        store.recall("locker number", semantic=False, also=kept)
        say(store, "Is it raining?")
    assert graphs[0] is graphs[1] is graphs[2]
    say(store, "My locker number is 5.")
    found = store.recall("locker number", semantic=False, also=kept)[0]
    assert found.content == "My locker number is 5."
    assert graphs[3] is not graphs[2]


def test_what_is_new_has_no_id_and_replaces_what_the_log_knows() -> None:
    store = opened()
    say(store, "My locker number is 4.")
    store.consolidate()
    say(store, "My locker number is 5.", start=1)
    with untouched(store):
        new, old = store.recall("locker number", semantic=False, include_history=True)
        assert (new.content, new.status, new.node_id, new.source) == ("My locker number is 5.", "active", "", "raw_log")
        assert (old.content, old.status, old.node_id, old.superseded_by) == (
            "My locker number is 4.",
            "superseded",
            store.graph().all_memories()[0].id,
            None,
        )
        assert old.valid_to == iso(MAY + HOUR, 0)
        assert [one.content for one in store.recall("locker number", semantic=False)] == ["My locker number is 5."]


def test_an_id_of_the_tail_never_looks_like_one_of_the_log() -> None:
    """Another process appends in the middle of the question: its events get the positions that the tail had."""
    log = Fragile()
    store = opened(log)
    say(store, "My locker number is 4.", "My locker number is 5.")
    other = Fragile()
    say(opened(other), *["Is it raining?"] * 20)
    log.beside = [Draft(3, new_id(), b"stream----------", payload or b"") for _, _, payload in other.read()]
    found = store.recall("locker number", semantic=False, include_history=True)
    assert len(log.beside) < 20, "somebody wrote in between"
    assert [(one.node_id, one.superseded_by) for one in found] == [("", None)] * 2
    assert all(view.same for view in store.rebuild(check=True))


def test_a_crash_between_statements_and_decisions_is_not_seen_by_those_who_ask() -> None:
    log = Fragile()
    store = opened(log)
    say(store, *SENTENCES)
    before = answers(store, include_history=True)
    log.dies = True
    with pytest.raises(KeyboardInterrupt):
        store.consolidate()
    log.dies = False
    with untouched(store):
        assert store.memories.beliefs().undecided
        assert answers(store, include_history=True) == before
        assert store.memories.beliefs().undecided, "asking decides on nothing"


@pytest.mark.parametrize("damaged", [0, 1])
def test_nothing_is_left_behind_when_asking_fails(damaged: int) -> None:
    log = Fragile()
    store = opened(log)
    positions = say(store, "I live in Oslo.", "I live near Oslo, in Rome.", "My locker number is 5.")
    with untouched(store):
        log.damage(positions[damaged])
        for _ in range(2):
            with pytest.raises(Damaged):
                store.recall("Do I live in Oslo, in Rome?", semantic=False)


def test_a_damaged_message_stops_the_questions_that_are_about_it_and_no_other() -> None:
    log = Fragile()
    store = opened(log)
    bad, _ = say(store, "I live in Oslo.", "My locker number is 5.")
    with untouched(store):
        log.damage(bad)
        found = store.recall("locker number", semantic=False)
        assert [(one.content, one.status) for one in found] == [("My locker number is 5.", "active")]


def test_a_message_that_nobody_can_read_stops_no_question(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As consolidation will set it aside: it is found by its words, and believed to say nothing."""
    given: list[str] = []

    def failing(text: str, **more: Any) -> Any:
        given.append(text)
        if "poison" in text:
            raise RecursionError(text)
        return extract(text, **more)

    monkeypatch.setattr(saying, "extract", failing)
    store = opened()
    bad, _ = say(store, "My locker number is poison.", "My locker number is 5.")
    with untouched(store):
        before = answers(store, "locker number poison")
        assert [(one["content"], one["status"]) for one in before] == [
            ("My locker number is poison.", None),
            ("My locker number is 5.", "active"),
        ]
        assert f"m{bad}" in caplog.text and "poison" not in caplog.text
        tries = len(given)
        assert answers(store, "locker number poison") == before
        assert len(given) == tries, "nor is it tried again at each question"


def test_an_erased_message_is_believed_no_more() -> None:
    log = Fragile()
    store = opened(log)
    position, _ = say(store, "I live in Oslo.", "My locker number is 5.")
    assert store.recall("Oslo", semantic=False)[0].status == "active"
    log.lose(position)
    assert [one.content for one in store.recall("Oslo locker number", semantic=False)] == ["My locker number is 5."]
    assert all(view.same for view in store.rebuild(check=True))


def test_what_a_person_wrote_down_is_not_read_again_by_the_rules() -> None:
    """The words of an edit are a message that waits; what they say is what the person meant."""
    store = opened()
    say(store, "I live in Oslo.", "My locker number is 4.")
    store.consolidate()
    home = next(one.id for one in store.graph().all_memories() if store.graph().said(one.id)[0].value == "Oslo")
    store.edit(home, "My locker number is 9.")
    with untouched(store):
        found = {one.content: one.status for one in store.recall("live locker number", semantic=False)}
        assert found == {"My locker number is 9.": "active", "My locker number is 4.": "active"}


def test_the_turn_that_asks_says_nothing() -> None:
    store = opened()
    say(store, "My locker number is 4.")
    say(store, "My locker number is 5.", start=1, session="asking")
    with untouched(store):
        (found,) = store.recall("My locker number is 5.", semantic=False, session="asking")
        assert (found.content, found.status) == ("My locker number is 4.", "active")


def test_up_to_a_position_there_is_no_tail() -> None:
    """`known_at` shows the decisions that were written by then."""
    store = opened()
    say(store, "My locker number is 4.")
    store.consolidate()
    *_, last = say(store, "My locker number is 5.", start=1)
    with untouched(store):
        found = store.recall("locker number", semantic=False, until=last)
        assert {(one.content, one.status) for one in found} == {
            ("My locker number is 4.", "active"),
            ("My locker number is 5.", None),
        }


def test_only_the_newest_are_read_and_the_others_wait() -> None:
    store = opened(consolidate_every=0)
    say(store, "My locker number is 4.", *["Is it raining?"] * (TAIL - 1))
    with untouched(store):
        assert store.recall("locker number", semantic=False)[0].status == "active"
    say(store, "Is it raining?", start=TAIL)
    assert store.recall("locker number", semantic=False)[0].status is None


def test_saved_views_that_are_asked_with_a_tail_stay_what_they_were(tmp_path: Path) -> None:
    """Their columns are maps of files: what the tail adds to them must not get there."""
    config = AWHMConfig(data_dir=tmp_path, mock_embeddings=True, ner=False, save_every=5)
    with_files = Store(config)
    say(with_files, *SENTENCES)
    with_files.consolidate()
    with_files.close()
    files = {path: path.read_bytes() for path in (tmp_path / "views").rglob("*") if path.is_file()}
    store = Store(config)
    say(store, "I live in Porto.", "My locker number is 7.", start=50)
    digest = digests(store)
    for _ in range(3):
        assert any(one["status"] == "active" for one in answers(store, include_history=True))
    assert digests(store) == digest
    assert store.verify().ok and all(view.same for view in store.rebuild(check=True))
    kept = {path for path in files if path.exists() and path.read_bytes() == files[path]}
    assert kept, "some were saved before, and not written again"
    store.close()


def test_the_messages_of_other_roles_are_read_as_consolidation_reads_them() -> None:
    store = opened()
    for role in ("assistant", "system", "tool_result", "user"):
        store.log_message("s", role, "My locker number is 4.", timestamp=iso(MAY))
    before = answers(store, include_history=True)
    store.consolidate()
    assert answers(store, include_history=True) == before
    raw = [orjson.loads(payload or b"{}") for _, _, payload in store.log.read()]
    assert sum("statements" in one for one in raw) >= 1
