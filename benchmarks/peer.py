"""The peer: the Python library `eventsourcing` on SQLite, used as its documentation says, with its defaults.

One aggregate for each session, one event for each message, with the same fields as ours. Its connections
are in WAL mode with SQLite's default `synchronous=FULL`, as ours are. It keeps no hash, no salt and no
unique id for each event, and its names are not turned into opaque ids; our log does all that, and is
measured with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, DomainEventProtocol
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder

from awhm.commands.command import LogMessage

Events = Sequence[DomainEventProtocol[UUID]]


class Conversation(Aggregate):
    """A session, as an aggregate of that library; it counts its messages, which is as little as it can do."""

    @dataclass(frozen=True)
    class Said(Aggregate.Event):
        """A message."""

        session: str
        role: str
        content: str
        occurred: int
        speaker: str | None

        def apply(self, aggregate: Aggregate) -> None:
            """What the event means to its aggregate."""
            cast(Conversation, aggregate).messages += 1

    messages = 0

    def say(self, message: LogMessage) -> None:
        """Make the event of one message, and apply it."""
        self.trigger_event(
            self.Said,
            session=message.session,
            role=message.role,
            content=message.content,
            occurred=message.occurred,
            speaker=message.speaker,
        )


class Peer:
    """An application of that library over one SQLite file."""

    def __init__(self, path: str) -> None:
        self._application: Application[UUID] = Application(
            {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path}
        )
        recorder = self._application.recorder
        assert isinstance(recorder, SQLiteApplicationRecorder)
        self._recorder = recorder
        with recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 2, "the comparison is with synchronous=FULL"
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"

    def begin(self, sessions: Sequence[str]) -> dict[str, Conversation]:
        """A new aggregate for each session, its first event already saved."""
        begun = {session: Conversation() for session in sessions}
        self._application.save(*begun.values())
        return begun

    def say(self, aggregates: dict[str, Conversation], messages: Sequence[LogMessage]) -> None:
        """From request to disk: the command of an aggregate for each message, then `Application.save`."""
        for message in messages:
            aggregates[message.session].say(message)
        self._application.save(*{m.session: aggregates[m.session] for m in messages}.values())

    def events(self, aggregates: dict[str, Conversation], messages: Sequence[LogMessage]) -> Events:
        """The events of some messages, not saved."""
        for message in messages:
            aggregates[message.session].say(message)
        return [event for aggregate in aggregates.values() for event in aggregate.collect_events()]

    def put(self, events: Events) -> None:
        """From event objects to disk: `EventStore.put`, which `Application.save` calls."""
        self._application.events.put(events)

    def encode(self, events: Events) -> list[StoredEvent]:
        """Half of `EventStore.put`: the library's mapper."""
        return list(map(self._application.mapper.to_stored_event, events))

    def insert(self, stored: Sequence[StoredEvent]) -> None:
        """The other half: its recorder, all in one transaction."""
        self._recorder.insert_events(stored)

    def decoded(self, limit: int) -> Iterator[object]:
        """All events as objects, in the order of the log, `limit` in one query: what a projection there is fed."""
        start = 1
        while notifications := self._recorder.select_notifications(start, limit):
            yield from map(self._application.mapper.to_domain_event, notifications)
            start = notifications[-1].id + 1

    def count(self) -> int:
        """How many events there are."""
        return self._recorder.max_notification_id()

    def close(self) -> None:
        """Let go of the file."""
        self._application.close()
