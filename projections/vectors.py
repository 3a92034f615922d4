"""The view "vectors": which passages there are to be embedded, and under which keys.

Folding never embeds. The state lists (position, passage, payload commitment); the vectors themselves lie
in the store of a model (`embeddings.py`) under (commitment, passage), and `nearest.py` brings both
together. So the view is the same for every model and for none, and so is its digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import numpy as np

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts
from awhm.language.names import NAMES, spoken_from
from awhm.language.passages import PASSAGES, passages
from awhm.projections.columns import Column
from awhm.projections.rows import Positions

STEP = 1 << 16  # rows that the digest takes at a time


@dataclass(slots=True)
class Vectors:
    """One row for each passage of each message, ascending by (position, passage)."""

    position: Positions = field(default_factory=lambda: Positions("u8"))
    passage: Column = field(default_factory=lambda: Column("u2"))
    commitment: Column = field(default_factory=lambda: Column("V32"))
    cuts: int = 0  # erasures since it was made: row numbers from before one mean nothing after it
    # Where `embedding_rows` remembers the rows of each store, by fingerprint; not part of the state.
    rows: dict[str, object] = field(default_factory=dict[str, object])

    def __len__(self) -> int:
        return len(self.position)


def texts(payload: Mapping[str, Any]) -> list[tuple[int, str]]:
    """What is embedded of a message, logged or redacted: (passage number, text) for each passage with words.

    Passages are cut from the whole content, so that their numbers are those of every other view; a leading
    "Speaker: " that repeats the message's own speaker is left out of the text. A passage that is blank
    then is not listed.
    """
    content: str = payload["content"]
    start = spoken_from(content, payload.get("speaker"))
    found: list[tuple[int, str]] = []
    for number, (low, high) in enumerate(passages(content)):
        text = content[max(low, start) : high]
        if text and not text.isspace():
            found.append((number, text))
    return found


class VectorsFold:
    """The fold of messages into `Vectors`."""

    name = "vectors"
    version = f"vectors-1 {PASSAGES} {NAMES}"

    @property
    def reads(self) -> Mapping[Kind, Any]:
        """Messages of every role, what redactions have left of them, and erasures."""
        return {Kind.MESSAGE_LOGGED: _logged, Kind.MESSAGE_REDACTED: _logged, Kind.PAYLOADS_ERASED: _erased}

    def initial(self) -> Vectors:
        """No passage yet."""
        return Vectors()

    def digest(self, state: Vectors) -> str:
        """SHA-256 over the rows in order, 42 bytes each; no vector has part in it."""
        digest = sha256()
        for start in range(0, len(state), STEP):
            stop = min(start + STEP, len(state))
            rows = np.empty(stop - start, [("position", "<u8"), ("passage", "<u2"), ("commitment", "V32")])
            rows["position"] = state.position.slice(start, stop)
            rows["passage"] = state.passage.slice(start, stop)
            rows["commitment"] = state.commitment.slice(start, stop)
            digest.update(rows.tobytes())
        return digest.hexdigest()

    def dump(self, state: Vectors) -> Parts:
        """The three columns."""
        return {
            **state.position.dump("position"),
            **state.passage.dump("passage"),
            **state.commitment.dump("commitment"),
        }

    def load(self, parts: Parts) -> Vectors:
        """The state back. Raises ValueError if the columns do not fit each other."""
        state = Vectors(
            Positions.load("u8", "position", parts),
            Column.load("u2", "passage", parts),
            Column.load("V32", "commitment", parts),
        )
        if not len(state.position) == len(state.passage) == len(state.commitment):
            raise ValueError("the columns of the vectors view differ in length")
        return state


def _logged(state: Vectors, event: Recorded) -> None:
    """A row for each passage that says something."""
    commitment = event.commitment
    for number, _ in texts(event.payload):
        state.position.append(event.position)
        state.passage.append(number)
        state.commitment.append(commitment)


def _erased(state: Vectors, event: Recorded) -> None:
    """The rows of the erased messages go; positions that are not here do not matter."""
    rows = state.position.places_of(np.array(sorted(set(event.payload["positions"])), np.uint64))
    if not len(rows):
        return
    for column in (state.position, state.passage, state.commitment):
        column.drop(rows)
    state.cuts += 1
