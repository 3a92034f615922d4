"""From text to index terms: the words of a message, and of a question, as BM25 sees them.

Pure and linear in the length of the text. A word's term does not depend on the text it stands in: Latin letters
lose their accents and are stemmed as English, Cyrillic ones as Russian; Chinese, Japanese and Korean runs become
character bigrams, and a single character is looked for in all of them (`lone`). So a message and a question meet in
the same words whatever language either was taken for.

A text that may be Spanish, German or French has further terms, the stems that these languages give its words:
"es:montan". A question is given those among them that the index holds, so where nobody writes in these languages
nothing is different for them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from awhm.language import stems
from awhm.language.function_words import RUSSIAN, TELLING
from awhm.language.regex import regex
from awhm.language.stems import FUNCTION_WORDS, languages, stem_in, stemmer, unaccented, words_of

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
_CJK = regex(f"[{CJK}]")
# Marks that join letters into one token; the token is taken apart again in `_terms_of`. A '+' or '#' at
# the end belongs to the word only when nothing follows: c++ and c#, but not issue#42.
_TAIL = r"(?:\+\+(?![{word}])|#(?![{word}]))?"
_TOKEN = r"[{word}]+(?:['.,][{word}]+)*" + _TAIL
_ASCII = regex(_TOKEN.format(word="a-z0-9"))
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

_stem, _stem_russian = stemmer("english"), stemmer("russian")
_CYRILLIC = regex("[\u0400-\u052f]+")
_ACCENTED = regex("[\u00a1\u00bf\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff]")
ENGLISH = 4  # times as many function words as signs of another language: no part of such a text is in it
TELLS = ""  # among a chunk's terms: it has a function word of another language, so its text is looked at closer
# Part of every fold that stores terms: another stemmer or Unicode table would give other terms.
ANALYSIS = f"terms-2 snowball-{stems.VERSION} unicode-{unicodedata.unidata_version}"


def terms(text: str) -> list[str]:
    """The index terms of a text, in order, repeats included; then those of its language, if it is not English.

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
    chunks = plain.split()
    known: Iterator[str | tuple[str, ...]] = map(_cache.__getitem__, chunks)
    found: list[str | tuple[str, ...]] = list(filter(None, known))
    several = tuple in map(type, found)
    if not several and plain.isascii():
        return cast("list[str]", found)
    flat = [term for own in found for term in ((own,) if isinstance(own, str) else own)] if several else found
    flat = cast("list[str]", flat)
    signs = 0 if plain.isascii() else len(_ACCENTED.findall(plain))
    if TELLS in flat:
        signs += flat.count(TELLS)
        flat = [term for term in flat if term]
    # What was dropped is English function words, nearly all of it: where they are many there is no need to look.
    if not signs or len(chunks) - len(found) > ENGLISH * signs:
        return flat
    speech = _Speech.of(plain)
    return [*speech.without_function_words(plain, flat), *speech.stems()]


def asked(text: str, held: Callable[[Sequence[str]], Collection[str]]) -> list[str]:
    """The terms of a question: those of `terms`, and of each word the stems that the index holds for it.

    `held` tells which of some terms the index holds; it is asked at most twice, and only for words that may not
    be English. Where it holds a stem of a word and not the word's own term, the stem takes its place.
    """
    found = [term for term in terms(text) if term[2:3] != stems.MARK]
    speech = _Speech.of(_folded(text).casefold())
    wanted = speech.stems_of_each(speech.spoken or tuple(FUNCTION_WORDS))
    known = set(held([*{stem for each in wanted.values() for stem in each}])) if wanted else set[str]()
    if not known:
        return found
    own = {word: _terms_of(word) for word, each in wanted.items() if not known.isdisjoint(each)}
    replaced = {term for each in own.values() for term in each}
    replaced -= set(held([*replaced])) if replaced else set()
    further = dict.fromkeys(stem for each in wanted.values() for stem in each if stem in known)
    return [*(term for term in found if term not in replaced), *further]


def lone(term: str) -> bool:
    """Whether a term is one Chinese, Japanese or Korean character: a run of one, which other runs may hold."""
    return len(term) == 1 and _CJK.match(term) is not None


class _Speech(NamedTuple):
    """What a text of Latin letters is in: its words, the languages it may be in, and whether none of it is English.

    `english` tells that it is English as far as its function words go.
    """

    words: list[str]
    spoken: tuple[str, ...]
    wholly: bool
    english: bool

    @classmethod
    def of(cls, plain: str) -> _Speech:
        words = words_of(plain)
        spoken, wholly = languages(plain, words, STOP_WORDS)
        return cls(words, spoken, wholly, not spoken and any(word in STOP_WORDS for word in words))

    def stems(self) -> list[str]:
        """The stem of each word in each of the languages, in order."""
        return [stem for word in self.content() for language in self.spoken for stem in (stem_in(language, word),)]

    def stems_of_each(self, spoken: Sequence[str]) -> dict[str, list[str]]:
        """For each word its stems in some languages; for a text in English only words with an accent."""
        return {
            word: [stem_in(language, word) for language in spoken]
            for word in self.content()
            if not self.english or not word.isascii()
        }

    def content(self) -> Iterator[str]:
        """The words that are function words neither of a language it may be in nor of English."""
        stops = [STOP_WORDS, *(FUNCTION_WORDS[language] for language in self.spoken)]
        for word in self.words:
            if 1 < len(word) <= stems.LONGEST and word[-1] != "'" and not any(word in known for known in stops):
                yield word

    def without_function_words(self, plain: str, found: list[str]) -> list[str]:
        """The terms without those of its function words, where all of it is surely in one other language."""
        if not self.wholly or len(self.spoken) != 1:
            return found
        tokens = set((_ASCII if plain.isascii() else _unicode_pattern()).findall(plain))
        stops = tokens & FUNCTION_WORDS[self.spoken[0]]
        dropped = {term for token in stops for term in _terms_of(token)}
        dropped -= {term for token in tokens - stops for term in _terms_of(token)}
        return [term for term in found if term not in dropped]


class _Cache(dict[str, str | tuple[str, ...]]):
    """Chunk of text without a space -> its term, or its terms if they are not one; found at first sight.

    No token spans a space, so taking a text apart chunk by chunk gives the tokens of the whole, and most
    chunks have been seen before: this costs a third of running the pattern over every text.
    """

    def __missing__(self, chunk: str) -> str | tuple[str, ...]:
        tokens: list[str] = (_ASCII if chunk.isascii() else _unicode_pattern()).findall(chunk)
        several = tuple(term for token in tokens for term in _terms_of(token))
        found = several[0] if len(several) == 1 else several
        if not TELLING.isdisjoint(tokens) or any(token.startswith(stems.ELIDED) for token in tokens):
            found = (TELLS, *several)
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
    if word.isascii():
        return [_stem(word)] if word.isalpha() else [word]
    if _CYRILLIC.fullmatch(word):
        return [] if word in RUSSIAN else [_stem_russian(word)]
    bare = unaccented(word)[:LONGEST]
    return [_stem(bare)] if bare.isalpha() else [bare]


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
