"""Filters at work: which positions may be ranked at all, and which results fit once memories are placed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches

import numpy as np

from awhm.errors import Refused
from awhm.events.fold import Array
from awhm.projections.filters import Filters, folded
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import confidence, memories_of, node_type, status
from awhm.projections.memory import Status
from awhm.projections.names import Names
from awhm.projections.recall import Allowed
from awhm.projections.sessions import ROLE_NUMBERS, Sessions
from awhm.projections.standing import Placed

NEAR, LOOKED_AT = 3, 2000  # names in a hint, and those of which it is chosen: the newest
WIDER = 4  # times as many candidates are taken where too few of them fit


def allowed(
    filters: Filters, sessions: Sessions, graph: Graph, entity_ids: Callable[[str], Collection[str]]
) -> Allowed | None:
    """Which positions (uint64) may answer, as far as the messages themselves tell; None where all may.

    `entity_ids` gives the ids of all that an entity's id or name means, merged ones too, and refuses what it
    does not know. A message names an entity if one of its statements does. Work: a few passes over the
    messages' columns, once. Raises Refused (`no_such_session`, `no_such_speaker`, `no_such_tag`).
    """
    if not filters:
        return None
    columns = sessions.messages.columns
    may = np.ones(len(sessions.messages), np.bool_)
    if filters.sessions is not None:
        may &= _numbers("session", filters.sessions, sessions.names)[columns["session"].array()]
    if filters.speakers is not None:
        spoken = np.append(False, _numbers("speaker", filters.speakers, sessions.people))  # numbered from 1
        may &= spoken[columns["speaker"].array()]
    if filters.roles is not None:
        may &= np.isin(columns["role"].array(), [ROLE_NUMBERS[role] for role in filters.roles])
    if filters.since is not None:
        may &= columns["occurred"].array() >= filters.since
    if filters.before is not None:
        may &= columns["occurred"].array() < filters.before
    positions = sessions.messages.positions.array()
    if filters.tags is not None:
        tagged = sessions.tagged.lists["tags"]
        carrying = tagged.owners()[_numbers("tag", filters.tags, sessions.tags)[tagged.items()]]
        may &= _among(positions, sessions.tagged.positions()[carrying])
    if filters.entities is not None:
        ids = {one for asked in filters.entities for one in entity_ids(asked)}
        may &= _among(positions, _naming(graph, ids))
    if filters.of_memories:
        may &= _among(positions, graph.tables["said"].column("message"))
    # By position, as it is asked for many positions and often: a byte for each event of the log.
    known = np.zeros(int(positions[-1]) + 2 if len(positions) else 1, np.bool_)
    known[positions[may]] = True
    last = np.uint64(len(known) - 1)

    def allows(asked: Array) -> Array:
        found: Array = known[np.minimum(asked, last)]
        return found

    return allows


def both(*each: Allowed | None) -> Allowed | None:
    """What all of these allow; None stands for everything."""
    asked = [one for one in each if one is not None]
    if len(asked) < 2:
        return asked[0] if asked else None

    def allows(positions: Array) -> Array:
        may = asked[0](positions)
        for one in asked[1:]:
            may = may & one(positions)
        return may

    return allows


def fitting(
    filters: Filters, graph: Graph, at: int, may: Allowed | None = None
) -> Callable[[Placed], Placed | None] | None:
    """What is checked once memories are placed: gives the result, or None where it does not fit. None: no check.

    Where a message says several memories and the one it is shown with does not fit, it is shown with the first
    that does. `at` (ms) is the time for which a status is asked; `may` is what `allowed` gave: placing can put
    a message that it never saw in the place of one that it let through.
    """
    if not filters:
        return None

    def fits(placed: Placed) -> Placed | None:
        if may is not None and not may(np.array([placed.hit.position], np.uint64))[0]:
            return None
        standing = placed.standing
        if standing is None:
            return None if filters.of_memories else placed
        if filters.kinds == ("message",):
            return None
        if not filters.of_memories or _fits(filters, graph, standing.memory, standing.status):
            return placed
        for memory, said in memories_of(graph, placed.hit.position):
            stands = status(graph, memory, at)
            if memory != standing.memory and _fits(filters, graph, memory, stands):
                found = graph.memories[memory]
                return placed._replace(
                    standing=standing._replace(
                        memory=memory,
                        said=said,
                        status=stands,
                        valid_from=found.windows[0][0] if found.windows else None,
                        valid_to=found.windows[-1][1] if found.windows else None,
                        superseded_by=found.superseded_by,
                        about=False,
                    )
                )
        return None

    return fits


def widened(
    ask: Callable[[int], Sequence[Placed]],
    fits: Callable[[Placed], Placed | None] | None,
    k: int,
    pool: int,
    most: int,
    full: Callable[[int], bool] | None = None,
) -> list[Placed]:
    """The results that fit, in their order: `ask` is given a number of candidates, and a larger one until `k` fit.

    It ends when no more candidates than `most` (how many messages there are) could be had, or when `full` says of
    a number of candidates that there were not as many; without `full` there may always be more for a filter, and
    none without one. So nothing is left out because others, which are not shown, were found first.
    """
    while True:
        placed = ask(pool)
        found = list(placed) if fits is None else [one for one in map(fits, placed) if one is not None]
        more = fits is not None if full is None else full(pool)
        if len(found) >= k or pool >= most or not more:
            return found
        pool = min(pool * WIDER, most)


def _fits(filters: Filters, graph: Graph, memory: str, stands: Status) -> bool:
    """Whether a memory is of what the filters ask of memories."""
    if filters.statuses is not None and stands not in filters.statuses:
        return False
    if filters.families is not None and filters.families.count(_family(graph, memory)) == 0:
        return False
    if filters.types is not None and node_type(graph, memory) not in filters.types:
        return False
    return filters.min_confidence is None or confidence(graph, memory) >= filters.min_confidence


def _family(graph: Graph, memory: str) -> str:
    """What `awhm memories` shows as a memory's family: that of its first statement."""
    return next((one.family for one in graph.said(memory)), "")


