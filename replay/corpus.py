"""A corpus: conversations with their own dates, and questions with what answers them. Pure.

Nothing is dropped unnamed: what had to be left out, and what was taken although something is wrong with it,
is a `Fault` with its reason. `corpus_native`, `corpus_longmemeval` and `corpus_locomo` read the three
formats there are; `corpus_file` opens the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from awhm.errors import Refused
from awhm.events.event import Role
from awhm.language.text import clean, is_list, is_object
from awhm.language.time import Moment, moment

ADVERSARIAL = frozenset({"adversarial", "abstention"})  # categories of questions that nothing answers
ROLES: dict[str, Role] = {
    **{role.value: role for role in Role},
    **{"human": Role.USER, "ai": Role.ASSISTANT, "model": Role.ASSISTANT, "bot": Role.ASSISTANT},
    **{"developer": Role.SYSTEM, "function": Role.TOOL},
}
# "2023/06/01 (Thu) 09:30", as LongMemEval writes it, and "2:41 pm on 11 May, 2023", as LoCoMo does.
_LONGMEMEVAL = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?:\s*\([A-Za-z]{3}\))?(?:\s+(\d{1,2}):(\d{2}))?", re.ASCII)
_LOCOMO = re.compile(r"(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([A-Za-z]+),?\s+(\d{4})", re.I | re.ASCII)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SECONDS_BELOW = 100_000_000_000  # a number since 1970 below this is seconds, above it milliseconds
_EARLIEST, _LATEST = -62_135_596_800_000, 253_402_300_799_999  # ms: the years 1 to 9999


class Place(NamedTuple):
    """Where something stands: a session's key, and the number of the message in it from 0; None for all of it."""

    session: str
    message: int | None


class Fault(NamedTuple):
    """Something wrong with an item: `kept` tells whether the item was taken all the same."""

    item: str
    reason: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `number` is its place in the session; `occurred` in ms since 1970 UTC, None where unknown."""

    number: int
    role: Role
    content: str
    occurred: int | None = None
    zone: int | None = None
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation. `key` is its own in the corpus; `label` is the file's id, which may come twice."""

    key: str
    label: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `haystack` are the keys of the sessions among which the answer is to be found.

    `evidence` are the places that answer it, `expected` the answers, `forbidden` what must not be shown;
    `as_of` is when it is asked (ms), None for now.
    """

    key: str
    text: str
    category: str
    haystack: tuple[str, ...]
    evidence: tuple[Place, ...] = ()
    expected: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    as_of: int | None = None
    answerable: bool = True
    corrected: tuple[str, ...] = ()
    """The answers by a list of errata, where the file's are known to be wrong."""


