"""Events as people and programs read them, each checked against the chain: what is shown is what was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.log import Log
from awhm.events.sealed import readable
from awhm.events.understood import shown
from awhm.language.time import Given, iso, moment

_KINDS = {int(kind) for kind in Kind}


@dataclass(frozen=True)
class Entry:
    """One event as a person or a program reads it; `payload` is None once it was erased."""

    id: str
    position: int
    kind: str
    recorded: str
    payload: dict[str, Any] | None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return dict(vars(self))


def entry(position: int, header: bytes, body: bytes | None) -> Entry:
    """A row of the log for people: kinds by name, times as ISO 8601.

    A payload that is no JSON object, as no command of ours wrote it, is shown as the text `unreadable`.
    """
    number = chain.kind_of(header)
    kind = Kind(number).name.title().replace("_", "") if number in _KINDS else f"Kind{number}"
    payload = None if body is None else shown(body)
    return Entry(f"m{position}", position, kind, iso(chain.recorded_of(header)), payload)


def checked(log: Log, after: int = 0, until: int | None = None) -> Iterator[tuple[Entry, bytes, bytes]]:
    """Events in order, each with its header and chain hash.

    Raises Damaged at the first whose header, place or payload is not as written. (The event behind
    `after` is believed; `awhm verify` begins at the first.)
    """
    link = log.chain_at(after)
    expected = after + 1
    for rows in log.links(after, until):
        for position, header, stored, salt, body in rows:
            if position != expected or not _linked(link, header, stored):
                raise _not_as_written(expected, "the event")
            if (salt, body) != (None, None) and not _committed(header, salt, body):
                raise _not_as_written(position, "the payload")
            yield entry(position, header, readable(log, position, header, body)), header, stored
            link, expected = stored, position + 1


def _linked(link: Any, header: Any, stored: Any) -> bool:
    """Whether this header continues the chain from `link` to `stored`."""
    return type(link) is bytes and type(header) is bytes and chain.link(link, header) == stored


def _committed(header: bytes, salt: Any, body: Any) -> bool:
    """Whether this is the payload that the header promises."""
    return type(salt) is bytes and type(body) is bytes and chain.commit(salt, body) == chain.commitment_of(header)


def _not_as_written(position: int, what: str) -> Damaged:
    return Damaged("changed", f"event {position}: {what} is not as it was written", position=position)


def known_by(log: Log, known_at: int | Given | None) -> int | None:
    """The position that `known_at` means: itself, or the last one recorded by that time. Raises Refused."""
    if known_at is None:
        return None
    if not isinstance(known_at, int):
        return log.position_at(moment(known_at).ms)
    head = log.head().position
    if not 0 <= known_at <= head:
        raise Refused("no_such_event", f"this log has no position {known_at}; its head is {head}")
    return known_at
