"""`awhm memories`: what is believed, why, since when, and what became of it. Reading writes no event."""

from __future__ import annotations

from itertools import islice
from typing import Any

import click

from awhm.cli.call import LAST, Call, group_options, shared_options
from awhm.cli.memories_edits import edit, retract, review, undo
from awhm.cli.memories_open import matching, note_waiting, slot_asked, times, viewed
from awhm.cli.output import Part

FAMILIES = ("correction", "preference", "policy", "fact", "outcome")


@click.group()
@group_options
def memories(**_: Any) -> None:
    """Look at what is believed, and correct it."""


@memories.command("list")
@click.option("--all", "every", is_flag=True, help="What is past, to come or in dispute too.")
@times
@click.option("--slot", metavar="SLOT", help="Only of this slot: its whole key, or its attribute, as location.")
@click.option("--subject", metavar="NAME", help='Only about this subject, as user or "user\'s sister".')
@click.option("--family", type=click.Choice(FAMILIES), help="Only of this family.")
@click.option("--entity", metavar="ID|NAME", help="Only what names this entity.")
@click.option("--session", metavar="ID", help="Only what was said in this session.")
@click.option("--after", metavar="ID", help="The first memories after this one, not the newest.")
@click.option("--limit", type=click.IntRange(1, LAST), default=50, show_default=True, metavar="N", help="How many.")
@shared_options
def list_memories(
    call: Call,
    every: bool,
    as_of: str | None,
    known: str | None,
    after: str | None,
    limit: int,
    **filters: str | None,
) -> None:
    """List the newest memories that hold, or those after one, in the order of their ids.

    Ids are places in the log, so giving the last one to --after goes on behind it.
    """
    from awhm.cli.memories_lines import row

    with viewed(call, as_of, known) as (store, view):
        ids = list(islice(matching(view, filters, every=every, after=after), limit + 1))
        more, ids = len(ids) > limit, ids[:limit]
        if after is None:
            ids.reverse()
        cards = [view.card(memory) for memory in ids]
        if known is None:
            note_waiting(call, store)
    call.out.document({**view.clocks(), "memories": cards, "more": more, "notes": call.out.notes})
    call.out.table([row(card) for card in cards])
    if not cards:
        call.out.line("There is no such memory." if every else "No such memory holds; --all shows the others too.")
    if more:
        on = (
            f"the newest {limit}; --after n0.0 begins with the oldest"
            if after is None
            else f"--after {ids[-1]} goes on"
        )
        call.out.line((f"There are more: {on}", "dim"))


@memories.command()
@click.argument("id")
@times
@shared_options
def show(call: Call, id: str, as_of: str | None, known: str | None) -> None:
    """Show one memory: its words and who said them where and when, its slot through time, and why it stands so."""
    from awhm.cli.memories_changes import why
    from awhm.cli.memories_lines import in_full

    with viewed(call, as_of, known) as (_, view):
        found = view.details(view.memory(id).id)
        found["why"] = why(view, found["id"], found["status"])
    call.out.document({**view.clocks(), **found})
    if not call.out.as_json:
        in_full(call.out, found)


@memories.command()
@click.argument("id")
@shared_options
def history(call: Call, id: str) -> None:
    """Show all that ever changed a memory: the event, when it was written, what caused it, and what held then."""
    from awhm.cli.memories_changes import changes_of
    from awhm.cli.memories_lines import windows

    with viewed(call) as (_, view):
        memory = view.memory(id).id
        changes, text = changes_of(view, memory), view.named(memory)
    call.out.document({"id": memory, "changes": changes})
    call.out.line((text, "bold"))
    rows: list[tuple[Part, ...]] = []
    for change in changes:
        held = f"holds {windows(change['windows'])}" if "windows" in change else "-"
        rows.append(((change["event"], "bold cyan"), change["recorded"], change["kind"], held, change["cause"]))
    call.out.table(rows, "  ")


@memories.command()
@click.argument("slot", metavar="SLOT|ID")
@times
@shared_options
def timeline(call: Call, slot: str, as_of: str | None, known: str | None) -> None:
    """Show what a slot held when. SLOT is its key, its attribute if no other slot has it, or a memory in it."""
    from awhm.cli.memories_lines import in_time

    with viewed(call, as_of, known) as (_, view):
        key, marked = slot_asked(view, slot), slot.strip()
        cards = view.timeline(key, marked)
    call.out.document({**view.clocks(), "slot": key, "memories": cards})
    if key is None:
        call.out.note(f"{marked} fills no slot: nothing takes its place")
    else:
        call.out.line((key, "bold"))
    in_time(call.out, cards, marked)


for _command in (edit, retract, undo, review):
    memories.add_command(_command)
