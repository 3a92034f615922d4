"""The tools that read: they write no event; what was shown is recorded once, when the session ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from awhm.errors import Refused
from awhm.events.append_raw import clock
from awhm.language.time import moment
from awhm.mcp_server import arguments as given
from awhm.mcp_server.answer import Answer
from awhm.types import NodeStatus, RetrievalResult, Role

if TYPE_CHECKING:
    from awhm.cli.memories_view import View
    from awhm.mcp_server.connections import Client
    from awhm.session import AWHMSession
    from awhm.store import KnownAt, Store

NOTHING = "Nothing is remembered about that."
FINDINGS = 50  # of a verification
FURTHEST = 2**62  # a position beyond every log
TELLING = ("node_id", "status", "valid_from", "valid_to", "superseded_by", "speaker", "passage", "trace")


@dataclass(frozen=True)
class Call:
    """One call of a tool: the session that asks, its connection, whether the model may be asked, and a way to stop."""

    session: AWHMSession
    client: Client
    meaning: Callable[[], bool]
    going: Callable[..., None]

    @property
    def store(self) -> Store:
        """The store of the session."""
        return self.session.store

    def view(self, as_of: str | None = None, known_at: KnownAt | None = None) -> View:
        """The memories at these times. Raises Refused."""
        from awhm.cli.memories_view import View  # here, as a question does not need it

        return View(self.store, clock() if as_of is None else moment(as_of).ms, self.store.until(known_at))


def known(told: int | str | None) -> KnownAt | None:
    """A position, as m12 or 12, or else a time."""
    if told is None:
        return None
    digits = str(told).strip().removeprefix("m")
    return min(int(digits[:20]), FURTHEST) if digits.isascii() and digits.isdigit() else str(told)


def query(call: Call, asked: given.Query) -> Answer:
    """The messages and memories that answer best, as a block within a budget, and what is known of each."""
    from awhm.jobs.context import checked

    store, until = call.store, known(asked.known_at)
    budget = checked(asked.max_tokens, store.config.context_tokens)
    options: dict[str, Any] = {
        "include_history": asked.include_history,
        "as_of": asked.as_of,
        "semantic": call.meaning(),
        "known_at": until,
        "when": asked.when,
    }
    call.client.about = asked.query
    context = call.session.context(asked.query, budget, k=asked.k, with_trace=asked.with_trace, **options)
    results = context.results
    position = store.until(until)
    values = {
        "known_at": store.log.head().position if position is None else position,
        "context": context.text,
        "results": [brief(rank, one, context.shown) for rank, one in enumerate(results, 1)],
        "left_out": context.left_out,
    }
    if not results:
        return Answer(values, NOTHING)
    lines = [context.text or f"max_tokens={budget} leaves no room for any of the {len(results)} found."]
    lines += [_trace(one) for one in results if one.trace is not None]
    if context.left_out and context.text:
        lines.append(f"{context.left_out} more had no room; ask with a larger max_tokens.")
    return Answer(values, "\n".join(lines))


def brief(rank: int, result: RetrievalResult, shown: tuple[str, ...]) -> dict[str, Any]:
    """What is known of a result besides its words, which stand in the block under its id."""
    values = result.to_dict()
    values.pop("content")
    kept = {name: value for name, value in values.items() if name not in TELLING or value}
    return {"rank": rank, **kept, "score": round(result.score, 4), "shown": result.id in shown}


def _trace(result: RetrievalResult) -> str:
    """Why one was found, without the words that it was found by, which may be anybody's."""
    trace = result.trace or {}
    signals = {name: round(one["share"], 4) for name, one in trace.get("signals", {}).items() if one["share"]}
    return f"trace {result.id}: score {result.score:.4f}, source {result.source}, {signals}"


def listed(call: Call, asked: given.Listed) -> Answer:
    """Memories, those that hold unless all are asked for: the newest, or those behind an id."""
    from awhm.cli.memories_open import matching

    view = call.view(asked.as_of, known(asked.known_at))
    filters = asked.model_dump(include={"slot", "subject", "family", "entity", "session"})
    ids = list(islice(matching(view, filters, every=asked.every, after=asked.after), asked.limit + 1))
    more, ids = len(ids) > asked.limit, ids[: asked.limit]
    if asked.after is None:
        ids.reverse()
    waiting = call.store.unconsolidated() if asked.known_at is None else 0
    values = {**view.clocks(), "memories": [lean(view.card(one)) for one in ids], "more": more}
    return Answer({**values, "waiting": waiting} if waiting else values, remembered=bool(ids))


