"""What an erasure takes with it, and what is left of it: what is meant gives a plan, and a plan gives events. Pure.

From a message the way leads to the statements that were read in it, to the memories that no other statement tells,
and to the names that were read nowhere else. Where a message says other things too, only the stretch that is meant
is cut out of it: a redaction stands in its place, and what it still says belongs to the same memories as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from awhm.commands.beliefs import Beliefs
from awhm.commands.claims import current, memory_id, statement_id
from awhm.commands.entities import Entities, Form
from awhm.commands.redacting import cut, joined, moved
from awhm.commands.refinements import Refinements
from awhm.commands.timeline import Sid
from awhm.events.event import Stated
from awhm.language.spelling import phrase, tokens
from awhm.language.statement import EXTRACTOR, is_proposed

USER = "user"  # what the subject of what somebody says of themselves is called
Span = tuple[int, int]  # characters of a message
Read = Callable[[int], Mapping[str, Any] | None]  # the payload of an event by its position; None: erased
Elsewhere = Callable[[str, frozenset[int]], int | None]  # a message with a form, beside those that go


class Gone(NamedTuple):
    """Something that goes, for people: its id, what it is and why it goes; never its text."""

    id: str
    what: str  # "message", "part of a message", "statement", "memory", "name", "session", "event"
    why: str


@dataclass
class Meant:
    """What somebody wants erased: whole messages, stretches of messages, memories, entities, other events.

    Each with why, for the list that is shown before.
    """

    whole: dict[int, str] = field(default_factory=dict[int, str])
    parts: dict[int, list[tuple[Span, str]]] = field(default_factory=dict[int, list[tuple[Span, str]]])
    memories: dict[Sid, str] = field(default_factory=dict[Sid, str])
    entities: dict[str, str] = field(default_factory=dict[str, str])
    events: dict[int, str] = field(default_factory=dict[int, str])


class Redaction(NamedTuple):
    """What is left of a message: its content, and the statements in it with the numbers that they had.

    `extractor` is None where nobody has read the message yet: what is left of it will be. `context` are other
    messages that the statements know something from.
    """

    message: int
    payload: Mapping[str, Any]
    content: str
    extractor: str | None
    left: tuple[tuple[Sid, Stated], ...]
    context: tuple[int, ...] = ()


class Renamed(NamedTuple):
    """A form that is read in another message too, or in what is left of this one (`message` is then that one's)."""

    form: Form
    message: int
    redacted: bool


@dataclass
class Plan:
    """What goes and what is left. `positions` are those of the payloads that go."""

    positions: list[int] = field(default_factory=list[int])
    gone: list[Gone] = field(default_factory=list[Gone])
    messages: list[int] = field(default_factory=list[int])  # those that go or are redacted
    memories: list[Sid] = field(default_factory=list[Sid])  # those that lose all words
    redactions: list[Redaction] = field(default_factory=list[Redaction])
    names: list[Renamed] = field(default_factory=list[Renamed])
    splits: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list[tuple[str, str, tuple[str, ...]]])
    lost: set[Sid] = field(default_factory=set[Sid])  # statements of messages that stay

    def __bool__(self) -> bool:
        return bool(self.positions)


def plan(
    meant: Meant,
    beliefs: Beliefs,
    entities: Entities,
    read: Read,
    elsewhere: Elsewhere,
    refinements: Refinements | None = None,
) -> Plan:
    """What goes with what is meant. `read` gives payloads, `elsewhere` other messages that a form stands in.

    `refinements` tell what language models have made of the messages; None where none has read any.
    """
    found = _Closing(meant, beliefs, read, refinements or Refinements())
    for memory, why in sorted(meant.memories.items()):
        found.memory(memory, why)
    for message in sorted({*found.whole, *found.parts}):
        found.message(message)
    made = found.plan
    _names(made, found, meant, entities, elsewhere)
    _refined(made, beliefs, refinements or Refinements())
    for position, why in meant.events.items():
        made.gone.append(Gone(f"m{position}", "event", why))
    made.positions = sorted({*made.positions, *meant.events})
    _memories(made, beliefs, meant)
    return made


