"""Questions in six languages against the index itself, at the head and at any earlier position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.event import Kind, Recorded
from awhm.language.tokens import terms
from awhm.projections import bm25
from awhm.projections.bm25 import BM25, State
from awhm.projections.bm25_search import search

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
