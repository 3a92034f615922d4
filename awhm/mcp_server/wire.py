"""The protocol over stdin and stdout: one JSON-RPC message a line, whatever the client sends.

The SDK's own transport drops a line that it cannot read, so that whoever sent it waits for ever; it reads a line of any
length; and it forgets what is being done when stdin closes. This one answers each of these: bad JSON with a parse
error, a lone half of a surrogate pair (a truncated emoji) by U+FFFD as everywhere in AWHM, too long a line with an
error, and the end of stdin by doing first what had been asked for.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import select
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

LONGEST = 16 * 1024 * 1024  # bytes of a line; a longer one is refused and not kept
PIECE = 65_536  # bytes that are read at a time
AHEAD = 64  # lines that are read before they are wanted
OPEN = 512  # requests without an answer; with more the client waits
LINGER = 60.0  # seconds that requests may still take once stdin has closed
_logger = logging.getLogger("awhm.mcp")

Incoming = SessionMessage | Exception


class TooLong(ValueError):
    """A line of more than `LONGEST` bytes."""


class Lines:
    """Bytes cut into lines at "\\n" alone; of a line that is too long nothing is kept."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._dropping = False

    def feed(self, piece: bytes) -> list[bytes | TooLong]:
        """The lines that end in this piece."""
        found: list[bytes | TooLong] = []
        *ended, rest = piece.split(b"\n")
        for line in ended:
            self._add(line, found)
            if not self._dropping:
                found.append(bytes(self._held))
            self._held.clear()
            self._dropping = False
        self._add(rest, found)
        return found

    def last(self) -> list[bytes | TooLong]:
        """What stands behind the last line break, when there is no more to come."""
        return [bytes(self._held)] if self._held else []

    def _add(self, piece: bytes, found: list[bytes | TooLong]) -> None:
        if self._dropping:
            return
        if len(self._held) + len(piece) > LONGEST:
            self._held.clear()
            self._dropping = True
            found.append(TooLong(f"a message may have {LONGEST} bytes"))
        else:
            self._held += piece


def message_of(line: bytes) -> JSONRPCMessage | JSONRPCError:
    """The message of a line; for one that holds none the error that answers it."""
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return _mended(line)
    # A request whose id is null or no id passes for a notification, and whoever sent it would wait for ever.
    return _mended(line) if isinstance(message, JSONRPCNotification) and b'"id"' in line else message


