"""The sessions view: who spoke when in which session, a row for each message, and none of the words that were said.

A session starts with its first message or SessionStarted; a message after SessionEnded reopens it.
Only rows are kept. Everything about a session is worked out from its rows when asked, so any answer can
be limited to the events up to a position, and erasing an event is dropping its row.

Of what was said a row has two small numbers, so that a ranking reads no text: how long it is, and whether it
tells a time, a number or a name or asks something itself (`asking.offered`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np
import orjson

from awhm.events.event import Kind, Recorded, Role
from awhm.events.fold import Array, Parts
from awhm.language.asking import offered
from awhm.projections.names import Names
from awhm.projections.records import Records
from awhm.projections.rows import Table
from awhm.projections.session_summary import ENDED, ROLES, STARTED, Session, summaries

__all__ = ["SESSIONS", "Counts", "Session", "Sessions", "SessionsFold", "Spoken"]

ROLE_NUMBERS: dict[str, int] = {role.value: number for number, role in enumerate(ROLES)}
UNKNOWN_ZONE = -32768
WINDOW = 256  # rows looked at first when searching a session's next message; doubled until found
MESSAGE = {
    **{"session": "u4", "occurred": "i8", "zone": "i2", "role": "u1", "speaker": "u4"},
    **{"halves": "u2", "offers": "u1"},  # twice the number of words, and the bits of `asking.offered`
}
MARK = {"session": "u4", "occurred": "i8", "what": "u1", "client": "u4"}
TAGS = {"tags": "u4"}  # a row for each message that has any, so that those without cost nothing


class Spoken(NamedTuple):
    """What is known of one message besides its text; `occurred` in ms since 1970 UTC, `zone` in minutes."""

    position: int
    session: str
    occurred: int
    zone: int | None
    role: Role
    speaker: str | None


class Counts(NamedTuple):
    """How much there is up to a position."""

    sessions: int
    messages: int
    roles: dict[Role, int]


class Sessions:
    """The state: a table of messages, one of starts and ends (marks), one of tags, and the names they number.

    Speakers and clients are numbered from 1 in the columns; 0 is none.
    """

    def __init__(self) -> None:
        self.messages = Table(MESSAGE)
        self.marks = Table(MARK)
        self.tagged = Records({}, TAGS)
        self.names = Names()
        self.people = Names()
        self.clients = Names()
        self.tags = Names()
        self._spoke: dict[int, int] = {}  # who spoke in the first `_looked` rows, and the position where they did first
        self._looked = 0

    def rows_of(self, positions: Sequence[int] | Array) -> Array:
        """The row of each position's message (int64), -1 where there is no message."""
        return self.messages.rows_of(positions)

    def behind(self, position: int) -> int:
        """How many messages come after a position."""
        return len(self.messages) - self.messages.cut(position)

    def any_behind(self, position: int, session: str | None = None) -> bool:
        """Whether a message, of one session or of any, comes after a position."""
        rows = self.messages.columns["session"].slice(self.messages.cut(position), len(self.messages))
        return bool(len(rows)) if session is None else bool((rows == self.names.ids.get(session, -1)).any())

    def newest(self, count: int, after: int = 0) -> list[Spoken]:
        """The last `count` messages behind a position, in the order of the log."""
        end = len(self.messages)
        return self.spoken(range(max(self.messages.cut(after), end - count, 0), end))

    def latest(self, count: int, after: int = 0) -> list[tuple[int, str]]:
        """Position and session of the last `count` messages behind a position, in the order of the log."""
        end = len(self.messages)
        start = max(self.messages.cut(after), end - count, 0)
        positions = self.messages.positions.slice(start, end).tolist()
        numbers = self.messages.columns["session"].slice(start, end).tolist()
        return [(position, self.names.name(number)) for position, number in zip(positions, numbers, strict=True)]

    def spoken(self, rows: Sequence[int] | Array) -> list[Spoken]:
        """The messages of these rows, in their order. Raises IndexError for a row that is not there."""
        taken = self.messages.take(np.asarray(rows, np.int64))
        order = ("position", "session", "occurred", "zone", "role", "speaker")
        return [
            Spoken(
                position,
                self.names.name(session),
                occurred,
                None if zone == UNKNOWN_ZONE else zone,
                ROLES[role],
                self.people.name(speaker - 1) if speaker else None,
            )
            for position, session, occurred, zone, role, speaker in zip(
                *(taken[name].tolist() for name in order), strict=True
            )
        ]

    def positions(self, session: str, until: int | None = None) -> Array:
        """The positions (uint64, ascending) of a session's messages; none for an unknown session."""
        number = self.names.ids.get(session)
        if number is None:
            return np.zeros(0, np.uint64)
        return self.messages.positions.take(self.messages.where("session", number, until))

    def sessions_of(self, positions: Sequence[int]) -> list[str | None]:
        """The session of the message at each position; None where there is no message."""
        rows = self.messages.rows_of(positions)
        numbers = self.messages.columns["session"].take(np.maximum(rows, 0)) if len(self.messages) else rows
        found = zip(rows.tolist(), numbers.tolist(), strict=True)
        return [None if row < 0 else self.names.name(number) for row, number in found]

    def neighbours(self, position: int, until: int | None = None) -> tuple[int | None, int | None]:
        """The positions of the messages before and after this one in its session; None where there is none.

        Raises KeyError if there is no message at the position, or it is beyond `until`.
        """
        row = int(self.rows_of([position])[0])
        if row < 0 or (until is not None and position > until):
            raise KeyError(position)
        number = int(self.messages.columns["session"].take(np.array([row]))[0])
        before = self._before(row, number)
        after = self._after(row, number, self.messages.cut(until))
        return (
            None if before < 0 else self.messages.position(before),
            None if after < 0 else self.messages.position(after),
        )

    def speakers(self, until: int | None = None) -> dict[str, int]:
        """Each speaker's name with the position at which they first spoke, in that order."""
        end = self.messages.cut(until)
        if self._looked < end:  # what is asked at every question is looked for in the new rows alone
            people = self.messages.columns["speaker"].slice(self._looked, end)
            numbers, rows = np.unique(people, return_index=True)
            for row, number in sorted(zip(rows.tolist(), numbers.tolist(), strict=True)):
                if number and number not in self._spoke:
                    self._spoke[number] = self.messages.position(self._looked + row)
            self._looked = end
        last = None if until is None else max(until, 0)
        return {self.people.name(n - 1): at for n, at in self._spoke.items() if last is None or at <= last}

    def tags_of(self, position: int) -> list[str]:
        """The tags of a message, each once, as they were given; none where it has none."""
        row = int(self.tagged.table.rows_of([position])[0])
        return [] if row < 0 else [self.tags.name(number) for number in self.tagged.lists["tags"].rows([row])[0]]

    def listing(self, until: int | None = None, limit: int | None = None) -> list[Session]:
        """Sessions, the one heard of last first, those of the same time by name; at most `limit` of them."""
        messages, marks = self.messages.upto(until), self.marks.upto(until)
        return summaries(messages, marks, self.names, self.clients, limit)

    def session(self, name: str, until: int | None = None) -> Session | None:
        """One session, None if nothing is known of it."""
        number = self.names.ids.get(name)
        if number is None:
            return None
        messages, marks = (t.take(t.where("session", number, until)) for t in (self.messages, self.marks))
        found = summaries(messages, marks, self.names, self.clients, None)
        return found[0] if found else None

    def counts(self, until: int | None = None) -> Counts:
        """How many sessions and messages there are, and messages of each role."""
        messages, marks = self.messages.upto(until), self.marks.upto(until)
        known = np.zeros(len(self.names), np.bool_)
        known[messages["session"]] = True
        known[marks["session"]] = True
        roles = zip(ROLES, np.bincount(messages["role"], minlength=len(ROLES)).tolist(), strict=True)
        return Counts(int(known.sum()), len(messages["role"]), {role: n for role, n in roles if n})

    def erase(self, positions: Iterable[int]) -> None:
        """Drop the rows of these positions, and every name that no row uses any more."""
        wanted = list(positions)
        said, marked = self.messages.drop(wanted), self.marks.drop(wanted)
        if self.tagged.drop(wanted):
            self.tags.keep(self.tagged.lists["tags"].items())
        if not said and not marked:
            return
        self._spoke, self._looked = {}, 0
        messages, marks = self.messages.columns, self.marks.columns
        sessions = np.concatenate([held["session"] for held in (said, marked) if held])
        self.names.forget(sessions, messages["session"], marks["session"])
        if said:
            self.people.forget(_numbered(said["speaker"]), messages["speaker"], first=1)
        if marked:
            self.clients.forget(_numbered(marked["client"]), marks["client"], first=1)

    def _before(self, row: int, number: int) -> int:
        """The nearest row of the session before this one, -1 if there is none."""
        column, size = self.messages.columns["session"], WINDOW
        while row > 0:
            start = max(row - size, 0)
            found = np.flatnonzero(column.slice(start, row) == number)
            if len(found):
                return start + int(found[-1])
            row, size = start, size * 2
        return -1

    def _after(self, row: int, number: int, end: int) -> int:
        """The nearest row of the session after this one and before `end`, -1 if there is none."""
        column, size, start = self.messages.columns["session"], WINDOW, row + 1
        while start < end:
            found = np.flatnonzero(column.slice(start, min(start + size, end)) == number)
            if len(found):
                return start + int(found[0])
            start, size = start + size, size * 2
        return -1


