"""Folders that are their user's alone, and names in them that outlast a crash. Standard-library C modules only."""

from __future__ import annotations

import os


def make_folder(path: str) -> None:
    """Make a folder and those above it, all 0700, where they are not yet. Raises OSError."""
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        make_folder(parent)  # `makedirs` would give its mode to the last of them alone
    os.makedirs(path, mode=0o700, exist_ok=True)


def sync_folder(path: str) -> None:
    """Bring the names in a folder to the disk: a file is new, renamed or gone once its folder is. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
