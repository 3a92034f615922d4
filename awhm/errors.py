"""The error tree. A caller asks one question of it: whose turn is it now?

AwhmError
├── Refused     the request is wrong: fix it and send it again. Nothing was written.
├── Conflict    someone was first: read again and retry. Nothing was written.
└── Damaged     the store is wrong: stop writing and run `awhm verify`.

Each error has a stable `code` (for programs) and a `hint` (what to do next, for people). One table,
`FAMILIES`, maps the three families to an exit code, an HTTP status and an MCP error.
"""

from __future__ import annotations


class AwhmError(Exception):
    """Any failure that AWHM reports on purpose; `code` names the cause, `hint` the way out."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


class Refused(AwhmError):
    """The request is wrong. It changed nothing; correct it and send it again."""


class Conflict(AwhmError):
    """Someone else was first. Nothing was written; the same request may succeed when repeated."""


class Damaged(AwhmError):
    """The store is not what it should be. Nothing more is written until a person has looked.

    `position` is the first event concerned, where one can be named.
    """

    def __init__(self, code: str, message: str, hint: str = "", position: int | None = None) -> None:
        super().__init__(code, message, hint or "Run `awhm verify` to see what is wrong.")
        self.position = position


# family -> (exit code of the process, HTTP status, JSON-RPC error code for MCP)
FAMILIES: dict[type[AwhmError], tuple[int, int, int]] = {
    Refused: (2, 400, -32602),
    Conflict: (3, 409, -32001),
    Damaged: (4, 500, -32002),
}


def exit_code(error: AwhmError) -> int:
    """The process exit code for an error, by its family."""
    return next(codes[0] for family, codes in FAMILIES.items() if isinstance(error, family))
