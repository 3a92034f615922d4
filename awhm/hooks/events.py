"""What each event of a host leads to. The append comes first, by `raw`; all else is worth less than the message.

A seam for a resident server is `write`: the one place where messages leave this process.
"""

from __future__ import annotations

import time

from awhm.events.append_raw import Draft, clock, new_id
from awhm.events.lock import Busy
from awhm.events.raw_json import clean, decode, encode, is_list
from awhm.hooks.capture import Said, said
from awhm.hooks.options import Options
from awhm.hooks.pauses import paused
from awhm.hooks.payload import name, read_stdin, words
from awhm.hooks.raw import (
    MESSAGE_LOGGED,
    SESSION_ENDED,
    SESSION_STARTED,
    Last,
    RawLog,
    Sealed,
    SqliteError,
    Unfit,
)
from awhm.hooks.transcript import last_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from awhm.hooks.entry import Call

TWICE = 2_000  # ms within which the same prompt is the same call, made twice by a host with two settings files
MOST = 32 * 1024 * 1024  # characters of a message; the log takes 64 MB of bytes


class Turn:
    """One call of a hook with its payload: whose session it is, and where the log is."""

    def __init__(self, call: Call, fields: dict[str, Any], options: Options) -> None:
        self.call = call
        self.fields = fields
        self.options = options
        self.host = call.options.get("--host", "claude")
        self.now = clock()
        ident = fields.get("session_id") or fields.get("thread-id") or fields.get("conversation_id")
        prefix = f"{self.host}-"
        known = clean(ident).strip() if isinstance(ident, str) else ""
        self.session = name(known if known.startswith(prefix) else prefix + (known or "unknown"))

    @property
    def transcript(self) -> object:
        """The transcript's path, from the payload alone."""
        return self.fields.get("transcript_path")


def handle(call: Call, out: int) -> None:
    """Carry out one event; what the host is to read is written to the descriptor `out`."""
    data = call.rest[-1].encode("utf-8", "surrogateescape") if call.event == "notify" and call.rest else read_stdin()
    fields = decode(data)
    if fields is None:
        call.note("the payload is no JSON; nothing was kept")
        return
    if not fields:
        call.note("the payload is empty; nothing was kept")
        return
    options = Options(call.given())
    turn = Turn(call, fields, options)
    if paused(options.data_dir, turn.now):
        return
    if call.event == "prompt":
        _prompt(turn, out)
    elif call.event == "stop":
        _stop(turn)
    elif call.event == "notify":
        _notify(turn)
    elif call.event == "session-start":
        _started(turn)
    else:
        _over(turn, ended=call.event == "session-end")


def _prompt(turn: Turn, out: int) -> None:
    text = words(turn.fields.get("user_prompt")) or words(turn.fields.get("prompt"))
    told = said("user", text) if text.strip() else from_transcript(turn, "user")
    if not told:
        return
    write(turn, told)
    question = next((one.content for one in told if one.role == "user"), "")
    if question:
        from awhm.hooks.recalling import recall_for  # what was said is on the disk: from here on all may be imported

        recall_for(turn, question, out)


def _stop(turn: Turn) -> None:
    text = words(turn.fields.get("last_assistant_message"))
    write(turn, said("assistant", text) if text.strip() else from_transcript(turn, "assistant"))
    if turn.host == "codex":  # it tells nobody when a session ends: the start of the next one sees to this one
        from awhm.hooks.requests import request

        request(turn, ended=False)


def from_transcript(turn: Turn, role: str) -> list[Said]:
    """What a payload without a text means: the last thing that the role said, as the transcript has it."""
    found = last_said(turn.transcript, role)
    told = [] if found is None else said(role, found.text)
    for one in told:
        if one.role == role and found is not None and found.source_id:
            one.found = found
    return [one for one in told if one.role == role]


def _notify(turn: Turn) -> None:
    """Codex' older way: one call at the end of a turn, with what both sides said."""
    asked = turn.fields.get("input-messages")
    texts = [words(one) for one in asked] if is_list(asked) else []
    told = [one for text in texts for one in said("user", text)]
    write(turn, told + said("assistant", words(turn.fields.get("last-assistant-message"))))


