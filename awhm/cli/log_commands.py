"""`awhm log`: the events themselves."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import LAST, Call, group_options, position, shared_options
from awhm.cli.export import export, import_command
from awhm.cli.output import Part, dumps, one_line
from awhm.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from awhm.entries import Entry
    from awhm.store import Store

AT_ONCE = 1000  # events looked at in one step when searching backwards
TEXT = 100  # characters of a payload in a list
TIMED_OUT = 1
POSITION = click.IntRange(0, LAST)


@click.group()
@group_options
def log(**_: Any) -> None:
    """Look at the events themselves."""


@log.command("list")
@click.option("--session", metavar="ID", help="Only events of this session.")
@click.option("--kind", metavar="KIND", help="Only events of this kind, as MessageLogged.")
@click.option("--after", type=POSITION, metavar="POS", help="The first events after a position, not the newest.")
@click.option("--limit", type=click.IntRange(1, LAST), default=20, show_default=True, metavar="N", help="How many.")
@click.option("--reverse", is_flag=True, help="Last one first.")
@shared_options
def list_events(
    call: Call, session: str | None, kind: str | None, after: int | None, limit: int, reverse: bool
) -> None:
    """List the newest events, or those after a position, in the order of the log."""
    from awhm.language.text import clean

    wanted = kind_named(kind) if kind is not None else None
    session = clean(session) if session is not None else None  # as it was stored

    def fits(entry: Entry) -> bool:
        return (wanted is None or entry.kind == wanted) and (session is None or _session(entry) == session)

    from awhm.entries import checked

    with call.store() as store:
        found: list[Entry] = []
        source = newest(store) if after is None else checked(store.log, after)
        for entry, _, _ in source:
            if fits(entry):
                found.append(entry)
                if len(found) == limit:
                    break
        head = store.log.head().position
    if (after is None) != reverse:
        found.reverse()
    call.out.document({"head": head, "events": [entry.to_dict() for entry in found]})
    for entry in found:
        call.out.line(*line(entry))


@log.command()
@click.argument("id")
@shared_options
def show(call: Call, id: str) -> None:
    """Show one event: its header, its place in the chain, and all of its payload. ID is m12 or 12."""
    from awhm.cli.event_view import details, shown
    from awhm.entries import checked

    wanted = position(id)
    with call.store() as store:
        store.log.header(wanted)  # refuses a position that is not there
        found = details(*next(checked(store.log, wanted - 1, wanted)))
    call.out.document(found)
    shown(call.out, found)


@log.command()
@click.option("--after", type=POSITION, metavar="POS", help="Begin after this position (default: the head).")
@click.option("--count", type=click.IntRange(1, LAST), metavar="N", help="Stop after so many events.")
@click.option("--timeout", type=float, metavar="S", help="Stop when nothing came for so many seconds.")
@shared_options
def follow(call: Call, after: int | None, count: int | None, timeout: float | None) -> int:
    """Print events as they are written, by whatever process; Ctrl-C ends it. With --json: one object a line.

    Exit code 1 if --timeout ends it before --count is reached.
    """
    if timeout is not None and (math.isnan(timeout) or timeout < 0):
        raise Refused("bad_timeout", f"--timeout is {timeout}; it must be 0 or more", "Give seconds.")
    from awhm.entries import checked

    seen = 0
    with call.store() as store:
        last = store.log.head().position if after is None else after
        while store.log.wait(last, math.inf if timeout is None else timeout):
            for entry, _, _ in checked(store.log, last):
                last = entry.position
                seen += 1
                if call.out.as_json:
                    click.echo(dumps(entry.to_dict()))
                else:
                    call.out.line(*line(entry))
                    sys.stdout.flush()
                if seen == count:
                    return 0
    return TIMED_OUT if count is not None else 0


log.add_command(export)
log.add_command(import_command)


def kind_named(name: str) -> str:
    """The kind as events are listed, found in any case. Raises Refused and names the kinds there are."""
    from awhm.events.event import EVENTS

    kinds = {event.__name__.lower(): event.__name__ for event in EVENTS.values()}
    if name.strip().lower() not in kinds:
        raise Refused("unknown_kind", f"there is no kind {name!r}", "Kinds: " + ", ".join(sorted(kinds.values())))
    return kinds[name.strip().lower()]


def newest(store: Store) -> Iterator[tuple[Entry, bytes, bytes]]:
    """Events from the head backwards, as `checked` gives them."""
    from awhm.entries import checked

    until = store.log.head().position
    while until > 0:
        after = max(0, until - AT_ONCE)
        yield from reversed(list(checked(store.log, after, until)))
        until = after


def line(entry: Entry) -> list[Part]:
    """An event in one line, for people."""
    from awhm.language.names import spoken
    from awhm.language.time import day

    parts: list[Part] = [(entry.id, "bold cyan"), f"  {entry.recorded}  {entry.kind}"]
    if entry.payload is None:
        return [*parts, ("  payload erased", "dim")]
    if "session" in entry.payload:
        parts.append(f"  session {one_line(str(entry.payload['session']), TEXT)}")
    if _is_told(entry.payload):
        speaker = entry.payload.get("speaker")
        parts.append(f"  said {day(entry.payload['occurred'], entry.payload.get('zone'))}")
        words = one_line(spoken(entry.payload["content"], speaker), TEXT)
        return [*parts, (f"  {speaker or entry.payload['role']}: ", "bold"), words]
    rest = {name: value for name, value in entry.payload.items() if name not in ("session", "occurred")}
    return [*parts, "  ", one_line(dumps(rest).decode(), TEXT)] if rest else parts


def _is_told(fields: dict[str, Any]) -> bool:
    """Whether these are the fields of a message, as they should be; else they are shown as they are."""
    shapes = {"content": str, "occurred": int, "role": str, "zone": int | None, "speaker": str | None}
    return all(isinstance(fields.get(name), shape) for name, shape in shapes.items())


def _session(entry: Entry) -> str | None:
    return None if entry.payload is None else entry.payload.get("session")
