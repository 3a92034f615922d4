"""Text to index terms: what becomes a term, what does not, and how the time grows."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language import stems, tokens
from awhm.language.tokens import LONGEST, STOP_WORDS, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Caroline’s running shoes", ["carolin", "run", "shoe"]),
        ("the girls' team", ["girl", "team"]),
        ("I don't, we'll, can't, they've", []),
        ("O'Brien", ["obrien", "brien"]),
        ("C++ and C# and notepad++", ["c++", "c#", "notepad++", "notepad"]),
        ("issue#42", ["issu", "42"]),
        ("node.js", ["node.js", "node", "js"]),
        ("Python 3.11 on port 8080", ["python", "3.11", "port", "8080"]),
        ("on 08.05.2023", ["08.05.2023", "2023"]),
        ("$1,200 or 12,345,678", ["1200", "12345678"]),
        ("red,green", ["red", "green"]),
        ("The U.S. at 9 a.m.", ["us", "9", "am"]),
        ("well-known snake_case", ["well", "known", "snake", "case"]),
        ("in May", ["may"]),
        ("ﬁne Ｆｕｌｌ STRASSE Straße", ["fine", "full", "strass", "strass"]),
        ("İstanbul istanbul", ["istanbul", "istanbul"]),
        ("Привет мир", ["привет", "мир"]),
        ("I had a café crème in Łódź", ["cafe", "creme", "lodz"]),
        ("Ελληνικά", ["ελληνικα"]),
        ("नमस्ते", ["नमस्ते"]),
        ("北京大学", ["北京", "京大", "大学"]),
        ("猫", ["猫"]),
        ("カタカナ と 한국어", ["カタ", "タカ", "カナ", "と", "한국", "국어"]),
        ("Tokyo東京2024年", ["tokyo", "東京", "2024", "年"]),
        ("🙂 … !!!", []),
        ("", []),
    ],
)
def test_terms_of(text: str, expected: list[str]) -> None:
    assert terms(text) == expected
    assert terms(text) == expected  # and the same once they are remembered


def test_stop_words_alone_give_no_terms() -> None:
    assert terms(" ".join(sorted(STOP_WORDS))) == []
    assert 100 < len(STOP_WORDS) < 160


def test_composed_and_decomposed_text_are_the_same_words() -> None:
    text = "Zoë naïve café Tiếng Việt 한국어 がぎぐ"
    assert terms(unicodedata.normalize("NFD", text)) == terms(unicodedata.normalize("NFC", text))


def test_an_inline_image_is_not_indexed_and_the_words_around_it_are() -> None:
    """BC-IMP-19."""
    text = "My physio is Anselm.\n![x](data:image/png;base64," + "QUJD" * 700_000 + ")\nNext visit: 12 June 2024.\n"
    found = terms(text)
    assert {"physio", "anselm", "visit", "12", "june", "2024"} <= set(found)
    assert len(found) < 15
    assert max(map(len, found)) <= LONGEST


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        "I like I like " * 8000 + "olives",
        "a'" * 30_000 + "a",
        "a" + "'s" * 30_000,
        "a." * 30_000 + "a",
        "1," * 30_000 + "1",
        "c++" * 30_000,
        "漢" * 60_000,
        "a" + "\u0301\u0316" * 30_000,
        "é." * 30_000,
        "él " * 20_000,
        "l'" * 30_000 + "eau",
        "ñandú" * 12_000,
    ],
)
def test_hostile_text_is_cut_into_terms_no_longer_than_itself(text: str) -> None:
    """BC-IMP-20: quadratic work or deep recursion would not end here, or raise."""
    found = terms(text)
    assert sum(map(len, found)) <= 3 * len(text)
    assert terms("locksmith " + text)[0] == "locksmith"


@given(st.text(max_size=300))
def test_any_text_gives_terms_without_spaces_and_within_the_limit(text: str) -> None:
    for term in terms(text):
        assert term
        assert len(term) <= LONGEST
        assert not any(char.isspace() for char in term)
        term.encode()


@given(st.lists(st.text(alphabet="bcXYZ0189ßЖ東京한.,'+#- ", max_size=30), max_size=5))
def test_english_texts_on_separate_lines_give_their_terms_one_after_the_other(texts: list[str]) -> None:
    # "c'" is a sign of French, whose stems ("fr:...") stand behind the words of the text that they are of.
    english = [term for text in texts for term in terms(text) if ":" not in term]
    assert [term for term in terms("\n".join(texts)) if ":" not in term] == english


@given(st.text(max_size=60))
def test_case_does_not_matter(text: str) -> None:
    folded = unicodedata.normalize("NFKC", text).casefold()
    assert terms(folded) == terms(text)


def test_a_full_cache_starts_again_and_gives_the_same_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "CACHED", 5)
    text = "pump hall harbour windy leaks node.js caroline's locksmith"
    first = terms(text)
    assert [terms(text) for _ in range(3)] == [first] * 3


def test_the_version_names_the_stemmer_and_the_unicode_tables() -> None:
    assert f"snowball-{stems.VERSION} " in tokens.ANALYSIS
    assert unicodedata.unidata_version in tokens.ANALYSIS
