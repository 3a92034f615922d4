"""What a question asks for: a time, a number, a name; whose words; which day. And what a message has to offer.

All of it is cheap and shallow on purpose: these are hints that move a ranking a little, never filters. Pure.
"""

from __future__ import annotations

import math
import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from awhm.language.periods import period
from awhm.language.regex import regex
from awhm.language.tokens import CJK
from awhm.language.windows import Span

READ = 20_000  # characters of a message that are looked at
_CJK = regex(f"[{CJK}]")
_DAY = 86_400_000  # ms
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_MONTH_WORDS = (
    "january jan enero января январе январь januar janvier",
    "february feb febrero февраля феврале февраль februar février",
    "march mar marzo марта марте март märz mars",
    "april apr abril апреля апреле апрель avril",
    "may mayo мая мае май mai",
    "june jun junio июня июне июнь juni juin",
    "july jul julio июля июле июль juli juillet",
    "august aug agosto августа августе август août",
    "september sept sep septiembre setiembre сентября сентябре сентябрь septembre",
    "october oct octubre октября октябре октябрь oktober octobre",
    "november nov noviembre ноября ноябре ноябрь novembre",
    "december dec diciembre декабря декабре декабрь dezember décembre",
)
_MONTHS = {word: number for number, words in enumerate(_MONTH_WORDS, 1) for word in words.split()}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_UNITS = (
    "days? weeks? weekends? months? years? hours? mornings? evenings? nights? días? semanas? mes(?:es)? años? "
    "дн(?:я|ей) день недел\\w+ месяц\\w* год\\w* лет tage?n? wochen?e?n? monate?n? jahre?n? jours? semaines? mois ans?"
)
_UNIT = "|".join(_UNITS.split())
_WEEKDAY = (
    "monday tuesday wednesday thursday friday saturday sunday lunes martes miércoles jueves viernes sábado domingo "
    "понедельник\\w* вторник\\w* сред[ауы] четверг\\w* пятниц\\w+ суббот\\w+ воскресень\\w+ "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche"
)
_WEEKDAYS = "|".join(_WEEKDAY.split())

