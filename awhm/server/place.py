"""Where a server is: a lock on the data directory, which goes with the process, and a socket in it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import time

from awhm.errors import Refused
from awhm.hooks.wire import NAME, within

PATIENCE = 0.1  # seconds: a hook that only looks whether a server runs holds the lock for a moment
WAITING = 128  # connections that wait to be taken


class Place:
    """The one place of a data directory's server. No file is made for the lock: it is on the folder itself."""

    def __init__(self, folder: str) -> None:
        """Take the place. Raises Refused: `server_running` where another process has it, `cannot_open`."""
        self.folder = folder
        self._bound: tuple[int, int] | None = None
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            self._lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise Refused("cannot_open", f"{folder}: {error.strerror}", "Check its permissions.") from error
        deadline = time.monotonic() + PATIENCE
        while not self._locked():
            if time.monotonic() >= deadline:
                os.close(self._lock)
                raise Refused("server_running", f"a server of {folder} runs already", "`awhm serve --stop` ends it.")
            time.sleep(0.005)

    def _locked(self) -> bool:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def listen(self) -> socket.socket:
        """The socket, which this user alone may connect to. One that a killed server left is replaced.

        Raises Refused (`cannot_listen`).
        """
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(self.folder, NAME))
            within(self.folder, listener.bind)
            listener.listen(WAITING)
        except OSError as error:
            listener.close()
            text = f"no socket can be made in {self.folder}: {error.strerror or error}"
            raise Refused("cannot_listen", text, "Hooks work without a server.") from error
        finally:
            os.umask(before)
        listener.setblocking(False)
        self._bound = self._there()
        return listener

    def is_ours(self) -> bool:
        """Whether the socket is there, and the one that was made here: else nobody finds this server any more."""
        return self._bound is not None and self._there() == self._bound

    def _there(self) -> tuple[int, int] | None:
        try:
            found = os.lstat(os.path.join(self.folder, NAME))
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def hide(self) -> None:
        """Take the socket away: whoever comes now does without."""
        if self.is_ours():
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(self.folder, NAME))
        self._bound = None

    def leave(self) -> None:
        """Let go of the place; the next server may come."""
        self.hide()
        os.close(self._lock)
