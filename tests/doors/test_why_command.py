"""`awhm why`: from any id to what was said, what was read out of it, what became of that, and why."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from shell import Shell as AwhmShell

from awhm.commands.believing import Decided
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.append_raw import new_id
from awhm.events.event import PayloadsErased
from awhm.events.sqlite_log import FILE
from awhm.jobs.story import Story
from awhm.language.statement import EXTRACTOR
from awhm.store import Store

SHOES = "user|user|shoe size|"
SAID = [
    ("one", "2026-03-04", "My shoe size is 42."),
    ("one", "2026-03-05", "The weather was odd, was it not?"),
    ("two", "2026-05-04T09:30+02:00", "My shoe size is 44."),
    ("two", "2026-05-05", "My sister lives in Lyon."),
    ("two", "2026-05-06", "I think my sister lives in Berlin."),
    ("two", "2026-05-07", "I work at Acme."),
    ("two", "2026-06-07", "I no longer work at Acme."),
]


class Shell(AwhmShell):
    """The command on one store, with mock embeddings and without the model that finds names."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.said: dict[str, str] = {}  # the message of each text

    def id(self, value: str) -> str:
        found = self.json("memories", "list", "--all")["memories"]
        return next(str(one["id"]) for one in found if one["value"] == value)


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """A shoe size that changed, a sister in dispute, an employer that was left."""
    shell = Shell(tmp_path / "store")
    for said in (SAID[:2], SAID[2:]):  # what superseded the first memory came later than it
        for session, when, text in said:
            shell.said[text] = shell.json("add", text, "--session", session, "--time", when)["id"]
        assert shell("consolidate").exit_code == 0
    return shell


def test_a_message_tells_what_was_read_out_of_it_by_which_rule_and_what_became_of_that(awhm: Shell) -> None:
    found = awhm.json("why", awhm.said["My shoe size is 42."])
    (message,), (statement,), (memory,) = found["messages"], found["statements"], found["memories"]
    assert (message["text"], message["session"], message["role"]) == ("My shoe size is 42.", "one", "user")
    assert (message["occurred"], message["actor"]) == ("2026-03-04T00:00:00+00:00", "local")
    assert (message["consolidated"], message["set_aside"]) == (True, None)
    event = awhm.json("log", "show", statement["event"])
    assert event["kind"] == "StatementsExtracted"
    assert statement["recorded"] == event["recorded"]
    stated = event["payload"]["statements"][0]
    assert (statement["rule"], statement["extractor"]) == (stated["rule"], EXTRACTOR)
    assert (statement["text"], statement["slot"], statement["value"]) == ("My shoe size is 42", SHOES, "42")
    assert (statement["memory"], statement["counts"]) == (memory["id"], True)
    assert memory["id"] == awhm.id("42")


def test_a_memory_tells_every_event_and_what_superseded_it_in_which_slot_with_which_value(awhm: Shell) -> None:
    old, new = awhm.id("42"), awhm.id("44")
    found = awhm.json("why", old)
    (memory,) = found["memories"]
    assert (memory["status"], memory["superseded_by"]) == ("superseded", new)
    formed, ended = memory["changes"]
    for change in (formed, ended):
        event = awhm.json("log", "show", change["event"])
        assert (change["kind"], change["recorded"]) == (event["kind"], event["recorded"])
        assert change["actor"] == "local"
    assert (formed["kind"], formed["windows"]) == ("MemoryFormed", [["2026-03-04T00:00:00+00:00", None]])
    assert ended["windows"] == [["2026-03-04T00:00:00+00:00", "2026-05-04T07:30:00+00:00"]]
    assert ended["same_slot"] is True
    assert ended["by"] == {
        "id": new,
        "text": "My shoe size is 44",
        "slot": SHOES,
        "value": "44",
        "polarity": True,
        "message": awhm.said["My shoe size is 44."],
    }
    lines = awhm("why", old).stdout
    assert f"superseded by {new} “My shoe size is 44” in {ended['by']['message']}: {SHOES} is 44" in lines
    assert "My shoe size is 42." in lines and "  holds  from 4 Mar 2026 until 4 May 2026, 07:30" in lines


def test_a_memory_that_later_words_ended_tells_these_words(awhm: Shell) -> None:
    (memory,) = awhm.json("why", awhm.id("Acme"))["memories"]
    last = memory["changes"][-1]
    assert (last["kind"], last["reason"]) == ("MemoryRetracted", "said")
    assert last["by"]["text"] == "I no longer work at Acme"
    said = awhm("why", awhm.id("Acme")).stdout
    assert f"retracted: a later statement ended it: {last['by']['id']} “I no longer work at Acme”" in said
    left = awhm.json("why", awhm.said["I no longer work at Acme."])
    assert [(one["retracts"], one["value"]) for one in left["statements"]] == [(True, "Acme")]
    assert "Acme (ends it)" in awhm("why", left["id"]).stdout


