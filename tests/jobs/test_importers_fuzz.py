"""Whatever the bytes of a file, importing it does no worse than to refuse it."""

from __future__ import annotations

import gzip
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.events.event import MessageLogged, Source
from awhm.jobs.importers import Left, Message, elements, identity, parse
from awhm.language.text import is_list, is_object

marks = [
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\n",
    b'"',
    b"\\ud800",
    b"\xff",
    b"\xef\xbb\xbf",
    b"1e999",
    b"null",
    b"-0",
]
keys = [b'"role":"user"', b'"content":"x"', b'"timestamp":', b'"sessions":[', b'"messages":[', b'"id":"a"', b'"type":']
inner = [b'"user"', b'"message":{', b'"uuid":"u"', b'"sessionId":"s"', b'"tool_use"', b'"content":[', b"\x1f\x8b\x08"]
chats = [
    b'"mapping":{',
    b'"n":{"parent":"n","message":',
    b'"current_node":"n"',
    b'"chat_messages":[',
    b'"sender":"human"',
]
others = [b'"memory":"x"', b'"entities":[', b'"observations":["x"]', b'"name":"n"', b'"nodes":{"n":', b'"results":[']
text = [
    b"---\n",
    b"# a\n",
    b"# w / r\n",
    b"## d\n",
    b"> q\n",
    b"```\n",
    b"data:a/b;base64,",
    b"tags: [a\n",
    b"\xff\xfe",
    b"\0",
]
pieces = st.sampled_from([*marks, *keys, *inner, *chats, *others, *text])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300) | st.lists(pieces, max_size=30).map(b"".join), st.booleans())
@example(b'{"role":"user","content":"\\ud800","timestamp":"\\ud800"}', False)
@example(b'{"role":"user","content":"x","n":1e999,"u":"\\ud800"}', False)
def test_no_bytes_do_worse_than_be_refused(tmp_path: Path, data: bytes, packed: bool) -> None:
    path = tmp_path / "any"
    path.write_bytes(gzip.compress(data) if packed else data)
    try:
        items = list(parse(path))
    except Refused as refused:
        assert refused.code in {"unknown_format", "unreadable", "newer_format"}
        return
    for item in items:
        assert isinstance(item, Left) or logged(item).content == item.content


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None, exclude_categories=())),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "text", "a"]), inner, max_size=3)
    ),
    max_leaves=6,
)
fields = st.sampled_from(
    [
        "role",
        "content",
        "text",
        "timestamp",
        "ts",
        "session",
        "speaker",
        "metadata",
        "type",
        "message",
        "uuid",
        "isMeta",
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(fields, json_values, max_size=6), max_size=4))
def test_every_message_that_is_taken_fits_the_log(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path = tmp_path / "any.jsonl"
    known = {"role": "user", "content": "hello", "timestamp": "2024-03-01T08:00:00Z"}
    path.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in [known, *records]))
    for item in parse(path):
        assert isinstance(item, Left) or logged(item).content.strip()


def logged(message: Message) -> MessageLogged:
    """The message as the log validates it; raises if it does not fit."""
    event = MessageLogged(
        session=message.session,
        role=message.role,
        content=message.content,
        occurred=message.occurred_ms or 0,
        zone=message.zone,
        speaker=message.speaker,
        source=Source(id=message.source_id, kind=message.source_kind),
        metadata=message.metadata,
    )
    event.model_dump_json().encode()
    return event


@pytest.mark.shared
def test_every_shared_corpus_is_read_whole(shared: Path) -> None:
    for path in sorted((shared / "corpora").glob("*.json.gz")):
        value = json.loads(gzip.decompress(path.read_bytes()))
        items = list(parse(path))
        messages = [item for item in items if isinstance(item, Message)]
        expected = [(s["id"], m["role"], m["content"]) for s in value["sessions"] for m in s["messages"]]
        assert [(m.session, m.role, m.content) for m in messages] == expected
        assert len({identity(message) for message in messages}) == len(messages)
        reasons = Counter(item.reason for item in items if isinstance(item, Left))
        assert reasons == {"a question, not a message": len(value["questions"])}


