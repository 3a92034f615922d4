"""What the prompt hook injects: what is relevant to the prompt, within a budget of tokens and of time, or nothing.

The message is on the disk when this begins, so it may be stopped at any point: an alarm ends the process.
"""

from __future__ import annotations

import gc
import os
import signal
import time

from awhm.events.raw_json import encode
from awhm.hooks.entry import age
from awhm.hooks.site_path import add_site

PATIENCE = 4  # limits that may pass from the start of the process, imports included

TYPE_CHECKING = False
if TYPE_CHECKING:
    from awhm.hooks.turn import Turn
    from awhm.jobs.context import Context
    from awhm.store import Store


def recall_for(turn: Turn, question: str, out: int) -> None:
    """Write the host's answer to `out`: nothing where nothing is relevant, or where time runs out.

    The limit is that of recall itself. What has to be imported for it first, which on a slow machine takes longer than
    the limit, is waited for as well, so that a prompt without a server is not left without an answer there; but never
    is a host held up for more than `PATIENCE` limits since the process began.
    """
    limit = turn.options.recall_timeout

    def over(*_: object) -> None:
        more = "" if turn.options.server else " (a resident server is faster: `awhm hook install --server`)"
        turn.call.note(f"recall took longer than {limit:g} s; nothing was injected{more}")
        turn.call.tell()
        os._exit(0)

    if not limit:
        return
    end = time.monotonic() + PATIENCE * limit - age()
    if end <= time.monotonic():
        over()
    gc.disable()  # looking for garbage is a tenth of what importing takes, and this process ends soon
    signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, end - time.monotonic())
    add_site()
    from awhm.hooks.slow import open_store

    signal.setitimer(signal.ITIMER_REAL, max(min(limit, end - time.monotonic()), 0.001))
    store = open_store(turn)
    if not store.config.hook_max_tokens:
        return
    context = relevant(turn, store, question, semantic="--semantic" in turn.call.options)
    signal.setitimer(signal.ITIMER_REAL, 0)
    if not context.text or out < 0:
        return
    data = recorded(turn, store, context)
    while data:
        data = data[os.write(out, data) :]


def relevant(turn: Turn, store: Store, question: str, *, semantic: bool) -> Context:
    """What there is to inject, within the settings' budget and the `-k` of the call. Raises as `Store.context`."""
    config, given = store.config, turn.call.options.get("-k", "")
    return store.context(
        question,
        max_tokens=config.hook_max_tokens,
        min_score=config.hook_min_score,
        session=turn.session,
        semantic=semantic,
        k=int(given) if given.isdigit() and 0 < int(given) < 1000 else None,
    )


def recorded(turn: Turn, store: Store, context: Context) -> bytes:
    """What a host reads: a text as context of the prompt. It is put on record for this turn of the session first.

    What a model was told is then never unknown to the log. Raises as `handle` does, but for a log that is locked.
    """
    from awhm.commands.command import RecordRecalls
    from awhm.errors import Conflict
    from awhm.events.append_raw import new_id

    number = store.log.version_of(store.writer.session_id(turn.session))
    try:
        store.handle(RecordRecalls(new_id(), turn.session, {int(one[1:]): (number,) for one in context.shown}))
    except Conflict:
        turn.call.note("the log was locked; what was injected is not on record")
    told = {"hookEventName": "UserPromptSubmit", "additionalContext": context.text}
    return encode({"hookSpecificOutput": told}) + b"\n"
