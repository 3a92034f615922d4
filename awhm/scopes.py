"""The scopes of a log: user, agent, project. Each has views of its own events alone.

So whatever is asked in a scope (recall, lists of sessions, memories and entities, the graph, statistics of words)
knows of no other, and there is no filter that a way of asking could forget.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from awhm.commands.beliefs import BeliefsFold
from awhm.commands.entities import EntitiesFold
from awhm.commands.handle import Writer
from awhm.commands.items import ItemsFold
from awhm.commands.refinements import RefinementsFold
from awhm.commands.state import Decisions
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.fold import Fold
from awhm.events.log import Log
from awhm.events.sealed import keys_of
from awhm.projections.bm25 import BM25
from awhm.projections.buffer import BufferFold
from awhm.projections.graph import GraphFold
from awhm.projections.keeper import Keeper
from awhm.projections.sessions import SESSIONS
from awhm.projections.unreadable import UnreadableFold
from awhm.projections.vectors import VectorsFold
from awhm.recaller import Recaller
from awhm.replay.replay import has_any, within
from awhm.types import RetrievalResult

# A name that one scope does not know may be known in another.
_UNKNOWN_HERE = ("no_such_session", "no_such_speaker", "no_such_tag", "no_such_entity")


class Scope(NamedTuple):
    """One scope, open: its views, and what answers from them."""

    keeper: Keeper
    recaller: Recaller


class Scopes:
    """The scopes of one log, opened as they are asked for. `own` is that of the settings."""

    def __init__(self, log: Log, config: AWHMConfig, folder: str | None, *, mock: bool) -> None:
        """`folder` is the data directory, None for a store in memory."""
        self._log = log
        self._config = config
        self._folder = folder
        self._mock = mock
        self.own = self._open(config)
        self._others: dict[str, Scope] = {}

    def _open(self, config: AWHMConfig) -> Scope:
        scope = Writer(self._log, config.scope).scope_id
        # Views of what is sealed in the log are not kept in plain beside it: they are folded at open, in memory.
        kept = None if keys_of(self._log) is not None else self._folder
        former = None if kept is None else os.path.join(kept, "views")  # all scopes' together, once
        views = None if former is None else os.path.join(former, scope.hex())
        folds: list[Fold[Any]] = [
            *(Decisions(), SESSIONS, BufferFold(), BM25, VectorsFold()),
            *(BeliefsFold(), EntitiesFold(), GraphFold(), UnreadableFold(), RefinementsFold(), ItemsFold()),
        ]
        keeper = Keeper(self._log, folds, views, within(scope), save_every=config.save_every, former=former)
        return Scope(keeper, Recaller(self._log, keeper, config, self._folder, mock=self._mock))

    def _named(self, name: str) -> Scope:
        """A scope by its name. Raises Refused (`no_such_scope`) for another than one's own that is empty."""
        if name == self._config.scope:
            return self.own
        found = self._others.get(name)
        if found is None:
            if not has_any(self._log, Writer(self._log, name).scope_id):
                # It names no other: they may be other people's.
                hint = "A scope begins with the first message that is written in it."
                raise Refused("no_such_scope", f"nothing was ever written in the scope {name!r}", hint)
            found = self._others[name] = self._open(self._config.model_copy(update={"scope": name}))
            found.recaller.model = self.own.recaller.model  # loaded once; it finds vectors by what they are of
        return found

    def recall(
        self, text: str, scopes: str | Iterable[str] | None, options: Mapping[str, Any]
    ) -> list[RetrievalResult]:
        """Ask in one's own scope, or in those that are named; see `Recaller.recall` for the options.

        `also` is called once for each scope, with its own graph and what it found.

        Raises Refused as it does; `no_such_scope`, and `empty_filter` where no scope is named.
        """
        if scopes is None:
            return self.own.recaller.recall(text, **options)
        names = list(dict.fromkeys([scopes] if isinstance(scopes, str) else scopes))
        if not names or not all(map(str.strip, names)):
            raise Refused("empty_filter", "no scope is named", "Leave `scopes` out to ask in your own.")
        # A session is its scope's: in another the asking turn of one with its name is somebody else's.
        elsewhere = {**options, "session": None}
        asks = [
            partial(self._named(name).recaller.recall, text, **(options if name == self._config.scope else elsewhere))
            for name in names
        ]
        k = options.get("k")
        return joined(asks, self._config.k if k is None else k)

    def close(self) -> None:
        """Save the views that have moved."""
        for scope in (self.own, *self._others.values()):
            scope.keeper.close()


def joined(asks: Sequence[Callable[[], list[RetrievalResult]]], k: int) -> list[RetrievalResult]:
    """The best `k` of what all of these find, the best first; of equal scores the later message.

    A scope that does not know a session, speaker, tag or entity that is filtered by has no answer; if that is so
    in all of them, it is refused.
    """
    found: list[RetrievalResult] = []
    refused: list[Refused] = []
    for ask in asks:
        try:
            found += ask()
        except Refused as error:
            if error.code not in _UNKNOWN_HERE:
                raise
            refused.append(error)
    if refused and len(refused) == len(asks):
        raise refused[0]
    return sorted(found, key=lambda one: (-one.score, -int(one.id[1:])))[:k]
