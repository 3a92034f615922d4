"""What a transcript has that the log has not: said while a hook did not run, or could not write.

A record that was read before is known by its id. One that a hook logged has no id of the transcript's, so it is known
by its words and time; one that was erased by its time alone, or it would come back. What is private, secret, injected
or was said in a pause is left out here as it is in the hooks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from awhm.commands.command import LogMessage
from awhm.commands.handle import handle_messages
from awhm.errors import Refused
from awhm.events.append_raw import clock
from awhm.events.event import Role
from awhm.hooks.capture import said
from awhm.hooks.pauses import pauses
from awhm.jobs.importers import Left, Message, identity
from awhm.jobs.importers.claude_code import from_lines
from awhm.jobs.importers.lines import Origin, numbered, open_source
from awhm.jobs.logged_live import ERASED, heard, take
from awhm.store import Store

BATCH = 500
PREFIX = "claude-"


def catch_up(store: Store, session: str, path: str) -> int:
    """Log what user and assistant said in a transcript and the log lacks; how many messages. Raises Conflict, Damaged.

    A file that is not there, or is none, says nothing. Twice is once; so is once with a crash in between.
    """
    try:
        fresh = 0
        with open_source(
            path
        ) as stream:  # not `parse`: what the host calls a transcript is one, however little it says
            found = _messages(store, session, path, from_lines(numbered(stream), Origin.of(path)))
            while batch := list(islice(found, BATCH)):
                # If we crash behind a batch, the next run knows its messages by their ids.
                fresh += sum(handle_messages(batch, store.writer).fresh)
    except Refused as error:
        if error.code != "unreadable":
            raise
        return 0
    return fresh


def _messages(store: Store, session: str, path: str, items: Iterator[Message | Left]) -> Iterator[LogMessage]:
    logged = _Logged(store, session)
    paused = pauses(store.folder or "")
    stem = PREFIX + Path(path).stem
    for item in items:
        if isinstance(item, Left) or item.role not in (Role.USER, Role.ASSISTANT) or item.metadata:
            continue
        at = item.occurred_ms
        if paused if at is None else any(a <= at and (b is None or at < b) for a, b in paused):
            continue
        event_id = store.writer.recognisable(at or 0, identity(item))
        if store.log.position_of(event_id) is not None:
            continue
        for one in said(item.role.value, item.content):
            if one.role != item.role.value or logged.has(one.role, one.content, at):
                continue
            owner = session if item.session == stem else item.session
            yield LogMessage(
                event_id, owner, one.role, one.content, clock() if at is None else at, item.zone, item.speaker,
                (item.source_id, item.source_kind, None), one.notes,
            )  # fmt: skip


class _Logged:
    """What hooks logged of a session, each to be found once."""

    def __init__(self, store: Store, session: str) -> None:
        self._times, erased = heard(store.log, store.log.positions_of(store.writer.session_id(session)))
        self._erased = list(erased.values())

    def has(self, role: str, content: str, at: int | None) -> bool:
        """Whether this is what a hook logged, or what was erased."""
        if at is not None and any(abs(at - gone) <= ERASED for gone in self._erased):
            return True
        return take(self._times.get((role, content.strip()), []), at)
