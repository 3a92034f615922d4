"""One connection of the server: bytes in, frames out."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from awhm.hooks.wire import DONE, frame, split

ROOM = 1 << 18  # bytes that an answer may take in the socket at once; larger ones do not occur


class Peer:
    """A hook at the other end. Sending never waits: who does not read has gone. Two threads may send."""

    __slots__ = ("_buffer", "_open", "_sending", "connection", "gone")

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self.connection = connection
        self._buffer = bytearray()
        self.gone = False
        # A descriptor that is closed is the next connection's: an answer to one must never go to the other.
        self._sending = threading.Lock()
        self._open = True

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """The frames that have come whole; sets `gone` where the other end has. Raises `wire.Foreign`."""
        try:
            while piece := self.connection.recv(ROOM):
                self._buffer += piece
                if len(piece) < ROOM:
                    break
            else:
                self.gone = True
        except BlockingIOError:
            pass
        except OSError:
            self.gone = True
        while self._buffer and (found := split(self._buffer)) is not None:
            kind, body, end = found
            del self._buffer[:end]
            yield kind, body

    def send(self, kind: int, body: bytes = b"") -> None:
        """Send a frame, whole or, where nobody takes it, no more."""
        data = frame(kind, body)
        with self._sending, contextlib.suppress(OSError):  # one that has gone knows what to do
            if self._open and self.connection.send(data) < len(data):
                self.connection.shutdown(socket.SHUT_RDWR)

    def done(self, notes: list[str], told: bytes = b"") -> None:
        """Say that all is done: a note for the one line on stderr, and what the host is to read."""
        self.send(DONE, "; ".join(notes).encode("utf-8", "replace").replace(b"\0", b" ") + b"\0" + told)

    def close(self) -> None:
        """Let go of it. For the loop alone, which listens to it."""
        with self._sending:
            self._open = False
            self.connection.close()
