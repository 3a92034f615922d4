"""The command `awhm`: its groups, and the boundary where every error becomes a message and an exit code."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from awhm import __version__
from awhm.cli.add import add
from awhm.cli.backup_command import backup, restore_command
from awhm.cli.call import group_options
from awhm.cli.checkpoint_command import checkpoint
from awhm.cli.consolidate_command import consolidate
from awhm.cli.demo_command import demo
from awhm.cli.doctor_command import doctor
from awhm.cli.embed_command import embed
from awhm.cli.entities_command import entities
from awhm.cli.erase_command import delete, erase
from awhm.cli.erasures_command import erasures
from awhm.cli.eval_command import eval_command
from awhm.cli.graph_command import graph
from awhm.cli.hook_command import hook
from awhm.cli.import_command import import_command
from awhm.cli.log_commands import log
from awhm.cli.memories_command import memories
from awhm.cli.output import Output, visible
from awhm.cli.patterns import patterns
from awhm.cli.pause_command import pause, resume
from awhm.cli.prove import rebuild, verify
from awhm.cli.prove_command import prove
from awhm.cli.query import query
from awhm.cli.recalls_command import recalls
from awhm.cli.scan_command import scan
from awhm.cli.serve_command import serve
from awhm.cli.skill_command import skill
from awhm.cli.snapshot_command import snapshot
from awhm.cli.status import status
from awhm.cli.why_command import why
from awhm.errors import AwhmError, Damaged, exit_code

INTERRUPTED = 130  # 128 + SIGINT, as shells count
PIPE_CLOSED = 141  # 128 + SIGPIPE


class Boundary(click.Group):
    """A group whose `main` ends the process with a code and never with a traceback for a user's mistake."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run `args` (default: those of the process) and exit; see docs/cli.md for the codes."""
        argv = list(sys.argv[1:] if args is None else args)
        out = Output(asks_for_json(argv))
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(AttributeError):  # a stream that a caller put there
                stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        notes = Notes(out)
        logging.getLogger("awhm").addHandler(notes)
        try:
            sys.exit(self._run(argv, prog_name or "awhm", out, {"complete_var": complete_var, **extra}))
        finally:
            logging.getLogger("awhm").removeHandler(notes)

    def _run(self, argv: list[str], name: str, out: Output, extra: dict[str, Any]) -> int:
        try:
            code = super().main(argv, name, standalone_mode=False, obj=out, **extra)
            sys.stdout.flush()
        except AwhmError as error:
            code = exit_code(error)
            report(out, error.code, str(error), error.hint, error.position if isinstance(error, Damaged) else None)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            code = 2
        except click.ClickException as error:
            code = 2
            context = error.ctx if isinstance(error, click.UsageError) else None
            hint = "" if context is None else f"`{context.command_path} --help` shows what can be given."
            report(out, "usage", error.format_message().rstrip("."), hint)
        except click.Abort:
            code = INTERRUPTED
        return code if isinstance(code, int) else 0

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that went away and Ctrl-C end it quietly."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()  # here, so that a closed pipe is noticed inside this block
        except BrokenPipeError:
            # What is still buffered goes nowhere, so that the interpreter's own flush at exit finds no fault.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return PIPE_CLOSED
        except KeyboardInterrupt:
            return INTERRUPTED
        return code


class Notes(logging.Handler):
    """What the library has to say on the way (no model, no vectors yet) becomes a note on stderr."""

    def __init__(self, out: Output) -> None:
        super().__init__(logging.WARNING)
        self._out = out

    def emit(self, record: logging.LogRecord) -> None:
        """Print one record."""
        self._out.note(record.getMessage())


def asks_for_json(argv: Sequence[str]) -> bool:
    """Whether the arguments ask for JSON. Looked up here because even a refusal of the rest is then JSON."""
    options = argv[: argv.index("--")] if "--" in argv else argv
    return "--json" in options


def report(out: Output, code: str, message: str, hint: str, position: int | None = None) -> None:
    """An error: for people on stderr, for programs as the one document on stdout."""
    if out.as_json:
        error = {"code": code, "message": message, "hint": hint}
        out.document({"error": error if position is None else {**error, "position": position}})
        return
    click.echo(visible(f"awhm: {message}"), err=True)
    if hint:
        click.echo(visible(f"      {hint}"), err=True)


@click.group(cls=Boundary, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="awhm %(version)s")
@group_options
def main(**_: Any) -> None:
    """Long-term memory for agents, on your own machine, with a log that proves it."""


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.pass_obj
def version(out: Output, as_json: bool) -> None:
    """Print the version."""
    out.line(f"awhm {__version__}")
    out.document({"version": __version__})


for _command in (
    *(status, add, query, why, consolidate, embed, memories, entities, graph, log, verify, rebuild),
    *(checkpoint, prove, doctor),
    *(hook, serve, pause, resume, recalls),
    *(import_command, patterns, eval_command, demo),
    skill,
    *(delete, erase),
    *(scan, erasures),
    *(snapshot, backup, restore_command),
):
    main.add_command(_command)
