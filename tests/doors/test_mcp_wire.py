"""The wire of `awhm-mcp`: whatever a client sends, however it leaves, over real stdio."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_talk import PATIENCE, ROOT, Talk, contents, line, talking

from awhm.config import AWHMConfig
from awhm.mcp_server.wire import LONGEST, Lines, TooLong
from awhm.store import Store

LOG = {"name": "memory_log", "arguments": {"role": "user", "content": "Last words about the kiln."}}
BROKEN = [
    (b"{", -32700, None),
    (b"\xff\xfe\x00\x01", -32700, None),
    (b"nonsense", -32700, None),
    (b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": NaN}', -32700, None),
    (b"[" * 100_000, -32700, None),
    (b"[]", -32600, None),
    (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600, None),
    (b"null", -32600, None),
    (b'"text"', -32600, None),
    (b"{}", -32600, None),
    (b'{"jsonrpc": "2.0", "id": 7}', -32600, 7),
    (b'{"jsonrpc": "1.0", "id": 8, "method": "ping"}', -32600, 8),
    (b'{"jsonrpc": "2.0", "id": "nine", "method": 9}', -32600, "nine"),
    (b'{"jsonrpc": "2.0", "id": 10, "method": "ping", "params": []}', -32600, 10),
    (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', -32600, None),
    (b'{"jsonrpc": "2.0", "id": 11, "method": "no/such"}', -32601, 11),
    (b'{"jsonrpc": "2.0", "id": 12, "method": "tools/call", "params": {"name": 3}}', -32602, 12),
    (b'{"jsonrpc": "2.0", "id": 13, "method": "tools/call", "params": {"name": "m", "arguments": "x"}}', -32602, 13),
]  # fmt: skip


def test_every_line_that_is_no_request_is_answered_with_an_error_and_the_next_one_as_ever(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        for raw, code, ident in BROKEN:
            talk.write(raw + b"\n")
            found = talk.hear()
            assert (found["error"]["code"], found["id"]) == (code, ident), raw[:80]
        talk.write(b"\n   \n\r\n")
        assert talk.ask("ping")["result"] == {}


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_read(tmp_path: Path) -> None:
    with talking(tmp_path / "store", env={"AWHM_CONSOLIDATE_AT_END": "false"}) as talk:
        talk.hello()
        talk.write(b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * (LONGEST + 1) + b'"}\n')
        assert talk.hear()["error"]["code"] == -32600
        assert talk.ask("ping")["result"] == {}
        words = "hot kiln " * 20_000  # 180 kB is long, and no mistake
        talk.call("memory_log", role="user", content=words)
        assert talk.call("memory_show", node_id="m2")["structuredContent"]["content"] == words


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=st.lists(st.binary(max_size=40), max_size=12), long=st.booleans())
def test_lines_are_cut_at_line_feeds_alone_however_they_arrive(pieces: list[bytes], long: bool) -> None:
    whole = b"".join(pieces) + (b"x" * (LONGEST + 1) if long else b"")
    lines = Lines()
    found = [one for piece in [*pieces, *([b"x" * (LONGEST + 1)] if long else [])] for one in lines.feed(piece)]
    kept = [one for one in [*found, *lines.last()] if not isinstance(one, TooLong)]
    expected = whole.split(b"\n")
    assert kept == [one for at, one in enumerate(expected) if (at < len(expected) - 1 or one) and len(one) <= LONGEST]
    assert sum(isinstance(one, TooLong) for one in found) == long


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(
    ["memory_query", "memory_log", "memory_list", "memory_show", "memory_edit", "memory_verify", "x"]
)
FIELDS = st.sampled_from(
    ["query", "k", "role", "content", "node_id", "as_of", "known_at", "limit", "after", "when", "name"]
)
CALLS = st.fixed_dictionaries({"name": NAMES, "arguments": st.dictionaries(FIELDS, JSON, max_size=4)})
METHODS = st.sampled_from(["tools/call", "tools/list", "resources/read", "ping", "initialize", "logging/setLevel"])
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": METHODS | st.text(max_size=10)},
    optional={"params": st.one_of(CALLS, JSON), "id": st.one_of(st.integers(), st.text(max_size=5), JSON)},
)
LINES = st.one_of(
    st.binary(max_size=200).map(lambda raw: raw.replace(b"\n", b"")),
    MESSAGES.map(lambda message: json.dumps(message).encode()),
    JSON.map(lambda value: json.dumps(value).encode()),
)


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with talking(tmp_path_factory.mktemp("fuzz") / "store") as talk:
        talk.hello()
        yield talk


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(lines=st.lists(LINES, max_size=5))
def test_whatever_lines_come_the_server_speaks_the_protocol_and_goes_on(lasting: Talk, lines: list[bytes]) -> None:
    for one in lines:
        lasting.write(one + b"\n")
    assert lasting.ask("ping")["result"] == {}


def test_what_was_asked_before_stdin_closed_is_done_and_the_session_is_ended(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        for number in range(20):
            talk.send(
                "tools/call",
                {"name": "memory_log", "arguments": {"role": "user", "content": f"Word {number}."}},
                number,
            )
        assert talk.end() == 0
        assert sorted(one["id"] for one in talk.heard if isinstance(one["id"], int)) == list(range(20))
    assert len(contents(tmp_path / "store")) == 20
    store = Store(AWHMConfig(data_dir=tmp_path / "store"), create=False, mock=True)
    try:
        kinds = [entry.kind for entry in store.entries()]
        assert "SessionEnded" in kinds and store.unconsolidated() == 0, "ended, and consolidated as the settings say"
    finally:
        store.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_as_if_stdin_had_closed(tmp_path: Path, number: signal.Signals) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        talk.call("memory_log", role="user", content="Last words about the kiln.")
        talk.process.send_signal(number)
        assert talk.process.wait(PATIENCE) == 0
    store = Store(AWHMConfig(data_dir=tmp_path / "store"), create=False, mock=True)
    try:
        assert "SessionEnded" in [entry.kind for entry in store.entries()] and store.verify().ok
    finally:
        store.close()


def test_a_client_that_stops_reading_and_leaves_does_not_keep_it_alive(tmp_path: Path) -> None:
    process = subprocess.Popen(
        line(tmp_path / "store"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
    )
    try:
        assert process.stdin is not None and process.stdout is not None
        process.stdout.close()
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        messages: list[dict[str, Any]] = [
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": LOG},
        ]
        process.stdin.write(b"".join(json.dumps(one).encode() + b"\n" for one in messages))
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait(PATIENCE)
    assert contents(tmp_path / "store") == ["Last words about the kiln."]


def test_started_with_closed_streams_it_ends_and_writes_into_no_file(tmp_path: Path) -> None:
    shell = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *line(tmp_path / "store")]
    assert subprocess.run(shell, cwd=ROOT, timeout=PATIENCE).returncode == 0


def test_a_regular_file_will_do_as_stdin_and_stdout(tmp_path: Path) -> None:
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    (tmp_path / "in").write_bytes(ping)  # without a line break at its end
    with open(tmp_path / "in", "rb") as given, open(tmp_path / "out", "wb") as told:
        assert (
            subprocess.run(line(tmp_path / "s"), stdin=given, stdout=told, cwd=ROOT, timeout=PATIENCE).returncode == 0
        )
    assert json.loads((tmp_path / "out").read_bytes()) == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_the_line_that_starts_it(tmp_path: Path) -> None:
    def started(*arguments: str) -> tuple[int, str]:
        run = subprocess.run(
            [sys.executable, "-m", "awhm.mcp_server", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return run.returncode, run.stdout + run.stderr

    assert started("--version")[0] == 0 and "--allow-remote" in started("--help")[1]
    assert started("--no-such") == (
        2,
        "awhm-mcp: No such option '--no-such'\n          `awhm-mcp --help` shows what can be given.\n",
    )
    for address, code in (("0.0.0.0:0", "can be reached"), ("192.168.1.9:1", "can be reached"), ("x", "no HOST:PORT")):
        exit_code, told = started("--http", address)
        assert exit_code == 2 and code in told
    assert started("--allow-remote")[0] == 2 and started("--http", "127.0.0.1:0", "--session", "x")[0] == 2


def test_a_session_can_be_gone_on_with_by_its_id(tmp_path: Path) -> None:
    for content in ("I live in Porto.", "I like tea."):
        with talking(tmp_path / "store", "--session", "mine/1") as talk:
            talk.hello()
            assert talk.call("memory_log", role="user", content=content)["structuredContent"]["session"] == "mine/1"
    store = Store(AWHMConfig(data_dir=tmp_path / "store"), create=False, mock=True)
    try:
        assert store.status()["total_sessions"] == 1
        started = [one.payload for one in store.entries() if one.kind == "SessionStarted" and one.payload]
        assert [one["client"] for one in started] == ["tests"]
    finally:
        store.close()


def test_nothing_is_left_running(tmp_path: Path) -> None:
    with talking(tmp_path / "store") as talk:
        talk.hello()
        talk.call("memory_query", query="kiln")
        number = talk.process.pid
        assert talk.end() == 0
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
