"""What an event of a host leads to where no server does it. The append comes first; all else is worth less.

`write` is where messages leave this process: into the log, or into the spool.
"""

from __future__ import annotations

from functools import partial

from awhm.events.lock import Busy
from awhm.hooks.capture import Said
from awhm.hooks.options import Options
from awhm.hooks.raw import Drafting, RawLog, Sealed, SqliteError, Unfit, may_be_sealed
from awhm.hooks.turn import Plan, Turn, drafts_of, fields_of, planned, turn_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from awhm.hooks.entry import Call


def handle(call: Call, options: Options, data: bytes, out: int) -> None:
    """Carry out one event; what the host is to read is written to the descriptor `out`."""
    turn = turn_of(call, data, options)
    if turn is None:
        return
    plan = planned(turn)
    if plan.told:
        write(turn, plan)
    if plan.mark is not None:
        _mark(turn, plan)
    if plan.asks:
        from awhm.hooks.requests import request

        request(turn, ended=plan.ended)
    if plan.starts:
        from awhm.hooks.requests import anything, start

        if plan.asks or anything(turn.options.data_dir):
            start(turn)
    if options.server and not plan.ended:
        from awhm.hooks.starting import start_server

        start_server(turn)
    if plan.question:
        from awhm.hooks.recalling import recall_for  # what was said is on the disk: from here on all may be imported

        recall_for(turn, plan.question, out)


def _mark(turn: Turn, plan: Plan) -> None:
    """Append the start or end of a session. Worth no spool: a message opens its session."""
    try:
        log = RawLog(turn.options)
        log.write(partial(drafts_of, turn, plan, log))
    except Unfit:
        from awhm.hooks.slow import mark

        mark(turn, plan)
    except Busy:
        turn.call.note("the log was locked; the session goes on all the same")


def write(turn: Turn, plan: Plan) -> list[int]:
    """Append messages; their positions, none where they are spooled, or said twice. Raises what the system does."""

    log: RawLog | None = None
    try:
        log = RawLog(turn.options)
        return log.write(partial(drafts_of, turn, plan, log))
    except Unfit as unfit:
        from awhm.hooks.slow import log_messages

        turn.options.encrypted |= isinstance(unfit, Sealed)
        return log_messages(turn, plan.told)
    except (Busy, OSError, SqliteError) as error:
        return spooled(turn, plan.told, error, None if log is None else log.drafting)


def spooled(turn: Turn, told: list[Said], error: Exception, drafting: Drafting | None = None) -> list[int]:
    """What the log would not take in time is kept beside it, unless it must not be kept in plain.

    `drafting` gives the ids of what a transcript has too; without it that is left to the transcript.
    """
    why = "the log was locked" if isinstance(error, Busy) else f"{type(error).__name__}: {error}"
    if turn.options.encrypted or may_be_sealed(turn.options.data_dir):
        turn.call.note(f"{why}; nothing was kept, as an encrypted store has no spool")
        return []
    from awhm.spool import write as spool

    for one, event_id in zip(told, turn.ids(len(told)), strict=True):
        if one.found is not None:
            if drafting is None:
                continue
            event_id = drafting.recognisable(one.found.occurred, one.found.identity())
        more = {"scope": turn.options.scope, "actor": turn.options.actor}
        spool(turn.options.data_dir, event_id, {**fields_of(turn, one), **more})
    turn.call.note(f"{why}; what was said is spooled and will be in the log at the next start")
    return []
