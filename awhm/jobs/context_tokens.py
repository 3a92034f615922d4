"""How many tokens a text may be: an upper estimate without any model, for whoever has no exact counter at hand.

Counted per piece, rounded up:

| piece | tokens |
|---|---|
| an ASCII word of letters, up to 14 of them | a third of its length |
| a longer one, which is mostly no word | two thirds of its length |
| a run of ASCII digits | two thirds of its length |
| a run with letters and digits (keys, hashes, ids) | its length |
| a Chinese or Japanese character | one and a half |
| a Korean syllable; an emoji, arrow or other symbol | two |
| any other character, punctuation and line ends too | one |
| white space | none |

Measured against the word pieces of all-MiniLM-L6-v2 (docs/context.md): about 1.6 times what English takes, and
rarely less than the true number for real text. Random letters cut into short words can be almost twice it.
"""

from __future__ import annotations

from awhm.language.regex import regex
from awhm.language.tokens import CJK

LONG = 14  # letters; natural words beyond that are rare
_RUN = regex(r"[A-Za-z0-9]+")
_SPACE = regex(r"[^\S\n]+")
_WIDE = regex(f"[{CJK}]")
_TWO = regex("[\u2000-\u2fff\uac00-\ud7a3\U0001f000-\U0001ffff\U00040000-\U0010ffff]")


def estimate(text: str) -> int:
    """At least about how many tokens a text is, by the table above; 0 for an empty one. Linear in its length."""
    total = sum(map(_run, _RUN.findall(text)))
    rest = _SPACE.sub("", _RUN.sub("", text))
    if rest.isascii():
        return total + len(rest)
    others = _TWO.sub("", rest)
    return total + 2 * (len(rest) - len(others)) + len(others) + (len(_WIDE.findall(others)) + 1) // 2


def _run(run: str) -> int:
    """The tokens of one run of ASCII letters and digits."""
    size = len(run)
    if run.isalpha():
        return -(-size // 3) if size <= LONG else -(-2 * size // 3)
    return -(-2 * size // 3) if run.isdigit() else size