def test_a_dispute_is_told_from_both_sides(awhm: Shell) -> None:
    lyon, berlin = awhm.id("Lyon"), awhm.id("Berlin")
    weak = awhm.json("why", berlin)["memories"][0]["changes"][-1]
    sure = awhm.json("why", lyon)["memories"][0]["changes"][-1]
    assert (weak["kind"], weak["by"]["id"], weak["reason"]) == ("MemoriesLinked", lyon, "disputes")
    assert (sure["by"]["id"], sure["event"], sure["reason"]) == (berlin, weak["event"], "disputes this")
    assert f"disputes: {lyon} “My sister lives in Lyon”" in awhm("why", berlin).stdout


def test_a_decision_of_a_person_is_told_with_its_reason(awhm: Shell) -> None:
    lyon = awhm.id("Lyon")
    awhm("memories", "retract", lyon)
    assert "retracted: somebody retracted it" in awhm("why", lyon).stdout
    awhm("memories", "undo", lyon)
    assert "restored: " in awhm("why", lyon).stdout


def test_a_statement_tells_of_itself_alone_with_its_message_and_its_memory(awhm: Shell) -> None:
    asked = awhm.json("why", awhm.id("Lyon"))["statements"][0]["id"]
    found = awhm.json("why", asked)
    assert (found["id"], found["kind"]) == (asked, "statement")
    assert [one["id"] for one in found["statements"]] == [asked]
    assert [one["id"] for one in found["messages"]] == [awhm.said["My sister lives in Lyon."]]
    assert [one["id"] for one in found["memories"]] == [awhm.id("Lyon")]


def test_an_entity_tells_its_forms_and_the_memories_that_name_it(awhm: Shell) -> None:
    named = awhm.json("entities", "show", "Acme")
    found = awhm.json("why", named["id"])
    (entity,) = found["entities"]
    assert (entity["id"], entity["name"], found["kind"], found["more"]) == (named["id"], "Acme", "entity", 0)
    assert entity["forms"][0]["message"] == awhm.said["I work at Acme."]
    assert [one["id"] for one in found["memories"]] == [awhm.id("Acme")]
    assert awhm.said["I work at Acme."] in [one["id"] for one in found["messages"]]
    awhm("entities", "merge", "Lyon", "Acme")
    merged = awhm.json("why", named["id"])
    assert merged["id"] != named["id"], "what an entity has become part of answers for it"
    assert {form["form"] for form in merged["entities"][0]["forms"]} == {"Lyon", "Acme"}


def test_a_message_that_says_nothing_or_waits_says_so(awhm: Shell) -> None:
    nothing = awhm("why", awhm.said["The weather was odd, was it not?"])
    assert nothing.exit_code == 0
    assert "nothing was read out of it" in nothing.stdout and "waits" not in nothing.stdout
    waiting = awhm.json("add", "My shoe size is 46.")["id"]
    assert awhm.json("why", waiting)["messages"][0]["consolidated"] is False
    assert "it waits to be consolidated" in awhm("why", waiting).stdout


