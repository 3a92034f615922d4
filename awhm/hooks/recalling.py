"""What the prompt hook injects: what is relevant to the prompt, within a budget of tokens and of time, or nothing.

The message is on the disk when this begins, so it may be stopped at any point: an alarm ends the process.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from awhm.events.raw_json import encode
from awhm.hooks.site_path import add_site

if TYPE_CHECKING:
    from awhm.hooks.events import Turn
    from awhm.store import Store

LOADING = 3.0  # seconds that importing what recall needs may take; without a resident server each prompt pays for it


def recall_for(turn: Turn, question: str, out: int) -> None:
    """Write the host's answer to `out`: nothing where nothing is relevant, or where time runs out."""

    def over(*_: object) -> None:
        turn.call.note("recall took too long; nothing was injected")
        turn.call.tell()
        os._exit(0)

    signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, LOADING)
    add_site()
    from awhm.hooks.slow import open_store

    store = open_store(turn)
    config = store.config
    if not config.hook_recall_timeout or not config.hook_max_tokens:
        return
    signal.setitimer(signal.ITIMER_REAL, config.hook_recall_timeout)
    given = turn.call.options.get("-k", "")
    context = store.context(
        question,
        max_tokens=config.hook_max_tokens,
        min_score=config.hook_min_score,
        session=turn.session,
        semantic="--semantic" in turn.call.options,
        k=int(given) if given.isdigit() and 0 < int(given) < 1000 else None,
    )
    signal.setitimer(signal.ITIMER_REAL, 0)
    if not context.text or out < 0:
        return
    # First on record, then shown: what a model was told is never unknown to the log.
    _record(turn, store, context.shown)
    told = {"hookEventName": "UserPromptSubmit", "additionalContext": context.text}
    data = encode({"hookSpecificOutput": told}) + b"\n"
    while data:
        data = data[os.write(out, data) :]


def _record(turn: Turn, store: Store, shown: tuple[str, ...]) -> None:
    from awhm.commands.command import RecordRecalls
    from awhm.errors import Conflict
    from awhm.events.append_raw import new_id

    stream = store.writer.session_id(turn.session)
    number = store.log.version_of(stream)
    try:
        store.handle(RecordRecalls(new_id(), turn.session, {int(one[1:]): (number,) for one in shown}))
    except Conflict:
        turn.call.note("the log was locked; what was injected is not on record")
