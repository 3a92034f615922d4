"""Vectors kept between evaluations, so that a corpus is embedded once. For evaluations alone.

The key is (model fingerprint, SHA-256 of the text): unsalted, so this is no place for anyone's own messages.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import numpy as np

from awhm.errors import Refused
from awhm.events.fold import Array
from awhm.projections.embeddings import Embedder, TokenEmbedder

WAIT = 60.0  # seconds for another process that writes
ASKED = 500  # keys in one question to SQLite


def cached(model: Embedder, folder: Path) -> CachedEmbedder:
    """The model with what was embedded before in front of it. Raises Refused (`unwritable`)."""
    if hasattr(model, "encode_both"):
        return CachedTokenEmbedder(cast(TokenEmbedder, model), folder)
    return CachedEmbedder(model, folder)


class CachedEmbedder:
    """An embedder that first looks at what it embedded before, in a SQLite file of the model's own.

    What embeds questions, and everything else, goes to the model, so that a question costs what it costs
    without this.
    """

    def __init__(self, model: Embedder, folder: Path) -> None:
        """Raises Refused (`unwritable`) where the folder cannot be made."""
        self._model = model
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused("unwritable", f"{folder} cannot be made: {error.strerror}", "Name a --cache.") from error
        self._vectors = _Kept(folder, model.fingerprint)
        self.found: int = 0  # texts that were there
        self.made: int = 0  # and those that the model had to embed

    @property
    def name(self) -> str:
        """The model's."""
        return self._model.name

    @property
    def dim(self) -> int:
        """The model's."""
        return self._model.dim

    @property
    def fingerprint(self) -> str:
        """The model's: the vectors are those that it gives."""
        return self._model.fingerprint

    def __getattr__(self, name: str) -> Any:
        """Whatever else the model can do."""
        return getattr(self._model, name)

    def encode_single(self, text: str) -> Array:
        """The vector of one text, by the model."""
        return self._model.encode_single(text)

    def encode(self, texts: Sequence[str]) -> Array:
        """The vectors of the texts: those that are kept, and for the others the model's, which are kept."""

        def embed(fresh: list[str]) -> list[bytes]:
            return [np.asarray(vector, "<f4").tobytes() for vector in self._model.encode(fresh)]

        rows = self._taken(self._vectors, texts, embed)
        return np.array([np.frombuffer(row, "<f4") for row in rows], np.float32).reshape(len(texts), self.dim)

    def _taken(self, kept: _Kept, texts: Sequence[str], embed: Callable[[list[str]], list[bytes]]) -> list[bytes]:
        keys = _keys(texts)
        known = kept.get(keys)
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if fresh:
            made = dict(zip(fresh, embed(list(fresh.values())), strict=True))
            kept.put(made)
            known |= made
        self.made += len(fresh)
        self.found += len(texts) - len(fresh)
        return [known[key] for key in keys]


class CachedTokenEmbedder(CachedEmbedder):
    """The same for a model that gives a vector for each token too."""

    def __init__(self, model: TokenEmbedder, folder: Path) -> None:
        """See `CachedEmbedder`."""
        super().__init__(model, folder)
        self._tokens = model
        self._both = _Kept(folder, model.token_fingerprint)

    def encode(self, texts: Sequence[str]) -> Array:
        """See `CachedEmbedder`; what was kept with its tokens is taken from there."""
        both = self._both.get(_keys(texts))
        vectors = np.zeros((len(texts), self.dim), np.float32)
        left = [row for row, key in enumerate(_keys(texts)) if key not in both]
        if left:
            vectors[left] = super().encode([texts[row] for row in left])
        for row, key in enumerate(_keys(texts)):
            if key in both:
                vectors[row] = np.frombuffer(both[key], "<f4", self.dim)
        self.found += len(texts) - len(left)
        return vectors

    def encode_both(self, texts: Sequence[str]) -> tuple[Array, list[Array]]:
        """See `TokenEmbedder`; kept as a vector with the tokens behind it."""

        def embed(fresh: list[str]) -> list[bytes]:
            vectors, tokens = self._tokens.encode_both(fresh)
            pairs = zip(vectors, tokens, strict=True)
            return [np.asarray(vector, "<f4").tobytes() + np.asarray(own, "i1").tobytes() for vector, own in pairs]

        rows = self._taken(self._both, texts, embed)
        vectors = np.array([np.frombuffer(row, "<f4", self.dim) for row in rows], np.float32)
        width = self._tokens.token_dim
        tokens = [np.frombuffer(row, "i1", offset=4 * self.dim).reshape(-1, width) for row in rows]
        return vectors.reshape(len(texts), self.dim), tokens


def _keys(texts: Sequence[str]) -> list[bytes]:
    return [sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]


class _Kept:
    """Bytes by key, in a SQLite file that several processes may share."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self._path = folder / f"{fingerprint[:32]}.sqlite"
        with closing(self._open()) as file, file:
            file.execute("CREATE TABLE IF NOT EXISTS kept (text BLOB PRIMARY KEY, vectors BLOB) WITHOUT ROWID")

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """What is there for these keys."""
        known: dict[bytes, bytes] = {}
        with closing(self._open()) as file:
            for start in range(0, len(keys), ASKED):
                asked = keys[start : start + ASKED]
                marks = ",".join("?" * len(asked))
                known.update(file.execute(f"SELECT text, vectors FROM kept WHERE text IN ({marks})", asked))
        return known

    def put(self, made: dict[bytes, bytes]) -> None:
        """Keep these."""
        with closing(self._open()) as file, file:
            file.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", made.items())

    def _open(self) -> sqlite3.Connection:
        file = sqlite3.connect(self._path, timeout=WAIT)
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=OFF")  # what a crash loses is made anew
        return file
