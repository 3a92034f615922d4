"""What was said around what recall found: the messages of the same session before and after.

A good answer often stands beside the words that a question shares: it answers a message that has them, or its
session is about them. Pure; only numbers are looked at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from awhm.events.fold import Array
from awhm.projections.recall import Allowed
from awhm.projections.sessions import Sessions

REACH = 48  # rows of the log before and after a message that are looked at: about a session of chat


class Surroundings(NamedTuple):
    """Messages of a few sessions, grouped by session and in the log's order within each; all arrays (n,).

    `positions` uint64; `session` numbers them from 0; `before` is the place in these arrays of the message
    before it in its session, -1 where that one is not among them; `rows` are those of the sessions view.
    """

    rows: Array
    positions: Array
    session: Array
    before: Array

    def __len__(self) -> int:
        return len(self.rows)


def around(sessions: Sessions, found: Array, until: int | None, allowed: Allowed | None) -> Surroundings:
    """The messages around those found (positions, uint64) that lie in their sessions, and they themselves.

    At most `REACH` messages of the log before and after each one. What may not be shown takes no part, and the
    message behind it has none before it.
    """
    end = sessions.messages.cut(until)
    own = np.unique(sessions.rows_of(found))
    own = own[(own >= 0) & (own < end)]
    near = own[:, None] + np.arange(-REACH, REACH + 1)
    inside = (near >= 0) & (near < end)
    near = np.clip(near, 0, max(end - 1, 0))
    columns = sessions.messages.columns["session"]
    groups = columns.take(near.ravel()).reshape(near.shape)
    mine = inside & (groups == columns.take(own)[:, None])
    rows, first_seen = np.unique(near[mine], return_index=True)
    stretch = np.broadcast_to(_stretches(own, columns.take(own))[:, None], near.shape)[mine][first_seen]
    group = columns.take(rows)
    order = np.argsort(group, kind="stable")
    rows, group, stretch = rows[order], group[order], stretch[order]
    before = np.where(_begins(stretch), -1, np.arange(len(rows)) - 1)
    positions = sessions.messages.positions.take(rows)
    if allowed is not None and len(rows):
        may = allowed(positions)
        place = np.append(np.where(may, np.cumsum(may) - 1, -1), -1)  # the last one answers for -1
        rows, positions, group, before = rows[may], positions[may], group[may], place[before[may]]
    return Surroundings(rows, positions, np.cumsum(_begins(group)) - 1, before)


def _stretches(own: Array, groups: Array) -> Array:
    """For each found row (ascending) the number of its stretch: a session's rows between which none is left out."""
    order = np.argsort(groups, kind="stable")
    rows, group = own[order], groups[order]
    begins = _begins(group)
    begins[1:] |= rows[1:] - rows[:-1] > 2 * REACH + 1
    number = np.zeros(len(own), np.int64)
    number[order] = np.cumsum(begins)
    return number


def _begins(values: Array) -> Array:
    """Whether each value differs from the one before it (bool); the first does."""
    begins = np.ones(len(values), np.bool_)
    begins[1:] = values[1:] != values[:-1]
    return begins
