"""Tests of matches of open frames: what lasts, what is somebody's, and what is put right for good. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.regex import regex
from awhm.language.slots import GENERIC, Reading, class_of, value_key

_NOT_COUNTED = regex(
    r"(?:(?:the|my) )?(?:[a-z-]+ )*(?:function|method|table|file|list|code|test|question|problem|dataset|data|set|"
    r"movie|film|book|"
    r"game|article|image|picture|story|sentence|word|essay|paragraph|program|script|class|array|matrix|graph|tree|"
    r"string|"
    r"input|output|equation|formula|model|text|document|page|row|column|result|answer|plan|option|recipe|series|it|"
    r"report|"
    r"assignment|exam|world|universe|player|character|chapter|section|variable|sample|number|title|poem|song)s?$"
)
_PASSING = regex(
    r"(?:years|months|weeks|days|hours|minutes|options|choices|questions|problems|issues|ideas|errors|things|"
    r"reasons|ways|meetings|times|seconds|bugs|tasks|steps|points|parts|examples|more|left)$"
)
_HELPERS = regex(
    r"(?:.*(?<!\w))?(?:function|script|code|method|class|module|it|this|that|which|file|test|system|model|"
    r"program|app|library|framework|server|service|api|loop|parser|compiler|tool|what|who|he|she)$"
)
_CODE = regex(
    r"(?:.*(?<!\w))?(?:variable|function|column|file|class|method|parameter|argument|field|key|folder|image|photo)s?$"
)
_EXAMPLE = regex(
    r"(?:(?:the|my|our) )?(?:[a-z]+ )?(?:function|method|test|script|code|class|loop|module|program|query|regex|"
    r"essay|story|poem|"
    r"movie|film|book|article|recipe|charity|author|character)s?$"
)
_SAID_NOW = regex(r"(?<!\w)(?:now|we're|i'm|these days|from now on|nowadays|will|'ll)(?!\w)")
_GIVEN_UP = regex(
    r"(?:waiting|working|talking|thinking|looking|trying|laughing|crying|reading (?:it|this|that|the)|worrying|"
    r"caring|being|"
    r"getting|going|listening|moving|watching (?:it|this)|doing|playing (?:it|this|that|at)|feeling|writing (?:it|"
    r"this)|making (?:it|"
    r"this)|responding|running|asking|breathing|believing|counting|buying (?:it|that)|having (?:it|that))(?: |$)"
)
_PUT = regex(
    r"(?:be |work|help|do|fix|take|go|look|feel|have|get|come|sound|make|fine|ok|okay|good|enough|possible|the same|"
    r"clear|obvious|easy|done|more|less|in |on |at |for |a |an )"
)
_KIND = regex(
    r"an? (?!(?:[a-z]+ )?(?:idiot|jerk|angel|star|saint|hero|genius|legend|monster|gem|treasure|fool|clown|handful|"
    r"nightmare|mess|darling|delight|riot|menace|wreck)(?!\w))[a-z-]+(?: [a-z-]+){0,2}$"
)
_SOON = regex(
    r"(?<!\w)in (?:a|an|\d+|ten|five|two|three|half an) (?:minutes?|hours?|days?|moment|sec|few)|(?<!\w)(?:tonight|"
    r"again|soon|today)(?!\w)"
)
_NO_VERB_BEFORE = frozenset({"is", "are", "was", "were", "have", "has", "of", "for", "from", "and", "that", "which"})
_NO_NOUN = frozenset(
    {"more", "most", "less", "very", "total", "current", "senior", "junior", "necessary", "own", "and", "other"}
)
_MOVING_WORDS = "train bus flight plane taxi ferry head stomach back"
_MOVING = frozenset(_MOVING_WORDS.split())


def _counted(reading: Reading) -> str:
    """How many of something that lasts somebody or something of the speaker's has."""
    if _NOT_COUNTED.match(reading.group("subject")) or _PASSING.search(reading.group("attribute")):
        return "nothing that lasts"
    return "of the moment" if reading.ready.once.search(reading.clause) else ""


def _somebody(reading: Reading) -> str:
    """Who does something for one: a name or a relative."""
    words = reading.group("subject").split()
    if _HELPERS.match(reading.group("subject")):
        return "nobody"
    named = (
        all(word[:1].isupper() for word in reading.said_subject.split()[:1]) and words[0] not in reading.ready.not_names
    )
    return "" if words[-1] in reading.ready.kin or (named and words[0] not in {"my", "our", "the"}) else "nobody"


