"""Text in UTF-16 or UTF-32 as a stream of UTF-8, so that all else reads one encoding.

Told by the byte-order mark, or without one by the NULs beside a first character that JSON or a note can
start with. Bytes that are no text become U+FFFD, half a surrogate pair too: nothing after them is lost.
"""

from __future__ import annotations

import codecs
import io
from typing import Any, BinaryIO, cast

_MARKS = (  # the longer one first: UTF-32 little-endian begins as UTF-16 does
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_FIRST = b'{["#- \n\r\t'


def encoding_of(head: bytes) -> str | None:
    """The encoding that a text beginning with these bytes has, if it is not UTF-8."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if len(head) >= 4:
        if head[0] in _FIRST and head[1] == 0 and head[2] != 0:
            return "utf-16-le"
        if head[0] == 0 and head[1] in _FIRST and head[2] == 0:
            return "utf-16-be"
    return None


def as_utf8(stream: BinaryIO) -> BinaryIO:
    """The stream, recoded if its first bytes say that it has to be. It has to have `peek`, and raises as that does."""
    head: bytes = cast("Any", stream).peek(4)[:4]
    encoding = encoding_of(head)
    return stream if encoding is None else cast("BinaryIO", io.BufferedReader(_Recoded(stream, encoding), 1 << 18))


class _Recoded(io.RawIOBase):
    """Reads another encoding, gives UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        super().__init__()
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._ready = b""

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Fill the buffer as far as there is text; 0 at the end."""
        while not self._ready:
            data = self._stream.read(1 << 16)
            self._ready = self._decoder.decode(data, final=not data).encode("utf-8", "replace")
            if not data:
                break
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def close(self) -> None:
        """Close the stream beneath, too."""
        super().close()
        self._stream.close()
