"""Tests of matches of open frames, whose slots take any word: what the words in them must be, or must not be. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.lasting import LASTING
from awhm.language.regex import regex
from awhm.language.slots import GENERIC, Reading, lemma

_LIKED_WHEN = regex(
    r"(?:when|that|whenever|having to|being|how often|to (?:have|be|see|hear|get) |people|if people)(?!\w)"
)
_NO_IDEAL_WORDS = """
name thought try day time language job child baby house trip car week year attempt version step reaction
question instinct impression goal priority concern world partner candidate number score
"""
_NO_IDEAL = frozenset(_NO_IDEAL_WORDS.split())
_ADDRESSED = regex(r"(?<!\w)(?:your|our|all|every|each|always|never|consistently)(?!\w)")
_STRESSED = regex(
    r"(?:i|we)(?:'d| would)? (?:also |just |really )*(?:want|like|need|have|wanted) to (?:\w+ )?(?:emphasi[sz]e|"
    r"stress|highlight|underline|"
    r"remind you (?:of|about)|reiterate)(?!\w)"
)
_PRODUCED = regex(
    r"(?:write|list|create|generate|give|provide|make|tell|explain|summari[sz]e|rewrite|act|find|extract|analy[sz]e|"
    r"compare|"
    r"describe|suggest|design|draft|compose|produce|develop|build|fill|pretend|imagine|go|do|look|check|take|tell|"
    r"help|come|"
    r"read|see|know|think|understand|consider|identify|calculate|translate|edit|fix|remove|change|update|be|"
    r"have)(?:s|ing|ed)?$"
)
_EACH_TIME = regex(  # how often something is to be done
    r"(?<!\w)(?:(?:every|each) (?:\d+ |few |other |second )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|"
    r"quarters?|years?|"
    r"morning|evening|night|sprint|\w+day)|per (?:day|week|month|quarter|year|hour|sprint)|daily|weekly|monthly|"
    r"yearly|once an? "
    r"\w+|twice an? \w+)(?!\w)"
)
_TO = regex(r"(?:\bto|\bthat|:|\bnever|\bnot|\bnobody|\bno one|\balways|\bwe|\byou|\bno|\bdon't|\beveryone) $")
_RULES = regex(
    r"(?<!\w)(?:rule|convention|policy|standard|guideline|practice|agreement|norm|requirement|protocol|principle|"
    r"rules|"
    r"conventions|guidelines)(?!\w)"
)
_GATE = regex(r"(?<!\w)(?:without|unless|before|until|after|un[a-z]+ed)(?!\w)")
_HERE = regex(
    r"(?<!\w)(?:(?:in|under|at|on|inside|around) (?:this|our) (?:house|home|team|office|repo|project|codebase|family|"
    r"company|lab|"
    r"kitchen|shop|roof|household|org|organi[sz]ation|flat|school|place|table)|around here)(?!\w)"
)
_NOT_UNIVERSAL_WORDS = """
day time week year month one body thing idea way chance luck moment minute second hour night morning kid child
man woman person i we you they he she it i'm life point case summer winter right country question of
"""
_NOT_UNIVERSAL = frozenset(_NOT_UNIVERSAL_WORDS.split())
_NO_DUTY_WORDS = """
plan goal aim idea point hope intention purpose task step job trick key way thing answer solution challenge
reason dream question next first objective mission advice temptation tendency ambition problem wish choice
option best hardest only
"""
_NO_DUTY = frozenset(_NO_DUTY_WORDS.split())
_MEANS = regex(r"[a-z]+ing(?!\w)")
_MADE = regex(
    r"(?<!\w)(?:new|mattress|pillow|cream|ointment|lotion|syrup|tea|salt|vinegar|bleach|lemon|soda|oil|spray|powder|"
    r"tablet|drops|"
    r"vaccine|massage|killer|feed|gel|foam|paste|kit|cloth|physio|stretch(?:es|ing)?|walk(?:s|ing)?|diet|rest|sleep|"
    r"suggestion|advice|tip|trick|hint|idea|"
    r"snippet|"
    r"regex|solution|answer|command|approach|method|technique|change|update|setting|flag|index|rewrite|refactor|cache|"
    r"rollback|restart|reboot|plug-?in|add-?on|adapter|cable|charger|filter|router|lamp|fan|heater|humidifier|"
    r"curtains|"
    r"insulation|glue|tape|seal|screw|bolt|nail|patch|hotfix|fix|workaround|version|library|driver|software|app|tool|"
    r"script|migration|policy|schedule|routine|exercise|course|lesson|tutor|practice|budget|campaign|ad|discount|sale|"
    r"fertili[sz]er|compost|pesticide|trap|net|mulch|repellent|detergent|cleaner|polish|wax|primer|paint|soap|shampoo|"
    r"medication|medicine|antibiotics|pills|inhaler|brace|splint|insoles|glasses|hearing aid|remedy|treatment|"
    r"therapy)(?!\w)"
)
_PERSON_WORDS = "i we you he she they it who"
_PERSON = frozenset(_PERSON_WORDS.split())
_CHANGES = regex(
    r"(?<!\w)(?:add|chang|switch|mov|upgrad|updat|install|replac|swapp|fix|patch|rebuilt|rewrote|enabl|disabl|remov|"
    r"delet|turn|"
    r"start|stopp|cut|migrat|deploy|merg|bought|got|tun|tweak|adjust|increas|reduc|lower|rais|clean|clear|restart|"
    r"reboot|"
    r"refactor|rework|split|cach|index|pinn|bump|roll|revert|upgrade|update|change|fix|patch|switch|reset|restart|"
    r"surgery|treatment|migration|refactoring|index|hotfix|repair|service|new)"
)
_DECIDERS = regex(
    r"(?:they|(?:the |my |our )?(?:[a-z]+ )*(?:landlord|landlady|bank|insurer|insurance|airline|council|court|judge|"
    r"jury|committee|"
    r"board|hotel|shop|store|seller|buyer|client|customer|company|boss|manager|reviewers?|editors?|publisher|school|"
    r"university|embassy|consulate|office|authority|department|vendor|supplier|provider|union|sponsor|investors?|"
    r"bureau|"
    r"city|ministry|agency|support|team|neighbours?|neighbors?|journal|teacher|professor|dealer|garage|carrier|tax "
    r"office|"
    r"hr|legal|admins?|maintainers?|voters|panel|referee|club|employer|parents|doctor|gallery|label|airbnb|amazon|"
    r"paypal|apple))$"
)
_IDEALS_WORDS = "weekend holiday day evening morning night life trip pleasure"
_IDEALS = frozenset(_IDEALS_WORDS.split())


def _opening(reading: Reading) -> str:
    """A note without a subject stands where a sentence begins."""
    return "goes on about somebody" if reading.continued else ""


def _taste_when(reading: Reading) -> str:
    held = _LIKED_WHEN.match(reading.value) and not reading.ready.once.search(reading.value)
    return "" if held else "of the moment"


def _ideal(reading: Reading) -> str:
    words = reading.group("attribute").split()
    barred = _NO_IDEAL | (reading.ready.not_attributes - _IDEALS)
    return "no taste" if not words or words[-1] in barred else ""


def _here(reading: Reading) -> str:
    return (
        "what is here"
        if re.match(r"(?:your|this|that|it|these|those|you|the (?:way|fact|number|amount))(?!\w)", reading.value)
        else ""
    )


def _strong(reading: Reading) -> bool:
    return reading.standing or reading.ready.strong.search(reading.clause) is not None


def _in_general(reading: Reading) -> str:
    """What is liked in general: no "the" before it, but for what there is one of, or a name."""
    value, said = reading.value, reading.said
    compared = reading.group("less") or re.search(
        r" (?:over|than|to|instead of|rather than) ", reading.clause[reading.clause.find(value) :]
    )
    if not value.startswith("the ") or compared or said[4:5].isupper():
        return ""
    return "" if _ONE_OF.match(value) or value.split()[-1].endswith(("ies", "ers")) else "praise for one thing"


def _request(reading: Reading) -> str:
    """A polite request holds from now on where it says so, or asks for a way of doing things, not for one piece."""
    if _strong(reading) or _EACH_TIME.search(reading.clause):
        return ""
    return "a request for now" if _PRODUCED.match(reading.group("verb")) else ""


def _named_rule(reading: Reading) -> str:
    """What follows a rule's name tells what to do: "our convention is to ...", not "our convention is broken"."""
    at = reading.clause.rfind(reading.value)
    before = reading.clause[:at]
    if _TO.search(before) is None or reading.ready.once.search(reading.value):
        return "no rule told"
    if _RULES.search(before):
        return ""
    return (
        ""
        if _strong(reading) and reading.ready.acts.match(lemma(reading.group("verb"), reading.ready))
        else "no rule told"
    )


