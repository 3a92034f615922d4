"""A store's memories: whatever order things arrive in, whatever comes later, and whoever asks for which time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from at_home import HOUR, MAY, at, opened, say, sound
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.language.time import iso
from awhm.projections.graph import GRAPH, Graph
from awhm.projections.standing import PAST
from awhm.store import Store

CITIES = ("Oslo", "Rome", "Lima")
LATER = "2031-01-01T00:00:00Z"
Held = tuple[str | None, str, bool, tuple[tuple[int | None, int | None], ...]]


class Said(NamedTuple):
    """One sentence of a story: what it is about, its value, and the words."""

    about: str
    value: str
    words: str


said = st.one_of(
    st.sampled_from("123").map(lambda n: Said("locker", n, f"My locker number is {n}.")),
    st.sampled_from(CITIES).map(lambda city: Said("home", city.lower(), f"I live in {city}.")),
    st.sampled_from(CITIES).map(lambda city: Said("not home", city.lower(), f"I no longer live in {city}.")),
)
stories = st.lists(said, min_size=1, max_size=9)


def on_disk(folder: Path) -> Store:
    return Store(AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False, save_every=4))


def believed(graph: Graph) -> set[Held]:
    """What the memories say that hold at some time."""
    memories = [(one, graph.said(one.id)) for one in graph.all_memories() if one.windows]
    return {(s[0].slot, s[0].value_key, s[0].polarity, memory.windows) for memory, s in memories if s}


def endings(graph: Graph) -> set[tuple[Held, Held | None, bool]]:
    """Of each memory that holds at some time, what took its place for good, and whether it was taken back."""
    whole = {one.id: (graph.said(one.id)[0], one) for one in graph.all_memories() if one.windows and graph.said(one.id)}
    as_held = {name: (s.slot, s.value_key, s.polarity, one.windows) for name, (s, one) in whole.items()}
    return {
        (as_held[name], as_held.get(one.superseded_by or ""), one.retracted is not None)
        for name, (_, one) in whole.items()
    }


def held(story: Sequence[Said], hour: float) -> dict[str, str]:
    """What holds at a time, by common sense: what was said last, unless it was taken back."""
    now: dict[str, str] = {}
    for number, one in enumerate(story):
        if number > hour:
            break
        if one.about == "not home":
            if now.get("home") == one.value:
                del now["home"]
        else:
            now[one.about] = one.value
    return now


# The order of arrival ---------------------------------------------------------------------------------


@settings(max_examples=40)
@given(stories, st.data())
def test_whatever_the_order_of_arrival_and_the_runs_the_same_is_believed(
    story: list[Said], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(story))))
    runs = data.draw(st.sets(st.integers(0, len(story))))
    store, plain = opened(), opened()
    for hour, one in enumerate(story):
        say(plain, one.words, hour)
    plain.consolidate()
    for count, hour in enumerate(order):
        say(store, story[hour].words, hour, session="ab"[hour % 2])
        if count in runs:
            store.consolidate(session=None if count % 3 else "a")
    store.consolidate()
    assert believed(store.graph()) == believed(plain.graph())
    for hour in range(-1, len(story) + 1):
        assert at(store, MAY + hour * HOUR + HOUR // 2) == held(story, hour), f"half an hour after {hour}"
    sound(store)


bounded = st.sampled_from(
    [
        "I live in Rome until 2 May 2024.",
        "Since 29 April 2024 I have lived in Lima.",
        "I'm moving to Oslo on 3 May 2024.",
        "I speak French.",
        "I no longer speak French.",
    ]
)


@settings(max_examples=40)
@given(st.lists(st.one_of(said.map(lambda one: one.words), bounded), min_size=1, max_size=7), st.data())
def test_windows_and_who_took_whose_place_do_not_depend_on_arrival_either(
    story: list[str], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(story))))
    runs = data.draw(st.sets(st.integers(0, len(story))))
    store, plain = opened(), opened()
    for hour, words in enumerate(story):
        say(plain, words, hour * 5)
    plain.consolidate()
    for count, hour in enumerate(order):
        say(store, story[hour], hour * 5)
        if count in runs:
            store.consolidate()
    store.consolidate()
    assert believed(store.graph()) == believed(plain.graph())
    assert endings(store.graph()) == endings(plain.graph())
    sound(store)


@settings(max_examples=30)
@given(stories, st.data())
def test_recall_shows_for_each_time_exactly_what_held_then(story: list[Said], data: st.DataObject) -> None:
    """The words that said it are found, as active, and of what was past by then nothing."""
    store = opened()
    for hour in data.draw(st.permutations(range(len(story)))):
        say(store, story[hour].words, hour)
        if data.draw(st.booleans()):
            store.consolidate()
    if data.draw(st.booleans()):
        store.consolidate()
    for hour in range(len(story)):
        time = MAY + hour * HOUR + HOUR // 2
        found = store.recall("Where do I live? My locker number?", semantic=False, as_of=iso(time), k=50)
        words = {"locker": "My locker number is {}.", "home": "I live in {}."}
        expected = {words[about].format(value.capitalize()) for about, value in held(story, hour).items()}
        assert {one.content for one in found if one.status == "active"} == expected
        assert not {one.content for one in found if one.status in PAST or one.status == "upcoming"}
        past = store.recall(
            "Where do I live? My locker number?", semantic=False, as_of=iso(time), k=50, include_history=True
        )
        assert {one.content for one in past if one.status == "active"} == expected
        assert {one.content for one in past} == {one.words for one in story[: hour + 1]}, "all that was said by then"


@pytest.mark.parametrize("consolidated", [False, True])
def test_what_was_split_off_a_memory_tells_nothing_for_the_rest_of_it(consolidated: bool) -> None:
    """4 was believed all along, until it was learnt that 5 lay in between; what said 4 later is another memory."""
    store = opened()
    for hour in (0, 2, 3):
        say(store, "My locker number is 4.", hour)
    store.consolidate()
    say(store, "My locker number is 5.", 1)
    if consolidated:
        store.consolidate()
    for hour, value in enumerate("4544"):
        time = iso(MAY + hour * HOUR + HOUR // 2)
        found = store.recall("locker number", semantic=False, as_of=time)
        assert {(one.content, one.status) for one in found} == {(f"My locker number is {value}.", "active")}


def test_a_date_to_come_and_a_date_gone_by_are_kept() -> None:
    store = opened()
    say(store, "I'm moving to Rome on 1 July 2024.", 5)
    say(store, "Since 2019 I have lived in Oslo.", 3)
    store.consolidate()
    by_time = {"2018-06-01": {}, "2020-01-01": {"home": "oslo"}, "2024-06-30": {"home": "oslo"}}
    by_time |= {"2024-07-02": {"home": "rome"}, LATER: {"home": "rome"}}
    for time, expected in by_time.items():
        found = store.recall("Where do I live?", semantic=False, as_of=time)
        assert {one.content.rstrip(".").split()[-1].lower() for one in found if one.status == "active"} == (
            {"oslo"} if expected == {"home": "oslo"} else {"2024"} if expected else set()
        )
    assert "Since 2019 I have lived in Oslo." in {
        one.content for one in store.recall("Where do I live?", semantic=False, as_of="2020-01-01")
    }, "it was said later, and tells what held then"
    sound(store)


# What the log knew ------------------------------------------------------------------------------------


def shown(store: Store, until: int) -> list[dict[str, Any]]:
    """A recall up to a position, at a time of its own, so that nothing in it is now."""
    found = store.recall("Where do I live? My locker number?", semantic=False, until=until, as_of=LATER,
                         include_history=True, with_trace=True)  # fmt: skip
    return [one.to_dict() for one in found]


acts = st.one_of(said, st.sampled_from(["run", "run a", "again", "retract", "undo", "edit"]))


@settings(max_examples=30)
@given(st.lists(acts, max_size=12), st.randoms(use_true_random=False))
def test_what_was_known_at_a_position_never_changes(story: list[Said | str], chance: Any) -> None:
    store = opened()
    then: list[tuple[int, str, set[Held], list[dict[str, Any]]]] = []
    for number, what in enumerate(story):
        act(store, what, number, chance)
        graph = store.graph()
        head = store.log.head().position
        then.append((head, GRAPH.digest(graph), believed(graph), shown(store, head)))
    for position, digest, beliefs, recalled in then:
        graph = store.graph(known_at=position)
        assert GRAPH.digest(graph) == digest
        assert believed(graph) == beliefs
        assert shown(store, position) == recalled
    sound(store)


def act(store: Store, what: Said | str, number: int, chance: Any) -> None:
    """Say something out of order, consolidate, or decide about a memory that there is."""
    if isinstance(what, Said):
        say(store, what.words, chance.randrange(20) * 20 + number, session="ab"[number % 2])
        return
    if what.startswith("run") or what == "again":
        store.consolidate(session="a" if what == "run a" else None, again=what == "again")
        return
    there = list(store.graph().memories)
    decide: dict[str, Callable[[str], object]] = {
        "retract": store.retract,
        "undo": store.undo,
        "edit": lambda name: store.edit(name, f"value {number}"),
    }
    if there:
        try:
            decide[what](chance.choice(there))
        except Refused as refused:
            assert refused.code in {"already_retracted", "nothing_to_undo", "ended", "no_such_memory"}
            assert refused.hint or refused.code == "no_such_memory"


@settings(max_examples=8)
@given(st.lists(acts, min_size=4, max_size=16), st.randoms(use_true_random=False), st.integers(0, 15))
def test_a_store_that_is_closed_and_opened_believes_the_same(
    tmp_path_factory: pytest.TempPathFactory, story: list[Said | str], chance: Any, close: int
) -> None:
    folder = tmp_path_factory.mktemp("store")
    store = on_disk(folder)
    for number, what in enumerate(story):
        if number == close:
            beliefs = believed(store.graph())
            store.close()
            store = on_disk(folder)
            assert believed(store.graph()) == beliefs
        act(store, what, number, chance)
    sound(store)
    store.close()


def test_a_time_of_the_log_is_no_time_of_what_is_told() -> None:
    """`as_of` asks what held in 2020; `known_at` what the log had learnt by 2020, which is nothing."""
    store = opened()
    say(store, "Since 2019 I have lived in Oslo.", 0)
    store.consolidate()
    head = store.log.head().position
    say(store, "I live in Rome.", 1)
    store.consolidate()
    assert believed(store.graph(known_at="2020-01-01")) == set()
    assert {value for _, value, _, _ in believed(store.graph(known_at=head))} == {"oslo"}
    ((_, _, _, windows),) = believed(store.graph(known_at=head))
    assert windows[-1][1] is None, "that it would end was not known"
    assert at(store, MAY + HOUR // 2) == {"home": "oslo"} and at(store, MAY + 2 * HOUR) == {"home": "rome"}
    with pytest.raises(Refused):
        store.graph(known_at=store.log.head().position + 1)
