"""How fast is the lexical view, beside bm25s, rank-bm25 and SQLite FTS5 on the same messages?

python -m benchmarks.bm25 [--messages 100000] [--corpus FILE.json.gz] [--fold 1000000] [--only-awhm] [--json]

CPU time of this process. Messages are those of `measure.texts`, or with --corpus those of a file in the
format of ../shared/corpora, read in place. A query is 2 to 8 neighbouring words of a message. "add" is one
more message into the full index, tokens included; bm25s and rank-bm25 have no adds, so theirs is a rebuild.
"""

from __future__ import annotations

import gzip
import json
import resource
import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.language.tokens import STOP_WORDS, terms
from awhm.projections.bm25 import BM25, State
from awhm.projections.bm25_search import K1, B, search
from benchmarks import measure
from benchmarks.measure import Row, least_cpu

T = TypeVar("T")
K = 10
SLICE = 10_000  # messages made at a time for the large fold, outside the measured time
NONE = bytes(16)
HEADER = chain.LAYOUT.pack(
    *(1, 0, Kind.MESSAGE_LOGGED, 1, 0, 1, 0, 0, 1, measure.FIRST), NONE, NONE, 1, NONE, NONE, NONE, bytes(32)
)


def recorded(position: int, text: str) -> Recorded:
    """A message as the log hands it over: two speakers, a minute apart."""
    payload = {
        "session": f"session-{position // measure.MESSAGES_PER_SESSION}",
        "role": "user",
        "content": text,
        "occurred": measure.FIRST + position * 60_000,
        "speaker": ("Anna", "Ben")[position % 2],
    }
    return Recorded(position, HEADER, payload)


def fold(state: State, messages: Iterable[Recorded]) -> State:
    """The state with these messages."""
    evolve = BM25.reads[Kind.MESSAGE_LOGGED]
    for message in messages:
        evolve(state, message)
    return state


def cpu(work: Callable[[], object], repetitions: int = 1) -> float:
    """The least CPU seconds of a call."""
    return least_cpu({"": work}, repetitions)[""]


def each(work: Callable[[T], object], items: Sequence[T], repetitions: int = 1) -> float:
    """CPU milliseconds of a call, the mean over the items; the least of the repetitions."""
    return 1000 * cpu(lambda: [work(item) for item in items], repetitions) / len(items)


def corpus(path: str, count: int) -> list[str]:
    """The messages of a file in the format of ../shared/corpora."""
    with gzip.open(path) as file:
        sessions = json.load(file)["sessions"]
    return [message["content"] for session in sessions for message in session["messages"]][:count]


def questions(texts: Sequence[str], count: int, seed: int) -> list[str]:
    """2 to 8 neighbouring words of messages, at least one of them no stop word."""
    random = np.random.default_rng(seed)
    found: list[str] = []
    while len(found) < count:
        words = ["".join(filter(str.isalnum, word)) for word in texts[int(random.integers(len(texts)))].split()]
        start = int(random.integers(max(len(words) - 8, 1)))
        question = " ".join(words[start : start + int(random.integers(2, 9))])
        if terms(question):
            found.append(question)
    return found


def awhm(texts: Sequence[str], queries: Sequence[str], extra: Sequence[str], repetitions: int) -> list[Row]:
    """Our own rows, those with a bar first."""
    messages = [recorded(at, text) for at, text in enumerate(texts, 1)]
    build = cpu(lambda: fold(BM25.initial(), messages))
    state = fold(BM25.initial(), messages)
    query = each(lambda text: search(state, terms(text), k=K), queries, repetitions)
    more = [recorded(len(texts) + at, text) for at, text in enumerate(extra, 1)]
    add = each(lambda message: fold(state, [message]), more)
    later = [recorded(len(texts) + len(extra) + at, text) for at, text in enumerate(queries, 1)]
    mixed = each(lambda said: search(fold(state, [said]), terms(said.payload["content"]), k=K), later)
    parts = BM25.dump(state)
    size = sum(len(part) if isinstance(part, bytes) else part.nbytes for part in parts.values())
    return [
        Row("awhm: query", query, "ms", 1.0),
        Row("awhm: add", add, "ms", 0.05),
        Row("awhm: add one, then query", mixed, "ms"),
        Row("awhm: build", build, "s"),
        Row("awhm: open from parts", 1000 * cpu(lambda: BM25.load(parts)), "ms"),
        Row("awhm: digest", cpu(lambda: BM25.digest(state)), "s"),
        Row("awhm: saved", size / 1e6, "MB"),
    ]


