"""One advisory lock around every write and every checkpoint of the log. Standard-library C modules only.

SQLite before 3.51.3 can corrupt a database when one process checkpoints while another writes; with this
lock around both it cannot (docs/decisions/0006). flock on an open file of our own: unlike POSIX record
locks it also excludes threads, and does not vanish when another descriptor of the file is closed.
"""

from __future__ import annotations

import fcntl
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


class Busy(Exception):
    """The lock was not to be had in time."""


class Lock:
    """A lock between processes and threads, fair: whoever waits longest is next but one at worst.

    Two files: the turnstile `<path>.queue` and the lock itself. A writer passes the turnstile, waits for
    the lock while holding it, then lets go of the turnstile; so one who has just unlocked queues behind
    one who is waiting, and nobody starves.
    """

    def __init__(self, path: str, *, shared: bool = False) -> None:
        """Opens (creates, mode 0600) the two files; raises OSError if that cannot be done.

        Those who take it `shared` exclude only those who do not.
        """
        self._how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._queue = os.open(path + ".queue", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self.timeout = 30.0

    def __enter__(self) -> Lock:
        """Acquire, waiting at most `timeout` seconds; raises Busy."""
        deadline = time.monotonic() + self.timeout
        _acquire(self._queue, fcntl.LOCK_EX, deadline)
        try:
            _acquire(self._lock, self._how, deadline)
        finally:
            fcntl.flock(self._queue, fcntl.LOCK_UN)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release."""
        fcntl.flock(self._lock, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close both files; whatever was held is released."""
        os.close(self._lock)
        os.close(self._queue)


def _acquire(descriptor: int, how: int, deadline: float) -> None:
    pause = 0.000_05
    while True:
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Busy from None
        time.sleep(pause)
        pause = min(pause * 1.5, 0.002)
