"""What the commands about memories share: the two clocks, opening the view, and finding what is asked for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, known_at
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.cli.memories_view import View
    from awhm.projections.graph import Graph
    from awhm.projections.memory import Said
    from awhm.store import Store

NAMED = 5  # slots in a hint


def times(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--as-of` and `--known-at`, the two clocks, as `as_of` and `known`."""

    @click.option("--as-of", metavar="TIME", help="How things stand at that time (default: now), whenever it was said.")
    @click.option("--known-at", "known", metavar="POS|TIME", help="What the log knew at a position (m12) or time.")
    @functools.wraps(command)
    def called(*arguments: Any, **options: Any) -> Any:
        return command(*arguments, **options)

    return called


@contextmanager
def viewed(call: Call, as_of: str | None = None, known: str | None = None) -> Generator[tuple[Store, View]]:
    """The store and its memories at the times asked for, while the block runs. Raises Refused."""
    from awhm.cli.memories_view import View
    from awhm.events.append_raw import clock
    from awhm.language.time import moment

    at = clock() if as_of is None else moment(as_of).ms
    with call.store() as store:
        yield store, View(store, at, store.until(known_at(known)))


def matching(view: View, filters: Mapping[str, str | None], *, every: bool, after: str | None) -> Iterator[str]:
    """The memories that fit, one by one: those behind a memory by their ids, else the newest first.

    Without `every` only those that hold. Raises Refused (`bad_id`, `no_such_entity`).
    """
    from awhm.language.text import clean
    from awhm.projections.graph_questions import holding
    from awhm.projections.memory import asked_key, key_of

    graph = view.graph
    wanted = {name: clean(text).strip() for name, text in filters.items() if text is not None}
    entity = view.names.one(wanted.pop("entity")) if "entity" in wanted else None
    ids = [memory for memory in graph.memories if graph.known(memory)] if every else holding(graph, view.at)
    if after is None:
        ids.reverse()
    else:
        start = asked_key(after.strip(), "n")
        if start is None:
            raise Refused("bad_id", f"{after!r} is no memory's id", "An id looks like n12.0.")
        ids = [memory for memory in ids if key_of(memory) > start]

    def fits(said: Said) -> bool:
        return (
            ("slot" not in wanted or wanted["slot"] in (said.slot, said.attribute))
            and ("subject" not in wanted or wanted["subject"].lower() == said.subject)
            and ("family" not in wanted or wanted["family"] == said.family)
            and ("session" not in wanted or wanted["session"] == said.session)
            and (entity is None or entity in view.names.of([said]))
        )

    if not wanted and entity is None:
        return iter(ids)
    return (memory for memory in ids if any(fits(said) for said in graph.said(memory)))


def slot_asked(view: View, text: str) -> str | None:
    """The slot that somebody means: by a memory in it, by its key, or by its attribute alone.

    None for a memory that fills no slot. Raises Refused (`no_such_memory`, `no_such_slot`, `which_slot`).
    """
    from awhm.language.text import clean

    name = clean(text).strip()
    if name[:1] in ("n", "m") and name[1:].replace(".", "", 1).isdecimal():
        return view.shown_by(view.memory(name).id).slot
    slots = _slots(view.graph)
    if name in slots:
        return name
    found = sorted(slot for slot, attribute in slots.items() if attribute == name)
    if len(found) > 1:
        raise Refused("which_slot", f"several slots are about {name!r}", f"Name one: {', '.join(found[:NAMED])}.")
    if found:
        return found[0]
    near = [slot for slot in slots if name.lower() in slot] or get_close_matches(name, slots, NAMED, 0.5)
    hint = f"There are {', '.join(sorted(near)[:NAMED])}." if near else "`awhm memories list --all` shows the slots."
    raise Refused("no_such_slot", f"there is no slot {name!r}", hint)


def _slots(graph: Graph) -> dict[str, str | None]:
    """Every slot that a known memory fills, with its attribute."""
    known = (graph.said(memory) for memory in graph.memories if graph.known(memory))
    return {one.slot: one.attribute for said in known for one in said if one.slot is not None}


def note_waiting(call: Call, store: Store) -> None:
    """Say how many messages wait to be consolidated, if any do: what they say is not among the memories yet."""
    number = store.unconsolidated()
    if number:
        waiting = f"{number} message{' waits' if number == 1 else 's wait'}"
        call.out.note(f"{waiting} to become memories; `awhm consolidate` does that")
