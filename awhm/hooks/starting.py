"""Starting the resident server, where the settings say that the first hook does. Standard-library C modules only."""

from __future__ import annotations

import fcntl
import os

from awhm.hooks.detach import SERVER, detach
from awhm.hooks.requests import arguments_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from awhm.hooks.turn import Turn

FAILED = os.path.join("hooks", "server.failed")  # why it could not be started; while it is new, nobody tries again
AGAIN = 60.0  # seconds until it is tried again


def start_server(turn: Turn) -> None:
    """Start the server of a data directory, unless one is there, or could not be started a minute ago."""
    folder = turn.options.data_dir
    try:
        if turn.now / 1000 - os.stat(os.path.join(folder, FAILED)).st_mtime < AGAIN:
            return
    except OSError:
        pass
    try:
        if is_running(folder):
            return
        detach(SERVER, arguments_of(turn.call), dict(os.environ))
    except OSError as error:  # there is no folder yet, or no process to be had: all works without
        turn.call.note(f"the server was not started: {error.strerror}")


def is_running(folder: str) -> bool:
    """Whether a server of a data directory runs, or is about to: it holds a lock on the folder itself. Raises OSError.

    A lock on the folder leaves no file behind, and goes with the process, however that ends.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
