"""The estimate of tokens is an upper one: hardly ever less than the word pieces of a real tokeniser."""

from __future__ import annotations

import gzip
import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.adapters import minilm
from awhm.jobs.context_tokens import estimate

ROOT = Path(__file__).resolve().parents[2]
MANY = {
    "Spanish": "Vivo en Lisboa desde hace tres años y mi editor favorito es Emacs, ¿sabes? Mañana iré a la oficina.",
    "German": "Die Straßenbahnhaltestellenverordnung wurde gestern größtenteils geändert, sagt Frau Müller.",
    "French": "J'habite à Lisbonne depuis trois ans ; mon éditeur préféré, c'est Emacs, n'est-ce pas ?",
    "Russian": "Я живу в Лиссабоне и работаю в компании Акме уже три года. Всегда используй табы!",
    "Chinese": "我住在里斯本，我最喜欢的编辑器是Emacs。你明天要去办公室吗？",
    "Japanese": "私はリスボンに住んでいます。好きなエディタはEmacsです。カタカナも書きます。",
    "Korean": "저는 리스본에 살고 있습니다. 제가 가장 좋아하는 편집기는 이맥스입니다.",
    "Arabic": "أنا أعيش في لشبونة ومحرري المفضل هو إيماكس.",
    "Hindi": "मैं लिस्बन में रहता हूँ और मेरा पसंदीदा संपादक ईमैक्स है।",
    "Greek": "Ζω στη Λισαβόνα και ο αγαπημένος μου επεξεργαστής είναι το Emacs.",
    "Turkish": "İstanbul'da yaşıyorum ve en sevdiğim editör Emacs'tır; şoförüm çok iyi.",
    "emoji": "😀😃🎉👍🏽👩‍👩‍👧 great ☕️ → ✓ ★ ❤️",
    "addresses": "https://example.com/a/b-c_d?x=1&y=%20z#frag /usr/local/lib/python3.11/site-packages/foo.py:123",
}


@pytest.fixture(scope="module")
def pieces() -> Callable[[str], int]:
    """How many word pieces all-MiniLM-L6-v2 makes of a text."""
    if minilm.absent():
        pytest.skip("the embedding model is not installed")
    tokenizers: Any = pytest.importorskip("tokenizers")
    tokenizer = tokenizers.Tokenizer.from_str(minilm.content_of(minilm.TOKENIZER).decode())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def chunks(texts: Sequence[str], size: int = 400) -> list[str]:
    return [text[at : at + size] for text in texts for at in range(0, len(text), size)]


@pytest.mark.parametrize("language", MANY)
def test_text_of_many_languages_is_not_counted_too_low(language: str, pieces: Callable[[str], int]) -> None:
    assert pieces(MANY[language]) <= estimate(MANY[language])


@pytest.mark.parametrize("pattern", ["docs/*.md", "awhm/**/*.py", "tests/language/*.py"])
def test_prose_and_code_are_hardly_ever_counted_too_low(pattern: str, pieces: Callable[[str], int]) -> None:
    texts = chunks([path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern))])
    counted = [(estimate(text), pieces(text)) for text in texts]
    assert sum(guess < true for guess, true in counted) <= 0.01 * len(counted)
    assert all(guess >= 0.9 * true for guess, true in counted)
    assert sum(guess for guess, _ in counted) < 2 * sum(true for _, true in counted), "nor is it far too high"


def test_keys_numbers_and_ids_are_hardly_ever_counted_too_low(pieces: Callable[[str], int]) -> None:
    draw = Random(7)
    made = [str(draw.getrandbits(200)) for _ in range(100)]
    made += [draw.randbytes(40).hex() for _ in range(100)]
    made += [str(uuid.UUID(int=draw.getrandbits(128))) for _ in range(100)]
    counted = [(estimate(text), pieces(text)) for text in made]
    assert sum(guess < true for guess, true in counted) <= 0.03 * len(counted)
    assert all(guess >= 0.9 * true for guess, true in counted)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["locomo", "longmemeval"])
def test_real_conversations_are_hardly_ever_counted_too_low(
    name: str, pieces: Callable[[str], int], shared: Path
) -> None:
    with gzip.open(shared / "corpora" / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        said = [text for text in texts_in(json.load(file)) if " " in text]
    texts = Random(1).sample(said, 2000)
    counted = [(estimate(text), pieces(text)) for text in texts]
    assert sum(guess < true for guess, true in counted) <= 0.005 * len(counted)
    assert sum(guess for guess, _ in counted) < 1.8 * sum(true for _, true in counted)


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from texts_in(one)
    elif isinstance(value, list):
        for one in value:  # pyright: ignore[reportUnknownVariableType]
            yield from texts_in(one)


@given(st.text(), st.text())
def test_a_text_is_at_most_as_much_as_its_parts_and_never_less_than_one_of_them(one: str, other: str) -> None:
    whole = estimate(f"{one}\n{other}")
    assert max(estimate(one), estimate(other)) <= whole <= estimate(f"{one}\n") + estimate(other)
    assert estimate("") == 0
