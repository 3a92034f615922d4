"""The server's loop: connections in, whatever has come appended together, acknowledgements out.

While one batch is on its way to the disk the next requests wait in their sockets, so that the batches are as large as
there are hooks at the same time.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import orjson

from awhm import __version__
from awhm.errors import AwhmError, Damaged, Refused
from awhm.events.append_raw import clock
from awhm.events.doorbell import Doorbell
from awhm.hooks.wire import EVENT, KEPT, REFUSED, STATUS, STOP, Foreign, peer
from awhm.jobs.piecemeal import piecemeal
from awhm.server.peer import Peer
from awhm.server.request import Own, Request

if TYPE_CHECKING:
    from awhm.server.aside import Aside
    from awhm.server.place import Place

Commit = Callable[[Sequence[Request]], list[AwhmError | None]]
LOOK = 1.0  # seconds between two looks at the time, and at whether anybody can find this server
MOST = 256  # requests in one batch


class Door:
    """The socket and who has come in by it. `run` returns once `stop` was called, or nobody came for long."""

    def __init__(self, listener: socket.socket, own: Own, place: Place, aside: Aside, commit: Commit) -> None:
        self.idle = 0.0
        """Seconds without a request after which the server ends; 0 for never."""
        self._listener = listener
        self._own = own
        self._place = place
        self._aside = aside
        self._commit = commit
        self._ear = Doorbell(os.path.join(own.folder, "bells")).listen()
        self._hear, self._wake = socket.socketpair()
        for one in (self._hear, self._wake):
            one.setblocking(False)
        self._selector = selectors.DefaultSelector()
        for one in (listener, self._hear, *([self._ear] if self._ear is not None else [])):
            self._selector.register(one, selectors.EVENT_READ)
        self._peers: set[Peer] = set()
        self._stopping = False
        self._since = clock()
        self._used = time.monotonic()
        self._counts = {"requests": 0, "batches": 0}
        self._refused: dict[str, int] = {}
        self._last_refusal: str | None = None

    def stop(self) -> None:
        """End soon, after the batch at hand. May be called from a signal's handler."""
        self._stopping = True
        with contextlib.suppress(OSError):
            self._wake.send(b"\0")

    def run(self) -> None:
        """Serve until the end. Called in the main thread, whose signals wake it."""
        before = signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        looked = time.monotonic()
        try:
            while not self._stopping:
                ready = self._selector.select(LOOK)
                waiting: list[tuple[Peer, int, bytes]] = []
                for key, _ in ready:
                    if isinstance(key.data, Peer):
                        waiting += self._heard(key.data)
                    else:
                        self._other(key.fileobj)
                for start in range(0, len(waiting), MOST):
                    self._serve(waiting[start : start + MOST])
                for one in {one for one, _, _ in waiting if one.gone}:
                    one.close()
                now = time.monotonic()
                if now - looked >= LOOK:
                    looked = now
                    self._look(now)
        finally:
            signal.set_wakeup_fd(before)

    def _other(self, what: object) -> None:
        if what is self._listener:
            self._accept()
        elif what is self._ear and self._ear is not None:
            Doorbell.drain(self._ear, 0)
            self._aside.look()
        else:
            with contextlib.suppress(OSError):
                self._hear.recv(1 << 12)

    def _look(self, now: float) -> None:
        """What only time tells: that nobody comes any more, or that nobody can."""
        if not self._place.is_ours():
            self._stopping = True
        if self._ear is None:
            self._aside.look()
        if self.idle and now - self._used >= self.idle and not self._aside.busy:
            self._stopping = True

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:  # none left, or no descriptor for it: it is told by the socket's end
                return
            try:
                if peer(connection) != os.geteuid():
                    raise PermissionError
                one = Peer(connection)
                self._selector.register(connection, selectors.EVENT_READ, one)
            except OSError:
                connection.close()
                continue
            self._peers.add(one)

    def _heard(self, one: Peer) -> list[tuple[Peer, int, bytes]]:
        """What a peer has sent. One that has gone, or speaks otherwise, is let go of."""
        heard: list[tuple[Peer, int, bytes]] = []
        try:
            heard += [(one, kind, body) for kind, body in one.frames()]
        except Foreign:
            self._refuse(one, Refused("protocol", "that is no frame of this version of the protocol"))
            one.gone = True
        if one.gone:
            self._selector.unregister(one.connection)
            self._peers.discard(one)
            if not heard:
                one.close()
        return heard

    def _serve(self, waiting: Sequence[tuple[Peer, int, bytes]]) -> None:
        """One batch: all that has come is planned, appended together, and acknowledged."""
        self._used = time.monotonic()
        asked: list[tuple[Peer, Request]] = []
        for one, kind, body in waiting:
            if kind == EVENT:
                request = self._request(one, body)
                if request is not None:
                    asked.append((one, request))
            elif kind == STATUS:
                one.done([], orjson.dumps(self.status()))
            elif kind == STOP:
                self._stopping = True
                one.done([])
            else:
                self._refuse(one, Refused("protocol", f"there is no frame of kind {kind}"))
        asked = self._planned(asked)
        if not asked:
            return
        self._counts["requests"] += len(asked)
        self._counts["batches"] += 1
        try:
            errors = self._commit([request for _, request in asked])
        except Damaged as replaced:  # the log is another one now
            self._stopping = True
            errors = [replaced] * len(asked)
        # From here on what was appended is on the disk.
        for (one, request), error in zip(asked, errors, strict=True):
            if error is not None:
                self._refuse(one, error)
            elif request.plan.question:
                one.send(KEPT)
                self._aside.do(request, one)
            elif request.plan.asks or request.plan.starts:
                self._aside.do(request, one)
            else:
                one.done(request.call.notes)
        self._aside.look()

    def _request(self, one: Peer, body: bytes) -> Request | None:
        try:
            request = Request(body)
            self._own.refuse_other(request)
        except (Foreign, ValueError, IndexError):
            self._refuse(one, Refused("protocol", "that is no request of this version"))
        except Refused as error:
            self._refuse(one, error)
            self._stopping |= self._own.is_outdated()
        else:
            return request
        return None

    def _planned(self, asked: list[tuple[Peer, Request]]) -> list[tuple[Peer, Request]]:
        """Those that lead to something; the others are answered. One that cannot be planned stops no other."""

        def plan(some: Sequence[tuple[Peer, Request]]) -> Sequence[bool]:
            for _, request in some:
                request.prepare(self._own)
            return [True] * len(some)

        _, failed = piecemeal(asked, plan)
        left: list[tuple[Peer, Request]] = []
        for at, (one, request) in enumerate(asked):
            error = failed.get(at)
            if error is not None:
                self._refuse(one, Refused("failed", f"{type(error).__name__}: {error}"))
            elif request.turn is None:
                one.done(request.call.notes)
            else:
                left.append((one, request))
        return left

    def _refuse(self, one: Peer, error: AwhmError) -> None:
        """Have the hook do it itself."""
        self._refused[error.code] = self._refused.get(error.code, 0) + 1
        self._last_refusal = str(error)
        one.send(REFUSED, error.code.encode())

    def status(self) -> dict[str, object]:
        """What there is to tell, as plain JSON values."""
        return {
            "pid": os.getpid(),
            "version": __version__,
            "data_dir": self._own.folder,
            "since": self._since,
            "idle": self.idle,
            "model": self._aside.model,
            **self._counts,
            "recalls": self._aside.recalls,
            "refused": dict(self._refused),
            "last_refusal": self._last_refusal,
        }

    def close(self) -> None:
        """Let go of all who are connected: what was not acknowledged they do themselves."""
        self._listener.close()
        if self._ear is not None:
            Doorbell.close(self._ear)
        self._selector.close()
        for one in self._peers:
            one.close()
        self._hear.close()
        self._wake.close()
