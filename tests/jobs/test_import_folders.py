"""A whole `projects` folder, and other large sources: killed and repeated, in bounded memory, from the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from awhm.cli import main
from awhm.cli.rehearsal import Rehearsal
from awhm.cli.walk import files_of
from awhm.commands.handle import Writer
from awhm.config import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.jobs.importers import Message
from awhm.jobs.importing import How, import_files
from awhm.store import Store


def transcript(
    path: Path, session: str, turns: int, copied: list[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """A transcript of ours; `copied` are records of another one that it begins with, as one resumed does."""
    records = [one | {"sessionId": session} for one in copied or []]
    for number in range(turns):
        role = ("user", "assistant")[number % 2]
        text = f"turn {number} of {session}"
        said: Any = text if role == "user" else [{"type": "text", "text": text}, {"type": "thinking", "thinking": "hm"}]
        records.append(
            {
                "type": role,
                "uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, text)),
                "sessionId": session,
                "isSidechain": "agent" in session,
                "timestamp": f"2026-02-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000Z",
                "message": {"role": role, "content": said},
            }
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return records


@pytest.fixture
def projects(tmp_path: Path) -> Path:
    folder = tmp_path / "projects"
    first = transcript(folder / "-home-u-a" / "one.jsonl", "one", 1300)
    transcript(folder / "-home-u-a" / "two.jsonl", "two", 40, first[:900])
    transcript(folder / "-home-u-b" / "agent-x.jsonl", "agent-x", 30)
    (folder / "-home-u-b" / "odd.json").write_text('{"what": "is this"}')
    (folder / "loop").symlink_to(".")
    return folder


ALL = 1300 + 40 + 30
KILLED = """
import os, sys
from awhm.cli.walk import files_of
from awhm.config import AWHMConfig
from awhm.jobs.importing import How, import_files
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True))
told = []
def tell(path, count):
    told.append(count)
    if len(told) == int(sys.argv[3]):
        os.kill(os.getpid(), 9)
