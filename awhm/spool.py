"""The spool: messages that a hook could not append in time, each a file, taken into the log at the next open.

<data dir>/spool/<event id in hexadecimal>.json. The event id was given when the message was said, so that a message
that is in the log, or was erased from it, is never written again. `write` imports standard-library C modules only.
"""

from __future__ import annotations

import os

from awhm.events.folders import sync_folder
from awhm.events.raw_json import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from awhm.commands.command import LogMessage
    from awhm.commands.handle import Writer

FOLDER = "spool"
SUFFIX, ASIDE = ".json", ".bad"


def write(folder: str, event_id: bytes, message: Mapping[str, Any]) -> None:
    """Keep one message (the fields of a `LogMessage`, with `scope` and `actor`); durable when it returns.

    Raises OSError. If we crash before the rename, there is a temporary file that `sweep` and `ingest` clear away, and
    the message is lost with its hook; after it the message is safe.
    """
    spool = os.path.join(folder, FOLDER)
    os.makedirs(spool, mode=0o700, exist_ok=True)
    write_whole(os.path.join(spool, event_id.hex() + SUFFIX), encode(message))


def waiting(folder: str) -> list[str]:
    """The files that wait, the oldest first: an event id begins with its time."""
    return [name for name in _names(folder) if name.endswith(SUFFIX)]


def counts(folder: str) -> dict[str, int]:
    """How many messages are in the spool: those that `waiting` gives, and those `set_aside` as they cannot be read."""
    names = _names(folder)
    return {
        "waiting": sum(name.endswith(SUFFIX) for name in names),
        "set_aside": sum(name.endswith(SUFFIX + ASIDE) for name in names),
    }


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(os.path.join(folder, FOLDER)))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return []


def ingest(writer: Writer, folder: str | None) -> int:
    """Append what waits, by event id; how many were new to the log.

    A file that holds no message is set aside beside it (`.bad`), and named by a warning. Raises Conflict or Damaged as
    an append does: then what is left waits on.
    """
    if folder is None or not (names := waiting(folder)):
        return 0
    import logging

    from awhm.commands.handle import Writer as Writing
    from awhm.commands.handle import handle_messages
    from awhm.errors import Refused

    fresh = 0
    for name in names:
        path = os.path.join(folder, FOLDER, name)
        try:
            scope, actor, command = _command(path, name)
            outcome = handle_messages([command], Writing(writer.log, scope, actor))
        except FileNotFoundError:  # another process was first
            continue
        except (ValueError, KeyError, TypeError, Refused) as error:
            os.replace(path, path + ASIDE)
            logging.getLogger("awhm").warning("a spooled message is set aside in %s%s: %s", path, ASIDE, error)
            continue
        fresh += sum(outcome.fresh)
        # If we crash before this, the next open finds the event in the log by its id and comes here again.
        _remove(path)
    return fresh


def _command(path: str, name: str) -> tuple[str, str, LogMessage]:
    import orjson

    from awhm.commands.command import LogMessage

    with open(path, "rb") as file:
        fields: dict[str, Any] = orjson.loads(file.read())
    command = LogMessage(
        bytes.fromhex(name.removesuffix(SUFFIX)), fields["session"], fields["role"], fields["content"],
        fields["occurred"], fields.get("zone"), metadata=fields.get("metadata", {}),
    )  # fmt: skip
    if len(command.command_id) != 16:
        raise ValueError(f"{name} is not named by an event id")
    return fields["scope"], fields["actor"], command


def sweep(folder: str, erased_ids: Collection[bytes]) -> int:
    """Remove the files of erased events, so that their text is in no file; how many there were.

    For the erasure, behind its tombstone. They could not come back into the log anyway: their ids are there.
    """
    swept = 0
    for name in _names(folder):
        stem = name.split(".", 1)[0]
        if len(stem) == 32 and any(one.hex() == stem for one in erased_ids):
            _remove(os.path.join(folder, FOLDER, name))
            swept += 1
    return swept


def _remove(path: str) -> None:
    """Overwrite and unlink: what was spooled may have been erased since."""
    try:
        with open(path, "r+b") as file:
            file.write(bytes(os.fstat(file.fileno()).st_size))
            file.flush()
            os.fsync(file.fileno())
        os.unlink(path)
    except FileNotFoundError:
        return


def write_whole(path: str, data: bytes) -> None:
    """A small file, all of it or none: written beside, synced, renamed, and the folder synced."""
    beside = f"{path}.tmp-{os.getpid()}"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.rename(beside, path)
    sync_folder(os.path.dirname(path))
