"""`awhm verify` and `awhm rebuild`: is the log what was written, and are the views what the log says?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from awhm.cli.call import Call, no_store, shared_options
from awhm.cli.output import Part, progress
from awhm.errors import AwhmError, Damaged, exit_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from awhm.events.checkpoint import Checkpoint, Note, Verifier
    from awhm.replay.verify import Report

WRONG = exit_code(Damaged("", ""))
NEVER = "It was never signed here, so nothing shows whether its end was cut off: `awhm checkpoint` signs it."


@click.command()
@click.option("--headers-only", is_flag=True, help="Leave the payloads out: faster, proves the chain alone.")
@click.option("--checkpoint", "file", metavar="FILE", help="Check the log against this signed checkpoint too.")
@click.option("--key", metavar="VERIFIER", help="The key that it must be signed by (default: those known here).")
@shared_options
def verify(call: Call, headers_only: bool, file: str | None, key: str | None) -> int:
    """Check every event against the hash chain, every payload, the pages, the saved views and the checkpoints.

    Exit code 4 if anything is wrong; each finding names the event.
    """
    from awhm.store import has_store

    if key is not None and file is None:
        raise click.UsageError("--key is the key of a --checkpoint")
    witness = None if file is None else _witness(file, key)
    folder = str(call.config().data_dir)
    if not has_store(folder):
        raise no_store(folder)
    report, anchored = _report(call, folder, headers_only, witness)
    findings = [{"position": f.position, "what": f.what, "detail": f.detail} for f in report.findings]
    call.out.document(
        {
            "ok": report.ok,
            "events": report.events,
            "erased": report.erased,
            "headers_only": report.headers_only,
            "head": {"position": report.head.position, "chain": report.head.chain.hex()},
            "findings": findings,
            "anchored": anchored,
            "checkpoint": None if witness is None else {"origin": witness.anchor.origin, "size": witness.anchor.size},
        }
    )
    if report.head.chain:
        checked = "headers and chain" if headers_only else "headers, chain and payloads"
        erased = f", {report.erased} of them erased" if report.erased else ""
        call.out.line(f"{report.events} events{erased}: {checked} checked in {folder}")
        call.out.line(f"head {report.head.position} {report.head.chain.hex()}")
    else:
        call.out.line(f"The log in {folder} cannot be opened.")
    if witness is not None and report.ok:
        call.out.line(f"It begins with the {witness.anchor.size} events that the checkpoint was signed over.")
    elif anchored is not None:
        call.out.line(f"checkpoint of {anchored} events" if anchored else NEVER)
    if report.ok:
        call.out.line(("Nothing is wrong.", "bold green"))
        return 0
    for finding in report.findings:
        call.out.line(("wrong: ", "bold red"), finding.detail, (f"  [{finding.what}]", "dim"))
    return WRONG


class Witness(NamedTuple):
    """A checkpoint from elsewhere, and the key that must have signed it; None for those known here."""

    note: Note
    anchor: Checkpoint
    key: Verifier | None


def _witness(file: str, key: str | None) -> Witness:
    from awhm.cli.prove_command import read_note
    from awhm.events.checkpoint import checkpoint, parse, verifier

    note = parse(read_note(file))
    return Witness(note, checkpoint(note), None if key is None else verifier(key))


def _report(call: Call, folder: str, headers_only: bool, witness: Witness | None) -> tuple[Report, int | None]:
    """What an audit finds: of the open store, or of the bare files where opening it already fails.

    And up to which event the log was signed here: 0 for never, None where that cannot be told.
    """
    from awhm.replay.anchored import unlike
    from awhm.replay.audit import audit_folder
    from awhm.replay.diagnose import Finding

    try:
        with call.store() as store, progress("verifying", store.log.head().position) as tell:
            report = store.verify(headers_only=headers_only, progress=tell)
            if witness is not None:
                trusted = store.anchors.trusted() if witness.key is None else [witness.key]
                report.findings += unlike(store.log, witness.note, witness.anchor, trusted, tell)
            newest = store.anchors.newest
            return report, 0 if newest is None else newest.size
    except AwhmError as error:
        # An empty file is refused as no store, a folder that cannot be written as read-only: both can be audited. So
        # can an encrypted store without its keys.
        if not isinstance(error, Damaged) and error.code not in ("no_store", "read_only", "no_key", "locked"):
            raise
        report = audit_folder(folder, headers_only=headers_only)
        if witness is not None:
            report.findings.append(Finding(None, "unreadable", "the log cannot be compared with the checkpoint"))
        return report, None


@click.command()
@click.argument("names", metavar="[NAME...]", nargs=-1)
@click.option("--check", is_flag=True, help="Keep the views; compare them with what a rebuild gives.")
@shared_options
def rebuild(call: Call, names: tuple[str, ...], check: bool) -> int:
    """Fold views from the first event again, all of them unless named.

    With --check the exit code is 4 if a view is not what the log says.
    """
    with call.store() as store:
        head = store.log.head().position
        with progress("rebuilding", head) as tell:
            done = store.rebuild(names, check=check, progress=_naming(tell))
    call.out.document(
        {
            "checked": check,
            "same": all(one.same for one in done),
            "views": [{**_plain(one), "same": one.same if check else None} for one in done],
        }
    )
    rows: list[tuple[Part, ...]] = []
    for one in done:
        verdict: Part = ("same as the live view", "green") if one.same else (f"live view: {one.live}", "bold red")
        rows.append((one.name, str(one.position), one.digest, verdict if check else "rebuilt", f"{one.seconds:g} s"))
    call.out.table(rows)
    if all(one.same for one in done):
        return 0
    call.out.line(("A view is not what the log says. `awhm rebuild` makes it anew.", "bold red"))
    return WRONG


def _naming(tell: Callable[..., None]) -> Callable[[str, int], None]:
    return lambda name, position: tell(position, label=f"rebuilding {name}")


def _plain(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in ("name", "position", "digest", "live", "seconds")}
