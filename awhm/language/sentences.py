"""Where the sentences of a message begin and end. Pure, linear in the length of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from awhm.language.packs.ready import Words
from awhm.language.regex import regex

_BULLET = regex(r"\s*(?:[-*•–—+#>]+ +|\(?\d{1,3}[.)] +|[a-z]\) +|\[[ x]\] +)*\s*¡*")
_END = regex(r"[.!?…。！？]+[\"')\]\ue000*_]*(?=\s|$)|[。！？]")
_ASCII_END = regex(r"[.!?]+[\"')\]*_]*(?=\s|$)")
_BEFORE = regex(r"[\w.'-]+$")
_INITIALS = regex(r"(?:[^\W\d_]\.)*[^\W\d_]$")
# Titles and the like, which a sentence never ends with.
_TITLE = "mr mrs ms dr prof st sr sra srta dra ud uds vs e.g i.e nr approx fig г ул им тов гр т.е напр"
_TITLES = frozenset(_TITLE.split())


def sentences(shown: str, text: str, known: Words) -> Iterator[tuple[int, int]]:
    """Sentences: they end at a line end, or at a mark that is no part of a number, name or abbreviation."""
    short, endings = known.abbreviations, known.abbreviation_ends
    ends = _ASCII_END if shown.isascii() else _END
    stop = -1
    while stop < len(shown):
        start = stop + 1
        stop = shown.find("\n", start)
        stop = len(shown) if stop < 0 else stop
        if start == stop:
            continue
        if not shown[start].isalpha() or shown[start + 1 : start + 2] == ")":
            bullet = _BULLET.match(shown, start, stop)
            start = bullet.end() if bullet else start
        for mark in ends.finditer(shown, start, stop):
            if mark[0] == "." and _abbreviated(text, shown, start, mark, short, endings):
                continue
            if mark.start() > start:
                yield start, mark.end()
            start = mark.end()
            while start < stop and shown[start] == " ":
                start += 1
        if start < stop and not shown[start:stop].isspace():
            yield start, stop


def _abbreviated(
    text: str, shown: str, start: int, mark: re.Match[str], short: frozenset[str], endings: frozenset[str]
) -> bool:
    """Whether a dot belongs to its word: "Dr. Wolf", "E. M. Forster", "e.g. this", "Acme Inc. is"."""
    at = mark.start()
    if shown[at - 2 : at] not in endings and shown[at - 2 : at].isalpha() and at - 2 > start:
        return False
    low = max(start, at - 20, shown.rfind(" ", max(start, at - 20), at) + 1)
    plain = shown[low:at]
    if len(plain) > 1 and plain.isalpha() and plain not in short:
        return False
    before = _BEFORE.search(shown, low, at)
    if before is None:
        return False
    word = before[0]
    if len(word) > 6 and "." not in word:
        return False
    initials = len(word) != 2 and word != "i" and _INITIALS.match(word) is not None
    if initials and (text[before.start()].isupper() or "." in word):
        return True
    if word not in short:
        return False
    after = text[mark.end() : mark.end() + 3].strip()
    return not after or after[0].islower() or after[0].isdigit() or word in _TITLES
