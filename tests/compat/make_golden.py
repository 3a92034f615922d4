"""Makes a golden log of a format: `python tests/compat/make_golden.py FOLDER`, once, when it is released.

    tests/compat/format1/log.db           the store's file, closed
    tests/compat/format1/expected.json    what every later version has to read from it

A folder's name says what is told: "format1" sessions and messages, "format1-memories" what is believed,
"format1-upkeep" what was done with the store itself, "format1-items" values under keys of namespaces.

The clock and the system's randomness are replaced by fixed ones, so that a second run of the same code gives
the same events, ids, salts and chain. (The file's bytes also depend on the SQLite that wrote it.) A released golden
log is never made again: it is what users have on their disks.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sqlite3
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from golden_refined import tell_refined

from awhm.commands.believing import Decided
from awhm.commands.command import EndSession, LogMessage, RecordRecalls, StartSession
from awhm.commands.handle import Writer, handle, handle_items, handle_messages
from awhm.commands.items import ItemHistory, ItemsFold, Place, session_of
from awhm.commands.placing import DeleteItem, ItemCommand, MoveItem, PutItem, RenewItem
from awhm.commands.state import Decisions, State
from awhm.events import chain
from awhm.events.append_raw import clock, new_id
from awhm.events.event import (
    AuditNoted,
    CheckpointPublished,
    EntitiesMerged,
    EntitiesSplit,
    EntityNamed,
    ErasureCompleted,
    Event,
    ItemDeleted,
    ItemPut,
    MemoriesLinked,
    MemoriesRecalled,
    MemoryFormed,
    MemoryReinforced,
    MemoryRestored,
    MemoryRetracted,
    MemorySuperseded,
    MessageRedacted,
    MessagesConsolidated,
    MessageSetAside,
    PayloadsErased,
    Role,
    Shown,
    SnapshotNamed,
    Stated,
    StatementsExtracted,
    StoreRestored,
)
from awhm.events.fold import View
from awhm.events.ids import recognisable
from awhm.events.schema import FORMAT
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.replay import replay

HERE = Path(__file__).resolve().parent
ERASED = {
    "format1": (4, 7),
    "format1-memories": (5, 15),
    "format1-upkeep": (2, 3),
    "format1-items": (5, 6),
    "format1-refined": (2, 7),
}
DAY = 24 * 3_600_000
WHEN = 1_700_000_000_000
OSLO, XAVIER, LOPEZ, SPLIT = (f"e{number:016x}" for number in (1, 2, 3, 0xFEDCBA9876543210))


def fix_the_world() -> None:
    """A clock that ticks a second at each look, and random bytes that are always the same."""
    ticks = itertools.count(1_767_225_600_000_000_000, 1_000_000_000)  # from 2026-01-01
    draws = itertools.count()

    def urandom(size: int) -> bytes:
        return hashlib.shake_256(b"golden %d" % next(draws)).digest(size)

    time.time_ns = lambda: next(ticks)
    os.urandom = urandom


def tell(log: SqliteLog) -> None:
    """Every kind of event, in every form that its payload and header can have."""
    writer = Writer(log)

    def read() -> State:
        view = View(Decisions())
        replay(log, [view])
        return view.state

    when = 1_700_000_000_000
    for command in (
        StartSession(new_id(), "first session", when, "golden", {"language": "en", "deep": {"list": [1, 2.5, None]}}),
        LogMessage(new_id(), "first session", "user", "I prefer tabs.", when + 1),
        LogMessage(new_id(), "first session", "assistant", "Noted: tabs.\n", when + 2, zone=-330, speaker="Helper"),
        LogMessage(new_id(), "first session", "tool_result", "to be erased", when + 3, metadata={"secret": True}),
        LogMessage(
            recognisable(log.key, 1_600_000_000_000, b"locomo/conv-1/D1:3"), "zweite Sitzung · 二", "user",
            "Ünïcödé, 日本語, \U0001f600, \x00 and \u2028 stay.", -5_000_000_000, zone=60, speaker="Zoë",
            source=("D1:3", "locomo", "1"),
        ),
        EndSession(new_id(), "first session", when + 5),
        LogMessage(new_id(), "zweite Sitzung · 二", "system", "this one as well", when + 6),
    ):  # fmt: skip
        handle(command, writer, read)
    shown = MemoriesRecalled(session="first session", shown=[Shown(position=2, times=2, turns=[1, 4])])
    tombstone = PayloadsErased(positions=list(ERASED["format1"]), reason="asked by the user")
    batch = [writer.draft(shown, new_id(), "first session"), writer.draft(tombstone, new_id(), "erasures")]
    batch[0].sources = (2, 5)
    log.append(batch)
    handle(RecordRecalls(new_id(), "first session", {3: (2,), 5: (1, 1)}), writer, read)


def stated(value: str, **more: Any) -> Stated:
    """A statement with as little as it can have, and whatever else is given."""
    plain = {"family": "fact", "start": 0, "end": 15, "subject": "user", "value": value, "value_key": value.lower()}
    return Stated.model_validate(plain | {"confidence": 0.8, "rule": "en/golden"} | more)


def extracted(message: int, *statements: Stated, session: str = "first session", by: str = "golden-1") -> Decided:
    """What a message says."""
    occurred = WHEN + message * DAY
    event = StatementsExtracted(
        message=message, session=session, occurred=occurred, extractor=by, statements=list(statements)
    )
    return Decided(event, (message,))


def tell_memories(log: SqliteLog) -> None:
    """Every kind of event about memories and names, in every form. Written event by event: no rule decides them."""
    writer = Writer(log)
    for number, (session, role, content) in enumerate(
        (
            ("first session", "user", "I live in Oslo."),
            ("first session", "user", "I live in Rome until Friday, and at work I eat no meat."),
            ("zweite Sitzung · 二", "assistant", "Maybe my sister Anya's locker is 5, Xavier López."),
            ("first session", "user", "Nobody can read this one."),
            ("first session", "user", "To be erased."),
            ("zweite Sitzung · 二", "user", "Forget about tabs."),
            ("first session", "user", "I live in Oslo."),
        ),
        1,
    ):
        handle_messages([LogMessage(new_id(), session, role, content, WHEN + number * DAY)], writer)

    def happen(*events: Decided) -> None:
        drafts = [writer.draft_decided(event, new_id()) for event in events]
        log.append(drafts, {writer.memories: log.version_of(writer.memories)})

    happen(*_named(), *_stated())
    happen(*_decided())
    happen(*_decided_later())
    tombstone = PayloadsErased(positions=list(ERASED["format1-memories"]), reason="asked by the user")
    log.append([writer.draft(tombstone, new_id(), "erasures")])


def _named() -> list[Decided]:
    """8 to 11: forms of names, with and without a label and a message."""
    return [
        Decided(EntityNamed(entity=OSLO, form="Oslo", label="GPE", how="new", message=1), (1,)),
        Decided(EntityNamed(entity=XAVIER, form="Xavier López", label="PERSON", how="new", message=3), (3,)),
        Decided(EntityNamed(entity=XAVIER, form="Xavier", how="contained", message=3), (3,)),
        Decided(EntityNamed(entity=LOPEZ, form="Lopez", label="PERSON", how="new"), ()),
    ]


def _stated() -> list[Decided]:
    """12 to 17: statements with as little, and with as much, as they can have; and what could not be read."""
    rome = stated("Rome", end=28, slot="user|user|location|", attribute="location", valid_to=WHEN + 4 * DAY)
    meat = stated(
        "meat", family="preference", start=34, end=55, attribute="diet", slot="user|user|diet|at work", many=True,
        condition="at work", polarity=False, valid_from=WHEN - 9 * DAY, valid_to=WHEN + 99 * DAY, confidence=1.0,
        entities=[OSLO, XAVIER],
    )  # fmt: skip
    locker = stated(
        "5", end=32, subject="sister", name="Anya", third=True, slot="user|sister|locker|", attribute="locker",
        confidence=0.25, corrects=True,
    )  # fmt: skip
    forget = stated("tabs", family="correction", rule="forget", retracts=True, corrects=True, polarity=False)
    home = {"slot": "user|user|location|", "attribute": "location"}
    return [
        extracted(1, stated("Oslo", entities=[OSLO], **home)),
        extracted(2, rome, meat),
        extracted(3, locker, stated("6", slot="user|sister|locker|"), session="zweite Sitzung · 二"),
        extracted(5, stated("secret")),
        extracted(6, forget, session="zweite Sitzung · 二"),
        Decided(MessageSetAside(message=4, extractor="golden-1", reason="OverflowError"), (4,)),
    ]


def _decided() -> list[Decided]:
    """18 to 27: memories with none, one and two windows, bounded on either side and on none."""
    oslo, rome, friday = WHEN + DAY, WHEN + 2 * DAY, WHEN + 4 * DAY
    events: list[Event] = [
        MemoryFormed(memory="n12.0", windows=[(oslo, rome), (friday, None)], statements=["s12.0"]),
        MemorySuperseded(memory="n12.0", windows=[(oslo, rome), (friday, None)], by="n13.0"),
        MemoryFormed(memory="n13.0", windows=[(rome, friday)], statements=["s13.0"]),
        MemoryFormed(memory="n13.1", windows=[(WHEN - 9 * DAY, WHEN + 99 * DAY)], statements=["s13.1"]),
        MemoryFormed(memory="n14.1", windows=[(WHEN + 3 * DAY, None)], statements=["s14.1"]),
        MemoryFormed(memory="n14.0", windows=[], statements=["s14.0"]),
        MemoriesLinked(memory="n14.0", other="n14.1", relation="disputes"),
        MemoryFormed(memory="n15.0", windows=[(None, None)], statements=["s15.0"]),
        MemoryFormed(memory="n16.0", windows=[(None, WHEN)], statements=["s16.0"]),
    ]
    done = MessagesConsolidated(
        after=0, through=7, extractor="golden-1", ner="en_core_web_sm-3.8.0", messages=6, statements=7
    )
    return [*(Decided(event, (12, 13)) for event in events), Decided(done, ())]


def _decided_later() -> list[Decided]:
    """28 to 42: said again, ended, rejected, taken back, accepted, read anew; and what people said of names."""
    oslo, rome = WHEN + DAY, WHEN + 2 * DAY
    events: list[Event] = [
        MemoryReinforced(memory="n12.0", windows=[(oslo, rome), (WHEN + 3 * DAY, None)], statements=["s28.0"]),
        MessagesConsolidated(
            session="first session", after=0, through=7, extractor="golden-1", messages=1, statements=1
        ),
        MemoryRetracted(memory="n13.1", windows=[(WHEN - 9 * DAY, WHEN)], by="s16.0", reason="said"),
        MemoryRetracted(memory="n16.0", windows=[], reason="user", rejected=["s16.0"]),
        MemoryRestored(memory="n16.0", windows=[(None, WHEN)], reason="undone", accepted=["s16.0"]),
        MemoryRestored(memory="n12.0", windows=[(oslo, None)], reason="undone", rejected=["s13.0"]),
        MemoryRetracted(memory="n13.0", windows=[], reason="undone"),
        MemoryRestored(memory="n14.0", windows=[(WHEN + 3 * DAY, None)], reason="review", accepted=["s14.0"]),
        MemorySuperseded(memory="n14.1", windows=[], by="n14.0"),
    ]
    anew: list[Event] = [
        MemoryRetracted(memory="n16.0", windows=[], reason="extracted anew"),
        MessagesConsolidated(after=0, through=7, extractor="golden-2", again=True, messages=0, statements=0),
        EntitiesMerged(entity=XAVIER, merged=LOPEZ),
        EntitiesSplit(entity=XAVIER, into=SPLIT, forms=["Xavier"]),
    ]
    return [
        extracted(7, stated("Oslo", slot="user|user|location|")),
        *(Decided(event, (12, 13)) for event in events),
        extracted(6, session="zweite Sitzung · 二", by="golden-2"),
        *(Decided(event, ()) for event in anew),
    ]


def tell_upkeep(log: SqliteLog) -> None:
    """Every kind of event about the store itself, and redactions, in every form. Written event by event."""
    writer = Writer(log)
    for number, content in enumerate(("I live in Oslo.", "I live in Oslo, and my PIN is 4711.", "My PIN is 4711."), 1):
        command = LogMessage(
            new_id(), "first session", "user", content, WHEN + number * DAY, 60, "Zoë", metadata={"tags": ["home"]}
        )
        handle_messages([command], writer)
    events: list[tuple[Event, str, tuple[int, ...]]] = [
        (SnapshotNamed(snapshot="before the move", through=3), "snapshots", ()),
        (SnapshotNamed(snapshot="auto · 二", through=0, automatic=True), "snapshots", ()),
        (_redacted("I live in Oslo.", first=2, zone=60, speaker="Zoë", metadata={"tags": ["home"]}), "erasures", ()),
        (_redacted(""), "erasures", ()),
        (PayloadsErased(positions=list(ERASED["format1-upkeep"]), reason="asked by the user"), "erasures", ()),
        (ErasureCompleted(tombstone=8, counts={"payloads": 2, "files": 9}), "erasures", ()),
        (ErasureCompleted(tombstone=8), "erasures", ()),
        (CheckpointPublished(size=10, root="0123456789abcdef" * 4, key="awhm/golden+89abcdef"), "checkpoints", ()),
        (StoreRestored(snapshot="before the move", through=3), "snapshots", ()),
        (AuditNoted(action="exported", targets=["/somewhere/else.jsonl"], counts={"events": 12}), "upkeep", ()),
        (AuditNoted(action="paused"), "upkeep", (1,)),
    ]
    drafts = [writer.draft(event, new_id(), stream) for event, stream, _ in events]
    for draft, (_, _, sources) in zip(drafts, events, strict=True):
        draft.sources = sources
    log.append(drafts)


def _redacted(content: str, **more: Any) -> MessageRedacted:
    return MessageRedacted(
        message=2, session="first session", role=Role.USER, content=content, occurred=WHEN + 2 * DAY, **more
    )


def _told(command: ItemCommand, _: ItemHistory) -> list[ItemCommand]:
    return [command]


def tell_items(log: SqliteLog) -> None:
    """Every change of an item: by commands, and, in the last batch, what an erasure leaves of one."""
    writer = Writer(log)
    notes, moved = Place(("memories",), "notes.md"), Place(("memories",), "old/notes.md")
    prefs, code = Place(("users", "Zoë/1", "50%"), "prefs"), Place(("users", "Zoë/1", "50%"), "")

    def read() -> ItemHistory:
        view = View(ItemsFold())
        replay(log, [view])
        return view.state

    commands: list[ItemCommand] = [
        PutItem(notes, "We ship on Friday.\n"),
        PutItem(prefs, "theme: dark", {"theme": "dark", "deep": [1, None]}, 2 * DAY, {"private": 1}),
        PutItem(code, None, {"pin": 4711}),
        MoveItem(notes, moved),
        RenewItem(prefs),
        DeleteItem(code),
        PutItem(Place(("memories",), "empty.md"), ""),
    ]
    for command in commands:
        handle_items(partial(_told, command), [command.place.namespace], writer, read, clock)
    at, last, session = clock(), log.head().position, session_of(code.namespace)
    left = MessageRedacted(message=5, session=session, role=Role.TOOL, content="a pin", occurred=at)
    named: dict[str, Any] = {"namespace": [*code.namespace], "key": "", "occurred": at}
    put = ItemPut(**named, message=last + 1, first=6)
    gone = ItemDeleted(**named, first=6)
    tombstone = PayloadsErased(positions=list(ERASED["format1-items"]), reason="asked by the user")
    events: list[tuple[Event, str]] = [(left, session), (put, session), (gone, session), (tombstone, "erasures")]
    drafts = [writer.draft(event, new_id(), stream) for event, stream in events]
    drafts[1].sources = (last + 1,)
    log.erase(lambda _: drafts, (), {})


TELLERS = {
    "format1-refined": tell_refined,
    "format1": tell, "format1-memories": tell_memories, "format1-upkeep": tell_upkeep, "format1-items": tell_items
}  # fmt: skip


def expected(log: SqliteLog) -> dict[str, Any]:
    """What must be read from the log for ever."""
    rows = [row for part in log.links() for row in part]
    return {
        "format": FORMAT,
        "log_id": log.log_id.hex(),
        "key": log.key.hex(),
        "head": [log.head().position, log.head().chain.hex(), log.head().recorded],
        "events": [
            {
                "position": position,
                "kind": chain.kind_of(header),
                "header": header.hex(),
                "chain": link.hex(),
                "salt": salt and salt.hex(),
                "payload": payload and payload.hex(),
            }
            for position, header, link, salt, payload in rows
        ],
    }


def make(folder: Path) -> None:
    """Write the golden log of today's format into a folder."""
    log = SqliteLog(str(folder))
    TELLERS[folder.name](log)
    log.close()
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("PRAGMA secure_delete=ON")
    connection.execute(f"DELETE FROM payloads WHERE seq IN {ERASED[folder.name]}")
    connection.commit()
    connection.close()
    log = SqliteLog(str(folder))
    content = expected(log)
    log.close()
    content["sha256"] = hashlib.sha256((folder / "log.db").read_bytes()).hexdigest()
    (folder / "expected.json").write_text(json.dumps(content, indent=1) + "\n")
    for name in ("log.lock", "log.lock.queue"):
        (folder / name).unlink()


if __name__ == "__main__":
    target = HERE / sys.argv[1] if len(sys.argv) > 1 else HERE / f"format{FORMAT}"
    if target.name not in TELLERS:
        sys.exit(f"there is nothing to tell in {target.name!r}; known: {', '.join(TELLERS)}")
    if (target / "log.db").exists():
        sys.exit(f"{target} has a golden log already; a released one is never made again")
    fix_the_world()
    make(target)