import_files([one for one in files_of([sys.argv[2]]) if isinstance(one, str)], store.writer, tell)
"""


@pytest.mark.parametrize("stop", [1, 2, 4])
def test_killed_in_the_middle_and_done_again_is_whole(projects: Path, tmp_path: Path, stop: int) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "store"), str(projects), str(stop)]
    assert subprocess.run(command, timeout=120).returncode == -signal.SIGKILL
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    before = store.log.head().position
    assert 0 < before < ALL
    paths = [one for one in files_of([str(projects)]) if isinstance(one, str)]
    done = import_files(paths, store.writer, how=How(roots=(str(projects),)))
    messages = [entry.payload for entry in store.entries() if entry.payload and "role" in entry.payload]
    assert len(messages) == len({(one["source"]["id"], one["content"]) for one in messages}) == ALL
    assert done.known >= 900 and done.refused == []
    assert [one["role"] for one in messages if one["session"] == "claude-agent-x"] == ["system", "assistant"] * 15
    assert store.verify().ok
    store.close()


def run(store: Path, *arguments: str | Path) -> tuple[int, Any]:
    line = ["--mock", "--data-dir", str(store), "import", *map(str, arguments), "--no-embed", "--json"]
    result = CliRunner(catch_exceptions=False).invoke(main, line)
    return result.exit_code, json.loads(result.stdout)


def test_what_is_left_is_named_to_the_last_item_and_no_word_of_it_is_told(projects: Path, tmp_path: Path) -> None:
    named = tmp_path / "left.jsonl"
    code, rehearsed = run(tmp_path / "store", projects, "--dry-run", "--left", named)
    assert code == 0 and not (tmp_path / "store").exists()
    first = named.read_text().splitlines()
    code, done = run(tmp_path / "store", projects, "--left", named)
    assert code == 0 and named.read_text().splitlines() == first
    assert done["new"] == rehearsed["new"] == ALL and done["known"] == rehearsed["known"] == 900
    assert len(first) == done["left"] == sum(done["skipped"].values())
    assert done["skipped"] == {"thinking": ALL // 2 + 450, "in no format that can be imported": 1}
    assert {json.loads(line)["reason"] for line in first} == set(done["skipped"])
    assert "turn 1" not in named.read_text()


def test_a_file_that_is_named_itself_and_in_no_format_is_refused(projects: Path, tmp_path: Path) -> None:
    odd = projects / "-home-u-b" / "odd.json"
    code, done = run(tmp_path / "store", odd)
    assert code == 2 and [one["code"] for one in done["refused"]] == ["unknown_format"]


def test_branches_are_an_option_of_the_command(tmp_path: Path) -> None:
    chat = {"uuid": "k", "chat_messages": [
        {"uuid": "a", "sender": "human", "text": "Graz", "parent_message_uuid": "r"},
        {"uuid": "b", "sender": "human", "text": "Linz", "parent_message_uuid": "r"},
        {"uuid": "c", "sender": "assistant", "text": "Noted", "parent_message_uuid": "b"},
    ]}  # fmt: skip
    (tmp_path / "chat.json").write_text(json.dumps([chat]))
    assert run(tmp_path / "store", tmp_path / "chat.json")[1]["new"] == 2
    assert run(tmp_path / "store", tmp_path / "chat.json", "--branches")[1]["new"] == 1


def test_a_place_that_cannot_be_written_to_is_refused(projects: Path, tmp_path: Path) -> None:
    line = ["--data-dir", str(tmp_path / "store"), "import", str(projects), "--left", str(tmp_path / "no" / "where")]
    result = CliRunner().invoke(main, line)
    assert result.exit_code == 2 and not (tmp_path / "store").exists()


def test_what_changes_a_message_before_it_is_written_does_not_change_who_it_is(tmp_path: Path) -> None:
    def hidden(message: Message) -> Message:
        return replace(message, content=message.content.replace("hunter2", "[redacted]"))

    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"role": "user", "content": "my password is hunter2", "session": "s"}))
    log = RamLog()
    import_files([str(path)], Writer(log), how=How(change=hidden))
    assert import_files([str(path)], Writer(log)).known == 1
    assert b"[redacted]" in (log.payload(1) or b"") and log.head().position == 1


BOUNDED = """
import resource, sys
from awhm.jobs.importers import Message, parse
list(parse(sys.argv[1]))  # what the code itself needs
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert sum(isinstance(item, Message) for item in parse(sys.argv[2])) == int(sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("indent", [None, 1])
def test_an_export_is_read_in_memory_that_does_not_grow_with_it(tmp_path: Path, indent: int | None) -> None:
    chat = {
        "uuid": "k",
        "chat_messages": [{"uuid": f"m{n}", "sender": "human", "text": "words " * 300} for n in range(20)],
    }
    small, large = tmp_path / "small.json", tmp_path / "large.json"
    small.write_text(json.dumps([chat], indent=indent))
    one = json.dumps(chat, indent=indent)
    with large.open("w") as file:
        file.write("[" + ",".join(one.replace('"k"', f'"k{n}"') for n in range(1500)) + "]")
    assert large.stat().st_size > 50_000_000
    script = [sys.executable, "-c", BOUNDED, str(small), str(large), str(1500 * 20)]
    grown = int(subprocess.run(script, check=True, capture_output=True, text=True, timeout=120).stdout)
    assert grown < 16 * 1024, f"{grown} KiB more for a file of 54 MB"


@pytest.mark.parametrize("indent", [None, 1])
def test_what_comes_out_of_a_pipe_is_taken_whole(tmp_path: Path, indent: int | None) -> None:
    records = [{"role": "user", "content": f"words {n}", "session": "s"} for n in range(3000)]
    text = json.dumps(records, indent=indent) if indent else "".join(json.dumps(one) + "\n" for one in records)
    script = [sys.executable, "-m", "awhm", "--mock", "--data-dir", str(tmp_path / "store"), "import", "/dev/stdin"]
    done = subprocess.run([*script, "--no-embed", "--json"], input=text, capture_output=True, text=True, timeout=120)
    assert json.loads(done.stdout)["new"] == 3000


def test_what_hooks_logged_while_the_session_ran_is_not_taken_again(tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    records = transcript(path, "live", 6)
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    store.log_message("claude-live", "user", "turn 2 of live\n", timestamp="2026-02-01T00:00:03Z")
    store.log_message("claude-live", "user", "turn 4 of live", timestamp="2026-02-01T05:00:00Z")  # said another time
    store.log_message("claude-other", "user", "turn 0 of live", timestamp="2026-02-01T00:00:00Z")
    rehearsed = import_files([str(path)], Writer(Rehearsal(store.log)))
    done = store.import_files([str(path)])
    assert (done.new, done.known) == (rehearsed.new, rehearsed.known) == (5, 1)
    records.append(records[2] | {"uuid": str(uuid.uuid4()), "timestamp": "2026-02-01T00:00:09.000Z"})
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    later = store.import_files([str(path)])
    assert (later.new, later.known) == (1, 6), "the same words once more are a message of their own"
    store.close()


def test_what_a_hook_logged_and_was_erased_does_not_come_back_from_the_transcript(tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    begun = datetime.now(UTC) - timedelta(seconds=100)
    records = [
        one | {"timestamp": (begun + timedelta(seconds=number)).isoformat()}
        for number, one in enumerate(transcript(path, "live", 200))
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    store.log_message("claude-live", "user", "turn 100 of live")
    store.erase(containing="turn 100 of")
    done = store.import_files([str(path)])
    contents = [entry.payload["content"] for entry in store.entries() if entry.payload and "content" in entry.payload]
    assert "turn 100 of live" not in contents and "turn 0 of live" in contents and "turn 199 of live" in contents
    assert done.new + done.known == 200
    store.close()
