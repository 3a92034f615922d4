"""`awhm-mcp --http`: several clients at once, who may come in, and how it ends."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import pytest
from mcp.client.client import Client
from mcp_talk import PATIENCE, ROOT, line, listening, run

from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.mcp_server.command import address, is_loopback, token_in
from awhm.mcp_server.web import security
from awhm.store import Store

HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip
USUAL = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def post(
    url: str, headers: dict[str, str], body: Any = HELLO, method: str = "POST"
) -> tuple[int, dict[str, str], bytes]:
    where = urlsplit(url)
    connection = http.client.HTTPConnection(str(where.hostname), int(where.port or 0), timeout=PATIENCE)
    try:
        connection.request(method, where.path, None if body is None else json.dumps(body), {**USUAL, **headers})
        found = connection.getresponse()
        return found.status, {name.lower(): value for name, value in found.getheaders()}, found.read()
    finally:
        connection.close()


def kinds(folder: Path) -> list[str]:
    store = Store(AWHMConfig(data_dir=folder), create=False, mock=True)
    try:
        assert store.verify().ok
        return [entry.kind for entry in store.entries()]
    finally:
        store.close()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_several_clients_at_once_write_and_see_what_the_others_wrote(tmp_path: Path, mode: str) -> None:
    async def one(url: str, number: int) -> None:
        async with Client(url, mode=mode) as to:
            for turn in range(5):
                found = await to.call_tool("memory_log", {"role": "user", "content": f"Client {number} says {turn}."})
                assert not found.is_error
            found = await to.call_tool("memory_query", {"query": f"client {number}", "k": 1})
            assert f"Client {number} says" in found.structured_content["context"]

    with listening(tmp_path / "store") as (url, _):

        async def test() -> None:
            async with anyio.create_task_group() as tasks:
                for number in range(4):
                    tasks.start_soon(one, url, number)

        run(test)
    assert kinds(tmp_path / "store").count("MessageLogged") == 20


def test_a_client_that_says_goodbye_has_its_session_ended_and_others_go_on(tmp_path: Path) -> None:
    with listening(tmp_path / "store") as (url, _):

        async def test() -> None:
            async with Client(url, mode="legacy") as staying:
                await staying.call_tool("memory_log", {"role": "user", "content": "I live in Porto."})
                async with Client(url, mode="legacy") as leaving:
                    await leaving.call_tool("memory_log", {"role": "user", "content": "I like tea."})
                found = await staying.call_tool("memory_status", {})
                assert found.structured_content["unconsolidated"] == 0, "ended and consolidated"
                assert found.structured_content["total_sessions"] == 2

        run(test)
    assert kinds(tmp_path / "store").count("SessionEnded") == 2


def test_only_who_calls_us_by_our_own_name_comes_in(tmp_path: Path) -> None:
    with listening(tmp_path / "store", "--host-name", "memory.lan") as (url, _):
        port = urlsplit(url).port
        for host, status in (
            (f"127.0.0.1:{port}", 200),
            (f"localhost:{port}", 200),
            (f"memory.lan:{port}", 200),
            (f"evil.example:{port}", 421),
            ("evil.example", 421),
            (f"localhost:{port}.evil.example", 421),
        ):
            assert post(url, {"Host": host})[0] == status, host
        for origin, status in (
            (f"http://localhost:{port}", 200),
            ("http://evil.example", 403),
            ("http://localhost:1", 403),
            ("null", 403),
        ):
            assert post(url, {"Origin": origin})[0] == status, origin
        assert post(url, {"Content-Type": "text/plain"})[0] == 400
        assert post(url.replace("/mcp", "/"), {})[0] == 404


def kept_token(folder: Path, text: str = "t" * 32, mode: int = 0o600) -> Path:
    path = folder / "token"
    path.write_text(text)
    path.chmod(mode)
    return path


def test_with_a_token_who_does_not_show_it_reaches_nothing(tmp_path: Path) -> None:
    path = kept_token(tmp_path, "t" * 32 + "\n")
    with listening(tmp_path / "store", "--token-file", str(path)) as (url, _):
        for given in ("", "Bearer", "Bearer " + "t" * 31, "Bearer " + "t" * 33, "Basic " + "t" * 32, "t" * 32):
            status, headers, body = post(url, {"Authorization": given} if given else {})
            assert (status, headers["www-authenticate"]) == (401, 'Bearer realm="awhm"'), given
            assert b"t" * 31 not in body
        assert post(url, {}, method="DELETE")[0] == post(url.replace("/mcp", "/x"), {})[0] == 401
        shown = {"Authorization": "Bearer " + "t" * 32}
        assert post(url, shown)[0] == 200 and post(url, {"Authorization": "bearer " + "t" * 32})[0] == 200
        assert post(url, {**shown, "Host": "evil.example"})[0] == 421, "the token does not open every name"
        assert post(url, {**shown, "Origin": "http://evil.example"})[0] == 403


@pytest.mark.parametrize(("text", "mode"), [("t" * 32, 0o640), ("t" * 32, 0o604), ("short", 0o600), ("t t" * 20, 0o600),
                                            ("", 0o600), ("t" * 600, 0o600), ("é" * 40, 0o600)])  # fmt: skip
def test_a_token_that_others_read_or_guess_is_refused(tmp_path: Path, text: str, mode: int) -> None:
    with pytest.raises(Refused) as refused:
        token_in(str(kept_token(tmp_path, text, mode)))
    assert refused.value.code == "bad_token" and refused.value.hint
    with pytest.raises(Refused):
        token_in(str(tmp_path / "none"))


@pytest.mark.parametrize("where", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"])
def test_what_other_machines_reach_is_refused_without_a_word_and_a_token(tmp_path: Path, where: str) -> None:
    def ended(*more: str) -> tuple[int, str]:
        command = line(tmp_path / "store", "--http", where, *more)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stderr

    path = str(kept_token(tmp_path))
    for more, told in (
        ((), "other machines"),
        (("--allow-remote",), "--token-file"),
        (("--token-file", path), "other"),
    ):
        code, said = ended(*more)
        assert code == 2 and told in said and "listening" not in said
    assert not (tmp_path / "store").exists()


def test_bad_bodies_and_sessions_are_answered_and_the_next_request_as_ever(tmp_path: Path) -> None:
    with listening(tmp_path / "store") as (url, _):
        assert post(url, {}, body=[])[0] == 400
        assert post(url, {}, body="x")[0] == 400
        assert post(url, {"Mcp-Session-Id": "no-such"})[0] in (400, 404)
        assert (
            post(url, {}, body={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"x": "y" * 17_000_000}})[
                0
            ]
            == 413
        )
        status, headers, body = post(url, {})
        assert status == 200 and json.loads(body)["result"]["serverInfo"]["name"] == "awhm"
        assert post(url, {"Mcp-Session-Id": headers["mcp-session-id"]}, body=None, method="DELETE")[0] == 200


def test_a_signal_ends_all_sessions(tmp_path: Path) -> None:
    with listening(tmp_path / "store") as (url, process):
        _, headers, _ = post(url, {})
        mine = {"Mcp-Session-Id": headers["mcp-session-id"], "Mcp-Protocol-Version": "2025-06-18"}
        post(url, mine, body={"jsonrpc": "2.0", "method": "notifications/initialized"})
        call = {"name": "memory_log", "arguments": {"role": "user", "content": "I live in Porto."}}
        status, _, body = post(url, mine, body={"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call})
        assert status == 200 and json.loads(body)["result"]["structuredContent"]["new"] is True
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert kinds(tmp_path / "store").count("SessionEnded") == 1


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        ended = subprocess.run(
            line(tmp_path, "--http", where), cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
        )
    assert ended.returncode == 2 and "Choose another port." in ended.stderr


def test_what_is_loopback() -> None:
    assert all(map(is_loopback, ("localhost", "127.0.0.1", "127.9.9.9", "::1")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.2", "localhost.evil.example", "")))
    assert address("8420", remote=False) == ("127.0.0.1", 8420)
    assert address("[::1]:1", remote=False) == ("::1", 1)
    assert address("0.0.0.0:1", remote=True) == ("0.0.0.0", 1)
    assert "[::1]:8420" in security("127.0.0.1", 8420, ()).allowed_hosts
