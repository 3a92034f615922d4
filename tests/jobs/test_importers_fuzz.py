"""Whatever the bytes of a file, importing it does no worse than to refuse it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.events.event import MessageLogged, Source
from awhm.jobs.importers import Left, Message, identity, parse

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
pieces = st.sampled_from([*marks, *keys, *inner])


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