def _started(turn: Turn) -> None:
    """A session that is not open is opened, with where it works; and what earlier ones have left over is done."""
    fields = {
        "session": turn.session,
        "occurred": turn.now,
        "client": "claude-code" if turn.host == "claude" else turn.host,
        "metadata": {key: clean(value)[:4096] for key in ("cwd", "source") if (value := _text(turn.fields, key))},
    }
    _mark(turn, SESSION_STARTED, encode(fields), opened=False)
    from awhm.hooks.requests import anything, start

    if anything(turn.options.data_dir):
        start(turn)


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def _over(turn: Turn, *, ended: bool) -> None:
    """The session ends, or its host is about to forget it: what the transcript has beyond the log, and consolidation,
    are left to a process of their own, and the host can go on."""
    from awhm.hooks.requests import request, start

    if ended:
        _mark(turn, SESSION_ENDED, encode({"session": turn.session, "occurred": turn.now}), opened=True)
    request(turn, ended=ended)
    start(turn)


def _mark(turn: Turn, kind: int, payload: bytes, *, opened: bool) -> None:
    """Append the start or end of a session, if it is not, or is, open. Worth no spool: a message opens its session."""

    def make() -> list[Draft]:
        last = log.last(turn.session)
        is_open = last is not None and last.kind != SESSION_ENDED
        return [log.draft(kind, new_id(), turn.session, payload)] if is_open is opened else []

    try:
        log = RawLog(turn.options)
        log.write(make)
    except Unfit:
        from awhm.hooks.slow import mark

        mark(turn, started=kind == SESSION_STARTED)
    except Busy:
        turn.call.note("the log was locked; the session goes on all the same")


def write(turn: Turn, told: list[Said]) -> list[int]:
    """Append messages; their positions, none where they are spooled, or said twice. Raises what the system does."""
    told = [one for one in told if one.content.strip()]
    if not told:
        return []
    if any(len(one.content) > MOST for one in told):
        turn.call.note("a message of more than 32 million characters was not kept")
        return []
    ids = [new_id(turn.now) for _ in told]
    try:
        log = RawLog(turn.options)
        return log.write(lambda: _drafts(turn, log, told, ids))
    except Unfit as unfit:
        from awhm.hooks.slow import log_messages

        turn.options.encrypted |= isinstance(unfit, Sealed)
        return log_messages(turn, told, ids)
    except (Busy, OSError, SqliteError) as error:
        return spooled(turn, told, ids, error)


def fields_of(turn: Turn, one: Said) -> dict[str, Any]:
    """The fields of a message, as they are stored."""
    fields: dict[str, Any] = {
        "session": turn.session,
        "role": one.role,
        "content": one.content,
        "occurred": turn.now,
        "zone": time.localtime(turn.now // 1000).tm_gmtoff // 60,
        "metadata": one.notes,
    }
    if one.found is not None:
        fields |= {"occurred": one.found.occurred, "zone": None}
        fields["source"] = {"id": one.found.source_id, "kind": "claude-code"}
    return fields


def _drafts(turn: Turn, log: RawLog, told: list[Said], ids: list[bytes]) -> list[Draft]:
    last = log.last(turn.session)
    drafts: list[Draft] = []
    for one, event_id in zip(told, ids, strict=True):
        if is_again(turn, last, one):
            continue
        if one.found is not None:  # under the id that an import gives it: twice is once
            event_id = log.recognisable(one.found.occurred, one.found.identity())
        drafts.append(log.draft(MESSAGE_LOGGED, event_id, turn.session, encode(fields_of(turn, one))))
    return drafts


def is_again(turn: Turn, last: Last | None, one: Said) -> bool:
    """Whether the session's last event is this very message: the hook was fired twice."""
    if last is None or last.kind != MESSAGE_LOGGED or last.payload is None:
        return False
    before = decode(last.payload) or {}
    if (before.get("role"), before.get("content")) != (one.role, one.content):
        return False
    said_at = before.get("occurred")
    return one.role != "user" or (isinstance(said_at, int) and turn.now - said_at <= TWICE)


def spooled(turn: Turn, told: list[Said], ids: list[bytes], error: Exception) -> list[int]:
    """What the log would not take in time is kept beside it, unless it must not be kept in plain."""
    why = "the log was locked" if isinstance(error, Busy) else f"{type(error).__name__}: {error}"
    if turn.options.encrypted:
        turn.call.note(f"{why}; nothing was kept, as an encrypted store has no spool")
        return []
    from awhm.spool import write as spool

    for one, event_id in zip(told, ids, strict=True):
        more = {"scope": turn.options.scope, "actor": turn.options.actor}
        spool(turn.options.data_dir, event_id, {**fields_of(turn, one), **more})
    turn.call.note(f"{why}; what was said is spooled and will be in the log at the next start")
    return []
