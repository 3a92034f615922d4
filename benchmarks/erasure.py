"""What does it cost to erase, from the tombstone to the zeroed WAL, and what does it rewrite?

python -m benchmarks.erasure [--messages 100000] [--json]

The store stands open with its views, as a server's or an agent's does. No memories: what is measured is the log and
what is made of every message. The look into every file comes after, and is measured by itself.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from awhm.commands.erasing import Meant, plan
from awhm.commands.handle import handle_erasure
from awhm.commands.tombstone import Made, events
from awhm.config import AWHMConfig
from awhm.jobs.meant import Meaning
from awhm.jobs.residue import residue
from awhm.store import Store
from benchmarks import measure
from benchmarks.measure import Row, make_store

AT_ONCE = 1000  # messages of one pass


@dataclass
class Spent:
    """CPU and wall seconds of each step of some erasures."""

    cpu: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    wall: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def step(self, name: str, run: Callable[[], object]) -> None:
        """Take one step, and keep what it took."""
        cpu, wall = time.process_time(), time.perf_counter()
        run()
        self.cpu.setdefault(name, []).append(time.process_time() - cpu)
        self.wall.setdefault(name, []).append(time.perf_counter() - wall)

    def sums(self, *names: str, wall: bool = False) -> list[float]:
        """For each erasure the sum of some steps."""
        times = self.wall if wall else self.cpu
        return [sum(parts) for parts in zip(*(times[name] for name in names), strict=True)]


def view_files(folder: str) -> dict[str, int]:
    """The files of the saved views with their sizes."""
    found: dict[str, int] = {}
    for parent, _, names in os.walk(os.path.join(folder, "views")):
        found |= {os.path.join(parent, name): os.stat(os.path.join(parent, name)).st_size for name in names}
    return found


def erase(store: Store, messages: Sequence[int], spent: Spent) -> list[bytes]:
    """Erase some messages, each step by itself; the payloads that are gone."""
    payloads: list[bytes] = []

    def make() -> tuple[list[int], Callable[[int], list[Made]]]:
        views = {name: view.state for name, view in store.keeper.views(store.keeper.names).items()}
        meaning = Meaning(store.writer, views)
        meant = Meant(whole=dict.fromkeys(messages, "asked for"))
        found = plan(meant, views["beliefs"], views["entities"], meaning.payload, meaning.elsewhere)
        payloads[:] = [store.log.payload(position) or b"" for position in found.positions]
        made = partial(events, found, views["beliefs"], reason="asked", closed={}, first={})
        return found.positions, made

    spent.step("commit", lambda: handle_erasure(make, store.writer))
    spent.step("wal", store.log.scrub)
    spent.step("views", store.keeper.purge)
    return payloads


def measured(folder: str, count: int, repetitions: int) -> list[Row]:
    """The rows of the table, on a copy of the store that may be erased from."""
    store = Store(AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False, embed_in_background=False))
    store.keeper.views(store.keeper.names)
    for name in store.keeper.names:
        store.keeper.save(name)
    erase(store, [count // 3], Spent())  # once for all: what a first erasure finds in old files is not the rule
    one, many = Spent(), Spent()
    written: list[int] = []
    payloads: list[bytes] = []
    for turn in range(repetitions):
        before = view_files(folder)
        payloads = erase(store, [1 + (turn + 1) * count // (repetitions + 2)], one)
        written.append(sum(size for path, size in view_files(folder).items() if path not in before))
    total = sum(view_files(folder).values())
    many_at = [position for position in range(7, count, count // (AT_ONCE + 1)) if store.log.payload(position)]
    erase(store, many_at[:AT_ONCE], many)
    size = sum(os.stat(os.path.join(at, name)).st_size for at, _, names in os.walk(folder) for name in names)
    looked = Spent()
    looked.step("look", lambda: residue(folder, payloads, lambda: (body for _, _, body in store.log.read() if body)))
    store.close()
    steps = ("commit", "wal", "views")
    least = {name: 1000 * min(one.cpu[name]) for name in steps}
    parts = ", ".join(f"{name} {value:.1f}" for name, value in least.items())
    return [
        Row("one message, tombstone to zeroed WAL: CPU", 1000 * min(one.sums("commit", "wal")), "ms", 20),
        Row("the same, wall, median", 1000 * median(one.sums("commit", "wal", wall=True)), "ms"),
        Row("the same with the saved views: CPU", 1000 * min(one.sums(*steps)), "ms", 20, control=parts),
        Row("the same, wall, median", 1000 * median(one.sums(*steps, wall=True)), "ms"),
        Row(
            "saved views written anew for one message", median(written) / 1e6, "MB", control=f"of {total / 1e6:.0f} MB"
        ),
        Row(f"{AT_ONCE:,} messages in one pass: wall", many.sums(*steps, wall=True)[0], "s"),
        Row(f"{AT_ONCE:,} messages in one pass: CPU", many.sums(*steps)[0], "s", 2),
        Row("the look into every file, for one message: wall", looked.wall["look"][0], "s"),
        Row("the same, a second", size / 1e6 / looked.wall["look"][0], "MB"),
    ]


def main() -> int:
    """Copy the generated store, erase from the copy, and print the table."""
    options = measure.arguments(__doc__ or "", 100_000).parse_args()
    original = make_store(options.dir, options.messages, options.seed)
    with tempfile.TemporaryDirectory(dir=options.dir) as room:
        folder = os.path.join(room, "store")
        # Without views, which an older version may have saved: they are folded anew.
        shutil.copytree(original, folder, ignore=shutil.ignore_patterns("views"))
        rows = measured(folder, options.messages, options.repetitions)
    return measure.show(f"Erasing from a log of {options.messages:,} messages", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
