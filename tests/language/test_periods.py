"""Periods as people name them: "last 3 days", "la semana pasada", "с марта"; what names no time is None."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from awhm.language.periods import period
from awhm.language.windows import Span

NOW = 1_700_000_000_000  # Tuesday, 2023-11-14T22:13:20Z
DAY = 24 * 3_600_000
ALWAYS = -(1 << 62)


def at(text: str, minutes: int = 0) -> int:
    """Midnight of a date in a zone, in ms since 1970 UTC."""
    found = datetime.fromisoformat(text).replace(tzinfo=UTC) - timedelta(minutes=minutes)
    return int(found.timestamp() * 1000)


def dates(start: str, end: str) -> Span:
    return Span(at(start), at(end))


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("last 3 days", 3 * DAY),
        ("  In the LAST  three days. ", 3 * DAY),
        ("during the past two weeks", 14 * DAY),
        ("the previous 5 minutes", 5 * 60_000),
        ("past couple of days", 2 * DAY),
        ("last 48 hours", 2 * DAY),
        ("last twelve months", 360 * DAY),
        ("last fortnight", 14 * DAY),
        ("the last hour", DAY // 24),
        ("within the past week", 7 * DAY),
        ("los últimos 3 días", 3 * DAY),
        ("en las ultimas dos semanas", 14 * DAY),
        ("últimas 24 horas", DAY),
        ("los pasados once meses", 330 * DAY),
        ("la última semana", 7 * DAY),
        ("en la última hora", DAY // 24),
        ("последние 3 дня", 3 * DAY),
        ("за последние двенадцать часов", DAY // 2),
        ("за последнюю неделю", 7 * DAY),
        ("последний месяц", 30 * DAY),
        ("за последние два года", 730 * DAY),
    ],
)
def test_a_length_of_time_ends_now(text: str, length: int) -> None:
    assert period(text, NOW) == Span(NOW - length, NOW + 1), "what is said this very moment is in it"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yesterday", dates("2023-11-13", "2023-11-14")),
        ("ayer", dates("2023-11-13", "2023-11-14")),
        ("вчера", dates("2023-11-13", "2023-11-14")),
        ("today", dates("2023-11-14", "2023-11-15")),
        ("hoy", dates("2023-11-14", "2023-11-15")),
        ("сегодня", dates("2023-11-14", "2023-11-15")),
        ("3 days ago", dates("2023-11-11", "2023-11-12")),
        ("hace 3 días", dates("2023-11-11", "2023-11-12")),
        ("три дня назад", dates("2023-11-11", "2023-11-12")),
        ("last week", dates("2023-11-06", "2023-11-13")),
        ("la semana pasada", dates("2023-11-06", "2023-11-13")),
        ("на прошлой неделе", dates("2023-11-06", "2023-11-13")),
        ("last month", dates("2023-10-01", "2023-11-01")),
        ("el mes pasado", dates("2023-10-01", "2023-11-01")),
        ("в прошлом месяце", dates("2023-10-01", "2023-11-01")),
        ("el año pasado", dates("2022-01-01", "2023-01-01")),
        ("May 2024", dates("2024-05-01", "2024-06-01")),
        ("mayo de 2024", dates("2024-05-01", "2024-06-01")),
        ("май 2024", dates("2024-05-01", "2024-06-01")),
        ("in 2022", dates("2022-01-01", "2023-01-01")),
        ("2024-02-29", dates("2024-02-29", "2024-03-01")),
        ("last Monday", dates("2023-11-13", "2023-11-14")),
    ],
)
def test_a_name_of_the_calendar_is_all_of_it(text: str, expected: Span) -> None:
    assert period(text, NOW) == expected


@pytest.mark.parametrize(
    ("texts", "first"),
    [
        (("this week", "esta semana", "на этой неделе", "эту неделю"), "2023-11-13"),
        (("this month", "este mes", "в этом месяце"), "2023-11-01"),
        (("this year", "este año", "в этом году"), "2023-01-01"),
    ],
)
def test_this_week_month_or_year_has_begun_and_ends_now(texts: tuple[str, ...], first: str) -> None:
    assert {period(text, NOW) for text in texts} == {Span(at(first), NOW + 1)}


def test_the_first_moment_of_a_week_is_in_this_week() -> None:
    monday = at("2023-11-13")
    assert period("this week", monday) == Span(monday, monday + 1)
    assert period("this year", at("2024-01-01")) == Span(at("2024-01-01"), at("2024-01-01") + 1)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("since March", "from march", "desde marzo", "с марта"), Span(at("2023-03-01"), NOW + 1)),
        (("after March", "después de marzo", "после марта"), Span(at("2023-04-01"), NOW + 1)),
        (("until March", "before March", "hasta marzo", "antes de marzo", "до марта"), Span(ALWAYS, at("2023-03-01"))),
        (("since yesterday", "desde ayer", "со вчера"), Span(at("2023-11-13"), NOW + 1)),
        (("after 2022", "después de 2022"), Span(at("2023-01-01"), NOW + 1)),
        (("since 1 May", "desde el 1 de mayo"), Span(at("2023-05-01"), NOW + 1)),
    ],
)
def test_a_bound_leaves_the_other_side_open(texts: tuple[str, ...], expected: Span) -> None:
    assert {period(text, NOW) for text in texts} == {expected}


def test_a_day_is_that_of_the_one_who_asks() -> None:
    zone = 10 * 60  # there it is already the 15th
    assert period("yesterday", NOW, zone) == Span(at("2023-11-14", zone), at("2023-11-15", zone))
    assert period("this month", NOW, zone) == Span(at("2023-11-01", zone), NOW + 1)
    assert period("last 3 days", NOW, zone) == Span(NOW - 3 * DAY, NOW + 1), "a length has no zone"


@pytest.mark.parametrize(
    "text",
    [
        "", "  ", "?!", "banana", "the", "asap", "plátano", "банан", "last", "the last", "last x days",
        "last banana", "last three bananas", "this banana", "since", "since banana", "until the cows come home", "до",
        "desde que tal", "с утра до вечера и снова", "12345", "3", "99999 days of summer", "x" * 5000, "до " * 2000,
        "last 3 days of my life in Oslo", "hace plátano",
    ],
)  # fmt: skip
def test_nonsense_is_no_time(text: str) -> None:
    assert period(text, NOW) is None


@pytest.mark.parametrize("text", ["hace 5000 años", "hace 9999 meses", "since 5000 years ago", "desde hace 9999 años"])
def test_a_time_before_all_calendars_is_none_and_no_error(text: str) -> None:
    found = period(text, NOW)
    assert found is None or found.start < NOW, "some reach back further than a date can"


WORDS = re.findall(
    r"\S+",
    "last the 3 three days week month año semana hace hasta с до после последние дня 9999 since until after before "
    "this эта на ago yesterday вчера next year 1 may 2024 31 02 / . в за una la",
)


@given(
    st.one_of(st.text(max_size=20), st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)),
    st.sampled_from([NOW, 0, -62_135_596_800_000, 253_402_300_799_999]),
    st.sampled_from([None, -1080, 0, 1080]),
)
@example("yesterday", -62_135_596_800_000, -1080)
@example("this year", -62_135_596_800_000, 0)
@example("next year", 253_402_300_799_999, 1080)
def test_whatever_is_asked_it_is_a_stretch_or_none(text: str, now: int, zone: int | None) -> None:
    found = period(text, now, zone)
    assert found is None or (isinstance(found.start, int) and isinstance(found.end, int))
