"""Tests of matches of frames that any word of a class fits, in Spanish and Russian. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from awhm.language.slots import Reading

_MEASURED_WORDS = """
рост вес размер давление сахар пульс гемоглобин этаж подъезд квартира корпус кабинет стаж оклад зарплата площадь
высота ширина длина мощность объём диагональ память тариф пробег тираж штат выручка оборот аренда ипотека кредит
стипендия норма домофон код шлюз бокс палата аудитория
"""
_MEASURED = frozenset(_MEASURED_WORDS.split())


@lru_cache(maxsize=256)
def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _one_of(reading: Reading) -> str:
    """The verb is one of those that call for the rule."""
    verb = reading.group("verb").split()
    return "" if verb and verb[-1] in _listed(reading.rule.words) else "another verb"


def _people_say(reading: Reading) -> str:
    """What a thing does, no relative and nobody who says or does something on their own."""
    words = reading.group("subject").split()
    ready = reading.ready
    if any(word in ready.kin for word in words) or (words and words[0] in ready.persons_only):
        return "about a person"
    return ""


def _both_sides(reading: Reading) -> str:
    """ "X and not Y": two short phrases that begin alike, or numbers."""
    old, new = reading.group("old").split(), reading.value.split()
    if not old or not new or len(old) > 5 or len(new) > 6:
        return "too long for a contrast"
    hard = any(char.isdigit() for char in reading.value) and any(char.isdigit() for char in reading.group("old"))
    return "" if hard or old[0] == new[0] or reading.corrects else "no two of a kind"


def _goes_on(reading: Reading) -> str:
    """Part of a sentence that says more before."""
    return "" if reading.continued else "nothing before it"


def _number_noun(reading: Reading) -> str:
    """What has a number: a thing that attributes are known of, not a line of a list."""
    words = reading.group("attribute").split()
    known = reading.ready.nouns | reading.ready.places | reading.ready.numbers | _MEASURED
    return "" if any(word in known for word in words) else "no known attribute"


def _opens_message(reading: Reading) -> str:
    """A phrase without a verb that stands at a sentence's start."""
    return "" if not reading.continued else "goes on about something"


def _first_in_sentence(reading: Reading) -> str:
    return "goes on about something" if reading.continued or reading.attempted else ""


def _opens_clause(reading: Reading) -> str:
    """A plain clause: no heading before a colon, no answer of a word or two."""
    return "" if len(reading.value.split()) < 12 else "too long for a habit"


def _verbless(reading: Reading) -> str:
    return "" if len(reading.value.split()) < 12 and not reading.continued else "more than a phrase"


def _to_hold(reading: Reading) -> str:
    """Said to hold always, or of all of a kind, and not only now."""
    if reading.standing or reading.groups.get("sure") is not None or reading.ready.strong.search(reading.clause):
        return ""
    if reading.ready.once.search(reading.clause):
        return "holds once"
    return "" if reading.ready.quantified.search(reading.clause) else "nothing says that it is to hold"


TELLING: dict[str, Callable[[Reading], str]] = {
    "one_of": _one_of,
    "people_say": _people_say,
    "both_sides": _both_sides,
    "goes_on": _goes_on,
    "to_hold": _to_hold,
    "opens_message": _opens_message,
    "first_in_sentence": _first_in_sentence,
    "opens_clause": _opens_clause,
    "verbless": _verbless,
    "number_noun": _number_noun,
}
