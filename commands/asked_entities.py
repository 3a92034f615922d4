"""Which entities somebody means by an id or a name. Pure."""

from __future__ import annotations

from difflib import get_close_matches

from awhm.commands.entities import Entities, called, known, listed, root, worked
from awhm.errors import Refused

NEAR = 3  # names in a hint


def ids_of(state: Entities, asked: str) -> frozenset[str]:
    """The ids of what an id or a name means: of every entity with that name, and all that was merged into them.

    Case does not count. Raises Refused (`no_such_entity`), with names that are near.
    """
    name = asked.strip()
    wholes = {root(state, name)} if known(state, name) else set(called(state, name))
    if not wholes:
        names = {form.form.casefold(): form.form for one in listed(state) for form in one.forms}
        near = get_close_matches(name.casefold(), names, NEAR, 0.6)
        hint = f"Did you mean {', '.join(repr(names[one]) for one in near)}?" if near else ""
        raise Refused("no_such_entity", f"there is no entity {name!r}", hint or "`awhm entities list` shows them.")
    members = worked(state).members
    return frozenset(wholes.union(*(members.get(whole, ()) for whole in wholes)))
