"""Stage 2 over the network: a real server on this machine that speaks the OpenAI protocol, and misbehaves."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from llm_server import serving

from awhm.adapters import llm, llm_providers
from awhm.adapters.llm import AnthropicClient, ClaudeCodeClient, MockLLMClient, ProviderClient, make_client
from awhm.config import AWHMConfig
from awhm.errors import AwhmError, Refused
from awhm.events.ram_log import RamLog
from awhm.jobs.stage2_reply import schema
from awhm.store import Store

CAT = "We call our cat Felix."
ANSWER = {
    "memories": [
        {
            "type": "fact", "subject": "user's cat", "slot": "name", "value": "Felix", "negated": False,
            "no_longer": False, "replaces": False, "condition": None, "since": None, "until": None, "confidence": 0.9,
            "sources": [{"message": 1, "quote": "our cat Felix"}],
        }
    ]
}  # fmt: skip

pytestmark = pytest.mark.skipif(find_spec("pydantic_ai") is None, reason="needs the extra awhm[llm]")


def client_of(url: str, timeout: float = 30.0) -> ProviderClient:
    return ProviderClient("local", "tiny", timeout=timeout, base_url=url)


def test_a_good_answer_comes_back_and_the_request_has_prompt_and_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-mine")
    with serving("good", answer=ANSWER) as server:
        answer = client_of(server.url).complete_json("the task", "the messages", schema())
    assert isinstance(answer, str) and "Felix" in answer
    [asked] = server.asked
    assert (asked["path"], asked["key"], asked["model"]) == ("/v1/chat/completions", "Bearer sk-of-mine", "tiny")
    said = {message["role"]: message["content"] for message in asked["messages"]}
    assert "the task" in str(said["system"]) and said["user"] == "the messages"
    assert asked["response_format"]["type"] == "json_schema"
    assert "Proposal" in str(asked["response_format"]["json_schema"]["schema"])


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("limited", "rate_limited"),
        ("broken", "server_error"),
        ("forbidden", "logged_out"),
        ("unknown", "no_such_model"),
        ("truncated", "connection"),
        ("no_json", "client_failed"),
        ("no_completion", "bad_output"),
        ("empty", "bad_output"),
        ("nothing", "bad_output"),
    ],
)
def test_each_way_in_which_a_server_fails_has_its_name_and_nothing_is_asked_twice(act: str, code: str) -> None:
    with serving(act) as server, pytest.raises(AwhmError) as failed:
        client_of(server.url).complete_json("s", "u", schema())
    assert failed.value.code == code and "my words" not in str(failed.value)
    assert len(server.asked) == 1


@pytest.mark.parametrize("act", ["hang", "drip"])
def test_a_server_that_is_silent_or_drips_is_late_and_the_next_call_is_answered(act: str) -> None:
    with serving(act, "good", answer=ANSWER) as server:
        client = client_of(server.url, timeout=0.5)
        with pytest.raises(AwhmError) as failed:
            client.complete_json("s", "u", schema())
        assert failed.value.code == "timeout"
        assert "Felix" in str(client.complete_json("s", "u", schema()))


def test_nobody_listening_is_named() -> None:
    with serving("good") as server:
        url = server.url
    with pytest.raises(AwhmError) as failed:
        client_of(url).complete_json("s", "u", schema())
    assert failed.value.code == "connection"


def test_it_works_inside_of_a_running_event_loop() -> None:
    async def main(url: str) -> Any:
        return client_of(url).complete_json("s", "u", schema())

    with serving("good", answer=ANSWER) as server:
        assert "Felix" in asyncio.run(main(server.url))


def test_a_store_reads_through_every_failure_and_ends_with_the_memory() -> None:
    """W9, end to end: nothing is skipped, and the rules never wait."""
    acts = ("limited", "broken", "truncated", "no_json", "prose", "wrong", "good")
    store = Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())
    store.log_message("s", "user", CAT)
    store.log_message("s", "user", "I live in Porto.")
    assert store.consolidate().memories == 1
    with serving(*acts, answer=ANSWER) as server:
        client = client_of(server.url)
        runs = [store.refinement.run(client=client, session="s") for _ in range(8)]
    reasons = [one.reason for run in runs for one in run.failed]
    assert reasons == ["rate_limited", "server_error", "connection", "client_failed", "bad_output", "bad_output"]
    assert sum(run.taken for run in runs) == 1 and runs[-1].ranges == 0
    [said] = [one for one in store.graph().all_said() if one.model]
    assert (said.value, said.model, said.slot) == ("Felix", "local/tiny", "user|user's cat|name|")
    assert store.status()["stage2_failed"] == []


# Choosing ----------------------------------------------------------------------------------------------


def test_clients_are_chosen_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("claude-code", "Claude", "cli"):
        assert isinstance(make_client(name), ClaudeCodeClient)
    made = make_client("anthropic")
    assert isinstance(made, AnthropicClient) and made.model == f"anthropic/{llm_providers.CLAUDE}"
    assert make_client("openai", "gpt-x").model == "openai/gpt-x"
    assert make_client("whatever", "tiny", base_url="http://127.0.0.1:1/v1").model == "whatever/tiny"
    for name, code in (("no-such-thing", "unknown_client"), ("openai", "no_model")):
        with pytest.raises(Refused) as refused:
            make_client(name)
        assert refused.value.code == code and refused.value.hint


def test_what_is_missing_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llm, "LIBRARY", "no_such_library")
    monkeypatch.setattr(llm_providers, "LIBRARY", "no_such_library")
    for given in (("openai", "x"), ("anthropic",)):
        with pytest.raises(Refused, match="not installed") as refused:
            make_client(*given)
        assert (refused.value.code, refused.value.hint) == ("client_missing", "pip install 'awhm[llm]'")


@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_a_key_that_is_not_set_is_named_when_it_is_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(AwhmError) as failed:
        make_client(name, "some-model").complete_json("s", "u", schema())
    assert failed.value.code in ("logged_out", "client_missing")


def test_the_scripted_client_answers_in_turn_raises_and_remembers() -> None:
    client = MockLLMClient([{"memories": [1]}, ValueError("x")])
    assert client.complete_json("s", "u", {}) == {"memories": [1]}
    with pytest.raises(ValueError, match="x"):
        client.complete_json("s", "u", {})
    assert client.complete_json("s", "u", {}) == {"memories": []}
    assert [request.user for request in client.requests] == ["u"] * 3


def test_choosing_a_client_imports_no_library() -> None:
    program = (
        "from awhm.adapters.llm import ProviderClient; ProviderClient('openai', 'x')\n"
        "import sys; assert not {'pydantic_ai', 'openai', 'anthropic', 'asyncio'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
