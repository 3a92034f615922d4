"""A palace of MemPalace as `mempalace export` writes it: one Markdown file for each room.

    # wing / room
    ## drawer's id
    > its text, line by line
    | Field | Value |  with Source, Filed and Added by
    ---

A drawer holds text that was filed, be it of a file or of a talk, and mostly does not say whose words it is: then it is
one `system` message. Two kinds do say it. One that was mined from a transcript (its source is JSON) and begins with a
quoted line has a turn of the user there, and an answer below; they are `user` and `assistant`. One of which each
sentence is about "the user" is the user's words, in the first person (first_person.py): whoever imports their own
palace vouches for it. The session is "mempalace-" + wing/room, the source id the drawer's, its time `Filed`.
A palace's own database is not read: export it first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from awhm.events.event import Role
from awhm.jobs.importers.first_person import first_person, of_user
from awhm.jobs.importers.item import Item, Left, Message, Unfit, name
from awhm.jobs.importers.lines import Line, Origin
from awhm.jobs.importers.turn import storable, text_of, time_of
from awhm.language.text import clean

_ROOM = re.compile(r"# (.+) / (.+?)\s*")
_FIELD = re.compile(r"\| (Source|Filed|Added by) \| (.*) \|\s*")
_FRAME = re.compile(r"(---|\| Field \| Value \||\|-+\|-+\|)\s*")
_INDEX = re.compile(r"# Palace Export\b")
NAMES = {"Source": "source", "Filed": "filed", "Added by": "added_by"}


def is_index(first: str) -> bool:
    """Whether a text that begins with this line is the list of an export's rooms."""
    return _INDEX.match(first) is not None


def is_room(head: list[str]) -> bool:
    """Whether a text that begins with these lines is a room of an export."""
    said = [line for line in head if line.strip()]
    return (
        len(said) > 2 and _ROOM.fullmatch(said[0]) is not None and said[1].startswith("## ") and said[2].startswith(">")
    )


def from_lines(lines: Iterable[Line], origin: Origin) -> Iterator[Item]:
    """A message or a `Left` for every drawer of a room. Raises nothing."""
    room, drawer = "", _Drawer(0, "")
    for line in lines:
        text = clean(line.data.decode("utf-8", "replace")).rstrip("\r\n")
        if line.fault:
            yield Left(origin.file, line.number, "", line.fault, "damaged")
        elif not room and (found := _ROOM.fullmatch(text)):
            room = f"{found[1]}/{found[2]}"
        elif text.startswith("## "):  # no line of a drawer's text begins so: it is quoted
            yield from drawer.items(room, origin)
            drawer = _Drawer(line.number, text[3:].strip())
        elif text.startswith(">"):
            drawer.text.append(text[1:].removeprefix(" "))
        elif found := _FIELD.fullmatch(text):
            drawer.fields[NAMES[found[1]]] = found[2]
        elif text.strip() and room and not _FRAME.fullmatch(text) and _ROOM.fullmatch(text) is None:
            yield Left(origin.file, line.number, "", "is not part of a drawer", "damaged")
    yield from drawer.items(room, origin)


def _spoken(text: str, fields: dict[str, str], origin: Origin) -> list[tuple[Role, str]]:
    """Who said what in a drawer."""
    if not origin.unbelieved:
        if text.startswith(">") and fields.get("source", "").lower().endswith((".json", ".jsonl")):
            turn, _, answer = text[1:].partition("\n")
            pieces = ((Role.USER, turn.strip()), (Role.ASSISTANT, answer.strip()))
            return [(role, words) for role, words in pieces if words]
        if of_user(text):
            return [(Role.USER, first_person(text))]
    return [(Role.SYSTEM, text)]


class _Drawer:
    """One drawer while it is read."""

    def __init__(self, line: int, ident: str) -> None:
        self.line = line
        self.id = ident
        self.text: list[str] = []
        self.fields: dict[str, str] = {}

    def items(self, room: str, origin: Origin) -> Iterator[Item]:
        """Its message, or why it is left; nothing before the first one."""
        if not self.line:
            return
        try:
            if not self.id:
                raise Unfit("a drawer without an id")
            known = {key: value for key, value in self.fields.items() if value not in ("", "unknown")}
            moment = time_of(known.get("filed"))
            metadata: dict[str, Any] = {"memory": True, "room": room} | known
            text = text_of("\n".join(self.text))
            for ordinal, (role, words) in enumerate(_spoken(text, known, origin)):
                yield Message(
                    name(f"mempalace-{room}"), role, words, *moment, None, name(self.id), "mempalace", ordinal,
                    storable(metadata),
                )  # fmt: skip
        except Unfit as error:
            yield Left(origin.file, self.line, name(self.id), error.reason, error.kind)
