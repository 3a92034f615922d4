"""Tests of matches of the openest frames: what people do, own and are by a class of words, not by a phrase. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.regex import regex
from awhm.language.slots import GENERIC, WORD, Reading, lemma
from awhm.language.statement import Family

# Said of one time only, wherever it stands in a clause.
PASSING = regex(
    r"(?<!\w)(?:today|tonight|tomorrow|yesterday|right now|just now|at the moment|this (?:time|once|morning|afternoon|"
    r"evening|week|weekend|month|one|file|test|code|function|bug|error|issue|project|assignment|essay|paper|case)|"
    r"later|soon|in (?:a|\d+|an|ten|five|two|three|half an) (?:minutes?|hours?|moment|sec|bit|while)|again|last night|"
    r"(?:last|next) (?:week|weekend|time|month|night|year|\w+day)|for now|so far|yet|step by step|(?:first|then) i)"
    r"(?!\w)"
)
_POINTING = regex(
    r"(?:it|its|this|that|these|those|them|you|your|me|him|her|us|how|what|why|if|whether|and|but|to|so|as|like|some|"
    r"any|more|much|most|all|both|one of|part|care|place|note|sure|sense|fun|advantage|turns|off|over|up|down|out|"
    r"away|back|into|through|about|there|here|now|healthier|better|harder|less|nowadays|instead|too|the (?:same|"
    r"following|above|below|code|file|files|page|button|command|"
    r"script|test|tests|app|function|error|first|second|third|last|next|other|word|words|word|image|text|question|"
    r"answer|link|data|model|output|input|results?|program|site|website|query|point|idea|rest|risk|liberty|time|"
    r"chance|plunge|opportunity)|an? (?:look|break|step|guess|moment|minute|second|bit|lot|few|couple|while|chance|"
    r"shot|point|difference|mistake|note|list|question|decision|plan|screenshot|function|script|program|class|test|"
    r"query|file|letter|essay|paper|story|report|paragraph|poem|song|speech|copy|summary|table|email|post|review))"
    r"(?!\w)"
)
_PAGES = regex(
    r"(?:the |your |my )?(?:[a-z]+ )?(?:page|site|website|settings|menu|link|url|tab|app|file|folder|screen|section|"
    r"line|"
    r"next|end|top|bottom|beginning|start|sleep|bed|hell|home|trouble|waste|great lengths|town)(?!\w)"
)
_LIGHT_WORDS = "take make get have need go read write watch listen buy run do start finish meet use come find carry"
_LIGHT = frozenset(_LIGHT_WORDS.split())
_LIGHTEST = frozenset({"make", "get", "need", "have", "find", "come", "start", "finish"})
_THINGS_WORDS = (
    "house flat car bus flight train contract lease job commute shift route phone laptop policy loan mortgage visa"
)
_THINGS = frozenset(_THINGS_WORDS.split())
_OFFICE_WORDS = (
    "share test review code mark log store release order type measure weigh charge build design develop cover"
)
_OFFICE = frozenset(_OFFICE_WORDS.split())
_PLURAL = regex(
    r"(?!(?:as|is|was|has|this|us|yes|plus|less|thus|its|class|process)\b)(?:[\w'-]+ "
    r"){0,2}[a-z-]{2,}s(?!\w)"
)
_CHORES = regex(
    r"the (?!tests|steps|instructions|exercises|tasks|questions|calculations|things)(?:[a-z-]+ ){0,2}(?:[a-z-]{3,}s|"
    r"[a-z]{3,}ing|school run|night "
    r"shift|garden)(?!\w)"
)
_SPORT = regex(
    r"(?:[a-z-]+ )?(?:[a-z]{3,}ing|yoga|pilates|judo|karate|tai chi|pottery|ballet|crossfit|shift "
    r"work)(?!\w)"
)
_OFTEN = regex(
    r"(?<!\w)(?:every|each|daily|weekly|monthly|\w+days|weekends|mornings|evenings|nights|(?:once|twice|\d+ times|"
    r"(?:three|four|five|six) times) (?:a|per|every)|a (?:day|week|month|year)|usually|normally|typically|mostly|"
    r"always|"
    r"often|regularly|rarely|never|by (?:train|bike|bus|car|tram|bicycle)|to work|for a living|on my own|at home|only|"
    r"at (?:\d|noon|six|seven|eight|nine|ten)|since (?:19|20)\d\d|for (?:years|\w+ years)|in summer|in winter|all year|"
    r"full[ -]time|part[ -]time|before (?:bed|breakfast|work)|after (?:work|dinner|school))(?!\w)"
)
_CUT = regex(
    r"(?<!\w)(?:with|in|on|at|for|from|of|near|who|that|which|and|but|so|because|about|to|by)(?!\w)|"
    r"[,;(]"
)
_NOT_MINE = regex(
    r"(?<!\w)(?:who|which|waiting|coming|due|left|missing|called [a-z]+\(|question|problem|issue|"
    r"idea)(?!\w)"
)
_STATE = regex(
    r"(?:an? )?(?:bit|little|lot|few|big|huge|real|good|great|bad|nice|total|complete|new|different|"
    r"better)(?!\w)"
)
_SUCH = regex(
    r"(?:bad|weak|poor|sensitive|dry|oily|curly|fine|thin|thick|stiff|shot|dodgy|creaky|terrible|arthritic|frail|"
    r"fussy|picky|shy|stubborn|old|elderly|small|tiny|narrow|steep|sloping|south-facing|north-facing|east-facing|"
    r"west-facing|rented|thatched|listed|detached|semi-detached|open-plan|electric|manual|automatic|diesel|hybrid|"
    r"fluent|vegetarian|vegan|left-handed)(?: .*)?$"
)
_BODY = regex(
    r"(?:knees?|back|hips?|ankles?|wrists?|shoulders?|eyes|eyesight|hearing|skin|hair|feet|teeth|stomach|memory|heart|"
    r"lungs|neck|hands|joints|balance|garden|yard|flat|apartment|house|kitchen|balcony|bathroom|car|van|hall|stairs|"
    r"driveway|street|school|village|oven|hob|english|spanish|french|german|handwriting|grammar|spelling)$"
)


_HARD = regex(r"\d|\ue000|://|\w[./@]\w|_")


def plain_quality(reading: Reading, words: list[str]) -> bool:
    """Whether a value is one word of how something is: "my voice is hoarse". Names, numbers and known kinds last."""
    ready, value = reading.ready, reading.value
    if ready.pack.code != "en" or words[-1] in ready.nouns or value in ready.lasting or value in ready.classes:
        return False
    return not (
        any(map(str.isupper, reading.said))
        or _HARD.search(value)
        or value in ready.numbers
        or value.endswith("s")
        or reading.dated
    )


def _head(value: str) -> str:
    cut = _CUT.search(value, 1)
    return value[: cut.start()].strip() if cut else value.strip()


def _doing(reading: Reading) -> str:
    """What somebody does as a rule, by its verb: said in the plain present, of nothing just named."""
    verb = reading.group("verb")
    base = verb if verb in reading.ready.doings else lemma(verb, reading.ready)
    if base not in reading.ready.doings:
        return "nothing that is done as a rule"
    value, clause = reading.value, reading.clause
    if PASSING.search(clause) or _POINTING.match(value) or reading.iffy:
        return "of the moment"
    if reading.ready.no_value.match(value):
        return "nothing lasting"
    if base == "keep" and value.split()[0].endswith("ing"):
        return "of the moment"
    if base == "do" and re.match(
        r"(?:have|get|know|try|think|want|recall|need|believe|hope|feel|like|love|remember|"
        r"\w+ate)(?!\w)",
        value,
    ):
        return "nothing that is done as a rule"
    prep, often = reading.group("prep"), _OFTEN.search(clause) is not None
    if base in _LIGHT and not often:
        bare = not prep and not value.startswith(("the ", "my ", "our "))
        listed = bare and (_PLURAL.match(value) or _SPORT.match(value))
        taken = base == "take" and re.match(
            r"(?:[a-z]+(?:in|ine|ol|il|one|ide|ate|um|ers?)|insulin|pills|blood|"
            r"beta)(?: |$)",
            value,
        )
        if base == "do" and _CHORES.match(value):
            return ""
        gone = base == "go" and prep == "to" and not _PAGES.match(value)
        if not (listed or taken or gone) or base in _LIGHTEST:
            return "nothing says that it is a habit"
    if base == "go" and (_PAGES.match(value) or prep not in {"to", "by", ""}):
        return "nothing says that it is a habit"
    ours = reading.clause.startswith("we ") and not value.startswith(("the ", "my ", "this "))
    if base in _OFFICE and not often and not ours:
        return "nothing says that it is a habit"
    if base == "work" and prep in {"on", "to"} and not often:
        return "of the moment"
    return ""


def _alone(reading: Reading) -> str:
    """What somebody does, with nothing after it: "I cycle now", "my husband snores"."""
    verb = lemma(reading.value.split()[0], reading.ready)
    told = verb in reading.ready.intransitive
    return "" if told and not PASSING.search(reading.clause) else "nothing that is done as a rule"


def _owned(reading: Reading) -> str:
    """Something that people have for long: an animal, a vehicle, a room, an illness, a relative."""
    value = reading.value
    if PASSING.search(reading.clause) or reading.iffy:
        return "of the moment"
    head = _head(value)
    words = WORD.findall(head)
    known = reading.ready.possessions
    for word in reversed(words):
        base = word if word in known else lemma(word, reading.ready)
        if base in known:
            if _NOT_MINE.search(value[len(head) : len(head) + 20]) and re.search(r"(?:who|which|that) ", value):
                return "goes on about it"
            reading.groups = {**reading.groups, "attribute": base}
            return ""
        break  # only the last word of the phrase names the thing
    return "nothing that is owned"


def _kind(reading: Reading) -> str:
    """A kind of person, for good: "a light sleeper", "a single mother of two"."""
    head = _head(reading.value)
    words = head.split()
    if _STATE.match(head) and len(words) < 3:
        return "of the moment"
    base = words[-1] if words else ""
    if base not in reading.ready.person_kinds and lemma(base, reading.ready) not in reading.ready.person_kinds:
        return "no kind of person"
    if PASSING.search(reading.clause):
        return "of the moment"
    if reading.ready.trades.match(reading.value):
        return "a trade"
    reading.groups = {**reading.groups, "kind": base}
    return ""


def _such(reading: Reading) -> str:
    """How a part of the body or of a home is, which does not change from day to day."""
    words = reading.group("attribute").split()
    if not words or _BODY.search(" ".join(words)) is None or PASSING.search(reading.clause):
        return "nothing lasting"
    return "" if _SUCH.match(reading.value) else "a state of the moment"


def _infra(reading: Reading) -> str:
    """What a part of a system runs on or goes to: a name, a number or code."""
    words = reading.group("subject").split()
    if not words or words[-1] in GENERIC or not any(word in reading.ready.systems for word in words):
        return "no part of a system"
    if PASSING.search(reading.clause):
        return "of the moment"
    said = reading.said
    hard = re.search(r"[A-Z\d_/:]|\ue000", said) is not None
    return "" if hard or reading.group("soft") else "no name"


def _owner_named(reading: Reading) -> str:
    """With whom something is kept: a name, or somebody of the speaker's."""
    words = reading.value.split()
    kin = any(word in reading.ready.kin for word in words[:4])
    return "" if kin or any(map(str.isupper, reading.said)) else "nobody in particular"


