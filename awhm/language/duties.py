"""Tests of matches about what is to be done and what came of it. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.slots import GENERIC, Reading


def _any_day(reading: Reading) -> str:
    sure = reading.groups.get("sure") is not None or " over " in reading.clause or " any day" in reading.clause
    return "" if sure or reading.ready.quantified.search(reading.clause) else "no comparison"


def _once(reading: Reading) -> str:
    return "holds once" if reading.ready.once.search(reading.clause) and not reading.standing else ""


def _policy(reading: Reading) -> str:
    return "an idiom" if reading.ready.no_policy.match(_action(reading)) else ""


def _action(reading: Reading) -> str:
    """The value from its verb on."""
    verb = reading.group("verb")
    return reading.value[max(0, reading.value.find(verb)) :] if verb else reading.value


def _standing(reading: Reading) -> str:
    """An instruction that is to hold from now on, not one to be carried out now."""
    if reading.ready.no_policy.match(reading.value):
        return "an idiom"
    if reading.standing or reading.groups.get("sure") is not None or reading.ready.strong.search(reading.clause):
        return ""
    if reading.ready.once.search(reading.clause):
        return "holds once"
    return "" if reading.ready.quantified.search(reading.clause) else "nothing says that it is to hold"


def _must(reading: Reading) -> str:
    if reading.ready.no_policy.match(reading.value):
        return "an idiom"
    subject = reading.group("subject")
    negative = reading.groups.get("neg") is not None
    if subject:
        words = subject.split()
        if any(word in reading.ready.inner_subject for word in words):
            return "a clause of its own"
        if words[0].partition("'")[0] in reading.ready.not_names or words[-1] in GENERIC or subject in {"i", "we"}:
            quantified = words[0] in reading.ready.numbers or reading.ready.quantified.match(subject)
            if not quantified or words[-1] in GENERIC:
                return "a pronoun or generic subject"
        determined = words[0] in reading.ready.determiners or reading.ready.quantified.match(subject)
        if reading.groups.get("soft") is not None and not determined and words[-1] not in reading.ready.rule_nouns:
            return "a view, no rule"
        return "holds once" if reading.ready.once.search(reading.clause) else ""
    if negative or reading.standing or reading.topic or reading.ready.quantified.search(reading.clause):
        return _once(reading)
    return "nothing says that it is to hold"


def _plural(reading: Reading) -> str:
    words = reading.value.split()
    return "" if words and (words[-1].endswith(("s", "ing")) or len(words) < 3) else "nothing in general"


def _labelled(reading: Reading) -> str:
    return "" if reading.labelled and len(reading.value.split()) > 1 else "no rule announced"


def _chosen(reading: Reading) -> str:
    """A choice counts where it replaces an older one, or is said to be made always."""
    return "" if reading.corrects or reading.ready.quantified.search(reading.clause) else "a choice of the moment"


def _contrast(reading: Reading) -> str:
    old = reading.group("old").split()
    if not old or len(old) > 5 or len(reading.value.split()) > 6:
        return "too long for a contrast"
    return "nothing lasting" if reading.ready.no_value.match(reading.value) else ""


def _outcome(reading: Reading) -> str:
    return "not said as done" if reading.iffy else ""


def _named_outcome(reading: Reading) -> str:
    subject = reading.group("subject")
    if not subject:
        return ""
    first = subject.split()[0]
    if subject.split()[-1] in GENERIC:
        return "a generic subject"
    inner = subject.split()[1:]
    if not inner and (first in reading.ready.indefinite or reading.ready.articles.match(first + " ")):
        return "no subject"
    if first in reading.ready.persons or any(word in reading.ready.inner_subject for word in inner):
        return "about a person or a problem"
    return ""


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
    verb = reading.group("verb")
    return (
        ""
        if verb.endswith("s") and verb not in {"knows", "is", "was", "has", "cares", "likes", "needs", "wants"}
        else "no rule"
    )


def _thing(reading: Reading) -> str:
    words = reading.group("subject").split()
    if any(word in reading.ready.kin for word in words):
        return "about a person"
    told = words or reading.value.split()[:3]
    return "" if reading.ready.happenings.isdisjoint(told) else "what comes and goes by itself"


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


def _reflexive(reading: Reading) -> str:
    """A reflexive past of the masculine or feminine needs a thing that it is said of."""
    verb = reading.group("reflexive")
    if not reading.group("subject") and re.match(r"(?:\w+ ){0,3}\w+(?:ет|ют|ит|ят)(?!\w)", reading.value) is not None:
        return "no thing that it is said of"
    return "about a person" if verb and not reading.group("subject") and not verb.endswith(("лось", "лись")) else ""


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


def _after(reading: Reading) -> str:
    """What follows an attempt is its outcome if it is short and about things."""
    words = reading.value.split()
    if len(words) > 12 or words[0] in reading.ready.persons_only:
        return "not about what was tried"
    return "" if len(words) > 1 and reading.ready.results.search(reading.value) else "no result"


def _windowed(reading: Reading) -> str:
    return "" if reading.dated else "nothing says that it still holds"


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


def _bare_outcome(reading: Reading) -> str:
    """Without a subject only some verbs tell an outcome: "it worked", not "a year passed"."""
    told = reading.group("subject") or reading.ready.bare_outcome.match(reading.value)
    return "" if told else "no thing that it is said of"


DUTIES: dict[str, Callable[[Reading], str]] = {
    "marked": _marked,
    "order": _order,
    "only": _only,
    "bare_outcome": _bare_outcome,
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
    "after": _after,
    "reflexive": _reflexive,
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
    "outcome": _outcome,
    "named_outcome": _named_outcome,
    "thing": _thing,
    "general": _general,
    "long_rule": _long_rule,
    "nobody": _nobody,
}
