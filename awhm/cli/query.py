"""`awhm query`: ask the store, for people, programs or a model's context. A plain read: it writes no event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, known_at, shared_options
from awhm.cli.filter_options import filter_options
from awhm.cli.output import Output, Part
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.jobs.context import Context
    from awhm.types import RetrievalResult

NOTHING_FOUND = 1
MOST_LINES, MOST_CHARACTERS = 4, 480  # of one message's text, for people


@click.command()
@click.argument("text")
@click.option("-k", type=click.IntRange(1, 100_000), metavar="N", help="How many results at most (default: 10).")
@click.option("--known-at", "known", metavar="POS|TIME", help="What the log knew at a position (m12) or time.")
@click.option("--as-of", metavar="TIME", help="What held at that time, and what had been said by then.")
@click.option("--when", metavar="PERIOD", help='Only what was said in a period, as "last 3 days" or "May 2024".')
@click.option("--trace", is_flag=True, help="Say why each was found.")
@click.option("--no-semantic", is_flag=True, help="Go by words alone.")
@click.option("--session", metavar="ID", help="The session that asks: its own turn that asks is left out.")
@click.option("--min-score", type=click.FloatRange(0, 1), metavar="X", help="Leave out what scores less (0 to 1).")
@click.option("--include-history", is_flag=True, help="Show what no longer holds too, marked as past.")
@click.option("--context", "as_context", is_flag=True, help="Print one text for a model, marked as data.")
@click.option("--max-tokens", type=click.IntRange(1), metavar="N", help="Its most tokens, --context alone.")
@filter_options
@shared_options
def query(
    call: Call,
    text: str,
    k: int | None,
    known: str | None,
    as_of: str | None,
    when: str | None,
    trace: bool,
    no_semantic: bool,
    session: str | None,
    min_score: float | None,
    include_history: bool,
    as_context: bool,
    max_tokens: int | None,
    **limits: Any,
) -> int:
    """Print the messages and memories that answer best, best first. Exit code 1 if there are none.

    What no longer holds is left out, and what took its place is found instead; --include-history shows both.
    A filter that is given more than once takes any of its values; of different filters all must fit.
    """
    if min_score is not None and min_score != min_score:
        raise Refused("bad_min_score", "--min-score is not a number", "Give a number from 0 to 1.")
    if max_tokens is not None and not as_context:
        raise click.UsageError("--max-tokens is of --context alone")
    if trace and as_context:
        raise click.UsageError("--trace has no place in a --context")
    from awhm.language.text import clean

    with call.store() as store:
        until = store.until(known_at(known))
        head = store.log.head().position
        options: dict[str, Any] = {
            "k": k,
            "as_of": as_of,
            "semantic": not no_semantic,
            "until": until,
            "min_score": min_score,
            "session": clean(session) if session is not None else None,
            "include_history": True if include_history else None,
            "when": when,
            **limits,
        }
        asked = {"query": text, "known_at": head if until is None else until}
        if as_context:
            context = store.context(text, max_tokens=max_tokens, **options)
            return tell(call.out, asked, context, max_tokens or store.config.context_tokens)
        results = store.recall(text, with_trace=True if trace else None, **options)
    ranks = [{"rank": rank, **result.to_dict()} for rank, result in enumerate(results, 1)]
    call.out.document({**asked, "results": ranks, "notes": call.out.notes})
    for rank, result in enumerate(results, 1):
        show(call.out, rank, result)
    if not results:
        call.out.line("Nothing found.")
        return NOTHING_FOUND
    return 0


def tell(out: Output, asked: dict[str, Any], context: Context, budget: int) -> int:
    """A context: on stdout nothing but its text, and nothing at all where it is empty."""
    out.document({**asked, "max_tokens": budget, **context.to_dict(), "notes": out.notes})
    if not out.as_json:
        left = f", {context.left_out} more had no room" if context.left_out else ""
        out.note(f"{context.tokens} of {budget} tokens, {len(context.shown)} shown{left}")
        if context.text:
            out.line(context.text)
    return 0 if context.text else NOTHING_FOUND


def show(out: Output, rank: int, result: RetrievalResult) -> None:
    """One result for people: a heading, the text, and the trace if it has one."""
    if out.as_json:
        return
    if rank > 1:
        out.line()
    who = f"{result.speaker} ({result.role})" if result.speaker else str(result.role)
    heading: list[Part] = [f"{rank}. ", (result.id, "bold cyan"), f"  {result.score:.4f}  ", (said(result), "bold")]
    out.line(*heading, f"  {who}  session {result.session_id}", (f"  [{result.source}]", "dim"))
    if result.status is not None:
        out.line("   ", *standing(result))
    text, cut = excerpt(result)
    for line in text.split("\n"):
        out.line("   ", line)
    if cut:
        out.line((f"   … all of it: awhm log show {result.id}", "dim"))
    if result.trace is not None:
        for line in why(result.trace):
            out.line(("   " + line, "dim"))


def standing(result: RetrievalResult) -> list[Part]:
    """The memory that a message holds, how it stands, and when it holds."""
    from awhm.cli.memories_lines import span, status

    name: Part = (f"memory {result.node_id}", "cyan") if result.node_id else "not consolidated yet"
    bounded = result.valid_from is not None or result.valid_to is not None
    parts: list[Part] = [name, "  ", status(str(result.status))]
    if result.superseded_by is not None:
        parts.append(
            f" by {result.superseded_by}" if result.status == "superseded" else f", then {result.superseded_by}"
        )
    return [*parts, f"  {span(result.valid_from, result.valid_to)}"] if bounded else parts


def said(result: RetrievalResult) -> str:
    """When it was said, on the speaker's own calendar."""
    from awhm.language.time import day, moment

    return day(*moment(result.occurred))


