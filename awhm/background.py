"""Embedding in the background: what waits for vectors after a switch of models gets them while questions are answered.

A thread takes a few hundred passages at a time under the store's lock, embeds them without it, a few at a time, and
writes them through stores of its own, as another process would. Of several processes over one store one does it: it
holds a lock file for as long. Whoever asks meanwhile finds what has no vector yet by its words.
"""

from __future__ import annotations

import atexit
import logging
import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from threading import Event, RLock, Thread

from awhm.errors import AwhmError, Refused
from awhm.events.lock import Busy, Lock
from awhm.jobs.piecemeal import piecemeal
from awhm.model import Model, Ready, View, Waiting
from awhm.projections.nearest import NOTHING, Keys, embed

TAKEN = 256  # passages that are taken at a time
BATCH = 8  # of these embedded together: whoever closes the store waits for no more
PATIENCE = 0.05  # seconds of waiting for the store's lock before it is looked whether the store is being closed
AT_EXIT = 5.0  # seconds that the end of the interpreter waits for a batch
_logger = logging.getLogger("awhm")


class Background:
    """One store's thread, started when a question finds more passages without a vector than it may embed itself.

    It ends when nothing waits, and is started again when it is next needed. An error ends it for good: it is logged
    once, and from then on questions are answered as if there were no thread.
    """

    def __init__(self, model: Model, lock: RLock, folder: str) -> None:
        """`lock` is the one that the store's views are read under, `folder` the data directory."""
        self._model = model
        self._lock = lock
        self._folder = os.path.join(folder, "embeddings")
        self._views: list[View] = []
        self._thread: Thread | None = None
        self.stopping = Event()  # set for good when the store is closed
        self._failed = False

    def embeds(self, view: View, many: int) -> bool:
        """Whether what waits in a view is embedded here or in another process; if so `many` wait, it is begun.

        Asked with the store's lock held.
        """
        if self._failed or self.stopping.is_set():
            return False
        if self._thread is not None and self._thread.is_alive():
            if view not in self._views:
                self._views.append(view)
            return True
        return many > 0 and self._started(view, many)

    def _started(self, view: View, many: int) -> bool:
        embedder = self._model.embedder()
        assert embedder is not None, "what has no model has nothing waiting"
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            lock = Lock(os.path.join(self._folder, f"{embedder.fingerprint}.background"))
        except OSError as error:  # nothing can be written there, so no vector could be either
            self._give_up(error)
            return False
        lock.timeout = 0.0
        try:
            lock.__enter__()
        except Busy:  # another process is at it
            lock.close()
            return True
        self._views = [view]
        # A daemon, so that a program that forgets to close its store ends all the same.
        self._thread = Thread(target=self._run, args=(lock,), name="awhm-embedding", daemon=True)
        atexit.register(self._at_exit)
        self._thread.start()
        _logger.warning("%d passages have no vector yet: they get one in the background, and words find them", many)
        return True

    def join(self, timeout: float | None = None) -> bool:
        """Wait until nothing is being embedded here, at most so many seconds; whether that is so."""
        if self._thread is not None:
            self._thread.join(timeout)
        return self._thread is None or not self._thread.is_alive()

    def stop(self, timeout: float | None = None) -> None:
        """Let the thread finish its batch and end, and wait for that. It is not started again."""
        self.stopping.set()
        self.join(timeout)

    def _at_exit(self) -> None:
        # No thread may be inside the model while the interpreter goes away under it.
        self.stop(AT_EXIT)

    def _run(self, lock: Lock) -> None:
        try:
            self._embed(self._model.beside())
        except (AwhmError, OSError) as error:
            self._give_up(error)
        finally:
            lock.close()  # and the next process may
            atexit.unregister(self._at_exit)

    def _embed(self, ready: Ready) -> None:
        skipped: set[tuple[int, int]] = set()  # what the model cannot read, and what was gone
        at = 0
        while at < len(self._views) and not self.stopping.is_set():
            keys, texts = self._taken(self._views[at], skipped)
            at += not texts
            for start in range(0, len(texts), BATCH):
                if self.stopping.is_set():
                    return
                end = start + BATCH
                skipped |= self._batch(ready, Keys(*(column[start:end] for column in keys)), texts[start:end])

    def _taken(self, view: View, skipped: set[tuple[int, int]]) -> Waiting:
        """Some passages that wait, the oldest; none where the store is being closed."""
        with self._locked() as held:
            return self._model.waiting(view(), TAKEN, skipped) if held else Waiting(NOTHING, [])

    @contextmanager
    def _locked(self) -> Generator[bool]:
        """The store's lock; False where the store is being closed, perhaps by one who holds it and waits for us."""
        while not self._lock.acquire(timeout=PATIENCE):
            if self.stopping.is_set():
                yield False
                return
        try:
            yield not self.stopping.is_set()
        finally:
            self._lock.release()

    def _batch(self, ready: Ready, batch: Keys, texts: Sequence[str | None]) -> set[tuple[int, int]]:
        """Embed some passages; returns those that have no vector now."""

        def work(places: Sequence[int]) -> Sequence[int]:
            rows = list(places)
            own = Keys(*(column[rows] for column in batch))
            # Of a message that is erased between the reading and the writing nothing is written.
            embed(own, [texts[place] for place in rows], ready.vectors, ready.embedder, ready.tokens, self._model.gone)
            return places

        there = [place for place, text in enumerate(texts) if text is not None]
        _, failed = piecemeal(there, work)
        errors = {there[at]: error for at, error in failed.items()}
        if errors and len(errors) == len(there):  # it is not the texts
            error = errors[there[0]]
            raise error if isinstance(error, AwhmError) else Refused("not_embedded", f"the model fails: {error}")
        names = list(zip(batch.position.tolist(), batch.passage.tolist(), strict=True))
        for place, error in errors.items():
            _logger.warning("a passage of m%d gets no vector and is found by its words: %s", names[place][0], error)
        gone = self._model.gone(batch)
        return {name for place, name in enumerate(names) if texts[place] is None or place in errors or gone[place]}

    def _give_up(self, error: Exception) -> None:
        self._failed = True
        _logger.warning("what has no vector yet is not embedded in the background: %s", error)
