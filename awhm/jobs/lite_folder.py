"""Where AWHM Lite's files are: its data directory is laid out in one way, and `~/.awhm` is shared with it.

Only names are looked at, and nothing but `os` is needed, as every opening of a store asks.
"""

from __future__ import annotations

import os
from glob import escape, glob

LOGS, GRAPH, WAL, META, SNAPSHOTS = "logs", "graph", "wal", "meta", "snapshots"
FILES = (
    *("logs/*.jsonl", "graph/memory_graph.json", "graph/memory_graph.sqlite*", "wal/*.wal"),
    *("snapshots/snapshot_*.json", "meta/consolidated_sessions.json", "meta/deletion_*.jsonl"),
)


def is_lite(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder is laid out as AWHM Lite's is: its logs, and one of the other folders it makes."""
    try:
        return os.path.isdir(os.path.join(folder, LOGS)) and any(
            os.path.isdir(os.path.join(folder, one)) for one in (GRAPH, META, WAL, SNAPSHOTS)
        )
    except ValueError:  # a NUL in the name
        return False


def home_of(path: str | os.PathLike[str]) -> str | None:
    """The folder of AWHM Lite that a file belongs to, None if it does to none."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(path)))
    return home if is_lite(home) else None


def names_lite(names: list[str]) -> bool:
    """Whether files of these names, as a zip has them, are a folder of AWHM Lite's."""
    return any(f"/{name}".endswith("/meta/deletion_tombstones.jsonl") for name in names)


def lite_files(folder: str) -> list[str]:
    """Every file of AWHM Lite's in that folder, and no other."""
    found = [path for pattern in FILES for path in sorted(glob(os.path.join(escape(folder), pattern)))]
    return [path for path in found if os.path.isfile(path)]
