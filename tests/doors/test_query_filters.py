"""What may answer: `session.query`, `session.context` and `awhm query` with filters and scopes."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from awhm import AWHMConfig, AWHMSession, Filters, Refused
from awhm.cli import main

HARBOUR, CRANE, DENTIST = "I live by the harbour.", "Look, the harbour crane!", "The harbour dentist is dear."
SAID: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("2024-03-01", "user", "Ana", HARBOUR, {"tags": ["home"]}),
    ("2024-03-02T09:00+02:00", "assistant", "Bo", CRANE, {}),
    ("2024-03-03", "user", "Ana", DENTIST, {"tags": ["health", "money"]}),
]
ALL = {HARBOUR, CRANE, DENTIST}
LATER = "Zoë lives by the harbour too."


def start(folder: Path, name: str, **settings: Any) -> AWHMSession:
    plain = {"mock_embeddings": True, "consolidate_at_end": False, "ner": False}
    return AWHMSession.start_session(AWHMConfig(data_dir=folder, **(plain | settings)), session_id=name)


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """Two sessions; the first is consolidated, what the second one says waits."""
    folder = tmp_path / "store"
    with start(folder, "first") as session:
        for day, role, speaker, text, metadata in SAID:
            session.log_message(role, text, metadata, timestamp=day, speaker=speaker)
        session.consolidate()
    with start(folder, "second") as session:
        session.log_message("user", LATER, timestamp="2024-04-01")
    return folder


def awhm(folder: Path, *arguments: str, **environment: str) -> Result:
    line = ["--mock", "--data-dir", str(folder), *arguments]
    return CliRunner(catch_exceptions=False, env={"AWHM_NER": "false", **environment}).invoke(main, line)


def shown(folder: Path, *options: str) -> set[str]:
    """What `awhm query` finds of the harbour."""
    result = awhm(folder, "query", "harbour", "--no-semantic", "--json", *options)
    return {one["content"] for one in json.loads(result.stdout)["results"]}


WAYS: list[tuple[dict[str, Any], list[str], set[str]]] = [
    ({}, [], ALL | {LATER}),
    ({"sessions": "second"}, ["--in-session", "second"], {LATER}),
    ({"sessions": ["first", "second"]}, ["--in-session", "first", "--in-session", "second"], ALL | {LATER}),
    ({"speakers": "ana"}, ["--speaker", "ana"], {HARBOUR, DENTIST}),
    ({"roles": "assistant"}, ["--role", "assistant"], {CRANE}),
    ({"tags": ["home", "#money"]}, ["--tag", "home", "--tag", "#money"], {HARBOUR, DENTIST}),
    ({"since": "2024-03-02", "before": "2024-03-03"}, ["--since", "2024-03-02", "--before", "2024-03-03"], {CRANE}),
    ({"since": "2024-03-02T07:00Z"}, ["--since", "2024-03-02T07:00Z"], {CRANE, DENTIST, LATER}),
    ({"before": "2024-03-02T07:00Z"}, ["--before", "2024-03-02T07:00Z"], {HARBOUR}),
    ({"kinds": "memory", "families": "fact"}, ["--kind", "memory", "--family", "fact"], {HARBOUR, LATER}),
    ({"types": "semantic", "statuses": "active"}, ["--type", "semantic", "--status", "active"], {HARBOUR, LATER}),
    ({"kinds": "message"}, ["--kind", "message"], {CRANE, DENTIST}),
    ({"min_confidence": 0.75}, ["--min-confidence", "0.75"], {HARBOUR}),
    ({"speakers": "Ana", "tags": "home"}, ["--speaker", "Ana", "--tag", "home"], {HARBOUR}),
    ({"speakers": "Bo", "tags": "home"}, ["--speaker", "Bo", "--tag", "home"], set()),
]


@pytest.mark.parametrize(("filters", "options", "expected"), WAYS)
def test_a_filter_limits_what_answers_at_every_door(
    told: Path, filters: dict[str, Any], options: list[str], expected: set[str]
) -> None:
    assert shown(told, *options) == expected
    with start(told, "asking") as session:
        for given in (filters, Filters.of(**filters), Filters(**filters)):
            assert {one.content for one in session.query("harbour", semantic=False, filters=given)} == expected
        context = session.context("harbour", semantic=False, filters=filters)
        assert {text for text in ALL | {LATER} if text in context.text} == expected


def test_a_time_may_be_given_as_any_time_is(told: Path) -> None:
    with start(told, "asking") as session:
        for since in ("2024-03-03", date(2024, 3, 3), datetime(2024, 3, 3, tzinfo=UTC), 1_709_424_000_000):
            found = session.query("harbour", semantic=False, filters={"since": since})
            assert {one.content for one in found} == {DENTIST, LATER}


def test_an_entity_is_asked_for_by_its_name_or_id(told: Path) -> None:
    with start(told, "third") as session:
        session.log_message("user", "My sister Anya Petrova lives in Berlin.", timestamp="2024-05-01")
        session.log_message("user", "My brother lives in Oslo.", timestamp="2024-05-02")
        session.consolidate()
    names = json.loads(awhm(told, "entities", "list", "--json").stdout)["entities"]
    berlin = next(one["id"] for one in names if one["name"] == "Berlin")
    for name in ("Berlin", "berlin", berlin):
        result = awhm(told, "query", "lives", "--entity", name, "--no-semantic", "--json")
        (found,) = json.loads(result.stdout)["results"]
        assert "Berlin" in found["content"]


def test_a_status_of_the_past_is_found_without_asking_for_history(told: Path) -> None:
    with start(told, "third") as session:
        session.log_message("user", "I live in Porto.", timestamp="2024-05-01")
        session.log_message("user", "I moved to Lisbon.", timestamp="2024-05-02")
        session.consolidate()
        now = session.query("where do I live? Porto or Lisbon", semantic=False, filters={"sessions": "third"})
        assert [one.content for one in now] == ["I moved to Lisbon."]
        past = session.query("Porto Lisbon", semantic=False, filters={"statuses": "superseded", "sessions": "third"})
        assert [(one.content, one.status) for one in past] == [("I live in Porto.", "superseded")]


@pytest.mark.parametrize(
    ("options", "code", "hint"),
    [
        (["--speaker", "Anna"], "no_such_speaker", "'Ana'"),
        (["--in-session", "frist"], "no_such_session", "'first'"),
        (["--tag", "helth"], "no_such_tag", "'health'"),
        (["--entity", "Nobody"], "no_such_entity", "awhm entities list"),
        (["--role", "robot"], "bad_filter", "assistant"),
        (["--family", "facts"], "bad_filter", "preference"),
        (["--type", "x"], "bad_filter", "semantic"),
        (["--status", "gone"], "bad_filter", "superseded"),
        (["--kind", "note"], "bad_filter", "memory"),
        (["--min-confidence", "1.5"], "bad_filter", ""),
        (["--min-confidence", "nan"], "bad_filter", ""),
        (["--since", "yesterday"], "bad_time", "ISO 8601"),
        (["--since", "2024-03-02", "--before", "2024-03-01"], "bad_filter", "before"),
        (["--speaker", ""], "empty_filter", "Leave"),
        (["--since", ""], "bad_time", "ISO 8601"),
        (["--scope", "nobody"], "no_such_scope", "first message"),
        (["--scope", ""], "empty_filter", "Leave"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--context"]])
def test_what_cannot_be_meant_is_refused_with_a_hint(
    told: Path, options: list[str], code: str, hint: str, more: list[str]
) -> None:
    result = awhm(told, "query", "harbour", "--json", *options, *more)
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert error["code"] == code and hint in error["hint"]


def test_a_filter_that_there_is_not_is_refused_and_never_left_out(told: Path) -> None:
    with start(told, "asking") as session:
        for name, hint in (("speaker", "'speakers'"), ("x", "sessions, speakers")):
            with pytest.raises(Refused) as refused:
                session.query("harbour", filters={name: "Ana"})
            assert refused.value.code == "bad_filter" and hint in refused.value.hint
        with pytest.raises(Refused):
            session.query("harbour", filters={"speakers": []})
        assert session.query("harbour", filters={}) == session.query("harbour", filters=None)


def test_scopes_are_asked_at_every_door_and_what_others_said_is_not_counted_as_ones_own(told: Path) -> None:
    with start(told, "hers", scope="ana") as session:
        session.log_message("user", "The harbour master is Ana's uncle.")
    assert awhm(told, "query", "harbour master", "--no-semantic").stdout.count("uncle") == 0
    assert "uncle" in awhm(told, "query", "harbour master", "--scope", "ana").stdout
    both = json.loads(awhm(told, "query", "harbour", "--scope", "user", "--scope", "ana", "--json").stdout)["results"]
    assert {one["session_id"] for one in both} == {"first", "second", "hers"}
    assert "uncle" in awhm(told, "query", "harbour master", "--context", "--scope", "ana").stdout
    assert shown(told, "--scope", "user") == shown(told, "--scope", "user", "--speaker", "Ana") | {CRANE, LATER}

    session = start(told, "asking")
    own = {one.id for one in session.query("harbour", semantic=False)}
    assert len(session.query("harbour", semantic=False, scopes=["user", "ana"])) == len(own) + 1
    assert "uncle" in session.context("harbour master", scopes="ana").text
    session.end_session()
    with start(told, "after") as after:
        recalled = [one.payload or {} for one in after.store.entries() if one.kind == "MemoriesRecalled"]
    assert {f"m{one['position']}" for one in recalled[-1]["shown"]} == own


def test_of_several_scopes_one_that_knows_the_speaker_is_enough(told: Path) -> None:
    with start(told, "hers", scope="ana") as session:
        session.log_message("user", "The harbour is frozen.", speaker="Mia")
    assert shown(told, "--scope", "user", "--scope", "ana", "--speaker", "Mia") == {"The harbour is frozen."}
    result = awhm(told, "query", "harbour", "--scope", "user", "--scope", "ana", "--speaker", "Max", "--json")
    assert json.loads(result.stdout)["error"]["code"] == "no_such_speaker"