def deep(value: Any) -> Any:
    """Any JSON in place of any part of a value, so that every field is met with every shape."""
    if is_object(value):
        return st.fixed_dictionaries({}, optional={key: json_values | deep(part) for key, part in value.items()})
    if is_list(value):
        return st.tuples(*[json_values | deep(part) for part in value]).map(list)
    return st.just(value) | json_values


SHAPES: list[Any] = [
    [{"id": "c", "create_time": 1, "current_node": "b", "mapping": {"a": {"parent": "b", "children": ["b"], "message": {
        "author": {"role": "user"}, "create_time": 2, "recipient": "all",
        "content": {"content_type": "text", "parts": ["x", {"text": "y"}]}}}, "b": {"parent": "a", "message": None}}}],
    [{"uuid": "c", "name": "n", "created_at": "2024-01-01", "chat_messages": [
        {"uuid": "m", "sender": "human", "text": "x", "parent_message_uuid": "n", "attachments": [{"file_name": "f"}],
         "content": [{"type": "tool_use", "name": "t", "input": {}}, {"type": "tool_result", "content": ["x"]}]},
        {"uuid": "n", "sender": "assistant", "text": "y", "parent_message_uuid": "m"}]}],
    {"results": [{"id": "m", "memory": "x", "user_id": "u", "categories": ["a"], "metadata": {}}], "relations": [1]},
    {"entities": [{"name": "a", "entityType": "b", "observations": ["x"]}], "relations": [
        {"from": "a", "to": "b", "relationType": "c"}]},
    {"version": "2.0", "nodes": {"n": {"content": "x", "type": "semantic", "source_sessions": ["s"],
        "source_refs": [{"session_id": "s"}], "created_at": "2024-01-01"}}, "edges": [1]},
    {"sessions": [{"id": "s", "messages": [{"role": "user", "content": "x"}]}], "questions": [1]},
]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(SHAPES).flatmap(deep), st.sampled_from([None, 1]), st.integers(0, 400), st.booleans())
def test_no_shape_of_an_export_does_worse_than_be_refused(
    tmp_path: Path, value: Any, indent: int | None, cut: int, branches: bool
) -> None:
    path = tmp_path / "export.json"
    whole = json.dumps(value, indent=indent)
    path.write_text(whole if cut > 200 else whole[: len(whole) - cut // 4], encoding="utf-8")
    try:
        items = list(parse(path, branches=branches))
    except Refused as refused:
        assert refused.code in {"unknown_format", "unreadable", "newer_format"}
        return
    messages = [item for item in items if isinstance(item, Message)]
    for item in messages:
        assert logged(item).content == item.content
    assert all(item.reason for item in items if isinstance(item, Left))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(
        st.sampled_from(["---", "# a", "", "text", "date: 2024-01-01", "tags: [", "```", "~~~", "[[x]]", "\ufeff# b"])
    ),
    st.sampled_from(["\n", "\r\n"]),
)
def test_no_line_of_a_note_is_lost(tmp_path: Path, rows: list[str], end: str) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(end.join(["first", *rows]).encode())
    said = "\n".join(item.content for item in parse(path) if isinstance(item, Message))
    assert said.split() == " ".join(["first", *rows]).split()


@given(
    st.lists(st.tuples(st.text(max_size=20), st.integers(-9, 2**53), st.none())),
    st.integers(1, 9),
    st.sampled_from([None, 2]),
)
def test_a_value_that_is_read_in_chunks_is_the_value(values: list[Any], chunk: int, indent: int | None) -> None:
    before, elements.CHUNK = elements.CHUNK, chunk
    try:
        data = json.dumps(values, indent=indent, ensure_ascii=False).encode("utf-8", "surrogatepass")
        assert [element.value() for element in elements.Cutter(io.BytesIO(data))] == [list(value) for value in values]
        data = json.dumps({"a": values, "b": {"x": values}, "c": 1}).encode()
        found = [element.value() for element in elements.Cutter(io.BytesIO(data)) if not element.opens]
        assert found == [*(list(value) for value in values), {"x": [list(value) for value in values]}]
    finally:
        elements.CHUNK = before
