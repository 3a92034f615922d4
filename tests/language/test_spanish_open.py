"""Spanish frames that any word of a class fits: polite requests, what was tried, habits, contrasts; and look-alikes."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.packs.spanish.verbs import HABITS, TRIED
from awhm.language.statement import Family, Statement


def _of(text: str, family: Family) -> list[Statement]:
    return [made for made in extract(text) if made.family == family]


@pytest.mark.parametrize(
    ("text", "value", "polarity"),
    [
        ("Le agradecería que siempre pusiera la fecha.", "pusiera la fecha", True),
        ("Sería mejor que a partir de ahora no incluyeras enlaces.", "incluyeras enlaces", False),
        ("Cuando te pase un mapa primero me preguntas la escala.", "me preguntas la escala", True),
        ("Las actas, cortas y numeradas.", "Las actas, cortas y numeradas", True),
        ("Todas las fechas, en formato ISO.", "Todas las fechas, en formato ISO", True),
        ("Las llaves se entregan en mano, sin excepción.", "Las llaves se entregan en mano", True),
        ("En nuestro coro se ensaya de pie.", "En nuestro coro se ensaya de pie", True),
        ("Siempre que cites una ley, indica el artículo.", "indica el artículo", True),
    ],
)
def test_a_rule_may_be_asked_for_politely_or_told_without_a_verb(text: str, value: str, polarity: bool) -> None:
    assert [(made.value, made.polarity) for made in _of(text, Family.POLICY)] == [(value, polarity)]


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Acabo de engrasar la cadena y la bici ya no chirría.", True),
        ("Quité el plástico y a la planta se le han caído las hojas.", False),
        ("Tras apretar la tuerca el grifo ya no gotea.", True),
        ("La plantilla que me pasaste da un error en Windows.", False),
        ("La solicitud ha sido denegada.", False),
        ("Con tu calendario llevo un mes sin retrasos.", True),
        ("He bajado el horno y nada, sigue quemándose por abajo.", False),
    ],
)
def test_what_came_of_an_attempt_is_one_outcome_whatever_the_verb(text: str, polarity: bool) -> None:
    assert [made.polarity for made in _of(text, Family.OUTCOME)] == [polarity], extract(text)


@pytest.mark.parametrize(
    ("text", "value", "polarity"),
    [
        ("Imparto talleres de cestería.", "talleres de cestería", True),
        ("Somos tres y no comemos marisco.", "marisco", False),
        ("Mi perra se llama Kira y es alérgica al trigo.", "trigo", True),
        ("Nuestra fábrica exporta botones.", "exporta botones", True),
        ("Padezco vértigos desde joven.", "vértigos", True),
        ("Trabajo en Lugo, dime qué autobús cojo.", "Lugo", True),
    ],
)
def test_a_fact_is_told_by_any_verb_of_habit_and_ends_where_it_ends(text: str, value: str, polarity: bool) -> None:
    assert (value, polarity) in [(made.value, made.polarity) for made in _of(text, Family.FACT)], extract(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Corrijo lo de antes, el curso es de tarde y no de mañana.", "de tarde"),
        ("Antes compraba el queso, ahora lo hago yo.", "lo hago yo"),
        ("La talla era la 40, no la 38.", "40"),
    ],
)
def test_two_things_side_by_side_put_right_what_was_said(text: str, value: str) -> None:
    assert any(value in made.value for made in extract(text) if made.corrects), extract(text)


@pytest.mark.parametrize(
    "text",
    [
        "Necesito ideas para el sábado.",
        "Preparo una mudanza.",
        "Quiero aprender a nadar sin miedo.",
        "Creo que mi primo vive en Jaén, pero no estoy segura.",
        "Mañana voy al notario a las diez.",
        "Espero que siempre estés bien.",
        "Me alegra que hayas venido.",
        "Mandé la carta y me contestó mi tía.",
        "Sube el archivo y dímelo.",
        "Me he confundido al escribir. Cambia el título.",
    ],
)
def test_what_only_looks_like_an_open_frame_says_nothing(text: str) -> None:
    assert extract(text) == []


def test_forms_are_made_by_the_classes_of_verbs() -> None:
    assert {"almuerzo", "compito", "padezco", "dirijo", "cenamos"} <= set(HABITS.split())
    assert "a(?:ctualic[ée]" in TRIED.replace("(?:pagu", "(?:")[: len(TRIED)] or "ctualic[ée]" in TRIED
