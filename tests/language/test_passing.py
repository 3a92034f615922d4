"""What is said in front to hold for this time only, and what is doubted."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import CONFIDENCE, HEDGED, Family


@pytest.mark.parametrize(
    "text",
    [
        "Today I prefer tea.",
        "This time, I prefer tea.",
        "Today, always use tabs.",
        "Hoy prefiero quedarme en casa.",
        "Esta noche prefiero pizza.",
        "Сегодня я предпочитаю чай.",
        "Сегодня предпочитаю остаться дома.",
    ],
)
def test_what_is_said_of_today_is_no_standing_taste_and_no_rule(text: str) -> None:
    assert extract(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "These days I prefer tea.",
        "Now I prefer tea.",
        "From today on, always use tabs.",
        "Hoy en día prefiero té.",
        "Hoy por hoy prefiero té.",
        "A partir de hoy usa siempre tabuladores.",
        "Сейчас я предпочитаю чай.",
        "С сегодняшнего дня всегда отвечай по-русски.",
    ],
)
def test_what_holds_from_now_on_stays(text: str) -> None:
    assert len(extract(text)) == 1


@pytest.mark.parametrize(
    "text", ["I think the port is 8080.", "The port is 8080, I think.", "Creo que el puerto es 8080."]
)
def test_what_one_only_believes_is_less_sure_wherever_it_is_said(text: str) -> None:
    (one,) = extract(text)
    assert one.confidence == pytest.approx(CONFIDENCE[Family.FACT] * HEDGED)


@pytest.mark.parametrize(
    "text",
    [
        "Maybe the port is 8080.",
        "The port is probably 8080.",
        "Perhaps my sister lives in Munich.",
        "Me parece que el puerto es 8080.",
        "Вроде порт 8080.",
        "Мне кажется, сестра живёт в Казани.",
    ],
)
def test_what_one_doubts_is_no_statement(text: str) -> None:
    assert extract(text) == []
