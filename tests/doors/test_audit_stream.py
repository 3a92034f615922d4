"""Each event that a process writes is told once it is on the disk: to a callback, and to a file, without content."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from awhm.config import AWHMConfig
from awhm.events.ids import opaque
from awhm.events.ram_log import RamLog
from awhm.session import AWHMSession
from awhm.store import Store

KEYS = {"log", "position", "kind", "recorded", "event_id", "actor", "scope", "session", "counts"}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def config(tmp_path: Path, **more: Any) -> AWHMConfig:
    return AWHMConfig(data_dir=tmp_path / "store", checkpoint_every=0, automatic_snapshots=0, **more)


def test_a_session_tells_its_callback_of_every_event_in_order_and_once(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    with AWHMSession.start_session(config(tmp_path, actor="Ada"), "one", True, on_event=told.append) as session:
        session.log_message("user", "I live in Oslo.", idempotency_key="k")
        session.log_message("user", "I live in Oslo.", idempotency_key="k")
        assert [one["position"] for one in told] == [1]
        key = session.store.log.key
    assert [one["position"] for one in told] == list(range(1, len(told) + 1))
    assert {"MessageLogged", "SessionEnded", "StatementsExtracted", "MemoryFormed"} <= {one["kind"] for one in told}
    assert all(one.keys() == KEYS for one in told)
    assert told[0]["actor"] == opaque(key, "actor", "Ada").hex()
    assert told[0]["session"] == opaque(key, "session", "one").hex()
    assert "Oslo" not in str(told)


def test_the_payload_is_told_where_somebody_asks_for_it(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    stream = tmp_path / "audit.jsonl"
    store = Store(config(tmp_path, audit_stream=stream), mock=True, on_event=told.append, with_payload=True)
    store.log_message("one", "user", "I live in Oslo.")
    store.close()
    assert told[0]["payload"]["content"] == "I live in Oslo."
    assert "Oslo" not in stream.read_text() and lines(stream)[0].keys() == KEYS, "the file never has it"


def test_a_store_in_memory_tells_too(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    store = Store(config(tmp_path), log=RamLog(), mock=True, on_event=told.append)
    store.log_message("one", "user", "I live in Oslo.")
    store.erase(session="one")
    assert told[0]["kind"] == "MessageLogged"
    erased = next(one for one in told if one["kind"] == "PayloadsErased")
    assert erased["counts"]["positions"] >= 1
    assert any(one["kind"] == "ErasureCompleted" for one in told)


def test_the_event_is_on_the_disk_before_the_callback_hears_of_it_and_survives_its_failure(tmp_path: Path) -> None:
    def read_by_another(one: dict[str, Any]) -> None:
        command = [
            sys.executable,
            "-m",
            "awhm",
            "--data-dir",
            str(tmp_path / "store"),
            "log",
            "show",
            f"m{one['position']}",
        ]
        subprocess.run(command, check=True, capture_output=True)
        raise LookupError("the callback failed")

    store = Store(config(tmp_path), mock=True, on_event=read_by_another)
    with pytest.raises(LookupError):
        store.log_message("one", "user", "I live in Oslo.")
    assert store.log.head().position == 1
    store.close()


def test_the_stream_is_appended_to_and_only_the_owner_can_read_it(tmp_path: Path) -> None:
    stream = tmp_path / "audit.jsonl"
    for number in range(3):
        store = Store(config(tmp_path, audit_stream=stream), mock=True)
        store.log_message("one", "user", f"message {number}")
        store.close()
    assert [one["position"] for one in lines(stream)] == [1, 2, 3]
    assert stream.stat().st_mode & 0o777 == 0o600


def test_a_file_that_was_rotated_is_begun_anew(tmp_path: Path) -> None:
    stream = tmp_path / "audit.jsonl"
    store = Store(config(tmp_path, audit_stream=stream), mock=True)
    store.log_message("one", "user", "before")
    stream.rename(tmp_path / "audit.jsonl.1")
    store.log_message("one", "user", "after")
    store.close()
    assert [one["position"] for one in lines(stream)] == [2]


def test_a_stream_that_cannot_be_written_loses_no_message_and_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(config(tmp_path, audit_stream=tmp_path / "no" / "such" / "folder.jsonl"), mock=True)
    with caplog.at_level(logging.WARNING, "awhm"):
        store.log_message("one", "user", "first")
        store.log_message("one", "user", "second")
    assert store.log.head().position == 2
    assert sum("audit stream" in record.message for record in caplog.records) == 1
    store.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_full_disk_loses_no_message(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(config(tmp_path, audit_stream="/dev/full"), mock=True)
    with caplog.at_level(logging.WARNING, "awhm"):
        store.log_message("one", "user", "first")
    assert store.log.head().position == 1
    assert "No space left" in caplog.text
    store.close()


def test_lines_of_several_processes_do_not_mix(tmp_path: Path) -> None:
    stream = tmp_path / "audit.jsonl"
    program = """
import sys
from awhm.config import AWHMConfig
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], audit_stream=sys.argv[2], checkpoint_every=0), mock=True)
for number in range(40):
    store.log_message(sys.argv[3], "user", f"message {number}")
store.close()
"""
    command = [sys.executable, "-c", program, str(tmp_path / "store"), str(stream)]
    running = [subprocess.Popen([*command, name]) for name in ("a", "b")]
    assert [one.wait() for one in running] == [0, 0]
    assert sorted(one["position"] for one in lines(stream)) == list(range(1, 81))


def test_nothing_is_told_without_a_setting_or_a_callback(tmp_path: Path) -> None:
    log = RamLog()
    Store(config(tmp_path), log=log, mock=True).log_message("one", "user", "I live in Oslo.")
    assert log.after is None
