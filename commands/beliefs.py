"""What deciding about memories must know: every claim by slot, every memory's last word, and how far we are.

The fold "beliefs". All that can be erased keeps the position of its event, so that forgetting an event is
taking it out and working out again what depends on it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from awhm.commands.claims import CORRIGIBLE, Claim, Extraction, claim_of, claims, current, row_of, sid
from awhm.commands.set_back import History, Rows
from awhm.commands.timeline import FOREVER, Order, Sid
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts

UNDONE = "undone"  # the reason of what takes an earlier change back
Windows = tuple[tuple[int, int], ...]


class Step(NamedTuple):
    """One event of a memory: its windows from then on, the statements it added, and who or what did it."""

    position: int
    windows: Windows
    statements: tuple[Sid, ...]
    by: str  # a memory's or statement's id; empty for none
    kind: int


class Range(NamedTuple):
    """The messages after one position and up to another, of a session ("" for all), are consolidated."""

    position: int
    session: str
    after: int
    through: int


@dataclass
class Beliefs:
    """The state. What is worked out from the rest is not saved."""

    extractions: dict[int, list[Extraction]] = field(default_factory=dict[int, list[Extraction]])
    memories: dict[Sid, list[Step]] = field(default_factory=dict[Sid, list[Step]])
    rulings: dict[Sid, list[tuple[int, bool | None]]] = field(default_factory=dict[Sid, list[tuple[int, bool | None]]])
    links: dict[int, tuple[Sid, Sid]] = field(default_factory=dict[int, tuple[Sid, Sid]])
    ranges: list[Range] = field(default_factory=list[Range])
    aside: dict[int, int] = field(default_factory=dict[int, int])  # position of the event: the message
    history: History = field(default_factory=History)  # snapshots, restores, and what these have set back

    claims: dict[Sid, Claim] = field(default_factory=dict[Sid, Claim])
    slots: dict[str, set[Sid]] = field(default_factory=dict[str, set[Sid]])
    holders: dict[Sid, list[tuple[int, Sid]]] = field(default_factory=dict[Sid, list[tuple[int, Sid]]])
    forgets: dict[Sid, Claim] = field(default_factory=dict[Sid, Claim])
    called: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])  # word: slots, how often
    spoken: dict[str, list[tuple[Order, Sid]]] = field(default_factory=dict[str, list[tuple[Order, Sid]]])
    ruled: dict[int, list[Sid]] = field(default_factory=dict[int, list[Sid]])  # position: what it ruled on
    reached: dict[str, int] = field(default_factory=dict[str, int])  # session ("" for all): how far its ranges come
    undecided: dict[int, int] = field(default_factory=dict[int, int])  # position of an extraction: its message
    events: dict[int, tuple[str, Any]] = field(default_factory=dict[int, tuple[str, Any]])  # position: what it made

    # Asking --------------------------------------------------------------------------------------

    def memory_of(self, statement: Sid) -> Sid | None:
        """The memory that a statement belongs to."""
        held = self.holders.get(statement)
        return held[-1][1] if held else None

    def ruling(self, statement: Sid) -> bool | None:
        """Whether somebody accepted (True) or rejected (False) a statement; None where nobody said."""
        given = self._given(statement)
        return given[-1] if given else None

    def ruling_before(self, statement: Sid) -> bool | None:
        """The ruling on a statement, were its last rejection taken back."""
        given = _taken_back(self._given(statement))
        return given[-1] if given else None

    def _given(self, statement: Sid) -> list[bool]:
        """The rulings on a statement that were not taken back."""
        given: list[bool] = []
        for _, verdict in self.rulings.get(statement, ()):
            given = _taken_back(given) if verdict is None else [*given, verdict]
        return given

    def held(self, memory: Sid) -> Step | None:
        """The last step of a memory."""
        steps = self.memories.get(memory)
        return steps[-1] if steps else None

    def statements(self, memory: Sid) -> list[Sid]:
        """The known statements that belong to a memory."""
        added = {number for step in self.memories.get(memory, ()) for number in step.statements}
        return sorted(number for number in added if number in self.claims and self.memory_of(number) == memory)

    def slot_of(self, memory: Sid) -> str | None:
        """The slot of a memory; None where none of its statements is known."""
        for number in self.statements(memory):
            return self.claims[number].slot
        return None

    def ended_by(self, memory: Sid) -> str:
        """The id of the memory or statement that ended a memory last; empty where nothing did, or it was restored."""
        for step in reversed(self.memories.get(memory, ())):
            if step.by or step.kind == Kind.MEMORY_RESTORED:
                return step.by
        return ""

    def knows(self, number: Sid) -> bool:
        """Whether a statement, or the one that a memory has its number from, is one that has not been erased."""
        return number[0] in self.events

    def through(self, session: str = "") -> int:
        """The position up to which the messages of all sessions, or of one, are consolidated."""
        return max(self.reached.get("", 0), self.reached.get(session, 0))

    def waits(self, message: int, session: str) -> bool:
        """Whether a message is to be consolidated: no range has it, and no restore has set it back."""
        return message > self.through(session) and self.history.counts(message)

    def read_in(self, message: int) -> list[int]:
        """The positions of all extractions of a message, also of those that a restore has set back."""
        return self.history.read_in(message) + [one.position for one in self.extractions.get(message, ())]

    def set_aside(self) -> list[int]:
        """The messages that could not be consolidated, and have not been since."""
        return sorted({message for message in self.aside.values() if message not in self.extractions})


def _taken_back(given: list[bool]) -> list[bool]:
    """Rulings without the last rejection and what came after it."""
    last = next((at for at in reversed(range(len(given))) if not given[at]), len(given))
    return given[:last]


def _extracted(state: Beliefs, event: Recorded) -> None:
    message = event.payload["message"]
    state.events[event.position] = ("extraction", message)
    made = claims(event.position, event.payload, state.history.redacted.get(message, message))
    _recompute(state, message, [*state.extractions.get(message, ()), made])
    state.undecided[event.position] = message


def _redacted(state: Beliefs, event: Recorded) -> None:
    state.history.redacted[event.position] = event.payload.get("first") or event.payload["message"]


def _recompute(state: Beliefs, message: int, extractions: list[Extraction]) -> None:
    """Set a message's extractions, and put the claims that now count in the place of those that did."""
    for number, claim in current(state.extractions.get(message, [])).items():
        _drop(state, number, claim)
    if extractions:
        state.extractions[message] = extractions
    else:
        state.extractions.pop(message, None)
    for number, claim in current(extractions).items():
        _add(state, number, claim)


