"""`awhm demo`: the main job from end to end, on conversations that come with it."""

from __future__ import annotations

import os
import tempfile
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import click

from awhm.cli.call import Call, shared_options
from awhm.errors import Refused

FAILED = 1


@click.command()
@click.option("--keep", metavar="DIR", help="Work in this folder, which must be new or empty, and leave it.")
@shared_options
def demo(call: Call, keep: str | None) -> int:
    """Log conversations, recall, look back, verify, change a byte and find it, rebuild and compare.

    Works in a temporary folder, away from your own store. Exit code 1 if one of its own checks fails.
    """
    from awhm.demo import run

    with tempfile.TemporaryDirectory(prefix="awhm-demo-") if keep is None else nullcontext(_empty(keep)) as folder:
        config = replace(call, data_dir=os.path.join(folder, "store")).config()
        # Its checkpoints and their key stay in its folder too.
        config = config.model_copy(update={"state_dir": Path(folder, "state"), "signing_key": None})
        checks = run(config, os.path.join(folder, "copy"), call.out.line, mock=call.mock)
    if keep is not None:
        call.out.line(f"Kept. Look around: awhm --data-dir {os.path.join(keep, 'store')} log list")
    failed = [check for check in checks if not check.held]
    call.out.document({"ok": not failed, "checks": [{"what": c.what, "held": c.held} for c in checks]})
    return FAILED if failed else 0


def _empty(folder: str) -> str:
    """The folder, made if it is not there. Raises Refused if it holds anything, or cannot be made."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if not os.listdir(folder):
            return os.path.abspath(folder)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused("cannot_write", f"{folder} cannot be used: {reason}", "Choose another --keep.") from error
    raise Refused("not_empty", f"{folder} is not empty", "Choose a new or an empty folder for --keep.")