def test_who_wrote_an_event_is_named_or_is_the_opaque_id_of_another(
    awhm: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = awhm.json("why", "m1")["messages"][0]
    monkeypatch.setenv("AWHM_ACTOR", "robot")
    new = awhm.json("add", "My shoe size is 47.")["id"]
    assert awhm.json("why", new)["messages"][0]["actor"] == "robot"
    assert (old["actor"], awhm.json("why", "m1")["messages"][0]["actor"]) == (
        "local",
        awhm.json("log", "show", "m1")["actor_id"],
    )


def test_a_time_tells_how_it_stood_then(awhm: Shell) -> None:
    old = awhm.id("42")
    assert awhm.json("why", old, "--as-of", "2026-04-01")["memories"][0]["status"] == "active"
    assert awhm.refusal("why", old, "--as-of", "lately") == "bad_time"


def test_a_question_tells_its_rank_and_the_shares_of_its_score(awhm: Shell) -> None:
    new = awhm.id("44")
    asked = awhm.json("why", new, "--query", "shoe size")["asked"]
    assert (asked["message"], asked["question"]) == (awhm.said["My shoe size is 44."], "shoe size")
    results = awhm.json("query", "shoe size", "--include-history", "--trace")["results"]
    mine = next(one for one in results if one["id"] == asked["message"])
    assert (asked["rank"], asked["score"], asked["trace"]) == (mine["rank"], mine["score"], mine["trace"])
    assert asked["found"] >= len(results)
    said = awhm("why", new, "--query", "shoe size").stdout
    assert f"“shoe size” finds {asked['message']}: {asked['rank']}. of {asked['found']}" in said and "why:" in said
    assert "asked" not in awhm.json("why", new)


def test_a_question_that_does_not_find_it_says_so(awhm: Shell) -> None:
    awhm.said["x"] = awhm.json("add", "?!", "--session", "three")["id"]
    asked = awhm.json("why", awhm.said["x"], "--query", "shoe size")["asked"]
    assert (asked["rank"], asked["message"], asked["trace"]) == (None, None, None)
    assert "does not find it" in awhm("why", awhm.said["x"], "--query", "shoe size").stdout
    assert awhm.refusal("why", "m1", "--query", " ") == "empty"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("", "bad_id"),
        ("12", "bad_id"),
        ("n12", "bad_id"),
        ("m٣", "bad_id"),
        ("e12", "bad_id"),
        ("n1.99999999999999999999", "bad_id"),
        ("m0", "no_such_event"),
        ("m999", "no_such_event"),
        ("m999999999999999999", "no_such_event"),
        ("n999.0", "no_such_memory"),
        ("s999.0", "no_such_statement"),
        ("s1.0", "no_such_statement"),
        ("e0123456789abcdef", "no_such_entity"),
    ],
)
def test_an_unknown_id_is_refused_with_what_an_id_looks_like(awhm: Shell, asked: str, code: str) -> None:
    assert awhm.refusal("why", asked) == code


def test_an_event_that_is_no_message_is_refused_with_what_it_is(awhm: Shell) -> None:
    event = awhm.json("why", awhm.id("42"))["statements"][0]["event"]
    result = awhm("why", event)
    assert result.exit_code == 2
    assert f"{event} is no message but StatementsExtracted" in result.stderr
    assert f"awhm log show {event}" in result.stderr


def test_reading_writes_no_event_and_makes_no_store(awhm: Shell, tmp_path: Path) -> None:
    events = awhm.json("status")["events"]
    for name in ("m1", awhm.id("42")):
        awhm("why", name, "--query", "shoes")
    assert awhm.json("status")["events"] == events
    nothing = Shell(tmp_path / "none")
    assert nothing.refusal("why", "m1") == "no_store"
    assert not nothing.folder.exists()


def test_erased_words_are_said_to_be_erased(awhm: Shell) -> None:
    message, memory = awhm.said["My shoe size is 44."], awhm.id("44")
    store = Store(AWHMConfig(data_dir=awhm.folder))
    tombstone = PayloadsErased(positions=[int(message[1:])], reason="asked")
    store.log.append([store.writer.draft_decided(Decided(tombstone, ()), new_id())])
    store.close()
    with sqlite3.connect(awhm.folder / FILE) as connection:
        connection.execute("DELETE FROM payloads WHERE seq = ?", tombstone.positions)
    connection.close()
    (told,) = awhm.json("why", message)["messages"]
    assert (told["text"], told["session"], told["role"], told["occurred"]) == (None, None, None, None)
    assert "its words are erased" in awhm("why", message).stdout
    assert awhm.json("why", memory)["memories"][0]["text"] is None
    by = awhm.json("why", awhm.id("42"))["memories"][0]["changes"][-1]["by"]
    assert (by["id"], by["text"]) == (memory, None)


def test_control_characters_in_words_are_shown_and_not_sent(awhm: Shell) -> None:
    name = awhm.json("add", "I live in Po\x1b[31mrto.")["id"]
    awhm("consolidate")
    said = awhm("why", name).stdout
    assert "\x1b" not in said and "\\x1b[31m" in said


def test_the_store_gives_the_story_as_values(awhm: Shell) -> None:
    store = Store(AWHMConfig(data_dir=awhm.folder, mock_embeddings=True), create=False)
    story = store.why("m1", question="shoe size")
    assert isinstance(story, Story)
    assert story.memories[0].changes[-1].by is not None and story.asked is not None
    assert json.loads(json.dumps(story.to_dict())) == awhm.json("why", "m1", "--query", "shoe size") | {
        "as_of": story.as_of
    }
    with pytest.raises(Refused):
        store.why("m99")
    store.close()
