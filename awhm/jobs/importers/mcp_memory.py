"""The memory of the official MCP memory server: entities with observations, and relations between them.

Its file (memory.json or memory.jsonl) has one record a line; `read_graph` gives the same as one object,
`{"entities": [...], "relations": [...]}`. Each observation becomes one `system` message, "name: observation",
each relation one, "from relation to", underscores as blanks: a model wrote them, nobody said them. They
have neither ids nor times there, so each is recognised by what it says.

Whoever imports their own memory vouches for what it says of them: observations and relations of the entity that is the
user (`default_user`, as that server has its models call it, or a name in `Origin.me`) are the user's words, in
the first person (first_person.py), and become memories.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from awhm.events.event import Role
from awhm.jobs.importers.first_person import first_person
from awhm.jobs.importers.item import Item, Left, Message, Unfit, content_id, name
from awhm.jobs.importers.lines import Line, Origin, json_value
from awhm.jobs.importers.turn import text_of
from awhm.language.text import is_list, is_object

USERS = frozenset({"default_user", "default user", "user"})
MEMBERS = ("entities", "relations")
SESSION = "mcp-memory"


def is_record(value: Any) -> bool:
    """Whether a JSON value looks like an entity or a relation of that server."""
    return is_entity(value) or is_relation(value)


def is_entity(value: Any) -> bool:
    """Whether it looks like an entity."""
    return is_object(value) and isinstance(value.get("name"), str) and is_list(value.get("observations"))


def is_relation(value: Any) -> bool:
    """Whether it looks like a relation."""
    return is_object(value) and all(isinstance(value.get(key), str) for key in ("from", "to", "relationType"))


def from_lines(lines: Iterable[Line], origin: Origin) -> Iterator[Item]:
    """A message or a `Left` for all that every line holds. Raises nothing."""
    for line in lines:
        if not line.fault and not line.data.strip():
            continue
        try:
            yield from items(json_value(line), "", line.number, origin)
        except Unfit as error:
            yield Left(origin.file, line.number, "", error.reason, error.kind)


def items(value: Any, where: str, line: int | None, origin: Origin) -> Iterator[Item]:
    """The messages of one entity or relation, or why they are left. Raises nothing."""
    if is_entity(value):
        who = name(value["name"])
        kind = value.get("entityType")
        marks: dict[str, Any] = {"memory": True, "entity": who}
        if isinstance(kind, str) and kind:
            marks["entity_type"] = name(kind)
        if not value["observations"]:
            yield Left(origin.file, line, where, "an entity without observations", "skipped")
        for number, observation in enumerate(value["observations"], 1):
            place = f"{where}, observation {number}".removeprefix(", ")
            try:
                yield _observation(who, text_of(observation), marks, origin)
            except Unfit as error:
                yield Left(origin.file, line, place, error.reason, error.kind)
    elif is_relation(value):
        try:
            yield _relation(value, origin)
        except Unfit as error:
            yield Left(origin.file, line, where, error.reason, error.kind)
    else:
        yield Left(origin.file, line, where, "neither an entity nor a relation", "damaged")


def _is_me(who: str, origin: Origin) -> bool:
    names = {who.casefold(), _words(who).casefold()}
    return not origin.unbelieved and not names.isdisjoint(origin.me or USERS | origin.names)


def _observation(who: str, text: str, marks: dict[str, Any], origin: Origin) -> Message:
    found = _message(f"entity/{who}", f"{_words(who)}: {text}", marks)
    return replace(found, role=Role.USER, content=first_person(text)) if _is_me(who, origin) else found


def _relation(value: dict[str, Any], origin: Origin) -> Message:
    who, relation, to = (_words(value[key]) for key in ("from", "relationType", "to"))
    marks: dict[str, Any] = {"memory": True, "relation": name(value["relationType"])}
    found = _message("relation", text_of(f"{who} {relation} {to}"), marks)
    if not _is_me(value["from"], origin):
        return found
    return replace(found, role=Role.USER, content=first_person(f"User {relation} {to}"))


def _words(label: str) -> str:
    return label.replace("_", " ")


def _message(source: str, text: str, metadata: dict[str, Any]) -> Message:
    return Message(SESSION, Role.SYSTEM, text, None, None, None, content_id(source, text), "mcp-memory", 0, metadata)
