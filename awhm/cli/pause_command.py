"""`awhm pause` and `awhm resume`: for a while the hooks keep nothing and add nothing."""

from __future__ import annotations

import re

import click

from awhm.cli.call import Call, shared_options
from awhm.errors import Refused

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_SPAN = re.compile(r"\s*(\d{1,6})\s*([smhd])\s*")


@click.command()
@click.option("--for", "span", metavar="TIME", help="For so long, as in 30m, 1h or 2d; without it until `awhm resume`.")
@shared_options
def pause(call: Call, span: str | None) -> None:
    """Pause the hooks: nothing is kept and nothing is added to prompts.

    What is said meanwhile is not taken later either, when a transcript is read. Other commands work as ever.
    """
    from awhm.events.append_raw import clock
    from awhm.hooks.pauses import pause as begin
    from awhm.language.time import iso

    now, seconds = clock(), _seconds(span)
    until = None if seconds is None else now + 1000 * seconds
    folder = str(call.config().data_dir)
    begin(folder, now, until)
    _note(call, "paused", {} if seconds is None else {"seconds": seconds})
    call.out.line("paused until " + ("`awhm resume`" if until is None else iso(until)))
    call.out.document({"paused": True, "until": None if until is None else iso(until)})


@click.command()
@shared_options
def resume(call: Call) -> None:
    """End a pause of the hooks."""
    from awhm.events.append_raw import clock
    from awhm.hooks.pauses import resume as end

    was = end(str(call.config().data_dir), clock())
    if was:
        _note(call, "resumed", {})
    call.out.line("the hooks go on" if was else "the hooks were not paused")
    call.out.document({"paused": False, "was_paused": was})


def _seconds(span: str | None) -> int | None:
    if span is None:
        return None
    found = _SPAN.fullmatch(span)
    if found is None or not int(found[1]):
        raise Refused("bad_time", f"{span!r} is no span of time", "A number and s, m, h or d, as in 30m.")
    return int(found[1]) * _UNITS[found[2]]


def _note(call: Call, action: str, counts: dict[str, int]) -> None:
    """On record, if there is a log: that somebody paused is no content."""
    from awhm.commands.handle import handle_upkeep
    from awhm.events.event import AuditNoted
    from awhm.store import has_store

    if has_store(str(call.config().data_dir)):
        with call.store() as store:
            handle_upkeep(AuditNoted(action=action, counts=counts), store.writer)
