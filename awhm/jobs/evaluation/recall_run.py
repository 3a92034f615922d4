"""A corpus evaluated: cut into haystacks, each replayed and asked, in one process or several, from where one stopped.

A haystack that is done is a line in a file, keyed by all that its figures depend on; the next run with that
file takes it from there. One with an error is no such line, so that it is tried again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import orjson

import awhm
from awhm.errors import Refused
from awhm.jobs.evaluation.recall_haystack import Haystack
from awhm.jobs.evaluation.recall_trial import Settings
from awhm.language.text import is_object
from awhm.replay.corpus import Corpus, Question

Work = Callable[[Haystack], dict[str, Any]]
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Wanted:
    """Which questions of a corpus are asked: the first `limit` of these categories; all where nothing is said."""

    limit: int | None = None
    categories: tuple[str, ...] = ()

    def of(self, corpus: Corpus) -> list[Question]:
        """The questions, in the file's order. Raises Refused (`no_category`) for a category that none has."""
        questions = list(corpus.questions.values())
        if self.categories:
            known = sorted({question.category for question in questions})
            if unknown := [name for name in self.categories if name not in known]:
                raise Refused("no_category", f"no question is of {unknown[0]!r}", f"Categories: {', '.join(known)}.")
            questions = [question for question in questions if question.category in self.categories]
        return questions[: self.limit]


def haystacks_of(corpus: Corpus, questions: Sequence[Question], *, isolation: bool) -> list[Haystack]:
    """The questions with the sessions that they are asked of; those with the same sessions are one haystack.

    Without isolation there is one, with every session of the corpus.
    """
    groups: dict[tuple[str, ...], list[Question]] = {}
    everything = tuple(corpus.sessions)
    for question in questions:
        groups.setdefault(question.haystack if isolation else everything, []).append(question)
    found: list[Haystack] = []
    for keys, group in groups.items():
        key = group[0].key if len(group) == 1 else f"{group[0].key} and {len(group) - 1} more"
        found.append(Haystack(key, tuple(corpus.sessions[one] for one in keys), tuple(group)))
    return found


class Finished:
    """The haystacks that are done, in a JSON Lines file, or in memory alone where no file is named."""

    def __init__(self, path: Path | None) -> None:
        """Reads what is there; a line that cannot be read, as after a crash, is counted in `spoiled`."""
        self._path = path
        self._known: dict[str, dict[str, Any]] = {}
        self.spoiled = 0
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes() if path.exists() else b""
        for line in data.split(b"\n"):
            try:
                value: Any = orjson.loads(line) if line.strip() else None
            except orjson.JSONDecodeError:
                self.spoiled += 1
                continue
            if is_object(value) and is_object(value.get("outcome")):
                self._known[str(value.get("key"))] = value["outcome"]
        if data and not data.endswith(b"\n"):
            path.write_bytes(data + b"\n")  # or the next line would be lost with this one

    def get(self, key: str) -> dict[str, Any] | None:
        """What was found for a haystack; None where it is to be done."""
        return self._known.get(key)

    def add(self, key: str, outcome: dict[str, Any]) -> None:
        """Keep it, unless something in it failed."""
        if outcome["errors"] or self._path is None:
            return
        with self._path.open("ab") as file:
            file.write(orjson.dumps({"key": key, "outcome": outcome}) + b"\n")
            file.flush()
            os.fsync(file.fileno())


@dataclass
class Ran:
    """What a run gave, in the order of the haystacks; how many of them were done before."""

    outcomes: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    resumed: int = 0


def run(
    haystacks: Sequence[Haystack],
    work: Work,
    *,
    depends_on: Sequence[Any] = (),
    finished: Finished | None = None,
    jobs: int = 1,
    tell: Tell = lambda done, total: None,
) -> Ran:
    """Do the haystacks that are not done, `jobs` at a time.

    `depends_on` is all that a haystack's figures depend on beside itself: JSON values. `work` has to be picklable
    where `jobs` is above 1. `tell` is told of questions. Raises what `work` raises; what is done stays done.
    """
    finished = finished or Finished(None)
    keys = [key_of(haystack, depends_on) for haystack in haystacks]
    outcomes: dict[int, dict[str, Any]] = {}
    for number, key in enumerate(keys):
        if (known := finished.get(key)) is not None:
            outcomes[number] = known
    resumed = len(outcomes)
    total = sum(len(haystack.questions) for haystack in haystacks)
    done = sum(len(haystacks[number].questions) for number in outcomes)
    tell(done, total)
    waiting = [number for number in range(len(haystacks)) if number not in outcomes]
    for number, outcome in _done(waiting, haystacks, work, jobs):
        outcomes[number] = outcome
        finished.add(keys[number], outcome)
        done += len(haystacks[number].questions)
        tell(done, total)
    return Ran([outcomes[number] for number in range(len(haystacks))], resumed)


def _done(
    waiting: Sequence[int], haystacks: Sequence[Haystack], work: Work, jobs: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The haystacks as they are done."""
    if jobs <= 1 or len(waiting) <= 1:
        for number in waiting:
            yield number, work(haystacks[number])
        return
    # A fresh interpreter for each: a copy of one whose model has threads may hang.
    with ProcessPoolExecutor(min(jobs, len(waiting)), mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(work, haystacks[number]): number for number in waiting}
        try:
            for task in as_completed(tasks):
                yield tasks[task], task.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def key_of(haystack: Haystack, depends_on: Sequence[Any]) -> str:
    """A hash over a haystack and all that its figures depend on."""
    return sha256(orjson.dumps([haystack, list(depends_on)], default=list, option=orjson.OPT_SORT_KEYS)).hexdigest()


def code_digest() -> str:
    """A hash over our own code as it lies there: figures of other code are other figures."""
    found = sha256()
    root = Path(awhm.__file__).resolve().parent
    paths: list[str] = []
    for parent, _, names in os.walk(root, followlinks=True):
        paths += [os.path.join(parent, name) for name in names if name.endswith(".py")]
    for path in sorted(paths):
        content = Path(path).read_bytes()
        found.update(os.path.relpath(path, root).encode() + b"\x00" + len(content).to_bytes(8, "big") + content)
    return found.hexdigest()


def settings_for(settings: Settings, k: int) -> Settings:
    """The settings for `k` results, looked at as deep as that at least."""
    return replace(settings, k=k, depth=max(settings.depth, k))
