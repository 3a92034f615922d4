"""Two scopes in one file, asked through every door: nothing of one is told by the other, not even that it is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from awhm import AWHMConfig, AWHMSession, Refused
from awhm.cli import main
from awhm.events import chain

HERS = ["I live in Westhill.", "My sister Wilma Westhill works at the Westhill clinic.", "I moved to Westford."]
HIS = ["I live in Harbourton.", "My brother Hugo Harbourton works at the Harbourton dock.", "I moved to Hartford."]
HER_WORDS = ("Westhill", "Wilma", "Westford", "clinic")
HIS_WORDS = ("Harbourton", "Hugo", "Hartford", "dock")
QUESTION = "Where do I live, and where does my sister or brother work? Westhill Harbourton clinic dock"


def start(folder: Path, scope: str, name: str = "s1") -> AWHMSession:
    config = AWHMConfig(data_dir=folder, scope=scope, mock_embeddings=True, ner=False, consolidate_at_end=False)
    return AWHMSession.start_session(config, session_id=name)


@pytest.fixture
def shared_file(tmp_path: Path) -> Path:
    """Both have a session "s1"; hers has one that his has not. All but her last message is consolidated."""
    folder = tmp_path / "store"
    for said, scope in ((HERS, "ana"), (HIS, "bo")):
        with start(folder, scope) as session:
            for number, text in enumerate(said):
                session.log_message("user", text, timestamp=f"2024-03-0{number + 1}", speaker=scope.title())
            session.consolidate()
    with start(folder, "ana", "hers alone") as session:
        session.log_message("user", "I live in Westhill again.", timestamp="2024-04-01")
    return folder


def awhm(folder: Path, scope: str, *arguments: str) -> Result:
    environment = {"AWHM_NER": "false", "AWHM_SCOPE": scope}
    return CliRunner(catch_exceptions=False, env=environment).invoke(
        main, ["--mock", "--data-dir", str(folder), *arguments]
    )


READING = [
    ["query", QUESTION, "-k", "100", "--include-history", "--trace"],
    ["query", QUESTION, "--as-of", "2030-01-01"],
    ["query", QUESTION, "--context", "--include-history"],
    ["memories", "list", "--all"],
    ["memories", "review"],
    ["memories", "timeline", "location"],
    ["entities", "list"],
    ["graph", "export", "--format", "json"],
    ["graph", "export", "--format", "graphml"],
]


@pytest.mark.parametrize("line", READING, ids=lambda line: " ".join(line[:2]))
@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["people", "programs"])
def test_no_command_of_one_scope_tells_of_another(shared_file: Path, line: list[str], as_json: list[str]) -> None:
    hers, his = (awhm(shared_file, scope, *line, *as_json) for scope in ("ana", "bo"))
    asked = {word for word in (*HER_WORDS, *HIS_WORDS) if word in QUESTION} if "--json" in as_json else set[str]()
    told = {word for word in HER_WORDS if word in his.stdout}, {word for word in HIS_WORDS if word in hers.stdout}
    if line[0] == "query" and as_json:  # the document has the question
        assert all(words <= asked for words in told)
        his_answer, her_answer = (json.loads(one.stdout) | {"query": ""} for one in (his, hers))
        told = (
            {word for word in HER_WORDS if word in json.dumps(his_answer)},
            {word for word in HIS_WORDS if word in json.dumps(her_answer)},
        )
    assert told == (set(), set())
    assert line == ["memories", "review"] or any(word in hers.stdout for word in HER_WORDS), "or nothing was shown"


def ids_of(folder: Path, scope: str) -> dict[str, list[str]]:
    """The ids of all that is in a scope."""
    memories = json.loads(awhm(folder, scope, "memories", "list", "--all", "--json").stdout)["memories"]
    entities = json.loads(awhm(folder, scope, "entities", "list", "--json").stdout)["entities"]
    found = json.loads(awhm(folder, scope, "query", QUESTION, "-k", "100", "--include-history", "--json").stdout)
    stories = [json.loads(awhm(folder, scope, "why", one["id"], "--json").stdout) for one in memories]
    return {
        "memory": [one["id"] for one in memories],
        "entity": [one["id"] for one in entities],
        "event": [one["id"] for one in found["results"]],
        "statement": [said["id"] for story in stories for said in story["statements"]],
    }


def refusal(folder: Path, scope: str, identifier: str) -> dict[str, Any]:
    result = awhm(folder, scope, "why", identifier, "--json")
    assert result.exit_code == 2, result.stdout
    error: dict[str, Any] = json.loads(result.stdout)["error"]
    return error


def test_why_takes_an_id_of_another_scope_for_one_of_nothing(shared_file: Path) -> None:
    unknown = {"memory": "n9999.0", "entity": "e0123456789abcdef", "event": "m9999", "statement": "s9999.0"}
    for scope, other in (("ana", "bo"), ("bo", "ana")):
        theirs = ids_of(shared_file, other)
        for what, ids in theirs.items():
            assert ids, what
            nothing = refusal(shared_file, scope, unknown[what])
            assert nothing["code"] == f"no_such_{what}"
            for one in ids:
                expected = json.dumps(nothing).replace(unknown[what], one)
                assert json.dumps(refusal(shared_file, scope, one)) == expected, "word for word the same"
        for one in (identifier for ids in ids_of(shared_file, scope).values() for identifier in ids):
            assert awhm(shared_file, scope, "why", one).exit_code == 0


def test_other_events_of_another_scope_are_none_either(shared_file: Path) -> None:
    """Not `not_a_message`: that would tell that there is something, and what."""
    with start(shared_file, "bo") as session:
        kinds = {entry.position: entry.kind for entry in session.store.entries()}
        theirs = set(kinds) - {int(one[1:]) for one in ids_of(shared_file, "bo")["event"]}
        codes: set[str] = set()
        for position in sorted(theirs):
            with pytest.raises(Refused) as refused:
                session.store.why(f"m{position}")
            codes.add(refused.value.code)
            other = session.store.log.header(position)[chain.SCOPE] != session.store.writer.scope_id
            assert not other or refused.value.code == "no_such_event"
        assert codes == {"no_such_event", "not_a_message"}


@pytest.mark.parametrize(
    "line",
    [
        ["memories", "show"],
        ["memories", "history"],
        ["memories", "retract"],
        ["memories", "undo"],
        ["entities", "show"],
    ],
    ids=" ".join,
)
def test_a_command_about_one_thing_does_not_find_that_of_another_scope(shared_file: Path, line: list[str]) -> None:
    for one in ids_of(shared_file, "ana")["entity" if line[0] == "entities" else "memory"]:
        result = awhm(shared_file, "bo", *line, one, "--json")
        assert result.exit_code == 2
        assert json.loads(result.stdout)["error"]["code"] in ("no_such_memory", "no_such_entity")


def test_names_of_another_scope_are_in_no_hint(shared_file: Path) -> None:
    for option, name in (("--speaker", "Anna"), ("--in-session", "hers alon"), ("--entity", "Wilma Westhil")):
        result = awhm(shared_file, "bo", "query", "harbour", option, name, "--json")
        error = json.loads(result.stdout)["error"]
        assert error["code"].startswith("no_such_")
        assert not any(word in error["hint"] for word in ("Ana", "hers alone", "Westhill"))


def test_counts_and_lists_are_of_ones_own_scope(shared_file: Path) -> None:
    status = {scope: json.loads(awhm(shared_file, scope, "status", "--json").stdout) for scope in ("ana", "bo")}
    assert [status[scope]["total_sessions"] for scope in ("ana", "bo")] == [2, 1]
    assert [status[scope]["messages"] for scope in ("ana", "bo")] == [4, 3]
    assert [status[scope]["unconsolidated"] for scope in ("ana", "bo")] == [1, 0]
    assert status["bo"]["memories"] == len(ids_of(shared_file, "bo")["memory"])
    assert status["bo"]["entities"] == len(ids_of(shared_file, "bo")["entity"])
    with start(shared_file, "bo") as session:
        assert [one.name for one in session.store.sessions().listing()] == ["s1"]
        assert session.status()["log_messages"] == 3
        assert [*session.store.sessions().speakers()] == ["Bo"]


def test_a_session_of_one_scope_finds_and_shows_nothing_of_another(shared_file: Path) -> None:
    with start(shared_file, "bo") as session:
        told = repr(session.query(QUESTION, k=100, include_history=True))
        told += session.context(QUESTION, 4000, include_history=True).text
        told += repr(session.store.why(session.query(QUESTION)[0].id, question=QUESTION)).replace(QUESTION, "")
    assert "Harbourton" in told and not any(word in told for word in HER_WORDS)


def test_a_context_of_several_scopes_knows_what_is_past_in_each(shared_file: Path) -> None:
    """What was said since the last consolidation too: her last message waits."""
    with start(shared_file, "bo") as session:
        both: dict[str, Any] = {"scopes": ["ana", "bo"], "include_history": True, "semantic": False}
        context = session.context("Where do I live, in Westford?", 2000, **both)
    lines = context.text.split("\n")
    head = next(number for number, line in enumerate(lines) if line.endswith("I live in Harbourton."))
    assert "no longer so" in lines[head] and lines[head + 1] == "  = until 3 Mar 2024; then: I moved to Hartford"
    head = next(number for number, line in enumerate(lines) if line.endswith("I moved to Westford."))
    assert "no longer so" in lines[head] and lines[head + 1].startswith("  = until 1 Apr 2024")
