"""Short forms that a text defines: "Aldgate Ventures (AV)". Pure, linear in the length of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from awhm.language.regex import regex

_SHORT = regex(r"(?<=\S) \((?P<short>[^\W\d_][\w&.-]{1,7})\)")
_BREAK = regex(r"[.!?;:,()\n\"“”]")
WORDS = 8  # words looked at before the bracket, at most
_ARTICLES = regex(r"(?:the|a|an|our|my|el|la|los|las|un|una) ", re.IGNORECASE)


class Defined(NamedTuple):
    """A short form and its long form: where each stands in the text."""

    start: int
    end: int
    long_start: int
    long_end: int


def defined(text: str) -> Iterator[Defined]:
    """Every short form in brackets whose letters occur, in order, in the words just before.

    The rule is that of Schwartz and Hearst (2003), "A Simple Algorithm for Identifying Abbreviation
    Definitions in Biomedical Text": match from the end; the first letter has to begin a word.
    """
    for found in _SHORT.finditer(text):
        short = found["short"]
        capitals = sum(char.isupper() for char in short)
        if capitals < 2 or 2 * capitals < len(short):
            continue
        before = _BREAK.split(text[max(0, found.start() - 120) : found.start()])[-1]
        words = before.split(" ")
        before = " ".join(words[-min(len(short) + 5, 2 * len(short), WORDS) :])
        at = _long_form(before, [char.casefold() for char in short if char.isalnum()])
        if at is None:
            continue
        article = _ARTICLES.match(before, at)
        at = article.end() if article else at
        if before[at:].casefold() != short.casefold() and len(before) - at > len(short):
            start = found.start() - len(before) + at
            yield Defined(found.start("short"), found.end("short"), start, found.start())


def _long_form(before: str, letters: list[str]) -> int | None:
    """Where the shortest long form begins, or None if the letters are not there."""
    at = len(before)
    for number in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= 0 and (
            before[at].casefold() != letters[number] or (number == 0 and at > 0 and before[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return None
    return at