def excerpt(result: RetrievalResult) -> tuple[str, bool]:
    """The part that matched, shortened to a few lines, and whether that is less than all of it."""
    text = result.content
    start, end = result.passage or (0, len(text))
    part = text[start:end].strip()
    lines = part.splitlines() or [""]
    short = "\n".join(lines[:MOST_LINES])[:MOST_CHARACTERS].rstrip()
    cut = len(short) < len(text.strip())
    before, after = "… " if text[:start].strip() else "", " …" if len(short) < len(part) or text[end:].strip() else ""
    return before + short + after, cut


def why(trace: dict[str, Any]) -> list[str]:
    """A trace in words: each signal with its weight and share, what moved the result, and each word's score."""
    signals = [(name, one) for name, one in trace["signals"].items() if one["share"]]
    lines = ["why: " + (" + ".join(f"{name} {one['share']:.4f}" for name, one in signals) or "no signal of its own")]
    lines += [f"     {name}: value {one['value']:.4f}, weight {one['weight']:g}" for name, one in signals]
    lines[0] += f" = {trace['closeness']:.4f}"
    if trace["agreement"] < 1:
        lines.append(f"     agreement {trace['agreement']:.2f}: what fits was not said by whom the question names")
    if "moved" in trace:
        was = "nowhere" if trace["moved"] is None else f"{trace['moved']:.4f}"
        lines.append(f"     moved from {was}: what holds goes before what does not")
    terms = [f"{term['term']} {term['score']:.3f} ({_counted(term)})" for term in trace["terms"]]
    words = f"BM25 {trace['bm25']:.3f} = " + " + ".join(terms)
    return [*lines, f"     words: {words if terms else 'none in common'}"]


def _counted(term: dict[str, Any]) -> str:
    """How often a word is in this passage, and in how many passages of all it is."""
    rare = f", idf {term['idf']:.2f}" if "idf" in term else ""
    return f"{term['times']}x, in {term['in']}{rare}"
