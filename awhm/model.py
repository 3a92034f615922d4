"""The embedding model of a store, and the vectors it has made: found, kept up to date, asked."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from awhm.adapters.embedders import find_embedder, missing
from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events.fold import Array
from awhm.events.sealed import Keys
from awhm.language.names import first_person
from awhm.projections import nearest
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.embeddings import Embedder, Embeddings, Number, RamEmbeddings, TokenEmbedder, Wording
from awhm.projections.nearest import Nearness
from awhm.projections.sealed_embeddings import SealedEmbeddings
from awhm.projections.token_vectors import TokenStore, record_dim
from awhm.projections.vectors import Vectors, texts

_logger = logging.getLogger("awhm")
_logger.addHandler(logging.NullHandler())

Payload = Callable[[int], dict[str, Any] | None]
View = Callable[[], Vectors]  # the passages there are, at the head
Elsewhere = Callable[[View, int], bool]  # see `Background.embeds`


class Ready(NamedTuple):
    """A model that was found, and the stores of its vectors: of passages, and of tokens if it gives them."""

    embedder: Embedder
    vectors: Embeddings
    tokens: TokenStore | None


class Waiting(NamedTuple):
    """Passages without a vector and their texts; None for one that is gone."""

    keys: nearest.Keys
    texts: list[str | None]


class Model:
    """One store's model, found at first need; every method works where there is none, or refuses clearly."""

    def __init__(
        self, config: AWHMConfig, folder: str | None, payload: Payload, *, mock: bool, keys: Keys | None = None
    ) -> None:
        """`folder` is the data directory, None for a store in memory; `payload` gives a message by position.

        With the `keys` of an encrypted log vectors are sealed.
        """
        self._keys = keys
        self._config = config
        self._folder = folder
        self._payload = payload
        self._mock = mock
        self._found: Ready | None = None
        self._missing: Refused | None = None
        self.elsewhere: Elsewhere | None = None

    def ready(self) -> bool:
        """Whether there is a model. Where there is none it is said once in the log."""
        return self._ready() is not None

    def use(self, embedder: Embedder) -> None:
        """Take this model in place of the one that the settings name, as an evaluation does."""
        self._found = self._opened(embedder)

    def embedder(self) -> Embedder | None:
        """The model itself; None where there is none."""
        ready = self._ready()
        return None if ready is None else ready.embedder

    def asked(
        self,
        question: str,
        speakers: Sequence[str],
        vectors: Vectors,
        rarity: Callable[[Sequence[str]], Sequence[float]],
        view: View | None = None,
    ) -> Nearness | None:
        """The signals of meaning for a question, with what was logged since embedded first; None without a model.

        A question that names a speaker is put in the first person, as messages are. `rarity` gives idfs of terms,
        `view` what `vectors` will have become.
        """
        ready = self._ready()
        if ready is None:
            return None
        self._embed_some(vectors, view or (lambda: vectors), ready)
        wording = first_person(question, speakers) or question
        if ready.tokens is not None:
            asked = cast(TokenEmbedder, ready.embedder).ask(wording)
        else:
            vector = ready.embedder.encode_single(wording)
            asked = Wording(wording, vector, np.zeros((0, 0), np.float32), ())
        return Nearness(vectors, ready.vectors, asked, ready.tokens, rarity)

    def pending(self, vectors: Vectors) -> int:
        """How many passages have no vector of the present model; 0 where there is no model."""
        ready = self._ready()
        return 0 if ready is None else len(nearest.pending(vectors, ready.vectors, ready.tokens).position)

    def embed_pending(
        self, vectors: Vectors, progress: Callable[[int, int], None] | None = None, limit: int | None = None
    ) -> int:
        """Embed what has no vector yet; returns how many passages were embedded.

        Raises Refused (`embedder_missing`) where there is no model. An interruption loses one batch at most.
        """
        ready = self._ready()
        if ready is None:
            assert self._missing is not None
            raise self._missing
        return self._embed(vectors, ready, progress, limit)

    def beside(self) -> Ready:
        """The model with stores of its own, for another thread. Raises Refused (`embedder_missing`) without a model."""
        ready = self._ready()
        if ready is None:
            assert self._missing is not None
            raise self._missing
        return self._opened(ready.embedder)

    def waiting(self, vectors: Vectors, most: int, skipped: Collection[tuple[int, int]]) -> Waiting:
        """The first passages that have no vector, and their texts; `skipped` (position, passage) are passed over."""
        ready = self._ready()
        if ready is None:
            return Waiting(nearest.NOTHING, [])
        known = nearest.pending(vectors, ready.vectors, ready.tokens)
        first = nearest.Keys(*(column[: most + len(skipped)] for column in known))
        names = zip(first.position.tolist(), first.passage.tolist(), strict=True)
        wanted = [at for at, name in enumerate(names) if name not in skipped][:most]
        keys = nearest.Keys(*(column[wanted] for column in first))
        return Waiting(keys, self._texts(keys))

    def gone(self, keys: nearest.Keys) -> Array:
        """Which of some passages (bool) are of messages that were erased meanwhile."""
        return np.array([self._sound(position) is None for position in keys.position.tolist()], np.bool_)

    def erase(self, commitments: Collection[bytes]) -> int:
        """Have the vectors of these payloads forgotten that are in memory alone; how many records that were."""
        if self._found is None or self._folder is not None:
            return 0
        tokens = self._found.tokens
        return self._found.vectors.erase(commitments) + (0 if tokens is None else tokens.erase(commitments))

    def broken(self) -> int:
        """Check every vector of the present model; how many are broken. They are made again when next needed."""
        ready = self._ready()
        if ready is None:
            return 0
        return ready.vectors.check() + (0 if ready.tokens is None else ready.tokens.blocks.check())

    def status(self) -> dict[str, Any]:
        """The model in the settings, and what is missing and how to get it. Loads no model."""
        return {
            "embed_model": "mock" if self._mock else self._config.embed_model,
            "missing": [] if self._mock else [part._asdict() for part in missing(self._config.embed_model)],
        }

    def _ready(self) -> Ready | None:
        if self._found is None and self._missing is None:
            config = self._config
            try:
                embedder = find_embedder(
                    config.embed_model, mock=self._mock, dim=config.embed_dim, threads=config.embed_threads
                )
                self._found = self._opened(embedder)
            except Refused as error:
                if error.code != "embedder_missing":
                    raise
                self._missing = error
                _logger.warning("recall goes by words alone: %s %s", error, error.hint)
        return self._found

    def _opened(self, embedder: Embedder) -> Ready:
        """The model with its stores of vectors."""
        return Ready(embedder, self._store(embedder.fingerprint, embedder.dim, "<f4"), self._tokens(embedder))

    def _tokens(self, embedder: Embedder) -> TokenStore | None:
        """The store of token vectors; None for a model that gives none."""
        if not hasattr(embedder, "encode_both"):
            return None
        model = cast(TokenEmbedder, embedder)
        blocks = self._store(model.token_fingerprint, record_dim(model.token_dim), "i1")
        return TokenStore(blocks, model.token_dim)

    def _store(self, fingerprint: str, dim: int, number: Number) -> Embeddings:
        if self._folder is None:
            return RamEmbeddings(fingerprint, dim, number)
        if self._keys is not None:
            return SealedEmbeddings(
                Path(os.path.join(self._folder, "embeddings")), self._keys, fingerprint, dim, number
            )
        return FileEmbeddings(Path(os.path.join(self._folder, "embeddings")), fingerprint, dim, number)

    def _embed_some(self, vectors: Vectors, view: View, ready: Ready) -> None:
        """Embed what was logged since, within the settings' limit, unless others do; say so if something is left."""
        waiting = len(nearest.pending(vectors, ready.vectors, ready.tokens).position)
        much = waiting > self._config.query_embed_limit
        if not waiting or (self.elsewhere is not None and self.elsewhere(view, waiting if much else 0)):
            return
        if much:
            _logger.warning("%d passages have no vector yet and are found by their words alone", waiting)
            return
        try:
            self._embed(vectors, ready, None, None)
        except Refused as error:  # a full disk or a read-only folder must not stop anyone reading
            if error.code != "embeddings_not_written":
                raise
            _logger.warning("the newest messages are found by their words alone: %s", error)

    def _embed(
        self,
        vectors: Vectors,
        ready: Ready,
        progress: Callable[[int, int], None] | None,
        limit: int | None,
    ) -> int:
        return nearest.embed_pending(
            vectors, ready.vectors, ready.embedder, self._texts, progress, limit, ready.tokens, self.gone
        )

    def _texts(self, keys: nearest.Keys) -> list[str | None]:
        """The texts of some passages; None for one that is gone."""
        found: list[str | None] = []
        known: dict[int, dict[int, str]] = {}
        for position, passage in zip(keys.position.tolist(), keys.passage.tolist(), strict=True):
            if position not in known:
                known = {position: dict(texts(self._sound(position) or {"content": ""}))}
            found.append(known[position].get(passage))
        return found

    def _sound(self, position: int) -> dict[str, Any] | None:
        """A message; one without words where it is damaged, so that it keeps no other from being embedded."""
        try:
            return self._payload(position)
        except Damaged:  # `verify` names it, and so does whoever would show it
            return {"content": ""}
