"""The options of `awhm query` that limit what may answer."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

# Option, its name in `Filters`, metavar, help. Each can be given more than once: any of the values will do.
_SEVERAL = (
    ("--in-session", "sessions", "ID", "Only what was said in this session."),
    ("--speaker", "speakers", "NAME", "Only what this speaker said."),
    ("--role", "roles", "ROLE", "Only what was said in this role, as user or assistant."),
    ("--tag", "tags", "TAG", "Only messages with this tag."),
    ("--entity", "entities", "ID|NAME", "Only what names this person, place or thing."),
    ("--kind", "kinds", "KIND", "Only memory, or only message: what became no memory."),
    ("--family", "families", "FAMILY", "Only memories: fact, preference, policy, outcome or correction."),
    ("--type", "types", "TYPE", "Only memories: semantic, episodic or procedural."),
    ("--status", "statuses", "STATUS", "Only memories that stand so: active, upcoming, superseded, ..."),
)
_TIMES = (
    ("--since", "since", "Only what was said at that time or later."),
    ("--before", "before", "Only what was said before that time."),
)
_NAMES = (*(name for _, name, _, _ in _SEVERAL), *(name for _, name, _ in _TIMES), "min_confidence")


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the filters and `--scope`.

    The command gets `filters`, a mapping of what was given, and `scopes`, None for one's own.
    """

    @functools.wraps(command)
    def called(*arguments: Any, **options: Any) -> Any:
        given = {name: options.pop(name) for name in _NAMES}
        filters = {name: value for name, value in given.items() if value not in (None, ())}
        return command(*arguments, filters=filters, scopes=options.pop("scopes") or None, **options)

    options = [
        *(
            click.option(option, name, metavar=shown, multiple=True, help=text)
            for option, name, shown, text in _SEVERAL
        ),
        *(click.option(option, name, metavar="TIME", help=text) for option, name, text in _TIMES),
        click.option("--min-confidence", type=float, metavar="X", help="Only memories at least so sure, 0 to 1."),
        click.option(
            "--scope", "scopes", metavar="NAME", multiple=True, help="Ask in this scope in place of your own."
        ),
    ]
    decorated: Callable[..., Any] = called
    for option in reversed(options):
        decorated = option(decorated)
    return decorated
