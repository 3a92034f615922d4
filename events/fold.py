"""What a projection is: a named, versioned fold of events into something one can ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from awhm.events.event import Kind, Recorded
from awhm.events.log import Log

State = TypeVar("State")
Array = np.ndarray[Any, np.dtype[Any]]
# A projection's state on its way to or from disk: arrays and byte strings by name. An array that was
# loaded comes back as a read-only memory map; the keeper knows its file and does not write it again.
Parts = Mapping[str, Array | bytes]


class Fold(Protocol[State]):
    """A fold of the log. `evolve` functions touch no clock, disk, network, randomness or environment."""

    @property
    def name(self) -> str:
        """The view's name, as in `awhm rebuild NAME`."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same events would give another state; a saved view of another version is ignored."""
        ...

    @property
    def reads(self) -> Mapping[Kind, Callable[[State, Recorded], None]]:
        """The kinds of event it reads, and for each the function that folds one into the state, in place."""
        ...

    def initial(self) -> State:
        """The state before the first event."""
        ...

    def digest(self, state: State) -> str:
        """A hex digest of what the state means: equal for equal meaning, however it came about."""
        ...

    def dump(self, state: State) -> Parts:
        """The state as named parts; `load` of them gives a state with the same digest."""
        ...

    def load(self, parts: Parts) -> State:
        """The state back from its parts. Raises KeyError or ValueError if they do not fit."""
        ...


class View(Generic[State]):
    """A fold's state at a position: every event up to and including it has been folded in.

    A fold with an attribute `headers_only = True` is handed every event of its kinds with an empty
    payload, the erased ones too; any other fold is not handed what was erased. One with `saved_whole =
    True` has no arrays among its parts, and is saved the more rarely the larger it is. One with a method
    `aside(state, position, why)` is told of every event that was set aside, as nobody can understand it.
    """

    def __init__(self, fold: Fold[State]) -> None:
        self.fold = fold
        self.headers_only = bool(getattr(fold, "headers_only", False))
        self.aside: Callable[[State, int, str], None] | None = getattr(fold, "aside", None)
        self.state = fold.initial()
        self.position = 0

    def reset(self) -> None:
        """Back to before the first event."""
        self.state = self.fold.initial()
        self.position = 0

    def digest(self) -> str:
        """The hex digest of what the state means."""
        return self.fold.digest(self.state)


class Replayed(NamedTuple):
    """What a replay did: the position it reached, events read, and how many of them had been erased."""

    position: int
    events: int
    erased: int


class Replay(Protocol):
    """The one loop (`awhm.replay.replay`), as those below it in the layers may call it."""

    def __call__(
        self,
        log: Log,
        views: Sequence[View[Any]],
        until: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Replayed:
        """Bring every view to `until`, or to the head."""
        ...
