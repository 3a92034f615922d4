"""What is wrong with a store, what can be done about it, and what cannot be saved. Changes nothing."""

from __future__ import annotations

import fcntl
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import orjson

from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.filesystem import NETWORKED, filesystem_of
from awhm.events.log import Log
from awhm.events.notes import Notes
from awhm.events.understood import fault_of, fields_of
from awhm.replay.diagnose import Finding

# What belongs in a data directory: everything else is named, and left alone.
OURS = re.compile(
    r"log\.db(-wal|-shm|-journal)?|log\.lock(\.queue)?|erasing\.lock(\.queue)?|bells|views|embeddings|checkpoints|snapshots"
    r"|hooks|spool|server\.sock"
)
LEAST_FREE = 64 * 1024 * 1024  # bytes; below that a view or a WAL may not find room
MOST_NAMED = 20


class Way(StrEnum):
    """What can be done: by `--repair`, by `--accept`, by a person, nothing at all; or nothing need be."""

    REPAIR = "repair"
    ACCEPT = "accept"
    HAND = "by hand"
    LOST = "lost"
    NOTE = "note"


class Diagnosis(NamedTuple):
    """One thing that is wrong, or good to know: where, what, and what to do. `position` is the event concerned."""

    part: str
    what: str
    detail: str
    way: Way
    remedy: str
    position: int | None = None

    @property
    def wrong(self) -> bool:
        """Whether it is a fault, and not only good to know."""
        return self.way is not Way.NOTE


_BACKUP = "Nothing here has it any more. A backup or another machine's copy may; copy this folder before you try."
_CHAIN = "What stands before it is proved, what stands behind it no longer is. " + _BACKUP
_DECIDE = (
    "If you know why (a backup was restored, a copy went on elsewhere), `awhm doctor --accept` takes the log as it is"
    " for the truth from now on. If not, copy this folder and that of the checkpoints first: they are the evidence."
)
# By what a finding is: the part, the way, and the remedy.
_KNOWN: dict[str, tuple[str, Way, str]] = {
    **{what: ("payloads", Way.LOST, _BACKUP) for what in ("payload", "salt", "salt_or_payload", "payload_missing")},
    **{
        what: ("log", Way.LOST, _CHAIN)
        for what in ("header", "chain", "header_or_chain", "position", "missing", "inserted", "order")
    },
    "unsealed": ("payloads", Way.HAND, "Find the program that wrote it; `awhm erase` takes it out of the log."),
    "stray_payload": ("payloads", Way.HAND, "Nothing reads it. It came from outside AWHM: find out how."),
    "index": ("pages", Way.REPAIR, "The indexes are made anew from the events."),
    "page": ("pages", Way.HAND, "Copy the folder, then restore a backup; `awhm log export` saves what can be read."),
    "truncated": ("checkpoints", Way.ACCEPT, _DECIDE),
    "forked": ("checkpoints", Way.ACCEPT, _DECIDE),
    "replaced": ("checkpoints", Way.ACCEPT, _DECIDE),
    "gone": ("checkpoints", Way.ACCEPT, "Put the log back. " + _DECIDE),
    "note": ("checkpoints", Way.REPAIR, "It is set aside; the other copies stand."),
    "signature": ("checkpoints", Way.HAND, "Somebody changed it, or the key is another's. Move it away and keep it."),
    "view": ("views", Way.REPAIR, "It is folded from the log again."),
    "vectors": ("vectors", Way.REPAIR, "They are computed again."),
}
_UNKNOWN = ("log", Way.HAND, "Copy the folder, then restore a backup.")


def of_findings(findings: Iterable[Finding]) -> list[Diagnosis]:
    """What `awhm verify` finds, with what can be done about each."""
    return [
        Diagnosis(part, found.what, found.detail, way, remedy, found.position)
        for found in findings
        for part, way, remedy in [_KNOWN.get(found.what, _UNKNOWN)]
    ]


