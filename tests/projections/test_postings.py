"""Postings against a plain list of documents: merging, tiers, forgetting, damage."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.projections import postings
from awhm.projections.postings import Postings, Segment, merged

TERMS = ["a", "ab", "abcdefgh", "abcdefghi", "abcdefghij", "abcdefghz", "é", "東京", "c++", "z"]
documents = st.lists(st.lists(st.sampled_from(TERMS), min_size=1, max_size=6), max_size=40)


def found(held: Postings, term: str) -> dict[int, int]:
    (docs, counts), *_ = held.find([term])
    assert docs.tolist() == sorted(set(docs.tolist()))
    return dict(zip(docs.tolist(), counts.tolist(), strict=True))


def expected(plain: list[list[str]], term: str) -> dict[int, int]:
    return {doc: terms.count(term) for doc, terms in enumerate(plain) if term in terms}


def filled(plain: list[list[str]]) -> Postings:
    held = Postings()
    for terms in plain:
        held.add(terms)
    return held


@settings(deadline=None)
@given(documents, st.sampled_from([1, 5, 1 << 17]), st.sampled_from([2, 3]), st.data())
def test_every_term_is_found_in_the_documents_that_hold_it_and_in_no_other(
    plain: list[list[str]], tail: int, fanout: int, data: st.DataObject
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "TAIL", tail)
        patch.setattr(postings, "FANOUT", fanout)
        held = filled(plain)
        assert all(found(held, term) == expected(plain, term) for term in [*TERMS, "abcdefgha", "none"])
        mask = data.draw(st.lists(st.booleans(), min_size=len(plain), max_size=len(plain)))
        held.keep(np.array(mask, np.bool_))
        left = [terms for terms, kept in zip(plain, mask, strict=True) if kept]
        held = Postings.load("p", held.dump("p")) if data.draw(st.booleans()) else held
        held.add(["ab", "new"])
        left.append(["ab", "new"])
        assert len(held) == len(left)
        assert all(found(held, term) == expected(left, term) for term in [*TERMS, "new"])
        # No word outlives its last document.
        words = Counter(word for terms in left for word in terms)
        assert held.whole().vocabulary() == sorted(word.encode() for word in words)
        assert {word for raw in held.dump("p").values() for word in Segment(raw).vocabulary()} == {
            word.encode() for word in words
        }


def test_a_frequency_above_255_counts_as_255() -> None:
    held = filled([["a"] * 1000, ["a"]])
    assert found(held, "a") == {0: 255, 1: 1}
    held.freeze()
    assert found(held, "a") == {0: 255, 1: 1}


def test_segments_grow_to_a_size_and_no_further_and_few_are_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "TAIL", 64)
    held = Postings()
    for number in range(1000):
        held.add([f"word{number}", "all"])
        sizes = [len(Segment(raw).docs) for raw in held.dump("p").values()]
        assert max(sizes) <= 2 * 64
        assert sum(size < 32 for size in sizes) <= 3
    assert len(found(held, "all")) == 1000


def test_forgetting_a_document_rewrites_the_segment_that_holds_it_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postings, "TAIL", 64)
    plain = [[f"word{number}", "all"] for number in range(200)]
    held = filled(plain)
    before = held.dump("p")
    held.drop(np.array([100]))
    after = held.dump("p")
    assert len(before) == len(after) > 2
    assert sum(after[name] is not before[name] for name in before) == 1
    assert found(held, "word100") == {} and found(held, "word101") == {100: 1}
    assert b"word100" not in b"".join(raw.tobytes() for raw in after.values())


def test_saving_after_each_document_keeps_one_small_segment_at_the_end() -> None:
    held = Postings()
    for number in range(50):
        held.add([f"word{number}"])
        assert len(held.dump("p")) == 1


def test_forgetting_everything_leaves_nothing() -> None:
    held = filled([["a"], ["ab"]])
    held.freeze()
    held.add(["z"])
    held.keep(np.zeros(3, np.bool_))
    assert len(held) == 0
    assert held.dump("p") == {}
    assert found(held, "z") == {}


def test_merging_one_segment_changes_no_byte() -> None:
    one = filled([["a", "ab", "a"], ["é", "ab"]]).whole()
    assert merged([one]).raw.tobytes() == one.raw.tobytes()


@pytest.mark.parametrize("size", [0, 7, 31, 33])
def test_bytes_that_are_no_segment_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="segment"):
        Segment(np.full(size, 255, np.uint8))


# Three and four bytes in UTF-8, and what shares bytes with them: 㡀 begins as 㡁 does, 𠀀 as 𠀁.
CHARACTERS = "㡀㡁猫책\U00020000\U00020001"
runs: st.SearchStrategy[list[str]] = st.lists(st.text(CHARACTERS, min_size=1, max_size=5), min_size=1, max_size=4)


def pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


@settings(deadline=None)
@given(st.lists(runs, max_size=20), st.sampled_from([1, 5, 1 << 17]), st.data())
def test_a_character_is_found_in_every_document_that_holds_it_and_in_no_other(
    said: list[list[str]], tail: int, data: st.DataObject
) -> None:
    plain = [[*(pair for run in doc for pair in pairs(run)), "ab", "c++", "年月"] for doc in said]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "TAIL", tail)
        held = filled(plain)
        mask = data.draw(st.lists(st.booleans(), min_size=len(said), max_size=len(said)))
        held.keep(np.array(mask, np.bool_))
        left: list[list[str]] = [doc for doc, kept in zip(said, mask, strict=True) if kept]
        for character in CHARACTERS:
            docs, counts = held.holding(character)
            assert docs.tolist() == [at for at, doc in enumerate(left) if character in "".join(doc)]
            for doc, count in zip(map(int, docs), map(int, counts), strict=True):
                terms = [pair for run in left[doc] for pair in pairs(run)]
                begun, ended = (sum(term[at] == character for term in terms) for at in (0, -1))
                assert count == max(begun, ended) <= "".join(left[doc]).count(character)
        assert not len(held.holding("無")[0])


def test_a_character_said_often_counts_up_to_the_most() -> None:
    held = filled([["猫"] * 300, pairs("猫" * 7), pairs("黒猫"), pairs("猫舌")])
    docs, counts = held.holding("猫")
    assert dict(zip(docs.tolist(), counts.tolist(), strict=True)) == {0: 255, 1: 6, 2: 1, 3: 1}
