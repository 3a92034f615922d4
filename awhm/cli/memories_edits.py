"""`awhm memories edit`, `retract`, `undo` and `review`: what people decide, and what it changed, a line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.memories_open import viewed
from awhm.cli.output import Output
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.store import Store


@click.command()
@click.argument("id")
@click.argument("text", metavar="TEXT|-")
@shared_options
def edit(call: Call, id: str, text: str) -> None:
    """Give what a memory is about another value from now on, in your words; `-` reads them from standard input."""
    from awhm.cli.add import from_stdin

    value = from_stdin() if text == "-" else text
    decided(call, id, lambda store, memory: store.edit(memory, value))


@click.command()
@click.argument("id")
@shared_options
def retract(call: Call, id: str) -> None:
    """Stop believing a memory: it was wrong. `undo` takes that back."""
    decided(call, id, lambda store, memory: store.retract(memory))


@click.command()
@click.argument("id")
@shared_options
def undo(call: Call, id: str) -> None:
    """Take back what ended a memory: it holds again, and what had taken its place does not."""
    decided(call, id, lambda store, memory: store.undo(memory))


@click.command()
@click.option("--accept", metavar="ID", help="It holds, and what it contradicts gives way.")
@click.option("--reject", metavar="ID", help="It does not hold.")
@shared_options
def review(call: Call, accept: str | None, reject: str | None) -> None:
    """List the memories in dispute, each with what it contradicts; or decide one of them.

    A contradiction is in dispute where it is much less sure than what it contradicts. Until somebody decides,
    the older memory holds.
    """
    if accept is not None and reject is not None:
        raise Refused("usage", "--accept and --reject do not go together", "Decide one memory at a time.")
    asked = accept if accept is not None else reject
    if asked is not None:
        decided(call, asked, lambda store, memory: store.review(memory, accept=accept is not None))
        return
    from awhm.cli.memories_lines import row

    with viewed(call) as (_, view):
        disputes = view.disputes()
    call.out.document({"disputes": disputes})
    for dispute in disputes:
        call.out.table([["", *row(dispute["memory"])], ["contradicts", *row(dispute["contradicts"])]])
        name = dispute["memory"]["id"]
        call.out.line((f"  awhm memories review --accept {name}, or --reject {name}", "dim"))
    if not disputes:
        call.out.line("No memory is in dispute.")


def decided(call: Call, id: str, decide: Callable[[Store, str], Any]) -> None:
    """Carry out what somebody decided about a memory, and print what it changed. Raises Refused."""
    from awhm.cli.memories_changes import rows_of, written

    with viewed(call) as (store, view):
        memory = view.memory(id).id
        before = store.log.head().position
        decide(store, memory)
        changes = rows_of(view.now(), written(store.log, before, store.log.head().position))
    call.out.document({"id": memory, "changes": changes})
    show_changes(call.out, changes)


def show_changes(out: Output, changes: list[dict[str, Any]]) -> None:
    """What was written about memories, a line each."""
    from awhm.cli.memories_lines import changed

    for change in changes:
        out.line(*changed(change))