def of_events(log: Log) -> list[Diagnosis]:
    """Erasures that were not completed, and messages that were set aside. One pass over the headers."""
    tombstones: set[int] = set()
    aside: set[int] = set()
    try:
        for position, header in _upkeep(log):
            kind = chain.kind_of(header)
            if kind == Kind.PAYLOADS_ERASED:
                tombstones.add(position)
            elif kind == Kind.ERASURE_COMPLETED:
                tombstones.discard(_number(log, position, "tombstone"))
            elif kind == Kind.MESSAGE_SET_ASIDE:
                aside.add(_number(log, position, "message"))
            elif aside:
                aside -= set(chain.sources_of(header))  # read after all, by a later extractor
    except Damaged:
        return []  # the findings about the log say it
    remedy = "It is taken up again when the store is next opened for writing; `awhm scan` says what is left."
    found = [
        Diagnosis("erasures", "unfinished", f"erasure {position} was not completed", Way.HAND, remedy, position)
        for position in sorted(tombstones)
    ]
    remedy = "Its words are kept and found. `awhm consolidate --again` tries once more, with a newer version above all."
    return found + [
        Diagnosis("messages", "set_aside", f"m{position} could not be consolidated", Way.NOTE, remedy, position)
        for position in sorted(aside - {0})
    ]


def of_payloads(log: Log) -> list[Diagnosis]:
    """The events, of whatever scope, whose payload nobody can understand. One pass over the payloads."""
    found: list[tuple[int, str]] = []
    try:
        for position, header, body in log.read():
            if body is not None and fields_of(header, body) is None and (why := fault_of(header, body)) is not None:
                found.append((position, why))
    except (Damaged, Refused):
        return []  # the findings about the log say it
    if not found:
        return []
    named = ", ".join(f"m{position} ({why})" for position, why in found[:MOST_NAMED])
    named += f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    what = "1 event cannot" if len(found) == 1 else f"{len(found)} events cannot"
    text = f"{what} be understood, set aside when first read: {named}"
    remedy = "The log keeps the bytes (`awhm log show`), no view knows of them. Find the program that wrote them."
    return [Diagnosis("payloads", "unreadable", text, Way.NOTE, remedy, found[0][0])]


def _upkeep(log: Log) -> Iterator[tuple[int, bytes]]:
    wanted = {Kind.PAYLOADS_ERASED, Kind.ERASURE_COMPLETED, Kind.MESSAGE_SET_ASIDE, Kind.STATEMENTS_EXTRACTED}
    kinds = {int(kind).to_bytes(2, "big") for kind in wanted}
    for rows in log.links(payloads=False):
        yield from ((row[0], row[1]) for row in rows if isinstance(row[1], bytes) and row[1][2:4] in kinds)


def _number(log: Log, position: int, field: str) -> int:
    """A position that a payload names; 0 where there is none."""
    payload = log.payload(position)
    try:
        found = None if payload is None else orjson.loads(payload)[field]
    except (ValueError, KeyError, TypeError):
        return 0
    return found if isinstance(found, int) else 0


def of_files(folder: str) -> list[Diagnosis]:
    """Files that are not ours, what interrupted writes left, and permissions wider than 0700 and 0600."""
    found: list[Diagnosis] = []
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        return [Diagnosis("files", "unreadable", f"{folder} cannot be read: {error.strerror}", Way.HAND, "")]
    for name in [name for name in names if not OURS.fullmatch(name)][:MOST_NAMED]:
        text = f"{os.path.join(folder, name)} is none of AWHM's files; nothing reads it"
        found.append(Diagnosis("files", "stray", text, Way.NOTE, "Move it elsewhere if it holds anything of yours."))
    for path in left_behind(folder):
        text = f"{path} was left by a write that was interrupted"
        found.append(Diagnosis("files", "left_behind", text, Way.REPAIR, "Nothing needs it; it is deleted."))
    return found + _wide(folder, [])


