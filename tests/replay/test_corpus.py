"""Reading corpora: the three formats, and every way in which a file of them is known to be wrong."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import instance, reasons, talk

from awhm.errors import Refused
from awhm.events.event import Role
from awhm.language.time import iso
from awhm.replay.corpus import Corpus, Place, time_of
from awhm.replay.corpus_file import read_corpus


def read(folder: Path, value: Any, name: str = "corpus.json") -> Corpus:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return read_corpus(path).corpus


def native(*questions: dict[str, Any], sessions: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {
        "sessions": [session("s1", "I live in Porto.")] if sessions is None else sessions,
        "questions": [*questions],
    }


def session(ident: str, *contents: str, **more: Any) -> dict[str, Any]:
    return {"id": ident, "messages": [{"role": "user", "content": content} for content in contents], **more}


# The file ---------------------------------------------------------------------------------------------


def test_plain_and_gzip_give_the_same_and_the_hash_is_of_the_file_as_it_lies_there(tmp_path: Path) -> None:
    data = json.dumps(native({"id": "q", "question": "Where?"})).encode()
    plain, packed = tmp_path / "a.json", tmp_path / "a.json.gz"
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    one, other = read_corpus(plain), read_corpus(packed)
    assert one.corpus == other.corpus and one.corpus.form == "native"
    assert other.sha256 == hashlib.sha256(packed.read_bytes()).hexdigest() != one.sha256


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"{", "unreadable"),
        (b"\x1f\x8bno gzip", "unreadable"),
        (b"{}", "unknown_format"),
        (b"[1, 2]", "unknown_format"),
    ],
)
def test_what_is_no_corpus_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(Refused) as refused:
        read_corpus(path)
    assert refused.value.code == code and str(path) in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file"):
        read_corpus(tmp_path / "gone.json")


def test_of_json_lines_a_bad_line_is_named_and_the_others_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "lme.jsonl"
    lines = [json.dumps(instance()), "{broken", "", json.dumps(instance(question_id="q2"))]
    path.write_text("\n".join(lines), encoding="utf-8")
    corpus = read_corpus(path).corpus
    assert list(corpus.questions) == ["q1", "q2"] and reasons(corpus) == ["line 2: no JSON"]


# Ours -------------------------------------------------------------------------------------------------


def test_a_native_question_has_its_own_haystack_evidence_and_time(tmp_path: Path) -> None:
    given_question = {
        **{
            "id": "q",
            "question": "Where do I live?",
            "expected": ["Porto"],
            "forbidden": ["Lisbon"],
            "category": "place",
        },
        **{"as_of": "2024-05-01T00:00:00Z", "scope": ["s2", "s1"], "evidence": [{"session": "s1", "message": 0}]},
    }
    sessions = [
        session("s1", "I live in Porto.", started_at="2024-01-01T10:00:00+02:00"),
        {
            "id": "s2",
            "messages": [{"role": "assistant", "content": "Hm.", "timestamp": 1_700_000_000, "speaker": "Bob"}],
        },
        session("s3", "Elsewhere."),
    ]
    corpus = read(tmp_path, native(given_question, sessions=sessions))
    question = corpus.questions["q"]
    assert (question.haystack, question.evidence) == (("s2", "s1"), (Place("s1", 0),))
    assert (question.expected, question.forbidden, question.category) == (("Porto",), ("Lisbon",), "place")
    assert question.as_of is not None and iso(question.as_of) == "2024-05-01T00:00:00+00:00" and question.answerable
    first, second = corpus.sessions["s1"].messages[0], corpus.sessions["s2"].messages[0]
    assert iso(first.occurred or 0, first.zone) == "2024-01-01T10:00:00+02:00" and first.zone == 120
    assert (second.role, second.occurred, second.speaker) == (Role.ASSISTANT, 1_700_000_000_000, "Bob")
    assert corpus.faults == []


def test_awhm_lites_questions_are_asked_of_the_sessions_with_their_prefix(tmp_path: Path) -> None:
    sessions = [session("q1/a", "One."), session("q1/b", "Two."), session("q2/a", "Three.")]
    questions = [{"id": "q1", "question": "One?"}, {"id": "q9", "question": "All?"}, {"question": "No id?"}]
    corpus = read(tmp_path, native(*questions, sessions=sessions))
    assert corpus.questions["q1"].haystack == ("q1/a", "q1/b")
    assert corpus.questions["q9"].haystack == ("q1/a", "q1/b", "q2/a"), "with no sessions of its own, all of them"
    assert "2" in corpus.questions, "without an id it is its place"


def test_a_question_is_unanswerable_by_its_mark_category_or_id_or_where_nothing_answers_it(tmp_path: Path) -> None:
    evidence = {"evidence": [{"session": "s1", "message": 0}]}
    questions: dict[str, tuple[dict[str, Any], bool]] = {
        "marked": ({"abstain": True, "expected": ["x"]}, False),
        "adversarial": ({"category": "adversarial", **evidence}, False),
        "abstention": ({"category": "abstention", "expected": ["x"]}, False),
        "one_abs": ({"expected": ["x"]}, False),
        "nothing": ({"expected": []}, False),
        "shown": ({"expected": [], **evidence}, True),
        "told": ({"expected": ["x"]}, True),
    }
    corpus = read(tmp_path, native(*({"id": key, "question": "?", **more} for key, (more, _) in questions.items())))
    assert {key: one.answerable for key, one in corpus.questions.items()} == {
        key: answerable for key, (_, answerable) in questions.items()
    }


def test_everything_that_is_wrong_with_a_native_file_is_named_and_the_rest_is_taken(tmp_path: Path) -> None:
    messages: list[Any] = [
        *({"role": "wizard", "content": "Hi."}, {"role": "Assistant-2", "content": "Yes."}, {"content": "No role."}),
        *({"role": "user", "content": "  "}, {"role": "user", "content": 7}, "text"),
        {"role": "user", "content": "When?", "timestamp": "2023-06-10 late"},
    ]
    sessions: list[Any] = [{"id": "s1", "messages": messages}, session("s1", "Again."), {"id": "s2"}, "no session"]
    questions: list[Any] = [
        {
            "id": "q",
            "question": "?",
            "evidence": [{"session": "s1", "message": 3}, {"session": "s9"}, {"session": "s1"}],
        },
        {"id": "q", "question": "Once more?", "evidence": [{"session": "s1", "message": "0"}]},
        {"id": "empty", "question": " "},
        {"id": "nowhere", "question": "?", "scope": ["s7"]},
        {"id": "half", "question": "?", "scope": ["s1", "s7"], "evidence": [{"session": "s1#2", "message": 0}]},
        {"id": "outside", "question": "?", "scope": ["s1#2"], "evidence": [{"session": "s1", "message": 0}]},
        "no question",
    ]
    corpus = read(tmp_path, {"sessions": sessions, "questions": questions})
    assert corpus.items == 7 and list(corpus.questions) == ["q", "q#2", "half"], "s1#2 is no name in the file"
    assert [message.role for message in corpus.sessions["s1"].messages] == ["user", "assistant", "user", "user"]
    assert [message.number for message in corpus.sessions["s1"].messages] == [0, 1, 2, 6], "places stay"
    assert corpus.sessions["s1"].messages[3].occurred is None, "never today's date"
    assert corpus.questions["q"].evidence == (Place("s1", None),)
    assert corpus.sessions["s1#2"].label == "s1"
    told = "\n".join(reasons(corpus))
    for part in (
        *("unknown role 'wizard'; taken as user", "unknown role 'Assistant-2'; taken as assistant"),
        *("unknown role 'None'", "message 3: empty", "message 4: the content is not text", "message 5: not an object"),
        *("'2023-06-10 late' cannot be read", "session s1: the id was there before", "session 3: not an object with"),
        *(
            "session 4: not an object",
            "points to s1, message 3, which",
            "points to s9, which",
            "'0', which is no number",
        ),
        *("question q: the id was there before", "question empty: no question", "nowhere: no session of its haystack"),
        *("half: its haystack names s7", "question 7: not an object"),
    ):
        assert part in told, part


# Times and the shared files ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("12:05 pm on 1 Feb, 2024", "2024-02-01T12:05"),
        ("2024-02-29T10:00:00Z", "2024-02-29T10:00"),
        ("2023/06/01", "2023-06-01T00:00"),
        (1_700_000_000, "2023-11-14T22:13"),
        (1_700_000_000_000, "2023-11-14T22:13"),
        ("13:00 pm on 1 Feb, 2024", None),
        ("1:00 pm on 31 Feb, 2024", None),
        ("1:00 pm on 1 Foo, 2024", None),
        ("2023/13/01 (Thu) 09:30", None),
        (True, None),
        (float("nan"), None),
        (-1e14, None),
        (["2024"], None),
    ],
)
def test_a_time_is_read_or_is_none(value: Any, expected: str | None) -> None:
    found = time_of(value)
    assert (None if found is None else iso(found.ms)[:16]) == expected


FIELDS = st.sampled_from(
    [
        *("sessions", "questions", "id", "messages", "role", "content", "question", "evidence", "session", "message"),
        *("scope", "as_of", "expected", "timestamp", "haystack_sessions", "haystack_dates", "haystack_session_ids"),
        *("question_id", "answer_session_ids", "conversation", "qa", "session_1", "dia_id", "text", "category"),
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=5),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=3), st.lists(VALUES, max_size=3))
def test_whatever_a_file_holds_it_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, sessions: list[Any], questions: list[Any]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    shapes: list[Any] = [
        {"sessions": sessions, "questions": questions},
        [
            {
                "question": "?",
                "haystack_sessions": sessions,
                "haystack_dates": questions,
                "answer_session_ids": questions,
            }
        ],
        talk([{"question": "?", "evidence": questions}], session_1=sessions),
    ]
    for shape in shapes:
        corpus = read(folder, shape, "any.json")
        assert len(corpus.questions) <= corpus.items
        for question in corpus.questions.values():
            assert all(corpus.holds(place) for place in question.evidence)
            assert set(question.haystack) <= corpus.sessions.keys()


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "sessions", "questions", "answerable"),
    [("locomo", 128, 999, 762), ("longmemeval", 2694, 256, 238), ("memorycode", 4231, 200, 200)],
)
def test_the_corpora_are_taken_whole(shared: Path, name: str, sessions: int, questions: int, answerable: int) -> None:
    corpus = read_corpus(shared / "corpora" / f"{name}.json.gz").corpus
    assert (len(corpus.sessions), len(corpus.questions), corpus.faults) == (sessions, questions, [])
    assert sum(one.answerable for one in corpus.questions.values()) == answerable


@pytest.mark.shared
def test_the_reported_inputs_are_read(shared: Path, tmp_path: Path) -> None:
    lines = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [one for one in map(json.loads, lines) if one["class"] == "eval data"]
    seen: list[str] = []
    for case in cases:
        given_input = case["input"]
        if given_input["benchmark"] == "longmemeval":
            value: Any = given_input["records"]
            assert len(read(tmp_path, value).questions) == len(value), case["id"]
        else:
            value = {"conversation": given_input.get("conversation", {}), "qa": given_input.get("qa", [])}
            corpus = read(tmp_path, value)
            assert len(corpus.questions) == len(value["qa"]), case["id"]
        seen.append(case["id"])
    assert len(seen) == len(cases) > 8
