"""What a host sends on stdin, and the texts in it. Standard-library C modules only."""

from __future__ import annotations

import os
import select

from awhm.events.raw_json import clean, is_list, is_object

IDLE = 2.0  # seconds without a byte after which a host that never closes the pipe is not waited for
LONGEST_NAME = 512  # characters of a name in the log (events.kinds.Name)


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


def words(value: object) -> str:
    """The text of a field: text, or a list of text blocks joined by newlines; "" for anything else."""
    if isinstance(value, str):
        return clean(value)
    if is_list(value):
        blocks = [block.get("text") if is_object(block) else block for block in value]
        return clean("\n".join(block for block in blocks if isinstance(block, str)))
    return ""


def name(text: str) -> str:
    """A name that the log takes; a longer one is cut and ends in a hash of all of it, as importers name things."""
    text = clean(text)
    if len(text) <= LONGEST_NAME:
        return text
    from hashlib import sha256

    return f"{text[: LONGEST_NAME - 65]}~{sha256(text.encode()).hexdigest()}"
