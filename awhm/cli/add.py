"""`awhm add`: keep one message."""

from __future__ import annotations

import sys
from typing import Any

import click

from awhm.cli.call import Call, shared_options
from awhm.errors import Refused


@click.command()
@click.argument("text", metavar="TEXT|-")
@click.option("--role", default="user", show_default=True, help="Who speaks: user, assistant, system, tool, ...")
@click.option("--session", default="cli", show_default=True, metavar="ID", help="The session that it belongs to.")
@click.option("--speaker", metavar="NAME", help="The speaker's name.")
@click.option("--time", "occurred", metavar="ISO", help="When it was said, as 2026-03-01T09:30+01:00 (default: now).")
@click.option("--key", metavar="KEY", help="Idempotency key: a second call with the same key adds nothing.")
@click.option("--metadata", metavar="JSON", help="A JSON object that is kept with the message.")
@shared_options
def add(
    call: Call,
    text: str,
    role: str,
    session: str,
    speaker: str | None,
    occurred: str | None,
    key: str | None,
    metadata: str | None,
) -> None:
    """Keep one message and print its id; `-` reads it from standard input.

    A text that starts with a dash goes behind `--`.
    """
    content = from_stdin() if text == "-" else text
    details = json_object(metadata)
    with call.store(create=True) as store:
        position, new = store.log_message(
            session, role, content, details, timestamp=occurred, speaker=speaker, idempotency_key=key
        )
    call.out.line(f"m{position}")
    call.out.document({"id": f"m{position}", "position": position, "session": session, "new": new})
    if not new:
        call.out.note(f"m{position} was logged before with this key; nothing was added")


def from_stdin() -> str:
    """All of standard input without its last line break. Raises Refused if there is nothing, or no UTF-8."""
    data = sys.stdin.buffer.read() if sys.stdin else b""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(
            "not_utf8", f"standard input is not UTF-8 (byte {error.start})", "Convert it, as with iconv -t utf-8."
        ) from None
    text = text.removesuffix("\n").removesuffix("\r")
    if not text.strip():
        raise Refused("empty", "standard input is empty", "Pipe a text in, or give it as the argument.")
    return text


def json_object(text: str | None) -> dict[str, Any]:
    """The object that a JSON text holds; empty for no text. Raises Refused for anything else."""
    if text is None:
        return {}
    import orjson

    from awhm.language.text import clean, is_object

    try:
        value = orjson.loads(clean(text))
    except orjson.JSONDecodeError as error:
        raise Refused("bad_metadata", f"--metadata is not JSON: {error}", """Give an object: '{"a": 1}'.""") from None
    if not is_object(value):
        raise Refused("bad_metadata", "--metadata is not a JSON object", """Give an object: '{"a": 1}'.""")
    return value
