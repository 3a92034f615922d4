"""Tests of matches about what came of what was tried. Pure.

Each takes a reading and returns why it says nothing, or "" where it passes. See `awhm.language.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from awhm.language.regex import regex
from awhm.language.slots import GENERIC, Reading
from awhm.language.statement import Family, Statement

# A failure told in the present: without a word of what was tried it is what somebody asks about.
_STATE_NOW = regex(
    r"(?<!\w)(?:is|are|isn't|aren't|still|keeps?|doesn't|don't|won't|can't|fails|crashes|hangs|freezes|leaks|throws|"
    r"takes)(?!\w)"
)
_PROMPTED = regex(
    r"^(?:still|no |same|nothing)|(?<!\w)(?:after|since|with|even|despite|your|you|fix|patch|workaround|update|"
    r"upgrade|restart(?:ing)?|reboot(?:ing)?|now|"
    r"anyway|either|just as|as (?:bad|slow|loud)|\w+ing (?:the|it|my)|no longer|new)(?!\w)"
)
# A subject after its verb, in Spanish.
_POSTPOSED = regex(r"(?<! a)(?<! en)(?<! de)(?<! con)(?<! por)(?<! sin) (?:el|la|los|las|un|una|unos|unas|mi|mis) ")


_ENDED = regex(r"[.!?…\n]")


def joined(text: str, found: list[Statement]) -> list[Statement]:
    """The statements, with outcomes of one sentence that went the same way as one: "no luck, it still leaks"."""
    kept: list[Statement] = []
    for made in found:
        last = kept[-1] if kept else None
        if last is not None and made.family is last.family is Family.OUTCOME and made.polarity == last.polarity:
            at = text.find(last.value, last.start, last.end)
            if at >= 0 and not _ENDED.search(text, last.end, made.start):
                key = f"{last.value_key} {made.value_key}"
                kept[-1] = replace(last, end=made.end, value=text[at : made.end], value_key=key)
                continue
        kept.append(made)
    return kept


def _tried(reading: Reading) -> str:
    """What comes of a thing that people try, build or run; of other things only by the plainest verbs."""
    subject, ready = reading.group("subject"), reading.ready
    if not subject or reading.attempted:
        return ""
    if subject.split()[0].endswith("ing") and len(subject) > 5:
        return ""  # what was done: "descaling helped"
    if ready.tried.search(_before(reading)) or ready.sure_outcome.match(reading.value):
        return ""
    return "nothing that was tried"


def _before(reading: Reading) -> str:
    """What stands before the value: its subject, and what was done to it."""
    return reading.clause[: max(0, reading.clause.find(reading.value))]


def _must_be_tried(reading: Reading) -> str:
    """The same where no verb is plain enough to tell."""
    subject = reading.group("subject")
    found = reading.attempted or reading.ready.tried.search(subject) or reading.ready.tried.search(_before(reading))
    return "" if found else "nothing that was tried"


def _after_attempt(reading: Reading) -> str:
    return "" if reading.attempted else "nothing was tried"


def _outcome(reading: Reading) -> str:
    if reading.iffy:
        return "not said as done"
    clause = reading.clause
    if reading.attempted or reading.followed or not _STATE_NOW.search(clause) or _PROMPTED.search(clause):
        return ""
    return "a state of the moment" if " still " in clause or reading.ready.failed.search(reading.value) else ""


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
    if first.partition("'")[0] in reading.ready.persons or any(word in reading.ready.inner_subject for word in inner):
        return "about a person or a problem"
    return ""


def _thing(reading: Reading) -> str:
    words = reading.group("subject").split()
    if any(word in reading.ready.kin for word in words):
        return "about a person"
    told = words or reading.value.split()[:3]
    if len(words) > 1 and words[-1] in {"time", "party", "dinner", "lunch", "wedding"}:
        return ""  # "query time"; what people give can go well or badly
    return "" if reading.ready.happenings.isdisjoint(told) else "what comes and goes by itself"


def _reflexive(reading: Reading) -> str:
    """A reflexive past of the masculine or feminine needs a thing that it is said of."""
    verb = reading.group("reflexive")
    if not reading.group("subject") and re.match(r"(?:\w+ ){0,3}\w+(?:ет|ют|ит|ят)(?!\w)", reading.value) is not None:
        return "no thing that it is said of"
    return "about a person" if verb and not reading.group("subject") and not verb.endswith(("лось", "лись")) else ""


def _after(reading: Reading) -> str:
    """What follows an attempt is its outcome if it is short and about things."""
    words = reading.value.split()
    others = reading.groups.get("others") is not None  # "they refunded it": whom one asked
    if len(words) > 12 or (words[0] in reading.ready.persons_only and not others):
        return "not about what was tried"
    return "" if len(words) > 1 and reading.ready.results.search(reading.value) else "no result"


def _bare_outcome(reading: Reading) -> str:
    """Without a subject only some verbs tell an outcome: "it worked", not "a year passed"."""
    if not reading.group("subject") and _POSTPOSED.search(reading.value) and not reading.attempted:
        return "" if reading.ready.tried.search(reading.value) else "nothing that was tried"
    told = reading.group("subject") or reading.ready.bare_outcome.match(reading.value)
    return "" if told else "no thing that it is said of"


RESULTS: dict[str, Callable[[Reading], str]] = {
    "outcome": _outcome,
    "named_outcome": _named_outcome,
    "thing": _thing,
    "after": _after,
    "bare_outcome": _bare_outcome,
    "reflexive": _reflexive,
    "tried": _tried,
    "must_be_tried": _must_be_tried,
    "after_attempt": _after_attempt,
}
