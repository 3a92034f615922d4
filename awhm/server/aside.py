"""What the server does beside appending: recall for prompts, what follows a session, and having all views ready.

One thread, so that the views are read by nobody else. A prompt goes before everything that can wait; a view that is
behind is caught up as soon as nobody asks.
"""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from awhm.errors import AwhmError
from awhm.events.ids import completions, tombstones
from awhm.hooks.client import LATE
from awhm.hooks.detach import WORKER
from awhm.hooks.entry import GUARD
from awhm.hooks.recalling import recorded, relevant
from awhm.hooks.requests import anything, arguments_of, request
from awhm.jobs.piecemeal import piecemeal

if TYPE_CHECKING:
    from awhm.projections.embeddings import Embedder
    from awhm.server.peer import Peer
    from awhm.server.request import Request
    from awhm.store import Store

QUIET = 0.1  # seconds without a write after which the views are caught up
LONG = 2.0  # seconds after which they are, however much is written
LOOK = 1.0  # seconds between two looks at a worker that runs
SOME = 4  # passages embedded at a time: a prompt waits for no more
_logger = logging.getLogger("awhm")


class Aside:
    """The thread, and what it has to do. `reopen` gives the store anew, after something was erased from it."""

    def __init__(self, store: Store, reopen: Callable[[], Store]) -> None:
        self._store = _ours(store)
        self._reopen = reopen
        self._tasks: SimpleQueue[tuple[Request, Peer] | None] = SimpleQueue()
        self._workers: list[subprocess.Popen[bytes]] = []
        self._thread = threading.Thread(target=self._run, name="awhm-aside", daemon=True)
        self._ended = threading.Event()
        self._erased = self._erasures()
        self._model: Embedder | None = None
        self._loaded: Embedder | None = None  # and not in use yet
        self._behind = True
        self._looked = time.monotonic()  # when somebody last wrote
        self._ready_at = self._looked  # when the views were last caught up
        self.recalls = 0

    def start(self) -> None:
        """Begin, and load the model beside it."""
        self._thread.start()
        threading.Thread(target=self._load, name="awhm-model", daemon=True).start()

    def do(self, request: Request, peer: Peer) -> None:
        """Do what follows the append of a request, and answer it."""
        self._tasks.put((request, peer))

    def look(self) -> None:
        """Somebody has written: the views are behind. Cheap, as every batch says so."""
        self._looked = time.monotonic()
        if not self._behind:
            self._behind = True
            self._tasks.put(None)

    def stop(self) -> None:
        """Finish what is at hand, and no more; who waits is told nothing, and knows what to do."""
        self._ended.set()
        self._tasks.put(None)
        self._thread.join()

    @property
    def model(self) -> str | None:
        """The model that answers are found with; None while words alone find them."""
        return None if self._model is None else self._model.fingerprint

    @property
    def busy(self) -> bool:
        """Whether a worker runs that this server has started."""
        return bool(self._workers)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                task = self._tasks.get(timeout=QUIET if self._behind else LOOK if self._workers else None)
            except Empty:
                self._reap()
                now = time.monotonic()
                if self._behind and (now - self._looked >= QUIET or now - self._ready_at >= LONG):
                    self._behind = False
                    self._guarded(self._ready)
                    self._ready_at = time.monotonic()
                continue
            if task is not None and not self._ended.is_set():
                self._carry_out(*task)

    def _carry_out(self, asked: Request, peer: Peer) -> None:
        told: list[bytes] = []
        failed = self._guarded(lambda: told.append(self._answered(asked)))
        if failed is not None:
            asked.call.note(f"{type(failed).__name__}: {failed}")
        peer.done(asked.call.notes, b"".join(told))
        self._behind = True

    def _guarded(self, act: Callable[[], object]) -> Exception | None:
        """Do something of which nothing may end the server: what it raises is given back, and said in the log."""

        def work(_: Sequence[int]) -> Sequence[object]:
            try:
                return [act()]
            except AwhmError as error:  # one of ours is not tried again, and a store that is damaged answers nobody
                return [error]

        [found], failed = piecemeal([0], work)
        error = failed.get(0) or (found if isinstance(found, AwhmError) else None)
        if error is not None:
            _logger.warning("%s: %s", type(error).__name__, error)
        return error

    # What follows an append -----------------------------------------------------------------------------------

    def _answered(self, asked: Request) -> bytes:
        turn, plan = asked.turn, asked.plan
        assert turn is not None
        if plan.asks:
            request(turn, ended=plan.ended)
        if plan.starts and (plan.asks or anything(turn.options.data_dir)):
            self._work(arguments_of(turn.call))
        return self._recalled(asked) if plan.question else b""

    def _work(self, arguments: list[str]) -> None:
        """Start the worker: a process of its own, as it takes long, and much memory."""
        nothing = subprocess.DEVNULL
        environment = {**os.environ, GUARD: "1"}
        self._workers.append(
            subprocess.Popen(
                [*WORKER, *arguments], stdin=nothing, stdout=nothing, stderr=nothing, env=environment, cwd="/",
                start_new_session=True,
            )
        )  # fmt: skip

    def _reap(self) -> None:
        running = [one for one in self._workers if one.poll() is None]
        self._behind |= len(running) < len(self._workers)
        self._workers = running

    def _recalled(self, asked: Request) -> bytes:
        """What the host is to read, on record; nothing where nothing is relevant, or the hook waits no longer."""
        turn, config = asked.turn, self._store.config
        assert turn is not None
        if not config.hook_max_tokens or not config.hook_recall_timeout:
            return b""
        if time.monotonic() >= asked.until:
            asked.call.note(LATE)
            return b""
        self._use_model()
        context = relevant(turn, self._store, asked.plan.question, semantic=self._model is not None)
        if not context.text:
            return b""
        if time.monotonic() >= asked.until:
            asked.call.note(LATE)
            return b""
        self.recalls += 1
        return recorded(turn, self._store, context)

    # Having all ready -----------------------------------------------------------------------------------------

    def _ready(self) -> None:
        """Catch up; what was erased goes from memory too. A few vectors at a time, while nobody asks."""
        erased = self._erasures()
        if erased != self._erased:
            # Old views may still be mapped, with what was erased in them: all is opened anew, from what is left.
            self._store, self._model, self._loaded = _ours(self._reopen()), None, self._model or self._loaded
            self._erased = erased
            gc.collect()  # what is in rings of references would be mapped on
        self._use_model()
        self._store.keeper.views(self._store.keeper.names)
        while self._model is not None and self._tasks.empty() and not self._ended.is_set():
            if not self._store.recaller.embed_pending(limit=SOME):
                break

    def _erasures(self) -> tuple[int, int]:
        """How many erasures were begun, and how many are done."""
        log = self._store.log
        return log.version_of(tombstones(log.key)), log.version_of(completions(log.key))

    def _use_model(self) -> None:
        if self._loaded is not None:
            self._model, self._loaded = self._loaded, None
            self._store.recaller.model.use(self._model)

    def _load(self) -> None:
        """Load the model; until it is there, and where there is none, words alone find what is asked."""
        from awhm.adapters.embedders import find_embedder

        config = self._store.config
        try:
            model = find_embedder(
                config.embed_model, mock=config.mock_embeddings, dim=config.embed_dim, threads=config.embed_threads
            )
            model.encode_single("warm")  # this loads it
        except (AwhmError, ImportError, OSError) as error:
            _logger.info("no model was loaded: %s", error)
            return
        self._loaded = model
        self.look()


def _ours(store: Store) -> Store:
    """The store, told that what has no vector yet is embedded here, never on the way of a question."""
    store.recaller.model.elsewhere = lambda _view, _many: True
    return store