def lean(card: dict[str, Any]) -> dict[str, Any]:
    """A memory in a list: what is not told by another field."""
    kept = {name: value for name, value in card.items() if value is not None and name != "windows"}
    return kept if len(card["windows"]) < 2 else {**kept, "windows": card["windows"]}


def show(call: Call, asked: given.Shown) -> Answer:
    """One memory in full with its sources; or a message in full with the memories that it became."""
    from awhm.cli.memories_changes import why

    view = call.view(asked.as_of, known(asked.known_at))
    name = asked.node_id.strip()
    if name[:1] == "m" and name[1:].isascii() and name[1:].isdigit():
        return Answer({**view.clocks(), **_message(view, int(name[1:20]))}, remembered=True)
    found = view.details(view.memory(name).id)
    found["why"] = why(view, found["id"], found["status"])
    return Answer({**view.clocks(), **found}, remembered=True)


def _message(view: View, position: int) -> dict[str, Any]:
    from awhm.language.time import iso
    from awhm.projections.graph_questions import memories_of

    if not 0 < position <= view.known_at or "content" not in (message := view.message(position) or {}):
        hint = "memory_query shows the ids of messages."
        raise Refused("no_such_message", f"m{position} is no message, or it is erased", hint)
    made = dict.fromkeys(memory for memory, _ in memories_of(view.graph, position) if view.graph.known(memory))
    return {
        "id": f"m{position}",
        "content": message["content"],
        "role": message["role"],
        "speaker": message.get("speaker"),
        "session": message["session"],
        "occurred": iso(message["occurred"], message.get("zone")),
        "memories": [lean(view.card(memory)) for memory in made],
    }


def history(call: Call, asked: given.History) -> Answer:
    """Every event that changed a memory, and what its slot held when."""
    from awhm.cli.memories_changes import changes_of

    view = call.view()
    memory = view.memory(asked.node_id).id
    timeline = view.timeline(view.shown_by(memory).slot, memory)
    values = {"id": memory, "changes": changes_of(view, memory), "timeline": [lean(card) for card in timeline]}
    return Answer(values, remembered=True)


def status(call: Call, asked: given.Nothing) -> Answer:
    """The store's status, and this session's."""
    return Answer(call.session.status())


def verify(call: Call, asked: given.Verify) -> Answer:
    """Check the chain, the payloads, the saved views and the checkpoints. Can be cancelled."""
    report = call.store.verify(headers_only=asked.headers_only, progress=call.going)
    findings = [{"position": one.position, "what": one.what, "detail": one.detail} for one in report.findings]
    values = {
        "ok": report.ok,
        "events": report.events,
        "erased": report.erased,
        "headers_only": report.headers_only,
        "head": {"position": report.head.position, "chain": report.head.chain.hex()},
        "findings": findings[:FINDINGS],
    }
    return Answer(values if len(findings) <= FINDINGS else {**values, "more": len(findings) - FINDINGS})


def current(call: Call, asked: given.Nothing) -> Answer:
    """The context of this moment: on what the client last asked or said; at first the newest that holds."""
    from awhm.jobs.context import build
    from awhm.jobs.context_past import past_in

    if call.client.about is not None:
        found = call.session.context(call.client.about, semantic=call.meaning())
        return Answer(found.to_dict(), found.text)
    from awhm.projections.graph_questions import holding

    view = call.view()
    newest = islice(reversed(holding(view.graph, view.at)), call.store.config.k)
    results = [one for memory in newest if (one := held(view, memory)) is not None]
    past = past_in(view.graph, results, view.at, call.store.log.payload)
    found = build(results, call.store.config.context_tokens, past=past, complete=True)
    return Answer(found.to_dict(), found.text)


def held(view: View, memory: str) -> RetrievalResult | None:
    """A memory that holds as a recall would give it; None where its words are erased."""
    card, said = view.card(memory), view.shown_by(memory)
    message = view.message(said.message)
    if message is None:
        return None
    return RetrievalResult(
        memory, message["content"], 1.0, "graph", id=card["message"], session_id=said.session,
        role=Role(message["role"]), occurred=card["occurred"], speaker=message.get("speaker"),
        passage=(said.start, said.end), status=NodeStatus(card["status"]),
        valid_from=card["valid_from"], valid_to=card["valid_to"],
    )  # fmt: skip
