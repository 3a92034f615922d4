"""Transcripts of Codex: `~/.codex/sessions/**/rollout-*.jsonl`, one record of `timestamp`, `type` and `payload` a line.

Decided here, because the format leaves it open and has changed often:
- Messages, calls of tools and their results are the `response_item` records; `event_msg` records show the same again
  and are left. Earlier versions wrote the items bare, behind a first line with the session's id and time alone.
- What the host writes into the user's turn (AGENTS.md, the environment, notes on a turn) stands there in blocks that
  begin with a tag of its own; it is `system`, marked `host`. So is the `developer` role, and, marked `sidechain`,
  all that the "user" of a sub-agent says. A compaction's text is `system`, marked `compact_summary`.
- The session is "codex-" + the id of the session's record, as hooks name it; else the one in the file's name. The
  source id is the item's own id, which a forked session's copy shares; else the session and the record's `ordinal`, or
  the line. Such a file is only ever appended to.
- A record of a kind that is not known is left, and named by its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from awhm.events.event import Role
from awhm.jobs.importers import host_text, own_tools
from awhm.jobs.importers.item import Item, Left, Message, Unfit, name
from awhm.jobs.importers.lines import Line, Origin, json_value
from awhm.jobs.importers.turn import UNDATED, Moment, storable, text_of, time_of
from awhm.language.text import is_list, is_object

PREFIX = "codex-"
RECORDS = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"})
_BLOCKS = frozenset({"input_text", "output_text", "text"})
_BARE = frozenset({"function_call", "function_call_output", "local_shell_call", "custom_tool_call", "reasoning"})
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call"})
_RESULTS = frozenset({"function_call_output", "custom_tool_call_output", "tool_search_output"})
_FILE = re.compile(r"rollout-.*?([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})")
# A leading block of the host's: a tag of two words or more, or one of those that have one.
_HOST = re.compile(r"\s*<((?:[a-z]+[_ ])+[a-z]+|skill|heartbeat|instructions|INSTRUCTIONS)\b[^<>\n]{0,300}>")
_AGENTS = re.compile(r"\s*# (?:AGENTS|CLAUDE)\.md instructions\b")
_AGENTS_END = "</INSTRUCTIONS>"
_HEAD = ("id", "timestamp")  # of the first line of earlier versions


@dataclass(slots=True)
class Transcript:
    """What the records of one file share, as far as they have been read."""

    session: str
    moment: Moment = UNDATED
    named: bool = False  # by a record, not only by the file
    agent: bool = False  # whether an agent, not a person, speaks as the user
    ours: set[str] = field(default_factory=set[str])  # calls of AWHM's own tools
    seen: set[str] = field(default_factory=set[str])


def is_record(value: Any) -> bool:
    """Whether a JSON value looks like one record of a transcript of Codex."""
    if not is_object(value):
        return False
    kind = value.get("type")
    if is_object(value.get("payload")):
        return isinstance(kind, str) and kind in RECORDS
    if kind == "message" and isinstance(value.get("role"), str):
        blocks = value.get("content")
        first = blocks[0] if is_list(blocks) and blocks else None
        return is_object(first) and first.get("type") in ("input_text", "output_text")
    return (kind in _BARE and "role" not in value) or _is_head(value)


def _is_head(value: dict[str, Any]) -> bool:
    return "type" not in value and "instructions" in value and all(isinstance(value.get(k), str) for k in _HEAD)


def from_lines(lines: Iterable[Line], origin: Origin) -> Iterator[Item]:
    """Messages and `Left`s for every line that is not blank. Raises nothing."""
    found = _FILE.search(origin.stem)
    transcript = Transcript(_session(found[1] if found else origin.stem))
    for line in lines:
        if not line.fault and not line.data.strip():
            continue
        try:
            value = json_value(line)
            if not is_object(value):
                raise Unfit("not an object")
            yield from _record(value, line, transcript, origin)
        except Unfit as error:
            yield Left(origin.file, line.number, "", error.reason, error.kind)


def _session(ident: str) -> str:
    return name(ident if ident.startswith(PREFIX) else PREFIX + ident)


def _record(value: dict[str, Any], line: Line, transcript: Transcript, origin: Origin) -> Iterator[Item]:
    """The messages of one record. Raises Unfit for one that has none."""
    kind, payload = value.get("type"), value.get("payload")
    if _is_head(value):
        kind, payload = "session_meta", value
    elif not is_object(payload):
        kind, payload = "response_item", value
    if kind == "session_meta":
        _meta(payload, transcript)
        raise Unfit("not a message (session_meta)", "skipped")
    moment = time_of(value.get("timestamp"))
    if moment.ms is None:
        moment = transcript.moment
    if kind == "compacted":
        text = text_of(payload.get("message"))
        place = _place(value, {}, line, transcript)
        yield _message(transcript, Role.SYSTEM, text, moment, place, 0, {"compact_summary": True})
        return
    if kind != "response_item":
        raise Unfit(f"not a message ({name(kind)[:40]})" if isinstance(kind, str) else "not a transcript record",
                    "skipped" if isinstance(kind, str) else "damaged")  # fmt: skip
    place = _place(value, payload, line, transcript)
    if place in transcript.seen:
        raise Unfit("duplicate", "skipped")
    transcript.seen.add(place)
    yield from _item(payload, place, moment, line, transcript, origin)


def _meta(payload: dict[str, Any], transcript: Transcript) -> None:
    """The session's record; that of another session, which a fork copied, says nothing here."""
    if transcript.named:
        return
    ident = payload.get("id") or payload.get("session_id")
    if isinstance(ident, str) and ident:
        transcript.session = _session(ident)
        transcript.named = True
    transcript.moment = time_of(payload.get("timestamp"))
    source = payload.get("source")
    agent = ("subagent", "sub_agent", "guardian_review", "memory_consolidation")
    transcript.agent = (
        payload.get("thread_source") in agent
        or source in agent
        or (is_object(source) and not {"subagent", "sub_agent"}.isdisjoint(source))
    )


