"""`awhm memories`: what holds, then and now; why, and who said it; and what people decide, which can be undone."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shell import Shell as AwhmShell

from awhm.commands.believing import Decided
from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.events.event import PayloadsErased
from awhm.events.sqlite_log import FILE
from awhm.store import Store


class Shell(AwhmShell):
    """The command on one store, with mock embeddings and without the model that finds names."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.said: dict[str, str] = {}  # the message of each text
        self.before = ""  # where the log ended after the first consolidation

    def say(self, *texts: tuple[str, str, str]) -> None:
        """Log and consolidate (session, time, text)."""
        for session, when, text in texts:
            self.said[text] = self.json("add", text, "--session", session, "--time", when)["id"]
        assert self("consolidate").exit_code == 0
        self.before = self.before or f"m{self.json('status')['events']}"

    def listed(self, *options: str) -> dict[str, Any]:
        """The memories that are listed, by value."""
        return {one["value"]: one for one in self.json("memories", "list", *options)["memories"]}

    def id(self, value: str) -> str:
        return str(self.listed("--all")[value]["id"])


SHOES = "user|user|shoe size|"


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """A shoe size that changed, a home, and a sister who is said to live in two places."""
    shell = Shell(tmp_path / "store")
    shell.say(("one", "2026-03-04", "My shoe size is 42."), ("one", "2026-03-05", "I live in Porto."))
    shell.say(
        ("two", "2026-05-04T09:30+02:00", "My shoe size is 44."),
        ("two", "2026-05-05", "My sister lives in Lyon."),
        ("two", "2026-05-06", "I think my sister lives in Berlin."),
    )
    return shell


def test_what_holds_is_listed_with_id_status_time_confidence_slot_and_words(awhm: Shell) -> None:
    found = awhm.listed()
    assert set(found) == {"44", "Porto", "Lyon"}
    size = found["44"]
    assert (size["status"], size["slot"], size["text"]) == ("active", SHOES, "My shoe size is 44")
    assert (size["valid_from"], size["valid_to"]) == ("2026-05-04T09:30:00+02:00", None)
    assert (size["message"], size["session"], size["confidence"]) == (*(awhm.said["My shoe size is 44."], "two", 0.8),)
    line = next(line for line in awhm("memories", "list").stdout.splitlines() if "44" in line)
    assert line.split() == [
        *(size["id"], "active", "from", "4", "May", "2026,", "09:30", "0.80"),
        *("user|user|shoe", "size|", "My", "shoe", "size", "is", "44"),
    ]


def test_what_is_past_or_in_dispute_is_listed_when_asked_for(awhm: Shell) -> None:
    found = awhm.listed("--all")
    assert {value: one["status"] for value, one in found.items()} == {
        "42": "superseded",
        "Porto": "active",
        "44": "active",
        "Lyon": "active",
        "Berlin": "disputed",
    }
    assert found["42"]["superseded_by"] == found["44"]["id"]
    assert found["Berlin"]["windows"] == []


def test_a_list_has_both_clocks(awhm: Shell) -> None:
    then = awhm.listed("--as-of", "2026-04-01")
    assert set(then) == {"42", "Porto"}
    assert then["42"]["status"] == "active"
    assert set(awhm.listed("--as-of", "2025-01-01")) == set()
    before = awhm.json("memories", "list", "--known-at", awhm.before)
    assert before["known_at"] == int(awhm.before[1:])
    assert {one["value"]: one["status"] for one in before["memories"]} == {"42": "active", "Porto": "active"}
    assert awhm.refusal("memories", "list", "--as-of", "lately") == "bad_time"


@pytest.mark.parametrize(
    ("option", "values"),
    [
        (["--slot", SHOES], {"42", "44"}),
        (["--slot", "shoe size"], {"42", "44"}),
        (["--subject", "User's sister"], {"Lyon", "Berlin"}),
        (["--family", "preference"], set[str]()),
        (["--family", "fact", "--session", "one"], {"42", "Porto"}),
        (["--session", "nobody"], set[str]()),
    ],
)
def test_a_list_is_narrowed(awhm: Shell, option: list[str], values: set[str]) -> None:
    assert set(awhm.listed("--all", *option)) == values


