"""When a statement holds: time expressions resolved against the message's own time and zone.

dateparser reads the expression; what is here says how much of the calendar it means, in whose day, and on
which side of the message it lies. Pure: the clock and the zone come with the message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import NamedTuple

from awhm.language.regex import regex
from awhm.language.statement import When, WhenKind

EPOCH = datetime(1970, 1, 1)
_MS = timedelta(milliseconds=1)
_CYRILLIC = regex("[а-яё]", re.IGNORECASE)
_SPANISH = regex(
    r"\b(?:de|el|la|los|las|del|hace|ayer|hoy|mañana|manana|enero|febrero|marzo|abril|mayo|junio|julio|agosto|"
    r"septiembre|setiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|"
    r"sabado|domingo|semana|mes|año|próximo|próxima|pasado|pasada|que viene)\b",
    re.IGNORECASE,
)
_ORDINAL = regex(r"\b(\d{1,2})(?:st|nd|rd|th|º|ª|°|-?(?:го|е|ого))\b", re.IGNORECASE)
_EDGE = regex(
    r"\b(?P<edge>beginning|start|early|mid|middle|end|late|principios|comienzos|mediados|finales|fines|fin|"
    r"начал[оаеу]|середин[аеыу]|конц[аеу]|конец)\b\s*(?:of|in|de|del)?\s*",
    re.IGNORECASE,
)
_NOISE = regex(
    r"^(?:on|in|at|by|the|this|el|la|los|las|en|este|esta|de|del|al?|в|во|на|к|ко|с|со|до|по|этот|эту|этого)\s+",
    re.IGNORECASE,
)
_AGO = regex(r"^hace\s+(?P<count>\S+)\s+(?P<unit>\w+)$")
_LATER = regex(r"^(?:dentro de|en)\s+(?P<count>\S+)\s+(?P<unit>\w+)$")
_LAST = regex(r"\b(?:last|previous|past|pasad[oa]|anterior|прошл\w+|минувш\w+)\b")
_NEXT = regex(r"\b(?:next|coming|upcoming|próxim[oa]|proxim[oa]|siguiente|que viene|следующ\w+|будущ\w+)\b")
_UNITS = (
    ("day", regex(r"days?|d[ií]as?|день|дня|дней")),
    ("week", regex(r"weeks?|semanas?|недел[яюеиь]|неделей")),
    ("month", regex(r"months?|mes|meses|месяц\w*")),
    ("year", regex(r"years?|años?|anos?|год[ау]?|лет")),
)
_COUNTS = {
    word: number
    for number, words in enumerate(
        ("un una uno один одну одного", "dos две два двух", "tres три трёх трех", "cuatro четыре", "cinco пять",
         "seis шесть", "siete семь", "ocho восемь", "nueve девять", "diez десять"), 1
    )
    for word in words.split()
}  # fmt: skip
_YEAR = regex(r"^(?:год[ау]?\s+)?((?:19|20)\d\d)(?:\s*(?:год[ау]?|г\.?))?$", re.IGNORECASE)
_NUMBERS = regex(r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?")


_WEEK = 7 * 24 * 3600 * 1000
_AROUND = 1000  # characters of a sentence before and behind a date that are looked at
_SENTENCE = regex(r"[.!?;\n]\s+|\n")
_SINCE = regex(r"\bsince\s+(?:the\s+)?$", re.IGNORECASE)
# What was, by the verb or its helper; what is to come. A sentence with neither leaves it open.
_WAS = regex(
    r"\b(?:was|were|did|had|went|got|came|began|became|left|bought|sold|met|broke|lost|won|took|gave|made|said|"
    r"have been|has been|[a-z]{2,}ed|fui|fue|fuimos|era|estuve|empecé|compré|dejé|cambié|[a-zñ]{2,}(?:[éó]|aron|ieron)|"
    r"[а-яё]{2,}(?:л|ла|ли|лся|лась|лись))\b",
    re.IGNORECASE,
)
_WILL = regex(
    r"\b(?:will|won't|going to|gonna|plan|planning|intend|(?:i'm|am|is|are|we're|she's|he's|they're)\s+[a-z]+ing|"
    r"voy a|va a|vamos a|van a|[a-zñ]{2,}(?:aré|eré|iré|ará|erá|irá|aremos|eremos|iremos)|"
    r"буду|будет|будем|будут|пере(?:еду|езжаю|йду|хожу|едем|ходим)|[а-яё]{2,}(?:ую|яю|аю|ем|им))\b|['’]ll\b",
    re.IGNORECASE,
)


# What may stand beside a date in a value that is a date: hours, and the words that join them.
_CLOCK = regex(
    r"\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?|h|uhr|часов|часа|ч)?\b|"
    r"\b(?:at|on|in|the|of|from|to|by|and|noon|midnight|a|las?|el|los|de|del|en|y|por|"
    r"morning|afternoon|evening|mañana|tarde|noche|в|на|с|и|утра|утром|вечера|вечером|дня)\b",
    re.IGNORECASE,
)
_ANY_WORD = regex(r"[^\W\d_]")


class Span(NamedTuple):
    """A stretch of time, half open, in ms since 1970 UTC."""

    start: int
    end: int


class Window(NamedTuple):
    """When something holds: from `start` (None: since before anyone said) up to, not including, `end`."""

    start: int | None
    end: int | None


def window(text: str, when: Sequence[When], occurred: int, zone: int | None) -> Window:
    """The bounds that a statement's time expressions give it, each None where it gives none.

    "from" opens the window at the start of what it names, "until" closes it at its end. "at" dates the
    statement: a time to come opens the window there ("I move on 1 July"), one gone by is when it began.
    An expression that nobody can read bounds nothing.
    """
    start: int | None = None
    end: int | None = None
    for kind, low, high in when:
        span = _meant(text, kind, low, high, occurred, zone)
        if span is None:
            continue
        if kind == "until":
            end = span.end
        elif start is None or kind == "from":
            start = span.start
    if start is not None and end is not None and end <= start:
        return Window(start, None)
    return Window(start, end)


def bounding(text: str, when: Sequence[When], value: str, start: int) -> Sequence[When]:
    """Of a statement's time expressions those that bound it: not those of which its value is made.

    "The dentist is on Thursday 12 March at 9:40" holds from when it was said; its date is what it says.
    `start` is where the statement begins in the text.
    """
    low = text.find(value, start)
    if low < 0 or not when:
        return when
    high = low + len(value)
    inside = [one for one in when if low <= one[1] and one[2] <= high]
    rest = value
    for _, first, last in sorted(inside, key=lambda one: -one[1]):
        rest = rest[: first - low] + " " + rest[last - low :]
    if not inside or _ANY_WORD.search(_CLOCK.sub(" ", rest)):
        return when
    return [one for one in when if one not in inside]


def _meant(text: str, kind: WhenKind, low: int, high: int, occurred: int, zone: int | None) -> Span | None:
    """The stretch that an expression of a message means: of the latest and the coming "1 March" the one it speaks of.

    "until" looks ahead, "since" back; otherwise the tense of the sentence tells, and where that does not, the
    nearer one is meant. Dates in figures are read alike within a message: one "19/6" makes "3/7" a day in July.
    """
    expression, day_first = text[low:high], day_first_of(text)
    back = resolve(expression, occurred, zone, day_first=day_first)
    ahead = resolve(expression, occurred, zone, ahead=True, day_first=day_first)
    if back is None or ahead is None or back == ahead:
        return back or ahead
    if kind == "until":
        return ahead
    # Not all of a long text before and behind, which would be read once for each of its dates.
    before, behind = text[max(0, low - _AROUND) : low], text[high : high + _AROUND]
    sentence = _SENTENCE.split(before)[-1] + " " + _SENTENCE.split(behind)[0]
    if (kind == "from" and _SINCE.search(before)) or _WAS.search(sentence):
        return back
    if _WILL.search(sentence):
        return ahead
    if kind == "from" and ahead.start - occurred < _WEEK:
        return ahead
    return ahead if ahead.start - occurred <= occurred - back.start else back


def resolve(
    expression: str, occurred: int, zone: int | None, *, ahead: bool = False, day_first: bool = False
) -> Span | None:
    """The stretch that an expression names, seen from a moment (ms) in a zone (minutes, None: UTC).

    "yesterday" is the speaker's own calendar day; "March" the latest one, or with `ahead` the next;
    "two weeks ago" that day's week. `day_first` reads "3/7" as the third of July. None if it is no time.
    """
    minutes = zone or 0
    local = EPOCH + timedelta(milliseconds=occurred) + timedelta(minutes=minutes)
    there = timezone(timedelta(minutes=minutes))
    try:
        found = _local(" ".join(expression.split()).strip(" ,.;:!?").lower(), local, ahead, day_first)
        if found is None:
            return None
        first, last = (moment.replace(tzinfo=there).astimezone(UTC).replace(tzinfo=None) for moment in found)
    except (OverflowError, ValueError):  # before the year 1 or after 9999: no time that can be held
        return None
    return Span((first - EPOCH) // _MS, (last - EPOCH) // _MS)


@lru_cache(maxsize=4096)
def _local(expression: str, local: datetime, ahead: bool, day_first: bool) -> tuple[datetime, datetime] | None:
    """First moment and first moment after, in the speaker's own clock."""
    edge = _EDGE.search(expression)
    if edge is not None:
        whole = _local((expression[: edge.start()] + expression[edge.end() :]).strip(), local, ahead, day_first)
        return _part(whole, edge["edge"]) if whole else None
    plain = _ORDINAL.sub(r"\1", expression)
    while (shorter := _NOISE.sub("", plain)) != plain:
        plain = shorter
    year = _YEAR.match(plain)
    if year is not None:
        first = datetime(int(year[1]), 1, 1)
        return first, datetime(int(year[1]) + 1, 1, 1)
    read = _read(plain, local, ahead, day_first)
    if read is None:
        return None
    moment, period = read
    return _whole(moment, period)


