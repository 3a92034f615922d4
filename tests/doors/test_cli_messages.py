"""`awhm add`, `awhm query` and `awhm status`: what goes in, what is found, what is said about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from shell import Shell

from awhm.cli import main
from awhm.cli.query import excerpt
from awhm.config import AWHMConfig
from awhm.store import Store
from awhm.types import RetrievalResult, Role


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "store")


def test_a_dash_reads_standard_input_and_is_never_the_message(awhm: Shell) -> None:
    assert awhm("add", "-", stdin="My plumber is Gideon.\n").stdout == "m1\n"
    (found,) = awhm.json("query", "plumber", "--no-semantic")["results"]
    assert found["content"] == "My plumber is Gideon."
    assert awhm("query", "-", "--no-semantic").exit_code == 1


@pytest.mark.parametrize("stdin", ["", "\n", "  \n\t"])
def test_nothing_on_standard_input_is_refused_and_makes_no_store(awhm: Shell, stdin: str) -> None:
    result = awhm("add", "-", stdin=stdin)
    assert result.exit_code == 2
    assert result.stderr.startswith("awhm: standard input is empty")
    assert not awhm.folder.exists()


def test_standard_input_that_is_no_text_is_refused(awhm: Shell) -> None:
    result = awhm("add", "-", stdin=b"\xff\x00\xff\x00")
    assert result.exit_code == 2
    assert "not UTF-8 (byte 0)" in result.stderr


def test_all_that_add_is_told_is_kept(awhm: Shell) -> None:
    told = ["--role", "assistant", "--session", "s/1", "--speaker", "Inês", "--time", "2026-03-01T09:30+01:00"]
    added = awhm.json("add", "Good morning", *told, "--metadata", '{"mood": ["fine"]}')
    assert added == {"id": "m1", "position": 1, "session": "s/1", "new": True}
    assert awhm.json("log", "show", "m1")["payload"] == {
        "session": "s/1",
        "role": "assistant",
        "content": "Good morning",
        "occurred": 1772353800000,
        "zone": 60,
        "speaker": "Inês",
        "metadata": {"mood": ["fine"]},
    }


def test_the_same_key_adds_once_and_another_text_under_it_is_refused(awhm: Shell) -> None:
    assert awhm("add", "one", "--key", "k").stdout == "m1\n"
    again = awhm("add", "one", "--key", "k")
    assert again.stdout == "m1\n" and "nothing was added" in again.stderr
    other = awhm("add", "two", "--key", "k", "--json")
    assert other.exit_code == 2
    assert json.loads(other.stdout)["error"]["code"] == "key_reused"
    assert awhm.json("status")["messages"] == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["", "--role", "user"], "empty"),
        (["x", "--role", "king"], "unknown_role"),
        (["x", "--time", "yesterday"], "bad_time"),
        (["x", "--metadata", "[1]"], "bad_metadata"),
        (["x", "--metadata", "{'a': 1}"], "bad_metadata"),
        (["x", "--session", ""], "invalid"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_code(awhm: Shell, arguments: list[str], code: str) -> None:
    result = awhm("add", *arguments, "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == code


def test_a_result_shows_rank_id_score_day_speaker_session_and_text(awhm: Shell) -> None:
    awhm("add", "I moved to Lisbon", "--session", "diary", "--speaker", "Ada", "--time", "2023-05-08T23:56+02:00")
    heading, memory, text = awhm("query", "Lisbon", "--no-semantic").stdout.splitlines()
    assert heading.startswith("1. m1  0.")
    assert heading.endswith("  8 May 2023, 23:56  Ada (user)  session diary  [raw_log]")
    assert memory == "   not consolidated yet  active  from 8 May 2023, 23:56"
    assert text == "   I moved to Lisbon"
    (found,) = awhm.json("query", "Lisbon")["results"]
    assert (found["rank"], found["id"], found["occurred"]) == (1, "m1", "2023-05-08T23:56:00+02:00")


def test_a_trace_names_the_signals_and_the_words(awhm: Shell) -> None:
    awhm("add", "the boiler drops to low pressure")
    awhm("add", "the weather is fine")
    said = awhm("query", "boiler pressure", "--trace").stdout
    assert "why: words 0." in said and " = 0." in said
    assert "words: value 0." in said and ", weight 0.4" in said
    assert "boiler" in said.split("BM25")[1]
    words = awhm("query", "boiler pressure", "--trace", "--no-semantic").stdout
    assert "why: words 0." in words and "cosine" not in words
    by_words = awhm.json("query", "boiler pressure", "--trace", "--no-semantic")["results"][0]["trace"]
    trace = awhm.json("query", "boiler pressure", "--trace")["results"][0]["trace"]
    assert trace["signals"].keys() - by_words["signals"].keys() == {"cosine", "session_cosine"}
    assert {term["term"] for term in trace["terms"]} >= {"boiler"}
    assert "trace" not in awhm.json("query", "boiler pressure")["results"][0]


def test_nothing_found_is_said_and_has_exit_code_1(awhm: Shell) -> None:
    awhm("add", "hello")
    result = awhm("query", "zebra", "--no-semantic")
    assert (result.exit_code, result.stdout) == (1, "Nothing found.\n")
    result = awhm("query", "zebra", "--no-semantic", "--json")
    assert result.exit_code == 1 and json.loads(result.stdout)["results"] == []


def test_k_and_min_score_bound_the_answer(awhm: Shell) -> None:
    for number in range(4):
        awhm("add", f"tea number {number}")
    assert len(awhm.json("query", "tea", "-k", "2")["results"]) == 2
    assert awhm("query", "tea number 3", "--min-score", "1", "--no-semantic").exit_code == 1
    assert awhm("query", "tea", "-k", "100000").exit_code == 0


def test_known_at_takes_a_position_or_a_time_and_as_of_a_time(awhm: Shell) -> None:
    awhm("add", "the meeting is on Monday", "--time", "2024-01-01")
    awhm("add", "the meeting is on Friday", "--time", "2024-02-01")
    for known in ("1", "m1"):
        answer = awhm.json("query", "meeting", "--known-at", known)
        assert answer["known_at"] == 1
        assert [found["id"] for found in answer["results"]] == ["m1"]
    assert awhm("query", "meeting", "--known-at", "2020-01-01").exit_code == 1, "the log knew nothing then"
    assert [found["id"] for found in awhm.json("query", "meeting", "--as-of", "2024-01-15")["results"]] == ["m1"]
    assert len(awhm.json("query", "meeting", "--known-at", "9999-01-01")["results"]) == 2
    beyond = awhm("query", "meeting", "--known-at", "m3", "--json")
    assert beyond.exit_code == 2 and json.loads(beyond.stdout)["error"]["code"] == "no_such_event"


@pytest.mark.parametrize(
    ("when", "asked_at", "found"),
    [
        ("January 2024", [], ["m1"]),
        ("febrero de 2024", [], ["m2"]),
        ("since 1 February 2024", [], ["m2", "m3"]),
        ("last 3 days", ["--as-of", "2024-02-03"], ["m2"]),
        ("до февраля 2024", [], ["m1"]),
    ],
)
def test_when_leaves_what_was_said_in_a_period(awhm: Shell, when: str, asked_at: list[str], found: list[str]) -> None:
    for text, said in (("red tea", "2024-01-01"), ("green tea", "2024-02-01"), ("white tea", "2024-03-01")):
        awhm("add", text, "--time", said)
    results = awhm.json("query", "tea", "--when", when, *asked_at)["results"]
    assert sorted(result["id"] for result in results) == found


def test_a_period_that_names_no_time_is_refused_and_an_empty_one_finds_nothing(awhm: Shell) -> None:
    awhm("add", "red tea", "--time", "2024-01-01")
    refused = awhm("query", "tea", "--when", "at some point", "--json")
    assert refused.exit_code == 2 and json.loads(refused.stdout)["error"]["code"] == "bad_period"
    assert awhm("query", "tea", "--when", "May 2023").exit_code == 1


def test_within_a_period_what_no_longer_holds_is_shown_when_asked_for(awhm: Shell) -> None:
    awhm("add", "I live in Porto.", "--time", "2024-01-01")
    awhm("add", "I live in Lisbon.", "--time", "2024-03-01")
    asked = ("query", "where do I live?", "--when", "January 2024")
    assert awhm.json(*asked)["results"] == []
    (found,) = awhm.json(*asked, "--include-history")["results"]
    assert (found["id"], found["status"]) == ("m1", "superseded")


def test_asking_writes_no_event(awhm: Shell) -> None:
    awhm("add", "hello")
    for _ in range(2):
        assert awhm("query", "hello there", "--session", "cli").exit_code == 0
    assert awhm.json("status")["events"] == 1


def test_the_turn_that_asks_is_not_its_own_answer(awhm: Shell) -> None:
    awhm("add", "The spare key is with Mr. Okafor", "--session", "old")
    awhm("add", "Who has the spare key?", "--session", "now")
    assert [f["id"] for f in awhm.json("query", "Who has the spare key?", "--session", "now")["results"]] == ["m1"]


def test_a_query_without_a_model_says_so_and_still_answers(awhm: Shell) -> None:
    awhm("add", "hello world")
    line = ["--data-dir", str(awhm.folder), "query", "hello"]
    result = CliRunner(catch_exceptions=False).invoke(main, line, env={"AWHM_EMBED_MODEL": "no/such-model"})
    assert result.exit_code == 0 and result.stdout.startswith("1. m1  ")
    assert result.stderr.startswith("awhm: note: ") and "by words alone" in result.stderr
    answer = CliRunner().invoke(main, [*line, "--json"], env={"AWHM_EMBED_MODEL": "no/such-model"})
    assert any("by words alone" in note for note in json.loads(answer.stdout)["notes"])


def test_messages_without_a_vector_are_mentioned(awhm: Shell) -> None:
    for number in range(3):
        awhm("add", f"tea number {number}")
    line = ["--mock", "--data-dir", str(awhm.folder), "query", "tea"]
    result = CliRunner(catch_exceptions=False).invoke(main, line, env={"AWHM_QUERY_EMBED_LIMIT": "1"})
    assert result.exit_code == 0
    assert result.stderr == "awhm: note: 3 passages have no vector yet and are found by their words alone\n"


def test_a_long_message_is_shortened_for_people_and_whole_for_programs(awhm: Shell) -> None:
    text = "\n".join(f"line {number} about gardening" for number in range(12))
    awhm("add", text)
    said = awhm("query", "gardening", "--no-semantic").stdout
    assert "line 3" in said and "line 4" not in said
    assert said.endswith("   … all of it: awhm log show m1\n")
    assert awhm.json("query", "gardening", "--no-semantic")["results"][0]["content"] == text
    assert awhm("log", "show", "m1").stdout.endswith(text + "\n")


def test_the_passage_that_matched_is_what_is_shown() -> None:
    text = "before. THE PART. after."
    result = RetrievalResult(
        "", text, 0.5, "raw_log", id="m1", session_id="s", role=Role.USER, occurred="2024-01-01", passage=(8, 17)
    )
    assert excerpt(result) == ("… THE PART. …", True)


def test_status_says_what_is_there(awhm: Shell) -> None:
    awhm("add", "hello", "--session", "a")
    awhm("add", "hi there", "--session", "b", "--role", "assistant")
    status = awhm.json("status")
    assert (status["exists"], status["events"], status["messages"], status["total_sessions"]) == (True, 2, 2, 2)
    assert (status["data_dir"], status["node_count"], status["edge_count"]) == (str(awhm.folder), 0, 0)
    said = awhm("status").stdout
    assert str(awhm.folder) in said and status["head"] in said
    assert "2 in 2 sessions: assistant 1, user 1" in said


def test_status_of_no_store_says_so_and_makes_nothing(awhm: Shell) -> None:
    result = awhm("status")
    assert result.exit_code == 0
    assert "There is no store here yet" in result.stdout
    status = awhm.json("status")
    assert (status["exists"], status["events"], status["log_id"]) == (False, 0, None)
    assert not awhm.folder.exists()


def test_status_names_what_is_missing_and_how_to_get_it(tmp_path: Path) -> None:
    env = {"AWHM_EMBED_MODEL": "no/such-model"}
    folder = ["--data-dir", str(tmp_path / "none")]
    said = CliRunner(catch_exceptions=False).invoke(main, ["status", *folder], env=env).stdout
    assert "missing" in said and "by words alone" in said
    found = json.loads(CliRunner().invoke(main, ["status", "--json", *folder], env=env).stdout)
    assert found["missing"] and all(lacking["name"] and lacking["install"] for lacking in found["missing"])


def test_status_shows_the_settings_that_were_given_and_where(tmp_path: Path) -> None:
    file = tmp_path / "awhm.toml"
    file.write_text("k = 7\n")
    env = {"AWHM_MIN_SCORE": "0.25", "AWHM_CONFIG": str(file)}
    folder = ["--data-dir", str(tmp_path / "none")]
    said = CliRunner(catch_exceptions=False).invoke(main, ["status", *folder], env=env).stdout
    assert "min_score = 0.25 (AWHM_MIN_SCORE)" in said and f"k = 7 ({file})" in said
    assert "w_semantic" not in said
    found = json.loads(CliRunner().invoke(main, ["status", "--json", *folder], env=env).stdout)
    assert {"name": "k", "value": 7, "source": str(file), "note": ""} in found["settings"]


def test_the_command_line_reads_what_python_wrote(awhm: Shell) -> None:
    store = Store(AWHMConfig(data_dir=awhm.folder))
    store.log_message("python", "user", "written from Python")
    store.close()
    assert awhm.json("query", "python", "--no-semantic")["results"][0]["session_id"] == "python"
