"""Consolidation: what the messages say is written down, names are given to entities, and memories follow.

A step takes some hundred messages, in the order of the log. It is two appends, each of which comes with the
condition that nobody else has decided about memories meanwhile:

1. what each message says, and the names in it. If we crash after it, the statements are there and the
   messages not marked as done: the next run finds them written, and goes on with 2.
2. what the statements come to, and that these messages are done. If we crash after it, the step is complete.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

import orjson

from awhm.commands.beliefs import Beliefs
from awhm.commands.believing import Decided
from awhm.commands.claims import sid
from awhm.commands.command import Extracted, RecordStatements, SettleMemories
from awhm.commands.entities import Entities, find
from awhm.commands.handle import ATTEMPTS, Writer, handle_memory
from awhm.commands.naming import Cosine, name_entities
from awhm.errors import Conflict, Refused
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.event import EntityNamed, Kind, MemoryFormed, MessagesConsolidated, Role
from awhm.events.understood import fields_of
from awhm.jobs.piecemeal import piecemeal
from awhm.jobs.saying import said
from awhm.language.forms import Mention, mentions_in
from awhm.language.statement import EXTRACTOR

STEP = 512  # messages in one step
READ_FOR_NAMES = frozenset({Role.USER.value, Role.ASSISTANT.value})
T = TypeVar("T")
Carry = Callable[[Sequence[Extracted], Beliefs], tuple[Extracted, ...]]
_logger = logging.getLogger("awhm")


def _told(beliefs: Beliefs, message: Logged) -> bool:
    """Whether a message is what a redaction has left of one whose statements were written down with it."""
    return message.position in beliefs.history.redacted and message.position in beliefs.extractions


class Ner(Protocol):
    """Finds names in texts; see `awhm.adapters.ner`."""

    @property
    def fingerprint(self) -> str:
        """The model and its version."""
        ...

    def mentions(self, texts: Sequence[str]) -> list[list[Mention]]:
        """The names in each text."""
        ...


class Logged(NamedTuple):
    """A message of the log: its position and payload."""

    position: int
    payload: dict[str, Any]


@dataclass
class Consolidated:
    """What a consolidation did: new memories by session, for each that had messages waiting, and the counts."""

    sessions: dict[str, int] = field(default_factory=dict[str, int])
    messages: int = 0
    statements: int = 0
    memories: int = 0
    entities: int = 0
    set_aside: list[int] = field(default_factory=list[int])
    snapshot: int | None = field(default=None, compare=False)  # the position before it, if it changed anything


@dataclass(frozen=True)
class Consolidation:
    """One way to consolidate: the writer, the views at the head, and the settings that matter to it."""

    writer: Writer
    beliefs: Callable[[], Beliefs]
    entities: Callable[[], Entities]
    user_names: tuple[str, ...] = ()
    window: int = 3
    ner: Ner | None = None
    cosine: Cosine | None = None
    alike: float = 0.85
    snapshots: bool = False  # whether the position before the first change is named
    carry: Carry | None = None  # what a model read in messages stays when they are read again

    def run(
        self,
        *,
        session: str | None = None,
        again: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Consolidated:
        """Consolidate what is waiting, of one session or of all.

        `again` reads the messages that are done already once more, and those that a restore has set back, with
        today's rules, and writes down what they see otherwise. `progress` is told the position reached and the one
        to reach. Raises Conflict if others decide about memories all the time, and all that the log raises.
        """
        done = Consolidated()
        end = self.writer.log.head().position
        at = 0 if again else self.beliefs().through(session or "")
        # A step reads the log anew: what was appended since belongs to the next run.
        while at < end:
            at = self._step(at, end, session, again, done)
            if progress is not None:
                progress(at, end)
        return done

    def reread(self, positions: Sequence[int]) -> None:
        """Read some messages by themselves, decide what they say, and mark nothing as done. Raises as `run` does."""
        self._tried(lambda: self._reread(positions))

    def _reread(self, positions: Sequence[int]) -> None:
        version = self.writer.log.version_of(self.writer.memories)
        beliefs = self.beliefs()
        raw = ((position, self.writer.log.payload(position)) for position in positions)
        extracted, named, aside = self._read([Logged(at, orjson.loads(body)) for at, body in raw if body is not None])
        extracted = extracted if self.carry is None else self.carry(extracted, beliefs)
        record = RecordStatements(new_id(), extracted, named, aside, EXTRACTOR)
        written, _ = handle_memory(record, self.writer, lambda: beliefs, self.window, version)
        # If we crash here, they wait like any others, and the next run goes on with what they say.
        version += sum(written.fresh)
        handle_memory(SettleMemories(new_id(), self.window), self.writer, self.beliefs, self.window, version)

    def _step(self, after: int, end: int, session: str | None, again: bool, done: Consolidated) -> int:
        return self._tried(lambda: self._attempt(after, end, session, again, done))

    def _tried(self, act: Callable[[], T]) -> T:
        for attempt in range(ATTEMPTS):
            try:
                return act()
            except (Conflict, Refused) as lost:
                # Others decided first, or erased a message that had just been read.
                if lost.code not in ("overtaken", "source_erased") or attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def _attempt(self, after: int, end: int, session: str | None, again: bool, done: Consolidated) -> int:
        """One step; returns how far it came. Others may have been here first: then there is less to do."""
        version = self.writer.log.version_of(self.writer.memories)
        beliefs = self.beliefs()
        if not again:
            after = max(after, beliefs.through(session or ""))
            if after >= end:
                return after
        # Those that are done already are passed over first: a step that is not full is taken for the last one.
        waiting = (
            message
            for message in self._messages(after, end, session)
            if again or (beliefs.waits(message.position, message.payload["session"]) and not _told(beliefs, message))
        )
        messages = list(islice(waiting, STEP))
        # Behind what is believed here nobody has decided anything, or the appends below would be refused.
        before = self.writer.log.head().position if self.snapshots and done.snapshot is None else None
        through = messages[-1].position if len(messages) == STEP else end
        extracted, named, aside = self._read(messages)
        if again and self.carry is not None:
            extracted = self.carry(extracted, beliefs)
        # What a run before this one set aside, and was then stopped, is not set aside twice.
        known = {*beliefs.aside.values()}
        fresh = tuple(one for one in aside if one[0] not in known)
        record = RecordStatements(new_id(), extracted, named, fresh, EXTRACTOR, again, before)
        written, _ = handle_memory(record, self.writer, lambda: beliefs, self.window, version)
        version += sum(written.fresh)
        if before is not None and written.fresh:
            done.snapshot, before = before, None
        mark = MessagesConsolidated(
            session=session,
            after=after,
            through=through,
            extractor=EXTRACTOR,
            ner=None if self.ner is None else self.ner.fingerprint,
            again=again,
            messages=len(messages),
            statements=sum(len(one.statements) for one in extracted),
        )
        if messages or beliefs.undecided:
            settle = SettleMemories(new_id(), self.window, mark, before)
            _, decided = handle_memory(settle, self.writer, self.beliefs, self.window, version)
            if before is not None and len(decided) > 1:
                done.snapshot = before
            self._count(messages, mark.statements, named, aside, decided, done)
        return through

    def _messages(self, after: int, end: int, session: str | None) -> Iterator[Logged]:
        """The messages of the writer's scope that are there, in order; those that were erased are not.

        Raises Damaged at the first whose payload is not as written.
        """
        spoken = {int(kind).to_bytes(2, "big") for kind in (Kind.MESSAGE_LOGGED, Kind.MESSAGE_REDACTED)}
        scope = self.writer.scope_id
        only = None if session is None else self.writer.session_id(session)
        for position, header, body in self.writer.log.read(after, end):
            if body is None or header[2:4] not in spoken or header[chain.SCOPE] != scope:
                continue
            if only is not None and header[chain.SESSION] != only:
                continue
            # A view that was caught up before the damage has not seen it, and `read` checks nothing: what is believed
            # must come from no words but those that were written, and a damaged message is not one to set aside.
            written = self.writer.log.payload(position)
            fields = None if written is None else fields_of(header, written)
            if fields is not None:  # else it was set aside when it was first read, or is erased by now
                yield Logged(position, fields)

    def _read(
        self, messages: Sequence[Logged]
    ) -> tuple[tuple[Extracted, ...], tuple[EntityNamed, ...], tuple[tuple[int, str], ...]]:
        """What the messages say, the names in them, and which of them could not be read, with the error's name."""
        entities = self.entities()
        mentions = self._mentions(messages)
        flat = [(message.position, one) for message, found in zip(messages, mentions, strict=True) for one in found]
        fresh = (f"e{new_id()[8:].hex()}" for _ in iter(int, 1))
        named = name_entities(entities, flat, fresh, self.cosine, self.alike)
        ids: dict[int, list[tuple[Mention, str]]] = {}
        for (position, mention), entity in zip(flat, named.ids, strict=True):
            if entity is not None:
                ids.setdefault(position, []).append((mention, entity))

        def one(batch: Sequence[Logged]) -> list[Extracted]:
            return [self._said(message, ids.get(message.position, []), entities) for message in batch]

        found, failed = piecemeal(messages, one)
        aside = tuple((messages[place].position, type(error).__name__) for place, error in sorted(failed.items()))
        for position, reason in aside:
            _logger.warning("message m%d could not be consolidated (%s) and is set aside", position, reason)
        return tuple(one for one in found if one is not None), tuple(named.events), aside

    def _said(self, message: Logged, mentions: Sequence[tuple[Mention, str]], entities: Entities) -> Extracted:
        content = message.payload["content"]

        def naming(start: int, end: int) -> list[str]:
            here = [entity for mention, entity in mentions if start <= mention.start and mention.end <= end]
            return list(dict.fromkeys([*here, *find(entities, content[start:end])]))

        return said(message.position, message.payload, self.writer.scope, self.user_names, naming)

    def _mentions(self, messages: Sequence[Logged]) -> list[list[Mention]]:
        """The names in each message, by the rules and, where there is one, by the model."""
        texts = [
            message.payload["content"] if message.payload["role"] in READ_FOR_NAMES else "" for message in messages
        ]
        seen: list[list[Mention] | None] = [[]] * len(texts)
        if self.ner is not None:
            seen, failed = piecemeal(texts, self.ner.mentions)
            for place in failed:
                _logger.warning("the name model failed on message m%d", messages[place].position)
        found, failed = piecemeal(
            list(zip(texts, seen, strict=True)), lambda batch: [mentions_in(text, by or ()) for text, by in batch]
        )
        for place in failed:
            _logger.warning("no names were read in message m%d", messages[place].position)
        return [one or [] for one in found]

    def _count(
        self,
        messages: Sequence[Logged],
        statements: int,
        named: Sequence[EntityNamed],
        aside: Sequence[tuple[int, str]],
        decided: Sequence[Decided],
        done: Consolidated,
    ) -> None:
        for message in messages:
            done.sessions.setdefault(message.payload["session"], 0)
        done.messages += len(messages)
        done.statements += statements
        done.entities += len({one.entity for one in named if one.how == "new"})
        done.set_aside += [position for position, _ in aside]
        claims = self.beliefs().claims
        for one in decided:
            if isinstance(one.event, MemoryFormed):
                done.memories += 1
                claim = claims.get(sid(one.event.statements[0]))
                if claim is not None:
                    done.sessions[claim.session] = done.sessions.get(claim.session, 0) + 1
