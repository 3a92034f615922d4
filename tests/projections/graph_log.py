"""A log of memories whose payloads can go, and the graph that is folded from it, for tests of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import Event, PayloadsErased, Stated, StatementsExtracted
from awhm.events.fold import Array, View
from awhm.events.ram_log import RamLog
from awhm.projections.graph import GRAPH, Graph
from awhm.replay.replay import replay

STREAM = b"beliefs---------"


class Erasable(RamLog):
    """A log in memory whose payloads can go, as an erasure makes them go."""

    def write(self, events: Iterable[Event]) -> None:
        self.append([draft(event, new_id(), STREAM) for event in events])

    def lose(self, positions: Sequence[int]) -> None:
        self.write([PayloadsErased(positions=list(positions), reason="asked")])
        for position in positions:
            if position <= len(self._links):
                place, header, link, _, _ = self._links[position - 1]
                self._links[position - 1] = (place, header, link, None, None)


def rebuilt(log: RamLog, until: int | None = None) -> Graph:
    view = View(GRAPH)
    replay(log, [view], until)
    return view.state


def reopened(state: Graph) -> Graph:
    """Saved and loaded, with arrays that cannot be written, as memory maps are."""
    parts: dict[str, Array | bytes] = {}
    for name, part in GRAPH.dump(state).items():
        assert not isinstance(part, bytes)
        parts[name] = part.copy()
        parts[name].flags.writeable = False  # type: ignore[union-attr] # pyright: ignore[reportAttributeAccessIssue]
    return GRAPH.load(parts)


def stated(value: str = "Oslo", slot: str | None = "user|location", **more: object) -> Stated:
    plain: dict[str, object] = {
        "family": "fact",
        "start": 0,
        "end": 9,
        "subject": "user",
        "attribute": "location",
        "slot": slot,
        "value": value,
        "value_key": value.lower(),
        "confidence": 0.8,
        "rule": "en.fact.1",
    }
    return Stated.model_validate(plain | more)


def extracted(message: int, *statements: Stated, session: str = "s", extractor: str = "one") -> StatementsExtracted:
    return StatementsExtracted(
        message=message, session=session, occurred=message * 1000, extractor=extractor, statements=list(statements)
    )
