"""Field reports of the class "hooks/MCP protocol" that are about MCP, each with its own steps, over real stdio."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from mcp_talk import HELLO, PATIENCE, ROOT, Talk, contents, talking

# A server whose embedding library is a stand-in: it prints while it is loaded, or takes its time.
STUB = """
import sys, threading, time, warnings
from awhm.mcp_server.__main__ import claim
import awhm.adapters.embedders as embedders
from awhm.adapters.hashed import HashedEmbedder
from awhm.mcp_server import serving
from awhm.mcp_server.command import awhm_mcp

class Stub(HashedEmbedder):
    def encode_single(self, text):
        {work}
        return super().encode_single(text)

embedders.find_embedder = lambda *_, dim=384, **__: Stub(dim)
sys.exit(awhm_mcp(serving.run, claim))
"""
NOISE = (
    'print("loading...", flush=True); warnings.warn("old"); import os; os.write(1, b"x" * 10); os.system("echo child")'
)


def remember(talk: Talk, text: str) -> None:
    assert not talk.call("memory_log", role="user", content=text).get("isError")


def recall(talk: Talk, query: str) -> str:
    return str(talk.call("memory_query", query=query)["structuredContent"]["context"])


def test_bc_hok_17_what_a_library_prints_never_reaches_stdout(tmp_path: Path) -> None:
    with talking(tmp_path / "store", program=STUB.format(work=NOISE)) as talk:
        talk.hello()
        talk.ask("tools/list")
        remember(talk, "My osteopath is Sunniva.")
        assert "Sunniva" in recall(talk, "osteopath")
        assert talk.end() == 0
        assert b"loading..." in talk.stderr and b"child" in talk.stderr
    assert all(one["jsonrpc"] == "2.0" for one in talk.heard)


def test_bc_hok_18_it_ends_when_its_client_is_gone(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        remember(talk, "Last words about the kiln.")
        assert talk.end() == 0
    assert contents(tmp_path / "store") == ["Last words about the kiln."]


def test_bc_hok_21_unicode_line_separators_stay_in_their_message(tmp_path: Path) -> None:
    text = "Recipe note:\u2028whisk\u2029fold\u0085rest\u000b\u001cserve Marzena's torte"
    with talking(tmp_path / "store") as talk:
        talk.hello()
        arguments = {"role": "user", "content": text}
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "memory_log", "arguments": arguments},
        }
        talk.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        talk.answer(1)
        assert "torte" in recall(talk, "Marzena torte")
    [kept] = contents(tmp_path / "store")
    assert kept == text


def test_bc_hok_24_a_cancelled_call_breaks_none_that_follows(tmp_path: Path) -> None:
    # The first text is the one that loads the model; from then on each question takes a second.
    with talking(tmp_path / "store", program=STUB.format(work="time.sleep(0 if text == 'warm' else 1.0)")) as talk:
        talk.hello()
        remember(talk, "My osteopath is Sunniva.")
        talk.send("tools/call", {"name": "memory_query", "arguments": {"query": "osteopath"}}, 5)
        talk.send("tools/call", {"name": "memory_log", "arguments": {"role": "user", "content": "Never."}}, 55)
        talk.send("notifications/cancelled", {"requestId": 55, "reason": "escape"})
        talk.send("notifications/cancelled", {"requestId": 5})
        talk.send("tools/call", {"name": "memory_query", "arguments": {"query": "osteopath"}}, 6)
        talk.send("notifications/cancelled", {"requestId": 999})
        assert "Sunniva" in talk.answer(6)["result"]["structuredContent"]["context"]
        assert talk.ask("ping")["result"] == {}
        assert talk.end() == 0
        assert {5, 55, 999}.isdisjoint({one.get("id") for one in talk.heard})
    assert contents(tmp_path / "store") == ["My osteopath is Sunniva."], "cancelled before its turn: not at all"


def test_bc_hok_26_a_model_that_takes_long_to_load_holds_up_nothing(tmp_path: Path) -> None:
    with talking(tmp_path / "store", program=STUB.format(work="threading.Event().wait()")) as talk:
        talk.hello()
        assert len(talk.ask("tools/list")["result"]["tools"]) == 12
        remember(talk, "Chimney sweep comes in September.")
        found = talk.call("memory_query", query="chimney sweep")
        assert "September" in found["structuredContent"]["context"]
        [note] = found["structuredContent"]["notes"]
        assert "words alone" in note and note in found["content"][0]["text"]
        again = talk.call("memory_query", query="chimney sweep")
        assert "September" in again["structuredContent"]["context"] and "notes" not in again["structuredContent"], (
            "said once"
        )


def test_bc_hok_26_nothing_heavy_is_imported_before_the_handshake() -> None:
    """What the handshake waits for: the SDK, and of ours hardly anything."""
    program = (
        "import sys; from awhm.mcp_server import serving, __main__; serving.Desk(serving.Options()).server();"
        "import awhm.mcp_server.tools;"
        "heavy = {'numpy', 'spacy', 'onnxruntime', 'awhm.store', 'awhm.cli', 'dateparser'};"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert (found.returncode, found.stdout.strip()) == (0, "")


def test_bc_hok_12_a_lone_surrogate_is_replaced(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        talk.write(
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_log","arguments":'
            b'{"role":"user","content":"My tent is green \\ud83d and \\ud83c\\udf55 I sleep well"}}}\n'
        )
        assert talk.answer(1)["result"]["structuredContent"]["new"] is True
        assert "tent is green" in recall(talk, "tent")
    assert contents(tmp_path / "store") == ["My tent is green \ufffd and \U0001f355 I sleep well"]


def test_bc_hok_15_an_injected_block_that_comes_back_is_no_memory(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        remember(talk, "My tile setter is Ruben.")
        talk.call("memory_consolidate")
        for _ in range(5):
            block = recall(talk, "who sets my tiles?")
            remember(talk, f"{block}\nwho sets my tiles?")
            remember(talk, block)
            talk.call("memory_consolidate")
        [card] = talk.call("memory_list")["structuredContent"]["memories"]
        assert card["confidence"] == 0.8, "not raised by its own echo"
        found = talk.call("memory_query", query="tile setter")["structuredContent"]
        assert found["results"][0]["id"] == "m2"


@pytest.mark.shared
def test_every_mcp_case_of_the_class_is_one_of_these(shared: Path) -> None:
    lines = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [
        one for one in map(json.loads, lines) if one["class"] == "hooks/MCP protocol" and one["input"]["kind"] == "mcp"
    ]
    mine = Path(__file__).read_text(encoding="utf-8")
    assert cases and all(f"test_{case['id'].lower().replace('-', '_')}_" in mine for case in cases)
    assert HELLO
