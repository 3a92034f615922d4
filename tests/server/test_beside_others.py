"""What others do to a store while its server runs: erase, back up, look after it. And what its server must not keep."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hooked import ROOT, Host
from served import maps, serving, until

NEEDLE = "zeppelin"


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "store")


def awhm(host: Host, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "awhm", *words], cwd=ROOT, env=host.environment(**more), capture_output=True, text=True
    )


def holding(folder: Path, needle: bytes) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and needle in path.read_bytes()]


def test_an_erasure_beside_the_server_leaves_no_byte_and_the_server_forgets(host: Host) -> None:
    saved = {"AWHM_SAVE_EVERY": "5"}  # so that the server has saved views mapped, with the word in them
    with serving(host, **saved) as server:
        for number in range(12):
            host.stop(f"Note {number} is about the harbour.", "s0", **saved)
        host.prompt(f"My {NEEDLE} leaves on Friday.", **saved)
        assert NEEDLE in host.prompt(f"When does my {NEEDLE} leave?", "s2", **saved).context
        until(lambda: (host.folder / "views").exists())
        done = awhm(host, "erase", "--containing", NEEDLE, "--yes", "--json", **saved)
        assert done.returncode == 0, done.stdout + done.stderr
        assert holding(host.folder, NEEDLE.encode()) == []
        found = host.prompt("What leaves on Friday?", "s3", **saved)
        assert found.code == 0 and NEEDLE not in found.out
        gone = f"{host.folder}/"
        until(lambda: not [one for one in maps(server.process.pid) if gone in one and "(deleted)" in one])
        assert holding(host.folder, NEEDLE.encode()) == []
        assert host.stop("It goes on.", **saved).line == "" and server.status()["refused"] == {}
        assert server.end()[0] == 0
    assert holding(host.folder, NEEDLE.encode()) == []
    store = host.store()
    assert not store.verify().findings
    store.close()


def test_what_was_erased_is_said_again_and_kept_again(host: Host) -> None:
    with serving(host):
        host.stop("The answer.")
        assert awhm(host, "erase", "--message", "m1", "--yes").returncode == 0
        assert host.stop("The answer.").line == ""
    assert [one[2] for one in host.said()] == ["The answer."], "it is not taken for the one that was fired twice"


def test_doctor_verify_backup_and_restore_beside_the_server(host: Host, tmp_path: Path) -> None:
    with serving(host) as server:
        host.prompt("My tile setter is Ruben.")
        assert awhm(host, "verify").returncode == 0
        told = json.loads(awhm(host, "doctor", "--json").stdout)
        assert "server.sock" not in json.dumps(told)
        assert awhm(host, "backup", str(tmp_path / "copy.db")).returncode == 0
        refused = awhm(host, "restore", str(tmp_path / "copy.db"), "--replace")
        assert refused.returncode == 3 and "server" in refused.stdout + refused.stderr
        assert host.stop("Noted.").line == "" and server.status()["refused"] == {}
        server.end()
    assert awhm(host, "restore", str(tmp_path / "copy.db"), "--replace").returncode == 0
    assert len(host.said()) == 1


def test_a_log_that_was_moved_away_is_acknowledged_to_nobody(host: Host) -> None:
    with serving(host) as server:
        host.stop("one")
        for name in ("log.db", "log.db-wal", "log.db-shm"):
            (host.folder / name).rename(host.folder / f"old-{name}")
        assert "is gone" in host.stop("two").line, "it was not acknowledged, and nothing takes the log's place unasked"
        assert server.process.wait(timeout=60) == 0
        for name in ("log.db", "log.db-wal", "log.db-shm"):
            (host.folder / f"old-{name}").rename(host.folder / name)
    assert "one" in [one[2] for one in host.said()]


def test_an_encrypted_store_is_served_and_nothing_of_it_is_in_plain(host: Host) -> None:
    sealed = {"AWHM_ENCRYPT": "true"}
    with serving(host, **sealed) as server:
        host.prompt(f"My {NEEDLE} leaves on Friday.", **sealed)
        assert NEEDLE in host.prompt(f"When does my {NEEDLE} leave?", "s2", **sealed).context
        assert server.status()["requests"] == 2 and server.status()["recalls"] == 1
        assert server.end()[0] == 0
    assert holding(host.folder, NEEDLE.encode()) == []
    assert len(host.said()) == 2


def test_what_another_process_consolidates_or_says_is_known_to_the_server(host: Host) -> None:
    with serving(host):
        host.prompt("My tile setter is Ruben.")
        assert awhm(host, "add", "--session", "s9", "My plumber is Otto.").returncode == 0
        assert "Otto" in host.prompt("Who is my plumber?", "s2").context
        assert host.hook("session-end", {"session_id": "s1"}).line == ""
        until(lambda: "MemoryFormed" in host.kinds())
        assert "Ruben" in host.prompt("Who is my tile setter?", "s3").context
    host.work()


def test_private_spans_secrets_and_pauses_are_seen_to_by_the_server(host: Host) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    with serving(host) as server:
        host.prompt("I live in Porto. <private>My PIN is 4711.</private> Thanks.")
        host.prompt(f"Use {secret} for the bucket.")
        host.prompt("<private>only this")
        assert awhm(host, "pause").returncode == 0
        host.prompt("Said in the pause.")
        assert awhm(host, "resume").returncode == 0
        host.stop("Said after it.")
        assert server.status()["refused"] == {}
        for needle in (b"4711", secret.encode(), b"only this", b"Said in the pause"):
            assert holding(host.folder, needle) == []
        server.end()
    said = [one[2] for one in host.said()]
    assert said == ["I live in Porto.  Thanks.", "Use [redacted: AWS Access Key] for the bucket.", "Said after it."]
