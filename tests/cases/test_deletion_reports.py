"""The cases of deletion and privacy of `shared/cases/field_reports.jsonl`, read in place.

Each is carried out as it stands, through the same doors as people use; what is expected is written here as checks of
what is in the files and of what is answered. Those that are about writing down less, not about deleting (credentials,
private spans), say so.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from erased import everything, opened, say, sound

from awhm.errors import Conflict, Refused
from awhm.replay.audit import audit_folder

pytestmark = pytest.mark.shared


class Case:
    """One case, with a store of its own."""

    def __init__(self, folder: Path, given: dict[str, Any]) -> None:
        self.folder = folder
        self.ops: list[dict[str, Any]] = given["input"].get("ops", [])
        self.given = given
        self.store = opened(folder)

    def add(self) -> list[int]:
        """Log what the case adds, in order, and consolidate."""
        made: list[int] = []
        for place, op in enumerate(one for one in self.ops if one["op"] == "add"):
            more = {"session": op.get("session", "s")}
            if "ts" in op:
                made.append(self.store.log_message(more["session"], "user", op["text"], timestamp=op["ts"])[0])
            else:
                made.append(say(self.store, place, op["text"], **more))
        self.store.consolidate()
        self.store.keeper.views(self.store.keeper.names)
        return made

    def memory(self, value: str) -> str:
        graph = self.store.graph()
        said = {one.id: [s.value_key for s in graph.said(one.id)] for one in graph.all_memories()}
        return next(name for name, values in said.items() if value in values)

    def grep(self, needle: str) -> list[str]:
        """The files that hold a text, in whatever case."""
        return [name for name, data in everything(self.folder).items() if needle.lower().encode() in data.lower()]


@pytest.fixture
def case(shared: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Case]:
    """The case that the test is named after."""
    name = "BC-DEL-" + request.node.name.split("_")[2]
    lines = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8").splitlines()
    [given] = [one for one in map(json.loads, lines) if one["id"] == name]
    made = Case(tmp_path / "store", given)
    yield made
    made.store.close()


def test_del_01_deleted_text_is_in_no_file(case: Case) -> None:
    case.add()
    case.store.recall("locker code")
    needle = next(op["needle"] for op in case.ops if op["op"] == "grep_data_dir")
    assert case.grep(needle)
    case.store.delete(case.memory(needle.lower()))
    assert case.grep(needle) == []
    assert not any("8841" in one.content for one in case.store.recall("locker code"))
    sound(case.store)


def test_del_03_a_second_connection_that_reads_is_waited_for_or_reported(case: Case) -> None:
    position = say(case.store, 0, "marker TANGERINE-55")
    case.store.close()
    program = (
        "import sqlite3, sys\n"
        'c = sqlite3.connect(f"file:{sys.argv[1]}/log.db?mode=ro", uri=True, isolation_level=None)\n'
        'c.execute("BEGIN"); c.execute("SELECT count(*) FROM payloads").fetchone(); print("open", flush=True)\n'
        "sys.stdin.readline()"
    )
    command = [sys.executable, "-c", program, str(case.folder)]
    second = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert second.stdout is not None and second.stdout.readline() == b"open\n"
    case.store = opened(case.folder, lock_timeout=0.2)
    with pytest.raises(Conflict):
        case.store.erase(message=f"m{position}")
    case.store.close()
    second.communicate(b"\n", timeout=60)
    case.store = opened(case.folder)  # completes what was pending
    assert case.grep("TANGERINE-55") == []
    assert [entry.kind for entry in case.store.entries()][-1] == "ErasureCompleted"


def test_del_06_nothing_derived_brings_a_forgotten_fact_back(case: Case) -> None:
    case.add()
    case.store.delete(case.memory("pavlina"))
    case.store.rebuild()
    query = next(op["query"] for op in case.ops if op["op"] == "recall")
    found = case.store.recall(query)
    assert found and all("Pavlina" not in one.content for one in found)
    assert any("Rust over Go" in one.content for one in found)
    assert "Pavlina" not in case.store.context(query).text
    assert case.grep("pavlina") == []


def test_del_08_an_empty_filter_deletes_nothing(case: Case) -> None:
    case.add()
    head = case.store.log.head()
    for nothing in ({}, {"containing": ""}, {"containing": "  \n "}, {"session": "/tmp/not-a-project"}, {"memory": ""}):
        with pytest.raises(Refused):
            case.store.erase(**nothing)
    with pytest.raises(Refused):
        case.store.erase(message="m1", session="s")
    assert case.store.log.head() == head and case.store.sessions().counts().messages == 1


def test_del_09_only_what_holds_the_whole_text_goes(case: Case) -> None:
    case.add()
    query = next(op["query"] for op in case.ops if op["op"] == "forget")
    found = case.store.erase(containing=query, dry_run=True)
    assert found.messages == ("m1",), "as the dry run lists"
    case.store.erase(containing=query)
    left = [entry.payload["content"] for entry in case.store.entries() if entry.payload and "content" in entry.payload]
    assert left == ["garden party guest list", "bike shed key"]


def test_del_11_a_lawful_erasure_verifies_and_a_later_edit_does_not(case: Case) -> None:
    for number in range(1, 6):
        say(case.store, number, f"event {number}")
    case.store.erase(containing="event 3")
    report = case.store.verify()
    assert report.ok and report.erased == 1 and case.grep("event 3") == []
    case.store.close()
    with sqlite3.connect(case.folder / "log.db") as connection:
        connection.execute("DROP TRIGGER payloads_are_never_changed")
        body = connection.execute("SELECT body FROM payloads WHERE seq=4").fetchone()[0]
        connection.execute("UPDATE payloads SET body=? WHERE seq=4", (body.replace(b"event 4", b"event 9"),))
    connection.close()
    assert not audit_folder(str(case.folder)).ok
    case.store = opened(case.folder.with_name("other"))


def test_del_14_no_path_shows_one_owner_what_another_said(case: Case) -> None:
    ana, bo = opened(case.folder, scope="ana"), opened(case.folder, scope="bo")
    text = next(op["text"] for op in case.ops if op["op"] == "add")
    say(ana, 0, text, session="s1")
    ana.consolidate()
    say(bo, 1, "bo was here", session="s1")
    for answer in (bo.recall("clinic", session="s1"), bo.recall("clinic", as_of="2030-01-01T00:00:00Z")):
        assert not any("Westhill" in one.content for one in answer)
    assert not any("Westhill" in form.form for form in bo.entities().named.values())
    assert not bo.graph().memories
    for erase in ({"message": "m1"}, {"memory": "n2.0"}, {"containing": "Westhill"}, {"entity": "Westhill"}):
        try:
            assert bo.erase(**erase, dry_run=True).gone == ()
        except Refused as refused:
            assert "Westhill" not in str(refused) or erase == {"entity": "Westhill"}
    bo.erase(session="s1")
    assert any("Westhill" in one.content for one in ana.recall("clinic")), "bo's erasure is bo's"
    ana.close()
    bo.close()


@pytest.mark.parametrize("needle", ["asdfghjkl0987654321", "QWERTYUIOP1234567890"])
def test_del_16_a_credential_can_be_taken_out_of_its_message(case: Case, needle: str) -> None:
    """The report asks that it never be written down; that is for whoever logs. Here: that it can be taken out again."""
    [message] = case.given["input"]["messages"]
    case.store.log_message("s", "user", message["content"], timestamp=message["ts"])
    case.store.consolidate()
    assert case.grep(needle)
    case.store.erase(containing=needle)
    assert case.grep(needle) == []


def test_del_17_what_was_private_can_be_taken_out_and_the_rest_is_remembered(case: Case) -> None:
    """The report asks that a private span never be written down; here: that it goes, and the rest stays."""
    [message] = case.given["input"]["messages"]
    case.store.log_message(
        "s", "user", message["content"].replace("</private>", ".</private>\n"), timestamp=message["ts"]
    )
    case.store.erase(containing="4417")
    assert case.grep("4417") == []
    assert any("Thursday" in one.content for one in case.store.recall("recycling day"))


def test_del_20_earlier_versions_go_with_the_current_one(case: Case) -> None:
    case.add()
    case.store.delete(case.memory("555-0202"))
    assert case.grep("555-0101") == [] and case.grep("555-0202") == []
    as_of = next(op["as_of"] for op in case.ops if op["op"] == "recall")
    assert not any("555" in one.content for one in case.store.recall("phone number", as_of=as_of))
    sound(case.store)


def test_every_case_of_the_class_has_a_test(shared: Path) -> None:
    lines = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8").splitlines()
    ours = {one["id"] for one in map(json.loads, lines) if one["class"] == "deletion/privacy"}
    tests: dict[str, Callable[..., None]] = {
        name: value for name, value in globals().items() if name.startswith("test_del_")
    }
    assert ours == {"BC-DEL-" + name.split("_")[2] for name in tests}
