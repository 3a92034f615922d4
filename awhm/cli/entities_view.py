"""Entities as plain JSON values: what each is called, where its forms were read, and which memories name it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from awhm.commands.entities import Entities, Form, Listed, called, known, listed, root
from awhm.errors import Refused

if TYPE_CHECKING:
    from awhm.projections.graph import Graph
    from awhm.projections.memory import Said

NAMED = 5  # entities in a hint


class Names:
    """The entities at the head. Ids that were merged mean the entity that they became."""

    def __init__(self, entities: Entities) -> None:
        self.entities = entities
        self.listed: dict[str, Listed] = {one.entity: one for one in listed(entities)}

    def one(self, asked: str) -> str:
        """The entity that somebody means by its id or one of its forms.

        Raises Refused (`no_such_entity`, `which_entity` where several have that form).
        """
        name = asked.strip()
        if known(self.entities, name):
            return root(self.entities, name)
        found = [entity for entity in called(self.entities, name) if entity in self.listed]
        if len(found) > 1:
            several = ", ".join(f"{one} {self.listed[one].name}" for one in found[:NAMED])
            raise Refused("which_entity", f"{name!r} may be several entities", f"Name one by its id: {several}.")
        if not found:
            raise Refused(
                "no_such_entity", f"there is no entity {name!r}", "`awhm entities list` shows those there are."
            )
        return found[0]

    def of(self, said: Iterable[Said]) -> list[str]:
        """The entities that statements name and that have a form, each once, in the order of their mention."""
        named = (root(self.entities, entity) for one in said for entity in one.entities)
        return [entity for entity in dict.fromkeys(named) if entity in self.listed]

    def cards(self, said: Iterable[Said]) -> list[dict[str, Any]]:
        """The same, each with its name and label."""
        return [self.card(entity) for entity in self.of(said)]

    def card(self, entity: str) -> dict[str, Any]:
        """An entity in short: its name, its label, and its forms, each once."""
        found = self.listed.get(entity)
        if found is None:  # all its forms are erased
            return {"id": entity, "name": entity, "label": None, "forms": []}
        forms = list(dict.fromkeys(form.form for form in found.forms))
        return {"id": entity, "name": found.name, "label": found.label, "forms": forms}

    def named(self) -> dict[str, tuple[str, str | None]]:
        """Name and label of each entity by its id."""
        return {entity: (one.name, one.label) for entity, one in self.listed.items()}

    def same(self, graph: Graph) -> dict[str, str]:
        """For each id in the graph's statements that was merged, the entity that it became."""
        ids = {entity for said in graph.all_said() for entity in said.entities}
        return {entity: into for entity in ids if (into := root(self.entities, entity)) != entity}

    def counts(self, graph: Graph) -> Counter[str]:
        """How many memories name each entity."""
        graph.all_said()
        known_ones = (memory for memory in graph.memories if graph.known(memory))
        return Counter(entity for memory in known_ones for entity in self.of(graph.said(memory)))

    def memories(self, graph: Graph, entity: str) -> list[str]:
        """The memories that name an entity, in the order of their ids."""
        graph.all_said()
        known_ones = (memory for memory in graph.memories if graph.known(memory))
        return [memory for memory in known_ones if entity in self.of(graph.said(memory))]

    def forms(self, entity: str) -> list[dict[str, Any]]:
        """Every event that gave an entity a form, in the order of the log."""
        found = self.listed.get(entity)
        return [] if found is None else [_form(form) for form in found.forms]


def _form(form: Form) -> dict[str, Any]:
    return {
        "form": form.form,
        "label": form.label,
        "how": form.how,
        "message": None if form.message is None else f"m{form.message}",
        "event": f"m{form.position}",
    }
