"""A server as a person or a hook starts it: a process of its own, which is always ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hooked import ROOT, Host

from awhm.hooks.starting import is_running
from awhm.server.asking import status, stop

LONG = 60.0  # seconds that anything is waited for on a busy machine


class Server:
    """One server process of a host's store."""

    def __init__(self, host: Host, *options: str, **more: str) -> None:
        self.host = host
        self.folder = str(host.folder)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "awhm", "serve", *options], cwd=ROOT, env=host.environment(**more),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()

    def status(self) -> dict[str, Any]:
        found = status(self.folder)
        assert found is not None
        return found

    def end(self, how: signal.Signals | None = signal.SIGTERM) -> tuple[int, str, str]:
        """End it, or wait until it has ended; exit code, stdout and stderr."""
        if how is not None and self.process.poll() is None:
            self.process.send_signal(how)
        out, line = self.process.communicate(timeout=LONG)
        return self.process.returncode, out, line


@contextmanager
def serving(host: Host, *options: str, **more: str) -> Generator[Server]:
    server = Server(host, *options, **more)
    try:
        assert server.line.startswith("serving "), server.end()
        yield server
    finally:
        server.end(signal.SIGKILL)


def until(true: Callable[[], object], seconds: float = LONG) -> None:
    """Wait for something that another process does."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)


def runs(folder: Path) -> bool:
    return status(str(folder)) is not None


def left(folder: Path) -> set[str]:
    """What lies in a data directory: names, and those of the bells."""
    bells = folder / "bells"
    return {one.name for one in folder.iterdir()} | ({one.name for one in bells.iterdir()} if bells.is_dir() else set())


def ended(host: Host) -> None:
    """End the server that hooks have started, and those that wait for its place; nothing is left of them."""
    until(lambda: not stop(str(host.folder)) and not is_running(str(host.folder)))
    assert "server.sock" not in left(host.folder)


def maps(pid: int) -> list[str]:
    """What files a process has mapped."""
    return Path(f"/proc/{pid}/maps").read_text().splitlines()


__all__ = ["LONG", "Server", "ended", "left", "maps", "runs", "serving", "until"]
