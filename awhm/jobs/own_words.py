"""Messages and memories in their own words, read from the log when they are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from awhm.projections.graph import Graph
from awhm.projections.memory import Said


class OwnWords:
    """The words behind a graph. `payload` gives an event's payload by position, None once it is erased."""

    def __init__(self, graph: Graph, payload: Callable[[int], bytes | None]) -> None:
        self._graph = graph
        self._payload = payload
        self._messages: dict[int, dict[str, Any] | None] = {}

    def message(self, position: int) -> dict[str, Any] | None:
        """The payload of a message; None once it is erased."""
        if position not in self._messages:
            raw = self._payload(position)
            self._messages[position] = None if raw is None else orjson.loads(raw)
        return self._messages[position]

    def zone(self, position: int) -> int | None:
        """The offset in minutes of a message's own clock, where it is known."""
        message = self.message(position)
        return None if message is None else message.get("zone")

    def clause(self, said: Said) -> str | None:
        """A statement in its own words; None where they are erased, or a command made it without any."""
        message = self.message(said.message)
        return None if message is None else message["content"][said.start : said.end].strip() or None

    def shown_by(self, memory: str) -> Said | None:
        """The statement that a memory is shown by: the first that claims it and has words. None: it is not known."""
        if not self._graph.known(memory):
            return None
        said = self._graph.said(memory)
        claiming = [one for one in said if not one.retracts] or said
        return next((one for one in claiming if self.clause(one) is not None), claiming[0])

    def memory(self, memory: str) -> str | None:
        """A memory in its own words; None where they are erased or it is not known."""
        said = self.shown_by(memory)
        return None if said is None else self.clause(said)
