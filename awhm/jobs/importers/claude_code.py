"""Transcripts of Claude Code: one JSON record a line, of which user and assistant records are messages.

Decided here, because the format leaves it open:
- A text block keeps the record's role. It is `system` where a user record holds host text: records
  marked isMeta or isCompactSummary, a sub-agent's prompts (isSidechain: the assistant wrote them, not
  the user), and tagged host text (host_text.py). So is text the client made up in the assistant's name
  (model "<synthetic>"). Marks stay in the metadata: meta, sidechain, agent, compact_summary, synthetic.
- tool_use becomes one tool_call (the name and the input as compact JSON), tool_result one tool_result;
  `call` in the metadata ties them together.
- Calls of AWHM's own tools and what they gave (own_tools.py) are left: nothing of memory comes in again.
- Thinking, images and other blocks are not taken; each is counted with its type as the reason.
- A summary that stands for a conversation before it is the host's, whether it is marked or, in older
  transcripts, only begins as one does.
- The session is "claude-" + sessionId. The source id is the record's uuid and the ordinal the block's
  index; where host text is cut out of a block, it is that id + "#host". A session that is resumed or forked
  begins with a copy of another one's records under its own sessionId: with the same uuids, or with
  `forkedFrom` naming them. So they are recognised, and stay in the session that was imported first.
  A uuid that is none (not of 128 bits) may be met in two sessions, and is taken with the sessionId.
  A uuid seen before in the file is the same record again and is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from awhm.events.event import Role
from awhm.jobs.importers import host_text, own_tools
from awhm.jobs.importers.item import Item, Left, Message, Ordinals, Unfit, name
from awhm.jobs.importers.lines import Line, Origin, json_value
from awhm.jobs.importers.turn import Moment, storable, text_of, time_of
from awhm.language.text import is_list, is_object

PREFIX = "claude-"
# Records that only transcripts have; enough to recognise a file before its first message.
OTHER_TYPES = frozenset(
    {"summary", "file-history-snapshot", "queue-operation", "system", "progress", "attachment"}
    | {"custom-title", "ai-title", "agent-name", "last-prompt", "permission-mode", "pr-link"}
)
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_CONTINUED = "This session is being continued from a previous conversation that ran out of context"
MARKS = ("leafUuid", "messageId", "parentUuid", "sessionId", "uuid")


class Record(NamedTuple):
    """A user or assistant record, read as far as all its blocks share."""

    line: int
    session: str
    source_id: str
    numbered: bool  # whether the source id is the record's own, so that the block's index is its ordinal
    moment: Moment
    own: Role  # the role of its text
    host: bool  # whether all its text is the host's
    user: bool
    metadata: dict[str, Any]
    blocks: list[Any]


class Piece(NamedTuple):
    """What one block says: a message's role and text, and what sets it apart."""

    role: Role
    content: str
    metadata: dict[str, Any]
    suffix: str = ""  # of the source id


def is_record(value: Any) -> bool:
    """Whether a JSON value looks like one record of a transcript."""
    if not is_object(value):
        return False
    record = value
    kind = record.get("type")
    if not isinstance(kind, str):
        return False
    return kind in OTHER_TYPES or any(isinstance(record.get(mark), str) for mark in MARKS)


def from_lines(lines: Iterable[Line], origin: Origin) -> Iterator[Item]:
    """Messages and `Left`s for every line that is not blank. Raises nothing."""
    seen: set[tuple[str, str]] = set()
    ours: set[str] = set()
    ordinals = Ordinals()
    for line in lines:
        if not line.fault and not line.data.strip():
            continue
        try:
            record = _record(line, origin, seen)
        except Unfit as error:
            yield Left(origin.file, line.number, "", error.reason, error.kind)
            continue
        for index, block in enumerate(record.blocks):
            if _is_ours(block, ours):
                where = _where(index, record)
                yield Left(origin.file, line.number, where, own_tools.REASON, "skipped")
            else:
                yield from _block(block, index, record, origin, ordinals)


def _is_ours(block: Any, ours: set[str]) -> bool:
    """Whether a block is a call of a tool of AWHM's, whose id is then noted, or what such a call gave."""
    if not is_object(block):
        return False
    if block.get("type") == "tool_result":
        made = block.get("tool_use_id")
        return isinstance(made, str) and made in ours
    ident = block.get("id")
    is_call = block.get("type") in ("tool_use", "server_tool_use") and own_tools.is_ours(block.get("name"))
    if is_call and isinstance(ident, str):
        ours.add(ident)
    return is_call


def _where(index: int, record: Record) -> str:
    return f"block {index + 1}" if len(record.blocks) > 1 else ""


def _record(line: Line, origin: Origin, seen: set[tuple[str, str]]) -> Record:
    """The line as a user or assistant record. Raises Unfit for anything else."""
    fields = _fields(line)
    kind = fields.get("type")
    if not isinstance(kind, str):
        raise Unfit("not a transcript record")
    if kind not in ("user", "assistant"):
        raise Unfit(f"not a message ({name(kind)[:40]})", "skipped")
    said = fields.get("message")
    content = said.get("content") if is_object(said) else None
    if not is_object(said) or not isinstance(content, str | list):
        raise Unfit("a message without content")
    ident, uuid = fields.get("sessionId"), _uuid(fields)
    session = ident if isinstance(ident, str) and ident else origin.stem
    moment = time_of(fields.get("timestamp"))
    if uuid:
        if (session, uuid) in seen:
            raise Unfit("duplicate", "skipped")
        seen.add((session, uuid))
    user = kind == "user"
    metadata = _marks(fields, said)
    host = (user and bool({"meta", "sidechain", "compact_summary"} & metadata.keys())) or ("synthetic" in metadata)
    return Record(
        line.number,
        name(session if session.startswith(PREFIX) else PREFIX + session),
        uuid if _UUID.fullmatch(uuid) else f"{session}/{uuid}",
        bool(uuid),
        moment,
        Role.SYSTEM if host else Role.USER if user else Role.ASSISTANT,
        host,
        user,
        metadata,
        [content] if isinstance(content, str) else content,
    )