def _no_trip(reading: Reading) -> str:
    """A tool that is switched to, not a place that is gone to."""
    moved = re.match(
        r"(?:(?:just|finally|now|also|recently|have|has|we|since) )*(?:moved|went|gone)(?!\w)", reading.clause
    )
    if moved and re.search(r" for [a-z]+ing$| for our [a-z]+$", reading.clause):
        return ""  # "moved from ESLint to Biome for linting"
    return "a journey" if moved and class_of(value_key(reading.value, reading.ready), reading.ready) is None else ""


def _two_tools(reading: Reading) -> str:
    """Both what was left and what came for it are named."""
    source = reading.group("source")
    if re.match(r"(?:i|we|my|our|the|it|him|her|them|a|an)(?!\w)", source) or re.match(
        r"(?:an?|the|my|our|some|it|them|us|you|\d)(?!\w)", reading.value
    ):
        return "nothing that is used"
    timed = reading.dated or re.match(r"(?:good|now|ever|work|years|the )", reading.value)
    return "of the moment" if timed and reading.value.split()[0] in {"good", "now", "ever", "work", "years"} else ""


def _no_code(reading: Reading) -> str:
    thing = reading.group("object")
    edited = _CODE.match(reading.group("subject")) or _CODE.match(thing)
    plain = not any(char.isupper() or char.isdigit() for char in reading.said)
    set_to = (
        plain
        and thing.startswith(("the ", "my ", "our "))
        and class_of(value_key(reading.value, reading.ready), reading.ready) is None
    )
    return "an edit" if edited or set_to else ""


def _no_example(reading: Reading) -> str:
    """No part of a program or a text that is talked about: "the function takes two arguments"."""
    return "nothing that lasts" if _EXAMPLE.match(reading.group("subject")) else ""


def _now_said(reading: Reading) -> str:
    return "" if _SAID_NOW.search(reading.clause) else "what was done once"


def _given_up(reading: Reading) -> str:
    return "of the moment" if _GIVEN_UP.match(reading.value) or reading.ready.once.search(reading.value) else ""


def _not_passing(reading: Reading) -> str:
    subject = reading.group("subject")
    if reading.ready.momentary.match(reading.value) or subject.split()[:1] in (["it"], ["this"], ["that"], ["there"]):
        return "a state of the moment"
    return "" if not reading.ready.no_value.match(reading.value) else "nothing lasting"


def _put_right(reading: Reading) -> str:
    """A name, a number or a code in place of what was said."""
    words = reading.value.split()
    if words[0].partition("'")[0] in {"here", "there", "that", "this", "it"}:
        return "nothing put right"
    hard = any(char.isdigit() or char.isupper() for char in reading.said) or not reading.ready.numbers.isdisjoint(words)
    return "" if hard and len(words) < 7 and not _PUT.match(reading.value) else "nothing put right"


def kind_of(value: str) -> bool:
    """Whether a value tells a kind of person or thing, not what one thinks of it."""
    return _KIND.match(value) is not None


def passing_place(reading: Reading) -> bool:
    """Whether a value is only where something lies just now: "in the car", "at 4%"."""
    placed = re.match(r"(?:in|on|at|under|behind|inside) ", reading.value) is not None
    lasts = reading.dated or (re.search(r"\d", reading.value) is not None and "%" not in reading.value)
    return placed and not lasts and not any(char.isupper() for char in reading.said)


def _lasting_or_doing(reading: Reading) -> str:
    """Nothing of the moment; what one prefers to do lasts."""
    if reading.value.split()[0].endswith("ing") and not reading.ready.no_value.match(reading.value):
        return ""
    lasts = not reading.ready.momentary.match(reading.value) and not reading.ready.no_value.match(reading.value)
    return "" if lasts else "a state of the moment"


def _by_habit(reading: Reading) -> str:
    """What is done regularly, of which the clause says so."""
    often = reading.ready.habitual.search(reading.clause)
    own = re.match(r"(?:they |he |she |i |we |to |that |it |this |your |you |if |how |what |out of )", reading.value)
    return "" if often and not own else "nothing says that it is a habit"


