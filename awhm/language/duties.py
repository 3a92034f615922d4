"""Tests of matches about what is to be done and what came of it. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.quoted import folded
from awhm.language.regex import regex
from awhm.language.results import RESULTS
from awhm.language.slots import GENERIC, Reading, class_of, value_key

_PEOPLE_WORDS = "mundo uno una día vez persona cual quien año noche человеку людям ребёнку мужчине женщине"
_PEOPLE = frozenset(_PEOPLE_WORDS.split())
_GUESSED = regex(r"(?:работать|сработать|помочь|хватить|заработать|быть|получиться|прийти|успеть|понравиться)(?!\w)")
_FOR_LONG = regex(r" (?:for|since) (?:.* )?(?:years|months|decades|weeks)|all (?:my|our) li[fv]e")
_MAY = regex(r"(?<!\w)(?:allowed to|may|must|should|can)(?!\w)")
_EVERY = regex(r"(?<!\w)(?:every|each|all|always|never) ")  # "... has to be updated with each release"
_CHOSEN = regex(
    r"(?<!\w)(?:always|usually|generally|by default|every time|any day|over|from now on|as (?:my|our)|siempre|"
    r"всегда|обычно)(?!\w)"
)
_PLAIN = str.maketrans("áéíóú", "aeiou")  # "contéstame" is a form of "contesta"


def _any_day(reading: Reading) -> str:
    sure = reading.groups.get("sure") is not None or " over " in reading.clause or " any day" in reading.clause
    always = " every time" in reading.clause
    return "" if sure or always else "no comparison"


def _once(reading: Reading) -> str:
    return "holds once" if reading.ready.once.search(reading.clause) and not reading.standing else ""


def _policy(reading: Reading) -> str:
    action = _action(reading)
    if reading.rule.name == "never" and re.match(r"(?:me|nos) [^ ]*[aen](?: |$)", action):
        return "what somebody never does"
    bare = reading.continued and len(action.split()) < 3 and not reading.ready.acts.match(action)
    if (bare and reading.rule.name == "always") or reading.ready.no_policy.match(action):
        return "an idiom"
    # "..., always cheer me on" goes on about whoever stands before.
    personal = not reading.ready.persons_only.isdisjoint(action.split()[1:2])
    return "goes on about somebody" if reading.continued and personal and not reading.sealed else ""


def _act(reading: Reading) -> str:
    """An order of something that one can be told to do, or a rule that is said to hold always."""
    action = _action(reading)
    return "" if reading.ready.acts.match(action.translate(_PLAIN)) else "nothing one is told to do"


def _always_act(reading: Reading) -> str:
    """ "Always use X" is an order; "the tests always fail" tells what happens."""
    verb = reading.group("verb")
    action = reading.value[max(0, reading.value.find(verb)) :].translate(_PLAIN)
    return "" if reading.ready.acts.match(action) else "nothing one is told to do"


def _cannot(reading: Reading) -> str:
    """A ban for several, not what somebody is not able to do."""
    first = reading.group("subject").split()[0]
    return "" if first in {"los", "las", "mis", "nuestros", "nuestras"} else "what one cannot do"


def _must_ru(reading: Reading) -> str:
    """ "The functions must have types", not "it must be working by now"."""
    if reading.group("subject") in {"ты", "вы"} and not reading.ready.quantified.search(reading.clause):
        return "advice"
    guess = re.match(
        r"(?:работать|сработать|помочь|хватить|заработать|быть|получиться|прийти|успеть|понравиться)(?!\w)",
        reading.value,
    )
    subject = reading.group("subject")
    duty = re.search(r"(?<!\w)(?:долж|обязан)", reading.clause) is not None
    return (
        "a guess"
        if guess and (not subject or subject.split()[0] in reading.ready.not_names)
        else ("no thing that has duties" if duty and not subject else "")
    )


def _always_ru(reading: Reading) -> str:
    """An order or a common rule, not what "I" do or what happens."""
    verb = reading.group("verb")
    if re.search(r"(?:ю|у|юсь|усь|ает|яет|ит|ат|ят|ют|ут)$", verb):
        return "what somebody does"
    return ""


def _each_needs(reading: Reading) -> str:
    """A rule for things, no wisdom about people."""
    words = reading.group("subject").split()
    return "wisdom" if not _PEOPLE.isdisjoint(words) or words[-1] in reading.ready.kin else ""


def _not_said(reading: Reading) -> str:
    """What one prefers in general, not to do or say just now."""
    return "of the moment" if reading.ready.once.search(reading.value) else ""


def _classed(reading: Reading) -> str:
    """A means to a purpose, both named: "use tabs for indentation"."""
    known = class_of(value_key(reading.value.partition(" ")[2], reading.ready), reading.ready)
    return "" if reading.purpose and known else "a request for now"


def _sealed(reading: Reading) -> str:
    """What we do holds as a rule where it is said to: "we do X, always"."""
    if not reading.sealed or reading.ready.once.search(reading.clause):
        return "nothing says that it is to hold"
    return ""


def _action(reading: Reading) -> str:
    """The value from its verb on."""
    verb = reading.group("verb")
    return reading.value[max(0, reading.value.find(verb)) :] if verb else reading.value


_TOLD_ME = regex(r"(?:tell|show|give) me ")
_PLACED = regex(
    r"(?:work|go|come|leave|take|get|stay|start|meet|ask|give|find) (?:\w+ ){0,6}?(?:in|at|from|to|"
    r"on|with|before|after|every|by|for) \w"
)


def _standing(reading: Reading) -> str:
    """An instruction that is to hold from now on, not one to be carried out now."""
    held = reading.standing and (_PLACED.match(reading.value) or (reading.topic and _TOLD_ME.match(reading.value)))
    if reading.ready.no_policy.match(reading.value) and not held:
        return "an idiom"
    if reading.standing or reading.groups.get("sure") is not None or reading.ready.strong.search(reading.clause):
        return ""
    # Not the "it" of "I'd appreciate it if ..." or "the IT room".
    said = folded(reading.said.replace("IT ", "")) if reading.rule.name == "want_you" else reading.clause
    if reading.ready.once.search(said):
        return "holds once"
    return "" if reading.ready.quantified.search(reading.clause) else "nothing says that it is to hold"


def _must(reading: Reading) -> str:
    if reading.ready.no_policy.match(reading.value):
        return "an idiom"
    subject = reading.group("subject")
    negative = reading.groups.get("neg") is not None
    if _guessed(reading):
        return "a guess"
    if subject:
        words = subject.split()
        if any(word in reading.ready.inner_subject for word in words):
            return "a clause of its own"
        own = words[0] in reading.ready.determiners and len(words) > 1 and words[-1] not in reading.ready.kin
        named = words[0].partition("'")[0] not in reading.ready.not_names or own
        if not named or _generic(reading, words) or subject in {"i", "we"}:
            quantified = words[0] in reading.ready.numbers or reading.ready.quantified.match(subject)
            if not quantified or _generic(reading, words):
                return "a pronoun or generic subject"
        determined = words[0] in reading.ready.determiners or reading.ready.quantified.match(subject)
        ruled = determined or words[-1] in reading.ready.rule_nouns or _EVERY.search(reading.value)
        if reading.groups.get("soft") is not None and not ruled:
            return "a view, no rule"
        return "holds once" if reading.ready.once.search(reading.clause) else ""
    if negative or reading.standing or reading.topic or reading.ready.quantified.search(reading.clause):
        return _once(reading)
    return "nothing says that it is to hold"


def _generic(reading: Reading, words: list[str]) -> bool:
    """Nothing in particular; errors and the like are things that rules are made for."""
    return words[-1] in GENERIC and words[-1] not in reading.ready.rule_nouns


def _guessed(reading: Reading) -> bool:
    """ "The view must be lovely", "you can't beat that": a guess or a set phrase, no duty."""
    subject, words = reading.group("subject"), reading.value.split()
    if not subject:
        return "can't" in reading.clause and not reading.ready.quantified.search(reading.clause)
    named = subject.split()[-1] in reading.ready.rule_nouns or subject.endswith("s")
    plain = words[0] in {"be", "have"} and len(words) < 4 and not words[-1].endswith(("ed", "en"))
    return plain and not named and not reading.ready.quantified.match(subject) and not re.search(r"\d|_", reading.value)


def _plural(reading: Reading) -> str:
    words = reading.value.split()
    return "" if words and (words[-1].endswith(("s", "ing")) or len(words) < 3) else "nothing in general"


def _labelled(reading: Reading) -> str:
    told = reading.headed or len(reading.value.split()) > 1
    return "" if reading.labelled and told else "no rule announced"


def _chosen(reading: Reading) -> str:
    """A choice counts where it replaces an older one, or is said to be made always."""
    return "" if reading.corrects or _CHOSEN.search(reading.clause) else "a choice of the moment"


def _contrast(reading: Reading) -> str:
    old = reading.group("old").split()
    if not old or len(old) > 5 or len(reading.value.split()) > 6:
        return "too long for a contrast"
    if not reading.ready.no_objects.isdisjoint(reading.value.split()):
        return "a clause"
    return "nothing lasting" if reading.ready.no_value.match(reading.value) else ""


def _long_rule(reading: Reading) -> str:
    return "" if len(reading.value.split()) > 4 and not reading.ready.once.search(reading.clause) else "a saying"


def _general(reading: Reading) -> str:
    """About things in general, not somebody's or of a time."""
    words = reading.group("subject").split()
    if words[0] in reading.ready.persons or any(word in reading.ready.inner_subject for word in words[1:]):
        return "a clause of its own"
    if reading.ready.once.search(reading.clause) or not reading.ready.date_words.isdisjoint(words):
        return "of a time"
    return "" if words[-1] not in GENERIC else "a generic subject"


