"""Stage 2 of one open store: the model that the settings name, and the views that it reads and writes through."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING

from awhm.commands.handle import Writer
from awhm.config import AWHMConfig
from awhm.memories import Memories
from awhm.projections.keeper import Keeper

if TYPE_CHECKING:
    from awhm.jobs.stage2 import LLMClient, Refined, Sheet, Stage2


def client_of(config: AWHMConfig, client: str | None = None, model: str | None = None) -> LLMClient:
    """The client that is asked for, else that of the settings. Another client than theirs has not their model.

    Raises Refused as `make_client` does.
    """
    from awhm.adapters.llm import make_client  # here, as whoever asks no model must not pay for any

    kind = client or config.stage2_client
    named = model or (config.stage2_model if kind == config.stage2_client else None)
    return make_client(kind, named, timeout=config.stage2_timeout, base_url=config.stage2_base_url)


class Refinement:
    """Stage 2 of a store. No model is looked for before it is needed."""

    def __init__(self, writer: Writer, keeper: Keeper, config: AWHMConfig, threads: RLock, memories: Memories) -> None:
        """`threads` is the lock of the store: it is let go while a model reads."""
        self._writer = writer
        self._keeper = keeper
        self._config = config
        self._threads = threads
        self._memories = memories
        self.client: LLMClient | None = None  # one that a program gave, in place of the settings'

    def run(
        self,
        *,
        session: str | None = None,
        retry: bool = False,
        client: LLMClient | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Refined:
        """Have a model read what none has read yet; without a `client` the one of the settings.

        What the rules have not read yet waits. A model that fails raises nothing; see `Stage2.run` for what is
        raised. Raises Refused where there is no model to ask (`client_missing`, `unknown_client`, `no_model`).
        """
        asked = client or self.client or client_of(self._config)
        return self._stage2().run(asked, session=session, retry=retry, progress=progress)

    def plan(self, *, session: str | None = None) -> list[Sheet]:
        """What a run would show a model. Nobody is asked, and nothing is written."""
        return self._stage2().plan(session)

    def _stage2(self) -> Stage2:
        from awhm.jobs.stage2 import Limits, Stage2, Views

        config, memories = self._config, self._memories
        views = Views(
            self._writer,
            self._threads,
            memories.beliefs,
            memories.entities,
            memories.refinements,
            lambda: self._keeper.view("sessions").state,
            memories.settle,
        )
        limits = Limits(
            config.stage2_max_messages,
            config.stage2_max_calls,
            config.stage2_max_tokens,
            config.stage2_min_confidence,
        )
        window, snapshots = config.correction_window_messages, config.automatic_snapshots > 0
        return Stage2(views, limits, config.user_names, window, snapshots)
