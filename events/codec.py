"""Event to bytes and back. The bytes as stored are what is hashed; nothing is ever serialised again to verify."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import BaseModel

from awhm.errors import Damaged, Refused
from awhm.events.append_raw import NO_ONE, Draft
from awhm.events.event import Event, Recorded
from awhm.events.log import Row
from awhm.events.upcast import upcast

_SORTED = orjson.OPT_SORT_KEYS


def _plain(model: object) -> dict[str, Any]:
    if isinstance(model, BaseModel):
        return _fields(model)
    raise TypeError(f"{type(model).__name__} cannot be stored in an event")


def _fields(model: BaseModel) -> dict[str, Any]:
    return {key: value for key, value in vars(model).items() if value or (value is not None and value != {})}


def encode(event: Event) -> bytes:
    """The payload's bytes: JSON with sorted keys, fields that are None or empty left out.

    Raises Refused when a value is not JSON or not Unicode (a lone surrogate).
    """
    try:
        return orjson.dumps(_fields(event), default=_plain, option=_SORTED)
    except TypeError as error:
        raise Refused("not_json", f"{type(event).__name__} cannot be stored: {error}") from error


def draft(
    event: Event,
    event_id: bytes,
    stream: bytes,
    *,
    session: bytes = NO_ONE,
    scope: bytes = NO_ONE,
    actor: bytes = NO_ONE,
    sources: tuple[int, ...] = (),
) -> Draft:
    """An event with its ids, ready to append."""
    return Draft(
        int(event.kind),
        event_id,
        stream,
        encode(event),
        schema=event.schema_version,
        session=session,
        scope=scope,
        actor=actor,
        sources=sources,
    )


def decode(row: Row) -> Recorded | None:
    """A row of the log as an event in today's shape; None when its payload was erased.

    Raises Damaged if the payload is not JSON, Refused if a newer version of AWHM wrote it.
    """
    position, header, payload = row
    if payload is None:
        return None
    try:
        fields = orjson.loads(payload)
    except orjson.JSONDecodeError as error:
        raise Damaged("payload", f"event {position}: the payload is not JSON", position=position) from error
    return Recorded(position, header, upcast(header, fields))
