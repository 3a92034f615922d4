"""Proposals in AWHM Lite's form, of clients that were written for it, brought to ours and then judged like any. Pure.

Lite asked for a sentence about the user (`content`) in words of the model's own. Nothing is believed here that the user
did not say, so the value is the longest run of its words that stands in the user's own message too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from awhm.jobs.stage2_prompt import ShownMessage, shown_text
from awhm.language.quoted import folded
from awhm.language.text import is_list, is_object
from awhm.language.tokens import STOP_WORDS

LONGEST = 1000  # characters of a sentence
# Lite's `type`, which said where a memory was kept, and what it is here.
_TYPES = {"semantic": "fact", "episodic": "outcome"}
_TASTE = re.compile(r"\b(?:prefer|like|love|enjoy|favou?r|hate|dislike)")
_WORD = re.compile(r"[^\W_][\w+#'’./:@-]*[\w+#]|\w")
# "The user's sister lives in Lyon", "User's editor is Helix": whose, where it is not the user himself.
_VERB = r"(?:is|are|was|has|have|uses?|lives?|works?|runs?|listens?|requires?)\b"
_OWNED = re.compile(rf"(?:the )?user['’]s ((?:[\w-]+ ){{0,3}}?[\w-]+) {_VERB}")
_NAMED = re.compile(rf"((?:[\w'’.-]+ ){{0,4}}?[\w'’.-]+) {_VERB}")
_USER = re.compile(r"(?:the )?user\b(?!['’]s)|i\b|we\b")


class _Heard(NamedTuple):
    """A message that is cited, and what of the sentence stands in it."""

    message: ShownMessage
    quote: str


def in_our_form(raw: object, messages: Sequence[ShownMessage]) -> object:
    """A proposal of Lite's form in ours; any other as it is: what is wrong with it is found where all are judged."""
    if not is_object(raw) or not isinstance(raw.get("content"), str) or "value" in raw:
        return raw
    content, numbers = str(raw["content"])[:LONGEST], raw.get("sources")
    cited = [one for one in messages if is_list(numbers) and _is_among(one.number, numbers)]
    slot = raw.get("slot")
    little = STOP_WORDS.union(map(folded, _WORD.findall(slot)) if isinstance(slot, str) else ())
    heard = [_Heard(one, _common(content, shown_text(one), little)) for one in cited]
    value = max((one.quote for one in heard if one.message.own), key=len, default="")
    sources: list[dict[str, Any]] = [
        {"message": one.message.number, "quote": value} for one in heard if value and one.quote == value
    ]
    if not sources:  # nothing of it was said: that is found out by the judge, who looks for all of it
        sources = [{"message": one.number, "quote": content} for one in cited[:8]]
    texts = [str(one.payload["content"]) for one in cited]
    made: dict[str, Any] = {
        "type": _type(raw.get("type"), content),
        "subject": _subject(content),
        "slot": slot,
        "value": (value or content)[:200],
        "replaces": raw.get("supersedes_previous") is True,
        "since": _said(raw.get("valid_from"), texts),
        "until": _said(raw.get("valid_to"), texts),
        "confidence": raw.get("confidence"),
        "sources": sources or numbers,
    }
    return made


def _is_among(number: int, numbers: Sequence[Any]) -> bool:
    return any(type(one) is int and one == number for one in numbers)


def _type(kind: object, content: str) -> str:
    """Of what sort a memory is; as there, a type that nobody knows is a fact."""
    if kind == "procedural":
        return "preference" if _TASTE.search(content.casefold()) else "policy"
    return _TYPES.get(kind, "fact") if isinstance(kind, str) else "fact"


def _subject(content: str) -> str:
    """Whom a sentence is about."""
    low = content.strip().casefold()
    owned = _OWNED.match(low)
    if owned is not None:
        return f"user's {owned[1]}"
    named = None if _USER.match(low) else _NAMED.match(content.strip())
    return "user" if named is None else named[1]


def _said(date: object, texts: Sequence[str]) -> str | None:
    """A date, where a message has it as it is written: any other is the model's own."""
    return date if isinstance(date, str) and date and any(date in text for text in texts) else None


def _common(content: str, text: str, little: Collection[str]) -> str:
    """The longest run of words that both have, without `little` words at its ends; of two as long the later.

    A sentence ends with what it says of its subject; the words of a slot's name are no value. "" if there is no other.
    """
    ours, theirs = list(_WORD.finditer(text)), [folded(word) for word in _WORD.findall(content)]
    said = [folded(word[0]) for word in ours]
    best, length = "", 0
    for other in range(len(theirs)):
        for start in range(len(said)):
            low = high = start
            while (
                high < len(said) and other + high - start < len(theirs) and said[high] == theirs[other + high - start]
            ):
                high += 1
            while low < high and said[low] in little:
                low += 1
            while high > low and said[high - 1] in little:
                high -= 1
            if low < high and ours[high - 1].end() - ours[low].start() >= length:
                best = text[ours[low].start() : ours[high - 1].end()]
                length = len(best)
    return best
