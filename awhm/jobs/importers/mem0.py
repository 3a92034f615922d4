"""Memories of mem0: what `get_all` gives, `{"results": [{"id", "memory", ...}]}`, or the list alone.

A memory of mem0 is a sentence that a model wrote about somebody. Whoever imports their own memories vouches for
them: those about the user are the user's words, in the first person (first_person.py), and become memories. All others
are `system`: they are found, and nothing is believed because of them. About the user is what belongs to the one
`user_id` that the file has, or to one that is named as the user (`Origin.me`); where it has several and none is named,
nothing is. What an agent remembers of itself is not. Its session is "mem0-" + the run, user, agent or
app that it belongs to, its time `updated_at`, else `created_at`; one that was changed since comes as a new
message under its new time. Relations of mem0's graph are named, not taken: they are made from the same memories.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awhm.events.event import Role
from awhm.jobs.importers.first_person import first_person
from awhm.jobs.importers.item import Item, Left, Message, Unfit, name
from awhm.jobs.importers.lines import Origin
from awhm.jobs.importers.turn import storable, text_of, time_of
from awhm.language.text import is_list, is_object

ASSISTANTS = ("assistant", "agent", "system", "tool")  # whose words a memory may be said to be
OWNERS = ("run_id", "user_id", "agent_id", "app_id")
MEMBERS = ("results", "memories")
_KEPT = (*OWNERS, "categories", "actor_id")


def is_memory(value: Any) -> bool:
    """Whether a JSON value looks like one memory of mem0."""
    return is_object(value) and isinstance(value.get("memory"), str) and "id" in value


def is_me(value: dict[str, Any], only: str | None, origin: Origin) -> bool:
    """Whether a memory is about the user; `only` is the one `user_id` of its file, None for several."""
    if origin.unbelieved or value.get("role") in ASSISTANTS:
        return False
    owner = value.get("user_id")
    if not isinstance(owner, str) or not owner:
        if only is None or value.get("agent_id"):
            return False
        owner = only  # that of a run, in a file that is about one user: about the same
    return owner.casefold() in (origin.me or origin.names) or (not origin.me and owner == only)


def items(value: Any, number: int, origin: Origin, only: str | None = None) -> Iterator[Item]:
    """The message of one memory, or why it is left. `only` is as for `is_me`. Raises nothing."""
    where = f"memory {number}"
    try:
        if not is_memory(value):
            raise Unfit("not a memory")
        ident = value["id"]
        if not isinstance(ident, str | int) or isinstance(ident, bool) or not str(ident):
            raise Unfit("a memory without an id")
        moment = time_of(value.get("updated_at") or value.get("created_at"))
        owner = next((one for key in OWNERS if isinstance(one := value.get(key), str) and one), "memories")
        given = value.get("metadata")
        metadata = {"memory": True} | {key: value[key] for key in _KEPT if value.get(key)}
        if is_object(given) and given:
            metadata["metadata"] = given
        if is_list(categories := value.get("categories")) and all(isinstance(one, str) for one in categories):
            metadata["tags"] = categories
            metadata.pop("categories", None)
        text = text_of(value["memory"])
        mine = is_me(value, only, origin)
        role, text = (Role.USER, first_person(text)) if mine else (Role.SYSTEM, text)
        yield Message(name(f"mem0-{owner}"), role, text, *moment, None, name(str(ident)), "mem0", 0, storable(metadata))
    except Unfit as error:
        yield Left(origin.file, None, where, error.reason, error.kind)
