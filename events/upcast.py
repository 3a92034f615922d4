"""Old shapes to today's. Pure; stored bytes never change.

A step takes the payload of one schema of one kind to the next: `(kind, schema) -> function`. A fold sees
only today's shapes. Adding a step changes what old events mean, so bump the versions of the folds that
read the kind, and add a golden log to tests/compat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.event import EVENTS, Kind

Payload = dict[str, Any]
Steps = Mapping[tuple[int, int], Callable[[Payload], Payload]]

STEPS: Steps = {}
LATEST: Mapping[int, int] = {int(kind): event.schema_version for kind, event in EVENTS.items()}


def upcast(header: bytes, payload: Payload, steps: Steps = STEPS, latest: Mapping[int, int] = LATEST) -> Payload:
    """The payload in today's shape. A kind that this version does not know is left as it is.

    Raises Refused (`newer_event`) if the schema is newer than this version of AWHM knows, Damaged if
    there never was such a schema.
    """
    kind, schema = chain.kind_of(header), chain.schema_of(header)
    newest = latest.get(kind)
    if newest is None or schema == newest:
        return payload
    if schema > newest:
        raise Refused(
            "newer_event",
            f"event {chain.position_of(header)} ({Kind(kind).name}) has schema {schema},"
            f" this version reads up to {newest}",
            "Upgrade AWHM; this store was written by a newer one.",
        )
    for step in range(schema, newest):
        if (kind, step) not in steps:
            where = chain.position_of(header)
            raise Damaged("schema", f"event {where}: there never was a schema {step} of its kind", position=where)
        payload = steps[kind, step](payload)
    return payload
