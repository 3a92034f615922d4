"""`awhm patterns`: what the rules of extraction make of a text, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, group_options, shared_options
from awhm.cli.output import one_line

if TYPE_CHECKING:
    from awhm.language.statement import Statement

TEXT = 100  # characters of a clause in a list
NOTHING_FOUND = 1


@click.group()
@group_options
def patterns(**_: Any) -> None:
    """Try the rules that turn messages into statements."""


@patterns.command()
@click.argument("text", metavar="TEXT|-")
@click.option("--role", default="user", show_default=True, help="Who speaks: user, assistant, system, tool, ...")
@click.option("--speaker", metavar="NAME", help="The speaker's name, if it is not the user.")
@click.option("--time", "occurred", metavar="ISO", help="When it was said (default: now); dates are read from there.")
@shared_options
def test(call: Call, text: str, role: str, speaker: str | None, occurred: str | None) -> None:
    """Show what a message would yield, clause by clause, and why. Stores nothing.

    The exit code is 1 when it yields nothing.
    """
    from awhm.cli.add import from_stdin
    from awhm.commands.decide import role_of
    from awhm.events.append_raw import clock
    from awhm.language.extract import explain
    from awhm.language.text import clean
    from awhm.language.time import Moment, moment

    content = clean(from_stdin() if text == "-" else text)
    when = moment(occurred) if occurred is not None else Moment(clock(), None)
    found: list[dict[str, Any]] = []
    for clause, statement, reason in explain(content, role=role_of(role).value, speaker=speaker):
        said = None if statement is None else details(statement, content, when.ms, when.zone)
        found.append({"clause": clause, "statement": said, "reason": reason})
        call.out.line((one_line(clause, TEXT), "bold"))
        if said is None:
            call.out.line("  nothing: ", reason)
        else:
            call.out.table([(f"  {name}", str(value)) for name, value in said.items() if value not in (None, False)])
    call.out.document({"text": content, "clauses": found})
    if not any(entry["statement"] for entry in found):
        call.out.note("it yields nothing")
        raise click.exceptions.Exit(NOTHING_FOUND)


def details(statement: Statement, text: str, occurred: int, zone: int | None) -> dict[str, Any]:
    """One statement as plain JSON values, its slot and window worked out."""
    from awhm.language.slots import slot_key
    from awhm.language.time import iso
    from awhm.language.windows import window

    bounds = window(text, statement.when, occurred, zone)
    return {
        "family": statement.family.value,
        "subject": statement.subject,
        "slot": slot_key("user", statement),
        "value": statement.value,
        "polarity": "+" if statement.polarity else "-",
        "many": statement.many,
        "corrects": statement.corrects,
        "retracts": statement.retracts,
        "third": statement.third,
        "from": None if bounds.start is None else iso(bounds.start, zone),
        "until": None if bounds.end is None else iso(bounds.end, zone),
        "confidence": round(statement.confidence, 3),
        "rule": statement.rule,
        "span": [statement.start, statement.end],
    }
