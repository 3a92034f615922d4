"""Whether a text holds an answer: as AWHM Lite looked for it, and by whole words; and what a text costs. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

TOKEN = 4  # characters: a rough count, the same for every system
_WORD = re.compile(r"\w+(?:[.,]\d+)*", re.UNICODE)
_UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_NUMBERS = {
    word: str(number) for number, word in enumerate([*_UNITS.split(), "seventeen", "eighteen", "nineteen", "twenty"])
}


def tokens_of(text: str) -> int:
    """About how many tokens a text is: its characters over four, rounded up."""
    return -(-len(text) // TOKEN)


def holds_text(text: str, answers: Iterable[str]) -> bool:
    """AWHM Lite's rule: any answer stands in the text somewhere, whatever its case; so "3" stands in "1993"."""
    folded = text.casefold()
    return any(answer.casefold() in folded for answer in answers if answer)


def holds_words(text: str, answers: Iterable[str]) -> bool:
    """Any answer's words stand in the text, as whole words in one run; "3", "three" and "3.0" are one word."""
    said = f" {' '.join(words(text))} "
    return any(f" {' '.join(wanted)} " in said for answer in answers if (wanted := words(answer)))


def words(text: str) -> list[str]:
    """The words of a text, folded; numbers as digits, without thousands' commas and empty decimals."""
    return [_number(word) for word in _WORD.findall(text.casefold())]


def _number(word: str) -> str:
    if not word[0].isdigit():
        return _NUMBERS.get(word, word)
    plain = re.sub(r",(?=\d{3}(?!\d))", "", word)
    return re.sub(r"\.0+$", "", plain)


def within(texts: Sequence[str], tokens: int) -> list[str]:
    """The texts in order until a budget of tokens is spent; the one that goes beyond it is cut there."""
    left = tokens * TOKEN
    kept: list[str] = []
    for text in texts:
        if left <= 0:
            break
        kept.append(text[:left])
        left -= len(text)
    return kept
