"""The session buffer: the latest messages of every open session, which recall shows before anything else.

The view keeps a row for every message, start and end, though it shows fifty messages of open sessions
alone. A smaller state could not forget correctly: when one of the fifty is erased, a log without it
would show the fifty-first; and when the end of a session is erased, that session is open again with all
its messages. Kept are numbers only, 13 bytes a row. What a redaction leaves of a message is no new turn: it is
recalled like any older message, and opens no session.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

import numpy as np
import orjson

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array, Parts
from awhm.projections.names import Names
from awhm.projections.rows import Table

BUFFER = 50  # messages shown of one session
MESSAGE, START, END = 0, 1, 2
COLUMNS = {"session": "u4", "what": "u1"}
WINDOW = 256  # rows looked at first, from the end; doubled until enough is found


class Buffer:
    """The state: rows of messages, starts and ends, and the names of their sessions."""

    def __init__(self) -> None:
        self.rows = Table(COLUMNS)
        self.names = Names()


def tail(state: Buffer, session: str, until: int | None = None) -> list[int]:
    """The positions of a session's latest messages since it was last closed, at most 50, newest last.

    Empty for a session that is closed or unknown. With `until`, as of that position.
    """
    number = state.names.ids.get(session)
    if number is None:
        return []
    sessions, what = state.rows.columns["session"], state.rows.columns["what"]
    found: list[int] = []  # rows, newest first
    end, size = state.rows.cut(until), WINDOW
    while end > 0 and len(found) < BUFFER:
        start = max(end - size, 0)
        rows = np.flatnonzero(sessions.slice(start, end) == number)[::-1]
        kinds = what.slice(start, end)[rows]
        ends = np.flatnonzero(kinds == END)
        if len(ends):
            rows, kinds = rows[: ends[0]], kinds[: ends[0]]
        found += (rows[kinds == MESSAGE] + start).tolist()
        if len(ends):
            break
        end, size = start, size * 2
    shown = np.array(found[:BUFFER][::-1], np.int64)
    positions: list[int] = state.rows.positions.take(shown).tolist()
    return positions


def open_sessions(state: Buffer, until: int | None = None) -> list[str]:
    """The names of the sessions that are open, the one with the latest event last."""
    rows = state.rows.upto(until)
    last = np.full(len(state.names), -1, np.int64)
    last[rows["session"]] = np.arange(len(rows["session"]))  # the last to be assigned is the latest row
    numbers = np.flatnonzero(last >= 0)
    numbers = numbers[rows["what"][last[numbers]] != END]
    return [state.names.name(number) for number in numbers[np.argsort(last[numbers])].tolist()]


class BufferFold:
    """The fold behind the view "buffer"."""

    name = "buffer"
    version = "1"

    @property
    def reads(self) -> Mapping[Kind, Callable[[Buffer, Recorded], None]]:
        """Messages, starts, ends and erasures."""
        return {
            Kind.SESSION_STARTED: _started,
            Kind.SESSION_ENDED: _ended,
            Kind.MESSAGE_LOGGED: _logged,
            Kind.PAYLOADS_ERASED: _erased,
        }

    def initial(self) -> Buffer:
        """No session is open."""
        return Buffer()

    def digest(self, state: Buffer) -> str:
        """SHA-256 over the rows, each session's number replaced by its name's place among all, and the names."""
        names, places = state.names.ranked()
        rows = state.rows.upto(None)
        rows["session"] = places[rows["session"]]
        digest = hashlib.sha256(orjson.dumps(names))
        for name in sorted(rows):
            digest.update(f"{name} {len(rows[name])} ".encode())
            digest.update(np.ascontiguousarray(rows[name]).data)
        return digest.hexdigest()

    def dump(self, state: Buffer) -> Parts:
        """The columns and the names."""
        parts: dict[str, Array | bytes] = {"names": state.names.dump()}
        parts.update(state.rows.dump("row"))
        return parts

    def load(self, parts: Parts) -> Buffer:
        """The state back. Raises KeyError or ValueError if the parts do not fit."""
        state = Buffer()
        state.rows = Table.load(COLUMNS, "row", parts)
        state.names = Names.load(parts["names"])
        return state


SESSION_BUFFER = BufferFold()


def _logged(state: Buffer, event: Recorded) -> None:
    _add(state, event, MESSAGE)


def _started(state: Buffer, event: Recorded) -> None:
    _add(state, event, START)


def _ended(state: Buffer, event: Recorded) -> None:
    _add(state, event, END)


def _add(state: Buffer, event: Recorded, what: int) -> None:
    state.rows.add((event.position, state.names.number(event.payload["session"]), what))


def _erased(state: Buffer, event: Recorded) -> None:
    if held := state.rows.drop(event.payload["positions"]):
        state.names.forget(held["session"], state.rows.columns["session"])
