"""Messages with token vectors, and the stores of a model that makes them: for the tests of the store of tokens."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from awhm.adapters.hashed import HashedEmbedder
from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array
from awhm.projections.embedding_file import FileEmbeddings
from awhm.projections.embeddings import Embeddings, RamEmbeddings, Wording
from awhm.projections.nearest import Keys, embed_pending
from awhm.projections.token_vectors import TokenStore, record_dim
from awhm.projections.vectors import Vectors, VectorsFold

DIM = 4
RECORD = 40 + record_dim(DIM)
FOLD = VectorsFold()


class Model(HashedEmbedder):
    """The mock embedder with a vector for each word, drawn from its hash."""

    def __init__(self) -> None:
        super().__init__(8)

    token_dim = DIM
    token_fingerprint = sha256(b"a token for each word").hexdigest()

    def encode_both(self, texts: Sequence[str]) -> tuple[Array, list[Array]]:
        return self.encode(texts), [tokens_of(text) for text in texts]

    def ask(self, text: str) -> Wording:
        tokens = tokens_of(text).astype(np.float32)
        return Wording(text, self.encode_single(text), tokens, ((0, 0),) * len(tokens))


MODEL = Model()


def tokens_of(text: str) -> Array:
    """A vector of four numbers for each word, int8."""
    words = b"".join(sha256(word.encode()).digest()[:DIM] for word in text.split())
    return np.frombuffer(words, np.int8).reshape(-1, DIM)


def text_of(name: int, words: int) -> str:
    return " ".join(f"{name}w{number}" for number in range(words))


# Under so few words each of these is one passage: of one record, of several, of exactly full ones.
LENGTHS = [3, 40, 16, 1, 33, 17, 32, 15]
TEXTS = [text_of(name, words) for name, words in enumerate(LENGTHS, 1)]


def message(position: int, content: str) -> Recorded:
    commitment = sha256(f"{position} {content}".encode()).digest()
    numbers = (1, 0, Kind.MESSAGE_LOGGED, 1, 0, 1, 0, 0, position, position)
    none = bytes(16)
    header = chain.LAYOUT.pack(*numbers, uuid.UUID(int=position).bytes, none, 1, none, none, none, commitment)
    return Recorded(position, header, {"session": "s", "role": "user", "content": content, "occurred": 0})


def folded(texts: Sequence[str]) -> Vectors:
    state = FOLD.initial()
    for position, text in enumerate(texts, 1):
        FOLD.reads[Kind.MESSAGE_LOGGED](state, message(position, text))
    assert len(state) == len(texts), "each message is one passage"
    return state


def ram() -> TokenStore:
    return TokenStore(RamEmbeddings(MODEL.token_fingerprint, record_dim(DIM), "i1"), DIM)


def on_disk(folder: Path) -> tuple[Embeddings, TokenStore]:
    """The two stores of the model as a new process opens them."""
    blocks = FileEmbeddings(folder, MODEL.token_fingerprint, record_dim(DIM), "i1")
    return FileEmbeddings(folder, MODEL.fingerprint, MODEL.dim), TokenStore(blocks, DIM)


def embed(
    texts: Sequence[str], state: Vectors, vectors: Embeddings, tokens: TokenStore | None, limit: int | None = None
) -> int:
    def words(keys: Keys) -> list[str | None]:
        positions: list[int] = keys.position.tolist()
        return [texts[position - 1] for position in positions]

    return embed_pending(state, vectors, MODEL, words, limit=limit, tokens=tokens)


def answered(state: Vectors, tokens: TokenStore, rows: Sequence[int]) -> list[Array]:
    """What the store has for each of these rows."""
    found, counts = tokens.of(state, np.array(rows, np.int64))
    assert found.dtype == np.int8
    assert found.shape == (int(counts.sum()), DIM)
    return np.split(found, np.cumsum(counts)[:-1]) if len(rows) else []


def right(texts: Sequence[str], state: Vectors, tokens: TokenStore) -> list[bool]:
    """For each passage whether its tokens are there; whatever is answered with must be right."""
    there: list[bool] = []
    for text, found in zip(texts, answered(state, tokens, range(len(texts))), strict=True):
        expected = tokens_of(text)
        assert len(found) == 0 or np.array_equal(found, expected)
        there.append(len(found) == len(expected))
    return there


def append(tokens: TokenStore, state: Vectors, rows: Sequence[int], texts: Sequence[str]) -> None:
    at = np.array(rows, np.int64)
    tokens.append(state.commitment.take(at), state.passage.take(at), [tokens_of(texts[row]) for row in rows])
