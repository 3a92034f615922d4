"""Plain files: JSON Lines, JSON arrays and corpora, and how any file is recognised or refused."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.events.event import Role
from awhm.jobs.importers import Left, Message, identity, lines, parse
from awhm.jobs.importers.item import name

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of bytes, text, one JSON value, or (several values) JSON Lines."""

    def written(file: str, *content: Any) -> Path:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if len(content) == 1 and isinstance(content[0], bytes):
            path.write_bytes(content[0])
        else:
            path.write_bytes(b"".join(_line(value) for value in content))
        return path

    return written


def _line(value: Any) -> bytes:
    return (value if isinstance(value, str) else json.dumps(value)).encode() + b"\n"


def taken(path: Path) -> list[Message]:
    return [item for item in parse(path) if isinstance(item, Message)]


def left(path: Path) -> list[tuple[int | None, str, str]]:
    return [(item.line, item.reason, item.kind) for item in parse(path) if isinstance(item, Left)]


def refusal(path: Path) -> Refused:
    with pytest.raises(Refused) as refused:
        next(parse(path))
    assert str(path.name) in str(refused.value) and refused.value.hint
    return refused.value


def turn(content: Any = "hello", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, "timestamp": "2024-03-01T08:00:00Z"} | more


EIGHT = 1709280000000  # 2024-03-01T08:00:00Z


def test_a_line_of_jsonl_becomes_a_message(write: Write) -> None:
    path = write("chat.jsonl", turn(session="s1", speaker="Ann", dia_id="D1", metadata={"k": [1]}))
    assert taken(path) == [
        Message("s1", Role.USER, "hello", EIGHT, None, "Ann", "s1", "jsonl", 0, {"dia_id": "D1", "k": [1]})
    ]


def test_other_names_of_the_same_fields_are_read(write: Write) -> None:
    path = write("chat.jsonl", {"role": "human", "text": "hi", "ts": 5, "conversation_id": 77, "name": " Ann "})
    assert taken(path) == [Message("77", Role.USER, "hi", 5000, None, "Ann", "77", "jsonl", 0, {})]


@pytest.mark.parametrize(
    ("spelt", "role"),
    [
        ("user", "user"),
        ("Human", "user"),
        ("ai", "assistant"),
        ("model", "assistant"),
        ("bot", "assistant"),
        ("function", "tool"),
        ("developer", "system"),
        ("tool_result", "tool_result"),
    ],
)
def test_roles_are_read_however_they_are_spelt(write: Write, spelt: str, role: str) -> None:
    assert [message.role for message in taken(write("chat.jsonl", turn(role=spelt)))] == [role]


