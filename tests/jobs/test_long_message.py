"""One very long message: what becomes of it takes time by its length, not by the square of it."""

from __future__ import annotations

import cProfile
from pathlib import Path

from awhm.config import AWHMConfig
from awhm.language import windows
from awhm.store import Store


def text(length: int) -> str:
    """Statements, names, dates and numbers, as in a long pasted report."""
    said = (
        f"My port{n} is {n} since {n % 12 + 13}/6/2024, said Person{n} in Town{n % 50}." for n in range(length // 50)
    )
    return " ".join(said)[:length]


def work(folder: Path, length: int) -> tuple[int, int]:
    """How many functions the consolidation of one message calls, and how often its figures are looked through."""
    store = Store(AWHMConfig(data_dir=folder / str(length), mock_embeddings=True, ner=False))
    store.log_message("s", "user", text(length))
    profile, before = cProfile.Profile(), windows.day_first_of.cache_info().misses
    profile.enable()
    store.consolidate()
    profile.disable()
    assert store.unconsolidated() == 0 and store.status()["memories_active"] > length // 200
    store.close()
    calls: int = sum(entry.callcount for entry in profile.getstats())
    return calls, windows.day_first_of.cache_info().misses - before


def test_work_grows_with_the_length_of_a_message_alone(tmp_path: Path) -> None:
    work(tmp_path, 3_000)  # what is imported, compiled and made once
    (short, _), (long, looked) = work(tmp_path, 30_000), work(tmp_path, 180_000)
    assert long < 8 * short, f"{long} calls against {short} for a sixth of it"
    assert looked == 1, "a text is looked through once, not for each of its dates"
