"""From a rule's match to a statement: where its value ends, what it is about, and how sure it is. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from awhm.language.attempting import attempted, followed
from awhm.language.attributes import attribute_of
from awhm.language.checks import failing
from awhm.language.clauses import Clause
from awhm.language.packs.pack import Rule
from awhm.language.packs.ready import groups_of
from awhm.language.quoted import OPAQUE, folded
from awhm.language.regex import regex
from awhm.language.rulings import condition_of, value_of
from awhm.language.slots import GENERIC, Reading, condition_key, object_key, value_key
from awhm.language.statement import CONFIDENCE, HEDGED, OTHERS, Family, Statement, When, WhenKind
from awhm.language.subjects import USER, find_owner

LONGEST_VALUE = 200  # characters
_EDGE = " \t\n,;:.!?…-–—\"'()"


class Said(NamedTuple):
    """What is known when a clause is read: who "I" is, the names that mean the user, and the statement before."""

    owner: str
    known: frozenset[str]
    before: Statement | None = None


NEAR = 200  # characters before a clause in which what "them" means is looked for
_NONE = regex(r"(?:none|neither|nothing|ningun[oa]|ни один)(?!\w)")  # "none of it worked"
_NAMES = regex(r"(?:[a-z]+ ){1,3}names?\b")


def made_of(text: str, clause: Clause, rule: Rule, match: re.Match[str], said: Said) -> Statement | str:
    """The statement of a rule's match, or why it makes none."""
    when = whens(text, clause)
    bare = rule.family in (Family.CORRECTION, Family.OUTCOME) or "time" in rule.keeps
    span = trimmed(clause, rule, match, () if bare else when)
    if span is None:
        return "no value"
    start, end, condition = span
    at = start + clause.shift
    reading = _reading(text, clause, rule, match, said, (start, end, condition), when)
    why = failing(reading)
    if not why and clause.iffy and rule.family not in (Family.POLICY, Family.PREFERENCE):
        why = "only under a condition"
    if not why and rule.family is Family.OUTCOME and clause.hedged:
        why = "not said as done"
    lasts = rule.family in (Family.POLICY, Family.PREFERENCE) or "habit" in rule.checks
    if not why and lasts and _passing(text, clause):
        why = "of the moment"
    if not why and rule.family is Family.FACT and not (rule.corrects or clause.corrects or clause.contrasted):
        why = "of the moment" if clause.ready.this_day.search(clause.text) else ""
    if why:
        return why
    find_owner(reading, said.known)
    return _statement(text, clause, reading, when, (at, end + clause.shift))


def _passing(text: str, clause: Clause) -> bool:
    """Whether a clause is said in front to hold for this time only: "Today I prefer ...", "This time, ..."."""
    if clause.standing:
        return False
    language, before = clause.ready, clause.before
    lead = clause.shift - clause.start
    if lead > 0:
        found = language.passing.search(folded(text[clause.start : clause.shift + 20]))
        if found is not None and found.start() < lead:
            return True
    return before is not None and language.passing.fullmatch(before.text) is not None


def _reading(
    text: str,
    clause: Clause,
    rule: Rule,
    match: re.Match[str],
    said: Said,
    value: tuple[int, int, str],
    when: tuple[When, ...],
) -> Reading:
    """A match as checks see it: `value` is where its value lies in the clause's text, and the condition cut off."""
    start, end, condition = value
    groups, before = groups_of(match), said.before
    reading = Reading(
        ready=clause.ready,
        rule=rule,
        groups=groups,
        owner=said.owner,
        value=clause.text[start:end],
        said=text[start + clause.shift : end + clause.shift],
        condition=condition_key(condition or groups.get("condition") or "", clause.ready),
        clause=clause.text,
        standing=clause.standing or clause.front_habitual,
        sealed=clause.standing,
        attempted=rule.family is Family.OUTCOME and attempted(clause),
        followed=rule.family is Family.OUTCOME and followed(clause),
        continued=clause.before is not None and not clause.before.front_habitual,
        labelled=clause.labelled,
        headed=clause.headed,
        corrects=clause.corrects or clause.contrasted,
        carried=clause.carried,
        iffy=clause.iffy,
        dated=bool(when),
        topic=_topic(clause, text, when),
    )
    if condition and condition.split()[0] in clause.ready.purpose:
        reading.purpose = reading.condition or ""
    if before is not None and before.attribute and before.attribute.startswith(("start:", "end:")):
        reading.before = before.attribute.partition(":")[2]
    elif clause.start and " name" in (said_before := text[max(0, clause.start - NEAR) : clause.start].casefold()):
        named = _NAMES.findall(said_before)
        reading.before = named[-1] if named else ""
    if groups.get("subject") is not None:
        low, high = _span(match, "subject")
        reading.said_subject = text[max(0, low + clause.shift) : high + clause.shift]
    return reading


