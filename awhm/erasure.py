"""Erasing from a store: what is meant, what goes with it, and every step up to "done"."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from threading import RLock
from typing import Any

from awhm.commands.beliefs import Beliefs
from awhm.commands.claims import memory_id
from awhm.commands.erasing import Gone, Meant, Plan, plan
from awhm.commands.handle import Writer, handle_erasure, handle_upkeep
from awhm.commands.item_erasing import Rest, left_of_items, take_items, with_whole_items
from awhm.commands.items import ItemHistory, session_of
from awhm.commands.tombstone import Made, events
from awhm.config import AWHMConfig
from awhm.errors import Conflict, Damaged, Refused
from awhm.events import chain
from awhm.events.event import AuditNoted, Kind
from awhm.jobs.copies import made_since, remove_copies
from awhm.jobs.erasing import Erasing, unfinished
from awhm.jobs.meant import Meaning
from awhm.projections.buffer import tail
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import review, supersessions
from awhm.projections.keeper import Keeper
from awhm.projections.sessions import Sessions
from awhm.remembered import state_folder

TARGETS = ("memory", "message", "session", "entity", "containing", "speaker", "item")
_UNKNOWN = ("no_such_memory", "no_such_entity", "no_such_event", "not_a_message", "erased", "bad_id")
_logger = logging.getLogger("awhm")


@dataclass(frozen=True)
class Erased:
    """What an erasure took, or would take.

    `redacted` gives for a message that said other things too the one that stands for it now. `staying` are messages
    that hold an erased value elsewhere and stay. `copies` are files beside ours that hold what was erased. `exports`
    are exports and backups outside, made since, that are removed with it where that was asked for. `tombstone`
    and `completed` are None where nothing was erased.
    """

    gone: tuple[Gone, ...] = ()
    messages: tuple[str, ...] = ()
    redacted: Mapping[str, str] = field(default_factory=dict[str, str])
    memories: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    staying: tuple[str, ...] = ()
    tombstone: str | None = None
    completed: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    copies: tuple[str, ...] = ()
    exports: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {**vars(self), "gone": [one._asdict() for one in self.gone]}


@dataclass(frozen=True)
class DeletionResult:
    """What deleting a node took, by the names of AWHM Lite.

    `tombstone_id` and `ledger_record_id` are the events of the erasure and of its completion. `exact_matches_removed`
    are sentences of other messages that repeated it. A snapshot holds no copy, so none is ever touched.
    """

    node_deleted: bool = False
    edges_removed: int = 0
    log_entries_removed: int = 0
    buffer_entries_removed: int = 0
    affected_sessions: tuple[str, ...] = ()
    match_strategy: str = "none"
    exact_matches_removed: int = 0
    snapshots_touched: int = 0
    tombstone_id: str | None = None
    ledger_record_id: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {**vars(self), "affected_sessions": list(self.affected_sessions)}


class Erasure:
    """The erasures of one open store."""

    def __init__(
        self,
        writer: Writer,
        keeper: Keeper,
        config: AWHMConfig,
        folder: str | None,
        threads: RLock,
        forget: Callable[[Collection[bytes]], int],
        publish: Callable[[], None] = lambda: None,
    ) -> None:
        """`folder` is the data directory, None for a store in memory; `forget` has vectors in memory forgotten.

        `publish` signs the head, before and after an erasure, so that it can be shown what was there.
        """
        self._publish = publish
        self._writer = writer
        self._keeper = keeper
        self._threads = threads
        self._timeout = config.lock_timeout
        self._job = Erasing(writer, keeper, folder, forget, config.lock_timeout, state_folder(config))

    def erase(
        self,
        *,
        earlier: bool = True,
        echoes: bool = True,
        exports: bool = False,
        dry_run: bool = False,
        reason: str = "asked",
        **target: Any,
    ) -> Erased:
        """Erase a memory, message, session, entity, text, speaker or item, one of them given by its name in `TARGETS`.

        With a memory go those whose place it has taken (`earlier`) and sentences that repeat it (`echoes`). With
        `exports` go first the exports and backups, whole files, that were made of the log since: they may hold it. With
        `dry_run` nothing is written. Returns when nothing of it is left in any file of the store. Raises Refused where
        nothing, or not one thing, is named (`no_target`), or where it is not there; Conflict: `pages_in_use`,
        `not_erased` and `locked` tell that the text is gone from the log, but not yet from everywhere, and
        `resume` goes on.
        """
        given = {name: value for name, value in target.items() if value is not None}
        if len(given) != 1 or not given.keys() <= set(TARGETS):
            raise Refused("no_target", "name one thing to erase", "One of: " + ", ".join(TARGETS) + ".")
        [(kind, name)] = given.items()
        with self._threads, self._job.alone(self._timeout):
            self._resume()
            found = _Found(self._writer, self._keeper, partial(_meant, kind, name, earlier, echoes))
            removed: tuple[str, ...] = ()
            if dry_run or exports:
                found.look()
                since = made_since(self._writer.log, found.plan.positions) if exports else []
                if dry_run:
                    return replace(found.erased(()), exports=tuple(since))
                # If we crash behind this, the copies are gone and the text is still in the log: it is asked for again.
                removed = tuple(self._without_copies(since))
            payloads: list[bytes] = []

            def make() -> tuple[list[int], Callable[[int], list[Made]]]:
                found.look()
                payloads[:] = self._job.payloads(found.plan.positions)
                if found.plan.positions:
                    self._publish()
                return found.plan.positions, partial(found.events, reason=reason)

            positions = handle_erasure(make, self._writer, self._item_sessions)
            if not positions:
                return found.erased(())
            done = self._job.finish(positions[-1], payloads)
            self._publish()
            copies = tuple(sorted({one.file for one in done.copies}))
            return replace(found.erased(positions, f"m{done.completed}", done.counts, copies), exports=removed)

    def _without_copies(self, paths: list[str]) -> list[str]:
        """Remove exports and backups, and note so; the files that are gone. Raises Refused as `remove_copies` does."""
        gone = remove_copies(paths)
        if gone:
            handle_upkeep(AuditNoted(action="copies_removed", targets=gone), self._writer)
        return gone

    def delete(self, node: str) -> DeletionResult:
        """Erase a memory, an entity or a message by its id; what went, by AWHM Lite's names.

        Nothing is written for an unknown id. Of the messages in `buffer_entries_removed` each was among the latest of
        an open session. Raises Conflict as `erase` does.
        """
        kinds = {"n": "memory", "e": "entity", "m": "message"}
        name = node.strip()
        kind = kinds.get(name[:1])
        with self._threads:
            graph: Graph = self._keeper.view("graph").state
            buffer = self._keeper.view("buffer").state
            try:
                target: Any = _position(name) if kind == "message" else name
                if kind is None:
                    return DeletionResult()
                found = self.erase(dry_run=True, **{kind: target})
                tails = {position for one in found.sessions for position in tail(buffer, one)}
                edges = _edges(graph, set(found.memories))
                done = self.erase(**{kind: target})
            except Refused as error:
                if error.code not in _UNKNOWN:
                    raise
                return DeletionResult()
        if done.tombstone is None:
            return DeletionResult()
        return DeletionResult(
            True,
            edges,
            len(done.messages),
            len(tails & {int(one[1:]) for one in done.messages}),
            tuple(sorted(done.sessions)),
            "source_refs",
            sum("repeats" in one.why for one in done.gone),
            0,
            done.tombstone,
            done.completed,
        )

    def resume(self) -> list[int]:
        """Go on with erasures that were stopped; the positions of their tombstones. Raises as `erase` does."""
        if not unfinished(self._writer):
            return []
        with self._threads, self._job.alone(self._timeout):
            return self._resume()

    def resume_at_start(self) -> None:
        """The same where the store is being opened: what cannot be done now is said, and done another time."""
        if not unfinished(self._writer):
            return
        try:
            with self._threads, self._job.alone(0.0):
                self._resume()
        except (Conflict, Refused, Damaged) as error:
            _logger.warning("an erasure is not completed: %s. %s", error, error.hint)

    def _item_sessions(self) -> list[str]:
        items: ItemHistory = self._keeper.view("items").state
        return [session_of(namespace) for namespace in items.began()]

    def _resume(self) -> list[int]:
        tombstones = unfinished(self._writer)
        for tombstone in tombstones:
            self._job.finish(tombstone)
        return tombstones


def _meant(kind: str, name: Any, earlier: bool, echoes: bool, meaning: Meaning) -> Meant:
    match kind:
        case "memory":
            return meaning.memory(str(name), earlier=earlier, echoes=echoes)
        case "message":
            return meaning.message(name if isinstance(name, int) else _position(str(name)))
        case "session":
            return meaning.session(str(name))
        case "entity":
            return meaning.entity(str(name))
        case "containing":
            return meaning.containing(str(name))
        case "item":
            return meaning.item(str(name))
        case _:
            return meaning.speaker(str(name))


def _position(name: str) -> int:
    digits = name.strip().removeprefix("m")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise Refused("bad_id", f"{name!r} is no id of a message", "It looks like m12.")
    return int(digits)


def _edges(graph: Graph, memories: set[str]) -> int:
    """How many edges of the graph hang on these memories: to entities, and between memories."""
    named = sum(len({one for said in graph.said(memory) for one in said.entities}) for memory in memories)
    between = [*supersessions(graph), *review(graph)]
    return named + sum(bool(memories.intersection(pair)) for pair in between)


class _Found:
    """What an erasure comes to, looked for anew where somebody was first."""

    def __init__(self, writer: Writer, keeper: Keeper, mean: Callable[[Meaning], Meant]) -> None:
        self._writer = writer
        self._keeper = keeper
        self._mean = mean
        self.plan = Plan()
        self._rests: list[Rest] = []
        self._views: dict[str, Any] = {}
        self._sessions: dict[int, str] = {}
        self._staying: list[int] = []

    def look(self) -> None:
        """Find what is meant and what goes with it, at the head as it is now. Raises Refused."""
        views = self._keeper.views(["sessions", "bm25", "beliefs", "entities", "unreadable", "refinements", "items"])
        self._views = {name: view.state for name, view in views.items()}
        meaning = Meaning(self._writer, self._views)
        items: ItemHistory = self._views["items"]
        meant = with_whole_items(self._mean(meaning), items, meaning.payload)
        state: Sessions = self._views["sessions"]
        told = (self._views["beliefs"], self._views["entities"])
        self.plan = plan(meant, *told, meaning.payload, meaning.elsewhere, self._views["refinements"])
        self._rests = take_items(self.plan, items)
        self._staying = meaning.staying(meant.memories, frozenset(self.plan.messages))
        spoken = state.spoken(state.rows_of(self.plan.messages)) if self.plan.messages else []
        self._sessions = {one.position: one.session for one in spoken}

    def events(self, last: int, *, reason: str) -> list[Made]:
        """What is to be written behind a position."""
        beliefs: Beliefs = self._views["beliefs"]
        sessions: Sessions = self._views["sessions"]
        names = {str(one.payload["session"]) for one in self.plan.redactions}
        found = [one for name in sorted(names) if (one := sessions.session(name)) is not None]
        closed = {one.name: one.ended for one in found if one.ended is not None}
        made = events(self.plan, beliefs, last, reason, closed, beliefs.history.redacted)
        places = {one.message: last + place for place, one in enumerate(self.plan.redactions, 1)}
        return [*made[:-1], *left_of_items(self._rests, places), made[-1]]

    def erased(
        self,
        positions: tuple[int, ...] | list[int],
        completed: str | None = None,
        counts: Mapping[str, int] | None = None,
        copies: tuple[str, ...] = (),
    ) -> Erased:
        """What was found, and what was written."""
        plan = self.plan
        new = [one for one in positions if chain.kind_of(self._writer.log.header(one)) == Kind.MESSAGE_REDACTED]
        return Erased(
            gone=tuple(plan.gone),
            messages=tuple(f"m{message}" for message in plan.messages),
            redacted={f"m{one.message}": f"m{at}" for one, at in zip(plan.redactions, new, strict=False)},
            memories=tuple(map(memory_id, plan.memories)),
            sessions=tuple(sorted(set(self._sessions.values()))),
            staying=tuple(f"m{message}" for message in self._staying),
            tombstone=f"m{positions[-1]}" if positions else None,
            completed=completed,
            counts=counts or {},
            copies=copies,
        )
