"""What one logged message says, in the shape the log keeps: to write it down, and to know it at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from awhm.commands.command import Extracted
from awhm.events.event import Stated
from awhm.language.extract import extract
from awhm.language.slots import slot_key
from awhm.language.spelling import normalised
from awhm.language.statement import EXTRACTOR, Statement
from awhm.language.windows import bounding, window

COMPANIES = frozenset({"employer"})  # attributes whose values are companies

Naming = Callable[[int, int], Sequence[str]]  # start and end of a clause: the entities that it names


def said(
    position: int, message: Mapping[str, Any], scope: str, user_names: Collection[str], naming: Naming | None = None
) -> Extracted:
    """The statements of a message, by its position and payload.

    Windows are resolved against the message's own time and zone. `naming` gives the ids of the entities
    that a stretch of the message names.
    """
    content = message["content"]
    found = extract(content, role=message["role"], speaker=message.get("speaker"), user_names=user_names)
    stated = tuple(_stated(statement, message, scope, naming) for statement in found)
    return Extracted(position, message["session"], message["occurred"], EXTRACTOR, stated)


def _compared(statement: Statement) -> str:
    """The value as values are compared: a company is the same with and without what kind of company it is."""
    if statement.attribute in COMPANIES:
        return normalised(statement.value) or statement.value_key
    return statement.value_key


def _stated(statement: Statement, message: Mapping[str, Any], scope: str, naming: Naming | None) -> Stated:
    content = message["content"]
    when = bounding(content, statement.when, statement.value, statement.start)
    span = window(content, when, message["occurred"], message.get("zone"))
    return Stated(
        family=statement.family.value,
        start=statement.start,
        end=statement.end,
        subject=statement.subject,
        name=statement.name or None,
        attribute=statement.attribute,
        slot=slot_key(scope, statement),
        value=statement.value,
        value_key=_compared(statement),
        polarity=statement.polarity,
        condition=statement.condition,
        many=statement.many,
        corrects=statement.corrects,
        retracts=statement.retracts,
        third=statement.third,
        valid_from=span.start,
        valid_to=span.end,
        confidence=round(statement.confidence, 4),
        rule=statement.rule,
        entities=[] if naming is None else list(naming(statement.start, statement.end)),
    )
