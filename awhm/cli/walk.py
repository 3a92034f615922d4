"""Which files an import means: each file named, and those below each folder named."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

from awhm.errors import Refused
from awhm.jobs.lite_folder import is_lite

# In folders; a file that is named itself may be called anything.
ENDINGS = (".jsonl", ".json", ".gz", ".zip", ".md", ".markdown")


def files_of(paths: Iterable[str]) -> Iterator[str | tuple[str, Refused]]:
    """The files in order, each once; a folder that yields none, or cannot be read, comes with a refusal.

    A folder of AWHM Lite comes as it is, not its files.
    Links are followed; a folder or file that was met before, as in a loop of links, is passed over.
    """
    met: set[tuple[int, int]] = set()
    for path in paths:
        if os.path.isdir(path):
            yield from _below(path, met)
        else:
            yield path


def _below(folder: str, met: set[tuple[int, int]]) -> Iterator[str | tuple[str, Refused]]:
    found = False
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        if is_lite(here):  # one source, as its files are to be read together
            found = True
            yield here
            continue
        try:
            names = sorted(os.listdir(here))
            if not _first(os.stat(here), met):
                continue
        except OSError as error:
            found = True  # it is named with its own reason
            yield here, Refused("unreadable", f"{here} cannot be read: {error.strerror}.", "Check its permissions.")
            continue
        folders: list[str] = []
        for path in (os.path.join(here, name) for name in names):
            try:
                state = os.stat(path)
            except OSError:  # a link to nothing, or to itself
                continue
            if stat.S_ISDIR(state.st_mode):
                folders.append(path)
            elif stat.S_ISREG(state.st_mode) and path.lower().endswith(ENDINGS) and _first(state, met):
                found = True
                yield path
        waiting += reversed(folders)
    if not found:
        hint = "Folders are searched for " + ", ".join(ENDINGS) + "; name a file to import it whatever it is called."
        yield folder, Refused("nothing_there", f"{folder} has no file to import.", hint)


def _first(state: os.stat_result, met: set[tuple[int, int]]) -> bool:
    """Whether this file or folder is met for the first time."""
    key = (state.st_dev, state.st_ino)
    new = key not in met
    met.add(key)
    return new
