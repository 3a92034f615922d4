"""Whether a payload can be understood: of its kind's shape, as it would have to be to be written by a command. Pure.

A hook appends without asking, and so may any program. What it wrote is looked at here when it is first read, before
any fold sees it: a payload that none could understand is set aside for all of them, and its bytes stay in the log.
"""

from __future__ import annotations

from typing import Any, cast

import orjson
from pydantic import ValidationError

from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.event import EVENTS, Kind
from awhm.events.kinds import Role
from awhm.events.upcast import upcast

NOT_JSON = "it is not JSON"
_ROLES = frozenset(role.value for role in Role)
_EARLIEST, _LATEST = -62_135_596_800_000, 253_402_300_799_999  # ms: `kinds.EpochMs`
_MESSAGE = int(Kind.MESSAGE_LOGGED).to_bytes(2, "big")
_LONGEST = 512  # characters: `kinds.Name`
_UNKNOWN_FIELD = "extra_forbidden"  # as pydantic names it


def is_usual_message(fields: Any) -> bool:
    """Whether these are surely the fields of a `MessageLogged`; where not, `fault` tells more, at ten times the cost.

    It says what the model says of what nearly all messages are, as a million of them are read in a row.
    """
    try:
        content, session, occurred = fields["content"], fields["session"], fields["occurred"]
        if not (
            type(content) is str
            and type(session) is str
            and type(occurred) is int
            and 0 < len(session) <= _LONGEST
            and _EARLIEST <= occurred <= _LATEST
            and fields["role"] in _ROLES
        ):
            return False
    except (KeyError, TypeError):  # not there; not an object; a role that is a list
        return False
    others = len(fields) - 4
    if others and (speaker := fields.get("speaker")) is not None:
        if not _is_name(speaker):
            return False
        others -= 1
    if others and (zone := fields.get("zone")) is not None:
        if not (type(zone) is int and -1080 <= zone <= 1080):
            return False
        others -= 1
    if others and type(fields.get("metadata")) is dict:
        others -= 1
    if others and (source := fields.get("source")) is not None:
        if not _is_source(source):
            return False
        others -= 1
    return others == 0


def _is_source(source: Any) -> bool:
    try:
        return _is_name(source["id"]) and _is_name(source["kind"]) and type(source.get("version", "")) is str
    except (KeyError, TypeError, AttributeError):
        return False


def _is_name(value: object) -> bool:
    return type(value) is str and 0 < len(value) <= _LONGEST


def fault(kind: int, fields: object) -> str | None:
    """Why the fields of a payload of today's shape cannot be understood, without a word of it; None if they can.

    A field that the model does not know makes nothing unreadable: nobody reads it.
    """
    if kind == Kind.MESSAGE_LOGGED and is_usual_message(fields):
        return None
    if not isinstance(fields, dict):
        return "it is no object"
    known = dict(cast("dict[str, Any]", fields))
    if isinstance(known.get("metadata"), dict):
        known["metadata"] = {}  # whatever it is, it is JSON; nested deeper, perhaps, than the model follows
    try:
        EVENTS[Kind(kind)].model_validate_json(orjson.dumps(known))
    except ValidationError as error:
        wrong = [one for one in error.errors(include_url=False, include_input=False) if one["type"] != _UNKNOWN_FIELD]
        if wrong:
            where = ".".join(map(str, wrong[0]["loc"]))
            return f"{where}: {wrong[0]['type'].replace('_', ' ')}"
    return None


def fault_of(header: bytes, body: bytes) -> str | None:
    """Why a stored payload cannot be understood; None if it can, or is of a kind or schema of a newer version."""
    kind = chain.kind_of(header)
    if kind not in EVENTS:
        return None
    try:
        fields: object = orjson.loads(body)
    except ValueError:
        return NOT_JSON
    if not isinstance(fields, dict):
        return fault(kind, fields)
    try:
        return fault(kind, upcast(header, cast("dict[str, Any]", fields)))
    except Damaged:
        return f"there never was a schema {chain.schema_of(header)} of its kind"
    except (KeyError, TypeError, ValueError, AttributeError):  # a step from an old shape could not follow it
        return f"it is not as schema {chain.schema_of(header)} of its kind was"
    except Refused:
        return None


def without_nulls(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields without those that are null, in lists of objects too: a command leaves them out, and folds rely on it.

    What is in `metadata` is the user's, and stays.
    """
    return {name: _without(value, name) for name, value in fields.items() if value is not None}


def _without(value: object, name: str) -> object:
    if name == "metadata":
        return value
    if isinstance(value, dict):
        return without_nulls(cast("dict[str, Any]", value))
    if isinstance(value, list):
        return [_without(one, "") for one in cast("list[object]", value)]
    return value


def fields_of(header: bytes, body: bytes) -> dict[str, Any] | None:
    """The fields of a stored payload as a fold would be handed them; None where it cannot be understood.

    Raises Refused (`newer_event`).
    """
    try:
        fields = orjson.loads(body)
    except ValueError:
        return None
    if header[chain.KIND] == _MESSAGE and is_usual_message(fields):
        return cast("dict[str, Any]", fields)
    if fault_of(header, body) is not None:
        return None
    return without_nulls(upcast(header, cast("dict[str, Any]", fields)))


def shown(body: bytes) -> dict[str, Any]:
    """A payload's fields, for people; `unreadable` with all of its text where it is no JSON object."""
    try:
        fields: object = orjson.loads(body)
    except orjson.JSONDecodeError:
        fields = None
    return (
        cast("dict[str, Any]", fields) if isinstance(fields, dict) else {"unreadable": body.decode("utf-8", "replace")}
    )