@dataclass
class Corpus:
    """What one file holds. `items` are its questions, whether taken or not."""

    form: str = ""
    split: str = ""
    items: int = 0
    sessions: dict[str, Session] = field(default_factory=dict[str, Session])
    questions: dict[str, Question] = field(default_factory=dict[str, Question])
    faults: list[Fault] = field(default_factory=list[Fault])

    def fault(self, item: str, reason: str, *, kept: bool = False) -> None:
        """Name something that is wrong."""
        self.faults.append(Fault(item, reason, kept))

    def add_session(self, label: str, messages: list[Message], within: str = "") -> str:
        """Take a session; returns its key, which differs from the label where that was there before."""
        key = label = f"{within}/{label}" if within else label
        number = 1
        while key in self.sessions:
            number += 1
            key = f"{label}#{number}"
        if number > 1:
            self.fault(f"session {label}", f"the id was there before; kept apart as {key}", kept=True)
        self.sessions[key] = Session(key, label, tuple(messages))
        return key

    def add_question(self, question: Question) -> None:
        """Take a question, under another key where its id was there before."""
        key, number = question.key, 1
        while key in self.questions:
            number += 1
            key = f"{question.key}#{number}"
        if number > 1:
            self.fault(f"question {question.key}", f"the id was there before; kept apart as {key}", kept=True)
        self.questions[key] = replace(question, key=key)

    def correct(self, errata: Any) -> int:
        """Note what a list of `{"id" or "question", "answer"}` says is right; returns of how many questions.

        The file's own answers stay, so that both can be counted. An entry that means no question is named.
        """
        corrected: set[str] = set()
        for number, entry in enumerate(errata if is_list(errata) else [errata], 1):
            answers = texts_of(entry.get("answer")) if is_object(entry) else ()
            wanted = (entry.get("id"), entry.get("question")) if is_object(entry) else ()
            meant = [key for key, one in self.questions.items() if key in wanted or one.text in wanted]
            if not answers or not meant:
                self.fault(f"erratum {number}", "it has no answer, or means no question")
                continue
            for key in meant:
                self.questions[key] = replace(self.questions[key], corrected=answers)
            corrected.update(meant)
        return len(corrected)

    def holds(self, place: Place) -> bool:
        """Whether there is such a session and, of it, such a message."""
        session = self.sessions.get(place.session)
        if session is None or place.message is None:
            return session is not None
        return any(message.number == place.message for message in session.messages)

    def there(self, item: str, places: list[Place], what: str) -> tuple[Place, ...]:
        """Those of the places that are there, each once; the others are named."""
        found: list[Place] = []
        for place in dict.fromkeys(places):
            if self.holds(place):
                found.append(place)
            else:
                at = "" if place.message is None else f", message {place.message}"
                self.fault(item, f"{what} points to {place.session}{at}, which is not there", kept=True)
        return tuple(found)

    def turns(
        self, item: str, records: list[Any], started: Moment | None, roles: dict[str, Role] | None = None
    ) -> list[Message]:
        """The messages of a session's records; a message without a time of its own has the session's.

        `roles`: speakers that stand for a role, in place of a role in the record.
        """
        found: list[Message] = []
        for number, record in enumerate(records):
            where = f"{item}, message {number}"
            if not is_object(record):
                self.fault(where, "not an object")
                continue
            given = record.get("content", record.get("text"))
            content = clean(given) if isinstance(given, str) else ""
            if not content.strip():
                self.fault(where, "empty" if given is None or isinstance(given, str) else "the content is not text")
                continue
            speaker = record.get("speaker", record.get("name"))
            role = (roles or {}).get(str(speaker)) or self._role(where, record.get("role"))
            said = self.time(where, record.get("timestamp", record.get("ts"))) or started
            ms, zone = (None, None) if said is None else said
            name = clean(speaker).strip()[:512] if isinstance(speaker, str) else ""
            found.append(Message(number, role, content, ms, zone, name or None))
        return found

    def _role(self, where: str, value: Any) -> Role:
        """The role by its name; an unknown one as AWHM Lite took it, and named."""
        name = value.strip().lower() if isinstance(value, str) else ""
        if name in ROLES:
            return ROLES[name]
        role = Role.ASSISTANT if name.startswith("assist") else Role.USER
        self.fault(where, f"unknown role {str(value)[:40]!r}; taken as {role.value}", kept=True)
        return role

    def time(self, item: str, value: Any) -> Moment | None:
        """The time that a value means; None where there is none, and named where it cannot be read."""
        if value is None or value == "":
            return None
        found = time_of(value)
        if found is None:
            self.fault(item, f"the time {str(value)[:60]!r} cannot be read; taken as unknown", kept=True)
        return found


def time_of(value: Any) -> Moment | None:
    """What a time means, as ISO 8601, as the two benchmarks write it, or a number since 1970; None if nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if isinstance(value, int | float):
        if value != value or abs(value) > _LATEST:
            return None
        ms = round(value * 1000) if abs(value) < _SECONDS_BELOW else round(value)
        return Moment(ms, None) if _EARLIEST <= ms <= _LATEST else None
    text = value.strip()
    try:
        if found := _LONGMEMEVAL.fullmatch(text):
            year, month, day, hour, minute = (int(part or 0) for part in found.groups())
            return moment(datetime(year, month, day, hour, minute))
        if found := _LOCOMO.fullmatch(text):
            return _on_a_clock(*found.groups())
        return moment(text)
    except (ValueError, Refused):
        return None


def _on_a_clock(hour: str, minute: str, half: str, day: str, name: str, year: str) -> Moment:
    """A time with am or pm. Raises ValueError for an hour above 12, or a month that is none."""
    if not 1 <= int(hour) <= 12:
        raise ValueError(f"{hour} o'clock")
    after = 12 if half.lower() == "p" else 0
    return moment(
        datetime(int(year), 1 + _MONTHS.index(name[:3].lower()), int(day), int(hour) % 12 + after, int(minute))
    )


def texts_of(value: Any) -> tuple[str, ...]:
    """Answers as text: a number as it is written, a list as several, nothing for nothing."""
    if value is None or value == "":
        return ()
    if is_list(value):
        return tuple(text for one in value for text in texts_of(one))
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = clean(str(value)).strip()
    return (text,) if text else ()