@pytest.mark.parametrize(
    ("given", "ms", "zone"),
    [
        ("2024-03-01T08:00:00Z", EIGHT, None),
        ("2024-03-01t08:00:00z", EIGHT, None),
        ("2024-03-01T08:00:00", EIGHT, None),
        ("2024-03-01 08:00", EIGHT, None),
        ("2024-03-01T13:30:00.250+05:30", EIGHT + 250, 330),
        ("2024-03-01T05:00:00-03:00", EIGHT, -180),
        ("2024-03-01T08:00:00+00:00", EIGHT, 0),
        ("2024-03-01T08:00:00-00:00", EIGHT, None),
        ("2024-03-01", EIGHT - 8 * 3_600_000, None),
        ("1969-12-31T23:59:59.999Z", -1, None),
        (EIGHT, EIGHT, None),
        (EIGHT // 1000, EIGHT, None),
        (EIGHT / 1000 + 0.25, EIGHT + 250, None),
        (str(EIGHT), EIGHT, None),
        (str(EIGHT // 1000), EIGHT, None),
        (0, 0, None),
        (None, None, None),
        ("", None, None),
    ],
)
def test_times_are_read_in_every_form(write: Write, given: Any, ms: int | None, zone: int | None) -> None:
    message = taken(write("chat.jsonl", turn(timestamp=given)))[0]
    assert (message.occurred_ms, message.zone) == (ms, zone)


BAD_TIMES = [
    "yesterday",
    "2024-02-30",
    "2024-03-01T08:00:00+23:00",
    True,
    [1],
    1e300,
    -(10**18),
    10**30,
    "0001-01-01T00:00+01:00",
]


@pytest.mark.parametrize("given", BAD_TIMES)
def test_a_bad_time_is_left_and_the_next_line_taken(write: Write, given: Any) -> None:
    path = write("chat.jsonl", turn(timestamp=given), turn("next"))
    ((line, reason, kind),) = left(path)
    assert (line, kind) == (1, "damaged") and "timestamp" in reason
    assert [message.content for message in taken(path)] == ["next"]


def test_each_bad_line_is_named_with_its_reason_and_the_rest_is_taken(write: Write) -> None:
    path = write(
        "chat.jsonl",
        b"\xef\xbb\xbf"
        + b"\r\n".join(
            [
                _line(turn("first")).strip(),
                b'{"role": "user", "content": "cut of',
                b"",
                b'{"role": "user", "content": "\xff"}',
                _line(turn(role="wizard")).strip(),
                _line(turn(role=None)).strip(),
                _line(turn("  \n")).strip(),
                _line({"role": "user"}).strip(),
                _line(turn(content=[{"type": "image"}])).strip(),
                b"[1]",
                b'{"role": "user", "content": NaN}',
                _line(turn(speaker=7)).strip(),
                _line(turn("last, without a newline")).strip(),
            ]
        ),
    )
    assert left(path) == [
        (2, "not JSON", "damaged"),
        (4, "not UTF-8", "damaged"),
        (5, "unknown role 'wizard'", "damaged"),
        (6, "no role", "damaged"),
        (7, "empty", "skipped"),
        (8, "empty", "skipped"),
        (9, "the content has parts that are not text", "damaged"),
        (10, "not an object", "damaged"),
        (11, "not JSON", "damaged"),
        (12, "the speaker is not text", "damaged"),
    ]
    assert [message.content for message in taken(path)] == ["first", "last, without a newline"]
    assert next(item.where for item in parse(path) if isinstance(item, Left)) == f"{path}:2"


def test_lines_end_at_newlines_alone(write: Write) -> None:
    odd = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\rh"
    path = write("chat.jsonl", json.dumps(turn(odd), ensure_ascii=False).replace("\r", "\\r"))
    # JSON wants control characters escaped; the others stand in the file as they are.
    assert [message.content for message in taken(path)] == [odd]


def test_text_is_kept_verbatim_and_half_characters_are_mended(write: Write) -> None:
    path = write(
        "chat.jsonl",
        '{"role": "user", "content": "  \\ud83d\\ude00 Cafe\\u0301 \\u0000 ", "session": "s"}',
        '{"role": "user", "content": "lone \\ud83d!", "session": "s\\udc00", "speaker": "\\udfff", "x": ["\\ud800"]}',
    )
    first, second = taken(path)
    assert first.content == "  😀 Cafe\u0301 \x00 "
    assert (second.content, second.session, second.speaker) == ("lone \ufffd!", "s\ufffd", "\ufffd")
    assert second.metadata == {"x": ["\ufffd"]}


def test_content_given_as_text_blocks_is_joined(write: Write) -> None:
    path = write("chat.jsonl", turn(content=[{"type": "text", "text": "one"}, "two"]))
    assert taken(path)[0].content == "one\ntwo"


def test_metadata_that_cannot_be_stored_leaves_the_line(write: Write) -> None:
    path = write("chat.jsonl", f'{{"role": "user", "content": "x", "deep": {"[" * 200}{"]" * 200}}}', turn("next"))
    assert left(path) == [(1, "Metadata holds more than 100 levels of nesting", "damaged")]


def test_a_line_that_is_too_long_is_left_and_the_rest_taken(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE", 1 << 20)
    path = write("chat.jsonl", turn("first"), turn("x" * (3 << 20)), turn("last"))
    assert left(path) == [(2, "longer than 1 MiB", "damaged")]
    assert [message.content for message in taken(path)] == ["first", "last"]
    with_long_first = write("long.jsonl", turn("x" * (3 << 20)), turn("last"))
    assert left(with_long_first) == [(1, "longer than 1 MiB", "damaged")]


def test_a_long_message_is_taken_whole(write: Write) -> None:
    text = "words " * 2_000_000
    assert taken(write("chat.jsonl", turn(text)))[0].content == text


def test_without_a_name_of_its_own_the_session_is_the_files_bare_name(write: Write) -> None:
    plain, packed = write("talk one.jsonl", turn()), write("b/talk one.jsonl.gz", gzip.compress(_line(turn())))
    assert [taken(path)[0].session for path in (plain, packed)] == ["talk one", "talk one"]
    assert identity(taken(plain)[0]) != identity(taken(packed)[0]), "two files of one name are two conversations"


def test_a_conversation_that_names_itself_is_known_in_any_file(write: Write) -> None:
    """BC-IMP-03: exported again under another name, with one message more."""
    old = {"conversation_id": "c77", "role": "user", "ts": "2024-03-01T08:00:00Z", "content": "I collect typewriters."}
    new = {"conversation_id": "c77", "role": "user", "ts": "2024-04-02T08:00:00Z", "content": "The newest: 1938."}
    before = {identity(m) for m in taken(write("2024-03/conv.jsonl", old))}
    after = {identity(m) for m in taken(write("2024-04/conv-copy.jsonl", old, new))}
    assert len(after) == 2 and len(after - before) == 1


def test_messages_of_the_same_time_stay_apart_and_keep_their_identity(write: Write) -> None:
    path = write("chat.jsonl", turn("a", session="s"), turn("a", session="s"), turn("a", session="t"))
    assert [message.ordinal for message in taken(path)] == [0, 1, 0]
    assert len({identity(message) for message in taken(path)}) == 3
    mended = write("chat2.jsonl", turn("", session="s"), turn("a", session="s"))
    assert identity(taken(mended)[0]) == identity(taken(path)[1]), "an empty one counts among those of its time"


@given(st.lists(st.tuples(st.text(max_size=3), st.none() | st.integers(-9, 99), st.integers(0, 99)), unique=True))
def test_identity_is_different_for_whatever_differs_in_source_time_or_place(
    parts: list[tuple[str, int | None, int]],
) -> None:
    of = [
        Message("s", Role.USER, "same words", ms, None, None, name(source), "jsonl", ordinal)
        for source, ms, ordinal in parts
    ]
    distinct = {(message.source_id, message.occurred_ms, message.ordinal) for message in of}
    assert len({identity(message) for message in of}) == len(distinct)


def test_identity_does_not_look_at_the_text_or_the_session() -> None:
    one = Message("s", Role.USER, "words", 5, 0, None, "id", "jsonl", 3)
    other = Message("t", Role.SYSTEM, "other", 5, None, "Ann", "id", "jsonl", 3, {"a": 1})
    assert identity(one) == identity(other)
    assert identity(one) == b"\0\0\0\5jsonl\0\0\0\2id\0\0\0\0015\0\0\0\0013"


def test_names_too_long_for_the_log_stay_apart() -> None:
    one, other = name("x" * 600 + "1"), name("x" * 600 + "2")
    assert one != other and len(one) == len(other) == 512


def test_a_json_array_of_records_is_read_like_lines(write: Write) -> None:
    values = [turn("a", session="s"), "?", turn("b", session="s")]
    for path in (write("a.json", values), write("b.json", json.dumps(values, indent=1))):
        assert [(message.content, message.ordinal) for message in taken(path)] == [("a", 0), ("b", 1)]
        (only,) = [item for item in parse(path) if isinstance(item, Left)]
        assert (only.line, only.item, only.reason) == (None, "item 2", "not an object")
        assert only.where == f"{path}, item 2"


CORPUS: dict[str, Any] = {
    "sessions": [
        {
            "id": "conv/1",
            "started_at": "2023-05-08T13:56:00Z",
            "messages": [
                {"role": "user", "content": "Ann: hi", "speaker": "Ann", "dia_id": "D1:1"},
                {"role": "assistant", "content": "hello", "timestamp": "2023-05-08T15:00:00+02:00"},
                {"role": "user", "content": ""},
                {"role": "user", "content": "bye"},
                7,
            ],
        },
        {"id": "undated", "messages": [{"role": "user", "content": "x"}]},
        {"id": "bad time", "started_at": "soon", "messages": [{"role": "user", "content": "y"}]},
        {"messages": []},
        {"id": "none"},
        "?",
    ],
    "questions": [{"id": "q1"}, {"id": "q2"}],
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("packed", [False, True])
def test_a_corpus_is_read_with_its_times_and_what_is_left_is_named(
    write: Write, indent: int | None, packed: bool
) -> None:
    data = json.dumps(CORPUS, indent=indent).encode()
    path = write("c.json", gzip.compress(data) if packed else data)
    hour = 1683554160000
    assert taken(path) == [
        Message("conv/1", Role.USER, "Ann: hi", hour, None, "Ann", "conv/1", "corpus", 0, {"dia_id": "D1:1"}),
        Message("conv/1", Role.ASSISTANT, "hello", 1683550800000, 120, None, "conv/1", "corpus", 0, {}),
        Message("conv/1", Role.USER, "bye", hour, None, None, "conv/1", "corpus", 2, {}),
        Message("undated", Role.USER, "x", None, None, None, "undated", "corpus", 0, {}),
        Message("bad time", Role.USER, "y", None, None, None, "bad time", "corpus", 0, {}),
    ]
    assert [(i.item, i.reason, i.kind) for i in parse(path) if isinstance(i, Left)] == [
        ("session conv/1, message 3", "empty", "skipped"),
        ("session conv/1, message 5", "not an object", "damaged"),
        (
            "session bad time",
            "started_at: bad timestamp 'soon'; its messages without a time stay undated",
            "damaged",
        ),
        ("session 4", "no session id", "damaged"),
        ("session none", "no list of messages", "damaged"),
        ("session 6", "no session id", "damaged"),
        ("question 1", "a question, not a message", "skipped"),
        ("question 2", "a question, not a message", "skipped"),
    ]


def test_what_stands_after_a_corpus_is_named(write: Write) -> None:
    found = left(write("c.json", {"sessions": []}, "", turn()))
    assert found == [(None, "stands after the end of the file's one value", "damaged")]


@pytest.mark.parametrize(
    "content",
    [
        b"My plumber is Gideon.\n",  # a note only where it is called one
        b"\x00\x01\x02\xff" * 100,
        b'{"a": 1}\n{"b": 2}\n',
        b'{"a":\n 1}',
        b"[1, 2]",
        b"{",
        b"[[[[",
        b"[" * 100_000,
        b"17",
    ],
)
def test_a_file_in_no_known_format_is_refused_with_what_would_be_accepted(write: Write, content: bytes) -> None:
    assert refusal(write("x.jsonl", content)).code == "unknown_format"


@pytest.mark.parametrize("content", [b"", b"\n\n  \r\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_a_file_of_nothing_yields_nothing(write: Write, content: bytes) -> None:
    assert list(parse(write("x.jsonl", content))) == []


def test_an_export_of_a_newer_version_is_refused_before_anything_is_taken(write: Write) -> None:
    """BC-STO-18."""
    path = write("export.jsonl", {"type": "header", "schema_version": 9999}, {"type": "fact", "id": "f1"}, turn())
    assert refusal(path).code == "newer_format"


def test_a_header_of_a_known_version_is_passed_over(write: Write) -> None:
    path = write("export.jsonl", {"type": "header", "schema_version": 1}, turn())
    assert left(path) == [(1, "a header", "skipped")] and len(taken(path)) == 1


def test_a_damaged_first_line_does_not_hide_the_format(write: Write) -> None:
    path = write("chat.jsonl", '{"role": "user", "cont', turn("next"))
    assert left(path) == [(1, "not JSON", "damaged")] and len(taken(path)) == 1


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("missing.jsonl", "folder", "nul\0"):
        with pytest.raises(Refused) as refused:
            next(parse(tmp_path / file))
        assert refused.value.code == "unreadable"


def test_a_packed_file_that_breaks_off_gives_what_was_whole(write: Write) -> None:
    many = b"".join(_line(turn(f"message {n} {hash(str(n))}")) for n in range(5000))
    path = write("chat.jsonl.gz", gzip.compress(many)[:-2000])
    found = left(path)
    assert [(reason, kind) for _, reason, kind in found] == [("the compressed file breaks off", "damaged")]
    assert 0 < len(taken(path)) < 5000
    many_sessions = {"sessions": [{"id": n, "messages": [turn(f"words {hash(str(n))}")]} for n in range(2000)]}
    corpus = write("c.json.gz", gzip.compress(json.dumps(many_sessions).encode())[:-500])
    assert [(reason, kind) for _, reason, kind in left(corpus)] == [("the compressed file breaks off", "damaged")]
    assert 0 < len(taken(corpus)) < 2000
    for broken in (b"\x1f\x8b", gzip.compress(b"x" * 99)[:12] + b"\xff" * 30):
        assert refusal(write("n.gz", broken)).code == "unreadable"
