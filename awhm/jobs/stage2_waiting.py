"""What Stage 2 has to read: the messages that no model has read, in ranges of one session each. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from awhm.commands.beliefs import Beliefs
from awhm.commands.claims import BY_HAND
from awhm.commands.refinements import Read, Refinements
from awhm.jobs.stage2_prompt import OTHERS, OWN, SHOWN_ROLES, ShownMessage, ShownSlot
from awhm.language.extract import unsaid
from awhm.language.topics import topic_words
from awhm.projections.sessions import Sessions

MOST_TEXT = 48_000  # characters of one range, as they are shown
MOST_MESSAGES = 1000  # of one range, whatever the settings say: an event has no more than 65,535 sources
MOST_SLOTS = 60  # slots that are shown with a range
MOST_BEHIND = 2000  # messages that say something in these slots

# What a range can do nothing about. It is not halved for it, and what comes behind it would fail as well.
HOPELESS = frozenset({"rate_limited", "logged_out", "client_missing", "no_such_model", "connection"})

Payload = Callable[[int], Mapping[str, Any] | None]


class Range(NamedTuple):
    """Messages of one session that a model is to read together; `failures` is how often one has failed on them."""

    session: str
    positions: tuple[int, ...]
    failures: int

    @property
    def after(self) -> int:
        """The position before the first."""
        return self.positions[0] - 1

    @property
    def through(self) -> int:
        """The position of the last."""
        return self.positions[-1]


def waits(position: int, session: str, beliefs: Beliefs, refinements: Refinements, *, early: bool = False) -> bool:
    """Whether a message is to be read by a model: the rules have read it, no model has, and it counts.

    What is left of a message after a redaction was read where the message was. What a person wrote down with a
    command is read by nobody. With `early` the rules need not have read it yet.
    """
    history = beliefs.history
    if not history.counts(position) or (not early and beliefs.waits(position, session)):
        return False
    extractions = beliefs.extractions.get(position)
    if extractions and extractions[-1].extractor == BY_HAND:
        return False
    return not any(refinements.done(session, one) for one in {position, history.redacted.get(position, position)})


def ranges(
    sessions: Sessions,
    beliefs: Beliefs,
    refinements: Refinements,
    size: Callable[[int], int],
    most: int,
    *,
    session: str | None = None,
    retry: bool = False,
    early: bool = False,
) -> list[Range]:
    """All ranges that wait, of one session or of all: those that never failed first, in the order of the log.

    `size` gives the characters of a message as it is shown, `most` is the number of messages of a range. A range
    that failed is halved each time, down to one message, as one of them may be what is wrong. With `retry` those
    that failed belong to it whatever their session.
    """
    names = [session] if session is not None else [one.name for one in sessions.listing()]
    failed = {read.session for read in failed_ranges(sessions, beliefs, refinements)} if retry else set[str]()
    asked = set(names)
    made: list[Range] = []
    for name in [*names, *sorted(failed - asked)]:
        positions = sessions.positions(name).tolist()
        found = _of_session(name, positions, beliefs, refinements, size, min(most, MOST_MESSAGES), early)
        # Of a session that was not asked for those alone that failed.
        made += [one for one in found if name in asked or any(refinements.failures(name, at) for at in one.positions)]
    return sorted(made, key=lambda one: (one.failures, one.positions))


def _of_session(
    session: str,
    positions: Sequence[int],
    beliefs: Beliefs,
    refinements: Refinements,
    size: Callable[[int], int],
    most: int,
    early: bool,
) -> list[Range]:
    made: list[Range] = []
    taken: list[int] = []
    failed, text = 0, 0

    def close() -> None:
        if taken:
            made.append(Range(session, tuple(taken), failed))
            taken.clear()

    for position in positions:
        if not waits(position, session, beliefs, refinements, early=early):
            close()
            continue
        reads = [read for read in refinements.failures(session, position) if read.failure not in HOPELESS]
        failures, characters = len(reads), size(position)
        spans = (bisect_right(positions, read.through) - bisect_right(positions, read.after) for read in reads)
        full = len(taken) >= min([most, *(max(1, span // 2) for span in spans)]) or text + characters > MOST_TEXT
        if taken and (full or failures != failed):
            close()
        if not taken:
            failed, text = failures, 0
        taken.append(position)
        text += characters
    close()
    return made


def failed_ranges(sessions: Sessions, beliefs: Beliefs, refinements: Refinements) -> list[Read]:
    """The ranges that a model failed on and of which a message still waits."""
    return [
        read
        for read in refinements.failed()
        if any(
            read.after < position <= read.through and waits(position, read.session, beliefs, refinements)
            for position in sessions.positions(read.session).tolist()
        )
    ]


def shown_size(payload: Mapping[str, Any] | None) -> int:
    """The characters of a message as it is shown; 0 for what is not shown."""
    if payload is None or payload["role"] not in SHOWN_ROLES:
        return 0
    return min(len(payload["content"]), OWN if payload["role"] == "user" else OTHERS)


def shown_messages(positions: Iterable[int], payload: Payload, user_names: Sequence[str]) -> list[ShownMessage]:
    """The messages of a range as they are shown: what tools and systems say is left out, numbers go from 1."""
    made: list[ShownMessage] = []
    for position in positions:
        said = payload(position)
        if said is None or said["role"] not in SHOWN_ROLES:
            continue
        own = unsaid("", role=said["role"], speaker=said.get("speaker"), user_names=user_names) is not None
        made.append(ShownMessage(len(made) + 1, position, said, own))
    return made


def shown_slots(messages: Sequence[ShownMessage], beliefs: Beliefs, scope: str) -> list[ShownSlot]:
    """The slots that something is remembered in and that these messages may be about: those of most common words.

    The words of a slot are those by which people call what is in it; what is the user's own comes first of equals.
    """
    words = topic_words(" ".join(str(one.payload["content"]) for one in messages if one.own))
    scored: list[tuple[int, bool, str]] = []
    common: dict[str, int] = {}
    for word in words:
        for slot in beliefs.called.get(word, ()):
            common[slot] = common.get(slot, 0) + 1
    for slot in beliefs.slots:
        parts = parts_of(slot, scope)
        if parts is not None and (slot in common or parts[0] == "user"):
            scored.append((-common.get(slot, 0), parts[0] != "user", slot))
    made: list[ShownSlot] = []
    behind = 0
    for _, _, slot in sorted(scored)[:MOST_SLOTS]:
        found = _shown_slot(f"k{len(made) + 1}", slot, beliefs, scope)
        behind += 0 if found is None else len(found.messages)
        if found is not None and behind <= MOST_BEHIND:
            made.append(found)
    return made


def _shown_slot(name: str, slot: str, beliefs: Beliefs, scope: str) -> ShownSlot | None:
    parts = parts_of(slot, scope)
    numbers = sorted(beliefs.slots[slot])
    claims = [beliefs.claims[number] for number in numbers]
    values: list[str] = []
    for number, claim in zip(numbers, claims, strict=True):
        memory = beliefs.memory_of(number)
        held = None if memory is None else beliefs.held(memory)
        text = claim.entry.value if claim.entry.polarity else f"not: {claim.entry.value}"
        if held is not None and held.windows and not claim.entry.retracts and text not in values:
            values.append(text)
    if parts is None or not values:
        return None
    many = any(claim.entry.lane for claim in claims)
    return ShownSlot(name, slot, *parts, many, tuple(values[-5:]), tuple(sorted({claim.message for claim in claims})))


def parts_of(slot: str, scope: str) -> tuple[str, str, str] | None:
    """Subject, attribute and condition of a slot of a scope; None for what has none of its own."""
    parts, part, at = list[str](), "", 0
    while at < len(slot):
        if slot[at] == "\\":
            at += 1
        elif slot[at] == "|":
            parts.append(part)
            part, at = "", at + 1
            continue
        part += slot[at : at + 1]
        at += 1
    parts.append(part)
    if slot.startswith("=") or len(parts) != 4 or parts[0] != scope:
        return None
    return parts[1], parts[2], parts[3]
