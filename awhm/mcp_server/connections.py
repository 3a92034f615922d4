"""The store behind the tools, opened at first need, and the session of each client that writes or asks."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from awhm.config import AWHMConfig
from awhm.errors import AwhmError
from awhm.projections.embeddings import Embedder
from awhm.session import AWHMSession
from awhm.store import Store, has_store

PATIENCE = 1.5  # seconds that the first question waits for the model; from then on words alone answer until it is there
_logger = logging.getLogger("awhm")


@dataclass
class Client:
    """One connection: its session, once it has one, and what it last asked or said, which its context is about."""

    name: str | None = None
    id: str = field(default_factory=lambda: f"mcp-{uuid.uuid4()}")
    session: AWHMSession | None = None
    about: str | None = None
    used: float = field(default_factory=time.monotonic)


class Connections:
    """All clients of one process over one store. Used from one thread at a time."""

    def __init__(self, config: Callable[[], AWHMConfig], *, mock: bool = False, session: str | None = None) -> None:
        """`config` gives the settings when the store is first opened; `session` is the id of a client over stdio."""
        self._config = config
        self._mock = mock
        self._session = session
        self._store: Store | None = None
        self._clients: dict[str | None, Client] = {}
        self._notes = Notes()
        self._warming: threading.Thread | None = None
        self._patient = True
        self._told = False
        self._model: Embedder | None = None  # loaded, and not in use yet

    @contextmanager
    def session(
        self, key: str | None, name: str | None, *, create: bool = False
    ) -> Generator[tuple[AWHMSession, Client]]:
        """The session of a connection while the block runs.

        `key` tells connections apart, `name` is what the client calls itself. Where there is no store none is made
        unless `create` is set: reading finds an empty one. Raises what opening a store raises.
        """
        client = self._clients.setdefault(key, self._new(key, name))
        client.used = time.monotonic()
        config = self._config() if self._store is None else self._store.config
        if self._store is None and not create and not has_store(str(config.data_dir)):
            from awhm.events.ram_log import RamLog

            empty = AWHMSession(Store(config, create=False, log=RamLog(), mock=self._mock), client.id)
            try:
                yield empty, client
            finally:
                empty.store.close()
            return
        if self._store is None:
            self._store = Store(config, create=create, mock=self._mock)
        if client.session is None:
            client.session = AWHMSession(self._store, client.id, shared=True)
        yield client.session, client

    def _new(self, key: str | None, name: str | None) -> Client:
        client = Client(name)
        if key is None and self._session is not None:
            client.id = self._session
        return client

    # The model ------------------------------------------------------------------------------------------

    def warm(self) -> None:
        """Begin to load what the first question needs, beside everything else. Nothing is written."""
        if self._warming is None:
            self._warming = threading.Thread(target=self._load, name="awhm-mcp-model", daemon=True)
            self._warming.start()

    def meaning(self) -> bool:
        """Whether the model can be asked now. A model that takes long to load does not hold up an answer."""
        self.warm()
        assert self._warming is not None
        if self._warming.is_alive():
            self._warming.join(PATIENCE if self._patient else 0)
            self._patient = False
        if self._warming.is_alive():
            if not self._told:
                _logger.warning("the embedding model is still being loaded: until then words alone find what is asked")
            self._told = True
            return False
        if self._model is not None and self._store is not None:
            self._store.recaller.model.use(self._model)
            self._model = None
        return True

    def _load(self) -> None:
        """Load the model for the store, which finds out for itself, and says, why there is none."""
        from awhm.adapters.embedders import find_embedder

        try:
            config = self._config()
            mock = self._mock or config.mock_embeddings
            model = find_embedder(config.embed_model, mock=mock, dim=config.embed_dim, threads=config.embed_threads)
            model.encode_single("warm")  # this loads it
            self._model = model
        except (AwhmError, ImportError, OSError) as error:
            _logger.debug("the model was not loaded ahead: %s", error)

    # The end --------------------------------------------------------------------------------------------

    def end(self, key: str | None) -> None:
        """End the session of one connection; what waits is consolidated as the settings say."""
        client = self._clients.pop(key, None)
        if client is None or client.session is None:
            return
        try:
            client.session.end_session()
        except AwhmError as error:  # the client is gone: nobody is left to be told but the log
            _logger.warning("session %s: %s %s", client.id, error, error.hint)

    def end_idle(self, seconds: float) -> None:
        """End the sessions that have not been used for so long. One that is used again goes on under its id."""
        now = time.monotonic()
        for key in [key for key, client in self._clients.items() if now - client.used > seconds]:
            client = self._clients[key]
            self.end(key)
            self._clients[key] = Client(client.name, client.id, None, client.about, now)

    def close(self) -> None:
        """End all sessions and let go of the store."""
        for key in list(self._clients):
            self.end(key)
        if self._store is not None:
            self._store.close()
            self._store = None

    @contextmanager
    def notes(self) -> Generator[list[str]]:
        """What the library has to say while the block runs (no model, no vectors yet), for whoever asked."""
        _logger.addHandler(self._notes)
        self._notes.kept = []
        try:
            yield self._notes.kept
        finally:
            _logger.removeHandler(self._notes)


class Notes(logging.Handler):
    """Warnings of the thread that answers, each once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record's words."""
        text = record.getMessage()
        if record.thread == threading.get_ident() and text not in self.kept:
            self.kept.append(text)
