"""One server of a store: there is one at a time, it ends cleanly, and nothing needs it."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hooked import ROOT, Host
from served import Server, ended, left, runs, serving, until

from awhm.hooks.wire import DONE, EVENT, LARGEST, REFUSED, STATUS, connected, frame, pack, receive
from awhm.server.asking import status, stop


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "store")


def test_hooks_hand_over_to_the_server_and_are_recalled_for(host: Host) -> None:
    with serving(host) as server:
        assert host.prompt("My tile setter is Ruben.").line == ""
        assert host.stop("I will remember that.").line == ""
        found = host.prompt("Who is my tile setter?", "s2")
        assert found.code == 0 and found.line == "" and "My tile setter is Ruben." in found.context
        assert server.status()["requests"] == 3 and server.status()["refused"] == {}
        assert server.end()[0] == 0
    assert host.said() == [
        ("claude-s1", "user", "My tile setter is Ruben."),
        ("claude-s1", "assistant", "I will remember that."),
        ("claude-s2", "user", "Who is my tile setter?"),
    ]
    store = host.store()
    (recalled,) = [one for one in store.entries() if one.kind == "MemoriesRecalled"]
    assert recalled.payload == {"session": "claude-s2", "shown": [{"position": 1, "times": 1, "turns": [1]}]}
    assert not store.verify().findings
    store.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_and_leaves_nothing_behind(host: Host, how: signal.Signals) -> None:
    host.prompt("The first message makes the store.")
    host.store().close()
    before = left(host.folder)
    with serving(host) as server:
        assert stat.S_IMODE(os.lstat(host.folder / "server.sock").st_mode) == 0o600
        code, out, line = server.end(how)
    assert (code, out, line) == (0, "ended\n", "")
    assert left(host.folder) <= before | {"bells", "checkpoints", "embeddings"}


def test_there_is_one_at_a_time_and_a_killed_one_s_socket_is_replaced(host: Host) -> None:
    with serving(host) as first:
        second = Server(host)
        code, _, line = second.end()
        assert code == 2 and "runs already" in line
        first.end(signal.SIGKILL)
        assert (host.folder / "server.sock").exists() and not runs(host.folder)
        assert host.stop("It has gone.").line == "", "the hook does it itself"
        with serving(host) as third:
            assert host.stop("It is here again.").line == "" and third.status()["requests"] == 1
            third.end()
    assert [one[2] for one in host.said()] == ["It has gone.", "It is here again."]


def test_the_command_line_stops_it_and_tells_of_it(host: Host) -> None:
    def awhm(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "awhm", *words], cwd=ROOT, env=host.environment(), capture_output=True, text=True
        )

    assert awhm("serve", "--status").stdout == "no server runs\n"
    assert awhm("serve", "--stop").stdout == "no server runs\n"
    with serving(host) as server:
        told = json.loads(awhm("serve", "--status", "--json").stdout)["server"]
        assert told["pid"] == server.process.pid and told["data_dir"] == str(host.folder)
        assert f"process {server.process.pid}" in awhm("serve", "--status").stdout
        assert json.loads(awhm("status", "--json").stdout)["server"]["pid"] == server.process.pid
        assert f"process {server.process.pid}" in awhm("status").stdout
        assert awhm("serve", "--stop").stdout == "it has ended\n"
        assert server.end(None)[0] == 0
    assert json.loads(awhm("status", "--json").stdout)["server"] is None


def test_it_ends_when_nobody_asks(host: Host) -> None:
    with serving(host, "--idle", "0.5") as server:
        assert server.process.wait(timeout=60) == 0
    assert "server.sock" not in left(host.folder)


def test_it_ends_when_its_socket_or_its_folder_is_gone(host: Host) -> None:
    with serving(host) as server:
        (host.folder / "server.sock").unlink()
        assert server.process.wait(timeout=60) == 0
    with serving(host) as server:
        os.rename(host.folder, host.folder.with_name("moved"))
        assert server.process.wait(timeout=60) == 0
    assert not host.folder.exists()


def test_a_hook_with_other_settings_does_without(host: Host, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("k = 3\n")
    with serving(host) as server:
        host.stop("one", AWHM_SCOPE="work")
        host.stop("two", AWHM_K="3")
        host.stop("three", AWHM_CONFIG=str(other))
        assert server.status()["requests"] == 0 and server.status()["refused"] == {"scope": 1, "settings": 2}
        assert host.hook("stop", {"session_id": "s1", "last_assistant_message": "four"}, "--actor", "ann").line == ""
        assert server.status()["requests"] == 1
        server.end()
    assert [one[2] for one in host.said()] == ["one", "two", "three", "four"]


def test_a_request_of_another_version_or_folder_is_refused(host: Host, tmp_path: Path) -> None:
    with serving(host) as server:
        head = ["9.9", str(host.folder), "user", "local", "-", "stop", "5", "0", "00" * 10, "0"]
        for fields, code in ((head, b"version"), ([server.status()["version"], str(tmp_path), *head[2:]], b"folder")):
            assert asked(host, frame(EVENT, pack(fields, b"{}")))[:2] == (REFUSED, code)
        assert host.stop("It goes on.").line == "" and server.status()["requests"] == 1


def asked(host: Host, data: bytes) -> tuple[int, bytes, bytes]:
    connection = connected(str(host.folder), 60)
    try:
        connection.sendall(data)
        return receive(connection, b"")
    finally:
        connection.close()


BAD = [
    b"GET / HTTP/1.1\r\n\r\n", b"AWHM\x02\x01\0\0\0\0", b"AWHM\x01\x01" + (LARGEST + 1).to_bytes(4, "big"),
    frame(77), frame(EVENT), frame(EVENT, b"\xff\xff\xff\xff"), frame(EVENT, pack(["x"], b"{}")),
    frame(EVENT, pack([""] * 20, b"")),
]  # fmt: skip


def test_whatever_comes_in_it_goes_on(host: Host) -> None:
    with serving(host) as server:
        for data in BAD:
            assert asked(host, data)[0] == REFUSED
        for data in (b"", b"AW", frame(EVENT, b"x" * 1000)[:500]):  # clients that die half way
            connection = connected(str(host.folder), 60)
            connection.sendall(data)
            connection.close()
        whole = frame(STATUS) + frame(STATUS)
        connection = connected(str(host.folder), 60)
        for byte in whole:
            connection.sendall(bytes((byte,)))
        kind, _, rest = receive(connection, b"")
        assert (kind, receive(connection, rest)[0]) == (DONE, DONE)
        connection.close()
        for _ in range(200):  # who connects and never says anything
            socket.socket(socket.AF_UNIX).close()
        assert host.stop("It goes on.").line == "" and server.status()["requests"] == 1
        server.end()
    assert [one[2] for one in host.said()] == ["It goes on."]


def test_a_path_that_no_socket_can_have_is_no_hindrance(tmp_path: Path) -> None:
    host = Host(tmp_path / ("deep" * 20) / ("er" * 40) / "store")
    with serving(host) as server:
        assert host.stop("It is far down.").line == "" and server.status()["requests"] == 1
        assert server.end()[0] == 0
    assert "server.sock" not in left(host.folder) and len(host.said()) == 1


def test_the_first_hook_starts_it_if_the_user_said_so(host: Host) -> None:
    host.stop("one")
    assert not runs(host.folder)
    host.hook("stop", {"session_id": "s1", "last_assistant_message": "two"}, "--server")
    try:
        until(lambda: runs(host.folder))
        host.hook("stop", {"session_id": "s1", "last_assistant_message": "three"}, "--server")
        assert (status(str(host.folder)) or {})["requests"] == 1
    finally:
        ended(host)
    assert [one[2] for one in host.said()] == ["one", "two", "three"]


def test_many_first_hooks_start_one(host: Host) -> None:
    started = [host.start("stop", AWHM_HOOK_SERVER="true") for _ in range(6)]
    for number, process in enumerate(started):
        assert process.stdin is not None
        process.stdin.write(json.dumps({"session_id": f"s{number}", "last_assistant_message": f"{number}"}).encode())
        process.stdin.close()
    for process in started:
        assert process.stderr is not None and process.stdout is not None
        assert process.stderr.read() == b"" and process.wait(timeout=60) == 0
        process.stderr.close()
        process.stdout.close()
    try:
        until(lambda: runs(host.folder))
    finally:
        ended(host)
    assert sorted(one[2] for one in host.said()) == [str(number) for number in range(6)]


def test_one_that_cannot_start_says_why_and_is_not_tried_at_once_again(host: Host) -> None:
    host.folder.mkdir()
    (host.folder / "log.db").write_bytes(b"not a database" * 400)
    failed = host.folder / "hooks" / "server.failed"
    host.hook("stop", {"session_id": "s1", "last_assistant_message": "x"}, "--server")
    until(failed.exists)
    assert "not an SQLite database" in failed.read_text()
    before = failed.stat().st_mtime_ns
    host.hook("stop", {"session_id": "s1", "last_assistant_message": "y"}, "--server")
    assert stop(str(host.folder)) is False and failed.stat().st_mtime_ns == before
    run = subprocess.run(
        [sys.executable, "-m", "awhm", "serve", "--status"], cwd=ROOT, env=host.environment(), capture_output=True,
        text=True,
    )  # fmt: skip
    assert "could not be started" in run.stdout
