"""What the quick look at a message says is what its model says, and no bad payload is taken for a good one."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from awhm.events.append_raw import Draft, new_id
from awhm.events.event import EVENTS, Kind, MessageLogged
from awhm.events.ram_log import RamLog
from awhm.events.understood import NOT_JSON, fault, fault_of, fields_of, is_usual_message, shown, without_nulls

GOOD: dict[str, Any] = {"session": "s", "role": "user", "content": "hello", "occurred": 5}
odd = st.sampled_from(
    [None, "", "x", "x" * 513, 0, -1, 10**15, -(10**15), 1.5, True, [], ["user"], {}, {"id": 1}, 1081]
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "session": st.just("s") | odd,
        "role": st.sampled_from(["user", "tool_call", "nobody"]) | odd,
        "content": st.just("hello") | odd,
        "occurred": st.just(5) | odd,
        "zone": st.just(60) | odd,
        "speaker": st.just("Nadia") | odd,
        "metadata": st.just({"tags": ["a"]}) | odd,
        "source": st.fixed_dictionaries({"id": st.just("1") | odd, "kind": st.just("chat")}, optional={"version": odd})
        | odd,
        "new_field": odd,
    },
)


def accepted(payload: dict[str, Any]) -> bool:
    """Whether the model takes it, fields that it does not know left out."""
    known = {name: value for name, value in payload.items() if name in MessageLogged.model_fields}
    try:
        MessageLogged.model_validate_json(orjson.dumps(known))
    except ValidationError:
        return False
    return True


@given(fields)
def test_a_message_is_understood_where_its_model_takes_it(payload: dict[str, Any]) -> None:
    assert (fault(Kind.MESSAGE_LOGGED, payload) is None) == accepted(payload)
    assert not is_usual_message(payload) or accepted(payload)


def header(kind: int, body: bytes, schema: int = 1) -> bytes:
    log = RamLog()
    log.append([Draft(kind, new_id(), b"stream----------", body, schema=schema)])
    return log.header(1)


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("body", [b"", b"\xff", b"[]", b"null", b"7", b'"text"', b'{"positions":"all","session":[]}'])
def test_no_kind_of_event_is_read_from_a_bad_payload_and_the_reason_holds_none_of_its_words(
    kind: Kind, body: bytes
) -> None:
    why = fault_of(header(kind, body), body)
    assert why is not None and "all" not in why.split() and "text" not in why
    assert fields_of(header(kind, body), body) is None
    assert isinstance(shown(body), dict)


def test_the_reason_names_the_field() -> None:
    body = orjson.dumps({**GOOD, "occurred": "yesterday, at Nadia's"})
    assert fault_of(header(Kind.MESSAGE_LOGGED, body), body) == "occurred: int type"
    assert fault_of(header(Kind.MESSAGE_LOGGED, b"{"), b"{") == NOT_JSON
    body = orjson.dumps(GOOD)
    assert fault_of(header(Kind.MESSAGE_LOGGED, body, schema=0), body) == "there never was a schema 0 of its kind"


def test_what_a_newer_version_wrote_is_not_called_bad() -> None:
    assert fault_of(header(60_000, b"{"), b"{") is None
    assert fault_of(header(Kind.MESSAGE_LOGGED, b"{}", schema=9), b"{}") is None


def test_nulls_are_left_out_as_a_command_leaves_them_out_but_for_those_of_the_user() -> None:
    body = orjson.dumps({**GOOD, "zone": None, "source": None, "metadata": {"mine": None}})
    assert fields_of(header(Kind.MESSAGE_LOGGED, body), body) == {**GOOD, "metadata": {"mine": None}}
    assert without_nulls({"windows": [[None, 5]], "statements": [{"slot": None, "value": "x"}]}) == {
        "windows": [[None, 5]],
        "statements": [{"value": "x"}],
    }


def test_deep_metadata_is_the_users_and_makes_nothing_unreadable() -> None:
    deep: dict[str, Any] = {}
    for _ in range(250):
        deep = {"a": deep}
    assert fault(Kind.MESSAGE_LOGGED, {**GOOD, "zone": None, "metadata": deep}) is None
    assert fault(Kind.SESSION_STARTED, {"session": "s", "occurred": 5, "metadata": deep}) is None
