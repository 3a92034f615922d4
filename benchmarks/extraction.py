"""What does it cost to find what a message says? Statements with their slots, on one core, from chat-length messages.

python -m benchmarks.extraction [--shared FOLDER] [--messages N] [--json]

Reads `corpora/locomo.json.gz` and `corpora/memorycode.json.gz` in the shared folder (default: `../shared`
beside the repository). CPU time of this process; the best of five runs, since other processes only add to it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

from awhm.language.extract import extract
from awhm.language.slots import slot_key

CORPORA = ("locomo", "memorycode")
RUNS = 5
ENOUGH = 5_000  # messages a second of CPU


class Cost(NamedTuple):
    """One corpus: messages read, their mean length in characters, statements found, messages a second of CPU."""

    corpus: str
    messages: int
    characters: float
    statements: int
    slots: int
    per_second: float


def cost(path: Path, most: int) -> Cost:
    """Extract from the first messages of a corpus, all as the user's, and time it."""
    with gzip.open(path) as file:
        corpus: dict[str, Any] = json.load(file)
    said: list[str] = [message["content"] for session in corpus["sessions"] for message in session["messages"]][:most]
    extract("I live in Rome.")  # packs are compiled at first use
    best, statements, slots = float("inf"), 0, 0
    for _ in range(RUNS):
        start = time.process_time()
        found = [(made, slot_key("user", made)) for text in said for made in extract(text)]
        best = min(best, time.process_time() - start)
        statements, slots = len(found), sum(key is not None for _, key in found)
    mean = sum(map(len, said)) / len(said)
    return Cost(path.name.partition(".")[0], len(said), round(mean, 1), statements, slots, round(len(said) / best))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--messages", type=int, default=4_000, help="at most so many of each corpus")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [cost(given.shared / "corpora" / f"{name}.json.gz", given.messages) for name in CORPORA]
    if given.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
        return
    for row in rows:
        print(
            f"{row.corpus:11} {row.messages} messages of {row.characters} characters: {row.statements} statements,"
            f" {row.slots} with a slot, {row.per_second} messages a second of CPU (at least {ENOUGH})"
        )


if __name__ == "__main__":
    main()
