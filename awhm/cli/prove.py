"""`awhm verify` and `awhm rebuild`: is the log what was written, and are the views what the log says?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, no_store, shared_options
from awhm.cli.output import Part, progress
from awhm.errors import AwhmError, Damaged, exit_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from awhm.replay.verify import Report

WRONG = exit_code(Damaged("", ""))


@click.command()
@click.option("--headers-only", is_flag=True, help="Leave the payloads out: faster, proves the chain alone.")
@shared_options
def verify(call: Call, headers_only: bool) -> int:
    """Check every event against the hash chain, every payload, the file's pages and the saved views.

    Exit code 4 if anything is wrong; each finding names the event.
    """
    from awhm.store import has_store

    folder = str(call.config().data_dir)
    if not has_store(folder):
        raise no_store(folder)
    report = _report(call, folder, headers_only)
    findings = [{"position": f.position, "what": f.what, "detail": f.detail} for f in report.findings]
    call.out.document(
        {
            "ok": report.ok,
            "events": report.events,
            "erased": report.erased,
            "headers_only": report.headers_only,
            "head": {"position": report.head.position, "chain": report.head.chain.hex()},
            "findings": findings,
        }
    )
    if report.head.chain:
        checked = "headers and chain" if headers_only else "headers, chain and payloads"
        erased = f", {report.erased} of them erased" if report.erased else ""
        call.out.line(f"{report.events} events{erased}: {checked} checked in {folder}")
        call.out.line(f"head {report.head.position} {report.head.chain.hex()}")
    else:
        call.out.line(f"The log in {folder} cannot be opened.")
    if report.ok:
        call.out.line(("Nothing is wrong.", "bold green"))
        return 0
    for finding in report.findings:
        call.out.line(("wrong: ", "bold red"), finding.detail, (f"  [{finding.what}]", "dim"))
    return WRONG


def _report(call: Call, folder: str, headers_only: bool) -> Report:
    """What an audit finds: of the open store, or of the bare files where opening it already fails."""
    from awhm.replay.audit import audit_folder

    try:
        with call.store() as store, progress("verifying", store.log.head().position) as tell:
            return store.verify(headers_only=headers_only, progress=tell)
    except AwhmError as error:
        # An empty file is refused as no store, a folder that cannot be written as read-only: both can be audited.
        if not isinstance(error, Damaged) and error.code not in ("no_store", "read_only"):
            raise
        return audit_folder(folder, headers_only=headers_only)


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
