"""One entry of a context: what was said, when, by whom, and whether it still holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from awhm.jobs.context_text import ELLIPSIS, NOTE, escaped, indented, label, one_line, plain, without_blocks
from awhm.language.passages import passages
from awhm.language.regex import regex
from awhm.language.time import day, moment
from awhm.projections.standing import PAST, WHOLE
from awhm.types import NodeStatus, RetrievalResult, Role

NAME = 40  # characters of a speaker's name
WORDS = 120  # characters of what took something's place, and of a clause that no longer holds
DAYS = 3  # so many are named of those on which the same was said
_ROLES = frozenset(role.value for role in Role)
_ENDS = regex(r"(?<=[.!?…])\s+|(?<=[。！？])\s*|\n+")
_MARKS = ' .!…,;:"“”„«»。！、，'  # a question mark stays: a question says something else


class Past(NamedTuple):
    """A clause of a message that no longer holds: where it stands, how, until when, and what took its place.

    `until` is ISO 8601; `words` are those of the memory that took its place, where one did.
    """

    start: int
    end: int
    status: NodeStatus
    until: str | None = None
    words: str | None = None


@dataclass(frozen=True)
class Entry:
    """What stands in the block for one result.

    `who` is the label of who said it; `times` when, in ms with the speaker's own day, ascending. `flags` stand in
    its head, `notes` below it; `text` is plain. `past` tells whether it says nothing that still holds.
    """

    id: str
    who: str
    times: tuple[tuple[int, str], ...]
    text: str
    flags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    past: bool = False
    memory: str = ""
    shorter: Entry | None = None  # one that this one took in, for where there is no room for this one

    @property
    def order(self) -> tuple[int, int, str]:
        """By what entries are sorted: when it was last said, then its place in the log."""
        number = self.id[1:].partition(".")[0]
        return self.times[-1][0], int(number) if number.isdecimal() else 0, self.id

    def written(self) -> str:
        """The entry as it stands in the block, its lines joined with "\\n"."""
        days = list(dict.fromkeys(one for _, one in self.times))
        if len(days) > DAYS:
            days = [days[0], f"{len(days)} days to {days[-1]}"]
        when = ", again ".join(days[:2]) + "".join(f" and {one}" for one in days[2:])
        head = f"[{', '.join((self.id, when, self.who, *self.flags))}]"
        return f"{head} {indented(self.text)}" + "".join(f"\n{NOTE}{escaped(note)}" for note in self.notes)

    def cut(self, end: int) -> Entry:
        """The same with its text up to a character, and an ellipsis."""
        return replace(self, text=f"{self.text[:end].rstrip()} {ELLIPSIS}")


def entry_of(result: RetrievalResult, past: Sequence[Past], *, complete: bool = False) -> Entry | None:
    """The entry of one result; `past` are the clauses of its message that no longer hold. None if nothing is left.

    Of a long message the passage that matched stands there, with an ellipsis where there is more. A clause that
    matched stands in its passage where `past` is `complete`, and by itself where what is beside it might be past.
    """
    content = result.content
    start, end = result.passage or (0, len(content))
    if complete and result.status not in PAST:
        around = [span for span in passages(content) if span[0] < end and start < span[1]] or [(start, end)]
        start, end = min(start, around[0][0]), max(end, around[-1][1])
    text = plain(without_blocks(content, start, end))
    if not text:
        return None
    over = [one for one in past if one.start < end and start < one.end]
    if result.status in PAST and not over:
        over = [Past(start, end, NodeStatus(result.status), result.valid_to)]
    gone = bool(over) and _covered(content, start, end, over) >= WHOLE
    before, after = content[:start].strip(), content[end:].strip()
    when = moment(result.occurred)
    return Entry(
        id=re.sub(r"[^\w.-]", "", result.id),
        who=_who(result),
        times=((when.ms, _date(result.occurred)),),
        text=(f"{ELLIPSIS} " if before else "") + text + (f" {ELLIPSIS}" if after else ""),
        flags=("no longer so",) if gone else _flags(result),
        notes=tuple(_note(one, None if gone else content[one.start : one.end]) for one in over),
        past=gone,
        memory=result.node_id,
    )


def _covered(content: str, start: int, end: int, over: Iterable[Past]) -> float:
    """The part of the shown text, without white space, that no longer holds."""
    spoken = {at for at in range(start, end) if not content[at].isspace()}
    gone = {at for one in over for at in range(max(one.start, start), min(one.end, end))}
    return len(gone & spoken) / (len(spoken) or 1)


def _who(result: RetrievalResult) -> str:
    """The speaker, with the role unless that is the user's; a speaker who is called like a role has it too."""
    name = label(result.speaker or "", NAME)
    if not name:
        return result.role.value
    plain_user = result.role is Role.USER and name.casefold() not in _ROLES
    return name if plain_user else f"{name} ({result.role.value})"


def _flags(result: RetrievalResult) -> tuple[str, ...]:
    """How the memory that a message holds stands, and for how long it does."""
    if result.status is None or result.status in PAST:
        return ()
    if result.status is NodeStatus.DISPUTED:
        return ("in dispute",)
    since = None if result.valid_from is None else _date(result.valid_from)
    word = "from" if result.status is NodeStatus.UPCOMING else "since"
    told = "holds" if since is None or since == _date(result.occurred) else f"holds {word} {since}"
    return (told if result.valid_to is None else f"{told} until {_date(result.valid_to)}",)


def _note(one: Past, clause: str | None) -> str:
    """What became of a clause: "until 4 May 2025; now: I moved to Lisbon". The clause, if that is not all there is."""
    told = [] if one.until is None else [f"until {_date(one.until)}"]
    told += [] if one.words is None else [f"then: {one_line(one.words, WORDS)}"]
    if not told:  # no time at which it ever held
        told = ["taken back" if one.status is NodeStatus.RETRACTED else one.status.value]
    why = "; ".join(told)
    return why if clause is None else f"no longer so: “{one_line(clause, WORDS)}” ({why})"


def _date(told: str) -> str:
    """The day of an ISO 8601 time, on the calendar of its own offset: "1 Mar 2024"."""
    return day(*moment(told)).rpartition(",")[0]


# The same only once -----------------------------------------------------------------------------------


def sentences(text: str) -> str:
    """The sentences of a text as they are compared: in small letters, without marks at their ends, between bars."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("|", " ")
    parts = (" ".join(part.split()).strip(_MARKS) for part in _ENDS.split(folded))
    return "|" + "|".join(part for part in parts if part) + "|"


class Distinct:
    """Entries, the most relevant first, each thing that somebody said once.

    Two are one if the same person says the same words, or if one has all sentences of the other: then the longer
    one stays, at the better place, with the days of both. "Never use tabs" does not hold "Use tabs": whole
    sentences count. What no longer holds and what does are two things, whatever their words.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._words: list[str] = []

    def add(self, entry: Entry) -> None:
        """Take one more in, or its days into the one that is there already."""
        words = sentences(entry.text)
        for place, (there, known) in enumerate(zip(self.entries, self._words, strict=True)):
            # A memory and the message that says it are one, whatever of it each shows.
            same = there.id == entry.id or bool({there.id, entry.id} & ({there.memory, entry.memory} - {""}))
            if not same and (there.who, there.past) != (entry.who, entry.past):
                continue
            times = tuple(sorted({*there.times, *entry.times}))
            if known in words and known != words:
                self.entries[place] = replace(entry, times=times, shorter=there)
                self._words[place] = words
                return
            if same or words in known:
                self.entries[place] = replace(there, times=times)
                return
        self.entries.append(entry)
        self._words.append(words)
