"""`awhm erasures`: the ledger of what was erased, and certificates of it that anyone can check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO

import click

from awhm.cli.call import Call, group_options, position, shared_options
from awhm.cli.export import target
from awhm.cli.output import dumps
from awhm.cli.prove_command import LARGEST, WRONG
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.replay.certificate import Checked
    from awhm.replay.ledger import Erasure
    from awhm.store import Store


@click.group(invoke_without_command=True)
@group_options
@click.pass_context
def erasures(context: click.Context, /, **_: Any) -> None:
    """List the erasures: who, when, why, how much of what kind, and whether it was completed. Never content."""
    if context.invoked_subcommand is None:
        context.invoke(list_erasures)


@erasures.command("list")
@shared_options
def list_erasures(call: Call) -> None:
    """List the erasures, as without a command."""
    from awhm.replay.ledger import ledger

    with call.store() as store:
        found = ledger(store.log, store.config.actor, store.config.scope)
    call.out.document({"erasures": [one.to_dict() for one in found]})
    for one in found:
        call.out.line((one.id, "bold cyan"), f"  {one.recorded}  by {one.actor}  {one.reason}")
        call.out.line("     ", ", ".join(f"{count} {kind}" for kind, count in one.kinds.items()), _completed(one))
    if not found:
        call.out.line("Nothing was ever erased.")


def _completed(one: Erasure) -> str:
    return f"; completed {one.completed_at}" if one.completed else "; not completed: `awhm erase --resume`"


@erasures.command()
@click.argument("id")
@click.option("--to", "file", metavar="FILE", help="Write it to a file (default: stdout).")
@shared_options
def certificate(call: Call, id: str, file: str | None) -> None:
    """Write the certificate of an erasure; ID is its tombstone, m40 or 40.

    It leads to the newest checkpoint if that covers the erasure, else to the head of the log as it is now. It holds
    headers, positions, the reason and counts; no content.
    """
    from awhm.replay.certificate import certificate as made

    wanted = position(id)
    with call.store() as store:
        note, key = _newest(store)
        found = made(store.log, wanted, note, key)
    if "checkpoint" not in found:
        call.out.note("no checkpoint covers this erasure; `awhm checkpoint` first makes a certificate that is signed")
    with target(file) as write:
        write(dumps(found, indent=True) + b"\n")
    if file is not None:
        call.out.line(f"The certificate of {len(found['erased'])} erased events is in {file}.")
        call.out.document({"file": file, "erased": len(found["erased"]), "signed": "checkpoint" in found})


def _newest(store: Store) -> tuple[bytes | None, Any]:
    """The newest checkpoint and the key that signed it; None where there is none, or none that is known here."""
    from awhm.events.checkpoint import parse, signers

    note = store.anchors.note()
    keys = [] if note is None else signers(parse(note), store.anchors.trusted())
    return (note, keys[-1]) if keys else (None, None)


@erasures.command()
@click.argument("file", metavar="FILE|-", type=click.File("rb"))
@click.option("--key", metavar="VERIFIER", help="The key that its checkpoint must be signed by (default: its own).")
@shared_options
def check(call: Call, file: BinaryIO, key: str | None) -> int:
    """Check a certificate. Needs no log, no store and no network. Exit code 4 if it proves nothing.

    It shows that a tombstone is in the log, that it names just these events, and that no content is in the file.
    """
    import orjson

    from awhm.events.checkpoint import verifier
    from awhm.replay.certificate import check as checked

    trusted = None if key is None else verifier(key)
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Refused("too_large", f"the file has more than {LARGEST:,} bytes", "That is no certificate.")
    try:
        given = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        hint = "`awhm erasures certificate` writes them."
        raise Refused("bad_certificate", f"that is no JSON: {error}", hint) from error
    found = checked(given, trusted)
    call.out.document({"ok": found.ok, **found.says, "wrong": list(found.wrong), "notes": list(found.notes)})
    _show(call, found)
    return 0 if found.ok else WRONG


def _show(call: Call, found: Checked) -> None:
    says = found.says
    for text in found.wrong:
        call.out.line(("wrong: ", "bold red"), text)
    if found.ok:
        text = f"{says['erased']} events were erased from the log {says['log_id']} by m{says['tombstone']}"
        call.out.line(("Proved: ", "bold green"), f"{text}, {says['recorded']}")
        call.out.line(f"reason: {says['reason']}; completed: {says['completed'] or 'no'}")
        if "head" in says:
            call.out.line(f"It leads to the head {says['head']['position']} {says['head']['chain']}.")
        else:
            call.out.line(f"It leads to the checkpoint of {says['size']} events, signed by {says['signed_by']}.")
            if not says["trusted"]:
                call.out.line("That key stands in the certificate itself: compare it with one from its owner.")
    for text in found.notes:
        call.out.note(text)
