"""Asking the server of a data directory what it does, and telling it to end."""

from __future__ import annotations

import os
import time
from typing import Any

import orjson

from awhm.errors import Conflict
from awhm.hooks.starting import FAILED, is_running
from awhm.hooks.wire import DONE, STATUS, STOP, Foreign, connected, frame, receive

PATIENCE = 5.0  # seconds that a server is waited for


def status(folder: str) -> dict[str, Any] | None:
    """What the server of a data directory has to tell, as plain JSON values; None where none runs."""
    body = _asked(folder, STATUS)
    if body is None:
        return None
    told: dict[str, Any] = orjson.loads(body.partition(b"\0")[2])
    return told


def stop(folder: str, timeout: float = 30.0) -> bool:
    """Have it end, and wait until it has; whether one ran. Raises Conflict (`server_busy`) if it goes on."""
    told = status(folder)
    ran = told is not None and _asked(folder, STOP) is not None
    deadline = time.monotonic() + timeout
    while _runs(folder):
        other = status(folder)
        if other is not None and (told is None or other["pid"] != told["pid"]):
            break  # a hook has started the next one meanwhile
        if time.monotonic() >= deadline:
            text = f"the server of {folder} has not ended within {timeout:g} s"
            raise Conflict("server_busy", text, "`awhm serve --status` has its process id.")
        time.sleep(0.02)
    return ran


def why_not(folder: str) -> str | None:
    """Why a hook could not start one, where that was so the last time."""
    try:
        with open(os.path.join(folder, FAILED), encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return None


def _runs(folder: str) -> bool:
    try:
        return is_running(folder)
    except OSError:
        return False


def _asked(folder: str, kind: int) -> bytes | None:
    try:
        connection = connected(folder, PATIENCE)
    except OSError:
        return None
    try:
        connection.sendall(frame(kind))
        answered, body, _ = receive(connection, b"")
    except (OSError, Foreign):
        return None
    finally:
        connection.close()
    return body if answered == DONE else None
