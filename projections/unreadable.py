"""The view of what cannot be understood: the events that were set aside when they were first read, and why.

A hook appends without asking anybody. What it wrote stays in the log; no other view knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256

import orjson

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts

Unreadable = dict[int, str]  # why, by position


class UnreadableFold:
    """The fold behind the view "unreadable"."""

    name = "unreadable"
    version = "1"
    saved_whole = True

    @property
    def reads(self) -> Mapping[Kind, Callable[[Unreadable, Recorded], None]]:
        """Erasures. Of all other kinds it is told what was set aside."""
        return {Kind.PAYLOADS_ERASED: _erased}

    def aside(self, state: Unreadable, position: int, why: str) -> None:
        """An event that nobody can understand."""
        state[position] = why

    def initial(self) -> Unreadable:
        """All is understood."""
        return {}

    def digest(self, state: Unreadable) -> str:
        """Over positions and reasons."""
        return sha256(self.dump(state)["aside"]).hexdigest()

    def dump(self, state: Unreadable) -> Mapping[str, bytes]:
        """One part: sorted [position, why]."""
        return {"aside": orjson.dumps(sorted(state.items()))}

    def load(self, parts: Parts) -> Unreadable:
        """See `dump`. Raises KeyError or ValueError if it does not fit."""
        return dict(orjson.loads(bytes(parts["aside"])))


def _erased(state: Unreadable, event: Recorded) -> None:
    for position in event.payload["positions"]:
        state.pop(position, None)
