"""What recall has to be better than: other rankings of the same messages for the same question.

bm25     our words, Lucene's BM25 with its usual k1 1.2 and b 0.75, and nothing else
cosine   the embedder's cosine with the question as it was asked, and nothing else
awhm_like  AWHM Lite's blend: 0.55 * max(0, cosine) + 0.20 * BM25 / best BM25, with k1 1.5, b 0.75, words unstemmed
random, recency   what no understanding gives
oracle   the evidence first: what can be reached at all

A message is one document: "Name: text", so that whoever spoke can be found by name in all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from awhm.events.fold import Array
from awhm.language.names import spoken_from
from awhm.language.tokens import STOP_WORDS, terms
from awhm.projections import bm25_search
from awhm.projections.bm25 import BM25, State

W_SEMANTIC, W_LEXICAL = 0.55, 0.20  # AWHM Lite's weights; the others are the same for all messages here
_LITE_WORD = re.compile(r"[a-z0-9_]+", re.ASCII)
_LITE_STOPPED = STOP_WORDS | {"may"}
Encode = Callable[[Sequence[str]], Array]


class Placed(NamedTuple):
    """A message in a ranking: its position and its score."""

    position: int
    score: float


@dataclass(frozen=True)
class Asked:
    """One question for the controls: which rows may be shown (bool), and which are the evidence."""

    key: str
    text: str
    allowed: Array
    evidence: frozenset[int]


Control = Callable[[Asked], Array]  # a score for each row; what is not above -inf is not shown


def document(content: str, speaker: str | None) -> str:
    """A message as a document: with its speaker's name in front, once."""
    return content if not speaker or spoken_from(content, speaker) else f"{speaker}: {content}"


def lite_terms(text: str) -> list[str]:
    """AWHM Lite's words: runs of ASCII letters, digits and underscores, lower case, without stop words."""
    return [word for word in _LITE_WORD.findall(text.lower()) if word not in _LITE_STOPPED]


class Words:
    """BM25 over some documents, one for each row."""

    def __init__(self, documents: Sequence[list[str]], k1: float, b: float) -> None:
        self._state: State = BM25.initial()
        self._k1, self._b = k1, b
        self._count = len(documents)
        for row, words in enumerate(documents):
            if words:
                self._state.positions.append(row)
                self._state.passages.append(0)
                self._state.lengths.append(len(words))
                self._state.postings.add(words)
                self._state.total += len(words)

    def scores(self, query: Sequence[str]) -> Array:
        """A score for each row, 0 where no word is in common; a word that is asked twice counts twice."""
        found = np.zeros(self._count)
        times = Counter(query)
        for level in range(1, max(times.values(), default=0) + 1):
            again = [word for word, number in times.items() if number >= level]
            hits = bm25_search.search(self._state, again, k=self._count, k1=self._k1, b=self._b)
            found[hits.positions.astype(np.int64)] += hits.scores
        return found


def controls_of(
    documents: Sequence[str], occurred: Sequence[int], encode: Encode | None, single: Callable[[str], Array] | None
) -> dict[str, Control]:
    """All controls over these documents. Without a model there is no cosine, and the blend is of words alone."""
    plain = Words([terms(text) for text in documents], 1.2, 0.75)
    lite = Words([lite_terms(text) for text in documents], 1.5, 0.75)
    vectors = None if encode is None or not documents else encode(documents)
    latest = np.lexsort((np.arange(len(documents)), np.asarray(occurred, np.int64)))
    age = np.empty(len(documents))
    age[latest] = np.arange(len(documents))

    def cosines(asked: Asked) -> Array:
        assert vectors is not None and single is not None
        found: Array = vectors @ single(asked.text)
        return found

    def blend(asked: Asked) -> Array:
        words = lite.scores(lite_terms(asked.text))
        # The best of what may be shown: AWHM Lite's index held nothing that had not been said yet.
        best = words[asked.allowed].max(initial=0.0)
        score: Array = W_LEXICAL * (words / best if best else words)
        return score if vectors is None else score + W_SEMANTIC * np.maximum(cosines(asked), 0)

    found: dict[str, Control] = {
        "bm25": lambda asked: _matching(plain.scores(terms(asked.text))),
        "cosine": cosines,
        "awhm_like": lambda asked: _matching(blend(asked)),
        "random": lambda asked: np.random.default_rng(_seed(asked.key)).random(len(documents)),
        "recency": lambda asked: age,
        "oracle": lambda asked: np.array([float(row in asked.evidence) for row in range(len(documents))]),
    }
    if vectors is None:
        del found["cosine"]
    return found


def ranked(control: Control, asked: Asked, depth: int) -> list[Placed]:
    """The best rows, best first, as far as they may be shown; of equal ones the later first, as in recall."""
    scores = np.where(asked.allowed, control(asked), -np.inf)
    order = np.lexsort((-np.arange(len(scores)), -scores))[:depth]
    return [Placed(int(row), float(scores[row])) for row in order if scores[row] > -np.inf]


def _matching(scores: Array) -> Array:
    """What shares nothing with the question is not found."""
    return np.where(scores > 0, scores, -np.inf)


def _seed(key: str) -> int:
    return int.from_bytes(sha256(key.encode("utf-8", "surrogatepass")).digest()[:8], "big")
