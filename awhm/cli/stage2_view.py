"""Stage 2 at the command line: which model, what a run would show it, and what came of one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from awhm.cli.output import Output, one_line

if TYPE_CHECKING:
    from awhm.cli.call import Call
    from awhm.jobs.stage2 import Refined, Sheet
    from awhm.store import Store

TEXT = 100  # characters of a refused proposal that are shown
MOST = 20  # refusals that are shown; all are counted, and all are in the log


def rehearsed(call: Call, store: Store, session: str | None) -> int:
    """Say what a run would show a model. Nothing is asked and nothing is written."""
    from awhm.cli.memories_lines import counted

    sheets = store.refinement.plan(session=session)
    tokens = sum(one.tokens for one in sheets)
    call.out.document({"dry_run": True, "calls": [_sheet(one) for one in sheets], "tokens": tokens, "notes": []})
    call.out.line((f"{counted(len(sheets), 'call')}, about {tokens} tokens; nothing was asked or written", "bold"))
    for one in sheets:
        first, last = one.range.positions[0], one.range.positions[-1]
        said = counted(len(one.messages), "message")
        call.out.line(f"  {one.range.session}: m{first} to m{last}, {said}, about {one.tokens} tokens")
    if sheets:
        call.out.line(("--json shows every word that a model would see", "dim"))
    return 0


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "session": sheet.range.session,
        "messages": [f"m{one.position}" for one in sheet.messages],
        "tokens": sheet.tokens,
        "system": sheet.prompt.system,
        "user": sheet.prompt.user,
    }


def document(done: Refined) -> dict[str, Any]:
    """What a run did, as JSON."""
    return {
        **{
            name: getattr(done, name)
            for name in ("model", "ranges", "messages", "calls", "tokens", "proposed", "taken")
        },
        **{name: getattr(done, name) for name in ("memories", "left", "changed", "sessions")},
        "refused": [one._asdict() for one in done.refused],
        "failed": [one._asdict() for one in done.failed],
    }


def show(out: Output, done: Refined) -> None:
    """The same for people."""
    from awhm.cli.memories_lines import counted

    read = f"{counted(done.messages, 'message')} read by {done.model} in {counted(done.calls, 'call')}"
    new = counted(done.memories, "new memory", "new memories")
    out.line((f"stage 2: {read}, about {done.tokens} tokens, {new}", "bold"))
    out.line(f"  {done.proposed} proposed, {done.taken} taken, {len(done.refused)} refused")
    for reason, number in sorted(Counter(one.reason for one in done.refused).items()):
        out.line(f"  refused: {number} × {reason}")
    for one in done.refused[:MOST]:
        out.line((f"    {one_line(one.proposal, TEXT)}", "dim"))
    for failure in done.failed:
        where = f"m{failure.after + 1} to m{failure.through} of {failure.session}"
        out.line(("failed: ", "yellow"), f"{where} ({failure.reason}); the next run tries it again")
    if done.changed:
        text = f"{counted(done.changed, 'range')} changed while the model read, and nothing of that was kept"
        out.line((text, "yellow"))
    if done.left:
        out.line((f"{counted(done.left, 'range')} left for the next run", "yellow"))
