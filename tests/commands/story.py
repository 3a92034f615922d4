"""A story for tests about memories: one log, what is said into it, and what is believed at its head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

from awhm.commands.beliefs import Beliefs, BeliefsFold
from awhm.commands.believing import changes, settle
from awhm.commands.claims import memory_id
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
from awhm.commands.handle import Writer, handle_memory, handle_messages
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.event import (
    EVENTS,
    Event,
    Kind,
    MessagesConsolidated,
    Stated,
)
from awhm.events.fold import View
from awhm.events.log import Appended
from awhm.events.ram_log import RamLog
from awhm.replay.replay import replay

WINDOW = 3
JOB, HOME, LIKES = "user|employer", "user|location", "user|like"
Held = tuple[str, str, bool, tuple[tuple[int, int], ...]]  # slot, value, polarity, windows


class Said(NamedTuple):
    """A message that says something: when, in which session, and what."""

    at: int
    session: str
    statements: tuple[Stated, ...]


def stated(value: str, slot: str | None = JOB, **more: object) -> Stated:
    plain: dict[str, object] = {
        "family": "fact",
        "start": 0,
        "end": 9,
        "subject": "user",
        "attribute": None if slot is None else slot.partition("|")[2],
        "slot": slot,
        "value": value,
        "value_key": value,
        "many": slot == LIKES,
        "confidence": 0.8,
        "rule": "en/test",
    }
    return Stated.model_validate(plain | more)


def say(at: int, value: str, slot: str | None = JOB, *, session: str = "s", **more: object) -> Said:
    return Said(at, session, (stated(value, slot, **more),))


def forget(at: int, topic: str, session: str = "s") -> Said:
    more = {"family": "correction", "corrects": True, "retracts": True, "polarity": False, "rule": "forget"}
    return Said(at, session, (stated(topic, None, **more),))


class Story:
    """One log, and what is believed at its head."""

    def __init__(self, log: RamLog | None = None) -> None:
        self.log = log or RamLog()
        self.writer = Writer(self.log)
        self.view = View(BeliefsFold())
        self.messages: dict[tuple[int, str], int] = {}
        self._before = 0

    def state(self) -> Beliefs:
        replay(self.log, [self.view])
        return self.view.state

    def do(self, command: MemoryCommand) -> Appended:
        self._before = self.log.head().position
        return handle_memory(command, self.writer, self.state, WINDOW)[0]

    def record(self, *said: Said, extractor: str = "one", again: bool = False) -> Self:
        """Log these messages, those that are new, and write down what they say."""
        new = [one for one in said if one[:2] not in self.messages]
        logged = handle_messages([LogMessage(new_id(), one.session, "user", "...", one.at) for one in new], self.writer)
        self.messages |= {one[:2]: place for one, place in zip(new, logged.positions, strict=True)}
        self.read([(self.messages[one[:2]], one) for one in said], extractor, again)
        return self

    def read(self, found: Sequence[tuple[int, Said]], extractor: str = "one", again: bool = False) -> Self:
        extracted = tuple(Extracted(place, one.session, one.at, extractor, one.statements) for place, one in found)
        self.do(RecordStatements(new_id(), extracted, extractor=extractor, again=again))
        return self

    def settle(self) -> Self:
        through = max(self.messages.values(), default=1)
        done = MessagesConsolidated(after=0, through=through, extractor="one", messages=1, statements=1)
        self.do(SettleMemories(new_id(), WINDOW, done))
        return self

    def ask(self, command: MemoryCommand) -> str:
        """What it was refused with; empty where it was done."""
        before = self.log.head()
        try:
            self.do(command)
        except Refused as error:
            assert str(error) and error.hint and self.log.head() == before
            return error.code
        return ""

    def retract(self, memory: str) -> str:
        return self.ask(RetractMemory(new_id(), memory))

    def undo(self, memory: str) -> str:
        return self.ask(UndoChange(new_id(), memory))

    def review(self, memory: str, accept: bool) -> str:
        return self.ask(ReviewMemory(new_id(), memory, accept))

    def given(self, *said: Said) -> Self:
        """Said, written down and decided, one after the other."""
        for one in said:
            self.record(one).settle()
        return self

    def when(self, *said: Said) -> Self:
        return self.record(*said).settle()

    def then(self, *events: Event) -> Self:
        """Deciding wrote exactly these, and the mark that the messages are done."""
        rows = [row for row in self.log.read(self._before) if chain.kind_of(row[1]) != Kind.MESSAGES_CONSOLIDATED]
        assert [EVENTS[Kind(chain.kind_of(h))].model_validate_json(p or b"") for _, h, p in rows] == list(events)
        return self

    def memory(self, value: str, *, slot: str = JOB, polarity: bool = True) -> str:
        """The id of the newest memory of a value."""
        state = self.state()
        found = [
            memory
            for memory in state.memories
            for number in state.statements(memory)
            if (claim := state.claims[number]).slot == slot and claim.entry[3:5] == (value, polarity)
        ]
        return memory_id(max(found))

    def newest(self) -> str:
        """The id of the statement that was written down last."""
        return f"s{max(made.position for row in self.state().extractions.values() for made in row)}.0"

    def believed(self) -> set[Held]:
        """All that holds at some time; and checks that deciding anew on everything would change nothing."""
        state = self.state()
        assert not settle(state, WINDOW)
        assert [one.event for one in changes(state, state.slots, WINDOW)] == []
        held: list[Held] = []
        for memory in state.memories:
            step, numbers = state.held(memory), state.statements(memory)
            if step is not None and step.windows and numbers:
                claim = state.claims[numbers[0]]
                held.append((claim.slot, claim.entry.value, claim.entry.polarity, step.windows))
        assert len(set(held)) == len(held), "the same is believed twice"
        return set(held)


def windows(story: Story, slot: str = JOB) -> dict[str, list[tuple[int, int]]]:
    """When each value of a slot is believed to hold."""
    found: dict[str, list[tuple[int, int]]] = {}
    for of, value, polarity, spans in sorted(story.believed()):
        if of == slot:
            found.setdefault(value if polarity else f"not {value}", []).extend(spans)
    return found


# What may be said in stories of any order: what contradicts, what takes back, what holds for a while.
facts = [stated(value, confidence=sure) for value in ("acme", "globex") for sure in (0.8, 0.8, 0.5)]
facts += [stated("acme", retracts=True, polarity=False), stated("globex", valid_to=9), stated("acme", valid_from=9)]
facts += [stated("tea", LIKES), stated("tea", LIKES, polarity=False), forget(0, "job").statements[0]]
facts += [
    stated(value, slot, family="preference", corrects=corrects)
    for slot, value in (("user|indent", "tabs"), ("user|quotes", "single"))
    for corrects in (False, True)
]
