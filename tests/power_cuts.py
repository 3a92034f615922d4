"""Power cuts, simulated: whatever was not synced is lost in part. Is what was acknowledged there, and the erased gone?

    python tests/power_cuts.py --crashes 10000 [--seed N] [--mode FULL|NORMAL|OFF] [--keep DIR]

A story is a store that logs messages and batches, consolidates, erases, names and restores snapshots, signs
checkpoints, rewrites its tables, closes and opens again, on the disk of `recorded_disk.py`. The power is then cut at
random places of the record. What is left is opened with the stock `sqlite3`, through `SqliteLog`:

- every event that was acknowledged is there, with the chain that it had then, and the log verifies;
- every batch is there as a whole or not at all;
- a text whose erasure was reported as done is in no byte of any file;
- an erasure that was under way is gone on with by the next start, and then its text is in no byte either.

Prints one line of JSON; exits with 0 if all is well, else 1. The modes NORMAL and OFF are controls, with another
`synchronous` than ours: they must fail. A seed repeats what is done and when the power is cut, but not the bytes, as
ids and salts are random; `--keep` keeps the files of what fails.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from recorded_disk import Mark, Step, cuts, recorded

from awhm.commands.command import LogMessage
from awhm.commands.handle import Writer, handle_messages
from awhm.config import AWHMConfig
from awhm.erasure import Erased
from awhm.errors import AwhmError
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.sqlite_log import SqliteLog
from awhm.jobs.erasing import unfinished
from awhm.replay.audit import audit
from awhm.store import Store

STEPS = 45  # things that a story does
PROBLEMS = 20  # of which the first are shown
NO_ONE = frozenset[str]()
FACTS = ["My dog is called {}.", "I live in {}.", "My favourite colour is {}, and I work at {}."]


@dataclass(frozen=True)
class Told:
    """What had been acknowledged at some moment.

    `gone` are words whose erasure was reported as done, `going` those of an erasure that has been begun.
    """

    position: int
    chain: bytes
    gone: frozenset[str] = NO_ONE
    going: frozenset[str] = NO_ONE


def config(folder: Path) -> AWHMConfig:
    """A store that needs nothing from elsewhere; what is remembered outside of it is beside it."""
    return AWHMConfig(
        data_dir=folder, state_dir=folder.with_name(folder.name + "-state"), mock_embeddings=True, ner=False,
        embed_in_background=False, checkpoint_every=0,
    )  # fmt: skip


@dataclass
class Story:
    """What happens to one store, by chance. Each text has a word of its own, which nothing else holds."""

    folder: Path
    chance: Random
    steps: list[Step]
    words: dict[int, str] = field(default_factory=dict[int, str])  # by the position of the message
    gone: frozenset[str] = NO_ONE
    done: Counter[str] = field(default_factory=Counter[str])

    def told(self, store: Store, going: frozenset[str] = NO_ONE) -> None:
        """Mark that everything up to the head is acknowledged."""
        head = store.log.head()
        self.steps.append(Mark(Told(head.position, head.chain, self.gone, going)))

    def run(self) -> None:
        """From the laying out of the log to its last close."""
        store = Store(config(self.folder))
        self.told(store)
        kinds = ["message"] * 5 + ["batch"] * 3 + ["long"] * 2 + ["fact"] * 4
        kinds += ["erase"] * 4 + ["snapshot", "restore", "consolidate", "checkpoint", "checkpoint", "rewrite", "reopen"]
        for _ in range(STEPS):
            kind = self.chance.choice(kinds)
            if kind == "reopen":
                store.close()
                store = Store(config(self.folder))
            else:
                getattr(self, kind)(store)
            self.done[kind] += 1
            self.told(store)
        store.close()

    def word(self) -> str:
        """Twenty-four letters that are nowhere else."""
        return "".join(self.chance.choices("abcdefghijklmnopqrstuvwxyz", k=24))

    def say(self, store: Store, text: str) -> None:
        """Log a message with a word of its own in place of each `{}`."""
        word = self.word()
        position, _ = store.log_message(f"session {self.chance.randrange(4)}", "user", text.replace("{}", word))
        self.words[position] = word

    def message(self, store: Store) -> None:
        self.say(store, "{} " * self.chance.randrange(1, 30))

    def long(self, store: Store) -> None:
        """One that takes pages of its own."""
        self.say(store, "{} " * self.chance.randrange(200, 1200))

    def fact(self, store: Store) -> None:
        self.say(store, self.chance.choice(FACTS))

    def batch(self, store: Store) -> None:
        words = [self.word() for _ in range(self.chance.choice((2, 10, 60)))]
        batch = [LogMessage(new_id(), "batch", "user", f"{word} " * self.chance.randrange(1, 20), 0) for word in words]
        places = handle_messages(batch, store.writer).positions
        self.words.update(zip(places, words, strict=True))

    def erase(self, store: Store) -> None:
        """Some message by its place or by what it says."""
        left = [position for position, word in self.words.items() if word not in self.gone]
        if not left:
            self.message(store)
            left = [*self.words][-1:]
        position = self.chance.choice(left)
        word = self.words[position]
        self.told(store, frozenset({word}))
        by_text = self.chance.random() < 0.3
        erased: Erased = store.erase(containing=word) if by_text else store.erase(message=position)
        assert f"m{position}" in erased.messages and erased.completed is not None
        self.gone |= {word}

    def snapshot(self, store: Store) -> None:
        store.snapshots.create()

    def restore(self, store: Store) -> None:
        found = store.snapshots.list() or [store.snapshots.create()]
        store.snapshots.restore(self.chance.choice(found).name)

    def consolidate(self, store: Store) -> None:
        store.consolidate()

    def checkpoint(self, store: Store) -> None:
        if not store.log.head().position:
            self.message(store)
        store.anchors.publish()

    def rewrite(self, store: Store) -> None:
        """What an erasure does where something was left between the rows."""
        assert isinstance(store.log, SqliteLog)
        store.log.rewrite()
        store.log.scrub()


def told_before(steps: list[Step], place: int) -> Told | None:
    """What had been acknowledged when so many steps were done; None before the log was laid out."""
    marks = (step.said for step in reversed(steps[:place]) if isinstance(step, Mark))
    return next(marks, None)


@dataclass
class Verdict:
    """After how many power cuts something was wrong, by kind."""

    counts: Counter[str] = field(default_factory=Counter[str])
    problems: list[str] = field(default_factory=list[str])
    resumed: int = 0  # erasures that were under way, and were gone on with

    def add(self, kind: str, text: str) -> None:
        self.counts[kind] += 1
        if len(self.problems) < PROBLEMS:
            self.problems.append(f"{kind}: {text}")


def judge(folder: Path, files: dict[str, bytes], told: Told | None, verdict: Verdict) -> Iterator[tuple[str, str]]:
    """What is wrong with the files that a power cut has left: its kind, and more about it."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    if told is not None:
        yield from (("left", one) for one in found_in(files, told.gone))
    try:
        log = SqliteLog(str(folder), create=told is None)
    except AwhmError as error:
        yield "invalid", f"it does not open: {error}"
        return
    try:
        found = list(judged(log, told))
        yield from found
        stopped = not found and unfinished(Writer(log))
    except AwhmError as error:
        yield "invalid", str(error)
        return
    finally:
        log.close()
    if told is not None and stopped and told.going:
        verdict.resumed += 1
        yield from resumed(folder, told)


