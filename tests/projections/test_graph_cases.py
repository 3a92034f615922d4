"""The graph in cases: what a save writes, what an erasure leaves, ids that are none, long logs."""

from __future__ import annotations

from zlib import crc32

import pytest
from graph_log import Erasable, extracted, rebuilt, reopened, stated

from awhm.events.event import (
    MemoriesLinked,
    MemoriesRecalled,
    MemoryFormed,
    MemoryRetracted,
    Shown,
)
from awhm.events.fold import View
from awhm.projections import graph_questions as ask
from awhm.projections.graph import GRAPH, Graph
from awhm.projections.ragged import SHARE
from awhm.projections.records import WAITING
from awhm.replay.replay import replay


def test_what_is_erased_is_in_no_part_of_the_saved_view() -> None:
    log, view = Erasable(), View(GRAPH)
    log.write([extracted(1, stated("Kilimanjaro", "user|hideout")), extracted(2, stated("Oslo"))])
    log.write([MemoryRetracted(memory="n1.0", windows=[], reason="whistleblower", by="s1.0")])
    replay(log, [view])
    view.state = reopened(view.state)
    assert b"Kilimanjaro" in everything(view.state) and b"whistleblower" in everything(view.state)
    assert ask.slot_timeline(view.state, "user|hideout") == []
    log.lose([1, 3])
    replay(log, [view])
    for word in (b"Kilimanjaro", b"hideout", b"whistleblower"):
        assert word not in everything(view.state)
    assert b"Oslo" in everything(view.state)
    assert crc32(b"user|hideout") not in view.state.tables["said"].lists["slots"].items()


def everything(state: Graph) -> bytes:
    return b"\n".join(part if isinstance(part, bytes) else part.tobytes() for part in GRAPH.dump(state).values())


def test_a_save_writes_only_what_is_new() -> None:
    """A part that is still the array that was loaded is not written again."""
    log, view = Erasable(), View(GRAPH)
    log.write([extracted(1, stated("x" * 200)) for _ in range(2000)])
    replay(log, [view])
    view.state = reopened(view.state)
    old = {id(part) for part in GRAPH.dump(view.state).values()}
    log.write([extracted(1, stated("news"))])
    replay(log, [view])
    fresh = [part for part in GRAPH.dump(view.state).values() if id(part) not in old]
    assert 0 < sum(len(part) for part in fresh) < 1000
    log.lose([2001])
    replay(log, [view])
    assert len([part for part in GRAPH.dump(view.state).values() if id(part) in old]) == len(old)


def test_a_long_log_folds_the_same_in_one_go_and_with_saves_between() -> None:
    log = Erasable()
    for i in range(1, WAITING + 200, 2):
        log.write([
            extracted(i, stated(f"value {i}", f"slot {i % 50}")),
            MemoryFormed(memory=f"n{i}.0", windows=[(i, i + 10)], statements=[f"s{i}.0"]),
        ])  # fmt: skip
    view = View(GRAPH)
    for until in (700, 1500, 3000, WAITING + 100, None):
        replay(log, [view], until)
        view.state = reopened(view.state)
    whole = rebuilt(log)
    assert view.digest() == GRAPH.digest(whole)
    assert len(whole.memories) > SHARE, "many rows are read in another way than few"
    assert whole.all_memories() == [view.state.memories[number] for number in whole.memories]
    assert whole.all_said() == [view.state.statements[number] for number in view.state.statements]
    assert list(whole.memories.values()) == [memory for _, memory in whole.memories.items()]
    assert ask.holding(whole, 1009) == [f"n{i}.0" for i in range(1001, 1010, 2)] == ask.holding(view.state, 1009)
    assert [one.id for one in ask.slot_timeline(view.state, "slot 7")] == [
        f"n{i}.0" for i in range(7, WAITING + 200, 50)
    ]


@pytest.mark.parametrize("wrong", ["", "n", "n1", "n01.0", "s1.0", "n1.0 ", "n1.99999999", "n99999999999999.0", "m1"])
def test_what_is_no_id_is_no_memory(wrong: str) -> None:
    log = Erasable()
    log.write([MemoryFormed(memory="n1.0", windows=[(1, None)], statements=["s1.0"])])
    state = rebuilt(log)
    assert "n1.0" in state.memories
    assert wrong not in state.memories and state.memories.get(wrong) is None
    assert not state.known(wrong)
    assert wrong == "s1.0" or wrong not in state.statements
    with pytest.raises(KeyError):
        ask.history(state, wrong)


def test_a_memory_without_known_statements_is_kept_but_not_shown() -> None:
    log = Erasable()
    log.write([extracted(1, stated()), MemoryFormed(memory="n1.0", windows=[(5, None)], statements=["s1.0"])])
    log.lose([1])
    state = rebuilt(log)
    assert state.memories["n1.0"].windows == ((5, None),)
    assert not state.known("n1.0") and state.said("n1.0") == []
    assert ask.holding(state, 6) == []
    assert ask.confidence(state, "n1.0") == 0.0


def test_a_saved_view_with_a_column_cut_short_is_not_loaded() -> None:
    log = Erasable()
    log.write(
        [
            extracted(1, stated()),
            MemoryFormed(memory="n1.0", windows=[(1, None)], statements=["s1.0"]),
            MemoriesLinked(memory="n1.0", other="n2.0", relation="disputes"),
            MemoriesRecalled(session="s", shown=[Shown(position=1, times=2, turns=[1])]),
            MemoryRetracted(memory="n1.0", windows=[], reason="said"),
        ]
    )
    whole = GRAPH.dump(rebuilt(log))
    for name, part in whole.items():
        assert not isinstance(part, bytes)
        with pytest.raises(ValueError):
            GRAPH.load({**whole, name: part[:-1]})


def test_a_message_said_of_by_a_later_extractor_is_known_by_that_one() -> None:
    log = Erasable()
    log.write([extracted(1, stated("Oslo")), extracted(1, stated("Rome"), extractor="two"), extracted(9)])
    state = rebuilt(log)
    assert state.by_message(1) == ("s2.0",)
    assert state.by_message(9) == () == state.by_message(-1)
    assert [state.statements[number].value for number in state.statements] == ["Oslo", "Rome"]
    log.lose([2])
    assert rebuilt(log).by_message(1) == ("s1.0",)
