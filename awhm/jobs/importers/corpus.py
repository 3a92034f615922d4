"""The corpus format: `{"sessions": [{"id", "started_at"?, "messages": [...]}], "questions": [...]}`.

A session is its own source: its id is the session's name and the source id, so the same session in
another file is the same conversation. Other fields of a session say how it is to be judged, not what
was said, and are not kept; other fields of a message go to its metadata.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awhm.jobs.importers.item import Item, Left, Ordinals, Unfit, name
from awhm.jobs.importers.lines import Origin
from awhm.jobs.importers.turn import UNDATED, Conversation, message, time_of
from awhm.language.text import is_list, is_object


def is_corpus(value: Any) -> bool:
    """Whether a JSON value has the corpus's shape."""
    return is_object(value) and isinstance(value.get("sessions"), list)


def items(value: dict[str, Any], origin: Origin) -> Iterator[Item]:
    """Every message of the corpus in order; a message without a time has its session's. Raises nothing."""
    ordinals = Ordinals()
    for index, session in enumerate(value["sessions"], 1):
        yield from _session(session, index, origin, ordinals)
    questions = value.get("questions")
    for index, _ in enumerate(questions if is_list(questions) else [], 1):
        yield Left(origin.file, None, f"question {index}", "a question, not a message", "skipped")


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
