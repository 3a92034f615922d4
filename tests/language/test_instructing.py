"""Which texts tell somebody how things are to be done."""

from __future__ import annotations

import pytest

from awhm.language.instructing import instructs


@pytest.mark.parametrize(
    "text",
    [
        "From now on, name the branches after the ticket.",
        "Going forward we write the docs first.",
        "I’d like you to answer in short sentences.",
        "I want us to meet on Mondays.",
        "Never push to main.",
        "Please keep it short",
        "We primarily use Slack for this.",
        "A partir de ahora usa tabuladores.",
        "Quiero que respondas en inglés.",
        "No uses tabuladores; en lugar de eso, espacios.",
        "Отныне пиши коротко.",
        "Никогда не пиши в прод по пятницам.",
        "Мы используем GitLab.",
        "Ab sofort verwenden wir Leerzeichen.",
        "Désormais, réponds en français.",
    ],
)
def test_it_tells_how_things_are_to_be_done(text: str) -> None:
    assert instructs(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I had pasta yesterday.",
        "My sister moved to Lisbon in May.",
        "The IDE crashed twice today.",
        "We met at the station.",
        "Ayer comimos paella en casa de Ana.",
        "Вчера мы ходили в кино.",
        "Gestern war ich im Kino.",
        "Nous avons mangé au restaurant.",
        "The nevermind button",
    ],
)
def test_it_tells_nothing_of_the_kind(text: str) -> None:
    assert not instructs(text)


def test_a_long_text_is_looked_at_to_a_limit() -> None:
    assert not instructs("x " * 20_000 + "never")
