"""What a language model answers: its shape, and every way in which an answer can be none. Pure.

An answer is an object with a list `memories`. An answer that is not is no answer at all, and its range is read again;
a proposal in the list that is not of the shape is refused for itself.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from awhm.errors import AwhmError, Refused
from awhm.language.text import is_list, is_object

MOST = 200  # proposals of one answer; those behind are refused together
LONGEST = 1 << 20  # bytes of an answer
KEPT = 1000  # characters of a refused proposal that are kept
_CODE = re.compile(r"[^a-z0-9_]+")

Text = Annotated[str, Field(min_length=1, max_length=1000)]
Short = Annotated[str, Field(min_length=1, max_length=200)]


class Cited(BaseModel):
    """Where a proposal was read: the number of a message as it was shown, and words of it, exactly."""

    model_config = ConfigDict(frozen=True, strict=True, allow_inf_nan=False)
    message: int
    quote: Text


class Proposal(BaseModel):
    """One memory as a model proposes it.

    `value` stands word for word in the quote of the user's own message. `slot` is one that was shown ("k3"), or a
    short name for what has one value at a time, or None. `since` and `until` are words of the message that say from
    when and up to when. `replaces` is True where the user says that something changed.
    """

    model_config = ConfigDict(frozen=True, strict=True, allow_inf_nan=False)
    type: Literal["fact", "preference", "policy", "outcome"]
    subject: Short
    slot: Annotated[str, Field(max_length=200)] | None = None
    value: Short
    negated: bool = False
    no_longer: bool = False
    replaces: bool = False
    condition: Annotated[str, Field(max_length=200)] | None = None
    since: Annotated[str, Field(max_length=200)] | None = None
    until: Annotated[str, Field(max_length=200)] | None = None
    confidence: Annotated[float, Field(ge=0, le=1)]
    sources: Annotated[list[Cited], Field(min_length=1, max_length=8)]


class Answer(BaseModel):
    """All that a model answers; it gives the schema, and each proposal is looked at by itself."""

    memories: list[Proposal]


def schema() -> dict[str, Any]:
    """The JSON schema of an answer: closed objects of which every field is required, as some providers ask for."""
    made = Answer.model_json_schema()
    for one in (made, *made["$defs"].values()):
        one.pop("description", None)
        one["additionalProperties"] = False
        one["required"] = list(one["properties"])
        for field in one["properties"].values():
            field.pop("default", None)
    return made


def proposals_of(raw: object) -> list[object]:
    """The proposals of an answer, unjudged. Raises Refused (`bad_output`) and says why there are none.

    `raw` is what a client gave: an object, or a text with one in it.
    """
    data = _text(raw)
    if len(data) > LONGEST:
        raise Refused("bad_output", f"the answer has {len(data)} bytes; at most {LONGEST} are read")
    try:
        found: object = orjson.loads(data)
    except ValueError:
        raise Refused("bad_output", "the answer is not JSON") from None
    if not is_object(found):
        raise Refused("bad_output", f"the answer is {_kind(found)}, not an object")
    memories = found.get("memories")
    if not is_list(memories):
        raise Refused("bad_output", f"`memories` of the answer is {_kind(memories)}, not a list")
    return memories


def _text(raw: object) -> bytes:
    """The answer as JSON; of a text what stands between its outermost braces."""
    if isinstance(raw, str):
        start, end = raw.find("{"), raw.rfind("}")
        return raw[start : end + 1].encode("utf-8", "replace") if 0 <= start < end else b""
    try:
        return orjson.dumps(raw)  # what is no JSON is refused here, and a number that is none becomes null
    except TypeError:
        raise Refused("bad_output", f"the answer is {_kind(raw)}, not JSON") from None


def _kind(value: object) -> str:
    return "missing" if value is None else type(value).__name__


def proposal_of(raw: object) -> Proposal | str:
    """One proposal, or what is wrong with its shape; none of its words."""
    if not is_object(raw):
        return f"invalid: it is {_kind(raw)}, not an object"
    try:
        return Proposal.model_validate_json(_written(raw))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return f"invalid: {where}: {first['msg']}"[:500]


def shown_proposal(raw: object) -> str:
    """A proposal as it is kept with its refusal: JSON, cut where it is long."""
    text = _written(raw).decode()
    return text if len(text) <= KEPT else text[:KEPT] + "…"


def _written(raw: object) -> bytes:
    """A value of an answer as JSON; `{}` for one so deep that no field of it could be one of ours."""
    try:
        return orjson.dumps(raw, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return b"{}"


def reason_of(error: BaseException) -> str:
    """Why a client failed, as an event may say it: a code, or the error's name; none of its words."""
    if isinstance(error, AwhmError):
        return error.code
    return _CODE.sub("_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(error).__name__).lower()).strip("_") or "error"
