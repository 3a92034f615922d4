"""Streamable HTTP: one process, many clients, each with a session of its own; on loopback, or behind a token."""

from __future__ import annotations

import hmac
import signal
import socket
import sys
from collections.abc import MutableMapping
from functools import partial
from typing import Any

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from awhm.errors import Refused
from awhm.mcp_server.command import NAMES, Options
from awhm.mcp_server.serving import Desk

IDLE = 30 * 60.0  # seconds without a request after which a session is ended; its client can go on under the same id
SWEEP = 60.0  # seconds between two looks for such
GRACE = 5  # seconds that open connections have when we are told to end
LARGEST = 16 * 1024 * 1024  # bytes of a request

Message = MutableMapping[str, Any]


def serve(options: Options, address: tuple[str, int]) -> int:
    """Listen until SIGTERM or SIGINT; the exit code. Raises Refused (`address_not_free`)."""
    listening = _socket(address)
    # uvicorn repeats a signal once it is done with it; the system's own answer would be to end as if by accident.
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, _nothing_more)
    anyio.run(partial(_serve, options, listening, address[0]))
    return 0


def _nothing_more(number: int, frame: object) -> None:
    """The signal has been obeyed already."""


def _socket(address: tuple[str, int]) -> socket.socket:
    host, port = address
    try:
        family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen()  # from here on nobody who has been told the address is refused
    except OSError as error:
        raise Refused("address_not_free", f"cannot listen on {host}:{port}: {error}", "Choose another port.") from error
    return listening


def security(host: str, port: int, more: tuple[str, ...]) -> TransportSecuritySettings:
    """Which Host and Origin headers are ours: a page in a browser must not reach memory under a name of its own."""
    names = [_bracketed(name) for name in dict.fromkeys((*NAMES, host, *more))]
    hosts = [f"{name}:{port}" for name in names] + ([*names] if port == 80 else [])
    origins = [f"{scheme}://{one}" for scheme in ("http", "https") for one in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


async def _serve(options: Options, listening: socket.socket, host: str) -> None:
    desk = Desk(options)
    port = int(listening.getsockname()[1])
    app = desk.server().streamable_http_app(
        json_response=True,
        transport_security=security(host, port, options.hosts),
        max_request_body_size=LARGEST,
        session_idle_timeout=IDLE,
    )
    config = uvicorn.Config(
        Endings(app if options.token is None else Guarded(app, options.token), desk),
        log_config=None,
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
    )
    print(f"awhm-mcp: listening on http://{_bracketed(host)}:{port}/mcp", file=sys.stderr, flush=True)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_sweep, desk)
        await uvicorn.Server(config).serve(sockets=[listening])
        tasks.cancel_scope.cancel()


async def _sweep(desk: Desk) -> None:
    while True:
        await anyio.sleep(SWEEP)
        await desk.end_idle(IDLE)


class Guarded:
    """The app behind a bearer token (RFC 6750): who does not show it learns nothing, and reaches nothing."""

    def __init__(self, app: Any, token: str) -> None:
        self._app = app
        self._wanted = b"Bearer " + token.encode("ascii")

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        """One request of ASGI."""
        if scope["type"] == "http" and not self._shown(scope["headers"]):
            body = b'{"error": {"code": "unauthorized", "message": "this server wants its token"}}'
            headers = [(b"www-authenticate", b'Bearer realm="awhm"'), (b"content-type", b"application/json"),
                       (b"content-length", b"%d" % len(body))]  # fmt: skip
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        await self._app(scope, receive, send)

    def _shown(self, headers: list[tuple[bytes, bytes]]) -> bool:
        given = [value for name, value in headers if name == b"authorization"]
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")
        # In the same time whatever is wrong with it.
        return hmac.compare_digest(scheme.capitalize() + b" " + token.strip(), self._wanted)


class Endings:
    """The app, with an eye on clients that say goodbye: DELETE ends the session of the client that sends it."""

    def __init__(self, app: Any, desk: Desk) -> None:
        self._app = app
        self._desk = desk

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        """One request of ASGI."""
        done = False

        async def watched(message: Message) -> None:
            nonlocal done
            done = done or (message["type"] == "http.response.start" and message["status"] < 300)
            await send(message)

        leaving = scope["type"] == "http" and scope["method"] == "DELETE"
        await self._app(scope, receive, watched if leaving else send)
        if leaving and done:
            key = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"mcp-session-id"), "")
            await self._desk.end(key)
