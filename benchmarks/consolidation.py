"""What consolidation costs: with models against the models alone on the same texts, and without them.

    python -m benchmarks.consolidation [FILE ...] [--repeat N]

Messages come from the files (default: ../shared/corpora/locomo.json.gz). CPU time of this process, all threads,
in one run. Ratio: (consolidating and embedding a store) / (name model and embedder alone on the same texts).
Then, without models, messages a second of CPU on one core, the time of folding and deciding in it; and the time to
decide one more statement in stores of growing size.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from awhm.adapters.embedders import find_embedder, missing
from awhm.adapters.ner import find_ner, missing_ner
from awhm.config import NER_LABELS, AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.language.extract import extract
from awhm.projections.vectors import texts as passages_of
from awhm.store import Store

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "corpora"
BATCH = 32


def cpu(work: Callable[[], object]) -> float:
    """Seconds of CPU that something takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def store_of(files: list[str], folder: str, *, models: bool) -> Store:
    """A store with the messages of some files, its other views caught up."""
    config = AWHMConfig(data_dir=Path(folder) / "store", mock_embeddings=not models, ner=models)
    store = Store(config)
    store.import_files(files)
    store.keeper.views(store.keeper.names)
    return store


def with_models(files: list[str]) -> None:
    """The ratio to the models alone."""
    if missing("all-MiniLM-L6-v2") or missing_ner():
        print("with models: not measured, as one is not installed")
        return
    ner, embedder = find_ner(NER_LABELS), find_embedder()
    with tempfile.TemporaryDirectory() as folder:
        store = store_of(files, folder, models=True)
        payloads = [entry.payload for entry in store.entries() if entry.kind == "MessageLogged" and entry.payload]
        contents = [payload["content"] for payload in payloads]
        passages = [text for payload in payloads for _, text in passages_of(payload)]
        ner.mentions(contents[:8])
        embedder.encode(passages[:8])
        extract("I live in Porto.")
        names = cpu(lambda: ner.mentions(contents))
        vectors = cpu(lambda: [embedder.encode(passages[at : at + BATCH]) for at in range(0, len(passages), BATCH)])
        ours = cpu(store.consolidate)
        embedding = cpu(store.recaller.embed_pending)
        store.close()
    print(f"with models: {len(contents)} messages; name model alone {names:.2f} s, embedder alone {vectors:.2f} s;")
    print(f"  consolidating {ours:.2f} s, embedding {embedding:.2f} s: {(ours + embedding) / (names + vectors):.3f} x")
    print(f"  consolidating alone against the name model alone: {ours / names:.3f} x")


def warm_up() -> None:
    """Compile the rules and load dateparser, which is done once in a process."""
    store = Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())
    for text in ("I moved to Porto on 3 May 2024.", "Me mudé a Lugo el 3 de mayo de 2024.", "Я живу в Казани с 3 мая."):
        store.log_message("warm", "user", text)
    store.consolidate()
    store.close()


def without_models(files: list[str], repeat: int) -> None:
    """Messages a second."""
    warm_up()
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as folder:
            store = store_of(files, folder, models=False)
            extract("I live in Porto.")
            contents = [e.payload["content"] for e in store.entries() if e.kind == "MessageLogged" and e.payload]
            extracting = cpu(lambda texts=contents: [extract(text) for text in texts])  # type: ignore[misc]
            began = time.process_time()
            done = store.consolidate()
            took = time.process_time() - began
            store.close()
        print(
            f"without models: {done.messages} messages, {done.statements} statements:"
            f" {done.messages / took:.0f} a second of CPU; extraction alone {len(contents) / extracting:.0f}"
        )


def deciding() -> None:
    """One more statement, as the number of memories grows."""
    for size in (1_000, 4_000, 16_000):
        store = Store(AWHMConfig(mock_embeddings=True, ner=False, consolidate_at_end=False), log=RamLog())
        for number in range(size):
            store.log_message("s", "user", f"My locker{number} number is {number}.")
        formed = store.consolidate().memories
        spent = 0.0
        for number in range(50):
            store.log_message("s", "user", f"My locker{number} number is {number + 1}.")
            spent += cpu(store.consolidate)
        print(f"one supersession among {formed} memories: {spent / 50 * 1e3:.2f} ms of CPU")
        store.close()


def main() -> None:
    """Run what can be measured here."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", default=[str(SHARED / "locomo.json.gz")])
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    without_models(given.files, given.repeat)
    deciding()
    with_models(given.files)


if __name__ == "__main__":
    main()
