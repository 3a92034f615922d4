"""The rows of the graph's tables: what of each event is kept, and how it is read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
import orjson

from awhm.events.event import Kind, Recorded, Span
from awhm.events.lineage import Restore
from awhm.language.statement import STAGE2, is_proposed
from awhm.projections.memory import NEVER, NO_END, Change, Link, Said, key_of, memory_id, statement_id
from awhm.projections.records import Records

# Columns and ragged columns of the tables. Ids are numbers, as `key_of` makes them; 0 is none.
TABLES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "said": ({"message": "u8"}, {"slots": "u4", "words": "u1"}),  # slots: CRC-32 of each, 0 for none
    "changes": (
        {"recorded": "u8", "kind": "u2", "memory": "u8", "by": "u8"},
        {"windows": "i8", "statements": "u8", "words": "u1"},  # windows: from and to, in turn
    ),
    "links": ({"recorded": "u8", "memory": "u8", "other": "u8"}, {"words": "u1"}),
    "recalls": ({"recorded": "u8"}, {"shown": "u8", "times": "u4"}),
    "restores": ({"through": "u8"}, {}),
}


def add_said(table: Records, event: Recorded) -> None:
    """Keep a StatementsExtracted."""
    payload = event.payload
    statements: list[dict[str, Any]] = payload["statements"]
    words = [payload["session"], payload["occurred"], payload["extractor"], [_fields(one) for one in statements]]
    slots = [crc32(slot.encode()) if (slot := one.get("slot")) else 0 for one in statements]
    table.add((event.position, payload["message"]), slots, orjson.dumps(words))


def _fields(one: Mapping[str, Any]) -> list[Any]:
    """The fields of `Said` from `family` to `entities`, and the model; what an event leaves out has its default."""
    get = one.get
    return [
        one["family"], one["start"], one["end"], one["subject"], get("name"), get("attribute"), get("slot"),
        one["value"], one["value_key"], get("polarity", True), get("condition"), get("many", False),
        get("third", False), get("valid_from"), get("valid_to"), one["confidence"], get("retracts", False),
        get("corrects", False), get("entities", ()), model_of(one["rule"]),
    ]  # fmt: skip


def model_of(rule: str) -> str | None:
    """The language model that proposed a statement, by its rule; None where one of our rules found it."""
    return (rule.partition(" ")[2] or STAGE2) if is_proposed(rule) else None


def read_said(table: Records, rows: Sequence[int]) -> list[list[Said]]:
    """The statements of each of these rows."""
    places, messages = table.positions(), table.column("message")
    made: list[list[Said]] = []
    for row, raw in zip(rows, table.lists["words"].texts(rows), strict=True):
        position, message = int(places[row]), int(messages[row])
        session, occurred, extractor, statements = orjson.loads(raw)
        made.append([
            Said._make((
                f"s{position}.{place}", message, session, occurred,
                *one[:-2], tuple(one[-2]), extractor, position, one[-1],
            ))
            for place, one in enumerate(statements)
        ])  # fmt: skip
    return made


def add_change(table: Records, event: Recorded) -> None:
    """Keep one of the five events of a memory."""
    payload = event.payload
    get = payload.get
    windows = [
        bound
        for start, end in payload["windows"]
        for bound in (NEVER if start is None else start, NO_END if end is None else end)
    ]
    by, reason, accepted, rejected = get("by"), get("reason"), get("accepted"), get("rejected")
    table.add(
        (event.position, event.recorded, event.kind, key_of(payload["memory"]), key_of(by) if by else 0),
        windows,
        [key_of(number) for number in get("statements", ())],
        orjson.dumps([reason, accepted or (), rejected or ()]) if reason or accepted or rejected else b"",
    )


def read_changes(table: Records, rows: Sequence[int]) -> list[Change]:
    """The change of each of these rows."""
    wanted = np.asarray(rows, np.int64)
    columns = [table.column(name)[wanted].tolist() for name in ("recorded", "kind", "by")]
    lists = table.lists
    made: list[Change] = []
    for position, recorded, number, by, bounds, statements, words in zip(
        table.positions()[wanted].tolist(),
        *columns,
        lists["windows"].rows(rows),
        lists["statements"].rows(rows),
        lists["words"].texts(rows),
        strict=True,
    ):
        kind = Kind(number)
        reason, accepted, rejected = orjson.loads(words) if words else (None, (), ())
        name = memory_id if kind is Kind.MEMORY_SUPERSEDED else statement_id
        made.append(
            Change(
                position,
                recorded,
                kind,
                _spans(bounds),
                tuple(map(statement_id, statements)),
                name(by) if by else None,
                reason,
                tuple(accepted),
                tuple(rejected),
            )
        )
    return made


def _spans(bounds: list[int]) -> tuple[Span, ...]:
    """Windows from their bounds, in turn."""
    return tuple(
        (None if start == NEVER else start, None if end == NO_END else end)
        for start, end in zip(bounds[::2], bounds[1::2], strict=True)
    )


def add_link(table: Records, event: Recorded) -> None:
    """Keep a MemoriesLinked."""
    payload = event.payload
    row = (event.position, event.recorded, key_of(payload["memory"]), key_of(payload["other"]))
    table.add(row, payload["relation"].encode())


def read_links(table: Records) -> list[Link]:
    """Every link, in the order of the log."""
    columns = (table.column(name).tolist() for name in ("recorded", "memory", "other"))
    words = table.lists["words"].texts(range(len(table)))
    return [
        Link(position, recorded, memory_id(memory), memory_id(other), relation.decode())
        for position, recorded, memory, other, relation in zip(table.positions().tolist(), *columns, words, strict=True)
    ]


def add_recall(table: Records, event: Recorded) -> None:
    """Keep a MemoriesRecalled."""
    shown: list[dict[str, int]] = event.payload["shown"]
    table.add((event.position, event.recorded), [one["position"] for one in shown], [one["times"] for one in shown])


def add_restore(table: Records, event: Recorded) -> None:
    """Keep a StoreRestored."""
    table.add((event.position, event.payload["through"]))


def read_restores(table: Records) -> list[Restore]:
    """Every restore, in the order of the log."""
    rows = zip(table.positions().tolist(), table.column("through").tolist(), strict=True)
    return [Restore(position, through) for position, through in rows]