def _add(state: Beliefs, number: Sid, claim: Claim) -> None:
    state.claims[number] = claim
    state.slots.setdefault(claim.slot, set()).add(number)
    if claim.forgets:
        state.forgets[number] = claim
    for word in claim.words:
        slots = state.called.setdefault(word, {})
        slots[claim.slot] = slots.get(claim.slot, 0) + 1
    if claim.family in CORRIGIBLE or claim.corrects:
        insort(state.spoken.setdefault(claim.session, []), (claim.entry.order, number))


def _drop(state: Beliefs, number: Sid, claim: Claim) -> None:
    state.claims.pop(number, None)
    state.forgets.pop(number, None)
    slot = state.slots.get(claim.slot)
    if slot is not None:
        slot.discard(number)
        if not slot:
            del state.slots[claim.slot]
    for word in claim.words:
        slots = state.called[word]
        slots[claim.slot] -= 1
        if not slots[claim.slot]:
            del slots[claim.slot]
        if not slots:
            del state.called[word]
    spoken = state.spoken.get(claim.session)
    if spoken is not None and (claim.entry.order, number) in spoken:
        spoken.remove((claim.entry.order, number))
        if not spoken:
            del state.spoken[claim.session]


def _changed(state: Beliefs, event: Recorded) -> None:
    payload, position = event.payload, event.position
    memory = sid(payload["memory"])
    state.events[position] = ("memory", memory)
    windows = tuple((-FOREVER if low is None else low, FOREVER if high is None else high)
                    for low, high in payload["windows"])  # fmt: skip
    added = tuple(sid(number) for number in payload.get("statements", ()))
    state.memories.setdefault(memory, []).append(Step(position, windows, added, payload.get("by") or "", event.kind))
    for number in added:
        state.holders.setdefault(number, []).append((position, memory))
    # Who takes a rejection back says no more than that: a weak statement is as weak as it was.
    counts = None if payload.get("reason") == UNDONE else True
    for verdict, numbers in ((counts, payload.get("accepted", ())), (False, payload.get("rejected", ()))):
        for number in numbers:
            state.rulings.setdefault(sid(number), []).append((position, verdict))
            state.ruled.setdefault(position, []).append(sid(number))


