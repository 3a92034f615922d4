"""Why: from an id to the whole story of it, read from the log and its views. Reading writes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import orjson

from awhm.commands.beliefs import Beliefs
from awhm.commands.entities import Entities, Listed, known, listed, root
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.event import EVENTS, Kind, Span
from awhm.events.ids import opaque
from awhm.events.log import Log
from awhm.jobs.meant import erased
from awhm.jobs.own_words import OwnWords
from awhm.jobs.story import (
    Asked,
    Other,
    Story,
    ToldChange,
    ToldEntity,
    ToldForm,
    ToldMemory,
    ToldMessage,
    ToldStatement,
    Window,
)
from awhm.language.regex import regex
from awhm.language.time import iso
from awhm.projections import graph_questions as ask
from awhm.projections.graph import Graph
from awhm.projections.memory import Change, Link, Said, asked_key
from awhm.types import RetrievalResult

MOST = 50  # memories of one entity, the newest
DEEP = 1000  # so many results are looked through for where a question finds something
_MESSAGE = regex(r"m[0-9]{1,18}", re.ASCII)
_ENTITY = regex(r"e[0-9a-f]{16}", re.ASCII)


@dataclass
class Why:
    """What a story is read from: the log, the views of one scope at its head, and the time (ms) asked about.

    `scope` is the scope's id as headers have it, `actor` the settings' own.
    """

    log: Log
    graph: Graph
    beliefs: Beliefs
    entities: Entities
    scope: bytes
    actor: str
    at: int

    def tell(self, identifier: str) -> Story:
        """The story of an id. Raises Refused.

        `bad_id` for what is no id, `no_such_event`, `not_a_message`, `no_such_statement`, `no_such_memory` and
        `no_such_entity` for one that is of nothing.
        """
        name = identifier.strip()
        if _MESSAGE.fullmatch(name):
            return self._of_message(int(name[1:]))
        if asked_key(name, "s") is not None:
            return self._of_statement(name)
        if asked_key(name, "n") is not None:
            return self._of_memory(name)
        if _ENTITY.fullmatch(name):
            return self._of_entity(name)
        hint = (
            "Ids are m12 (a message), s15.0 (a statement), n15.0 (a memory), e and 16 hexadecimal digits (an entity)."
        )
        raise Refused("bad_id", f"{identifier!r} is no id", hint)

    def _of_message(self, position: int) -> Story:
        head = self.log.head().position
        # An event of another scope is none here: to say that it is there would tell of it.
        if not 0 < position <= head or self.log.header(position)[chain.SCOPE] != self.scope:
            raise Refused("no_such_event", f"there is no event m{position}", f"They go from m1 to m{head}.")
        kind = chain.kind_of(self.log.header(position))
        if kind not in (Kind.MESSAGE_LOGGED, Kind.MESSAGE_REDACTED):
            event = EVENTS[Kind(kind)].__name__ if kind in set(Kind) else f"Kind{kind}"
            hint = f"`awhm log show m{position}` prints it."
            raise Refused("not_a_message", f"m{position} is no message but {event}", hint)
        said = [one for row in self.graph.lookup.extractions(position) for one in self.graph.extracted(row)]
        if not said and self.log.payload(position) is None:
            raise erased(self.log, self.scope, position)
        return self._story(f"m{position}", [position], said, self._memories_of([position]))

    def _of_statement(self, name: str) -> Story:
        said = self.graph.statements.get(name)
        if said is None:
            hint = "`awhm why` with a message's id shows what it says."
            raise Refused("no_such_statement", f"there is no statement {name}", hint)
        memory = self._memory_of(said)
        return self._story(name, [said.message], [said], [] if memory is None else [memory])

    def _of_memory(self, name: str) -> Story:
        if name not in self.graph.memories:
            hint = "`awhm memories list --all` shows those there are."
            raise Refused("no_such_memory", f"there is no memory {name}", hint)
        if not self.graph.known(name):
            raise Refused("no_such_memory", f"the words of {name} have been erased", "Nothing of it is left to show.")
        said = self.graph.said(name)
        return self._story(name, sorted({one.message for one in said}), said, [name])

    def _of_entity(self, name: str) -> Story:
        if not known(self.entities, name) or root(self.entities, name) not in self._listed:
            raise Refused("no_such_entity", f"there is no entity {name}", "`awhm entities list` shows those there are.")
        entity = root(self.entities, name)
        self.graph.all_said()  # all at once: one by one is slow
        there = [memory for memory in self.graph.memories if self.graph.known(memory)]
        naming = [memory for memory in there if entity in self._named(self.graph.said(memory))]
        newest = naming[-MOST:]
        said = [one for memory in newest for one in self.graph.said(memory) if entity in self._named([one])]
        messages = sorted({one.message for one in said})
        return self._story(entity, messages, said, newest, (entity,), more=len(naming) - len(newest))

    def _story(
        self,
        name: str,
        messages: Sequence[int],
        said: Sequence[Said],
        memories: Sequence[str],
        entities: Sequence[str] | None = None,
        more: int = 0,
    ) -> Story:
        kinds: dict[str, Any] = {"m": "message", "s": "statement", "n": "memory", "e": "entity"}
        if entities is None:
            all_said = [*said, *(one for memory in memories for one in self.graph.said(memory))]
            entities = self._named(all_said)
        return Story(
            id=name,
            kind=kinds[name[0]],
            as_of=iso(self.at),
            messages=tuple(map(self._message, messages)),
            statements=tuple(map(self._statement, said)),
            memories=tuple(map(self._memory, memories)),
            entities=tuple(self._entity(self._listed[one]) for one in entities),
            more=more,
        )

    # The pieces -------------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> OwnWords:
        return OwnWords(self.graph, self.log.payload)

    @cached_property
    def _listed(self) -> dict[str, Listed]:
        return {one.entity: one for one in listed(self.entities)}

    @cached_property
    def _links(self) -> list[Link]:
        return self.graph.links

    def _message(self, position: int) -> ToldMessage:
        told = self._words.message(position) or {}
        get = told.get
        session = get("session")
        through = 0 if session is None else self.beliefs.through(session)
        aside = None
        if position not in self.beliefs.extractions:  # one that was read later is set aside no more
            aside = max((event for event, message in self.beliefs.aside.items() if message == position), default=None)
        return ToldMessage(
            id=f"m{position}",
            recorded=self._recorded(position),
            actor=self._actor(position),
            session=session,
            role=get("role"),
            speaker=get("speaker"),
            occurred=iso(told["occurred"], get("zone")) if told else None,
            text=get("content"),
            consolidated=position <= through or position in self.beliefs.extractions,
            set_aside=None if aside is None else self._payload(aside).get("reason"),
        )

    def _statement(self, said: Said) -> ToldStatement:
        place = int(said.id.partition(".")[2])
        stated = self._payload(said.position).get("statements", [])
        zone = self._words.zone(said.message)
        return ToldStatement(
            id=said.id,
            message=f"m{said.message}",
            event=f"m{said.position}",
            recorded=self._recorded(said.position),
            actor=self._actor(said.position),
            extractor=said.extractor,
            rule=stated[place]["rule"] if place < len(stated) else None,
            text=self._words.clause(said),
            family=said.family,
            subject=said.subject,
            attribute=said.attribute,
            slot=said.slot,
            condition=said.condition,
            value=said.value,
            polarity=said.polarity,
            retracts=said.retracts,
            corrects=said.corrects,
            valid_from=_iso(said.valid_from, zone),
            valid_to=_iso(said.valid_to, zone),
            confidence=said.confidence,
            counts=said.id in self.graph.by_message(said.message),
            memory=self._memory_of(said),
            entities=self._named([said]),
        )

    def _memory(self, memory: str) -> ToldMemory:
        found, said = self.graph.memories[memory], self.graph.said(memory)
        first = self._words.shown_by(memory) or said[0]
        zone = self._words.zone(first.message)
        changes = [self._change(first, one, zone) for one in ask.history(self.graph, memory)]
        changes += [self._link(memory, link) for link in self._links if memory in (link.memory, link.other)]
        return ToldMemory(
            id=memory,
            text=self._words.clause(first),
            status=ask.status(self.graph, memory, self.at),
            type=ask.node_type(self.graph, memory),
            family=first.family,
            slot=first.slot,
            value=first.value,
            polarity=first.polarity,
            confidence=round(ask.confidence(self.graph, memory), 4),
            windows=_windows(found.windows, zone),
            superseded_by=found.superseded_by,
            statements=tuple(one.id for one in said),
            messages=tuple(f"m{message}" for message in sorted({one.message for one in said})),
            entities=self._named(said),
            changes=tuple(sorted(changes, key=lambda one: int(one.event[1:]))),
        )

    def _change(self, first: Said, change: Change, zone: int | None) -> ToldChange:
        by = None if change.by is None else self._other(change.by)
        return ToldChange(
            event=f"m{change.position}",
            recorded=iso(change.recorded),
            actor=self._actor(change.position),
            kind=EVENTS[change.kind].__name__,
            windows=_windows(change.windows, zone),
            statements=change.statements,
            by=by,
            reason=change.reason,
            same_slot=by is not None and by.slot is not None and by.slot == first.slot,
        )

    def _link(self, memory: str, link: Link) -> ToldChange:
        """A dispute, seen from one of its two memories."""
        other = self._other(link.other if memory == link.memory else link.memory)
        return ToldChange(
            event=f"m{link.position}",
            recorded=iso(link.recorded),
            actor=self._actor(link.position),
            kind=EVENTS[Kind.MEMORIES_LINKED].__name__,
            windows=(),
            statements=(),
            by=other,
            reason=link.relation if memory == link.memory else f"{link.relation} this",
            same_slot=False,
        )

    def _other(self, name: str) -> Other:
        """A memory or statement that did something to another; what is erased has its id alone."""
        said = self._words.shown_by(name) if name[0] == "n" else self.graph.statements.get(name)
        if said is None:
            return Other(name, None, None, None, True, None)
        return Other(name, self._words.clause(said), said.slot, said.value, said.polarity, f"m{said.message}")

    def _entity(self, one: Listed) -> ToldEntity:
        forms = tuple(
            ToldForm(
                form.form,
                form.label,
                form.how,
                None if form.message is None else f"m{form.message}",
                f"m{form.position}",
                self._recorded(form.position),
                self._actor(form.position),
            )
            for form in one.forms
        )
        return ToldEntity(one.entity, one.name, one.label, forms)

    # Looking up -------------------------------------------------------------------------------------

    def _memory_of(self, said: Said) -> str | None:
        """The memory that a statement came to; one that was read anew, through the earlier statement."""
        there = dict((one.id, memory) for memory, one in ask.memories_of(self.graph, said.message))
        return there.get(said.id) or self.graph.memory_of(said.id)

    def _memories_of(self, messages: Iterable[int]) -> list[str]:
        found = (memory for message in messages for memory, _ in ask.memories_of(self.graph, message))
        return [memory for memory in dict.fromkeys(found) if self.graph.known(memory)]

    def _named(self, said: Iterable[Said]) -> tuple[str, ...]:
        """The entities that statements name and that have a form, each once, in the order of their mention."""
        named = (root(self.entities, entity) for one in said for entity in one.entities)
        return tuple(entity for entity in dict.fromkeys(named) if entity in self._listed)

    def _payload(self, position: int) -> dict[str, Any]:
        raw = self.log.payload(position)
        return {} if raw is None else orjson.loads(raw)

    def _recorded(self, position: int) -> str:
        return iso(chain.recorded_of(self.log.header(position)))

    def _actor(self, position: int) -> str:
        written: bytes = self.log.header(position)[chain.ACTOR]
        return self.actor if written == opaque(self.log.key, "actor", self.actor) else written.hex()


def asked(question: str, story: Story, recall: Callable[..., Sequence[RetrievalResult]]) -> Story:
    """The story with where a question finds it. `recall` is `Store.recall`; raises Refused as it does."""
    messages = {one.id for one in story.messages} | {message for one in story.memories for message in one.messages}
    ask_for = partial(recall, question, include_history=True, min_score=0.0)
    found = ask_for(k=DEEP)
    rank = next((rank for rank, one in enumerate(found, 1) if one.id in messages), None)
    if rank is None:
        return replace(story, asked=Asked(question, None, None, len(found), None, None))
    best = ask_for(k=rank, with_trace=True)[-1]  # only so many are worth a trace
    return replace(story, asked=Asked(question, best.id, rank, len(found), best.score, best.trace))


def _windows(windows: Sequence[Span], zone: int | None) -> tuple[Window, ...]:
    return tuple((_iso(start, zone), _iso(end, zone)) for start, end in windows)


def _iso(ms: int | None, zone: int | None) -> str | None:
    return None if ms is None else iso(ms, zone)
