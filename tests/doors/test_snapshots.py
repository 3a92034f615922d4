"""Snapshots of a store: whatever is said, consolidated and decided after one, it can be gone back to, and back."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm import AWHMConfig, AWHMSession
from awhm.cli import main
from awhm.commands.entities import forms, listed
from awhm.errors import Refused
from awhm.events.ram_log import RamLog
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import confidence, holding
from awhm.store import Store

SAID = (
    *("I live in Porto.", "I live in Lisbon.", "I no longer live in Porto.", "I live in Porto again."),
    *("My favourite editor is Vim.", "Actually, I prefer Emacs.", "I prefer tea.", "Forget what I said about tea."),
    *("I think my sister lives in Munich.", "My sister lives in Berlin.", "The build failed.", "I speak Spanish."),
)
NOW = 1 << 60


def opened(folder: Path | None = None, **more: Any) -> Store:
    values: dict[str, Any] = {"mock_embeddings": True, "ner": False} | more
    if folder is not None:
        return Store(AWHMConfig(data_dir=folder, **values))
    return Store(AWHMConfig(**values), log=RamLog())


def told(store: Store) -> dict[str, tuple[object, ...]]:
    """All that recall and lists go by: for each memory that holds when, how sure, in whose words, and of what."""
    graph = store.graph()
    return {memory: _told(graph, memory) for memory in holding(graph, NOW)}


def _told(graph: Graph, memory: str) -> tuple[object, ...]:
    said = graph.said(memory)
    messages = sorted({one.message for one in said})
    return graph.memories[memory].windows, round(confidence(graph, memory), 6), messages, said[0].slot, said[0].value


def sound(store: Store) -> None:
    assert store.verify().ok
    assert [view.name for view in store.rebuild(check=True) if not view.same] == []


Turn = tuple[str, int]
TURNS = st.lists(
    st.tuples(st.sampled_from(["say", "say", "consolidate", "retract", "undo", "edit", "again", "restore"]),
              st.integers(0, 11)), max_size=9,
)  # fmt: skip


def live(store: Store, turn: Turn) -> None:
    what, which = turn
    memories = sorted(store.graph().memories)
    if what == "say":
        store.log_message("s", "user", SAID[which])
    elif what == "consolidate":
        store.consolidate()
    elif what == "again":
        store.consolidate(again=True)
    elif what == "restore":
        named = store.snapshots.list()
        if named:
            store.snapshots.restore(named[which % len(named)].name)
    elif memories:
        memory = memories[which % len(memories)]
        decide: dict[str, Callable[[], object]] = {
            "retract": lambda: store.retract(memory),
            "undo": lambda: store.undo(memory),
            "edit": lambda: store.edit(memory, f"number {which}"),
        }
        with contextlib.suppress(Refused):  # there is nothing to undo, or it has ended: life goes on
            decide[what]()


@settings(max_examples=25)
@given(before=TURNS, after=TURNS)
def test_whatever_comes_after_a_snapshot_the_memories_are_those_of_it_again(
    before: Sequence[Turn], after: Sequence[Turn]
) -> None:
    store = opened()
    for turn in before:
        live(store, turn)
    store.snapshots.create("here")
    wanted, waiting = told(store), store.unconsolidated()
    position = store.log.head().position
    for turn in after:
        live(store, turn)
    there = told(store)
    head = store.log.head().position
    done = store.snapshots.restore("here")
    assert told(store) == wanted
    assert store.unconsolidated() == waiting, "what waited then waits again, and what was said since does not"
    known = store.graph(head)
    assert {memory: _told(known, memory) for memory in holding(known, NOW)} == there, "what was known before it"
    sound(store)
    if done.changed:
        assert done.undo is not None and done.through < position
        assert not store.snapshots.restore("here").changed, "twice is once"
        store.snapshots.restore(done.undo)
        assert told(store) == there, "and back"
        sound(store)


def test_what_was_said_since_is_recalled_as_said_and_becomes_a_memory_when_asked_for() -> None:
    store = opened()
    store.log_message("s", "user", "I live in Porto.")
    store.consolidate()
    store.snapshots.create("before")
    store.log_message("s", "user", "I moved to Lisbon.")
    store.consolidate()
    assert store.snapshots.restore("before").waiting == 1
    assert [one.status for one in store.recall("where do I live?", session="s")] == ["active"]
    (found,) = store.recall("Lisbon", session="s")
    assert (found.content, found.status, found.node_id) == ("I moved to Lisbon.", None, ""), "no memory is behind it"
    assert store.consolidate().messages == 0, "it is left out"
    assert store.consolidate(again=True).memories == 1
    assert store.recall("Lisbon", session="s")[0].status == "active"
    sound(store)


def test_messages_after_the_restore_are_consolidated_as_ever() -> None:
    store = opened()
    store.log_message("s", "user", "I live in Porto.")
    store.consolidate()
    store.snapshots.create("before")
    store.log_message("t", "user", "I live in Lisbon.")
    store.snapshots.restore("before")
    store.log_message("t", "user", "I speak Spanish.")
    assert store.unconsolidated() == 1
    assert store.consolidate(session="t").memories == 1
    assert [value for *_, value in told(store).values()] == ["Porto", "Spanish"]


def test_a_consolidation_that_changes_something_names_the_position_before_it_and_one_event_is_all() -> None:
    store = opened()
    store.log_message("s", "user", "I live in Porto.")
    before = store.log.head().position
    store.consolidate()
    kinds = [entry.kind for entry in store.entries()]
    assert kinds.count("SnapshotNamed") == 1
    (named,) = store.snapshots.list()
    assert (named.name, named.through, named.automatic) == (f"auto-{before}", before, True)
    store.consolidate()
    store.consolidate(again=True)
    store.log_message("s", "user", "Is it raining?")
    store.consolidate()
    assert len(store.snapshots.list()) == 1, "nothing was changed"
    store.snapshots.restore(named.name)
    assert told(store) == {} and store.unconsolidated() == 1, "it is as before the first one"


def test_of_automatic_snapshots_so_many_are_listed_as_the_setting_says_and_none_are_named_with_zero() -> None:
    store = opened(automatic_snapshots=2)
    for place in range(4):
        store.log_message("s", "user", f"My locker number is {place}.")
        store.consolidate()
        store.snapshots.create(f"mine {place}")
    names = [one.name for one in store.snapshots.list()]
    assert len([name for name in names if name.startswith("auto-")]) == 2
    assert [name for name in names if name.startswith("mine")] == ["mine 3", "mine 2", "mine 1", "mine 0"]
    quiet = opened(automatic_snapshots=0)
    quiet.log_message("s", "user", "I live in Porto.")
    quiet.consolidate()
    assert quiet.snapshots.list() == [] and "SnapshotNamed" not in [entry.kind for entry in quiet.entries()]


def test_of_a_message_that_was_cut_since_what_is_left_is_believed_after_a_restore() -> None:
    store = opened()
    store.log_message("s", "user", "I live in Porto. My favourite editor is Vim.")
    store.consolidate()
    store.log_message("s", "user", "I like tea. I speak Spanish.")  # it waits when the snapshot is named
    store.snapshots.create("before")
    store.consolidate()
    for value in ("Porto", "tea"):
        assert store.delete(next(m for m, told_of in told(store).items() if told_of[-1] == value)).node_deleted
    store.log_message("s", "user", "My locker number is 7.")
    store.consolidate()
    store.snapshots.restore("before")
    assert [value for *_, value in told(store).values()] == ["Vim"]
    assert store.unconsolidated() == 1, "what waited waits, less what was erased"
    store.consolidate()
    assert [value for *_, value in told(store).values()] == ["Vim", "Spanish"]
    sound(store)


def test_what_a_restore_has_set_back_is_erased_like_all_else() -> None:
    store = opened()
    store.log_message("s", "user", "I live in Porto.")
    store.consolidate()
    store.snapshots.create("before")
    position, _ = store.log_message("s", "user", "My locker code is PERIWINKLE.")
    store.consolidate()
    undo = store.snapshots.restore("before").undo
    store.erase(message=f"m{position}")
    assert not [position for position, _, body in store.log.read() if body is not None and b"PERIWINKLE" in body]
    beliefs = store.keeper.view("beliefs")
    assert "PERIWINKLE" not in str(beliefs.fold.dump(beliefs.state)).upper()
    assert undo is not None
    store.snapshots.restore(undo)
    assert [value for *_, value in told(store).values()] == ["Porto"]
    sound(store)


def test_what_was_merged_and_split_since_is_as_it_was_and_comes_again_with_the_way_back(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.log_message(
        "s", "user", "My sister Anya works at Acme Corporation. My friend Boris works at Globex Industries."
    )
    store.consolidate()

    def wholes(store: Store) -> set[frozenset[str]]:
        return {frozenset(form.form for form in one.forms) for one in listed(store.entities())}

    ids = [one.entity for one in listed(store.entities())]
    assert len(ids) >= 3
    store.merge_entities(ids[0], ids[1])
    first = wholes(store)
    store.snapshots.create("here")
    store.merge_entities(ids[0], ids[2])
    store.split_entity(ids[0], [next(one.form for one in forms(store.entities(), ids[1]))])
    second = wholes(store)
    assert first != second
    done = store.snapshots.restore("here")
    assert done.changed and done.undo is not None and wholes(store) == first
    assert not store.snapshots.restore("here").changed, "a second time changes nothing"
    sound(store)
    store.close()
    store = opened(tmp_path)
    assert wholes(store) == first, "after a restart as well"
    store.merge_entities(ids[0], ids[2])
    assert wholes(store) != first, "they can be merged again"
    store.snapshots.restore(done.undo)
    assert wholes(store) == second
    sound(store)
    store.close()


def test_each_scope_has_snapshots_of_its_own(tmp_path: Path) -> None:
    for scope in ("one", "two"):
        store = opened(tmp_path, scope=scope)
        store.log_message("s", "user", f"I live in {scope.title()}town.")
        store.consolidate()
        store.snapshots.create("here")
        store.log_message("s", "user", "I live in Lisbon.")
        store.consolidate()
        store.close()
    store = opened(tmp_path, scope="one")
    store.snapshots.restore("here")
    assert [value for *_, value in told(store).values()] == ["Onetown"]
    store.close()
    store = opened(tmp_path, scope="two")
    assert [value for *_, value in told(store).values()] == ["Lisbon"], "the other scope's is as it was"
    store.close()


def test_a_session_has_the_calls_that_it_had_in_awhm_lite(tmp_path: Path) -> None:
    config = AWHMConfig(data_dir=tmp_path, mock_embeddings=True, ner=False, consolidate_at_end=False)
    with AWHMSession.start_session(config, session_id="s") as session:
        session.log_message("user", "I live in Porto.")
        session.consolidate()
        name = session.create_snapshot()
        assert session.create_snapshot() != name, "two in one second have two names"
        session.log_message("user", "I live in Lisbon.")
        session.consolidate()
        session.restore_snapshot(name)
        assert name in session.list_snapshots()
        assert [value for *_, value in told(session.store).values()] == ["Porto"]
        with pytest.raises(Refused) as refused:
            session.restore_snapshot("never named")
        assert refused.value.code == "no_such_snapshot"


RACE = """
import sys
from awhm.config import AWHMConfig
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False))
for number in range(int(sys.argv[2]), int(sys.argv[2]) + 12):
    if sys.argv[3] == "restore":
        store.snapshots.restore("here")
    else:
        store.log_message("s", "user", f"My locker number is {number}.")
        store.consolidate()
