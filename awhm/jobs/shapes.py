"""The shapes in which what a payload says may lie in a file: as UTF-8, JSON-escaped, case-folded, as index terms.

Pure. Numbers of less than eight digits are left out: positions and counts are no content, and would be met anywhere.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from typing import Any, cast

import orjson

from awhm.commands.claims import claims
from awhm.language.regex import regex
from awhm.language.tokens import terms
from awhm.projections.postings import PREFIX

LEAST = 4  # characters of a word that is looked for
SHORT = 40  # characters of a text whose shapes are remembered
WINDOW = 8  # bytes; a longer word is looked for by its windows
_WORD = regex(rf"\w{{{LEAST},}}")
_NUMBER = regex(rb"(?<=[:\[,])-?\d{1,7}(?:\.\d*)?(?:e-?\d+)?(?=[,\]}])")
_ESCAPE = regex(r"\\u[0-9a-f]{4}")


class Shape(IntEnum):
    """How a text lies in a file; of two that make the same bytes the first is meant."""

    UTF8 = 0
    ESCAPED = 1
    FOLDED = 2
    TERM = 3

    @property
    def described(self) -> str:
        """The shape, for people."""
        return ("as UTF-8", "JSON-escaped", "case-folded", "as index terms")[self]


def shapes_of(payload: bytes) -> Iterator[tuple[Shape, bytes]]:
    """All pieces of bytes that a payload may have left: itself, its texts and their words, in every shape.

    What is no JSON is itself alone.
    """
    yield from ((Shape.UTF8, piece) for piece in _NUMBER.split(payload))
    try:
        fields = orjson.loads(payload)
    except orjson.JSONDecodeError:
        return
    for text in dict.fromkeys(texts_in(fields)):
        # The names of fields, roles and sessions come again in each payload.
        yield from _short_shapes(text) if len(text) <= SHORT else text_shapes(text)
    if isinstance(fields, dict) and "statements" in fields and "extractor" in fields:
        yield from ((Shape.TERM, word.encode()) for word in _callings(cast("dict[str, Any]", fields)))


def text_shapes(text: str) -> Iterator[tuple[Shape, bytes]]:
    """All shapes of one text."""
    folded = text.lower(), text.casefold(), unicodedata.normalize("NFKC", text).casefold()
    for shape, one in dict.fromkeys([(Shape.UTF8, text), *((Shape.FOLDED, variant) for variant in folded)]):
        yield shape, _utf8(one)
        yield from ((Shape.ESCAPED, variant) for variant in _escaped(one))
    for term in dict.fromkeys(terms(text)):
        yield from ((Shape.TERM, piece) for piece in term_shapes(term))


@lru_cache(maxsize=4096)
def _short_shapes(text: str) -> tuple[tuple[Shape, bytes], ...]:
    return tuple(text_shapes(text))


def term_shapes(term: str) -> tuple[bytes, ...]:
    """How an index holds a term; nothing for a short one."""
    if len(term) < LEAST:
        return ()
    whole = term.encode()
    # Postings sort terms by their first bytes as a number, which lie the other way round in the file.
    return whole, whole[:PREFIX].ljust(PREFIX, b"\0")[::-1]


def short_words(shape: Shape, piece: bytes) -> Iterator[bytes]:
    """The words of a piece that have four characters or more and less than eight bytes."""
    if shape is Shape.TERM:
        if len(piece) < WINDOW:
            yield piece
        return
    if shape is not Shape.ESCAPED:  # an escape has six bytes: such words are long, the others are in UTF-8 too
        for word in _WORD.findall(piece.decode("utf-8", "ignore")):
            if len(encoded := word.encode()) < WINDOW:
                yield encoded


def texts_in(value: object) -> Iterator[str]:
    """Every text in a JSON value, the names of fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in cast("dict[str, object]", value).items():
            yield name
            yield from texts_in(one)
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from texts_in(one)


def _escaped(text: str) -> Iterator[bytes]:
    """The text as JSON writes it in ASCII: with small and capital hexadecimal digits, with `/` escaped too."""
    plain = json.dumps(text)[1:-1]
    variants = {plain, _ESCAPE.sub(lambda found: "\\u" + found[0][2:].upper(), plain)}
    variants |= {variant.replace("/", "\\/") for variant in variants}
    yield from (variant.encode() for variant in sorted(variants) if variant != text)


def _callings(fields: dict[str, Any]) -> Iterator[str]:
    """The words by which the statements of a StatementsExtracted may be called, as the view of beliefs keeps them."""
    try:
        found = claims(0, fields).claims
    except (KeyError, TypeError, ValueError):  # not a StatementsExtracted of ours, only alike
        return
    for claim in found:
        yield from (word for word in sorted(claim.words | claim.forgets) if len(word) >= LEAST)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
