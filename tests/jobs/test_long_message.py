"""One very long message: what becomes of it takes time by its length, not by the square of it."""

from __future__ import annotations

import time
from pathlib import Path

from awhm.config import AWHMConfig
from awhm.store import Store


def text(length: int) -> str:
    """Statements, names, dates and numbers, as in a long pasted report."""
    said = (f"I met Person{n} in Town{n % 50} on {n % 27 + 1} May and the port{n} is {n}." for n in range(length // 50))
    return " ".join(said)[:length]


def seconds(folder: Path, length: int) -> float:
    """CPU that the consolidation of one message takes; the least of two, as the first imports much."""
    found: list[float] = []
    for turn in range(2):
        store = Store(AWHMConfig(data_dir=folder / f"{length}-{turn}", mock_embeddings=True, ner=False))
        store.log_message("s", "user", text(length))
        started = time.process_time()
        store.consolidate()
        found.append(time.process_time() - started)
        assert store.unconsolidated() == 0 and store.status()["memories_active"] > length // 200
        store.close()
    return min(found)


def test_time_grows_with_the_length_of_a_message_alone(tmp_path: Path) -> None:
    short, long = seconds(tmp_path, 30_000), seconds(tmp_path, 180_000)
    assert long < 10 * short, f"{long:.1f} s against {short:.1f} s for a sixth of it"
