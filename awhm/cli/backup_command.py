"""`awhm backup` and `awhm restore`: the whole memory as one file, and a store made from it again."""

from __future__ import annotations

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import progress

PRIVATE = "a backup holds every message and the log's key: keep it as private as the store"


@click.command()
@click.argument("target", metavar="FILE|DIR")
@shared_options
def backup(call: Call, target: str) -> None:
    """Copy the whole memory to a new file, or to one in a folder, while it may be in use; verified when it is done.

    A manifest (which log, its head, its SHA-256) lies beside it. Never copy log.db by other means: `awhm backup` is
    the way that is safe while something writes.
    """
    from awhm.events.sqlite_log import SqliteLog
    from awhm.jobs.backup import backup as backed_up
    from awhm.jobs.backup import manifest_of

    with call.store() as store:
        assert isinstance(store.log, SqliteLog)  # a store that is opened from the command line is on disk
        with progress("copying") as tell:
            file = backed_up(store.log, store.writer, target, tell)
    manifest = manifest_of(file)
    assert manifest is not None  # it was just written
    call.out.note(PRIVATE)
    call.out.document({"file": file, **manifest.to_dict(), "notes": call.out.notes})
    call.out.line(f"m1 to m{manifest.position} in {file}, verified")
    call.out.line(f"sha256 {manifest.sha256}")


@click.command("restore")
@click.argument("file", metavar="BACKUP")
@click.option("--replace", "replace_there", is_flag=True, help="Put it in the place of the store that is there.")
@shared_options
def restore_command(call: Call, file: str, replace_there: bool) -> None:
    """Make the store from a backup. What was erased since the backup was made is erased from it first.

    A store with events is only replaced with --replace, and only while nobody else has it open. (To go back to a
    named position of the same store: `awhm snapshot restore`.)
    """
    from awhm.jobs.backup import restore
    from awhm.remembered import state_folder

    config = call.config()
    folder = str(config.data_dir)
    done = restore(file, folder, state_folder(config), replace_there=replace_there, actor=config.actor)
    with call.store() as store:
        found = store.anchors.found
        # Somebody has just decided that this log is to be here. If we crash before it is noted, the next start finds a
        # log that was rolled back, and `awhm doctor --accept` takes the decision.
        signed = store.anchors.accept() if store.anchors.only_goes_back(done.events) else None
    if signed is not None and found is not None:
        text = f"{found.detail}: that is this restore, noted in the log and signed anew at m{signed.checkpoint.size}"
        call.out.note(f"{text}; the checkpoints of what came later are set aside")
    elif found is not None:
        call.out.note(f"{found.detail}. Nothing is written until somebody has decided: see `awhm doctor`")
    if done.moved_to is not None:
        call.out.note(f"the damaged store that was there lies in {done.moved_to} now")
    call.out.document({**vars(done), "data_dir": folder, "accepted": signed is not None, "notes": call.out.notes})
    call.out.line(f"restored the log {done.log_id} in {folder}, at m{done.position}")
    if done.erased:
        call.out.line(f"{done.erased} payloads that were erased since the backup was made were erased from it too")
