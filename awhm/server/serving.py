"""The resident server of a data directory, put together: what it opens, how it ends."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Sequence
from types import FrameType

from awhm.config import AWHMConfig
from awhm.errors import AwhmError
from awhm.server.appending import Appending
from awhm.server.aside import Aside
from awhm.server.door import Door
from awhm.server.place import Place
from awhm.server.request import Own, Request
from awhm.store import Store

SWITCH = 0.0005  # seconds after which a thread lets another one go on: a hook waits for the loop


class Server:
    """The parts of one server. `run` returns when it has ended."""

    def __init__(self, config: AWHMConfig, given: dict[str, str], *, mock: bool = False) -> None:
        """Takes the place and opens the store, making it where there is none. Raises Refused, Conflict, Damaged.

        `given` are the settings of the command line.
        """
        # It waits for the lock as a hook does, and embeds while nobody asks, never on the way of a question.
        config = config.model_copy(
            update={
                "lock_timeout": config.hook_lock_timeout,
                "embed_in_background": False,
                "mock_embeddings": mock or config.mock_embeddings,
            }
        )
        self._config = config
        self._using = threading.RLock()  # held while the store is appended to, and while it is exchanged
        self._place = Place(str(config.data_dir))
        try:
            self._store = Store(config, mock=mock)
            self._appending = Appending(self._store)
            self.aside = Aside(self._store, self._reopen)
            listener = self._place.listen()
        except BaseException:
            self._place.leave()
            raise
        own = Own(config, given, mock=mock)
        self.door = Door(listener, own, self._place, self.aside, self._commit)
        self.door.idle = config.server_idle

    def _commit(self, requests: Sequence[Request]) -> list[AwhmError | None]:
        with self._using:
            return self._appending.commit(requests)

    def _reopen(self) -> Store:
        """The store anew; the old one is let go of, with all that it had mapped."""
        store = Store(self._config, mock=self._config.mock_embeddings)
        with self._using:
            old, self._store = self._store, store
            self._appending = Appending(store)
        old.close()
        return store

    def _told(self, _number: int, _frame: FrameType | None) -> None:
        self.door.stop()

    def run(self, ready: Callable[[], object] = lambda: None) -> None:
        """Serve until it is told to end, or nobody has asked for long. Called in the main thread."""
        sys.setswitchinterval(SWITCH)
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, self._told)
        try:
            self.aside.start()
            ready()
            self.door.run()
        finally:
            self._place.hide()
            self.door.close()
            self.aside.stop()
            self._store.anchors.publish_unasked()
            self._store.close()
            self._place.leave()
