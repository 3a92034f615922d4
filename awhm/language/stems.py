"""Which languages a text may be in, and the stems that each of them gives its words.

Words of Cyrillic script are Russian, as far as this is concerned. What is written in Latin letters is told by its
function words: English, Spanish, German, French, or several of them where nothing more can be said.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import cast

from awhm.language.function_words import FRENCH, GERMAN, SPANISH
from awhm.language.regex import regex

LONGEST = 48  # letters of a word that is given a stem of its language beside its term
MARK = ":"  # after a language's two letters, in front of a stem; no other term has one
PART = 3  # function words from which on a part of an English text may be in another language
KEPT = 100_000  # stems remembered

# PyStemmer has no type stubs; loaded by name it is typed Any, and the casts below are the whole wrapper.
_library = import_module("Stemmer")
VERSION: str = _library.version()


def stemmer(language: str) -> Callable[[str], str]:
    """The Snowball stemmer of a language, by its English name."""
    return cast("Callable[[str], str]", _library.Stemmer(language).stemWord)


FUNCTION_WORDS: Mapping[str, frozenset[str]] = {"de": GERMAN, "es": SPANISH, "fr": FRENCH}
_STEMMERS = {"de": stemmer("german"), "es": stemmer("spanish"), "fr": stemmer("french")}
# Letters that a language has and the others do not.
_LETTERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys("äöü", ("de",)),
    **dict.fromkeys("ñíóú¿¡", ("es",)),
    **dict.fromkeys("àâçèêëîïôœùûÿ", ("fr",)),
    "á": ("es",),
    "é": ("es", "fr"),
}
_MARKED = regex(f"[{''.join(_LETTERS)}]")
# A word of Latin letters; what is elided before an apostrophe is French: l'eau, j'ai, qu'il.
WORD = regex(r"[a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff]+(?:['](?=[a-z\u00df-\u024f]))?")
ELIDED = ("c'", "d'", "j'", "l'", "m'", "n'", "qu'", "s'", "t'")
# Latin letters that do not come apart into a letter and a mark.
_WHOLE = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "þ": "th"})


def words_of(text: str) -> list[str]:
    """The words of Latin letters in a case-folded text; elided ones keep their apostrophe."""
    return WORD.findall(text)


def languages(text: str, words: Sequence[str], english: frozenset[str]) -> tuple[tuple[str, ...], bool]:
    """The languages other than English that a text may be in, and whether all of it surely is.

    A language may be that of a text if no other has more function words in it. English, whose words are handed
    in, must have fewer, or at most twice as many where a part of the text may be in another; a word of both does
    not count. A letter that only some languages have counts for those.
    """
    scores, others = dict.fromkeys(FUNCTION_WORDS, 0), dict.fromkeys(FUNCTION_WORDS, 0)
    for word, times in Counter(words).items():
        is_english = word.rstrip("'") in english
        for language, known in FUNCTION_WORDS.items():
            if word in known:
                scores[language] += 0 if is_english else times
            elif is_english:
                others[language] += times
        if word in ELIDED:
            scores["fr"] += times
    for letter in set(_MARKED.findall(text)):
        for language in _LETTERS[letter]:
            scores[language] += 1
    most = max(scores.values())
    found = tuple(
        language
        for language, score in scores.items()
        if 0 < score == most and (score > others[language] or (score >= PART and 2 * score >= others[language]))
    )
    return found, bool(found) and all(most > max(others[language], 1) for language in found)


@lru_cache(KEPT)
def stem_in(language: str, word: str) -> str:
    """A word's stem as a term of its own, which no word of another language is: "es:montan" for montañas."""
    return f"{language}{MARK}{unaccented(_STEMMERS[language](word))}"


def unaccented(word: str) -> str:
    """A word without the marks on its Latin and Greek letters; those of other scripts stay as they are."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", word.translate(_WHOLE))
    kept: list[str] = []
    base = ""
    for letter in apart:
        if not unicodedata.combining(letter):
            base = letter
            kept.append(letter)
        elif not (base.isascii() or "\u0370" <= base <= "\u03ff"):
            kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept))