def _uuid(fields: dict[str, Any]) -> str:
    """The record's uuid, or that of the record it is a copy of; "" for none."""
    fork = fields.get("forkedFrom")
    copied = fork.get("messageUuid") if is_object(fork) else None
    uuid = copied if isinstance(copied, str) and copied else fields.get("uuid")
    return uuid if isinstance(uuid, str) else ""


def _fields(line: Line) -> dict[str, Any]:
    value = json_value(line)
    if not is_object(value):
        raise Unfit("not an object")
    return value


def _marks(fields: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """What tells this record from a plain turn; empty for a plain one."""
    marks: dict[str, Any] = {}
    named = (("isMeta", "meta"), ("isSidechain", "sidechain"), ("isCompactSummary", "compact_summary"))
    for field, mark in named:
        if fields.get(field) is True:
            marks[mark] = True
    if _begins(said.get("content"), _CONTINUED):
        marks["compact_summary"] = True
    if isinstance(agent := fields.get("agentId"), str) and agent:
        marks["agent"] = name(agent)
    if said.get("model") == "<synthetic>":
        marks["synthetic"] = True
    return marks


def _begins(content: Any, text: str) -> bool:
    """Whether a message's text, or that of its first block, begins so."""
    first = content[0] if is_list(content) and content else content
    said = first.get("text") if is_object(first) else first
    return isinstance(said, str) and said.startswith(text)


def _block(block: Any, index: int, record: Record, origin: Origin, ordinals: Ordinals) -> Iterator[Item]:
    """The messages of one block; a block that is not taken gives a `Left` that names it, counted from 1."""
    where = _where(index, record)
    try:
        pieces, passed_over = _pieces(block, record)
        for reason in passed_over:
            yield Left(origin.file, record.line, where, reason, "skipped")
        for piece in pieces:
            source_id = name(record.source_id + piece.suffix)
            ordinal = index if record.numbered else ordinals.next(source_id, record.moment.ms)
            yield Message(
                record.session,
                piece.role,
                piece.content,
                *record.moment,
                None,
                source_id,
                "claude-code",
                ordinal,
                storable(record.metadata | piece.metadata),
            )
    except Unfit as error:
        yield Left(origin.file, record.line, where, error.reason, error.kind)


def _pieces(block: Any, record: Record) -> tuple[list[Piece], list[str]]:
    """What a block says, and the reasons for parts of it that are not taken. Raises Unfit."""
    if isinstance(block, str):
        return _text(block, record), []
    if not is_object(block):
        raise Unfit("not a content block")
    fields = block
    match fields.get("type"):
        case "text":
            return _text(fields.get("text"), record), []
        case "tool_use" | "server_tool_use":
            return [_call(fields)], []
        case "tool_result":
            return _result(fields)
        case "thinking" | "redacted_thinking":
            raise Unfit("thinking", "skipped")
        case str() as kind:
            raise Unfit(name(kind)[:40] or "a block without a type", "skipped")
        case _:
            raise Unfit("a block without a type")


def _text(value: Any, record: Record) -> list[Piece]:
    text = text_of(value)
    if record.host or not record.user:
        return [Piece(record.own, text, {})]
    own, host = host_text.split(text)
    pieces = [Piece(Role.USER, own, {})] if own else []
    if host:
        pieces.append(Piece(Role.SYSTEM, host, {"host": True}, "#host"))
    return pieces


def _call(fields: dict[str, Any]) -> Piece:
    tool = fields.get("name")
    tool = name(tool) if isinstance(tool, str) and tool else "tool"
    given = storable({"input": fields.get("input")})["input"]
    return Piece(Role.TOOL_CALL, f"{tool} {orjson.dumps(given).decode()}", {"tool": tool} | _tie(fields, "id"))


def _result(fields: dict[str, Any]) -> tuple[list[Piece], list[str]]:
    content = fields.get("content")
    passed_over: list[str] = []
    if is_list(content):
        texts: list[str] = []
        for part in content:
            inner = part if is_object(part) else {"type": "text", "text": part}
            kind = inner.get("type")
            if kind == "text" and isinstance(inner.get("text"), str):
                texts.append(inner["text"])
            else:
                passed_over.append(name(kind)[:40] if isinstance(kind, str) and kind != "text" else "not text")
        content = "\n".join(texts)
        if not content.strip() and passed_over:
            return [], passed_over
    metadata = _tie(fields, "tool_use_id")
    if fields.get("is_error") is True:
        metadata["error"] = True
    return [Piece(Role.TOOL_RESULT, text_of(content), metadata)], passed_over


def _tie(fields: dict[str, Any], key: str) -> dict[str, Any]:
    """What ties a tool's call to its result."""
    value = fields.get(key)
    return {"call": name(value)} if isinstance(value, str) and value else {}