def fts5(texts: Sequence[str], queries: Sequence[str], extra: Sequence[str]) -> list[Row]:
    """SQLite's full-text index in memory, with its Porter stemmer."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61')")
    insert = "INSERT INTO t VALUES (?)"
    build = cpu(lambda: base.executemany(insert, ((text,) for text in texts)))
    asked = [" OR ".join(f'"{word}"' for word in text.split() if word.lower() not in STOP_WORDS) for text in queries]
    select = f"SELECT rowid, bm25(t) FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT {K}"
    query = each(lambda text: base.execute(select, (text,)).fetchall(), [text for text in asked if text])
    add = each(lambda text: base.execute(insert, (text,)), extra)
    return named("SQLite FTS5 porter", query, add, build)


def bm25s(texts: Sequence[str], queries: Sequence[str]) -> list[Row]:
    """bm25s with our tokens and settings."""
    index: Any = import_module("bm25s").BM25(method="lucene", k1=K1, b=B)
    build = cpu(lambda: index.index([terms(text) for text in texts], show_progress=False))
    query = each(lambda text: index.retrieve([terms(text)], k=K, show_progress=False), queries)
    return named("bm25s", query, 1000 * build, build)


def rank_bm25(texts: Sequence[str], queries: Sequence[str]) -> list[Row]:
    """rank-bm25 with our tokens."""
    made: list[Any] = []
    okapi: Any = import_module("rank_bm25").BM25Okapi
    build = cpu(lambda: made.append(okapi([terms(text) for text in texts])))
    query = each(lambda text: made[0].get_top_n(terms(text), range(len(texts)), n=K), queries[:20])
    return named("rank-bm25", query, 1000 * build, build)


def named(name: str, query: float, add: float, build: float) -> list[Row]:
    """The three rows that every peer has."""
    return [Row(f"{name}: query", query, "ms"), Row(f"{name}: add", add, "ms"), Row(f"{name}: build", build, "s")]


def large(count: int, seed: int) -> list[Row]:
    """The fold of many messages."""
    state, spent = BM25.initial(), 0.0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    made = measure.texts(seed)
    kept: list[str] = []
    for start in range(0, count, SLICE):
        texts = list(islice(made, min(SLICE, count - start)))
        messages = [recorded(start + at, text) for at, text in enumerate(texts, 1)]
        spent += cpu(partial(fold, state, messages))
        kept += texts[::100]
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
    query = each(lambda text: search(state, terms(text), k=K), questions(kept, 200, seed))
    parts = BM25.dump(state)
    return [
        Row(f"{count:,} messages: fold", spent, "s", 25.0 * count / 1e6),
        Row(f"{count:,} messages: query", query, "ms"),
        Row(f"{count:,} messages: open from parts", 1000 * cpu(lambda: BM25.load(parts)), "ms"),
        Row(f"{count:,} messages: digest", cpu(lambda: BM25.digest(state)), "s"),
        Row(f"{count:,} messages: memory at most", memory, "MB"),
    ]


def main() -> int:
    """Run what was asked for and print the table."""
    options = measure.arguments(__doc__ or "", 100_000)
    options.add_argument("--corpus", help="use the messages of this file")
    options.add_argument("--fold", type=int, default=0, help="also fold so many generated messages")
    options.add_argument("--only-awhm", action="store_true", help="leave the other libraries out")
    asked = options.parse_args()
    texts = (
        corpus(asked.corpus, asked.messages)
        if asked.corpus
        else list(islice(measure.texts(asked.seed), asked.messages))
    )
    extra, queries = texts[-1000:], questions(texts, 200, asked.seed)
    rows = large(asked.fold, asked.seed + 1) if asked.fold else []
    rows = [*awhm(texts, queries, extra, asked.repetitions), *rows]
    if not asked.only_awhm:
        rows += [*fts5(texts, queries, extra), *bm25s(texts, queries), *rank_bm25(texts, queries)]
    words = sum(len(text.split()) for text in texts) / len(texts)
    return measure.show(f"BM25: {len(texts):,} messages of {words:.1f} words", rows, as_json=asked.json)


if __name__ == "__main__":
    sys.exit(main())
