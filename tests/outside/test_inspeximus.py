"""The residue scan of `inspeximus`, an outside program, over our folders: after an erasure it finds nothing.

    pip install --group outside && pytest tests/outside

It needs no network and no model. It tells apart what is in a live row, what is in pages that nobody has overwritten,
and what is in other files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from awhm.config import AWHMConfig
from awhm.store import Store

pytestmark = pytest.mark.skipif(find_spec("inspeximus") is None, reason="inspeximus (group outside) is missing")
SECRET = "My sister’s allergologist is called Wilhelmina Quetzalcoatl."
VALUES = [
    SECRET, SECRET.lower(), SECRET.upper(), json.dumps(SECRET)[1:-1], "Wilhelmina", "wilhelmina", "WILHELMINA",
    "Quetzalcoatl", "quetzalcoatl", "quetzalcoat", "allergologist", "allergolog",
]  # fmt: skip


def scanned(root: Path) -> dict[str, Any]:
    """What the scan finds of the secret below a folder; it runs as its own program."""
    values = [part for value in VALUES for part in ("--value", value)]
    command = [sys.executable, "-m", "inspeximus.erasure_residue", "--root", str(root), "--json", *values]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    report: dict[str, Any] = json.loads(run.stdout)
    assert report["ok"] == (run.returncode == 0)
    return report


def kinds(root: Path) -> set[str]:
    return {finding["kind"] for finding in scanned(root)["findings"]}


def opened(folder: Path) -> Store:
    return Store(
        AWHMConfig(
            data_dir=folder / "data", state_dir=folder / "state", save_every=1, mock_embeddings=True, ner=False,
            embed_in_background=False,
        )
    )  # fmt: skip


def told(folder: Path) -> Store:
    """A store that knows the secret in every way that it can: log, statements, memories, names, vectors, views."""
    store = opened(folder)
    for number in range(40):
        store.log_message("s", "user", f"On day {number} we spoke about the weather and the garden.")
    store.log_message("s", "user", SECRET)
    store.log_message("s", "user", "I live in Lisbon.")
    store.consolidate()
    store.snapshots.create("before")
    store.recall("What is the name of my sister's allergologist?")
    store.anchors.publish()
    store.close()  # what was in the WAL is in the tables now
    return opened(folder)


@pytest.mark.parametrize("open_still", [True, False])
def test_after_an_erasure_nothing_is_live_unreclaimed_or_plain(tmp_path: Path, open_still: bool) -> None:
    store = told(tmp_path)
    assert {"LIVE", "PLAIN"} <= kinds(tmp_path), "the scan finds what is there"
    done = store.erase(containing="Wilhelmina Quetzalcoatl")
    assert done.completed is not None
    if not open_still:
        store.close()
    report = scanned(tmp_path)
    assert report["ok"] and not report["findings"] and not report["skipped"], report
    assert report["checked_files"] > 3
    store.close()


def test_after_a_hard_delete_of_the_message_nothing_is_left(tmp_path: Path) -> None:
    store = told(tmp_path)
    [message] = [entry.position for entry in store.entries() if SECRET in str(entry.payload)]
    assert store.delete(f"m{message}").node_deleted
    report = scanned(tmp_path)
    assert report["ok"], report
    store.close()


def test_an_erasure_that_goes_only_half_the_way_is_found(tmp_path: Path) -> None:
    """The control: the same payloads deleted by a program that knows nothing of the WAL and of views."""
    store = told(tmp_path)
    store.close()
    program = """
import sqlite3, sys
log = sqlite3.connect(sys.argv[1])
log.execute("PRAGMA secure_delete=OFF")
log.execute("DELETE FROM payloads WHERE instr(body, 'Wilhelmina')")
log.commit()
log.close()
"""
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "data" / "log.db")], check=True)
    assert kinds(tmp_path) == {"UNRECLAIMED", "PLAIN"}
