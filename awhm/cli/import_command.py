"""`awhm import`: conversations from files, each message once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import Output, progress
from awhm.cli.walk import files_of
from awhm.errors import exit_code

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from awhm.jobs.importing import Imported
    from awhm.store import Store

INTERRUPTED = 130
MOST_SHOWN = 50  # damaged lines that are named for people; --json has up to a thousand


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Only say what would be taken; write nothing.")
@click.option("--no-embed", is_flag=True, help="Do not embed afterwards; queries find the messages by words.")
@shared_options
def import_command(call: Call, files: tuple[str, ...], dry_run: bool, no_embed: bool) -> int:
    """Log every message of some files; a second time adds nothing.

    FILE is a corpus, JSON Lines or an array of {role, content, timestamp}, or a Claude Code transcript, plain
    or gzip, told by its content. Folders are searched for .jsonl, .json and .gz. A bad line never stops the
    rest: it is named. Exit code 2 if a file could not be taken at all.
    """
    found = list(files_of(files))
    paths = [one for one in found if isinstance(one, str)]
    refused = [one for one in found if not isinstance(one, str)]
    try:
        done = _rehearse(call, paths) if dry_run else _import(call, paths)
    except KeyboardInterrupt:
        text = "stopped; what was taken is in the log, and the same import goes on from there"
        call.out.note("stopped; nothing was written" if dry_run else text)
        return INTERRUPTED
    done.refused[:0] = refused
    embedded, stopped = (0, False) if dry_run or no_embed else _embed(call)
    call.out.document({**counts(done), "dry_run": dry_run, "embedded": embedded, "notes": call.out.notes})
    show(call.out, done, dry_run, embedded)
    if stopped:
        return INTERRUPTED
    return exit_code(done.refused[0][1]) if done.refused else 0


def _import(call: Call, paths: Sequence[str]) -> Imported:
    with call.store(create=True) as store, progress("importing") as tell:
        return store.import_files(paths, _by_file(tell, paths))


def _rehearse(call: Call, paths: Sequence[str]) -> Imported:
    """The same import on a log that writes nothing, before the real one if there is one."""
    from awhm.cli.rehearsal import Rehearsal
    from awhm.commands.handle import Writer
    from awhm.jobs.importing import import_files
    from awhm.store import has_store

    config = call.config()

    def rehearsed(store: Store | None) -> Imported:
        writer = Writer(Rehearsal(None if store is None else store.log), config.scope, config.actor)
        with progress("reading") as tell:
            return import_files(paths, writer, _by_file(tell, paths))

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
        "new": done.new,
        "known": done.known,
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


def show(out: Output, done: Imported, dry_run: bool, embedded: int) -> None:
    """The same for people."""
    files = f"{done.files} file{'' if done.files == 1 else 's'}"
    verb = "would be taken" if dry_run else "taken"
    out.line((f"{done.new} new messages", "bold"), f" {verb} from {files}; {len(done.sessions)} sessions met")
    out.line(f"{done.known} messages were in the log already, {done.left} lines or items were left")
    for reason, number in done.skipped.most_common():
        out.line(f"  {number} skipped: {reason}")
    for left in done.named[:MOST_SHOWN]:
        out.line(("  damaged: ", "yellow"), f"{left.where}: {left.reason}")
    if done.damaged > MOST_SHOWN:
        out.line(f"  and {done.damaged - MOST_SHOWN} more damaged; --json names up to 1000")
    for _, error in done.refused:
        out.line(("refused: ", "bold red"), f"{error} {error.hint}")
    if embedded:
        out.line(f"{embedded} passages embedded")
