"""Questions in six languages against the index itself, at the head and at any earlier position."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.event import Kind, Recorded
from awhm.language.tokens import terms
from awhm.projections import bm25
from awhm.projections.bm25 import BM25, State
from awhm.projections.bm25_search import coverage, explain, idfs, scores_for, search

SAYINGS = [
    "Los domingos me gustan las caminatas por las montañas con mis hermanas.",
    "Wir haben letztes Jahr zwei alte Häuser am Fluss gekauft.",
    "Mes voisines ont deux chevaux et elles habitaient à la montagne.",
    "Вчера мы гуляли с собаками в парке.",
    "我最喜欢的餐厅在北京大学旁边。",
    "来週の金曜日に東京タワーで友達と会います。",
    "My sister adopted three kittens from the shelter.",
]


def index(messages: list[str]) -> State:
    state = BM25.initial()
    for position, content in enumerate(messages, 1):
        BM25.reads[Kind.MESSAGE_LOGGED](state, Recorded(position, b"", {"content": content, "occurred": 0}))
    return state


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("¿Te gustaba caminar por la montaña?", 1),
        ("montana", 1),
        ("Wo steht das Haus?", 2),
        ("Haus", 2),
        ("Qui a un cheval ?", 3),
        ("cheval", 3),
        ("Где ты гулял с собакой?", 4),
        ("北京餐厅", 5),
        ("東京タワー", 6),
        ("Which kitten?", 7),
    ],
)
def test_a_question_finds_its_message_first(question: str, message: int) -> None:
    state = index(SAYINGS)
    found = search(state, bm25.asked(state, question), k=3)
    assert found.positions[0] == message
    assert 0 < found.scores[0] < found.ideal


def test_what_the_index_does_not_hold_of_a_word_makes_a_match_no_weaker() -> None:
    state = index(SAYINGS)
    bent, same = (search(state, bm25.asked(state, word), k=1) for word in ("Häusern", "Fluss"))
    assert bent.scores[0] / bent.ideal == pytest.approx(same.scores[0] / same.ideal, rel=0.1)


@given(
    st.lists(st.sampled_from(SAYINGS), max_size=7),
    st.sampled_from(["montaña", "Häuser", "chevaux", "собака", "kittens", "caminatas Haus", "餐厅 kitten"]),
    st.integers(0, 8),
)
def test_a_question_is_asked_as_of_a_log_that_ends_at_a_position(said: list[str], question: str, until: int) -> None:
    whole, short = index(said), index(said[:until])
    assert bm25.asked(whole, question, until) == bm25.asked(short, question)


def test_an_english_index_is_asked_what_the_question_says() -> None:
    state = index([SAYINGS[6]] * 3)
    for question in ("kittens", "shelter cats", "Where are the kittens?"):
        assert bm25.asked(state, question) == terms(question)


PETS = [
    "我家养了一只猫。",  # 1: last in its run
    "猫很可爱，狗也很可爱。",  # 2: first
    "うちの黒猫は窓辺で寝ています。",  # 3: inside
    "犬と散歩に行きました。",  # 4
    "어제 새 책을 샀어요.",  # 5: with a particle
    "책상 위에 컵이 있다",  # 6: another word that has the syllable
    "그 책 정말 좋았어",  # 7: alone
    "𠮷野家で牛丼を食べた。",  # 8: four bytes in UTF-8
    "The cat sat on the mat.",  # 9
]


@pytest.mark.parametrize(
    ("question", "messages"),
    [
        ("猫", {1, 2, 3}),
        ("狗", {2}),
        ("犬？", {4}),
        ("책", {5, 6, 7}),
        ("컵", {6}),
        ("𠮷", {8}),
        ("丼", {8}),
        ("象", set[int]()),
        ("cat", {9}),
    ],
)
def test_one_character_finds_every_run_that_holds_it(question: str, messages: set[int]) -> None:
    state = index(PETS)
    asked = bm25.asked(state, question)
    found = search(state, asked, k=9)
    assert set(found.positions.tolist()) == messages
    assert all(0 < score < found.ideal for score in found.scores.tolist())
    # Whoever asks of the index sees the same: the scores of given messages, what they cover, and why.
    places = np.array(found.positions)
    assert scores_for(state, asked, places).scores.tolist() == found.scores.tolist()
    assert coverage(state, asked, places).scores.tolist() == found.scores.tolist()
    for position, score in zip(found.positions.tolist(), found.scores.tolist(), strict=True):
        (why,) = explain(state, asked, position, 0)
        assert (why.term, why.documents) == (asked[0], len(messages))
        assert why.score == pytest.approx(score)


def test_one_character_is_as_rare_as_the_messages_that_hold_it_are_few() -> None:
    state = index(PETS)
    cat, dog, nobody = idfs(state, ["猫", "狗", "象"])
    assert cat < dog < nobody
    # A word is rarer than its character, and a message that has the word leads those that have the character.
    assert idfs(state, ["黒猫"])[0] > cat
    assert search(state, bm25.asked(state, "黒猫 猫"), k=9).positions.tolist()[0] == 3


def test_a_pair_of_characters_finds_that_pair_alone() -> None:
    assert search(index(PETS), bm25.asked(index(PETS), "책상"), k=9).positions.tolist() == [6]


@given(st.lists(st.sampled_from(PETS), max_size=9), st.sampled_from("猫狗책𠮷の"), st.integers(0, 10))
def test_one_character_is_asked_as_of_a_log_that_ends_at_a_position(said: list[str], one: str, until: int) -> None:
    whole, short = index(said), index(said[:until])
    found, same = search(whole, [one], k=9, until=until), search(short, [one], k=9)
    assert found.positions.tolist() == same.positions.tolist()
    assert found.scores.tolist() == same.scores.tolist()
