"""Stage 2: a language model reads what the rules have read, and proposes what they missed. Optional, and never needed.

For each range of messages the model is asked without any lock held. What it proposes is judged by our rules, and one
append writes what messages say by it, what was refused, and that the range is done. All of this is derived from
everything the model was shown, so the append is refused if any of it was erased meanwhile. Then what was written is
decided on as what the rules read is.

If we crash before the append, nothing was written and the range waits. If we crash after it, the statements are
there and nobody has decided on them: the next consolidation does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol

import orjson

from awhm.commands.beliefs import Beliefs
from awhm.commands.command import Extracted, RecordRefinement
from awhm.commands.entities import Entities, find
from awhm.commands.handle import ATTEMPTS, Writer, handle_memory
from awhm.commands.refinements import Refinements
from awhm.errors import Conflict, Refused
from awhm.events.append_raw import new_id
from awhm.events.event import RefinementFailed, RefinementProposed, RefinementRefused
from awhm.events.understood import fields_of
from awhm.jobs.consolidating import Consolidated
from awhm.jobs.context_tokens import estimate
from awhm.jobs.stage2_carry import REFINED, context_of, joined, known_statements
from awhm.jobs.stage2_judge import Bench, Judged, judge
from awhm.jobs.stage2_lite import in_our_form
from awhm.jobs.stage2_prompt import Prompt, ShownMessage, ShownSlot, prompt_of
from awhm.jobs.stage2_reply import MOST, proposal_of, proposals_of, reason_of, schema, shown_proposal
from awhm.jobs.stage2_waiting import HOPELESS, Range, ranges, shown_messages, shown_size, shown_slots, waits
from awhm.projections.sessions import Sessions

IN_A_ROW = 2  # failures of any kind after which a run ends
_logger = logging.getLogger("awhm")


class LLMClient(Protocol):
    """A language model, however it is reached. It may have an attribute `model`: its name, for the record."""

    def complete_json(self, system: str, user: str, schema: dict[str, Any]) -> Mapping[str, Any] | str:
        """What the model answers: an object of the schema, or a text that holds one. May raise anything."""
        ...


class Views(NamedTuple):
    """What Stage 2 needs of a store, each as it is at the head when asked with the lock held.

    `settle` decides on what is written down and undecided.
    """

    writer: Writer
    lock: AbstractContextManager[Any]
    beliefs: Callable[[], Beliefs]
    entities: Callable[[], Entities]
    refinements: Callable[[], Refinements]
    sessions: Callable[[], Sessions]
    settle: Callable[[str | None], Consolidated]


@dataclass(frozen=True)
class Limits:
    """How much a run may do: messages of a range, calls and tokens (estimated), and how sure a proposal must be."""

    messages: int = 60
    calls: int = 20
    tokens: int = 200_000
    confidence: float = 0.5


class Failure(NamedTuple):
    """A range that waits for the next run, and why."""

    session: str
    after: int
    through: int
    reason: str


class Refusal(NamedTuple):
    """A proposal that may not be believed, and why."""

    session: str
    reason: str
    proposal: str


@dataclass
class Refined:
    """What a run did. `left` are the ranges that it had no budget for, or gave up before; `tokens` are estimated."""

    model: str = ""
    ranges: int = 0
    messages: int = 0
    calls: int = 0
    tokens: int = 0
    proposed: int = 0
    taken: int = 0
    memories: int = 0
    left: int = 0
    changed: int = 0  # ranges of which something was erased or decided while the model read
    refused: list[Refusal] = field(default_factory=list[Refusal])
    failed: list[Failure] = field(default_factory=list[Failure])
    sessions: dict[str, int] = field(default_factory=dict[str, int])


class Sheet(NamedTuple):
    """All that a model is shown for one range."""

    range: Range
    messages: list[ShownMessage]
    slots: list[ShownSlot]
    prompt: Prompt

    @property
    def shown(self) -> tuple[int, ...]:
        """The positions of all messages that it is from."""
        behind = {position for one in self.slots for position in one.messages}
        return tuple(sorted(behind.union(self.range.positions)))

    @property
    def tokens(self) -> int:
        """How many tokens it may be."""
        return estimate(self.prompt.system) + estimate(self.prompt.user)


@dataclass(frozen=True)
class Stage2:
    """One way to refine: the views of a store, the names of the user, the limits, and the window of corrections."""

    views: Views
    limits: Limits
    user_names: tuple[str, ...] = ()
    window: int = 3
    snapshots: bool = False

    def plan(self, session: str | None = None) -> list[Sheet]:
        """What a run would show a model, within its calls and tokens; nothing is asked or written."""
        with self.views.lock:
            found = [self._sheet(one) for one in self._ranges(session, early=True)]
        made: list[Sheet] = []
        left = self.limits.tokens
        for sheet in found:
            if not any(one.own for one in sheet.messages):
                continue
            if len(made) >= self.limits.calls or sheet.tokens > left:
                break
            left -= sheet.tokens
            made.append(sheet)
        return made

    def run(
        self,
        client: LLMClient,
        *,
        session: str | None = None,
        retry: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Refined:
        """Have a model read what waits, of one session or of all, within the limits.

        With `retry` what models failed on before belongs to it, of whatever session.
        A failure of the model is written down and raises nothing. Raises Conflict if others decide about memories
        all the time, and all that the log raises.
        """
        name = getattr(client, "model", None)
        done = Refined(model=name[:200] if isinstance(name, str) and name else type(client).__name__)
        with self.views.lock:
            waiting = self._ranges(session, retry=retry)
        in_a_row = 0
        for number, one in enumerate(waiting):
            with self.views.lock:
                sheet = self._sheet(one)
            asks = any(message.own for message in sheet.messages)
            spent = asks and (done.calls >= self.limits.calls or done.tokens + sheet.tokens > self.limits.tokens)
            if spent or in_a_row >= IN_A_ROW:
                done.left = len(waiting) - number
                break
            before = len(done.failed)
            self._one(sheet, client if asks else None, done)
            in_a_row = in_a_row + 1 if len(done.failed) > before else 0
            if in_a_row and done.failed[-1].reason in HOPELESS:
                in_a_row = IN_A_ROW
            if progress is not None:
                progress(number + 1, len(waiting))
        return done

    def _ranges(self, session: str | None, *, retry: bool = False, early: bool = False) -> list[Range]:
        beliefs, refinements = self.views.beliefs(), self.views.refinements()
        return ranges(
            self.views.sessions(),
            beliefs,
            refinements,
            lambda position: shown_size(self._payload(position)),
            self.limits.messages,
            session=session,
            retry=retry,
            early=early,
        )

    def _sheet(self, one: Range) -> Sheet:
        messages = shown_messages(one.positions, self._payload, self.user_names)
        slots = shown_slots(messages, self.views.beliefs(), self.views.writer.scope)
        return Sheet(one, messages, slots, prompt_of(messages, slots, new_id().hex()))

    def _one(self, sheet: Sheet, client: LLMClient | None, done: Refined) -> None:
        """One range: ask, judge, write, and have it decided on."""
        answer: list[object] = []
        if client is not None:
            done.calls += 1
            done.tokens += sheet.tokens
            try:
                raw = client.complete_json(sheet.prompt.system, sheet.prompt.user, schema())
                answer = proposals_of(raw)
            except Exception as error:  # the boundary to somebody else's model: it fails as it likes, and is named
                self._failed(sheet, reason_of(error), done)
                _logger.warning("stage 2 failed on %s: %s", sheet.range.session, error)
                return
            done.tokens += estimate(orjson.dumps(answer, default=str).decode())
        with self.views.lock:
            if not self._recorded(sheet, answer, done):
                done.changed += 1
                return
            settled = self.views.settle(sheet.range.session)
        done.ranges += 1
        done.messages += len(sheet.range.positions)
        done.memories += settled.memories
        done.sessions.setdefault(sheet.range.session, 0)
        for name, number in settled.sessions.items():
            done.sessions[name] = done.sessions.get(name, 0) + number

    def _failed(self, sheet: Sheet, reason: str, done: Refined) -> None:
        one = sheet.range
        done.failed.append(Failure(one.session, one.after, one.through, reason))
        event = RefinementFailed(
            session=one.session, after=one.after, through=one.through, model=done.model, reason=reason
        )
        command = RecordRefinement(new_id(), (), (), event, ())
        with self.views.lock:
            handle_memory(command, self.views.writer, self.views.beliefs, self.window)

    def _recorded(self, sheet: Sheet, answer: Sequence[object], done: Refined) -> bool:
        """Write down what came of a range; False where it is not there any more as the model saw it."""
        for attempt in range(ATTEMPTS):
            version = self.views.writer.log.version_of(self.views.writer.memories)
            beliefs, refinements = self.views.beliefs(), self.views.refinements()
            if not all(waits(at, sheet.range.session, beliefs, refinements) for at in sheet.range.positions):
                return False
            judged, refused = self._judged(sheet, answer, done.model)
            extracted, taken = self._extracted(judged, beliefs, refinements)
            command = self._command(sheet, extracted, refused, (len(answer), taken), done.model)
            try:
                handle_memory(command, self.views.writer, partial(_given, beliefs), self.window, version)
            except Refused as lost:
                if lost.code != "source_erased":
                    raise
                return False  # the log itself has looked: something that the model saw is gone
            except Conflict as lost:
                if lost.code != "overtaken" or attempt == ATTEMPTS - 1:
                    raise
                continue
            done.proposed += len(answer)
            done.taken += taken
            done.refused += refused
            return True
        raise AssertionError("unreachable")

    def _judged(self, sheet: Sheet, answer: Sequence[object], model: str) -> tuple[list[Judged], list[Refusal]]:
        entities, slots = self.views.entities(), self.views.beliefs()
        bench = Bench(
            self.views.writer.scope,
            self.user_names,
            model,
            self.limits.confidence,
            sheet.messages,
            sheet.slots,
            partial(_many, slots),
            self._content,
            partial(find, entities),
        )
        made: list[Judged] = []
        refused: list[Refusal] = []
        for raw in answer[:MOST]:
            proposal = proposal_of(in_our_form(raw, sheet.messages))
            found = proposal if isinstance(proposal, str) else judge(proposal, bench)
            if isinstance(found, str):
                refused.append(Refusal(sheet.range.session, found, shown_proposal(raw)))
            else:
                made += found
        if len(answer) > MOST:
            refused.append(Refusal(sheet.range.session, f"too_many: {len(answer)} proposals", ""))
        return made, refused

    def _extracted(
        self, judged: Sequence[Judged], beliefs: Beliefs, refinements: Refinements
    ) -> tuple[list[Extracted], int]:
        """What each message says now, with what it said before; and how many statements are new."""
        made: list[Extracted] = []
        taken = 0
        for message in sorted({one.message for one in judged}):
            known = known_statements(message, beliefs, self.views.writer.log.payload)
            payload = self._payload(message)
            if known is None or payload is None:
                continue
            own = [one for one in judged if one.message == message]
            statements = joined(known, [one.stated for one in own])
            if len(statements) == len(known):
                continue
            taken += len(statements) - len(known)
            more = [position for one in own for position in one.context]
            context = context_of(message, beliefs, refinements, self.views.writer.log.payload, more)
            made.append(Extracted(message, payload["session"], payload["occurred"], REFINED, statements, context))
        return made, taken

    def _command(
        self,
        sheet: Sheet,
        extracted: Sequence[Extracted],
        refused: Sequence[Refusal],
        counts: tuple[int, int],
        model: str,
    ) -> RecordRefinement:
        one = sheet.range
        place: dict[str, Any] = {"session": one.session, "after": one.after, "through": one.through}
        who = model if any(message.own for message in sheet.messages) else ""
        done = RefinementProposed(
            **place,
            model=who,
            messages=len(one.positions),
            proposed=counts[0],
            taken=counts[1],
            refused=len(refused),
        )
        events = tuple(
            RefinementRefused(**place, model=who, reason=told.reason, proposal=told.proposal) for told in refused
        )
        before = self.views.writer.log.head().position if self.snapshots and extracted else None
        return RecordRefinement(new_id(), tuple(extracted), events, done, sheet.shown, before)

    def _payload(self, position: int) -> Mapping[str, Any] | None:
        raw = self.views.writer.log.payload(position)
        return None if raw is None else fields_of(self.views.writer.log.header(position), raw)

    def _content(self, position: int) -> str | None:
        payload = self._payload(position)
        return None if payload is None else str(payload.get("content", ""))


def _many(beliefs: Beliefs, slot: str) -> bool | None:
    """Whether a slot has many values; None where nobody has said anything in it."""
    numbers = beliefs.slots.get(slot)
    return None if not numbers else any(beliefs.claims[number].entry.lane for number in numbers)


def _given(beliefs: Beliefs) -> Beliefs:
    """What was read already, where a command asks for it."""
    return beliefs
