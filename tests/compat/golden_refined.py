"""What the golden log of Stage 2 tells; see `make_golden`."""

from __future__ import annotations

from typing import Any

from awhm.commands.believing import Decided
from awhm.commands.command import LogMessage
from awhm.commands.handle import Writer, handle_messages
from awhm.events.append_raw import new_id
from awhm.events.event import (
    PayloadsErased,
    RefinementFailed,
    RefinementProposed,
    RefinementRefused,
    Stated,
    StatementsExtracted,
)
from awhm.events.sqlite_log import SqliteLog

ERASED = (2, 7)
WHEN, DAY = 1_700_000_000_000, 24 * 3_600_000


def tell_refined(log: SqliteLog) -> None:
    """Every kind of event of Stage 2, in every form, and statements with more than one source. No model was asked."""
    writer = Writer(log)
    for number, content in enumerate(("The cat is old.", "To be erased.", "We call him Felix since March."), 1):
        handle_messages([LogMessage(new_id(), "a · 二", "user", content, WHEN + number * DAY)], writer)
    place: dict[str, Any] = {"session": "a · 二", "after": 0, "through": 3}
    felix = Stated(
        family="fact",
        start=12,
        end=17,
        subject="cat",
        attribute="name",
        slot="user|cat|name|",
        value="Felix",
        value_key="felix",
        third=True,
        confidence=0.54,
        rule="stage2 golden/model-1",
    )
    read = StatementsExtracted(
        message=3, session="a · 二", occurred=WHEN + 3 * DAY, extractor="golden-1+stage2", statements=[felix]
    )
    counts: dict[str, Any] = {"messages": 3, "proposed": 3, "taken": 1, "refused": 2}
    nothing = RefinementProposed(session="b", after=0, through=3, messages=0, proposed=0, taken=0, refused=0)
    happened: list[Decided] = [
        Decided(RefinementFailed(**place, model="golden/model-1", reason="timeout"), ()),
        Decided(RefinementFailed(**place, reason="rate_limited"), ()),
        Decided(read, (3, 1)),
        Decided(
            RefinementRefused(**place, model="golden/model-1", reason="value_not_said", proposal='{"value":"Tom"}'),
            (1, 2, 3),
        ),
        Decided(RefinementRefused(**place, model="golden/model-1", reason="unsure", proposal="{}"), (1, 3)),
        Decided(RefinementRefused(**place, reason="too_many: 201 proposals", proposal=""), (1, 3)),
        Decided(RefinementProposed(**place, model="golden/model-1", **counts), (1, 3)),
        Decided(nothing, ()),
    ]
    drafts = [writer.draft_decided(one, new_id()) for one in happened]
    log.append(drafts, {writer.memories: log.version_of(writer.memories)})
    tombstone = PayloadsErased(positions=list(ERASED), reason="asked by the user")
    log.append([writer.draft(tombstone, new_id(), "erasures")])
