"""`awhm snapshot`: positions with names, and the memories made again what they were at one."""

from __future__ import annotations

from typing import Any

import click

from awhm.cli.call import Call, group_options, shared_options
from awhm.errors import Refused


@click.group()
@group_options
def snapshot(**_: Any) -> None:
    """Name the position that the log has reached, and go back to it."""


@snapshot.command()
@click.argument("name", required=False)
@shared_options
def create(call: Call, name: str | None) -> None:
    """Name the present position and print the name. Nothing is copied; without NAME it is named by the time."""
    with call.store() as store:
        made = store.snapshots.create(name)
    call.out.document(made.to_dict())
    call.out.line(made.name)


@snapshot.command("list")
@shared_options
def list_snapshots(call: Call) -> None:
    """List the snapshots, the newest first: all that somebody named, and the newest that AWHM named by itself."""
    with call.store() as store:
        found = store.snapshots.list()
    call.out.document({"snapshots": [one.to_dict() for one in found]})
    rows = [(one.name, f"up to m{one.through}", f"named {one.named}", one.automatic) for one in found]
    call.out.table([
        ((name, "bold"), through, named, ("automatic", "dim") if by_itself else "")
        for name, through, named, by_itself in rows
    ])  # fmt: skip
    if not found:
        call.out.line("There is no snapshot.")


@snapshot.command()
@click.argument("name", required=False)
@click.option("--path", metavar="NAME", help="The same, as AWHM Lite had it.")
@shared_options
def restore(call: Call, name: str | None, path: str | None) -> None:
    """Make the memories again what they were at a snapshot. What was said since is kept, and is no memory.

    Nothing is deleted, and what was erased since stays erased. The position before it is named too, so it can be
    taken back.
    """
    from awhm.cli.memories_lines import counted

    wanted = name if path is None else path
    if wanted is None or (name is not None and path is not None):
        raise Refused("usage", "one snapshot is to be named", "`awhm snapshot list` shows their names.")
    with call.store() as store:
        done = store.snapshots.restore(wanted)
    call.out.document(done.to_dict())
    if not done.changed:
        call.out.line(f"Everything is as it was at {done.snapshot}; nothing was changed.")
        return
    ended = counted(done.ended, "memory", "memories")
    call.out.line((f"restored {done.snapshot}", "bold"), f" (up to m{done.through})")
    call.out.line(f"{ended} ended, {done.restored} as before")
    if done.waiting:
        waiting = counted(done.waiting, "message")
        call.out.line(f"{waiting} said since: recalled as said; `awhm consolidate --again` makes memories of them")
    call.out.line((f"`awhm snapshot restore {done.undo}` takes it back", "dim"))
