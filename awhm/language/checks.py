"""Tests of a rule's match: what no pattern can tell, by the names that rules use. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.duties import DUTIES
from awhm.language.framed import FRAMED
from awhm.language.lasting import kind_of, passing_place
from awhm.language.limits import LIMITS, identifier
from awhm.language.open_duties import OPEN_DUTIES
from awhm.language.openly import OPENLY, plain_quality
from awhm.language.regex import regex
from awhm.language.slots import GENERIC, Reading, class_of, value_key
from awhm.language.statement import Family
from awhm.language.telling import TELLING

_HARD = regex(r"\d|\ue000|://|\w[./@]\w|_")
_PREPOSITION_WORDS = "at in of on for with to from by de del en para con por в на для по из с у"
_PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
# Checks that look at the subject in their own way; other facts need a name, a relative or a thing of the user's.
_PETS = frozenset({"dog", "cat", "puppy", "kitten", "parrot", "rabbit", "hamster", "horse", "pet"})
_OWN_SUBJECT_CHECKS = "cased hosting relation owner thing_is thing_is_ru not_person other_than_person infra"
_OWN_SUBJECT = frozenset(_OWN_SUBJECT_CHECKS.split())
_DID = regex(r"\w+ed(?!\w)|(?:been|never|just|already|always|done|gone|got|come|become|made|taken)(?!\w)|to ")


def failing(reading: Reading) -> str:
    """Why the reading fails one of its rule's checks; "" where it passes all."""
    value = reading.value
    for name in reading.rule.checks:
        refused = reading.ready.refused.get(name)
        if refused is not None and refused.match(value):
            return f"{name}: no such value"
        check = CHECKS.get(name)
        why = check(reading) if check is not None else ""
        if why:
            return f"{name}: {why}"
    if reading.rule.family is Family.FACT and not _OWN_SUBJECT & set(reading.rule.checks):
        return _subject_named(reading)
    return ""


def _capital(text: str) -> bool:
    """Whether a text as written begins with a capital letter, articles and marks aside."""
    return next((char.isupper() for char in text if char.isalnum()), False)


def _any_capital(text: str) -> bool:
    return any(char.isupper() for char in text)


def _short(reading: Reading) -> str:
    return "" if len(reading.value.split()) <= 4 else "too long for a name"


def _lasting(reading: Reading) -> str:
    ready = reading.ready
    if ready.momentary.match(reading.value):
        return "a state of the moment"
    return "nothing lasting" if ready.no_value.match(reading.value) else ""


def _proper(reading: Reading) -> str:
    said = reading.said
    key = value_key(said, reading.ready)
    at = said.casefold().find(key[:1]) if key else 0
    return "" if _capital(said[max(0, at) :]) else "not a name"


def _names(reading: Reading) -> str:
    """Somewhere in the value there is a name."""
    return "" if _any_capital(reading.said) else "no name"


def _known(reading: Reading) -> str:
    return "nothing known" if reading.ready.no_value.match(reading.value) else ""


def _assignment(reading: Reading) -> str:
    words = value_key(reading.value, reading.ready).split()
    return "" if words and words[-1] in reading.ready.assignments else "no team, project or rota"


def _subject_named(reading: Reading) -> str:
    """A name, a relative, or a thing of the user's; no pronoun and nothing generic."""
    subject = reading.group("subject")
    if not subject:
        return ""
    ready = reading.ready
    first = subject.split()[0].split("'")[0]
    if subject.split()[0] in ready.pack.base:
        return ""
    if any(word in ready.inner_subject for word in subject.split()[1:]):
        return "a clause of its own"
    if ready.own_phrase.match(subject) or ready.kin_phrase.match(subject):
        return "" if subject.split()[-1] not in GENERIC else "a generic subject"
    if first in ready.not_names or subject in GENERIC:
        return "a pronoun or generic subject"
    if first in ready.indefinite:
        return "nobody in particular"
    if ready.articles.match(subject + " "):
        last = subject.split()[-1]
        if last in ready.strangers:
            return "nobody of the speaker's"
        return "" if last not in GENERIC else "a generic subject"
    if ready.no_name.match(subject) and " " not in subject:
        return "no name"
    return "" if _is_name(reading.said_subject) else "no name"


def _is_name(said: str) -> bool:
    """Whether every word is written like a part of a name; small words between them aside."""
    words = [word for word in said.split() if len(word) > 3 or not word.islower()]
    return bool(words) and len(words) <= 6 and all(_any_capital(word) or word[:1].isdigit() for word in words)


def _cased(reading: Reading) -> str:
    subject = reading.group("subject")
    first = subject.split()[0] if subject else ""
    if first.partition("'")[0] in reading.ready.not_names or subject in GENERIC:
        return "a pronoun or generic subject"
    if reading.group("class"):
        return ""  # "associated with the sport of": said of kinds, too
    article = reading.ready.articles.match(subject + " ")
    named = reading.said_subject[article.end() :] if article else reading.said_subject
    if _any_capital(named) or _capital(reading.said) or _proper(reading) == "" or re.match(r"\d{4}", reading.value):
        return ""
    return "no names"