def judged(log: SqliteLog, told: Told | None) -> Iterator[tuple[str, str]]:
    """Whether the log has what was acknowledged, and is in order."""
    head = log.head().position
    if told is not None:
        if head < told.position:
            yield "lost", f"{told.position} events were acknowledged, {head} are there"
        elif log.chain_at(told.position) != told.chain:
            yield "invalid", f"the chain is another one at {told.position}"
    yield from (("invalid", str(finding)) for finding in audit(log).findings)
    if head:
        _, _, _, _, index, size, *_ = chain.LAYOUT.unpack_from(log.header(head)[: chain.FIXED])
        if index + 1 != size:
            yield "invalid", f"the last batch has {size} events, {index + 1} are there"


def resumed(folder: Path, told: Told) -> Iterator[tuple[str, str]]:
    """The next start goes on with an erasure that has its tombstone; then it is done."""
    store = Store(config(folder))
    try:
        if unfinished(store.writer):
            yield "not resumed", "an erasure is not completed by the next start"
        report = store.verify()
        yield from (("invalid", f"after the next start: {finding}") for finding in report.findings)
    finally:
        store.close()
    files = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    yield from (("left", f"after the next start: {one}") for one in found_in(files, told.gone | told.going))


def found_in(files: dict[str, bytes], words: frozenset[str]) -> Iterator[str]:
    """Where a word is, or a half of it: a write may be cut in the middle of one."""
    for name, data in files.items():
        for word in words:
            if word[:12].encode() in data or word[12:].encode() in data:
                yield f"an erased word is in {name}"


