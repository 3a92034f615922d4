"""Deciding which entity a name means: one that is known, a new one, or nobody can tell. Pure.

The rules are those of AWHM Lite (specification, section 10) across batches: they look at the state and at what
the same call has named so far.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import count
from typing import NamedTuple

from awhm.commands.entities import Entities, Form, Index, forms, known, label, root, starts_of, worked
from awhm.errors import Refused
from awhm.events.event import EntitiesMerged, EntitiesSplit, EntityNamed
from awhm.language.forms import Mention
from awhm.language.spelling import normalised, phrase

Cosine = Callable[[str, Sequence[str]], Sequence[float]]
THRESHOLD = 0.85  # cosine of two forms that may be one name
ALIKE = 0.3  # difflib ratio that they need too
EXTRA = 2  # words by which one form may be longer than another that it contains
MOST = 50  # forms that the embedder is asked about, the most alike first
DIRECTIONS = frozenset({"north", "south", "east", "west", "northern", "southern", "eastern", "western"})
LONGEST = 512  # characters of a form that an event holds
LATER = 2**62  # positions of forms that are not in the log yet


class Named(NamedTuple):
    """The events to write, and for each mention its entity; None where nobody can tell which of several."""

    events: list[EntityNamed]
    ids: list[str | None]


def name_entities(
    state: Entities,
    mentions: Sequence[tuple[int, Mention]],
    fresh: Iterator[str],
    cosine: Cosine | None = None,
    threshold: float = THRESHOLD,
) -> Named:
    """The entity of each mention, and an `EntityNamed` for each form that is new to its entity.

    `mentions` are pairs of a message's position and a mention in it, in order; `fresh` gives new ids. In this order:
    a short form that its text explains; the same normal form, whatever the label; containment ("John" and "John
    Smith"); and, with `cosine` (similarities of a form to others), one of the same label that is alike in meaning
    and spelling. A form that fits several entities equally gets None and no event.
    """
    naming = _Naming(state, fresh, cosine, threshold)
    ids = [naming.entity_of(position, mention) for position, mention in mentions]
    return Named(naming.events, ids)


def merge(state: Entities, one: str, other: str) -> list[EntitiesMerged]:
    """Make `other` part of `one`; nothing if they are one already.

    Raises Refused: "same_entity" for an id with itself, "no_such_entity" for an unknown one.
    """
    for entity in (one, other):
        _demand(state, entity)
    if one == other:
        raise Refused("same_entity", f"{one} cannot be merged with itself.", "Name two entities.")
    entity, merged = root(state, one), root(state, other)
    return [] if entity == merged else [EntitiesMerged(entity=entity, merged=merged)]


def split(state: Entities, entity: str, moved: Collection[str], new_id: str) -> list[EntitiesSplit]:
    """Give some forms of an entity to a new one, `new_id`; case and possessives of `moved` do not count.

    Raises Refused: "no_such_entity"; "no_such_form" if there are none or one is not the entity's; "no_form_left"
    if it would keep none.
    """
    _demand(state, entity)
    own = [form.form for form in forms(state, entity)]
    asked = {phrase(form) or (form.strip(),) for form in moved}
    has = {phrase(form) or (form.strip(),) for form in own}
    for form in moved:
        if (phrase(form) or (form.strip(),)) not in has:
            raise Refused("no_such_form", f"{entity} is not called {form!r}.", f"It is called: {', '.join(own)}.")
    if not asked:
        raise Refused("no_such_form", "No form was named.", f"{entity} is called: {', '.join(own)}.")
    if asked == has:
        raise Refused("no_form_left", f"{entity} would keep no form.", "Leave it at least one.")
    taken = [form for form in dict.fromkeys(own) if (phrase(form) or (form.strip(),)) in asked]
    return [EntitiesSplit(entity=root(state, entity), into=new_id, forms=taken)]


def _demand(state: Entities, entity: str) -> None:
    if not known(state, entity):
        raise Refused("no_such_entity", f"There is no entity {entity}.", "`awhm entities list` shows them.")


class _Naming:
    """One call: the state as it was, and what was named since."""

    def __init__(self, state: Entities, fresh: Iterator[str], cosine: Cosine | None, threshold: float) -> None:
        self.state, self.fresh, self.cosine, self.threshold = state, fresh, cosine, threshold
        self.events: list[EntityNamed] = []
        self._new = Index()
        self._later = count(LATER)

    def entity_of(self, position: int, mention: Mention) -> str | None:
        """The entity of one mention, or None."""
        form = mention.form.strip()
        normal = normalised(form)
        if not normal or len(form) > LONGEST:
            return None
        if mention.of is not None:
            whole = self.entity_of(position, mention._replace(form=mention.of, of=None))
            return whole and self._named(whole, form, mention.label, "abbreviation", position)
        same = self._called(normal)
        if len(same) > 1 or (same and self._ambiguous(same[0], normal, mention.label)):
            return None
        if same:
            return self._named(same[0], form, mention.label, "same", position)
        longer, shorter = self._contained(normal, mention.label)
        if len(longer) > 1:
            return None
        if len(longer | shorter) == 1:
            return self._named((longer | shorter).pop(), form, mention.label, "contained", position)
        alike = self._alike(form, normal, mention.label)
        if alike is not None:
            return self._named(alike, form, mention.label, "embedding", position)
        return self._named(next(self.fresh), form, mention.label, "new", position)

    def _named(self, entity: str, form: str, kind: str | None, how: str, position: int) -> str:
        """The entity, with an event if the form is new to it: other words, or the first with a capital letter."""
        words = phrase(form)
        alike = [one.form for one in self._forms(entity) if one.form == form or phrase(one.form) == words]
        if not alike or (form not in alike and form != form.lower() and all(one == one.lower() for one in alike)):
            self.events.append(EntityNamed(entity=entity, form=form, label=kind, how=how, message=position))
            self._new.add(Form(next(self._later), entity, form, kind, how, position))
        return entity

    def _forms(self, entity: str) -> list[Form]:
        return [*forms(self.state, entity), *self._new.by_entity.get(entity, ())]

    def _called(self, normal: str) -> list[str]:
        """The entities that have this normal form."""
        found = [*worked(self.state).found.by_normal.get(normal, ()), *self._new.by_normal.get(normal, ())]
        return list(dict.fromkeys(root(self.state, one) for one in found))

    def _ambiguous(self, entity: str, normal: str, kind: str | None) -> bool:
        """Whether "John", a short form of a person's, is that of another one as well."""
        if label(self._forms(entity)) not in {"PERSON", None}:
            return False
        words = set(normal.split())
        if not any(words < set(normalised(form.form).split()) for form in self._forms(entity)):
            return False
        return bool(self._contained(normal, kind)[0] - {entity})

    def _contained(self, normal: str, kind: str | None) -> tuple[set[str], set[str]]:
        """The entities with a form that begins alike and contains this one, and those with one that it contains."""
        words = normal.split()
        head = words[0]
        index = worked(self.state).found
        longer: set[str] = set()
        shorter: set[str] = set()
        for other in dict.fromkeys([*index.by_head.get(head, ()), *self._new.by_head.get(head, ())]):
            if other == normal or not _comparable(words, other.split(), EXTRA):
                continue
            for entity in self._called(other):
                if self._fits(entity, words, other.split(), kind):
                    (longer if len(other.split()) > len(words) else shorter).add(entity)
        return longer, shorter

    def _fits(self, entity: str, words: list[str], other: list[str], kind: str | None) -> bool:
        """Whether labels allow it, and no other form of the entity speaks against it ("John Doe", "John Smith")."""
        own = self._forms(entity)
        has = label(own)
        if has is not None and kind is not None:
            if has != kind:
                return False
        elif min(len(words), len(other)) > 1 or abs(len(words) - len(other)) > 1:
            return False  # "New York" is not "New York Times", unless a recogniser says both are one kind
        every = [normalised(form.form).split() for form in own]
        return all(_comparable(words, one, len(one) + len(words)) for one in every if one[0] == words[0])

    def _alike(self, form: str, normal: str, kind: str | None) -> str | None:
        """The entity of the same label with the form most similar in meaning, if it is similar enough."""
        if self.cosine is None or kind is None:
            return None
        found: dict[str, str] = {}
        for start in starts_of(normal):
            for index in (worked(self.state).found, self._new):
                for other, entity in index.alike.get((kind, start), ()):
                    found.setdefault(other, entity)
        telling = _telling(normal)
        rated = [
            (SequenceMatcher(None, normal, normalised(other)).ratio(), other)
            for other in found
            if _telling(normalised(other)) == telling
        ]
        chosen = [other for ratio, other in nlargest(MOST, rated) if ratio >= ALIKE]
        if not chosen:
            return None
        best, other = max(zip(self.cosine(form, chosen), chosen, strict=True), key=lambda pair: pair[0])
        return root(self.state, found[other]) if best >= self.threshold else None


def _comparable(words: list[str], other: list[str], extra: int) -> bool:
    """Whether one of two lists of words holds the other, with at most so many words more."""
    return abs(len(words) - len(other)) <= extra and (set(words) <= set(other) or set(other) <= set(words))


def _telling(normal: str) -> list[str]:
    """The words of a form that tell it from others however alike they are: numbers, north from south."""
    return [word for word in normal.split() if word in DIRECTIONS or not word.isalpha()]
