"""How names are compared: their normal forms, and the words by which they are found in a text. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from awhm.language.name_words import CORPORATE, DOMAINS
from awhm.language.regex import regex
from awhm.language.tokens import CJK


class Token(NamedTuple):
    """One word of a text as names are compared, and where it stands."""

    word: str
    start: int
    end: int


_SITE = regex(r"(?P<sure>[a-z][a-z0-9+.-]*://|www\.)?(?:www\.)?([^\W_][\w-]+)((?:\.[\w-]+)+)(?:[:/?#]\S*)?")
_OWNER = regex(r"['’ʼ](?:s(?!\w)|(?!\w))")
_APOSTROPHES = str.maketrans(dict.fromkeys("'’ʼ"))
_ASCII_LETTERS = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) != "-"}
_SIGNS = regex(r"(?<=\w)(?:\+\+|#)(?!\w)")
_ASCII_WORD = regex(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*(?:(?:\+\+|#)(?![A-Za-z0-9]))?")


def folded_name(text: str) -> str:
    """NFKC with case folded away: a dotted capital I is an i, and ß is ss. Accents stay: Ana is not Aná."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return plain.replace("i\u0307", "i")


@lru_cache(maxsize=20_000)
def normalised(form: str) -> str:
    """A form as its entity is looked up: "Acme Holdings Ltd" and "https://www.acme.com/about" are both "acme".

    Case, typographic variants, possessives, corporate words, a leading "the" and punctuation do not count;
    letters of every script and their accents do. Empty only if `form` is blank.
    """
    text = folded_name(form).strip()
    site = _SITE.fullmatch(text)
    if site is not None and (site["sure"] or site[3].rpartition(".")[2] in DOMAINS):
        text = site[2].replace("-", " ")
    words = [word.strip("-") for word in _letters(_OWNER.sub("", text)).split()]
    words = [word for word in words if word]
    while len(words) > 1 and words[0] == "the":
        del words[0]
    kept = [word for word in words if word not in CORPORATE]
    return " ".join(kept or words) or " ".join(text.split())


def tokens(text: str) -> list[Token]:
    """The words of a text as names are compared: without possessives and without apostrophes inside words.

    Places are those of the text. Chinese and its neighbours, who write no spaces, give a token a character.
    """
    if text.isascii():
        low = text.lower()
        return [Token(_plain(found[0]), *found.span()) for found in _ASCII_WORD.finditer(low)]
    return [Token(_plain(folded_name(found[0])), *found.span()) for found in _any_word().finditer(text)]


def _plain(word: str) -> str:
    return word if word.isalnum() else _OWNER.sub("", word).translate(_APOSTROPHES)


@lru_cache(maxsize=20_000)
def phrase(form: str) -> tuple[str, ...]:
    """The words of a form: what must stand side by side in a text for the form to occur there."""
    return tuple(token.word for token in tokens(form))


def _letters(text: str) -> str:
    """Letters, digits, marks, hyphens and the signs of "c++" and "c#"; a space for everything else."""
    text = text.translate(_APOSTROPHES)
    if text.isascii() and "+" not in text and "#" not in text:
        return text.translate(_ASCII_LETTERS)
    signs = {at for found in _SIGNS.finditer(text) for at in range(*found.span())}
    return "".join(
        char if char.isalnum() or char == "-" or at in signs or unicodedata.category(char)[0] == "M" else " "
        for at, char in enumerate(text)
    )


@lru_cache(maxsize=1)
def _any_word() -> re.Pattern[str]:
    # Marks belong to the letter before them, but are no letters to `re`.
    marks = "".join(char for char in map(chr, range(0x300, 0x20000)) if unicodedata.category(char)[0] == "M")
    letter = rf"(?:(?![{CJK}])[^\W_]|[{marks}])"
    return re.compile(rf"[{CJK}]|{letter}+(?:['’ʼ]{letter}+)*(?:(?:\+\+|#)(?!\w))?")
