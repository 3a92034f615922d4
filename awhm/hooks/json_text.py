"""Putting something into a JSON text, and taking it out again, without touching any other byte of it.

What is put in is one piece behind the last member or item, or behind the opening bracket. So taking the piece out
gives the text as it was.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from awhm.errors import Refused

_SPACE = " \t\r\n"
_DECODER = json.JSONDecoder()


class Member(NamedTuple):
    """One member of an object (or item of an array, whose key is ""): where its key and its value stand."""

    key: str
    start: int
    value: int
    end: int


class Style(NamedTuple):
    """How a text is laid out: its line break ("" for all on one line) and one level of indentation."""

    newline: str
    unit: str


def style_of(text: str) -> Style:
    """The layout that a text has; that of most tools where it has none."""
    if text.strip() and "\n" not in text.strip():
        return Style("", "")
    indents = re.findall(r"\n([ \t]+)\"", text)
    return Style("\r\n" if "\r\n" in text else "\n", min(indents, key=len) if indents else "  ")


def root(text: str) -> int:
    """Where the object begins. Raises Refused (`bad_settings_file`) if the text is not one JSON object."""
    start = len(text) - len(text.lstrip("\ufeff" + _SPACE))
    try:
        value = json.loads(text[start:])
    except ValueError as error:
        raise _bad(f"it is not JSON ({error})") from None
    if not isinstance(value, dict):
        raise _bad("it is JSON, but not an object")
    return start


def members(text: str, at: int) -> list[Member]:
    """The members of the object, or the items of the array, that begins at a place of valid JSON."""
    found: list[Member] = []
    is_object = text[at] == "{"
    at = _past_space(text, at + 1)
    while text[at] not in "}]":
        start, key = at, ""
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _past_space(text, _past_space(text, at) + 1)  # past the colon
        value = at
        _, at = _DECODER.raw_decode(text, at)
        found.append(Member(key, start, value, at))
        at = _past_space(text, at)
        if text[at] == ",":
            at = _past_space(text, at + 1)
    return found


def member(text: str, at: int, key: str) -> Member | None:
    """The member with this key; of several the last, which is the one that parsers take."""
    return next((one for one in reversed(members(text, at)) if one.key == key), None)


def put(text: str, at: int, key: str | None, value: Any, depth: int, style: Style) -> tuple[str, str]:
    """The text with a value as the last of the container at a place, and the piece that was put in."""
    inside = members(text, at)
    written = json.dumps(value, indent=style.unit or None, ensure_ascii=False)
    indent = style.unit * (depth + 1)
    if style.newline:
        written = written.replace("\n", style.newline + indent)
    named = written if key is None else f"{json.dumps(key)}: {written}"
    gap = style.newline + indent if style.newline else " "
    if inside:
        place, piece = inside[-1].end, "," + gap + named
    else:
        place = at + 1
        closing = text[place] in "}]"
        piece = (gap if style.newline else "") + named
        piece += style.newline + style.unit * depth if style.newline and closing else ""
    return text[:place] + piece + text[place:], piece


def take(text: str, at: int, one: Member) -> str:
    """The text without a member of the container at a place, and without the comma that parted it."""
    inside = members(text, at)
    place = inside.index(one)
    if place:
        return text[: inside[place - 1].end] + text[one.end :]
    if len(inside) > 1:
        return text[: one.start] + text[inside[1].start :]
    end = _past_space(text, one.end)
    return text[: at + 1] + text[end:]


def _past_space(text: str, at: int) -> int:
    while text[at] in _SPACE:
        at += 1
    return at


def _bad(what: str) -> Refused:
    return Refused("bad_settings_file", f"nothing was changed: {what}", "Correct the file by hand and try again.")
