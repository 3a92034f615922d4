"""Reading what is evaluated on: labelled lines, and corpora with their questions. Nothing is dropped unnamed."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from awhm.jobs.evaluation.figures import Report, Source
from awhm.jobs.importers.item import Message, Unfit
from awhm.jobs.importers.turn import Conversation, message, time_of
from awhm.language.text import is_list, is_object

GZIP = b"\x1f\x8b"


class Place(NamedTuple):
    """Where something stands: a session, and the number of the message in it from 0, None for all of it."""

    session: str
    message: int | None


@dataclass(frozen=True)
class Question:
    """One question of a corpus; `record` is all of it."""

    id: str
    text: str
    category: str
    evidence: list[Place]
    superseded: list[Place]
    scope: tuple[str, ...]
    record: dict[str, Any]


@dataclass
class Corpus:
    """Conversations by session id, in the file's order, and questions. A message that was left is None."""

    sessions: dict[str, list[Message | None]] = field(default_factory=dict[str, "list[Message | None]"])
    records: dict[str, dict[str, Any]] = field(default_factory=dict[str, "dict[str, Any]"])
    questions: list[Question] = field(default_factory=list[Question])


def read_lines(report: Report, part: str, path: Path, needed: Sequence[str]) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file that have the `needed` fields; the others are named in the report.

    A file that cannot be read is named as well, and gives nothing.
    """
    opened = _open(report, part, path)
    if opened is None:
        return []
    data, source = opened
    report.files.append(source)
    found: list[dict[str, Any]] = []
    ids: set[str] = set()
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        source.items += 1
        entry, fault = _entry(line, needed)
        if not fault and str(entry["id"]) in ids:
            fault = f"the id {entry['id']} was there before"
        if fault:
            source.left.append((f"line {number}", fault))
            continue
        ids.add(str(entry["id"]))
        found.append(entry)
    source.taken = len(found)
    return found


def _entry(line: bytes, needed: Sequence[str]) -> tuple[dict[str, Any], str]:
    """The object of a line, and what is wrong with it, "" if nothing."""
    try:
        value: Any = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}, "no JSON"
    if not is_object(value):
        return {}, "no object"
    lacking = [name for name in ("id", *needed) if value.get(name) is None]
    return value, f"no {', '.join(lacking)}" if lacking else ""


def read_corpus(report: Report, part: str, path: Path) -> Corpus | None:
    """A corpus file, plain or gzip; None, and named in the report, if it cannot be read."""
    opened = _open(report, part, path)
    if opened is None:
        return None
    data, source = opened
    try:
        value: Any = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        report.unread.append((part, str(path), f"no JSON: {error}"))
        return None
    if not is_object(value) or not is_list(value.get("sessions")) or not is_list(value.get("questions")):
        report.unread.append((part, str(path), "not the corpus format: no sessions or no questions"))
        return None
    report.files.append(source)
    corpus = Corpus()
    for number, session in enumerate(value["sessions"], 1):
        _take_session(corpus, source, session, number)
    for number, record in enumerate(value["questions"], 1):
        source.items += 1
        question, fault = _question(record, corpus)
        if question is None:
            name = record.get("id") if is_object(record) else None
            source.left.append((f"question {name or number}", fault))
        else:
            corpus.questions.append(question)
    source.taken = len(corpus.questions)
    return corpus


def _take_session(corpus: Corpus, source: Source, record: Any, number: int) -> None:
    ident = record.get("id") if is_object(record) else None
    if not isinstance(ident, str) or not ident or not is_list(record.get("messages")):
        source.left.append((f"session {ident or number}", "no id or no messages"))
        return
    try:
        started = time_of(record.get("started_at"))
    except Unfit as error:
        source.left.append((f"session {ident}", f"started_at: {error.reason}"))
        return
    conversation = Conversation(ident, ident, "corpus", started)
    messages: list[Message | None] = []
    for place, turn in enumerate(record["messages"]):
        try:
            if not is_object(turn):
                raise Unfit("not an object")
            messages.append(message(turn, conversation))
        except Unfit as error:
            messages.append(None)
            source.left.append((f"session {ident}, message {place}", error.reason))
    corpus.sessions[ident] = messages
    corpus.records[ident] = {key: value for key, value in record.items() if key != "messages"}


def _question(record: Any, corpus: Corpus) -> tuple[Question | None, str]:
    """The question, or why it cannot be asked. Its places have to be there, or it could never be answered."""
    if not is_object(record):
        return None, "no object"
    ident, text = record.get("id"), record.get("question")
    if not isinstance(ident, str) or not isinstance(text, str):
        return None, "no id or no question"
    evidence, superseded = _places(record.get("evidence")), _places(record.get("superseded"))
    scope = record.get("scope")
    names = tuple(str(name) for name in scope) if is_list(scope) else tuple(corpus.sessions)
    gone = [place for place in [*evidence, *superseded] if not _is_there(place, corpus)]
    gone += [Place(name, None) for name in names if name not in corpus.sessions]
    if gone:
        return None, f"it points to {gone[0].session}, which is not there or was left"
    return Question(ident, text, str(record.get("category")), evidence, superseded, names, record), ""


def _places(value: Any) -> list[Place]:
    places: list[Place] = []
    for one in value if is_list(value) else []:
        if is_object(one):
            number = one.get("message")
            places.append(Place(str(one.get("session")), number if isinstance(number, int) else None))
        else:
            places.append(Place(str(one), None))
    return places


def _is_there(place: Place, corpus: Corpus) -> bool:
    messages = corpus.sessions.get(place.session)
    if messages is None or place.message is None:
        return messages is not None
    return 0 <= place.message < len(messages) and messages[place.message] is not None


def _open(report: Report, part: str, path: Path) -> tuple[bytes, Source] | None:
    """The file's content, unpacked if it is gzip, and its entry for the report; None, and named, if unreadable.

    The hash is that of the file as it lies on the disk.
    """
    try:
        data = path.read_bytes()
        source = Source(part, str(path), hashlib.sha256(data).hexdigest())
        return gzip.decompress(data) if data.startswith(GZIP) else data, source
    except FileNotFoundError:
        reason = "there is no such file"
    except (OSError, EOFError, zlib.error) as error:
        reason = f"it cannot be read: {getattr(error, 'strerror', None) or error}"
    report.unread.append((part, str(path), reason))
    return None
