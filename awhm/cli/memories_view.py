"""Memories as plain JSON values: what each says, when it holds and why, where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson

from awhm.cli.entities_view import Names
from awhm.errors import Refused
from awhm.events.append_raw import clock
from awhm.events.event import Span
from awhm.language.time import iso
from awhm.projections import graph_questions as ask
from awhm.projections.graph_view import GraphView, graph_view
from awhm.projections.memory import Memory, Said
from awhm.projections.strength import strength

if TYPE_CHECKING:
    from awhm.projections.graph import Graph
    from awhm.store import Store

NAMED = 5  # memories in a hint


class View:
    """A graph at a time (`at`, ms), with words fetched from the log when they are asked for.

    All that it returns is plain JSON values. Memories must be known; `memory` checks what people give.
    """

    def __init__(self, store: Store, at: int, until: int | None = None) -> None:
        self.graph: Graph = store.graph(until)
        self.names = Names(store.entities())
        self.at = at
        self.known_at = store.log.head().position if until is None else until
        self.log = store.log
        self._store = store
        self._messages: dict[int, dict[str, Any] | None] = {}

    def now(self) -> View:
        """The same at the head, as it is after a change, and at this moment."""
        return View(self._store, clock())

    def clocks(self) -> dict[str, Any]:
        """The two times that the view stands for."""
        return {"known_at": self.known_at, "as_of": iso(self.at)}

    def memory(self, identifier: str) -> Memory:
        """The memory of an id that somebody gave. Raises Refused (`no_such_memory`)."""
        name = identifier.strip()
        if name not in self.graph.memories:
            raise Refused("no_such_memory", f"there is no memory {name!r}", self._instead(name))
        if not self.graph.known(name):
            raise Refused("no_such_memory", f"the words of {name} have been erased", "Nothing of it is left to show.")
        return self.graph.memories[name]

    def _instead(self, name: str) -> str:
        if name[:1] == "m" and name[1:].isascii() and name[1:].isdigit():
            made = dict.fromkeys(memory for memory, _ in ask.memories_of(self.graph, int(name[1:20])))
            if made:
                return f"{name} is a message; what it says became {', '.join(made)}."
        if "." not in name:
            made = {memory: None for memory in self.graph.memories if memory.startswith(f"{name}.")}
            if made:
                return f"There is {', '.join(list(made)[:NAMED])}."
        return "`awhm memories list --all` shows those there are."

    # Words ----------------------------------------------------------------------------------------------

    def message(self, position: int) -> dict[str, Any] | None:
        """The payload of a message; None once it is erased."""
        if position not in self._messages:
            raw = self.log.payload(position)
            self._messages[position] = None if raw is None else orjson.loads(raw)
        return self._messages[position]

    def clause(self, said: Said) -> str | None:
        """A statement in its own words; None where they are erased, or a command made it without any."""
        message = self.message(said.message)
        return None if message is None else message["content"][said.start : said.end].strip() or None

    def zone(self, said: Said) -> int | None:
        """The offset in minutes of the message's own clock, where it is known."""
        message = self.message(said.message)
        return None if message is None else message.get("zone")

    def shown_by(self, memory: str) -> Said:
        """The statement that a memory is shown by: the first that claims it and has words."""
        said = self.graph.said(memory)
        claiming = [one for one in said if not one.retracts] or said
        return next((one for one in claiming if self.clause(one) is not None), claiming[0])

    def text(self, memory: str) -> str | None:
        """A memory in its own words; None where they are erased or it is unknown."""
        return self.clause(self.shown_by(memory)) if self.graph.known(memory) else None

    # One memory -----------------------------------------------------------------------------------------

    def card(self, memory: str, clock_of: Said | None = None) -> dict[str, Any]:
        """A memory in short; windows on the clock of its own message, or on that of another."""
        found, said = self.graph.memories[memory], self.shown_by(memory)
        zone = self.zone(said)
        windows = spans(found.windows, zone if clock_of is None else self.zone(clock_of))
        return {
            "id": memory,
            "text": self.clause(said),
            "status": ask.status(self.graph, memory, self.at),
            "slot": said.slot,
            "family": said.family,
            "subject": said.subject,
            "attribute": said.attribute,
            "condition": said.condition,
            "value": said.value,
            "polarity": said.polarity,
            "valid_from": windows[0][0] if windows else None,
            "valid_to": windows[-1][1] if windows else None,
            "windows": windows,
            "confidence": round(ask.confidence(self.graph, memory), 4),
            "superseded_by": found.superseded_by,
            "message": f"m{said.message}",
            "session": said.session,
            "occurred": iso(said.occurred, zone),
        }

    def details(self, memory: str) -> dict[str, Any]:
        """All there is to say of a memory."""
        found = self.graph.memories[memory]
        strong = strength(self.graph, [memory], self.at)[memory]
        card = self.card(memory)
        return {
            **card,
            "type": ask.node_type(self.graph, memory),
            "strength": {**strong._asdict(), "last": iso(strong.last)},
            "formed": iso(found.formed),
            "changed": iso(found.changed),
            "entities": self.names.cards(self.graph.said(memory)),
            "messages": self.sources(memory),
            "timeline": self.timeline(card["slot"], memory),
        }

    def timeline(self, slot: str | None, memory: str) -> list[dict[str, Any]]:
        """The memories of a slot in the order of their times, all on the clock of what was said last.

        Without a slot the memory alone.
        """
        found = [memory] if slot is None else [one.id for one in ask.slot_timeline(self.graph, slot)]
        found = [one for one in found if self.graph.known(one)]
        last = max((self.shown_by(one) for one in found), key=lambda said: said.occurred, default=None)
        return [self.card(one, last) for one in found]

    def disputes(self) -> list[dict[str, Any]]:
        """The memories that somebody has to decide on, each with the one that it contradicts."""
        return [
            {"memory": self.card(memory), "contradicts": self.card(other)}
            for memory, other in ask.review(self.graph)
            if self.graph.known(other)
        ]

    def sources(self, memory: str) -> list[dict[str, Any]]:
        """The messages that say it, in the order of the log; a message counts once, with its last extraction."""
        found: dict[int, list[Said]] = {}
        for said in sorted(self.graph.said(memory), key=lambda one: (one.message, one.position)):
            found.setdefault(said.message, []).append(said)
        return [self._source(position, said) for position, said in found.items()]

    def _source(self, position: int, said: Sequence[Said]) -> dict[str, Any]:
        message, last = self.message(position), said[-1]
        return {
            "message": f"m{position}",
            "session": last.session,
            "role": None if message is None else message["role"],
            "speaker": None if message is None else message.get("speaker"),
            "occurred": iso(last.occurred, self.zone(last)),
            "text": self.clause(last),
            "erased": message is None,
            "statements": [one.id for one in said],
            "confidence": last.confidence,
            "retracts": last.retracts,
            "model": last.model,
        }

    def named(self, memory: str) -> str:
        """A memory's id with its words."""
        text = self.text(memory)
        return memory if text is None else f"{memory} “{text}”"

    def whole(self) -> GraphView:
        """The whole graph, with the memories' own words and the entities' names."""
        texts = {memory: text for memory in self.graph.memories if (text := self.text(memory)) is not None}
        names = self.names
        return graph_view(self.graph, self.at, names.named(), texts=texts, same=names.same(self.graph))


def spans(windows: Sequence[Span], zone: int | None) -> list[list[str | None]]:
    """Windows as pairs of ISO 8601 times, None for no bound."""
    return [[None if bound is None else iso(bound, zone) for bound in window] for window in windows]
