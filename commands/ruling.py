"""The rules of memories: a command and what is believed give events, or a refusal. Pure.

A command that a person gives about one memory is a ruling on its statements; the timelines do the rest.
"""

from __future__ import annotations

from collections.abc import Iterable

from awhm.commands.beliefs import UNDONE, Beliefs
from awhm.commands.believing import NO_RULING, Decided, Ruling, changes, ended, ender, runs, settle, spans
from awhm.commands.claims import BY_HAND, claims, memory_id, sid, statement_id
from awhm.commands.command import (
    MemoryCommand,
    NameSnapshot,
    RecordRefinement,
    RecordStatements,
    RestoreSnapshot,
    RetractMemory,
    ReviewMemory,
    SettleMemories,
    UndoChange,
)
from awhm.commands.restoring import automatic, name_snapshot, restore
from awhm.commands.timeline import Run, Sid
from awhm.errors import Refused
from awhm.events.event import (
    MemoryChanged,
    MemoryRestored,
    MemoryRetracted,
    MessageSetAside,
    RefinementFailed,
    StatementsExtracted,
)
from awhm.language.regex import regex

_ID = regex(r"n[1-9][0-9]*\.(?:0|[1-9][0-9]*)")


def rule(command: MemoryCommand, state: Beliefs, window: int) -> list[Decided]:
    """The events that a command about memories leads to, none when there is nothing left to do.

    `window` is how many messages back a correction may look. Raises Refused: `no_such_memory`,
    `nothing_to_undo`, `already_retracted`, `not_in_dispute`, and those of `awhm.commands.restoring`.
    """
    match command:
        case RecordStatements():
            decided = _recorded(command, state)
            return decided if command.before is None else automatic(command.before, decided)
        case RecordRefinement():
            decided = _refined(command, state)
            return decided if command.before is None else automatic(command.before, decided)
        case SettleMemories():
            decided = settle(state, window)
            if command.before is not None:
                decided = automatic(command.before, decided)
            return decided if command.done is None else [*decided, Decided(command.done, ())]
        case NameSnapshot():
            return name_snapshot(command, state)
        case RestoreSnapshot():
            return restore(command, state)
        case RetractMemory():
            return _retract(known(state, command.memory), state, window)
        case UndoChange():
            return _undo(known(state, command.memory), state, window)
        case ReviewMemory():
            return _review(known(state, command.memory), command.accept, state, window)


def _recorded(command: RecordStatements, state: Beliefs) -> list[Decided]:
    made: list[Decided] = []
    for one in command.extracted:
        event = one.event()
        if _new(event, state, command.again):
            made.append(Decided(event, (one.message, *one.context)))
    made += [Decided(named, (named.message,) if named.message else ()) for named in command.named]
    for message, reason in command.aside:
        aside = MessageSetAside(message=message, extractor=command.extractor, reason=reason)
        made.append(Decided(aside, (message,)))
    return made


def _refined(command: RecordRefinement, state: Beliefs) -> list[Decided]:
    """What a model read, under the same rule as what the rules read: a person's own word stays."""
    found = [(one, one.event()) for one in command.extracted]
    made = [Decided(event, (one.message, *one.context)) for one, event in found if _new(event, state, True)]
    made += [Decided(refused, command.shown) for refused in command.refused]
    return [*made, Decided(command.done, () if isinstance(command.done, RefinementFailed) else command.shown)]


def _new(event: StatementsExtracted, state: Beliefs, again: bool) -> bool:
    """Whether an extraction says what is not written down yet."""
    known = state.extractions.get(event.message)
    if known is None:
        # What was set aside and can be read now is written down as read, even if it says nothing.
        return bool(event.statements) or (again and event.message in state.aside.values())
    if not again or known[-1].extractor == BY_HAND:
        return False
    fields = {"message": event.message, "session": event.session, "occurred": event.occurred, "extractor": ""}
    stated = [statement.model_dump(exclude_none=True) for statement in event.statements]
    return claims(0, {**fields, "statements": stated}).says() != known[-1].says()


def known(state: Beliefs, name: str) -> Sid:
    """The number of a memory by its id. Raises Refused (`no_such_memory`)."""
    if _ID.fullmatch(name):
        number = sid(name)
        if number in state.memories and state.statements(number):
            return number
        steps = [step for step in state.memories.get(number, ()) if step.by.startswith("n")]
        if steps and state.knows(number):
            hint = f"It has become part of {steps[-1].by}."
            raise Refused("no_such_memory", f"there is no memory {name} any more", hint)
    raise Refused("no_such_memory", f"there is no memory {name!r}", "`awhm memories list` shows those there are.")


def _retract(memory: Sid, state: Beliefs, window: int) -> list[Decided]:
    statements = state.statements(memory)
    if all(state.ruling(number) is False for number in statements):
        hint = f"`awhm memories undo {memory_id(memory)}` takes that back."
        raise Refused("already_retracted", f"{memory_id(memory)} has been retracted already", hint)
    return _rejecting(memory, statements, "user", state, window)


def _rejecting(memory: Sid, statements: list[Sid], reason: str, state: Beliefs, window: int) -> list[Decided]:
    """Reject all statements of a memory: it is retracted, and what it had ended holds again."""
    # What was rejected before is no part of this change, nor of taking it back.
    names = [statement_id(number) for number in statements if state.ruling(number) is not False]
    event = MemoryRetracted(memory=memory_id(memory), windows=[], reason=reason, rejected=names)
    ruling = dict.fromkeys(statements, False)
    found = changes(state, _around(state, statements), window, ruling)
    return [Decided(event, _positions(statements)), *(one for one in found if not _about(one, {event.memory}))]


