"""The only write path: read the state, decide, append on condition, and ask again when someone was first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from awhm.commands.command import Command, LogMessage
from awhm.commands.decide import decide, log_message
from awhm.commands.state import State
from awhm.errors import Conflict
from awhm.events.append_raw import Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import Event
from awhm.events.ids import opaque
from awhm.events.log import Appended, Log
from awhm.language.text import clean

ATTEMPTS = 5


@dataclass(frozen=True)
class Writer:
    """Who writes, for whom: the log and the names of scope and actor that go into every header."""

    log: Log
    scope: str = "user"
    actor: str = "local"

    def session_id(self, session: str) -> bytes:
        """The opaque id of a session, which is also its stream."""
        return opaque(self.log.key, "session", clean(session))

    def draft(self, event: Event, event_id: bytes, session: str) -> Draft:
        """An event of a session, ready to append."""
        stream = self.session_id(session)
        return draft(
            event,
            event_id,
            stream,
            session=stream,
            scope=opaque(self.log.key, "scope", self.scope),
            actor=opaque(self.log.key, "actor", self.actor),
        )


def handle(command: Command, writer: Writer, read: Callable[[], State]) -> Appended:
    """Carry out one command; twice has the effect of once, because its id is the event's id.

    `read` gives the state at the head. Raises Refused (the command, or the store, will not have it),
    Conflict (others were first five times, or the lock is taken), Damaged.
    """
    if isinstance(command, LogMessage):
        return handle_messages([command], writer)
    session = writer.session_id(command.session)
    for _ in range(ATTEMPTS):
        found = writer.log.position_of(command.command_id)
        if found is not None:
            return Appended([found], [False])
        # The version before the state: whatever is written after it makes the append fail, and we ask again.
        version = writer.log.version_of(session)
        events = decide(command, read(), session)
        if not events:
            return Appended([], [])
        drafts = [
            writer.draft(event, _event_id(command.command_id, index), command.session)
            for index, event in enumerate(events)
        ]
        outcome = writer.log.append(drafts, {session: version})
        if isinstance(outcome, Appended):
            return outcome
    raise Conflict("overtaken", f"others wrote to {command.session!r} first, {ATTEMPTS} times", "Try again.")


def handle_messages(commands: Sequence[LogMessage], writer: Writer) -> Appended:
    """Log many messages in one transaction. Needs no state; those that the log has already stay as they are."""
    drafts = [writer.draft(log_message(command), command.command_id, command.session) for command in commands]
    outcome = writer.log.append(drafts)
    assert isinstance(outcome, Appended)  # nothing was expected, so no race can be lost
    return outcome


def _event_id(command_id: bytes, index: int) -> bytes:
    """The command's own id for its first event; for the next ones an id that a retry finds again."""
    if index == 0:
        return command_id
    milliseconds = int.from_bytes(command_id[:6], "big")
    return new_id(milliseconds, sha256(command_id + index.to_bytes(2, "big")).digest()[:10])
