"""When the hooks are paused: nothing is read, written or recalled, and what was said meanwhile is never taken later.

<data dir>/hooks/pauses, a line for each: from and until, in ms since 1970 UTC; "-" for one without an end.
Standard-library C modules only.
"""

from __future__ import annotations

import os

from awhm.spool import write_whole

FILE = "pauses"


def _path(folder: str) -> str:
    return os.path.join(folder, "hooks", FILE)


def pauses(folder: str) -> list[tuple[int, int | None]]:
    """All pauses there ever were. A line that nobody can read is a pause that goes on: rather too little is kept."""
    try:
        with open(_path(folder), encoding="ascii", errors="replace") as file:
            lines = file.read().split("\n")
    except FileNotFoundError:
        return []
    found: list[tuple[int, int | None]] = []
    for line in lines:
        if not line:
            continue
        start, _, end = line.partition(" ")
        if start.isdigit() and (end == "-" or end.isdigit()):
            found.append((int(start), None if end == "-" else int(end)))
        else:
            found.append((0, None))
    return found


def paused(folder: str, at: int) -> bool:
    """Whether the hooks are, or were, paused at a time in ms."""
    return any(start <= at and (end is None or at < end) for start, end in pauses(folder))


def pause(folder: str, now: int, until: int | None) -> None:
    """Begin a pause; one that is going on is given the new end. Durable when it returns."""
    resume(folder, now)
    _write(folder, [*pauses(folder), (now, until)])


def resume(folder: str, now: int) -> bool:
    """End the pause that is going on, and say whether there was one."""
    if not paused(folder, now):
        return False
    _write(folder, [(start, now if end is None or end > now else end) for start, end in pauses(folder)])
    return True


def _write(folder: str, found: list[tuple[int, int | None]]) -> None:
    path = _path(folder)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    text = "".join(f"{start} {'-' if end is None else end}\n" for start, end in found)
    write_whole(path, text.encode())