def left_behind(folder: str) -> list[str]:
    """The files that interrupted writes of checkpoints left in a data directory."""
    return Notes(os.path.join(folder, "checkpoints"), 0).left_behind()


def of_state(state: str, key: str | None) -> list[Diagnosis]:
    """The same of the folder outside the data directory, and of the signing key's file."""
    return _wide(state, [key] if key is not None and not key.startswith(state + os.sep) else [])


def _wide(folder: str, more: Sequence[str]) -> list[Diagnosis]:
    """What others may read or write, in a folder and beside it. In a folder that is closed to them they reach nothing:
    then a file with a wide mode is only good to know, as a copy of it would have that too.
    """
    closed = not _mode(folder) & 0o077
    below = [path for path in _below(folder) if not closed or not os.path.isdir(path)]
    wide = [path for path in (*below, *more) if _mode(path) & 0o077]
    if not wide:
        return []
    named = ", ".join(f"{path} ({_mode(path):04o})" for path in wide[:MOST_NAMED])
    named += f" and {len(wide) - MOST_NAMED} more" if len(wide) > MOST_NAMED else ""
    if closed and wide[-1] not in more:
        text = f"these are open to others, though the folder they are in is not: {named}"
        return [Diagnosis("permissions", "wide", text, Way.NOTE, f"`chmod -R go= {folder}`")]
    text = f"others may read or write {named}"
    return [Diagnosis("permissions", "wide", text, Way.HAND, f"`chmod -R go= {' '.join([folder, *more])}`")]


def _below(folder: str) -> Iterator[str]:
    if os.path.isdir(folder):
        yield folder
    for parent, folders, names in os.walk(folder):
        yield from (os.path.join(parent, name) for name in (*folders, *names))


def _mode(path: str) -> int:
    try:
        found = os.lstat(path)
    except OSError:
        return 0  # gone since it was listed
    return 0 if stat.S_ISLNK(found.st_mode) or stat.S_ISSOCK(found.st_mode) else stat.S_IMODE(found.st_mode)


def _free(path: str) -> int:
    usage = os.statvfs(path)
    return usage.f_bavail * usage.f_frsize


def of_system(
    folder: str, filesystem: Callable[[str], str] = filesystem_of, free: Callable[[str], int] = _free
) -> list[Diagnosis]:
    """The file system below the store, the room on it, and who holds the lock."""
    found: list[Diagnosis] = []
    kind = filesystem(folder)
    if kind in NETWORKED:
        text = f"{folder} is on a network file system ({kind}), where SQLite's WAL can be corrupted"
        found.append(Diagnosis("file system", "network", text, Way.HAND, "Move the folder to a local disk."))
    left = free(folder)
    if left < LEAST_FREE:
        text = f"the disk that holds {folder} is nearly full: {left / 2**20:.0f} MiB are free"
        found.append(Diagnosis("disk", "nearly_full", text, Way.HAND, "Free some space."))
    holder = lock_holder(os.path.join(folder, "log.lock"))
    if holder is not None:
        text = f"the log's lock is held{holder}"
        remedy = "It is held for the length of a write. If it stays, that process hangs: end it, and nothing is lost."
        found.append(Diagnosis("lock", "held", text, Way.NOTE, remedy))
    return found


def lock_holder(path: str) -> str | None:
    """Who holds a lock, as words (" by process 12"), empty where that cannot be told; None if it is free."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _holder(os.fstat(descriptor).st_ino)
    finally:
        os.close(descriptor)
    return None


def _holder(inode: int) -> str:
    try:
        with open("/proc/locks", encoding="ascii") as table:
            lines = [line.split() for line in table]
    except OSError:
        return ""
    found = [line[4] for line in lines if len(line) > 5 and line[1] == "FLOCK" and line[5].endswith(f":{inode}")]
    return f" by process {found[0]}" if found else ""
