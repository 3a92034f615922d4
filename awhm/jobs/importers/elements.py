"""Cutting one large JSON value into its elements without holding more than one of them in memory.

A JSON library that streams (ijson) stops at the first byte that is wrong and mends half characters in its
own way; here each element is cut out as bytes and decoded alone, so that a bad one is named and the next
one is taken. Only strings and brackets are looked at; whether an element is JSON, `lines.decode` says.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from awhm.jobs.importers import lines
from awhm.jobs.importers.item import Unfit
from awhm.jobs.importers.lines import UTF8_BOM, broken, decode

CHUNK = 1 << 20
CUT_OFF = "the file ends in the middle of it"
_STRING = rb'"[^"\\]*+(?:\\[\x00-\xff][^"\\]*+)*+"'
# All up to a mark that an element can end at, in one go; a lone quote opens a string that is not closed in this buffer.
_MARK = re.compile(rb'(?:[^"\[\]{},]++|' + _STRING + rb')*+([\[\]{},"]|\Z)')
_NESTED = re.compile(rb'(?:[^"\[\]{}]++|' + _STRING + rb')*+([\[\]{}"]|\Z)')
_OPEN = (b"[", b"{")


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a JSON value, still as bytes.

    Of an array at the top each element comes with an empty `member`. Of an object each member comes once
    with `opens` (so that an empty one is seen too; its data are the bracket, or all of it), then each of the
    elements in it if it is an array or object; `named` tells that the bytes are `"name": value` of an object.
    `number` counts from 1 in its container. `fault` says why the bytes are not to be read, "" if they are.
    """

    member: str
    number: int
    data: bytes
    named: bool = False
    opens: bool = False
    fault: str = ""

    def value(self) -> Any:
        """What it holds; of a named one an object of one member. Raises ValueError, fit to be shown."""
        if self.fault:
            raise ValueError(self.fault)
        return decode(b"{" + self.data + b"}" if self.named else self.data)


def element_value(element: Element) -> Any:
    """The value of an element. Raises Unfit."""
    try:
        return element.value()
    except ValueError as error:
        raise Unfit(str(error)) from error


class Cutter:
    """Reads one JSON value from a stream. `rest` says afterwards what stands behind it, "" for nothing."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._buffer = b""
        self._at: int = 0  # up to here it was looked at
        self._start: int = 0  # the element that is being read starts here
        self._over = False  # that element is too long, and its beginning is gone already
        self.trouble = ""  # why there is nothing more to read, "" for the end of the file
        self._stack = bytearray()  # the brackets that are open
        self._member = ""
        self._number = 0
        self.rest = ""
        self.is_empty_list = False  # known at the end

    def __iter__(self) -> Iterator[Element]:
        """The elements in order. Raises nothing: trouble is an element with a fault."""
        if not self._more():
            return
        self._buffer = self._buffer.removeprefix(UTF8_BOM)
        while True:
            # A comma counts only where an element ends at it; further in it is passed over without a look.
            inner = len(self._stack) > self._depth()
            found = (_NESTED if inner else _MARK).match(self._buffer, self._at)
            assert found is not None  # it matches the empty end
            mark = found.group(1)
            if mark in (b"", b'"'):
                self._at = found.end() - len(mark)
                self._drop(open_string=mark == b'"')
                if self._more():
                    continue
                yield from self._cut_off()
                return
            self._at = found.end()
            if not inner:
                yield from self._met(mark, found.end() - 1)
                if not self._stack and mark not in (b",", *_OPEN):
                    self._behind()
                    return
            elif mark in _OPEN:
                self._stack += mark
            else:
                del self._stack[-1:]

    def _depth(self) -> int:
        """How many brackets are open where an element ends."""
        return 2 if len(self._stack) > 1 and self._stack[0] == 0x7B else 1

    def _met(self, mark: bytes, at: int) -> Iterator[Element]:
        depth = self._depth()
        if mark in _OPEN:
            self._stack += mark
            if len(self._stack) == 1:
                self._start = self._at
            elif len(self._stack) == 2 and self._stack[0] == 0x7B:
                yield self._opened(self._buffer[self._start : at], mark)
        elif mark == b"," and len(self._stack) == depth:
            yield from self._element(at)
        elif mark in (b"]", b"}"):
            if len(self._stack) == depth:
                yield from self._element(at)
            self.is_empty_list = bytes(self._stack) == b"[" and mark == b"]" and self._number == 1
            del self._stack[-1:]
            if len(self._stack) == 1 and self._stack[0] == 0x7B:
                self._start = self._at
                self._number = -1  # what follows up to the comma belongs to the member that was closed

    def _opened(self, label: bytes, mark: bytes) -> Element:
        self._member, self._number, self._start = _key(label), 0, self._at
        return Element(self._member, 0, mark, opens=True)

    def _element(self, at: int) -> Iterator[Element]:
        """The element that ends here, if there is one between two marks."""
        data, over = self._buffer[self._start : at], self._over
        self._start, self._over = at + 1, False
        if len(self._stack) == 1 and self._stack[0] == 0x7B:  # a member that is neither array nor object
            if self._number >= 0 and (data.strip() or over):
                yield Element(_key(data.partition(b":")[0]), 0, data, True, True, _long() if over else "")
            self._number = 0
            return
        self._number += 1
        if data.strip() or over:
            named = len(self._stack) == 2 and self._stack[1] == 0x7B
            yield Element(self._member, self._number, data, named, False, _long() if over else "")
        elif self._buffer[at : at + 1] not in (b"]", b"}"):
            yield Element(self._member, self._number, data, False, False, "nothing between two commas")

    def _drop(self, *, open_string: bool) -> None:
        """Let go of what nobody needs: what was given out, and all of an element that is too long."""
        if self._at - self._start > lines.MAX_LINE or (
            open_string and len(self._buffer) - self._start > lines.MAX_LINE
        ):
            self._over, self._start = True, self._at
        if self._start == self._at and open_string and len(self._buffer) - self._at > lines.MAX_LINE:
            tail = self._buffer[self._at + 1 :]
            odd = (len(tail) - len(tail.rstrip(b"\\"))) % 2
            self._buffer, self._at, self._start = b'"' + b"\\" * odd, 0, 0
        self._buffer = self._buffer[self._start :]
        self._at -= self._start
        self._start = 0

    def _more(self) -> bool:
        try:
            # As much again as is held: a long string is then looked at a few times, not once for each chunk.
            # And what is whole is given before the trouble that follows it, which `read` would not do.
            chunk: bytes = cast("Any", self._stream).read1(max(CHUNK, len(self._buffer)))
        except (OSError, EOFError, zlib.error) as error:
            self.trouble = broken(error)
            return False
        self._buffer += chunk
        return bool(chunk)

    def _cut_off(self) -> Iterator[Element]:
        if self._stack:
            yield Element(self._member, self._number + 1, b"", fault=self.trouble or CUT_OFF)

    def _behind(self) -> None:
        """Look whether anything but blanks stands behind the value."""
        while not (behind := self._buffer[self._at :]).strip():
            self._buffer, self._at = b"", 0
            if not self._more():
                self.rest = self.trouble
                return
        self.rest = "stands after the end of the file's one value" if behind else ""


def _key(label: bytes) -> str:
    """The name of a member as it stands before its colon, "" if it is none."""
    try:
        value = decode(label.rpartition(b":")[0].strip() if label.rstrip().endswith(b":") else label.strip())
    except ValueError:
        return ""
    return value if isinstance(value, str) else ""


def _long() -> str:
    return f"longer than {lines.MAX_LINE >> 20} MiB"