def _hosting(reading: Reading) -> str:
    why = _subject_named(reading) if _HARD.search(reading.value) is None else _not_pronoun(reading)
    if why:
        return why
    value = value_key(reading.value, reading.ready)
    if "%" in reading.value:
        return "a state of the moment"
    words, ready = reading.group("subject").split(), reading.ready
    related = words[-1] in ready.kin or words[0] in ready.kin
    if reading.group("runs") and _proper(reading) == "" and not related:
        return ""
    if (reading.group("port") or _HARD.search(value)) and not related:
        return "" if "\ue000" not in value or reading.group("port") or len(value) > 3 else "no place"
    if _lasting(reading):
        return _lasting(reading)
    if words[-1] in ready.places or value.split()[-1:][0] in ready.place_words:
        return ""
    if related:
        return "a state of the moment"
    if reading.dated and words[0] not in ready.indefinite and not ready.events.isdisjoint(words):
        return ""
    own = _proper(reading) == "" and ready.own_phrase.match(reading.group("subject"))
    return "" if own or "spare" in words else "no place that lasts"


def _not_pronoun(reading: Reading) -> str:
    words = reading.group("subject").split()
    own = reading.ready.own_phrase.match(reading.group("subject")) is not None
    if not words or (words[0] in reading.ready.not_names and not own) or words[-1] in GENERIC:
        return "a pronoun or generic subject"
    return ""


def _relation(reading: Reading) -> str:
    attribute = reading.group("attribute").split()
    if not attribute or attribute[-1] in GENERIC or reading.group("subject") in GENERIC:
        return "a generic subject"
    if attribute[-1] in reading.ready.nouns or _any_capital(reading.said) or _HARD.search(reading.value):
        return ""
    return "no known attribute"


def _owner(reading: Reading) -> str:
    subject = reading.group("subject")
    words = subject.split()
    first = words[0] if words else ""
    if len(words) > 5 or any(word in reading.ready.inner_subject for word in words[1:]):
        return "a clause of its own"
    if reading.ready.own_phrase.match(subject) or reading.ready.articles.match(subject + " "):
        return "" if subject.split()[-1] not in GENERIC else "a generic subject"
    if first in reading.ready.not_names or not _capital(reading.said_subject):
        return "no owner"
    return ""


def _field(reading: Reading) -> str:
    """What one works in is a field; what one works on counts only for teams and projects."""
    return "" if reading.group("prep") == "in" else _assignment(reading)


def _hard(reading: Reading) -> str:
    """A number, a name, an address or code."""
    return "" if _HARD.search(reading.value) or _proper(reading) == "" else "no hard value"


def _own_does(reading: Reading) -> str:
    """What a thing or person of the user's does or has, as a rule: nothing of the moment, no auxiliary."""
    ready = reading.ready
    rest = reading.value[len(reading.group("verb")) :].strip()
    refused = ready.refused.get("have")
    passing = ready.once.search(reading.clause) or ready.no_value.match(rest) or (refused and refused.match(rest))
    if passing or _DID.match(rest) or (not rest and not reading.value.startswith("was")):
        return "of the moment"
    subject = reading.group("subject").split()
    return "a generic subject" if subject[-1] in ready.not_attributes or subject[-1] in GENERIC else ""


def _tool(reading: Reading) -> str:
    if _known(reading) or reading.ready.momentary.match(reading.value):
        return "nothing lasting"
    why = _subject_named(reading)
    if why:
        return why
    verb = reading.group("verb")
    if (
        verb
        and reading.ready.light.match(verb)
        and class_of(value_key(reading.value, reading.ready), reading.ready) is None
    ):
        return "no known tool"
    return ""


def _habit(reading: Reading) -> str:
    why = _known(reading) or _subject_named(reading)
    if why:
        return why
    if reading.ready.once.search(reading.clause):
        return "of the moment"
    time = reading.ready.when.match(reading.value) if reading.dated else None
    if time is not None and time.end() == len(reading.value) and not reading.group("prep"):
        return "only a time"
    habitual = reading.ready.habitual.search(reading.clause)
    hard = reading.rule.name.startswith("habit") and re.search(r"\d", reading.value)
    if reading.ready.light.match(reading.group("verb")) and not habitual and not hard:
        return "nothing says that it is a habit"
    return ""


def _trade(reading: Reading) -> str:
    subject = reading.group("subject")
    if reading.ready.own_phrase.match(subject) and not any(word in reading.ready.kin for word in subject.split()):
        return "a thing"
    if reading.value.split()[0].endswith("ing"):
        return "what somebody does"
    return _subject_named(reading) or ("" if reading.ready.trades.match(reading.value) else "no trade")


def _lasting_adjective(reading: Reading) -> str:
    return _subject_named(reading) or ("" if reading.value in reading.ready.lasting else "no lasting quality")