def _statement(
    text: str, clause: Clause, reading: Reading, when: tuple[When, ...], value: tuple[int, int]
) -> Statement:
    """The reading as a statement: its slot, polarity, condition and confidence."""
    rule, language = reading.rule, reading.ready
    polarity, retracts = _polarity(clause, reading)
    attribute = None if reading.subject in GENERIC else attribute_of(reading)
    # A third person's taste is a fact about that person; the user's own is a preference to go by.
    family = Family.FACT if rule.family is Family.PREFERENCE and reading.third else rule.family
    confidence = CONFIDENCE[Family.CORRECTION] if clause.corrects else rule.confidence or CONFIDENCE[family]
    confidence *= (HEDGED if clause.hedged else 1) * (OTHERS if reading.third or reading.owner != USER else 1)
    last = attribute.rsplit(":", 1)[-1] if attribute else ""
    said = text[value[0] : value[1]]
    return Statement(
        family=family,
        start=clause.start,
        end=max(clause.end, value[1]),
        subject=reading.subject,
        attribute=attribute,
        value=said,
        value_key=_value(said, reading),
        polarity=polarity,
        condition=_condition(reading),
        many=rule.many or last in language.many_nouns,
        corrects=clause.corrects
        or rule.corrects
        or family is Family.CORRECTION
        or (clause.contrasted and family is Family.FACT)
        or reading.groups.get("turned") is not None,
        retracts=retracts,
        third=reading.third,
        when=when,
        confidence=round(confidence, 3),
        rule=f"{language.pack.code}/{rule.name}",
        name=reading.name,
    )


def _polarity(clause: Clause, reading: Reading) -> tuple[bool, bool]:
    """Whether the value is affirmed, and whether it is said to have ended."""
    groups, rule, language = reading.groups, reading.rule, reading.ready
    if rule.family is Family.OUTCOME:
        none = _NONE.match(reading.group("subject")) is not None
        bad = language.failed.search(reading.value) is not None and not language.relieved.search(reading.value)
        return bad == none, False
    negated = groups.get("neg") is not None
    ended = groups.get("end") is not None or (negated and language.no_more.search(clause.text) is not None)
    if ended or clause.denied or clause.retracted:
        return False, True
    if groups.get("stop") is not None:
        return False, rule.retracts
    turned = negated != (groups.get("no") is not None)
    return turned == (rule.negative or groups.get("hate") is not None), rule.retracts


def _condition(reading: Reading) -> str | None:
    """Where the statement holds: what was cut off its value, or else stands in front of it."""
    rule, language, condition = reading.rule, reading.ready, reading.condition
    if condition is None and reading.topic and rule.conditional and "{affix}" not in (rule.attribute or ""):
        condition = condition_key(reading.topic, language)
    if condition and condition == reading.purpose and " for:" in (attribute_of(reading) or ""):
        return None  # "tabs for indentation": what they are for is the slot
    return condition_of(condition, reading) if rule.family is Family.POLICY else condition


def _value(said: str, reading: Reading) -> str:
    """The value as values are compared."""
    rule = reading.rule
    whole = rule.family is not Family.POLICY or rule.attribute not in ("{policy}", "{must}")
    return value_key(said, reading.ready) if whole else value_of(said, reading)


