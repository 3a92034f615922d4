"""Which rules of a pack the words of a sentence call for: rules as bits of an integer, in their order. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from awhm.language.packs.pack import Pack

_CONDITIONS = ("@all", "@standing", "@labelled", "@after", "@digit", "@mark", "@'s", "@named")
_WHERE = ("@all", "@standing", "@labelled", "@after")

Openings = tuple[tuple[tuple[str, ...], str, int], ...]


class Triggers(NamedTuple):
    """What calls for rules."""

    by_word: Mapping[str, tuple[int, Mapping[str, int]]]  # rules by a word, and by it with another
    by_place: Mapping[str, int]  # rules by where they are tried: "@all", "@standing", "@labelled", "@after"
    needing: int  # rules that need another word as well
    grants: Mapping[str, int]  # such words, and the rules that they serve


def triggers(pack: Pack) -> Triggers:
    """The rules of a pack by what calls for them."""
    alone: dict[str, int] = {}
    pairs: dict[str, dict[str, int]] = {}
    special: dict[str, int] = {}
    grants: dict[str, int] = {}
    needing = 0
    for number, rule in enumerate(pack.rules):
        bit = 1 << number
        for word in _listed(pack, rule.words):
            first, _, other = word.partition("+")
            if word in _WHERE:
                special[word] = special.get(word, 0) | bit
            elif other:
                mine = pairs.setdefault(first, {})
                mine[other] = mine.get(other, 0) | bit
            else:
                alone[first] = alone.get(first, 0) | bit
        for word in _listed(pack, rule.also):
            grants[word] = grants.get(word, 0) | bit
            needing |= bit
    by_word = {word: (alone.get(word, 0), pairs.get(word, {})) for word in alone.keys() | pairs.keys()}
    return Triggers(by_word, special, needing, grants)


OPENERS = {
    "i ": frozenset({"i", "i'm", "i've", "i'd", "i'll", "we", "we're", "we've", "we'd", "we'll", "im"}),
    "the ": frozenset({"the"}),
    "my ": frozenset({"my", "our"}),
    "we ": frozenset({"i", "i'm", "i've", "i'd", "i'll", "we", "we're", "we've", "we'd", "we'll", "im", "my", "our"}),
}


def openings(pack: Pack) -> Openings:
    """For rules whose patterns plainly begin so: how their clauses begin, or what they hold."""
    mine = ("i ", "i'", "we ", "we'", "im ", "me ")
    either = ("we ", "i ", "i'", "we'", "im ", "me ", "my ", "our ")
    known = {
        "~i~": (mine, " and i "),
        "(?:i|we)": (mine, " and i "),
        "the ": (("the ",), ""),
        "(?:my|our)": (("my ", "our "), ""),
        "(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?) ": (("my ", "our "), ""),
        "(?:~im~|(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?)": (either, " and i "),
        "(?:~im~ |(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?)": (either, " and i "),
        "(?:~i~|(?P<subject>(?:my|our) [a-z-]+(?: [a-z-]+)?))": (either, " and i "),
        "(?:(?:i|we)(?:'ve(?: got": (either, " and i "),
    }
    bits: dict[tuple[tuple[str, ...], str], int] = {}
    for number, rule in enumerate(pack.rules):
        for start, opening in known.items():
            if rule.pattern.startswith(start) and "|(?:my|our)" not in rule.pattern[len(start) :]:
                bits[opening] = bits.get(opening, 0) | 1 << number
                break
    return tuple((*opening, rules) for opening, rules in bits.items())


def beside(pack: Pack) -> dict[str, tuple[int, ...]]:
    """The numbers of the rules to be tried beside a rule, by its name."""
    known = {rule.name: number for number, rule in enumerate(pack.rules)}
    found: dict[str, tuple[int, ...]] = {}
    for rule in pack.rules:
        named = rule.name.endswith("_of")
        names = (f"{name}_of" if named and f"{name}_of" in known else name for name in rule.beside)
        found[rule.name] = tuple(known[name] for name in names)
    return found


def _listed(pack: Pack, words: str) -> frozenset[str]:
    """The words of a list; "@name" stands for the words of the pack's field of that name."""
    found: set[str] = set()
    for word in words.split():
        listed = word[0] == "@" and "+" not in word and word not in _CONDITIONS
        found.update(getattr(pack, word[1:]).split() if listed else (word,))
    return frozenset(found)
