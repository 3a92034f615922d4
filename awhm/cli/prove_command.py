"""`awhm prove`: proofs for somebody who does not have the log, and the check that needs nothing but the proof."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, group_options, position, shared_options
from awhm.cli.output import dumps
from awhm.errors import Damaged, Refused, exit_code

if TYPE_CHECKING:
    from awhm.events.checkpoint import Verifier
    from awhm.replay.proofs import Checked
    from awhm.store import Store

WRONG = exit_code(Damaged("", ""))
LARGEST = 256 * 1024 * 1024  # bytes of a proof: a payload may be 64 MiB, and base64 adds a third


@click.group()
@group_options
def prove(**_: Any) -> None:
    """Prove to others that an event is in the log, and that the log only ever grew."""


@prove.command()
@click.argument("id")
@click.option("--checkpoint", "file", metavar="FILE", help="Lead to this checkpoint (default: the newest).")
@click.option("--with-payload", is_flag=True, help="Show what the event says too, with the salt that proves it.")
@shared_options
def inclusion(call: Call, id: str, file: str | None, with_payload: bool) -> None:
    """Print the proof that an event is in the log that a checkpoint was signed over. ID is m12 or 12.

    It shows the event's header, which has no content; --with-payload shows the content.
    """
    from awhm.replay.proofs import inclusion as proof_of

    wanted = position(id)
    with call.store() as store:
        note = _newest(store) if file is None else read_note(file)
        proof = proof_of(store.log, wanted, note, _key(store, note), payload=with_payload)
    click.echo(dumps(proof, indent=True))


@prove.command()
@click.argument("old")
@click.argument("new")
@shared_options
def consistency(call: Call, old: str, new: str) -> None:
    """Print the proof that the log of the checkpoint NEW begins with all of OLD's.

    Each is a file with a checkpoint, or the number of events of one that is kept.
    """
    from awhm.replay.proofs import consistency as proof_of

    with call.store() as store:
        older, newer = _either(store, old), _either(store, new)
        proof = proof_of(store.log, older, newer, _key(store, newer))
    click.echo(dumps(proof, indent=True))


@prove.command()
@click.argument("file", metavar="FILE|-")
@click.option("--key", metavar="VERIFIER", help="The key that its checkpoints must be signed by (default: its own).")
@shared_options
def check(call: Call, file: str, key: str | None) -> int:
    """Check a proof. Needs no log, no store and no network. Exit code 4 if it proves nothing.

    Without --key it takes the key that stands in the proof: then make sure whose that is.
    """
    import orjson

    from awhm.events.checkpoint import verifier
    from awhm.replay.proofs import check as checked

    trusted = None if key is None else verifier(key)
    try:
        proof = orjson.loads(_read(file, LARGEST))
    except orjson.JSONDecodeError as error:
        raise Refused("bad_proof", f"{file} is no JSON: {error}", "`awhm prove` writes proofs.") from error
    found = checked(proof, trusted)
    call.out.document(
        {"ok": found.ok, "type": found.kind, "key": found.signed_by, "trusted": trusted is not None, **found.says}
        | {"wrong": list(found.wrong)}
    )
    _show(call, found, trusted)
    return 0 if found.ok else WRONG


def _show(call: Call, found: Checked, trusted: Verifier | None) -> None:
    for text in found.wrong:
        call.out.line(("wrong: ", "bold red"), text)
    if not found.ok:
        return
    says = found.says
    if "position" in says:
        text = f"event {says['position']} is in the log {says['log']}, signed at {says['size']} events"
    else:
        text = f"the {says['size']} events of {says['log']} begin with the {says['old_size']} signed before"
    call.out.line(("Proved: ", "bold green"), text)
    if "payload" in says:
        call.out.line("it says ", says["payload"])
    call.out.line("signed by ", found.signed_by)
    if trusted is None:
        call.out.line("That key stands in the proof itself: compare it with one that you have from its owner.")


def _newest(store: Store) -> bytes:
    note = store.anchors.note()
    if note is None:
        raise Refused("no_checkpoint", "this log was never signed here", "`awhm checkpoint` signs it.")
    return note


def _either(store: Store, given: str) -> bytes:
    if not given.isascii() or not given.isdigit():
        return read_note(given)
    note = store.anchors.note(int(given[:20]))
    if note is None:
        sizes = ", ".join(map(str, store.anchors.sizes()[-20:]))
        hint = f"There are checkpoints of {sizes} events." if sizes else "`awhm checkpoint` signs the log."
        raise Refused("no_checkpoint", f"no checkpoint of {given} events is kept", hint)
    return note


def _key(store: Store, note: bytes) -> Verifier:
    """The key that signed a note, of those that are known here. Raises Refused."""
    from awhm.events.checkpoint import parse, signers

    found = signers(parse(note), store.anchors.trusted())
    if not found:
        raise Refused(
            "unknown_key", "the checkpoint is signed by no key that is known here", "`awhm checkpoint` signs."
        )
    return found[-1]


def read_note(file: str) -> bytes:
    """The bytes of a checkpoint in a file, or in standard input for "-". Raises Refused."""
    from awhm.events.checkpoint import MOST_BYTES

    return _read(file, MOST_BYTES)


def _read(file: str, most: int) -> bytes:
    try:
        if file == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(file, "rb") as source:
                data = source.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused("unreadable", f"{file} cannot be read: {reason}", "Check the path.") from error
    if len(data) > most:
        raise Refused("too_large", f"{file} has more than {most:,} bytes", "That is neither a checkpoint nor a proof.")
    return data