def test_a_list_is_paged_by_id(awhm: Shell) -> None:
    every = [one["id"] for one in awhm.json("memories", "list", "--all")["memories"]]
    assert len(every) == 5
    paged: list[str] = []
    page: dict[str, Any] = {"more": True}
    while page["more"]:
        page = awhm.json("memories", "list", "--all", "--limit", "2", "--after", paged[-1] if paged else "n0.0")
        paged += [one["id"] for one in page["memories"]]
    assert paged == every
    newest = awhm("memories", "list", "--all", "--limit", "2").stdout
    assert [line.split()[0] for line in newest.splitlines()[:2]] == every[-2:]
    assert "There are more" in newest
    assert awhm.refusal("memories", "list", "--after", "12") == "bad_id"


def test_looking_writes_no_event(awhm: Shell) -> None:
    events = awhm.json("status")["events"]
    old = awhm.id("42")
    for line in (["list", "--all"], ["show", old], ["history", old], ["timeline", old], ["review"]):
        assert awhm("memories", *line).exit_code == 0
    assert awhm.json("status")["events"] == events


def test_what_waits_to_be_consolidated_is_mentioned(awhm: Shell) -> None:
    assert awhm("memories", "list").stderr == ""
    awhm("add", "My shoe size is 46.")
    result = awhm("memories", "list")
    assert result.stderr == "awhm: note: 1 message waits to become memories; `awhm consolidate` does that\n"
    assert "46" not in result.stdout
    assert len(awhm.json("memories", "list")["notes"]) == 1


def test_where_there_is_no_store_none_is_made(tmp_path: Path) -> None:
    nothing = Shell(tmp_path / "none")
    for line in (["list"], ["show", "n1.0"], ["retract", "n1.0"], ["review"]):
        assert nothing.refusal("memories", *line) == "no_store"
    assert not nothing.folder.exists()


def test_a_memory_is_shown_with_who_said_it_where_and_when(awhm: Shell) -> None:
    first = awhm.said["My shoe size is 44."]
    awhm.say(("three", "2026-06-01T10:00+01:00", "My shoe size is 44."))
    found = awhm.json("memories", "show", awhm.id("44"))
    assert [(one["message"], one["session"], one["role"], one["occurred"]) for one in found["messages"]] == [
        (first, "two", "user", "2026-05-04T09:30:00+02:00"),
        (awhm.said["My shoe size is 44."], "three", "user", "2026-06-01T10:00:00+01:00"),
    ], "both messages, and no other"
    assert found["confidence"] > 0.8, "said twice is surer"
    assert found["strength"]["accesses"] == 1 and 0 < found["strength"]["composite"] <= 1
    assert (found["type"], found["why"]) == ("semantic", "nothing has ended it")
    said = awhm("memories", "show", found["id"]).stdout
    assert said.startswith(f"{found['id']}  active  My shoe size is 44\n")
    assert "4 May 2026, 09:30" in said and "session three" in said


def test_a_memory_is_shown_with_why_it_ended_and_what_its_slot_held_before_and_after(awhm: Shell) -> None:
    old, new = awhm.id("42"), awhm.id("44")
    found = awhm.json("memories", "show", old)
    (event,) = [one["event"] for one in awhm.json("memories", "history", old)["changes"][1:]]
    assert found["why"].startswith(f"superseded by {new} “My shoe size is 44” ({event}, ")
    assert [(one["id"], one["valid_from"], one["valid_to"]) for one in found["timeline"]] == [
        (old, "2026-03-04T02:00:00+02:00", "2026-05-04T09:30:00+02:00"),
        (new, "2026-05-04T09:30:00+02:00", None),
    ], "one clock for a whole slot"
    said = awhm("memories", "show", old).stdout
    assert f"awhm memories undo {old} takes that back" in said and f"> {old}" in said.replace(">   ", "> ")
    disputed = awhm("memories", "show", awhm.id("Berlin")).stdout
    assert "it contradicts" in disputed and "awhm memories review --accept" in disputed