def _place(record: dict[str, Any], item: dict[str, Any], line: Line, transcript: Transcript) -> str:
    """The source id of an item of a record."""
    ident = item.get("id")
    if isinstance(ident, str) and len(ident) >= 16:
        return name(ident)
    ordinal = record.get("ordinal")
    known = isinstance(ordinal, int) and not isinstance(ordinal, bool)
    return name(f"{transcript.session}/{ordinal if known else f'line {line.number}'}")


def _item(
    item: dict[str, Any], place: str, moment: Moment, line: Line, transcript: Transcript, origin: Origin
) -> Iterator[Item]:  # fmt: skip
    kind = item.get("type")
    if kind == "message":
        yield from _said(item, place, moment, line, transcript, origin)
        return
    if not isinstance(kind, str):
        raise Unfit("an item without a type")
    if kind not in _CALLS and kind not in _RESULTS:
        raise Unfit("thinking" if kind == "reasoning" else name(kind)[:40], "skipped")
    call = item.get("call_id") or item.get("id")
    call = name(call) if isinstance(call, str) and call else ""
    tie = {"call": call} if call else {}
    if kind in _RESULTS:
        if call in transcript.ours:
            raise Unfit(own_tools.REASON, "skipped")
        yield _message(transcript, Role.TOOL_RESULT, text_of(_output(item)), moment, place, 0, tie)
        return
    tool = item.get("name")
    if own_tools.is_ours(tool, item.get("namespace")):
        transcript.ours.add(call)
        raise Unfit(own_tools.REASON, "skipped")
    tool = name(tool) if isinstance(tool, str) and tool else kind.removesuffix("_call")
    given: Any = next((item[key] for key in ("arguments", "input", "action") if item.get(key) is not None), "")
    words = given if isinstance(given, str) else orjson.dumps(storable({"given": given})["given"]).decode()
    yield _message(transcript, Role.TOOL_CALL, text_of(f"{tool} {words}"), moment, place, 0, {"tool": tool} | tie)


def _output(item: dict[str, Any]) -> Any:
    """What a tool gave, as text or blocks, in whichever shape its version has."""
    output = item.get("output")
    if is_object(output):
        output = next((output[key] for key in ("content", "content_items", "body") if output.get(key)), "")
    if is_list(output):
        return [one for one in output if not is_object(one) or isinstance(one.get("text"), str)]
    return output


def _said(
    item: dict[str, Any], place: str, moment: Moment, line: Line, transcript: Transcript, origin: Origin
) -> Iterator[Item]:  # fmt: skip
    """The messages of a `message` item: each block, what the user said apart from what the host wrote for the user."""
    role, content = item.get("role"), item.get("content")
    blocks: list[Any] = content if is_list(content) else [content]
    for number, block in enumerate(blocks):
        where = f"block {number + 1}" if len(blocks) > 1 else ""
        try:
            for one, text, marks, end in _block(block, role, transcript):
                yield _message(transcript, one, text, moment, place + end, number, marks)
        except Unfit as error:
            yield Left(origin.file, line.number, where, error.reason, error.kind)


def _block(block: Any, role: Any, transcript: Transcript) -> Iterator[tuple[Role, str, dict[str, Any], str]]:
    """(role, text, marks, end of the source id) of what one block says. Raises Unfit."""
    if is_object(block):
        kind = block.get("type")
        if kind not in _BLOCKS:
            raise Unfit(name(kind)[:40] if isinstance(kind, str) and kind else "a block without a type", "skipped")
        block = block.get("text")
    text = text_of(block)
    if role == "assistant":
        yield Role.ASSISTANT, text, {}, ""
    elif role != "user":
        if role not in ("developer", "system"):
            raise Unfit(f"unknown role {name(str(role))[:40]!r}")
        yield Role.SYSTEM, text, {"host": True}, ""
    elif transcript.agent:
        yield Role.SYSTEM, text, {"sidechain": True}, ""
    else:
        own, host = split(text)
        if own:
            yield Role.USER, own, {}, ""
        if host:
            yield Role.SYSTEM, host, {"host": True}, "#host"


def split(text: str) -> tuple[str, str]:
    """The user's own words and the host's text, either of them "" if there is none. Linear in the length."""
    at = 0
    while True:
        if _AGENTS.match(text, at):
            end = text.find(_AGENTS_END, at)
            at = len(text) if end < 0 else end + len(_AGENTS_END)
        elif found := _HOST.match(text, at):
            closing = f"</{found[1]}>"
            end = text.find(closing, found.end())
            if end < 0:
                break
            at = end + len(closing)
        else:
            break
    own, host = host_text.split(text[at:] if at else text)
    return own.strip() if at else own, "\n".join(one for one in (text[:at].strip(), host) if one)


def _message(
    transcript: Transcript, role: Role, text: str, moment: Moment, place: str, ordinal: int, marks: dict[str, Any]
) -> Message:  # fmt: skip
    # A copy in a forked session may bear the time of its copying: it is recognised without it.
    return Message(
        transcript.session, role, text, *moment, None, name(place), "codex", ordinal, storable(marks), own_time=False
    )
