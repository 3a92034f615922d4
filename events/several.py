"""Reading many payloads at once: a question's answers take one query instead of two each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from awhm.errors import Damaged
from awhm.events import chain
from awhm.events.log import Row

TOGETHER = 500  # positions in one query; SQLite takes 999 values at least
_SQL = "SELECT e.seq, e.hdr, p.salt, p.body FROM events e LEFT JOIN payloads p ON p.seq=e.seq WHERE e.seq IN ({})"


def committed(position: int, header: bytes, salt: Any, body: Any) -> bytes:
    """A stored payload if it is the one that the header commits to. Raises Damaged if not."""
    right = type(salt) is bytes and len(salt) == chain.SALT and type(body) is bytes
    if not right or chain.commit(salt, body) != chain.commitment_of(header):
        raise Damaged("payload", f"event {position}: the payload is not the one committed to", position=position)
    return bytes(body)


def several(rows: Callable[[str, Sequence[object]], list[Any]], positions: Sequence[int]) -> Iterator[Row]:
    """The events at some positions, each once, checked; `rows` runs a query. What is damaged or unknown is left out."""
    wanted = [position for position in dict.fromkeys(positions) if 0 < position < 1 << 63]
    for start in range(0, len(wanted), TOGETHER):
        part = wanted[start : start + TOGETHER]
        for position, header, salt, body in rows(_SQL.format(",".join("?" * len(part))), part):
            if type(header) is not bytes or len(header) < chain.FIXED:
                continue
            try:
                gone = salt is None and body is None
                yield position, header, None if gone else committed(position, header, salt, body)
            except Damaged:  # whoever asks for this one alone is told
                continue
