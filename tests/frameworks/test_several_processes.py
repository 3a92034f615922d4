"""Several processes write the same items at once, and one of them dies in between: nothing lost, nothing by halves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from awhm.config import AWHMConfig
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.sqlite_log import SqliteLog
from awhm.frameworks.langgraph_store import AWHMStore
from awhm.frameworks.memory_files import FileError, MemoryFiles
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]
TURNS = 15

APPEND = """
import sys
from awhm.config import AWHMConfig
from awhm.frameworks.memory_files import FileError, MemoryFiles
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False, embed_in_background=False))
files, made = MemoryFiles(store), 0
print("ready", flush=True)
sys.stdin.readline()
for turn in range(int(sys.argv[3])):
    try:
        files.create(f"/memories/{turn}.md", sys.argv[2])
        made += 1
    except FileError as error:
        assert "already exists" in str(error), error
    files.insert("/memories/shared.md", 0, f"{sys.argv[2]} {turn}")
print(made, flush=True)
store.close()
"""

PUT = """
import sys
from awhm.config import AWHMConfig
from awhm.frameworks.langgraph_store import AWHMStore
from awhm.store import Store
from langgraph.store.base import PutOp
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False, embed_in_background=False))
kept, number = AWHMStore(store), 0
print("ready", flush=True)
while True:
    number += 1
    kept.batch([PutOp(("n",), "a", {"v": number}), PutOp(("n",), "b", {"v": number})])
    print(number, flush=True)
"""


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def opened(folder: Path) -> Store:
    return Store(AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False))


def test_two_processes_edit_one_file_and_create_the_same_ones(tmp_path: Path) -> None:
    store = opened(tmp_path)
    files = MemoryFiles(store)
    files.create("/memories/shared.md", "end\n")
    running = [start(APPEND, tmp_path, name, TURNS) for name in ("one", "two")]
    for process in running:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    told = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert sum(map(int, told)) == TURNS, "each file was made by one of them"
    shown = files.view("/memories/shared.md").split("\n")[1:]
    lines = [line.partition("\t")[2] for line in shown]
    assert lines[-2:] == ["end", ""]
    assert sorted(lines[:-2]) == sorted(f"{name} {turn}" for name in ("one", "two") for turn in range(TURNS))
    assert all(view.same for view in store.rebuild(check=True)) and store.verify().ok
    store.close()


def test_a_process_that_is_killed_leaves_all_of_a_batch_or_none(tmp_path: Path) -> None:
    for least in (1, 2, 5):
        with start(PUT, tmp_path) as process:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
            said = 0
            while said < least:
                said = int(process.stdout.readline())
            os.kill(process.pid, signal.SIGKILL)
            acknowledged = max([said, *map(int, process.stdout.read().split())])
        store = opened(tmp_path)
        found = {item.key: item.value["v"] for item in AWHMStore(store).search(("n",))}
        assert found["a"] == found["b"] >= acknowledged, "what was acknowledged is there, and nothing by halves"
        kinds = [chain.kind_of(header) for _, header, _ in store.log.read()]
        assert kinds.count(Kind.MESSAGE_LOGGED) == kinds.count(Kind.ITEM_PUT)
        assert len(store.recall(f"v {found['a']}", semantic=False)) <= 2, "a value that was replaced is no answer"
        assert store.verify().ok
        store.close()


def test_an_erasure_and_a_rename_at_once_leave_no_name_without_its_file(tmp_path: Path) -> None:
    """Whoever is second sees what the first has done: a name that was moved is erased where it is now."""
    store, other = opened(tmp_path), opened(tmp_path)
    files = MemoryFiles(other)
    files.create("/memories/a.md", "zebedee")
    assert isinstance(store.log, SqliteLog)
    anchored = store.log.before

    def moved_first(count: int) -> None:
        """What happens when the erasure has been decided on and its lock is not taken yet."""
        if files.view("/memories").endswith("a.md"):
            files.rename("/memories/a.md", "/memories/b.md")
        assert anchored is not None
        anchored(count)

    store.log.before = moved_first
    store.erase(containing="zebedee")
    with pytest.raises(FileError):
        files.view("/memories/b.md")
    assert store.items.places() == [] and other.items.places() == []
    assert [event.kind for event in store.entries()].count("ItemPut") == 2
    assert all(event.payload is None for event in store.entries() if event.kind.startswith("Item"))
    assert store.verify().ok and json.dumps(store.status())
    store.close()
    other.close()
