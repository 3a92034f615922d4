"""Entities: which names mean the same person, place or thing, as the events have it. The fold "entities".

The state keeps the events themselves, by position, so that forgetting one leaves exactly what a log without it
would give. Everything that is asked is worked out from them and kept until an event changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

import orjson

from awhm.events.event import Kind, Recorded
from awhm.events.fold import Parts
from awhm.events.lineage import Lineage, Restore
from awhm.language.name_context import begins
from awhm.language.name_words import EVERYDAY
from awhm.language.spelling import Token, normalised, phrase, tokens

SHORTEST = 3  # characters of a word that is a form by itself and is found in texts


class Form(NamedTuple):
    """One form of an entity: which event named it, of which entity, how, and in which message."""

    position: int
    entity: str
    form: str
    label: str | None
    how: str
    message: int | None


class Listed(NamedTuple):
    """One entity as people see it: its name is its first form with a capital letter, else its first."""

    entity: str
    name: str
    label: str | None
    forms: tuple[Form, ...]


class Index:
    """Forms by what they are looked up by. Entities are ids as named, or as split to; merges are not looked at."""

    def __init__(self) -> None:
        self.by_entity: dict[str, list[Form]] = {}
        # Normal form -> entities; the first word of normal forms -> those normal forms.
        self.by_normal: dict[str, dict[str, None]] = {}
        self.by_head: dict[str, dict[str, None]] = {}
        # The words of a form, as they stand in texts -> entities; the first word -> the most words after it.
        self.by_phrase: dict[tuple[str, ...], dict[str, None]] = {}
        self.longest: dict[str, int] = {}
        # Label and what `starts_of` gives -> forms and their entities.
        self.alike: dict[tuple[str, str], dict[tuple[str, str], None]] = {}

    def add(self, form: Form) -> None:
        """One more form."""
        entity, normal, said = form.entity, normalised(form.form), phrase(form.form)
        self.by_entity.setdefault(entity, []).append(form)
        if normal:
            self.by_normal.setdefault(normal, {})[entity] = None
            self.by_head.setdefault(normal.split(" ", 1)[0], {})[normal] = None
        if said:
            self.by_phrase.setdefault(said, {})[entity] = None
            self.longest[said[0]] = max(len(said), self.longest.get(said[0], 0))
        if form.label:
            for start in starts_of(normal):
                self.alike.setdefault((form.label, start), {})[form.form, entity] = None


def starts_of(normal: str) -> set[str]:
    """By what forms that may be alike are looked up: the first two letters of each word, and of the initials."""
    words = normal.split()
    return {word[:2] for word in words} | ({words[0][0] + words[1][0]} if len(words) > 1 else set())


class Worked(NamedTuple):
    """What follows from the events: the forms, merged ids and what each went into, and the members of a whole."""

    found: Index
    parents: dict[str, str]
    members: dict[str, list[str]]


@dataclass
class Entities:
    """The state: the events by position, and what was worked out of them (None: not yet)."""

    named: dict[int, Form] = field(default_factory=dict[int, Form])
    merges: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])
    splits: dict[int, tuple[str, str, tuple[str, ...]]] = field(
        default_factory=dict[int, tuple[str, str, tuple[str, ...]]]
    )
    restores: list[Restore] = field(default_factory=list[Restore])
    worked: Worked | None = field(default=None, repr=False, compare=False)


def worked(state: Entities) -> Worked:
    """The forms and merges of a state: made anew after a merge, split or erasure, at once after a naming."""
    if state.worked is None:
        state.worked = _worked_out(state)
    return state.worked


def root(state: Entities, entity: str) -> str:
    """The entity that an id means after all merges; the id itself if it was never merged, or is unknown."""
    parents = worked(state).parents
    while entity in parents:
        entity = parents[entity]
    return entity


def known(state: Entities, entity: str) -> bool:
    """Whether an id was ever named, merged or split to, and that is not forgotten."""
    index, parents, members = worked(state)
    return entity in index.by_entity or entity in parents or entity in members


def forms(state: Entities, entity: str) -> list[Form]:
    """All forms of the entity that an id means, in the order in which they were named; empty if it is unknown."""
    index, _, members = worked(state)
    whole = root(state, entity)
    return sorted(form for one in (whole, *members.get(whole, ())) for form in index.by_entity.get(one, ()))


def label(found: list[Form]) -> str | None:
    """What the forms of one entity make it: the label of most of them, of two equally frequent the earlier."""
    counts: dict[str, int] = {}
    for form in found:
        if form.label is not None:
            counts[form.label] = counts.get(form.label, 0) + 1
    return max(counts, key=counts.__getitem__) if counts else None


def called(state: Entities, form: str) -> list[str]:
    """The entities with this form, whatever its case, possessive or corporate words; several: it is ambiguous."""
    found = worked(state).found.by_normal.get(normalised(form), ())
    return list(dict.fromkeys(root(state, one) for one in found))


def find(state: Entities, text: str) -> list[str]:
    """The entities whose forms occur in a text as whole words, each once, in the order of their first occurrence.

    Case does not count, but a form that is an everyday word ("Will", "May") needs a capital letter that no
    sentence's start explains. Of the forms at one place the longest counts, and hides what it covers. A single
    word of fewer than 3 characters is ignored, and a form that two entities have gives none. It takes time for the
    length of the text, not for the number of entities.
    """
    index = worked(state).found
    said = tokens(text)
    found: dict[str, None] = {}
    at = 0
    while at < len(said):
        step = 1
        for length in range(min(index.longest.get(said[at].word, 0), len(said) - at), 0, -1):
            owners = index.by_phrase.get(tuple(token.word for token in said[at : at + length]))
            if owners and (length > 1 or _alone(said[at], text)):
                roots = {root(state, one) for one in owners}
                if len(roots) == 1:
                    found[roots.pop()] = None
                step = length
                break
        at += step
    return list(found)


def listed(state: Entities) -> list[Listed]:
    """Every entity that has a form, in the order in which they were first named."""
    wholes = dict.fromkeys(root(state, entity) for entity in worked(state).found.by_entity)
    every: list[Listed] = []
    for whole in wholes:
        own = forms(state, whole)
        shown = next((form.form for form in own if form.form[:1].isupper()), own[0].form)
        every.append(Listed(whole, shown, label(own), tuple(own)))
    return sorted(every, key=lambda one: one.forms[0].position)


def set_back(state: Entities, through: int) -> bool:
    """Whether going back to a position sets back a merge or a split, or makes one count again."""
    now, then = Lineage(state.restores), Lineage(state.restores, through)
    return any(now.counts(position) != then.counts(position) for position in (*state.merges, *state.splits))


class EntitiesFold:
    """The fold behind the view "entities"."""

    name = "entities"
    version = "2"

    @property
    def reads(self) -> Mapping[Kind, Callable[[Entities, Recorded], None]]:
        """Names, merges, splits, restores and erasures."""
        return {
            Kind.ENTITY_NAMED: _named,
            Kind.ENTITIES_MERGED: _merged,
            Kind.ENTITIES_SPLIT: _split,
            Kind.STORE_RESTORED: _restored,
            Kind.PAYLOADS_ERASED: _erased,
        }

    def initial(self) -> Entities:
        """No entity."""
        return Entities()

    def digest(self, state: Entities) -> str:
        """SHA-256 over the events that are known, in the order of their positions."""
        return sha256(self.dump(state)["events"]).hexdigest()

    def dump(self, state: Entities) -> dict[str, bytes]:
        """One part: names, merges, splits and restores as JSON, each in the order of positions."""
        parts = [
            *(sorted(state.named.values()), sorted(state.merges.items()), sorted(state.splits.items())),
            state.restores,
        ]
        return {"events": orjson.dumps(parts, default=list)}

    def load(self, parts: Parts) -> Entities:
        """The state back. Raises KeyError or ValueError if the part does not fit."""
        named, merges, splits, restores = orjson.loads(bytes(parts["events"]))
        return Entities(
            {form[0]: Form(*form) for form in named},
            {position: (entity, merged) for position, (entity, merged) in merges},
            {position: (entity, into, tuple(moved)) for position, (entity, into, moved) in splits},
            [Restore(*one) for one in restores],
        )


ENTITIES = EntitiesFold()


def _named(state: Entities, event: Recorded) -> None:
    given = event.payload
    form = Form(event.position, given["entity"], given["form"], given.get("label"), given["how"], given.get("message"))
    state.named[event.position] = form
    if state.worked is not None:
        state.worked.found.add(form)


def _merged(state: Entities, event: Recorded) -> None:
    state.merges[event.position] = (event.payload["entity"], event.payload["merged"])
    state.worked = None


def _split(state: Entities, event: Recorded) -> None:
    given = event.payload
    state.splits[event.position] = (given["entity"], given["into"], tuple(given["forms"]))
    state.worked = None


def _restored(state: Entities, event: Recorded) -> None:
    state.restores.append(Restore(event.position, event.payload["through"]))
    state.worked = None


def _erased(state: Entities, event: Recorded) -> None:
    for position in event.payload["positions"]:
        gone = state.named.pop(position, None), state.merges.pop(position, None), state.splits.pop(position, None)
        if any(gone):
            state.worked = None


def _alone(token: Token, text: str) -> bool:
    """Whether a word may be a form by itself where it stands."""
    if len(token.word) < SHORTEST:
        return False
    return token.word not in EVERYDAY or (text[token.start].isupper() and not begins(text, token.start))


def _worked_out(state: Entities) -> Worked:
    """The forms and the merges, from the events in the order of their positions.

    Merges and splits behind a snapshot that was gone back to do not count. Names do: the messages that have them stay.
    """
    counts = Lineage(state.restores).counts
    owner: dict[int, str] = {}
    parents: dict[str, str] = {}  # each straight to its root
    decided = [position for position in (*state.merges, *state.splits) if counts(position)]
    for position in sorted([*state.named, *decided]):
        if position in state.named:
            owner[position] = state.named[position].entity
        elif position in state.merges:
            entity, merged = (parents.get(one, one) for one in state.merges[position])
            if entity != merged:
                parents[merged] = entity
                parents.update({one: entity for one, whole in parents.items() if whole == merged})
        else:
            _divide(state, owner, parents, *state.splits[position])
    index = Index()
    for position, entity in owner.items():
        index.add(state.named[position]._replace(entity=entity))
    members: dict[str, list[str]] = {}
    for one, whole in parents.items():
        members.setdefault(whole, []).append(one)
    return Worked(index, parents, members)


def _divide(
    state: Entities, owner: dict[int, str], parents: dict[str, str], entity: str, into: str, moved: tuple[str, ...]
) -> None:
    """Give forms named so far to another entity. A merged id that keeps none goes with them, and so does what
    was said of it: this is how a merge is undone.
    """
    whole, other = parents.get(entity, entity), parents.get(into, into)
    if whole == other:
        return
    lost: set[str] = set()
    for position, has in owner.items():
        if state.named[position].form in moved and parents.get(has, has) == whole:
            lost.add(has)
            owner[position] = other
    for has in lost - set(owner.values()) - {whole}:
        parents[has] = other
