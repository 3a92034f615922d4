"""Moments: whatever form they are given in, one meaning; and back to text for programs and people."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.language.time import Moment, day, iso, moment

NOON = 1_714_564_800_000  # 2024-05-01T12:00Z
zones = st.one_of(st.none(), st.integers(-1080, 1080))
times = st.integers(-60_000_000_000_000, 250_000_000_000_000)  # the years 68 to 9892


@pytest.mark.parametrize(
    ("given", "zone"),
    [
        ("2024-05-01T12:00:00Z", None),
        ("2024-05-01t12:00:00z", None),
        ("2024-05-01T12:00:00-00:00", None),
        ("20240501T120000Z", None),
        ("  2024-05-01 12:00 ", None),
        ("2024-05-01T12:00:00+00:00", 0),
        ("2024-05-01T14:00:00+02:00", 120),
        ("2024-05-01T17:30:00+0530", 330),
        ("2024-05-01T01:00:00-11", -660),
        ("2024-W18-3T12:00", None),
        (datetime(2024, 5, 1, 12), None),
        (datetime(2024, 5, 1, 12, tzinfo=UTC), 0),
        (datetime(2024, 5, 1, 5, tzinfo=timezone(timedelta(hours=-7))), -420),
    ],
)
def test_the_same_moment_in_many_forms(given: str | datetime, zone: int | None) -> None:
    assert moment(given) == Moment(NOON, zone)


@pytest.mark.parametrize("given", ["2024-05-01", "20240501", date(2024, 5, 1), datetime(2024, 5, 1)])
def test_a_bare_date_is_midnight_utc(given: str | date) -> None:
    assert moment(given) == Moment(NOON - 12 * 3_600_000, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "yesterday",
        "12:00",
        "2024",
        "2024-13-01",
        "2024-02-30",
        "1714557600",
        "1/5/2024",
        "Z",
        "2024-05-01T12Z+1",
    ],
)
def test_a_text_that_is_no_time_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused, match="not a time") as refused:
        moment(text)
    assert refused.value.code == "bad_time" and "2026-03-01" in refused.value.hint


def test_milliseconds_are_kept_and_what_is_finer_is_dropped() -> None:
    assert moment("2024-05-01T12:00:00.1239Z").ms == NOON + 123
    assert moment(datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)).ms == -1, "downwards, also before 1970"


@pytest.mark.parametrize(
    ("ms", "zone", "text"),
    [
        (NOON, None, "2024-05-01T12:00:00+00:00"),
        (NOON, 0, "2024-05-01T12:00:00+00:00"),
        (NOON, 330, "2024-05-01T17:30:00+05:30"),
        (NOON + 5, -600, "2024-05-01T02:00:00.005-10:00"),
        (-1, None, "1969-12-31T23:59:59.999+00:00"),
    ],
)
def test_a_moment_as_text(ms: int, zone: int | None, text: str) -> None:
    assert iso(ms, zone) == text


def test_the_day_for_people_is_the_speakers_own() -> None:
    after_midnight = moment("2024-06-01T00:20:00+05:30")
    assert day(*after_midnight) == "1 Jun 2024, 00:20"
    assert day(after_midnight.ms) == "31 May 2024, 18:50", "in UTC it was the day before"


@given(times, zones)
def test_text_and_back_is_the_same_moment(ms: int, zone: int | None) -> None:
    assert moment(iso(ms, zone)) == Moment(ms, zone or 0)


@given(st.datetimes(), zones)
def test_a_datetime_and_its_text_mean_the_same(when: datetime, zone: int | None) -> None:
    if zone is not None:
        when = when.replace(tzinfo=timezone(timedelta(minutes=zone)))
    assert moment(when) == moment(when.isoformat())
    assert moment(when).zone == zone


@given(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))])))
def test_moments_are_in_the_order_of_time(when: datetime) -> None:
    passed, found = when - datetime(1970, 1, 1, tzinfo=UTC), moment(when).ms
    assert timedelta(milliseconds=found) <= passed < timedelta(milliseconds=found + 1)


@given(st.text(max_size=40))
def test_any_text_is_a_time_or_refused(text: str) -> None:
    try:
        found = moment(text)
    except Refused as refused:
        assert refused.code == "bad_time"
    else:
        assert isinstance(found.ms, int)


def test_the_ends_of_the_calendar_are_shown_in_utc_where_the_zone_has_no_such_day() -> None:
    first, last = -62_135_596_800_000, 253_402_300_799_999
    assert iso(first, -60) == "0001-01-01T00:00:00+00:00"
    assert iso(last, 60) == "9999-12-31T23:59:59.999+00:00"
    assert day(first, -60) == "1 Jan 1, 00:00"
