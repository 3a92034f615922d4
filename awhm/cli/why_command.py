"""`awhm why`: the whole story of one message, statement, memory or entity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import Output, Part, one_line

TEXT = 100  # characters of somebody's words in a line


@click.command()
@click.argument("id")
@click.option("--query", "question", metavar="TEXT", help="Say how well this question finds it, and why.")
@click.option("--as-of", metavar="TIME", help="How things stand at that time (default: now).")
@shared_options
def why(call: Call, id: str, question: str | None, as_of: str | None) -> None:
    """Show what a message said, what was read out of it by which rule, what became of that, and why.

    ID is a message (m12), a statement (s15.0), a memory (n15.0) or an entity (e and 16 hexadecimal digits).
    """
    with call.store() as store:
        story = store.why(id, question=question, as_of=as_of).to_dict()
    call.out.document(story)
    if not call.out.as_json:
        show(call.out, story)


def show(out: Output, story: Mapping[str, Any]) -> None:
    """A story for people: messages, statements, memories with all that changed them, names, and the question."""
    for told in story["messages"]:
        _message(out, told)
    if story["statements"]:
        out.line(("statements", "bold"))
        out.table([_statement(one) for one in story["statements"]], "  ")
    elif story["kind"] == "message":
        out.line("  nothing was read out of it")
    for memory in story["memories"]:
        _memory(out, memory)
    if story["more"]:
        out.line((f"and {story['more']} more: awhm memories list --all --entity {story['id']}", "dim"))
    if story["entities"]:
        out.line(("names", "bold"))
    for entity in story["entities"]:
        _entity(out, entity)
    if "asked" in story:
        _asked(out, story["asked"])


def _message(out: Output, told: Mapping[str, Any]) -> None:
    from awhm.cli.memories_lines import date

    who = told["speaker"] or told["role"] or "-"
    said = "erased" if told["occurred"] is None else f"{date(told['occurred'])}  {who}  session {told['session']}"
    out.line((told["id"], "bold cyan"), f"  {said}", (f"  logged {told['recorded']} by {told['actor']}", "dim"))
    for line in ("its words are erased" if told["text"] is None else told["text"]).split("\n"):
        out.line("  ", line)
    if told["set_aside"] is not None:
        out.line((f"  set aside, it could not be read: {told['set_aside']}", "yellow"))
    elif not told["consolidated"]:
        out.line(("  it waits to be consolidated: `awhm consolidate` reads it", "dim"))


def _statement(one: Mapping[str, Any]) -> list[Part]:
    became = "read anew since" if not one["counts"] else "became none" if one["memory"] is None else one["memory"]
    value = f"{'' if one['polarity'] else 'not '}{one['value']}{' (ends it)' if one['retracts'] else ''}"
    by = f"rule {one['rule']}, " if one["rule"] else ""
    return [
        (one["id"], "bold cyan"),
        "its words are erased" if one["text"] is None else f"“{one_line(one['text'], TEXT)}”",
        f"{one['family']} {one['confidence']:.2f}",
        (one["slot"] or "no slot", "dim"),
        one_line(value, TEXT),
        (f"{by}{one['extractor']}, {one['event']}", "dim"),
        f"-> {became}",
    ]


def _memory(out: Output, memory: Mapping[str, Any]) -> None:
    from awhm.cli.memories_lines import status, windows, words

    text = words({"subject": memory["slot"] or memory["family"], "attribute": None, **memory}, TEXT)
    out.line(("memory ", "bold"), (memory["id"], "bold cyan"), "  ", status(memory["status"]), f"  {text}")
    value = f"{'' if memory['polarity'] else 'not '}{memory['value']}"
    slot = memory["slot"] or "none: it stands for itself"
    out.table([("  holds", windows(memory["windows"])), ("  slot", slot), ("  value", one_line(value, TEXT))])
    rows: list[list[Part]] = []
    for change in memory["changes"]:
        held = "-" if change["kind"] == "MemoriesLinked" else f"holds {windows(change['windows'])}"
        event: Part = (change["event"], "bold cyan")
        rows.append([event, change["recorded"], f"by {change['actor']}", held, cause(change)])
    out.table(rows, "  ")


def cause(change: Mapping[str, Any]) -> str:
    """What made a change, in words; of a supersession the slot and the value that it holds since."""
    from awhm.cli.memories_changes import REASONS, RESTORED

    kind, reason, by = change["kind"], change["reason"] or "", change["by"]
    if kind == "MemorySuperseded":
        taken = f"superseded by {_other(by)}"
        value = f"{'' if by['polarity'] else 'not '}{by['value']}"
        return f"{taken}: {by['slot']} is {one_line(value, TEXT)}" if change["same_slot"] else taken
    if kind == "MemoryRetracted":
        return f"retracted: {REASONS.get(reason, reason)}" + (f": {_other(by)}" if by else "")
    if kind == "MemoryRestored":
        return f"restored: {RESTORED.get(reason, reason)}"
    if kind == "MemoriesLinked":
        return f"{reason}: {_other(by)}"
    return f"{'formed from' if kind == 'MemoryFormed' else 'said again in'} {', '.join(change['statements'])}"


def _other(by: Mapping[str, Any]) -> str:
    text = "" if by["text"] is None else f" “{one_line(by['text'], TEXT)}”"
    return f"{by['id']}{text}" + (f" in {by['message']}" if by["message"] else "")


def _entity(out: Output, entity: Mapping[str, Any]) -> None:
    from awhm.cli.memories_lines import labelled

    out.line("  ", (entity["id"], "bold cyan"), f"  {entity['name']}{labelled(entity['label'])}")
    rows: Sequence[list[Part]] = [
        [form["form"], form["label"] or "-", f"{form['how']}, {form['message'] or 'a command'}", (form["event"], "dim")]
        for form in entity["forms"]
    ]
    out.table(rows, "    ")


def _asked(out: Output, asked: Mapping[str, Any]) -> None:
    from awhm.cli.query import why as shares

    question = one_line(asked["question"], TEXT)
    if asked["rank"] is None:
        out.line((f"“{question}” does not find it", "bold"), f" among its first {asked['found']}")
        return
    out.line(
        (f"“{question}” finds {asked['message']}", "bold"),
        f": {asked['rank']}. of {asked['found']}",
        f", score {asked['score']:.4f}",
    )
    for line in shares(asked["trace"]):
        out.line(f"  {line}")