_WHEN = regex(
    r"\bwhen\b|\b(?:what|which) (?:date|day|month|year|time|week)\b|\bhow long ago\b|\bsince when\b"
    r"|\bcu[aá]ndo\b|\bqu[eé] (?:d[ií]a|fecha|mes|año|hora)\b|\bкогда\b"
    r"|\bкак(?:ого|ой|им) (?:числа|день|год\w*|дат\w+)\b|\bwann\b|\bquand\b"
)
_NUMBER = regex(
    r"\bhow (?:many|much|often|long|old|far|tall|big|fast)\b|\bcu[aá]nt[oa]s?\b|\bсколько\b"
    r"|\bкак (?:часто|долго|давно)\b|\bwie ?(?:viele?|oft|lange|alt)\b|\bcombien\b"
    r"|\bwhat (?:percentage|price|number|port|size|version)\b"
)
_OPEN = regex(r"\b(?:what|which|why|how|qu[eé]|c[oó]mo|por qu[eé]|pourquoi|comment|warum|почему)\b")
_NAME = regex(
    r"\bwho(?:m|se)?\b|\bwhere\b|\b(?:what|which) (?:city|country|place|state|town|company|school|person)\b"
    r"|\bqui[eé]n(?:es)?\b|\bd[oó]nde\b|\bкто\b|\bкого\b|\bкому\b|\bгде\b|\bкуда\b|\bоткуда\b|\bwer\b|\bwo\b|\bqui\b|\boù\b"
)
_MINE = regex(
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself|we|our|(?<!\bthe )us|yo|m[ií]|mis|я|мне|меня|мой|моя|моё|мои|моей"
    r"|моего|мою|мы|нас|наш\w*|ich|mein\w*|mir|mich|je|mon|ma|moi|j'ai)\b"
)
_YOURS = regex(
    r"\b(?:you|your|you've|you'd|t[uú]|te|usted|ты|вы|вам|тебя|твой|ваш\w*|dir|vous|tu)\b"
    r"|\b(?:previous|last|earlier) (?:conversation|chat|discussion)\b"
)
# What is another word in French: "mes" is a month in Spanish, "du" is "you" in German.
_FRENCH = regex(
    r"\b(?:les?|la|des|est|sont|ai|as|où|qui|que|quels?|quelles?|quand|combien|je|à|et|dans|pour|une?|au|aux)\b|\b[cdjlnst]'"
)
_MES, _DU = regex(r"(?<!\bqué )(?<!\bque )(?<!\bel )(?<!\bdel )(?<!\bun )\bmes\b"), regex(r"\bdu\b")
_NUMBER_WORDS = """
one two three four five six seven eight nine ten eleven twelve once twice couple dozen few several
dos tres cuatro cinco seis siete ocho nueve diez два две три четыре пять шесть семь восемь девять десять
zwei drei vier fünf deux trois quatre cinq
"""
_NUMBERS = frozenset(_NUMBER_WORDS.split())
_TIME_WORDS = """
yesterday today tonight tomorrow last next ago recently since spring summer fall autumn winter day days week weeks
weekend weekends month months year years hour hours morning mornings evening evenings night nights
monday tuesday wednesday thursday friday saturday sunday
ayer hoy mañana hace desde día días semana semanas mes meses año años
lunes martes miércoles jueves viernes sábado domingo
вчера сегодня завтра назад недавно день дня дней неделя неделю недели недель месяц месяца месяцев год года лет
понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье
gestern heute morgen tag tage woche wochen monat monate jahr jahre montag dienstag mittwoch donnerstag freitag samstag
sonntag hier demain jours semaine semaines mois ans lundi mardi mercredi jeudi vendredi samedi dimanche
"""
# Months that are other words as often: "may I", "we march on", the planet, the sea, the sauce.
_LOOK_ALIKES = frozenset(("may", "march", "mar", "mars", "mayo"))
_TIMES = (frozenset(_MONTHS) | frozenset(_TIME_WORDS.split())) - _LOOK_ALIKES
_WORDS = regex(r"\w+")
_YEARS = regex(r"\b(?:19|20)\d\d\b")
_DIGIT = regex(r"\d")
_CLOCK = regex(r"\b\d{1,2}(?::\d\d\b|\s?[ap]\.?m\b)")
_CAPITAL = "".join(char for char in map(chr, range(0x530)) if char.isupper())
_HAS_NAME = regex(rf"(?<=[\w,;:] )[{_CAPITAL}][^\W\d_]+")  # a capital letter inside a sentence
# What tells of a month that it is one, where there is neither day nor year.
_LEADS = (
    "in of last next since until till by during early late mid before after from en desde hasta im seit bis "
    "depuis avant après fin début в с до после"
)
_LEAD = "|".join(_LEADS.split())
_ORDINAL = r"(?:st|nd|rd|th|er|\.?[ºª]|°|-?(?:ого|го|ое|е)|\.)"
_ABSOLUTE = regex(
    rf"(?:\b(?P<before>\d{{1,2}}){_ORDINAL}?\s+(?:of\s+|de\s+)?|\b(?P<lead>{_LEAD}|de)\s+)?\b(?P<month>{_MONTH})\b\.?"
    rf"(?:\s+(?P<after>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*(?::|[ap]\.?m\b)))?"
    r"(?:,?\s*(?:of\s+|de\s+|del\s+)?(?P<year>(?:19|20)\d\d)(?!\d))?"
)
_ISO = regex(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_PERHAPS = regex(
    rf"(?:\d{_ORDINAL}?|\b(?:{_LEAD}))\s+(?:of\s+|de\s+)?(?:may|march|mayo)\b|\d{_ORDINAL}?\s+(?:de\s+)?mars?\b"
    r"|\ben mars\b|\b(?:may|march|mars?|mayo)\b\.?,?\s+(?:de\s+)?\d"
)
_RELATIVE = regex(
    rf"\b(?:(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|couple of)\s+(?:{_UNIT})\s+ago|yesterday|today"
    rf"|(?:last|this|past)\s+(?:week|weekend|month|year|night|{_WEEKDAYS})|ayer|hace\s+\S{{1,20}}\s+(?:{_UNIT})"
    rf"|(?:la\s+semana|el\s+mes|el\s+año)\s+pasad[oa]|вчера|(?:на\s+)?прошл\w+\s+(?:{_UNIT})"
    # No longer words: from every mark in a long text without spaces the search would run to its end.
    rf"|(?:(?<!\S)\S{{1,20}}\s+)?(?:{_UNIT})\s+назад)\b"
)
# What nobody else reads, said in other words.
_ELSE = (
    (regex(r"^an?\s"), "1 "),
    (regex(r"^couple of\s"), "2 "),
    (regex(r"^(?:last|past) night$"), "yesterday"),
    (regex(r"\b(?:mornings?|evenings?|nights?)\s+ago$"), "days ago"),
)
_WEEKEND = regex(r"weekends?\b")


# What `offered` gives of a message, as bits.
TIME, NUMBER, NAME, ASKS_SOMEWHERE, ASKS_AT_LAST = 1, 2, 4, 8, 16
# The same for a text in ASCII, by bytes: words in small letters with a space for every mark between them.
_TOLD = frozenset(word.encode() for word in _TIMES | _LOOK_ALIKES | _NUMBERS if word.isascii())
_TIMES_TOLD = frozenset(word.encode() for word in _TIMES if word.isascii())
_NUMBERS_TOLD = frozenset(word.encode() for word in _NUMBERS if word.isascii())
_ALIKE_TOLD = frozenset(word.encode() for word in _LOOK_ALIKES)
_SPACED = bytes(ord(char.lower()) if char.isalnum() or char == "_" else 32 for char in map(chr, range(128))).ljust(256)
_NO_DIGITS = bytes(code for code in range(256) if not 48 <= code < 58)
_BLANK = bytes(  # a space for white space, else x
    32 if chr(code).isspace() else 120 for code in range(128)
).ljust(256)
# `_HAS_NAME`, `_YEARS` and `_CLOCK` for a text in ASCII as it stands, begun with what is quickly looked for.
_NAME_TOLD = regex(r" (?<=[\w,;:] )[A-Z][A-Za-z]", re.ASCII)
_DATE_TOLD = regex(r"[0-9](?<!\w[0-9])(?:[0-9]?(?::\d\d\b|\s*[ap]\.?m\b)|(?:(?<=1)9|(?<=2)0)\d\d\b)", re.IGNORECASE)


class Sought(StrEnum):
    """What would answer a question."""

    TIME = "time"
    NUMBER = "number"
    NAME = "name"
    ANYTHING = "anything"


_KINDS = ((Sought.TIME, _WHEN), (Sought.NUMBER, _NUMBER), (Sought.NAME, _NAME), (Sought.ANYTHING, _OPEN))


class Day(NamedTuple):
    """A date that a question names; what it leaves open is None. `month` from 1."""

    year: int | None
    month: int
    day: int | None


class Stretch(NamedTuple):
    """A stretch of time that a question names, [start, end) in ms since 1970 UTC."""

    start: int
    end: int


class Asking(NamedTuple):
    """A question as far as its form tells: what it seeks, whose words it is about, which days it names.

    `mine`: it speaks of the asker ("my", "we"); `yours`: of the one who is asked, or of an earlier talk.
    """

    sought: Sought
    mine: bool
    yours: bool
    days: tuple[Day | Stretch, ...]


def asking(question: str, now: int, zone: int | None = None) -> Asking:
    """What a question seeks. Relative days are seen from `now` (ms) in a zone (minutes)."""
    plain = _plain(question)
    found = [(match.start(), at, kind) for at, (kind, pattern) in enumerate(_KINDS) if (match := pattern.search(plain))]
    french = _FRENCH.search(plain) is not None
    return Asking(
        # The first of them is what it asks: "what did you say when we met" does not ask for a time.
        min(found, default=(0, 0, Sought.ANYTHING))[2],
        _MINE.search(plain) is not None or (french and _MES.search(plain) is not None),
        _YOURS.search(plain) is not None or (not french and _DU.search(plain) is not None),
        tuple(_days(plain, now, zone)),
    )


def answers(sought: Sought, text: str) -> bool:
    """Whether a text has the sort of thing that a question seeks; never for one that seeks nothing special.

    Only the first 20,000 characters are looked at.
    """
    text = text[:READ]
    if sought is Sought.NAME:
        return _HAS_NAME.search(text) is not None
    if sought is Sought.ANYTHING:
        return False
    plain = _plain(text)
    words = _WORDS.findall(plain)
    if sought is Sought.NUMBER:
        return _DIGIT.search(plain) is not None or not _NUMBERS.isdisjoint(words)
    if not _TIMES.isdisjoint(words) or _YEARS.search(plain) or _CLOCK.search(plain):
        return True
    return not _LOOK_ALIKES.isdisjoint(words) and _PERHAPS.search(plain) is not None


def asks(text: str) -> float:
    """How much a text asks rather than tells: 1 where it ends with a question, 0.5 where there is one in it, else 0."""
    if text.rstrip(" \n\t\"')\u201d\u2019\u00bb").endswith(("?", "？")):
        return 1.0
    return 0.5 if "?" in text or "？" in text else 0.0


def words_in(text: str) -> float:
    """About how many words a text has; two characters of Chinese, Japanese or Korean count as one."""
    text = text[:READ]
    return len(text.split()) if text.isascii() else len(text.split()) + len(_CJK.findall(text)) / 2


def offered(text: str) -> tuple[int, int]:
    """What a message has to offer as two small numbers, to be kept: twice its `words_in`, and bits.

    `TIME`, `NUMBER` and `NAME` say what `answers` says, `ASKS_SOMEWHERE` and `ASKS_AT_LAST` that `asks` is 0.5 or 1.
    Every message is read by this once, so text in ASCII has a way of its own, five times as fast.
    """
    asking = asks(text)
    bits = 0 if not asking else ASKS_AT_LAST if asking == 1 else ASKS_SOMEWHERE
    text = text[:READ]
    if not text.isascii():
        for bit, sought in ((TIME, Sought.TIME), (NUMBER, Sought.NUMBER), (NAME, Sought.NAME)):
            bits |= bit * answers(sought, text)
        return int(2 * words_in(text)), bits
    raw = text.encode()
    told = _TOLD.intersection(raw.translate(_SPACED).split())
    digits = raw.translate(None, _NO_DIGITS)
    if digits or not told.isdisjoint(_NUMBERS_TOLD):
        bits |= NUMBER
    if (
        not told.isdisjoint(_TIMES_TOLD)
        or (digits and _DATE_TOLD.search(text) is not None)
        or (not told.isdisjoint(_ALIKE_TOLD) and _PERHAPS.search(_plain(text)) is not None)
    ):
        bits |= TIME
    if _NAME_TOLD.search(text) is not None:
        bits |= NAME
    marks = raw.translate(_BLANK)
    return 2 * (marks.count(b" x") + marks.startswith(b"x")), bits


def closeness(days: tuple[Day | Stretch, ...], occurred: int, zone: int | None = None) -> float:
    """How near a message (ms, minutes) was said to the nearest of the named days, in [0, 1]; 0 where none is named.

    exp(-d / s), d being the days between them, those of the calendar where `zone` is for a day or a month; s is 7
    for a day, 20 for a month, and a stretch's length in days, at least 3, for a stretch.
    """
    if not days:
        return 0.0
    return max(_near(one, occurred, zone or 0) for one in days)


def closeness_of_all(days: Sequence[Day | Stretch], occurred: Sequence[int], zones: Sequence[int]) -> list[float]:
    """`closeness` of many messages; what depends on the day alone is worked out once for each day."""
    best = [0.0] * len(occurred)
    for named in days:
        if isinstance(named, Stretch):
            near = [_near(named, at, 0) for at in occurred]
        else:
            by_day: dict[int, float] = {}
            near = list[float]()
            for at, zone in zip(occurred, zones, strict=True):
                day = (at + 60_000 * zone) // _DAY
                if day not in by_day:
                    by_day[day] = _near(named, at, zone)
                near.append(by_day[day])
        best = list(map(max, best, near))
    return best


def _near(named: Day | Stretch, occurred: int, zone: int) -> float:
    if isinstance(named, Stretch):
        apart = max(named.start - occurred, occurred - named.end + 1, 0) / _DAY
        return math.exp(-apart / max((named.end - named.start) / _DAY, 3.0))
    try:
        said = _EPOCH + timedelta(milliseconds=occurred, minutes=zone)
    except OverflowError:
        return 0.0
    years = [named.year] if named.year is not None else [said.year - 1, said.year, said.year + 1]
    apart = min((_apart(said, year, named) for year in years), default=math.inf)
    return math.exp(-apart / (20.0 if named.day is None else 7.0))


def _apart(said: datetime, year: int, named: Day) -> float:
    """Days between a moment and a date, or a month, of one year; infinite for a day that is not in the calendar."""
    try:
        first = date(year, named.month, 1 if named.day is None else named.day)
        last = first if named.day is not None else first.replace(day=monthrange(year, named.month)[1])
    except ValueError:
        return math.inf
    return float(max((first - said.date()).days, (said.date() - last).days, 0))


def _plain(text: str) -> str:
    """Small letters, single spaces, plain apostrophes, accents as one character with their letter."""
    text = text if text.isascii() else unicodedata.normalize("NFC", text).replace("\u2019", "'")
    return " ".join(text.casefold().split())


def _days(plain: str, now: int, zone: int | None) -> Iterator[Day | Stretch]:
    for iso in _ISO.finditer(plain):
        if 1 <= int(iso["month"]) <= 12:
            yield Day(int(iso["year"]), int(iso["month"]), int(iso["day"]))
    for named in _ABSOLUTE.finditer(plain):
        day = named["before"] or named["after"]
        if day is not None or named["year"] is not None or _surely(named["month"], named["lead"]):
            year = named["year"]
            yield Day(int(year) if year else None, _MONTHS[named["month"]], int(day) if day else None)
    for relative in _RELATIVE.finditer(plain):
        span = _stretch(relative[0], now, zone)
        if span is not None:
            yield Stretch(span.start, span.end)


def _surely(month: str, lead: str | None) -> bool:
    """Whether a month without day and year is one: "may", "mar" and the like are other words as often."""
    if month == "mar":
        return False  # "en el mar", "agua de mar"
    if month == "mars":
        return lead in ("en", "de", "depuis", "avant", "après", "fin", "début")
    return lead is not None or (len(month) > 3 and month not in _LOOK_ALIKES)


def _stretch(words: str, now: int, zone: int | None) -> Span | None:
    """What a relative expression names; None for what is no time, or outside the calendar."""
    for pattern, other in _ELSE:
        words = pattern.sub(other, words)
    span = period(_WEEKEND.sub("weeks" if words.endswith("ago") else "week", words), now, zone)
    if span is None and words.endswith("назад"):
        return period(" ".join(words.split()[1:]), now, zone)  # the first word was none of it: "was there a week ago"
    if span is not None and _WEEKEND.search(words):
        if words.startswith("this"):
            return None  # the one to come, most often
        return Span(span.end - 2 * _DAY, span.end)  # of a week from Monday on
    return span
