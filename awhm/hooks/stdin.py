"""What a host sends on stdin. Standard-library C modules only."""

from __future__ import annotations

import os
import select

IDLE = 2.0  # seconds without a byte after which a host that never closes the pipe is not waited for


def read_stdin() -> bytes:
    """All that comes on stdin; nothing if it is closed or a terminal. Never waits for a host that has gone quiet."""
    pieces: list[bytes] = []
    try:
        if os.isatty(0):
            return b""
        while select.select([0], [], [], IDLE)[0]:
            piece = os.read(0, 1 << 18)
            if not piece:
                break
            pieces.append(piece)
    except (OSError, ValueError):  # closed
        pass
    return b"".join(pieces)
