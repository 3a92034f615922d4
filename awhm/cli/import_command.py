"""`awhm import`: conversations from files, each message once."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import Output, progress
from awhm.cli.walk import files_of
from awhm.errors import Refused, exit_code
from awhm.jobs.lite_folder import GRAPH, LOGS, META, SNAPSHOTS, WAL, is_lite, lite_files

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from awhm.jobs.importers import Left
    from awhm.jobs.importing import How, Imported
    from awhm.store import Store

INTERRUPTED = 130
MOST_SHOWN = 50  # damaged lines that are named for people; --json has up to a thousand


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Only say what would be taken; write nothing.")
@click.option("--no-embed", is_flag=True, help="Do not embed afterwards; queries find the messages by words.")
@click.option("--again", is_flag=True, help="Also what was erased since it was imported.")
@click.option("--branches", is_flag=True, help="Also what a conversation left behind when it was edited, marked so.")
@click.option("--left", metavar="PATH", help="Write every line or item that was not taken there, as JSON Lines.")
@click.option(
    "--remove-originals", is_flag=True, help="Remove the files of an AWHM Lite folder, once all is in the log."
)
@click.option("--no-redact", is_flag=True, help="Keep private spans and secrets, which are cut out otherwise.")
@click.option("--me", metavar="NAME", multiple=True, help="Who the user is in another memory's export (see docs).")
@click.option("--unbelieved", is_flag=True, help="What another memory's export holds is found, but nobody's words.")
@shared_options
def import_command(call: Call, files: tuple[str, ...], no_embed: bool, left: str | None, remove_originals: bool,
                   me: tuple[str, ...], **choices: bool) -> int:  # fmt: skip
    """Log every message of some files; a second time adds nothing, and what was erased stays erased.

    FILE is a transcript of Claude Code or Codex, an export of Claude or ChatGPT, JSON Lines or an array of {role,
    content, timestamp}, a corpus, a Markdown note, an export of mem0 or MemPalace, the MCP memory server's file or a
    folder of AWHM Lite, plain, gzip or zip, told by its content. Other folders are searched for .jsonl, .json,
    .md, .zip and .gz. Private spans and secrets are cut out, as in the hooks. A bad line never stops the rest: it
    is named. Exit code 2 if a file could not be taken at all.
    """
    from awhm.jobs.importing import How  # here, as no other command is to pay for the importers

    dry_run = choices["dry_run"]
    found = list(files_of(files))
    paths = [one for one in found if isinstance(one, str)]
    refused = [one for one in found if not isinstance(one, str)]
    try:
        with _telling(left) as told:
            roots = tuple(file for file in files if os.path.isdir(file))
            how = How(
                choices["again"],
                choices["branches"],
                roots,
                told=told,
                redact=not choices["no_redact"],
                me=me,
                names=call.config().user_names,
                unbelieved=choices["unbelieved"],
            )
            done = _rehearse(call, paths, how) if dry_run else _import(call, paths, how)
    except KeyboardInterrupt:
        text = "stopped; what was taken is in the log, and the same import goes on from there"
        call.out.note("stopped; nothing was written" if dry_run else text)
        return INTERRUPTED
    done.refused[:0] = refused
    embedded, stopped = (0, False) if dry_run or no_embed else _embed(call)
    removed = _remove(call, paths, done) if remove_originals and not dry_run else 0
    call.out.document(
        {**counts(done), "dry_run": dry_run, "embedded": embedded, "removed": removed, "notes": call.out.notes}
    )
    show(call.out, done, dry_run, embedded, removed)
    if stopped:
        return INTERRUPTED
    return exit_code(done.refused[0][1]) if done.refused else 0


def _import(call: Call, paths: Sequence[str], how: How) -> Imported:
    from awhm.jobs.importing import import_files

    with call.store(create=True) as store, progress("importing") as tell:
        return import_files(paths, store.writer, _by_file(tell, paths), how)


@contextmanager
def _telling(path: str | None) -> Generator[Callable[[Left], None] | None]:
    """Writes each that is left to this file, with the words of none. Raises Refused if it cannot be written."""
    if path is None:
        yield None
        return
    try:
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
            yield lambda left: print(json.dumps(asdict(left), ensure_ascii=False), file=file)
    except OSError as error:
        raise Refused("unwritable", f"{path} cannot be written: {error.strerror}.", "Name another file.") from error


def _remove(call: Call, paths: Sequence[str], done: Imported) -> int:
    """Remove AWHM Lite's files where all of them were taken; returns how many."""
    folders = [path for path in paths if is_lite(path)]
    if not folders:
        call.out.note("no folder of AWHM Lite was imported; nothing was removed")
        return 0
    if done.damaged or done.refused:
        call.out.note("not all could be taken; nothing was removed")
        return 0
    found = [file for folder in folders for file in lite_files(folder)]
    for file in found:
        os.remove(file)
    for folder in folders:
        for one in (LOGS, GRAPH, WAL, META, SNAPSHOTS):
            with suppress(OSError):  # it has files of somebody else
                os.rmdir(os.path.join(folder, one))
    return len(found)


