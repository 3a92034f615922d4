"""What one session comes to, worked out from the rows of its messages and of its starts and ends."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from awhm.events.event import Role
from awhm.events.fold import Array
from awhm.projections.names import Names
from awhm.projections.rows import Rows

ROLES: tuple[Role, ...] = (
    Role.USER,
    Role.ASSISTANT,
    Role.SYSTEM,
    Role.TOOL,
    Role.TOOL_CALL,
    Role.TOOL_RESULT,
)  # the numbers in saved views: only ever added to, at the end
STARTED, ENDED = 0, 1
_EARLY, _LATE = np.iinfo(np.int64).min, np.iinfo(np.int64).max


class Session(NamedTuple):
    """One session. Positions are those of its first and last event; times are ms since 1970 UTC.

    `first_occurred` and `last_occurred` are the earliest and latest time among its messages (without
    any, among its starts and ends). `started` is what its first SessionStarted said, else the earliest
    message; `ended` is None while it is open. `client` is the last one that said who it was.
    """

    name: str
    first: int
    last: int
    first_occurred: int
    last_occurred: int
    started: int
    ended: int | None
    client: str | None
    roles: dict[Role, int]

    @property
    def messages(self) -> int:
        """How many messages it has."""
        return sum(self.roles.values())


def summaries(messages: Rows, marks: Rows, names: Names, clients: Names, limit: int | None) -> list[Session]:
    """The sessions these rows belong to, the last heard of first, then by name; at most `limit` of them."""
    count = len(names)
    first, last = np.full(count, _LATE), np.full(count, _EARLY)
    begun, heard = np.full(count, _LATE), np.full(count, _EARLY)
    for rows in (messages, marks):
        session, position = rows["session"], rows["position"].astype(np.int64)
        np.minimum.at(first, session, position)
        np.maximum.at(last, session, position)
    np.minimum.at(begun, messages["session"], messages["occurred"])
    np.maximum.at(heard, messages["session"], messages["occurred"])
    silent = heard == _EARLY
    quiet = silent[marks["session"]]
    np.minimum.at(begun, marks["session"][quiet], marks["occurred"][quiet])
    np.maximum.at(heard, marks["session"][quiet], marks["occurred"][quiet])
    chosen = _latest(np.flatnonzero(first != _LATE), heard, names, limit)
    slots = messages["session"].astype(np.int64) * len(ROLES) + messages["role"]
    roles = np.bincount(slots, minlength=count * len(ROLES)).reshape(-1, len(ROLES))
    starts, ends, spoke = _lifecycle(marks, last, chosen)
    numbers: list[int] = chosen.tolist()
    columns: list[list[Any]] = [column[chosen].tolist() for column in (first, last, begun, heard, roles)]
    said = [starts.get(number, earliest) for number, earliest in zip(numbers, columns[2], strict=True)]
    return [
        Session(
            names.name(number),
            opening,
            latest,
            earliest,
            newest,
            began,
            ends.get(number),
            clients.name(spoke[number] - 1) if number in spoke else None,
            {role: n for role, n in zip(ROLES, counted, strict=True) if n},
        )
        for number, began, opening, latest, earliest, newest, counted in zip(numbers, said, *columns, strict=True)
    ]


def _latest(numbers: Array, heard: Array, names: Names, limit: int | None) -> Array:
    """The numbers in the order of the listing; the names are compared only where they may decide."""
    if limit is not None and limit < len(numbers):
        if limit <= 0:
            return numbers[:0]
        times = heard[numbers]
        threshold = np.partition(times, len(times) - limit)[len(times) - limit]
        numbers = numbers[times >= threshold]
    times = heard[numbers].tolist()
    order = sorted(zip(times, numbers.tolist(), strict=True), key=lambda pair: (-pair[0], names.name(pair[1])))
    return np.array([number for _, number in order[:limit]], np.int64)


def _lifecycle(marks: Rows, last: Array, wanted: Array) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """By session: when its first start says it began, when it ended if its end is its last event, its client."""
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    spoke: dict[int, int] = {}
    mine = np.isin(marks["session"], wanted)
    columns = (marks[name][mine].tolist() for name in ("session", "position", "occurred", "what", "client"))
    for session, position, occurred, what, client in zip(*columns, strict=True):
        if what == STARTED:
            starts.setdefault(session, occurred)
        elif position == last[session]:
            ends[session] = occurred
        if client:
            spoke[session] = client
    return starts, ends, spoke
