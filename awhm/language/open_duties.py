"""Tests of matches of the openest frames: what is asked for good, what came of something, what is put right. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.openly import PASSING
from awhm.language.regex import regex
from awhm.language.slots import GENERIC, Reading, lemma

_FOR_GOOD = regex(
    r"(?<!\w)(?:always|never|from now on|going forward|in future|in the future|by default|every time|each time|"
    r"whenever|"
    r"at all times|from here on|in all (?:future |your )?[a-z]+|generally|for good)(?!\w)"
)
_STOP_DOING = regex(r"(?:stop|avoid|quit|refrain from) (?!it|this|that|the)[a-z]+ing(?!\w)")
_PAST = regex(r"(?:\w+ed|went|came|was|were|had|got|made|took|saw|did|bought|found|met|left|gave)(?!\w)")
_TRIED_BEFORE = regex(
    r"(?<!\w)(?:update|upgrade|change|changes|fix|patch|exercises?|stretch(?:es|ing)?|surgery|operation|treatment|"
    r"physio|"
    r"therapy|diet|medication|tablets|pills|drops|cream|course|reset|restart|reinstall|repair|service|deploy|"
    r"deployment|"
    r"migration|refactor(?:ing)?|rollback|release|new [a-z]+|switch(?:ing)?|cleaning|replacing|adding|changing|moving|"
    r"removing|raising|lowering|turning|using|taking|doing|weeks of|months of|days of|training|massage|tip|advice|"
    r"trick|"
    r"suggestion|workaround|(?:i|we) (?:\w+ed|took|cut|put|got|began|bought|made|gave|set|went|did))(?!\w)"
)
_ONE_THING = regex(r"\w+ (?:to )?(?:the|this|that|these|those|each \w+ (?:under|below|within|short|to)) ")
_FOR_ALL = regex(
    r"(?<!\w)(?:all|every|each|always|never|whenever|everywhere|everything|default|throughout|replies|answers)(?!\w)"
)
_NO_DEED_WORDS = """
something anything everything nothing morning evening during spring wedding meeting building king ring thing being
string ceiling feeling according including regarding considering depending growing following training interesting
amazing
"""
_NO_DEED = frozenset(_NO_DEED_WORDS.split())


def _only_rule(reading: Reading) -> str:
    """How things are done here, said in the plain present."""
    verb = reading.group("verb")
    if (
        _PAST.match(verb)
        or PASSING.search(reading.clause)
        or re.search(r"(?<!\w)if (?:you|i|we)(?!\w)", reading.clause)
    ):
        return "of the moment"
    base = lemma(verb, reading.ready)
    known = reading.ready.acts.match(base) or base in reading.ready.doings
    return "" if known else "nothing that is done as a rule"


def _standing_request(reading: Reading) -> str:
    """A request in the form of a question that says that it is to hold."""
    clause = reading.clause
    told = reading.standing or _FOR_GOOD.search(clause) or _STOP_DOING.search(clause)
    if not told or PASSING.search(clause):
        return "a request for now"
    if reading.ready.no_policy.match(reading.value):
        return "an idiom"
    verb = reading.group("verb")
    known = (
        reading.ready.acts.match(verb) or reading.ready.acts.match(lemma(verb, reading.ready)) or verb.endswith("ing")
    )
    return "" if known or reading.standing else "nothing one is told to do"


def _no_target(reading: Reading) -> str:
    """Where a part of a system sends something is a fact about it: "logs go to Loki"."""
    words = reading.group("subject").split()
    sent = words[-1] in reading.ready.systems and re.search(r" (?:to|into|through|on|in) [A-Z]\w*$", reading.said)
    return "a fact" if sent and not reading.standing else ""


def _no_result(reading: Reading) -> str:
    """ "No more crashes" after what was tried tells what came of it."""
    told = re.match(r"(?:and |also )*no more", reading.clause) is not None and (
        reading.continued or not reading.clause.startswith("no")
    )
    return "what came of something" if told else ""


def _fresh(reading: Reading) -> str:
    """A contrast begins a sentence, unless something is put right."""
    return "goes on about something" if reading.continued and not reading.corrects else ""


def _general_act(reading: Reading) -> str:
    """An order with no thing of its own: "squash before merging", not "check the logs before restarting"."""
    done = reading.group("done")
    barred = done in {
        "going",
        "leaving",
        "eating",
        "sleeping",
        "doing",
        "being",
        "having",
        "getting",
        "running",
        "moving",
    }
    return "a request for now" if barred else ""


def _hard_turn(reading: Reading) -> str:
    """Both what was said and what is right are names, numbers or days."""

    def hard(text: str) -> bool:
        words = text.split()
        day = any(word.rstrip("s") in reading.ready.date_words for word in words)
        return day or bool(re.search(r"\d", text)) or not reading.ready.numbers.isdisjoint(words)

    named = any(char.isupper() for char in reading.said)
    return "" if named or (hard(reading.value) and hard(reading.group("old"))) else "nothing put right"


def _carried_or_corrects(reading: Reading) -> str:
    return "" if reading.carried or reading.corrects else "nothing was denied before"


def _no_kin(reading: Reading) -> str:
    words = reading.clause.split()[:5]
    return "about a person" if any(word in reading.ready.kin for word in words) else ""


def _followed(reading: Reading) -> str:
    """The sentence before, or the clause before, says what was tried."""
    return "" if reading.attempted or reading.followed else "nothing was tried"


def _given_by(reading: Reading) -> str:
    """What the assistant gave, or what was tried, gave."""
    words = reading.group("subject").split()
    if words[0] == "your" or words[-1] in {"gave", "suggested"}:
        return ""
    if any(word in reading.ready.kin for word in words) or words[-1] in GENERIC:
        return "about a person"
    past = re.match(
        r"(?:gave|threw|returned|produced|caused|raised|spat|led|resulted|ended|crashed|failed|"
        r"showed)",
        reading.value,
    )
    if not past or words[0] == "my" or words[-1] in {"code", "error", "log", "page", "site", "app"}:
        return "a state of the moment"
    tried = reading.ready.tried.search(reading.group("subject")) or reading.attempted or reading.followed
    return "" if tried else "nothing that was tried"


def _since_what(reading: Reading) -> str:
    before = reading.clause[: max(0, reading.clause.find(reading.value))]
    return "" if _TRIED_BEFORE.search(before) else "nothing was tried"


def _gerund(reading: Reading) -> str:
    words = reading.group("subject").split()
    if words[0] in _NO_DEED or len(words) < 2 or any(word in reading.ready.verbs_be for word in words):
        return "nothing that was done"
    return "" if not PASSING.search(reading.value) else "of the moment"


def _many(reading: Reading) -> str:
    """An order about things of a kind, not about the one at hand."""
    one = None if reading.standing else _ONE_THING.match(reading.value)
    return "a request for now" if one and (" each " in one[0] or not _FOR_ALL.search(reading.clause)) else ""


OPEN_DUTIES: dict[str, Callable[[Reading], str]] = {
    "only_rule": _only_rule,
    "standing_request": _standing_request,
    "general_act": _general_act,
    "no_target": _no_target,
    "fresh": _fresh,
    "no_result": _no_result,
    "hard_turn": _hard_turn,
    "carried_or_corrects": _carried_or_corrects,
    "no_kin": _no_kin,
    "followed": _followed,
    "given_by": _given_by,
    "since_what": _since_what,
    "gerund": _gerund,
    "many": _many,
}
