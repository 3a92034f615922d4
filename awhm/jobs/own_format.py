"""What the files of a data directory hold by their format, whatever is in the log: no residue of anything."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from awhm.events.event import EVENTS, Role, Shown, Source, Stated
from awhm.events.schema import TABLES
from awhm.language.tokens import ANALYSIS

# The names of files, of the parts of saved views, and of their fields; tests/jobs/test_own_format.py makes sure that
# none is missing.
_NAMES = """
    log.db log.db-wal log.db-shm log.lock.queue erasing.lock.queue bells views embeddings save.lock.queue
    sqlite_autoindex_meta_1 tablemetameta indexsqlite_autoindex_meta_1meta log_id format check
    tablepayloadspayloads tableeventsevents indexevents_streamevents indexevents_idevents
    triggerpayloads_are_never_changedpayloads triggerevents_are_never_deletedevents
    triggerevents_are_never_changedevents
    "dtype":null,"file":" "dtype":"<u4","file":" "dtype":"<u8","file":" "dtype":"<u2","file":" "dtype":"|u1","file":"
    "dtype":"<i8","file":" "dtype":"<i2","file":" "dtype":"<f4","file":" "dtype":"|V32","file":"
    .bin","offset": ,"shape":null}}, ,"shape":[ ]}}, "},"stamp":{"chain":" ","log_id":" ","name":" ","position":
    ,"version":" {"parts":{ ":{"bytes": ,"crc": "}}
    hooks server.sock server.failed requests pauses work.lock.queue spool
    checkpoints .json .note awhm chain erasures halves mark offers tree
    0000000000000000
    lengths passages positions postings names row.position row.session row.what events
    changes.by changes.kind changes.memory changes.position changes.recorded changes.statements.item
    changes.statements.length changes.windows.item changes.windows.length changes.words.item changes.words.length
    links.recorded links.position links.memory links.other links.words.item links.words.length
    recalls.recorded recalls.position recalls.shown.item recalls.shown.length recalls.times.item recalls.times.length
    said.message said.position said.slots.item said.slots.length said.words.item said.words.length
    clients people tags message.occurred message.position message.role message.session message.speaker message.zone
    commitment.0000 passage.0000 vectors-1 passages-2 names-1 AWHM-EMB
    {"extractions":[],"memories":[],"rulings":[],"links":[],"ranges":[],"aside":[],"snapshots":[],"restores":[]
    ]],"memories":[[[ ]],"rulings":[[[ ]],"links":[[ ]],"ranges":[[ ]],"aside":[[ ]],"snapshots":[[ ]],"restores":[[
    "restores":[],"set_back":{},"redacted":[]} ]],"set_back":{ ]]},"redacted":[[
    extractions false true null items changes
    refinements {"reads":[],"refusals":[],"derived":[],"restores":[]} {"reads":[[ ]],"refusals":[[ ]],"derived":[[
"""


_VIEWS = (
    *("beliefs", "bm25", "buffer", "decisions", "entities", "graph", "items", "refinements", "sessions"),
    *("unreadable", "vectors"),
)


def _fields() -> Iterator[str]:
    models: list[type[BaseModel]] = [*EVENTS.values(), Source, Stated, Shown]
    for name in sorted({name for model in models for name in model.model_fields}):
        yield from (f'{{"{name}":"', f',"{name}":[', f',"{name}":{{')
    yield from (f'"role":"{role}","session":"' for role in Role)


def _names() -> Iterator[str]:
    for name in _NAMES.split():
        yield from (name, f" {name}")
    yield from (f'"name":"{view}"' for view in _VIEWS)


VOCABULARY = "\n".join(["SQLite format 3", *TABLES, ANALYSIS, *_names(), *_fields()]).encode()
