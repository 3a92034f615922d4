"""Whom and what a text names: what rules see by themselves, and what they make of a recogniser's proposals.

A recogniser for English takes sentence starts, class names and log lines for names, mixes up people, places
and companies, and misses names without capitals and in other languages. Pure; linear in the length of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from awhm.language.abbreviations import defined
from awhm.language.name_context import (
    begins,
    code_around,
    cover,
    english,
    german,
    headings,
    hidden,
    label_around,
    personal,
    runs,
    words,
)  # fmt: skip
from awhm.language.name_words import CAPITALS, NAMELIKE, OPENING, ORDINARY, PARTICLES, TITLES
from awhm.language.spelling import folded_name
from awhm.language.tokens import STOP_WORDS
from awhm.language.uncapitalised import uncapitalised

FORMS = "forms-1"  # part of an extractor's version; change it with these rules
LONGEST = 80  # characters of a name
# Kinds of names that are made of any words.
_WORDY = {"WORK_OF_ART", "EVENT", "LAW", "FAC", "PRODUCT"}
_JOINING = set(f"{PARTICLES}|la|le|den|der|do|al|el|the|and|y|e".replace(" ", "|").split("|"))


class Mention(NamedTuple):
    """A name in a text: from where to where, its words, and what it names ("PERSON", ...; None: not known).

    `of` is the long form that the text itself gives: "Aldgate Ventures" for AV in "Aldgate Ventures (AV)".
    """

    start: int
    end: int
    form: str
    label: str | None = None
    of: str | None = None


def mentions_in(text: str, proposed: Sequence[Mention] = ()) -> list[Mention]:
    """The names of a text in its order, none overlapping: what is plausible of `proposed`, put right, and `named_in`.

    `proposed` is what a recogniser for English found; in other languages it is not believed.
    """
    if not proposed or not english(text):
        return named_in(text)
    believed = [corrected(text, mention) for mention in proposed if plausible(text, mention)]
    labels = {mention[:2]: mention.label for mention in believed}
    taken = bytearray(len(text))
    for mention in believed:
        cover(taken, mention.start, mention.end)
    kept: list[Mention] = []
    free = bytearray(len(text))
    for mention in named_in(text):
        same = mention[:2] in labels
        if same or mention.of is not None or mention.form.islower() or not any(taken[mention.start : mention.end]):
            kept.append(mention._replace(label=labels.get(mention[:2]) or mention.label))
            cover(free, mention.start, mention.end)
    kept += [mention for mention in believed if not any(free[mention.start : mention.end])]
    return sorted(kept, key=_place)


def plausible(text: str, mention: Mention) -> bool:
    """Whether a proposed mention can be a name, by its form and the words around it.

    No: ordinary words at a sentence's start ("List five ..."), names of code, numbers, log lines, single
    letters, shouted words and technical abbreviations, dates, and forms that run on into other words.
    """
    start, end = mention.start, mention.end
    said = words(mention.form)
    if not said or not 1 < len(mention.form.strip()) <= LONGEST or "\n" in mention.form.strip():
        return False
    if any(hidden(text)[start:end]) or code_around(text, start, end):
        return False
    letters = sum(map(len, said))
    if letters < 2 or letters * 2 < len(mention.form):
        return False
    digits = any(char.isdigit() for char in mention.form)
    if digits and (mention.label == "PERSON" or len(said) == 1):
        return False
    if mention.label not in _WORDY and any(word.islower() and word not in _JOINING for word in said):
        return False  # "hermana Ana vive en"; names without capitals are for `uncapitalised`
    return _is_name(text, start, said)


def corrected(text: str, mention: Mention) -> Mention:
    """A plausible mention without titles, ordinary words before it and possessives, its label put right.

    A company that is bought or worked for is no person: its label becomes None.
    """
    start, end = _trimmed(text, mention.start, mention.end, mention.label in _WORDY)
    return mention._replace(
        start=start, end=end, form=text[start:end], label=label_around(text, start, end, mention.label)
    )


def named_in(text: str) -> list[Mention]:
    """The names that rules see in English, Spanish and Russian, in the order of the text, none overlapping.

    Capitalised words that no sentence's start, heading or code explains; persons after a relation and places
    after "moved to" in lower case; and short forms in brackets with what they stand for.
    """
    found: list[Mention] = []
    taken: bytearray | None = None
    lower = (Mention(start, end, text[start:end], label) for start, end, label in uncapitalised(text))
    for mention in chain(_abbreviated(text), lower, _capitalised(text)):
        if taken is None:
            taken = bytearray(hidden(text))
        if not any(taken[mention.start : mention.end]):
            cover(taken, mention.start, mention.end)
            found.append(mention)
    return sorted(found, key=_place)


def _abbreviated(text: str) -> Iterator[Mention]:
    """A short form that the text defines, and its long form."""
    if " (" not in text:
        return
    for short in defined(text):
        long_form = text[short.long_start : short.long_end]
        label = label_around(text, short.long_start, short.long_end, None)
        yield Mention(short.long_start, short.long_end, long_form, label)
        yield Mention(short.start, short.end, text[short.start : short.end], label, long_form)


def _capitalised(text: str) -> Iterator[Mention]:
    """Runs of capitalised words; a single one at a sentence's start only where a person's verb follows it."""
    loud: bytes | None = None
    doubtful: list[tuple[int, int]] = []
    sure: set[str] = set()
    for first, last in runs(text):
        if _no_name(text[first:last]):
            continue
        start, end = _trimmed(text, first, last)
        form = text[start:end]
        said = words(form)
        if not said or not _is_name(text, start, said):
            continue
        if loud is None:
            if german(text):
                return
            loud = headings(text)
        if any(loud[start:end]) or code_around(text, start, end):
            continue
        if len(said) == 1 and begins(text, start):
            if not personal(text, end) and text[end : end + 2] not in {"'s", "’s"}:
                doubtful.append((start, end))
                continue
        elif len(said) == 1 and form.isupper():
            continue  # shouted, or an abbreviation: a recogniser may know it
        sure.add(form)
        yield Mention(start, end, form, label_around(text, start, end, None))
    for start, end in doubtful:
        if text[start:end] in sure:
            yield Mention(start, end, text[start:end])


@lru_cache(maxsize=20_000)
def _no_name(run: str) -> bool:
    """Whether a run is a single word that is no name wherever it stands. Most are: they begin a sentence."""
    low = folded_name(run)
    return " " not in run and _ordinary(low) and low not in NAMELIKE and not (run.isupper() and len(run) > 1)


def _is_name(text: str, start: int, said: list[str]) -> bool:
    """Whether words can be a name: not all of them ordinary ones, nor one that a sentence's start explains."""
    low = [folded_name(word) for word in said]
    if len(said) > 1:
        return not all(_ordinary(word) or word in CAPITALS or len(word) < 2 for word in low)
    word = low[0]
    if said[0].isupper() and len(word) < 5:
        return len(word) > 1 and word not in CAPITALS and word not in STOP_WORDS
    if len(word) < 2 or word in CAPITALS or word in TITLES:
        return False
    if word in NAMELIKE or _doing(word):
        return not begins(text, start)
    return not _ordinary(word)


