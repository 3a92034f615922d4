"""`awhm entities`: who and what the memories name; two that are one are merged, one that is two is split."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import LAST, Call, group_options, shared_options
from awhm.cli.memories_open import viewed
from awhm.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from awhm.cli.output import Output, Part
    from awhm.commands.entities import Listed


@click.group()
@group_options
def entities(**_: Any) -> None:
    """Look at the people, places and things that memories name, and set them right."""


@entities.command("list")
@click.option("--label", metavar="LABEL", help="Only with this label, as PERSON.")
@click.option("--after", metavar="ID", help="Only those first named after this one.")
@click.option("--limit", type=click.IntRange(1, LAST), default=100, show_default=True, metavar="N", help="How many.")
@shared_options
def list_entities(call: Call, label: str | None, after: str | None, limit: int) -> None:
    """List the entities in the order in which they were first named, with their forms and numbers of memories."""
    with viewed(call) as (_, view):
        names = view.names
        start = 0 if after is None else _first(names.listed, names.one(after))
        fitting = (
            entity
            for entity, one in names.listed.items()
            if one.forms[0].position > start and label in (None, one.label)
        )
        ids = list(islice(fitting, limit + 1))
        counts = names.counts(view.graph)
        cards = [{**names.card(entity), "memories": counts[entity]} for entity in ids[:limit]]
    more = len(ids) > limit
    call.out.document({"entities": cards, "more": more})
    call.out.table([row(card) for card in cards])
    if not cards:
        call.out.line("There is no such entity.")
    if more:
        call.out.line((f"There are more: --after {cards[-1]['id']} goes on", "dim"))


def _first(listed: Mapping[str, Listed], entity: str) -> int:
    return listed[entity].forms[0].position if entity in listed else 0


def row(card: dict[str, Any]) -> list[Part]:
    """An entity as the cells of a list."""
    from awhm.cli.memories_lines import counted

    others = [form for form in card["forms"] if form != card["name"]]
    number = counted(card["memories"], "memory", "memories")
    name = card["name"] + (f", also {', '.join(others)}" if others else "")
    return [(card["id"], "bold cyan"), card["label"] or "-", number, name]


@entities.command()
@click.argument("id", metavar="ID|NAME")
@shared_options
def show(call: Call, id: str) -> None:
    """Show one entity: each form with the message where it was read, and the memories that name it."""
    from awhm.cli import memories_lines

    with viewed(call) as (_, view):
        entity = view.names.one(id)
        forms = view.names.forms(entity)
        cards = [view.card(memory) for memory in view.names.memories(view.graph, entity)]
        found: dict[str, Any] = {**view.names.card(entity), "named": forms, "memories": cards}
    call.out.document(found)
    label = memories_lines.labelled(found["label"])
    call.out.line((entity, "bold cyan"), "  ", (found["name"], "bold"), label)
    call.out.line(("forms", "bold"))
    call.out.table([[one["form"], one["label"] or "-", _read(one), (one["event"], "dim")] for one in forms], "  ")
    call.out.line(("memories", "bold"))
    call.out.table([memories_lines.row(card) for card in cards], "  ")


def _read(form: dict[str, Any]) -> str:
    return f"read in {form['message']} ({form['how']})" if form["message"] else f"said with a command ({form['how']})"


@entities.command()
@click.argument("entity", metavar="A")
@click.argument("merged", metavar="B")
@shared_options
def merge(call: Call, entity: str, merged: str) -> None:
    """Make two entities one: all of B is A's. Each is given by its id or its name."""
    with viewed(call) as (store, view):
        first, second = view.names.one(entity), view.names.one(merged)
        events = store.merge_entities(first, second)
        card = view.now().names.card(first)
    call.out.document({"entity": card, "merged": second, "events": [f"m{position}" for position in events]})
    told(call.out, [f"{second} is now {first} ", (card["name"], "bold"), forms_of(card)], events)


@entities.command()
@click.argument("entity", metavar="ID")
@click.argument("forms", metavar="FORM...", nargs=-1, required=True)
@shared_options
def split(call: Call, entity: str, forms: tuple[str, ...]) -> None:
    """Give some forms of an entity to a new one. Each FORM is written as `awhm entities show` has it."""
    with viewed(call) as (store, view):
        whole = view.names.one(entity)
        events = store.split_entity(whole, list(forms))
        if not events:
            raise Refused("no_such_form", f"{whole} has no such forms", "`awhm entities show` lists its forms.")
        new = store.entry(events[0]).payload
        names = view.now().names
        left, made = names.card(whole), names.card(new["into"] if new else whole)
    call.out.document({"entity": left, "into": made, "events": [f"m{position}" for position in events]})
    told(call.out, [f"{left['id']} ", (left["name"], "bold"), f"{forms_of(left)} is without {made['id']} ",
                    (made["name"], "bold"), forms_of(made)], events)  # fmt: skip


def forms_of(card: dict[str, Any]) -> str:
    """An entity's forms in brackets."""
    return f" ({', '.join(card['forms'])})" if card["forms"] else ""


def told(out: Output, parts: list[Part], events: list[int]) -> None:
    """One line about what was written; or that nothing was."""
    at = ", ".join(f"m{position}" for position in events)
    out.line(*parts, (f"  [{at}]" if at else "  nothing was to be done", "dim"))