def _mended(line: bytes) -> JSONRPCMessage | JSONRPCError:
    """A line that the strict reader refuses: bytes that are no UTF-8, and lone surrogates, are replaced."""
    try:
        value: Any = json.loads(line.decode("utf-8", "replace"), parse_constant=_no_number)
        text = json.dumps(value, ensure_ascii=False).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    except (ValueError, RecursionError) as error:
        return _refusal(None, PARSE_ERROR, f"this line is no JSON: {str(error)[:200]}")
    try:
        message = jsonrpc_message_adapter.validate_json(text, by_name=False)
        if not (isinstance(message, JSONRPCNotification) and "id" in value):
            return message
        return _refusal(None, INVALID_REQUEST, "an id is a text or a whole number")
    except ValidationError:
        ident = value.get("id") if isinstance(value, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        known = ident if isinstance(ident, int | str) and not isinstance(ident, bool) else None
        what = "a batch; send one message a line" if isinstance(value, list) else "not a JSON-RPC 2.0 message"
        return _refusal(known, INVALID_REQUEST, f"this line is {what}")


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _refusal(ident: RequestId | None, code: int, message: str) -> JSONRPCError:
    text = message.encode("utf-8", "replace").decode()
    return JSONRPCError(jsonrpc="2.0", id=ident, error=ErrorData(code=code, message=text))


class Wire:
    """Two descriptors as the streams that the SDK serves."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._in = incoming
        self._out = outgoing
        self._room = threading.Semaphore(AHEAD)
        self._open: set[RequestId] = set()
        self._settled = anyio.Event()
        self._gone = False  # nobody reads what is written
        self._lines: MemoryObjectSendStream[bytes | TooLong | None]
        self._taken: MemoryObjectReceiveStream[bytes | TooLong | None]

    @asynccontextmanager
    async def streams(
        self,
    ) -> AsyncGenerator[tuple[MemoryObjectReceiveStream[Incoming], MemoryObjectSendStream[SessionMessage]]]:
        """What the client sends, and where answers go, until it is done or `stop` is called."""
        self._lines, self._taken = anyio.create_memory_object_stream[bytes | TooLong | None](math.inf)
        incoming, read = anyio.create_memory_object_stream[Incoming](0)
        write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
        loop = asyncio.get_running_loop()
        # A daemon: it may be waiting in `read` when everything else is done, and nothing wakes it there.
        threading.Thread(target=self._read, args=(loop,), name="awhm-mcp-stdin", daemon=True).start()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._forward, incoming, write.clone())
            tasks.start_soon(self._answer, outgoing)
            async with write:
                yield read, write
            read.close()
            self.stop()

    def stop(self) -> None:
        """Take no more lines than have been read, as if stdin had closed."""
        try:
            self._lines.send_nowait(None)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return  # it has stopped already

    # Reading --------------------------------------------------------------------------------------------

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """The thread that waits for bytes."""
        lines = Lines()
        try:
            while piece := self._piece():
                for line in lines.feed(piece):
                    self._room.acquire()
                    loop.call_soon_threadsafe(self._hand_over, line)
            for line in lines.last():
                loop.call_soon_threadsafe(self._hand_over, line)
            loop.call_soon_threadsafe(self._hand_over, None)
        except RuntimeError:  # the loop is closed: the process is ending
            return

    def _piece(self) -> bytes:
        try:
            return os.read(self._in, PIECE)
        except OSError:  # a terminal or socket that broke is at its end too
            return b""

    def _hand_over(self, line: bytes | TooLong | None) -> None:
        try:
            self._lines.send_nowait(line)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return  # stopped: what comes now was sent too late

    async def _forward(
        self, incoming: MemoryObjectSendStream[Incoming], write: MemoryObjectSendStream[SessionMessage]
    ) -> None:
        """Hand each line's message to the SDK; at the end wait for what is still being answered."""
        async with incoming, write, self._taken:
            async for line in self._taken:
                if line is None:
                    break
                self._room.release()
                if isinstance(line, bytes) and not line.strip():
                    continue
                message = _refusal(None, INVALID_REQUEST, str(line)) if isinstance(line, TooLong) else message_of(line)
                try:
                    await self._pass_on(message, incoming, write)
                except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                    return
            with anyio.move_on_after(LINGER):
                while self._open:
                    await self._settled.wait()

    async def _pass_on(
        self,
        message: JSONRPCMessage,
        incoming: MemoryObjectSendStream[Incoming],
        write: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        match message:
            case JSONRPCRequest():
                while len(self._open) >= OPEN:
                    await self._settled.wait()
                self._open.add(message.id)
            case JSONRPCNotification(method="notifications/cancelled", params=dict(params)):
                self._settle(params.get("requestId"))
            case JSONRPCError():  # ours, or a client's answer to nothing, as we ask for nothing
                if message.error.code in (PARSE_ERROR, INVALID_REQUEST):
                    await write.send(SessionMessage(message))
                return
            case _:
                pass
        await incoming.send(SessionMessage(message))

    def _settle(self, ident: Any) -> None:
        """A request is answered, or its client no longer wants an answer."""
        if isinstance(ident, int | str):
            self._open.discard(ident)
        self._settled.set()
        self._settled = anyio.Event()

    # Writing --------------------------------------------------------------------------------------------

    async def _answer(self, outgoing: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Write each answer as a line."""
        async with outgoing:
            async for one in outgoing:
                message = one.message
                try:
                    text = message.model_dump_json(by_alias=True, exclude_unset=True)
                except PydanticSerializationError:
                    _logger.exception("an answer could not be written as JSON")
                    ident = message.id if isinstance(message, JSONRPCResponse | JSONRPCError) else None
                    text = _refusal(ident, INTERNAL_ERROR, "the answer is no JSON").model_dump_json(by_alias=True)
                await self._write(text.encode() + b"\n")
                if isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._settle(message.id)

    async def _write(self, line: bytes) -> None:
        """Write one line, without holding up anything else while the client does not read."""
        rest = memoryview(line)
        ready = select.poll()
        ready.register(self._out, select.POLLOUT)
        while rest and not self._gone:
            if not ready.poll(0):
                await anyio.wait_writable(self._out)
            try:
                # A pipe that can be written to has room for PIPE_BUF bytes (POSIX, pipe(7)); more might wait.
                rest = rest[os.write(self._out, rest[: select.PIPE_BUF]) :]
            except BlockingIOError:
                await anyio.wait_writable(self._out)
            except OSError as error:  # the client is gone: what it asked for is done all the same, and then we end
                _logger.warning("nobody reads the answers any more: %s", error)
                self._gone = True
                self.stop()
