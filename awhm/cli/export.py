"""`awhm log export` and `awhm log import`: the log as JSON Lines, to be read, or to be moved byte for byte."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import LAST, Call, shared_options
from awhm.cli.output import dumps, progress
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.store import Store

POSITION = click.IntRange(0, LAST)
PRIVATE = "the file holds every message and the log's key: it is as private as the store"


@click.command()
@click.argument("file", required=False)
@click.option("-o", "--output", metavar="FILE", help="Write the readable lines to a file (default: stdout).")
@click.option("--after", type=POSITION, default=0, metavar="POS", help="Only events after a position.")
@click.option("--until", type=POSITION, metavar="POS", help="Only events up to a position (default: the head).")
@click.option("--session", metavar="ID", help="Only what is of this session.")
@shared_options
def export(
    call: Call, file: str | None, output: str | None, after: int, until: int | None, session: str | None
) -> None:
    """Write events as JSON Lines: one object for each, UTF-8, in the order of the log.

    With FILE (- for stdout): the log itself, with salts, proofs and its key, for `awhm log import` on another
    machine. With --session the others are in it by their headers alone, and it proves that session without being
    importable.

    Without FILE, for reading: the event's id, position, kind, time, payload (null once erased), header and chain
    hash. Salts and key stay in the store.
    """
    from awhm.language.text import clean

    if file is not None and output is not None:
        raise Refused("usage", "FILE and --output do not go together", "Give one of them.")
    for path in (one for one in (file, output) if one is not None and one != "-"):
        refuse_place(path, str(call.config().data_dir))
    with call.store() as store:
        only = None if session is None else clean(session)
        if only is not None and store.sessions().session(only) is None:
            raise Refused("no_such_session", f"there is no session {only!r}", "`awhm log list` shows some.")
        if file is not None:
            whole(call, store, file, after, until, only)
        else:
            readable(call, store, output, after, until, only)


def whole(call: Call, store: Store, file: str, after: int, until: int | None, session: str | None) -> None:
    """The export that can be imported."""
    from awhm.jobs.transfer import export as exported

    only = None if session is None else store.writer.session_id(session)
    to = None if file == "-" else file
    with progress("exporting", max(store.log.head().position - after, 0)) as tell, target(to) as write:
        done = exported(
            store.log, store.writer, write, after=after, until=until, session=only, file=to, progress=tell,
        )  # fmt: skip
    if to is None:
        return
    call.out.line(f"{done.events} events in {file}, up to m{done.position}")
    if only is None:
        call.out.note(PRIVATE)
    call.out.document({**vars(done), "file": file, "notes": call.out.notes})


def readable(call: Call, store: Store, output: str | None, after: int, until: int | None, session: str | None) -> None:
    """The lines for other programs."""
    from awhm.cli.event_view import details
    from awhm.entries import checked
    from awhm.events import chain
    from awhm.jobs.transfer import note_export

    head = store.log.head().position
    end = head if until is None else min(until, head)
    only = None if session is None else store.writer.session_id(session)
    written = 0
    with progress("exporting", max(end - after, 0)) as tell, target(output) as write:
        for event in checked(store.log, after, end):
            if only is not None and event[1][chain.SESSION] != only:
                continue
            write(dumps(details(*event)) + b"\n")
            written += 1
            if written % 500 == 0:
                tell(written)
    if output is not None:
        note_export(store.writer, output, written)
        call.out.line(f"{written} events in {output}")
        call.out.document({"events": written, "file": output})


@click.command("import")
@click.argument("file")
@shared_options
def import_command(call: Call, file: str) -> None:
    """Make the log of an export (`awhm log export FILE`) again, byte for byte, in a folder that has no store.

    Where the store is the beginning of the same log, the events behind its end are appended. All of the file is
    verified first; a line that is wrong is named, and then nothing is written.
    """
    from awhm.jobs.transfer_in import import_log
    from awhm.remembered import state_folder

    config = call.config()
    with progress("importing") as tell:
        done = import_log(
            file, str(config.data_dir), state_folder(config),
            timeout=config.lock_timeout, actor=config.actor, progress=tell,
        )  # fmt: skip
    call.out.document({**vars(done), "data_dir": str(config.data_dir)})
    call.out.line(f"{done.new} new events, {done.known} known; the log {done.log_id} is at m{done.position}")
    call.out.line(f"head {done.chain}")
    if done.left_out:
        call.out.line(f"{done.left_out} payloads were left out: they were erased since. The log goes its own way now.")


def refuse_place(path: str, folder: str) -> None:
    """Refuse a file that is empty-named, or inside the store, where it could take the place of the log itself."""
    if not path:
        raise Refused("cannot_write", "the file has no name", "Choose a file.")
    try:
        there = os.path.realpath(path)
    except ValueError as error:
        raise _cannot_write(path, error) from error
    if there.startswith(os.path.realpath(folder) + os.sep):
        raise Refused("inside_store", f"{path} is inside the store", "Choose a place outside.")


@contextmanager
def target(output: str | None) -> Generator[Callable[[bytes], Any]]:
    """Where the lines go. A file appears under its name only when all of it is written."""
    if output is None:
        sys.stdout.flush()
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    unfinished = f"{output}.part"
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except (OSError, ValueError) as error:
        raise _cannot_write(output, error) from error
    try:
        with open(descriptor, "wb") as file:
            os.fchmod(descriptor, 0o600)  # one that was left behind may have another mode
            yield file.write
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, output)
    except OSError as error:
        raise _cannot_write(output, error) from error
    finally:
        if os.path.exists(unfinished):
            os.unlink(unfinished)


def _cannot_write(output: str, error: Exception) -> Refused:
    reason = getattr(error, "strerror", None) or str(error)
    return Refused("cannot_write", f"{output} cannot be written: {reason}", "Choose another file.")
