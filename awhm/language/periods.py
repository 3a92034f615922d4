"""Periods as people ask for them: "last 3 days", "the past two weeks", "yesterday", in three languages. Pure."""

from __future__ import annotations

import re

from awhm.language.regex import regex
from awhm.language.windows import Span, resolve

_MINUTE = 60_000
_UNITS = (
    (regex(r"minutes?|minutos?|минут\w*"), _MINUTE),
    (regex(r"hours?|horas?|час\w*"), 60 * _MINUTE),
    (regex(r"days?|d[ií]as?|день|дня|дней|сутки|суток"), 24 * 60 * _MINUTE),
    (regex(r"weeks?|semanas?|недел\w+"), 7 * 24 * 60 * _MINUTE),
    (regex(r"fortnights?|quincenas?"), 14 * 24 * 60 * _MINUTE),
    (regex(r"months?|mes|meses|месяц\w*"), 30 * 24 * 60 * _MINUTE),
    (regex(r"years?|años?|anos?|год\w*|лет"), 365 * 24 * 60 * _MINUTE),
)
_WORDS = (
    ("one", "a", "an", "un", "una", "один", "одну", "одна"),
    ("two", "couple of", "a couple of", "dos", "два", "две", "двух"),
    ("three", "tres", "три", "трёх", "трех"),
    ("four", "cuatro", "четыре", "четырёх"),
    ("five", "cinco", "пять", "пяти"),
    ("six", "seis", "шесть", "шести"),
    ("seven", "siete", "семь", "семи"),
    ("eight", "ocho", "восемь", "восьми"),
    ("nine", "nueve", "девять", "девяти"),
    ("ten", "diez", "десять", "десяти"),
    ("eleven", "once", "одиннадцать"),
    ("twelve", "doce", "двенадцать"),
)
_NUMBERS = {word: number for number, words in enumerate(_WORDS, 1) for word in words}
_COUNT = r"\d{1,4}|" + "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True))
# "last 3 days", "in the past two weeks", "los últimos 3 días", "за последние три дня"
_RECENT = regex(
    rf"(?:in |within |over |during |en |за )?(?:the |los |las )?"
    rf"(?:last|past|previous|recent|últim[oa]s?|ultim[oa]s?|pasad[oa]s?|последн\w+|прошл\w+)\s+"
    rf"(?P<count>{_COUNT})\s+(?P<unit>\w+)"
)
# "the last hour", "la última semana", "за последний месяц": those that are no unit of the calendar
_ONE = regex(
    r"(?:in |within |over |during |en |за )?(?:the |la |el )?"
    r"(?:last|past|previous|últim[oa]|ultim[oa]|последн\w+)\s+(?P<unit>\w+)"
)
_THIS = regex(
    r"(?:this|est[ae]|эт\w+|в эт\w+|на эт\w+)\s+(?P<unit>week|month|year|semana|mes|año|недел\w|месяц\w*|год\w*)"
)
_UNIT_WORDS = {"w": "week", "s": "week", "н": "week", "m": "month", "м": "month", "y": "year", "a": "year", "г": "year"}
_SINCE = regex(r"(?:since|from|desde|с|со)\s+(?P<when>.+)")
_AFTER = regex(r"(?:after|después de|despues de|после)\s+(?P<when>.+)")
_UNTIL = regex(r"(?:until|till|before|up to|hasta|antes de|до)\s+(?P<when>.+)")


def period(text: str, now: int, zone: int | None = None) -> Span | None:
    """The stretch of time that an expression names, seen from a moment (ms since 1970 UTC) in a zone (minutes).

    "last 3 days" ends now and is three times 24 hours long; "3 days ago" is that calendar day; "since March"
    ends now, and so does "after March", which begins with April; "until March" has begun always (at the
    earliest time there is) and ends with February. None if it names no time, or one that no calendar has.
    """
    plain = " ".join(text.casefold().split()).strip(" .,;:!?")
    try:
        return _meant(plain, now, zone)
    except (ValueError, OverflowError):  # "hace 5000 años": before the first year of the calendar
        return None


def _meant(plain: str, now: int, zone: int | None) -> Span | None:
    recent = _RECENT.fullmatch(plain)
    if recent is not None:
        length = _length(recent["unit"])
        return None if length is None else Span(now - _number(recent["count"]) * length, now + 1)
    this = _THIS.fullmatch(plain)
    if this is not None:
        # A unit on from the one before it: the calendar's own week, month or year around the moment.
        before = resolve(f"last {_UNIT_WORDS[this['unit'][0]]}", now, zone)
        return None if before is None else Span(before.end, now + 1)
    for pattern in (_SINCE, _AFTER, _UNTIL):
        bound = pattern.fullmatch(plain)
        if bound is not None:
            named = resolve(bound["when"], now, zone)
            if named is None or pattern is _UNTIL:
                return None if named is None else Span(-(1 << 62), named.start)
            return Span(named.start if pattern is _SINCE else named.end, now + 1)
    named, one = resolve(plain, now, zone), _ONE.fullmatch(plain)
    length = None if named is not None or one is None else _length(one["unit"])
    return named if length is None else Span(now - length, now + 1)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _NUMBERS[text]


def _length(unit: str) -> int | None:
    return next((length for pattern, length in _UNITS if pattern.fullmatch(unit)), None)