def _act_of(reading: Reading) -> str:
    verb = reading.group("verb")
    known = reading.ready.acts.match(lemma(verb, reading.ready)) or reading.ready.acts.match(verb)
    return "" if known else "nothing one is told to do"


def _addressed(reading: Reading) -> str:
    told = _ADDRESSED.search(reading.clause) or _STRESSED.search(reading.clause)
    return "" if told else "nobody's duty"


def _universal(reading: Reading) -> str:
    words = reading.group("subject").split()
    if reading.ready.once.search(reading.clause):
        return "holds once"
    return (
        "wisdom"
        if len(words) < 2 or not _NOT_UNIVERSAL.isdisjoint(words[1:3]) or words[-1] in reading.ready.kin
        else ""
    )


def _ruled_or_belongs(reading: Reading) -> str:
    words = reading.group("subject").split()
    barred = re.search(r"(?:off|out of|away from) ", reading.value) is not None and reading.group("verb") in {
        "stay",
        "go",
        "get",
    }
    if barred:
        return "" if words[0] not in reading.ready.not_names else "no thing that has rules"
    known = reading.group("verb") == "belong" or words[-1] in reading.ready.rule_nouns
    return "" if known and words[-1] not in reading.ready.kin else "no thing that has rules"


def _gated(reading: Reading) -> str:
    return "" if _GATE.search(reading.value) else "nothing that it waits for"


