"""`awhm checkpoint`: sign the log as it is now, and keep the note in three places."""

from __future__ import annotations

import click

from awhm.cli.call import Call, shared_options


@click.command()
@click.option("--to", metavar="FILE", help="Write the note to this file too; an older one of this log is replaced.")
@shared_options
def checkpoint(call: Call, to: str | None) -> None:
    """Sign the log as it is now: how many events, and one hash over all of them.

    The note is kept beside the log and outside the data directory. It holds no content and may be shown to anyone; with
    the key that is printed they can check it, and every later proof.
    """
    with call.store() as store:
        done = store.anchors.publish(to)
    found = done.checkpoint
    call.out.document(
        {
            "size": found.size,
            "root": found.root.hex(),
            "chain": None if found.chain is None else found.chain.hex(),
            "erasures": found.erasures,
            "origin": found.origin,
            "key": done.key,
            "note": done.note.decode(),
            "new": done.fresh,
            "kept": list(done.kept),
        }
    )
    verb = "signed" if done.fresh else "were signed before, and nothing came since"
    call.out.line((f"{found.size} events {verb}", "bold"))
    call.out.table([("root", found.root.hex()), ("key", done.key), *(("kept", path) for path in done.kept)])
