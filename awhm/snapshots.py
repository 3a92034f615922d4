"""Snapshots of a store: positions with names, listed, and gone back to. No copy of anything is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import RLock
from typing import Any

from awhm.commands.beliefs import Beliefs
from awhm.commands.command import NameSnapshot, RestoreSnapshot
from awhm.commands.entities import Entities, set_back
from awhm.commands.handle import ATTEMPTS, Writer, handle_memory
from awhm.commands.restoring import cursor, find, listed
from awhm.commands.set_back import Snapshot
from awhm.config import AWHMConfig
from awhm.errors import Conflict, Refused
from awhm.events import chain
from awhm.events.append_raw import clock, new_id
from awhm.events.event import MemoryRestored, MemoryRetracted, MemorySuperseded, SnapshotNamed
from awhm.events.lineage import Lineage
from awhm.language.text import clean
from awhm.language.time import iso
from awhm.projections.keeper import Keeper
from awhm.projections.sessions import Sessions


@dataclass(frozen=True)
class Named:
    """A snapshot as people and programs read it. `through` is the position; times are ISO 8601."""

    name: str
    through: int
    automatic: bool
    named: str
    id: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return dict(vars(self))


@dataclass(frozen=True)
class Restored:
    """What a restore did: how many memories it ended and how many it changed back; `undo` leads back.

    `waiting` messages are left to `consolidate --again`. `changed` is false where everything was as in the snapshot.
    """

    snapshot: str
    through: int
    changed: bool
    ended: int = 0
    restored: int = 0
    waiting: int = 0
    undo: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return dict(vars(self))


class Snapshots:
    """The snapshots of a scope: each names a position of the log, for the memories of that scope."""

    def __init__(
        self,
        writer: Writer,
        keeper: Keeper,
        config: AWHMConfig,
        lock: RLock,
        reread: Callable[[Sequence[int]], None],
    ) -> None:
        """`lock` is that of the store: one call at a time. `reread` is `Consolidation.reread`."""
        self._reread = reread
        self._writer = writer
        self._keeper = keeper
        self._keep = config.automatic_snapshots
        self._window = config.correction_window_messages
        self._lock = lock

    def _beliefs(self) -> Beliefs:
        state: Beliefs = self._keeper.view("beliefs").state
        return state

    def create(self, name: str | None = None) -> Named:
        """Name the position that the log has reached; without a name it gets one by the time.

        Raises Refused (`bad_name`, `reserved_name`, `snapshot_exists`), Conflict, Damaged.
        """
        with self._lock:
            given = self._free() if name is None else clean(name).strip()
            command = NameSnapshot(new_id(), given, self._writer.log.head().position)
            outcome, _ = handle_memory(command, self._writer, self._beliefs, self._window)
            return self._named(Snapshot(outcome.positions[0], given, command.through, False))

    def list(self) -> list[Named]:
        """The snapshots, the newest first: all that somebody named, and the newest automatic ones."""
        with self._lock:
            return [self._named(one) for one in listed(self._beliefs(), self._keep)]

    def restore(self, name: str) -> Restored:
        """Make the memories again what they were at a snapshot, less what was erased since.

        What was said since is kept, and waits for `consolidate --again`. A second time changes nothing. Raises
        Refused (`no_such_snapshot`), Conflict, Damaged.
        """
        for attempt in range(ATTEMPTS):
            try:
                with self._lock:
                    return self._restore(clean(name).strip())
            except (Conflict, Refused) as lost:
                if lost.code not in ("overtaken", "source_erased") or attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def _restore(self, name: str) -> Restored:
        writer, ended, restored, undo = self._writer, 0, 0, None
        version = writer.log.version_of(writer.memories)
        beliefs = self._beliefs()
        snapshot = find(beliefs, name)
        head = writer.log.head().position
        waiting, back = self._moved(beliefs, snapshot.through)
        entities: Entities = self._keeper.view("entities").state
        idle = waiting + back == 0 and not set_back(entities, snapshot.through)
        command = RestoreSnapshot(new_id(), name, head, idle=idle)
        while True:
            following = cursor(self._beliefs(), command)
            outcome, decided = handle_memory(command, writer, self._beliefs, self._window, version)
            # If we crash between two batches, some memories stand as in the snapshot and the others as before, each
            # with its event; nothing is set back yet. The same restore, repeated, does the rest.
            version += sum(outcome.fresh)
            for event in (one.event for one in decided):
                if isinstance(event, SnapshotNamed):
                    undo = event.snapshot
                elif isinstance(event, MemoryRetracted) and event.by is None:
                    ended += 1
                elif isinstance(event, MemoryRestored | MemorySuperseded | MemoryRetracted):
                    restored += 1
            if following is None:
                self._read_what_is_left()
                return Restored(name, snapshot.through, bool(undo), ended, restored, waiting if undo else 0, undo)
            command = replace(command, command_id=new_id(), after=following)

    def _read_what_is_left(self) -> None:
        """Read what an erasure has left of messages that were consolidated at the snapshot, and whole then."""
        beliefs = self._beliefs()
        sessions: Sessions = self._keeper.view("sessions").state
        left = [position for position in beliefs.history.back() if position not in beliefs.extractions]
        places = sessions.rows_of(left)
        spoken = sessions.spoken(places[places >= 0])
        first = beliefs.history.redacted
        done = [one.position for one in spoken if first[one.position] <= beliefs.through(one.session)]
        if done:
            self._reread(done)

    def _moved(self, beliefs: Beliefs, through: int) -> tuple[int, int]:
        """How many messages a restore sets back, and how many it makes count again."""
        sessions: Sessions = self._keeper.view("sessions").state
        now, then = beliefs.history.lineage, Lineage(beliefs.history.restores, through)
        bounds = sorted({bound for one in (now, then) for stretch in one.stretches for bound in stretch})
        aside = back = 0
        for after, last in pairwise(bounds):
            counts = now.counts(last), then.counts(last)
            if counts[0] != counts[1]:
                messages = sessions.behind(after) - sessions.behind(last)
                aside, back = aside + messages * counts[0], back + messages * counts[1]
        return aside, back

    def _free(self) -> str:
        """A name by the time that no snapshot has."""
        plain = f"snapshot-{iso(clock())[:19].replace('T', '-').replace(':', '')}"
        history = self._beliefs().history
        names = (plain if number == 1 else f"{plain}-{number}" for number in range(1, len(history.snapshots) + 2))
        return next(name for name in names if history.snapshot(name) is None)

    def _named(self, one: Snapshot) -> Named:
        named = iso(chain.recorded_of(self._writer.log.header(one.position)))
        return Named(one.name, one.through, one.automatic, named, f"m{one.position}")
