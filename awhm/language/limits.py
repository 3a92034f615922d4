"""Tests of matches about things that change: when they are, what they are made with, what they are called by. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.regex import regex
from awhm.language.slots import Reading, class_of, value_key

# A number, a code, an address: nothing else beside it, so that "40 lines now" is none.
_IDENTIFIER = regex(r"[#№+(]?[\w.:/@+#()-]*\d[\w.:/@+#()-]*(?: (?:[\d()-]+|ext\.? ?\d+)){0,4}$")
_CLOCK = regex(r"(?:\d{1,2}(?:[:.]\d\d)?|noon|midnight|half past \w+|(?:a )?quarter (?:to|past) \w+)(?!\w)")
_MADE_WITH = frozenset({"language", "framework", "database"})
_RUN_ON = _MADE_WITH | {"operating system", "package manager", "editor", "shell", "browser"}
_STYLE = frozenset({"indentation", "units", "theme", "answer length"})


def identifier(text: str) -> bool:
    """Whether a value is a number, a code or an address and nothing else."""
    return _IDENTIFIER.match(text) is not None


def _timed(reading: Reading) -> str:
    """A time or a date, to which something is moved."""
    told = reading.dated or _CLOCK.match(reading.value) or reading.value.split()[0].rstrip("s") in _weekdays(reading)
    return "" if told else "no time"


def _weekdays(reading: Reading) -> frozenset[str]:
    return frozenset(word for word in reading.ready.date_words if word.endswith("day"))


def _clock(reading: Reading) -> str:
    return "" if _CLOCK.match(reading.value) else "no time of day"


def _moved_thing(reading: Reading) -> str:
    """Where somebody moved to; of things only what has a place of its own, or comes to a name or a number."""
    subject = reading.group("subject").split()
    ready = reading.ready
    if not subject or subject[-1] in ready.places or subject[0] not in {"the", "a", "an", "this", "that"}:
        return ""
    named = any(char.isupper() or char.isdigit() for char in reading.said)
    placed = not ready.place_words.isdisjoint(value_key(reading.value, ready).split()[-1:])
    return "" if named or placed else "no move"


def _event(reading: Reading) -> str:
    """What happens at a time, not a thing that is carried about."""
    return "" if not reading.ready.events.isdisjoint(reading.group("subject").split()) else "nothing that happens"


def _class(reading: Reading) -> str | None:
    return class_of(value_key(reading.value, reading.ready), reading.ready)


def _made_with(reading: Reading) -> str:
    return "" if _class(reading) in _MADE_WITH else "nothing that things are made with"


def _run_on(reading: Reading) -> str:
    return "" if _class(reading) in _RUN_ON else "nothing that work is done with"


def _style(reading: Reading) -> str:
    """A way of writing for a purpose or a place: "use two spaces in YAML"."""
    known = class_of(value_key(reading.value.partition(" ")[2], reading.ready), reading.ready)
    return "" if reading.condition and known in _STYLE else "a request for now"


def _weekly(reading: Reading) -> str:
    """Every week: "on Fridays", not "on Friday"."""
    return "" if re.search(r"every|days(?!\w)|ends(?!\w)", reading.value) else "only once"


def _act_verb(reading: Reading) -> str:
    """Something that one can be told to do."""
    return "" if reading.ready.acts.match(reading.group("verb")) else "nothing one is told to do"


def _carried(reading: Reading) -> str:
    return "" if reading.carried else "nothing was denied before"


def _outlet(reading: Reading) -> str:
    """Somebody one writes or works for, not what for."""
    words = reading.value.split()
    timed = reading.dated or any(word in reading.ready.date_words for word in words)
    named = words[0] in {"a", "an", "the", "my", "our", "two", "several"} or any(map(str.isupper, reading.said))
    return "" if named and not timed else "nobody"


def _present(reading: Reading) -> str:
    """What is done as a rule, not what was done once."""
    return (
        "of the moment"
        if re.match(r"(?:i|we)(?: have|'ve)? (?:\w+ed|went|took|got|had|did|made)(?!\w)", reading.clause)
        else ""
    )


def _short_noun(reading: Reading) -> str:
    """What is liked or not, put first: a thing, no clause and no pronoun."""
    words = reading.value.split()
    ready = reading.ready
    if len(words) > 5 or words[0] in ready.not_names or words[0] in ready.persons:
        return "no thing"
    plain = any(word in ready.inner_subject or word in ready.verbs_be for word in words[1:])
    return "a clause of its own" if plain or words[-1] in ready.not_names else ""


LIMITS: dict[str, Callable[[Reading], str]] = {
    "timed": _timed,
    "clock": _clock,
    "event": _event,
    "moved_thing": _moved_thing,
    "made_with": _made_with,
    "run_on": _run_on,
    "style": _style,
    "act_verb": _act_verb,
    "weekly": _weekly,
    "carried": _carried,
    "outlet": _outlet,
    "present": _present,
    "short_noun": _short_noun,
}
