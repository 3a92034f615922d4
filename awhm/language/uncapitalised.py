"""Names without a capital letter, where the words around leave no doubt: "my sister anya moved to lyon". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from awhm.language.name_words import KIN, NO_PLACE, ORDINARY, VERB
from awhm.language.regex import regex

_LOW = r"[^\W\d_A-ZА-ЯЁ][^\W\d_]*(?:-[^\W\d_]+)?"
_PLACE = (
    rf"(?P<place>(?:(?:new|san|santa|los|las|st|saint|el|tel|buenos|são|sao|cape|fort|port|нижний|великий) )?{_LOW})"
)
_AFTER = r"(?= *(?:\Z|[.,!?;:)\n…]| (?:last|in|for|with|this|and|because|when|after|two|a|from|now|y|con|в|с|и|на)\b))"
_NO_NAME = regex(r"\w+(?:ed|ing|ly|tion|ment|ness|ity|mente)\Z|[а-яё]+о\Z")
_NO_SUBJECT = regex(r"\w+(?:ed|ing|ly|tion|ment|ness|ity|er|s)\Z")

_ENGLISH_KIN = regex(
    rf"\b(?:my|our|his|her|their) (?:(?:older|younger|little|big|best|twin|ex|new|old)[ -])*(?:{KIN['en']})"
    rf"(?: (?P<name>{_LOW})(?= (?:{VERB['en']})\b|,? (?:who|and i)\b)"
    rf"|(?:'s name is|’s name is|,? (?:who )?is called|,? named|,? is named) (?P<told>{_LOW})(?!\w))"
)
_SPANISH_KIN = regex(
    rf"\b(?:mi|nuestr[ao]|su) (?:(?:mejor) )?(?:{KIN['es']})(?: (?:mayor|menor))?"
    rf"(?: (?P<name>{_LOW})(?= (?:{VERB['es']})\b)|,? (?:se llama|llamad[oa]) (?P<told>{_LOW})(?!\w))"
)
_RUSSIAN_KIN = regex(
    rf"\b(?:мо[йяю]|моей|моего|моему|наш[аейу]?) (?:(?:старш|младш|лучш)\w+ )?(?:{KIN['ru']})"
    rf"(?: (?P<name>{_LOW})(?= (?:{VERB['ru']})\b)|,? (?:которую|которого|е[её]|его)? ?зовут (?P<told>{_LOW})(?!\w))"
)
# A person who is named or meant, or at a sentence's start a word that may be a name.
_MOVED = regex(
    rf"(?:\b(?:he|she|they|(?:{KIN['en']})(?: {_LOW})?)|(?:\A|(?<=[.!?\n] )|(?<=\n))(?P<name>{_LOW}))"
    rf"(?:(?:'s|’s)? (?:has|have|had|just|recently|now|already|also)){{0,2}}"
    rf" (?:moved|relocated)(?: back)? to {_PLACE}{_AFTER}"
)
_LIVES = regex(
    rf"\b(?:i|we|he|she|they|(?:{KIN['en']})(?: {_LOW})?)(?:['’](?:ve|m|re|s))?"
    rf"(?: (?:have|has|had|just|now|currently|still|also|am|are|is|was|were|used to)){{0,2}}"
    rf" (?:live[sd]?|living|grew up|born|based) in {_PLACE}{_AFTER}"
)
_SPANISH_PLACE = regex(
    rf"\b(?:viv(?:e|o|imos|en|ía)|nac(?:ió|í)|(?:se|me|nos) mud(?:ó|é|amos)) (?:en|a) {_PLACE}{_AFTER}"
)
_RUSSIAN_PLACE = regex(rf"\b(?:жив(?:у|[её]т|[её]м|ут)|переехал[аи]?|родил(?:ся|ась)) (?:в|во) {_PLACE}{_AFTER}")
_Signs = tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]
# How what a pattern finds begins: to try it there alone takes a tenth of the time of searching for it.
_BEGINNINGS: _Signs = (
    (("my ", "our ", "his ", "her ", "their "), _ENGLISH_KIN),
    (("mi ", "nuestr", "su "), _SPANISH_KIN),
    (("мо", "наш"), _RUSSIAN_KIN),
)
# A text is searched only where it has one of these.
_INSIDE: _Signs = (
    (("moved ", "relocated "), _MOVED),
    (
        (" live in ", " lived in ", " lives in ", " living in ", " grew up in ", " born in ", " based in "),
        _LIVES,
    ),
    (("viv", "nac", "mud"), _SPANISH_PLACE),
    (("жив", "переехал", "родил"), _RUSSIAN_PLACE),
)


def uncapitalised(text: str) -> Iterator[tuple[int, int, str]]:
    """Persons after a relation, places after "moved to" and "live in", in lower case alone: start, end and label."""
    low = text if text.islower() else text.lower()
    if len(low) != len(text):
        return
    for signs, pattern in _BEGINNINGS:
        for sign in signs:
            if sign in low:
                for found in _beginning(pattern, signs, low):
                    yield from _mentions(text, found)
                break
    for signs, pattern in _INSIDE:
        for sign in signs:
            if sign in low:
                for found in pattern.finditer(low):
                    yield from _mentions(text, found)
                break


def _beginning(pattern: re.Pattern[str], signs: tuple[str, ...], low: str) -> Iterator[re.Match[str]]:
    """What `finditer` would give for a pattern that always begins with one of the signs."""
    places: list[int] = []
    for sign in signs:
        at = low.find(sign)
        while at >= 0:
            places.append(at)
            at = low.find(sign, at + 1)
    end = 0
    for at in sorted(places):
        found = pattern.match(low, at) if at >= end else None
        if found is not None:
            end = found.end()
            yield found


def _mentions(text: str, found: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    groups = found.groupdict()
    place, name = groups.get("place"), groups.get("name") or groups.get("told")
    if place is not None and (place in NO_PLACE or _NO_NAME.match(place)):
        return
    if place is not None and name is not None and (name in NO_PLACE or _NO_SUBJECT.match(name)):
        return
    if name is not None and name not in ORDINARY and len(name) > 1 and not _NO_NAME.match(name):
        yield from _mention(text, found, "told" if groups.get("told") else "name", "PERSON")
    if place is not None and len(place) > 2:
        yield from _mention(text, found, "place", "GPE")


def _mention(text: str, found: re.Match[str], group: str, label: str) -> Iterator[tuple[int, int, str]]:
    start, end = found.span(group)
    if text[start:end].islower():  # with a capital letter it is found without these rules
        yield start, end, label
