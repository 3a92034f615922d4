"""From text to index terms: the words of a message as BM25 sees them.

Pure and linear in the length of the text. English words are stemmed and common function words dropped;
other words are kept as they are; Chinese, Japanese and Korean runs become character bigrams.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import cast

LONGEST = 64  # characters; a longer token is a key, a hash or a piece of base64, and is not indexed
CACHED = 200_000  # chunks of text remembered before the cache starts again
CACHED_RUN = 8  # a longer CJK run is a phrase that will not come again
STREAM_SAFE = 30  # combining marks in a row, as in Unicode's stream-safe text format (UAX 15)

# Han, kana, Hangul and Bopomofo letters, and the marks that repeat or lengthen one.
CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u309a\u309d-\u309f\u30a1-\u30fa"
    "\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c"
    "\uac00-\ud7fb\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
# Letters of plane 1 in a few coarse ranges: `re` tests each range there in turn, for every space of a text.
_RARE = "\U00010000-\U0001afef\U0001bc00-\U0001bcff\U0001d400-\U0001d7ff\U0001e000-\U0001efff"
_CJK = re.compile(f"[{CJK}]")
# Marks that join letters into one token; the token is taken apart again in `_terms_of`. A '+' or '#' at
# the end belongs to the word only when nothing follows: c++ and c#, but not issue#42.
_TAIL = r"(?:\+\+(?![{word}])|#(?![{word}]))?"
_TOKEN = r"[{word}]+(?:['.,][{word}]+)*" + _TAIL
_ASCII = re.compile(_TOKEN.format(word="a-z0-9"))
# ASCII in lower case, with a space for what neither belongs to a token nor joins two.
_LOWER = [ord(chr(code).lower()) if chr(code).isalnum() or chr(code) in "'.,+#" else 32 for code in range(128)]
_PLAIN = bytes([*_LOWER, *range(128, 256)])
_APOSTROPHES = "\u2019\u2018\u201b\u02bc\u02b9\u2032"
_SPACES = "\u2014\u2013\u201c\u201d\u2022\u2026\u00a0"  # typographic, but no part of any word
_ENDINGS = ("'s", "'m", "'re", "'ve", "'ll", "'d", "n't")

# Function words, about the list of AWHM Lite. "may" is left out: it is a month as often as a modal.
_FUNCTION_WORDS = """
a an the be been being is are was were have has had having do does did doing done will would shall
should can could might must need dare ought used of at by for with about against between into
through during before after above below to from up down in out on off over under again further then
once here there when where why how what which who whom whose this that these those all each every
both few more most other some such no nor not only own same so than too very just and or but if
because as while i me my myself we our ours ourselves you your yours yourself yourselves he him his
himself she her hers herself it its itself they them their theirs themselves
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
_STOPPED = STOP_WORDS | {"can't", "won't", "shan't", "ain't", "cannot", "let's", "y'all"}

# PyStemmer has no type stubs; loaded by name it is typed Any, and the cast below is the whole wrapper.
_library = import_module("Stemmer")
_stem = cast("Callable[[str], str]", _library.Stemmer("english").stemWord)
# Part of every fold that stores terms: another stemmer or Unicode table would give other terms.
ANALYSIS = f"terms-1 snowball-english-{_library.version()} unicode-{unicodedata.unidata_version}"


def terms(text: str) -> list[str]:
    """The index terms of a text, in order, repeats included.

    Text is NFKC-normalised and case-folded; typographic apostrophes count as plain ones and a possessive
    's is dropped. `node.js` gives itself and its parts, `3.11` and `c++` only themselves, `1,200` is `1200`,
    `U.S.` is `us`. A token longer than 64 characters gives nothing. Stop words give nothing and are not
    in the index either, so a query of stop words alone has no terms and matches no message lexically.
    """
    plain = text if text.isascii() else _folded(text)
    if plain.isascii():
        plain = plain.encode().translate(_PLAIN).decode()  # five times as fast as on str
    if len(_cache) > CACHED:
        _cache.clear()
    known: Iterator[str | tuple[str, ...]] = map(_cache.__getitem__, plain.split())
    found: list[str | tuple[str, ...]] = list(filter(None, known))
    if tuple in map(type, found):
        return [term for own in found for term in ((own,) if isinstance(own, str) else own)]
    return cast("list[str]", found)