def settings(chance: Random, mode: str) -> list[str]:
    """PRAGMAs besides ours, so that a short story has what takes a log of ours long: checkpoints, a full cache."""
    given = [[], ["PRAGMA wal_autocheckpoint=8"], ["PRAGMA wal_autocheckpoint=40", "PRAGMA cache_size=10"]]
    return [*chance.choice(given), *([] if mode == "FULL" else [f"PRAGMA synchronous={mode}"])]


def crash(
    work: Path, seed: int, crashes: int, mode: str, verdict: Verdict, keep: Path | None = None
) -> tuple[int, Counter[str]]:
    """One story, and power cuts in it; how many steps it had, and what it did."""
    chance = Random(seed)
    with recorded(settings(chance, mode)) as recorder:
        story = Story(work / f"story-{seed}", chance, recorder.steps)
        story.run()
    steps = recorder.steps
    places = sorted(chance.randrange(1, len(steps) + 1) for _ in range(crashes))
    for number, (place, files) in enumerate(cuts(steps, places, chance)):
        folder = work / f"cut-{seed}-{number}"
        found = dict(judge(folder, files, told_before(steps, place), verdict))
        for kind, text in found.items():
            verdict.add(kind, f"{text} (seed {seed}, cut {number} of {crashes}, after {place} of {len(steps)} steps)")
        if found and keep is not None:
            (keep / folder.name).mkdir(parents=True)
            for name, data in files.items():
                (keep / folder.name / name).write_bytes(data)
        for left in (folder, config(folder).state_dir):
            shutil.rmtree(str(left), ignore_errors=True)
    return len(steps), story.done


def main() -> int:
    """Parse, tell stories, cut, judge."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--crashes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", choices=["FULL", "NORMAL", "OFF"], default="FULL")
    parser.add_argument("--stories", type=int, help="how many stories share the crashes (default: one for each 500)")
    parser.add_argument(
        "--keep", type=Path, help="a folder for the files of each power cut that something is wrong after"
    )
    asked = parser.parse_args()
    stories = asked.stories or max(1, asked.crashes // 500)
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    work = Path(tempfile.mkdtemp(prefix="awhm-power-cuts-", dir=memory))
    verdict, done, steps = Verdict(), Counter[str](), 0
    try:
        for number in range(stories):
            share = asked.crashes // stories + (number < asked.crashes % stories)
            more, did = crash(work, asked.seed * 1000 + number, share, asked.mode, verdict, asked.keep)
            steps, done = steps + more, done + did
    finally:
        shutil.rmtree(work)
    counts: dict[str, Any] = dict.fromkeys(("lost", "invalid", "left", "not resumed"), 0) | verdict.counts
    ok = not any(counts.values())
    told = {
        "ok": ok,
        "mode": asked.mode,
        "crashes": asked.crashes,
        **counts,
        "resumed": verdict.resumed,
        "steps": steps,
        "did": dict(done),
    }
    print(json.dumps({**told, "problems": verdict.problems}))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