store.close()
"""


def test_restores_and_consolidations_of_several_processes_leave_a_store_that_is_sound(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.log_message("s", "user", "I live in Porto.")
    store.consolidate()
    store.snapshots.create("here")
    wanted = told(store)
    command = [sys.executable, "-c", RACE, str(tmp_path)]
    children = [subprocess.Popen([*command, str(n), what]) for n, what in ((0, "restore"), (50, "say"), (90, "say"))]
    assert [child.wait(120) for child in children] == [0, 0, 0]
    store.snapshots.restore("here")
    assert told(store) == wanted
    sound(store)
    store.close()


# The command -------------------------------------------------------------------------------------------------


def shell(folder: Path, *arguments: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, ["--data-dir", str(folder), "--mock", *arguments])


def test_the_command_names_lists_and_goes_back(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    assert shell(folder, "snapshot", "list").exit_code == 2, "there is no store"
    shell(folder, "add", "I live in Porto.")
    shell(folder, "consolidate")
    assert shell(folder, "snapshot", "create", "before the move").stdout == "before the move\n"
    again = shell(folder, "snapshot", "create", "before the move")
    assert again.exit_code == 2 and "there is a snapshot" in again.stderr
    shell(folder, "add", "I moved to Lisbon.")
    shell(folder, "consolidate")
    listed = json.loads(shell(folder, "snapshot", "list", "--json").stdout)["snapshots"]
    assert [one["automatic"] for one in listed] == [True, False, True]
    assert [line.split("  ")[0] for line in shell(folder, "snapshot", "list").stdout.splitlines()] == [
        one["name"] for one in listed
    ]
    restored = shell(folder, "snapshot", "restore", "before the move")
    assert restored.exit_code == 0
    assert "1 memory ended, 1 as before" in restored.stdout and "consolidate --again" in restored.stdout
    assert "I live in Porto" in shell(folder, "memories", "list").stdout
    undo = restored.stdout.split("`awhm snapshot restore ")[1].split("`")[0]
    assert "Everything is as it was" in shell(folder, "snapshot", "restore", "before the move").stdout
    done = json.loads(shell(folder, "snapshot", "restore", undo, "--json").stdout)
    assert (done["snapshot"], done["changed"]) == (undo, True)
    assert "I moved to Lisbon" in shell(folder, "memories", "list").stdout
    history = shell(folder, "memories", "list", "--all").stdout
    assert "superseded" in history
    unknown = shell(folder, "snapshot", "restore", "x")
    assert unknown.exit_code == 2 and "snapshot list" in unknown.stderr
