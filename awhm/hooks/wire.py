"""What a hook and the resident server say to each other: frames over a Unix socket.

A frame is "AWHM", the version of the protocol (1 byte), its kind (1 byte), the length of its body (4 bytes, big-endian)
and the body. A request begins with a head: the length of the head (4 bytes), then fields parted by NUL, which no
argument, variable or path can hold; behind it comes what the host sent, as it came. Standard-library C modules only.
"""

from __future__ import annotations

import os
import sys
from _socket import socket

MAGIC = b"AWHM"
VERSION = 1
HEADER = 10  # bytes before the body
LARGEST = 1 << 20  # bytes of a body that the server takes; a hook with more goes the other way, and holds nobody up
# What is asked: an event of a host; what the server has to tell of itself; that it ends.
EVENT, STATUS, STOP = 1, 2, 3
# What is answered: it is on the disk, and more follows; all is done; the hook is to do it itself, and why.
KEPT, DONE, REFUSED = 16, 17, 18
NAME = "server.sock"
LONGEST = 100  # bytes in the path of a Unix socket, with room to spare on every system
SPARED = ("AWHM_DATA_DIR", "AWHM_ACTOR", "AWHM_CONFIG", "AWHM_HOOK_ACTIVE", "AWHM_HOOK_SERVER", "AWHM_SERVER_IDLE")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Foreign(Exception):
    """These bytes are no frame of this version."""


def frame(kind: int, body: bytes = b"") -> bytes:
    """The bytes of a frame."""
    return MAGIC + bytes((VERSION, kind)) + len(body).to_bytes(4, "big") + body


def split(data: bytes | bytearray) -> tuple[int, bytes, int] | None:
    """Kind, body and length of the frame that begins here; None if it is not whole yet. Raises Foreign."""
    if not MAGIC.startswith(data[:4]) or (len(data) > 4 and data[4] != VERSION):
        raise Foreign
    if len(data) < HEADER:
        return None
    size = int.from_bytes(data[6:HEADER], "big")
    if size > LARGEST:
        raise Foreign
    end = HEADER + size
    return (data[5], bytes(data[HEADER:end]), end) if len(data) >= end else None


def receive(connection: socket, rest: bytes) -> tuple[int, bytes, bytes]:
    """Kind and body of the next frame, and what came behind it. `rest` is what came behind the one before.

    Raises OSError (also where the other side has gone), TimeoutError, Foreign.
    """
    while (found := split(rest)) is None:
        piece = connection.recv(1 << 16)
        if not piece:
            raise ConnectionResetError("the server has gone")
        rest += piece
    kind, body, end = found
    return kind, body, rest[end:]


def pack(fields: list[str], payload: bytes) -> bytes:
    """The body of a request."""
    head = "\0".join(fields).encode("utf-8", "surrogateescape")
    return len(head).to_bytes(4, "big") + head + payload


def unpack(body: bytes) -> tuple[list[str], bytes]:
    """The fields and the payload of a request. Raises Foreign."""
    size = int.from_bytes(body[:4], "big")
    if len(body) < 4 + size:
        raise Foreign
    return body[4 : 4 + size].decode("utf-8", "surrogateescape").split("\0"), body[4 + size :]


def environment(variables: Mapping[str, str]) -> list[str]:
    """What of the environment decides what a hook does: a server serves those alone that have what it has."""
    return sorted(
        f"{name}={value}"
        for name, value in variables.items()
        if (name.startswith("AWHM_") and value and name not in SPARED and not name.startswith("AWHM_TEST_"))
        or name == "XDG_STATE_HOME"
    )


def connected(folder: str, timeout: float) -> socket:
    """A connection to the server of a data directory, which runs as the same user. Raises OSError."""
    one = socket(1, 1)  # AF_UNIX, SOCK_STREAM
    try:
        one.settimeout(timeout)
        within(folder, one.connect)
        if peer(one) != os.geteuid():
            raise PermissionError("another user's server")
    except BaseException:
        one.close()
        raise
    return one


def within(folder: str, act: Callable[[str], object]) -> None:
    """Call `act` with the path of the socket in a folder. A path that no socket can have is taken from inside it."""
    path = os.path.join(folder, NAME)
    if len(os.fsencode(path)) <= LONGEST:
        act(path)
        return
    here = os.open(".", os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.chdir(folder)
        act(NAME)
    finally:
        os.fchdir(here)
        os.close(here)


def peer(connection: socket) -> int:
    """The user at the other end, as the system knows it. Raises OSError."""
    if sys.platform == "linux":
        from _socket import SO_PEERCRED, SOL_SOCKET

        return int.from_bytes(connection.getsockopt(SOL_SOCKET, SO_PEERCRED, 12)[4:8], sys.byteorder)  # a `ucred`
    return int.from_bytes(connection.getsockopt(0, 1, 76)[4:8], sys.byteorder)  # LOCAL_PEERCRED gives an `xucred`
