"""A log as JSON Lines with all its proofs, from which the same log can be made again on another machine.

The first line says which log it is and from where on; then comes a line for each event: header, chain, salt and
payload as they are stored; the last line says where it ends, so that a file that was cut short is told from a whole
one. The log's key is in the first line: without it no id could be made again. docs/format.md has the fields.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson

from awhm.commands.handle import Writer, handle_upkeep
from awhm.errors import Damaged, Refused
from awhm.events import chain, schema
from awhm.events.append_raw import clock
from awhm.events.event import AuditNoted, Kind
from awhm.events.log import Link, Log
from awhm.events.understood import fields_of
from awhm.language.time import iso

FORMAT = "awhm-log-1"
_TOMBSTONE = int(Kind.PAYLOADS_ERASED).to_bytes(2, "big")
_ESCAPED = {"\u0085": b"\\u0085", "\u2028": b"\\u2028", "\u2029": b"\\u2029"}


@dataclass
class Walk:
    """Where a walk along a chain stands, what is missing so far, and what the tombstones on the way name."""

    position: int
    link: bytes
    events: int = 0
    erased: int = 0
    withheld: int = 0
    missing: set[int] = field(default_factory=set[int])

    def step(self, row: Link, *, withheld: bool = False) -> None:
        """Go one event further. Raises ValueError with what is wrong with it."""
        position, header, link, salt, body = row
        if position != self.position + 1 or len(header) < chain.FIXED or chain.position_of(header) != position:
            raise ValueError(f"event {self.position + 1} is expected here")
        if chain.link(self.link, header) != link:
            raise ValueError(f"event {position} does not continue the chain")
        if body is not None and (salt is None or chain.commit(salt, body) != chain.commitment_of(header)):
            raise ValueError(f"the payload of event {position} is not the one committed to")
        self.position, self.link, self.events = position, link, self.events + 1
        if body is None:
            self.withheld += withheld
            self.erased += not withheld
            if not withheld:
                self.missing.add(position)
        self.missing.difference_update(named(row))


@dataclass(frozen=True)
class Exported:
    """What an export holds. `withheld` payloads are of other sessions than the one asked for."""

    log_id: str
    after: int
    position: int
    chain: str
    events: int
    erased: int
    withheld: int


def named(row: Link) -> list[int]:
    """The positions that an event names if it is a tombstone."""
    if row[1][chain.KIND] != _TOMBSTONE or row[4] is None:
        return []
    fields = fields_of(row[1], row[4])
    return [] if fields is None else fields["positions"]


def export(
    log: Log,
    writer: Writer,
    write: Callable[[bytes], Any],
    *,
    after: int = 0,
    until: int | None = None,
    session: bytes | None = None,
    file: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Exported:
    """Write the events behind one position and up to another, a line each, and note in the log that this was done.

    `file` is where the lines go, for the note. `until` is moved on to the end of a batch. With `session` (16 bytes)
    the payloads of other events are withheld, and the key: such an export proves what it shows and cannot be
    imported. Raises Refused (`no_such_event`, `erased_later`), Damaged at the first event that is not as written.
    """
    head = log.head().position
    end = _end_of_batch(log, head if until is None else min(until, head))
    link = log.chain_at(after)
    if link is None or after > end:
        raise Refused("no_such_event", f"there is nothing between the positions {after} and {end}; the head is {head}")
    first = {"format": FORMAT, "log_format": schema.FORMAT, "log_id": log.log_id.hex(), "key": log.key.hex(),
             "after": after, "chain": link.hex(), "created": iso(clock())}  # fmt: skip
    if session is not None:
        first |= {"key": None, "session_id": session.hex()}
    write(_line(first))
    walk = Walk(after, link)
    for rows in log.links(after, end):
        for row in rows:
            withheld = session is not None and row[4] is not None and row[1][chain.SESSION] != session
            try:
                if withheld:
                    Walk(walk.position, walk.link).step(row)  # what is not shown is checked all the same
                walk.step((*row[:3], None, None) if withheld else row, withheld=withheld)
            except (ValueError, TypeError) as error:
                raise Damaged("changed", f"{error}: it is not as it was written", position=walk.position + 1) from error
            write(_line(_of_row(row, withheld)))
        if progress is not None:
            progress(walk.events)
    if walk.missing and session is None:
        text = f"event {min(walk.missing)} was erased later than event {end}, and the proof of it would be missing"
        raise Refused("erased_later", text, "Export up to the head, without --until.")
    done = Exported(log.log_id.hex(), after, walk.position, walk.link.hex(), walk.events, walk.erased, walk.withheld)
    write(_line({"end": True, **{name: getattr(done, name) for name in ("position", "chain", "events", "erased")},
                 "withheld": walk.withheld}))  # fmt: skip
    note_export(writer, file, walk.events, walk.withheld)
    return done


def note_export(writer: Writer, file: str | None, events: int, withheld: int = 0) -> None:
    """Note in the log that an export was made, and where it lies, so that an erasure can name it."""
    targets = [] if file is None else [os.path.abspath(file)]
    counts = {"events": events, "withheld": withheld}
    handle_upkeep(AuditNoted(action="exported", targets=targets, counts=counts), writer)


def _end_of_batch(log: Log, position: int) -> int:
    if not position:
        return 0
    header = log.header(position)
    return position + int.from_bytes(header[8:10], "big") - int.from_bytes(header[6:8], "big") - 1


def _of_row(row: Link, withheld: bool) -> dict[str, Any]:
    position, header, link, salt, body = row
    fields: dict[str, Any] = {"position": position, "header": header.hex(), "chain": link.hex()}
    if withheld:
        return fields | {"withheld": True}
    if body is None or salt is None:
        return fields | {"erased": True}
    try:
        return fields | {"salt": salt.hex(), "payload": body.decode()}
    except UnicodeDecodeError:
        return fields | {"salt": salt.hex(), "payload64": base64.b64encode(body).decode()}


def _line(value: dict[str, Any]) -> bytes:
    """One line, with no line break in it, whatever a reader takes for one."""
    data = orjson.dumps(value)
    for character, escape in _ESCAPED.items():
        data = data.replace(character.encode(), escape)
    return data + b"\n"