def test_a_memory_is_shown_as_it_was_then_and_as_it_was_known_then(awhm: Shell) -> None:
    old = awhm.id("42")
    assert awhm.json("memories", "show", old, "--as-of", "2026-04-01")["status"] == "active"
    known = awhm.json("memories", "show", old, "--known-at", awhm.before)
    assert (known["status"], len(known["timeline"])) == ("active", 1)
    assert awhm.refusal("memories", "show", awhm.id("44"), "--known-at", awhm.before) == "no_such_memory"


def test_erased_words_are_said_to_be_erased(awhm: Shell) -> None:
    size = awhm.listed()["44"]
    store = Store(AWHMConfig(data_dir=awhm.folder))
    tombstone = PayloadsErased(positions=[int(size["message"][1:])], reason="asked")
    store.log.append([store.writer.draft_decided(Decided(tombstone, ()), new_id())])
    store.close()
    with sqlite3.connect(awhm.folder / FILE) as connection:
        connection.execute("DELETE FROM payloads WHERE seq = ?", tombstone.positions)
    connection.close()
    found = awhm.json("memories", "show", size["id"])
    assert found["text"] is None
    assert [(one["erased"], one["text"]) for one in found["messages"]] == [(True, None)]
    assert "its words are erased" in awhm("memories", "show", size["id"]).stdout
    assert "its words are erased" in awhm("memories", "list").stdout


def test_a_history_has_every_event_with_time_cause_and_what_held_from_then_on(awhm: Shell) -> None:
    old, new = awhm.id("42"), awhm.id("44")
    formed, ended = awhm.json("memories", "history", old)["changes"]
    for change in (formed, ended):
        event = awhm.json("log", "show", change["event"])
        assert (change["kind"], change["recorded"]) == (event["kind"], event["recorded"])
    assert (formed["kind"], formed["cause"]) == ("MemoryFormed", "formed from m1")
    assert formed["windows"] == [["2026-03-04T00:00:00+00:00", None]]
    assert (ended["kind"], ended["by"]) == ("MemorySuperseded", new)
    assert ended["windows"] == [["2026-03-04T00:00:00+00:00", "2026-05-04T07:30:00+00:00"]]
    lines = awhm("memories", "history", old).stdout.splitlines()
    assert lines[0] == f"{old} “My shoe size is 42”" and lines[1].split()[0] == formed["event"]


def test_a_dispute_is_in_the_history_of_both(awhm: Shell) -> None:
    lyon, berlin = awhm.id("Lyon"), awhm.id("Berlin")
    for memory in (lyon, berlin):
        (dispute,) = [one for one in awhm.json("memories", "history", memory)["changes"] if "relation" in one]
        assert (dispute["memory"], dispute["other"]) == (berlin, lyon)


@pytest.mark.parametrize("asked", [SHOES, "shoe size", "42"])
def test_a_timeline_is_asked_for_by_slot_attribute_or_memory(awhm: Shell, asked: str) -> None:
    given = awhm.id("42") if asked == "42" else asked
    found = awhm.json("memories", "timeline", given)
    assert found["slot"] == SHOES
    assert [(one["value"], one["status"]) for one in found["memories"]] == [("42", "superseded"), ("44", "active")]


def test_a_slot_that_is_none_or_not_the_only_one_is_refused_with_those_there_are(awhm: Shell) -> None:
    assert awhm.refusal("memories", "timeline", "shoe") == "no_such_slot"
    assert SHOES in awhm("memories", "timeline", "shoe").stderr
    assert awhm.refusal("memories", "timeline", "location") == "which_slot"
    assert "user|user's sister|location|" in awhm("memories", "timeline", "location").stderr
    assert awhm.refusal("memories", "timeline", "n999.0") == "no_such_memory"


