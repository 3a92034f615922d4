"""Backups: the whole log as one file, verified, with a manifest beside it; and a store made from one again.

A backup is a copy by SQLite's online backup, never of the file as it lies there: a store may be in use while it is
made. It holds all messages and the log's key, so it is as private as the store. Keys that sign are not in it. Views
and vectors are not either; they are made again from the log.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import orjson

from awhm import erased_outside
from awhm.commands.handle import Writer, handle_completion, handle_erasure, handle_upkeep
from awhm.commands.tombstone import Made
from awhm.errors import AwhmError, Conflict, Damaged, Refused
from awhm.events import chain, transplant
from awhm.events.append_raw import clock
from awhm.events.event import AuditNoted, PayloadsErased
from awhm.events.filesystem import NETWORKED, filesystem_of
from awhm.events.folders import sync_folder
from awhm.events.notes import write_whole
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.language.time import iso
from awhm.replay.audit import audit

FORMAT = "awhm-backup-1"
DISPOSABLE = ("views", "embeddings")  # folders of a store that are made again from the log
_PIECE = 1 << 20


@dataclass(frozen=True)
class Manifest:
    """What a backup holds: which log, up to where, how much, and the SHA-256 of the file. Times are ISO 8601."""

    log_id: str
    position: int
    chain: str
    erased: int
    bytes: int
    sha256: str
    created: str
    format: str = FORMAT

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return dict(vars(self))


@dataclass(frozen=True)
class Restored:
    """A store made from a backup. `erased` payloads were in the backup and have been erased since, and here too.

    `events` of the log are those of the backup; what stands behind them was written by the restore. `moved_to` is where
    a damaged log that stood in its place lies now.
    """

    log_id: str
    position: int
    chain: str
    erased: int
    replaced: bool
    moved_to: str | None = None
    events: int = 0


def backup(log: SqliteLog, writer: Writer, target: str, progress: Callable[[int, int], None] | None = None) -> str:
    """Copy the log to a new file, or to one in a folder that is there; verified; returns the file.

    The manifest lies beside it, with ".json" behind its name, and the log has an event of it. Raises Refused
    (`exists`, `inside_store`, `cannot_write`, `disk_full`), Damaged if the log itself is; then there is no file.
    """
    file = os.path.abspath(target)
    if os.path.isdir(file) or target.endswith(os.sep):
        when = iso(clock())[:19].replace("-", "").replace(":", "")
        file = os.path.join(file, f"awhm-{log.log_id.hex()[:8]}-{when}.db")
    _refuse_place(file, log.folder)
    parent = os.path.dirname(file)
    # SQLite is not to work on a network's file system: there only the finished file is written.
    with _workshop(log.folder if filesystem_of(parent) in NETWORKED else parent) as folder:
        copied = os.path.join(folder, FILE)
        transplant.copy(log.path, copied, progress)
        manifest = _verified(folder)
        if manifest.log_id != log.log_id.hex():
            raise Damaged("backup", f"the copy is of another log, {manifest.log_id}")
        try:
            write_whole(file + ".json", orjson.dumps(manifest.to_dict(), option=orjson.OPT_INDENT_2) + b"\n")
            # Before this there is a manifest of no backup, after it a whole one; a name that is taken stays as it is.
            _put(copied, file)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(file + ".json")
            raise _cannot_write(file, error) from error
    counts = {"events": manifest.position, "erased": manifest.erased, "bytes": manifest.bytes}
    handle_upkeep(AuditNoted(action="backed_up", targets=[file, manifest.sha256], counts=counts), writer)
    return file


def manifest_of(file: str) -> Manifest | None:
    """The manifest beside a backup; None if there is none. Raises Damaged if it is none, Refused if it is newer."""
    try:
        with open(file + ".json", "rb") as there:
            fields: dict[str, Any] = orjson.loads(there.read(1 << 16))
        if fields["format"] != FORMAT:
            text = f"{file}.json has the format {fields['format']!r}; this version of AWHM reads {FORMAT}"
            raise Refused("newer_format", text, "Upgrade AWHM.")
        return Manifest(**fields)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged("manifest", f"{file}.json is not the manifest of a backup", "Compare it with a copy.") from error


def restore(file: str, folder: str, state: str | None = None, *, replace_there: bool = False,
            actor: str = "local") -> Restored:  # fmt: skip
    """Make a store in a folder from a backup. What was erased since the backup was made is erased before anybody reads.

    Known is what the log that lies in the folder tells, and what is remembered in `state` outside of it. Raises Refused
    (`not_empty` where there is a store with events and not `replace_there`, `not_a_backup`, `newer_format`), Conflict
    (`in_use`), Damaged if the backup is; then the folder is as it was.
    """
    manifest = manifest_of(file)
    there, known = _there(folder, replace_there)
    with _explained(folder):
        os.makedirs(folder, mode=0o700, exist_ok=True)
    with _workshop(folder) as workshop:
        _fetch(file, os.path.join(workshop, FILE), manifest)
        found = _verified(workshop, file)
        known |= set(erased_outside.known(bytes.fromhex(found.log_id), state))
        made = _erase(workshop, known, os.path.basename(file), actor)
        moved_to = None
        if there == "damaged":
            moved_to = _moved_aside(folder)
        if there in ("empty", "log"):
            # Views and vectors of what is replaced go first: after a crash they are folded again, from whichever log.
            discard_disposable(folder)
            transplant.overwrite(folder, os.path.join(workshop, FILE))
        else:
            discard_disposable(folder)
            with _explained(folder):
                _put(os.path.join(workshop, FILE), os.path.join(folder, FILE))
    return replace(made, replaced=there in ("log", "damaged"), moved_to=moved_to)


def _there(folder: str, replace_there: bool) -> tuple[str, set[tuple[int, bytes]]]:
    """What a folder holds: "nothing", an "empty" log, a "log" or a "damaged" one; and what that says was erased."""
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        return "nothing", set()
    hint = "`--replace` puts the backup in its place; `awhm backup` keeps what is there."
    try:
        log = SqliteLog(folder, create=False)
    except Refused as error:
        if error.code != "no_store":
            raise
        return "empty", set()
    except Damaged as error:
        if not replace_there:
            raise Refused("not_empty", f"there is a damaged store in {folder}: {error}", hint) from error
        return "damaged", set()
    try:
        if log.head().position and not replace_there:
            raise Refused("not_empty", f"there is a store in {folder}", hint)
        return ("log" if log.head().position else "empty"), _erased_in(log)
    except Damaged:
        if not replace_there:
            raise Refused("not_empty", f"there is a damaged store in {folder}", hint) from None
        return "damaged", set()
    finally:
        log.close()


def _erased_in(log: SqliteLog) -> set[tuple[int, bytes]]:
    """The events of a log whose payloads are gone: position and id."""
    rows = log.read()
    return {(position, header[chain.EVENT_ID]) for position, header, body in rows if body is None}


def _erase(workshop: str, known: set[tuple[int, bytes]], name: str, actor: str) -> Restored:
    """Erase from the copy what was erased since, with a tombstone of its own; and note where it comes from."""
    log = SqliteLog(workshop, create=False)
    try:
        writer, last = Writer(log, actor=actor), log.head().position
        there = (position for position, event_id in sorted(known) if position <= last and _is(log, position, event_id))
        gone = [position for position in there if log.payload(position) is not None]
        if gone:
            tombstone = PayloadsErased(positions=gone, reason="erased since this backup was made")
            positions = handle_erasure(lambda: (gone, lambda _: [Made(tombstone)]), writer)
            # The file is anew, so nothing is between its rows; it has never been anybody's store.
            log.rewrite()
            log.scrub()
            handle_completion(writer, positions[-1], {"payloads": len(gone)})
        counts = {"events": last, "erased": len(gone)}
        handle_upkeep(AuditNoted(action="restored_from_backup", targets=[name], counts=counts), writer)
        head = log.head()
        return Restored(log.log_id.hex(), head.position, head.chain.hex(), len(gone), False, events=last)
    finally:
        log.close()


def _is(log: SqliteLog, position: int, event_id: bytes) -> bool:
    return bool(log.header(position)[chain.EVENT_ID] == event_id)


def _verified(folder: str, file: str = "") -> Manifest:
    """The manifest of the log in a folder. Raises Refused if it is no log of ours, Damaged if anything is wrong."""
    path = os.path.join(folder, FILE)
    try:
        log = SqliteLog(folder, create=False)
    except Refused as error:
        if error.code in ("not_a_log", "no_store"):
            raise Refused("not_a_backup", f"{file} is no backup of a store", "`awhm backup` makes one.") from error
        raise
    except Damaged as error:
        if error.code == "not_a_database":
            text = f"{file} is no backup of a store, or its first page is damaged"
            raise Refused("not_a_backup", text, "`awhm backup` makes one.") from error
        raise Damaged("backup_damaged", f"{file or 'the copy'} is damaged: {error}", "Take another backup.") from error
    try:
        report = audit(log)
        log_id, head = log.log_id.hex(), report.head
    finally:
        log.close()
    if report.first is not None:
        text = f"{file or 'the copy'} is damaged: {report.first.detail}"
        raise Damaged("backup_damaged", text, "Take another backup.", report.first.position)
    size, digest = os.stat(path).st_size, _digest(path)
    return Manifest(log_id, head.position, head.chain.hex(), report.erased, size, digest, iso(clock()))


def _fetch(file: str, target: str, manifest: Manifest | None) -> None:
    """Copy a backup's bytes, compared with its manifest. It is a file at rest: one with a WAL is refused."""
    if os.path.exists(file + "-wal"):
        hint = "`awhm backup` copies a store that is in use."
        raise Refused("not_a_backup", f"{file} is in use, or was not closed: it has a WAL", hint)
    digest = sha256()
    try:
        with open(file, "rb") as source, open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:
            while piece := source.read(_PIECE):
                digest.update(piece)
                to.write(piece)
            to.flush()
            os.fsync(to.fileno())
    except (FileNotFoundError, IsADirectoryError) as error:
        raise Refused("no_such_file", f"there is no backup {file}", "Name the file of the backup.") from error
    except OSError as error:
        raise _cannot_write(target, error) from error
    if manifest is not None and digest.hexdigest() != manifest.sha256:
        text = f"{file} is not what its manifest says: its SHA-256 is {digest.hexdigest()}"
        raise Damaged("backup_damaged", text, "Take another backup.")