def _read(plain: str, local: datetime, ahead: bool, day_first: bool) -> tuple[datetime, str] | None:
    """A moment and the size of the calendar unit it names ("day", "week", "month", "year")."""
    for pattern, sign in ((_AGO, -1), (_LATER, 1)):
        if (counted := pattern.match(plain)) and (unit := _unit(counted["unit"])):
            count = _COUNTS.get(counted["count"]) or (int(counted["count"]) if counted["count"].isdecimal() else 0)
            if count:
                return _moved(local, unit, sign * count), unit
    for pattern, sign in ((_LAST, -1), (_NEXT, 1)):
        rest = " ".join(pattern.sub(" ", plain).split())
        if rest == plain:
            continue
        if unit := _unit(rest):
            return _moved(local, unit, sign), unit
        named = _parsed(rest, local, ahead=False, day_first=day_first)
        if named is None:
            return None
        moment, period = named
        return (moment if sign < 0 else _ahead(moment, period, local)), period
    return _parsed(plain, local, ahead=ahead, day_first=day_first)


def _unit(word: str) -> str | None:
    return next((unit for unit, pattern in _UNITS if pattern.fullmatch(word)), None)


def _parsed(plain: str, local: datetime, *, ahead: bool, day_first: bool) -> tuple[datetime, str] | None:
    """What dateparser makes of it, if it is more than a lone word or number that could be anything."""
    if not plain or plain.isdecimal() or len(plain) < 3:
        return None
    from dateparser.date import DateDataParser  # 70 ms, and most messages name no time

    language = "ru" if _CYRILLIC.search(plain) else "es" if _SPANISH.search(plain) else "en"
    settings = {
        "RELATIVE_BASE": local,
        "PREFER_DATES_FROM": "future" if ahead else "past",
        "DATE_ORDER": "MDY" if language == "en" and not (day_first or day_first_of(plain)) else "DMY",
        "PREFER_DAY_OF_MONTH": "first",
        "PREFER_MONTH_OF_YEAR": "first",
        "TIMEZONE": "UTC",
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    data = DateDataParser(languages=[language], settings=settings).get_date_data(plain)
    return (data.date_obj, data.period or "day") if data.date_obj is not None else None


@lru_cache(maxsize=4)  # asked for each date of a text in turn, and a text may have many
def day_first_of(text: str) -> bool:
    """Whether dates in figures can only be day first here: the first number of one is above 12."""
    return any(12 < int(re.split(r"\D", figures[0])[0]) <= 31 for figures in _NUMBERS.finditer(text))


def _ahead(moment: datetime, period: str, local: datetime) -> datetime:
    """The coming one of what comes round: the past weekday a week on, the past date a year on."""
    if moment > local:
        return moment
    return (
        moment + timedelta(days=7)
        if period == "day" and local - moment < timedelta(days=8)
        else _moved(moment, "year", 1)
    )


def _moved(moment: datetime, unit: str, count: int) -> datetime:
    if unit in ("day", "week"):
        return moment + timedelta(days=count * (7 if unit == "week" else 1))
    month = moment.year * 12 + moment.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(month, 12)
    last = (datetime(year + month // 11, (month + 1) % 12 + 1, 1) - timedelta(days=1)).day
    return moment.replace(year=year, month=month + 1, day=min(moment.day, last))


def _whole(moment: datetime, period: str) -> tuple[datetime, datetime]:
    """The calendar unit around a moment: its first moment, and that of the next one. Weeks begin on Monday."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if period == "week":
        first = day - timedelta(days=day.weekday())
        return first, first + timedelta(days=7)
    if period in ("month", "year"):
        first = day.replace(day=1) if period == "month" else day.replace(day=1, month=1)
        return first, _moved(first, period, 1)
    return day, day + timedelta(days=1)


def _part(whole: tuple[datetime, datetime], edge: str) -> tuple[datetime, datetime]:
    """The first, middle or last third of a stretch, in whole days."""
    first, last = whole
    third = max((last - first) // 3 // timedelta(days=1), 1) * timedelta(days=1)
    if edge.startswith(("beg", "sta", "ear", "pri", "com", "нач")):
        return first, min(first + third, last)
    if edge.startswith(("mid", "med", "сер")):
        return first + third, last - third
    return max(last - third, first), last
