"""`awhm hook settings`, `install`, `uninstall`: the hooks in a host's settings. The hooks themselves are awhm.hooks."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

import click

from awhm.cli.call import Call, shared_options
from awhm.hooks.entry import HOSTS


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--host", type=click.Choice(HOSTS), default=HOSTS[0], help="Whose settings (default: claude)."),
        click.option("--command", "executable", metavar="EXE", help="Call `EXE hook EVENT` in place of the fast way."),
        click.option("--server", is_flag=True, help="Have the first hook start the resident server (`awhm serve`)."),
    ):
        command = option(command)
    return command


def _file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--project", is_flag=True, help="The settings of the project here, not the user's."),
        click.option("--file", "path", metavar="FILE", help="Another settings file."),
        click.option("--dry-run", is_flag=True, help="Show the difference and change nothing."),
    ):
        command = option(command)
    return command


@click.group(no_args_is_help=True)
def hook() -> None:
    """The hooks of Claude Code and Codex: print, install, uninstall.

    A host calls `awhm hook session-start|prompt|stop|pre-compact|session-end` with its payload on stdin.
    """


@hook.command()
@_options
@shared_options
def settings(call: Call, host: str, executable: str | None, server: bool) -> None:
    """Print what belongs into the host's settings. Nothing is written."""
    import json

    from awhm.hooks.install import block

    hooks = block(host, executable, call.data_dir, server=server)
    click.echo(json.dumps({"hooks": hooks}, indent=2, ensure_ascii=False))


@hook.command()
@_options
@_file_options
@shared_options
def install(
    call: Call, host: str, executable: str | None, server: bool, project: bool, path: str | None, dry_run: bool
) -> None:
    """Put the hooks into the host's settings, and show what that changes.

    Everything else in the file stays as it is, byte for byte; a copy of it is kept beside it. A second time changes
    nothing. A file that is not JSON is left alone.
    """
    from awhm.hooks.install import BACKUP, apply, block, installing, keep, settings_path

    path = path or settings_path(host, project=project)
    change = installing(path, block(host, executable, call.data_dir, server=server))
    _show(call, path, change.before, change.after)
    changed = change.before != change.after
    if changed and not dry_run:
        keep(change)
        apply(change)
    done = "would be installed" if dry_run else "installed" if changed else "there already; nothing was changed"
    call.out.line(f"hooks of {host}: {done} in {path}")
    backup = path + BACKUP if changed and change.before is not None and not dry_run else None
    call.out.document({"path": path, "changed": changed and not dry_run, "backup": backup})


@hook.command()
@click.option("--host", type=click.Choice(HOSTS), default=HOSTS[0], help="Whose settings (default: claude).")
@_file_options
@shared_options
def uninstall(call: Call, host: str, project: bool, path: str | None, dry_run: bool) -> None:
    """Take the hooks out of the host's settings, and show what that changes.

    If nobody has touched the file since, it is as it was before, byte for byte; else ours goes and the rest stays.
    """
    from awhm.hooks.install import apply, forget, settings_path, uninstalling

    path = path or settings_path(host, project=project)
    change = uninstalling(path)
    _show(call, path, change.before, change.after)
    if not dry_run:
        apply(change)
        forget(path)
    call.out.line(f"hooks of {host}: {'would be taken' if dry_run else 'taken'} out of {path}")
    call.out.document({"path": path, "changed": not dry_run, "removed": change.after is None})


def _show(call: Call, path: str, before: bytes | None, after: bytes | None) -> None:
    """The difference, for people."""
    old, new = ((data or b"").decode("utf-8", "replace").splitlines() for data in (before, after))
    for line in difflib.unified_diff(old, new, path, path, lineterm=""):
        call.out.line(line)
