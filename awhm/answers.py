"""From what recall found to what it answers: words, dates, how a memory stands, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import orjson

from awhm.commands.claims import sid
from awhm.errors import Damaged
from awhm.events.log import Log
from awhm.language.passages import passage
from awhm.language.time import iso
from awhm.projections.bm25_search import Contribution
from awhm.projections.ranking import Part
from awhm.projections.recall import Hit
from awhm.projections.sessions import Sessions
from awhm.projections.standing import Placed, Standing
from awhm.types import NodeStatus, RetrievalResult

DIGITS = 6  # of a score, and of what it is made of
Payload = Callable[[int], dict[str, Any] | None]


class Reading:
    """The messages that one question reads, each once; those that are sure to be needed together."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._known: dict[int, dict[str, Any] | None] = {}

    def __call__(self, position: int) -> dict[str, Any] | None:
        """A message by position; None where it is erased. Raises what `Log.payload` does."""
        if position not in self._known:
            raw = self._log.payload(position)
            self._known[position] = None if raw is None else orjson.loads(raw)
        return self._known[position]

    def take(self, positions: Iterable[int]) -> None:
        """Read these in one go. What cannot be read is an error when it is asked for."""
        new = [position for position in positions if position not in self._known]
        for position, raw in (self._log.payloads(new) if new else {}).items():
            self._known[position] = None if raw is None else orjson.loads(raw)


def results(
    placed: Sequence[Placed], sessions: Sessions, mine: Collection[int], payload: Payload, last: int
) -> list[tuple[Hit, RetrievalResult]]:
    """What was found with its words; `mine` are the positions of the session that asks. What is gone is left out.

    Ids of memories from positions beyond `last` are of what the log does not hold yet, and are not told.
    """
    rows = sessions.rows_of([one.hit.position for one in placed])
    if len(lost := np.flatnonzero(rows < 0)):  # the views are of one log: it is not the one that they were made of
        position = placed[int(lost[0])].hit.position
        raise Damaged("missing", f"event {position} was found, but the log has no such message", position=position)
    found: list[tuple[Hit, RetrievalResult]] = []
    for (hit, standing), spoken in zip(placed, sessions.spoken(rows), strict=True):
        said = payload(hit.position)
        if said is None:  # erased since the views were caught up
            continue
        result = RetrievalResult(
            "",
            said["content"],
            round(hit.score, DIGITS),
            "buffer" if hit.position in mine else "raw_log",
            id=f"m{hit.position}",
            session_id=spoken.session,
            role=spoken.role,
            occurred=iso(spoken.occurred, spoken.zone),
            speaker=spoken.speaker,
            passage=passage(said["content"], hit.passage),
        )
        found.append((hit, result if standing is None else _standing(result, standing, spoken.zone, last)))
    return found


def traced(
    result: RetrievalResult,
    hit: Hit,
    scored: float | None,
    parts: Sequence[Part],
    agreement: float,
    words: Sequence[Contribution],
) -> RetrievalResult:
    """The result with why it scores as it does; the first two names are AWHM Lite's.

    `signals` has each signal's value, weight and share; the shares add up to the closeness, of which the score is
    made (see `projections.ranking`), times the agreement. Where the result's place was then changed by how its memory
    stands, `moved` says from which score (`scored`; None for one that was brought in).
    """
    trace: dict[str, Any] = {
        "semantic_sim": None if hit.cosine is None else round(hit.cosine, 6),
        "lexical_score": round(hit.lexical, 6),
        "bm25": round(hit.bm25, 6),
        "closeness": round(min(sum(part.share for part in parts), 1.0), 6),
        "agreement": round(agreement, 6),
        "signals": {
            part.name: {"value": round(part.value, 6), "weight": round(part.weight, 6), "share": round(part.share, 6)}
            for part in parts
        },
        "terms": [
            {"term": word.term, "times": word.frequency, "in": word.documents, "score": round(word.score, 6)}
            for word in words
            if word.frequency
        ],
    }
    if scored is None or round(scored, 6) != result.score:
        trace["moved"] = None if scored is None else round(scored, 6)
    return replace(result, trace=trace)


def _standing(result: RetrievalResult, standing: Standing, zone: int | None, last: int) -> RetrievalResult:
    """A result with the memory that it stands for."""

    def known(memory: str | None) -> str | None:
        return memory if memory is not None and sid(memory)[0] <= last else None

    def told(time: int | None) -> str | None:
        return None if time is None else iso(time, zone)

    node = known(standing.memory)
    return replace(
        result,
        node_id=node or "",
        source="graph" if node is not None and result.source != "buffer" else result.source,
        status=NodeStatus(standing.status),
        valid_from=told(standing.valid_from),
        valid_to=told(standing.valid_to),
        superseded_by=known(standing.superseded_by),
        passage=(standing.said.start, standing.said.end) if standing.about and not standing.whole else result.passage,
    )
