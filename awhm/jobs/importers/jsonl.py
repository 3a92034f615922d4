"""Plain records of role, content and timestamp: one JSON object a line, or a JSON array of them.

A record names its conversation in `conversation_id`, `session` or `session_id`; that is then its
session and its source, whatever the file is called. Where it names none, the session is the file's
bare name and the source is the file itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from awhm.jobs.importers.elements import Element, element_value
from awhm.jobs.importers.item import Item, Left, Ordinals, Unfit, name
from awhm.jobs.importers.lines import Line, Origin, json_value
from awhm.jobs.importers.turn import Conversation, message, take
from awhm.language.text import is_object

SESSION = ("conversation_id", "session", "session_id")


def is_record(value: Any) -> bool:
    """Whether a JSON value looks like one record of this format."""
    return is_object(value) and "role" in value


def from_lines(lines: Iterable[Line], origin: Origin) -> Iterator[Item]:
    """A message or a `Left` for every line that is not blank. Raises nothing."""
    ordinals = Ordinals()
    for line in lines:
        if not line.fault and not line.data.strip():
            continue
        try:
            yield _message(json_value(line), origin, ordinals)
        except Unfit as error:
            yield Left(origin.file, line.number, "", error.reason, error.kind)


def from_elements(elements: Iterable[Element], origin: Origin) -> Iterator[Item]:
    """A message or a `Left` for every element of an array. Raises nothing."""
    ordinals = Ordinals()
    for element in elements:
        try:
            yield _message(element_value(element), origin, ordinals)
        except Unfit as error:
            yield Left(origin.file, None, f"item {element.number}", error.reason, error.kind)


def _message(value: Any, origin: Origin, ordinals: Ordinals) -> Item:
    if not is_object(value):
        raise Unfit("not an object")
    fields = dict(value)
    if fields.get("type") == "header" and "role" not in fields:
        raise Unfit("a header", "skipped")
    named = take(fields, SESSION)
    if named is None:
        return message(fields, Conversation(origin.stem, origin.id, "jsonl", ordinals=ordinals))
    if not isinstance(named, str | int) or isinstance(named, bool):
        raise Unfit("the conversation's name is not text")
    session = name(str(named))
    if not session:
        raise Unfit("the conversation has no name")
    return message(fields, Conversation(session, session, "jsonl", ordinals=ordinals))
