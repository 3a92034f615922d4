"""What fits in a header: the bounds that every log refuses beyond."""

from __future__ import annotations

from collections.abc import Sequence

from awhm.errors import Refused
from awhm.events.append_raw import MOST_IN_A_BATCH, MOST_SOURCES, Draft

MOST_PAYLOAD = 64 * 1024 * 1024  # bytes; far above any message, far below what SQLite can hold


def refuse_sizes(drafts: Sequence[Draft]) -> None:
    """Raises Refused if a batch, a payload, its sources, a number or an id would not fit."""
    if len(drafts) > MOST_IN_A_BATCH:
        raise Refused("batch_too_large", f"{len(drafts)} events in one batch; at most {MOST_IN_A_BATCH}")
    for draft in drafts:
        if len(draft.payload) > MOST_PAYLOAD:
            raise Refused(
                "too_large",
                f"a payload of {len(draft.payload):,} bytes; at most {MOST_PAYLOAD:,}",
                "Split the text, or store the file and log a pointer to it.",
            )
        if not (
            0 <= draft.kind < 1 << 16 and 0 <= draft.schema < 1 << 16
            and 0 <= draft.flags < 1 << 8 and 0 <= draft.key_id < 1 << 32
        ):  # fmt: skip
            raise Refused("bad_header", "kind and schema have 16 bits in a header, flags 8, the key id 32")
        if len(draft.sources) > MOST_SOURCES:
            raise Refused("too_many_sources", f"{len(draft.sources)} sources; at most {MOST_SOURCES}")
        if not (
            len(draft.event_id) == len(draft.stream) == len(draft.session) == len(draft.scope) == len(draft.actor) == 16
        ):
            raise Refused("bad_id", "every id in a header is 16 bytes")