def _digest(path: str) -> str:
    digest = sha256()
    with open(path, "rb") as file:  # nobody has it open through SQLite
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def discard_disposable(folder: str) -> None:
    """Remove the views and vectors of a store; they are made again from its log."""
    for name in DISPOSABLE:
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)


def _moved_aside(folder: str) -> str:
    """Move the files of a damaged log out of the way; they may be all that is left of its last events."""
    aside = os.path.join(folder, f"damaged-{iso(clock())[:19].replace(':', '')}-{secrets.token_hex(2)}")
    with _explained(folder):
        os.mkdir(aside, 0o700)
        for name in (FILE + "-wal", FILE + "-shm", FILE):
            with contextlib.suppress(FileNotFoundError):
                os.rename(os.path.join(folder, name), os.path.join(aside, name))
    return aside


def _put(made: str, target: str) -> None:
    """Give a finished file its name, which nobody may have. Raises OSError."""
    try:
        os.link(made, target)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EXDEV, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK):
            raise
        _carry(made, target)  # another disk, or one that knows of no links
    sync_folder(os.path.dirname(target))


def _carry(made: str, target: str) -> None:
    part = f"{target}.{secrets.token_hex(4)}.part"
    try:
        with open(made, "rb") as source, open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:
            shutil.copyfileobj(source, to, _PIECE)
            to.flush()
            os.fsync(to.fileno())
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
        os.rename(part, target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)


