"""How Russians really put it: dropped copulas, changes of mind, and what only looks like a statement."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.slots import slot_key
from awhm.language.statement import Family

FACTS = [
    ("Пин от карты — 4408", "4408", "code", "карты"),
    ("от гаража — 9015", "9015", "code", "гаража"),
    ("рост у меня метр семьдесят", "метр семьдесят", "height", "user"),
    ("Группа крови третья.", "третья", "blood type", "user"),
    ("День рождения у жены девятого марта.", "девятого марта", "birthday", "user's жена"),
    ("Сыну семь.", "семь", "age", "user's сын"),
    ("Работаю в Озоне логистом", "Озоне", "employer", "user"),
    ("я работаю бухгалтером в школе", "бухгалтером", "occupation", "user"),
    ("Бэкенд пишем на Kotlin", "Kotlin", "stack", "бэкенд"),
    ("Мама — учительница.", "учительница", "occupation", "user's мама"),
    ("Боюсь высоты", "высоты", "fear", "user"),
    ("У меня ещё аллергия на пух, весной кошмар", "пух", "allergy", "user"),
]


@pytest.mark.parametrize(("text", "value", "attribute", "subject"), FACTS)
def test_facts_without_a_verb_have_their_value_and_nothing_more(
    text: str, value: str, attribute: str, subject: str
) -> None:
    made = extract(text)
    assert [(one.family, one.value, one.attribute, one.subject) for one in made] == [
        (Family.FACT, value, attribute, subject)
    ]


CHANGES = [
    ("Почта у меня теперь другая: vika@mail.example, старую удалила.", "vika@mail.example"),
    ("у меня новый телефон: 8-900-11", "8-900-11"),
    ("Номер комнаты поменялся, теперь 207.", "207"),
    ("Обновились, мы теперь на Django 5", "Django 5"),
    ("Уволился из банка, теперь работаю в порту", "порту"),
    ("Дочка перешла с балета на теннис", "теннис"),
    ("С мая вместо Slack у нас Mattermost.", "Mattermost"),
    ("Мы отказались от Docker, теперь Podman", "Podman"),
]


@pytest.mark.parametrize(("text", "value"), CHANGES)
def test_what_has_changed_corrects_what_was_said_before(text: str, value: str) -> None:
    assert [one.value for one in extract(text) if one.corrects and one.polarity] == [value]


MEETING = [
    ("Мой телефон 8-900-11", "У меня теперь другой телефон: 8-900-22"),
    ("Моя почта — a@b.example", "Почта у меня сменилась, теперь c@d.example"),
    ("Мы на Ruby 2.7", "Обновились, мы на Ruby 3.3"),
    ("Отвечай мне по-английски.", "Давай отныне по-русски, так проще"),
    ("Обожаю суши.", "Теперь терпеть не могу суши"),
    ("Я веган.", "снова ем рыбу, так что я уже не веган"),
    ("Работаю в банке.", "Уволилась из банка, с понедельника работаю в музее"),
    ("Веду заметки в Joplin.", "Больше не пользуюсь Joplin"),
    ("Не пиши комментарии в коде.", "Пиши всё-таки комментарии в коде"),
]


@pytest.mark.parametrize(("earlier", "later"), MEETING)
def test_a_change_of_mind_fills_the_slot_of_what_it_changes(earlier: str, later: str) -> None:
    first, second = ({slot_key("s", one) for one in extract(text)} - {None} for text in (earlier, later))
    assert first & second


APART = [
    ("Моего сына зовут Гриша.", "Моего младшего сына зовут Егор."),
    ("Мой муж инженер.", "Мой бывший муж юрист."),
    ("В Python используем пробелы.", "Бэкенд пишем на Go."),
    ("Код от калитки — 4491.", "Код от сейфа — 3817."),
    ("Мы на Ruby 2.7", "Мы на Debian 12"),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_things_do_not_share_a_slot(one: str, other: str) -> None:
    first, second = ({slot_key("s", made) for made in extract(text)} - {None} for text in (one, other))
    assert first and second and not first & second


OUTCOMES = [
    ("Поливала фикус кипячёной водой, засох окончательно", "засох окончательно", False),
    ("Подал на визу повторно, и наконец дали", "дали", True),
    ("твой способ с таймером реально работает", "реально работает", True),
    ("Медная сетка от улиток не помогла", "не помогла", False),
    ("Капли не подействовали", "не подействовали", False),
    ("Запрос стал в три раза быстрее", "стал в три раза быстрее", True),
]


@pytest.mark.parametrize(("text", "value", "polarity"), OUTCOMES)
def test_what_came_of_an_attempt_is_told_with_its_sign(text: str, value: str, polarity: bool) -> None:
    made = extract(text)
    assert [(one.family, one.value, one.polarity) for one in made] == [(Family.OUTCOME, value, polarity)]


NOTHING = [
    "нет-нет, продолжай, очень интересно",
    "Нет-нет, всё хорошо, спасибо",
    "Почта у меня теперь другая",
    "У меня теперь другая проблема: не открывается файл",
    "Настроение изменилось, теперь хочу спать",
    "Какой пароль от стенда?",
    "Рост продаж 12 процентов",
    "Размер диска 500 Гб",
    "Телефон у мамы разрядился",
    "Боюсь, что не успею",
    "Мы на вокзале",
    "Устроилась на диване",
    "Сын уже не плачет",
    "Сын записался на приём",
    "Кто не рискует, тот не пьёт шампанского",
    "лучше синица в руках, чем журавль в небе",
    "Лучше позвоню, чем писать",
    "По правилам игры дама бьёт валета",
    "Если бы мы писали бэкенд на Go, сэкономили бы?",
    "Муж у меня золото",
    "Бросил монетку — решка",
    "Живу одним днём",
]


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_a_statement_says_nothing(text: str) -> None:
    assert extract(text) == []
