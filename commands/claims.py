"""Claims: what the deciding of slots keeps of each statement, and which of a message's extractions counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from awhm.commands.timeline import FOREVER, Entry, Sid
from awhm.language.statement import Family
from awhm.language.topics import callings, topic_words

CORRIGIBLE = frozenset({Family.PREFERENCE.value, Family.POLICY.value})
BY_HAND = "by hand"  # the extractor of statements that a person wrote down with a command


class Claim(NamedTuple):
    """A statement as the deciding of its slot needs it.

    `message` is the position of its message, `words` what it may be called by when somebody wants it
    forgotten, `forgets` the words of what it wants forgotten itself (empty for other statements), `rule` the
    way in which it was put.
    """

    slot: str
    entry: Entry
    family: str
    corrects: bool
    session: str
    message: int
    words: frozenset[str]
    forgets: frozenset[str]
    rule: str = ""


class Extraction(NamedTuple):
    """A StatementsExtracted: its position, the version of the extractor, and its claims."""

    position: int
    extractor: str
    claims: tuple[Claim, ...]

    def says(self) -> list[tuple[object, ...]]:
        """What it says, for comparing: its claims without their numbers."""
        return [
            (claim.slot, *claim.entry[2:], claim.family, claim.corrects, claim.words, claim.forgets)
            for claim in self.claims
        ]


def sid(text: str) -> Sid:
    """A statement's or memory's id as a pair of numbers: "s12.0" and "n12.0" are (12, 0)."""
    position, _, place = text[1:].partition(".")
    return int(position), int(place)


def statement_id(number: Sid) -> str:
    """The public id of a statement."""
    return f"s{number[0]}.{number[1]}"


def memory_id(number: Sid) -> str:
    """The public id of a memory."""
    return f"n{number[0]}.{number[1]}"


def claims(position: int, payload: Mapping[str, Any], first: int | None = None) -> Extraction:
    """The claims of a StatementsExtracted event; `first` is where its message was first logged, if elsewhere."""
    logged: int = payload["message"] if first is None else first
    made = (_claim((position, place), payload, stated, logged) for place, stated in enumerate(payload["statements"]))
    return Extraction(position, payload["extractor"], tuple(made))


def _claim(number: Sid, payload: Mapping[str, Any], stated: Mapping[str, Any], first: int) -> Claim:
    said, message = payload["occurred"], payload["message"]
    slot, value = stated.get("slot"), stated["value_key"]
    forgets: frozenset[str] = frozenset()
    if slot is None:
        # No slot: it stands for itself. Said again, it is reinforced; nothing else can touch it.
        slot = f"={stated['family']}|{stated['subject']}|{stated.get('attribute') or ''}|{value}"
        if stated["rule"] == "forget":
            forgets = topic_words(value)
    start = stated.get("valid_from")
    end = stated.get("valid_to")
    entry = Entry(
        number,
        (said, payload["session"], first, number[1]),
        value if stated["many"] else "",
        value,
        stated["polarity"],
        said if start is None else start,
        FOREVER if end is None else end,
        stated["confidence"],
        stated["retracts"],
        stated["rule"] == "edit",  # who edits a memory means this one
        stated.get("name") or "",
    )
    if entry.end <= entry.start:  # "until March", said in May of what was: over before it was said
        entry = entry._replace(start=min(entry.start, entry.end - 1))
    words = callings(f"{stated['subject']} {stated.get('name') or ''} {stated.get('attribute') or ''} {value}")
    return Claim(
        slot, entry, stated["family"], stated["corrects"], payload["session"], message, words, forgets, stated["rule"]
    )


def current(extractions: Sequence[Extraction]) -> dict[Sid, Claim]:
    """The claims of a message that count: the latest extraction's.

    One that an earlier extraction had made already keeps that one's number, and with it its memory.
    """
    if not extractions:
        return {}
    known: dict[tuple[str, str, str, bool, bool], list[Sid]] = {}
    found: dict[Sid, Claim] = {}
    for extraction in extractions:
        found = {}
        for claim in extraction.claims:
            entry = claim.entry
            same = known.setdefault((claim.slot, entry.name, entry.value, entry.polarity, entry.retracts), [])
            free = next((number for number in same if number not in found), None)
            if free is None:
                same.append(free := entry.statement)
            found[free] = claim if free == entry.statement else claim._replace(entry=entry._replace(statement=free))
    return found


def row_of(claim: Claim) -> list[Any]:
    """A claim as a row of plain values, for saving."""
    return [*claim[:1], list(claim.entry), *claim[2:6], sorted(claim.words), sorted(claim.forgets), claim.rule]


def claim_of(row: list[Any]) -> Claim:
    """The claim back from `row_of`."""
    slot, entry, family, corrects, session, message, words, forgets, rule = row
    number, order, *rest = entry
    kept = Entry((number[0], number[1]), (order[0], order[1], order[2], order[3]), *rest)
    return Claim(slot, kept, family, corrects, session, message, frozenset(words), frozenset(forgets), rule)
