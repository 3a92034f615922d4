"""A statement: what one clause of a message says, before anybody decides whether to believe it. Pure data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

EXTRACTOR = "statements-4"  # part of every fold or event that stores statements; change it with the rules
STAGE2 = "stage2"  # what the rule of a statement begins with that a language model proposed; its name follows
WhenKind = Literal["from", "until", "at"]
When = tuple[WhenKind, int, int]


def is_proposed(rule: str) -> bool:
    """Whether a language model proposed the statements of a rule."""
    return rule.split(" ", 1)[0] == STAGE2


class Family(StrEnum):
    """What kind of thing a statement is. Statements of different families never replace one another."""

    CORRECTION = "correction"
    PREFERENCE = "preference"
    POLICY = "policy"
    FACT = "fact"
    OUTCOME = "outcome"


CONFIDENCE = {
    Family.CORRECTION: 0.90,
    Family.FACT: 0.80,
    Family.PREFERENCE: 0.75,
    Family.POLICY: 0.75,
    Family.OUTCOME: 0.65,
}
HEDGED = 0.8  # "I think", "probably": times the confidence
OTHERS = 0.9  # about or by a third person: times the confidence


@dataclass(frozen=True, slots=True)
class Statement:
    """What one clause says.

    `start` and `end` are the characters of the clause in the message; `value` is an exact part of it.
    `subject` is whose: "user", a thing or person of the user's ("user's sister"), or a name, in lower
    case. A name said along with a relative of whom people mostly have one ("my sister Anya") is no part of the
    subject, so that "my sister" means her too; `name` has it in lower case, and two statements of one slot with
    different names are about two people. Of children, friends and others of whom people have several, the name
    stays in the subject ("user's daughter mei"). `attribute` is what about them ("location",
    "preference:editor", "use for:indentation"), or None where the statement fills no slot: what takes back all that
    was said of a topic (rule "forget") has the topic as its value and no attribute. `value_key` is the value as
    values are compared. `polarity` belongs to the value: "never use tabs" is the slot of "always use tabs" with
    polarity False. `condition` is where it holds ("go"). `many` is True where several values may hold at once.
    `corrects` is True after an explicit marker ("Actually, ..."). `retracts` is True where the value no longer
    holds ("I no longer work at Acme"): it ends that value, and says nothing of others. `third` is True for a third
    person or thing. `when` holds the time expressions that bound it, as (kind, start, end) in the message.
    """

    family: Family
    start: int
    end: int
    subject: str
    attribute: str | None
    value: str
    value_key: str
    polarity: bool = True
    condition: str | None = None
    many: bool = False
    corrects: bool = False
    retracts: bool = False
    third: bool = False
    when: tuple[When, ...] = ()
    confidence: float = 0.8
    rule: str = ""
    name: str = ""
