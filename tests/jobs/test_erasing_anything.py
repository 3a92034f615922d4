"""Whatever is erased, in whatever order, and stopped at whatever step: it is gone, and all else is as it was."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from erased import Mortal, Stopped, nothing_left, opened, payloads, say, sound
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from awhm.commands.entities import listed
from awhm.errors import Refused
from awhm.projections.graph import Graph
from awhm.store import Store

CITIES = ("Oslo", "Rome", "Lima", "Porto")
FORMS = (
    "My locker code is zebra{n}.",
    "I live in {city}.",
    "I prefer quark{n}. My dog is called Rexo{n}.",
    "Is it raining over mount{n}?",
    "Actually, I live in {city} now, and my locker code is gnu{n}.",
    "My sister Anya{m} works at Acme{m}. Anya{m} lives in {city}.",
    "I no longer live in {city}.",
)
ECHO = "Noted: your locker code is zebra{n}. Anything else about {city}?"
Turn = tuple[int, int, str]  # which form (beyond the last: the echo), which number, which session


def text_of(turn: Turn) -> tuple[str, str]:
    form, number, _ = turn
    made = (FORMS[form] if form < len(FORMS) else ECHO).format(n=number, m=number % 3, city=CITIES[number % 4])
    return made, "user" if form < len(FORMS) else "assistant"


turns = st.lists(
    st.tuples(st.integers(0, len(FORMS)), st.integers(0, 9), st.sampled_from("ab")), min_size=2, max_size=8
)
kinds = st.sampled_from(["memory", "message", "session", "entity", "containing", "speaker"])
erasures = st.lists(st.tuples(kinds, st.integers(0, 20), st.integers(0, 60) | st.none()), min_size=1, max_size=3)


def talk(store: Store, said: list[Turn], consolidate: int) -> None:
    for place, turn in enumerate(said):
        text, role = text_of(turn)
        speaker = {"speaker": "Nadia"} if turn[1] % 4 == 3 else {}
        say(store, place, text, role=role, session=turn[2], **speaker)
        if place % consolidate == consolidate - 1:
            store.consolidate()
    store.consolidate()
    store.recall("where do I live, and what is my locker code?")  # vectors are made
    store.keeper.views(store.keeper.names)


def target(store: Store, kind: str, number: int) -> dict[str, Any]:
    """One thing to erase of those there are."""
    graph: Graph = store.graph()
    choices: dict[str, list[Any]] = {
        "memory": [one.id for one in graph.all_memories() if graph.known(one.id)],
        "message": [f"m{position}" for position in store.sessions().messages.positions.array().tolist()],
        "session": [one.name for one in store.sessions().listing()],
        "entity": [one.entity for one in listed(store.entities())],
        "containing": ["zebra", "Anya1", "live in", "raining"],
        "speaker": list(store.sessions().speakers()),
    }
    found = choices[kind]
    return {kind: found[number % len(found)]} if found else {}


def windows(store: Store) -> dict[str, tuple[Any, ...]]:
    """By memory that has words, when it holds."""
    graph = store.graph()
    return {one.id: one.windows for one in graph.all_memories() if graph.known(one.id)}


@pytest.mark.slow
# Not made smaller when it fails: that takes many minutes, and what fails is short enough.
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.reuse, Phase.generate])
@given(said=turns, consolidate=st.integers(1, 4), asked=erasures)
def test_after_any_erasures_stopped_anywhere_everything_is_in_order(
    said: list[Turn], consolidate: int, asked: list[tuple[str, int, int | None]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = Mortal(folder)
        store = opened(Path(folder), log)
        talk(store, said, consolidate)
        before = payloads(store)
        held = windows(store)
        for kind, number, dies in asked:
            wanted = target(store, kind, number)
            if not wanted:
                continue
            log.left, log.begun = dies, False
            try:
                store.erase(**wanted)
            except Stopped:
                log.left = None
                log.close()
                log = Mortal(folder)
                store = opened(Path(folder), log)  # goes on where it was stopped
            except Refused as refused:
                assert refused.code.startswith("no_such"), refused
            log.left = None
            before |= payloads(store)
            nothing_left(store, before)
            after = windows(store)
            assert {memory: when for memory, when in after.items() if held[memory] != when} == {}, (
                "what holds is as it was"
            )
        sound(store)
        store.consolidate()
        assert windows(store) == {memory: held[memory] for memory in windows(store)}, "what was closed stays closed"
        sound(store)
        nothing_left(store, before)
        store.close()
        again = opened(Path(folder))
        sound(again)
        nothing_left(again, before)
        again.close()
