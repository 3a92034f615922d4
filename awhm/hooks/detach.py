"""Starting a process that outlives the hook and holds nothing of the host's: no pipe, no terminal, no group."""

from __future__ import annotations

import os
import sys

from awhm.hooks.entry import GUARD

FOLDER = os.path.dirname(os.path.abspath(__file__))
WORKER = (sys.executable, "-I", "-S", os.path.join(FOLDER, "run.py"), "work")
SERVER = (sys.executable, "-I", "-S", os.path.join(os.path.dirname(FOLDER), "server", "run.py"))


def detach(program: tuple[str, ...], arguments: list[str], environment: dict[str, str]) -> None:
    """Start one of the two programs with these arguments and come back once it runs. Raises OSError.

    The child is guarded, so that a model client that it starts, and whose hooks call us, is not remembered.
    """
    started, told = os.pipe()  # closed by exec: by then the child is in a session of its own
    child = os.fork()
    if child:
        os.close(told)
        os.read(started, 1)
        os.close(started)
        return
    try:
        os.setsid()
        if os.fork():  # nobody's child: the host need not wait for it
            os._exit(0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        for descriptor in _others():
            if descriptor != told:
                try:
                    os.close(descriptor)
                except OSError:  # the one that was open to read the list
                    continue
        os.chdir("/")
        os.execve(program[0], [*program, *arguments], {**environment, GUARD: "1"})
    finally:
        os._exit(0)


def _others() -> list[int]:
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return [number for name in os.listdir(folder) if (number := int(name)) > 2]
        except OSError:
            continue
    return list(range(3, 256))
