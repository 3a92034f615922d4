"""A store: its views at any earlier point, its proofs, its counts, and two models that never mix."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from counted import Counted
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.adapters import minilm
from awhm.commands.command import EndSession, LogMessage, StartSession
from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events.append_raw import new_id
from awhm.events.ram_log import RamLog
from awhm.jobs.tail import TAIL
from awhm.language.time import iso, moment
from awhm.projections.ranking import SHORTLIST
from awhm.store import Store, has_store

VIEWS = {
    *("decisions", "sessions", "buffer", "bm25", "vectors", "beliefs", "entities", "graph"),
    *("unreadable", "refinements", "items"),
}
# No sentence of them says anything: what waits to be consolidated is heard at the head, not at a position.
WORDS = [
    "cat",
    "dog",
    "fence",
    "paint",
    "bus",
    "harbour",
    "Caroline",
    "walks",
    "the",
    "and",
    "東京",
    "c++",
    "Melanie's",
]
MAY = 1_714_521_600_000  # 2024-05-01T00:00Z
HOUR = 3_600_000

sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
# Without names: whoever is named speaks for a message or against it, and could put one out of the answer.
nameless = [word for word in WORDS if word not in ("Caroline", "Melanie's")]
plain = st.lists(st.sampled_from(nameless), min_size=1, max_size=8).map(" ".join)
sessions = st.sampled_from(["a", "b"])
messages = st.builds(
    LogMessage,
    command_id=st.just(b""),  # each log gives its own
    session=sessions,
    role=st.sampled_from(["user", "assistant", "tool_result"]),
    content=sentences,
    occurred=st.integers(MAY, MAY + 100),
    speaker=st.sampled_from([None, "Caroline", "Melanie"]),
)
ends = st.builds(EndSession, command_id=st.just(b""), session=sessions, occurred=st.just(MAY))
histories = st.lists(st.one_of(messages, messages, messages, ends), min_size=3, max_size=20)


def in_memory(**more: Any) -> Store:
    return Store(AWHMConfig(mock_embeddings=True, **more), log=RamLog())


def on_disk(folder: Path, **more: Any) -> Store:
    return Store(AWHMConfig(**({"data_dir": folder, "mock_embeddings": True} | more)))


def told(store: Store, history: Sequence[LogMessage | EndSession]) -> list[int]:
    """Carry the commands out; the position of the log after each."""
    after: list[int] = []
    for one in history:
        if isinstance(one, LogMessage):
            when = iso(one.occurred, one.zone)
            store.log_message(one.session, one.role, one.content, timestamp=when, speaker=one.speaker)
        else:
            store.handle(EndSession(new_id(), one.session, one.occurred))
        after.append(store.log.head().position)
    return after


def answers(store: Store, question: str, **options: Any) -> list[dict[str, Any]]:
    return [result.to_dict() for result in store.recall(question, k=50, with_trace=True, **options)]


# Earlier points ----------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(st.data(), histories, st.sampled_from([None, "a", "b"]), st.booleans())
def test_a_recall_at_a_position_is_that_of_a_log_which_ends_there(
    data: st.DataObject, history: list[LogMessage | EndSession], session: str | None, semantic: bool
) -> None:
    """Ids, order, scores and traces: nothing that the log learnt later has any influence."""
    whole, short = in_memory(), in_memory()
    cut = data.draw(st.integers(0, len(history)))
    repeated = [one.content for one in history if isinstance(one, LogMessage)]
    asked = [
        sentences,
        st.just("When did Caroline paint the fence?"),
        *([st.sampled_from(repeated)] if repeated else []),
    ]
    question = data.draw(st.one_of(asked))
    after = [0, *told(whole, history)]
    told(short, history[:cut])
    assert short.log.head().position == after[cut]
    then = answers(whole, question, until=after[cut], session=session, semantic=semantic)
    assert then == answers(short, question, session=session, semantic=semantic)


@settings(max_examples=40)
@given(histories, st.integers(MAY - 1, MAY + 101), plain)
def test_a_recall_as_of_a_time_finds_what_todays_does_but_for_what_was_said_later(
    history: list[LogMessage | EndSession], as_of: int, question: str
) -> None:
    """The same messages; not the same scores: of what stands around a message, what came later does not count."""
    store = in_memory()
    told(store, history)
    today = answers(store, question)
    then = answers(store, question, as_of=iso(as_of))
    assert {one["id"] for one in then} == {one["id"] for one in today if moment(one["occurred"]).ms <= as_of}
    assert [one["score"] for one in then] == sorted((one["score"] for one in then), reverse=True)


def test_known_at_is_a_position_or_a_time_and_nothing_beyond_the_head(tmp_path: Path) -> None:
    store = on_disk(tmp_path)
    assert (store.until(None), store.until(0), store.until("2124-01-01")) == (None, 0, 0)
    told(store, [LogMessage(b"", "a", "user", "hello", MAY)])
    assert (store.until(1), store.until("2024-01-01"), store.until("2124-01-01")) == (1, 0, 1)
    for position in (-1, 2):
        with pytest.raises(Refused) as refused:
            store.until(position)
        assert refused.value.code == "no_such_event"
    store.close()


def test_a_message_logged_late_is_found_among_the_earlier_ones(tmp_path: Path) -> None:
    """A filter is part of the search, not put on what was found: 200 later messages crowd nothing out."""
    store = in_memory()
    store.log_message("s", "user", "bo drinks decaf coffee", timestamp="2020-01-01")
    for number in range(200):
        store.log_message("s", "user", f"ana drinks coffee number {number}", timestamp="2024-01-01")
    assert [r.id for r in store.recall("coffee", k=5, as_of="2021-01-01")] == ["m1"]
    assert [r.id for r in store.recall("coffee", k=5, until=1)] == ["m1"]


# Proofs ------------------------------------------------------------------------------------------------


def test_reading_writes_nothing_to_the_log(tmp_path: Path) -> None:
    store = on_disk(tmp_path)
    told(store, [LogMessage(b"", "a", "user", f"note {n} about the fence", MAY + n) for n in range(5)])
    head = store.log.head()
    for _ in range(3):
        answers(store, "fence", session="a")
        answers(store, "fence", until=2)
        answers(store, "fence", as_of="2024-06-01")
    store.status()
    assert store.verify().ok and store.verify(headers_only=True).ok
    assert all(rebuilt.same for rebuilt in store.rebuild(check=True))
    list(store.entries())
    store.sessions().listing()
    assert store.log.head() == head
    store.close()
    again = on_disk(tmp_path)
    assert again.log.head() == head
    again.close()


@settings(max_examples=15)
@given(histories)
def test_every_live_view_is_what_a_rebuild_gives(history: list[LogMessage | EndSession]) -> None:
    store = in_memory()
    for one in history:
        told(store, [one])
        store.status()  # the views move along event by event
    checked = store.rebuild(check=True)
    assert {one.name for one in checked} == VIEWS
    assert all(one.same and one.live is not None for one in checked)
    assert {one.position for one in checked} == {store.log.head().position}


def test_a_rebuild_without_check_replaces_the_views_and_keeps_the_answers(tmp_path: Path) -> None:
    store = on_disk(tmp_path, save_every=3)
    told(store, [LogMessage(b"", "a", "user", f"note {n} about the fence", MAY + n) for n in range(10)])
    before = answers(store, "fence note 7", session="a")
    seen: list[tuple[str, int]] = []
    rebuilt = store.rebuild(["bm25", "vectors"], progress=lambda name, done: seen.append((name, done)))
    assert [(one.name, one.live, one.position) for one in rebuilt] == [("bm25", None, 10), ("vectors", None, 10)]
    assert {name for name, _ in seen} == {"bm25", "vectors"}
    assert answers(store, "fence note 7", session="a") == before
    store.close()


def test_a_view_that_does_not_exist_is_refused_with_those_that_do(tmp_path: Path) -> None:
    store = on_disk(tmp_path)
    with pytest.raises(Refused, match="'bm52'") as refused:
        store.rebuild(["bm25", "bm52"])
    assert all(name in refused.value.hint for name in VIEWS)
    store.close()


def test_verify_names_a_saved_view_that_is_damaged_and_a_rebuild_mends_it(tmp_path: Path) -> None:
    store = on_disk(tmp_path, save_every=1)
    told(store, [LogMessage(b"", "a", "user", f"note {n} about the fence", MAY + n) for n in range(5)])
    before = answers(store, "fence")
    store.close()
    for file in (tmp_path / "views").rglob("bm25-*.bin"):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
    store = on_disk(tmp_path, save_every=1)
    findings = store.verify().findings
    assert [finding.what for finding in findings] == ["view"] and "awhm rebuild bm25" in findings[0].detail
    assert store.rebuild(["bm25"])[0].position == 5
    assert store.verify().ok
    assert answers(store, "fence") == before
    store.close()


@pytest.mark.parametrize(
    ("part", "was", "becomes"),
    [
        ("payload", b"fence", b"fancy"),
        ("payload", b"fence", b'f"nce'),
        ("payload", b"fence", b"f\xffnce"),
        ("payload", b'"role"', b'"rule"'),
        ("header", None, b"\xff"),
    ],
)
def test_an_event_is_never_listed_as_anything_but_what_was_written(
    tmp_path: Path, part: str, was: bytes | None, becomes: bytes
) -> None:
    store = on_disk(tmp_path)
    told(store, [LogMessage(b"", "a", "user", f"note {n} about the fence", MAY + n) for n in range(3)])
    stored = store.log.payload(2) if part == "payload" else store.log.header(2)
    assert stored is not None
    store.close()
    # Of a header, the first byte of the recorded time: a year that no calendar has.
    changed = stored.replace(was, becomes, 1) if was else stored[:24] + becomes + stored[25:]
    file = tmp_path / "log.db"
    assert file.read_bytes().count(stored) == 1
    file.write_bytes(file.read_bytes().replace(stored, changed))
    store = on_disk(tmp_path)
    for read in (lambda: list(store.entries()), lambda: store.entry(2), lambda: list(store.entries(1, 2))):
        with pytest.raises(Damaged, match="event 2") as damaged:
            read()
        assert damaged.value.position == 2
    assert store.entry(1).position == 1
    assert [finding.position for finding in store.verify().findings] == [2]
    store.close()


# Opening and counting ----------------------------------------------------------------------------------


def test_opening_and_asking_reads_what_is_new_and_what_is_shown(tmp_path: Path) -> None:
    store = on_disk(tmp_path, save_every=50)
    told(store, [LogMessage(b"", "a", "user", f"note {n} about the fence", MAY + n) for n in range(200)])
    answers(store, "fence")
    store.close()
    store = on_disk(tmp_path, save_every=50)
    told(store, [LogMessage(b"", "a", "user", f"late {n} about the bus", MAY + n) for n in range(3)])
    store.close()
    log = Counted(str(tmp_path))
    store = Store(AWHMConfig(data_dir=tmp_path, mock_embeddings=True), log=log)
    assert [r.content for r in store.recall("late bus", k=2, semantic=False)] == [
        "late 2 about the bus",
        "late 1 about the bus",
    ]
    # Each of five views reads the three new events, what no consolidation has seen yet is read, and two are shown.
    assert log.count <= 5 * 3 + TAIL + 2
    read = log.count
    assert len(store.recall("fence note 7", k=4, semantic=False)) == 4
    # Up to fifty texts are read to rank them, and four are shown.
    assert log.count <= read + SHORTLIST + 4
    store.close()


def test_a_store_is_made_only_where_one_is_wanted(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    assert not has_store(str(folder))
    with pytest.raises(Refused, match="no AWHM store"):
        Store(AWHMConfig(data_dir=folder), create=False)
    assert not has_store(str(folder))
    store = on_disk(folder)
    assert has_store(str(folder))
    store.close()
    store.close()
    assert os.stat(folder).st_mode & 0o777 == 0o700


def test_no_folder_of_a_store_is_anybody_elses(tmp_path: Path) -> None:
    store = on_disk(tmp_path / "store", save_every=1)
    told(store, [LogMessage(b"", "a", "user", f"note {n} about the fence", MAY + n) for n in range(9)])
    answers(store, "fence")
    store.anchors.publish()
    store.close()
    folders = [path for path in (tmp_path / "store").rglob("*") if path.is_dir()]
    assert {path.name for path in folders} >= {"views", "checkpoints"}
    assert {path: oct(path.stat().st_mode & 0o777) for path in folders if path.stat().st_mode & 0o077} == {}


def test_entries_are_the_events_in_order_and_one_can_be_asked_for(tmp_path: Path) -> None:
    store = on_disk(tmp_path)
    store.handle(StartSession(new_id(), "a", MAY, "test"))
    told(store, [LogMessage(b"", "a", "user", "hello", MAY), EndSession(b"", "a", MAY)])
    entries = list(store.entries())
    assert [(e.id, e.position, e.kind) for e in entries] == [
        ("m1", 1, "SessionStarted"),
        ("m2", 2, "MessageLogged"),
        ("m3", 3, "SessionEnded"),
    ]
    assert [e.id for e in store.entries(1, 2)] == ["m2"]
    assert store.entry(2) == entries[1]
    assert store.entry(2).to_dict()["payload"]["content"] == "hello"
    assert sorted(e.recorded for e in entries) == [e.recorded for e in entries]
    with pytest.raises(Refused, match="no event 4"):
        store.entry(4)
    store.close()


def test_the_latest_sessions_come_first_whatever_the_order_of_the_log() -> None:
    store = in_memory()
    for number in [*range(2, 41, 2), *range(1, 41, 2)]:
        store.log_message(f"day {number}", "user", f"daily note {number}", timestamp=iso(MAY + number * 24 * HOUR))
    for _ in range(2):
        assert [s.name for s in store.sessions().listing(limit=3)] == ["day 40", "day 39", "day 38"]


# Two models --------------------------------------------------------------------------------------------


def test_the_mocks_vectors_are_never_compared_with_the_models(tmp_path: Path) -> None:
    """Both have 384 numbers; each has a file of its own, and a change of model embeds again."""
    if minilm.absent():
        pytest.skip("needs the extra awhm[minilm]")
    history = [LogMessage(b"", "a", "user", t, MAY) for t in ("The attic has a leak", "Aunt Rosa collects stamps")]
    mixed, pure = on_disk(tmp_path / "mixed"), on_disk(tmp_path / "pure", mock_embeddings=False)
    told(mixed, history)
    told(pure, history)
    with_mock = answers(mixed, "roof problem")
    mixed.close()
    mixed = on_disk(tmp_path / "mixed", mock_embeddings=False)
    assert mixed.recaller.pending() == 2, "nothing that the mock made counts"
    expected = answers(pure, "roof problem")
    assert answers(mixed, "roof problem") == expected != with_mock
    assert expected[0]["content"] == "The attic has a leak"
    mixed.close()
    mixed = on_disk(tmp_path / "mixed")
    assert mixed.recaller.pending() == 0, "the mock's are still there"
    assert answers(mixed, "roof problem") == with_mock
    assert len(list((tmp_path / "mixed" / "embeddings").glob("*.f32"))) == 2
    mixed.close()
    pure.close()
