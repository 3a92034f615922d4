"""Logs of every released format, as users have them on their disks: today's code reads every byte as it was written."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from awhm.commands.beliefs import BeliefsFold
from awhm.commands.believing import settle
from awhm.commands.entities import EntitiesFold, listed, root
from awhm.commands.handle import Writer
from awhm.commands.refinements import Derived, RefinementsFold
from awhm.commands.state import Decisions
from awhm.commands.timeline import FOREVER
from awhm.config import AWHMConfig
from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import decode
from awhm.events.event import EVENTS, Kind, Stated
from awhm.events.fold import View
from awhm.events.ids import opaque, recognisable
from awhm.events.log import Appended
from awhm.events.schema import FORMAT
from awhm.events.sqlite_log import SqliteLog
from awhm.projections.graph import GRAPH
from awhm.projections.graph_questions import holding, status
from awhm.replay.audit import audit
from awhm.replay.replay import replay
from awhm.store import Store

HERE = Path(__file__).resolve().parent
# "format1", and beside it logs of the same format that tell of what came to be told later.
FORMATS = sorted(HERE.glob("format*"))
STAGE2 = (Kind.REFINEMENT_PROPOSED, Kind.REFINEMENT_REFUSED, Kind.REFINEMENT_FAILED)
WHEN, DAY = 1_700_000_000_000, 24 * 3_600_000
# Written down a second time, so that a golden log cannot be replaced together with its expectation unseen.
SHA256 = {
    "format1": "ec539720b075f56d6afa308c5e0a105fc0d238ba8690f1e69747f9f65ced1072",
    "format1-items": "d0334504427ed2fbac01961b9164b5850f7b329c5a4de731508a99b04c3636f3",
    "format1-memories": "ea5a77ffcc3337c247295bc9fc0b7efc1fb30edcd77ba05db8c39f615ad2f822",
    "format1-refined": "6ec43c70e5d9c0875c5cfbc25f737bb2815a9ef6164aee596839ccdd5b935f07",
    "format1-upkeep": "afbae67987db463c248723a3ecc33c43c0d7a0760b24b5017f4b2317f5442d66",
}


def copied(name: str, folder: Path) -> SqliteLog:
    """A copy of a golden log, opened."""
    (folder / "store").mkdir()
    shutil.copy(HERE / name / "log.db", folder / "store")
    return SqliteLog(str(folder / "store"), create=False)


@pytest.fixture(params=FORMATS, ids=lambda folder: folder.name)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[SqliteLog, dict[str, Any]]]:
    """A copy of each golden log, opened, and what must be in it."""
    folder: Path = request.param
    log = copied(folder.name, tmp_path)
    yield log, json.loads((folder / "expected.json").read_text())
    log.close()


@pytest.fixture
def first(tmp_path: Path) -> Iterator[SqliteLog]:
    """A copy of the first one, opened."""
    log = copied("format1", tmp_path)
    yield log
    log.close()


@pytest.fixture
def memories(tmp_path: Path) -> Iterator[SqliteLog]:
    """A copy of the one that tells of memories, opened."""
    log = copied("format1-memories", tmp_path)
    yield log
    log.close()


def events(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "expected.json").read_text())["events"]
    return found


def test_every_format_that_was_released_has_a_golden_log() -> None:
    assert {folder.name.partition("-")[0] for folder in FORMATS} == {f"format{n}" for n in range(1, FORMAT + 1)}
    assert [folder.name for folder in FORMATS] == sorted(SHA256)


@pytest.mark.parametrize("folder", FORMATS, ids=lambda folder: folder.name)
def test_nobody_has_edited_a_golden_log(folder: Path) -> None:
    found = hashlib.sha256((folder / "log.db").read_bytes()).hexdigest()
    assert found == SHA256[folder.name] == json.loads((folder / "expected.json").read_text())["sha256"]


def test_every_byte_is_read_as_it_was_written(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    log, expected = golden
    assert (log.log_id.hex(), log.key.hex()) == (expected["log_id"], expected["key"])
    head = log.head()
    assert [head.position, head.chain.hex(), head.recorded] == expected["head"]
    rows = [row for part in log.links() for row in part]
    assert len(rows) == len(expected["events"])
    for row, event in zip(rows, expected["events"], strict=True):
        position, header, link, salt, payload = row
        assert (position, chain.kind_of(header)) == (event["position"], event["kind"])
        assert (header.hex(), link.hex()) == (event["header"], event["chain"])
        assert (salt and salt.hex(), payload and payload.hex()) == (event["salt"], event["payload"])
        assert log.payload(position) == payload
        assert log.position_of(header[chain.EVENT_ID]) == position


def test_it_verifies_with_its_erasures(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    log, expected = golden
    report = audit(log)
    assert report.ok and report.events == len(expected["events"])
    assert report.erased == sum(event["payload"] is None for event in expected["events"]) == 2


def test_what_is_in_it_fits_today_s_models(golden: tuple[SqliteLog, dict[str, Any]]) -> None:
    log, _ = golden
    for row in log.read():
        event = decode(row)
        if event is not None:
            EVENTS[Kind(event.kind)].model_validate(event.payload, strict=False)
    assert any(chain.sources_of(row[1]) for row in log.read())


def test_every_kind_of_event_is_in_one_of_them() -> None:
    assert {event["kind"] for folder in FORMATS for event in events(folder) if event["payload"]} == set(Kind)


def test_what_was_said_and_redacted_is_read_with_its_tags(tmp_path: Path) -> None:
    copied("format1-upkeep", tmp_path).close()
    store = Store(
        AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True, ner=False, state_dir=tmp_path / "state")
    )
    try:
        assert store.sessions().positions("first session").tolist() == [1, 6, 7]
        assert store.sessions().tags_of(6) == ["home"]
        assert [result.id for result in store.recall("Oslo", semantic=False)] == ["m6"]
        assert all("4711" not in result.content for result in store.recall("PIN 4711 Oslo", semantic=False))
        assert all(view.same for view in store.rebuild(check=True))
    finally:
        store.close()


def test_the_items_of_it_are_the_same_today(tmp_path: Path) -> None:
    copied("format1-items", tmp_path).close()
    folder = tmp_path / "store"
    store = Store(AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False, state_dir=tmp_path / "state"))
    try:
        at = store.items.past(as_of="2026-01-01T00:01")  # before anything of it has expired
        found = {(one.namespace, one.key): (one.value, one.id) for one in store.items.under((), at)}
        prefs = {"theme": "dark", "deep": [1, None]}
        assert found == {
            (("memories",), "old/notes.md"): ("We ship on Friday.\n", "m1"),
            (("users", "Zoë/1", "50%"), "prefs"): (prefs, "m3"),
            (("memories",), "empty.md"): ("", "m11"),
        }
        told = [(one.position, one.value) for one in store.items.versions(("users", "Zoë/1", "50%"), "")]
        assert told == [(14, "a pin"), (15, None)], "in the place of the one that was erased"
        assert [one.id for one in store.recall("ship Friday", semantic=False)] == ["m1"]
        assert all(view.same for view in store.rebuild(check=True))
    finally:
        store.close()


def test_every_field_of_an_event_of_stage_2_is_there_once_with_a_value_and_once_without() -> None:
    found = [event for event in events(HERE / "format1-refined") if event["payload"]]
    payloads = [(Kind(event["kind"]), orjson.loads(bytes.fromhex(event["payload"]))) for event in found]
    for kind in STAGE2:
        told = [payload for other, payload in payloads if other == kind]
        for name, field in EVENTS[kind].model_fields.items():
            values = [payload.get(name, field.default) for payload in told]
            assert field.is_required() or (any(values) and not all(values)), f"{kind.name}.{name}"


def test_what_a_model_has_read_is_what_it_was(tmp_path: Path) -> None:
    log = copied("format1-refined", tmp_path)
    view = View(RefinementsFold())
    replay(log, [view])
    log.close()
    state = view.state
    assert state.done("a · 二", 3) and not state.done("a · 二", 4) and state.done("b", 3) and not state.done("c", 3)
    assert [read.failure for read in state.failures("a · 二", 1)] == ["timeout", "rate_limited"]
    assert state.derived == {6: Derived(3, (1,))} and state.context(6) == (1,)
    assert state.refusals == {8: ("a · 二", (1, 3)), 9: ("a · 二", (1, 3))}
    assert state.hanging([1]) == [6, 8, 9] and state.reopened([3]) == [10, 11] and len(state.of_session("b")) == 1


def test_every_field_of_an_event_about_memories_is_there_once_with_a_value_and_once_without() -> None:
    found = [event for event in events(HERE / "format1-memories") if event["payload"]]
    payloads = [(Kind(event["kind"]), orjson.loads(bytes.fromhex(event["payload"]))) for event in found]
    for kind, model in EVENTS.items():
        if not 10 <= kind < 40 or kind in STAGE2:
            continue
        told = [payload for other, payload in payloads if other == kind]
        assert {name for payload in told for name in payload} == set(model.model_fields)
        for name, field in model.model_fields.items():
            values = [payload.get(name, field.default) for payload in told]
            assert field.is_required() or (any(values) and not all(values)), f"{kind.name}.{name}"
    stated = [one for kind, payload in payloads if kind == Kind.STATEMENTS_EXTRACTED for one in payload["statements"]]
    for name, field in Stated.model_fields.items():
        values = [one.get(name, field.default) for one in stated]
        assert any(value != field.default for value in values), name
        assert field.is_required() or field.default in values, name
    windows = [tuple(w) for kind, payload in payloads if 20 <= kind < 25 for w in payload["windows"]]
    assert {(low is None, high is None) for low, high in windows} == {(a, b) for a in (0, 1) for b in (0, 1)}


def test_the_ids_in_it_are_found_again_from_their_names(first: SqliteLog) -> None:
    """Or sessions would start anew, and imports be taken a second time."""
    assert first.header(1)[chain.SESSION] == opaque(first.key, "session", "first session")
    assert first.position_of(recognisable(first.key, 1_600_000_000_000, b"locomo/conv-1/D1:3")) == 5


def test_the_stream_on_which_decisions_depend_is_found_again(memories: SqliteLog) -> None:
    """Or two processes could decide on the same state."""
    decided = [event for event in events(HERE / "format1-memories") if 10 <= event["kind"] < 40]
    assert memories.version_of(Writer(memories).memories) == len(decided) == 35


def test_it_is_folded_and_goes_on(first: SqliteLog) -> None:
    view = View(Decisions())
    replay(first, [view])
    session = opaque(first.key, "session", "first session")
    assert view.state.open == {session: False, opaque(first.key, "session", "zweite Sitzung · 二"): True}
    version = first.version_of(session)
    assert first.append([Draft(3, new_id(), session, b"{}")], {session: version}) == Appended([11], [True])
    assert audit(first).ok


def test_what_was_believed_is_believed_today(memories: SqliteLog) -> None:
    view = View(BeliefsFold())
    replay(memories, [view])
    state = view.state
    assert (state.through(), state.through("first session"), state.set_aside()) == (7, 7, [4])
    assert (state.links, state.undecided) == ({24: ((14, 0), (14, 1))}, {})
    windows = {number: step.windows for number in state.memories if (step := state.held(number)) is not None}
    assert windows == {
        (12, 0): ((WHEN + DAY, FOREVER),),
        (13, 0): (),
        (13, 1): ((WHEN - 9 * DAY, WHEN),),
        (14, 0): ((WHEN + 3 * DAY, FOREVER),),
        (14, 1): (),
        (15, 0): ((-FOREVER, FOREVER),),
        (16, 0): (),
    }
    assert {number: state.statements(number) for number in state.memories} == {
        (12, 0): [(12, 0), (28, 0)],
        (13, 0): [(13, 0)],
        (13, 1): [(13, 1)],
        (14, 0): [(14, 0)],
        (14, 1): [(14, 1)],
        (15, 0): [],  # its only statement was erased
        (16, 0): [],  # it was read anew, and says nothing any more
    }
    assert {number: state.ruling(number) for number in state.rulings} == {
        (13, 0): False,
        (14, 0): True,
        (16, 0): None,
    }
    assert {number: state.ended_by(number) for number in state.memories if state.ended_by(number)} == {
        (13, 1): "s16.0",
        (14, 1): "n14.0",
    }
    assert settle(state) == [], "nothing is left to be decided"


def test_what_was_called_by_a_name_is_called_so_today(memories: SqliteLog) -> None:
    view = View(EntitiesFold())
    replay(memories, [view])
    found = {one.entity: (one.name, one.label, [form.form for form in one.forms]) for one in listed(view.state)}
    assert found == {
        "e0000000000000001": ("Oslo", "GPE", ["Oslo"]),
        "e0000000000000002": ("Xavier López", "PERSON", ["Xavier López", "Lopez"]),
        "efedcba9876543210": ("Xavier", None, ["Xavier"]),
    }
    assert root(view.state, "e0000000000000003") == "e0000000000000002"


def test_the_graph_of_it_is_the_same_today(memories: SqliteLog) -> None:
    view = View(GRAPH)
    replay(memories, [view])
    graph = view.state
    now = WHEN + 5 * DAY
    assert [(one.id, status(graph, one.id, now), one.superseded_by, one.retracted) for one in graph.all_memories()] == [
        ("n12.0", "active", None, None),
        ("n13.0", "retracted", None, "undone"),
        ("n13.1", "retracted", None, "said"),
        ("n14.0", "active", None, None),
        ("n14.1", "superseded", "n14.0", None),
        ("n15.0", "active", None, None),
        ("n16.0", "retracted", None, "extracted anew"),
    ]
    assert holding(graph, now) == ["n12.0", "n14.0"], "without n15.0, whose words were erased"
    assert (graph.memories["n14.0"].accepted, graph.memories["n12.0"].rejected) == (
        frozenset({"s14.0"}),
        frozenset({"s13.0"}),
    )
    said = graph.statements["s13.1"]
    assert (said.value, said.condition, said.many, said.polarity) == ("meat", "at work", True, False)
    assert said.entities == ("e0000000000000001", "e0000000000000002")
    assert (said.valid_from, said.valid_to, said.confidence) == (WHEN - 9 * DAY, WHEN + 99 * DAY, 1.0)
    assert (graph.by_message(2), graph.by_message(5), graph.by_message(6)) == (("s13.0", "s13.1"), (), ())
    then = graph.upto(26)
    assert then.memories["n12.0"].windows == ((WHEN + DAY, WHEN + 2 * DAY), (WHEN + 4 * DAY, None))
    assert status(then, "n14.0", now) == "disputed" and holding(then, WHEN + 3 * DAY) == ["n13.0", "n13.1", "n14.1"]


def test_a_store_opens_it_and_goes_on(memories: SqliteLog, tmp_path: Path) -> None:
    memories.close()
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True, ner=False))
    assert store.verify().ok and store.status()["set_aside"] == ["m4"]
    assert store.consolidate().messages == 0, "all is done"
    store.log_message("third session", "user", "I live in Lima.")
    assert store.consolidate().messages == 1
    store.retract("n12.0")
    store.merge_entities("e0000000000000001", "efedcba9876543210")
    assert store.verify().ok and all(view.same for view in store.rebuild(check=True))
    store.close()


@pytest.mark.parametrize("folder", FORMATS, ids=lambda folder: folder.name)
def test_the_program_that_made_it_would_tell_the_same_again(folder: Path, tmp_path: Path) -> None:
    """Kinds and payloads. Ids and salts also depend on how often the code draws, which may change."""
    subprocess.run([sys.executable, str(HERE / "make_golden.py"), str(tmp_path / folder.name)], check=True)
    again = events(tmp_path / folder.name)
    assert [(e["kind"], e["payload"]) for e in again] == [(e["kind"], e["payload"]) for e in events(folder)]
