"""Markdown notes: each section one message of the user's, as it is written.

Decided here, because nothing else says it:
- A section is a heading with what follows it up to the next one (code fences are not searched for headings);
  a heading with nothing below it stands with the next section.
- Front matter (YAML between `---` lines) gives the date, the tags and the title; it is no text. One that is
  broken is named with its line, and the rest of the note is taken. The file itself is never written to.
- Without a date in the front matter the file's own date is the time; as that changes with every save, and the
  place of a section with every edit, a section is recognised by the note's path and its own words.
- Pictures that are written into the text as `data:` are left out of it, each named.
- The session is "notes/" + the path from the folder that is imported, spelt in normal form C.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, BinaryIO

from awhm.adapters.yaml_header import read
from awhm.errors import Refused
from awhm.events.event import Role
from awhm.jobs.importers import lines
from awhm.jobs.importers.item import Item, Left, Message, Ordinals, Unfit, content_id, name
from awhm.jobs.importers.lines import UTF8_BOM, Origin, whole
from awhm.jobs.importers.turn import Moment, storable, text_of, time_of
from awhm.language.text import is_list

PREFIX = "notes/"
ENDINGS = (".md", ".markdown", ".mdown", ".txt", ".text")
_DATES = ("date", "created", "created_at", "updated")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_INLINE = re.compile(r"data:[\w.+-]{1,64}/[\w.+-]{1,64};base64,[A-Za-z0-9+/=]{64,}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SIGN = re.compile(r"\ufeff?(---[ \t]*\r?\n|#{1,6}[ \t]+\S)")
LONGEST_HEADER = 1000  # lines of front matter that are searched for its end
MOST_DEEP = 6


def is_note(head: bytes, file: str) -> bool:
    """Whether these first bytes are those of a note: text that begins as Markdown does, or is called so.

    Prose alone looks like nothing in particular, so there the file's ending counts; of what is no text it does not.
    """
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 3:  # else a character is only cut in two
            return False
        text = head[: error.start].decode("utf-8")
    if not text.strip() or _CONTROL.search(text):
        return False
    return _SIGN.match(text.lstrip("\r\n")) is not None or file.lower().removesuffix(".gz").endswith(ENDINGS)


@dataclass
class Section:
    """Some lines of a note: the first one's number, from 1, and the headings that they stand under."""

    line: int
    under: list[str]
    text: list[str] = field(default_factory=list[str])
    said: bool = False  # whether there is anything but a heading


def items(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """A message for every section and a `Left` for what is left out. Raises Refused ("unreadable")."""
    data = whole(stream, origin, lines.MAX_LINE)
    try:
        text = data.removeprefix(UTF8_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(
            "unknown_format", f"{origin.file} is not UTF-8 text (line {line}).", "Save it as UTF-8."
        ) from error
    rows = text.split("\n")
    start, fields, wrong = _front_matter(rows)
    if wrong:
        yield Left(origin.file, wrong[0], "front matter", wrong[1], "damaged")
    try:
        moment, metadata = _of(fields, origin)
    except Unfit as error:
        moment, metadata = Moment(origin.changed, None), {"note": origin.place}
        yield Left(origin.file, 1, "front matter", error.reason, "damaged")
    ordinals = Ordinals()
    for section in _sections(rows, start):
        if not section.said and not any(row.strip() for row in section.text):
            continue
        yield from _message(section, origin, moment, metadata, ordinals)


def _front_matter(rows: list[str]) -> tuple[int, dict[str, Any], tuple[int, str] | None]:
    """Where the text starts, the fields before it, and if they are broken the line and why."""
    if not rows or rows[0].rstrip() != "---":
        return 0, {}, None
    for number in range(1, min(len(rows), LONGEST_HEADER)):
        if rows[number].rstrip() in ("---", "..."):
            break
    else:
        return 0, {}, None  # a rule at the top, and no front matter
    try:
        return number + 1, read("\n".join(row.rstrip("\r") for row in rows[1:number])), None
    except ValueError as error:
        found = re.match(r"line (\d+): ", str(error))
        line = min(int(found[1]), number) + 1 if found else 1
        return number + 1, {}, (line, str(error)[found.end() :] if found else str(error))


def _of(fields: dict[str, Any], origin: Origin) -> tuple[Moment, dict[str, Any]]:
    """The time of a note and what is kept of its front matter. Raises Unfit."""
    given: Any = next((fields[key] for key in _DATES if fields.get(key)), None)
    metadata: dict[str, Any] = {"note": origin.place}
    if isinstance(title := fields.get("title"), str) and title:
        metadata["title"] = title
    tags: Any = fields.get("tags")
    if isinstance(tags, str):
        tags = re.split(r"[\s,]+", tags)
    if is_list(tags) and (named := [str(tag).lstrip("#") for tag in tags if isinstance(tag, str | int) and str(tag)]):
        metadata["tags"] = named
    if given is None:
        return Moment(origin.changed, None), storable(metadata)
    said = time_of(given.isoformat() if isinstance(given, date) else given)
    return said, storable(metadata)


def _sections(rows: list[str], start: int) -> Iterator[Section]:
    headings: list[str] = [""] * MOST_DEEP
    section = Section(start + 1, [])
    fence = ""
    for number, row in enumerate(rows[start:], start + 1):
        if fence:
            if row.strip().startswith(fence) and not row.strip().strip(fence[0]):
                fence = ""
        elif found := _FENCE.match(row):
            fence = found[1]
        elif found := _HEADING.fullmatch(row.rstrip("\r")):
            if section.said:
                yield section
                section = Section(number, [])
            level = len(found[1])
            headings[level - 1 :] = [(found[2] or "").strip()] + [""] * (MOST_DEEP - level)
            section.under = [heading for heading in headings if heading]
            section.text.append(row)
            continue
        section.text.append(row)
        section.said = section.said or bool(row.strip())
    yield section


def _message(
    section: Section, origin: Origin, moment: Moment, metadata: dict[str, Any], ordinals: Ordinals
) -> Iterator[Item]:
    text = "\n".join(row.rstrip("\r") for row in section.text).strip("\n")
    text, pictures = _INLINE.subn("data:", text)
    for _ in range(pictures):
        yield Left(origin.file, section.line, "", "a file written into the text", "skipped")
    try:
        source = content_id(origin.place, text)
        marks = metadata | ({"heading": name(" / ".join(section.under))} if section.under else {})
        yield Message(
            name(PREFIX + origin.place), Role.USER, text_of(text), *moment, None, source, "markdown",
            ordinals.next(source, None), storable(marks), own_time=False,
        )  # fmt: skip
    except Unfit as error:
        yield Left(origin.file, section.line, "", error.reason, error.kind)