def _people_own(reading: Reading) -> str:
    """Something that people own or not: no quality, no state."""
    words = reading.group("attribute").split()
    return "nothing that is owned" if words[-1].endswith(("ing", "ion", "ity", "ness")) or words[-1] in GENERIC else ""


def _born(reading: Reading) -> str:
    return (
        ""
        if re.search(r"bab|child|girl|boy|son|daughter|twins|again|first|second", reading.clause)
        else "nobody who is born"
    )


def _known_tool(reading: Reading) -> str:
    return "" if class_of(value_key(reading.value, reading.ready), reading.ready) else "no known tool"


def _own_lasting(reading: Reading) -> str:
    """What holds of a thing or person of the speaker's in general."""
    ready = reading.ready
    words, rest = reading.group("subject").split(), reading.value.partition(" ")[2]
    if words[-1] in ready.not_attributes or words[-1] in GENERIC or _NOT_COUNTED.match(reading.group("subject")):
        return "a generic subject"
    first = rest.partition(" ")[0]
    if words[-1] in _NO_NOUN or words[-1].endswith("ed"):
        return "no thing"
    if not first or first in _NO_VERB_BEFORE:
        return "a noun, no verb"
    if ready.once.search(reading.clause) or _SOON.search(reading.clause) or words[-1] in _MOVING:
        return "of the moment"
    return "of the moment" if ready.momentary.match(rest) and first not in {"a", "an", "open"} else ""


def _by_nature(reading: Reading) -> str:
    """What somebody does or has in general: said in the plain present, not of a step in a tale."""
    if re.match(r"(?:i|we) (?:see|hear)(?!\w)", reading.clause):
        return "of the moment"
    own = reading.ready.own_phrase.match(reading.value) is None or reading.group("verb") in {"homeschool", "commute"}
    barred = re.search(r"(?:hear|see|smell|walk|speak|sing|drive|ride) on my", reading.clause)
    return "" if own or barred else "of the moment"


def _after_wrong(reading: Reading) -> str:
    return "" if reading.corrects or reading.continued else "nothing was wrong"


def _no_clock(reading: Reading) -> str:
    return "of the moment" if re.search(r" at (?:\d|[a-z]+$)", reading.clause) else ""


def _dated(reading: Reading) -> str:
    told = (
        reading.dated or re.search(r"\d", reading.value) or not reading.ready.numbers.isdisjoint(reading.value.split())
    )
    return "" if told else "no date"


def _digit(reading: Reading) -> str:
    told = re.search(r"\d", reading.value) or not reading.ready.numbers.isdisjoint(reading.value.split())
    return "" if told else "no number"


def _gave_up(reading: Reading) -> str:
    plain = reading.group("neg") in reading.ready.plain_negations
    if plain and not reading.ready.no_more.search(reading.clause):
        return "only a negation"
    return ""


def _no_verb(reading: Reading) -> str:
    return "says what happens" if reading.ready.finite.search(reading.value) else ""


def _kin_state(reading: Reading) -> str:
    lasting = reading.dated or not reading.value.startswith("est")
    return "" if lasting and not reading.ready.once.search(reading.clause) else "of the moment"


def _latin(reading: Reading) -> str:
    known = class_of(value_key(reading.value, reading.ready), reading.ready)
    return "" if known or re.search(r"[a-z]", reading.value) else "no known tool"


LASTING: dict[str, Callable[[Reading], str]] = {
    "latin": _latin,
    "kin_state": _kin_state,
    "no_verb": _no_verb,
    "dated": _dated,
    "digit": _digit,
    "gave_up": _gave_up,
    "counted": _counted,
    "somebody": _somebody,
    "no_trip": _no_trip,
    "two_tools": _two_tools,
    "no_code": _no_code,
    "no_example": _no_example,
    "now_said": _now_said,
    "given_up": _given_up,
    "not_passing": _not_passing,
    "put_right": _put_right,
    "own_lasting": _own_lasting,
    "by_nature": _by_nature,
    "after_wrong": _after_wrong,
    "no_clock": _no_clock,
    "by_habit": _by_habit,
    "people_own": _people_own,
    "born": _born,
    "known_tool": _known_tool,
    "lasting_or_doing": _lasting_or_doing,
}