def _not_score(reading: Reading) -> str:
    """A span of time, no result of a game."""
    dated = not reading.ready.date_words.isdisjoint(WORD.findall(reading.value))
    return "" if dated or ":" in reading.value else "no time"


def _creature(reading: Reading) -> str:
    """Somebody who has an age: the speaker, a relative, an animal."""
    words = reading.group("subject").split()
    if reading.value in {"one", "two"} and not words:
        return "no age"
    if not words:
        return ""
    ready = reading.ready
    known = any(word.removesuffix("'s") in ready.kin or word in ready.possessions for word in words[1:])
    return "" if known and words[-1] not in ready.systems and words[-1] not in _THINGS else "nobody who has an age"


def _given_name(reading: Reading) -> str:
    """A word that can only be a name: no adjective, no verb."""
    word, ready = reading.value, reading.ready
    barred = word in ready.not_names or ready.momentary.match(word) or word in ready.lasting or ready.trades.match(word)
    return "no name" if barred or word.endswith(("ing", "ed", "ly")) or word in ready.person_kinds else ""


def _intro(reading: Reading) -> str:
    """Beside a name only."""
    word = reading.clause[4:].partition(",")[0]
    ready = reading.ready
    barred = word in ready.not_names or ready.momentary.match(word) or word in ready.lasting or ready.trades.match(word)
    return "no name before it" if barred or word.endswith(("ing", "ed", "ly", "here")) else ""


def _not_today(reading: Reading) -> str:
    """A fact that holds today only is none."""
    if reading.rule.family is not Family.FACT:
        return ""
    return "of the moment" if PASSING.search(reading.clause) else ""


OPENLY: dict[str, Callable[[Reading], str]] = {
    "doing": _doing,
    "alone": _alone,
    "owned": _owned,
    "kind": _kind,
    "such": _such,
    "infra": _infra,
    "creature": _creature,
    "not_score": _not_score,
    "owner_named": _owner_named,
    "given_name": _given_name,
    "intro": _intro,
    "not_today": _not_today,
}
