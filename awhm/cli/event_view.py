"""One event in full: what its header says, its link in the chain, its payload."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from awhm.cli.output import Output, dumps
from awhm.events import chain
from awhm.language.text import is_list
from awhm.language.time import day, iso

if TYPE_CHECKING:
    from awhm.entries import Entry


def details(entry: Entry, header: bytes, link: bytes) -> dict[str, Any]:
    """The fields of docs/format.md as plain JSON values; bytes as hexadecimal."""
    return {**entry.to_dict(), **fields(header), "chain": link.hex()}


def fields(header: bytes) -> dict[str, Any]:
    """What a header holds besides kind, position and time."""
    return {
        "event_id": header[chain.EVENT_ID].hex(),
        "schema": chain.schema_of(header),
        "stream": header[chain.STREAM].hex(),
        "stream_version": chain.stream_version_of(header),
        "session_id": header[chain.SESSION].hex(),
        "scope_id": header[chain.SCOPE].hex(),
        "actor_id": header[chain.ACTOR].hex(),
        "flags": header[1],
        "derived_from": [f"m{source}" for source in chain.sources_of(header)],
        "commitment": chain.commitment_of(header).hex(),
        "header": header.hex(),
    }


def shown(out: Output, found: dict[str, Any]) -> None:
    """The same for people, with all of the text."""
    payload: dict[str, Any] | None = found["payload"]
    labels = [name for name in found if name not in ("payload", "position", "header")]
    out.table([(name, _plain(found[name])) for name in labels])
    out.line("header      ", found["header"])
    if payload is None:
        out.line(("payload     erased", "bold"))
        return
    out.line(("payload", "bold"))
    if "occurred" in payload:
        out.line("  said        ", f"{day(payload['occurred'], payload.get('zone'))}"
                 f" ({iso(payload['occurred'], payload.get('zone'))})")  # fmt: skip
    for name, value in payload.items():
        if name not in ("content", "occurred", "zone"):
            text = value if isinstance(value, str) else dumps(value).decode()
            out.line(f"  {name:<10}  ", text)
    if "content" in payload:
        out.line()
        out.line(payload["content"])


def _plain(value: Any) -> str:
    return (" ".join(map(str, value)) or "-") if is_list(value) else str(value)
