"""What a decision must know: which sessions are open. Nothing more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import orjson

from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts


@dataclass
class State:
    """By session id (16 bytes): whether it is open."""

    open: dict[bytes, bool] = field(default_factory=dict[bytes, bool])


def _opened(state: State, event: Recorded) -> None:
    state.open[event.header[chain.SESSION]] = True


def _ended(state: State, event: Recorded) -> None:
    state.open[event.header[chain.SESSION]] = False


class Decisions:
    """The fold of `State`. A message opens its session, and reopens one that had ended.

    It reads headers alone, so an erasure changes nothing here: the header still says that it happened.
    """

    name = "decisions"
    version = "1"
    headers_only = True
    reads: Mapping[Kind, Callable[[State, Recorded], None]] = {
        Kind.SESSION_STARTED: _opened,
        Kind.MESSAGE_LOGGED: _opened,
        Kind.SESSION_ENDED: _ended,
    }

    def initial(self) -> State:
        """No session."""
        return State()

    def digest(self, state: State) -> str:
        """Over sessions in the order of their ids."""
        return sha256(self.dump(state)["sessions"]).hexdigest()

    def dump(self, state: State) -> dict[str, bytes]:
        """One part: sorted [id, open]."""
        return {"sessions": orjson.dumps([[key.hex(), value] for key, value in sorted(state.open.items())])}

    def load(self, parts: Parts) -> State:
        """See `dump`."""
        return State({bytes.fromhex(key): value for key, value in orjson.loads(bytes(parts["sessions"]))})
