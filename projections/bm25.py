"""The lexical view: BM25 over the passages of all messages.

A document is one passage of one message: its terms, the speaker's name and the
words of the date on which it was said. A passage without a term of its own is no document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from hashlib import sha256

import numpy as np

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array, Parts
from awhm.language import tokens
from awhm.language.passages import PASSAGES, passages
from awhm.language.tokens import ANALYSIS, terms
from awhm.projections.columns import Column
from awhm.projections.postings import Postings
from awhm.projections.rows import Positions

DAY = 86_400_000  # ms
EPOCH = date(1970, 1, 1).toordinal()
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)


class State:
    """All documents in the order of the log: where each is from, how many terms it has, and the postings."""

    def __init__(self, positions: Positions, passages: Column, lengths: Column, postings: Postings) -> None:
        """Raises ValueError if the columns and the postings do not count the same documents."""
        if not len(positions) == len(passages) == len(lengths) == len(postings):
            raise ValueError("the columns and the postings of bm25 do not count the same documents")
        self.positions = positions  # uint64, ascending
        self.passages = passages  # uint16, ascending within a position
        self.lengths = lengths  # uint32
        self.postings = postings
        self.total = lengths.sum()

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self.positions)

    def until(self, position: int | None) -> int:
        """How many documents come from messages at or before this position; all for None."""
        if position is None:
            return len(self)
        return self.positions.upto(max(position, 0))


def asked(state: State, text: str, until: int | None = None) -> list[str]:
    """The terms of a question for this index, as far as it goes up to a position: see `tokens.asked`."""
    size = state.until(until)

    def held(wanted: Sequence[str]) -> list[str]:
        found = zip(wanted, state.postings.find(wanted), strict=True)
        return [term for term, (docs, _) in found if len(docs) and docs[0] < size]

    return tokens.asked(text, held)


def postings_of(state: State, wanted: Sequence[str]) -> list[tuple[Array, Array]]:
    """For each term its documents and how often each holds it, as `Postings.find` gives them.

    A single Chinese, Japanese or Korean character is held by every run that it stands in.
    """
    found = state.postings.find(wanted)
    for at, term in enumerate(wanted):
        if tokens.lone(term):
            found[at] = state.postings.holding(term)
    return found


@lru_cache(maxsize=4096)
def date_terms(day: int) -> tuple[str, ...]:
    """The terms of a day, counted from 1970-01-01: month, year and day of the month, as `8 May 2023`."""
    when = date.fromordinal(min(max(EPOCH + day, 1), date.max.toordinal()))
    return tuple(terms(f"{when.day} {MONTHS[when.month - 1]} {when.year}"))


@lru_cache(maxsize=4096)
def _name_terms(speaker: str) -> tuple[str, ...]:
    return tuple(terms(speaker))


def _message(state: State, recorded: Recorded) -> None:
    """A message becomes one document for each of its passages that has a term."""
    payload = recorded.payload
    text: str = payload["content"]
    day = (payload["occurred"] + 60_000 * payload.get("zone", 0)) // DAY
    common = (*_name_terms(payload.get("speaker", "")), *date_terms(day))
    for number, (start, end) in enumerate(passages(text)):
        if own := terms(text[start:end]):
            own += common
            state.positions.append(recorded.position)
            state.passages.append(number)
            state.lengths.append(len(own))
            state.postings.add(own)
            state.total += len(own)


def _erased(state: State, recorded: Recorded) -> None:
    """The documents of erased messages are forgotten, postings and vocabulary included."""
    documents = state.positions.places_of(np.array(sorted(set(recorded.payload["positions"])), np.uint64))
    if not len(documents):
        return
    state.total -= int(state.lengths.take(documents).sum(dtype=np.int64))
    for column in (state.positions, state.passages, state.lengths):
        column.drop(documents)
    state.postings.drop(documents)


class Bm25:
    """The fold named "bm25"."""

    name = "bm25"
    version = f"1 {ANALYSIS} {PASSAGES}"
    reads: Mapping[Kind, Callable[[State, Recorded], None]] = {
        Kind.MESSAGE_LOGGED: _message,
        Kind.MESSAGE_REDACTED: _message,
        Kind.PAYLOADS_ERASED: _erased,
    }

    def initial(self) -> State:
        """No documents."""
        return State(Positions("u8"), Column("u2"), Column("u4"), Postings())

    def digest(self, state: State) -> str:
        """SHA-256 over all documents in order, then all terms in order with their postings."""
        whole = state.postings.whole()
        found = sha256()
        for part in (state.positions.array(), state.passages.array(), state.lengths.array(), whole.raw):
            found.update(len(part).to_bytes(8, "little"))
            found.update(np.ascontiguousarray(part).data)
        return found.hexdigest()

    def dump(self, state: State) -> Parts:
        """Columns and segments, each in few arrays; those of the last load are the same objects."""
        return {
            **state.positions.dump("positions"),
            **state.passages.dump("passages"),
            **state.lengths.dump("lengths"),
            **state.postings.dump("postings"),
        }

    def load(self, parts: Parts) -> State:
        """The state back from its parts. Raises ValueError if they do not fit."""
        return State(
            Positions.load("u8", "positions", parts),
            Column.load("u2", "passages", parts),
            Column.load("u4", "lengths", parts),
            Postings.load("postings", parts),
        )


BM25 = Bm25()