class SessionsFold:
    """The fold behind the view "sessions"."""

    name = "sessions"
    version = "3"

    @property
    def reads(self) -> Mapping[Kind, Callable[[Sessions, Recorded], None]]:
        """Starts, ends, messages and erasures."""
        return {
            Kind.SESSION_STARTED: _started,
            Kind.SESSION_ENDED: _ended,
            Kind.MESSAGE_LOGGED: _logged,
            Kind.MESSAGE_REDACTED: _logged,
            Kind.PAYLOADS_ERASED: _erased,
        }

    def initial(self) -> Sessions:
        """No session yet."""
        return Sessions()

    def digest(self, state: Sessions) -> str:
        """SHA-256 over the rows, each number of a name replaced by the name's place among all, and the names."""
        digest = hashlib.sha256()
        names, places = state.names.ranked()
        people, person = state.people.ranked()
        clients, client = state.clients.ranked()
        tags, tag = state.tags.ranked()
        digest.update(orjson.dumps([names, people, clients, tags]))
        messages, marks = state.messages.upto(None), state.marks.upto(None)
        for rows in (messages, marks):
            rows["session"] = places[rows["session"]]
        messages["speaker"] = _replaced(messages["speaker"], person)
        marks["client"] = _replaced(marks["client"], client)
        for rows in (messages, marks):
            for name in sorted(rows):
                digest.update(f"{name} {len(rows[name])} ".encode())
                digest.update(np.ascontiguousarray(rows[name]).data)
        tagged = state.tagged.lists["tags"]
        for column in (state.tagged.positions(), tagged.lengths(), tag[tagged.items()]):
            digest.update(f"{len(column)} ".encode())
            digest.update(np.ascontiguousarray(column).data)
        return digest.hexdigest()

    def dump(self, state: Sessions) -> Parts:
        """Columns of messages, marks and tags, and the four tables of names."""
        parts: dict[str, Array | bytes] = {}
        parts.update(state.messages.dump("message"))
        parts.update(state.marks.dump("mark"))
        parts.update(state.tagged.dump("tag"))
        tables = {"names": state.names, "people": state.people, "clients": state.clients, "tags": state.tags}
        return parts | {name: table.dump() for name, table in tables.items()}

    def load(self, parts: Parts) -> Sessions:
        """The state back. Raises KeyError or ValueError if the parts do not fit."""
        state = Sessions()
        state.messages = Table.load(MESSAGE, "message", parts)
        state.marks = Table.load(MARK, "mark", parts)
        state.tagged = Records.load({}, TAGS, "tag", parts)
        state.names = Names.load(parts["names"])
        state.people = Names.load(parts["people"])
        state.clients = Names.load(parts["clients"])
        state.tags = Names.load(parts["tags"])
        return state


