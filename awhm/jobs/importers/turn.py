"""One record of role, content and time as a message: what the corpus and the JSONL format share."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from awhm.errors import Refused
from awhm.events.event import Role
from awhm.jobs.importers.item import Message, Ordinals, SourceKind, Unfit, name
from awhm.language.text import clean, clean_json, is_list, is_object
from awhm.language.time import moment

CONTENT = ("content", "text")
TIME = ("timestamp", "ts")
SPEAKER = ("speaker", "name")
ROLES: dict[str, Role] = {
    **{role.value: role for role in Role},
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
}
_DIGITS = re.compile(r"\d{9,10}(\.\d+)?|\d{12,13}", re.ASCII)
_EARLIEST, _LATEST = -62_135_596_800_000, 253_402_300_799_999  # years 1 to 9999 (events.event.EpochMs)
_SECONDS_BELOW = 100_000_000_000  # seconds until the year 5138; as milliseconds, March 1973
_FURTHEST_ZONE = 1080  # minutes; events.event.MessageLogged.zone


class Moment(NamedTuple):
    """A time as a source gives it: ms since 1970 UTC and minutes from UTC, each None when not given."""

    ms: int | None
    zone: int | None


UNDATED = Moment(None, None)


class Talk(NamedTuple):
    """What the messages of one conversation of a chat's export share; `where` it stands there, for what is left."""

    id: str
    title: str
    moment: Moment
    where: str


@dataclass(slots=True)
class Conversation:
    """What the messages of one conversation share: its session, its source, and the time to fall back on."""

    session: str
    source_id: str
    source_kind: SourceKind
    moment: Moment = UNDATED
    ordinals: Ordinals = field(default_factory=Ordinals)


def message(record: dict[str, Any], of: Conversation) -> Message:
    """The record as a message of that conversation; fields with no meaning here go to its metadata.

    Raises Unfit. A record that is refused for its role or its emptiness still counts among those of
    its time, so that mending it in the source does not give its neighbours another identity.
    """
    fields = dict(record)
    said = time_of(take(fields, TIME))
    if said.ms is None:
        said = of.moment
    ordinal = of.ordinals.next(of.source_id, said.ms)
    role = role_of(fields.pop("role", None))
    content = text_of(take(fields, CONTENT))
    speaker = take(fields, SPEAKER)
    if speaker is not None and not isinstance(speaker, str):
        raise Unfit("the speaker is not text")
    given: Any = fields.pop("metadata", None)
    if is_object(given):
        fields |= given
    elif given is not None:
        fields["metadata"] = given
    return Message(
        of.session,
        role,
        content,
        said.ms,
        said.zone,
        name(speaker.strip()) or None if speaker else None,
        of.source_id,
        of.source_kind,
        ordinal,
        storable(fields),
    )


def take(fields: dict[str, Any], names: tuple[str, ...]) -> Any:
    """The first of these fields that says something; it and the empty ones before it leave the record."""
    for key in names:
        value = fields.pop(key, None)
        if value is not None and value != "":
            return value
    return None


def role_of(value: Any) -> Role:
    """The role by its name, however the source spells it. Raises Unfit naming an unknown one."""
    if value is None:
        raise Unfit("no role")
    role = ROLES.get(value.strip().lower()) if isinstance(value, str) else None
    if role is None:
        raise Unfit(f"unknown role {clean(str(value))[:40]!r}")
    return role


def text_of(value: Any) -> str:
    """The words of a message: text, or a list of text blocks joined by newlines. Raises Unfit."""
    if is_list(value):
        value = "\n".join(_block_text(block) for block in value)
    if value is not None and not isinstance(value, str):
        raise Unfit("the content is not text")
    text = clean(value or "")
    if not text.strip():
        raise Unfit("empty", "skipped")
    return text


def _block_text(block: Any) -> str:
    if isinstance(block, str):
        return block
    text = block.get("text") if is_object(block) else None
    if not isinstance(text, str):
        raise Unfit("the content has parts that are not text")
    return text


def storable(metadata: dict[str, Any]) -> dict[str, Any]:
    """The metadata cleaned. Raises Unfit if it is not plain JSON."""
    try:
        return clean_json(metadata) if metadata else {}
    except Refused as error:
        raise Unfit(str(error).rstrip(".")) from error


def time_of(value: Any) -> Moment:
    """A time from ISO 8601 text or a number since 1970, seconds or milliseconds told apart by size.

    Without an offset it is UTC with an unknown zone; so it is with "Z" and "-00:00". Raises Unfit.
    """
    if value is None or value == "":
        return UNDATED
    if isinstance(value, str):
        text = value.strip()
        if not _DIGITS.fullmatch(text):
            return _iso(text)
        value = float(text)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unfit("the timestamp is neither text nor a number")
    if not -_LATEST <= value <= _LATEST:
        raise Unfit("the timestamp is out of range")
    ms = round(value * 1000) if abs(value) < _SECONDS_BELOW else round(value)
    return Moment(_within(ms), None)


def time_or_undated(value: Any) -> Moment:
    """The same of what a message can do without: no time where it is none."""
    try:
        return time_of(value)
    except Unfit:
        return UNDATED


def _iso(text: str) -> Moment:
    try:
        ms, zone = moment(text)
    except Refused as error:
        raise Unfit(f"bad timestamp {clean(text)[:40]!r}") from error
    if zone is not None and abs(zone) > _FURTHEST_ZONE:
        raise Unfit(f"bad timestamp {text[:40]!r}")
    return Moment(_within(ms), zone)


def _within(ms: int) -> int:
    if not _EARLIEST <= ms <= _LATEST:
        raise Unfit("the timestamp is out of range")
    return ms
