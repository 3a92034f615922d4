"""Copies of a log outside of its folder: exports and backups that somebody made, and the transcripts of hosts.

Exports and backups are ours to remove. A transcript is its host's: it is named where it holds something, never touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson

from awhm.errors import Refused
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.folders import sync_folder
from awhm.events.log import Log
from awhm.events.schema import APPLICATION_ID
from awhm.jobs.transfer import FORMAT as EXPORT
from awhm.language.time import iso
from awhm.replay.ledger import headers_of

ACTIONS = {"exported": "export", "backed_up": "backup"}
MANIFEST = ".json"  # behind a backup's name: its manifest, which goes with it
_SQLITE = b"SQLite format 3\0"
_APPLICATION = slice(68, 72)  # of an SQLite file: whose it is (sqlite.org/fileformat, 1.3)
_EXPORTED = {"event_id", "commitment", "header", "chain"}  # what each line of an export for reading has
_LINE = 1 << 28  # bytes of an export's first line: a payload may be 64 MiB


class Noted(NamedTuple):
    """A copy that the log knows of: the event that tells it, when, its kind, and where; None where that is not told."""

    id: str
    recorded: str
    kind: str
    path: str | None


def noted(log: Log) -> list[Noted]:
    """The exports and backups that were made of a log, in order; those that are gone since, too."""
    found: list[Noted] = []
    for position, header in headers_of(log, {Kind.AUDIT_NOTED}):
        raw = log.payload(position)
        fields: dict[str, Any] = {} if raw is None else orjson.loads(raw)
        kind = ACTIONS.get(fields.get("action", ""))
        if kind is None:
            continue
        when = iso(chain.recorded_of(header))
        targets: list[str] = fields.get("targets", [])
        paths: list[str | None] = [target for target in targets if os.path.isabs(target)]
        found += [Noted(f"m{position}", when, kind, path) for path in paths or [None]]
    return found


def made_since(log: Log, positions: Sequence[int]) -> list[str]:
    """The exports and backups that were made behind one of these events, and are still there: they may hold it.

    Each is named by its path, once. Raises Refused (`cannot_remove`) for one that cannot be looked at.
    """
    first = min(positions, default=0)
    known = [one.path for one in noted(log) if one.path is not None and int(one.id[1:]) > first > 0]
    return [path for path in dict.fromkeys(known) if os.path.lexists(path) and _looked_at(os.path.realpath(path))]


def transcripts() -> list[str]:
    """The folders in which hosts keep what was said, those that are there."""
    home = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(Path.home(), ".claude")
    return [folder for folder in (os.path.join(home, "projects"),) if os.path.isdir(folder)]


def kind_of(path: str) -> str | None:
    """What a file is by its content: an "export" or a "backup" of AWHM's, or None.

    The log of a store is no backup. It is not even opened: see `awhm.jobs.apart`.
    """
    if is_store(path) or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        head = file.read(100)
        if head.startswith(_SQLITE):
            return "backup" if head[_APPLICATION] == APPLICATION_ID.to_bytes(4, "big") else None
        file.seek(0)
        line = file.readline(_LINE) if head[:1] == b"{" else b""
    try:
        fields: object = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(fields, dict):
        return None
    first = cast("dict[str, object]", fields)
    return "export" if first.get("format") == EXPORT or first.keys() >= _EXPORTED else None


def is_store(path: str) -> bool:
    """Whether a file lies in the folder of a store."""
    return os.path.exists(os.path.join(os.path.dirname(os.path.realpath(path)), "log.lock"))


def remove_copies(paths: Iterable[str]) -> list[str]:
    """Remove exports and backups, whole files, with the manifests of backups; returns the files that are gone.

    All of them are looked at before the first is touched. Each is overwritten and synced before it is unlinked, as
    far as the disk and its file system do that in place. One that is not there any more is no error. Raises Refused
    (`not_a_copy` for what is neither an export nor a backup of AWHM's, `cannot_remove`).
    """
    doomed: list[str] = []
    for path in dict.fromkeys(map(os.path.realpath, paths)):  # the file, not a link to it
        if not os.path.lexists(path):
            continue
        kind = _looked_at(path)
        if kind is None:
            text = f"{path} is neither an export nor a backup of AWHM's"
            raise Refused("not_a_copy", text, "Remove it yourself, if it may go.")
        doomed += [path, *([path + MANIFEST] if kind == "backup" and os.path.isfile(path + MANIFEST) else [])]
    for path in doomed:
        try:
            _overwrite(path)
            os.unlink(path)
            sync_folder(os.path.dirname(path))
        except OSError as error:
            raise Refused("cannot_remove", f"{path}: {error.strerror}", "Remove it yourself.") from error
    return doomed


def _looked_at(path: str) -> str | None:
    if any(
        os.path.commonpath([path, os.path.realpath(folder)]) == os.path.realpath(folder) for folder in transcripts()
    ):
        return None
    try:
        return kind_of(path)
    except OSError as error:
        raise Refused("cannot_remove", f"{path}: {error.strerror}", "Check its permissions.") from error


def _overwrite(path: str) -> None:
    with open(path, "r+b", buffering=0) as file:
        left = os.fstat(file.fileno()).st_size
        while left:
            left -= file.write(bytes(min(left, 1 << 20)))
        os.fsync(file.fileno())
        file.truncate(0)


def below(paths: Sequence[str]) -> list[str]:
    """The exports and backups among these files and below these folders; the folders of stores are left out."""
    found: list[str] = []
    for given in paths:
        files = [given]
        if os.path.isdir(given):
            files = [os.path.join(place, name) for place, _, names in os.walk(given) for name in sorted(names)]
        found += [path for path in files if kind_of(path) is not None]
    return found
