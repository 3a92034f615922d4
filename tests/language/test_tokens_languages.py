"""Words of other languages: a message is found by its own words, however they are bent or accented."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.function_words import FRENCH, GERMAN, RUSSIAN, SPANISH, TELLING
from awhm.language.stems import MARK
from awhm.language.tokens import STOP_WORDS, asked, lone, terms

SAYINGS = {
    "es": "Los domingos me gustan las caminatas por las montañas con mis hermanas.",
    "de": "Wir haben letztes Jahr zwei alte Häuser am Fluss gekauft und die Bäume gepflanzt.",
    "fr": "Mes voisines ont deux chevaux et elles habitaient à la montagne avec leurs enfants.",
    "ru": "Вчера мы гуляли с собаками в парке, а потом пили чай с вареньем.",
    "zh": "我最喜欢的餐厅在北京大学旁边，每个星期五都去。",
    "ja": "来週の金曜日に東京タワーで友達と会う約束をしました。",
    "en": "My sister adopted three kittens from the shelter after running a marathon.",
}


def found(question: str, messages: Sequence[str] = tuple(SAYINGS.values())) -> set[str]:
    """The messages that share a term with a question, asked of an index of all of them."""
    index = {message: set(terms(message)) for message in messages}
    known = set[str]().union(*index.values())
    wanted = set(asked(question, known.intersection))
    return {message for message, held in index.items() if wanted & held}


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("es", "¿Qué caminata te gusta?"),
        ("es", "montaña"),
        ("es", "montana"),
        ("es", "MONTAÑAS"),
        ("es", "hermana"),
        ("es", "caminatas montaña"),
        ("de", "Wo steht das Haus?"),
        ("de", "Haus"),
        ("de", "Baum"),
        ("de", "Hauser Fluss"),
        ("fr", "cheval"),
        ("fr", "Où habites-tu ?"),
        ("fr", "Quel enfant est à l'école ?"),
        ("fr", "montagnes voisine"),
        ("ru", "Где я гулял с собакой?"),
        ("ru", "собака"),
        ("ru", "В каких парках?"),
        ("zh", "北京的餐厅"),
        ("zh", "喜欢"),
        ("ja", "東京タワー"),
        ("ja", "友達はいつ"),
        ("en", "Which kitten did she adopt?"),
        ("en", "runs"),
    ],
)
def test_an_inflected_word_of_a_question_finds_the_message(language: str, question: str) -> None:
    assert SAYINGS[language] in found(question)


@pytest.mark.parametrize("question", ["caminata", "Haus", "cheval", "собака", "餐厅", "約束", "marathon"])
def test_a_word_finds_no_message_of_another_language(question: str) -> None:
    assert len(found(question)) == 1


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Brucke Turen", "Brücke Türen"),
        ("ёлка", "елка"),
        ("Все едет", "Всё едёт"),
        ("Zoe Muller", "Zoë Müller"),
        ("senor Nunez", "señor Núñez"),
        ("coeur d'alene", "cœur d'Alène"),
        ("Lodz", "Łódź"),
        ("strasse", "Straße"),
    ],
)
def test_accents_and_special_letters_make_no_difference(typed: str, written: str) -> None:
    def own(text: str) -> set[str]:
        return {term for term in terms(text) if MARK not in term} - SPANISH - GERMAN - FRENCH

    assert own(typed) == own(written) != set()


def test_an_accent_makes_no_stop_word_and_a_short_i_stays_one() -> None:
    assert terms("thé")[0] == "the"
    assert terms("мой йод, мои иоды")[0] == "йод"


def test_function_words_of_the_language_of_a_text_are_not_indexed() -> None:
    assert [term for term in terms(SAYINGS["es"]) if MARK not in term] == [
        *("domingo", "gustan", "caminata", "montana", "hermana"),
    ]
    assert terms("Я и мы не были у нее") == []
    assert "haben" not in terms(SAYINGS["de"])
    assert "avec" not in terms(SAYINGS["fr"])


def test_pure_english_text_has_no_further_terms() -> None:
    text = "He moved from Los Angeles to El Paso last May; la vie en rose was on, and the man had a die in his hat."
    assert not any(MARK in term for term in terms(text))


def test_a_text_in_two_languages_is_found_by_the_words_of_both() -> None:
    text = "My grandmother always told me: la casa de mi madre es muy pequeña pero las puertas están abiertas."
    found_terms = terms(text)
    assert {"grandmoth", "told", "casa", "puerta", "es:cas", "es:puert"} <= set(found_terms)
    assert text in found("puerta abierta", [text])
    assert text in found("What did grandmothers tell?", [text])
    assert not {"es:the", "es:my"} & set(found_terms)


@pytest.mark.parametrize(
    "code", ["node.js", "c++", "getUserById", "snake_case", "3.11", "os.path.join", "utf-8", "x86"]
)
def test_code_is_the_same_in_a_text_of_any_language(code: str) -> None:
    plain = terms(code)
    for around in ("La función {} no está en el repositorio", "Ich habe {} nicht getestet", "Мы используем {} здесь"):
        text = around.format(code)
        assert set(plain) <= set(terms(text))
        assert text in found(code, [text])


@pytest.mark.parametrize("one", ["猫", "책", "ね", "𠮷", "ㄅ"])
def test_one_character_is_a_term_that_says_so(one: str) -> None:
    assert terms(f"{one}?") == [one]
    assert lone(one)
    assert not any(map(lone, ["a", "é", "ж", "7", one + one, "ab", ""]))


def test_where_nobody_writes_in_another_language_a_question_has_its_own_terms_alone() -> None:
    english = {*terms(SAYINGS["en"])}
    for question in ("kittens", "running cares", "la casa", "Häuser", "Where are the Häuser?"):
        assert asked(question, english.intersection) == [term for term in terms(question) if MARK not in term]


def test_an_english_question_is_asked_of_the_index_only_for_its_accented_words() -> None:
    sought: list[str] = []

    def held(wanted: Sequence[str]) -> list[str]:
        sought.extend(wanted)
        return list(wanted)

    assert asked("what did the neighbours plant", held) == ["neighbour", "plant"]
    assert not sought
    assert asked("what are Häuser", held) == ["hauser", "de:haus", "es:haus", "fr:haus"]


def test_a_stem_takes_the_place_of_a_term_that_the_index_does_not_hold() -> None:
    assert asked("chevaux", {"fr:cheval", "cheval"}.intersection) == ["fr:cheval"]
    assert asked("chevaux", {"fr:cheval", "chevaux"}.intersection) == ["chevaux", "fr:cheval"]
    assert asked("chevaux", {"cheval"}.intersection) == ["chevaux"]


def test_the_words_that_tell_a_language_are_none_of_english() -> None:
    assert not TELLING & STOP_WORDS
    assert not any(word.isascii() for word in RUSSIAN)


words = st.sampled_from(sorted({word for text in SAYINGS.values() for word in text.split()}))
chats = st.lists(words, min_size=1, max_size=12).map(" ".join)


@given(st.lists(chats, min_size=1, max_size=4), st.data())
def test_a_question_finds_a_message_that_has_one_of_its_words(messages: list[str], data: st.DataObject) -> None:
    message = data.draw(st.sampled_from(messages))
    question = data.draw(st.lists(st.sampled_from(message.split()), min_size=1, max_size=4).map(" ".join))
    if not all(MARK in term for term in terms(question)):
        known = set[str]().union(*map(terms, messages))
        asked_for = set(asked(question, known.intersection))
        # A function word may be left out of a message and not of a question that has little else.
        functions = {term for word in SPANISH | GERMAN | FRENCH for term in terms(f"x {word}")}
        assert asked_for & set(terms(message)) or asked_for <= functions


@given(st.text(max_size=200))
def test_the_terms_of_a_text_are_the_same_again_whatever_came_between(text: str) -> None:
    first, question = terms(text), asked(text, list)
    for other in SAYINGS.values():
        terms(other)
    assert terms(text) == first
    assert asked(text, list) == question
    assert all(term and not any(char.isspace() for char in term) for term in question)


@given(chats, st.integers(2, 5))
def test_a_text_said_several_times_has_its_terms_as_often(text: str, times: int) -> None:
    once, often = terms(text), terms("\n".join([text] * times))
    if {term[:2] for term in once if MARK in term} == {term[:2] for term in often if MARK in term}:
        # Taken for another language, it has other function words, and so other terms.
        assert set(once) >= set(often)
        own = [term for term in once if MARK not in term]
        assert len([term for term in often if MARK not in term]) <= times * len(own)
