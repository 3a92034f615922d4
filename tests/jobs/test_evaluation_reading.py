"""Reading what is evaluated on: whatever cannot be used is counted and named, and nothing stops the rest."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

from awhm.jobs.evaluation.figures import Report
from awhm.jobs.evaluation.reading import Corpus, Place, read_corpus, read_lines


def written(path: Path, *lines: str) -> Path:
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def corpus_of(path: Path, value: Any) -> tuple[Corpus | None, Report]:
    report = Report()
    path.write_bytes(gzip.compress(json.dumps(value).encode(), mtime=0))
    return read_corpus(report, "facts", path), report


def session(ident: str, *contents: str) -> dict[str, Any]:
    return {"id": ident, "messages": [{"role": "user", "content": content} for content in contents]}


def test_lines_that_cannot_be_used_are_named_and_the_others_taken(tmp_path: Path) -> None:
    path = written(
        tmp_path / "labels.jsonl",
        '{"id": "a", "text": "one"}', "", "{", "[]", '{"id": "b"}', '{"id": "a", "text": "two"}',
        '{"id": "c", "text": "three"}',
    )  # fmt: skip
    report = Report()
    assert [entry["id"] for entry in read_lines(report, "statements", path, ["text"])] == ["a", "c"]
    (file,) = report.files
    assert (file.items, file.taken) == (6, 2)
    assert file.left == [
        ("line 3", "no JSON"),
        ("line 4", "no object"),
        ("line 5", "no text"),
        ("line 6", "the id a was there before"),
    ]
    assert file.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_missing_file_is_named_and_gives_nothing(tmp_path: Path) -> None:
    report = Report()
    assert read_lines(report, "pairs", tmp_path / "none.jsonl", []) == []
    assert read_corpus(report, "facts", tmp_path / "none.json.gz") is None
    assert [(part, Path(path).name, reason) for part, path, reason in report.unread] == [
        ("pairs", "none.jsonl", "there is no such file"),
        ("facts", "none.json.gz", "there is no such file"),
    ]
    assert report.files == []


def test_a_damaged_or_foreign_file_is_named(tmp_path: Path) -> None:
    report = Report()
    broken = tmp_path / "broken.json.gz"
    broken.write_bytes(gzip.compress(b"{}" * 1000, mtime=0)[:-9])
    assert read_corpus(report, "facts", broken) is None
    assert read_corpus(report, "facts", written(tmp_path / "words.json", "words")) is None
    assert read_corpus(report, "facts", written(tmp_path / "other.json", '{"sessions": {}}')) is None
    assert read_corpus(report, "facts", tmp_path) is None
    assert len(report.unread) == 4 and report.files == []


def test_a_corpus_gives_messages_by_session_and_questions_with_their_places(tmp_path: Path) -> None:
    asked = {
        "id": "q", "question": "Where?", "category": "c", "scope": ["s"], "superseded": ["s"],
        "evidence": [{"session": "s", "message": 1}],
    }  # fmt: skip
    corpus, report = corpus_of(
        tmp_path / "c.json.gz", {"sessions": [{**session("s", "one", "two"), "user": "u"}], "questions": [asked]}
    )
    assert corpus is not None
    assert [message.content for message in corpus.sessions["s"] if message] == ["one", "two"]
    assert corpus.records["s"] == {"id": "s", "user": "u"}
    (question,) = corpus.questions
    assert (question.evidence, question.superseded, question.scope) == ([Place("s", 1)], [Place("s", None)], ("s",))
    assert (report.files[0].items, report.files[0].taken, report.files[0].left) == (1, 1, [])


def test_a_message_that_is_left_keeps_the_places_of_the_others(tmp_path: Path) -> None:
    value = {"sessions": [session("s", "one", " ", "three")], "questions": []}
    corpus, report = corpus_of(tmp_path / "c.json", value)
    assert corpus is not None
    assert [message and message.content for message in corpus.sessions["s"]] == ["one", None, "three"]
    assert report.files[0].left == [("session s, message 1", "empty")]


def test_a_question_that_points_to_what_is_not_there_is_left(tmp_path: Path) -> None:
    questions = [
        {"id": "a", "question": "?", "evidence": [{"session": "t", "message": 0}]},
        {"id": "b", "question": "?", "evidence": [{"session": "s", "message": 5}]},
        {"id": "c", "question": "?", "scope": ["s", "gone"]},
        {"id": "d", "question": "?", "superseded": [{"session": "s", "message": 1}]},
        {"id": "e"},
        7,
        {"id": "f", "question": "?", "evidence": [{"session": "s"}]},
    ]
    corpus, report = corpus_of(tmp_path / "c.json", {"sessions": [session("s", "one", "")], "questions": questions})
    assert corpus is not None and [question.id for question in corpus.questions] == ["f"]
    named = [item for item, _ in report.files[0].left]
    assert named == ["session s, message 1", *(f"question {name}" for name in "abcde"), "question 6"]
    assert (report.files[0].items, report.files[0].taken) == (7, 1)


def test_a_session_without_an_id_or_with_a_bad_time_is_left(tmp_path: Path) -> None:
    sessions: list[Any] = [
        {"messages": []},
        {"id": "s"},
        {**session("t", "one"), "started_at": "soon"},
        session("u", "one"),
    ]
    corpus, report = corpus_of(tmp_path / "c.json", {"sessions": sessions, "questions": []})
    assert corpus is not None and list(corpus.sessions) == ["u"]
    assert [item for item, _ in report.files[0].left] == ["session 1", "session s", "session t"]
