"""Moments as callers give them and as people read them: ms since 1970 UTC, and the speaker's own offset."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import NamedTuple

from awhm.errors import Refused

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)
_UTC_ONLY = ("Z", "z", "-00:00", "-0000")
Given = datetime | date | str


class Moment(NamedTuple):
    """A point in time: ms since 1970 UTC, and the offset from UTC in minutes where it is known."""

    ms: int
    zone: int | None


def moment(given: Given) -> Moment:
    """What a datetime, a date or an ISO 8601 text means.

    Without an offset it is read as UTC, and the speaker's zone is unknown; the same for "Z" and "-00:00",
    which say what UTC was, not where the speaker is (RFC 9557, section 2.2). A bare date is 00:00 UTC.
    Raises Refused (`bad_time`) for text that is no ISO 8601 time.
    """
    zone: int | None = None
    if isinstance(given, str):
        text = given.strip()
        try:
            parsed = datetime.fromisoformat(text.upper())  # RFC 3339 allows a small "t" and "z"
        except ValueError:
            raise Refused(
                "bad_time", f"{text!r} is not a time", "Give ISO 8601, as in 2026-03-01 or 2026-03-01T09:30+01:00."
            ) from None
        given = parsed.replace(tzinfo=None) if text.endswith(_UTC_ONLY) else parsed
    if not isinstance(given, datetime):
        given = datetime.combine(given, time())
    offset = given.utcoffset()
    if offset is None:
        given = given.replace(tzinfo=UTC)
    else:
        zone = round(offset / timedelta(minutes=1))
    return Moment((given - _EPOCH) // _MS, zone)


def iso(ms: int, zone: int | None = None) -> str:
    """The moment as ISO 8601 with its offset (UTC where it is unknown), milliseconds only if there are any."""
    return _there(ms, zone).isoformat(timespec="milliseconds" if ms % 1000 else "seconds")


def day(ms: int, zone: int | None = None) -> str:
    """The speaker's own calendar day for people, as in "8 May 2023, 13:56"."""
    there = _there(ms, zone)
    return f"{there.day} {there:%b} {there.year}, {there:%H:%M}"


def _there(ms: int, zone: int | None) -> datetime:
    """In the speaker's zone; in UTC where that would be before the year 1 or after 9999."""
    utc = _EPOCH + timedelta(milliseconds=ms)
    try:
        return utc.astimezone(timezone(timedelta(minutes=zone or 0)))
    except OverflowError:
        return utc
