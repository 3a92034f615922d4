"""What a correction says that fits no rule, and what takes back what was said of a topic. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from awhm.language.clauses import Clause
from awhm.language.matches import Said, trimmed, whens
from awhm.language.packs.pack import Rule
from awhm.language.quoted import OPAQUE
from awhm.language.regex import regex
from awhm.language.slots import class_of, own_noun, value_key
from awhm.language.statement import CONFIDENCE, OTHERS, Family, Statement
from awhm.language.subjects import USER, canonical

NEAR = 40  # characters between a denial and what puts it right
_I = regex(r"\bI\b")
_GENERIC = Rule("correction", Family.CORRECTION, "", "", None, ())


def remainder_of(text: str, clause: Clause, said: Said) -> Statement | None:
    """A correction that no rule fits: "No, it's 8080". It fills the slot of a value denied just before, else none.

    "It's Felix who does" says of Felix what was denied of somebody else.
    """
    language, before = clause.ready, said.before
    follows = before is not None and not before.polarity and 0 <= clause.start - before.end < NEAR
    other = language.who_does.match(clause.text)
    if before is not None and follows and other is not None:
        return _of_another(text, clause, said, before, other)
    if clause.carried and before is not None and before.family is Family.OUTCOME:
        return None  # it goes on about what came of the attempt
    if language.no_remainder.match(clause.text) or len(clause.text.split()) > 14:
        return None
    match = language.remainder.match(clause.text)
    plain = match is not None and match["how"] is None
    changed = language.changed.match(clause.before.text) if clause.before is not None else None
    rests = not changed and not clause.weak and not clause.carried and (match is None or plain)
    rest = language.rests.match(clause.text) if rests else None
    match = rest or match
    if match is None:
        return None
    span = trimmed(clause, _GENERIC, match, ())
    if span is None or not _tells(text, clause, span, plain and rest is None, rest is not None or changed is not None):
        return None
    start, end = span[0] + clause.shift, span[1] + clause.shift
    value = text[start:end]
    subject, attribute = "it", None
    if changed is not None:
        subject = changed["thing"] if changed["other"] is not None else said.owner
        attribute = own_noun(changed["thing"], language)
    elif before is not None and follows:
        subject, attribute = before.subject, before.attribute
    return Statement(
        family=Family.CORRECTION,
        start=clause.start,
        end=max(clause.end, end),
        subject=subject,
        attribute=attribute,
        value=value,
        value_key=value_key(value, language),
        corrects=True,
        third=bool(before and follows and before.third and changed is None),
        when=whens(text, clause),
        confidence=CONFIDENCE[Family.CORRECTION] * (1 if said.owner == USER else OTHERS),
        rule=f"{language.pack.code}/correction",
    )


def _tells(text: str, clause: Clause, span: tuple[int, int, str], bare: bool, named: bool) -> bool:
    """Whether what stands after a marker puts something right. `bare`: no "it's" or the like before the value.

    Without a marker of its own ("It isn't ten, it's eleven") it must be of the same thing, and a name, a
    number, or a word or two. `named`: it needs a name or a number however it is marked.
    """
    language = clause.ready
    told = clause.text[span[0] : span[1]]
    words = told.split()
    if language.no_value.match(told) or (bare and len(words) > 5):
        return False
    if (clause.carried or clause.weak or bare) and language.momentary.match(told):
        return False
    said = text[span[0] + clause.shift : span[1] + clause.shift]
    hard = any(char.isdigit() or char.isupper() for char in _I.sub("", said)) or not language.numbers.isdisjoint(words)
    hard = hard or class_of(value_key(said, language), language) is not None or OPAQUE in told
    if not hard and words[0].endswith("ing"):
        return False  # what somebody does just now
    if named and not hard:
        return False
    if clause.weak and not clause.contrasted and not clause.carried:
        return hard and len(words) < 7
    if not clause.carried:
        return len(words) < 10
    plain = len(words) < 3 and words[0] not in language.indefinite and not language.articles.match(told)
    return language.resumed.match(clause.text) is not None and (hard or plain)


def forgotten(text: str, clause: Clause, said: Said) -> Statement | None:
    """What a clause takes back by its topic: "Forget what I said about my job". None if it does no such thing."""
    if clause.forgets is None or said.owner != USER:
        return None
    value = text[slice(*clause.forgets)]
    key = value_key(value, clause.ready)
    if not key:
        return None
    return Statement(
        family=Family.CORRECTION,
        start=clause.start,
        end=max(clause.end, clause.forgets[1]),
        subject=USER,
        attribute=None,
        value=value,
        value_key=key,
        polarity=False,
        corrects=True,
        retracts=True,
        confidence=CONFIDENCE[Family.CORRECTION],
        rule="forget",
    )


def abandoned(made: Statement) -> Statement:
    """What somebody does not use any more, whatever it was used for: a retraction has no condition to tell by."""
    return replace(
        made,
        family=Family.CORRECTION,
        attribute=None,
        value_key=f"uses {made.value_key}",
        corrects=True,
        many=False,
        rule="forget",
    )


def _of_another(text: str, clause: Clause, said: Said, before: Statement, other: re.Match[str]) -> Statement:
    """What was denied of one, said of another."""
    low, high = other.start("subject") + clause.shift, other.end("subject") + clause.shift
    subject, third = canonical(other["subject"], text[low:high], said.owner, clause.ready, said.known)
    return replace(
        before,
        start=clause.start,
        end=clause.end,
        subject=subject,
        third=third,
        polarity=True,
        corrects=True,
        retracts=False,
        rule=f"{clause.ready.pack.code}/who_does",
    )