class _Closing:
    """One closure on its way: what is meant of each message, and the plan so far."""

    def __init__(self, meant: Meant, beliefs: Beliefs, read: Read, refinements: Refinements) -> None:
        self.whole = dict(meant.whole)
        self.parts = {message: list(parts) for message, parts in meant.parts.items()}
        self.plan = Plan()
        self._told: dict[int, set[Sid]] = {}  # by message: statements that go wherever they stand in it
        self._beliefs = beliefs
        self._read = read
        self._refinements = refinements

    def memory(self, memory: Sid, why: str) -> None:
        """A memory goes: the stretches that say it do, and those that say that it is no more."""
        own = self._beliefs.statements(memory)
        values = {self._beliefs.claims[number].entry.value for number in own}
        slot = self._beliefs.slot_of(memory) or ""
        ends = [
            number
            for number in self._beliefs.slots.get(slot, ())
            if (entry := self._beliefs.claims[number].entry).retracts and entry.value in values
        ]
        for number in [*own, *sorted(ends)]:
            message = self._beliefs.claims[number].message
            because = f"it says {memory_id(memory)}: {why}" if number in own else f"it takes back {memory_id(memory)}"
            self._told.setdefault(message, set()).add(number)
            for found, stated in self.stated(message):
                if found == number:
                    self.parts.setdefault(message, []).append(((stated["start"], stated["end"]), because))

    def stated(self, message: int) -> list[tuple[Sid, Mapping[str, Any]]]:
        """The statements of a message that count, each with its number."""
        extractions = self._beliefs.extractions.get(message)
        payload = self._read(extractions[-1].position) if extractions else None
        if not extractions or payload is None:
            return []
        return list(zip(current(extractions), payload["statements"], strict=True))

    def message(self, message: int) -> None:
        """A message goes, or a part of it."""
        payload = self._read(message)
        if payload is None:
            return
        plan, stated = self.plan, self.stated(message)
        content: str = payload["content"]
        spans, goes = list[Span](), {number for number, _ in stated}
        if message not in self.whole:
            meant = [span for span, _ in self.parts[message] if span[0] < span[1]]
            spans, goes = _overlapping(meant, stated, self._told.get(message, set()))
            kept = [(one["start"], one["end"]) for number, one in stated if number not in goes]
            spans = joined(content, spans, kept)
        left = "" if message in self.whole else cut(content, spans)
        goes |= _read_in(content, spans, left, stated) | self._hanging(message, stated)
        if any(map(str.isalnum, left)):
            redaction = self._redaction(message, payload, left, spans, [one for one in stated if one[0] not in goes])
            plan.redactions.append(redaction)
            plan.gone.append(Gone(f"m{message}", "part of a message", self._why(message)))
        else:
            goes = {number for number, _ in stated}
            plan.gone.append(Gone(f"m{message}", "message", self._why(message)))
        plan.messages.append(message)
        plan.positions += [message, *self._beliefs.read_in(message)]
        plan.positions += [position for position, aside in self._beliefs.aside.items() if aside == message]
        plan.gone += [Gone(statement_id(number), "statement", f"m{message} says it") for number in sorted(goes)]

    def _hanging(self, message: int, stated: Iterable[tuple[Sid, Mapping[str, Any]]]) -> set[Sid]:
        """The statements of a message that a model proposed and that know something from another one that goes."""
        context = {at for place in self._beliefs.read_in(message) for at in self._refinements.context(place)}
        if not context.intersection({*self.whole, *self.parts}):
            return set()
        return {number for number, one in stated if is_proposed(one["rule"])}

    def _why(self, message: int) -> str:
        found = self.whole.get(message)
        return found if found is not None else "; ".join(dict.fromkeys(why for _, why in self.parts[message]))

    def _redaction(
        self,
        message: int,
        payload: Mapping[str, Any],
        content: str,
        spans: Sequence[Span],
        left: Iterable[tuple[Sid, Mapping[str, Any]]],
    ) -> Redaction:
        extractions = self._beliefs.extractions.get(message)
        extractor = extractions[-1].extractor if extractions else None
        if extractor is None and message <= self._beliefs.through(payload["session"]):
            extractor = EXTRACTOR  # it was read, and said nothing: what is left of it says nothing either
        kept = tuple((number, _moved(one, spans)) for number, one in left)
        proposed = any(is_proposed(one.rule) for _, one in kept)
        context = self._refinements.context(extractions[-1].position) if extractions and proposed else ()
        return Redaction(message, payload, content, extractor, kept, context)


def _moved(stated: Mapping[str, Any], spans: Sequence[Span]) -> Stated:
    """A statement as it stands in what is left when these spans are cut out."""
    fields: dict[str, Any] = {**stated}
    fields |= {name: moved(stated[name], spans) for name in ("start", "end")}
    return Stated(**fields)