def _nobody(reading: Reading) -> str:
    """What nobody may do, or does; not what nobody knows."""
    verb = reading.group("verb")
    told = verb.endswith("s") and verb not in {"knows", "is", "was", "has", "cares", "likes", "needs", "wants"}
    return "" if told or _MAY.search(reading.clause) else "no rule"


def _no_first(reading: Reading) -> str:
    """No verb of the first person, and none that only looks like an order."""
    verb = reading.group("verb").split()[-1:] or [""]
    return "no order" if reading.ready.no_order.match(verb[0]) else ""


def _announced(reading: Reading) -> str:
    """A bare order counts where it is announced as standing, and is not to be done now."""
    if not reading.standing:
        return "nothing says that it is to hold"
    return "holds once" if reading.ready.once.search(reading.clause) else ""


def _impersonal_must(reading: Reading) -> str:
    """Duties of things and people other than the speaker."""
    if reading.ready.no_policy.match(reading.value):
        return "an idiom"
    subject = reading.group("subject")
    if subject and subject.split()[-1] in GENERIC:
        return "a generic subject"
    if reading.ready.once.search(reading.clause):
        return "holds once"
    negative = reading.groups.get("neg") is not None
    if subject or negative or reading.standing or reading.topic or reading.ready.quantified.search(reading.clause):
        return ""
    return "" if reading.condition else "nothing says that it is to hold"


