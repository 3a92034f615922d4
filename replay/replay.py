"""The one loop: every view, live or rebuilt, now or then, comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, cast

import orjson

from awhm.events import chain
from awhm.events.event import EVENTS, Kind, Recorded
from awhm.events.fold import Replay, Replayed, View
from awhm.events.log import Log, Row
from awhm.events.understood import fault, fault_of, is_usual_message, without_nulls
from awhm.events.upcast import upcast

STRIDE = 4096  # events between two calls of `progress`
_KIND_AND_SCHEMA = slice(2, 6)  # of a header

Evolver = tuple[Callable[[Any, Recorded], None], Any]  # an evolve function and the state it works on


def replay(
    log: Log,
    views: Sequence[View[Any]],
    until: int | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    scope: bytes | None = None,
) -> Replayed:
    """Fold the log into the views up to a position (default: the head), each from where it stands.

    With `scope` (16 bytes, as headers have it) the events of other scopes are passed over as if they were not
    there, but for tombstones: what was erased is forgotten, whoever erased it. Erased events are skipped and
    counted. An event whose payload cannot be understood is set aside: no fold sees it, and those with an `aside` are
    told why. If anything goes wrong the views concerned are reset, so that none is left half folded. Raises
    Damaged (a payload that is not as written), Refused (`newer_event`).
    """
    head = log.head().position
    end = head if until is None else min(until, head)
    events = erased = 0
    behind = sorted((view for view in views if view.position < end), key=lambda view: view.position)
    while behind:
        start = behind[0].position
        group = [view for view in behind if view.position == start]
        others = behind[len(group) :]
        stop = min(end, others[0].position) if others else end
        try:
            gone = _run(log.read(start, stop) if scope is None else _of(log, scope, start, stop), log, group, progress)
        except BaseException:
            for view in group:
                view.reset()
            raise
        events, erased = events + stop - start, erased + gone
        for view in group:
            view.position = stop
        behind = [view for view in behind if view.position < end]
    return Replayed(end, events, erased)


def within(scope: bytes) -> Replay:
    """The replay of one scope's events alone: a view that it feeds knows of no other scope."""
    return partial(replay, scope=scope)


def has_any(log: Log, scope: bytes) -> bool:
    """Whether the log has an event of a scope. Reads up to the first one; all of it where there is none."""
    return any(row[1][chain.SCOPE] == scope for row in log.read(0, log.head().position))


def _of(log: Log, scope: bytes, start: int, stop: int) -> Iterator[Row]:
    tombstone = int(Kind.PAYLOADS_ERASED).to_bytes(2, "big")
    return (row for row in log.read(start, stop) if row[1][chain.SCOPE] == scope or row[1][2:4] == tombstone)


def _run(rows: Iterator[Row], log: Log, group: list[View[Any]], progress: Callable[[int], None] | None) -> int:
    """Fold some rows, all behind where the views stand; returns how many of them were erased."""
    today, any_schema = _evolvers([view for view in group if not view.headers_only])
    usual = int(Kind.MESSAGE_LOGGED).to_bytes(2, "big")
    _, by_header = _evolvers([view for view in group if view.headers_only])
    loads, key = orjson.loads, _KIND_AND_SCHEMA
    # Skips the Python-level __new__ of a NamedTuple: an eighth of the loop's time.
    new: Callable[[type[Recorded], tuple[int, bytes, Any]], Recorded]
    new = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    erased = position = 0
    try:
        for position, header, body in rows:
            if by_header:
                for evolve, state in by_header.get(header[2:4], ()):
                    evolve(state, Recorded(position, header, {}))
            evolvers = today.get(header[key])
            if body is None:
                erased += 1
            elif evolvers is not None:
                try:
                    fields = loads(body)
                except ValueError:
                    fields = None
                # A fold trusts what it is handed. A hook appends unasked, so it is looked at here, for all of them.
                if not (header[2:4] == usual and is_usual_message(fields)):
                    fields = _read(position, header, body, fields, log, group)
                if fields is not None:
                    event = new(Recorded, (position, header, fields))
                    for evolve, state in evolvers:
                        evolve(state, event)
            elif (evolvers := any_schema.get(header[2:4])) is not None:
                fields = _older(position, header, body, log, group)
                if fields is not None:
                    event = Recorded(position, header, fields)
                    for evolve, state in evolvers:
                        evolve(state, event)
            if progress is not None and position % STRIDE == 0:
                progress(position)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        # A fold reads what was validated when it was written. If it cannot, either the stored bytes are
        # not those (this raises Damaged), or the fold is wrong and the error goes on as it is.
        if position:
            log.payload(position)
        raise
    if progress is not None and position:
        progress(position)
    return erased


def _evolvers(group: list[View[Any]]) -> tuple[dict[bytes, list[Evolver]], dict[bytes, list[Evolver]]]:
    """Who wants which kind: by (kind, today's schema) for the fast path, and by kind for older shapes.

    Who is told what is set aside has every event looked at.
    """
    today: dict[bytes, list[Evolver]] = {}
    any_schema: dict[bytes, list[Evolver]] = {}
    for view in group:
        for kind in EVENTS if view.aside is not None else view.fold.reads:
            number = int(kind).to_bytes(2, "big")
            schema = EVENTS[kind].schema_version.to_bytes(2, "big")
            evolve = view.fold.reads.get(kind)
            wanted: list[Evolver] = [] if evolve is None else [(evolve, view.state)]
            today.setdefault(number + schema, []).extend(wanted)
            any_schema.setdefault(number, []).extend(wanted)
    return today, any_schema


def _read(
    position: int, header: bytes, body: bytes, fields: Any, log: Log, group: list[View[Any]]
) -> dict[str, Any] | None:
    """The fields of a payload if they can be understood; else it is set aside, and there are none."""
    why = fault_of(header, body) if fields is None else fault(chain.kind_of(header), fields)
    if why is None:
        return without_nulls(cast("dict[str, Any]", fields)) if b"null" in body else fields
    _set_aside(position, why, log, group)
    return None


def _older(position: int, header: bytes, body: bytes, log: Log, group: list[View[Any]]) -> dict[str, Any] | None:
    """The same of a payload of another schema than today's. Raises Refused (`newer_event`)."""
    why = fault_of(header, body)
    if why is not None:
        _set_aside(position, why, log, group)
        return None
    return without_nulls(upcast(header, orjson.loads(body)))


def _set_aside(position: int, why: str, log: Log, group: list[View[Any]]) -> None:
    """Tell who keeps account. Raises Damaged where the payload is not even the one that was written."""
    log.payload(position)
    for view in group:
        if view.aside is not None:
            view.aside(view.state, position, why)
