"""`awhm serve`: the resident server of a store, which hooks hand their events to."""

from __future__ import annotations

import sys
from typing import Any

import click

from awhm.cli.call import Call, shared_options
from awhm.language.time import iso


@click.command()
@click.option("--idle", type=click.FloatRange(0), metavar="SECONDS", help="End after so long idle; 0 for never.")
@click.option("--stop", is_flag=True, help="End the one that runs, and wait until it has ended.")
@click.option("--status", "ask", is_flag=True, help="Say what the one that runs is doing.")
@shared_options
def serve(call: Call, idle: float | None, stop: bool, ask: bool) -> None:
    """Serve the hooks of a store: append for all at once, and have what recall needs ready.

    Stays in the foreground until Ctrl-C, `--stop`, or nobody has asked for long. There is one of a store at a time, and
    all works without it.
    """
    config = call.config()
    folder = str(config.data_dir)
    if stop:
        _stop(call, folder)
    elif ask:
        _status(call, folder)
    else:
        from awhm.server.serving import Server

        given = {"data_dir": call.data_dir, "actor": call.actor}
        if idle is not None:
            config = config.model_copy(update={"server_idle": idle})
        server = Server(config, {name: value for name, value in given.items() if value is not None}, mock=call.mock)
        server.run(lambda: _ready(call, server.door.status()))
        call.out.line("ended")


def _ready(call: Call, status: dict[str, Any]) -> None:
    call.out.line(f"serving {status['data_dir']} as process {status['pid']}")
    call.out.document({"serving": status})
    sys.stdout.flush()


def _stop(call: Call, folder: str) -> None:
    from awhm.server.asking import stop

    ran = stop(folder)
    call.out.line("it has ended" if ran else "no server runs")
    call.out.document({"ran": ran})


def _status(call: Call, folder: str) -> None:
    from awhm.server.asking import status, why_not

    found, failed = status(folder), why_not(folder)
    call.out.document({"server": found, "failed": failed})
    if found is None:
        call.out.line("no server runs" + (f"; the last one could not be started: {failed}" if failed else ""))
        return
    refused = ", ".join(f"{code} {number}" for code, number in found["refused"].items())
    call.out.table(
        [
            (("server", "bold"), f"process {found['pid']}, version {found['version']}, since {iso(found['since'])}"),
            ("served", f"{found['requests']} events in {found['batches']} transactions, {found['recalls']} prompts"),
            ("model", found["model"] or "none: words alone find what is asked"),
            ("ends", f"after {found['idle']:g} s without a request" if found["idle"] else "never by itself"),
            *([("refused", f"{refused}; the last one: {found['last_refusal']}")] if refused else []),
        ]
    )
