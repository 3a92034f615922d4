"""`awhm skill`: tells agents when to remember and when to ask, as a Claude Code skill or in an AGENTS.md."""

from __future__ import annotations

import os
from typing import Any

import click

from awhm.cli.call import Call, group_options, shared_options

SKILLS = "~/.claude/skills"
WORDS = {
    "written": "written",
    "unchanged": "as it should be",
    "restored": "our block is gone, the rest as it was",
    "removed": "removed",
    "absent": "is not there",
}


@click.group()
@group_options
def skill(**_: Any) -> None:
    """What an agent is told about memory: when to remember, when to ask, what never to store."""


@skill.command()
@click.option("--to", metavar="DIR", help=f"The folder of skills (default: {SKILLS}, unless --agents-md is given).")
@click.option("--agents-md", metavar="FILE", help="A file such as AGENTS.md: a marked block at its end has the text.")
@click.option("--uninstall", is_flag=True, help="Take it out again; everything else stays as it is.")
@shared_options
def install(call: Call, to: str | None, agents_md: str | None, uninstall: bool) -> None:
    """Put the skill in place, or the newest text in place of an older one. Twice changes nothing.

    What is there stays byte for byte, but for the block between `awhm:begin` and `awhm:end`.
    """
    from awhm.skill import installing

    folder = to if to is not None or agents_md is not None else SKILLS
    done: list[installing.Done] = []
    if folder is not None:
        put = installing.uninstall_skill if uninstall else installing.install_skill
        done.append(put(os.path.abspath(os.path.expanduser(folder))))
    if agents_md is not None:
        path = os.path.abspath(os.path.expanduser(agents_md))
        if uninstall:
            done.append(installing.uninstall_block(path))
        else:
            done.append(installing.install_block(path, installing.skill()[1]))
    call.out.document({"files": [{"path": one.path, "done": one.what} for one in done]})
    for one in done:
        call.out.line(f"{one.path}: {WORDS[one.what]}")


@skill.command()
@shared_options
def show(call: Call) -> None:
    """Print the text itself."""
    from awhm.skill.installing import skill as parts

    head, text = parts()
    call.out.document({"skill": (head + text).decode(), "text": text.decode()})
    if not call.out.as_json:
        call.out.line(text.decode().rstrip("\n"))
