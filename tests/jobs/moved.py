"""For tests of logs that are copied or moved: their rows, and erasing that nothing else follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from awhm import erased_outside
from awhm.commands.handle import handle_erasure
from awhm.commands.tombstone import Made
from awhm.errors import AwhmError
from awhm.events import chain
from awhm.events.event import PayloadsErased
from awhm.events.log import Link
from awhm.events.sqlite_log import SqliteLog
from awhm.store import Store


def rows(folder: Path) -> list[Link]:
    """All events of the log in a folder, with their payloads and salts."""
    log = SqliteLog(str(folder), create=False)
    try:
        return [tuple(row) for part in log.links() for row in part]
    finally:
        log.close()


def erase(store: Store, positions: list[int], *, remembered: bool = False) -> None:
    """Erase payloads; `remembered`, it is noted outside the data directory too, as an erasure does."""
    made = Made(PayloadsErased(positions=positions, reason="asked"))
    handle_erasure(lambda: (positions, lambda _: [made]), store.writer)
    if remembered:
        ids = [(position, store.log.header(position)[chain.EVENT_ID]) for position in positions]
        erased_outside.note(store.log.log_id, ids)


def code(error: pytest.ExceptionInfo[AwhmError]) -> str:
    """The code of an error that says what it is and what to do."""
    assert str(error.value) and error.value.hint
    return error.value.code