def _about(decided: Decided, names: set[str]) -> bool:
    return isinstance(decided.event, MemoryChanged) and decided.event.memory in names


def _around(state: Beliefs, statements: Iterable[Sid]) -> set[str]:
    """The slots that a change of these statements may concern: their own, and those near them in their session."""
    slots: set[str] = set()
    for number in statements:
        claim = state.claims[number]
        slots.add(claim.slot)
        if claim.forgets or claim.corrects:
            slots |= {state.claims[other].slot for _, other in state.spoken.get(claim.session, ())}
        if claim.forgets:
            slots |= set(state.slots)
    return slots


def _undo(memory: Sid, state: Beliefs, window: int) -> list[Decided]:
    """Take back the last rejection of a memory; where it was not rejected, what gave it its end."""
    rejected = _rejected_last(state, state.statements(memory))
    if rejected:
        return _restored(memory, {number: state.ruling_before(number) for number in rejected}, UNDONE, state, window)
    run = _run(state, memory, window)
    # What is written down but not decided on yet has ended nothing so far.
    if run is not None and (by := ender(run)) and by == state.ended_by(memory):
        return _restored(memory, _causes(state, memory, run, by, window), UNDONE, state, window)
    gone = state.ended_by(memory)
    if gone and not state.knows(sid(gone)):
        why = f"what ended {memory_id(memory)} ({gone}) is not there any more"
        raise Refused("nothing_to_undo", why, "Say it again, or use `awhm memories edit`.")
    hint = f"`awhm memories retract {memory_id(memory)}` makes it no longer believed."
    raise Refused("nothing_to_undo", f"nothing has ended {memory_id(memory)}", hint)


def _rejected_last(state: Beliefs, statements: list[Sid]) -> list[Sid]:
    """Of these statements those that are rejected since the last change that rejected any: an undo takes one back."""
    since = {
        number: max(position for position, counts in state.rulings[number] if counts is False)
        for number in statements
        if state.ruling(number) is False
    }
    return [number for number, position in since.items() if position == max(since.values())]


def _causes(state: Beliefs, memory: Sid, run: Run, by: str, window: int) -> dict[Sid, bool | None]:
    """The statements of what ended a memory without which it would not have; the others go on counting."""
    causes: dict[Sid, bool | None] = {}
    theirs = set(state.statements(sid(by))) if by.startswith("n") else {sid(by)}
    now: Run | None = run
    while now is not None and now.ended_by is not None and now.ended_by in theirs - causes.keys():
        causes[now.ended_by] = False
        now = _run(state, memory, window, causes)
    return causes


def _review(memory: Sid, accept: bool, state: Beliefs, window: int) -> list[Decided]:
    statements = state.statements(memory)
    run = _run(state, memory, window)
    if run is None or not run.disputes:
        hint = "`awhm memories review` lists those that are."
        raise Refused("not_in_dispute", f"{memory_id(memory)} is not in dispute", hint)
    if not accept:
        return _rejecting(memory, statements, "review", state, window)
    return _restored(memory, dict.fromkeys(statements, True), "review", state, window)


def _restored(memory: Sid, ruling: Ruling, reason: str, state: Beliefs, window: int) -> list[Decided]:
    """A memory as it is under a ruling, then what else changes. Memories that lose all statements are retracted."""
    # What is still rejected when one rejection of it is taken back is not rejected once more.
    rejected = sorted(n for n, verdict in ruling.items() if verdict is False and state.ruling(n) is not False)
    statements = state.statements(memory)
    slots = _around(state, [*statements, *rejected])
    found = changes(state, slots, window, ruling)
    name = memory_id(memory)
    own = [one.event for one in found if isinstance(one.event, MemoryChanged) and one.event.memory == name]
    held = state.held(memory)
    windows = own[-1].windows if own else [] if held is None else spans(held.windows)
    event = MemoryRestored(
        memory=name,
        windows=windows,
        reason=reason,
        accepted=[statement_id(number) for number in sorted(set(ruling) - set(rejected))],
        rejected=[statement_id(number) for number in rejected],
    )
    made = [Decided(event, _positions([*statements, *rejected]))]
    # What ends it all the same, though its windows are those that it had.
    run = _run(state, memory, window, ruling)
    by = "" if run is None or own else ender(run)
    made += [Decided(ended(name, windows, by), _positions(statements))] if by else []
    # One that keeps a statement goes on with it, as its slot says.
    losing = {other for number in rejected if (other := state.memory_of(number)) is not None}
    others = sorted(
        other for other in losing if all(ruling.get(n, state.ruling(n)) is False for n in state.statements(other))
    )
    for other in others:
        gone = MemoryRetracted(memory=memory_id(other), windows=[], reason=reason)
        made.append(Decided(gone, _positions(state.statements(other))))
    names = {memory_id(other) for other in others}
    restored = next((other for other in own if isinstance(other, MemoryRestored)), None)
    return made + [one for one in found if one.event is not restored and not _about(one, names)]


def _run(state: Beliefs, memory: Sid, window: int, ruling: Ruling = NO_RULING) -> Run | None:
    """The run of a memory, as its slot is now."""
    slot = state.claims[state.statements(memory)[0]].slot
    return next((run for run in runs(state, slot, window, ruling) if run.memory == memory), None)


def _positions(statements: list[Sid]) -> tuple[int, ...]:
    return tuple(sorted({position for position, _ in statements}))
