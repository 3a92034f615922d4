"""What does encryption at rest cost? The same messages appended, and replayed, with and without it.

python -m benchmarks.encryption [--json]
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from awhm.adapters.sealing import opened
from awhm.commands.beliefs import BeliefsFold
from awhm.commands.command import LogMessage
from awhm.commands.decide import log_message
from awhm.commands.entities import EntitiesFold
from awhm.commands.handle import Writer
from awhm.commands.state import Decisions
from awhm.config import AWHMConfig
from awhm.events.append_raw import Draft
from awhm.events.fold import View
from awhm.events.sqlite_log import SqliteLog
from awhm.projections.bm25 import BM25
from awhm.projections.buffer import BufferFold
from awhm.projections.graph import GraphFold
from awhm.projections.sessions import SESSIONS
from awhm.projections.vectors import VectorsFold
from awhm.replay.replay import replay
from benchmarks import measure
from benchmarks.append import MANY, TURN, in_batches
from benchmarks.measure import Row, Times, in_turns
from benchmarks.replay import Nothing

BAR = 1.15
REPLAYED = 10_000  # messages, each turn


def views() -> list[View[Any]]:
    """All views of a store, empty."""
    folds: list[Any] = [
        *(Decisions(), SESSIONS, BufferFold(), BM25, VectorsFold()),
        *(BeliefsFold(), EntitiesFold(), GraphFold()),
    ]
    return [View(fold) for fold in folds]


def drafts_of(writer: Writer, said: Sequence[LogMessage]) -> list[Draft]:
    """Messages as they are handed to the log: validated, decided, encoded."""
    return [writer.draft(log_message(one), one.command_id, one.session) for one in said]


def append_all(writer: Writer, said: Sequence[LogMessage]) -> None:
    """Encode, and append a hundred in a transaction."""
    in_batches(drafts_of(writer, said), writer.log.append)


def singly(log: SqliteLog, drafts: Sequence[Draft]) -> None:
    """One transaction and one sync for each."""
    for draft in drafts:
        log.append([draft])


def appended(plain: SqliteLog, sealed: SqliteLog, options: Any) -> tuple[Times, dict[str, int]]:
    """Both logs get the same messages, in turns, in three ways."""
    said = measure.messages(options.seed)
    times = Times()
    counts = {"encode and append": options.batched, "append": options.batched, "one by one": TURN}
    logs = {"plain": plain, "sealed": sealed}
    for _ in range(options.repetitions):
        some = list(islice(said, options.batched))
        for name, log in logs.items():
            times.run(f"encode and append {name}", partial(append_all, Writer(log), some))
        some = list(islice(said, options.batched))
        for name, log in logs.items():
            times.run(f"append {name}", partial(in_batches, drafts_of(Writer(log), some), log.append))
        for _ in range(options.singles // TURN):
            some = list(islice(said, TURN))
            for name, log in logs.items():
                times.run(f"one by one {name}", partial(singly, log, drafts_of(Writer(log), some)))
    return times, counts


def seal_alone(log: SqliteLog, count: int, seed: int) -> float:
    """What bounds it: seconds of CPU for an encryption and a decryption by the library, nothing else."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    cipher, nonce, about = AESGCM(bytes(32)), bytes(12), bytes(18)
    bodies = [draft.payload for draft in drafts_of(Writer(log), list(islice(measure.messages(seed), count)))]
    sealed = [cipher.encrypt(nonce, body, about) for body in bodies]
    runs = {
        "encrypt": lambda: [cipher.encrypt(nonce, body, about) for body in bodies],
        "decrypt": lambda: [cipher.decrypt(nonce, body, about) for body in sealed],
    }
    return max(measure.least_cpu(runs, 20).values()) / count


def main() -> int:
    """Measure and print."""
    parser = measure.arguments("What does encryption at rest cost?", REPLAYED, repetitions=15)
    parser.add_argument("--batched", type=int, default=2000, help="events in batches, each turn (default 2000)")
    parser.add_argument("--singles", type=int, default=200, help="single appends, each turn (default 200)")
    options = parser.parse_args()
    os.makedirs(options.dir, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        config = AWHMConfig(encrypt=True, state_dir=os.path.join(folder, "state"))
        plain = SqliteLog(os.path.join(folder, "plain"))
        sealed = opened(SqliteLog(os.path.join(folder, "sealed")), config)
        times, counts = appended(plain, sealed, options)
        until = min(options.messages, plain.head().position)
        runs: dict[str, Callable[[], object]] = {
            "nothing plain": lambda: replay(plain, [View(Nothing())], until),
            "nothing sealed": lambda: replay(sealed, [View(Nothing())], until),
        }
        folded = in_turns(runs, options.repetitions)
        runs = {
            "views plain": lambda: replay(plain, views(), until),
            "views sealed": lambda: replay(sealed, views(), until),
        }
        in_views = in_turns(runs, max(3, options.repetitions // 2))
        alone = seal_alone(plain, 2000, options.seed) * 1e6
        plain.close()
        sealed.close()

    def of(times: Times, name: str, count: int) -> str:
        least = {one: times.least(f"{name} {one}") / count * 1e6 for one in ("plain", "sealed")}
        return f"{least['plain']:.2f} us an event in plain, {least['sealed']:.2f} sealed"

    rows = [
        *(
            Row(f"{what}: sealed / plain", times.ratio(f"{name} sealed", f"{name} plain"), "x", BAR,
                control=of(times, name, counts[name]))
            for name, what in (
                ("one by one", "append of one, with its sync"),
                ("encode and append", f"encode and append, {MANY} in a transaction"),
            )
        ),
        Row("append of ready drafts: sealed / plain", times.ratio("append sealed", "append plain"), "x",
            control=of(times, "append", counts["append"])),
        Row("replay into all views: sealed / plain", in_views.ratio("views sealed", "views plain"), "x", BAR,
            control=of(in_views, "views", until)),
        Row("replay, nothing folded: sealed / plain", folded.ratio("nothing sealed", "nothing plain"), "x",
            control=of(folded, "nothing", until)),
        Row("AES-256-GCM of one payload by the library alone", alone, "us", control="what bounds it"),
    ]  # fmt: skip
    return measure.show(f"Encryption, {until:,} messages replayed", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
