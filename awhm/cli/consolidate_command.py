"""`awhm consolidate`: turn the messages that wait into memories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from awhm.cli import stage2_view as view
from awhm.cli.call import Call, shared_options
from awhm.cli.memories_edits import show_changes
from awhm.cli.output import Output, progress
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.jobs.consolidating import Consolidated
    from awhm.jobs.stage2 import Refined
    from awhm.store import Store

INTERRUPTED, FAILED = 130, 1
MOST_SHOWN, MOST_TOLD = 50, 1000  # changes that are named for people, and for programs; all are counted


@click.command()
@click.option("--session", metavar="ID", help="Only the messages of this session.")
@click.option("--again", is_flag=True, help="Read all messages once more, with today's rules.")
@click.option("--stage2/--no-stage2", default=None, help="Whether a language model reads too (default: the setting).")
@click.option("--stage2-client", metavar="NAME", help="claude-code, anthropic, or a provider such as openai.")
@click.option("--stage2-model", metavar="MODEL", help="The model's name, as the client knows it.")
@click.option("--dry-run", is_flag=True, help="With --stage2: say what a model would be shown, and ask none.")
@shared_options
def consolidate(call: Call, session: str | None, again: bool, dry_run: bool, **stage2: Any) -> int:
    """Turn the messages that wait into memories, and say what that changed. A second time changes nothing.

    New memories are counted; those that something new took the place of, ended, restored or disputes are named.
    A message that cannot be read is set aside and named, and the rest goes on. With --stage2 a language model then
    reads the same messages; exit code 1 if it failed on some, which the next run tries again.
    """
    from awhm.cli.memories_changes import CHANGES, rows_of, written
    from awhm.cli.memories_view import View
    from awhm.events.append_raw import clock
    from awhm.events.event import Kind
    from awhm.language.text import clean

    reads = _reads(call, stage2)
    if dry_run and not reads:
        raise Refused("usage", "--dry-run is about --stage2", "Without a model `awhm consolidate` costs nothing.")
    with call.store() as store:
        only = None if session is None else clean(session)
        if only is not None and store.sessions().session(only) is None:
            hint = "`awhm log list` shows the sessions of the newest messages."
            raise Refused("no_such_session", f"there is no session {only!r}", hint)
        if dry_run:
            return view.rehearsed(call, store, only)
        before = store.log.head().position
        try:
            with progress("consolidating", before) as tell:
                done = store.consolidate(session=only, again=again, progress=tell)
            refined = _refined(call, store, only, stage2) if reads else None
        except KeyboardInterrupt:
            call.out.note("stopped; what is done is in the log, and the same command goes on from there")
            return INTERRUPTED
        after = store.log.head().position
        aside = set_aside(store, before, after)
        ended = CHANGES - {Kind.MEMORY_FORMED, Kind.MEMORY_REINFORCED}
        events = written(store.log, before, after, ended)
        changes = rows_of(View(store, clock()), events[: MOST_TOLD if call.out.as_json else MOST_SHOWN])
    counts = {name: getattr(done, name) for name in ("sessions", "messages", "statements", "memories", "entities")}
    counts |= {"stage2": view.document(refined)} if refined is not None else {}
    more = len(events) - len(changes)
    call.out.document({**counts, "set_aside": aside, "changes": changes, "more": more, "notes": call.out.notes})
    show(call.out, done)
    if refined is not None:
        view.show(call.out, refined)
    show_changes(call.out, changes)
    if more:
        call.out.line(f"and {more} more changes; --json names up to {MOST_TOLD}")
    for one in aside:
        call.out.line(("set aside: ", "yellow"), f"{one['id']} ({one['reason']})")
    return FAILED if refined is not None and refined.failed else 0


def _reads(call: Call, stage2: dict[str, Any]) -> bool:
    """Whether a model is to read too: as the options say, else the settings. Raises Refused (`usage`)."""
    if not stage2["stage2"] and (stage2["stage2_client"] or stage2["stage2_model"]):
        raise Refused("usage", "--stage2-client and --stage2-model belong to --stage2", "Add --stage2.")
    return bool(call.config().stage2_enabled if stage2["stage2"] is None else stage2["stage2"])


def _refined(call: Call, store: Store, session: str | None, stage2: dict[str, Any]) -> Refined:
    """Have the model read. What the rules have done by then is done, whatever becomes of this."""
    from awhm.refinement import client_of

    client = client_of(call.config(), stage2["stage2_client"], stage2["stage2_model"])
    with progress("a model reads") as tell:
        return store.refinement.run(session=session, client=client, progress=tell)


def show(out: Output, done: Consolidated) -> None:
    """The counts for people: the sessions and their new memories as AWHM Lite tells them, and what they come from."""
    from awhm.cli.memories_lines import counted

    sessions, new = counted(len(done.sessions), "session"), counted(done.memories, "new memory", "new memories")
    out.line((f"{sessions} consolidated, {new}", "bold"))
    for session, number in done.sessions.items():
        out.line(f"  {session}: {number}")
    if not done.sessions:
        out.line("Nothing is pending.")
        return
    named = counted(done.entities, "new entity", "new entities")
    out.line(f"{counted(done.messages, 'message')}, {counted(done.statements, 'statement')}, {named}")


def set_aside(store: Store, after: int, until: int) -> list[dict[str, Any]]:
    """The messages that were set aside behind one position and up to another, and why."""
    from awhm.events import chain
    from awhm.events.event import Kind
    from awhm.events.understood import fields_of

    events = (
        fields_of(header, body)
        for _, header, body in store.log.read(after, until)
        if body is not None and chain.kind_of(header) == Kind.MESSAGE_SET_ASIDE
    )
    return [{"id": f"m{event['message']}", "reason": event["reason"]} for event in events if event is not None]
