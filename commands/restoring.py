"""Snapshots: naming a position, and making the memories again what they were there. Pure.

Nothing is rewritten. A restore is a batch of events: what became of each memory, for whoever reads the log, and last
the StoreRestored, by which the folds set back all that came behind the snapshot.
"""

from __future__ import annotations

from collections.abc import Iterable

from awhm.commands.beliefs import Beliefs, Step, fill, made_from
from awhm.commands.believing import Decided, ended, spans
from awhm.commands.claims import memory_id
from awhm.commands.command import NameSnapshot, RestoreSnapshot
from awhm.commands.set_back import AUTOMATIC, Snapshot
from awhm.commands.timeline import Sid
from awhm.errors import Refused
from awhm.events.event import (
    Event,
    Kind,
    MemoryRestored,
    MemoryRetracted,
    SnapshotNamed,
    StoreRestored,
)
from awhm.events.lineage import Lineage

RESTORED = "restored"  # the reason of all that a restore changes
MOST = 20_000  # memories of one batch, which holds at most 65,535 events


def name_snapshot(command: NameSnapshot, state: Beliefs) -> list[Decided]:
    """Name a position. Raises Refused: `bad_name`, `reserved_name`, `snapshot_exists`."""
    name = command.name
    if not name.strip() or len(name) > 512:
        raise Refused("bad_name", "a snapshot's name has 1 to 512 characters", "Give another name.")
    if name.startswith(AUTOMATIC):
        raise Refused("reserved_name", f"names that begin with {AUTOMATIC!r} are given by AWHM", "Give another name.")
    if state.history.snapshot(name) is not None:
        raise Refused("snapshot_exists", f"there is a snapshot {name!r} already", "Give another name.")
    return [Decided(SnapshotNamed(snapshot=name, through=command.through), ())]


def automatic(position: int, made: list[Decided], more: str = "") -> list[Decided]:
    """Events, and the name of the position before them. It comes last, so that their ids are what they would be."""
    named = SnapshotNamed(snapshot=f"{AUTOMATIC}{position}{more}", through=position, automatic=True)
    return [*made, Decided(named, ())] if made else []


def listed(state: Beliefs, keep: int) -> list[Snapshot]:
    """The snapshots, the newest first; of the automatic ones the newest `keep`."""
    left = keep
    found: list[Snapshot] = []
    for one in reversed(state.history.snapshots):
        left -= one.automatic
        if not one.automatic or left >= 0:
            found.append(one)
    return found


def find(state: Beliefs, name: str) -> Snapshot:
    """The snapshot of a name, be it listed or not. Raises Refused (`no_such_snapshot`)."""
    found = state.history.snapshot(name)
    if found is None:
        hint = "`awhm snapshot list` shows those there are."
        raise Refused("no_such_snapshot", f"there is no snapshot {name!r}", hint)
    return found


def restore(command: RestoreSnapshot, state: Beliefs) -> list[Decided]:
    """Make the memories what they were at a snapshot; none where that is what they are.

    Of more than `MOST` memories the next ones behind `command.after`, and no StoreRestored yet. Raises Refused
    (`no_such_snapshot`).
    """
    snapshot = find(state, command.name)
    then = believed_at(state, snapshot.through)
    if command.idle and state.events.keys() == then.events.keys():
        return []
    memories = _memories(state, snapshot.through, command.after)
    made: list[Decided] = []
    for memory in memories[:MOST]:
        made += _one(memory, state, then)
    if len(memories) <= MOST:
        made.append(Decided(StoreRestored(snapshot=snapshot.name, through=snapshot.through), ()))
    if command.after == (0, 0):
        # The name of the way back stands before the StoreRestored, but behind the position that it names.
        way_back = f"{AUTOMATIC}{command.head}-before-restore"
        made.insert(0, Decided(SnapshotNamed(snapshot=way_back, through=command.head, automatic=True), ()))
    return made


def believed_at(state: Beliefs, position: int) -> Beliefs:
    """What was believed at a position, less what was erased since."""
    then = Beliefs()
    fill(then, state.history.at(made_from(state), position))
    return then


def cursor(state: Beliefs, command: RestoreSnapshot) -> Sid | None:
    """The last memory of the batch that `restore` gives; None where it is the last batch."""
    memories = _memories(state, find(state, command.name).through, command.after)
    return memories[MOST - 1] if len(memories) > MOST else None


def _memories(state: Beliefs, through: int, after: Sid) -> list[Sid]:
    """All memories behind one that are believed now, or were at a position."""
    counts = Lineage(state.history.restores, through).counts
    rows = state.history.rows.get("memories", ())
    back = {(of[0], of[1]) for of, steps in rows if any(counts(step[0]) for step in steps)}
    return sorted(memory for memory in state.memories.keys() | back if memory > after)


def _one(memory: Sid, now: Beliefs, then: Beliefs) -> list[Decided]:
    """What a restore has to say of one memory: nothing where it stands as it did, or its words are gone."""
    name, held, before = memory_id(memory), now.held(memory), then.held(memory)
    if before is None:
        return [] if held is None else _closed(name, held, now.statements(memory))
    statements = then.statements(memory)
    if held is not None and _same(memory, now, then):
        return []
    if not statements:
        # Its words were erased. What it had been joined to since is not set back with it, but it holds no more.
        return [] if held is None else _closed(name, held, now.statements(memory))
    windows, by = spans(before.windows), then.ended_by(memory)
    if by:
        event: Event = ended(name, windows, by)
    elif not windows and before.kind == Kind.MEMORY_RETRACTED:
        event = MemoryRetracted(memory=name, windows=[], reason=RESTORED)
    else:
        event = MemoryRestored(memory=name, windows=windows, reason=RESTORED)
    return [Decided(event, _positions(statements))]


def _closed(name: str, held: Step, statements: list[Sid]) -> list[Decided]:
    """The end of a memory that was formed behind the snapshot; none where it has its end."""
    over = not held.windows and held.kind in (Kind.MEMORY_SUPERSEDED, Kind.MEMORY_RETRACTED)
    if over or not statements:
        return []
    return [Decided(MemoryRetracted(memory=name, windows=[], reason=RESTORED), _positions(statements))]


def _same(memory: Sid, now: Beliefs, then: Beliefs) -> bool:
    held, before = now.held(memory), then.held(memory)
    same = held is not None and before is not None and held.windows == before.windows
    return same and now.ended_by(memory) == then.ended_by(memory)


def _positions(statements: Iterable[Sid]) -> tuple[int, ...]:
    return tuple(sorted({position for position, _ in statements}))
