"""Russian frames that any word of a class fits: polite requests, what was tried, habits, contrasts; and look-alikes."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import Family, Statement


def _of(text: str, family: Family) -> list[Statement]:
    return [made for made in extract(text) if made.family == family]


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Хотелось бы, чтобы ты всегда ставил дату.", True),
        ("Если я присылаю чертёж сначала спроси масштаб.", True),
        ("Когда кидаю рассказ ты сначала спрашиваешь жанр.", True),
        ("Все размеры — в миллиметрах.", True),
        ("Накладные принимаются до обеда.", True),
        ("Ключи от склада не выдаём ни под каким видом.", False),
        ("В нашем хоре при входе выключают телефоны.", True),
        ("Все цены в каталоге указывай без копеек.", True),
        ("Со мной без намёков, пожалуйста.", False),
    ],
)
def test_a_rule_may_be_asked_for_politely_or_told_of_things(text: str, polarity: bool) -> None:
    assert [made.polarity for made in _of(text, Family.POLICY)] == [polarity], extract(text)


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Добавила соль, и пена осела.", True),
        ("Увеличил буфер, но запросы всё равно отваливаются.", False),
        ("Код, который ты прислал, падает на второй строке.", False),
        ("Отправила жалобу по вашему образцу, и мне вернули деньги.", True),
        ("После замены индексов выборка считается за секунду.", True),
        ("Жалобу удовлетворили, залог вернули.", True),
    ],
)
def test_what_came_of_an_attempt_is_one_outcome_whatever_the_verb(text: str, polarity: bool) -> None:
    assert [made.polarity for made in _of(text, Family.OUTCOME)] == [polarity], extract(text)


@pytest.mark.parametrize(
    ("text", "value", "polarity"),
    [
        ("Даю уроки лепки на дому.", "уроки лепки на дому", True),
        ("Живу в Пскове, на работу хожу пешком.", "Пскове", True),
        ("У меня сорок пчелиных семей.", "сорок пчелиных семей", True),
        ("Моя группа крови третья отрицательная.", "третья отрицательная", True),
        ("Аптечка лежит в кладовке.", "в кладовке", True),
        ("Мужу нельзя орехи из-за аллергии.", "орехи", False),
        ("В хор я больше не хожу.", "В хор", False),
    ],
)
def test_a_fact_is_told_by_any_verb_of_habit_and_ends_where_it_ends(text: str, value: str, polarity: bool) -> None:
    assert (value, polarity) in [(made.value, made.polarity) for made in _of(text, Family.FACT)], extract(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Стоп, потолки не 2,5, а 3 метра.", "3 метра"),
        ("Поправка к вчерашнему: порт 9102, а не 9100.", "порт 9102"),
        ("Раньше ходил пешком, теперь езжу на трамвае.", "трамвае"),
    ],
)
def test_two_things_side_by_side_put_right_what_was_said(text: str, value: str) -> None:
    assert any(value in made.value for made in extract(text) if made.corrects), extract(text)


@pytest.mark.parametrize(
    "text",
    [
        "Собираю плейлист в дорогу.",
        "Ищу квартиру в Туле.",
        "Думаем взять щенка.",
        "Замени «А» на «Б» во всех трёх письмах.",
        "Вместо таблицы сделай список.",
        "Прочитаю книгу завтра.",
        "Отправил письмо, и мама позвонила.",
        "Не пойму, нравится мне новая кухня или нет.",
        "Пожалуй, мне выгоднее снимать.",
    ],
)
def test_what_only_looks_like_an_open_frame_says_nothing(text: str) -> None:
    assert extract(text) == []