@pytest.mark.parametrize("unknown", ["n999.0", "n1.0", "12", "x", "", "n", "n٣.0", "n1.99999999999999999999"])
def test_an_unknown_id_is_refused_by_every_command_and_changes_nothing(awhm: Shell, unknown: str) -> None:
    events = awhm.json("status")["events"]
    for line in (["show"], ["history"], ["edit", "45"], ["retract"], ["undo"], ["review", "--accept"]):
        line.insert(2 if line[0] == "review" else 1, unknown)
        assert awhm.refusal("memories", *line) == "no_such_memory"
    assert awhm.json("status")["events"] == events


def test_the_id_of_a_message_leads_to_its_memory(awhm: Shell) -> None:
    result = awhm("memories", "show", "m1")
    assert result.exit_code == 2
    assert f"m1 is a message; what it says became {awhm.id('42')}." in result.stderr


def test_control_characters_in_words_are_shown_and_not_sent(awhm: Shell) -> None:
    awhm.say(("x", "2026-06-01", "I live in Po\x1b[31mrto."))
    for line in (["list"], ["show", awhm.json("memories", "list")["memories"][-1]["id"]]):
        said = awhm("memories", *line).stdout
        assert "\x1b" not in said and "\\x1b[31m" in said


def test_a_list_that_is_piped_to_head_ends_quietly(awhm: Shell) -> None:
    """BC-CLI-09: traceback when the output is piped to head."""
    command = f"{sys.executable} -m awhm memories list --all --data-dir {awhm.folder} | head -1"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=os.environ.copy())
    assert (len(run.stdout.splitlines()), run.stderr) == (1, "")


# Deciding ---------------------------------------------------------------------------------------------


def test_an_edit_gives_the_slot_another_value_and_says_so_in_a_line_each(awhm: Shell) -> None:
    old = awhm.id("44")
    ended, formed = awhm("memories", "edit", old, "45").stdout.splitlines()
    new = awhm.id("45")
    assert ended.startswith(f"{old}  “My shoe size is 44”  superseded by {new} “45”; it holds from 4 May 2026, 09:30")
    assert formed.startswith(f"{new}  “45”  formed from m")
    assert set(awhm.listed("--slot", SHOES)) == {"45"}
    assert awhm("memories", "list").stderr == "", "nothing waits: an edit is consolidated"
    assert awhm("memories", "undo", old).exit_code == 0
    assert set(awhm.listed("--slot", SHOES)) == {"44"}


def test_of_a_slot_with_many_values_an_edit_replaces_one_and_says_where(awhm: Shell) -> None:
    awhm.say(("x", "2026-06-01", "I am allergic to peanuts."), ("x", "2026-06-02", "I am allergic to soy."))
    old = awhm.id("peanuts")
    said = awhm("memories", "edit", old, "walnuts").stdout
    assert f"{old}  “I am allergic to peanuts”  retracted: somebody gave it another value in m" in said
    assert set(awhm.listed("--slot", "allergy")) == {"soy", "walnuts"}


def test_an_edit_reads_standard_input_and_refuses_an_empty_one(awhm: Shell) -> None:
    old = awhm.id("44")
    assert awhm("memories", "edit", old, "-", stdin="43\n").exit_code == 0
    assert set(awhm.listed("--slot", SHOES)) == {"43"}
    events = awhm.json("status")["events"]
    assert awhm("memories", "edit", awhm.id("43"), "-", stdin="\n").exit_code == 2
    assert awhm.refusal("memories", "edit", awhm.id("43"), "  ") == "empty"
    assert awhm.json("status")["events"] == events


def test_a_retraction_is_said_in_a_line_and_can_be_undone(awhm: Shell) -> None:
    home = awhm.id("Porto")
    (line,) = awhm("memories", "retract", home).stdout.splitlines()
    assert line.startswith(f"{home}  “I live in Porto”  retracted: somebody retracted it; it holds at no time")
    assert f"awhm memories undo {home}" in line
    assert awhm.listed("--all")["Porto"]["status"] == "retracted"
    assert awhm.refusal("memories", "retract", home) == "already_retracted"
    (change,) = awhm.json("memories", "undo", home)["changes"]
    assert (change["kind"], change["memory"], change["reason"]) == ("MemoryRestored", home, "undone")
    assert awhm.listed()["Porto"]["status"] == "active"
    assert awhm.refusal("memories", "undo", home) == "nothing_to_undo"