SESSIONS = SessionsFold()


def _logged(state: Sessions, event: Recorded) -> None:
    payload = event.payload
    name, speaker = payload["session"], payload.get("speaker")
    state.messages.add(
        (
            event.position,
            state.names.number(name),
            payload["occurred"],
            payload.get("zone", UNKNOWN_ZONE),
            ROLE_NUMBERS[payload["role"]],
            0 if speaker is None else state.people.number(speaker) + 1,
            *offered(payload["content"]),
        )
    )
    if (metadata := payload.get("metadata")) and (tags := _tags(metadata.get("tags"))):
        state.tagged.add((event.position,), [state.tags.number(tag) for tag in tags])


def _tags(given: object) -> list[str]:
    """The tags in a message's metadata, each once: a list of texts, or one text. Anything else is no tag."""
    texts = [given] if isinstance(given, str) else cast("list[object]", given) if isinstance(given, list) else []
    return [tag for tag in dict.fromkeys(one.strip() for one in texts if isinstance(one, str)) if tag]


def _started(state: Sessions, event: Recorded) -> None:
    _mark(state, event, STARTED)


def _ended(state: Sessions, event: Recorded) -> None:
    _mark(state, event, ENDED)


def _mark(state: Sessions, event: Recorded, what: int) -> None:
    payload = event.payload
    client = payload.get("client")
    session = state.names.number(payload["session"])
    number = 0 if client is None else state.clients.number(client) + 1
    state.marks.add((event.position, session, payload["occurred"], what, number))


def _erased(state: Sessions, event: Recorded) -> None:
    state.erase(event.payload["positions"])


def _numbered(column: Array) -> Array:
    """A column numbered from 1 as numbers of the table, those without a name left out."""
    return column[column > 0].astype(np.int64) - 1


def _replaced(column: Array, places: Array) -> Array:
    """A column numbered from 1 with each number replaced by its name's place, from 1; 0 stays."""
    return np.concatenate([np.zeros(1, np.uint32), places + np.uint32(1)])[column]
