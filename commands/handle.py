"""The only write path: read the state, decide, append on condition, and ask again when someone was first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from awhm.commands.beliefs import Beliefs
from awhm.commands.believing import Decided
from awhm.commands.command import Command, LogMessage, MemoryCommand
from awhm.commands.decide import decide, log_message
from awhm.commands.entities import Entities
from awhm.commands.ruling import rule
from awhm.commands.state import State
from awhm.errors import Conflict
from awhm.events.append_raw import NO_ONE, Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import Event, StatementsExtracted
from awhm.events.ids import opaque, recognisable
from awhm.events.log import Appended, Log
from awhm.language.text import clean

ATTEMPTS = 5
SCOPE = "user"  # the scope that is meant where none is set


@dataclass(frozen=True)
class Writer:
    """Who writes, for whom: the log and the names of scope and actor that go into every header."""

    log: Log
    scope: str = SCOPE
    actor: str = "local"

    def session_id(self, session: str) -> bytes:
        """The opaque id of a session, which is also its stream."""
        return opaque(self.log.key, "session", clean(session))

    @property
    def memories(self) -> bytes:
        """The stream of all that is decided about memories, so that no two decide on the same state."""
        return opaque(self.log.key, "memories", self.scope)

    @property
    def scope_id(self) -> bytes:
        """The opaque id of the scope, as it is in every header."""
        return opaque(self.log.key, "scope", self.scope)

    def recognisable(self, milliseconds: int, identity: bytes) -> bytes:
        """The event id of something that may be sent again: see `ids.recognisable`.

        Each scope recognises its own: what one has been sent is new to another.
        """
        if self.scope != SCOPE:  # ids of the usual scope are what they were before there were others
            identity = b"scope\x00" + self.scope.encode("utf-8", "surrogatepass") + b"\x00" + identity
        return recognisable(self.log.key, milliseconds, identity)

    def draft(self, event: Event, event_id: bytes, session: str) -> Draft:
        """An event of a session, ready to append."""
        stream = self.session_id(session)
        return self._draft(event, event_id, stream, stream, ())

    def draft_decided(self, decided: Decided, event_id: bytes) -> Draft:
        """An event about memories, ready to append."""
        event = decided.event
        session = self.session_id(event.session) if isinstance(event, StatementsExtracted) else NO_ONE
        return self._draft(event, event_id, self.memories, session, decided.sources)

    def _draft(self, event: Event, event_id: bytes, stream: bytes, session: bytes, sources: tuple[int, ...]) -> Draft:
        actor = opaque(self.log.key, "actor", self.actor)
        return draft(event, event_id, stream, session=session, scope=self.scope_id, actor=actor, sources=sources)


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


def handle_memory(
    command: MemoryCommand, writer: Writer, read: Callable[[], Beliefs], window: int, since: int | None = None
) -> tuple[Appended, list[Decided]]:
    """Carry out a command about memories; returns where its events are, and the events.

    `read` gives what is believed at the head. `since` is the version of the stream that the command itself
    was made from; then a lost race is a Conflict at once, for the caller to make it anew. Raises Refused,
    also `source_erased` where what it was to be derived from has been erased meanwhile; Conflict, Damaged
    as `handle` does.
    """
    stream = writer.memories
    for _ in range(ATTEMPTS if since is None else 1):
        found = writer.log.position_of(command.command_id)
        if found is not None:
            return Appended([found], [False]), []
        version = writer.log.version_of(stream) if since is None else since
        decided = rule(command, read(), window)
        if not decided:
            return Appended([], []), []
        drafts = [writer.draft_decided(one, _event_id(command.command_id, index)) for index, one in enumerate(decided)]
        outcome = writer.log.append(drafts, {stream: version})
        if isinstance(outcome, Appended):
            return outcome, decided
    raise Conflict("overtaken", "others decided about memories first", "Try again.")


def handle_names(
    decide_names: Callable[[Entities], Sequence[Event]], writer: Writer, read: Callable[[], Entities]
) -> list[int]:
    """Append what is decided about entities; returns the positions.

    Raises what the decision raises, Conflict, Damaged.
    """
    stream = writer.memories
    for _ in range(ATTEMPTS):
        version = writer.log.version_of(stream)
        events = decide_names(read())
        if not events:
            return []
        drafts = [writer.draft_decided(Decided(event, ()), new_id()) for event in events]
        outcome = writer.log.append(drafts, {stream: version})
        if isinstance(outcome, Appended):
            return outcome.positions
    raise Conflict("overtaken", "others decided about memories first", "Try again.")


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
