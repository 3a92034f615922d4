"""Passages: a long message cut into pieces small enough to be embedded and scored one by one.

Pure and linear in the length of the text. A passage is about 60 words (or 110 Chinese, Japanese or Korean
characters) and ends at a sentence or line end where there is one. Its weight is an upper estimate of the
word pieces that a BERT tokeniser makes of it, so that 256 of them always hold ordinary text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from awhm.language.regex import regex
from awhm.language.tokens import CJK

PASSAGES = "passages-2 220/250"  # part of every fold that stores passages; change it with the rules
FULL = 220  # the weight at which a passage is closed
MOST = 250  # the weight that no passage exceeds: a light rest joins the passage before it up to this
SHORT = 240  # characters; so few cannot weigh more than MOST
WORD = 3  # the weight of an ordinary word; a longer one weighs half its length
RUN = 200  # characters without a space, from which a run may be no text at all
LIMIT = 65_535  # passages of one message: their number is kept in 16 bits; the last one takes the rest

# What nobody searches: inline data, base64 and keys, walls of one kind of punctuation.
_BLOB = regex(
    rf"data:[a-z0-9.+/;=-]{{3,80}},[^\s\"')>]{{{RUN // 2},}}"
    rf"|(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{{{RUN},}}"
    rf"|(?<![^\w\s])[^\w\s]{{{RUN},}}"
)
INJECTED = "<awhm-memory>"
_INJECTED = regex(f"{INJECTED}.*?(?:</awhm-memory>|\\Z)", re.DOTALL)  # one that is never closed goes on to the end
# The first character by itself, in one set, so that the search runs over all others at once: three times as fast.
_SENTENCE = regex(r"[.!?…。！？\n](?:(?<=[.!?…])[.!?…]*[\"'”’)\]]*\s+|(?<=[。！？])[。！？]*[」』”]*|(?<=\n)\s*)")
_PIECE = regex(rf"\s*(?:[{CJK}]|[^\W{CJK}]+|[^\w\s]|\s+\Z)")
_CJK = regex(f"[{CJK}]")
_OF_LENGTH = tuple(max(WORD, length // 2) for length in range(256))  # the weight of a word by its length
_LETTERS = bytes(code for code in range(128) if chr(code).isalnum() or chr(code).isspace())


def passages(text: str) -> list[tuple[int, int]]:
    """Spans (start, end) of characters, ascending and disjoint, that cover all searchable text.

    A short message is one passage; blank text has none; any other text has at least one. Left out are
    data URIs, unbroken runs of 200 or more base64 characters and of 200 or more punctuation marks: they
    end a passage, and the text on both sides is covered. A text of nothing else has one passage, its
    beginning. Left out too is memory that was injected into a message, which nobody said; a text of nothing
    else has no passage. Beyond 65,535 passages the last one takes the rest.
    """
    if not text or text.isspace():
        return []
    if INJECTED in text:
        return _between(text)
    if len(text) <= SHORT or (len(text) <= 2 * MOST and _weight(text) <= MOST):
        return [(0, len(text))]
    found = list(_cut(text))
    if len(found) > LIMIT:
        found[LIMIT - 1 :] = [(found[LIMIT - 1][0], found[-1][1])]
    return found or [(0, SHORT)]


def passage(text: str, number: int) -> tuple[int, int] | None:
    """One passage of a text that has several; None where it has one or none. Reads no further than it has to."""
    if INJECTED in text or len(text) <= SHORT or number >= LIMIT - 1:
        spans = passages(text)
    elif len(text) <= 2 * MOST and _weight(text) <= MOST:
        return None
    else:
        spans = list(islice(_cut(text), max(number + 1, 2)))
    return spans[number] if len(spans) > 1 else None


def _cut(text: str) -> Iterator[tuple[int, int]]:
    return (span for start, end in _searchable(text) for span in _packed(text, start, end))


def _between(text: str) -> list[tuple[int, int]]:
    """The passages of what stands between blocks of injected memory."""
    found: list[tuple[int, int]] = []
    at = 0
    for block in [*_INJECTED.finditer(text), None]:
        own = text[at : len(text) if block is None else block.start()]
        found += [(at + start, at + end) for start, end in passages(own)]
        at = len(text) if block is None else block.end()
    return found[:LIMIT]


def _searchable(text: str) -> Iterator[tuple[int, int]]:
    """The stretches between blobs that are not blank."""
    at = 0
    if max(map(len, text.split())) >= RUN // 2:
        for blob in _BLOB.finditer(text):
            if text[at : blob.start()].strip():
                yield at, blob.start()
            at = blob.end()
    if text[at:].strip():
        yield at, len(text)


def _packed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """One stretch as passages: sentences are added while they fit; a light rest joins the last passage."""
    last: tuple[int, int] | None = None  # the passage before the one at work, which the rest may join
    first, total, before = start, 0, 0
    for stop, weight in _units(text, start, end):
        if total and total + weight > FULL:
            if last is not None and not text[last[0] : last[1]].isspace():
                yield last
            last = first, start
            first, total, before = start, 0, total
        total += weight
        start = stop
    if last is not None:
        if before + total <= MOST:
            first = last[0]
        elif not text[last[0] : last[1]].isspace():
            yield last
    if not text[first:end].isspace():
        yield first, end


def _units(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each sentence of the stretch ends, and its weight; pieces of one that is too heavy."""
    while start < end:
        cut = _SENTENCE.search(text, start, end)
        stop = cut.end() if cut else end
        weight = _weight(text[start:stop])
        if weight <= FULL:
            yield stop, weight
        else:
            yield from _pieces(text, start, stop)
        start = stop


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A heavy sentence word by word; a word heavier than a passage in parts of FULL characters."""
    for piece in _PIECE.finditer(text, start, end):
        at, weight = piece.start(), _weight(piece[0])
        if weight > FULL:
            while piece.end() - at > FULL:
                at += FULL
                yield at, FULL
            weight = min(FULL, _weight(text[at : piece.end()]))
        yield piece.end(), weight


def _weight(text: str) -> int:
    """An upper estimate of the word pieces in a text; about 60 English words are FULL."""
    if text.isascii():
        words = text.split()
        return _words(words) + len(text.encode().translate(None, _LETTERS))
    # A CJK character is a word piece; two each, so that about 110 are FULL. Scripts other than
    # Latin fall apart into single letters; accented letters and emoji may stand alone.
    rest, cjk = _CJK.subn(" ", text)
    ascii = rest.encode("ascii", "ignore")
    marks = len(rest) - len(ascii) + len(ascii.translate(None, _LETTERS))
    return 2 * cjk + _words(rest.split()) + marks


def _words(words: list[str]) -> int:
    """The weight of words by their lengths: three, or half the length of a longer one."""
    try:
        return sum(map(_OF_LENGTH.__getitem__, map(len, words)))
    except IndexError:  # a word of several hundred letters
        return sum([max(WORD, len(word) // 2) for word in words])
