"""`awhm scan`: where a value still lives, in the store, in its files and in copies elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from awhm.cli.add import from_stdin
from awhm.cli.call import Call, shared_options

if TYPE_CHECKING:
    from awhm.jobs.whereabouts import Held, Whereabouts

NOWHERE = 1  # as `query`: nothing found


@click.command()
@click.argument("text", metavar="TEXT|-")
@click.option("--in", "elsewhere", multiple=True, metavar="PATH", help="Look into this file or folder too.")
@shared_options
def scan(call: Call, text: str, elsewhere: tuple[str, ...]) -> int:
    """Say where a text still is: as it is, JSON-escaped, in other case, or stemmed.

    It looks into every live event and every byte of the store's files, into the exports and backups that the log
    knows of, and into the transcripts of hosts. `-` reads the text from standard input, so that no shell remembers
    it. It writes nothing. Exit code 1 if it is nowhere.
    """
    from awhm.jobs.whereabouts import whereabouts

    wanted = from_stdin() if text == "-" else text
    with call.store() as store:
        found = whereabouts(store.log, store.memories.beliefs(), store.folder, wanted, elsewhere)
    call.out.document(found.to_dict())
    _show(call, found)
    return 0 if found.found else NOWHERE


def _show(call: Call, found: Whereabouts) -> None:
    for one in found.events:
        memory = f", memory {one.memory}" if one.memory else ""
        call.out.line((one.id, "bold cyan"), f"  {one.kind} {one.how}{memory}")
    if found.more:
        call.out.line(f"… and {found.more} more events")
    _files(call, found.files)
    _files(call, found.copies)
    if not found.found:
        call.out.line("It is nowhere.")
    elif not found.events:
        call.out.line("No live event holds it; these files do.")
    if any(one.removable for one in found.copies):
        call.out.note("`awhm erase ... --exports` removes exports and backups that hold what it erases")
    if any(one.kind == "transcript" for one in found.copies):
        call.out.note("transcripts are their host's; AWHM never changes them")
    for path, reason in found.unread.items():
        call.out.note(f"{path} could not be looked into: {reason}")
    for copy in found.untraced:
        where = "it is not there any more" if copy.path else "where it lies was not noted: name it with --in"
        call.out.note(f"{copy.kind} {copy.path or copy.id} of {copy.recorded}: {where}")


def _files(call: Call, files: list[Held]) -> None:
    for one in files:
        call.out.line((one.path, "bold"), f"  {one.kind}, {', '.join(one.how)}, at byte {one.at}")
