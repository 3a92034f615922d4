"""What a file yields: messages that can be taken, and what had to be left, with the reason."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, Literal

from awhm.events.event import Role
from awhm.language.text import clean

SourceKind = Literal[
    "awhm-lite",
    "chatgpt",
    "claude-code",
    "claude-export",
    "codex",
    "corpus",
    "jsonl",
    "markdown",
    "mcp-memory",
    "mem0",
    "mempalace",
]
LONGEST = 512  # characters of a name in the log (events.event.Name)


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation, read from a file.

    `occurred_ms` is in ms since 1970 UTC, None when the source has no time; `zone` is the offset from
    UTC in minutes that the source gave, None when it gave none ("Z" gives none: it says what UTC was,
    not where the speaker is; RFC 9557, section 2.2). `source_id` names the conversation or record in the
    source's own terms; `ordinal` is this message's place among those of that source with that time.
    `own_time` is false where the time is not the message's own, such as that of its file: then it may be
    another the next time, and the message is recognised without it.
    """

    session: str
    role: Role
    content: str
    occurred_ms: int | None
    zone: int | None
    speaker: str | None
    source_id: str
    source_kind: SourceKind
    ordinal: int
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    own_time: bool = True

    @property
    def dated_ms(self) -> int | None:
        """The time by which it is recognised, None for none."""
        return self.occurred_ms if self.own_time else None


@dataclass(frozen=True, slots=True)
class Left:
    """A line or item that was not taken.

    `kind` is "damaged" for what should have been a message but cannot be read as one, and "skipped" for
    what is whole but not part of the conversation (or said nothing). `line` counts from 1 and is None
    where the format has no lines; `item` names the part of the line or file, "" for all of it.
    """

    file: str
    line: int | None
    item: str
    reason: str
    kind: Literal["damaged", "skipped"]

    @property
    def where(self) -> str:
        """For people: `file:line, item`, as far as each is known."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}, {self.item}" if self.item else place


Item = Message | Left


class Unfit(ValueError):
    """Why one record is not a message; the importer turns it into a `Left` and goes on."""

    def __init__(self, reason: str, kind: Literal["damaged", "skipped"] = "damaged") -> None:
        super().__init__(reason)
        self.reason = reason
        self.kind: Literal["damaged", "skipped"] = kind


@dataclass(slots=True)
class Ordinals:
    """Counts the messages of each source at each time, so that those with the same time stay apart."""

    _seen: dict[tuple[str, int | None], int] = field(default_factory=dict[tuple[str, int | None], int])

    def next(self, source_id: str, occurred_ms: int | None) -> int:
        """How many messages of this source had this time before; counts this one."""
        key = (source_id, occurred_ms)
        ordinal = self._seen.get(key, 0)
        self._seen[key] = ordinal + 1
        return ordinal


def name(text: str) -> str:
    """A name the log takes: cleaned, at most 512 characters; a longer one ends in a hash of all of it."""
    text = clean(text)
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 65]}~{hashlib.sha256(text.encode()).hexdigest()}"


def content_id(source_id: str, text: str) -> str:
    """The source id of something that has neither id nor place, such as a note's section: what it says.

    Only the text that was changed is then new. It stands in the payload alone, and goes when that is erased.
    """
    return name(f"{source_id}#{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:24]}")


def identity(message: Message) -> bytes:
    """Canonical bytes of who this message is, for an HMAC: source kind, source id, time and ordinal.

    Each part is preceded by its length in 4 bytes, big-endian, so that no two messages share bytes by
    accident. A message without a time of its own has an empty third part. The text is not part of it.
    """
    time = "" if message.dated_ms is None else str(message.dated_ms)
    kind, source = message.source_kind.encode(), message.source_id.encode()
    when, ordinal = time.encode(), str(message.ordinal).encode()
    return b"%b%b%b%b%b%b%b%b" % (
        len(kind).to_bytes(4, "big"), kind, len(source).to_bytes(4, "big"), source,
        len(when).to_bytes(4, "big"), when, len(ordinal).to_bytes(4, "big"), ordinal,
    )  # fmt: skip