def _other(reading: Reading) -> str:
    return _subject_named(reading) if reading.group("subject") else "no subject"


def _kin_attribute(reading: Reading) -> str:
    words = reading.group("attribute").split()
    return _subject_named(reading) or ("" if words and words[-1] in reading.ready.kin else "no relation")


def _own_attribute(reading: Reading) -> str:
    words = reading.group("attribute").split()
    if not words or len(words) > 6 or words[-1] in GENERIC or words[-1] in reading.ready.not_attributes:
        return "a generic subject"
    if words[-1] in reading.ready.identified:
        return "" if identifier(reading.value) else "no identifier"
    if passing_place(reading):
        return "a state of the moment"
    if " " not in reading.value and words[-1] not in reading.ready.kin and plain_quality(reading, words):
        return "a state of the moment"
    named = _any_capital(reading.said) and len(reading.value.split()) < 6
    if words[-1] in reading.ready.kin and not named:
        value = reading.value
        first, kind = value.split()[0], kind_of(value) and words[-1] not in _PETS
        told = first in reading.ready.lasting or first in reading.ready.numbers or _HARD.search(value) is not None
        told = told or kind or reading.ready.trades.match(value) is not None
        return "" if told else "a state of the moment"
    return ""


def _thing_is(reading: Reading) -> str:
    words = _head(reading.group("subject").split())
    if not words or words[-1] in GENERIC or words[-1] in reading.ready.not_attributes:
        return "a generic subject"
    if words[0] in reading.ready.not_names:
        return "a pronoun or generic subject"
    if words[-1] in reading.ready.identified:
        return "" if identifier(reading.value) else "no identifier"
    dated = reading.dated and words[-1] in reading.ready.events
    if dated or words[-1] in reading.ready.nouns or _HARD.search(reading.value):
        return ""
    named = _proper(reading) == "" and (reading.corrects or words[-1] in reading.ready.kin)
    return "" if named else "no known attribute"


def _head(words: list[str]) -> list[str]:
    """A phrase without what a preposition adds to it: "experience" of "experience at this convention"."""
    cut = next((at for at, word in enumerate(words) if at and word in _PREPOSITIONS), len(words))
    return words[:cut]


def _introduction(reading: Reading) -> str:
    words = reading.said.split()
    if not words or not all(_capital(word) for word in words):
        return "no name"
    if any(word.casefold() in reading.ready.not_names for word in words) or reading.dated:
        return "no name"
    adjective = reading.ready.nationalities.match(words[0].casefold())
    return "an adjective" if adjective and len(words) == 1 else ""


def _related(reading: Reading) -> str:
    """About a relative of the speaker's, or the speaker."""
    words = reading.group("subject").split()
    return "" if not words or any(word in reading.ready.kin for word in words) else "nobody of the speaker's"


def _pronounced(reading: Reading) -> str:
    return "" if reading.clause.split()[0] in reading.ready.persons else "no subject"


def _some_kin(reading: Reading) -> str:
    return "" if reading.group("subject") else "nobody"


def _not_person(reading: Reading) -> str:
    words = reading.group("subject").split()
    if not words or words[0] in reading.ready.persons or any(word in reading.ready.kin for word in words):
        return "about a person"
    return "" if words[-1] not in GENERIC else "a generic subject"


def _thing_is_loose(reading: Reading) -> str:
    """For languages without articles: one of the words names an attribute, or the value is hard."""
    words = reading.group("subject").split()
    if not words or words[0] in reading.ready.not_names or words[-1] in GENERIC or len(words) > 5:
        return "a pronoun or generic subject"
    if any(word in reading.ready.nouns for word in words):
        return ""
    return "no known attribute"


CHECKS: dict[str, Callable[[Reading], str]] = {
    **DUTIES,
    **LIMITS,
    **FRAMED,
    **TELLING,
    **OPENLY,
    **OPEN_DUTIES,
    "related": _related,
    "pronounced": _pronounced,
    "some_kin": _some_kin,
    "not_person": _not_person,
    "other_than_person": _not_person,
    "thing_is_ru": _thing_is_loose,
    "known": _known,
    "short": _short,
    "lasting": _lasting,
    "proper": _proper,
    "place": _known,
    "workplace": _known,
    "assignment": _assignment,
    "language": _known,
    "taste": _known,
    "hosting": _hosting,
    "cased": _cased,
    "relation": _relation,
    "owner": _owner,
    "own": _subject_named,
    "named": _subject_named,
    "hard": _hard,
    "own_does": _own_does,
    "field": _field,
    "tool": _tool,
    "habit": _habit,
    "trade": _trade,
    "lasting_adjective": _lasting_adjective,
    "other": _other,
    "kin_attribute": _kin_attribute,
    "own_attribute": _own_attribute,
    "thing_is": _thing_is,
    "introduction": _introduction,
    "capital": _proper,
    "names": _names,
}
