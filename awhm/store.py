"""A store: the log of one data directory and the views over it. The only place that chooses the parts."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson

from awhm.adapters import sealing
from awhm.anchors import Anchors, refuse_gone
from awhm.audit_stream import AuditStream, OnEvent
from awhm.background import Background
from awhm.commands.command import Command, LogMessage
from awhm.commands.decide import log_message
from awhm.commands.entities import Entities
from awhm.commands.handle import Writer, handle
from awhm.config import AWHMConfig
from awhm.entries import Entry, checked, known_by
from awhm.erasure import DeletionResult, Erased, Erasure
from awhm.errors import Refused
from awhm.events.append_raw import clock, new_id
from awhm.events.log import Appended, Log
from awhm.events.ram_log import RamLog
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.items import Items
from awhm.jobs import lite_once
from awhm.jobs.consolidating import Consolidated
from awhm.jobs.context import Context, Count, build
from awhm.jobs.context import checked as checked_budget
from awhm.jobs.context_entry import Past
from awhm.jobs.context_past import past_in
from awhm.jobs.context_tokens import estimate
from awhm.language.time import Given, iso, moment
from awhm.memories import Memories
from awhm.projections.graph import Graph
from awhm.projections.sessions import Sessions
from awhm.refinement import Refinement
from awhm.replay.diagnose import Finding
from awhm.scopes import Scopes
from awhm.snapshots import Snapshots
from awhm.spool import ingest
from awhm.types import RetrievalResult

if TYPE_CHECKING:
    from awhm.jobs.importing import Imported
    from awhm.jobs.story import Story
    from awhm.replay.verify import Report

KnownAt = int | Given  # a position, or a time by which the log had learnt of it


@dataclass(frozen=True)
class Rebuilt:
    """One view folded again from the first event. `same` tells whether the live view had the same digest."""

    name: str
    position: int
    digest: str
    live: str | None
    seconds: float

    @property
    def same(self) -> bool:
        """Whether there was nothing to compare with, or it was equal."""
        return self.live is None or self.live == self.digest


class Store:
    """One data directory, open. Safe to use from several threads, one call at a time."""

    def __init__(self, config: AWHMConfig, *, create: bool = True, log: Log | None = None, mock: bool = False,
                 on_event: OnEvent | None = None, with_payload: bool = False) -> None:  # fmt: skip
        """Open the store that the settings name, or the log that is handed in (a RamLog saves nothing).

        `on_event` is told each event that this store writes, as `awhm.audit_stream` says.
        Raises Refused (no store there and `create` is false, and all that `SqliteLog` refuses), Damaged.
        """
        self.config = config
        self.folder = None if isinstance(log, RamLog) else str(config.data_dir)
        log = open_log(config, create=create) if log is None else log
        self.log = log
        self.writer = Writer(log, config.scope, config.actor)
        if (config.audit_stream is not None or on_event) and isinstance(log, SqliteLog | RamLog):
            log.after = AuditStream(log, config.audit_stream, on_event, with_payload=with_payload).after
        self.anchors = Anchors(self.writer, config, self.folder)
        if isinstance(log, SqliteLog):
            log.before = self.anchors.before_append
        self._scopes = Scopes(log, config, self.folder, mock=mock or config.mock_embeddings)
        self.keeper, self.recaller = self._scopes.own
        self.memories = Memories(self.writer, self.keeper, config, self.recaller.embedder)
        self._threads = threading.RLock()
        self.refinement = Refinement(self.writer, self.keeper, config, self._threads, self.memories)
        self.snapshots = Snapshots(self.writer, self.keeper, config, self._threads, self.memories.reread)
        forget, publish = self.recaller.model.erase, self.anchors.publish_unasked
        self.erasure = Erasure(self.writer, self.keeper, config, self.folder, self._threads, forget, publish)
        self.items = Items(self.writer, self.keeper, self._threads, self.recall, self.until)
        if self.anchors.found is None:  # else nothing is written until somebody has decided
            self.erasure.resume_at_start()
            ingest(self.writer, self.folder)
            lite_once.take(self.writer, self.folder)
        self.background: Background | None = None
        if config.embed_in_background and self.folder is not None:
            self.background = Background(self.recaller.model, self._threads, self.folder)
            self.recaller.model.elsewhere = self.background.embeds

    # Writing ------------------------------------------------------------------------------------------

    def handle(self, command: Command) -> Appended:
        """Carry out a command. See `awhm.commands.handle`."""
        with self._threads:
            return handle(command, self.writer, lambda: self.keeper.view("decisions").state)

    def log_message(
        self,
        session: str,
        role: str,
        content: str,
        metadata: Mapping[str, Any] | None = None,
        *,
        timestamp: Given | None = None,
        speaker: str | None = None,
        idempotency_key: str | None = None,
    ) -> tuple[int, bool]:
        """Keep one message; returns its position and whether it is new.

        With an `idempotency_key` a second call finds the first one's message. Raises Refused
        (`key_reused` when that message said something else), Conflict, Damaged.
        """
        when = moment(timestamp) if timestamp is not None else None
        occurred = clock() if when is None else when.ms
        event_id = new_id()
        if idempotency_key is not None:
            event_id = self.writer.recognisable(0, b"key\x00" + idempotency_key.encode("utf-8", "surrogatepass"))
        command = LogMessage(
            event_id, session, role, content, occurred, when and when.zone, speaker, None, metadata or {}
        )
        outcome = self.handle(command)
        position, fresh = outcome.positions[0], outcome.fresh[0]
        if not fresh:
            self._refuse_other(position, command)
        return position, fresh

    def _refuse_other(self, position: int, command: LogMessage) -> None:
        """A key that comes again must come with the same words; otherwise something would be lost in silence."""
        payload = self.log.payload(position)
        if payload is None:
            return
        kept, event = orjson.loads(payload), log_message(command)
        if (kept["session"], kept["role"], kept["content"]) != (event.session, event.role.value, event.content):
            raise Refused(
                "key_reused",
                f"the idempotency key was used for another message, m{position}",
                "Use a key of its own for each message.",
            )

    def import_files(
        self, paths: Iterable[str], progress: Callable[[str, int], None] | None = None, *, again: bool = False
    ) -> Imported:
        """Log every message of these files, once. See `awhm.jobs.importing`."""
        from awhm.jobs.importing import How, import_files  # here, as asking must not pay for the importers

        return import_files(paths, self.writer, progress, How(again=again, names=self.config.user_names))

    def consolidate(
        self,
        *,
        session: str | None = None,
        again: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Consolidated:
        """Turn what is waiting into memories, of one session or of all. See `Consolidation.run`."""
        with self._threads:
            return self.memories.consolidate(session=session, again=again, progress=progress)

    def unconsolidated(self) -> int:
        """How many messages no consolidation has seen."""
        with self._threads:
            return self.memories.waiting()

    def unembedded(self) -> int:
        """How many passages have no vector of the present model; 0 where there is no model."""
        with self._threads:
            return self.recaller.pending()

    def retract(self, memory: str) -> list[int]:
        """Stop believing a memory; the positions of the events. Raises Refused."""
        with self._threads:
            return self.memories.retract(memory)

    def undo(self, memory: str) -> list[int]:
        """Take back what ended a memory; the positions of the events. Raises Refused."""
        with self._threads:
            return self.memories.undo(memory)

    def edit(self, memory: str, text: str) -> str:
        """Give what a memory is about another value; the id of the memory that has it. Raises Refused."""
        with self._threads:
            return self.memories.edit(memory, text)

    def review(self, memory: str, *, accept: bool) -> list[int]:
        """Say whether a disputed memory holds; the positions of the events. Raises Refused."""
        with self._threads:
            return self.memories.review(memory, accept=accept)

    def merge_entities(self, entity: str, merged: str) -> list[int]:
        """Make two entities one; the positions of the events. Raises Refused."""
        with self._threads:
            return self.memories.merge_entities(entity, merged)

    def split_entity(self, entity: str, forms: list[str]) -> list[int]:
        """Give some forms of an entity to a new one; the positions of the events. Raises Refused."""
        with self._threads:
            return self.memories.split_entity(entity, forms)

    def erase(self, **target: Any) -> Erased:
        """Erase what is named for good, everywhere in the store. See `Erasure.erase`."""
        return self.erasure.erase(**target)

    def delete(self, node_id: str) -> DeletionResult:
        """Erase a memory, entity or message by its id; what went, as AWHM Lite tells it. See `Erasure.delete`."""
        return self.erasure.delete(node_id)

    # Reading ------------------------------------------------------------------------------------------

    def recall(self, text: str, *, scopes: str | Iterable[str] | None = None, **options: Any) -> list[RetrievalResult]:
        """Ask in one's own scope, or in those that are named. See `Recaller.recall` for the options.

        Raises Refused as it does, and as `Scopes.recall` does.
        """
        with self._threads:
            return self._scopes.recall(text, scopes, options)

    def context(
        self, text: str, *, max_tokens: int | None = None, count: Count | None = None, **options: Any
    ) -> Context:
        """What answers best as one text for a model; the other options are `recall`'s. See `awhm.jobs.context.build`.

        Raises Refused as `recall` does, and for a budget below 1 (`bad_max_tokens`).
        """
        budget = checked_budget(max_tokens, self.config.context_tokens)
        at = clock() if options.get("as_of") is None else moment(options["as_of"]).ms
        past: dict[str, tuple[Past, ...]] = {}

        def look(graph: Graph, found: Sequence[RetrievalResult]) -> None:
            # In the graph that the answer is from: it knows what was said since the last consolidation too.
            past.update(past_in(graph, found, at, self.log.payload))

        with self._threads:
            results = self.recall(text, also=look, **options)
        shown = options.get("include_history")
        history = self.config.include_history_by_default if shown is None else bool(shown)
        return build(results, budget, count or estimate, history=history, past=past, complete=True)

    def why(self, identifier: str, *, question: str | None = None, as_of: Given | None = None) -> Story:
        """The whole story of a message, statement, memory or entity, and how a question finds it. See `Why.tell`."""
        from awhm.jobs.why import Why, asked  # here, as asking must not pay for it

        with self._threads:
            at = clock() if as_of is None else moment(as_of).ms
            views = self.graph(), self.memories.beliefs(), self.memories.entities()
            story = Why(self.log, *views, self.writer.scope_id, self.config.actor, at).tell(identifier)
            return story if question is None else asked(question, story, partial(self.recall, as_of=as_of))

    def until(self, known_at: KnownAt | None) -> int | None:
        """The position that `known_at` means: itself, or the last one recorded by that time."""
        return known_by(self.log, known_at)

    def entries(self, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        """Events in order, each checked against the chain. Raises Damaged at the first that is not as written."""
        for event, _, _ in checked(self.log, after, until):
            yield event

    def entry(self, position: int) -> Entry:
        """One event, checked as in `entries`. Raises Refused if there is none, Damaged if it is not as written."""
        self.log.header(position)
        return next(self.entries(position - 1, position))

    def sessions(self) -> Sessions:
        """The sessions view, at the head."""
        with self._threads:
            state: Sessions = self.keeper.view("sessions").state
            return state

    def graph(self, known_at: KnownAt | None = None) -> Graph:
        """The memories: at the head, or as the log had them at a position or time."""
        with self._threads:
            graph: Graph = self.keeper.view("graph").state
            until = self.until(known_at)
            return graph if until is None else graph.upto(until)

    def entities(self) -> Entities:
        """The names there are, at the head."""
        with self._threads:
            return self.memories.entities()

    def status(self) -> dict[str, Any]:
        """What is there, as plain JSON values."""
        with self._threads:
            counts = self.sessions().counts()
            head = self.log.head()
            model = self.recaller.model.status()
            return {
                "data_dir": self.folder,
                "log_id": self.log.log_id.hex(),
                "events": head.position,
                "head": head.chain.hex(),
                "last_recorded": iso(head.recorded) if head.position else None,
                "total_sessions": counts.sessions,
                "messages": counts.messages,
                "messages_by_role": {role.value: number for role, number in counts.roles.items()},
                **self.memories.status(),
                "clock_ahead_ms": max(0, head.recorded - clock()),
                **model,
                "missing": [*model["missing"], *self.memories.missing()],
                "checkpoint": self.anchors.status(),
                **sealing.status(self.log, self.config),
            }

    # Proving ------------------------------------------------------------------------------------------

    def verify(self, *, headers_only: bool = False, progress: Callable[[int], None] | None = None) -> Report:
        """Check the chain, the payloads, the pages, and that no saved view is ahead of the log."""
        from awhm.replay.audit import audit

        report = audit(self.log, headers_only=headers_only, progress=progress)
        report.findings += [*self.anchors.findings(), *sealing.findings(self.log)]
        for name, position in self.keeper.ahead():
            text = f"the log ends before event {position}, up to which the view {name} was saved: its end is gone"
            report.findings.append(Finding(position, "truncated", text))
        for name in self.keeper.damaged():
            text = f"the saved view {name} is damaged; `awhm rebuild {name}` makes it anew from the log"
            report.findings.append(Finding(None, "view", text))
        if not headers_only and (broken := self.recaller.model.broken()):
            text = f"{broken} vectors are not as they were written; they are made anew when next needed"
            report.findings.append(Finding(None, "vectors", text))
        return report

    def rebuild(
        self,
        names: Sequence[str] = (),
        *,
        check: bool = False,
        progress: Callable[[str, int], None] | None = None,
    ) -> list[Rebuilt]:
        """Fold views from the first event again, all of them unless named.

        With `check` the live views stay, and are compared with what a rebuild gives. Raises Refused for a
        name that is no view.
        """
        for name in names:
            if name not in self.keeper.names:
                raise Refused("no_such_view", f"there is no view {name!r}", "Views: " + ", ".join(self.keeper.names))
        with self._threads:
            return [self._rebuild(name, check, progress) for name in names or self.keeper.names]

    def _rebuild(self, name: str, check: bool, progress: Callable[[str, int], None] | None) -> Rebuilt:
        started = time.perf_counter()
        tell = None if progress is None else partial(progress, name)
        compared: str | None = None
        if check:
            live = self.keeper.view(name)
            again = self.keeper.fresh(name, live.position, tell)
            compared = live.digest()
        else:
            again = self.keeper.rebuild(name, tell)
        return Rebuilt(name, again.position, again.digest(), compared, round(time.perf_counter() - started, 3))

    def close(self) -> None:
        """Save the views that have moved and let go of the log. Closing twice is no error."""
        if self.background is not None:
            self.background.stop()
        with self._threads:
            self._scopes.close()
            self.log.close()


def has_store(folder: str) -> bool:
    """Whether a data directory holds a log."""
    return os.path.exists(os.path.join(folder, FILE))


def open_log(config: AWHMConfig, *, create: bool) -> SqliteLog:
    """The log of the data directory; for reading alone where it is there but nothing can be written."""
    folder = str(config.data_dir)
    if create and not has_store(folder):
        refuse_gone(config)
    readonly = has_store(folder) and not create and not os.access(folder, os.W_OK)
    log = SqliteLog(folder, lock_timeout=config.lock_timeout, create=create, readonly=readonly)
    return sealing.opened(log, config, readonly=readonly)
