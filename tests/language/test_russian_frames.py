"""Open frames of Russian: who says it, in what order and gender the words stand, with or without ё and commas."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.packs.russian.spelling import both_letters, either_letter
from awhm.language.statement import Family

PREFERENCES = [
    ("Из ягод больше всего люблю крыжовник", "крыжовник", True),
    ("Терпеть не можем, когда опаздывают", "когда опаздывают", False),
    ("Горькое не люблю с юности", "Горькое", False),
    ("Нам с сестрой всегда нравились старые кинотеатры", "старые кинотеатры", True),
    ("Я большая любительница кроссвордов", "кроссвордов", True),
    ("У нас слабость к халве", "халве", True),
    ("Людные пляжи не по мне", "Людные пляжи", False),
    ("Отдаю предпочтение трамваям, а не автобусам", "трамваям", True),
    ("Удобнее всего мне писать в мессенджере", "писать в мессенджере", True),
    ("От громкой рекламы меня воротит", "громкой рекламы", False),
    ("Не моё это — караоке", "караоке", False),
    ("Нет ничего лучше горячего чая", "горячего чая", True),
    ("Мы с мамой тащимся от старых романсов", "старых романсов", True),
]

POLICIES = [
    ("В письмах не нужно извиняться каждый раз", "извиняться каждый раз", False),
    ("По пятницам у нас не принято назначать встречи", "назначать встречи", False),
    ("В релизную ветку не пушить", "пушить", False),
    ("Квитанции хранить в синей папке", "Квитанции хранить в синей папке", True),
    ("Любую правку схемы обсуждаем с архитектором", "Любую правку схемы обсуждаем с архитектором", True),
    ("Звонить мне можно только до обеда", "только до обеда", True),
    ("На складе не курят", "На складе не курят", False),
    ("Перед мержем показывай мне диф", "показывай мне диф", True),
    ("Строго запрещаю сохранять пароли в браузере", "сохранять пароли в браузере", False),
    ("Черновики отправляй только мне", "Черновики отправляй только мне", True),
    ("Если меняешь схему, обновляй и диаграмму", "обновляй и диаграмму", True),
    ("Никто не должен править конфиг руками", "править конфиг руками", False),
]

FACTS = [
    ("меня зовут стас мне 17", ["стас", "17"]),
    ("родом я из Вятки", ["Вятки"]),
    ("Работаю я в библиотеке, поэтому удобно вечером", ["библиотеке"]),
    ("Пароль от роутера подсолнух7", ["подсолнух7"]),
    ("Мама на пенсии", ["на пенсии"]),
    ("Нас в бригаде семеро", ["семеро"]),
    ("Я знаю польский и чешский", ["польский и чешский"]),
    ("Квартира однокомнатная, 31 метр", ["однокомнатная"]),
    ("Проект называется «Дрозд»", ["«Дрозд»"]),
    ("Стек такой: Go, Redis", ["Go, Redis"]),
    ("Староста курса — Элла", ["Элла"]),
    ("Гимнастика идёт по средам", ["по средам"]),
    ("Я плохо слышу правым ухом", ["плохо слышу правым ухом"]),
    ("У нас монолит", ["монолит"]),
    ("Ингалятор беру каждую ночь, рост 170", ["каждую ночь", "170"]),
    ("Тёща выращивает георгины", ["выращивает георгины"]),
]

CORRECTIONS = [
    ("Сменила фамилию, теперь я Лаврова", "Лаврова", True),
    ("Отменяю правило про подписи", "правило про подписи", False),
    ("Требование про отчёты больше не действует", "Требование про отчёты", False),
    ("Переехали с Азуры на Селектел", "Селектел", True),
    ("Дядя, точнее, отчим", "отчим", True),
    ("Сорян, не в 9 а в 10", "в 10", True),
]

OUTCOMES = [
    ("Комод в лифт не влез", "не влез", False),
    ("Диктант написала на четвёрку", "написала на четвёрку", True),
    ("Твой запрос положил базу", "положил базу", False),
    ("У нас не получилось завести трактор", "не получилось завести трактор", False),
    ("Рагу пересолил", "пересолил", False),
    ("Мазок чистый", "чистый", True),
    ("Апелляцию удовлетворили", "удовлетворили", True),
    ("Почистили контакты, лампа горит", "лампа горит", True),
    ("Торшер починила", "починила", True),
    ("Дефект устранён", "устранён", True),
]


@pytest.mark.parametrize(("text", "value", "liked"), PREFERENCES)
def test_a_taste_is_found_whatever_verb_tells_it_and_wherever_it_stands(text: str, value: str, liked: bool) -> None:
    made = extract(text)
    assert [(one.family, one.value, one.polarity) for one in made] == [(Family.PREFERENCE, value, liked)]


@pytest.mark.parametrize(("text", "value", "positive"), POLICIES)
def test_a_rule_needs_no_order_and_no_person(text: str, value: str, positive: bool) -> None:
    made = [one for one in extract(text) if one.family is Family.POLICY]
    assert [(one.value, one.polarity) for one in made] == [(value, positive)]


@pytest.mark.parametrize(("text", "values"), FACTS)
def test_facts_stand_without_copula_pronoun_or_comma(text: str, values: list[str]) -> None:
    made = extract(text)
    assert [one.value for one in made] == values
    assert {one.family for one in made} == {Family.FACT}


@pytest.mark.parametrize(("text", "value", "positive"), CORRECTIONS)
def test_what_replaces_or_ends_something_says_so(text: str, value: str, positive: bool) -> None:
    made = [one for one in extract(text) if one.corrects or one.retracts]
    assert (value, positive) in [(one.value, one.polarity) for one in made]


@pytest.mark.parametrize(("text", "value", "positive"), OUTCOMES)
def test_an_outcome_is_told_by_the_form_of_its_verb(text: str, value: str, positive: bool) -> None:
    made = extract(text)
    assert [(one.family, one.value, one.polarity) for one in made] == [(Family.OUTCOME, value, positive)]


NOTHING = [
    "Хочу блинов прямо сейчас",
    "Я за рулём",
    "Мне ближе к вечеру позвоните",
    "Мне понравилась ваша статья",
    "Не забыть зонт",
    "Пора кормить рыбок",
    "Нельзя не заметить перемен",
    "Нельзя сказать, что я доволен",
    "Самолёт должен приземлиться в шесть",
    "Переведи абзац и не меняй кавычки",
    "Напиши законы для вымышленной страны: никто не должен петь ночью",
    "У меня вопрос",
    "У меня появилась мысль",
    "У нас дождь",
    "Меня зовут обедать",
    "Глава 7",
    "Осталось 5 минут",
    "Это не ошибка, а фича",
    "Забудь, проехали",
    "Точнее ответить не могу",
    "После обеда дождь прошёл",
    "Он так и не пришёл",
    "Солнце село",
    "Больше не приезжайте",
    "Каждый охотник желает знать",
    "Столица Перу — Лима, верно?",
]


@pytest.mark.parametrize("text", NOTHING)
def test_a_look_alike_of_an_open_frame_says_nothing(text: str) -> None:
    assert extract(text) == []


WITH_YO = ["Живём мы в Твери", "Никогда не берём предоплату", "Тётя живёт в Орле", "Чёрный чай не пьём"]


@pytest.mark.parametrize("text", WITH_YO)
def test_e_stands_for_yo(text: str) -> None:
    told, bare = extract(text), extract(text.replace("ё", "е"))
    assert told
    assert [(one.family, one.polarity, one.end) for one in told] == [
        (one.family, one.polarity, one.end) for one in bare
    ]


def test_a_pattern_stands_for_both_spellings_and_classes_stay_as_they_are() -> None:
    assert either_letter(r"ёж[а-яё]\[ё") == r"[её]ж[а-яё]\[[её]"
    assert both_letters("ещё он") == "ещё он еще"
