"""One call of a hook with its payload, and what it leads to: the same whether the hook or the resident server does it.

What may be kept is decided here, before anything leaves for the log: private spans, secrets and pauses are seen to by
whoever plans, and what a host sent is never a payload. Standard-library C modules only, unless a text needs more.
"""

from __future__ import annotations

from hashlib import sha256

from awhm.events.append_raw import Draft, new_id
from awhm.events.raw_json import clean, decode, encode, is_list
from awhm.hooks.capture import Said, said
from awhm.hooks.pauses import paused
from awhm.hooks.payload import name, words
from awhm.hooks.raw import MESSAGE_LOGGED, SESSION_ENDED, SESSION_STARTED, Drafting, Last
from awhm.hooks.transcript import last_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from awhm.hooks.entry import Call
    from awhm.hooks.options import Options

    class Sessions(Protocol):
        """A log, as far as drafting needs it."""

        drafting: Drafting

        def last(self, session: str) -> Last | None:
            """The last event of a session; None where it has none yet."""
            ...


TWICE = 2_000  # ms within which the same prompt is the same call, made twice by a host with two settings files
MOST = 32 * 1024 * 1024  # characters of a message; the log takes 64 MB of bytes


class Turn:
    """One call of a hook with its payload: whose session it is, and where the log is."""

    def __init__(self, call: Call, fields: dict[str, Any], options: Options) -> None:
        self.call = call
        self.fields = fields
        self.options = options
        self.host = call.options.get("--host", "claude")
        self.now = call.now
        ident = fields.get("session_id") or fields.get("thread-id") or fields.get("conversation_id")
        prefix = f"{self.host}-"
        known = clean(ident).strip() if isinstance(ident, str) else ""
        self.session = name(known if known.startswith(prefix) else prefix + (known or "unknown"))

    @property
    def transcript(self) -> object:
        """The transcript's path, from the payload alone."""
        return self.fields.get("transcript_path")

    def ids(self, count: int) -> list[bytes]:
        """The ids of so many events: the same for the same call, whoever appends them, and however often."""
        rest = self.call.rest_of_id
        return [new_id(self.now, sha256(rest + bytes((at,))).digest()[:10] if at else rest) for at in range(count)]


class Plan:
    """What an event of a host leads to, in this order.

    `told` are messages to append. `mark` is the kind of event that starts or ends the session, and its payload.
    `asks` has the session seen to by the worker, `ended` where it is over; `starts` has the worker started.
    `question` is what is to be recalled for.
    """

    __slots__ = ("asks", "ended", "mark", "question", "starts", "told")

    def __init__(self) -> None:
        self.told: list[Said] = []
        self.mark: tuple[int, bytes] | None = None
        self.asks = False
        self.ended = False
        self.starts = False
        self.question = ""


def turn_of(call: Call, data: bytes, options: Options) -> Turn | None:
    """The turn that a payload tells of; None, with a note, where there is nothing to keep, or the hooks are paused."""
    fields = decode(data)
    if fields is None:
        call.note("the payload is no JSON; nothing was kept")
        return None
    if not fields:
        call.note("the payload is empty; nothing was kept")
        return None
    turn = Turn(call, fields, options)
    return None if paused(options.data_dir, turn.now) else turn


def planned(turn: Turn) -> Plan:
    """What the event leads to."""
    plan, event = Plan(), turn.call.event
    if event == "prompt":
        text = words(turn.fields.get("user_prompt")) or words(turn.fields.get("prompt"))
        plan.told = said("user", text) if text.strip() else _from_transcript(turn, "user")
        plan.question = next((one.content for one in plan.told if one.role == "user"), "")
    elif event == "stop":
        text = words(turn.fields.get("last_assistant_message"))
        plan.told = said("assistant", text) if text.strip() else _from_transcript(turn, "assistant")
        plan.asks = turn.host == "codex"  # it tells nobody when a session ends: the start of the next one sees to it
    elif event == "notify":  # Codex' older way: one call at the end of a turn, with what both sides said
        asked = turn.fields.get("input-messages")
        texts = [words(one) for one in asked] if is_list(asked) else []
        told = [one for text in texts for one in said("user", text)]
        plan.told = told + said("assistant", words(turn.fields.get("last-assistant-message")))
    elif event == "session-start":
        plan.mark = SESSION_STARTED, encode(_start(turn))
        plan.starts = True  # what earlier sessions have left over is done
    else:
        # The session ends, or its host is about to forget it: what the transcript has beyond the log, and
        # consolidation, are left to a process of their own, and the host can go on.
        plan.ended = event == "session-end"
        if plan.ended:
            plan.mark = SESSION_ENDED, encode({"session": turn.session, "occurred": turn.now})
        plan.asks = plan.starts = True
    plan.told = [one for one in plan.told if one.content.strip()]
    if any(len(one.content) > MOST for one in plan.told):
        turn.call.note("a message of more than 32 million characters was not kept")
        plan.told, plan.question = [], ""
    return plan


def _start(turn: Turn) -> dict[str, Any]:
    """A session that is not open is opened, with where it works."""
    texts = ((key, turn.fields.get(key)) for key in ("cwd", "source"))
    return {
        "session": turn.session,
        "occurred": turn.now,
        "client": "claude-code" if turn.host == "claude" else turn.host,
        "metadata": {key: clean(value)[:4096] for key, value in texts if isinstance(value, str) and value},
    }


def _from_transcript(turn: Turn, role: str) -> list[Said]:
    """What a payload without a text means: the last thing that the role said, as the transcript has it."""
    found = last_said(turn.transcript, role)
    told = [] if found is None else said(role, found.text)
    for one in told:
        if one.role == role and found is not None and found.source_id:
            one.found = found
    return [one for one in told if one.role == role]


def fields_of(turn: Turn, one: Said) -> dict[str, Any]:
    """The fields of a message, as they are stored."""
    fields: dict[str, Any] = {
        "session": turn.session,
        "role": one.role,
        "content": one.content,
        "occurred": turn.now,
        "zone": turn.call.zone,
        "metadata": one.notes,
    }
    if one.found is not None:
        fields |= {"occurred": one.found.occurred, "zone": None}
        fields["source"] = {"id": one.found.source_id, "kind": "claude-code"}
    return fields


def drafts_of(turn: Turn, plan: Plan, log: Sessions) -> list[Draft]:
    """The events of a plan, as the log stands: none for what was fired twice, or is as it is to be already."""
    last = log.last(turn.session)
    drafting, ids = log.drafting, turn.ids(len(plan.told) or 1)
    if plan.mark is not None:
        is_open = last is not None and last.kind != SESSION_ENDED
        if is_open is (plan.mark[0] == SESSION_STARTED):
            return []
        return [drafting.draft(plan.mark[0], ids[0], turn.session, plan.mark[1])]
    drafts: list[Draft] = []
    for one, event_id in zip(plan.told, ids, strict=False):
        if is_again(turn, last, one):
            continue
        if one.found is not None:  # under the id that an import gives it: twice is once
            event_id = drafting.recognisable(one.found.occurred, one.found.identity())
        drafts.append(drafting.draft(MESSAGE_LOGGED, event_id, turn.session, encode(fields_of(turn, one))))
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