def _gated_or_here(reading: Reading) -> str:
    return (
        ""
        if _HERE.search(reading.clause + " " + reading.topic) or _HERE.search("in " + reading.topic)
        else "no common rule"
    )


def _duty_of(reading: Reading) -> str:
    words = reading.group("subject").split()
    return (
        "a plan"
        if not _NO_DUTY.isdisjoint(words) or words[-1] in GENERIC or reading.ready.once.search(reading.clause)
        else ""
    )


def _reported_result(reading: Reading) -> str:
    """No "no change needed"."""
    return (
        "nothing came of it"
        if re.match(r"no [a-z]+ (?:needed|required|necessary|to|of|is|are|was)", reading.value)
        else ""
    )


def _head_tried(reading: Reading) -> str:
    """The thing that the subject names is one that people try, build or run."""
    head = re.split(r" (?:you|i|we|from|with|on|in|of|for) ", reading.group("subject"))[0]
    last = " ".join(head.split()[-2:])
    if head.partition(" ")[0].endswith("ing"):
        return ""
    found = reading.attempted or any(match.end() == len(last) for match in reading.ready.tried.finditer(last))
    return "" if found else "nothing that was tried"


def _means(reading: Reading) -> str:
    """What is done or used to an end, not somebody."""
    subject = reading.group("subject")
    words = subject.split()
    if any(word in reading.ready.kin or word in _PERSON for word in words):
        return "about a person"
    return "" if _MEANS.match(subject) or _MADE.search(subject) or reading.ready.tried.search(subject) else "no means"


def _got(reading: Reading) -> str:
    return "nothing that was tried" if re.match(r"(?:met the|got an? new)(?! deadline| target)", reading.value) else ""


def _asked_of(reading: Reading) -> str:
    """Whoever decides about what one asked for."""
    return "" if _DECIDERS.match(reading.group("subject")) and " " in reading.value else "nobody who decides"


def _no_person(reading: Reading) -> str:
    words = reading.group("subject").split()
    other = any(word in reading.ready.kin or word in _PERSON for word in words)
    return "about a person" if other or words[-1] in reading.ready.persons or words[-1] in GENERIC - {"rest"} else ""


def _since_tried(reading: Reading) -> str:
    return "" if _CHANGES.search(reading.clause[: reading.clause.find(reading.value)]) else "nothing was tried"


def _lasts_for(reading: Reading) -> str:
    """What is insisted on is meant for all of a kind."""
    plural = re.search(r"(?<!\w)(?:all|every|each|any|(?!this|was|has)[a-z]{3,}s)(?!\w)", reading.value)
    timed = any(word.rstrip("s") in reading.ready.date_words for word in reading.value.split())
    return "" if plural and not timed else "nothing in general"


def _no_infinitive(reading: Reading) -> str:
    return "a wish" if re.match(r"(?:to|you|it|this|that|us|them|more) ", reading.value) else ""


_ONE_OF = regex(
    r"the (?:[a-z]+ )?(?:sea|outdoors|ocean|mountains?|beach|countryside|cold|heat|rain|snow|sun|city|theatre|"
    r"theater|cinema|opera|"
    r"blues|classics|news|radio|quiet|silence|dark|gym|simplicity|seaside|forest|woods|garden|kitchen|river|coast|"
    r"night|morning|"
    r"winter|summer|autumn|spring|weekend|old|eighties|nineties|80s|90s|70s|60s|terminal|command line|shell|"
    r"imperative|oxford|"
    r"window|aisle|seat|smell|sound|taste|feel|feeling|look|sight|idea of|thought of|challenge|stage|piano|violin|"
    r"guitar|cello|"
    r"accordion|drums|clarinet|flute|works|novels|books|films|early|late|slow|long|short|metric|old-fashioned|"
    r"stairs|train|bus|tram|bike|"
    r"more|less)(?!\w)"
)

FRAMED: dict[str, Callable[[Reading], str]] = {
    **LASTING,
    "opening": _opening,
    "taste_when": _taste_when,
    "ideal": _ideal,
    "here": _here,
    "in_general": _in_general,
    "request": _request,
    "named_rule": _named_rule,
    "act_of": _act_of,
    "addressed": _addressed,
    "universal": _universal,
    "ruled_or_belongs": _ruled_or_belongs,
    "gated": _gated,
    "gated_or_here": _gated_or_here,
    "duty_of": _duty_of,
    "reported_result": _reported_result,
    "head_tried": _head_tried,
    "means": _means,
    "got": _got,
    "asked_of": _asked_of,
    "no_person": _no_person,
    "since_tried": _since_tried,
    "no_infinitive": _no_infinitive,
    "lasts_for": _lasts_for,
}