def _linked(state: Beliefs, event: Recorded) -> None:
    state.events[event.position] = ("link", None)
    state.links[event.position] = sid(event.payload["memory"]), sid(event.payload["other"])


def _consolidated(state: Beliefs, event: Recorded) -> None:
    payload = event.payload
    state.events[event.position] = ("range", None)
    _reach(state, [Range(event.position, payload.get("session") or "", payload["after"], payload["through"])])
    state.undecided.clear()


def _reach(state: Beliefs, ranges: Iterable[Range]) -> None:
    """Add ranges, and keep how far those of each session come: recall asks that of every message near the end."""
    for done in ranges:
        state.ranges.append(done)
        state.reached[done.session] = max(state.reached.get(done.session, 0), done.through)


def _set_aside(state: Beliefs, event: Recorded) -> None:
    state.events[event.position] = ("aside", None)
    state.aside[event.position] = event.payload["message"]


def _named(state: Beliefs, event: Recorded) -> None:
    state.history.name(event.position, event.payload)


def _restored(state: Beliefs, event: Recorded) -> None:
    state.history.restore(event.position, event.payload["through"])
    fill(state, state.history.part(made_from(state)))


def _erased(state: Beliefs, event: Recorded) -> None:
    ranges = False
    if state.history.forget(event.payload["positions"]):
        fill(state, state.history.part(made_from(state)))
    for position in event.payload["positions"]:
        what, which = state.events.pop(position, ("", None))
        if what == "extraction":
            state.undecided.pop(position, None)
            _recompute(state, which, [made for made in state.extractions[which] if made.position != position])
        elif what == "memory":
            _forget(state, position, which)
        state.links.pop(position, None)
        state.aside.pop(position, None)
        ranges = ranges or what == "range"
    if ranges:
        kept = [done for done in state.ranges if done.position in state.events]
        state.ranges, state.reached = [], {}
        _reach(state, kept)
        _find_undecided(state)


def _forget(state: Beliefs, position: int, memory: Sid) -> None:
    """Take one event of a memory out."""
    steps = state.memories.pop(memory)
    kept = [step for step in steps if step.position != position]
    if kept:
        state.memories[memory] = kept
    for step in steps:
        if step.position == position:
            for number in step.statements:
                _without(state.holders, number, position)
    for number in state.ruled.pop(position, ()):
        _without(state.rulings, number, position)


def _without(ledger: dict[Sid, list[tuple[int, Any]]], number: Sid, position: int) -> None:
    """Take what one event said about a statement out of a ledger."""
    rows = [row for row in ledger.pop(number, ()) if row[0] != position]
    if rows:
        ledger[number] = rows


def _find_undecided(state: Beliefs) -> None:
    last = max((done.position for done in state.ranges), default=0)
    state.undecided = {
        made.position: message
        for message, extractions in state.extractions.items()
        for made in extractions
        if made.position > last
    }