def _read_in(
    content: str, spans: Sequence[Span], left: str, stated: Iterable[tuple[Sid, Mapping[str, Any]]]
) -> set[Sid]:
    """The statements that know something from what is cut out alone: who "she" is, as somebody named her before."""
    lost = {word.word for start, end in spans for word in tokens(content[start:end])}
    lost -= {word.word for word in tokens(left)} | {USER}
    fields = ("subject", "name", "value", "value_key", "condition")
    said = {number: " ".join(str(one.get(name) or "") for name in fields) for number, one in stated}
    return {number for number, text in said.items() if lost.intersection(word.word for word in tokens(text))}


def _overlapping(
    spans: list[Span], stated: Sequence[tuple[Sid, Mapping[str, Any]]], told: set[Sid]
) -> tuple[list[Span], set[Sid]]:
    """Spans with those of all statements that overlap them, or one that does; and these statements, and `told`."""
    goes = set(told)
    while True:
        more = {
            number: (one["start"], one["end"])
            for number, one in stated
            if number not in goes and any(one["start"] < end and start < one["end"] for start, end in spans)
        }
        if not more:
            return spans, goes
        goes |= more.keys()
        spans = [*spans, *more.values()]


def _refined(made: Plan, beliefs: Beliefs, refinements: Refinements) -> None:
    """What models made of what goes: statements of other messages, which are read once more, and refusals."""
    hanging = refinements.hanging(made.messages)
    again: set[int] = set()
    for position in hanging:
        if (derived := refinements.derived.get(position)) is None:
            made.gone.append(Gone(f"m{position}", "event", "a model was shown what goes"))
            continue
        again.add(derived.message)
        extractions = beliefs.extractions.get(derived.message, [])
        left = current([one for one in extractions if one.position not in hanging])
        for number in sorted(current(extractions).keys() - left.keys()):
            made.gone.append(Gone(statement_id(number), "statement", "a model knew something in it from what goes"))
            made.lost.add(number)
    made.positions += [*hanging, *refinements.reopened(again)]


def _names(made: Plan, found: _Closing, meant: Meant, entities: Entities, elsewhere: Elsewhere) -> None:
    """The names that were read in what goes, but for those that are read elsewhere; and the entities that are meant."""
    gone = frozenset(made.messages)
    left = {one.message: [token.word for token in tokens(one.content)] for one in made.redactions}
    lost: set[tuple[str, str]] = set()
    for position, form in sorted(entities.named.items()):
        if form.entity in meant.entities:
            why = meant.entities[form.entity]
        elif form.message in gone:
            why = f"it was read in m{form.message}"
            if form.message in left and stands(phrase(form.form), left[form.message]):
                made.names.append(Renamed(form, form.message, True))
            elif (other := elsewhere(form.form, gone)) is not None:
                made.names.append(Renamed(form, other, False))
            else:
                lost.add((form.entity, form.form))
        else:
            continue
        made.positions.append(position)
        if form.entity in meant.entities:
            lost.add((form.entity, form.form))
        if (form.entity, form.form) in lost:
            made.gone.append(Gone(form.entity, "name", why))
    kept = {form.form for position, form in entities.named.items() if position not in set(made.positions)}
    kept |= {one.form.form for one in made.names}
    words = {form for _, form in lost} - kept
    for position, (entity, into, forms) in sorted(entities.splits.items()):
        if words.intersection(forms):
            made.positions.append(position)
            if rest := tuple(form for form in forms if form not in words):
                made.splits.append((entity, into, rest))


def stands(wanted: tuple[str, ...], words: Sequence[str]) -> bool:
    """Whether some words stand side by side among others."""
    size = len(wanted)
    return bool(size) and any(tuple(words[at : at + size]) == wanted for at in range(len(words) - size + 1))


def _memories(made: Plan, beliefs: Beliefs, meant: Meant) -> None:
    """The memories that lose all their words."""
    goes, left = set(made.positions), {number for one in made.redactions for number, _ in one.left}
    concerned: set[Sid] = {
        *meant.memories,
        *(memory for one in made.lost for _, memory in beliefs.holders.get(one, ())),
    }
    for message in made.messages:
        for extraction in beliefs.extractions.get(message, ()):
            for claim in extraction.claims:
                concerned.update(memory for _, memory in beliefs.holders.get(claim.entry.statement, ()))
    for memory in sorted(concerned):
        statements = beliefs.statements(memory)
        if all(
            number in made.lost or (beliefs.claims[number].message in goes and number not in left)
            for number in statements
        ):
            made.memories.append(memory)
            why = meant.memories.get(memory, "nothing else says it")
            made.gone.append(Gone(memory_id(memory), "memory", why))
