"""The corpus format: `{"sessions": [{"id", "started_at"?, "messages": [...]}], "questions": [...]}`.

A session is its own source: its id is the session's name and the source id, so the same session in
another file is the same conversation. Other fields of a session say how it is to be judged, not what
was said, and are not kept; other fields of a message go to its metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from awhm.jobs.importers.elements import Element, element_value
from awhm.jobs.importers.item import Item, Left, Ordinals, Unfit, name
from awhm.jobs.importers.lines import Origin
from awhm.jobs.importers.turn import UNDATED, Conversation, message, time_of
from awhm.language.text import is_list, is_object

SESSIONS, QUESTIONS = "sessions", "questions"


def items(elements: Iterable[Element], origin: Origin) -> Iterator[Item]:
    """Every message of the corpus in order; a message without a time has its session's. Raises nothing."""
    ordinals = Ordinals()
    for element in elements:
        if element.member not in (SESSIONS, QUESTIONS) or (element.opens and not element.fault):
            continue
        if element.member == QUESTIONS and not element.fault:
            yield Left(origin.file, None, f"question {element.number}", "a question, not a message", "skipped")
            continue
        try:
            value = element_value(element)
        except Unfit as error:
            what = "session" if element.member == SESSIONS else "question"
            yield Left(origin.file, None, f"{what} {element.number}", error.reason, error.kind)
            continue
        yield from _session(value, element.number, origin, ordinals)


def _session(value: Any, index: int, origin: Origin, ordinals: Ordinals) -> Iterator[Item]:
    record = value if is_object(value) else {}
    ident, messages = record.get("id"), record.get("messages")
    if not isinstance(ident, str | int) or isinstance(ident, bool) or not name(str(ident)):
        yield Left(origin.file, None, f"session {index}", "no session id", "damaged")
        return
    session = name(str(ident))
    if not is_list(messages):
        yield Left(origin.file, None, f"session {session}", "no list of messages", "damaged")
        return
    moment = UNDATED
    try:
        moment = time_of(record.get("started_at"))
    except Unfit as error:
        reason = f"started_at: {error.reason}; its messages without a time stay undated"
        yield Left(origin.file, None, f"session {session}", reason, "damaged")
    conversation = Conversation(session, session, "corpus", moment, ordinals)
    for number, record in enumerate(messages, 1):
        try:
            if not is_object(record):
                raise Unfit("not an object")
            yield message(record, conversation)
        except Unfit as error:
            where = f"session {session}, message {number}"
            yield Left(origin.file, None, where, error.reason, error.kind)
