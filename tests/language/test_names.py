"""Whose words a text is, and whom a question is about."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.names import LABELS, first_person, named, spoken, spoken_from
from awhm.language.passages import passages

PAIR = ["Caroline", "Melanie"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Caroline go to the group?", "When did I go to the group?"),
        ("What is Caroline's dog called?", "What is my dog called?"),
        ("What is Caroline’s dog called?", "What is my dog called?"),
        ("what did CAROLINE say", "what did I say"),
        ("Caroline", "I"),
        ("When did Caroline visit Melanie's house?", "When did I visit my house?"),
        ("When did melanie visit Caroline?", "When did I visit I?"),
        ("Did Caroline say that Caroline's car broke?", "Did I say that my car broke?"),
        ("What does @Caroline like?", "What does I like?"),
        ("Where is Carolines dog?", None),
        ("Who is Anna-Caroline?", None),
        ("Who wrote from caroline@example.org?", None),
        ("When was it?", None),
        ("", None),
    ],
)
def test_a_question_about_a_speaker_is_put_as_the_speaker_would_put_it(question: str, expected: str | None) -> None:
    assert first_person(question, PAIR) == expected


def test_a_first_name_stands_for_a_name_of_several_words() -> None:
    assert first_person("Where does Ana work?", ["Ana María López"]) == "Where does I work?"
    assert first_person("Where does Ana maría  López work?", ["Ana María López"]) == "Where does I work?"
    assert named("Where does Dr. Smith work? And the Dr.?", ["Dr. Smith"]) == ["Dr. Smith"]
    assert named("Is the Dr. in?", ["Dr. Smith"]) == []


def test_a_full_name_belongs_to_its_owner_even_when_it_is_anothers_first_name() -> None:
    assert named("What did Ana say?", ["Ana López", "Ana"]) == ["Ana"]
    assert named("What did Ana López say?", ["Ana López", "Ana"]) == ["Ana López"]


def test_a_name_that_ends_in_s_owns_with_an_apostrophe_alone() -> None:
    assert first_person("Is it James' bike or James's?", ["James"]) == "Is it my bike or my?"


def test_accents_count_in_either_form() -> None:
    speaker = unicodedata.normalize("NFD", "Zoë")
    assert first_person("What does Zoë eat?", [speaker]) == "What does I eat?"
    assert named(unicodedata.normalize("NFD", "What does Zoë eat?"), ["Zoë"]) == ["Zoë"]
    assert first_person("Was sagt STRAUSS zu Strauß?", ["Strauß"]) == "Was sagt I zu I?"


def test_a_chinese_name_needs_no_spaces_around_it() -> None:
    assert first_person("小明什么时候去了北京?", ["小明", "王芳"]) == "我什么时候去了北京?"


def test_labels_are_no_names() -> None:
    assert first_person("What did the user tell the assistant?", ["user", "assistant"]) is None
    assert named("Did I ask you, Bot?", sorted(LABELS)) == []
    assert first_person("What about 12 or -?", ["12", "-", ""]) is None


def test_an_everyday_word_is_a_name_only_where_it_is_written_as_one() -> None:
    assert first_person("When will Caroline move?", ["Will", "Caroline"]) == "When will I move?"
    assert first_person("Will Caroline move?", ["Will", "Caroline"]) == "Will I move?"
    assert first_person("When did Will move?", ["Will", "Caroline"]) == "When did I move?"
    assert first_person("Will's dog?", ["Will"]) == "my dog?"
    assert first_person("Did a dog bite A?", ["A", "B"]) == "Did a dog bite I?"


def test_speakers_are_named_once_each_in_the_order_of_mention() -> None:
    assert named("Did Melanie tell Caroline that melanie left?", PAIR) == ["Melanie", "Caroline"]


@pytest.mark.parametrize(
    ("content", "speaker", "expected"),
    [
        ("Caroline: I went.", "Caroline", "I went."),
        ("caroline : I went.", "Caroline", "I went."),
        ("Caroline:\nI went.", "Caroline", "I went."),
        ("小明：我去了。", "小明", "我去了。"),
        ("Caroline:", "Caroline", ""),
        ("Melanie: I went.", "Caroline", "Melanie: I went."),
        ("Caroline went: I stayed.", "Caroline", "Caroline went: I stayed."),
        ("Caroline: I went.", None, "Caroline: I went."),
        ("http://example.org", "http", "http://example.org"),
        ("12:30 is fine", "12", "12:30 is fine"),
        (unicodedata.normalize("NFD", "Zoë: hi"), "Zoë", "hi"),
        ("Zoë: hi", unicodedata.normalize("NFD", "Zoë"), "hi"),
    ],
)
def test_only_the_speakers_own_name_is_taken_from_the_front(content: str, speaker: str | None, expected: str) -> None:
    assert spoken(content, speaker) == expected


@given(st.text(), st.text())
def test_what_is_spoken_is_always_the_end_of_the_content(content: str, speaker: str) -> None:
    start = spoken_from(content, speaker)
    assert spoken(content, speaker) == content[start:]
    assert 0 <= start <= len(content)
    assert spoken_from(content, None) == 0


@given(st.text(min_size=1), st.text())
def test_a_name_put_in_front_leaves_the_passages_their_words(speaker: str, words: str) -> None:
    content = f"{speaker}: {words}"
    start = spoken_from(content, speaker)
    kept = "".join(content[max(low, start) : high] for low, high in passages(content))
    if speaker.strip():
        assert start >= len(speaker.strip()) + 1
        assert kept.strip() in words


@given(st.text(), st.lists(st.text(max_size=12), max_size=4))
def test_a_question_is_rewritten_exactly_when_it_names_a_speaker(question: str, speakers: list[str]) -> None:
    found = named(question, speakers)
    assert set(found) <= set(speakers)
    assert len(set(found)) == len(found)
    assert (first_person(question, speakers) is not None) == bool(found)
    assert found == named(question, list(reversed(speakers)))
