"""`awhm embed`: give vectors to what has none, after an import without them or with another model."""

from __future__ import annotations

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import progress

INTERRUPTED = 130


@click.command()
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most so many passages now.")
@shared_options
def embed(call: Call, limit: int | None) -> int:
    """Give vectors to all passages that the model of the settings has not read yet.

    Each batch is on disk when it is done: stopping loses nothing, and meanwhile what has none is found by its words.
    Vectors of another model stay where they are and are never mixed with these.
    """
    with call.store() as store:
        before = store.recaller.pending()
        stopped = False
        done = 0
        if before or store.recaller.embedder() is None:  # without a model this says how to get one
            try:
                with progress("embedding passages", before if limit is None else min(limit, before)) as tell:
                    done = store.recaller.embed_pending(tell, limit)
            except KeyboardInterrupt:
                stopped = True
        left = store.recaller.pending()
    done = before - left if stopped else done
    call.out.document({"embedded": done, "left": left, "notes": call.out.notes})
    call.out.line(f"{done} passages embedded, {left} left" if before else "Nothing is waiting for a vector.")
    return INTERRUPTED if stopped else 0
