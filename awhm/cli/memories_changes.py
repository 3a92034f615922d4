"""What changed memories, as plain JSON values: each event, what it was caused by, and the words for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from awhm.cli.memories_view import View, spans
from awhm.commands.claims import BY_HAND
from awhm.events import chain
from awhm.events.event import EVENTS, Kind, MemoryChanged
from awhm.events.log import Log
from awhm.events.understood import fields_of
from awhm.language.time import iso
from awhm.projections import graph_questions as ask
from awhm.projections.memory import Change, Link

CHANGES = frozenset(kind for kind, event in EVENTS.items() if issubclass(event, MemoryChanged))
REASONS = {
    "user": "somebody retracted it",
    "review": "it was rejected in a review",
    "said": "a later statement ended it",
    "undone": "somebody took back what it had ended",
    "rejected": "its statements were rejected",
    "extracted anew": "newer rules no longer find it in its message",
    "restored": "a snapshot was restored that is older than it",
}  # of retractions, as commands/ruling.py and commands/believing.py give them
RESTORED = {
    "undone": "somebody took back what had ended it",
    "review": "it was accepted in a review",
    "recomputed": "what was said since changed its times",
    "restored": "a snapshot was restored",
}


class Written(NamedTuple):
    """An event of a memory: its position, its kind, and the memory's id."""

    position: int
    kind: int
    memory: str


def changes_of(view: View, memory: str) -> list[dict[str, Any]]:
    """All that ever changed a memory, and the disputes it is in, in the order of the log."""
    rows = [row_of(view, memory, one) for one in ask.history(view.graph, memory)]
    rows += [link_of(view, link) for link in view.graph.links if memory in (link.memory, link.other)]
    return sorted(rows, key=lambda row: row["position"])


def row_of(view: View, memory: str, change: Change) -> dict[str, Any]:
    """One event of a memory; `cause` is what did it, in words."""
    zone = view.zone(view.shown_by(memory)) if view.graph.known(memory) else None
    return {
        "event": f"m{change.position}",
        "position": change.position,
        "recorded": iso(change.recorded),
        "kind": EVENTS[change.kind].__name__,
        "memory": memory,
        "text": view.text(memory),
        "cause": cause(view, change),
        "by": change.by,
        "reason": change.reason,
        "windows": spans(change.windows, zone),
        "statements": list(change.statements),
        "accepted": list(change.accepted),
        "rejected": list(change.rejected),
    }


def link_of(view: View, link: Link) -> dict[str, Any]:
    """A relation that was put between two memories."""
    return {
        "event": f"m{link.position}",
        "position": link.position,
        "recorded": iso(link.recorded),
        "kind": EVENTS[Kind.MEMORIES_LINKED].__name__,
        "memory": link.memory,
        "text": view.text(link.memory),
        "cause": f"{link.relation} {view.named(link.other)}",
        "other": link.other,
        "relation": link.relation,
    }


def cause(view: View, change: Change) -> str:
    """What made a change, in words."""
    known = view.graph.statements
    if change.kind == Kind.MEMORY_SUPERSEDED:
        return f"superseded by {view.named(change.by or '')}"
    if change.kind == Kind.MEMORY_RETRACTED:
        said = known.get(change.by or "")
        if said is not None and said.extractor == BY_HAND:
            return f"retracted: somebody gave it another value in m{said.message}"
        reason = REASONS.get(change.reason or "", change.reason or "")
        text = None if said is None else view.clause(said)
        by = "" if said is None else f": m{said.message}" + ("" if text is None else f" “{text}”")
        return f"retracted: {reason}{by}"
    if change.kind == Kind.MEMORY_RESTORED:
        return f"restored: {RESTORED.get(change.reason or '', change.reason or '')}"
    messages = dict.fromkeys(f"m{known[number].message}" for number in change.statements if number in known)
    verb = "formed from" if change.kind == Kind.MEMORY_FORMED else "said again in"
    return f"{verb} {', '.join(messages) or 'what has been erased'}"


def why(view: View, memory: str, status: str) -> str:
    """Why a memory stands as it does, in words."""
    found = view.graph.memories[memory]
    if status in ("superseded", "retracted"):
        ends = [one for one in found.changes if one.kind in (Kind.MEMORY_SUPERSEDED, Kind.MEMORY_RETRACTED)]
        change = found.ender or ends[-1]
        return f"{cause(view, change)} (m{change.position}, {iso(change.recorded)})"
    if status == "disputed":
        return f"it contradicts {', '.join(map(view.named, view.graph.disputes[memory]))}, and is less sure"
    if status == "upcoming":
        return "its time has not come yet"
    if status == "ended":
        return "its own words gave it an end" if found.windows else "it holds at no time"
    return "nothing has ended it"


def written(log: Log, after: int, until: int, kinds: frozenset[Kind] = CHANGES) -> list[Written]:
    """The events of memories behind one position and up to another, of these kinds, and the disputes."""
    wanted = {*kinds, Kind.MEMORIES_LINKED}
    return [
        Written(position, kind, fields["memory"])
        for position, header, body in log.read(after, until)
        if (kind := chain.kind_of(header)) in wanted and body is not None
        if (fields := fields_of(header, body)) is not None
    ]


def rows_of(view: View, events: Sequence[Written]) -> list[dict[str, Any]]:
    """What these events say, in their order."""
    disputed = any(event.kind == Kind.MEMORIES_LINKED for event in events)
    links = {link.position: link for link in view.graph.links} if disputed else {}
    made: list[dict[str, Any]] = []
    for position, kind, memory in events:
        if kind == Kind.MEMORIES_LINKED:
            made.append(link_of(view, links[position]))
        else:
            changes = view.graph.memories[memory].changes
            made.append(row_of(view, memory, next(one for one in changes if one.position == position)))
    return made
