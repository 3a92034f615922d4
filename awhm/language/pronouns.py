"""Whom "she" means in "my daughter is called Mia, she is 4": the relative whom the clause before is about. Pure.

Only in the same sentence, and only where nobody else is named there: one relative, no other name. Elsewhere a pronoun
stays what it is, and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from awhm.language.clauses import Clause
from awhm.language.packs.ready import Ready
from awhm.language.quoted import words_in
from awhm.language.slots import WORD
from awhm.language.statement import Statement


def meant(text: str, clause: Clause, before: Statement | None) -> Iterator[Clause]:
    """The clause with the relative it goes on about in place of its pronoun, in each form that a rule may need.

    Nothing where it begins with no pronoun, or it is open whom that means.
    """
    ready = clause.ready
    pronoun = ready.pronoun.match(clause.text)
    if pronoun is None or before is None or not before.third or clause.before is None:
        return
    relative = _relative(before.subject, ready)
    first = _first(clause, before)
    if relative is None or first is None or _doubtful(text, clause, first, before, ready):
        return
    if relative in ready.women and pronoun["he"] is not None:
        return
    if relative in ready.men and pronoun["she"] is not None:
        return
    end = pronoun.end("pronoun")
    base = ready.pack.base
    for form in (relative, *(one for one, other in base.items() if other == relative and one != relative)):
        said = f"{ready.pack.mine}{form}"
        one = copy(clause)
        be = "'s" if clause.text.startswith("'s", end) else ""
        rest = clause.text[end + len(be) :]
        one.text = f"{said}{' is' if be else ''}{'' if rest.startswith(' ') else ' '}{rest}"
        one.shift = clause.shift + len(clause.text) - len(one.text)
        yield one


def about(made: Statement, before: Statement) -> Statement:
    """What is said of the relative whom the statement before is about."""
    return replace(made, subject=before.subject, name=before.name, third=True)


def _relative(subject: str, ready: Ready) -> str | None:
    """The relation in a subject: "daughter" in "user's daughter mia"; None for other subjects."""
    _, of, rest = subject.partition("'s ")
    told = [word for word in rest.split() if word in ready.kin or word in ready.pack.base.values()]
    return told[0] if of and len(told) == 1 else None


def _first(clause: Clause, before: Statement) -> Clause | None:
    """The first clause of the sentence, if the statement before is one of a clause in it."""
    one, found = clause.before, False
    while one is not None:
        found = found or one.start == before.start
        if one.before is None:
            return one if found else None
        one = one.before
    return None


def _doubtful(text: str, clause: Clause, first: Clause, before: Statement, ready: Ready) -> bool:
    """Whether somebody else is named before the pronoun: another relative, or a name that is not the value."""
    said = text[first.start : clause.start]
    kin = {ready.pack.base.get(word, word) for word in words_in(said.casefold())}
    if sum(word in ready.kin or word in ready.pack.base.values() for word in kin) != 1:
        return True
    places = before.attribute in ("name", "location", "employer", "birthplace")
    told = f"{before.value if places else ''} {before.name} {before.subject}".casefold()
    others = [word for word in WORD.findall(said)[1:] if word[:1].isupper() and word.casefold() not in told]
    return any(word != "I" for word in others)
