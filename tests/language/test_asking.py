"""What a question asks for, on which days, of whom; and what only looks like it."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.asking import Day, Sought, Stretch, asking, closeness, closeness_of_all

DAY = 86_400_000


def ms(year: int, month: int, day: int, hour: int = 12, minute: int = 0) -> int:
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


NOW = ms(2024, 6, 12, 15)  # a Wednesday


def days(question: str, now: int = NOW, zone: int | None = None) -> tuple[Day | Stretch, ...]:
    return asking(question, now, zone).days


def stretch(first: tuple[int, int, int], last: tuple[int, int, int]) -> Stretch:
    """From the first day to the last, that one included."""
    return Stretch(ms(*first, 0), ms(*last, 0) + DAY)


# What is sought ---------------------------------------------------------------------------------------------

TIMES = [
    "When did Caroline move?", "what day is the dentist", "In which year did we meet?", "At what time is the call?",
    "How long ago was that?", "Since when do you play?", "¿Cuándo se mudó Ana?", "¿Qué día es la fiesta?",
    "en que mes empezó", "Когда приезжает Аня?", "Какого числа свадьба?", "Wann kommt Oma?", "Quand pars-tu ?",
    "cua\u0301ndo llegó",
]  # fmt: skip
NUMBERS = [
    "How many cats does she have?", "how much was the car", "How long is the bridge?", "¿Cuántos años tiene?",
    "Сколько стоит билет?", "Как часто он бегает?", "Wie viele Kinder hat er?", "Wie oft warst du da?",
    "Combien de chats a-t-elle ?", "What port does the database use?", "What version do we run?",
]  # fmt: skip
NAMES = [
    "Who is the plumber?", "Whose keys are these?", "Where does he live?", "Which city is she from?",
    "¿Quién es Ana?", "¿Dónde vive?", "Кто звонил?", "Где ключи?", "Wer hat gewonnen?", "Wo wohnt er?",
    "Qui a gagné ?", "Où habite-t-elle ?",
]  # fmt: skip
OTHERS = [
    "What does she like?", "Why did he leave?", "Tell me about the garden", "", "?", "¿Qué le gusta?",
    "что он любит", "Is there a second car?", "the whenever list",
]  # fmt: skip
SEEKING = [
    *((question, Sought.TIME) for question in TIMES),
    *((question, Sought.NUMBER) for question in NUMBERS),
    *((question, Sought.NAME) for question in NAMES),
]


@pytest.mark.parametrize(("question", "sought"), SEEKING)
def test_a_question_says_what_sort_of_thing_it_seeks(question: str, sought: Sought) -> None:
    assert asking(question, NOW).sought is sought


@pytest.mark.parametrize("question", OTHERS)
def test_most_questions_seek_nothing_special(question: str) -> None:
    assert asking(question, NOW).sought is Sought.ANYTHING


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("What did you say when we met?", Sought.ANYTHING),
        ("Why was she sad when he left?", Sought.ANYTHING),
        ("Who was there when the roof fell in?", Sought.NAME),
        ("How many came when it rained?", Sought.NUMBER),
        ("When did she say where he lives?", Sought.TIME),
        ("¿Qué dijo cuando llegó?", Sought.ANYTHING),
    ],
)
def test_the_first_question_word_is_the_one_that_asks(question: str, sought: Sought) -> None:
    assert asking(question, NOW).sought is sought


# Of whom ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "What is my dentist called?", "where did I park", "What have we planned?", "I\u2019m going where?",
        "¿Dónde vive mi hermana?", "Как зовут мою сестру?", "Wo ist mein Auto?", "Où est ma voiture ?",
        "Comment s'appellent mes chats ?", "where did they meet us?",
    ],
)  # fmt: skip
def test_a_question_of_the_askers_own_is_theirs(question: str) -> None:
    assert asking(question, NOW).mine


@pytest.mark.parametrize(
    "question",
    [
        "What does Ann like?", "Who lives in the US?", "¿En qué mes viajó Ana?", "el mes pasado",
        "Where is Meissen?", "the iPhone and wine",
    ],
)  # fmt: skip
def test_what_only_looks_like_the_asker_is_not(question: str) -> None:
    assert not asking(question, NOW).mine


@pytest.mark.parametrize(
    "question",
    [
        "What did you recommend?", "your idea", "in our last conversation", "¿Qué me dijiste tú?", "что ты советовал",
        "Was hast du gesagt?", "Qu'as-tu dit ?", "qu'avez-vous dit",
    ],
)  # fmt: skip
def test_a_question_to_the_one_who_is_asked_is_theirs(question: str) -> None:
    assert asking(question, NOW).yours


@pytest.mark.parametrize("question", ["Quel est le nom du chat ?", "l'anniversaire du chien", "the youth club", "Who?"])
def test_what_only_looks_like_the_one_who_is_asked_is_not(question: str) -> None:
    assert not asking(question, NOW).yours


# Which days -------------------------------------------------------------------------------------------------

NAMED = [
    # English
    ("What happened on 7 May 2023?", Day(2023, 5, 7)), ("on May 7th, 2023", Day(2023, 5, 7)),
    ("the 22nd of June", Day(None, 6, 22)), ("in August 2022", Day(2022, 8, None)), ("in January", Day(None, 1, None)),
    ("on 2023-05-07", Day(2023, 5, 7)), ("Sept. 3", Day(None, 9, 3)), ("in May", Day(None, 5, None)),
    ("since March", Day(None, 3, None)), ("MAY 2023", Day(2023, 5, None)), ("May 5 amazed me", Day(None, 5, 5)),
    # Spanish
    ("el 7 de mayo de 2023", Day(2023, 5, 7)), ("1º de marzo", Day(None, 3, 1)), ("en mayo", Day(None, 5, None)),
    ("en enero del 2024", Day(2024, 1, None)), ("3 de setiembre", Day(None, 9, 3)),
    # Russian
    ("7 мая 2023 года", Day(2023, 5, 7)), ("5-го марта", Day(None, 3, 5)), ("в мае", Day(None, 5, None)),
    ("в августе 2022", Day(2022, 8, None)), ("31 декабря", Day(None, 12, 31)),
    # German
    ("am 7. Mai 2023", Day(2023, 5, 7)), ("3. März", Day(None, 3, 3)), ("im Mai", Day(None, 5, None)),
    ("im Dezember 2021", Day(2021, 12, None)), ("MÄRZ 2020", Day(2020, 3, None)),
    # French
    ("le 7 mai 2023", Day(2023, 5, 7)), ("le 1er mai", Day(None, 5, 1)), ("en mars", Day(None, 3, None)),
    ("en août 2022", Day(2022, 8, None)), ("le 14 fe\u0301vrier", Day(None, 2, 14)),
]  # fmt: skip


@pytest.mark.parametrize(("question", "day"), NAMED)
def test_a_date_is_read_in_five_languages(question: str, day: Day) -> None:
    assert days(question) == (day,)


@pytest.mark.parametrize(
    "question",
    [
        "May I ask you something?", "what may happen", "We march on Washington", "the march was long", "Is Mars red?",
        "how far is it to mars", "Do I like mayo?", "en el mar", "agua de mar", "Jan and Dec are friends", "mai tai",
        "one second", "the second one", "wait a second", "20235-05-07", "2023-13-01", "call me at 5", "in 1 of 12",
        "marching on 5", "maybe 5", "decide 12", "", "that was on a sunday",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_date_is_none(question: str) -> None:
    assert days(question) == ()


def test_an_hour_behind_a_month_is_no_day_of_it() -> None:
    assert days("in March 5 pm") == days("in March 5:30") == days("in March 5 a.m.") == (Day(None, 3, None),)


def test_several_dates_are_all_read() -> None:
    assert days("between 3 May 2023 and 2023-06-01") == (Day(2023, 6, 1), Day(2023, 5, 3))


RELATIVE = [
    ("What did I do yesterday?", stretch((2024, 6, 11), (2024, 6, 11))),
    ("today", stretch((2024, 6, 12), (2024, 6, 12))),
    ("last night", stretch((2024, 6, 11), (2024, 6, 11))),
    ("two days ago", stretch((2024, 6, 10), (2024, 6, 10))),
    ("a week ago", stretch((2024, 6, 3), (2024, 6, 9))),
    ("a couple of weeks ago", stretch((2024, 5, 27), (2024, 6, 2))),
    ("last week", stretch((2024, 6, 3), (2024, 6, 9))),
    ("last weekend", stretch((2024, 6, 8), (2024, 6, 9))),
    ("two weekends ago", stretch((2024, 6, 1), (2024, 6, 2))),
    ("three nights ago", stretch((2024, 6, 9), (2024, 6, 9))),
    ("last friday", stretch((2024, 6, 7), (2024, 6, 7))),
    ("last month", stretch((2024, 5, 1), (2024, 5, 31))),
    ("this week", Stretch(ms(2024, 6, 10, 0), NOW + 1)),
    ("this year", Stretch(ms(2024, 1, 1, 0), NOW + 1)),
    ("10 years ago", stretch((2014, 1, 1), (2014, 12, 31))),
    ("¿Qué hice ayer?", stretch((2024, 6, 11), (2024, 6, 11))),
    ("hace dos semanas", stretch((2024, 5, 27), (2024, 6, 2))),
    ("la semana pasada", stretch((2024, 6, 3), (2024, 6, 9))),
    ("el año pasado", stretch((2023, 1, 1), (2023, 12, 31))),
    ("что было вчера", stretch((2024, 6, 11), (2024, 6, 11))),
    ("на прошлой неделе", stretch((2024, 6, 3), (2024, 6, 9))),
    ("две недели назад", stretch((2024, 5, 27), (2024, 6, 2))),
    ("что я делал неделю назад", stretch((2024, 6, 3), (2024, 6, 9))),
]


@pytest.mark.parametrize(("question", "named"), RELATIVE)
def test_a_day_seen_from_now_is_read(question: str, named: Stretch) -> None:
    assert days(question) == (named,)


@pytest.mark.parametrize(
    "question",
    ["this weekend", "300000000 days ago", "9999 years ago", "hace 5000 años", "last but not least", "назад"],
)
def test_a_time_to_come_or_outside_the_calendar_names_no_day(question: str) -> None:
    assert days(question) == ()


def test_now_decides_the_day_in_the_zone_of_who_asks() -> None:
    late = ms(2024, 6, 12, 23, 30)
    assert days("yesterday", late) == (stretch((2024, 6, 11), (2024, 6, 11)),)
    (there,) = days("yesterday", late, 60)  # half past midnight on the 13th
    assert there == Stretch(ms(2024, 6, 12, 0) - 60 * 60_000, ms(2024, 6, 13, 0) - 60 * 60_000)


@given(st.text(max_size=80), st.integers(-(2**62), 2**62), st.none() | st.integers(-840, 840))
def test_no_question_and_no_moment_breaks_it(question: str, now: int, zone: int | None) -> None:
    found = asking(question + " yesterday, on 29 February", now, zone)
    for named in found.days:
        if isinstance(named, Stretch):
            assert named.start < named.end
        else:
            assert 1 <= named.month <= 12
    assert 0 <= closeness(found.days, now, zone) <= 1


@pytest.mark.parametrize("piece", ["a-", "последний-", "5 ", "hace ", "1 may ", "X ", "last ", "mes "])
def test_a_long_question_is_read_in_steps_that_grow_with_its_length(piece: str) -> None:
    # No clock: what ran quadratically did so for minutes at this length.
    assert asking(piece * (200_000 // len(piece)), NOW).sought is Sought.ANYTHING


# How near -----------------------------------------------------------------------------------------------------


def near(named: Day | Stretch, year: int, month: int, day: int, hour: int = 12, zone: int | None = None) -> float:
    return closeness((named,), ms(year, month, day, hour), zone)


def test_closeness_to_a_day_falls_by_the_calendars_days() -> None:
    named = Day(2023, 5, 7)
    assert near(named, 2023, 5, 7, 0) == near(named, 2023, 5, 7, 23) == 1
    assert near(named, 2023, 5, 6, 23) == near(named, 2023, 5, 8, 0) == pytest.approx(math.exp(-1 / 7))
    assert near(named, 2023, 5, 14) == pytest.approx(math.exp(-1))
    assert near(named, 2022, 5, 7) == pytest.approx(math.exp(-365 / 7))


def test_closeness_to_a_month_counts_from_its_ends() -> None:
    named = Day(2023, 6, None)
    assert near(named, 2023, 6, 1, 0) == near(named, 2023, 6, 30, 23) == 1
    assert near(named, 2023, 5, 31, 23) == near(named, 2023, 7, 1, 0) == pytest.approx(math.exp(-1 / 20))
    assert near(named, 2023, 7, 20) == pytest.approx(math.exp(-1))


def test_a_date_without_a_year_is_the_nearest_one() -> None:
    assert near(Day(None, 1, 2), 2023, 12, 31) == pytest.approx(math.exp(-2 / 7))
    assert near(Day(None, 12, 31), 2024, 1, 2) == pytest.approx(math.exp(-2 / 7))
    assert near(Day(None, 12, None), 2024, 1, 1) == pytest.approx(math.exp(-1 / 20))
    assert near(Day(None, 5, 7), 1987, 5, 7) == 1


def test_a_leap_day_is_there_in_leap_years_only() -> None:
    leap = Day(None, 2, 29)
    assert near(leap, 2024, 2, 29) == 1
    assert near(leap, 2024, 3, 1) == pytest.approx(math.exp(-1 / 7))
    assert near(leap, 2025, 2, 28) == pytest.approx(math.exp(-365 / 7))
    assert near(leap, 2026, 2, 28) == 0, "no year beside it has one"
    assert near(Day(2023, 2, 29), 2023, 2, 28) == 0
    assert near(Day(1900, 2, 29), 1900, 2, 28) == 0
    assert near(Day(2024, 2, None), 2024, 2, 29) == near(Day(2023, 2, None), 2023, 2, 28) == 1


def test_a_day_that_no_month_has_is_near_to_nothing() -> None:
    for named in (Day(2023, 2, 30), Day(None, 4, 31), Day(None, 5, 0), Day(None, 5, 99)):
        assert near(named, 2023, 5, 1) == 0


def test_the_day_is_that_of_who_spoke() -> None:
    named = Day(2023, 5, 7)
    assert near(named, 2023, 5, 6, 23, zone=60) == near(named, 2023, 5, 8, 1, zone=-120) == 1
    assert near(named, 2023, 5, 7, 12, zone=None) == near(named, 2023, 5, 7, 12, zone=0) == 1
    assert near(named, 2023, 5, 7, 23, zone=60) == pytest.approx(math.exp(-1 / 7))


def test_closeness_to_a_stretch_is_measured_from_its_ends_by_its_length() -> None:
    week = stretch((2024, 6, 3), (2024, 6, 9))
    assert near(week, 2024, 6, 3, 0) == near(week, 2024, 6, 9, 23) == 1
    assert closeness((week,), week.end - 1) == 1
    assert closeness((week,), week.end - 1 + DAY) == pytest.approx(math.exp(-1 / 7))
    assert closeness((week,), week.start - DAY) == pytest.approx(math.exp(-1 / 7))
    day = stretch((2024, 6, 3), (2024, 6, 3))
    assert closeness((day,), day.start - DAY) == pytest.approx(math.exp(-1 / 3)), "of a length of three days at least"


def test_of_several_days_the_nearest_counts_and_of_none_none() -> None:
    both = (Day(2023, 5, 7), Day(2023, 8, 1))
    assert closeness(both, ms(2023, 8, 1)) == closeness(both, ms(2023, 5, 7)) == 1
    assert closeness((), ms(2023, 8, 1)) == 0


@pytest.mark.parametrize("occurred", [-(2**63), 2**63 - 1, ms(1, 1, 1, 0), ms(9999, 12, 31, 23)])
@pytest.mark.parametrize("zone", [None, -840, 840])
def test_moments_at_and_beyond_the_ends_of_the_calendar_break_nothing(occurred: int, zone: int | None) -> None:
    for named in (Day(None, 2, 29), Day(None, 12, None), Day(2024, 5, 1), stretch((2024, 6, 3), (2024, 6, 9))):
        assert 0 <= closeness((named,), occurred, zone) <= 1


DATES = st.dates(date(1950, 1, 1), date(2050, 12, 31))


@given(DATES, DATES, st.integers(0, DAY - 1), st.integers(-840, 840), st.booleans(), st.booleans())
def test_closeness_is_what_the_calendar_says(
    named: date, said: date, moment: int, zone: int, with_day: bool, with_year: bool
) -> None:
    occurred = ms(said.year, said.month, said.day, 0) + moment - zone * 60_000
    found = closeness(
        (Day(named.year if with_year else None, named.month, named.day if with_day else None),), occurred, zone
    )
    if with_day:
        near_by = [said + timedelta(step) for step in range(-800, 801)]
        fitting = [one for one in near_by if (one.month, one.day) == (named.month, named.day)]
    else:
        near_by = [said + timedelta(step) for step in range(-430, 431)]
        fitting = [one for one in near_by if one.month == named.month]
    if with_year:
        fitting = [one for one in fitting if one.year == named.year]
    else:
        fitting = [one for one in fitting if abs(one.year - said.year) <= 1]
    apart = min((abs((one - said).days) for one in fitting), default=math.inf)
    assert found == pytest.approx(math.exp(-apart / (7 if with_day else 20)), abs=1e-9)


@given(
    st.lists(
        st.builds(Day, st.none() | st.integers(1, 9999), st.integers(1, 12), st.none() | st.integers(1, 31))
        | st.builds(Stretch, st.integers(-DAY, DAY), st.integers(DAY + 1, 40 * DAY)),
        max_size=3,
    ),
    st.lists(st.tuples(st.integers(-3 * DAY, 3 * DAY) | st.just(1 << 60), st.integers(-1080, 1080)), max_size=6),
)
def test_the_closeness_of_many_is_that_of_each(days: list[Day | Stretch], said: list[tuple[int, int]]) -> None:
    occurred, zones = [at for at, _ in said], [zone for _, zone in said]
    assert closeness_of_all(days, occurred, zones) == [closeness(tuple(days), at, zone) for at, zone in said]