def _marked(reading: Reading) -> str:
    return "" if reading.corrects else "no correction announced"


def _order(reading: Reading) -> str:
    """A verb that is an order or a rule of the team's, not a report."""
    verb = reading.group("verb")
    if reading.ready.no_order.match(verb):
        return "no order"
    return "" if reading.ready.orders.search(verb) else "no order"


def _only(reading: Reading) -> str:
    """ "Table names - only lower case": how things are to be done, not what somebody only did."""
    first = reading.value.split()[0]
    if first in reading.ready.persons or reading.ready.no_rule.search(reading.clause):
        return "no rule"
    return ""


def _not_to(reading: Reading) -> str:
    """ "Clients: not to be touched", not "I cannot understand this"."""
    words = reading.group("object").split()
    if not words or any(word in reading.ready.persons or word in reading.ready.no_objects for word in words):
        return "no order"
    return "" if not reading.ready.once.search(reading.clause) else "holds once"


def _we_dont(reading: Reading) -> str:
    """ "No passwords in the chat, we say": a common rule begins with its object or its time."""
    words = reading.value.split()
    if words[0] in reading.ready.persons or words[0] in reading.ready.no_objects:
        return "no rule"
    return "" if reading.ready.no_rule.search(reading.clause) is None else "no rule"


def _each_thing(reading: Reading) -> str:
    """Rules are for things; what people do is no rule."""
    words = reading.group("subject").split()
    return "about people or times" if len(words) < 2 or words[-1] in reading.ready.persons else ""