# Names --------------------------------------------------------------------------------------------------


def unknown(what: str, name: str, names: Iterable[str]) -> Refused:
    """The refusal of a name that nothing is known by, with the nearest of those there are."""
    known = {folded(one): one for one in list(names)[-LOOKED_AT:]}
    near = get_close_matches(folded(name), known, NEAR, 0.6)
    hint = f"Did you mean {', '.join(repr(known[one]) for one in near)}?" if near else "Names are compared whole."
    return Refused(f"no_such_{what}", f"there is no {what} {name!r}", hint)


def _numbers(what: str, asked: Sequence[str], names: Names) -> Array:
    """For each number of a table whether its name is asked for (bool). Raises Refused for an unknown name."""
    found = np.zeros(len(names), np.bool_)
    by_fold: dict[str, list[int]] | None = None
    for name in asked:
        if what == "session" and name in names.ids:  # an id; there may be very many of them
            found[names.ids[name]] = True
            continue
        if by_fold is None:
            by_fold = {}
            for known, number in names.ids.items():
                by_fold.setdefault(_compared(what, known), []).append(number)
        numbers = by_fold.get(_compared(what, name))
        if numbers is None:
            raise unknown(what, name, names.ids)
        found[numbers] = True
    return found


def _compared(what: str, name: str) -> str:
    return folded(name.lstrip("#")) if what == "tag" else folded(name)


# Positions ----------------------------------------------------------------------------------------------


def _among(positions: Array, wanted: Array) -> Array:
    """Which of ascending positions are among some (bool)."""
    found = np.zeros(len(positions), np.bool_)
    if len(positions):
        places = np.searchsorted(positions, wanted)
        there = places < len(positions)
        there[there] = positions[places[there]] == wanted[there]
        found[places[there]] = True
    return found


def _naming(graph: Graph, ids: Collection[str]) -> Array:
    """The messages (positions, uint64) of which a statement names one of these entities.

    Ids are looked for among the bytes of all rows, in one pass; the rows that have one are then read.
    """
    table = graph.tables["said"]
    words = table.lists["words"]
    if not ids or not len(table):
        return np.zeros(0, np.uint64)
    pattern = re.compile(b"|".join(re.escape(one.encode()) for one in sorted(ids)))
    at = np.array([found.start() for found in pattern.finditer(np.ascontiguousarray(words.items()).data)], np.int64)
    rows = np.unique(np.searchsorted(words.starts(), at, "right") - 1)
    messages = table.column("message")
    # What a later extraction of the message no longer says does not count.
    named = [
        row
        for row in rows.tolist()
        if row in graph.lookup.extractions(int(messages[row]))[-1:]
        and any(one in ids for said in graph.extracted(row) for one in said.entities)
    ]
    return np.unique(messages[np.array(named, np.int64)]).astype(np.uint64)
