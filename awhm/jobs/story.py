"""The whole story of a message, a statement, a memory or an entity, as plain values for people and programs.

Times are ISO 8601 with an offset; windows are pairs of them, None for no bound. Ids are as everywhere: "m12" an
event or message, "s15.0" a statement, "n15.0" a memory, "e" and 16 hexadecimal digits an entity. `actor` is who wrote
the event: a name where it is the settings' own, else the opaque id of the header.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Window = tuple[str | None, str | None]
What = Literal["message", "statement", "memory", "entity"]


@dataclass(frozen=True, slots=True)
class ToldMessage:
    """A message. `text`, `session`, `role` and `occurred` are None once it is erased.

    `consolidated` tells whether it has been read for statements, `set_aside` why that could not be done.
    """

    id: str
    recorded: str
    actor: str
    session: str | None
    role: str | None
    speaker: str | None
    occurred: str | None
    text: str | None
    consolidated: bool
    set_aside: str | None


@dataclass(frozen=True, slots=True)
class ToldStatement:
    """A statement: the clause, the rule that found it, and the memory that it came to.

    `event` is the StatementsExtracted, `extractor` its version ("by hand" for what a person wrote with a command).
    `counts` is False where a later version has read its message anew. `text` is None once the words are erased.
    """

    id: str
    message: str
    event: str
    recorded: str
    actor: str
    extractor: str
    rule: str | None
    text: str | None
    family: str
    subject: str
    attribute: str | None
    slot: str | None
    condition: str | None
    value: str
    polarity: bool
    retracts: bool
    corrects: bool
    valid_from: str | None
    valid_to: str | None
    confidence: float
    counts: bool
    memory: str | None
    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """Another memory or statement that a change is due to: its words, and what it says of which slot."""

    id: str
    text: str | None
    slot: str | None
    value: str | None
    polarity: bool
    message: str | None


@dataclass(frozen=True, slots=True)
class ToldChange:
    """An event of a memory: when and by whom it was written, and when the memory held from then on.

    `by` is what superseded, ended or contradicts it. `reason` is the code of a retraction or restoration.
    """

    event: str
    recorded: str
    actor: str
    kind: str
    windows: tuple[Window, ...]
    statements: tuple[str, ...]
    by: Other | None
    reason: str | None
    same_slot: bool
    """Whether what is in `by` fills the same slot with another value."""


@dataclass(frozen=True, slots=True)
class ToldMemory:
    """A memory, how it stands at the time asked about, and every event that made it so, in the order of the log."""

    id: str
    text: str | None
    status: str
    type: str
    family: str
    slot: str | None
    value: str
    polarity: bool
    confidence: float
    windows: tuple[Window, ...]
    superseded_by: str | None
    statements: tuple[str, ...]
    messages: tuple[str, ...]
    entities: tuple[str, ...]
    changes: tuple[ToldChange, ...]


@dataclass(frozen=True, slots=True)
class ToldForm:
    """A form of an entity: how it was joined, in which message it was read, and the event that says so."""

    form: str
    label: str | None
    how: str
    message: str | None
    event: str
    recorded: str
    actor: str


@dataclass(frozen=True, slots=True)
class ToldEntity:
    """An entity by its name. `forms` are all that it was called."""

    id: str
    name: str
    label: str | None
    forms: tuple[ToldForm, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Where a question finds it: the message that ranks best, its rank among so many, its score and the shares.

    `rank`, `score` and `trace` are None where the question does not find it among the first that many.
    """

    question: str
    message: str | None
    rank: int | None
    found: int
    score: float | None
    trace: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Story:
    """All of it: what was asked for, and all that it came from and went to. `more` memories are not listed."""

    id: str
    kind: What
    as_of: str
    messages: tuple[ToldMessage, ...] = ()
    statements: tuple[ToldStatement, ...] = ()
    memories: tuple[ToldMemory, ...] = ()
    entities: tuple[ToldEntity, ...] = ()
    more: int = 0
    asked: Asked | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values; `asked` is left out where nothing was asked."""
        values = asdict(self)
        if self.asked is None:
            del values["asked"]
        return values
