"""Exports of Claude (claude.ai, the desktop app): conversations.json, a list with `chat_messages` each.

Decided here, because the format leaves it open:
- Where messages name the one that they follow, the branch to `current_leaf_message_uuid`, or else to the last
  message of the list, is taken; other branches are left and named, or with `branches` taken as `system` and
  marked `branch`. Where a message does not say what it follows, it is taken in the order of the list.
- Text blocks keep the sender's role; tool_use is a tool_call, tool_result a tool_result. Thinking is not taken.
- Text that was attached (`extracted_content`) is `system`, marked `attachment`: it was shown, not said.
- The session is "claude-" + the conversation's uuid, the source id the conversation's and the message's uuid;
  the ordinal is the block's index, attachments after all blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from awhm.events.event import Role
from awhm.jobs.importers.branches import path_to
from awhm.jobs.importers.item import Item, Left, Message, Unfit, name
from awhm.jobs.importers.lines import Origin
from awhm.jobs.importers.turn import Talk, role_of, storable, text_of, time_of, time_or_undated
from awhm.language.text import is_list, is_object

PREFIX = "claude-"
ATTACHED = 10_000  # ordinals of attachments start here


def is_conversation(value: Any) -> bool:
    """Whether a JSON value looks like one conversation of an export."""
    return is_object(value) and is_list(value.get("chat_messages"))


def items(value: Any, number: int, origin: Origin) -> Iterator[Item]:
    """A message or a `Left` for every block of one conversation. Raises nothing."""
    where = f"conversation {number}"
    try:
        if not is_conversation(value):
            raise Unfit("not a conversation")
        ident, title = value.get("uuid"), value.get("name")
        talk = Talk(
            ident if isinstance(ident, str) and ident else f"{origin.id}#{number}",
            name(title) if isinstance(title, str) else "",
            time_or_undated(value.get("created_at")),
            where,
        )
        left_behind = _other_branches(value)
    except Unfit as error:
        yield Left(origin.file, None, where, error.reason, error.kind)
        return
    for index, said in enumerate(value["chat_messages"], 1):
        place = f"{where}, message {index}"
        if index in left_behind and not origin.branches:
            yield Left(origin.file, None, place, "on a branch that was left", "skipped")
            continue
        yield from _message(said, place, talk, origin, current=index not in left_behind)


def _other_branches(value: dict[str, Any]) -> set[int]:
    """The numbers of the messages that are not on the current branch. Raises Unfit for a ring."""
    parents: dict[str, str | None] = {}
    numbers: dict[str, int] = {}
    for index, said in enumerate(value["chat_messages"], 1):
        uuid = said.get("uuid") if is_object(said) else None
        if isinstance(uuid, str) and uuid and uuid not in parents:
            parent = said.get("parent_message_uuid")
            parents[uuid] = parent if isinstance(parent, str) else None
            numbers[uuid] = index
    if not any(parent in parents for parent in parents.values()):
        return set()
    followed = set(parents.values())
    leaf = value.get("current_leaf_message_uuid")
    if not isinstance(leaf, str) or leaf not in parents:
        leaf = next((uuid for uuid in reversed(parents) if uuid not in followed), next(reversed(parents)))
    current = set(path_to(leaf, parents))
    return {numbers[uuid] for uuid, parent in parents.items() if uuid not in current and parent is not None}


def _message(said: Any, where: str, talk: Talk, origin: Origin, *, current: bool) -> Iterator[Item]:
    try:
        if not is_object(said):
            raise Unfit("not an object")
        role = role_of(said.get("sender"))
        moment = time_of(said.get("created_at"))
        uuid = said.get("uuid")
        uuid = uuid if isinstance(uuid, str) and uuid else where
    except Unfit as error:
        yield Left(origin.file, None, where, error.reason, error.kind)
        return
    moment = talk.moment if moment.ms is None else moment
    for ordinal, part, own, more in _parts(said, role, where):
        try:
            if isinstance(part, Unfit):
                raise part
            metadata = ({"title": talk.title} if talk.title else {}) | more
            if not current:
                metadata |= {"branch": True, "role": own.value}
            yield Message(
                name(PREFIX + talk.id),
                own if current else Role.SYSTEM,
                text_of(part),
                *moment,
                None,
                name(f"{talk.id}/{uuid}"),
                "claude-export",
                ordinal,
                storable(metadata),
            )
        except Unfit as error:
            yield Left(origin.file, None, where, error.reason, error.kind)


def _parts(said: dict[str, Any], role: Role, where: str) -> Iterator[tuple[int, Any, Role, dict[str, Any]]]:
    """Ordinal, text (or why there is none), role and marks of each part of a message."""
    blocks = said.get("content")
    if is_list(blocks) and blocks:
        for index, block in enumerate(blocks):
            yield (index, *_block(block, role))
    elif said.get("text") or not (said.get("attachments") or said.get("files")):
        yield 0, said.get("text"), role, {}
    attachments = said.get("attachments")
    for index, one in enumerate(attachments if is_list(attachments) else []):
        file = one.get("file_name") if is_object(one) else None
        text = one.get("extracted_content") if is_object(one) else None
        marks = {"attachment": name(file) if isinstance(file, str) and file else "attachment"}
        yield ATTACHED + index, text or Unfit("a file that was attached", "skipped"), Role.SYSTEM, marks
    files = said.get("files")
    for index, _ in enumerate(files if is_list(files) else []):
        yield ATTACHED + index, Unfit("a file that was attached", "skipped"), Role.SYSTEM, {}


def _block(block: Any, role: Role) -> tuple[Any, Role, dict[str, Any]]:
    if not is_object(block):
        return Unfit("not a content block"), role, {}
    kind = block.get("type")
    if kind == "text":
        return block.get("text"), role, {}
    if kind == "tool_use":
        tool = block.get("name")
        tool = name(tool) if isinstance(tool, str) and tool else "tool"
        try:
            given = storable({"input": block.get("input")})["input"]
        except Unfit as error:
            return error, role, {}
        return f"{tool} {orjson.dumps(given).decode()}", Role.TOOL_CALL, {"tool": tool}
    if kind == "tool_result":
        content = block.get("content")
        if is_list(content):
            content = "\n".join(one["text"] for one in content if is_object(one) and isinstance(one.get("text"), str))
        return content, Role.TOOL_RESULT, {}
    if kind in ("thinking", "redacted_thinking"):
        return Unfit("thinking", "skipped"), role, {}
    return Unfit(name(kind)[:40] if isinstance(kind, str) and kind else "a block without a type", "skipped"), role, {}