def test_undoing_a_supersession_brings_the_older_value_back(awhm: Shell) -> None:
    old, new = awhm.id("42"), awhm.id("44")
    changes = awhm.json("memories", "undo", old)["changes"]
    assert [(one["memory"], one["kind"]) for one in changes] == [(old, "MemoryRestored"), (new, "MemoryRetracted")]
    assert set(awhm.listed("--slot", SHOES)) == {"42"}


def test_disputes_are_listed_with_what_they_contradict_and_how_to_decide(awhm: Shell) -> None:
    (dispute,) = awhm.json("memories", "review")["disputes"]
    assert (dispute["memory"]["value"], dispute["contradicts"]["value"]) == ("Berlin", "Lyon")
    said = awhm("memories", "review").stdout
    assert f"awhm memories review --accept {awhm.id('Berlin')}" in said and "Lyon" in said


def test_a_dispute_that_is_accepted_supersedes(awhm: Shell) -> None:
    berlin = awhm.id("Berlin")
    changes = awhm.json("memories", "review", "--accept", berlin)["changes"]
    assert {one["memory"]: one["kind"] for one in changes} == {
        berlin: "MemoryRestored",
        awhm.id("Lyon"): "MemorySuperseded",
    }
    assert set(awhm.listed("--subject", "user's sister")) == {"Berlin"}
    assert awhm("memories", "review").stdout == "No memory is in dispute.\n"
    assert awhm.refusal("memories", "review", "--accept", berlin) == "not_in_dispute"


def test_a_dispute_that_is_rejected_leaves_the_older_memory(awhm: Shell) -> None:
    berlin = awhm.id("Berlin")
    (change,) = awhm.json("memories", "review", "--reject", berlin)["changes"]
    assert (change["memory"], change["kind"], change["reason"]) == (berlin, "MemoryRetracted", "review")
    assert set(awhm.listed("--subject", "user's sister")) == {"Lyon"}
    assert awhm.json("memories", "review")["disputes"] == []


def test_accepting_and_rejecting_do_not_go_together(awhm: Shell) -> None:
    assert awhm.refusal("memories", "review", "--accept", "n1.0", "--reject", "n1.0") == "usage"


# Asking -----------------------------------------------------------------------------------------------


def test_a_query_tells_of_each_result_which_memory_it_is_and_how_it_stands(awhm: Shell) -> None:
    old, new = awhm.id("42"), awhm.id("44")
    (found,) = awhm.json("query", "shoe size", "--no-semantic")["results"]
    assert (found["node_id"], found["status"], found["valid_from"]) == (new, "active", "2026-05-04T09:30:00+02:00")
    said = awhm("query", "shoe size", "--no-semantic").stdout.splitlines()
    assert said[1] == f"   memory {new}  active  from 4 May 2026, 09:30"
    past = awhm.json("query", "shoe size", "--no-semantic", "--include-history")["results"]
    assert [(one["node_id"], one["status"], one["superseded_by"]) for one in past] == [
        (new, "active", None),
        (old, "superseded", new),
    ]
    shown = awhm("query", "shoe size", "--no-semantic", "--include-history").stdout
    assert f"memory {old}  superseded by {new}  from 4 Mar 2026 until 4 May 2026, 07:30" in shown


def test_a_query_has_both_clocks(awhm: Shell) -> None:
    old = awhm.id("42")
    (then,) = awhm.json("query", "shoe size", "--no-semantic", "--as-of", "2026-04-01")["results"]
    assert (then["node_id"], then["status"]) == (old, "active")
    (known,) = awhm.json("query", "shoe size", "--no-semantic", "--known-at", awhm.before)["results"]
    assert (known["node_id"], known["status"], known["superseded_by"]) == (old, "active", None)