class BeliefsFold:
    """The fold behind the view "beliefs"."""

    name = "beliefs"
    version = "2"
    saved_whole = True  # its part is one piece: saving it rarely costs less than writing it often
    reads: Mapping[Kind, Callable[[Beliefs, Recorded], None]] = {
        Kind.MESSAGE_REDACTED: _redacted,
        Kind.STATEMENTS_EXTRACTED: _extracted,
        Kind.MESSAGES_CONSOLIDATED: _consolidated,
        Kind.MESSAGE_SET_ASIDE: _set_aside,
        Kind.MEMORY_FORMED: _changed,
        Kind.MEMORY_REINFORCED: _changed,
        Kind.MEMORY_SUPERSEDED: _changed,
        Kind.MEMORY_RETRACTED: _changed,
        Kind.MEMORY_RESTORED: _changed,
        Kind.MEMORIES_LINKED: _linked,
        Kind.SNAPSHOT_NAMED: _named,
        Kind.STORE_RESTORED: _restored,
        Kind.PAYLOADS_ERASED: _erased,
    }

    def initial(self) -> Beliefs:
        """Nothing is believed."""
        return Beliefs()

    def digest(self, state: Beliefs) -> str:
        """Over what is saved, which is in an order of its own."""
        return sha256(self.dump(state)["beliefs"]).hexdigest()

    def dump(self, state: Beliefs) -> dict[str, bytes]:
        """One part: JSON of sorted rows."""
        return {"beliefs": orjson.dumps(made_from(state) | state.history.dump())}

    def load(self, parts: Parts) -> Beliefs:
        """See `dump`."""
        body = orjson.loads(bytes(parts["beliefs"]))
        state = Beliefs()
        state.history.load(body)
        fill(state, body)
        return state


def made_from(state: Beliefs) -> Rows:
    """What the state was made from, as rows of plain values in an order of their own."""
    made = [
        [message, [[made.position, made.extractor, [row_of(claim) for claim in made.claims]] for made in rows]]
        for message, rows in sorted(state.extractions.items())
    ]
    memories = [[list(memory), [list(step) for step in steps]] for memory, steps in sorted(state.memories.items())]
    return {
        "extractions": made,
        "memories": memories,
        "rulings": [[list(number), rows] for number, rows in sorted(state.rulings.items())],
        "links": sorted([position, *pair] for position, pair in state.links.items()),
        "ranges": [list(done) for done in sorted(state.ranges)],
        "aside": [list(row) for row in sorted(state.aside.items())],
    }


def fill(state: Beliefs, rows: Rows) -> None:
    """Make the state anew from rows; its history stays."""
    for one in fields(Beliefs):
        if one.name != "history":
            setattr(state, one.name, [] if one.name == "ranges" else {})
    for message, made in rows["extractions"]:
        extractions = [Extraction(position, by, tuple(map(claim_of, found))) for position, by, found in made]
        _recompute(state, message, extractions)
        state.events.update({one.position: ("extraction", message) for one in extractions})
    for memory, steps in rows["memories"]:
        _load_memory(state, (memory[0], memory[1]), steps)
    for number, given in rows["rulings"]:
        state.rulings[number[0], number[1]] = [(position, verdict) for position, verdict in given]
        for position, _ in given:
            state.ruled.setdefault(position, []).append((number[0], number[1]))
    for position, memory, other in rows["links"]:
        state.links[position] = (memory[0], memory[1]), (other[0], other[1])
        state.events[position] = ("link", None)
    _reach(state, [Range(*done) for done in rows["ranges"]])
    state.events.update({done.position: ("range", None) for done in state.ranges})
    state.aside = {position: message for position, message in rows["aside"]}
    state.events.update({position: ("aside", None) for position in state.aside})
    _find_undecided(state)


def _load_memory(state: Beliefs, memory: Sid, steps: Iterable[list[Any]]) -> None:
    for position, windows, added, by, kind in steps:
        numbers = tuple((number[0], number[1]) for number in added)
        spans = tuple((low, high) for low, high in windows)
        state.memories.setdefault(memory, []).append(Step(position, spans, numbers, by, kind))
        state.events[position] = ("memory", memory)
        for number in numbers:
            insort(state.holders.setdefault(number, []), (position, memory))
