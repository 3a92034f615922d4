"""What a question may be answered with: filters over who said it, where and when, and what it says.

Several values of one filter are alternatives; several filters must all hold. An empty list, and a name that
nothing is known by, is refused: a filter that cannot be meant must never answer as if there were none.

Names are compared in NFKC and without case: speakers, tags and roles always; a session by its exact id where
there is one. A filter that asks about memories (families, types, statuses, a confidence) leaves messages
alone out: they have none of it. `since` and `before` are about when a message was said.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, get_args

from awhm.errors import Refused
from awhm.events.event import Role
from awhm.language.time import Given, moment
from awhm.projections.memory import NodeType, Status
from awhm.projections.standing import PAST

KINDS = ("message", "memory")
FAMILIES = ("fact", "preference", "policy", "outcome", "correction")
TYPES: tuple[str, ...] = get_args(NodeType)
STATUSES: tuple[str, ...] = get_args(Status)

Values = str | Iterable[str] | None


@dataclass(frozen=True, slots=True)
class Filters:
    """What may answer; None does not filter. Times in ms since 1970 UTC: since <= said < before.

    `sessions`, `speakers` and `tags` are names of the store; `entities` ids or names; `kinds` "message" (what
    became no memory) or "memory"; `families`, `types` and `statuses` are a memory's.
    """

    sessions: tuple[str, ...] | None = None
    speakers: tuple[str, ...] | None = None
    roles: tuple[str, ...] | None = None
    entities: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    families: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    statuses: tuple[str, ...] | None = None
    since: int | None = None
    before: int | None = None
    min_confidence: float | None = None

    @classmethod
    def of(
        cls,
        *,
        sessions: Values = None,
        speakers: Values = None,
        roles: Values = None,
        entities: Values = None,
        tags: Values = None,
        kinds: Values = None,
        families: Values = None,
        types: Values = None,
        statuses: Values = None,
        since: Given | int | None = None,
        before: Given | int | None = None,
        min_confidence: float | None = None,
    ) -> Filters:
        """Filters as people give them: one text or several, words of a fixed list in any case, times in ms or as text.

        Raises Refused: `bad_time`, `empty_filter` for no value or a blank one, `bad_filter` for a word that is not on
        its list, a confidence outside 0 to 1, a period that ends before it begins, or filters that nothing can pass.
        """
        if min_confidence is not None and not 0 <= min_confidence <= 1:  # NaN is outside too
            raise Refused("bad_filter", f"a confidence is from 0 to 1, not {min_confidence}")
        start, end = _ms(since), _ms(before)
        if start is not None and end is not None and start >= end:
            raise Refused("bad_filter", "the period ends before it begins", "Give `since` a time before `before`.")
        found = cls(
            _given("session", sessions),
            _given("speaker", speakers),
            _listed("role", roles, tuple(role.value for role in Role)),
            _given("entity", entities),
            _given("tag", tags),
            _listed("kind", kinds, KINDS),
            _listed("family", families, FAMILIES),
            _listed("type", types, TYPES),
            _listed("status", statuses, STATUSES),
            start,
            end,
            min_confidence,
        )
        if found.kinds == ("message",) and found.of_memories:
            hint = "What became no memory has no family, type, status or confidence."
            raise Refused("bad_filter", "messages alone are asked for, by what only memories have", hint)
        return found

    def __bool__(self) -> bool:
        """Whether anything is filtered."""
        return any(getattr(self, field.name) is not None for field in fields(self))

    @property
    def of_memories(self) -> bool:
        """Whether only memories can fit."""
        asked = (self.families, self.types, self.statuses, self.min_confidence)
        return self.kinds == ("memory",) or any(one is not None for one in asked)

    @property
    def of_past(self) -> bool:
        """Whether what no longer holds is asked for by its status: it has to be looked for with the history."""
        return self.statuses is not None and not PAST.isdisjoint(self.statuses)


_NAMES = tuple(field.name for field in fields(Filters))


def meant(filters: Filters | Mapping[str, Any] | None) -> Filters:
    """The filters that somebody gives to a question, checked; None gives none.

    Raises Refused as `Filters.of` does, and for a filter that there is not (`bad_filter`): it must not answer as if
    it had not been asked for.
    """
    if filters is None:
        return Filters()
    given = {name: getattr(filters, name) for name in _NAMES} if isinstance(filters, Filters) else dict(filters)
    for name in given:
        if name not in _NAMES:
            near = get_close_matches(name, _NAMES, 1, 0.6)
            hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(_NAMES)}."
            raise Refused("bad_filter", f"there is no filter {name!r}", hint)
    return Filters.of(**given)


def folded(name: str) -> str:
    """A name as it is compared: NFKC, no case, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _ms(given: Given | int | None) -> int | None:
    return given if given is None or isinstance(given, int) else moment(given).ms


def _given(what: str, values: Values) -> tuple[str, ...] | None:
    if values is None:
        return None
    given = tuple(dict.fromkeys([values] if isinstance(values, str) else values))
    if not given or not all(map(str.strip, given)):
        hint = "Leave the filter out to ask without it."
        raise Refused("empty_filter", f"the filter for a {what} names none", hint)
    return given


def _listed(what: str, values: Values, words: tuple[str, ...]) -> tuple[str, ...] | None:
    given = _given(what, values)
    if given is None:
        return None
    for one in given:
        if folded(one) not in words:
            raise Refused("bad_filter", f"{one!r} is no {what}", f"There are: {', '.join(words)}.")
    return tuple(dict.fromkeys(map(folded, given)))
