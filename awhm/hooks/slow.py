"""The same through the whole store: for the first message of all, an encrypted store, an audit stream, and recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awhm.hooks.site_path import add_site

add_site()

import orjson  # noqa: E402

from awhm.commands.command import EndSession, LogMessage, StartSession  # noqa: E402
from awhm.commands.handle import handle_messages  # noqa: E402
from awhm.config import AWHMConfig  # noqa: E402
from awhm.errors import Conflict  # noqa: E402
from awhm.events.kinds import Kind  # noqa: E402
from awhm.store import Store  # noqa: E402

if TYPE_CHECKING:
    from awhm.hooks.capture import Said
    from awhm.hooks.turn import Plan, Turn

NEVER = 1_000_000_000  # events after which a hook saves a view: it has no time for that


def settings(given: dict[str, str], **more: object) -> AWHMConfig:
    """All the settings, those of the command line first. Raises Refused."""
    config = AWHMConfig(**given)
    return config.model_copy(update={"embed_in_background": False, **more})


def open_store(turn: Turn, *, create: bool = False) -> Store:
    """The store, for a hook: it waits for no lock for long and saves nothing. Raises as `Store`."""
    config = settings(turn.call.given())
    config = config.model_copy(update={"lock_timeout": config.hook_lock_timeout, "save_every": NEVER})
    return Store(config, create=create, mock="--mock" in turn.call.options)


def log_messages(turn: Turn, told: list[Said]) -> list[int]:
    """Append messages by `handle`; the positions, none where they are spooled. Raises as the store does."""
    from awhm.hooks.events import spooled
    from awhm.hooks.turn import fields_of

    try:
        store = open_store(turn, create=True)
        commands: list[LogMessage] = []
        for one, event_id in zip(told, turn.ids(len(told)), strict=True):
            fields = fields_of(turn, one)
            source = None
            if one.found is not None:
                event_id = store.writer.recognisable(one.found.occurred, one.found.identity())
                source = (one.found.source_id, "claude-code", None)
            if _is_again(store, turn, one):
                continue
            commands.append(
                LogMessage(
                    event_id,
                    turn.session,
                    one.role,
                    one.content,
                    fields["occurred"],
                    fields["zone"],
                    None,
                    source,
                    one.notes,
                )
            )
        return handle_messages(commands, store.writer).positions if commands else []
    except Conflict as error:
        return spooled(turn, told, error)


def _is_again(store: Store, turn: Turn, one: Said) -> bool:
    from awhm.hooks.raw import last_of
    from awhm.hooks.turn import is_again

    log = store.log
    positions = log.positions_of(store.writer.session_id(turn.session))
    newest_first = ((position, log.header(position)) for position in reversed(positions))
    return is_again(turn, last_of(newest_first, log.payload), one)


def mark(turn: Turn, plan: Plan) -> None:
    """Begin or end a session by `handle`, under the id that the event has anyway. Raises as the store does."""
    assert plan.mark is not None
    kind, payload = plan.mark
    fields, [event_id] = orjson.loads(payload), turn.ids(1)
    command: StartSession | EndSession = EndSession(event_id, turn.session, turn.now)
    if kind == Kind.SESSION_STARTED:
        command = StartSession(event_id, turn.session, turn.now, fields["client"], fields.get("metadata", {}))
    open_store(turn, create=True).handle(command)
