"""The end of a transcript, for a payload that lacks the text: the last thing that user or assistant said.

The ids are those that `awhm import` gives the same records, so that whoever reads the transcript later finds them in
the log. Standard-library C modules only.
"""

from __future__ import annotations

import os

from awhm.events.raw_json import decode, is_list, is_object
from awhm.hooks.payload import name, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TAIL = 1 << 19  # bytes of the end that are looked at
OTHERS = ("isMeta", "isSidechain", "isCompactSummary")  # of which nobody said it to anybody


class Found:
    """A text of the transcript: the source id of its record, its place in it, and the record's time in ms.

    "" and 0 where the record does not say: such a text is not recognised when it comes again.
    """

    __slots__ = ("occurred", "ordinal", "source_id", "text")

    def __init__(self, text: str, source_id: str, ordinal: int, occurred: int) -> None:
        self.text = text
        self.source_id = source_id
        self.ordinal = ordinal
        self.occurred = occurred

    def identity(self) -> bytes:
        """As `importers.item.identity` has it."""
        parts = ("claude-code", self.source_id, str(self.occurred), str(self.ordinal))
        return b"".join([len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts])


def last_said(path: object, role: str) -> Found | None:
    """The last text of a role, unless the other has spoken since. None where there is none, or no file to read.

    A line that is still being written is none; it is there at the next call.
    """
    for line in reversed(_lines(path)):
        record = decode(line) or {}
        kind, message = record.get("type"), record.get("message")
        if kind not in ("user", "assistant") or not is_object(message) or any(record.get(one) for one in OTHERS):
            continue
        found = _text(record, message, path)
        if kind == role and found is not None and message.get("model") != "<synthetic>":
            return found
        if kind != role and found is not None:
            return None
    return None


def _text(record: dict[str, Any], message: dict[str, Any], path: object) -> Found | None:
    content = message.get("content")
    blocks = content if is_list(content) else [content]
    for ordinal in range(len(blocks) - 1, -1, -1):
        block = blocks[ordinal]
        if is_object(block):
            block = block.get("text") if block.get("type") == "text" else None
        text = words(block)
        if text.strip():
            uuid, occurred = record.get("uuid"), _milliseconds(record.get("timestamp"))
            if not isinstance(uuid, str) or not uuid or not occurred:
                return Found(text, "", ordinal, 0)
            session = record.get("sessionId")
            if not isinstance(session, str) or not session:
                session = os.path.splitext(os.path.basename(str(path)))[0]
            return Found(text, name(_source_id(record, session, uuid)), ordinal, occurred)
    return None


def _source_id(record: dict[str, Any], session: str, uuid: str) -> str:
    """As `importers.claude_code` has it: by the uuid alone, that of the record it is a copy of, if it is a real one."""
    fork = record.get("forkedFrom")
    copied = fork.get("messageUuid") if is_object(fork) else None
    if isinstance(copied, str) and copied:
        uuid = copied
    parts = uuid.split("-")
    is_one = [len(part) for part in parts] == [8, 4, 4, 4, 12] and not set(uuid) - set("0123456789abcdefABCDEF-")
    return uuid if is_one else f"{session}/{uuid}"


def _milliseconds(stamp: object) -> int:
    """A time such as "2025-12-01T10:00:00.000Z" in ms since 1970 UTC; 0 for what is none."""
    if not isinstance(stamp, str) or not stamp:
        return 0
    from datetime import UTC, datetime  # only who has to read the transcript pays for it

    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return 0
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return round((moment - datetime.fromtimestamp(0, UTC)).total_seconds() * 1000)


def _lines(path: object) -> list[bytes]:
    """The whole lines in the last bytes of a file; none for what is no file."""
    if not isinstance(path, str) or not path or "\0" in path:
        return []
    try:
        descriptor = os.open(os.path.expanduser(path), os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return []
    try:
        size = os.fstat(descriptor).st_size
        data = os.pread(descriptor, TAIL, max(0, size - TAIL))
    except OSError:  # a folder, or what cannot be sought in
        return []
    finally:
        os.close(descriptor)
    lines = data.split(b"\n")
    whole = lines[:-1] if size <= TAIL else lines[1:-1]
    if decode(lines[-1]):  # the last line has all of its object, and only lacks its end
        whole.append(lines[-1])
    return whole
