"""Which rules a sentence calls for, by its words alone: what spares most sentences every regular expression.

Pure. Rules are bits of an integer, in their order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from awhm.language.packs.ready import Ready
from awhm.language.regex import regex

_DIGIT = regex("[0-9]")
_NAMING = ("i'm ", "i am ", "this is ")
_SIGNS = ("@digit", "@mark", "@'s", "@named")


def signs(sentence: str, said: str, among: Collection[str] = _SIGNS) -> list[str]:
    """What rules may call for beside words: a digit, a quotation or an underscore, a possessive, a name given.

    `sentence` is folded and masked, `said` the same as written. Only those `among` are looked for: what is not
    in a message is in none of its sentences.
    """
    found: list[str] = []
    if "@digit" in among and _DIGIT.search(sentence) is not None:
        found.append("@digit")
    if "@mark" in among and (" '" in sentence or "\ue000" in sentence or "_" in sentence or '"' in sentence):
        found.append("@mark")
    if "@'s" in among and ("'s " in sentence or "s' " in sentence):
        found.append("@'s")
    if "@named" in among:
        for opening in _NAMING:
            if opening in sentence and _named(sentence, said, opening):
                found.append("@named")
                break
    return found


def _named(sentence: str, said: str, opening: str) -> bool:
    """Whether a word with a capital follows the first "I'm" or the like."""
    at = sentence.find(opening)
    return at >= 0 and said[at + len(opening) : at + len(opening) + 1].isupper()


def called_for(words: frozenset[str], ready: Ready) -> int:
    """The rules that may fit, as bits: those of whose words one occurs, and one of the others they need."""
    called, granted, needing = ready.always, 0, ready.needing
    alone, paired, grants = ready.alone, ready.paired, ready.grants
    for word in words & ready.alone_words:
        called |= alone[word]
    for word in words & ready.paired_words:
        others, rules = paired[word]
        if not words.isdisjoint(others):
            for other in words & others:
                called |= rules[other]
    if called & needing:
        for word in words & ready.grant_words:
            granted |= grants[word]
        called &= ~needing | granted
    for begin, opened in ready.openers:
        if called & opened and words.isdisjoint(begin):
            called &= ~opened
    return called


def numbers(rules: int) -> Iterator[int]:
    """The numbers of the rules whose bits are set, in their order."""
    while rules:
        low = rules & -rules
        yield low.bit_length() - 1
        rules ^= low
