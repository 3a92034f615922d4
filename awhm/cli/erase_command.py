"""`awhm erase` and `awhm delete`: what is to go is shown and asked about; "done" says that it is nowhere any more."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import Output
from awhm.errors import Conflict, Refused

if TYPE_CHECKING:
    from awhm.erasure import Erased
    from awhm.store import Store

MOST_SHOWN = 50  # things that are named for people; --json has all of them
DECLINED = 1  # the exit code where somebody said no


@click.command()
@click.option("--memory", metavar="ID", help="A memory, those it replaced, and sentences that repeat it.")
@click.option("--message", metavar="ID", help="A message.")
@click.option("--session", metavar="NAME", help="A whole session.")
@click.option("--entity", metavar="ID|NAME", help="An entity: its names, and every sentence that has one.")
@click.option("--containing", metavar="TEXT", help="Every sentence that holds a text, in whatever case.")
@click.option("--speaker", metavar="NAME", help="All that somebody said.")
@click.option("--item", metavar="NAME", help="An item: all values that namespace/key has and had.")
@click.option("--keep-earlier", is_flag=True, help="With --memory: keep those it replaced.")
@click.option("--keep-echoes", is_flag=True, help="With --memory: keep sentences that only repeat it.")
@click.option("--exports", is_flag=True, help="Remove the exports and backups, whole files, that may hold it.")
@click.option("--reason", metavar="TEXT", default="asked", show_default=True, help="Kept for good; no personal data.")
@click.option("--dry-run", is_flag=True, help="Only list what would go, and why; write nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--resume", is_flag=True, help="Go on with erasures that were stopped; name nothing.")
@shared_options
def erase(
    call: Call,
    keep_earlier: bool,
    keep_echoes: bool,
    exports: bool,
    reason: str,
    dry_run: bool,
    yes: bool,
    resume: bool,
    **target: str | None,
) -> int:
    """Erase for good: from the log, the index, the vectors and every file of the store. It cannot be undone.

    Name one thing. Of a message that says other things too only the sentence or clause goes. What an erased
    memory had ended stays ended.
    """
    if resume:
        return _resume(call)
    options: dict[str, Any] = {**target, "earlier": not keep_earlier, "echoes": not keep_echoes, "reason": reason}
    options["exports"] = exports
    return _erase(call, options, dry_run=dry_run, yes=yes)


@click.command()
@click.argument("id", metavar="NODE_ID")
@click.option("--dry-run", is_flag=True, help="Only list what would go, and why; write nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@shared_options
def delete(call: Call, id: str, dry_run: bool, yes: bool) -> int:
    """Erase a memory, an entity or a message by its id, with all that was made of it. It cannot be undone."""
    kind = {"n": "memory", "e": "entity", "m": "message"}.get(id.strip()[:1])
    if kind is None:
        raise Refused("bad_id", f"{id!r} is no id", "An id looks like n12.0, m12, or e and 16 hexadecimal digits.")
    if dry_run:
        return _erase(call, {kind: id}, dry_run=True, yes=False)
    with call.store() as store:
        found = store.erase(**{kind: id}, dry_run=True)
        if not _agreed(call.out, found, yes=yes):
            return DECLINED
        done = store.delete(id)
    call.out.document(done.to_dict())
    call.out.line(("done: ", "bold green"), f"{id} is erased")
    call.out.line(
        f"{done.edges_removed} edges, {done.log_entries_removed} messages ({done.buffer_entries_removed} in buffers),"
        f" {done.exact_matches_removed} repetitions; found by {done.match_strategy}"
    )
    call.out.line(
        f"snapshots touched: {done.snapshots_touched}; sessions: {', '.join(done.affected_sessions) or 'none'}"
    )
    call.out.line((f"tombstone {done.tombstone_id}, record {done.ledger_record_id}", "dim"))
    return 0


def _erase(call: Call, options: dict[str, Any], *, dry_run: bool, yes: bool) -> int:
    with call.store() as store:
        found = store.erase(**options, dry_run=True)
        if dry_run:
            call.out.document({**found.to_dict(), "dry_run": True})
            show(call.out, found)
            call.out.line("nothing was erased" if found.gone else "there is nothing to erase")
            return 0
        if not found.gone:
            call.out.document({**found.to_dict(), "dry_run": False})
            call.out.line("there is nothing to erase")
            return 0
        if not _agreed(call.out, found, yes=yes):
            return DECLINED
        done = _finished(store, options)
    call.out.document({**done.to_dict(), "dry_run": False})
    parts = ", ".join(f"{old} is now {new}" for old, new in done.redacted.items())
    call.out.line(
        ("done: ", "bold green"), f"{len(done.messages)} messages and {len(done.memories)} memories are erased"
    )
    if parts:
        call.out.line(f"of messages that say other things too the rest stays: {parts}")
    for path in done.exports:
        call.out.line(f"{path} is removed")
    for file in done.copies:
        call.out.note(f"{file} holds some of it too; it is not a file of the store, and was left as it is")
    call.out.line((f"tombstone {done.tombstone}, completed {done.completed}", "dim"))
    return 0


def _finished(store: Store, options: dict[str, Any]) -> Erased:
    try:
        return store.erase(**options)
    except Conflict as error:
        if error.code in ("pages_in_use", "not_erased"):
            hint = f"{error.hint} It is gone from the log; `awhm erase --resume` goes on."
            raise Conflict(error.code, f"not done yet: {error}", hint) from error
        raise


def _resume(call: Call) -> int:
    with call.store() as store:
        left = store.erasure.resume()
    call.out.document({"resumed": [f"m{one}" for one in left]})
    call.out.line(f"{len(left)} erasures were completed" if left else "no erasure was stopped")
    return 0


def _agreed(out: Output, found: Erased, *, yes: bool) -> bool:
    """Whether to go on: `--yes`, or a person who says so. Raises Refused where nobody can be asked."""
    if yes:
        return True
    if not sys.stdin.isatty():
        hint = "Look with --dry-run, then give --yes."
        raise Refused("not_confirmed", "erasing asks first, and there is no terminal to ask on", hint)
    shown = Output(False) if out.as_json else out
    show(shown, found)
    return click.confirm("Erase this for good?", err=True)


def show(out: Output, found: Erased) -> None:
    """What goes and why, for people."""
    out.table([[(one.id, "bold cyan"), one.what, one.why] for one in found.gone[:MOST_SHOWN]])
    if len(found.gone) > MOST_SHOWN:
        out.line(f"and {len(found.gone) - MOST_SHOWN} more; --json names all")
    for path in found.exports:
        out.line((path, "bold cyan"), "  goes too, all of it: it was made of the log since")
    if found.staying:
        out.line(f"these messages hold the same value and stay: {', '.join(found.staying)}")
