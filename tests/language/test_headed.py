"""Lists under a header that announces rules, and lists that look like them."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import Family


def rules(text: str) -> list[tuple[str, bool]]:
    return [(one.value, one.polarity) for one in extract(text) if one.family is Family.POLICY]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Rules for this repo:\n- tabs\n- no default exports", [("tabs", True), ("default exports", False)]),
        ("Hi!\n\n## House rules:\n\n1. shoes off\n2. quiet after ten", 
         [("shoes off", True), ("quiet after ten", True)]),
        ("**Coding conventions**:\n* small commits\n* 80 columns", [("small commits", True), ("80 columns", True)]),
        ("Normas:\n1. Contesta siempre en español\n2. commits pequeños",
         [("Contesta siempre en español", True), ("commits pequeños", True)]),
        ("Reglas del equipo:\n- ramas cortas", [("ramas cortas", True)]),
        ("Правила:\n- кратко\n- без эмодзи", [("кратко", True), ("эмодзи", False)]),
        ("Правила для этого проекта:\n- маленькие коммиты", [("маленькие коммиты", True)]),
    ],
)  # fmt: skip
def test_the_lines_under_a_header_of_rules_are_rules(text: str, wanted: list[tuple[str, bool]]) -> None:
    assert rules(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Shopping list:\n- milk\n- no sugar",
        "Questions:\n- tabs or spaces?\n- default exports",
        "Ideas:\n- a dark theme\n- shorter answers",
        "Rules for the board game:\n- six cards each\n- no trading",
        "Lista de la compra:\n- leche\n- sin azúcar",
        "Reglas del ajedrez:\n- alfil en diagonal",
        "Вопросы:\n- табы или пробелы\n- кратко",
        "Правила для игры:\n- шесть карт",
        "What are the rules?\n- six cards each",
        "The rules are long.\n- six cards each",
    ],
)
def test_other_lists_are_none(text: str) -> None:
    assert rules(text) == []


def test_the_list_ends_with_its_last_bullet() -> None:
    assert rules("Rules:\n- tabs\n\nI bought:\n- milk\n- bread") == [("tabs", True)]
    assert rules("Rules:\n- tabs\nthe weather is fine\n- milk") == [("tabs", True)]


def test_a_question_in_the_list_is_a_question() -> None:
    assert rules("Rules:\n- should we ban emojis?\n- tabs") == [("tabs", True)]