def _rehearse(call: Call, paths: Sequence[str], how: How) -> Imported:
    """The same import on a log that writes nothing, before the real one if there is one."""
    from awhm.cli.rehearsal import Rehearsal
    from awhm.commands.handle import Writer
    from awhm.jobs.importing import import_files
    from awhm.store import has_store

    config = call.config()

    def rehearsed(store: Store | None) -> Imported:
        writer = Writer(Rehearsal(None if store is None else store.log), config.scope, config.actor)
        with progress("reading") as tell:
            return import_files(paths, writer, _by_file(tell, paths), how)

    if not has_store(str(config.data_dir)):
        return rehearsed(None)
    with call.store() as store:
        return rehearsed(store)


def _by_file(tell: Callable[..., None], paths: Sequence[str]) -> Callable[[str, int], None]:
    number = {path: index for index, path in enumerate(paths, 1)}
    return lambda path, done: tell(done, label=f"{path} ({number.get(path, 0)} of {len(paths)}), messages")


def _embed(call: Call) -> tuple[int, bool]:
    """Give vectors to what has none; returns how many, and whether Ctrl-C stopped it.

    Each batch is on disk when it is done, so stopping leaves nothing half written.
    """
    with call.store() as store:
        before = store.recaller.pending()
        if before == 0:
            return 0, False
        try:
            with progress("embedding passages", before) as tell:
                return store.recaller.embed_pending(tell), False
        except KeyboardInterrupt:
            left = store.recaller.pending()
            call.out.note(
                f"stopped; every message is in the log. {left} passages have no vector yet and are found by"
                " their words alone; the same import again goes on with them"
            )
            return before - left, True


def counts(done: Imported) -> dict[str, Any]:
    """What an import did, as plain JSON values."""
    return {
        "files": done.files,
        "empty": done.empty,
        "new": done.new,
        "known": done.known,
        "erased": done.erased,
        "private": done.private,
        "redacted": dict(sorted(done.redacted.items())),
        "left": done.left,
        "sessions": len(done.sessions),
        "damaged": done.damaged,
        "skipped": dict(done.skipped.most_common()),
        "lines": [
            {"file": left.file, "line": left.line, "item": left.item, "reason": left.reason} for left in done.named
        ],
        "refused": [
            {"file": path, "code": error.code, "message": str(error), "hint": error.hint}
            for path, error in done.refused
        ],
    }


def show(out: Output, done: Imported, dry_run: bool, embedded: int, removed: int = 0) -> None:
    """The same for people."""
    files = f"{done.files} file{'' if done.files == 1 else 's'}"
    verb = "would be taken" if dry_run else "taken"
    out.line((f"{done.new} new messages", "bold"), f" {verb} from {files}; {len(done.sessions)} sessions met")
    out.line(f"{done.known} messages were in the log already, {done.left} lines or items were left")
    if done.empty:
        out.line(f"  {done.empty} file{'' if done.empty == 1 else 's'} held nothing")
    if done.erased:
        out.line(f"  {done.erased} of these were erased since, and stay so; --again brings them back")
    if done.redacted:
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(done.redacted.items()))
        out.line(f"  {done.redacted.total()} secrets were cut out: {kinds}")
    if done.private:
        out.line(f"  {done.private} private spans were cut out")
    for reason, number in done.skipped.most_common():
        out.line(f"  {number} skipped: {reason}")
    for left in done.named[:MOST_SHOWN]:
        out.line(("  damaged: ", "yellow"), f"{left.where}: {left.reason}")
    if done.damaged > MOST_SHOWN:
        out.line(f"  and {done.damaged - MOST_SHOWN} more damaged; --json names up to 1000")
    for _, error in done.refused:
        out.line(("refused: ", "bold red"), f"{error} {error.hint}")
    if removed:
        out.line(f"{removed} files of AWHM Lite removed")
    if embedded:
        out.line(f"{embedded} passages embedded")
