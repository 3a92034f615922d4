"""A doorbell: a writer taps on each follower's socket after a commit, so that nobody need poll often.

It carries no data and may be lost: a follower that hears nothing looks for itself once a second.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket

LONGEST = 100  # bytes in the path of a Unix socket, with room to spare on every system


class Doorbell:
    """The bells of one store: sockets in a folder beside the log."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def ring(self) -> None:
        """Tell all who listen. Best effort: a follower that is gone is swept away, one that is busy is left."""
        try:
            names = os.listdir(self._folder)
            bell = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) if names else None
        except OSError:
            return  # nobody has listened yet, or we may not look, or have no file left to open
        if bell is None:
            return
        with bell:
            bell.setblocking(False)
            for name in names:
                path = os.path.join(self._folder, name)
                try:
                    bell.sendto(b"", path)
                except BlockingIOError:
                    continue  # its queue is full, so it will wake anyway
                except ConnectionRefusedError:
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(path)
                except OSError:
                    continue  # another user's socket, a foreign file: the follower's poll is the net

    def listen(self) -> socket.socket | None:
        """A bound socket to wait on; None where a path is too long or the folder cannot be written."""
        if not hasattr(socket, "AF_UNIX") or len(os.fsencode(self._folder)) + 12 > LONGEST:
            return None
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        except OSError:
            return None
        try:
            ear.bind(os.path.join(self._folder, secrets.token_hex(4)))
        except OSError:
            ear.close()
            return None
        return ear

    @staticmethod
    def drain(ear: socket.socket, timeout: float) -> None:
        """Wait for a tap, at most `timeout` seconds, and swallow all that came."""
        ear.settimeout(max(timeout, 0.001))
        try:
            ear.recv(1)
            ear.setblocking(False)
            while True:
                ear.recv(1)
        except (TimeoutError, BlockingIOError):
            return

    @staticmethod
    def close(ear: socket.socket) -> None:
        """Stop listening and take the socket's file away."""
        path = ear.getsockname()
        ear.close()
        with contextlib.suppress(OSError):
            os.unlink(path)
