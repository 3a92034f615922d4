"""Import: every message of some files into the log, once, whatever else is in the files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from awhm.commands.command import LogMessage
from awhm.commands.decide import log_message
from awhm.commands.handle import Writer
from awhm.errors import Refused
from awhm.events import sizes
from awhm.events.append_raw import Draft, clock
from awhm.events.ids import tombstones
from awhm.events.log import Appended
from awhm.events.sizes import refuse_sizes
from awhm.jobs.importers import Left, Message, identity, parse
from awhm.jobs.importers.item import Unfit
from awhm.jobs.keeping import Kept, keep
from awhm.jobs.logged_live import LoggedLive

BATCH = 500  # messages in one transaction: a crash repeats at most so many, and finds them there
LARGEST = 8 << 20  # characters in one transaction, beyond which it takes no further message
MOST_NAMED = 1000  # lines that are kept to be named; all are counted


@dataclass
class Imported:
    """What one import did. `new` were written, `known` were in the log already, `left` were not taken.

    Of the `files` that were read `empty` held nothing at all.
    Of those that are known `erased` were erased since, and stay so. `private` spans and `redacted` secrets, by kind,
    were cut out of those that are new; no value of them is anywhere.
    """

    files: int = 0
    empty: int = 0
    new: int = 0
    known: int = 0
    erased: int = 0
    private: int = 0
    redacted: Counter[str] = field(default_factory=Counter[str])
    sessions: set[str] = field(default_factory=set[str])
    damaged: int = 0
    skipped: Counter[str] = field(default_factory=Counter[str])
    named: list[Left] = field(default_factory=list[Left])
    refused: list[tuple[str, Refused]] = field(default_factory=list[tuple[str, Refused]])
    told: Callable[[Left], None] | None = None

    @property
    def left(self) -> int:
        """How many lines or items were not taken."""
        return self.damaged + self.skipped.total()

    def leave(self, left: Left) -> None:
        """Count one that was not taken, and name it if it was damaged; `told` is told of each."""
        if self.told is not None:
            self.told(left)
        if left.kind == "damaged":
            self.damaged += 1
            if len(self.named) < MOST_NAMED:
                self.named.append(left)
        else:
            self.skipped[left.reason] += 1


@dataclass(frozen=True, slots=True)
class How:
    """How files are imported.

    `again` takes what was erased since, too, `branches` what stands on branches that a conversation left.
    `roots` are the folders that are imported as a whole: what is in no format there is named and no failure.
    `redact` cuts out private spans and secrets, as hooks do. `change` is given each message that is new before that,
    and gives what is written in its place; it must not change who the message is. `told` is told of each item not
    taken. `me` says who the user is in exports of other memory systems, `names` are names that the user goes by
    anyway; with `unbelieved` nothing they hold is the user's words.
    """

    again: bool = False
    branches: bool = False
    roots: tuple[str, ...] = ()
    change: Callable[[Message], Message] | None = None
    told: Callable[[Left], None] | None = None
    redact: bool = True
    me: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    unbelieved: bool = False


AS_USUAL = How()


def import_files(
    paths: Iterable[str],
    writer: Writer,
    progress: Callable[[str, int], None] | None = None,
    how: How = AS_USUAL,
    *,
    again: bool = False,
) -> Imported:
    """Log every message of these files; a second run adds nothing.

    A message is recognised by its source, time and place there, under the log's key; never by its text. So what was
    erased does not come back, unless `again` says that it shall.
    A file that cannot be read at all is counted in `refused` and the next one is taken. `progress` is
    called with the file and the number of messages so far. Raises Refused, Conflict or Damaged only for
    the store itself: then everything up to the last batch is in the log.
    """
    if again:
        how = replace(how, again=True)
    done = Imported(told=how.told)
    live = LoggedLive(writer)
    for path in paths:
        before = done.new + done.known + done.left
        try:
            items = parse(path, how.roots, branches=how.branches, me=how.me, names=how.names, unbelieved=how.unbelieved)
            for batch in _batches(items, done):
                _write(path, batch, writer, done, how, live)
                if progress is not None:
                    progress(path, done.new + done.known)
            done.files += 1
            done.empty += before == done.new + done.known + done.left
        except Refused as error:
            if error.code not in ("unreadable", "unknown_format", "newer_format"):
                raise
            if error.code == "unknown_format" and path not in how.roots and _is_in(path, how.roots):
                done.leave(Left(path, None, "", "in no format that can be imported", "skipped"))
            else:
                done.refused.append((path, error))
    return done


def _is_in(path: str, folders: Iterable[str]) -> bool:
    whole = os.path.abspath(path)
    return any(whole.startswith(os.path.join(os.path.abspath(folder), "")) for folder in folders)


def _batches(items: Iterator[Message | Left], done: Imported) -> Iterator[list[Message]]:
    messages: list[Message] = []
    size = 0
    for item in items:
        if isinstance(item, Left):
            done.leave(item)
            continue
        messages.append(item)
        size += len(item.content)
        if len(messages) == BATCH or size >= LARGEST:
            yield messages
            messages, size = [], 0
    if messages:
        yield messages


def _write(path: str, messages: list[Message], writer: Writer, done: Imported, how: How, live: LoggedLive) -> None:
    drafts: list[Draft] = []
    all_kept: list[Kept] = []
    # Only where something was erased at all is it asked of each message.
    erasures = writer.log.version_of(tombstones(writer.log.key)) > 0
    for message in messages:
        event_id = _event_id(message, writer, again=how.again and erasures)
        try:
            # What is in the log by its id needs no look at its words. In a session that the log had nothing of that is
            # rare (a copy of another's record), and the append finds it.
            before = writer.log.position_of(event_id) if live.knows(message.session) else None
            # A hook logged what it kept, so that is compared.
            kept = Kept(message) if before is not None else keep(_changed(message, how), redact=how.redact)
            if not how.again and live.has(kept.message, event_id):
                done.known += 1
            elif before is not None:
                done.known += 1
                done.erased += erasures and writer.log.payload(before) is None
            else:
                drafts.append(_draft(kept.written, event_id, writer))
                all_kept.append(kept)
        except Unfit as error:  # nothing of it may be kept
            done.leave(Left(path, None, f"{message.session} {message.source_id}", error.reason, error.kind))
        except Refused as error:  # one item of many: it is named, counted, and the rest goes on
            done.leave(Left(path, None, f"{message.session} {message.source_id}", str(error), "damaged"))
        else:
            done.sessions.add(message.session)
    outcome = writer.log.append(drafts)
    assert isinstance(outcome, Appended)  # nothing was expected, so no race can be lost
    for kept, position, fresh in zip(all_kept, outcome.positions, outcome.fresh, strict=True):
        done.new += fresh
        done.known += not fresh
        done.erased += erasures and not fresh and writer.log.payload(position) is None
        if fresh:
            done.private += kept.private
            done.redacted.update(kept.redacted or {})


def _changed(message: Message, how: How) -> Message:
    return message if how.change is None else how.change(message)


def _event_id(message: Message, writer: Writer, *, again: bool) -> bytes:
    own, milliseconds = identity(message), message.dated_ms or 0
    event_id = writer.recognisable(milliseconds, own)
    while again and (known := writer.log.position_of(event_id)) is not None and writer.log.payload(known) is None:
        # The id of what comes after the erased one: the same however often it is brought back.
        event_id = writer.recognisable(milliseconds, own + b"\x00again\x00%d" % known)
    return event_id


def _draft(message: Message, event_id: bytes, writer: Writer) -> Draft:
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
    draft = writer.draft(event, event_id, message.session)
    if len(draft.payload) > sizes.MOST_PAYLOAD:  # here, where it concerns one message, not its batch
        refuse_sizes([draft])
    return draft
