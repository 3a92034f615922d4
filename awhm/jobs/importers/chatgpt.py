"""Exports of ChatGPT: conversations.json, a list of conversations, each a tree of messages by `mapping`.

Decided here, because the format leaves it open:
- The current branch, from the first message to `current_node`, is taken in its order, by the parents alone
  (children lists may be missing). What stands on other branches is left, each message named; with
  `branches` it is taken too, as `system`, marked `branch`, so that nothing is believed that was taken back.
- Without a `current_node` the branch of the newest message that nothing follows is the current one.
- What the assistant sends to a tool (a recipient other than "all") is a tool_call, what a tool answers a
  tool_result. Pictures and other parts that are no text are named. Thoughts are not taken, nor are custom
  instructions, which every conversation repeats.
- The session is "chatgpt-" + the conversation's id, the source id conversation/node.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awhm.events.event import Role
from awhm.jobs.importers.branches import path_to
from awhm.jobs.importers.item import Item, Left, Message, Unfit, name
from awhm.jobs.importers.lines import Origin
from awhm.jobs.importers.turn import Talk, role_of, storable, text_of, time_of, time_or_undated
from awhm.language.text import is_list, is_object

PREFIX = "chatgpt-"
THOUGHTS = frozenset({"thoughts", "reasoning_recap"})
INSTRUCTIONS = frozenset({"user_editable_context", "model_editable_context"})


def is_conversation(value: Any) -> bool:
    """Whether a JSON value looks like one conversation of an export."""
    return is_object(value) and is_object(value.get("mapping"))


def items(value: Any, number: int, origin: Origin) -> Iterator[Item]:
    """A message or a `Left` for every node of one conversation that holds one. Raises nothing."""
    where = f"conversation {number}"
    try:
        if not is_conversation(value):
            raise Unfit("not a conversation")
        talk = _talk(value, origin, where)
        nodes: dict[str, Any] = {key: node for key, node in value["mapping"].items() if is_object(node)}
        for key in (key for key in value["mapping"] if key not in nodes):
            yield Left(origin.file, None, f"{where}, node {name(key)}", "not an object", "damaged")
        path = path_to(_leaf(value, nodes), _parents(nodes)) if nodes else []
    except Unfit as error:
        yield Left(origin.file, None, where, error.reason, error.kind)
        return
    for key in path:
        yield from _node(key, nodes[key], talk, origin, current=True)
    current = set(path)
    for key, node in nodes.items():
        if key in current:
            continue
        if origin.branches:
            yield from _node(key, node, talk, origin, current=False)
        elif is_object(said := node.get("message")) and _says(said):
            yield Left(origin.file, None, f"{where}, node {name(key)}", "on a branch that was left", "skipped")


def _talk(value: dict[str, Any], origin: Origin, where: str) -> Talk:
    ident = value.get("conversation_id") or value.get("id")
    if not isinstance(ident, str) or not ident:
        created = value.get("create_time")
        ident = f"{origin.id}#{created}" if created else origin.id
    title = value.get("title")
    title = name(title) if isinstance(title, str) else ""
    return Talk(ident, title, time_or_undated(value.get("create_time")), where)


def _parents(nodes: dict[str, Any]) -> dict[str, str | None]:
    """What each node follows; from the children lists where a parent is not named."""
    parents: dict[str, str | None] = {}
    for key, node in nodes.items():
        parent = node.get("parent")
        parents[key] = parent if isinstance(parent, str) else None
    for key, node in nodes.items():
        children = node.get("children")
        for child in children if is_list(children) else []:
            if isinstance(child, str) and child in parents and parents[child] is None and child != key:
                parents[child] = key
    return parents


def _leaf(value: dict[str, Any], nodes: dict[str, Any]) -> str:
    current = value.get("current_node")
    if isinstance(current, str) and current in nodes:
        return current
    followed = set(_parents(nodes).values())
    leaves = [key for key in nodes if key not in followed] or list(nodes)
    return max(leaves, key=lambda key: _created(nodes[key]))


def _created(node: dict[str, Any]) -> float:
    said = node.get("message")
    created = said.get("create_time") if is_object(said) else None
    return float(created) if isinstance(created, int | float) and -1e15 < created < 1e15 else 0.0


def _says(said: dict[str, Any]) -> bool:
    content = said.get("content")
    return is_object(content) and bool(content.get("parts") or content.get("text"))


def _node(key: str, node: dict[str, Any], talk: Talk, origin: Origin, *, current: bool) -> Iterator[Item]:
    said = node.get("message")
    if said is None:
        return  # the root, which holds no message
    where = f"{talk.where}, node {name(key)}"
    try:
        if not is_object(said):
            raise Unfit("not an object")
        author = said.get("author")
        author = author if is_object(author) else {}
        role, text, passed_over = _content(said, role_of(author.get("role")))
        for reason in passed_over:
            yield Left(origin.file, None, where, reason, "skipped")
        if not text.strip() and passed_over:
            return
        moment = time_of(said.get("create_time"))
        metadata: dict[str, Any] = {"title": talk.title} if talk.title else {}
        metadata |= _tool(role, author, said)
        if not current:
            metadata |= {"branch": True, "role": role.value}
            role = Role.SYSTEM
        yield Message(
            name(PREFIX + talk.id),
            role,
            text_of(text),
            *(talk.moment if moment.ms is None else moment),
            None,
            name(f"{talk.id}/{key}"),
            "chatgpt",
            0,
            storable(metadata),
        )
    except Unfit as error:
        yield Left(origin.file, None, where, error.reason, error.kind)


def _tool(role: Role, author: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    tool = said.get("recipient") if role == Role.TOOL_CALL else author.get("name") if role == Role.TOOL_RESULT else None
    return {"tool": name(tool)} if isinstance(tool, str) and tool else {}


def _content(said: dict[str, Any], role: Role) -> tuple[Role, str, list[str]]:
    """Whose words, which, and the reasons for parts that are not taken. Raises Unfit."""
    content = said.get("content")
    if not is_object(content):
        raise Unfit("a message without content")
    kind = content.get("content_type")
    if kind in THOUGHTS:
        raise Unfit("thinking", "skipped")
    if kind in INSTRUCTIONS:
        raise Unfit("custom instructions", "skipped")
    if role == Role.TOOL:
        role = Role.TOOL_RESULT
    elif role == Role.ASSISTANT and said.get("recipient") not in (None, "", "all"):
        role = Role.TOOL_CALL
    parts = content.get("parts")
    if not is_list(parts):
        parts = [content.get(field) for field in ("text", "result") if isinstance(content.get(field), str)]
        if not parts:
            raise Unfit(name(kind)[:40] if isinstance(kind, str) and kind else "a message without content", "skipped")
    texts: list[str] = []
    passed_over: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif is_object(part) and isinstance(part.get("text"), str):
            texts.append(part["text"])  # the words of something spoken
        elif part is not None:
            inner = part.get("content_type") if is_object(part) else None
            passed_over.append(name(inner)[:40] if isinstance(inner, str) and inner else "not text")
    return role, "\n".join(text for text in texts if text), passed_over