class _Cache(dict[str, str | tuple[str, ...]]):
    """Chunk of text without a space -> its term, or its terms if they are not one; found at first sight.

    No token spans a space, so taking a text apart chunk by chunk gives the tokens of the whole, and most
    chunks have been seen before: this costs a third of running the pattern over every text.
    """

    def __missing__(self, chunk: str) -> str | tuple[str, ...]:
        tokens: list[str] = (_ASCII if chunk.isascii() else _unicode_pattern()).findall(chunk)
        several = tuple(term for token in tokens for term in _terms_of(token))
        found = several[0] if len(several) == 1 else several
        if len(chunk) <= (CACHED_RUN if _CJK.search(chunk) else LONGEST):
            self[chunk] = found
        return found


_cache = _Cache()


def _terms_of(token: str) -> list[str]:
    """The terms of one token as the pattern cuts it: a CJK run, or a word with joining marks inside."""
    if _CJK.match(token):
        return [token[at : at + 2] for at in range(len(token) - 1)] or [token]
    if "," in token:
        pieces = token.split(",")
        if all(piece.isdigit() and (len(piece) == 3 or not at) for at, piece in enumerate(pieces)):
            return _word("".join(pieces))
        return [term for piece in pieces for term in _terms_of(piece)]
    if token[-1] in "+#":
        base = token.rstrip("+#")
        # The lone letter of c++ or f# is no word; that of notepad++ is.
        return [token, *_terms_of(base)] if 1 < len(base) < LONGEST else [token] if len(base) == 1 else []
    if "." in token:
        return _dotted(token)
    if "'" in token:
        return _apostrophed(token)
    return _word(token)


def _word(word: str) -> list[str]:
    """The term of one plain word: none for a stop word or one that is too long."""
    if word in _STOPPED or not word or len(word) > LONGEST:
        return []
    return [_stem(word)] if word.isalpha() else [word]


def _dotted(token: str) -> list[str]:
    """`node.js` -> itself and its parts; `3.11` -> itself and any part that may be a year; `u.s` -> `us`."""
    parts = token.split(".")
    if all(len(part) == 1 and part.isalpha() for part in parts):
        return _word("".join(parts))
    whole = [token] if len(token) <= LONGEST else []
    if all(part.isdigit() for part in parts):
        return whole + [part for part in parts if 4 <= len(part) <= LONGEST]
    return whole + [term for part in parts if len(part) > 1 for term in _terms_of(part)]


def _apostrophed(token: str) -> list[str]:
    """`caroline's` -> `carolin`; `don't` -> nothing; `o'brien` -> `obrien` and `brien`."""
    if token in _STOPPED:
        return []
    base = token
    for ending in _ENDINGS:
        if token.endswith(ending):
            base = token.removesuffix(ending)
            break
    parts = base.split("'")
    if len(parts) == 1:
        return _word(base)
    return _word("".join(parts)) + [term for part in parts if len(part) > 1 for term in _word(part)]


def _folded(text: str) -> str:
    """The text in one form: NFKC, case-folded, apostrophes plain, other typographic marks as spaces."""
    for mark in _APOSTROPHES:
        text = text.replace(mark, "'")
    for mark in _SPACES:
        text = text.replace(mark, " ")
    if text.isascii():
        return text
    if len(text) > 1000:
        # Normalising sorts each run of marks by insertion: quadratic in a run that nobody means to read.
        text = _mark_runs().sub(r"\1", text)
    text = unicodedata.normalize("NFKC", text).casefold().replace("i\u0307", "i")
    return unicodedata.normalize("NFKC", text)


@lru_cache(maxsize=1)
def _unicode_pattern() -> re.Pattern[str]:
    """Tokens of any text: a CJK run, or letters, digits and marks of other scripts."""
    cjk = _CJK
    word = _ranges(lambda char: unicodedata.category(char)[0] in "LNM" and not cjk.match(char))
    return re.compile(f"[{CJK}]+|{_TOKEN.format(word=word + _RARE)}")


@lru_cache(maxsize=1)
def _mark_runs() -> re.Pattern[str]:
    """More combining marks in a row than any language writes; the group is what may stay."""
    marks = _ranges(lambda char: unicodedata.category(char)[0] == "M")
    return re.compile(f"([{marks}]{{{STREAM_SAFE}}})[{marks}]+")


def _ranges(belongs: Callable[[str], bool]) -> str:
    """The inside of a character class: all characters of the Basic Multilingual Plane that belong."""
    found: list[list[int]] = []
    for code in range(0x10000):
        if belongs(chr(code)):
            if found and found[-1][1] == code - 1:
                found[-1][1] = code
            else:
                found.append([code, code])
    return "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for low, high in found)
