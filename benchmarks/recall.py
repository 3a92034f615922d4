"""How fast does recall answer, from question to results, and how fast is a message taken in with its vectors?

Two stores are asked. The large one is made of chat messages whose words follow each other as they do in LoCoMo,
and is asked LoCoMo's questions; the small one is as much of LongMemEval as one of its questions is asked of. A few
thousand of their passages are embedded; the vectors of the others are mixed from those, with noise. All but the
newest messages are consolidated, and as many as a recall reads by itself are not.

Controls in the same run: the question's embedding alone, a plain numpy product over all vectors, `rank_bm25`.
Every question has a turn of everything, several times; its least CPU time counts.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from awhm.adapters.minilm import TOKENIZER, WEIGHTS, MiniLM, content_of
from awhm.commands.command import LogMessage
from awhm.commands.handle import handle_messages
from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.events.fold import Array
from awhm.jobs.tail import TAIL
from awhm.language.time import moment
from awhm.language.tokens import terms
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.nearest import Keys, pending, search
from awhm.projections.token_vectors import TokenStore, record_dim
from awhm.projections.vectors import texts
from awhm.store import Store
from benchmarks.measure import BATCH, FIRST, MESSAGES_PER_SESSION, Row, Times, arguments, show, steady

CORPORA = Path(__file__).parents[1] / ".." / "shared" / "corpora"
MESSAGES = 100_000
SMALL = 500  # messages: what a question of LongMemEval is asked of
REAL = 2_000  # passages that are embedded; the vectors of the others are mixed from theirs
NOISE = 0.25  # the length of the noise in a mixed vector
STEP = 4096  # vectors written together
HOURS = 5  # from one session to the next
MEAN_WORDS = 25
INGESTED = 128  # messages
NEAR = 10  # of the nearest passages, for the share that the search finds


def corpus(name: str) -> dict[str, Any]:
    """A corpus of ../shared, read in place."""
    with gzip.open(CORPORA / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found


def chat(locomo: Mapping[str, Any], seed: int) -> Iterator[LogMessage]:
    """Messages without end, as two people of LoCoMo would write them: each word follows one that it follows there."""
    following: dict[str, list[str]] = defaultdict(list)
    names: dict[str, None] = {}
    for session in locomo["sessions"]:
        for message in session["messages"]:
            names[message["speaker"]] = None
            said = message["content"].partition(": ")[2].split()
            for before, after in zip(["", *said], [*said, ""], strict=True):
                following[before].append(after)
    drawn, people = Random(seed), list(names)
    number = 0
    while True:
        pair = drawn.sample(people, 2)
        start = FIRST + number // MESSAGES_PER_SESSION * HOURS * 3_600_000 + drawn.randrange(HOURS * 3_600_000 // 2)
        for turn in range(MESSAGES_PER_SESSION):
            occurred = start + turn * 60_000
            speaker, role = pair[turn % 2], ("user", "assistant")[turn % 2]
            session = f"chat-{number // MESSAGES_PER_SESSION}"
            content = _message(following, drawn)
            yield LogMessage(new_id(occurred, drawn.randbytes(10)), session, role, content, occurred, None, speaker)
            number += 1


def _message(following: Mapping[str, Sequence[str]], drawn: Random) -> str:
    said: list[str] = []
    wanted = drawn.randrange(MEAN_WORDS // 3, 2 * MEAN_WORDS)
    while True:
        word = drawn.choice(following[said[-1] if said else ""])
        if word:
            said.append(word)
        elif len(said) >= wanted // 2:
            return " ".join(said)
        else:
            said.append(drawn.choice(following[""]) or "Well,")
        if len(said) >= 2 * MEAN_WORDS:
            return " ".join(said)


def haystack(longmemeval: Mapping[str, Any], count: int) -> Iterator[LogMessage]:
    """The messages that the first questions of LongMemEval are asked of, session by session, at least `count`."""
    known = {session["id"]: session for session in longmemeval["sessions"]}
    names = dict.fromkeys(name for question in longmemeval["questions"] for name in question["scope"])
    number = 0
    for name in names:
        if number >= count:
            return
        session = known[name]
        for message in session["messages"]:
            occurred = moment(message.get("timestamp") or session["started_at"]).ms + number
            event = new_id(occurred, number.to_bytes(10, "big"))
            yield LogMessage(event, name, message["role"], message["content"], occurred)
            number += 1


def opened(folder: Path) -> Store:
    """A store as the benchmark uses it: one thread for the model, no name model."""
    return Store(AWHMConfig(data_dir=folder, ner=False, embed_threads=1, query_embed_limit=0))


def made(folder: Path, said: Callable[[], Iterable[LogMessage]], count: int) -> Store:
    """The store in a folder, made of so many messages unless an earlier run has left it."""
    done = folder / "made"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        store = opened(folder)
        messages = iter(said())
        _log(store, islice(messages, count - TAIL))
        store.consolidate()
        _log(store, islice(messages, TAIL))
        fill(store, folder)
        store.close()
        done.touch()
    return opened(folder)


def _log(store: Store, messages: Iterator[LogMessage]) -> None:
    while batch := list(islice(messages, BATCH)):
        handle_messages(batch, store.writer)


def stores_of(folder: Path, model: MiniLM) -> tuple[FileEmbeddings, TokenStore]:
    """Where a store keeps the vectors of its passages and of their tokens."""
    blocks = FileEmbeddings(folder / "embeddings", model.token_fingerprint, record_dim(model.token_dim), "i1")
    return FileEmbeddings(folder / "embeddings", model.fingerprint, model.dim), TokenStore(blocks, model.token_dim)


def fill(store: Store, folder: Path) -> None:
    """Give every passage a vector and tokens: to the first the model's own, to the others some mixed from those."""
    model, drawn = MiniLM(1), np.random.default_rng(1)
    vectors, tokens = stores_of(folder, model)
    keys = pending(store.keeper.view("vectors").state, vectors)
    first = Keys(*(column[:REAL] for column in keys))
    places = zip(first.position.tolist(), first.passage.tolist(), strict=True)
    own: Array
    own_tokens: list[Array]
    own, own_tokens = model.encode_both([_text(store, *place) for place in places])
    tokens.append(first.commitment, first.passage, own_tokens)
    vectors.append(first.commitment, first.passage, own)
    for start in range(REAL, len(keys.position), STEP):
        part = Keys(*(column[start : start + STEP] for column in keys))
        count = len(part.position)
        one = (drawn.random(count) * len(own)).astype(np.int64)
        other, share = np.roll(one, 1), drawn.random((count, 1))
        noise = drawn.standard_normal((count, model.dim)) * (NOISE / model.dim**0.5)
        mixed = own[one] * share + own[other] * (1 - share) + noise
        chosen: list[int] = one.tolist()
        blurred = [_blurred(own_tokens[at], drawn) for at in chosen]
        # Written as `embed_pending` does it: tokens first, in the view's order.
        tokens.append(part.commitment, part.passage, blurred)
        vectors.append(part.commitment, part.passage, mixed / np.linalg.norm(mixed, axis=1, keepdims=True))


