"""The only write path: read the state, decide, append on condition, and ask again when someone was first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from awhm.commands.beliefs import Beliefs
from awhm.commands.believing import Decided
from awhm.commands.command import Command, LogMessage, MemoryCommand
from awhm.commands.decide import decide, log_message
from awhm.commands.entities import Entities
from awhm.commands.items import ItemHistory, session_of
from awhm.commands.placing import ItemCommand, Laid, place
from awhm.commands.ruling import rule
from awhm.commands.state import State
from awhm.commands.tombstone import Made
from awhm.errors import Conflict, Refused
from awhm.events import chain
from awhm.events.append_raw import NO_ONE, Draft, new_id
from awhm.events.codec import draft
from awhm.events.event import ErasureCompleted, Event, PayloadsErased, StatementsExtracted
from awhm.events.ids import completions, opaque, recognisable, tombstones
from awhm.events.log import Appended, Log, Lost
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

    def draft_erased(self, made: Made, event_id: bytes) -> Draft:
        """An event of an erasure, ready to append: what is left of something, or the tombstone."""
        if made.session is not None:
            stream = self.session_id(made.session)
            return self._draft(made.event, event_id, stream, stream, made.sources)
        if isinstance(made.event, PayloadsErased):
            return self._draft(made.event, event_id, tombstones(self.log.key), NO_ONE, ())
        return self.draft_decided(Decided(made.event, made.sources), event_id)

    def draft_laid(self, laid: Laid, event_id: bytes) -> Draft:
        """An event of an item, ready to append."""
        stream = self.session_id(laid.session)
        return self._draft(laid.event, event_id, stream, stream, laid.sources)

    def draft_completed(self, event: ErasureCompleted, event_id: bytes) -> Draft:
        """That an erasure is done, ready to append."""
        return self._draft(event, event_id, completions(self.log.key), NO_ONE, ())

    def draft_upkeep(self, event: Event, event_id: bytes) -> Draft:
        """An event about the store itself, ready to append."""
        return self._draft(event, event_id, opaque(self.log.key, "upkeep", ""), NO_ONE, ())

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


def handle_items(
    make: Callable[[ItemHistory], Sequence[ItemCommand]],
    namespaces: Iterable[Sequence[str]],
    writer: Writer,
    read: Callable[[], ItemHistory],
    clock: Callable[[], int],
) -> list[int]:
    """Carry out what `make` gives for the items there are, all of it or nothing; the positions of the events.

    `namespaces` are those that it decides from: it is asked again where somebody changed one of them meanwhile. Of
    puts that depend on nothing the last one counts. Raises what `make` does, Refused, Conflict, Damaged.
    """
    streams = [writer.session_id(session_of(namespace)) for namespace in namespaces]
    for _ in range(ATTEMPTS):
        expected = {stream: writer.log.version_of(stream) for stream in streams}
        state, at = read(), clock()
        commands = make(state)
        ids = [new_id() for _ in place(commands, state, 0, at)]
        if not ids:
            return []

        def drafts(last: int, state: ItemHistory = state, commands: Sequence[ItemCommand] = commands,
                   ids: list[bytes] = ids, at: int = at) -> list[Draft]:  # fmt: skip
            laid = place(commands, state, last, at)
            return [writer.draft_laid(one, event_id) for one, event_id in zip(laid, ids, strict=True)]

        # Nothing is erased: it is the append whose drafts are told where they will be. A value and its place are one
        # commit, so if we crash before it there is neither, and after it both.
        outcome = writer.log.erase(drafts, (), expected)
        if isinstance(outcome, Appended):
            return outcome.positions
    raise Conflict("overtaken", f"others changed the same items first, {ATTEMPTS} times", "Try again.")


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


def handle_drafts(drafts: Sequence[Draft], expected: Mapping[bytes, int], writer: Writer) -> Appended | Lost:
    """Append what hooks have decided and drafted, if their sessions are still where they decided from."""
    return writer.log.append(drafts, expected)


def handle_upkeep(event: Event, writer: Writer) -> int:
    """Append an event about the store itself, which depends on no state: a checkpoint, a note. Returns its position."""
    outcome = writer.log.append([writer.draft_upkeep(event, new_id())])
    assert isinstance(outcome, Appended)  # nothing was expected, so no race can be lost
    return outcome.positions[0]


def handle_erasure(
    make: Callable[[], tuple[Sequence[int], Callable[[int], Sequence[Made]]]],
    writer: Writer,
    sessions: Callable[[], Iterable[str]] = tuple,
) -> list[int]:
    """Append a tombstone and what is left, and delete the payloads; the positions of the events, the tombstone last.

    `make` gives the positions that go, and the events given the position that they follow. It is asked again where
    somebody decided about memories, erased something or wrote into one of `sessions` meanwhile. None where nothing
    goes. Raises what `make` does, Conflict, Refused (`batch_too_large`), Damaged.
    """
    streams = (writer.memories, tombstones(writer.log.key))
    for _ in range(ATTEMPTS):
        depends = (*streams, *map(writer.session_id, sessions()))
        expected = {stream: writer.log.version_of(stream) for stream in depends}
        positions, events = make()
        if not positions:
            return []
        ids = [new_id() for _ in events(0)]

        def drafts(last: int, events: Callable[[int], Sequence[Made]] = events, ids: list[bytes] = ids) -> list[Draft]:
            return [writer.draft_erased(one, event_id) for one, event_id in zip(events(last), ids, strict=True)]

        try:
            outcome = writer.log.erase(drafts, positions, expected)
        except Refused as lost:
            if lost.code != "source_erased":
                raise
            continue
        if isinstance(outcome, Appended):
            return outcome.positions
    raise Conflict("overtaken", "others decided about memories first", "Try again.")


def handle_completion(writer: Writer, tombstone: int, counts: dict[str, int]) -> int:
    """Append that an erasure is done; its position. Twice has the effect of once."""
    event_id = _event_id(writer.log.header(tombstone)[chain.EVENT_ID], 1)
    completed = ErasureCompleted(tombstone=tombstone, counts=counts)
    draft = writer.draft_completed(completed, event_id)
    outcome = writer.log.append([draft])
    assert isinstance(outcome, Appended)  # nothing was expected, so no race can be lost
    return outcome.positions[0]


def _event_id(command_id: bytes, index: int) -> bytes:
    """The command's own id for its first event; for the next ones an id that a retry finds again."""
    if index == 0:
        return command_id
    milliseconds = int.from_bytes(command_id[:6], "big")
    return new_id(milliseconds, sha256(command_id + index.to_bytes(2, "big")).digest()[:10])
