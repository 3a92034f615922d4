"""Words as they are written in haste, spelled out: "dont" is "don't", "pls" is "please". Pure.

Rules are written for words spelled out. Each character keeps the place that it came from, so that what is found
is told in the message's own words.
"""

from __future__ import annotations

import re

from awhm.language.regex import regex

_SHORT = {
    "im": "i'm", "ive": "i've", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't",
    "wont": "won't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "werent": "weren't", "hasnt": "hasn't",
    "havent": "haven't", "hadnt": "hadn't", "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't",
    "mustnt": "mustn't", "thats": "that's", "whats": "what's", "theres": "there's", "hes": "he's", "shes": "she's",
    "theyre": "they're", "youre": "you're", "weve": "we've", "theyve": "they've", "youve": "you've",
    "u": "you", "ur": "your", "pls": "please", "plz": "please", "wanna": "want to", "gonna": "going to",
    "cuz": "because", "coz": "because", "bc": "because", "rn": "right now", "thx": "thanks", "tho": "though",
    "w": "with", "abt": "about", "bday": "birthday", "ppl": "people",
}  # fmt: skip
_WORDS = frozenset(_SHORT)
_ENGLISH = frozenset(["i", "my", "the", "to", "it", "is", "you", "and", "of", "i'm", "im", "are"])
_FOUND = regex(rf"(?<![\w'’./@#_-])(?:{'|'.join(_SHORT)})(?![\w'’@/=(_-]|\.\w)", re.IGNORECASE)


def respelled(text: str) -> tuple[str, list[int] | None]:
    """The text spelled out, and the place in the text of each of its characters and of its end; None if equal."""
    words = text.lower().split()
    if _WORDS.isdisjoint(words) or _ENGLISH.isdisjoint(words):
        return text, None
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for match in _FOUND.finditer(text):
        start, end = match.span()
        long = _SHORT[match[0].lower()]
        long = long[0].upper() + long[1:] if match[0][0].isupper() else long
        pieces += [text[at:start], long]
        places += range(at, start)
        places += _spread(match[0], long, start)
        at = end
    if not pieces:
        return text, None
    pieces.append(text[at:])
    places += range(at, len(text) + 1)
    return "".join(pieces), places


def _spread(short: str, long: str, start: int) -> list[int]:
    """Where the characters of a word spelled out come from."""
    found: list[int] = []
    used = 0
    for char in long:
        found.append(start + min(used, len(short) - 1))
        if used < len(short) and short[used].lower() == char.lower():
            used += 1
    return found
