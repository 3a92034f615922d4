"""What a model read in a message stays when the rules read it again: their statements are joined to one extraction.

Of a message the latest extraction counts. So a model's statements stand beside the rules' own in one event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import orjson

from awhm.commands.beliefs import Beliefs
from awhm.commands.claims import BY_HAND
from awhm.commands.command import Extracted
from awhm.commands.refinements import Refinements
from awhm.events.event import Stated
from awhm.language.statement import EXTRACTOR, STAGE2, is_proposed

REFINED = f"{EXTRACTOR}+{STAGE2}"  # the extractor of an extraction that holds statements of both

Payload = Callable[[int], bytes | None]


def known_statements(message: int, beliefs: Beliefs, payload: Payload, *, back: bool = False) -> list[Stated] | None:
    """The statements of a message as they were last written down; None where a person wrote them.

    With `back` those that a restore has set back, where none count.
    """
    positions = [one.position for one in beliefs.extractions.get(message, ())]
    if not positions and back:
        positions = [position for position in beliefs.read_in(message) if payload(position) is not None]
    fields: dict[str, Any] = orjson.loads(payload(max(positions)) or b"{}") if positions else {}
    if fields.get("extractor") == BY_HAND:
        return None
    return [Stated(**one) for one in fields.get("statements", ())]


def joined(known: Sequence[Stated], new: Sequence[Stated]) -> tuple[Stated, ...]:
    """Statements, and those of others that say something else."""
    said = {_key(one) for one in known}
    made = list(known)
    for one in new:
        if _key(one) not in said:
            said.add(_key(one))
            made.append(one)
    return tuple(made)


def _key(stated: Stated) -> tuple[object, ...]:
    slot = stated.slot or f"={stated.family}|{stated.subject}|{stated.attribute or ''}"
    return slot, stated.value_key, stated.polarity, stated.retracts


def carried(
    read: Sequence[Extracted], beliefs: Beliefs, refinements: Refinements, payload: Payload
) -> tuple[Extracted, ...]:
    """What the rules read in messages that were read before, with what a model had read in them."""
    return tuple(_carried(one, beliefs, refinements, payload) for one in read)


def _carried(one: Extracted, beliefs: Beliefs, refinements: Refinements, payload: Payload) -> Extracted:
    known = known_statements(one.message, beliefs, payload, back=True) or []
    kept = [stated for stated in known if is_proposed(stated.rule)]
    if not kept:
        return one
    context = context_of(one.message, beliefs, refinements, payload)
    return replace(one, statements=joined(one.statements, kept), extractor=REFINED, context=context)


def context_of(
    message: int, beliefs: Beliefs, refinements: Refinements, payload: Payload, more: Iterable[int] = ()
) -> tuple[int, ...]:
    """The other messages that anything a model has read in a message is from, and `more`; those that are there."""
    context = {source for position in beliefs.read_in(message) for source in refinements.context(position)}
    return tuple(sorted(source for source in context.union(more) if payload(source) is not None))
