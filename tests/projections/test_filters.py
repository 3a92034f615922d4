"""Filters against a plain model of them; names that nobody knows; and what is checked once memories are placed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.commands.asked_entities import ids_of
from awhm.commands.entities import ENTITIES, Entities
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.append_raw import NO_ONE
from awhm.events.codec import encode
from awhm.events.event import (
    EntitiesMerged,
    EntityNamed,
    Event,
    Kind,
    MemoryFormed,
    MemoryRetracted,
    Recorded,
    Role,
    Span,
    Stated,
    StatementsExtracted,
)
from awhm.events.fold import Array
from awhm.projections.filtering import allowed, both, fitting, widened
from awhm.projections.filters import Filters, folded
from awhm.projections.graph import GRAPH, Graph
from awhm.projections.recall import Hit
from awhm.projections.sessions import SESSIONS, Sessions
from awhm.projections.standing import Placed, stand

NOW = 1000
ANYA, OSLO, OTHER = "e00000000000000a1", "e00000000000000b2", "e00000000000000c3"


def nobody(asked: str) -> Collection[str]:
    raise Refused("no_such_entity", f"there is no entity {asked!r}")


class Talk:
    """A sessions view and a graph, fed by hand."""

    def __init__(self) -> None:
        self.sessions, self.graph, self.entities = SESSIONS.initial(), GRAPH.initial(), ENTITIES.initial()
        self.texts: dict[int, str] = {}
        self.position = 0

    def said(self, text: str = "words", **payload: Any) -> int:
        self.position += 1
        self.texts[self.position] = text
        whole = {"session": "s", "role": "user", "content": text, "occurred": self.position} | payload
        SESSIONS.reads[Kind.MESSAGE_LOGGED](self.sessions, Recorded(self.position, b"", whole))
        return self.position

    def happens(self, event: Event) -> int:
        self.position += 1
        header = chain.LAYOUT.pack(
            1, 0, event.kind, 1, 0, 1, 0, 0, self.position, 1, NO_ONE, NO_ONE, 0, NO_ONE, NO_ONE, NO_ONE, bytes(32)
        )
        recorded = Recorded(self.position, header, orjson.loads(encode(event)))
        for fold, state in ((GRAPH, self.graph), (ENTITIES, self.entities)):
            evolve: Callable[[Any, Recorded], None] | None = fold.reads.get(event.kind)
            if evolve is not None:
                evolve(state, recorded)
        return self.position

    def states(self, message: int, *values: tuple[str, float], entities: tuple[str, ...] = ()) -> list[str]:
        """What a message says, each value (a family and a confidence) a memory; their ids."""
        stated = [
            Stated(family=family, start=0, end=len(self.texts[message]), subject="user", value=f"v{place}",
                   value_key=f"v{place}", confidence=confidence, rule="x", entities=list(entities))
            for place, (family, confidence) in enumerate(values)
        ]  # fmt: skip
        event = StatementsExtracted(message=message, session="s", occurred=1, extractor="x", statements=stated)
        position = self.happens(event)
        window: list[Span] = [(None, None)]
        for place in range(len(values)):
            memory, statement = f"n{position}.{place}", f"s{position}.{place}"
            self.happens(MemoryFormed(memory=memory, windows=window, statements=[statement]))
        return [f"n{position}.{place}" for place in range(len(values))]

    def allows(self, filters: Filters, entity_ids: Callable[[str], Collection[str]] = nobody) -> list[int]:
        """The messages that may answer."""
        may = allowed(filters, self.sessions, self.graph, entity_ids)
        messages = sorted(self.texts)
        return messages if may is None else [one for one in messages if may(np.array([one], np.uint64))[0]]

    def fits(self, filters: Filters, **options: Any) -> list[tuple[int, str | None]]:
        """The messages that fit once they are placed, each with the memory that it is shown with."""
        hits = [Hit(message, 0, 0.5, 0.5, 0.5, None) for message in self.texts]
        placed = stand(self.graph, hits, [], self.texts.__getitem__, NOW, include_history=filters.of_past)
        check = fitting(filters, self.graph, NOW, **options)
        found = placed if check is None else [one for one in map(check, placed) if one is not None]
        shown = [(one.hit.position, one.standing.memory if one.standing else None) for one in found]
        return sorted(shown, key=lambda one: one[0])


names = st.sampled_from(["Ann", "ANN", "Bén", "Be\u0301n", "Ｃｉｄ", "cid"])
tagged = st.lists(names, max_size=3).map(lambda tags: {"tags": tags})
further: dict[str, st.SearchStrategy[Any]] = {"speaker": names, "metadata": tagged}
messages = st.fixed_dictionaries(
    {"session": names, "role": st.sampled_from([role.value for role in Role]), "occurred": st.integers(0, 9)},
    optional=further,
)
some = st.none() | st.lists(names, min_size=1, max_size=2)


@given(st.lists(messages, max_size=12), some, some, some, st.data())
def test_what_is_allowed_agrees_with_a_plain_model(
    said: list[dict[str, Any]], sessions: Any, speakers: Any, tags: Any, data: st.DataObject
) -> None:
    roles = data.draw(st.none() | st.lists(st.sampled_from([role.value for role in Role]), min_size=1, max_size=2))
    since, before = data.draw(st.none() | st.integers(0, 4)), data.draw(st.none() | st.integers(5, 9))
    talk = Talk()
    for one in said:
        talk.said(**one)

    def same(name: str | None, asked: list[str] | None, exact: bool = False) -> bool:
        """One of those asked for; a session by its own id where there is one."""
        if asked is None:
            return True
        return name is not None and any(
            name == one if exact and any(one == other["session"] for other in said) else folded(name) == folded(one)
            for one in asked
        )

    known = {
        "session": {folded(one["session"]) for one in said},
        "speaker": {folded(one["speaker"]) for one in said if "speaker" in one},
        "tag": {folded(tag) for one in said for tag in one.get("metadata", {}).get("tags", [])},
    }
    filters = Filters.of(sessions=sessions, speakers=speakers, tags=tags, roles=roles, since=since, before=before)
    asked = (("session", sessions), ("speaker", speakers), ("tag", tags))
    unknown = [what for what, wanted in asked if any(folded(one) not in known[what] for one in wanted or ())]
    if unknown:
        with pytest.raises(Refused) as refused:
            talk.allows(filters)
        assert refused.value.code in [f"no_such_{what}" for what in unknown]
        return
    expected = [
        position
        for position, one in enumerate(said, 1)
        if same(one["session"], sessions, exact=True)
        and same(one.get("speaker"), speakers)
        and (tags is None or any(same(tag, tags) for tag in one.get("metadata", {}).get("tags", [])))
        and (roles is None or one["role"] in roles)
        and (since is None or one["occurred"] >= since)
        and (before is None or one["occurred"] < before)
    ]
    assert talk.allows(filters) == expected


def test_no_filter_allows_all_without_looking() -> None:
    assert not Filters() and not Filters.of()
    assert allowed(Filters(), Sessions(), Graph(), nobody) is None
    assert fitting(Filters(), Graph(), NOW) is None
    assert both() is None and both(None, None) is None


def test_positions_of_other_events_and_beyond_the_log_are_not_allowed() -> None:
    talk = Talk()
    talk.position = 4
    talk.said()
    may = allowed(Filters.of(roles="user"), talk.sessions, talk.graph, nobody)
    assert may is not None
    assert may(np.array([0, 1, 4, 5, 6, 7, 2**63], np.uint64)).tolist() == [False] * 3 + [True] + [False] * 3
    assert may(np.zeros(0, np.uint64)).tolist() == []
    nothing = allowed(Filters.of(roles="user"), Sessions(), Graph(), nobody)
    assert nothing is not None and not nothing(np.array([0, 1], np.uint64)).any()


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), max_size=4))
def test_both_allows_what_all_allow(each: list[list[bool]]) -> None:
    def of(may: list[bool]) -> Callable[[Any], Any]:
        return lambda positions: np.array(may)[positions]

    joined = both(*map(of, each), None)
    found = np.ones(6, np.bool_) if joined is None else joined(np.arange(6))
    assert found.tolist() == [all(column) for column in zip(*each, strict=True)] if each else [True] * 6


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"sessions": []}, "empty_filter"),
        ({"speakers": ""}, "empty_filter"),
        ({"tags": ["a", " "]}, "empty_filter"),
        ({"entities": ()}, "empty_filter"),
        ({"roles": []}, "empty_filter"),
        ({"roles": "robot"}, "bad_filter"),
        ({"kinds": "note"}, "bad_filter"),
        ({"families": "facts"}, "bad_filter"),
        ({"types": ["semantic", "x"]}, "bad_filter"),
        ({"statuses": "gone"}, "bad_filter"),
        ({"min_confidence": 1.01}, "bad_filter"),
        ({"min_confidence": float("nan")}, "bad_filter"),
        ({"since": 5, "before": 5}, "bad_filter"),
        ({"kinds": "message", "families": "fact"}, "bad_filter"),
        ({"kinds": "message", "min_confidence": 0.0}, "bad_filter"),
    ],
)
def test_a_filter_that_cannot_be_meant_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        Filters.of(**given)
    assert refused.value.code == code


def test_words_of_a_list_are_known_in_any_case() -> None:
    assert Filters.of(roles=["User", "TOOL"], statuses="Active", kinds=["Memory", "memory"]) == Filters(
        roles=("user", "tool"), statuses=("active",), kinds=("memory",)
    )


@pytest.mark.parametrize(
    ("given", "code", "near"),
    [
        ({"speakers": "Carolin"}, "no_such_speaker", "'Caroline'"),
        ({"sessions": "trip-2O24"}, "no_such_session", "'trip-2024'"),
        ({"tags": "helth"}, "no_such_tag", "'health'"),
        ({"speakers": ["Caroline", "Zed"]}, "no_such_speaker", "whole"),
    ],
)
def test_an_unknown_name_is_refused_with_those_that_are_near(given: dict[str, Any], code: str, near: str) -> None:
    talk = Talk()
    talk.said(session="trip-2024", speaker="Caroline", metadata={"tags": ["health"]})
    with pytest.raises(Refused) as refused:
        talk.allows(Filters.of(**given))
    assert refused.value.code == code and near in refused.value.hint


def test_a_tag_is_the_same_with_its_mark() -> None:
    talk = Talk()
    talk.said(metadata={"tags": ["#Health"]})
    talk.said(metadata={"tags": "work"})
    assert talk.allows(Filters.of(tags="health")) == [1]
    assert talk.allows(Filters.of(tags=["#work", "HEALTH"])) == [1, 2]


# Entities ------------------------------------------------------------------------------------------------


def named(talk: Talk, *forms: tuple[str, str]) -> Entities:
    for entity, form in forms:
        talk.happens(EntityNamed(entity=entity, form=form, label="PERSON", how="new", message=None))
    return talk.entities


def test_an_entity_is_found_in_every_message_that_says_something_about_it_whatever_it_was_called() -> None:
    talk = Talk()
    first, second, third, fourth = (talk.said(text) for text in ("Anya", "my sister", "Oslo", ANYA))
    talk.states(first, ("fact", 0.8), entities=(ANYA,))
    talk.states(second, ("fact", 0.8), ("outcome", 0.8), entities=(OSLO, OTHER))
    talk.states(third, ("fact", 0.8), entities=(OSLO,))
    talk.states(fourth, ("fact", 0.8))
    state = named(talk, (ANYA, "Anya"), (OTHER, "Annie"), (OSLO, "Oslo"))

    def found(*asked: str) -> list[int]:
        return talk.allows(Filters.of(entities=asked), lambda name: ids_of(state, name))

    assert (found("Anya"), found("OSLO"), found(OTHER)) == ([first], [second, third], [second])
    assert found("Anya", "Oslo") == [first, second, third]
    talk.happens(EntitiesMerged(entity=ANYA, merged=OTHER))
    assert found("anya") == found("Annie") == found(OTHER) == [first, second]
    talk.happens(StatementsExtracted(message=first, session="s", occurred=1, extractor="y", statements=[]))
    assert found("Anya") == [second], "a later extraction does not see it any more"
    with pytest.raises(Refused, match="Any a") as refused:
        found("Any a")
    assert refused.value.code == "no_such_entity" and "'Anya'" in refused.value.hint


# Memories ------------------------------------------------------------------------------------------------


@pytest.fixture
def mixed() -> Talk:
    """A message alone; one with a fact; one with an unsure preference and an outcome; one that is taken back."""
    talk = Talk()
    for text in ("hello", "I live in Oslo", "I may like tea and I finished", "I live in Rome"):
        talk.said(text)
    talk.states(2, ("fact", 0.9))
    talk.states(3, ("preference", 0.4), ("outcome", 0.7))
    (rome,) = talk.states(4, ("fact", 0.8))
    talk.happens(MemoryRetracted(memory=rome, windows=[], reason="wrong"))
    return talk


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"kinds": "message"}, [1]),
        ({"kinds": "memory"}, [2, 3]),
        ({"kinds": ["message", "memory"]}, [1, 2, 3]),
        ({"families": "fact"}, [2]),
        ({"families": "outcome"}, [3]),
        ({"families": ["outcome", "fact"], "roles": "user"}, [2, 3]),
        ({"types": "procedural"}, [3]),
        ({"types": "semantic"}, [2]),
        ({"min_confidence": 0.75}, [2]),
        ({"min_confidence": 0.6, "types": ["episodic", "procedural"]}, [3]),
        ({"min_confidence": 0.5, "families": "preference"}, []),
        ({"statuses": "retracted"}, [4]),
        ({"statuses": ["retracted", "active"], "families": "fact"}, [2, 4]),
    ],
)
def test_what_memories_are_filtered_by(mixed: Talk, given: dict[str, Any], expected: list[int]) -> None:
    filters = Filters.of(**given)
    assert [position for position, _ in mixed.fits(filters)] == expected
    assert set(expected) <= set(mixed.allows(filters)), "nothing that fits was kept out before"


def test_a_message_is_shown_with_a_memory_that_fits(mixed: Talk) -> None:
    shown = {family: mixed.fits(Filters.of(families=family))[0][1] for family in ("preference", "outcome")}
    assert shown["preference"] != shown["outcome"]
    assert {mixed.graph.said(memory or "")[0].family for memory in shown.values()} == {"preference", "outcome"}


def test_what_placing_brings_in_is_checked_against_the_messages_filters_again(mixed: Talk) -> None:
    filters = Filters.of(kinds=["message", "memory"])

    def second(positions: Array) -> Array:
        return np.isin(positions, [2])

    assert mixed.fits(filters, may=second) == mixed.fits(Filters.of(families="fact"))


@given(st.integers(1, 40), st.integers(1, 5), st.integers(1, 8), st.integers(2, 9))
def test_widening_finds_all_that_fits_however_far_behind(size: int, k: int, pool: int, every: int) -> None:
    """BC-RET-15: a filter after the fact must not lose what stands behind many that do not fit."""
    ranked = [Placed(Hit(n, 0, 1 - n / 100, 0.0, 0.0, None), None) for n in range(size)]
    asked: list[int] = []

    def ask(pool: int) -> list[Placed]:
        asked.append(pool)
        return ranked[:pool]

    found = widened(ask, lambda one: one if one.hit.position % every == 0 else None, k, pool, size)
    fitting_ones = [one for one in ranked if one.hit.position % every == 0]
    assert found[:k] == fitting_ones[:k]
    assert asked == sorted(set(asked)) and len(asked) <= 5
    assert widened(ask, None, k, pool, size) == ranked[:pool]


@given(st.text(max_size=20))
def test_a_name_is_compared_without_case_and_composition(name: str) -> None:
    assert folded(unicodedata.normalize("NFD", name.upper().lower())) == folded(name.upper())
