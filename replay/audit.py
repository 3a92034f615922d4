"""Is the whole store what was written? The log's own verification, and below it the file's pages and indexes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from awhm.errors import Damaged, Refused
from awhm.events.log import Head, Log
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.replay.diagnose import Finding
from awhm.replay.verify import Report, verify

_INDEXED = re.compile(r"row (\d+) missing from index|entry in index|index events_")
_WHATS = {"meta": "meta", "truncated": "truncated", "schema": "schema"}


@runtime_checkable
class Paged(Protocol):
    """A log that lies in pages of a file, with indexes beside its tables."""

    def check_pages(self) -> list[str]:
        """What is wrong with pages, tables and indexes, one line each."""
        ...

    def stray_payloads(self) -> list[int]:
        """Positions that have a payload but no event."""
        ...


def audit(log: Log, *, headers_only: bool = False, progress: Callable[[int], None] | None = None) -> Report:
    """`verify`, then, for a log that lies in a file, its pages, indexes and payloads without an event.

    `headers_only` looks at headers and chain alone. Never raises for damage: it is in the report.
    """
    report = verify(log, headers_only=headers_only, progress=progress)
    if headers_only or not isinstance(log, Paged):
        return report
    report.findings += [_of_page(line) for line in log.check_pages()]
    try:
        for position in log.stray_payloads():
            text = f"there is a payload for event {position}, but no such event"
            report.findings.append(Finding(position, "stray_payload", text))
    except Damaged as error:
        report.findings.append(Finding(None, "unreadable", f"the payloads cannot be listed: {error}"))
    return report


def audit_folder(folder: str, *, headers_only: bool = False, progress: Callable[[int], None] | None = None) -> Report:
    """`audit` of the store in a folder, also from where nothing can be written; damage at opening is a finding.

    Raises Refused if there is no store, it is another program's or a newer one's, Conflict if it stays locked.
    """
    try:
        log = _open(folder)
    except Damaged as error:
        return _not_opened(Finding(error.position, _WHATS.get(error.code, "unreadable"), str(error)), headers_only)
    except Refused as error:
        if error.code != "no_store" or not os.path.exists(os.path.join(folder, FILE)):
            raise
        return _not_opened(Finding(None, "truncated", f"{os.path.join(folder, FILE)} is empty"), headers_only)
    try:
        return audit(log, headers_only=headers_only, progress=progress)
    finally:
        log.close()


def _not_opened(finding: Finding, headers_only: bool) -> Report:
    return Report(Head(0, b"", 0), headers_only, findings=[finding])


def _open(folder: str) -> SqliteLog:
    try:
        return SqliteLog(folder, create=False)
    except Refused as error:
        if error.code != "read_only":
            raise
        return SqliteLog(folder, readonly=True)


def _of_page(line: str) -> Finding:
    found = _INDEXED.search(line)
    if found is None:
        return Finding(None, "page", line)
    position = int(found[1]) if found[1] else None
    return Finding(position, "index", f"event {position}: {line}" if position else line)
