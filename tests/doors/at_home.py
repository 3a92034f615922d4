"""A store whose user tells of a locker and a home, by the hour, and what its graph then holds."""

from __future__ import annotations

from awhm.config import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.language.time import iso
from awhm.projections.graph_questions import holding
from awhm.store import Store

MAY = 1_714_521_600_000  # 2024-05-01T00:00Z
HOUR = 3_600_000
LOCKER, HOME = "user|user|locker number|", "user|user|location|"


def opened(log: RamLog | None = None) -> Store:
    return Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog() if log is None else log)


def say(store: Store, words: str, hour: int, session: str = "s") -> int:
    return store.log_message(session, "user", words, timestamp=iso(MAY + hour * HOUR))[0]


def at(store: Store, time: int) -> dict[str, str]:
    """What holds at a time, by the graph."""
    graph = store.graph()
    found = [graph.said(memory)[0] for memory in holding(graph, time)]
    assert len(found) == len({one.slot for one in found}), "one value for each slot"
    return {"locker" if one.slot == LOCKER else "home": one.value_key for one in found}


def memory(store: Store, value: str) -> str:
    """The newest memory of a value."""
    graph = store.graph()
    return [one.id for one in graph.all_memories() if graph.said(one.id) and graph.said(one.id)[-1].value_key == value][
        -1
    ]


def sound(store: Store) -> None:
    assert store.verify().ok
    assert all(view.same for view in store.rebuild(check=True))
