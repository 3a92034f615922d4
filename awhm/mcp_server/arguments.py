"""What each tool takes: checked here, and shown to the model as a JSON schema that is as short as it can be."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Self, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from awhm.errors import Refused

Id = Annotated[str, Field(description="As n15.0")]
AsOf = Annotated[str | None, Field(description="Time: what held then")]
KnownAt = Annotated[int | str | None, Field(description="m12 or time: what was recorded by then")]
MOST = 1000  # answers or memories at a time; asking for more gives so many
Count = Annotated[int, Field(ge=1), AfterValidator(lambda number: min(number, MOST))]


class Arguments(BaseModel):
    """The arguments of a tool. What it does not know is refused, not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def of(cls, given: Mapping[str, Any] | None) -> Self:
        """The arguments as a client sent them; null is as good as nothing. Raises Refused (`bad_arguments`)."""
        kept = {name: value for name, value in (given or {}).items() if value is not None}
        try:
            return cls.model_validate(kept)
        except ValidationError as error:
            faults = [cls._fault(one["type"], one["loc"], one["msg"]) for one in error.errors(include_url=False)]
            known = ", ".join(cls.model_fields) or "none"
            raise Refused("bad_arguments", "; ".join(faults[:5]), f"Arguments: {known}.") from None

    @classmethod
    def _fault(cls, kind: str, place: tuple[int | str, ...], message: str) -> str:
        name = str(place[0])[:80] if place else ""
        if kind != "extra_forbidden":
            return f"{name}: {'it has to be given' if kind == 'missing' else message}"
        near = get_close_matches(name, cls.model_fields, 1)
        return f"{name}: there is no such argument" + (f"; {near[0]}?" if near else "")

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The schema for clients, without what pydantic adds for people."""
        found = cls.model_json_schema()
        schema: dict[str, Any] = {"type": "object"}
        properties = {name: _short(one) for name, one in found.get("properties", {}).items()}
        schema["properties"] = properties
        if found.get("required"):
            schema["required"] = found["required"]
        return schema  # that nothing else is taken is said when something else is given


def _short(one: Mapping[str, Any]) -> dict[str, Any]:
    """One property: its type, its limits, its values and its description; no titles, and no null beside the type."""
    kept = {name: value for name, value in one.items() if name not in ("title", "default", "anyOf")}
    kinds = cast("list[dict[str, Any]]", one.get("anyOf", []))
    kinds = [kind for kind in kinds if kind.get("type") != "null"]
    if len(kinds) == 1:
        kept = {**kinds[0], **kept}
    elif kinds:
        kept["type"] = [kind["type"] for kind in kinds]
    if one.get("default") not in (None, False):
        kept["default"] = one["default"]
    return kept


class Query(Arguments):
    """`memory_query`."""

    query: str
    k: Count | None = None
    include_history: Annotated[bool | None, Field(description="Show what no longer holds too")] = None
    with_trace: Annotated[bool | None, Field(description="Say why each was found")] = None
    as_of: AsOf = None
    known_at: KnownAt = None
    when: Annotated[str | None, Field(description="Only said then, as: last 3 days")] = None
    max_tokens: Annotated[int | None, Field(ge=1)] = None


class Log(Arguments):
    """`memory_log`."""

    role: Annotated[str, Field(description="user, assistant, tool_call, tool_result")]
    content: str
    timestamp: Annotated[str | None, Field(description="When it was said")] = None
    speaker: str | None = None
    idempotency_key: str | None = None


class Nothing(Arguments):
    """A tool without arguments."""


class Snapshot(Arguments):
    """`memory_snapshot_create`."""

    name: str | None = None


class Node(Arguments):
    """`memory_delete_node`."""

    node_id: Annotated[str, Field(description="As n15.0 or m15")]


class Edit(Arguments):
    """`memory_edit`."""

    node_id: Id
    text: Annotated[str, Field(description="The new statement, in the user's words")]


class Retract(Arguments):
    """`memory_retract`."""

    node_id: Id
    undo: Annotated[bool, Field(description="Make it hold again")] = False


class Listed(Arguments):
    """`memory_list`."""

    every: Annotated[bool, Field(description="Past, upcoming and disputed too")] = False
    slot: Annotated[str | None, Field(description="As location")] = None
    subject: str | None = None
    family: Annotated[str | None, Field(description="correction, preference, policy, fact or outcome")] = None
    entity: str | None = None
    session: str | None = None
    after: Annotated[str | None, Field(description="Only ids behind this")] = None
    limit: Count = 20
    as_of: AsOf = None
    known_at: KnownAt = None


class Shown(Arguments):
    """`memory_show`."""

    node_id: Annotated[str, Field(description="As n15.0 or m15")]
    as_of: AsOf = None
    known_at: KnownAt = None


class History(Arguments):
    """`memory_history`."""

    node_id: Id


class Verify(Arguments):
    """`memory_verify`."""

    headers_only: bool = False