@contextmanager
def _workshop(parent: str) -> Generator[str]:
    """A folder beside what is made, on the same file system; it goes with all that is in it."""
    folder = os.path.join(parent, f".awhm-{secrets.token_hex(6)}.part")
    with _explained(folder):
        os.mkdir(folder, 0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_manifest(file: str) -> bool:
    try:
        return manifest_of(file) is not None
    except (Damaged, Refused, OSError):
        return False


def _refuse_place(file: str, folder: str) -> None:
    # A manifest without a backup is what a crash has left; what else has its name is somebody's.
    if os.path.lexists(file) or (os.path.lexists(file + ".json") and not _is_manifest(file)):
        raise Refused("exists", f"{file} is there already", "Choose another file, or a folder.")
    if os.path.realpath(file).startswith(os.path.realpath(folder) + os.sep):
        raise Refused("inside_store", f"{file} is inside the store", "Choose a place outside, best on another disk.")


@contextmanager
def _explained(path: str) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise _cannot_write(path, error) from error


def _cannot_write(path: str, error: OSError) -> AwhmError:
    if isinstance(error, FileExistsError):
        return Conflict("exists", f"{path} has come to be meanwhile", "Choose another file.")
    full = error.errno == errno.ENOSPC
    return Refused("disk_full" if full else "cannot_write", f"{path} cannot be written: {error.strerror}",
                   "Free some space." if full else "Choose another place.")  # fmt: skip
