"""The hook's side of the resident server: what the host sent is handed over, and what the server answers is written.

The server sees to private spans and secrets as the hook would, and says "kept" when the event is on the disk. If it
does not say so in time, for whatever reason, the hook does all itself, under the same ids: twice has the effect of
once. Standard-library C modules only.
"""

from __future__ import annotations

import os
import time

from awhm import __version__
from awhm.hooks.entry import age
from awhm.hooks.options import file_stamp
from awhm.hooks.wire import (
    DONE,
    EVENT,
    KEPT,
    LARGEST,
    REFUSED,
    Foreign,
    connected,
    environment,
    frame,
    pack,
    receive,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from awhm.hooks.entry import Call
    from awhm.hooks.options import Options

ASIDE = 1.0  # seconds more for what follows the append, where it is not a prompt: files, and another process
LEAST = 0.05  # seconds that the server is given, however short the hook's patience with the lock is
LATE = "recall took too long; nothing was injected"


def served(call: Call, options: Options, data: bytes, out: int) -> bool:
    """Have the server carry out one event; False if it has to be done here."""
    left = options.recall_timeout - age() if call.event == "prompt" else 0.0
    until = time.monotonic() + left
    body = pack(fields_of_request(call, options, left), data)
    if len(body) > LARGEST:
        return False
    patience = max(options.lock_timeout, LEAST)
    try:
        connection = connected(options.data_dir, patience)
    except OSError:  # it has gone, and left its socket
        return False
    kept = False
    try:
        connection.sendall(frame(EVENT, body))
        if call.event != "prompt":
            connection.settimeout(patience + ASIDE)
        kind, text, rest = receive(connection, b"")
        kept = kind == KEPT
        if kept and not options.recall_timeout:
            return True
        if kept:  # a prompt: from here on nothing can be lost
            connection.settimeout(max(until - time.monotonic(), 0.001))
            kind, text, rest = receive(connection, rest)
    except (OSError, Foreign):
        if not kept:
            return False
        call.note(LATE)
        return True
    return _answered(call, kind, text, out, kept)


def _answered(call: Call, kind: int, text: bytes, out: int, kept: bool) -> bool:
    """Write what the server has to say: a note, and behind a NUL what the host is to read."""
    if kind == REFUSED or kind not in (KEPT, DONE):
        return kept
    note, _, told = text.partition(b"\0")
    if note:
        call.note(note.decode("utf-8", "replace"))
    while told and out >= 0:
        told = told[os.write(out, told) :]
    return True


def fields_of_request(call: Call, options: Options, left: float) -> list[str]:
    """The head of a request; `awhm.server.request` reads it."""
    return [
        __version__,
        options.data_dir,
        options.scope,
        options.actor,
        file_stamp(),
        call.event,
        str(call.now),
        str(call.zone),
        call.rest_of_id.hex(),
        str(int(1000 * left)),
        *[f"{name}={value}" for name, value in call.options.items()],
        *environment(os.environ),
    ]
