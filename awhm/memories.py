"""Memories of a store: made from its messages, and changed by people. Finds the name model if there is one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import orjson

from awhm.adapters.ner import find_ner, missing_ner
from awhm.commands import naming
from awhm.commands.beliefs import Beliefs, Windows
from awhm.commands.believing import Decided
from awhm.commands.claims import BY_HAND, sid
from awhm.commands.command import (
    Extracted,
    LogMessage,
    MemoryCommand,
    RecordStatements,
    RetractMemory,
    ReviewMemory,
    SettleMemories,
    UndoChange,
)
from awhm.commands.entities import Entities, listed, root
from awhm.commands.handle import Writer, handle_memory, handle_messages, handle_names
from awhm.commands.refinements import Read, Refinements
from awhm.commands.ruling import known
from awhm.commands.timeline import FOREVER
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.append_raw import clock, new_id
from awhm.events.event import MemoryFormed, MemoryReinforced, Stated
from awhm.events.fold import Array
from awhm.jobs.consolidating import Consolidated, Consolidation, Ner
from awhm.jobs.stage2_carry import carried
from awhm.jobs.stage2_waiting import failed_ranges
from awhm.language.slots import value_key
from awhm.language.text import clean
from awhm.projections.embeddings import Embedder
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import consecutive_episodes, holding, review, supersessions
from awhm.projections.keeper import Keeper
from awhm.projections.sessions import Sessions

NEAR = 10_000  # messages at the end that are looked at one by one
FORMS_KEPT = 20_000  # vectors of names that are kept
EDITS = "edits"  # the session of what people write down with commands
_logger = logging.getLogger("awhm")


class Memories:
    """What a store believes: consolidation, and what people decide about single memories."""

    def __init__(
        self, writer: Writer, keeper: Keeper, config: AWHMConfig, embedder: Callable[[], Embedder | None]
    ) -> None:
        self._writer = writer
        self._keeper = keeper
        self._config = config
        self._embedder = embedder
        self._vectors: dict[str, Array] = {}
        self._ner: Ner | None = None
        self._no_ner: Refused | None = None

    def beliefs(self) -> Beliefs:
        """What is believed at the head."""
        state: Beliefs = self._keeper.view("beliefs").state
        return state

    def entities(self) -> Entities:
        """The names there are at the head."""
        state: Entities = self._keeper.view("entities").state
        return state

    def refinements(self) -> Refinements:
        """How far language models have read, at the head."""
        state: Refinements = self._keeper.view("refinements").state
        return state

    def status(self) -> dict[str, Any]:
        """How much is believed, and what is waiting.

        `node_count` and `edge_count` are AWHM Lite's: memories and the entities they name, and what links them.
        """
        graph: Graph = self._keeper.view("graph").state
        beliefs, now = self.beliefs(), clock()
        entities, disputes = self.entities(), review(graph)
        named: dict[str, set[str]] = {}
        for said in graph.all_said():
            memory = graph.memory_of(said.id)
            if memory is not None:
                named.setdefault(memory, set()).update(root(entities, one) for one in said.entities)
        there = len(set[str]().union(*named.values()))
        between = len(supersessions(graph)) + len(consecutive_episodes(graph)) + len(disputes)
        return {
            "node_count": len(named) + there,
            "edge_count": between + sum(map(len, named.values())),
            "memories": len(named),
            "memories_active": len(holding(graph, now)),
            "memories_in_dispute": len(disputes),
            "entities": len(listed(entities)),
            "unconsolidated": self.waiting(),
            "set_aside": [f"m{message}" for message in beliefs.set_aside()],
            "stage2_failed": [read._asdict() for read in self._failed()],
            "unreadable": [f"m{position}" for position in self._keeper.view("unreadable").state],
        }

    def consolidate(
        self,
        *,
        session: str | None = None,
        again: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Consolidated:
        """Turn the messages that are waiting into memories. See `Consolidation.run`."""
        if not again and not self._waiting(session):
            return Consolidated()
        return self._consolidation().run(session=session, again=again, progress=progress)

    def settle(self, session: str | None = None) -> Consolidated:
        """Decide on what is written down already, of a session or of all, and name no snapshot by oneself."""
        return replace(self._consolidation(), snapshots=False).run(session=session)

    def reread(self, positions: Sequence[int]) -> None:
        """See `Consolidation.reread`."""
        self._consolidation().reread(positions)

    def _consolidation(self) -> Consolidation:
        return Consolidation(
            self._writer,
            self.beliefs,
            self.entities,
            self._config.user_names,
            self._config.correction_window_messages,
            self._ready_ner(),
            self._cosine if self._embedder() is not None else None,
            self._config.entity_link_threshold,
            self._config.automatic_snapshots > 0,
            lambda read, beliefs: carried(read, beliefs, self.refinements(), self._writer.log.payload),
        )

    def missing(self) -> list[dict[str, Any]]:
        """What the name model needs and is not installed, if the settings want it. Loads nothing."""
        return [part._asdict() for part in missing_ner()] if self._config.ner else []

    def waiting(self) -> int:
        """How many messages are not consolidated; the far end of a large import is counted without looking closer."""
        beliefs = self.beliefs()
        sessions: Sessions = self._keeper.view("sessions").state
        lineage, through = beliefs.history.lineage, beliefs.through()
        behind = sum(
            sessions.behind(max(after, through)) - sessions.behind(last)
            for after, last in lineage.stretches
            if last > through
        )
        behind += len([position for position in beliefs.history.back() if position > through])
        done = sum(
            one.position <= beliefs.through(one.session) or one.position in beliefs.extractions
            for one in sessions.newest(NEAR, through)
            if beliefs.history.counts(one.position)
        )
        return behind - done

    def _failed(self) -> list[Read]:
        sessions: Sessions = self._keeper.view("sessions").state
        return failed_ranges(sessions, self.beliefs(), self.refinements())

    def _waiting(self, session: str | None) -> bool:
        """Whether there is a message that is not consolidated, or a statement that nobody has decided on."""
        beliefs = self.beliefs()
        sessions: Sessions = self._keeper.view("sessions").state
        if beliefs.undecided:
            return True
        lineage, through = beliefs.history.lineage, beliefs.through(session or "")
        if session is None or lineage.whole:
            return sessions.any_behind(through, session) and (lineage.whole or self.waiting() > 0)
        return any(beliefs.waits(position, session) for position in sessions.positions(session).tolist())

    def _cosine(self, form: str, others: Sequence[str]) -> list[float]:
        """How near the bare form of a name is to others, in meaning."""
        model = self._embedder()
        new = [text for text in dict.fromkeys([form, *others]) if text not in self._vectors]
        if model is not None and new:
            if len(self._vectors) + len(new) > FORMS_KEPT:
                self._vectors.clear()
                new = list(dict.fromkeys([form, *others]))
            self._vectors.update(zip(new, model.encode(new), strict=True))
        mine = self._vectors[form]
        return [float(mine @ self._vectors[other]) for other in others]

    def _ready_ner(self) -> Ner | None:
        """The model that finds names; None, said once in the log, where there is none."""
        if self._ner is None and self._no_ner is None and self._config.ner:
            try:
                self._ner = find_ner(self._config.ner_labels)
            except Refused as error:
                if error.code != "ner_missing":
                    raise
                self._no_ner = error
                _logger.warning("names are found by rules alone: %s %s", error, error.hint)
        return self._ner

    # What people decide ---------------------------------------------------------------------------------

    def retract(self, memory: str) -> list[int]:
        """Stop believing a memory. Raises Refused (`no_such_memory`, `already_retracted`)."""
        return self._handle(RetractMemory(new_id(), memory))[0]

    def undo(self, memory: str) -> list[int]:
        """Take back what ended a memory. Raises Refused (`no_such_memory`, `nothing_to_undo`)."""
        return self._handle(UndoChange(new_id(), memory))[0]

    def review(self, memory: str, *, accept: bool) -> list[int]:
        """Say whether a disputed memory holds. Raises Refused (`no_such_memory`, `not_in_dispute`)."""
        return self._handle(ReviewMemory(new_id(), memory, accept))[0]

    def edit(self, memory: str, text: str) -> str:
        """Give a memory's slot another value, from now on; returns the id of the memory that holds it.

        The text is logged as the user's own words, in the session "edits". Raises Refused (`no_such_memory`,
        `empty`, `ended` for a memory that does not hold any more).
        """
        words = clean(text).strip()
        stated, windows = self._stated(memory)
        now = clock()
        held = next(((start, end) for start, end in windows if end > now), None)
        if not windows and any(sid(memory) == disputing for disputing, _ in self.beliefs().links.values()):
            hint = f"`awhm memories review --accept {memory}` makes it hold."
            raise Refused("in_dispute", f"{memory} holds at no time", hint)
        if held is None:
            raise Refused("ended", f"{memory} does not hold any more", "Edit the one that does, or say it anew.")
        logged = handle_messages([LogMessage(new_id(), EDITS, "user", words, now)], self._writer)
        position = logged.positions[0]
        new = stated.model_copy(
            update={
                "start": 0,
                "end": len(words),
                "value": words,
                "value_key": value_key(words),
                "polarity": True,
                "retracts": False,
                "valid_from": held[0] if held[0] > now else None,
                "valid_to": held[1] if held[1] < FOREVER else None,
                "confidence": 1.0,
                "rule": "edit",
                "entities": [],
            }
        )
        # Of a slot with many values only this one is replaced.
        ended = stated.model_copy(update={"start": 0, "end": 0, "retracts": True, "rule": "edit", "confidence": 1.0})
        statements = (ended, new) if stated.many or stated.slot is None else (new,)
        extracted = Extracted(position, EDITS, now, BY_HAND, statements)
        # Also where a consolidation of another process has read the words meanwhile: a person's word counts.
        self._handle(RecordStatements(new_id(), (extracted,), again=True))
        _, settled = self._handle(SettleMemories(new_id(), self._config.correction_window_messages))
        made = [one.event for one in settled if isinstance(one.event, MemoryFormed | MemoryReinforced)]
        beliefs = self.beliefs()
        for event in made:
            if any(beliefs.claims[sid(name)].message == position for name in event.statements):
                return event.memory
        raise AssertionError("a statement that a person wrote down is always believed")

    def _stated(self, memory: str) -> tuple[Stated, Windows]:
        """The latest statement of a memory, and when the memory holds."""
        beliefs = self.beliefs()
        number = known(beliefs, memory)
        step = beliefs.held(number)
        assert step is not None  # it is known
        claim = beliefs.claims[beliefs.statements(number)[-1]]
        raw = self._writer.log.payload(beliefs.extractions[claim.message][-1].position)
        found: dict[str, Any] = {} if raw is None else orjson.loads(raw)
        for one in found.get("statements", ()):
            if (one["value_key"], one["polarity"]) == (claim.entry.value, claim.entry.polarity):
                return Stated(**one), step.windows
        raise Refused("no_such_memory", f"the words of {memory} are gone", "")

    # Names ----------------------------------------------------------------------------------------------

    def merge_entities(self, entity: str, merged: str) -> list[int]:
        """Make two entities one. Raises Refused (`no_such_entity`, `same_entity`)."""
        return handle_names(lambda state: naming.merge(state, entity, merged), self._writer, self.entities)

    def split_entity(self, entity: str, forms: list[str]) -> list[int]:
        """Give some forms of an entity to a new one. Raises Refused (`no_such_entity`, `no_such_form`)."""
        into = f"e{new_id()[8:].hex()}"
        return handle_names(lambda state: naming.split(state, entity, forms, into), self._writer, self.entities)

    def _handle(self, command: MemoryCommand) -> tuple[list[int], list[Decided]]:
        """Carry out a command; the positions of its events, and the events."""
        window = self._config.correction_window_messages
        outcome, decided = handle_memory(command, self._writer, self.beliefs, window)
        return outcome.positions, decided