def _windowed(reading: Reading) -> str:
    lasts = reading.dated or _FOR_LONG.search(reading.clause) is not None
    return "" if lasts else "nothing says that it still holds"


def _best_place(reading: Reading) -> str:
    return "" if len(reading.value.split()) > 1 and not reading.ready.once.search(reading.clause) else "of the moment"


def _banned(reading: Reading) -> str:
    """ "Allowed" alone bans nothing."""
    free = re.search(r"(?<!not )(?<!n't )(?:allowed|permitted)", reading.clause)
    return "permission" if free else ""


def _ruled(reading: Reading) -> str:
    words = reading.group("subject").split()
    return "" if words and words[-1] in reading.ready.rule_nouns else "no thing that has rules"


def _not_now(reading: Reading) -> str:
    return "of the moment" if reading.ready.once.search(reading.clause) else ""


def _noun_phrase(reading: Reading) -> str:
    """A thing, with no verb in it."""
    words = reading.value.split()
    return (
        "a clause"
        if len(words) > 4 or words[0] in reading.ready.verbs_be or words[-1] in reading.ready.verbs_be
        else ""
    )


def _no_copula(reading: Reading) -> str:
    return "a state" if any(word in reading.ready.verbs_be for word in reading.value.split()) else ""


def _reflexive_rule(reading: Reading) -> str:
    """ "Keys are never shared": the passive of a rule, not somebody's habit."""
    return "" if re.search(r"(?<!\w)se \w", reading.value) else "somebody's habit"


DUTIES: dict[str, Callable[[Reading], str]] = {
    **RESULTS,
    "marked": _marked,
    "act": _act,
    "always_act": _always_act,
    "cannot": _cannot,
    "each_needs": _each_needs,
    "must_ru": _must_ru,
    "always_ru": _always_ru,
    "not_said": _not_said,
    "classed": _classed,
    "sealed": _sealed,
    "order": _order,
    "only": _only,
    "not_now": _not_now,
    "noun_phrase": _noun_phrase,
    "no_copula": _no_copula,
    "reflexive_rule": _reflexive_rule,
    "windowed": _windowed,
    "best_place": _best_place,
    "banned": _banned,
    "ruled": _ruled,
    "not_to": _not_to,
    "we_dont": _we_dont,
    "each_thing": _each_thing,
    "once": _once,
    "no_first": _no_first,
    "announced": _announced,
    "must_es": _impersonal_must,
    "any_day": _any_day,
    "policy": _policy,
    "standing_no": _once,
    "must": _must,
    "standing": _standing,
    "plural": _plural,
    "labelled": _labelled,
    "chosen": _chosen,
    "contrast": _contrast,
    "general": _general,
    "long_rule": _long_rule,
    "nobody": _nobody,
}
