"""`awhm log export`: the log as JSON Lines, for other programs and for keeping."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import click

from awhm.cli.call import LAST, Call, shared_options
from awhm.cli.output import dumps, progress
from awhm.errors import Refused


@click.command()
@click.option("-o", "--output", metavar="FILE", help="Write to a file, which only you may read (default: stdout).")
@click.option("--after", type=click.IntRange(0, LAST), default=0, metavar="POS", help="Only events after a position.")
@shared_options
def export(call: Call, output: str | None, after: int) -> None:
    """Write events as JSON Lines: one object for each, UTF-8, in the order of the log.

    Each has the event's id, position, kind, time, payload (null once erased), header and chain hash. Salts
    stay in the store, so an export does not help to guess what was erased.
    """
    from awhm.cli.event_view import details
    from awhm.entries import checked

    written = 0
    with call.store() as store:
        log, head = store.log, store.log.head().position
        with progress("exporting", max(head - after, 0)) as tell, target(output) as write:
            for event in checked(log, after, head):
                write(dumps(details(*event)) + b"\n")
                written += 1
                if written % 500 == 0:
                    tell(written)
    if output is not None:
        call.out.line(f"{written} events in {output}")
        call.out.document({"events": written, "file": output})


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