def whens(text: str, clause: Clause) -> tuple[When, ...]:
    """The time expressions of the clause and its fronted phrase, as places in the message."""
    if not clause.dated:
        return ()
    if clause.times is not None:
        return clause.times
    found: list[When] = []
    begin, shift = clause.start, clause.shift
    shown = clause.text
    if clause.front is not None and clause.front[0] < shift:
        shown = folded(text[begin:shift]) + shown
        shift = begin
    language = clause.ready
    for match in language.when.finditer(shown):
        if match.end() <= max(0, begin - shift):
            continue
        bare = match["bare"] is not None
        since, until = (match["since_bare"], match["until_bare"]) if bare else (match["since"], match["until"])
        kind: WhenKind = "from" if since else "until" if until else "at"
        start, end = match.span("bare" if bare else "date")
        found.append((kind, start + shift, end + shift))
    clause.times = tuple(found)
    return clause.times


def trimmed(clause: Clause, rule: Rule, match: re.Match[str], when: tuple[When, ...]) -> tuple[int, int, str] | None:
    """Where the value of a match lies in the clause's text, and the condition cut off; None if it is empty."""
    start, end = _span(match, "value")
    text, language = clause.text, clause.ready
    while start < end and text[start] in " ,:":
        start += 1
    cut = language.tail.search(text, start, end) if "tail" not in rule.keeps else None
    if cut is not None and cut.start() > start:
        end = cut.start()
    if rule.family is Family.PREFERENCE:
        less = language.than.search(text, start, end)
        if less is not None and less.start() > start:
            end = less.start()
    if rule.family is Family.FACT and "tail" not in rule.keeps:
        along = language.aside.search(text, start, end)
        if along is not None and along.start() > start:
            end = along.start()
    end = _without_time(clause, start, end, when)
    condition = ""
    if rule.conditional and "condition" not in rule.keeps:
        found = language.condition.search(text, start, end)
        if found is not None and found.start() > start and not _belongs(clause, rule, match, start, found):
            condition = found["condition"]
            end = _without_time(clause, start, found.start(), when)
    end = min(end, start + LONGEST_VALUE)
    while end > start and text[end - 1] in _EDGE and not _paired(text, start, end):
        end -= 1
    if end <= start or start + clause.shift < clause.start:
        return None
    return start, end, condition


def _belongs(clause: Clause, rule: Rule, match: re.Match[str], start: int, found: re.Match[str]) -> bool:
    """Whether a phrase at the end of a value is a part of it: "answer in German", "a light theme in the terminal"."""
    language = clause.ready
    if "in" in rule.keeps and language.loose.match(found["condition"]) is not None:
        return True
    asked = OPAQUE in found["condition"] or language.measure.match(found["condition"]) is not None
    if rule.family is Family.POLICY and asked:
        return True  # "sign mails with 'Ada'", "at 80 columns": what is quoted or measured is what is asked for
    verb = rule.family is Family.POLICY and groups_of(match).get("verb") is not None
    return verb and not object_key(clause.text[start : found.start()].partition(" ")[2], language)


def _paired(text: str, start: int, end: int) -> bool:
    """Whether the last character is a quotation mark or bracket that has its partner in the value."""
    return text[end - 1] in "\"')" and text[start:end].count(text[end - 1]) % 2 == 0


def _span(match: re.Match[str], name: str) -> tuple[int, int]:
    """Where a group of a rule lies; of several with one name the first that took part."""
    for other in match.re.groupindex:
        if (other == name or other.startswith(name + "__")) and match.start(other) >= 0:
            return match.span(other)
    return match.end(), match.end()


def _without_time(clause: Clause, start: int, end: int, when: tuple[When, ...]) -> int:
    """The end of a value once the time expressions at its end are cut off, unless nothing else is there."""
    for _, low, high in reversed(when):
        low, high = low - clause.shift, high - clause.shift
        if start < low < end and not clause.text[high:end].strip(_EDGE):
            lead = clause.ready.before_date.search(clause.text, start, low)
            if lead is None and clause.ready.articles.match(clause.text, start, low):
                continue  # "a quiet Sunday" is no time of the statement
            cut = lead.start() if lead is not None else low
            if clause.text[start:cut].strip(_EDGE):
                end = cut
    while end > start and clause.text[end - 1] in " ,;":
        end -= 1
    return end


def _topic(clause: Clause, text: str, when: tuple[When, ...]) -> str:
    """The fronted phrase without its preposition, unless it is only a time."""
    if clause.topic is None:
        return ""
    low, high = clause.topic
    if any(start >= low - 12 and end <= high for _, start, end in when):
        return ""
    return folded(text[low:high])
