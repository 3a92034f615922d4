"""What hooks logged of a session while it ran, so that its transcript does not bring the same a second time.

A hook is told a prompt before the transcript has its record, so what it logs has no id of the transcript's. It is known
by its words and its time instead, each once; what was erased by its time alone, or it would come back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from awhm.commands.handle import Writer
from awhm.events import chain
from awhm.events.event import Kind, Role
from awhm.events.log import Log
from awhm.events.understood import fields_of
from awhm.jobs.importers import Message

NEAR = 600_000  # ms between what a hook logged and its record: a host may write it late
ERASED = 60_000  # ms around something erased in which nothing is taken: rather too little than what was to be gone
TRANSCRIPTS = ("claude-code", "codex")  # of hosts that have hooks
_SAID = (Role.USER, Role.ASSISTANT)
Times = defaultdict[tuple[str, str], list[int]]


class LoggedLive:
    """What is in the log of the sessions of an import; each session is looked at when it is first needed."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._before: dict[str, list[int]] = {}  # positions that a session had when the import came to it
        self._times: dict[str, Times] = {}
        self._erased: dict[str, dict[bytes, int]] = {}
        self._imported: set[bytes] = set()

    def has(self, message: Message, event_id: bytes) -> bool:
        """Whether the log has this message of a transcript from a hook, or had it and it was erased.

        One that an import wrote is found by its id; this is about those that no id finds.
        """
        if message.source_kind not in TRANSCRIPTS or message.role not in _SAID or message.metadata:
            return False
        session = message.session
        if not self.knows(session):
            return False
        if self._writer.log.position_of(event_id) is not None:
            self._imported.add(event_id)  # what an import wrote says nothing of its neighbours, erased or not
            return False
        if session not in self._times:
            self._read(session)
        return self._told(session, message)

    def knows(self, session: str) -> bool:
        """Whether the log had anything of this session when the import came to it."""
        if session not in self._before:
            found = self._writer.log.positions_of(self._writer.session_id(session))
            self._before[session] = list(found)
        return bool(self._before[session])

    def _told(self, session: str, message: Message) -> bool:
        at = message.occurred_ms
        if at is not None and any(
            abs(at - gone) <= ERASED and event_id not in self._imported
            for event_id, gone in self._erased[session].items()
        ):
            return True
        return take(self._times[session].get((message.role.value, message.content.strip()), []), at)

    def _read(self, session: str) -> None:
        """All that the session had, once."""
        self._times[session], self._erased[session] = heard(self._writer.log, self._before[session])


def heard(log: Log, positions: Iterable[int]) -> tuple[Times, dict[bytes, int]]:
    """What hooks logged among these events: when each role said what; and of what was erased the ids and times (ms)."""
    times, erased = Times(list), dict[bytes, int]()
    for position in positions:
        header = log.header(position)
        if chain.kind_of(header) != Kind.MESSAGE_LOGGED:
            continue
        payload = log.payload(position)
        if payload is None:
            event_id = header[chain.EVENT_ID]
            erased[event_id] = int.from_bytes(event_id[:6], "big")
            continue
        fields = fields_of(header, payload)
        if fields is None:
            continue
        at: object = fields["occurred"]
        if "source" not in fields and isinstance(at, int):
            times[str(fields["role"]), str(fields["content"]).strip()].append(at)
    return times, erased


def take(times: list[int], at: int | None) -> bool:
    """Whether a hook logged these words near a time (None: whenever). The nearest is taken out: each is found once."""
    near = [time for time in times if at is None or abs(at - time) <= NEAR]
    if not near:
        return False
    times.remove(min(near, key=lambda time: 0 if at is None else abs(at - time)))
    return True
