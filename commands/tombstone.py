"""From a plan to events: what is left of what goes, and at last the tombstone. Pure.

They are written in one transaction with the deletion. A fold that sees them all and one that never saw what goes
come to the same: what is left comes first, with all that it needs, and the tombstone then takes away the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from awhm.commands.beliefs import Beliefs
from awhm.commands.believing import ended, spans
from awhm.commands.claims import memory_id
from awhm.commands.erasing import Plan, Redaction
from awhm.commands.timeline import Sid
from awhm.events.event import (
    EntitiesSplit,
    EntityNamed,
    Event,
    Kind,
    MemoryReinforced,
    MemoryRestored,
    MemoryRetracted,
    MessageRedacted,
    PayloadsErased,
    Role,
    SessionEnded,
    Stated,
    StatementsExtracted,
)

REDACTED = "redacted"  # the reason of a ruling that is given again, for a statement that got another number
Joining = dict[Sid, list[tuple[Sid, str]]]  # a memory: the former numbers of its statements, and their new ids


class Made(NamedTuple):
    """An event to write, its sources, and the session in whose stream it is; None: that of decisions about memories."""

    event: Event
    sources: tuple[int, ...] = ()
    session: str | None = None


def events(
    plan: Plan, beliefs: Beliefs, last: int, reason: str, closed: Mapping[str, int], first: Mapping[int, int]
) -> list[Made]:
    """The events of an erasure, the tombstone last, to be appended behind position `last`.

    `closed` are sessions that have ended, and when: a message of them does not open them again. `first` gives for
    messages that are redactions themselves where they were first logged.
    """
    made: list[Made] = []
    places: dict[int, int] = {}  # a message that was redacted: where what is left of it is
    for one in plan.redactions:
        made.append(Made(_left(one, first.get(one.message)), session=one.payload["session"]))
        places[one.message] = last + len(made)
    sessions = dict.fromkeys(str(one.payload["session"]) for one in plan.redactions)
    ends = [SessionEnded(session=name, occurred=closed[name]) for name in sessions if name in closed]
    made += [Made(event, session=event.session) for event in ends]
    joining: Joining = {}
    sources: dict[Sid, int] = {}
    for one in plan.redactions:
        if one.extractor is None:
            continue
        made.append(_extracted(one, places[one.message]))
        for place, (number, _) in enumerate(one.left):
            memory = beliefs.memory_of(number)
            if memory is not None:
                joining.setdefault(memory, []).append((number, f"s{last + len(made)}.{place}"))
                sources[number] = last + len(made)
    made += _names(plan, places)
    for memory, numbers in sorted(joining.items()):
        since = tuple(sorted({sources[number] for number, _ in numbers}))
        made += [Made(event, since) for event in _joined(beliefs, memory, numbers)]
    made.append(Made(PayloadsErased(positions=plan.positions, reason=reason)))
    return made


def _left(one: Redaction, first: int | None) -> MessageRedacted:
    payload, metadata = one.payload, one.payload.get("metadata", {})
    tags: dict[str, Any] = {"tags": metadata["tags"]} if "tags" in metadata else {}
    return MessageRedacted(
        message=one.message,
        first=first,
        session=payload["session"],
        role=Role(payload["role"]),
        content=one.content,
        occurred=payload["occurred"],
        zone=payload.get("zone"),
        speaker=payload.get("speaker"),
        metadata=tags,
    )


def _extracted(one: Redaction, position: int) -> Made:
    assert one.extractor is not None
    statements: list[Stated] = [stated for _, stated in one.left]
    event = StatementsExtracted(
        message=position,
        session=one.payload["session"],
        occurred=one.payload["occurred"],
        extractor=one.extractor,
        statements=statements,
    )
    return Made(event, (position, *one.context))


def _names(plan: Plan, places: Mapping[int, int]) -> Iterator[Made]:
    """Names that are read elsewhere too, and what a split had given to whom."""
    for form, message, redacted in plan.names:
        position = places[message] if redacted else message
        named = EntityNamed(entity=form.entity, form=form.form, label=form.label, how=form.how, message=position)
        yield Made(named, (position,))
    for entity, into, forms in plan.splits:
        yield Made(EntitiesSplit(entity=entity, into=into, forms=list(forms)))


def _joined(beliefs: Beliefs, memory: Sid, numbers: Sequence[tuple[Sid, str]]) -> Iterator[Event]:
    """What makes statements with new numbers those of their memory: it holds when it held, and what ended it has.

    What somebody had ruled on them is ruled again.
    """
    held = beliefs.held(memory)
    assert held is not None  # a statement belongs to it
    name, windows = memory_id(memory), spans(held.windows)
    yield MemoryReinforced(memory=name, windows=windows, statements=[new for _, new in numbers])
    accepted = [new for number, new in numbers if beliefs.ruling(number) is True]
    rejected = [new for number, new in numbers if beliefs.ruling(number) is False]
    if accepted:
        yield MemoryRestored(memory=name, windows=windows, reason=REDACTED, accepted=accepted, rejected=rejected)
    elif rejected:
        yield MemoryRetracted(memory=name, windows=windows, reason=REDACTED, rejected=rejected)
    by = beliefs.ended_by(memory)
    if by and (accepted or rejected):
        yield ended(name, windows, by)


def lineage(beliefs: Beliefs, memory: Sid) -> list[Sid]:
    """The memories whose place a memory has taken, and those whose place these had taken, of its own slot."""
    slot, found, todo = beliefs.slot_of(memory), list[Sid](), [memory]
    kin = {other for number in beliefs.slots.get(slot or "", ()) if (other := beliefs.memory_of(number)) is not None}
    while todo:
        by = memory_id(todo.pop())
        for other in sorted(kin - {memory, *found}):
            if any(step.by == by and step.kind == Kind.MEMORY_SUPERSEDED for step in beliefs.memories[other]):
                found.append(other)
                todo.append(other)
    return found
