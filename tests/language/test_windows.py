"""Time expressions against the message's own time and zone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from awhm.language.windows import Window, resolve, window


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


WEDNESDAY = ms("2024-05-15T12:00:00")


@pytest.mark.parametrize(
    ("expression", "first", "last"),
    [
        ("yesterday", "2024-05-14", "2024-05-15"),
        ("Tomorrow", "2024-05-16", "2024-05-17"),
        ("last Friday", "2024-05-10", "2024-05-11"),
        ("Sunday", "2024-05-12", "2024-05-13"),
        ("next Monday", "2024-05-20", "2024-05-21"),
        ("next month", "2024-06-01", "2024-07-01"),
        ("last year", "2023-01-01", "2024-01-01"),
        ("the 5th of June 2023", "2023-06-05", "2023-06-06"),
        ("March", "2024-03-01", "2024-04-01"),
        ("March 2022", "2022-03-01", "2022-04-01"),
        ("2019", "2019-01-01", "2020-01-01"),
        ("two weeks ago", "2024-04-29", "2024-05-06"),
        ("2024-07-01", "2024-07-01", "2024-07-02"),
        ("19/6/2023", "2023-06-19", "2023-06-20"),
        ("end of June 2023", "2023-06-21", "2023-07-01"),
        ("ayer", "2024-05-14", "2024-05-15"),
        ("el lunes pasado", "2024-05-13", "2024-05-14"),
        ("el mes que viene", "2024-06-01", "2024-07-01"),
        ("el próximo año", "2025-01-01", "2026-01-01"),
        ("hace dos semanas", "2024-04-29", "2024-05-06"),
        ("el 5 de marzo de 2024", "2024-03-05", "2024-03-06"),
        ("вчера", "2024-05-14", "2024-05-15"),
        ("в прошлом году", "2023-01-01", "2024-01-01"),
        ("со следующего месяца", "2024-06-01", "2024-07-01"),
        ("5 марта 2024", "2024-03-05", "2024-03-06"),
        ("2019 года", "2019-01-01", "2020-01-01"),
    ],
)
def test_an_expression_names_a_stretch_of_the_calendar(expression: str, first: str, last: str) -> None:
    assert resolve(expression, WEDNESDAY, None) == (ms(first), ms(last))


def test_yesterday_is_the_speakers_own_day() -> None:
    just_after_midnight_in_delhi = ms("2024-05-31T18:50:00")
    assert resolve("yesterday", just_after_midnight_in_delhi, 330) == (ms("2024-05-30T18:30"), ms("2024-05-31T18:30"))


def test_a_weekday_across_the_turn_of_the_year_is_the_latest_one() -> None:
    assert resolve("Sunday", ms("2027-01-01T12:00:00"), None) == (ms("2026-12-27"), ms("2026-12-28"))


@pytest.mark.parametrize("expression", ["", "a", "to", "17", "the bar", "брат", "whenever"])
def test_what_is_no_time_resolves_to_nothing(expression: str) -> None:
    assert resolve(expression, WEDNESDAY, None) is None


def test_from_opens_and_until_closes_after_all_of_the_month_it_names() -> None:
    text = "on nights from February 2022 until April 2022"
    when = (("from", text.index("February"), text.index(" until")), ("until", text.index("April"), len(text)))
    assert window(text, when, WEDNESDAY, None) == Window(ms("2022-02-01"), ms("2022-05-01"))  # type: ignore[arg-type]


def test_a_window_that_would_end_before_it_begins_is_left_open() -> None:
    text = "from 2024 until 2023"
    assert window(text, (("from", 5, 9), ("until", 16, 20)), WEDNESDAY, None) == Window(ms("2024-01-01"), None)


@pytest.mark.parametrize(
    ("text", "expression", "kind", "start"),
    [
        ("I'm moving to Bergen on 1 July.", "1 July", "at", "2024-07-01"),
        ("I moved to Bergen on 1 July.", "1 July", "at", "2023-07-01"),
        ("From 1 June the endpoint is v2.", "1 June", "from", "2024-06-01"),
        ("Since 1 June the endpoint is v2.", "1 June", "from", "2023-06-01"),
        ("From 1 March the endpoint is v2.", "1 March", "from", "2024-03-01"),
        ("From Monday the port is 9000.", "Monday", "from", "2024-05-20"),
        ("The office moved. From 1 June we are in Rua Nova.", "1 June", "from", "2024-06-01"),
        ("Voy a mudarme a Lugo el 1 de julio.", "1 de julio", "at", "2024-07-01"),
        ("Я переезжаю в Казань 1 июля.", "1 июля", "at", "2024-07-01"),
        ("19/6/2020 watered plants\n27/6/2020 repotted fern\n3/7/2020 bought soil", "3/7/2020", "at", "2020-07-03"),
    ],
)
def test_of_two_dates_of_one_name_the_sentence_tells_which(text: str, expression: str, kind: str, start: str) -> None:
    low = text.index(expression)
    when = ((kind, low, low + len(expression)),)
    assert window(text, when, WEDNESDAY, None).start == ms(start)  # type: ignore[arg-type]
