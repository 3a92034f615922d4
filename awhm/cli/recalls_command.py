"""`awhm recalls`: what was shown, in which turn of which session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from awhm.cli.call import Call, shared_options
from awhm.cli.output import one_line

if TYPE_CHECKING:
    from awhm.store import Store

LINE = 100  # characters of a message that are shown to people


@click.command()
@click.option("--session", metavar="ID", help="Only of this session.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many, the newest.")
@shared_options
def recalls(call: Call, session: str | None, limit: int) -> None:
    """List what was recalled and shown, the newest last: in which session and turn, and which messages.

    Each prompt that a hook added something to is one; a session of the Python API is one at its end. Questions are not
    on record. What was erased since is named by its id alone.
    """
    with call.store() as store:
        found = _recalls(store, session)
        rows = [_row(store, *one) for one in found[-limit:]]
    for row in rows:
        call.out.line((row["id"], "bold"), f"  {row['recorded']}  session {row['session']}")
        for one in row["shown"]:
            turns = ", ".join(str(turn) for turn in one["turns"])
            text = "(erased)" if one["content"] is None else one_line(one["content"], LINE)
            call.out.line(f"  turn {turns}  {one['id']}: {text}")
    if not rows:
        call.out.line("Nothing was recalled.")
    call.out.document({"recalls": rows, "more": len(found) - len(rows)})


def _recalls(store: Store, session: str | None) -> list[tuple[int, bytes, dict[str, Any]]]:
    """The events in one's own scope: position, header, payload."""
    from awhm.events import chain
    from awhm.events.event import Kind
    from awhm.events.understood import fields_of
    from awhm.language.text import clean

    scope = store.writer.scope_id
    found = [
        (position, header, fields)
        for position, header, body in store.log.read()
        if body is not None and chain.kind_of(header) == Kind.MEMORIES_RECALLED and header[chain.SCOPE] == scope
        if (fields := fields_of(header, body)) is not None
    ]
    return found if session is None else [one for one in found if one[2]["session"] == clean(session)]


def _row(store: Store, position: int, header: bytes, payload: dict[str, Any]) -> dict[str, Any]:
    import orjson

    from awhm.events import chain
    from awhm.language.time import iso

    def content(shown: int) -> str | None:
        body = store.log.payload(shown)
        return None if body is None else orjson.loads(body).get("content")

    return {
        "id": f"m{position}",
        "recorded": iso(chain.recorded_of(header)),
        "session": payload["session"],
        "shown": [
            {"id": f"m{one['position']}", "times": one["times"], "turns": one["turns"],
             "content": content(one["position"])}
            for one in payload["shown"]
        ],
    }  # fmt: skip
