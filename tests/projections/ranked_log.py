"""A log with all that a ranking reads, and a model whose meanings are known: for the tests of the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import numpy as np
from hypothesis import strategies as st

from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array
from awhm.language.asking import asking
from awhm.language.names import named
from awhm.language.tokens import terms
from awhm.projections import bm25, bm25_search
from awhm.projections.embeddings import Embeddings, RamEmbeddings, Wording
from awhm.projections.nearest import Keys, Nearness, embed_pending
from awhm.projections.ranking import Question, Ranked, rank
from awhm.projections.recall import Allowed, Hit, Weights, recall
from awhm.projections.sessions import SESSIONS, Sessions
from awhm.projections.token_vectors import TokenStore, record_dim
from awhm.projections.vectors import Vectors, VectorsFold

EVEN = Weights(0.5, 0.5)
DAY = 86_400_000
MAY = int(datetime(2023, 5, 1, 12, tzinfo=UTC).timestamp() * 1000)
MEANINGS = {"puppy": "dog", "hound": "dog", "physician": "doctor", "car": "automobile"}


class Concepts:
    """A model with a direction for each meaning: a text points to the mean of its words'."""

    name = "concepts"
    dim = 64
    token_dim = 64
    fingerprint = sha256(b"concepts").hexdigest()
    token_fingerprint = sha256(b"concepts, each word").hexdigest()

    def _tokens(self, text: str) -> Array:
        words = [MEANINGS.get(word, word) for word in text.lower().split()]
        seeds = [int.from_bytes(sha256(word.encode()).digest()[:4], "little") for word in words]
        drawn = np.array([np.random.RandomState(seed).standard_normal(64) for seed in seeds]).reshape(-1, 64)
        unit: Array = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
        return unit

    def encode(self, texts: Sequence[str]) -> Array:
        return np.array([self.encode_single(text) for text in texts], np.float32).reshape(-1, 64)

    def encode_single(self, text: str) -> Array:
        mean = self._tokens(text).sum(axis=0)
        unit: Array = (mean / np.linalg.norm(mean)).astype(np.float32)
        return unit

    def encode_both(self, texts: Sequence[str]) -> tuple[Array, list[Array]]:
        return self.encode(texts), [np.rint(self._tokens(text) * 127).astype(np.int8) for text in texts]

    def ask(self, text: str) -> Wording:
        spans: list[tuple[int, int]] = []
        for word in text.split():
            start = text.index(word, spans[-1][1] if spans else 0)
            spans.append((start, start + len(word)))
        return Wording(text, self.encode_single(text), self._tokens(text).astype(np.float32), tuple(spans))


CONCEPTS = Concepts()


@dataclass(frozen=True)
class Said:
    """One message of a log."""

    text: str
    session: str = "s"
    role: str = "user"
    speaker: str | None = None
    occurred: int = MAY
    zone: int | None = None

    def event(self, position: int) -> Recorded:
        numbers = (1, 0, Kind.MESSAGE_LOGGED, 1, 0, 1, 0, 0, position, 0)
        none = bytes(16)
        header = chain.LAYOUT.pack(*numbers, none, none, 1, none, none, none, position.to_bytes(32, "little"))
        payload: dict[str, Any] = {
            "session": self.session, "role": self.role, "content": self.text, "occurred": self.occurred
        }  # fmt: skip
        payload |= {"speaker": self.speaker} if self.speaker else {}
        return Recorded(position, header, payload | ({} if self.zone is None else {"zone": self.zone}))


@dataclass
class Log:
    """A log's views; with `model` 1 the vectors of passages, with 2 those of tokens too; at most `limit` of them."""

    said: Sequence[Said]
    model: int = 2
    limit: int | None = None
    words: bm25.State = field(default_factory=bm25.BM25.initial)
    sessions: Sessions = field(default_factory=SESSIONS.initial)
    vectors: Vectors = field(default_factory=VectorsFold().initial)

    def __post_init__(self) -> None:
        for position, one in enumerate(self.said, 1):
            event = one.event(position)
            bm25.BM25.reads[Kind.MESSAGE_LOGGED](self.words, event)
            SESSIONS.reads[Kind.MESSAGE_LOGGED](self.sessions, event)
            VectorsFold().reads[Kind.MESSAGE_LOGGED](self.vectors, event)
        self.store: Embeddings = RamEmbeddings(CONCEPTS.fingerprint, CONCEPTS.dim)
        blocks = RamEmbeddings(CONCEPTS.token_fingerprint, record_dim(CONCEPTS.token_dim), "i1")
        self.tokens = TokenStore(blocks, CONCEPTS.token_dim) if self.model == 2 else None
        if self.model:
            embed_pending(self.vectors, self.store, CONCEPTS, self._texts, tokens=self.tokens, limit=self.limit)

    def text(self, position: int) -> str:
        return self.said[position - 1].text

    def _texts(self, keys: Keys) -> list[str | None]:
        return [self.text(position) for position in keys.position.tolist()]

    def near(self, asked: str, until: int | None = None) -> Nearness | None:
        def rarity(words: Sequence[str]) -> Sequence[float]:
            return bm25_search.idfs(self.words, words, until)

        return Nearness(self.vectors, self.store, CONCEPTS.ask(asked), self.tokens, rarity) if self.model else None

    def question(self, asked: str, until: int | None = None) -> Question:
        speakers = list(self.sessions.speakers(until))
        people = frozenset(self.sessions.people.ids[name] + 1 for name in named(asked, speakers))
        return Question(terms(asked), asking(asked, MAY), people)

    def found(
        self, asked: str, until: int | None = None, allowed: Allowed | None = None, settings: Weights = EVEN
    ) -> list[Hit]:
        return recall(self.words, terms(asked), self.near(asked, until), settings, until=until, allowed=allowed)

    def rank(
        self,
        asked: str,
        *,
        until: int | None = None,
        allowed: Allowed | None = None,
        settings: Weights = EVEN,
        shortlist: int = 50,
        found: Sequence[Hit] | None = None,
    ) -> Ranked:
        """What recall gives for a question, ranked."""
        found = self.found(asked, until, allowed, settings) if found is None else found
        return rank(
            found, self.question(asked, until), self.words, self.sessions, self.near(asked, until), settings,
            until=until, allowed=allowed, shortlist=shortlist,
        )  # fmt: skip


def places(ranked: Ranked) -> list[int]:
    return [hit.position for hit in ranked.hits]


def value(ranked: Ranked, position: int, name: str) -> float:
    """One signal's value for one message."""
    return {part.name: part.value for part in ranked.parts(places(ranked).index(position))}[name]


WORDS = ["dog", "puppy", "doctor", "physician", "car", "green", "fence", "paint", "when", "the", "Ann", "12", "?"]
SAYINGS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
MESSAGES = st.lists(
    st.builds(
        Said,
        SAYINGS,
        st.sampled_from("abc"),
        st.sampled_from(["user", "assistant", "tool"]),
        st.sampled_from([None, "Ann", "Bob"]),
        st.integers(-9, 9).map(lambda days: MAY + days * DAY),
        st.sampled_from([None, -300, 0, 540]),
    ),
    max_size=12,
)
QUESTIONS = st.one_of(
    SAYINGS,
    st.sampled_from(
        ["When did Ann see my doctor?", "Where is your puppy, Bob?", "what did I paint on 3 May", "dog dog"]
    ),
)
MODELS = st.sampled_from([0, 1, 2])
SETTINGS = st.sampled_from([EVEN, Weights(1, 0), Weights(0, 1), Weights(0.55, 0.2), Weights(1, 1)])
