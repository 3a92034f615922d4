"""How fast is embedding, and how fast are opening and searching the store, beside a plain numpy product?

Run: python benchmarks/embedding.py [--rows 10000 100000] [--texts 256]

Texts are LoCoMo's messages (../shared/corpora). Search rows are random unit vectors in a store of our
own file format; the control is `matrix @ query` and a sort of the best over one contiguous float32 array.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from awhm.adapters.minilm import MiniLM
from awhm.events.fold import Array
from awhm.projections.columns import Column
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.nearest import pending, search
from awhm.projections.rows import Positions
from awhm.projections.vectors import Vectors

CORPUS = Path(__file__).parents[1] / ".." / "shared" / "corpora" / "locomo.json.gz"
DIM = 384
K = 50


def texts_of(count: int) -> list[str]:
    """The first messages of LoCoMo."""
    found: list[str] = []
    with gzip.open(CORPUS, "rt", encoding="utf-8") as file:
        for line in file:
            conversation: dict[str, Any] = json.loads(line)
            for session in conversation["sessions"]:
                found += [message["content"] for message in session["messages"]]
            if len(found) >= count:
                break
    return found[:count]


def best(run: Callable[[], object], repeats: int = 7) -> tuple[float, float]:
    """The least wall time and the least CPU time of a call, in milliseconds."""
    wall, cpu = list[float](), list[float]()
    for _ in range(repeats):
        clock, used = time.perf_counter(), time.process_time()
        run()
        wall.append(time.perf_counter() - clock)
        cpu.append(time.process_time() - used)
    return min(wall) * 1e3, min(cpu) * 1e3


def embedding(count: int) -> None:
    """Texts per second, one by one and 32 at a time, on one thread and two."""
    texts = texts_of(count)
    for threads in (1, 2):
        model = MiniLM(threads)
        model.encode(texts[:4])

        def singly(model: MiniLM = model) -> None:
            for text in texts:
                model.encode_single(text)

        def batched(model: MiniLM = model) -> None:
            for start in range(0, len(texts), 32):
                model.encode(texts[start : start + 32])

        for label, run in (("1", singly), ("32", batched)):
            wall, cpu = best(run, 2)
            print(
                f"embed  threads {threads}  batch {label:>2}: {len(texts) / wall * 1e3:6.0f} texts/s, "
                f"{len(texts) / cpu * 1e3:6.0f} texts per CPU second"
            )


def searching(rows: int, folder: Path) -> None:
    """Opening, joining and searching a store of so many rows, beside a plain product."""
    model = MiniLM.fingerprint
    state, store = Vectors(Positions("u8"), Column("u2"), Column("V32")), FileEmbeddings(folder, model, DIM)
    drawn = np.random.default_rng(7)
    for start in range(0, rows, 50_000):
        count = min(50_000, rows - start)
        vectors = drawn.standard_normal((count, DIM), np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        commitments = np.frombuffer(drawn.bytes(32 * count), "V32")
        state.position.extend(np.arange(start + 1, start + count + 1, dtype=np.uint64))
        state.passage.extend(np.zeros(count, np.uint16))
        state.commitment.extend(commitments)
        store.append(commitments, np.zeros(count, np.uint16), vectors)
    query = store.vectors()[rows // 2].copy()
    plain = np.ascontiguousarray(store.vectors())

    def control() -> Array:
        cosine = plain @ query
        near = np.argpartition(-cosine, K)[:K]
        return near[np.argsort(-cosine[near])]

    def opened() -> None:
        state.rows.clear()
        pending(state, FileEmbeddings(folder, model, DIM))

    search(state, store, query, k=K)
    until = rows // 2
    for label, run in (
        ("open and join", opened),
        ("control: contiguous product", lambda: plain @ query),
        ("control: product and top 50", control),
        ("product over the store's view", lambda: store.vectors() @ query),
        ("search, top 50", lambda: search(state, store, query, k=K)),
        ("search, top 50, first half only", lambda: search(state, store, query, k=K, until=until)),
    ):
        wall, cpu = best(run)
        print(f"{rows:>9,} rows  {label:<32} {wall:8.2f} ms, CPU {cpu:8.2f} ms")


def main() -> None:
    """Run both parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--texts", type=int, default=256)
    arguments = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    if arguments.texts:
        embedding(arguments.texts)
    for rows in arguments.rows:
        with tempfile.TemporaryDirectory() as folder:
            searching(rows, Path(folder))


if __name__ == "__main__":
    main()
