"""Import: every message of some files into the log, once, whatever else is in the files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from awhm.commands.command import LogMessage
from awhm.commands.decide import log_message
from awhm.commands.handle import Writer
from awhm.errors import Refused
from awhm.events.append_raw import Draft, clock
from awhm.events.log import Appended
from awhm.events.sizes import refuse_sizes
from awhm.jobs.importers import Left, Message, identity, parse

BATCH = 500  # messages in one transaction: a crash repeats at most so many, and finds them there
MOST_NAMED = 1000  # lines that are kept to be named; all are counted


@dataclass
class Imported:
    """What one import did. `new` were written, `known` were in the log already, `left` were not taken."""

    files: int = 0
    new: int = 0
    known: int = 0
    sessions: set[str] = field(default_factory=set[str])
    damaged: int = 0
    skipped: Counter[str] = field(default_factory=Counter[str])
    named: list[Left] = field(default_factory=list[Left])
    refused: list[tuple[str, Refused]] = field(default_factory=list[tuple[str, Refused]])

    @property
    def left(self) -> int:
        """How many lines or items were not taken."""
        return self.damaged + self.skipped.total()

    def leave(self, left: Left) -> None:
        """Count one that was not taken, and name it if it was damaged."""
        if left.kind == "damaged":
            self.damaged += 1
            if len(self.named) < MOST_NAMED:
                self.named.append(left)
        else:
            self.skipped[left.reason] += 1


def import_files(paths: Iterable[str], writer: Writer, progress: Callable[[str, int], None] | None = None) -> Imported:
    """Log every message of these files; a second run adds nothing.

    A message is recognised by its source, time and place there, under the log's key; never by its text.
    A file that cannot be read at all is counted in `refused` and the next one is taken. `progress` is
    called with the file and the number of messages so far. Raises Refused, Conflict or Damaged only for
    the store itself: then everything up to the last batch is in the log.
    """
    done = Imported()
    for path in paths:
        try:
            items = parse(path)
            for batch in _batches(items, done):
                _write(path, batch, writer, done)
                if progress is not None:
                    progress(path, done.new + done.known)
            done.files += 1
        except Refused as error:
            if error.code not in ("unreadable", "unknown_format", "newer_format"):
                raise
            done.refused.append((path, error))
    return done


def _batches(items: Iterator[Message | Left], done: Imported) -> Iterator[list[Message]]:
    while taken := list(islice(items, BATCH)):
        messages: list[Message] = []
        for item in taken:
            if isinstance(item, Left):
                done.leave(item)
            else:
                messages.append(item)
        if messages:
            yield messages


def _write(path: str, messages: list[Message], writer: Writer, done: Imported) -> None:
    drafts: list[Draft] = []
    for message in messages:
        try:
            drafts.append(_draft(message, writer))
        except Refused as error:  # one item of many: it is named, counted, and the rest goes on
            done.leave(Left(path, None, f"{message.session} {message.source_id}", str(error), "damaged"))
        else:
            done.sessions.add(message.session)
    outcome = writer.log.append(drafts)
    assert isinstance(outcome, Appended)  # nothing was expected, so no race can be lost
    fresh = sum(outcome.fresh)
    done.new += fresh
    done.known += len(drafts) - fresh


def _draft(message: Message, writer: Writer) -> Draft:
    # Without a time of its own it was said, as far as anyone knows, when it was imported.
    occurred = clock() if message.occurred_ms is None else message.occurred_ms
    event = log_message(
        LogMessage(
            b"",
            message.session,
            message.role,
            message.content,
            occurred,
            message.zone,
            message.speaker,
            (message.source_id, message.source_kind, None),
            message.metadata,
        )
    )
    event_id = writer.recognisable(message.occurred_ms or 0, identity(message))
    draft = writer.draft(event, event_id, message.session)
    refuse_sizes([draft])  # here, where it concerns one message; the log would refuse the whole batch
    return draft
