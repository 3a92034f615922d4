"""What was erased from a log, remembered outside of it: positions and event ids, so that no old copy brings it back.

<state folder>/logs/<log id>/erasures.log, a line for each event: its position and its id in hexadecimal. No content.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

import platformdirs

from awhm.errors import Damaged, Refused
from awhm.language.regex import regex

FILE = "erasures.log"
_LINE = regex(rb"([1-9][0-9]{0,18}) ([0-9a-f]{32})")


def note(log_id: bytes, erased: Iterable[tuple[int, bytes]], state: str | None = None) -> None:
    """Remember that these events, by position and id, were erased; durable when it returns. Twice does no harm.

    `state` is the folder for what is kept outside of the data directory. Raises Refused (`cannot_write`).
    """
    lines = b"".join(b"%d %s\n" % (position, event_id.hex().encode()) for position, event_id in erased)
    if not lines:
        return
    path = _path(log_id, state)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            # One write behind whatever is there, and behind a line break: a line that a crash has cut stays by itself.
            size = os.fstat(descriptor).st_size
            torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            data = b"\n" + lines if torn else lines
            while data:
                data = data[os.write(descriptor, data) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        text = f"{path} cannot be written: {error.strerror}"
        raise Refused("cannot_write", text, "The setting `state_dir` names another folder.") from error


def known(log_id: bytes, state: str | None = None) -> list[tuple[int, bytes]]:
    """The events of a log that were erased as far as this place knows, by position; each once.

    Raises Damaged if a whole line is none of ours: then it is not known what must not come back.
    """
    path = _path(log_id, state)
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return []
    found: set[tuple[int, bytes]] = set()
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is not None:
            found.add((int(match[1]), bytes.fromhex(match[2].decode())))
        elif line and not _torn(line):
            raise Damaged("erasures", f"{path}: line {number} is damaged", "Look at the file before you restore.")
    return sorted(found)


def _torn(line: bytes) -> bool:
    """Whether a line is the beginning of one: what a crash leaves. Its writer had not reported success."""
    return re.fullmatch(rb"[1-9][0-9]{0,18}(?: [0-9a-f]{0,31})?", line) is not None


def _path(log_id: bytes, state: str | None) -> str:
    folder = state or platformdirs.user_state_dir("awhm", appauthor=False)
    return os.path.join(folder, "logs", log_id.hex(), FILE)
