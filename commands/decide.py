"""All the rules: a command and the state give events, or a refusal. Pure; a repeated request gives none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from awhm.commands.command import Command, EndSession, LogMessage, RecordRecalls, StartSession
from awhm.commands.state import State
from awhm.errors import Refused
from awhm.events.event import (
    Event,
    MemoriesRecalled,
    MessageLogged,
    Role,
    SessionEnded,
    SessionStarted,
    Shown,
    Source,
)
from awhm.language.text import clean, clean_json

Model = TypeVar("Model", bound=BaseModel)


def decide(command: Command, state: State, session_id: bytes) -> list[Event]:
    """The events that a command leads to, none when there is nothing left to do.

    `session_id` is the opaque id of the command's session. Raises Refused when the command makes no sense.
    """
    match command:
        case LogMessage():
            return [log_message(command)]
        case StartSession():
            if state.open.get(session_id):
                return []
            return [
                _event(
                    SessionStarted,
                    session=clean(command.session),
                    occurred=command.occurred,
                    client=_cleaned(command.client),
                    metadata=_metadata(command.metadata),
                )
            ]
        case EndSession():
            if not state.open.get(session_id):
                return []
            return [_event(SessionEnded, session=clean(command.session), occurred=command.occurred)]
        case RecordRecalls():
            if not command.shown:
                return []
            shown = [_event_part(position, turns) for position, turns in sorted(command.shown.items())]
            return [_event(MemoriesRecalled, session=clean(command.session), shown=shown)]


def log_message(command: LogMessage) -> MessageLogged:
    """The one decision that needs no state: a session starts with its first message.

    Raises Refused for an unknown role, a blank message, metadata that is not JSON, a time out of range.
    """
    content = clean(_text(command.content, "content"))
    if not content.strip():
        raise Refused("empty", "the message is empty", "There is nothing to remember; leave it out.")
    return _event(
        MessageLogged,
        session=clean(command.session),
        role=role_of(command.role),
        content=content,
        occurred=command.occurred,
        zone=command.zone,
        speaker=_cleaned(command.speaker),
        source=_source(*command.source) if command.source else None,
        metadata=_metadata(command.metadata),
    )


def _text(given: object, what: str) -> str:
    """Callers are not always typed: hosts send None where a turn has no words."""
    if not isinstance(given, str):
        raise Refused("invalid", f"{what} is {type(given).__name__}, not text", "Give text.")
    return given


def _metadata(given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise Refused("bad_metadata", f"metadata is {type(given).__name__}, not an object", "Give a dict.")
    cleaned: dict[str, Any] = clean_json({**cast("Mapping[str, Any]", given)})
    return cleaned


def role_of(role: str) -> Role:
    """The role by its name, in any case. Raises Refused and lists the roles there are."""
    try:
        return Role(role.strip().lower())
    except ValueError:
        raise Refused(
            "unknown_role",
            f"there is no role {role!r}",
            "The roles are " + ", ".join(r.value for r in Role) + ".",
        ) from None


def _event_part(position: int, turns: tuple[int, ...]) -> Shown:
    return _event(Shown, position=position, times=len(turns), turns=sorted(set(turns)))


def _source(name: str, kind: str, version: str | None) -> Source:
    return _event(Source, id=clean(name), kind=clean(kind), version=_cleaned(version))


def _cleaned(text: str | None) -> str | None:
    return (clean(text) or None) if text else None


def _event(model: type[Model], **fields: object) -> Model:
    try:
        return model(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Refused("invalid", f"{where}: {first['msg']}", "Correct it and try again.") from error