def _text(store: Store, position: int, passage: int) -> str:
    payload = store.log.payload(position)
    assert payload is not None
    return dict(texts(json.loads(payload)))[passage]


def _blurred(tokens: Array, drawn: np.random.Generator) -> Array:
    rows, numbers = tokens.shape
    blur = np.rint(12 * drawn.random((int(rows), int(numbers))) - 6)
    moved: Array = np.clip(tokens + blur, -127, 127).astype(np.int8)
    return moved


def turns(questions: Sequence[str], runs: Mapping[str, Callable[[str], object]], repetitions: int) -> dict[str, Array]:
    """The least CPU milliseconds of each run for each question. All runs take turns, question by question."""
    least = {name: np.full(len(questions), np.inf) for name in runs}
    for run in runs.values():
        run(questions[0])
    with steady():
        for _ in range(repetitions):
            for place, question in enumerate(questions):
                for name, run in runs.items():
                    start = time.process_time()
                    run(question)
                    least[name][place] = min(least[name][place], (time.process_time() - start) * 1000)
    return least


def as_packaged() -> Callable[[str], object]:
    """The question's embedding by the model's graph as it is packaged: what the bars were set with."""
    runtime: Any = import_module("onnxruntime")
    tokenizers: Any = import_module("tokenizers")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = runtime.InferenceSession(content_of(WEIGHTS), options, providers=["CPUExecutionProvider"])
    tokenizer = tokenizers.Tokenizer.from_str(content_of(TOKENIZER).decode())
    tokenizer.no_padding()

    def run(question: str) -> object:
        ids = np.array([tokenizer.encode(question).ids], np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return session.run(None, given)[0]

    return run


def large(folder: Path, count: int, questions: int, repetitions: int, seed: int) -> list[Row]:
    """Recall over `count` messages, with and without a model, beside its controls."""
    locomo = corpus("locomo")
    store = made(folder / f"recall-{count}-{seed}", lambda: chat(locomo, seed), count)
    model = MiniLM(1)
    vectors, _ = stores_of(Path(store.config.data_dir), model)
    plain = np.ascontiguousarray(vectors.vectors())
    okapi: Any = import_module("rank_bm25").BM25Okapi
    known = okapi([terms(message.content) for message in islice(chat(locomo, seed), count)])
    every = len(locomo["questions"]) // questions
    asked = [question["question"] for question in locomo["questions"][::every]][:questions]

    def scan(question: str) -> Array:
        cosine = plain @ model.ask(question).vector
        near = np.argpartition(-cosine, NEAR)[:NEAR]
        return near[np.argsort(-cosine[near])]

    runs: dict[str, Callable[[str], object]] = {
        "recall": store.recall,
        "words": lambda question: store.recall(question, semantic=False),
        "embedding": model.ask,
        "packaged": as_packaged(),
        "scan": scan,
        "rank_bm25": lambda question: np.argsort(known.get_scores(terms(question)))[-NEAR:],
    }
    spent = turns(asked, runs, repetitions)
    half = {name: float(np.median(each)) for name, each in spent.items()}
    most = {name: float(np.percentile(each, 95)) for name, each in spent.items()}
    state = store.keeper.view("vectors").state
    shares: list[float] = []
    for question in asked:
        vector = model.ask(question).vector
        cosine = plain @ vector
        least = np.partition(cosine, -NEAR)[-NEAR]
        shares.append(float((search(state, vectors, vector, k=NEAR).cosine >= least - 1e-5).mean()))
    store.close()
    alone = f"the question's embedding alone: {half['embedding']:.1f}, p95 {most['embedding']:.1f}"
    share = float(np.median(spent["embedding"] / spent["packaged"]))
    return [
        Row(f"recall, {count:,} messages: median", half["recall"], "ms", 10, control=alone),
        Row("recall: p95", most["recall"], "ms", 20),
        Row("recall without the embedding: median", float(np.median(spent["recall"] - spent["embedding"])), "ms"),
        Row("the embedding / by the graph as packaged", share, "x", control=f"{half['packaged']:.1f} ms"),
        Row("recall by words alone: median", half["words"], "ms", 3, control=f"rank_bm25: {half['rank_bm25']:.1f}"),
        Row("recall by words alone: p95", most["words"], "ms"),
        Row("embedding and a plain numpy scan: median", half["scan"], "ms"),
        Row(f"of the {NEAR} nearest vectors are found", float(np.mean(shares)), "", 0.99, at_least=True),
    ]  # fmt: skip


def small(folder: Path, questions: int, repetitions: int) -> list[Row]:
    """Recall over as many messages as a question of LongMemEval is asked of."""
    longmemeval = corpus("longmemeval")
    store = made(folder / f"recall-lme-{SMALL}", lambda: haystack(longmemeval, SMALL), SMALL)
    asked = [question["question"] for question in longmemeval["questions"][:questions]]
    runs: dict[str, Callable[[str], object]] = {
        "recall": store.recall,
        "embedding": MiniLM(1).ask,
        "packaged": as_packaged(),
    }
    spent = turns(asked, runs, repetitions)
    store.close()
    before = float(np.median(spent["recall"] / spent["packaged"]))
    alone = f"{np.median(spent['recall']):.1f} against {np.median(spent['embedding']):.1f} ms"
    ratio = float(np.median(spent["recall"] / spent["embedding"]))
    return [
        Row(f"recall, {SMALL} messages of LongMemEval / embedding alone", ratio, "x", 1.5, control=alone),
        Row("the same / the embedding by the graph as packaged", before, "x"),
    ]


def ingest(count: int, repetitions: int, seed: int) -> list[Row]:
    """Messages logged one by one and embedded, against the model alone on the same passages."""
    said = list(islice(chat(corpus("locomo"), seed), count))
    model, times = MiniLM(1), Times()
    model.encode_both(["warm"])

    def taken_in() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = opened(Path(folder))
            for one in said:
                store.handle(one)
            store.recaller.embed_pending()
            store.close()

    def alone() -> None:
        passages = [text for one in said for _, text in texts({"content": one.content, "speaker": one.speaker})]
        for start in range(0, len(passages), 32):
            model.encode_both(passages[start : start + 32])

    for _ in range(repetitions):
        times.run("alone", alone)
        times.run("ours", taken_in)
    each = f"{times.least('ours') / count * 1000:.2f} against {times.least('alone') / count * 1000:.2f} ms a message"
    return [Row("logging and embedding / the model alone, CPU", times.ratio("ours", "alone"), "x", 1.1, control=each)]


def main() -> int:
    """Run all three parts."""
    parser = arguments(__doc__ or "", MESSAGES, 3)
    parser.add_argument("--questions", type=int, default=200, help="how many are asked (default %(default)s)")
    options = parser.parse_args()
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":  # read when numpy is loaded: so again, on one core
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"OPENBLAS_NUM_THREADS": "1"})
    folder = Path(options.dir)
    rows = large(folder, options.messages, options.questions, options.repetitions, options.seed)
    rows += small(folder, min(options.questions, 50), options.repetitions)
    rows += ingest(INGESTED, options.repetitions, options.seed)
    return show("Recall", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
