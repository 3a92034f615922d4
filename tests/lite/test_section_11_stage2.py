"""AWHM Lite's Stage 2, section 11 of its specification: clients, the form of proposals, what becomes of each."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from read_by_model import answering, held, opened, reasons, tell

from awhm import AWHMConfig, AWHMSession
from awhm.adapters.llm import AnthropicClient, ClaudeCodeClient, MockLLMClient, make_client
from awhm.errors import Refused
from awhm.jobs.stage2 import LLMClient
from awhm.jobs.stage2_lite import in_our_form
from awhm.jobs.stage2_prompt import ShownMessage
from awhm.jobs.stage2_reply import proposal_of

SAID = "For notes I ended up with Helix, and my sister keeps her savings in Lyon."
PLAIN: dict[str, Any] = {
    "content": "The user takes notes with Helix",
    "type": "semantic",
    "slot": "notes editor",
    "valid_from": None,
    "valid_to": None,
    "confidence": 0.9,
    "sources": [1],
    "supersedes_previous": False,
}


def proposed(**changes: Any) -> dict[str, Any]:
    return PLAIN | changes


def test_a_proposal_of_lites_form_becomes_a_memory_of_what_was_said() -> None:
    store = opened()
    tell(store, SAID)
    done = store.refinement.run(client=answering(proposed()))
    assert (done.proposed, done.taken, reasons(done.refused)) == (1, 1, [])
    assert "Helix" in held(store).values()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"confidence": 0.4}, "unsure"),
        ({"confidence": "high"}, "invalid"),
        ({"sources": [9]}, "invalid"),
        ({"sources": []}, "invalid"),
        ({"sources": 7}, "invalid"),
        ({"sources": [True]}, "invalid"),
        ({"content": ""}, "invalid"),
        ({"content": "The user owns a boat"}, "quote_not_said"),
    ],
)
def test_what_lite_refused_or_believed_too_easily_is_refused(changes: dict[str, Any], reason: str) -> None:
    store = opened()
    tell(store, SAID)
    done = store.refinement.run(client=answering(proposed(**changes)))
    assert done.taken == 0 and [one.partition(":")[0] for one in reasons(done.refused)] == [reason]
    assert done.failed == []


@pytest.mark.parametrize(
    ("kind", "content", "ours"),
    [
        ("semantic", "The user has Helix", "fact"),
        ("procedural", "The user prefers Helix", "preference"),
        ("procedural", "The user writes notes in Helix alone", "policy"),
        ("episodic", "Moving to Helix worked", "outcome"),
        ("of another sort", "The user has Helix", "fact"),
        (None, "The user has Helix", "fact"),
    ],
)
def test_types(kind: object, content: str, ours: str) -> None:
    made = in_our_form(proposed(type=kind, content=content), shown())
    found = proposal_of(made)
    assert not isinstance(found, str) and found.type == ours


def shown(text: str = SAID) -> list[ShownMessage]:
    payload = {"session": "s", "role": "user", "content": text, "occurred": 0}
    return [ShownMessage(1, 1, payload, own=True)]


def test_slot_flag_and_dates() -> None:
    text = "From 2026-12-01 the notes are in Helix."
    given_ = proposed(
        supersedes_previous=True, valid_from="2026-12-01", valid_to="2027-01-01", content="notes are in Helix"
    )
    made = in_our_form(given_, shown(text))
    assert isinstance(made, dict)
    assert (made["slot"], made["replaces"], made["value"]) == ("notes editor", True, "Helix")
    assert (made["since"], made["until"]) == ("2026-12-01", None), "a date that nobody wrote is the model's own"


@pytest.mark.parametrize(
    ("content", "subject"),
    [
        ("The user's sister keeps her savings in Lyon", "user"),
        ("User's sister lives in Lyon", "user's sister"),
        ("The staging database listens on port 5433", "The staging database"),
        ("The user lives in Lyon", "user"),
        ("Helix", "user"),
    ],
)
def test_whom_it_is_about(content: str, subject: str) -> None:
    made = in_our_form(proposed(content=content), shown())
    assert isinstance(made, dict) and made["subject"] == subject


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from([*PLAIN]), values), st.text(max_size=30) | st.just(SAID))
def test_whatever_stands_in_a_field_is_judged_and_raises_nothing(changes: dict[str, Any], text: str) -> None:
    made = proposal_of(in_our_form(PLAIN | changes, shown(text)))
    assert isinstance(made, str) or made.value in text or made.value == made.sources[0].quote[:200]


def test_clients_by_their_kinds(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    for kind in ("claude-code", "claude", "cli"):
        assert isinstance(make_client(kind, None), ClaudeCodeClient)
    assert isinstance(make_client("anthropic", None), AnthropicClient)
    with pytest.raises(Refused):
        make_client("no such kind", None)


def test_any_object_that_completes_json_is_a_client_and_a_disabled_one_is_never_called(tmp_path: Any) -> None:
    class Client:
        calls = 0

        def complete_json(self, system: str, user: str, schema: dict[str, Any]) -> str:
            self.calls += 1
            assert SAID in user and "memories" in schema["properties"]
            return 'Here you are: {"memories": []}. Bye.'

    client: LLMClient = Client()
    for enabled in (False, True):
        config = AWHMConfig(data_dir=tmp_path / str(enabled), mock_embeddings=True, ner=False, stage2_enabled=enabled)
        with AWHMSession.start_session(config, session_id="s", llm_client=client) as session:
            session.log_message("user", SAID)
        assert isinstance(client, Client) and client.calls == int(enabled)


def test_the_mock_client_answers_from_a_list_then_with_nothing_or_by_a_function() -> None:
    listed = MockLLMClient(['{"memories": [1]}'])
    assert listed.complete_json("s", "u", {}) == '{"memories": [1]}' and listed.complete_json("s", "u", {}) == {
        "memories": []
    }
    assert [one.user for one in listed.requests] == ["u", "u"]
    assert MockLLMClient(lambda system, user: system + user).complete_json("a", "b", {}) == "ab"