def _ordinary(word: str) -> bool:
    """Whether a word in lower case is an ordinary one: "hello", "you've"."""
    return word in ORDINARY or word.replace("’", "'").partition("'")[0] in ORDINARY


def _doing(word: str) -> bool:
    """Whether a word is formed like "learning"."""
    return word.endswith("ing") and len(word) > 5


def _trimmed(text: str, start: int, end: int, wordy: bool = False) -> tuple[int, int]:
    """A stretch without titles, articles, ordinary words at a sentence's start, and a possessive or stop at its end.

    A `wordy` name may begin with any word.
    """
    form = text[start:end].rstrip(" .,;:!?(\"'”’-")
    end = start + len(form.removesuffix("'s").removesuffix("’s"))
    start += len(form) - len(form.lstrip(" \"'“‘(•*-"))
    while " " in text[start:end]:
        word, _, rest = text[start:end].partition(" ")
        low = folded_name(word).rstrip(".,")
        led = not wordy and ((_ordinary(low) and low not in OPENING) or _doing(low)) and begins(text, start)
        if not (led or low in TITLES or low == "the" or word == "a") or rest[0].islower():
            break
        start = end - len(rest.lstrip())
    return start, end


def _place(mention: Mention) -> tuple[int, int]:
    return mention.start, mention.end
