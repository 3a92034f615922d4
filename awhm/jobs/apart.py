"""Files searched in a process of its own, so that this one loses no lock by it.

Closing any descriptor of a file drops all POSIX locks that the process has on it, those of SQLite too, and this process
mostly has the log open: another one could then remove a WAL that it still writes to. A child has no locks to lose.
Keeping descriptors open for ever would do as well, but each WAL that SQLite removes meanwhile would keep its room on
the disk. What is looked for goes through a pipe: it is in no argument, variable or file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from awhm.errors import Refused
from awhm.jobs.needles import Needles
from awhm.jobs.scanning import Pattern, pack, pack_texts

# Isolated, so that no variable or folder of the user's has a say; with the path on which this process found AWHM.
_BOOT = "import sys; sys.path[:] = {path!r}; from awhm.jobs.scanning import main; main()"


def search_needles(folder: str, needles: Needles) -> tuple[dict[str, dict[int, int]], dict[str, str]]:
    """`scanning.search_folder`: by file the needles that were met and where, and by file why it cannot be read.

    Needles are numbered as `Sought` does. Raises Refused (`no_python`, `scan_failed`).
    """
    answer = _asked(pack(folder, needles))
    count = len(needles.windows)
    hits = {
        file: {**dict(windows), **{count + word: at for word, at in words}}
        for file, (windows, words) in answer["found"].items()
    }
    return hits, answer["unread"]


def search_for_texts(
    paths: Sequence[str], patterns: Sequence[Pattern]
) -> tuple[dict[str, dict[int, int]], dict[str, str]]:
    """`scanning.search_texts`: by file the patterns that were met and where, and by file why it cannot be read.

    Raises Refused (`no_python`, `scan_failed`).
    """
    answer = _asked(pack_texts(paths, patterns))
    return {file: dict(found) for file, (_, found) in answer["found"].items()}, answer["unread"]


def _asked(request: bytes) -> dict[str, Any]:
    if not sys.executable or getattr(sys, "frozen", False):
        raise Refused("no_python", "there is no Python interpreter to search files with", "Run `awhm` from a terminal.")
    command = [sys.executable, "-I", "-c", _BOOT.format(path=sys.path)]
    done = subprocess.run(command, input=request, capture_output=True, check=False)
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise Refused("scan_failed", f"the files could not be searched: {reason}", "Try again.")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
