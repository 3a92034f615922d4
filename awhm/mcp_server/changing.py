"""The tools that write: each through the same commands as every other door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from awhm.errors import Refused
from awhm.events.append_raw import clock, new_id
from awhm.mcp_server import arguments as given
from awhm.mcp_server.answer import Answer, no_store
from awhm.mcp_server.reading import Call
from awhm.types import Role


def log(call: Call, asked: given.Log) -> Answer:
    """Keep one message, durably. The first one of a session says which client it is."""
    from awhm.commands.command import StartSession
    from awhm.projections.buffer import tail

    role = asked.role.strip().lower()
    if role not in {one.value for one in Role}:
        raise Refused("bad_role", f"{asked.role[:80]!r} is no role", f"Roles: {', '.join(one.value for one in Role)}.")
    session, store = call.session, call.store
    content, notes = _kept(call, asked.content)
    before = store.log.head().position
    if call.client.name and not len(store.sessions().positions(session.session_id)):
        store.handle(StartSession(new_id(), session.session_id, clock(), call.client.name, {}))
    ident = session.log_message(
        role,
        content,
        notes,
        timestamp=asked.timestamp,
        speaker=asked.speaker,
        idempotency_key=asked.idempotency_key,
    )
    if role == Role.USER.value:
        call.client.about = content
    entries = len(tail(store.keeper.view("buffer").state, session.session_id))
    values = {"id": ident, "session": session.session_id, "new": int(ident[1:]) > before, "buffer_entries": entries}
    return Answer({**values, **notes})


def _kept(call: Call, text: str) -> tuple[str, dict[str, object]]:
    """What of a text may be kept: no secret and no private span ever reaches the log, and nothing while paused.

    Raises Refused (`paused`; `nothing_to_keep` where all of it was private).
    """
    from awhm.hooks.pauses import paused
    from awhm.redaction import kept

    if paused(str(call.store.config.data_dir), clock()):
        raise Refused("paused", "memory is paused, so nothing was kept", "The user can end that with `awhm resume`.")
    content, notes = kept(text)
    if notes and not content.strip():
        raise Refused("nothing_to_keep", "all of it is private", "What stands in <private> is never kept.")
    return content, notes


def consolidate(call: Call, asked: given.Nothing) -> Answer:
    """Turn all messages that wait into memories. Stopped halfway it loses nothing."""
    _refuse_none(call)
    store = call.store
    before = store.log.head().position
    done = store.consolidate(progress=call.going)
    values = {
        "sessions": done.sessions,
        "messages": done.messages,
        "memories": done.memories,
        "entities": done.entities,
        "set_aside": [f"m{position}" for position in done.set_aside],
        "changes": _changes(call, before, formed=False),
    }
    if not done.messages:
        return Answer(values, "Nothing was waiting to be consolidated.")
    return Answer(values, remembered=bool(values["changes"]))


def snapshot(call: Call, asked: given.Snapshot) -> Answer:
    """Name the position that the log has reached, to go back to. No copy is made."""
    _refuse_none(call)
    return Answer({"name": call.session.create_snapshot(asked.name)})


def delete(call: Call, asked: given.Node) -> Answer:
    """Erase for good. Raises Refused (`no_such_node`) where there is nothing of that id: nothing was written."""
    _refuse_none(call)
    gone = call.session.delete_node(asked.node_id.strip())
    if not gone.node_deleted:
        hint = "memory_query and memory_list show ids: n15.0 is a memory, m15 a message."
        raise Refused("no_such_node", f"there is no {asked.node_id[:80]!r}, or it is erased already", hint)
    return Answer({"node_id": asked.node_id.strip(), **gone.to_dict()})


def edit(call: Call, asked: given.Edit) -> Answer:
    """Give what a memory is about another value from now on."""
    text, _ = _kept(call, asked.text)
    return _decided(call, asked.node_id, lambda memory: call.store.edit(memory, text))


def retract(call: Call, asked: given.Retract) -> Answer:
    """Stop believing a memory, or take back what ended it."""
    decide = call.store.undo if asked.undo else call.store.retract
    return _decided(call, asked.node_id, decide)


def _decided(call: Call, ident: str, decide: Callable[[str], Any]) -> Answer:
    _refuse_none(call)
    memory = call.view().memory(ident).id
    before = call.store.log.head().position
    decide(memory)
    return Answer({"id": memory, "changes": _changes(call, before)}, remembered=True)


def _changes(call: Call, before: int, *, formed: bool = True) -> list[dict[str, Any]]:
    """What was written about memories behind a position, each with its words and cause."""
    from awhm.cli.memories_changes import CHANGES, rows_of, written
    from awhm.events.event import Kind

    kinds = CHANGES if formed else CHANGES - {Kind.MEMORY_FORMED, Kind.MEMORY_REINFORCED}
    rows = rows_of(call.view(), written(call.store.log, before, call.store.log.head().position, kinds))
    wanted = ("event", "kind", "memory", "text", "cause", "recorded")
    return [{name: row[name] for name in wanted} for row in rows]


def _refuse_none(call: Call) -> None:
    if call.store.folder is None:
        raise no_store(str(call.store.config.data_dir))
